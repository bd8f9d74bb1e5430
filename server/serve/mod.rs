//! The server: it hears the client and the workers, one event at a time, and never waits for anything else.

mod asked;
mod checks;
mod client;
mod documents;
mod events;
mod lifecycle;
mod moved;
mod outbox;
mod progress;
mod published;
mod server;
mod workers;

use std::io::{self, BufReader};
use std::process::Command;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use self::events::Event;
use self::outbox::Outbox;
use self::server::Server;
use crate::frames;

/// How long nothing need be looked at where nothing happens.
const IDLE: Duration = Duration::from_secs(60);

/// How a server ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// The client has shut it down before.
    InOrder,
    /// The client has not.
    Early,
    /// The next message cannot be found, for this reason.
    Torn(String),
}

/// Serves the client on standard input and output until it ends. `program` starts this program as a worker.
pub fn serve(program: impl Fn() -> io::Result<Command> + 'static) -> Ended {
    let (events, receiver) = channel();
    let (outbox, writer) = Outbox::start(events.clone());
    hear(events.clone());
    let mut server = Server::new(outbox, Box::new(program), events);
    let ended = loop {
        let now = Instant::now();
        let wait = server.tend(now).unwrap_or(now + IDLE).saturating_duration_since(now);
        let event = match receiver.recv_timeout(wait) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break Ended::Early,
        };
        if let Some(ended) = server.take(event) {
            break ended;
        }
    };
    server.end();
    // What was said before the end arrives; a writer that failed has nothing more to say.
    let _ = writer.join();
    ended
}

/// Listens to the client.
fn hear(events: Sender<Event>) {
    thread::spawn(move || {
        let mut input = BufReader::new(io::stdin().lock());
        loop {
            let (event, is_last) = match frames::read(&mut input) {
                Ok(Some(incoming)) => (Event::Incoming(incoming), false),
                Ok(None) => (Event::Closed(None), true),
                Err(torn) => (Event::Closed(Some(torn)), true),
            };
            if events.send(event).is_err() || is_last {
                return;
            }
        }
    });
}
