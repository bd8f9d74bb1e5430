//! Matrix products by fused multiply-adds, term by term in ascending order: factors from shared memory, sums in registers. For
//! types without an exact matrix instruction, and for products smaller than an instruction.

use std::ops::Range;

use spec::problem::Unsupported;
use spec::syntax::attributes::Signedness;
use spec::syntax::kernel::Operation;
use spec::syntax::types::{Element, Scalar};

use crate::ir::builder::Builder;
use crate::ir::ptx::{Class, Compare, Inst, Mode, Opcode, Operand, Reg, Round, Ty};
use crate::ir::value::{Tile, bytes, class};
use crate::layout::conversion::convert_layout;
use crate::layout::linear::{BitSource, Layout, MAX_TILE_REGISTERS};
use crate::layout::shared_tile::{read_shared, write_shared};
use crate::layout::swizzle::Swizzle;
use crate::lower::arith::float_types::float_ty;
use crate::lower::arith::integer;
use crate::lower::element_type::scalar_of;
use crate::lower::memory::arrays;
use crate::lower::mma::extents::Extents;

/// The logarithm of the number of terms in one iteration.
const LOG2_TERMS_PER_TURN: usize = 2;

/// The types of a product.
#[derive(Debug, Clone, Copy)]
struct FmaTypes {
    /// Of the factors.
    factors: Scalar,
    /// The type of the accumulator, with its arithmetic.
    sum: Scalar,
    ty: Ty,
}

impl FmaTypes {
    /// Of factors of a type.
    fn of(factors: Scalar) -> Self {
        let (sum, ty) = accumulator_of(factors);
        FmaTypes { factors, sum, ty }
    }
}

/// The sums of a thread.
struct Sums<'s> {
    layout: &'s Layout,
    registers: &'s [Reg],
    types: FmaTypes,
}

/// How factors go through shared memory: where there is no room for all, their terms go in 2^`parts` parts.
#[derive(Debug, Clone, Copy)]
struct Split {
    lhs_bytes: u64,
    rhs_bytes: u64,
    parts: usize,
}

impl Split {
    /// Of factors whose elements have so many bytes.
    fn new(code: &Builder<'_>, op: &Operation, extents: Extents, size: u64) -> Result<Self, Unsupported> {
        let Extents { batch, rows, columns, terms } = extents;
        let room = code.target().shared_bytes() - arrays::scratch_bytes(code.kernel());
        let mut lhs_bytes = size << (batch + rows + terms);
        let mut rhs_bytes = size << (batch + columns + terms);
        let mut parts = 0;
        // If the factors exceed the room, the terms are split.
        while lhs_bytes + rhs_bytes > room {
            (lhs_bytes, rhs_bytes, parts) = (lhs_bytes / 2, rhs_bytes / 2, parts + 1);
        }
        // The right side begins where sixteen bytes do.
        lhs_bytes = lhs_bytes.next_multiple_of(16);
        if parts + LOG2_TERMS_PER_TURN > terms && parts > 0 {
            return code.refuse(op, "a product whose factors a block has no room for");
        }
        Ok(Split { lhs_bytes, rhs_bytes, parts })
    }
}

/// The type that products of factors of a type are added in, and its arithmetic.
fn accumulator_of(factors: Scalar) -> (Scalar, Ty) {
    match factors {
        Scalar::I8 => (Scalar::I32, Ty::S32),
        Scalar::F64 => (Scalar::F64, Ty::F64),
        Scalar::I1
        | Scalar::I4
        | Scalar::I16
        | Scalar::I32
        | Scalar::I64
        | Scalar::F16
        | Scalar::Bf16
        | Scalar::F32
        | Scalar::Tf32
        | Scalar::F8E4m3fn
        | Scalar::F8E5m2
        | Scalar::F8E8m0fnu
        | Scalar::F4E2m1fn => (Scalar::F32, Ty::F32),
    }
}

