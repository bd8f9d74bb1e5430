//! The constant section: the bytes of literal tiles.

use spec::syntax::attributes::{Constant, Literal};
use spec::syntax::literal;
use spec::syntax::types::Scalar;

use crate::bytecode::write::encoding_emitter::pattern;
use crate::bytecode::write::tables::Tables;

/// The number of a constant.
pub(super) fn constant_number(value: &Constant, scalar: Scalar, tables: &mut Tables) -> u64 {
    let width = literal::width(scalar);
    let data = match value {
        Constant::Splat(literal) if scalar == Scalar::I1 => vec![if literal.0 == 0 { 0 } else { 0xff }],
        Constant::Splat(literal) => pattern(*literal, scalar).to_le_bytes()[..width].to_vec(),
        // A bit each, the lowest of a byte first.
        Constant::Dense(literals) if scalar == Scalar::I1 => {
            let byte = |eight: &[_]| eight.iter().rev().fold(0, |byte, literal| byte << 1 | bit(literal));
            literals.chunks(8).map(byte).collect()
        }
        Constant::Dense(literals) => {
            let of = |literal: &_| pattern(*literal, scalar).to_le_bytes().into_iter().take(width);
            literals.iter().flat_map(of).collect()
        }
    };
    tables.constant(&data)
}

fn bit(literal: &Literal) -> u8 {
    u8::from(literal.0 != 0)
}
