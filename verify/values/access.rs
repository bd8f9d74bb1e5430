//! What is recorded of memory operations: accesses of an arbitrary lane, for races, and loaded values, for models.

use spec::domain::Bool as _;
use spec::memory::strength::Manner;
use spec::ops::control;
use spec::syntax::kernel::{OpId, Operation};
use spec::syntax::types::Scalar;

use crate::terms::{Num, Substitution, Truth};
use crate::values::element::Pointer;
use crate::values::float::Given;
use crate::values::view::ElementPlace;

/// A value that a model may have to put into memory.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LoadRecord {
    pub(crate) when: Truth,
    /// Whether the value is from launch, and a clause may describe it.
    pub(crate) of_launch: bool,
    /// Whether it is a whole element, as a clause speaks of them, and another block's store to it is a race.
    pub(crate) is_own_element: bool,
    pub(crate) which: Num,
    pub(crate) offset: Num,
    /// The element, read as signed; of a boolean 0 or 1.
    pub(crate) value: Num,
    /// The type that the load reads the bytes as.
    pub(crate) element: Scalar,
}

impl LoadRecord {
    /// The number of bytes that the load reads.
    pub(crate) fn bytes(&self) -> u64 {
        self.element.bytes()
    }
}

/// A float that a model may have to put into memory.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FloatRecord {
    pub(crate) when: Truth,
    pub(crate) which: Num,
    pub(crate) offset: Num,
    pub(crate) given: Given,
}

impl FloatRecord {
    /// The lane with variables replaced.
    pub(crate) fn replaced(&self, with: &mut Substitution) -> Self {
        let given = Given {
            nan: with.truth(&self.given.nan),
            whole: with.num(&self.given.whole),
            format: self.given.format,
        };
        let (when, which, offset) = (with.truth(&self.when), with.num(&self.which), with.num(&self.offset));
        FloatRecord { when, which, offset, given }
    }
}

/// An access of an arbitrary lane, for the search for races.
#[derive(Debug, Clone)]
pub(crate) struct SymbolicAccess<'k> {
    pub(crate) op: &'k Operation,
    /// The operation's position in the kernel, the execution order of operations in one iteration.
    pub(crate) position: usize,
    pub(crate) manner: Manner,
    /// The path: the operation is run.
    pub(crate) path: Truth,
    /// Path, mask and bounds: the lane is accessed.
    pub(crate) when: Truth,
    pub(crate) pointer: Pointer,
    pub(crate) bytes: u64,
    /// The value that a strong access reads or writes, as a signed integer, if known.
    pub(crate) value: Option<Num>,
    /// The effect of an update or exchange of one element, if known.
    pub(crate) exchange: Option<Exchange>,
    /// Whether the access has one element, so no other lane meets the place.
    pub(crate) is_of_one_element: bool,
    /// The place, for an access through a view.
    pub(crate) place: Option<ElementPlace<'k>>,
    /// The iterations, outermost first.
    pub(crate) iterations: Vec<(OpId, Num)>,
}

/// One lane of a memory operation.
pub(crate) struct AccessedLane {
    pub(crate) active: Truth,
    pub(crate) pointer: Pointer,
    pub(crate) undetermined: Truth,
    pub(crate) mask_undetermined: Truth,
    /// Through a view: the place in the tensor, by its axes.
    pub(crate) place: Vec<Num>,
}

/// The found value and the effect of an update or an exchange of one element.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Exchange {
    /// The old value as a signed integer.
    pub(crate) found: Num,
    /// The operand of an update, or the expected number of a compare-and-exchange.
    pub(crate) operand: Num,
    /// The replacement of a compare-and-exchange.
    pub(crate) desired: Option<Num>,
    /// The bits of the element.
    pub(crate) bits: u32,
}

impl Exchange {
    /// The exchange of another copy.
    pub(crate) fn instantiate(&self, other: &mut Substitution) -> Self {
        Exchange {
            found: other.num(&self.found),
            operand: other.num(&self.operand),
            desired: self.desired.as_ref().map(|desired| other.num(desired)),
            bits: self.bits,
        }
    }
}

/// The end of an iteration from which control goes on to the next.
#[derive(Debug, Clone)]
pub(crate) struct Round {
    pub(crate) path: Truth,
    /// The iterations that end here, outermost first: the last.
    pub(crate) iterations: Vec<(OpId, Num)>,
}

/// An `if` or a `for` that hands over tokens and is run once at most.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fork<'k> {
    pub(crate) op: &'k Operation,
    pub(crate) path: Truth,
    pub(crate) choice: Choice,
}

/// When control takes the first side of a [`Fork`].
#[derive(Debug, Clone, Copy)]
pub(crate) enum Choice {
    /// The condition of an `if` holds.
    Holds(Truth),
    /// A `for` with these bounds has an iteration.
    Iterates(Num, Num),
}

impl Fork<'_> {
    /// That control takes the first side, if it comes here; the same of the second. Made only for those who ask.
    pub(crate) fn sides(&self) -> [Truth; 2] {
        let first = match self.choice {
            Choice::Holds(condition) => condition,
            Choice::Iterates(lower, upper) => control::runs(&lower, &upper),
        };
        [self.path.implies(&first), self.path.implies(&first.not())]
    }
}

/// The loop around an arbitrary iteration that was run for the record.
#[derive(Debug, Clone)]
pub(crate) struct IteratedLoop {
    /// The number of the iteration, as in its accesses.
    pub(crate) number: Num,
    /// The counter; `None` for a loop that ends by `break`.
    pub(crate) counter: Option<LoopCounter>,
    /// The number of variables before the loop, and of truth variables: later ones may belong to the iteration.
    pub(crate) variables: u32,
    pub(crate) bools: u32,
    /// Whether some iteration may leave it, as far as the solver could tell.
    pub(crate) may_be_left: bool,
}

/// The variable of a `for`, with its start, end and step.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LoopCounter {
    pub(crate) variable: Num,
    pub(crate) lower: Num,
    pub(crate) upper: Num,
    pub(crate) step: Num,
}
