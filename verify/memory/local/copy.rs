//! Bytewise copies between arrays of the block, as of whole structures: the copy keeps the fragments of the originally stored values.

use spec::domain::{Number, extents};
use spec::ops::shape;
use spec::syntax::count::usize_from_u64;
use spec::syntax::types::Scalar;

use crate::memory::local::pieces::{put, within};
use crate::symbolic::machine::Machine;
use crate::symbolic::ops::access::address_lane;
use crate::terms::Num;
use crate::values::tile::{IndexMap, Tile, TileKind};
use crate::values::view::{Content, Load, Piece, Pieces};

/// The maximum number of separately examined elements.
const ELEMENTS: u64 = 64;

/// Where bytes of a tile come from: pieces from zero on.
pub(crate) fn fragments<'k>(
    machine: &mut Machine<'k>,
    tile: &Tile<'k>,
    from: u64,
    len: u64,
) -> Vec<Piece<'k>> {
    let itself = || vec![Piece { start: 0, end: len, content: Content::Stored { tile: tile.clone(), from } }];
    // A truth value is stored as zero or one, independent of the byte that was read.
    let Some(scalar) = tile.scalar().filter(|scalar| *scalar != Scalar::I1) else { return itself() };
    if let TileKind::Mapped(source, IndexMap::Reshape) = &tile.kind {
        return fragments(machine, source, from, len);
    }
    if let TileKind::Remembered(remembered) = &tile.kind {
        return moved(&remembered.pieces, remembered.start + from, len, 0).unwrap_or_else(itself);
    }
    let TileKind::Loaded(load) = &tile.kind else { return itself() };
    if len / scalar.bytes() > ELEMENTS || load.local.arrays.is_empty() {
        return itself();
    }
    let mut all = Vec::new();
    for place in (0..len).step_by(usize_from_u64(scalar.bytes())) {
        let number = (from + place) / scalar.bytes();
        let pieces = loaded(machine, load, tile, number, place).unwrap_or_else(|| {
            let content = Content::Stored { tile: tile.clone(), from: from + place };
            vec![Piece { start: place, end: place + scalar.bytes(), content }]
        });
        all.extend(pieces);
    }
    all
}

/// Where an element of a load comes from, as pieces from a place on.
fn loaded<'k>(
    machine: &mut Machine<'k>,
    load: &Load<'k>,
    tile: &Tile<'k>,
    number: u64,
    place: u64,
) -> Option<Vec<Piece<'k>>> {
    let lane = shape::delinearize(&Num::constant(number.into()), &extents(&tile.ty.shape));
    let target = address_lane(machine, &load.addressing, &lane, &mut Some(load.exact.clone()));
    let [which] = *target.pointer.may else { return None };
    let at = u64::try_from(target.pointer.offset.value()?).ok()?;
    let pieces = load.local.arrays.get(&which).filter(|_| target.active.value() == Some(true))?;
    moved(pieces, at, load.element.bytes(), place)
}

/// A range of pieces, moved to a place, if all of it is followed.
fn moved<'k>(pieces: &Pieces<'k>, start: u64, len: u64, to: u64) -> Option<Vec<Piece<'k>>> {
    let parts = within(pieces, start, start + len);
    let covered: u64 = parts.iter().map(|part| part.end - part.start).sum();
    let known = parts.iter().all(|part| !matches!(part.content, Content::Unknown));
    let shift =
        |part: Piece<'k>| Piece { start: part.start - start + to, end: part.end - start + to, ..part };
    (known && covered == len).then(|| parts.into_iter().map(shift).collect())
}

/// An array with pieces put into it from a place on.
pub(crate) fn copy<'k>(pieces: &Pieces<'k>, start: u64, from: &[Piece<'k>]) -> Pieces<'k> {
    let all = from.iter().cloned();
    all.fold(pieces.clone(), |left, part| put(&left, start + part.start, start + part.end, part.content))
}
