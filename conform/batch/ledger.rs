//! The pending questions, and the meaning of each received or missing line. An invalid answer is an error of the harness at its
//! case, never an outcome of the case.

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::Instant;

use serde_json::Value;

use super::message::{Answer, AnswerOrder, said};
use crate::case::Case;
use crate::run::Ending;

/// The meaning of a received line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Received {
    /// The answer to a pending case.
    Answer,
    /// An answer, and the process ends afterwards.
    Last,
    /// A line without a case.
    Nonsense,
    /// A line without a case while several answers are pending: the case is unknown.
    Lost(String),
}

/// A question without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Asked {
    id: u64,
    case: usize,
    /// Since when the process owes the answer.
    since: Instant,
}

/// The state of every case.
pub(super) struct Ledger<'c> {
    cases: &'c [&'c Case],
    /// The endings of finished cases.
    ends: Vec<Option<Ending>>,
    waiting: VecDeque<usize>,
    /// Cases asked one at a time, because an earlier case ended a process.
    alone: VecDeque<usize>,
    asked: VecDeque<Asked>,
    next: u64,
    answered: HashMap<u64, usize>,
    /// Questions whose case ended as an error: late answers are ignored.
    settled: HashSet<u64>,
    /// Errors without a case.
    pub(super) errors: Vec<String>,
}

impl<'c> Ledger<'c> {
    /// Of some cases, none of which was asked.
    pub(super) fn new(cases: &'c [&'c Case]) -> Self {
        Ledger {
            cases,
            ends: vec![None; cases.len()],
            waiting: (0..cases.len()).collect(),
            alone: VecDeque::new(),
            asked: VecDeque::new(),
            next: 1,
            answered: HashMap::new(),
            settled: HashSet::new(),
            errors: Vec::new(),
        }
    }

    /// Whether some case has not ended.
    pub(super) fn has_work(&self) -> bool {
        !self.waiting.is_empty() || !self.alone.is_empty() || !self.asked.is_empty()
    }

    /// Whether some question has no answer.
    pub(super) fn owes(&self) -> bool {
        !self.asked.is_empty()
    }

    /// How many cases have ended.
    pub(super) fn ended(&self) -> usize {
        self.ends.iter().flatten().count()
    }

    /// How every case ended.
    pub(super) fn into_ends(self) -> Vec<Ending> {
        let never = || Ending::Lost("it was not run".to_owned());
        self.ends.into_iter().map(|end| end.unwrap_or_else(never)).collect()
    }

    /// The next question with its number, if the process may take another.
    pub(super) fn ask(&mut self, in_flight: usize, now: Instant) -> Option<(u64, usize)> {
        let case = match self.alone.front() {
            Some(_) if self.owes() => return None,
            Some(_) => self.alone.pop_front()?,
            None if self.asked.len() >= in_flight => return None,
            None => self.waiting.pop_front()?,
        };
        let id = self.next;
        self.next += 1;
        self.asked.push_back(Asked { id, case, since: now });
        Some((id, case))
    }

    /// The longest pending question: its case, and the time of the question.
    pub(super) fn oldest(&self) -> Option<(usize, Instant)> {
        self.asked.iter().map(|asked| (asked.case, asked.since)).min_by_key(|(_, since)| *since)
    }

    /// Takes a line.
    pub(super) fn receive(&mut self, line: &[u8], order: AnswerOrder, now: Instant) -> Received {
        let value = match serde_json::from_slice::<Value>(line) {
            Ok(value) => value,
            Err(error) => return self.nonsense(&format!("it is no JSON: {error}"), line, order, now),
        };
        let Some(id) = value.get("id").and_then(Value::as_u64) else {
            return self.nonsense("the `id` is missing, or no number", line, order, now);
        };
        let Some(at) = self.asked.iter().position(|asked| asked.id == id) else {
            return match self.answered.get(&id) {
                Some(case) => {
                    self.ends[*case] = Some(Ending::Lost(format!("question {id} is answered twice")));
                    Received::Nonsense
                }
                None if self.settled.contains(&id) => Received::Answer,
                None => self.nonsense(&format!("question {id} was not asked"), line, order, now),
            };
        };
        let (first, case) = (self.asked[0].case, self.asked[at].case);
        let ordered = order == AnswerOrder::Any || at == 0;
        // Members are read from the line, because a duplicate member is an error.
        let (ending, last) = match serde_json::from_slice::<Answer>(line) {
            Err(error) => (Ending::Lost(format!("the answer is wrong: {error}")), false),
            Ok(answer) if ordered => {
                let last = answer.ends;
                (answer.ending(self.cases[case]), last)
            }
            Ok(answer) => {
                let before = &self.cases[first].name;
                let why = "and the command has not announced answers in any order";
                (Ending::Lost(format!("it is answered before {before}, {why}")), answer.ends)
            }
        };
        self.settle(at, ending, now);
        if last { Received::Last } else { Received::Answer }
    }

    /// A line without a question, in place of the longest pending answer.
    fn nonsense(&mut self, why: &str, line: &[u8], order: AnswerOrder, now: Instant) -> Received {
        let line = String::from_utf8_lossy(line);
        let why = format!("a line is no answer: {why}: {}", said(&line));
        match (self.asked.len(), order) {
            (0, _) => self.errors.push(why),
            (1, _) | (_, AnswerOrder::Asked) => self.settle(0, Ending::Lost(why), now),
            (_, AnswerOrder::Any) => return Received::Lost(why),
        }
        Received::Nonsense
    }

    fn settle(&mut self, at: usize, ending: Ending, now: Instant) {
        let Some(asked) = self.asked.remove(at) else { return };
        match ending {
            Ending::Lost(_) => {
                self.settled.insert(asked.id);
            }
            Ending::Breaks(_) | Ending::Leaves(_) | Ending::Skipped(_) | Ending::Failed(_) => {
                self.answered.insert(asked.id, asked.case);
            }
        }
        self.ends[asked.case] = Some(ending);
        if at == 0
            && let Some(first) = self.asked.front_mut()
        {
            first.since = now;
        }
    }

    /// The process has ended, or was: whoever was asked alone is to blame; of several each is asked again, alone.
    pub(super) fn dies(&mut self, why: &str) {
        match self.asked.len() {
            1 => self.settle(0, Ending::Lost(why.to_owned()), Instant::now()),
            _ => self.alone.extend(self.asked.drain(..).map(|asked| asked.case)),
        }
    }

    /// The longest pending answer is overdue; if answers are ordered, its case is known.
    pub(super) fn hangs(&mut self, order: AnswerOrder, why: &str) {
        if order == AnswerOrder::Any && self.asked.len() > 1 {
            return self.dies(why);
        }
        self.settle(0, Ending::Lost(why.to_owned()), Instant::now());
        self.leaves();
    }

    /// The process has ended as announced; another process gets its pending cases.
    pub(super) fn leaves(&mut self) {
        while let Some(asked) = self.asked.pop_back() {
            self.waiting.push_front(asked.case);
        }
    }

    /// Stops asking: all other cases end with the given ending.
    pub(super) fn give_up(&mut self, ending: &Ending) {
        self.asked.clear();
        self.alone.clear();
        self.waiting.clear();
        self.ends.iter_mut().filter(|end| end.is_none()).for_each(|end| *end = Some(ending.clone()));
    }
}
