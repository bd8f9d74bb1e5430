//! The second run of a launch: its limits, the integers of values, and the parameters behind arrays.

use interp::{ArrayOf, SeenElement, Stepper};
use spec::syntax::kernel::ValueId;
use spec::syntax::launch::{Argument, Launch};
use spec::syntax::types::Element;

use crate::scalar::integer;

/// An operation counts as so many elements, as in a replay.
pub(super) const LEAST: u64 = 64;

/// The most elements of the slice.
pub(super) const FOLLOWED: usize = 400;

/// The integer in a lane of a value.
pub(super) fn number(here: &Stepper<'_>, value: ValueId, lane: usize, unsigned: bool) -> Option<i128> {
    let tile = here.tile(value)?;
    let Element::Scalar(scalar) = tile.ty().element else { return None };
    let lane = if tile.ty().len() == 1 { 0 } else { lane };
    match tile.element(lane) {
        SeenElement::Bits(bits) if scalar.is_integer() => Some(integer(scalar, bits, unsigned)),
        SeenElement::Bits(_) | SeenElement::Undetermined | SeenElement::Pointer { .. } => None,
    }
}

/// The first parameter that points into an array.
pub(super) fn parameter(here: &Stepper<'_>, array: usize, launch: &Launch) -> Option<usize> {
    let Some(ArrayOf::Buffer(wanted)) = here.array_of(array) else { return None };
    let points =
        |argument: &Argument| matches!(argument, Argument::Pointer { buffer, .. } if *buffer == wanted);
    launch.arguments.iter().position(points)
}
