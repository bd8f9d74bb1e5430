//! Facts as stated: a formula, the guard under which the formula is true, and the reason.
//!
//! Values are evaluated lazily, at their first use. A term stands for a value of the kernel only where the operation that
//! defines the value was executed, and only for lanes that the tile has. A fact about a term carries this condition as its
//! guard. Without the guard, the fact would exclude launches that exist.

use spec::domain::{Bool as _, between};

use crate::smt::facts::Role;
use crate::smt::reason::{Always, Reason, Under};
use crate::terms::{Num, Truth};

/// The executions, and the lanes, of which a fact is true.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Guard(Truth);

impl Guard {
    /// Executions that reach the operation that defines the value.
    pub(crate) fn control(path: &Truth) -> Self {
        Guard(*path)
    }

    /// Lanes of a tile of the shape, in any execution.
    pub(crate) fn of_lane(shape: &[u32], lane: &[Num]) -> Self {
        Guard(has_lane(shape, lane))
    }

    /// Restricts the guard to lanes of a tile of this shape.
    pub(crate) fn lane(self, shape: &[u32], lane: &[Num]) -> Self {
        Guard(self.0.and(&has_lane(shape, lane)))
    }
}

/// Whether a tile of this shape has a lane.
pub(crate) fn has_lane(shape: &[u32], lane: &[Num]) -> Truth {
    let inside = |(place, extent): (&Num, &u32)| between(place, 0, i128::from(*extent) - 1);
    lane.iter().zip(shape).map(inside).fold(Truth::constant(true), |all, inside| all.and(&inside))
}

/// A claim about executions that the solver takes for granted from here on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fact {
    pub(super) holds: Truth,
    pub(super) reason: Reason,
    pub(super) role: Role,
}

impl Fact {
    /// A formula that is true of every execution.
    pub(crate) fn always(formula: &Truth, why: Always) -> Self {
        Fact { holds: *formula, reason: Reason::Always(why), role: Role::Axiom }
    }

    /// A formula that is true of the executions that the guard admits.
    pub(crate) fn under(guard: Guard, formula: &Truth, why: Under) -> Self {
        Fact { holds: guard.0.implies(formula), reason: Reason::Under(why), role: Role::Axiom }
    }

    /// The fact with another role.
    pub(crate) fn with_role(self, role: Role) -> Self {
        Fact { role, ..self }
    }
}
