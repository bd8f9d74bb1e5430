//! The server's reactions to the client.

use std::collections::BTreeMap;
use std::io;
use std::process::Command;
use std::sync::mpsc::Sender;
use std::time::Instant;

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId};
use lsp_types::{
    CancelParams, CodeAction, CodeActionParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, HoverParams, InitializeParams, InlayHintParams,
    NumberOrString,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::Ended;
use super::asked::Asked;
use super::client::Client;
use super::documents::{Document, Kind};
use super::events::Event;
use super::lifecycle::Phase;
use super::outbox::Outbox;
use super::published::Published;
use super::workers::{Purpose, Workers};
use crate::frames::Incoming;
use crate::uri;

/// A question that is answered when more is known.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) id: RequestId,
    pub(super) uri: String,
    pub(super) asked: Asked,
}

/// The state of the server.
pub(super) struct Server {
    pub(super) outbox: Outbox,
    pub(super) client: Client,
    pub(super) documents: BTreeMap<String, Document>,
    pub(super) workers: Workers,
    pub(super) waiting: Vec<Waiting>,
    pub(super) published: Published,
    /// Workers whose progress the client shows, each with its number of checked kernels.
    pub(super) shown: BTreeMap<u64, usize>,
    phase: Phase,
}

impl Server {
    pub(super) fn new(
        outbox: Outbox,
        program: Box<dyn Fn() -> io::Result<Command>>,
        events: Sender<Event>,
    ) -> Self {
        Server {
            outbox,
            client: Client::default(),
            documents: BTreeMap::new(),
            workers: Workers::new(program, events),
            waiting: Vec::new(),
            published: Published::default(),
            shown: BTreeMap::new(),
            phase: Phase::default(),
        }
    }

    /// Handles an event; returns the end of the server, if any.
    pub(super) fn take(&mut self, event: Event) -> Option<Ended> {
        let is_shut_down = self.phase == Phase::ShutDown;
        match event {
            Event::Incoming(Incoming::Message(Message::Request(request))) => self.request(request),
            Event::Incoming(Incoming::Message(Message::Notification(said))) if said.method == "exit" => {
                return Some(if is_shut_down { Ended::InOrder } else { Ended::Early });
            }
            Event::Incoming(Incoming::Message(Message::Notification(said))) => self.hear(said),
            // Answers to this server's requests have no consequences.
            Event::Incoming(Incoming::Message(Message::Response(_))) => {}
            Event::Incoming(Incoming::Refused(answer)) => self.outbox.say(answer),
            Event::Closed(Some(torn)) => return Some(Ended::Torn(torn.to_string())),
            Event::Closed(None) => return Some(Ended::Early),
            Event::Said(number, line) => self.said(number, line),
            Event::Ended(number) => self.ended(number, "it failed, which is a bug of ours"),
        }
        None
    }

    /// Ends running work.
    pub(super) fn end(mut self) {
        self.workers.end();
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        if let Some((code, why)) = self.phase.refusal(&method) {
            return self.outbox.refuse(&id, code, why);
        }
        let done = match method.as_str() {
            "initialize" => self.initialize(&id, params),
            "shutdown" => {
                self.shut_down(&id);
                Ok(())
            }
            "textDocument/hover" => params_of(params).map(|params: HoverParams| {
                let at = params.text_document_position_params;
                self.ask(id.clone(), at.text_document.uri.as_str(), Asked::Hover(at.position));
            }),
            "textDocument/inlayHint" => params_of(params).map(|params: InlayHintParams| {
                self.ask(id.clone(), params.text_document.uri.as_str(), Asked::Hints(params.range));
            }),
            "textDocument/codeAction" => params_of(params).map(|params: CodeActionParams| {
                let asked = Asked::Actions(params.range, params.context.only);
                self.ask(id.clone(), params.text_document.uri.as_str(), asked);
            }),
            "codeAction/resolve" => params_of(params).map(|action: CodeAction| self.resolve(&id, action)),
            _ => {
                let why = format!("this server does not know {method}");
                return self.outbox.refuse(&id, ErrorCode::MethodNotFound, &why);
            }
        };
        if let Err(why) = done {
            self.outbox.refuse(&id, ErrorCode::InvalidParams, &format!("{method}: {why}"));
        }
    }

    fn initialize(&mut self, id: &RequestId, params: Value) -> Result<(), String> {
        let params: InitializeParams = params_of(params)?;
        self.client = Client::new(&params)?;
        self.phase = Phase::Serving;
        let info = json!({"name": "tileproof", "version": env!("CARGO_PKG_VERSION")});
        let result = json!({"capabilities": self.client.capabilities(), "serverInfo": info});
        self.outbox.answer(id, &result);
        Ok(())
    }

    fn shut_down(&mut self, id: &RequestId) {
        self.phase = Phase::ShutDown;
        for one in std::mem::take(&mut self.waiting) {
            self.outbox.refuse(&one.id, ErrorCode::RequestCanceled, "the server is shut down");
        }
        while let Some(number) = self.workers.find(|_| true) {
            if let Some(Purpose::Fix(fix, _)) = self.workers.purpose(number) {
                self.outbox.refuse(&fix, ErrorCode::RequestCanceled, "the server is shut down");
            }
            self.workers.cancel(number);
        }
        self.documents.clear();
        self.outbox.answer(id, &Value::Null);
    }

    /// Answers a question once all needed facts are known.
    fn ask(&mut self, id: RequestId, uri: &str, asked: Asked) {
        let Some(document) = self.documents.get(uri) else { return self.outbox.answer(&id, &Value::Null) };
        if document.is_open() && !asked.is_settled(document) {
            self.waiting.push(Waiting { id, uri: uri.to_owned(), asked });
        } else {
            self.outbox.answer(&id, &asked.answer(uri, document, &self.client));
        }
    }

