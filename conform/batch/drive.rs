//! Runs cases by a process with requests and answers; a dead or hanging process is replaced.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use driver::interrupt;

use super::ledger::{Ledger, Received};
use super::message::{AnswerOrder, Hello, MOST_IN_FLIGHT, Question, SCHEMA, Start, longest, said};
use super::process::{Event, Process};
use crate::case::Case;
use crate::run::{Ending, Watcher};

/// How often it is asked whether the user wants an end.
const TICK: Duration = Duration::from_millis(100);

/// The most invalid lines that a process may write before the harness ends the process.
const MOST_NONSENSE: usize = 16;

/// How many errors that are of no case are kept.
const MOST_ERRORS: usize = 20;

/// How a command runs cases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terms {
    /// The command.
    pub command: Vec<String>,
    /// The time limit of an answer.
    pub limit: Duration,
    /// The number of restarts.
    pub restarts: usize,
}

/// The outcomes of cases run by a process.
pub(crate) struct Done {
    /// How each ended, in order.
    pub(crate) endings: Vec<Ending>,
    /// Errors of the harness that are of no case.
    pub(crate) errors: Vec<String>,
}

/// Runs cases of a suite in a folder.
pub(crate) fn run(cases: &[&Case], root: &Path, terms: &Terms, watcher: &dyn Watcher) -> Done {
    let mut drive = Drive {
        cases,
        root,
        terms,
        watcher,
        ledger: Ledger::new(cases),
        longest: Arc::new(AtomicUsize::new(1 << 16)),
        told: 0,
    };
    let mut starts = 0;
    while drive.ledger.has_work() {
        if starts > terms.restarts {
            let why =
                format!("it was not run: the command was started {starts} times, and no more is allowed");
            drive.ledger.give_up(&Ending::Lost(why));
            break;
        }
        starts += 1;
        drive.live();
        drive.tell();
    }
    let mut errors = std::mem::take(&mut drive.ledger.errors);
    let more = errors.len().saturating_sub(MOST_ERRORS);
    errors.truncate(MOST_ERRORS);
    errors.extend((more > 0).then(|| format!("and {more} more")));
    Done { endings: drive.ledger.into_ends(), errors }
}

struct Drive<'c> {
    cases: &'c [&'c Case],
    root: &'c Path,
    terms: &'c Terms,
    watcher: &'c dyn Watcher,
    ledger: Ledger<'c>,
    /// How long a line may be.
    longest: Arc<AtomicUsize>,
    /// Of how many cases the watcher knows.
    told: usize,
}

