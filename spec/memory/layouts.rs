//! The order of accesses that have one layout in Triton's code (`spec/triton.md`, *Order inside a program*).
//!
//! A thread makes its accesses in the order of the program. Two accesses with one layout give equal lanes to the same thread. So all runs of
//! the earlier access at a lane come before a later run of the other access at the lane.
//!
//! One thread stores all scalars of a program, in every code ([`super::scalars`]).

use std::collections::BTreeMap;

use super::access::Access;
use super::scalars::Scalars;
use crate::syntax::kernel::{Kernel, ValueId};
use crate::syntax::types::Type;

/// The layouts of the accesses of a kernel, by token.
#[derive(Debug, Clone, Default)]
pub struct Layouts {
    of: BTreeMap<ValueId, Layout>,
    scalars: Scalars,
}

/// The layouts of an access.
#[derive(Debug, Clone)]
struct Layout {
    shape: Vec<u32>,
    /// In each code of the kernel.
    numbers: Vec<Option<u32>>,
}

/// Two accesses of one shape that have one layout in some codes.
#[derive(Debug, Clone)]
pub struct OneLayout<'l> {
    /// The shape.
    pub shape: &'l [u32],
    /// The codes, by their positions in [`Kernel::codes`]; none for every code.
    pub codes: Option<Vec<usize>>,
}

impl Layouts {
    /// The layouts of a kernel's accesses.
    pub fn new(kernel: &Kernel) -> Self {
        let mut of = BTreeMap::new();
        for op in kernel.operations().filter(|op| !op.attributes.layouts.is_empty()) {
            let Some(pointers) = Access::of(kernel, op).and_then(|_| op.operands.first()) else { continue };
            if let (Type::Tile(tile), Some(token)) = (kernel.ty(*pointers), op.results.last()) {
                let numbers = op.attributes.layouts.clone();
                of.insert(*token, Layout { shape: tile.shape.clone(), numbers });
            }
        }
        Layouts { of, scalars: Scalars::new(kernel) }
    }

    /// The layouts in those codes alone that `runs` accepts, by their positions in [`Kernel::codes`].
    pub fn in_codes(mut self, runs: impl Fn(usize) -> bool) -> Self {
        for layout in self.of.values_mut() {
            for (code, number) in layout.numbers.iter_mut().enumerate() {
                *number = number.filter(|_| runs(code));
            }
        }
        self
    }

    /// The codes in which two accesses, by their tokens, have one layout; `None` if there are none.
    pub fn between(&self, earlier: ValueId, later: ValueId) -> Option<OneLayout<'_>> {
        if self.scalars.order(earlier, later) {
            return Some(OneLayout { shape: &[], codes: None });
        }
        let (a, b) = (self.of.get(&earlier)?, self.of.get(&later)?);
        let pairs = a.numbers.iter().zip(&b.numbers).enumerate();
        let codes: Vec<usize> =
            pairs.filter(|(_, (a, b))| a.is_some() && a == b).map(|(code, _)| code).collect();
        (!codes.is_empty()).then_some(OneLayout { shape: &a.shape, codes: Some(codes) })
    }
}
