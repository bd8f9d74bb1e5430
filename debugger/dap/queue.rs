//! Incoming requests. A thread reads requests, so a client can halt a run.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::BufRead;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;

use super::protocol::Request;
use super::wire;

/// An incoming request, or the reason for the end.
type Incoming = Result<Request, String>;

/// The queue of incoming requests.
pub(super) struct Queue {
    incoming: Receiver<Incoming>,
    /// Messages that arrived during a run.
    waiting: RefCell<VecDeque<Incoming>>,
}

impl Queue {
    /// Reads requests from a stream, from now on.
    pub(super) fn of(input: impl BufRead + Send + 'static) -> Self {
        let (sender, incoming) = channel();
        thread::spawn(move || read_all(input, &sender));
        Queue { incoming, waiting: RefCell::default() }
    }

    /// The next request; none where the stream has ended.
    ///
    /// # Errors
    /// The error of the stream.
    pub(super) fn next(&self) -> Result<Option<Request>, String> {
        let waiting = self.waiting.borrow_mut().pop_front();
        match waiting.map_or_else(|| self.incoming.recv().ok(), Some) {
            Some(Ok(request)) => Ok(Some(request)),
            Some(Err(why)) => Err(why),
            None => Ok(None),
        }
    }

    /// Whether the client asks to halt the run.
    pub(super) fn wants_halt(&self) -> bool {
        let mut waiting = self.waiting.borrow_mut();
        let ended = loop {
            match self.incoming.try_recv() {
                Ok(one) => waiting.push_back(one),
                Err(TryRecvError::Empty) => break false,
                Err(TryRecvError::Disconnected) => break true,
            }
        };
        let halts = |one: &Incoming| match one {
            Ok(request) => ["pause", "disconnect", "terminate"].contains(&request.command.as_str()),
            Err(_) => true,
        };
        ended || waiting.iter().any(halts)
    }
}

fn read_all(mut input: impl BufRead, sender: &Sender<Incoming>) {
    loop {
        let incoming = match wire::read(&mut input) {
            Ok(Some(message)) => {
                serde_json::from_value(message).map_err(|error| format!("a message is no request: {error}"))
            }
            Ok(None) => return,
            Err(why) => Err(why),
        };
        let ends = incoming.is_err();
        if sender.send(incoming).is_err() || ends {
            return;
        }
    }
}