/// A product of factors of a type.
pub(crate) fn product(
    code: &mut Builder<'_>,
    op: &Operation,
    extents: Extents,
    factors: Scalar,
    [lhs, rhs]: [Tile; 2],
) -> Result<(), Unsupported> {
    let Extents { batch, rows, columns, terms } = extents;
    let types = FmaTypes::of(factors);
    let split = Split::new(code, op, extents, bytes(Element::Scalar(types.sum)))?;
    let layout = threads_first_layout(batch + rows + columns, code.log2_threads());
    if layout.registers() > MAX_TILE_REGISTERS / 2 {
        return code.refuse(op, format!("a product of {} registers a thread", layout.registers()));
    }
    let acc = scalar_of(code, op.operands[2]);
    let begin = code.tile(op.operands[2]);
    let begin = convert_layout(code, &begin, Element::Scalar(acc), &layout).regs;
    // Sums in binary64 begin with the addend, others with zero.
    let zero = code.mov(class(Element::Scalar(types.sum)), 0);
    let starts: Vec<Reg> = if acc == Scalar::F64 { begin.clone() } else { vec![zero; begin.len()] };
    let totals: Vec<Reg> = starts.into_iter().map(|start| code.mov(start.class, start)).collect();

    let signs = [op.attributes.signedness, op.attributes.second_signedness];
    let cut = terms - split.parts..terms;
    let lhs = StagedFactor::new(code, types, signs[0], lhs, cut.clone());
    let rhs = StagedFactor::new(code, types, signs[1], rhs, columns + cut.start..columns + cut.end);
    let sums = Sums { layout: &layout, registers: &totals, types };
    for part in 0..1 << split.parts {
        let lhs_base = code.allocate_shared(split.lhs_bytes + split.rhs_bytes);
        let behind = Operand::Int(split.lhs_bytes.cast_signed());
        let rhs_base = code.op(Opcode::Add, Ty::U32, Class::B32, &[lhs_base.into(), behind]);
        lhs.write(code, part, lhs_base);
        rhs.write(code, part, rhs_base);
        code.barrier();
        let sides = [
            FactorSide::lhs(&lhs, &layout, extents, lhs_base),
            FactorSide::rhs(&rhs, &layout, extents, rhs_base),
        ];
        emit_term_loop(code, Extents { terms: terms - split.parts, ..extents }, &sides, &sums);
        code.mark_shared_read();
    }
    let regs =
        totals.iter().zip(&begin).map(|(total, begin)| finish_sum(code, types.ty, acc, *total, *begin));
    let regs = regs.collect();
    code.set_tile(op.results[0], layout, regs);
    Ok(())
}

/// The lowest bits of an index in the thread's number.
fn threads_first_layout(bits: usize, log2_threads: usize) -> Layout {
    let place = |bit: usize| if bit < log2_threads { BitSource::Thread(bit) } else { BitSource::Register };
    Layout { bits: (0..bits).map(place).collect() }
}

/// Factors on their way to shared memory, where they lie in the order of their index, of as many terms as there is room for.
struct StagedFactor {
    tile: Tile,
    element: Element,
    swizzle: Swizzle,
}

impl StagedFactor {
    /// `cut` are the bits of the index that tell parts apart.
    fn new(
        code: &mut Builder<'_>,
        types: FmaTypes,
        sign: Option<Signedness>,
        tile: Tile,
        cut: Range<usize>,
    ) -> Self {
        let regs = tile.regs.iter().map(|reg| widen_factor(code, types.factors, sign, *reg)).collect();
        let tile = Tile { layout: tile.layout, regs };
        // Equal elements have separate places, too.
        let bits = tile.layout.bits.len();
        let mut whole =
            tile.layout.join(&threads_first_layout(bits, code.log2_threads()), code.log2_threads());
        whole.bits[cut.clone()].fill(BitSource::Register);
        let element = Element::Scalar(types.sum);
        let tile = convert_layout(code, &tile, element, &whole);
        StagedFactor { tile, element, swizzle: Swizzle::in_order(bits, bytes(element)).split_by_bits(cut) }
    }

    fn write(&self, code: &mut Builder<'_>, part: usize, base: Reg) {
        write_shared(code, &self.swizzle, &self.tile, self.element, part, base);
    }
}

/// A factor in the type of the sum.
fn widen_factor(code: &mut Builder<'_>, factors: Scalar, sign: Option<Signedness>, reg: Reg) -> Reg {
    match float_ty(factors) {
        Some(ty @ (Ty::F16 | Ty::Bf16)) => code.convert(Ty::F32, ty, Mode::default(), Class::B32, reg),
        Some(_) => reg,
        None if factors == Scalar::I8 && sign == Some(Signedness::Unsigned) => {
            integer::read_unsigned(code, factors, reg)
        }
        // The low digits of a tf32 are not its own.
        None if factors == Scalar::Tf32 => {
            code.op(Opcode::And, Ty::B32, Class::B32, &[reg.into(), Operand::Int(0xffff_e000)])
        }
        None => reg,
    }
}

/// One side's factors for a few terms, as a thread's sums need them.
struct FactorSide {
    swizzle: Swizzle,
    /// Terms in registers, and the other axis as in the sums.
    layout: Layout,
    /// The address of the first terms' factors, and the bytes to the next terms' factors.
    base: Reg,
    step: i64,
}

impl FactorSide {
    /// Of its index terms are the lowest bits, then rows, then products.
    fn lhs(staged: &StagedFactor, sums: &Layout, extents: Extents, base: Reg) -> Self {
        let (swizzle, size) = (&staged.swizzle, bytes(staged.element));
        let Extents { batch, rows, columns, terms } = extents;
        let turn = terms.min(LOG2_TERMS_PER_TURN);
        let kept: Vec<usize> = (0..turn).chain(terms..terms + rows + batch).collect();
        let bits = [&vec![BitSource::Register; turn], &sums.bits[columns..]].concat();
        FactorSide {
            swizzle: swizzle.select_bits(&kept),
            layout: Layout { bits },
            base,
            step: (size << turn).cast_signed(),
        }
    }

