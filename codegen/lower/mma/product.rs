//! `mmaf`, `mmai`, `mmaf_scaled` outside of pipelined loops: made as the strategy says.

use spec::problem::Unsupported;
use spec::syntax::kernel::Operation;
use spec::syntax::types::Scalar;

use crate::ir::builder::Builder;
use crate::ir::value::Tile;
use crate::lower::element_type::scalar_of;
use crate::lower::mma::extents::Extents;
use crate::lower::mma::pipeline::staged_product;
use crate::lower::mma::strategy::MmaStrategy;
use crate::lower::mma::{fma, narrow, strategy, warp};

/// A matrix product, accumulated.
pub(crate) fn product(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    if staged_product::product(code, op)? {
        return Ok(());
    }
    let extents = Extents::of(code, op);
    let factors = scalar_of(code, op.operands[0]);
    match strategy::of_product(code, op, extents) {
        MmaStrategy::ScaledFma => {
            let tiles = [0, 1].map(|side| narrow::scale_factors(code, op, side, extents));
            fma::product(code, op, extents, Scalar::F64, tiles)
        }
        MmaStrategy::Fma { widen } => {
            let (factors, tiles) = load_factors(code, op, factors, widen);
            fma::product(code, op, extents, factors, tiles)
        }
        MmaStrategy::Warp { instruction, widen } => {
            let (_, tiles) = load_factors(code, op, factors, widen);
            warp::product(code, op, extents, &instruction, tiles)
        }
    }
}

/// Loads the factors and returns their type; widened factors of eight bits become binary16.
fn load_factors(code: &mut Builder<'_>, op: &Operation, factors: Scalar, widen: bool) -> (Scalar, [Tile; 2]) {
    let tiles = [0, 1].map(|at| code.tile(op.operands[at]));
    if !widen {
        return (factors, tiles);
    }
    (Scalar::F16, tiles.map(|tile| narrow::to_f16(code, factors, &tile)))
}
