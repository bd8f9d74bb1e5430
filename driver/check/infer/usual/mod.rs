//! The usual launch, as clauses: tensors whose extents go together, that are contiguous or have rows with room between them, and one
//! block for each tile that is stored. It is a guess that a check has to confirm, in the way of a template in constraint-based
//! invariant generation (Colón, Sankaranarayanan and Sipma, CAV 2003).

mod accesses;
mod clauses;
mod launches;

use std::collections::{BTreeMap, BTreeSet};

use spec::contract::Bound;
use spec::syntax::contract::{Binary, Expr, binary};
use spec::syntax::kernel::Kernel;
use spec::syntax::op::Op;
use verify::Clause;

pub(in crate::check) use self::launches::{Usual, UsualLaunch};

use self::accesses::{Access, Axis, Definitions, Index, Size};

/// The extents of the grid, in clauses.
const GRID: [&str; 3] = ["grid.x", "grid.y", "grid.z"];

/// Clauses under which loads that name no padding find an element for every lane, where an axis is one tile or a number other than
/// the block's counts its tiles.
pub(super) fn guess_whole_tiles(kernel: &Kernel, bound: &Bound<'_>) -> Vec<Clause> {
    let (words, mut clauses) = (Words { bound }, Clauses::default());
    let accesses = Definitions::new(kernel).accesses();
    for axis in
        accesses.iter().filter(|access| !access.stores && !access.padded).flat_map(|access| &access.axes)
    {
        let (Size::Argument(_), 2..) = (axis.extent, axis.tile) else { continue };
        let (extent, tile) = (words.say(axis.extent), Expr::Number(axis.tile.into()));
        match axis.index {
            Index::Constant => clauses.add(Binary::Ge, extent, tile),
            Index::Value(_) => {
                clauses.add(Binary::Eq, binary(Binary::Rem, extent, tile), Expr::Number(0));
            }
            Index::Block(_) => {}
        }
    }
    clauses.0
}

/// The clauses of the usual launch; those about the grid where that is open.
pub(super) fn guess(kernel: &Kernel, bound: &Bound<'_>, grid: bool) -> Vec<Clause> {
    let definitions = Definitions::new(kernel);
    let accesses = definitions.accesses();
    let words = Words { bound };
    let mut clauses = Clauses::default();
    for axis in accesses.iter().flat_map(|access| &access.axes) {
        words.positive(axis, &mut clauses);
    }
    words.go_together(&accesses, &mut clauses);
    for access in accesses.iter().filter(|access| access.stores) {
        words.nest(access, &mut clauses);
    }
    if grid {
        words.bound_unused(kernel, &definitions, &mut clauses);
        // As many blocks as there are do all of the work, where each asks how many there are.
        let shares = kernel.operations().any(|op| op.op == Op::GetNumTileBlocks);
        for access in accesses.iter().filter(|access| access.stores && !shares) {
            words.bound_by_tiles(&definitions, access, &mut clauses);
        }
    }
    clauses.0
}

/// Clauses, each once.
#[derive(Default)]
struct Clauses(Vec<Clause>);

impl Clauses {
    fn add(&mut self, op: Binary, left: Expr, right: Expr) {
        let clause = Clause::Requires(binary(op, left, right));
        if !self.0.contains(&clause) {
            self.0.push(clause);
        }
    }
}

/// How arguments are called.
struct Words<'a> {
    bound: &'a Bound<'a>,
}

