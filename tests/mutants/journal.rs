//! The progress of a long run, kept in a file: a stopped run continues, even if kernels were added or removed.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, read_to_string};
use std::io::Write;

use serde::{Deserialize, Serialize};

use crate::edits::hash;
use crate::extent::Extent;
use crate::fates::Row;
use crate::subjects::Subject;

/// The finished mutants of a kernel of a kind; without a kind, the kernel.
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

/// A line of JSON for every finished job, after a line with the number of wanted mutants.
pub(crate) struct Journal(Option<File>);

impl Done {
    /// The entry with the kernel's current position, if present.
    fn moved(mut self, positions: &BTreeMap<u64, usize>) -> Option<Self> {
        let position = *positions.get(&self.text)?;
        self.job.0 = position;
        self.rows.iter_mut().for_each(|row| row.subject = position);
        Some(self)
    }
}

impl Journal {
    /// The file named by `JOURNAL`, if set, and its finished jobs for these kernels. A file for other mutants is rewritten; a torn
    /// last line is done again.
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

    /// Adds a finished job.
    pub(crate) fn keep(&mut self, done: &Done) {
        let Some(file) = &mut self.0 else { return };
        let line = serde_json::to_string(done).expect("rows are plain data");
        writeln!(file, "{line}").expect("JOURNAL can be written");
    }
}
