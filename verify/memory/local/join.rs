//! Joins of control flow: each byte has the value of the path taken.

use spec::syntax::types::{Element as ElementType, Scalar, TileType};

use crate::fault_injection::Flaw;
use crate::memory::local::pieces::{merge_neighbours, size, within};
use crate::memory::local::read::{count, remember};
use crate::symbolic::exit::Exit;
use crate::symbolic::machine::Machine;
use crate::terms::Truth;
use crate::values::tile::{Node, TileKind};
use crate::values::view::{Content, LocalMemory, Piece, Pieces};

/// Joins two memories by a condition. An array made on one path only is used only on this path.
pub(crate) fn join<'k>(
    machine: &Machine<'k>,
    condition: &Truth,
    then: &LocalMemory<'k>,
    otherwise: &LocalMemory<'k>,
) -> LocalMemory<'k> {
    let mut joined = LocalMemory::default();
    for (which, a) in &then.arrays {
        if let Some(b) = otherwise.arrays.get(which) {
            let pieces =
                if std::rc::Rc::ptr_eq(a, b) { a.clone() } else { join_arrays(machine, condition, a, b) };
            joined.arrays.insert(*which, pieces);
        }
    }
    joined
}

/// The memory at a join of paths; their conditions exclude one another.
pub(crate) fn join_exits<'k>(machine: &Machine<'k>, exits: &[Exit<'k>]) -> LocalMemory<'k> {
    let mut ways = exits.iter().rev();
    let Some(last) = ways.next() else { return LocalMemory::default() };
    ways.fold(last.memory.clone(), |joined, exit| join(machine, &exit.path, &exit.memory, &joined))
}

fn join_arrays<'k>(machine: &Machine<'k>, condition: &Truth, a: &Pieces<'k>, b: &Pieces<'k>) -> Pieces<'k> {
    let forgets = machine.setup.has(Flaw::FragmentWidth);
    let mut cuts: Vec<u64> = a.iter().chain(b.iter()).map(|piece| piece.start).collect();
    cuts.push(size(a).min(size(b)));
    cuts.sort_unstable();
    cuts.dedup();
    let mut joined = Vec::new();
    for range in cuts.windows(2) {
        let (start, end) = (range[0], range[1]);
        let ([x], [y]) = (&within(a, start, end)[..], &within(b, start, end)[..]) else { continue };
        let content = if x.content.is(&y.content) {
            x.content.clone()
        } else if matches!(x.content, Content::Unknown) || matches!(y.content, Content::Unknown) {
            Content::Unknown
        } else {
            let first = type_of(x).or_else(|| type_of(y)).filter(|_| forgets);
            let ty = first.or_else(|| common_type(x, y)).unwrap_or_else(|| bytes(end - start));
            let (then, otherwise) = (remember(a, start, &ty), remember(b, start, &ty));
            let tile = Node::tile(&ty, TileKind::Either(*condition, then, otherwise));
            Content::Stored { tile, from: 0 }
        };
        joined.push(Piece { start, end, content });
    }
    merge_neighbours(joined).into()
}

/// The type in which both pieces keep all of their bits. A truth value is one bit of its byte, and so has no common type with
/// another kind of byte.
fn common_type(x: &Piece<'_>, y: &Piece<'_>) -> Option<TileType> {
    let keeps = |ty: &TileType| ty.element != ElementType::Scalar(Scalar::I1);
    match (type_of(x), type_of(y)) {
        (Some(a), Some(b)) => (a == b).then_some(a),
        (Some(ty), None) | (None, Some(ty)) => Some(ty).filter(keeps),
        (None, None) => None,
    }
}

/// The tile type of a piece: the type of the stored tile, or of some of its elements.
pub(crate) fn type_of(piece: &Piece<'_>) -> Option<TileType> {
    let (scalar, first) = piece.content.elements()?;
    let Content::Stored { tile, .. } = &piece.content else { return None };
    let len = piece.end - piece.start;
    if first == 0 && len == count(&tile.ty) * scalar.bytes() {
        return Some(tile.ty.clone());
    }
    len.is_multiple_of(scalar.bytes()).then(|| elements(scalar, len / scalar.bytes()))
}

/// Bytes, one by one.
pub(crate) fn bytes(count: u64) -> TileType {
    elements(Scalar::I8, count)
}

fn elements(scalar: Scalar, count: u64) -> TileType {
    let count = u32::try_from(count).expect("a followed array has fewer than 2^32 bytes");
    let shape = if count == 1 { Vec::new() } else { vec![count] };
    TileType { shape, element: ElementType::Scalar(scalar) }
}
