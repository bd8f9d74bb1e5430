//! Messages to the client, in order.

use std::io;
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, JoinHandle};

use lsp_server::{ErrorCode, RequestId};
use serde_json::{Value, json};

use super::events::Event;
use crate::frames;

/// Messages on their way to the client.
pub(super) struct Outbox {
    sender: Sender<Value>,
    requests: i32,
}

impl Outbox {
    /// An outbox for standard output, and its writer thread.
    pub(super) fn start(events: Sender<Event>) -> (Self, JoinHandle<()>) {
        let (sender, receiver) = channel::<Value>();
        let write = move || {
            for message in receiver {
                if frames::write(&mut io::stdout().lock(), &message).is_err() {
                    // A closed output is an end, perhaps already known.
                    let _ = events.send(Event::Closed(None));
                    return;
                }
            }
        };
        (Outbox { sender, requests: 0 }, thread::spawn(write))
    }

    /// Sends a JSON-RPC message.
    pub(super) fn say(&self, message: Value) {
        // If the writer is gone, the end is near.
        let _ = self.sender.send(message);
    }

    pub(super) fn answer(&self, id: &RequestId, result: &Value) {
        self.say(json!({"jsonrpc": "2.0", "id": id, "result": result}));
    }

    pub(super) fn refuse(&self, id: &RequestId, code: ErrorCode, message: &str) {
        let number = code_of(code);
        self.say(json!({"jsonrpc": "2.0", "id": id, "error": {"code": number, "message": message}}));
    }

    pub(super) fn notify(&self, method: &str, params: &Value) {
        self.say(json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Asks the client for something, of which the answer says nothing.
    pub(super) fn request(&mut self, method: &str, params: &Value) {
        self.requests += 1;
        let id = self.requests;
        self.say(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
    }
}

#[expect(clippy::as_conversions, reason = "the numbers of the protocol are those of the enumeration")]
const fn code_of(code: ErrorCode) -> i32 {
    code as i32
}
