//! How one moves through a run: by operations, lines, blocks and stops, forwards and backwards.

use interp::{End, History, Options, Stepper, Stop};
use spec::problem::Violation;
use spec::syntax::kernel::Operation;

use crate::program::Program;
use crate::run::breakpoints::Breakpoints;
use crate::run::watch::Watch;
use crate::show::element::array_name;
use crate::subject::Subject;

/// Why a run has come to a halt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Halt {
    /// The move is complete.
    Moved,
    /// A line with a breakpoint begins.
    Breakpoint,
    /// A watch was hit: its name, and the reason.
    Watch(String),
    /// The next operation breaks a rule, or cannot run.
    Broken,
    /// All blocks have run.
    Finished,
    /// The beginning of the run.
    Beginning,
    /// The user wants a halt.
    Interrupted,
}

/// A kernel with its run.
pub struct Debugger<'k> {
    pub(crate) subject: &'k Subject,
    pub(crate) program: Program<'k>,
    pub(crate) history: History<'k>,
    pub(crate) breakpoints: Breakpoints,
    pub(crate) watches: Vec<Watch>,
    /// Asked now and then whether to halt, beside the keyboard.
    pub(crate) is_paused: Box<dyn FnMut() -> bool + 'k>,
}

impl<'k> Debugger<'k> {
    /// Stands at the beginning of a launch, or where it is known to break a rule.
    ///
    /// # Errors
    /// The launch does not fit the kernel, or its arrays are too large.
    pub fn new(subject: &'k Subject, options: &'k Options) -> Result<Self, Stop> {
        let mut debugger = Debugger {
            subject,
            program: Program::new(&subject.kernel, &subject.source, &subject.signature),
            history: History::new(&subject.kernel, &subject.launch, options, driver::interrupt::is_asked)?,
            breakpoints: Breakpoints::default(),
            watches: Vec::new(),
            is_paused: Box::new(|| false),
        };
        if subject.is_broken {
            debugger.go_to_end();
        }
        Ok(debugger)
    }