impl Drive<'_> {
    /// Runs one process from start to end.
    fn live(&mut self) {
        let mut process = match Process::start(&self.terms.command, &self.longest) {
            Ok(process) => process,
            Err(why) => return self.ledger.give_up(&Ending::Lost(why)),
        };
        let root = self.root.display().to_string();
        process.ask(line_of(&Start { schema: SCHEMA.to_owned(), root }));
        match self.greeted(&process) {
            Ok(hello) => self.converse(process, &hello),
            Err(_) if interrupt::is_asked() => {
                process.kill();
                self.overdue(AnswerOrder::Asked);
            }
            Err(why) => {
                process.kill();
                let how = process.end(Instant::now()).map_or(String::new(), |how| format!("; {how}"));
                self.ledger
                    .give_up(&Ending::Lost(format!("the command does not begin as it should: {why}{how}")));
            }
        }
    }

    /// Reads the greeting of the process.
    fn greeted(&self, process: &Process) -> Result<Hello, String> {
        let line = match self.next(process, Instant::now() + self.terms.limit) {
            Some(Event::Line(line)) => line,
            Some(Event::Torn(why)) => return Err(why),
            Some(Event::End) => return Err("it says nothing".to_owned()),
            None => return Err(format!("it says nothing in {}", seconds(self.terms.limit))),
        };
        let text = String::from_utf8_lossy(&line);
        let hello: Hello = serde_json::from_slice(&line)
            .map_err(|error| format!("its first line is no greeting: {error}: {}", said(&text)))?;
        match hello.schema == SCHEMA {
            true => Ok(hello),
            false => Err(format!("its schema is {}, not {SCHEMA}", said(&hello.schema))),
        }
    }

    /// Asks and takes answers until nothing is left, or the process has ended.
    fn converse(&mut self, mut process: Process, hello: &Hello) {
        let in_flight = hello.in_flight.clamp(1, MOST_IN_FLIGHT);
        let mut nonsense = 0;
        loop {
            while let Some((id, case)) = self.ledger.ask(in_flight, Instant::now()) {
                let case = self.cases[case];
                self.longest.fetch_max(longest(case), Ordering::Relaxed);
                process.ask(line_of(&Question { id, case: case.name.clone() }));
            }
            let Some((_, since)) = self.ledger.oldest() else { return self.part(process) };
            match self.next(&process, since + self.terms.limit) {
                Some(Event::Line(line)) => {
                    let received = self.ledger.receive(&line, hello.order, Instant::now());
                    self.tell();
                    match received {
                        Received::Answer => {}
                        Received::Last => return self.leave(process),
                        Received::Nonsense if nonsense < MOST_NONSENSE => nonsense += 1,
                        Received::Nonsense => {
                            process.kill();
                            return self
                                .ledger
                                .dies("the command is ended: too many of its lines are no answers");
                        }
                        Received::Lost(why) => {
                            process.kill();
                            return self.ledger.dies(&why);
                        }
                    }
                }
                Some(Event::Torn(why)) => {
                    process.kill();
                    return self.ledger.dies(&format!("the command is ended: {why}"));
                }
                Some(Event::End) => {
                    let how = process.end(Instant::now() + self.terms.limit.min(Duration::from_secs(1)));
                    let how = how.unwrap_or_else(|| "it ends with success".to_owned());
                    return self.ledger.dies(&format!("the command owes an answer: {how}"));
                }
                None => {
                    process.kill();
                    return self.overdue(hello.order);
                }
            }
        }
    }

    /// No line has come in time, or the user wants an end.
    fn overdue(&mut self, order: AnswerOrder) {
        match interrupt::is_asked() {
            true => self.ledger.give_up(&Ending::Skipped("interrupted".to_owned())),
            false => {
                let limit = seconds(self.terms.limit);
                self.ledger.hangs(order, &format!("the command owes an answer for more than {limit}"));
            }
        }
    }

    /// Ends a process after its farewell; another process takes the remaining cases.
    fn leave(&mut self, process: Process) {
        self.ledger.leaves();
        // The end is already reported.
        let _ = process.end(Instant::now() + self.terms.limit);
    }

    /// Nothing is left to be asked: the process must have nothing more to say, and end.
    fn part(&mut self, mut process: Process) {
        process.close();
        let until = Instant::now() + self.terms.limit;
        loop {
            match self.next(&process, until) {
                Some(Event::Line(line)) => {
                    // An answer that comes twice is noticed here, too.
                    self.ledger.receive(&line, AnswerOrder::Any, Instant::now());
                    if self.ledger.errors.len() > MOST_ERRORS {
                        break process.kill();
                    }
                }
                Some(Event::Torn(why)) => {
                    self.ledger.errors.push(format!("behind the last answer: {why}"));
                    break process.kill();
                }
                Some(Event::End) | None => break,
            }
        }
        let how = process.end(until);
        self.ledger.errors.extend(how.map(|how| format!("behind the last answer: {how}")));
    }

    /// The next event of the process; `None` at the deadline, or if the user cancels the run.
    fn next(&self, process: &Process, until: Instant) -> Option<Event> {
        loop {
            if let Some(event) = process.wait(until.min(Instant::now() + TICK)) {
                return Some(event);
            }
            if interrupt::is_asked() || Instant::now() >= until {
                return None;
            }
        }
    }

    /// Tells the watcher how far the run has come.
    fn tell(&mut self) {
        while self.told < self.ledger.ended() {
            self.told += 1;
            self.watcher.advances();
        }
    }
}

fn seconds(limit: Duration) -> String {
    format!("{} s", limit.as_secs_f64())
}

fn line_of(message: &impl serde::Serialize) -> String {
    // Numbers and texts can always be written.
    serde_json::to_string(message).unwrap_or_default()
}
