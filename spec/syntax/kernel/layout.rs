//! How Triton's code spreads the lanes of accesses over the threads of a program (`spec/triton.md`, *Order inside a program*).
//!
//! A kernel may name several codes, each for launches whose arguments pass its tests. In each of them an access may have the number of a layout:
//! accesses with one number give every lane to the same thread.

use crate::domain::{Bool as _, Number};
use crate::syntax::kernel::ValueId;

/// A code of a kernel: it runs in launches whose arguments pass all tests.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Code {
    /// The tests; none for code that runs in every launch.
    pub when: Vec<ArgumentTest>,
}

/// A test of an argument, as Triton specializes code for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArgumentTest {
    /// The parameter.
    pub parameter: ValueId,
    /// The property of its integer, or of its address in bytes.
    pub property: Property,
    /// Whether the argument has the property, or lacks it.
    pub holds: bool,
}

/// A property of an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Property {
    /// A multiple of this positive number.
    MultipleOf(u32),
    /// This number.
    Is(u32),
}

impl ArgumentTest {
    /// Whether an integer or an address passes.
    pub fn passes<N: Number>(&self, argument: &N) -> N::Bool {
        let has = match self.property {
            Property::MultipleOf(divisor) => {
                argument.rem_floor(&N::constant(divisor.into())).equals(&N::constant(0))
            }
            Property::Is(number) => argument.equals(&N::constant(number.into())),
        };
        if self.holds { has } else { has.not() }
    }
}
