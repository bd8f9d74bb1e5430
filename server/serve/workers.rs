//! The processes that check: started, told to end when their answer is not wanted any more, and ended where they do not.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Write};
use std::num::NonZero;
use std::os::fd::{AsFd, OwnedFd};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use lsp_server::RequestId;

use super::events::Event;
use crate::order::{Line, Order};

/// A check beyond this time does not delay others: most take less, and as many of those run as there are processors.
const SHORT: Duration = Duration::from_millis(500);

/// How long a worker may take to end once it is told to.
const GRACE: Duration = Duration::from_secs(3);

/// How long a worker may say nothing: longer than a script or a kernel may take.
const SILENCE: Duration = Duration::from_secs(600);

/// The purpose of a worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The check of a document.
    Check(String),
    /// A request for what `fix` changes in a document.
    Fix(RequestId, String),
}

struct Worker {
    child: Child,
    /// While it is open, the worker works.
    _input: OwnedFd,
    started: Instant,
    heard: Instant,
    purpose: Purpose,
}

/// All workers.
pub(super) struct Workers {
    program: Box<dyn Fn() -> io::Result<Command>>,
    events: Sender<Event>,
    /// A started worker that waits for its order: most of a short check's time is its start.
    spare: Option<Child>,
    running: BTreeMap<u64, Worker>,
    ending: Vec<(Child, Instant)>,
    started: u64,
}

impl Workers {
    pub(super) fn new(program: Box<dyn Fn() -> io::Result<Command>>, events: Sender<Event>) -> Self {
        Workers { program, events, spare: None, running: BTreeMap::new(), ending: Vec::new(), started: 0 }
    }

    /// Starts a worker; its messages carry the returned number.
    pub(super) fn start(&mut self, order: &Order, purpose: Purpose) -> io::Result<u64> {
        let text = serde_json::to_string(order)?;
        let spare =
            self.spare.take().and_then(|mut spare| matches!(spare.try_wait(), Ok(None)).then_some(spare));
        let mut child = spare.map_or_else(|| self.spawn(), Ok)?;
        let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("it has no pipes"));
        };
        self.started += 1;
        let (number, events) = (self.started, self.events.clone());
        let kept = input.as_fd().try_clone_to_owned()?;
        thread::Builder::new().spawn(move || {
            // The end of output reports a worker that is gone.
            let _ = writeln!(input, "{text}").and_then(|()| input.flush());
            drop(input);
            for line in BufReader::new(output).lines() {
                let said = line.ok().and_then(|line| serde_json::from_str::<Line>(&line).ok());
                let Some(said) = said else { break };
                if events.send(Event::Said(number, said)).is_err() {
                    return;
                }
            }
            // Where nobody listens any more, nobody waits.
            let _ = events.send(Event::Ended(number));
        })?;
        let now = Instant::now();
        self.running.insert(number, Worker { child, _input: kept, started: now, heard: now, purpose });
        // On failure, the next check reports the reason.
        self.spare = self.spawn().ok();
        Ok(number)
    }

    fn spawn(&self) -> io::Result<Child> {
        (self.program)()?.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()
    }

    /// Whether another check may start.
    pub(super) fn has_room(&self, now: Instant) -> bool {
        let young = self.running.values().filter(|worker| now.duration_since(worker.started) < SHORT).count();
        young < thread::available_parallelism().map_or(1, NonZero::get).max(2)
    }

    /// The purpose of a worker, if its answer is still wanted.
    pub(super) fn purpose(&mut self, number: u64) -> Option<Purpose> {
        let worker = self.running.get_mut(&number)?;
        worker.heard = Instant::now();
        Some(worker.purpose.clone())
    }

    /// The worker with a purpose.
    pub(super) fn find(&self, is_it: impl Fn(&Purpose) -> bool) -> Option<u64> {
        self.running.iter().find(|(_, worker)| is_it(&worker.purpose)).map(|(number, _)| *number)
    }

    /// The workers that have run for longer than a short check.
    pub(super) fn find_long(&self, now: Instant) -> Vec<(u64, Purpose)> {
        let long = self.running.iter().filter(|(_, worker)| now.duration_since(worker.started) >= SHORT);
        long.map(|(number, worker)| (*number, worker.purpose.clone())).collect()
    }

    /// Tells a worker to end, whose answer is not wanted any more.
    pub(super) fn cancel(&mut self, number: u64) {
        if let Some(worker) = self.running.remove(&number) {
            self.ending.push((worker.child, Instant::now()));
        }
    }

    /// Collects ended workers, and returns those that were silent for too long.
    pub(super) fn tend(&mut self, now: Instant) -> Vec<u64> {
        self.ending.retain_mut(|(child, since)| {
            if now.duration_since(*since) > GRACE {
                // The worker may have ended just now.
                let _ = child.kill();
            }
            matches!(child.try_wait(), Ok(None))
        });
        let silent = |worker: &Worker| now.duration_since(worker.heard) > SILENCE;
        self.running.iter().filter(|(_, worker)| silent(worker)).map(|(number, _)| *number).collect()
    }

    /// The time of the next look, if known.
    pub(super) fn next(&self, now: Instant) -> Option<Instant> {
        if !self.ending.is_empty() {
            return Some(now + Duration::from_millis(20));
        }
        let young = self.running.values().map(|worker| worker.started + SHORT).filter(|due| *due > now);
        young.min().or_else(|| (!self.running.is_empty()).then(|| now + SILENCE))
    }

    /// Ends all workers.
    pub(super) fn end(&mut self) {
        let numbers: Vec<u64> = self.running.keys().copied().collect();
        numbers.into_iter().for_each(|number| self.cancel(number));
        if let Some(mut spare) = self.spare.take() {
            // The spare worker waits for an order, and ends without one.
            drop(spare.stdin.take());
            self.ending.push((spare, Instant::now()));
        }
        let start = Instant::now();
        while !self.ending.is_empty() {
            self.tend(Instant::now());
            if start.elapsed() > GRACE + GRACE {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}
