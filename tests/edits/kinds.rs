//! The kinds of mutants.

use spec::syntax::kernel::Kernel;

use super::addresses::{axes, far, geometry, indices, masks, paddings, rows, tiles};
use super::control::{loops, tokens};
use super::sites::{Mutant, Sites};
use super::values::{assumptions, comparisons, constants, operands, operators, promises};

/// A kind: what it is called, and every way to change a kernel so.
pub(crate) struct Kind {
    /// For the table.
    pub(crate) name: &'static str,
    make: fn(&mut Sites<'_>),
}

impl Kind {
    /// Every mutant of a kernel of this kind, no two alike, none like the kernel.
    pub(crate) fn mutants(&self, kernel: &Kernel) -> Vec<Mutant> {
        let mut sites = Sites::new(kernel);
        (self.make)(&mut sites);
        sites.mutants()
    }
}

/// All kinds.
pub(crate) const KINDS: &[Kind] = &[
    Kind { name: "comparison", make: comparisons::changed },
    Kind { name: "sign", make: promises::signs },
    Kind { name: "promise about overflow", make: promises::overflow },
    Kind { name: "mask or promise to be inside", make: masks::changed },
    Kind { name: "padding", make: paddings::changed },
    Kind { name: "index or offset", make: indices::indices_and_offsets },
    Kind { name: "block or count of tiles", make: indices::blocks_and_counts },
    Kind { name: "axes", make: axes::swapped },
    Kind { name: "stride of a view", make: geometry::strides },
    Kind { name: "stride of a row", make: rows::strides },
    Kind { name: "extent of a view", make: geometry::extents },
    Kind { name: "tile size", make: tiles::sizes },
    Kind { name: "offset far out", make: far::overflowing },
    Kind { name: "loop", make: loops::changed },
    Kind { name: "assumption dropped", make: assumptions::dropped },
    Kind { name: "assumption changed", make: assumptions::changed },
    Kind { name: "assumption added", make: assumptions::added },
    Kind { name: "token", make: tokens::changed },
    Kind { name: "operands swapped", make: operands::swapped },
    Kind { name: "argument for another", make: operands::arguments },
    Kind { name: "constant", make: constants::changed },
    Kind { name: "operation or rounding", make: operators::replaced },
    Kind { name: "order, scope or update", make: operators::orders },
];