    /// Of its index columns are the lowest bits, then terms, then products.
    fn rhs(staged: &StagedFactor, sums: &Layout, extents: Extents, base: Reg) -> Self {
        let (swizzle, size) = (&staged.swizzle, bytes(staged.element));
        let Extents { batch, rows, columns, terms } = extents;
        let turn = terms.min(LOG2_TERMS_PER_TURN);
        let kept: Vec<usize> = (0..columns + turn).chain(columns + terms..columns + terms + batch).collect();
        let term_bits = vec![BitSource::Register; turn];
        let bits = [&sums.bits[..columns], &term_bits, &sums.bits[columns + rows..]].concat();
        let step = (size << (turn + columns)).cast_signed();
        FactorSide { swizzle: swizzle.select_bits(&kept), layout: Layout { bits }, base, step }
    }
}

/// Everything multiplied and added, a few terms a turn.
fn emit_term_loop(code: &mut Builder<'_>, extents: Extents, sides: &[FactorSide; 2], sums: &Sums<'_>) {
    let turns = 1i64 << extents.terms.saturating_sub(LOG2_TERMS_PER_TURN);
    let pointers = [0, 1].map(|side: usize| code.mov(Class::B32, sides[side].base));
    // The loop is in the code, not unrolled: a product may have thousands of terms.
    let count = code.mov(Class::B32, 0);
    let head = code.label();
    code.place_label(head);
    let factors = [0, 1].map(|side: usize| {
        let of = &sides[side];
        let mut regs = vec![None; of.layout.registers()];
        read_shared(
            code,
            &of.swizzle,
            &of.layout,
            &mut regs,
            Element::Scalar(sums.types.sum),
            0,
            pointers[side],
        );
        regs.into_iter().flatten().collect::<Vec<Reg>>()
    });
    let Extents { batch: _, rows, columns, terms } = extents;
    let turn = terms.min(LOG2_TERMS_PER_TURN);
    for term in 0..1usize << turn {
        for (at, total) in sums.registers.iter().enumerate() {
            let index = sums.layout.index_of(at);
            let (column, row) = (index & ((1 << columns) - 1), index >> columns & ((1 << rows) - 1));
            let batch = index >> (columns + rows);
            let lhs = term | row << turn | batch << (turn + rows);
            let rhs = column | term << columns | batch << (columns + turn);
            let lhs = factors[0][sides[0].layout.register_of(lhs)];
            let rhs = factors[1][sides[1].layout.register_of(rhs)];
            let from = vec![lhs.into(), rhs.into(), (*total).into()];
            let ty = sums.types.ty;
            let (op, mode) = if ty == Ty::S32 {
                (Opcode::MadLo, Mode::default())
            } else {
                (Opcode::Fma, Mode::round(Round::Rn))
            };
            code.push(Inst::Compute { op, ty, mode, to: *total, from });
        }
    }
    if turns == 1 {
        return;
    }
    for (pointer, side) in pointers.iter().zip(sides) {
        let next = code.op(Opcode::Add, Ty::U32, Class::B32, &[(*pointer).into(), Operand::Int(side.step)]);
        code.assign(*pointer, next);
    }
    let next = code.op(Opcode::Add, Ty::U32, Class::B32, &[count.into(), Operand::Int(1)]);
    code.assign(count, next);
    let more = code.compare(Compare::Lt, Ty::U32, count, turns);
    code.branch_if(more, true, head);
}

/// Adds the addend to a total and converts to the result's type.
fn finish_sum(code: &mut Builder<'_>, ty: Ty, acc: Scalar, total: Reg, begin: Reg) -> Reg {
    let rn = Mode::round(Round::Rn);
    let operands = |begin: Reg| [Operand::Reg(total), Operand::Reg(begin)];
    match (ty, acc) {
        (Ty::S32, _) => code.op(Opcode::Add, ty, Class::B32, &operands(begin)),
        (Ty::F64, Scalar::F64) => total,
        (Ty::F64, _) => {
            let begin = code.convert(Ty::F64, Ty::F32, Mode::default(), Class::B64, begin);
            let both = code.op_with(Opcode::Add, ty, rn, Class::B64, &operands(begin));
            code.convert(Ty::F32, Ty::F64, rn, Class::B32, both)
        }
        (_, Scalar::F16) => {
            let begin = code.convert(Ty::F32, Ty::F16, Mode::default(), Class::B32, begin);
            let both = code.op_with(Opcode::Add, ty, rn, Class::B32, &operands(begin));
            code.convert(Ty::F16, Ty::F32, rn, Class::B16, both)
        }
        (_, _) => code.op_with(Opcode::Add, ty, rn, Class::B32, &operands(begin)),
    }
}
