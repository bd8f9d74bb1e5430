//! The life of checks: due checks start, their results are published, and outdated ones are dropped.

use std::fs;
use std::time::Instant;

use lsp_server::{ErrorCode, RequestId};
use lsp_types::{CodeAction, Diagnostic, DiagnosticSeverity, NumberOrString, Position, Range};
use serde_json::{Value, json};

use super::asked::fix_edit;
use super::documents::{Document, Kind, Stage};
use super::server::{Server, Waiting};
use super::workers::Purpose;
use crate::order::{Found, Line, Order, Part, Task};

impl Server {
    /// Begins what is due, and gives when to look again.
    pub(super) fn tend(&mut self, now: Instant) -> Option<Instant> {
        for number in self.workers.tend(now) {
            self.ended(number, "it said nothing for ten minutes, and was ended");
        }
        let is_due = |document: &Document| matches!(document.stage, Stage::Due(at) if at <= now);
        let due = self.documents.iter().filter(|(_, document)| is_due(document));
        let due: Vec<String> = due.map(|(uri, _)| uri.clone()).collect();
        for uri in due {
            if self.workers.has_room(now) {
                self.start(&uri);
            }
        }
        let late = self.documents.iter_mut().filter_map(|(uri, one)| one.tell_late(now).then(|| uri.clone()));
        for uri in late.collect::<Vec<_>>() {
            self.tell(&uri);
        }
        self.show_progress(now);
        // Due checks without room wait for running ones.
        let next = self.documents.values().filter_map(Document::due).filter(|due| *due > now).min();
        [next, self.workers.next(now)].into_iter().flatten().min()
    }

    /// Checks a document, now.
    pub(super) fn check(&mut self, uri: &str) {
        let Some(document) = self.documents.get_mut(uri) else { return };
        let worker = document.worker();
        document.request(true);
        worker.into_iter().for_each(|number| self.workers.cancel(number));
        self.tend(Instant::now());
    }

    /// Checks documents again after a change that may affect them. No script is executed then.
    pub(super) fn check_again(&mut self, is_meant: impl Fn(&Document) -> bool) {
        let meant = |document: &Document| document.kind != Kind::Executed && is_meant(document);
        let all = self.documents.iter().filter(|(_, document)| meant(document));
        let all: Vec<String> = all.map(|(uri, _)| uri.clone()).collect();
        all.iter().for_each(|uri| self.check(uri));
    }

    fn order(&self, document: &Document, task: Task) -> Order {
        Order {
            task,
            file: document.path.clone(),
            text: (document.kind == Kind::Edited).then(|| document.text.clone()),
            encoding: self.client.encoding,
            seconds: self.client.wishes.timeout,
        }
    }

    fn start(&mut self, uri: &str) {
        let Some(document) = self.documents.get(uri) else { return };
        let order = self.order(document, Task::Check);
        let checked = match &order.text {
            Some(text) => text.clone(),
            // What cannot be read, the worker says.
            None => fs::read_to_string(&document.path).unwrap_or_default(),
        };
        let started = self.workers.start(&order, Purpose::Check(uri.to_owned()));
        let Some(document) = self.documents.get_mut(uri) else { return };
        match started {
            Ok(number) => document.begin(number, checked),
            Err(error) => {
                document.begin(0, checked);
                self.fail(uri, &format!("no check can be started: {error}"));
            }
        }
    }

    /// Takes a worker's output, if still wanted.
    pub(super) fn said(&mut self, number: u64, line: Line) {
        match (self.workers.purpose(number), line) {
            (Some(Purpose::Check(uri)), Line::Part(part)) => {
                if let Some(document) = self.documents.get_mut(&uri) {
                    document.add(*part);
                    self.answer_waiting(&uri);
                }
            }
            (Some(Purpose::Check(uri)), Line::Done) => {
                self.workers.cancel(number);
                self.finish(&uri);
            }
            (Some(Purpose::Fix(id, uri)), Line::Fixed(fixed)) => {
                self.workers.cancel(number);
                self.fixed(&id, &uri, fixed);
            }
            (Some(Purpose::Fix(id, _)), Line::Failed(why)) => {
                self.workers.cancel(number);
                self.outbox.refuse(&id, ErrorCode::RequestFailed, &why);
            }
            (Some(Purpose::Check(_)), Line::Fixed(_) | Line::Failed(_))
            | (Some(Purpose::Fix(..)), Line::Part(_) | Line::Done)
            | (None, _) => {}
        }
    }

