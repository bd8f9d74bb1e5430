//! How far a check has come, on a terminal and on standard error alone: shown after a while, and gone before anything is printed.

use std::time::{Duration, Instant};

use driver::check::Batch;
use driver::load::function_name;
use indicatif::{ProgressBar, ProgressStyle};

use crate::setup::log;

/// How long nothing is shown.
const QUIET: Duration = Duration::from_secs(2);

/// The progress.
#[derive(Debug)]
pub(super) struct Progress {
    names: Vec<String>,
    done: usize,
    begun: Instant,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// The progress of reports for kernels of the given names.
    pub(super) fn new(names: Vec<String>) -> Self {
        Progress { names, done: 0, begun: Instant::now(), bar: None }
    }

    /// Shows the awaited kernel, and its latest obligation. Where standard error is no terminal, the bar writes nothing.
    pub(super) fn wait(&mut self, batch: &Batch<'_>) {
        if self.begun.elapsed() < QUIET {
            return;
        }
        let name = self.names.get(self.done).map_or("", |name| function_name(name));
        let count = self.names.len();
        let seconds = self.begun.elapsed().as_secs();
        let now = log::deciding().and_then(|now| {
            let place = batch.position(&now.kernel, now.operation)?;
            Some(format!(": {} at {place}", now.rule))
        });
        let now = now.unwrap_or_default();
        let text = format!("{} of {count} decided; @{name} for {seconds} s{now}", self.done);
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{spinner} {msg}");
            ProgressBar::new_spinner().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
        });
        bar.set_message(text);
        bar.tick();
    }

    /// Counts a finished item, and hides the bar.
    pub(super) fn done(&mut self) {
        self.erase();
        self.done += 1;
        self.begun = Instant::now();
    }

    /// Erases the bar.
    pub(super) fn erase(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}
