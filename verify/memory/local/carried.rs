//! Carried arrays of the block. The pieces that a loop may store to are carried like `iter_values`, each as a tile, under the same
//! invariants.

use crate::fault_injection::Flaw;
use crate::memory::local::join::{bytes, type_of};
use crate::memory::local::pieces::{fill, put, size};
use crate::memory::local::read::{count, remember};
use crate::symbolic::exit::{Exit, ExitKind};
use crate::symbolic::machine::Machine;
use crate::symbolic::state::Val;
use crate::values::tile::Tile;
use crate::values::view::{Content, LocalMemory, Piece};

use spec::syntax::count::usize_from_u64;
use spec::syntax::kernel::Operation;
use spec::syntax::types::{Element as ElementType, Scalar, TileType};

/// The maximum number of separately carried elements.
const PARTS: u64 = 16;

/// The carried pieces of arrays of a loop.
pub(crate) struct CarriedPieces {
    /// The arrays that the loop may write.
    arrays: Vec<usize>,
    /// By array and first byte, as what a piece is carried.
    pieces: Vec<(usize, u64, TileType)>,
}

impl CarriedPieces {
    /// The places of a loop, reached with a memory. An undetermined part is not followed through the loop.
    pub(crate) fn new<'k>(machine: &Machine<'k>, owner: &'k Operation, memory: &LocalMemory<'k>) -> Self {
        let stores = |which: &usize| machine.setup.stored_in_loops.contains(&(owner.id, *which));
        let forgets = machine.setup.has(Flaw::LoopStoresNothing);
        let arrays: Vec<usize> =
            memory.arrays.keys().copied().filter(|which| stores(which) && !forgets).collect();
        let mut pieces = Vec::new();
        for which in &arrays {
            for piece in memory.arrays[which].iter() {
                if let Content::Stored { .. } = piece.content {
                    pieces.extend(parts(machine, *which, piece).into_iter().map(|(at, ty)| (*which, at, ty)));
                }
            }
        }
        CarriedPieces { arrays, pieces }
    }

    /// The pieces in a memory.
    pub(crate) fn values<'k>(&self, memory: &LocalMemory<'k>) -> Vec<Val<'k>> {
        let read = |(which, start, ty): &(usize, u64, TileType)| {
            let unknown = || fill(0, Content::Unknown);
            let pieces = memory.arrays.get(which).cloned().unwrap_or_else(unknown);
            Val::Tile(remember(&pieces, *start, ty))
        };
        self.pieces.iter().map(read).collect()
    }

    /// A memory in which the pieces have these values, and of the rest of the arrays nothing is known.
    pub(crate) fn put<'k>(&self, memory: &LocalMemory<'k>, values: &[Val<'k>]) -> LocalMemory<'k> {
        let mut changed = memory.clone();
        for which in &self.arrays {
            if let Some(pieces) = changed.arrays.get_mut(which) {
                *pieces = fill(size(pieces), Content::Unknown);
            }
        }
        for ((which, start, ty), value) in self.pieces.iter().zip(values) {
            let (Some(pieces), Some(tile)) = (changed.arrays.get_mut(which), value.tile()) else { continue };
            let content = Content::Stored { tile: Tile::clone(tile), from: 0 };
            let len = ty.element.scalar().map_or(1, Scalar::bytes) * count(ty);
            *pieces = put(pieces, *start, *start + len, content);
        }
        changed
    }

    /// Adds the pieces to what exits hand over to the next iteration.
    pub(crate) fn hand_over<'k>(&self, exits: &mut [Exit<'k>]) {
        for exit in exits.iter_mut().filter(|exit| exit.kind == ExitKind::Continue) {
            let values = self.values(&exit.memory);
            exit.values.extend(values);
        }
    }
}

/// Whether an array is only accessed as truth values.
fn is_accessed_as_bits(machine: &Machine<'_>, which: usize) -> bool {
    let accessed = machine.setup.accessed_as.get(&which);
    accessed.is_some_and(|accessed| accessed.iter().all(|scalar| *scalar == Scalar::I1))
}

/// The carried form of a piece: its own tile, or wider elements for bytes accessed as such.
fn parts(machine: &Machine<'_>, which: usize, piece: &Piece<'_>) -> Vec<(u64, TileType)> {
    let mut ty = type_of(piece).unwrap_or_else(|| bytes(piece.end - piece.start));
    let is_bit = ty.element == ElementType::Scalar(Scalar::I1);
    let flawed = machine.setup.has(Flaw::FragmentWidth);
    if is_bit && !flawed && !is_accessed_as_bits(machine, which) {
        // An iteration may leave a byte there other than zero and one.
        ty.element = ElementType::Scalar(Scalar::I8);
        return vec![(piece.start, ty)];
    }
    let whole = || vec![(piece.start, ty.clone())];
    if ty.element.scalar() != Some(Scalar::I8) {
        return whole();
    }
    let accessed = machine.setup.accessed_as.get(&which).into_iter().flatten();
    let fits = |scalar: &&Scalar| {
        let width = scalar.bytes();
        width > 1 && piece.start.is_multiple_of(width) && piece.end.is_multiple_of(width)
    };
    let wider = accessed.filter(fits).min_by_key(|scalar| scalar.bytes());
    let scalar = wider.copied().unwrap_or(Scalar::I8);
    if (piece.end - piece.start) / scalar.bytes() > PARTS {
        return whole();
    }
    let width = usize_from_u64(scalar.bytes());
    let one = TileType { shape: Vec::new(), element: ElementType::Scalar(scalar) };
    (piece.start..piece.end).step_by(width).map(|at| (at, one.clone())).collect()
}
