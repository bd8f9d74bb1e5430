//! The progress of long work, for clients that show it (`$/progress`).

use std::path::Path;
use std::time::Instant;

use serde_json::{Value, json};

use super::server::Server;
use super::workers::Purpose;

impl Server {
    /// Shows the work that takes long, with the number of checked kernels, and hides the progress of ended work.
    pub(super) fn show_progress(&mut self, now: Instant) {
        if !self.client.shows_progress {
            return;
        }
        let running = self.workers.find_long(now);
        let is_over = |number: &u64| !running.iter().any(|(other, _)| other == number);
        let over: Vec<u64> = self.shown.keys().copied().filter(is_over).collect();
        for number in over {
            self.shown.remove(&number);
            self.report_progress(number, &json!({"kind": "end"}));
        }
        for (number, purpose) in running {
            let checked = self.count_checked(&purpose);
            match self.shown.insert(number, checked) {
                None => {
                    let created = json!({ "token": token(number) });
                    self.outbox.request("window/workDoneProgress/create", &created);
                    let mut value = json!({"kind": "begin", "title": self.title(&purpose)});
                    if checked > 0 {
                        value["message"] = json!(count(checked));
                    }
                    self.report_progress(number, &value);
                }
                Some(before) if before != checked => {
                    self.report_progress(number, &json!({"kind": "report", "message": count(checked)}));
                }
                Some(_) => {}
            }
        }
    }

    fn report_progress(&self, number: u64, value: &Value) {
        self.outbox.notify("$/progress", &json!({"token": token(number), "value": value}));
    }

    /// The number of kernels and launches of a check with known results.
    fn count_checked(&self, purpose: &Purpose) -> usize {
        match purpose {
            Purpose::Check(uri) => self.documents.get(uri).map_or(0, |document| document.count_parts()),
            Purpose::Fix(..) => 0,
        }
    }

    fn title(&self, purpose: &Purpose) -> String {
        let (verb, uri) = match purpose {
            Purpose::Check(uri) => ("checking", uri),
            Purpose::Fix(_, uri) => ("trying fixes of", uri),
        };
        let path = self.documents.get(uri).map(|document| document.path.as_path());
        let name = path.and_then(Path::file_name).unwrap_or_default();
        format!("tileproof: {verb} {}", name.to_string_lossy())
    }
}

/// The token of a worker's progress.
fn token(number: u64) -> String {
    format!("tileproof/{number}")
}

fn count(checked: usize) -> String {
    if checked == 1 { "1 kernel checked".to_owned() } else { format!("{checked} kernels checked") }
}