    /// A worker has ended that had more to say.
    pub(super) fn ended(&mut self, number: u64, why: &str) {
        match self.workers.purpose(number) {
            Some(Purpose::Check(uri)) => {
                self.workers.cancel(number);
                self.fail(&uri, &format!("the check did not come to its end: {why}"));
            }
            Some(Purpose::Fix(id, _)) => {
                self.workers.cancel(number);
                self.outbox.refuse(&id, ErrorCode::RequestFailed, &format!("fix did not end: {why}"));
            }
            None => {}
        }
    }

    /// Reports a failed check in place of its results.
    fn fail(&mut self, uri: &str, message: &str) {
        let Some(document) = self.documents.get_mut(uri) else { return };
        let diagnostic = Diagnostic {
            range: Range::new(Position::default(), Position::default()),
            severity: Some(DiagnosticSeverity::WARNING),
            code: Some(NumberOrString::String(report::explain::UNREADABLE.to_owned())),
            source: Some("tileproof".to_owned()),
            message: message.to_owned(),
            ..Diagnostic::default()
        };
        let found = Found { uri: uri.to_owned(), diagnostic, proposal: None };
        document.add(Part { findings: vec![found], spots: Vec::new() });
        self.finish(uri);
    }

    fn finish(&mut self, uri: &str) {
        if let Some(document) = self.documents.get_mut(uri) {
            document.finish();
            self.tell(uri);
            self.answer_waiting(uri);
            if self.client.refreshes_hints {
                self.outbox.request("workspace/inlayHint/refresh", &Value::Null);
            }
        }
    }

    /// Publishes what is known of a document.
    fn tell(&mut self, uri: &str) {
        let findings = self.documents.get(uri).map(|document| document.findings(uri)).unwrap_or_default();
        self.publish(uri, findings);
    }

    /// Publishes the findings of a document's check, in each affected file.
    pub(super) fn publish(&mut self, uri: &str, findings: Vec<Found>) {
        let mut changed = self.published.set(uri, findings);
        // That nothing is wrong is said, too.
        changed.extend(self.documents.contains_key(uri).then(|| uri.to_owned()));
        for file in changed {
            let version = self.documents.get(&file).map(|document| document.version);
            let diagnostics = self.published.of(&file);
            let mut params = json!({"uri": file, "diagnostics": diagnostics});
            if let Some(version) = version {
                params["version"] = json!(version);
            }
            self.outbox.notify("textDocument/publishDiagnostics", &params);
        }
    }

    /// Answers the questions about a document that can be answered now.
    fn answer_waiting(&mut self, uri: &str) {
        let Some(document) = self.documents.get(uri) else { return };
        let is_ready =
            |one: &Waiting| one.uri == uri && (!document.is_open() || one.asked.is_settled(document));
        let (ready, rest) = std::mem::take(&mut self.waiting).into_iter().partition(is_ready);
        self.waiting = rest;
        for one in ready {
            self.outbox.answer(&one.id, &one.asked.answer(uri, document, &self.client));
        }
    }

    /// Asks `fix` for the edits of an action; an action with edits is unchanged.
    pub(super) fn resolve(&mut self, id: &RequestId, action: CodeAction) {
        let of = |key: &str| action.data.as_ref().and_then(|data| data.get(key)).cloned();
        let (Some(Value::String(uri)), Some(version)) = (of("uri"), of("version")) else {
            return self.outbox.answer(id, &json!(action));
        };
        let current = self.documents.get(&uri).filter(|document| json!(document.version) == version);
        let Some(document) = current else {
            return self.outbox.refuse(id, ErrorCode::ContentModified, "the text has changed");
        };
        let order = self.order(document, Task::Fix);
        if let Err(error) = self.workers.start(&order, Purpose::Fix(id.clone(), uri)) {
            self.outbox.refuse(id, ErrorCode::RequestFailed, &format!("fix cannot be started: {error}"));
        }
    }

    fn fixed(&mut self, id: &RequestId, uri: &str, fixed: Option<(String, String)>) {
        let Some((changed, verdicts)) = fixed else {
            return self.outbox.refuse(id, ErrorCode::RequestFailed, "fix has nothing to change");
        };
        let Some(document) = self.documents.get(uri) else { return };
        let edit = fix_edit(uri, document, &self.client, &changed);
        let title = format!("tileproof fix: then {verdicts}");
        self.outbox.answer(id, &json!(CodeAction { title, edit: Some(edit), ..CodeAction::default() }));
    }
}
