//! Who was asked what, and what a line that comes, or does not come, says of it. Whatever is no answer is an error of the harness
//! at the case that it is about: nothing of it is ever taken for what the case leaves.

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::Instant;

use serde_json::Value;

use super::message::{Answer, AnswerOrder, said};
use crate::case::Case;
use crate::run::Ending;

/// What came of a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Received {
    /// The answer to a pending case.
    Answer,
    /// So is it, and the process ends behind it.
    Last,
    /// It is of none.
    Nonsense,
    /// It is of none, and several were asked: nobody knows whose answer it should have been.
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

/// Where every case is.
pub(super) struct Ledger<'c> {
    cases: &'c [&'c Case],
    /// The endings of finished cases.
    ends: Vec<Option<Ending>>,
    waiting: VecDeque<usize>,
    /// Cases asked one at a time, because some such case has ended a process.
    alone: VecDeque<usize>,
    asked: VecDeque<Asked>,
    next: u64,
    answered: HashMap<u64, usize>,
    /// Questions whose case ended as an error: an answer that comes late says nothing more.
    settled: HashSet<u64>,
    /// Errors that are of no case.
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

    /// The next question, with its number, if a process that takes so many at once may be asked one.
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

    /// The question whose answer is owed for longest, by its case and since when.
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
            return self.nonsense("it has no `id` that is a number", line, order, now);
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
        // Its members are read from the line, since a member that is there twice is an error.
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

    /// A line that is of no question: it stands where the answer should that is owed for longest.
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

    /// The answer that is owed for longest does not come; where answers have an order, it is known whose it is.
    pub(super) fn hangs(&mut self, order: AnswerOrder, why: &str) {
        if order == AnswerOrder::Any && self.asked.len() > 1 {
            return self.dies(why);
        }
        self.settle(0, Ending::Lost(why.to_owned()), Instant::now());
        self.leaves();
    }

    /// The process has ended as announced; another one gets its pending cases.
    pub(super) fn leaves(&mut self) {
        while let Some(asked) = self.asked.pop_back() {
            self.waiting.push_front(asked.case);
        }
    }

    /// Nothing more is asked: this is how all others end.
    pub(super) fn give_up(&mut self, ending: &Ending) {
        self.asked.clear();
        self.alone.clear();
        self.waiting.clear();
        self.ends.iter_mut().filter(|end| end.is_none()).for_each(|end| *end = Some(ending.clone()));
    }
}
