//! Pages of bench/ with parts that runs write, each between two comments; when and where a run was.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use std::{fs, thread};

/// A page, by its path from the root of the tree.
pub(crate) struct Page(pub(crate) &'static str);

impl Page {
    fn path(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join(self.0)
    }

    fn text(&self) -> String {
        fs::read_to_string(self.path()).unwrap_or_else(|why| panic!("{}: {why}", self.0))
    }

    /// The text between two comments.
    pub(crate) fn part(&self, [open, close]: [&str; 2]) -> String {
        let text = self.text();
        let between = text.split_once(open).and_then(|(_, rest)| rest.split_once(close));
        between.unwrap_or_else(|| panic!("{} has no part between {open}and {close}", self.0)).0.to_owned()
    }

    /// Puts what a run found between two comments.
    pub(crate) fn write(&self, [open, close]: [&str; 2], found: &str) {
        let old = self.part([open, close]);
        let new = self.text().replace(&format!("{open}{old}{close}"), &format!("{open}{found}{close}"));
        fs::write(self.path(), new).unwrap_or_else(|why| panic!("{}: {why}", self.0));
    }
}

/// The day, by the calendar (Howard Hinnant's algorithm).
pub(crate) fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{}-{month:02}-{day:02}", year + 400 * era + carry)
}

/// The processor, and its number of cores.
pub(crate) fn machine() -> String {
    let about = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = about.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or("a processor without a name", |(_, model)| model);
    let count = thread::available_parallelism().map_or(1, NonZero::get);
    format!("{count} cores of {model}, which other work may share")
}