impl Words<'_> {
    fn say(&self, size: Size) -> Expr {
        match size {
            Size::Number(number) => Expr::Number(number.into()),
            Size::Argument(position) => Expr::Name(self.bound.argument_name(position).to_owned()),
        }
    }

    /// Elements along an axis are apart, and the tile that stands at a constant is there.
    fn positive(&self, axis: &Axis, clauses: &mut Clauses) {
        let extent = Some(axis.extent).filter(|_| axis.index == Index::Constant);
        for size in [Some(axis.stride), extent].into_iter().flatten() {
            if let Size::Argument(_) = size {
                clauses.add(Binary::Ge, self.say(size), Expr::Number(1));
            }
        }
    }

    /// Axes of which one number counts tiles of one size are of one extent.
    fn go_together(&self, accesses: &[Access], clauses: &mut Clauses) {
        let mut first: BTreeMap<(Index, u32), Size> = BTreeMap::new();
        // What is stored decides how much is needed of the others.
        let (stored, loaded): (Vec<&Access>, Vec<&Access>) =
            accesses.iter().partition(|access| access.stores);
        for axis in stored.into_iter().chain(loaded).flat_map(|access| &access.axes) {
            let (Index::Value(_) | Index::Block(_), Size::Argument(_)) = (axis.index, axis.extent) else {
                continue;
            };
            let before = *first.entry((axis.index, axis.tile)).or_insert(axis.extent);
            if before != axis.extent {
                clauses.add(Binary::Ge, self.say(axis.extent), self.say(before));
                clauses.add(Binary::Ge, self.say(before), self.say(axis.extent));
            }
        }
    }

    /// Every stride has room for the axis inside, the last innermost, unless the first is.
    fn nest(&self, access: &Access, clauses: &mut Clauses) {
        let mut axes: Vec<&Axis> = access.axes.iter().collect();
        let is_one = |axis: Option<&&Axis>| axis.is_some_and(|axis| axis.stride == Size::Number(1));
        if is_one(axes.first()) && !is_one(axes.last()) {
            axes.reverse();
        }
        for pair in axes.windows(2) {
            let [outer, inner] = pair else { continue };
            let room = match inner.stride {
                Size::Number(1) => self.say(inner.extent),
                stride @ (Size::Number(_) | Size::Argument(_)) => {
                    binary(Binary::Mul, self.say(inner.extent), self.say(stride))
                }
            };
            if let Size::Argument(_) = outer.stride {
                clauses.add(Binary::Ge, self.say(outer.stride), room);
            }
        }
    }

    /// One block along an axis that no operation asks for.
    fn bound_unused(&self, kernel: &Kernel, definitions: &Definitions<'_>, clauses: &mut Clauses) {
        let operands = kernel.operations().flat_map(|op| &op.operands);
        let used: BTreeSet<usize> = operands.filter_map(|operand| definitions.block_axis(*operand)).collect();
        for axis in (0..3).filter(|axis| !used.contains(axis)) {
            clauses.add(Binary::Eq, Expr::Name(GRID[axis].to_owned()), Expr::Number(1));
        }
    }

    /// How many tiles an axis has.
    fn count_tiles(&self, axis: &Axis) -> Expr {
        match (axis.extent, axis.tile) {
            (extent, 1) => self.say(extent),
            (Size::Number(extent), tile) => Expr::Number(
                i128::from(extent).max(0).div_euclid(tile.into()) + i128::from(extent % i64::from(tile) > 0),
            ),
            (extent, tile) => binary(Binary::Cdiv, self.say(extent), Expr::Number(tile.into())),
        }
    }

    /// One block for each tile that is stored, where its place is computed from the number of the block.
    fn bound_by_tiles(&self, definitions: &Definitions<'_>, access: &Access, clauses: &mut Clauses) {
        let mut tiles: [Option<Expr>; 3] = [const { None }; 3];
        for axis in &access.axes {
            let Some(along) = definitions.grid_axis(axis.index) else { continue };
            let count = self.count_tiles(axis);
            tiles[along] = Some(match (tiles[along].take(), count) {
                (None | Some(Expr::Number(1)), count) => count,
                (Some(before), Expr::Number(1)) => before,
                (Some(before), count) => binary(Binary::Mul, before, count),
            });
        }
        for (name, tiles) in GRID.into_iter().zip(tiles) {
            if let Some(tiles) = tiles {
                clauses.add(Binary::Le, Expr::Name(name.to_owned()), tiles);
            }
        }
    }
}
