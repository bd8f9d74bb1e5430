//! The results of symbolic execution: obligations with their statuses, and the accesses for the race check.

pub(crate) mod endings;
pub(crate) mod traces;

use std::rc::Rc;

use spec::syntax::span::Place;

use self::endings::Endings;
use self::traces::{CarryingLoop, Traces};
use crate::report::{Coverage, Obligation, Status};
use crate::symbolic::state::{Mode, Val};
use crate::terms::Num;
use crate::values::access::{FloatRecord, Fork, LoadRecord, Round, SymbolicAccess};
use crate::values::view::InitializingStore;

/// The records.
#[derive(Default)]
pub(crate) struct Recorder<'k> {
    pub(crate) obligations: Vec<Obligation>,
    /// How far the check has come.
    pub(crate) coverage: Coverage,
    /// Asserts that may fail.
    pub(crate) asserts: Vec<Place>,
    pub(crate) accesses: Vec<SymbolicAccess<'k>>,
    /// Loaded integers, for models.
    pub(crate) loads: Vec<LoadRecord>,
    /// Loaded floats, if their values matter.
    pub(crate) floats: Vec<FloatRecord>,
    /// Stores to memory that is undetermined before.
    pub(crate) initializing: Vec<Rc<InitializingStore<'k>>>,
    /// Where an iteration goes on to the next.
    pub(crate) rounds: Vec<Round>,
    /// Where races are looked for: how many variables, and truth variables, there were before any instance was made.
    pub(crate) uncopied: Option<(u32, u32)>,
    /// The choices between tokens.
    pub(crate) forks: Vec<Fork<'k>>,
    /// Unsatisfiable clauses about contents: the buffer, and the reason in words.
    pub(crate) vacuous: Vec<(String, String)>,
    /// What is trusted of views, in the words of a contract.
    pub(crate) trusted_views: Vec<String>,
    /// The data for properties, if any are requested.
    pub(crate) endings: Option<Endings<'k>>,
    /// The data for a comparison with another kernel, if requested.
    pub(crate) traces: Option<Traces<'k>>,
}

/// The lengths of the lists that a discarded pass extends.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lengths {
    loads: usize,
    floats: usize,
    initializing: usize,
}

impl<'k> Recorder<'k> {
    /// Whether the latest obligation is refuted.
    pub(crate) fn has_just_refuted(&self) -> bool {
        self.obligations.last().is_some_and(|last| matches!(last.status, Status::Refuted(_)))
    }

    /// Whether the latest obligation is not proved.
    pub(crate) fn has_just_left_open(&self) -> bool {
        self.obligations.last().is_some_and(|last| last.status != Status::Proved)
    }

    /// Keeps the carried values of a loop, its number of iterations and its results, if requested.
    pub(crate) fn keep_carrying(
        &mut self,
        mode: Mode,
        carrying: Option<CarryingLoop<'k>>,
        turns: Num,
        afters: &[Val<'k>],
    ) {
        if let (Mode::Record, Some(traces), Some(carrying)) = (mode, &mut self.traces, carrying) {
            traces.loops.push(CarryingLoop { turns, afters: afters.to_vec(), ..carrying });
        }
    }

    /// The lengths of the lists that [`Recorder::truncate`] shortens.
    pub(crate) fn lengths(&self) -> Lengths {
        Lengths { loads: self.loads.len(), floats: self.floats.len(), initializing: self.initializing.len() }
    }

    /// Drops later entries.
    pub(crate) fn truncate(&mut self, to: Lengths) {
        self.loads.truncate(to.loads);
        self.floats.truncate(to.floats);
        self.initializing.truncate(to.initializing);
    }
}
