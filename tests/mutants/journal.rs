//! What a long run has done, kept in a file: a run that was stopped goes on where it was, also where other kernels came or went.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, read_to_string};
use std::io::Write;

use serde::{Deserialize, Serialize};

use crate::edits::hash;
use crate::extent::Extent;
use crate::fates::Row;
use crate::subjects::Subject;

/// The mutants of one kernel of one kind, done; without a kind, the kernel itself.
#[derive(Serialize, Deserialize)]
pub(crate) struct Done {
    /// The kernel and the kind, by their positions.
    pub(crate) job: (usize, Option<usize>),
    /// The hash of the kernel's text.
    pub(crate) text: u64,
    /// The mutants.
    pub(crate) rows: Vec<Row>,
    /// A problem with the original kernel.
    pub(crate) alarm: Option<String>,
}

/// A line of JSON for everything that is done, after one that says how many mutants were wanted.
pub(crate) struct Journal(Option<File>);

impl Done {
    /// The same with the kernel's position among others, if it is there.
    fn moved(mut self, positions: &BTreeMap<u64, usize>) -> Option<Self> {
        let position = *positions.get(&self.text)?;
        self.job.0 = position;
        self.rows.iter_mut().for_each(|row| row.subject = position);
        Some(self)
    }
}

impl Journal {
    /// The file that `JOURNAL` names, if it does, and what it says is done of these kernels. One of other mutants is written anew; a
    /// last line that was cut is done again.
    pub(crate) fn open(subjects: &[Subject], extent: &Extent) -> (Self, Vec<Done>) {
        let Ok(path) = std::env::var("JOURNAL") else { return (Journal(None), Vec::new()) };
        let positions: BTreeMap<u64, usize> =
            subjects.iter().enumerate().map(|(at, subject)| (hash(&subject.text()), at)).collect();
        let title = format!("one of {:?}", extent.one_of);
        let old = read_to_string(&path).unwrap_or_default();
        let mut lines = old.lines();
        let is_ours = lines.next() == Some(&title);
        let done = lines.filter(|_| is_ours).map_while(|line| serde_json::from_str(line).ok());
        let done: Vec<Done> = done.filter_map(|done: Done| done.moved(&positions)).collect();
        let mut file = OpenOptions::new()
            .create(true)
            .write(true)
            .truncate(true)
            .open(path)
            .expect("JOURNAL can be written");
        writeln!(file, "{title}").expect("JOURNAL can be written");
        let mut journal = Journal(Some(file));
        done.iter().for_each(|done| journal.keep(done));
        (journal, done)
    }

    /// Adds what is done.
    pub(crate) fn keep(&mut self, done: &Done) {
        let Some(file) = &mut self.0 else { return };
        let line = serde_json::to_string(done).expect("rows are plain data");
        writeln!(file, "{line}").expect("JOURNAL can be written");
    }
}