    fn hear(&mut self, said: Notification) {
        if !self.phase.hears(&said.method) {
            return;
        }
        let Notification { method, params } = said;
        let done = match method.as_str() {
            "initialized" => {
                self.watch_files();
                Ok(())
            }
            "$/cancelRequest" => params_of(params).map(|params: CancelParams| self.cancel_request(params.id)),
            "textDocument/didOpen" => params_of(params).map(|params| self.open(params)),
            "textDocument/didChange" => params_of(params).and_then(|params| self.change(params)),
            "textDocument/didSave" => params_of(params).map(|params: DidSaveTextDocumentParams| {
                self.saved(params.text_document.uri.as_str());
            }),
            "textDocument/didClose" => params_of(params).map(|params: DidCloseTextDocumentParams| {
                self.close(params.text_document.uri.as_str());
            }),
            "workspace/didChangeWatchedFiles" => {
                self.check_again(|_| true);
                Ok(())
            }
            _ => Ok(()),
        };
        if let Err(why) = done {
            let message = format!("{method}: {why}");
            self.outbox.notify("window/logMessage", &json!({"type": 1, "message": message}));
        }
    }

    /// Asks to be told when something changes that checks hang on.
    fn watch_files(&mut self) {
        if !self.client.watches_files {
            return;
        }
        let watchers = ["**/tileproof*.{toml,json}", "**/*.cuh", "**/compile_commands.json"];
        let watchers = watchers.map(|glob| json!({ "globPattern": glob }));
        let options = json!({ "watchers": watchers });
        let method = "workspace/didChangeWatchedFiles";
        let registration = json!({"id": "files", "method": method, "registerOptions": options});
        self.outbox.request("client/registerCapability", &json!({ "registrations": [registration] }));
    }

    fn cancel_request(&mut self, id: NumberOrString) {
        let id: RequestId = match id {
            NumberOrString::Number(number) => number.into(),
            NumberOrString::String(text) => text.into(),
        };
        let fixes = |purpose: &Purpose| matches!(purpose, Purpose::Fix(fix, _) if *fix == id);
        if let Some(number) = self.workers.find(fixes) {
            self.workers.cancel(number);
        } else if let Some(at) = self.waiting.iter().position(|one| one.id == id) {
            self.waiting.remove(at);
        } else {
            // The answer is already sent.
            return;
        }
        self.outbox.refuse(&id, ErrorCode::RequestCanceled, "the client has cancelled it");
    }

    fn open(&mut self, params: DidOpenTextDocumentParams) {
        let opened = params.text_document;
        let uri = opened.uri.as_str();
        let Some(path) = uri::to_path(uri) else { return };
        let Some(kind) = Kind::of(&path) else { return };
        // A repeated `open` starts anew.
        self.close(uri);
        let mut document = Document::new(path, kind, opened.version, opened.text);
        if kind != Kind::Executed {
            document.request(true);
        }
        self.documents.insert(uri.to_owned(), document);
        self.tend(Instant::now());
    }

    fn change(&mut self, params: DidChangeTextDocumentParams) -> Result<(), String> {
        let uri = params.text_document.uri.as_str().to_owned();
        let Some(document) = self.documents.get_mut(&uri) else { return Ok(()) };
        if params.content_changes.iter().any(|change| change.range.is_some()) {
            return Err("a change has a range, and this server asks for whole texts".to_owned());
        }
        let Some(change) = params.content_changes.into_iter().next_back() else { return Ok(()) };
        (document.version, document.text) = (params.text_document.version, change.text);
        if document.kind == Kind::Edited {
            let worker = document.worker();
            document.request(false);
            worker.into_iter().for_each(|number| self.workers.cancel(number));
        }
        self.refuse_old(&uri);
        Ok(())
    }

    fn saved(&mut self, uri: &str) {
        let Some(document) = self.documents.get(uri) else { return self.check_again(|_| true) };
        match document.kind {
            // It is checked, or is going to be, as it is in the editor.
            Kind::Edited => {}
            Kind::Compiled => self.check_again(|document| document.kind == Kind::Compiled),
            Kind::Executed if self.client.wishes.python => self.check(uri),
            Kind::Executed => {}
        }
    }

    fn close(&mut self, uri: &str) {
        if let Some(document) = self.documents.remove(uri) {
            document.worker().into_iter().for_each(|number| self.workers.cancel(number));
            self.refuse_old(uri);
            self.publish(uri, Vec::new());
        }
    }

    /// Refuses questions about an outdated text.
    pub(super) fn refuse_old(&mut self, uri: &str) {
        let (old, rest) = std::mem::take(&mut self.waiting).into_iter().partition(|one| one.uri == uri);
        self.waiting = rest;
        for Waiting { id, .. } in old {
            self.outbox.refuse(&id, ErrorCode::ContentModified, "the text has changed");
        }
        let is_of = |purpose: &Purpose| matches!(purpose, Purpose::Fix(_, of) if of == uri);
        while let Some(number) = self.workers.find(is_of) {
            if let Some(Purpose::Fix(id, _)) = self.workers.purpose(number) {
                self.outbox.refuse(&id, ErrorCode::ContentModified, "the text has changed");
            }
            self.workers.cancel(number);
        }
    }
}

/// The parameters of a message, in their required type.
fn params_of<T: DeserializeOwned>(params: Value) -> Result<T, String> {
    serde_json::from_value(params).map_err(|error| error.to_string())
}
