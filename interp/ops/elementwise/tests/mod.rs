//! The primitives against plain arithmetic, the host, `half` and software floats.

#![expect(clippy::as_conversions, reason = "the host's casts are what results are held against")]

use spec::rules::Rule;
use spec::syntax::attributes::Attributes;
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

use crate::ops::elementwise::apply::apply;
use crate::ops::elementwise::signature::Signature;
use crate::values::tile::Tile;

mod conversions;
mod floats;
mod functions;
mod integers;
mod rounding;

/// Whether an operation leaves its result undetermined.
fn undetermined(op: Op, at: &Attributes, scalar: Scalar, operands: &[u64]) -> bool {
    let tiles: Vec<Tile> = operands.iter().map(|bits| Tile::word(*bits, scalar.bits())).collect();
    let tiles: Vec<&Tile> = tiles.iter().collect();
    let types = Signature { from: scalar, last: scalar, to: scalar, payload: false };
    let applied = apply(op, at, types, &tiles, None).expect("the operation is element-wise");
    applied.is_ok_and(|tile| tile.undetermined.at(0))
}

/// Runs an operation on single elements as bits; returns the result or the broken rule.
fn on(op: Op, at: &Attributes, from: Scalar, to: Scalar, operands: &[u64]) -> Result<u64, Rule> {
    let tiles: Vec<Tile> = operands.iter().map(|bits| Tile::word(*bits, from.bits())).collect();
    let tiles: Vec<&Tile> = tiles.iter().collect();
    let applied = apply(op, at, Signature { from, last: from, to, payload: false }, &tiles, None)
        .expect("the operation is element-wise");
    applied.map(|tile| tile.raw(0)).map_err(|broken| broken.rule)
}
