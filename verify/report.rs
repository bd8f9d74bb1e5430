//! What the verifier says of a kernel.

use std::collections::{BTreeMap, BTreeSet};

use spec::rules::Rule;
use spec::syntax::launch::Launch;
use spec::syntax::span::Place;

use crate::smt::script::Script;

/// The result of an obligation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// It holds for every launch of the contract.
    Proved,
    /// Refuted by this launch, subject to confirmation by the interpreter.
    Refuted(Box<Launch>),
    /// The launch breaks the obligation if the interpreter confirms; the reason is an order of accesses that is not
    /// followed.
    Doubtful(Box<Launch>, String),
    /// Neither; why.
    Unknown(String),
}

/// A requirement at one place, with its status; users with own candidates have other status types.
#[derive(Debug, Clone, PartialEq)]
pub struct Obligation<S = Status> {
    /// The rule.
    pub rule: Rule,
    /// The operation: its position in [`spec::syntax::kernel::Kernel::operations`].
    pub operation: usize,
    /// The place of the operation.
    pub at: Place,
    /// The other side of a race.
    pub other: Option<Place>,
    /// The status.
    pub status: S,
    /// Whether some launch of the contract comes there; `None` if the solver could not tell.
    pub reached: Option<bool>,
    /// The time of the decision in seconds.
    pub seconds: f64,
}

/// The identity of an obligation across checks of a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ObligationId {
    rule: Rule,
    /// The position of the operation.
    operation: usize,
    /// The other side of a race.
    other: Option<usize>,
}

/// What was spent until a check came to each obligation, in units of [`Report::effort`].
pub type Pace = BTreeMap<ObligationId, u64>;

impl ObligationId {
    /// The obligation of an operation at a position, with the other side of a race.
    pub(crate) fn new(rule: Rule, operation: usize, other: Option<&Place>) -> Self {
        ObligationId { rule, operation, other: other.map(|place| place.offset) }
    }
}

impl<S> Obligation<S> {
    /// The identity.
    pub fn id(&self) -> ObligationId {
        ObligationId::new(self.rule, self.operation, self.other.as_ref())
    }

    /// The obligation with another status.
    pub fn map_status<T>(self, to: impl FnOnce(S) -> T) -> Obligation<T> {
        let Obligation { rule, operation, at, other, status, reached, seconds } = self;
        Obligation { rule, operation, at, other, status: to(status), reached, seconds }
    }
}

/// The results for a kernel under its contract.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Report {
    /// What must hold, in program order; races last.
    pub obligations: Vec<Obligation>,
    /// How far the check has come.
    pub coverage: Box<Coverage>,
    /// The clauses of the contract.
    pub given: Vec<String>,
    /// Trusted facts beyond the contract, as clauses if possible.
    pub trusted: Vec<String>,
    /// What is taken for granted of every launch.
    pub axioms: Vec<String>,
    /// Asserts that may fail; no undefined behavior.
    pub asserts: Vec<Place>,
    /// No launch meets the contract: nothing was proved.
    pub empty: bool,
    /// The budget was spent before everything was decided: what was not is not here.
    pub stopped: bool,
    /// Enough was known: a launch breaks a rule. What was not decided is not here.
    pub curtailed: bool,
    /// The buffers with unsatisfiable clauses, each with the error in words.
    pub vacuous: Vec<(String, String)>,
    /// How often the solver was asked.
    pub queries: u64,
    /// How much work it was, in units of counted work, which do not depend on the machine.
    pub effort: u64,
    /// The queries that decide obligations, and the lemmas, if the options ask for scripts.
    pub scripts: Vec<Script>,
}

/// Facts about the results of an integer operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IntegerFact {
    /// No signed result wraps.
    pub exact: bool,
    /// No result is negative.
    pub natural: bool,
}

/// How far a check has come.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Coverage {
    /// What was decided, with or without a question, of operations that some launch may come to.
    pub considered: BTreeSet<spec::proof::Obligation>,
    /// The operations that control may come to, by their positions.
    pub visited: BTreeSet<usize>,
    /// The work until each obligation.
    pub pace: Pace,
    /// By access and axis of its view, whether the whole tile is always inside, where the access does not promise it; as far
    /// as the options want it.
    pub whole: BTreeMap<(usize, usize), bool>,
    /// By integer operation of a Triton kernel, whether its result never wraps, and whether it is never negative; as far as the options want
    /// whole tiles.
    pub integers: BTreeMap<usize, IntegerFact>,
    /// By access with a mask or a test of bounds, whether it leaves out no element, as far as the options want it.
    pub masks: BTreeMap<usize, bool>,
}
