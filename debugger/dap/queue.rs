//! Requests as they come in. A thread reads them, so that a run can be asked to halt.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::BufRead;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;

use super::protocol::Request;
use super::wire;

/// What comes in: a request, or why there are no more.
type Incoming = Result<Request, String>;

/// Requests that have come in.
pub(super) struct Queue {
    incoming: Receiver<Incoming>,
    /// Messages that arrived while something ran.
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
    /// What is wrong with the stream.
    pub(super) fn next(&self) -> Result<Option<Request>, String> {
        let waiting = self.waiting.borrow_mut().pop_front();
        match waiting.map_or_else(|| self.incoming.recv().ok(), Some) {
            Some(Ok(request)) => Ok(Some(request)),
            Some(Err(why)) => Err(why),
            None => Ok(None),
        }
    }

    /// Whether somebody wants what runs to halt.
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
