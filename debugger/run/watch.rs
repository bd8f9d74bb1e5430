//! Watches stop a run after the operation that triggers them, or before the accesses of a race.

use interp::{History, SeenElement, Stepper};
use spec::syntax::format;
use spec::syntax::kernel::{Operation, ValueId};

/// A watched condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Watch {
    /// A NaN without a NaN operand.
    Nan,
    /// An undetermined element without an undetermined operand.
    Undetermined,
    /// An access of an element that accesses race for.
    Race(Spot),
    /// The definition of a value.
    Value(String, Vec<ValueId>),
    /// A write to bytes.
    Memory(String, Spot),
}

/// Bytes of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) array: usize,
    pub(crate) offset: i64,
    pub(crate) bytes: u64,
}

impl Watch {
    /// The displayed name.
    pub(crate) fn name(&self) -> &str {
        match self {
            Watch::Nan => "nan",
            Watch::Undetermined => "undetermined",
            Watch::Race(_) => "race",
            Watch::Value(name, _) | Watch::Memory(name, _) => name,
        }
    }

    /// Whether the watch stops the run here, after an operation; `None` at the beginning.
    pub(crate) fn stops(
        &self,
        history: &History<'_>,
        here: &Stepper<'_>,
        behind: Option<&Operation>,
    ) -> bool {
        match self {
            Watch::Nan => behind.is_some_and(|op| begins(here, op, has_nan)),
            Watch::Undetermined => behind.is_some_and(|op| begins(here, op, has_undetermined)),
            Watch::Race(spot) => here.operation().is_some_and(|op| touches(here, op, *spot)),
            Watch::Value(_, values) => {
                let last = here.position().checked_sub(1);
                last.is_some() && values.iter().any(|value| here.made(*value) == last)
            }
            Watch::Memory(_, Spot { array, offset, bytes }) => {
                let write = history.writes_before(here.position()).next();
                let last = write.filter(|write| write.position + 1 == here.position());
                last.is_some_and(|write| write.accesses.lane_at(*array, *offset, *bytes).is_some())
            }
        }
    }
}

/// Whether the next operation accesses these bytes.
pub(crate) fn touches(here: &Stepper<'_>, op: &Operation, spot: Spot) -> bool {
    let accesses = here.accesses(op);
    matches!(accesses, Some(Ok(accesses)) if accesses.lane_at(spot.array, spot.offset, spot.bytes).is_some())
}

/// Whether something is true of a result of an operation, and of none of its operands.
fn begins(here: &Stepper<'_>, op: &Operation, has: fn(&Stepper<'_>, ValueId) -> bool) -> bool {
    let made = |value: &ValueId| here.made(*value).is_some_and(|at| at + 1 == here.position());
    op.regions.is_empty()
        && op.results.iter().any(|value| made(value) && has(here, *value))
        && !op.operands.iter().any(|value| has(here, *value))
}

fn has_undetermined(here: &Stepper<'_>, value: ValueId) -> bool {
    here.tile(value).is_some_and(|tile| tile.has_undetermined())
}

fn has_nan(here: &Stepper<'_>, value: ValueId) -> bool {
    let Some(tile) = here.tile(value) else { return false };
    let Some(scalar) = tile.ty().element.scalar().filter(|scalar| !scalar.is_integer()) else { return false };
    (0..tile.ty().len()).any(|lane| match tile.element(lane) {
        SeenElement::Bits(bits) => format::value(bits, scalar).is_some_and(f64::is_nan),
        SeenElement::Undetermined | SeenElement::Pointer { .. } => false,
    })
}
