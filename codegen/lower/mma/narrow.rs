//! Factors of eight bits and four in wider formats, which have all their values.

use spec::syntax::kernel::Operation;
use spec::syntax::types::{Element, Scalar};

use crate::ir::builder::Builder;
use crate::ir::ptx::{Class, Compare, Inst, Mode, Opcode, Operand, Reg, Round, Ty};
use crate::ir::value::Tile;
use crate::layout::conversion::convert_layout;
use crate::layout::linear::{BitSource, Layout, log2};
use crate::lower::element_type::scalar_of;
use crate::lower::mma::extents::Extents;

/// A tile of eight or four bits as one of binary16.
pub(crate) fn to_f16(code: &mut Builder<'_>, scalar: Scalar, tile: &Tile) -> Tile {
    let regs = tile.regs.iter().map(|reg| to_half(code, scalar, *reg)).collect();
    Tile { layout: tile.layout.clone(), regs }
}

/// An element as binary16. Sign, exponent and digits go where binary16 has them; the exponents differ by a factor, which is exact
/// for subnormal numbers too.
fn to_half(code: &mut Builder<'_>, scalar: Scalar, reg: Reg) -> Reg {
    // Bits below the sign; how far these move, and the sign; what the exponents differ by.
    let (below, left, sign, factor) = if scalar == Scalar::F4E2m1fn {
        (3, 9, 12, Some(0x7400))
    } else if scalar == Scalar::F8E4m3fn {
        (7, 7, 8, Some(0x5c00))
    } else {
        (7, 8, 8, None)
    };
    let word = |code: &mut Builder<'_>, opcode: Opcode, reg: Reg, by: i64| {
        code.op(opcode, Ty::B32, Class::B32, &[reg.into(), Operand::Int(by)])
    };
    let Some(factor) = factor else {
        let moved = word(code, Opcode::Shl, reg, left);
        return low_half(code, moved);
    };
    let digits = word(code, Opcode::And, reg, (1 << below) - 1);
    let moved = word(code, Opcode::Shl, digits, left);
    let top = word(code, Opcode::And, reg, 1 << below);
    let top = word(code, Opcode::Shl, top, sign);
    let both = code.op(Opcode::Or, Ty::B32, Class::B32, &[moved.into(), top.into()]);
    let small = low_half(code, both);
    // The exponents' biases differ: a product by a power of two sets that right, and normalizes subnormal numbers.
    let factor = code.mov(Class::B16, factor);
    let whole = code.op_with(
        Opcode::Mul,
        Ty::F16,
        Mode::round(Round::Rn),
        Class::B16,
        &[small.into(), factor.into()],
    );
    if scalar != Scalar::F8E4m3fn {
        return whole;
    }
    let nan = code.compare(Compare::Eq, Ty::U32, digits, 0x7f);
    let quiet = code.mov(Class::B16, 0x7fff);
    code.choose(nan, quiet, whole)
}

fn low_half(code: &mut Builder<'_>, word: Reg) -> Reg {
    let halves = vec![code.reg(Class::B16), code.reg(Class::B16)];
    code.push(Inst::Unpack { to: halves.clone(), from: word });
    halves[0]
}

/// A factor or a scale in binary64.
fn to_double(code: &mut Builder<'_>, scalar: Scalar, reg: Reg) -> Reg {
    if scalar != Scalar::F8E8m0fnu {
        let small = to_half(code, scalar, reg);
        return code.convert(Ty::F64, Ty::F16, Mode::default(), Class::B64, small);
    }
    // The exponent of a power of two; all ones is NaN.
    let exponent = code.op(Opcode::Add, Ty::U32, Class::B32, &[reg.into(), Operand::Int(1023 - 127)]);
    let high = code.op(Opcode::Shl, Ty::B32, Class::B32, &[exponent.into(), Operand::Int(20)]);
    let low = code.mov(Class::B32, 0);
    let power = code.reg(Class::B64);
    code.push(Inst::Pack { to: power, from: vec![low, high] });
    let nan = code.compare(Compare::Eq, Ty::U32, reg, 0xff);
    let quiet = code.mov(Class::B64, Operand::F64(f64::NAN.to_bits()));
    code.choose(nan, quiet, power)
}

/// The factors of one side of `mmaf_scaled`, each multiplied with its scale: exact in binary64.
pub(crate) fn scale_factors(code: &mut Builder<'_>, op: &Operation, side: usize, extents: Extents) -> Tile {
    let (factor_id, scale_id) = (op.operands[side], op.operands[3 + side]);
    let (factors, scales) = (scalar_of(code, factor_id), scalar_of(code, scale_id));
    let tile = code.tile(factor_id);
    let scale = code.tile(scale_id);
    // A scale is for a block of terms: the low bits of a term's number do not matter to it.
    let shape = &code.kernel().tile(scale_id).shape;
    let blocks = log2(shape[shape.len() - if side == 0 { 1 } else { 2 }]);
    let low = if side == 0 { 0 } else { extents.columns };
    let mut bits = scale.layout.bits.clone();
    bits.splice(low..low, vec![BitSource::Broadcast; extents.terms - blocks]);
    let scale = Tile { layout: Layout { bits }, regs: scale.regs };

    let layout = tile.layout.join(&scale.layout, code.log2_threads());
    let tile = convert_layout(code, &tile, Element::Scalar(factors), &layout);
    let scale = convert_layout(code, &scale, Element::Scalar(scales), &layout);
    let mut regs = Vec::new();
    for (factor, scale) in tile.regs.iter().zip(&scale.regs) {
        let [factor, scale] = [to_double(code, factors, *factor), to_double(code, scales, *scale)];
        let mode = Mode::round(Round::Rn);
        regs.push(code.op_with(Opcode::Mul, Ty::F64, mode, Class::B64, &[factor.into(), scale.into()]));
    }
    Tile { layout, regs }
}