    pub(crate) const fn now(&self) -> &Stepper<'k> {
        self.history.now()
    }

    /// The next operation.
    pub(crate) fn operation(&self) -> Option<&'k Operation> {
        self.now().operation()
    }

    /// The rule that the next operation breaks.
    pub(crate) fn violation(&self) -> Option<&Violation> {
        match self.history.ended() {
            Some(End::Stopped(Stop::Violation(violation))) => Some(violation),
            Some(
                End::Stopped(Stop::Exhausted(_) | Stop::Unsupported(_) | Stop::BadLaunch(_)) | End::Finished,
            )
            | None => None,
        }
    }

    /// Why the run cannot go forwards, if it cannot.
    fn halted(&self) -> Option<Halt> {
        self.history.ended().map(|end| match end {
            End::Finished => Halt::Finished,
            End::Stopped(_) => Halt::Broken,
        })
    }

    fn is_interrupted(&mut self) -> bool {
        driver::interrupt::is_asked() || (self.history.position().is_multiple_of(256) && (self.is_paused)())
    }

    /// Runs so many operations.
    pub(crate) fn step(&mut self, count: u64) -> Halt {
        for _ in 0..count {
            if !self.history.forward() {
                return self.halted().unwrap_or(Halt::Moved);
            }
            if self.is_interrupted() {
                return Halt::Interrupted;
            }
        }
        self.halted().unwrap_or(Halt::Moved)
    }

    /// Goes back so many operations.
    pub(crate) fn back(&mut self, count: u64) -> Halt {
        let position = self.history.position();
        if position == 0 {
            return Halt::Beginning;
        }
        self.history.go_to(position.saturating_sub(count));
        if self.history.position() == 0 { Halt::Beginning } else { Halt::Moved }
    }

    /// The next line, with the depth of calls.
    fn line(&self) -> Option<(String, usize, usize)> {
        self.line_of(self.operation()?)
    }

    fn line_of(&self, op: &Operation) -> Option<(String, usize, usize)> {
        let listed = self.program.listed(op)?;
        Some((listed.position.file.clone(), listed.position.line, listed.calls))
    }

    /// Runs to another line; over the calls of functions, if they are not entered.
    pub(crate) fn next_line(&mut self, enters: bool) -> Halt {
        let (begin, block) = (self.line(), self.now().begun());
        loop {
            if !self.history.forward() {
                return self.halted().unwrap_or(Halt::Moved);
            }
            let here = self.line();
            let is_within = !enters && is_deeper(&here, &begin) && self.now().begun() == block;
            if here != begin && !is_within || self.now().begun() != block {
                return self.halted().unwrap_or(Halt::Moved);
            }
            if self.is_interrupted() {
                return Halt::Interrupted;
            }
        }
    }

    /// Goes back to the beginning of the previous line.
    pub(crate) fn previous_line(&mut self) -> Halt {
        let begin = self.line();
        let (mut target, mut line) = (None, None);
        let mut position = self.history.position();
        while position > 0 && !self.is_interrupted() {
            position -= 1;
            self.history.go_to(position);
            let here = self.line();
            if line.is_none() && here != begin && !is_deeper(&here, &begin) {
                line.clone_from(&here);
            }
            if line.is_some() && here == line {
                target = Some(position);
            } else if line.is_some() {
                break;
            }
        }
        self.history.go_to(target.unwrap_or(0));
        if self.history.position() == 0 { Halt::Beginning } else { Halt::Moved }
    }

    /// Runs until a stop.
    pub(crate) fn resume(&mut self) -> Halt {
        loop {
            let behind = self.operation();
            if !self.history.forward() {
                return self.halted().unwrap_or(Halt::Moved);
            }
            if let Some(halt) = self.stop_at(self.now(), behind) {
                return halt;
            }
            if self.is_interrupted() {
                return Halt::Interrupted;
            }
        }
    }

    /// Goes back until a stop.
    pub(crate) fn reverse(&mut self) -> Halt {
        let mut until = self.history.position();
        while until > 0 {
            let from = self.history.copy_before(until);
            let mut there = self.history.visit(from);
            let mut found = None;
            let mut behind = from.checked_sub(1).and_then(|at| self.history.visit(at).operation());
            while there.position() < until {
                if let Some(halt) = self.stop_at(&there, behind) {
                    found = Some((there.position(), halt));
                }
                behind = there.operation();
                if there.step().is_err() || self.is_interrupted() {
                    break;
                }
            }
            if let Some((position, halt)) = found {
                self.history.go_to(position);
                return halt;
            }
            if driver::interrupt::is_asked() {
                return Halt::Interrupted;
            }
            until = from;
        }
        self.history.go_to(0);
        Halt::Beginning
    }

    /// The reason to stop at a position behind an operation.
    fn stop_at(&self, there: &Stepper<'k>, behind: Option<&Operation>) -> Option<Halt> {
        let number = there.operation().map(|op| op.id.index());
        if number.is_some_and(|number| self.breakpoints.stops_at(&self.program, number)) {
            return Some(Halt::Breakpoint);
        }
        let watch = self.watches.iter().find(|watch| watch.stops(&self.history, there, behind));
        watch.map(|watch| Halt::Watch(self.describe_watch(watch, behind)))
    }

    /// The watch, with the operation that triggered it.
    fn describe_watch(&self, watch: &Watch, behind: Option<&Operation>) -> String {
        match (watch, behind) {
            (Watch::Race(spot), _) => {
                let name = array_name(self.subject, self.now(), spot.array);
                let element = spot.offset.div_euclid(spot.bytes.max(1).cast_signed());
                format!("race: the next operation accesses {name}[{element}]")
            }
            (watch, None) => watch.name().to_owned(),
            (Watch::Nan | Watch::Undetermined | Watch::Value(..) | Watch::Memory(..), Some(op)) => {
                let (at, text) =
                    (self.program.source.position(&op.at), self.program.source.operation(&op.at));
                format!("{}, by {at}: {text}", watch.name())
            }
        }
    }

    /// Runs out of the innermost loop or branch; of the kernel's body, to the end of the block.
    pub(crate) fn finish(&mut self) -> Halt {
        let (depth, block) = (self.now().inside().len(), self.now().begun());
        loop {
            if !self.history.forward() {
                return self.halted().unwrap_or(Halt::Moved);
            }
            if self.now().inside().len() < depth || self.now().begun() != block {
                return self.halted().unwrap_or(Halt::Moved);
            }
            if self.is_interrupted() {
                return Halt::Interrupted;
            }
        }
    }

    /// Goes to a position, as far as the run goes.
    pub(crate) fn go_to(&mut self, position: u64) -> Halt {
        self.history.go_to(position);
        match self.halted() {
            Some(halt) => halt,
            None if self.history.position() < position => Halt::Interrupted,
            None if self.history.position() == 0 => Halt::Beginning,
            None => Halt::Moved,
        }
    }

    /// Goes to the end of the run, or to the broken rule.
    pub(crate) fn go_to_end(&mut self) -> Halt {
        while self.history.forward() {
            if self.is_interrupted() {
                return Halt::Interrupted;
            }
        }
        self.halted().unwrap_or(Halt::Moved)
    }

    /// Goes to the start of a block; `None` if the run never reaches the block.
    pub(crate) fn go_to_block(&mut self, block: [u32; 3]) -> Option<Halt> {
        let from = self.history.position();
        while self.history.start_of(block).is_none() {
            if !self.history.forward() || self.is_interrupted() {
                self.history.go_to(from);
                return None;
            }
        }
        let start = self.history.start_of(block)?;
        Some(self.go_to(start))
    }
}

/// Whether a line stands in a function that another calls.
fn is_deeper(here: &Option<(String, usize, usize)>, than: &Option<(String, usize, usize)>) -> bool {
    matches!((here, than), (Some(here), Some(than)) if here.2 > than.2)
}
