//! Reductions: registers first, as a tree, then lanes by butterfly shuffles, then warps through shared memory.

use std::ops::Range;

use spec::problem::Unsupported;
use spec::syntax::kernel::{Block, Operation};
use spec::syntax::op::Op;
use spec::syntax::types::Element;

use crate::ir::builder::Builder;
use crate::ir::ptx::{Class, Compare, Opcode, Operand, Reg, Shuffle, Ty};
use crate::ir::shuffle::shuffle;
use crate::ir::value::Tile;
use crate::layout::conversion::convert_layout;
use crate::layout::linear::{BitSource, LANE_BITS, Layout, axis_bits};
use crate::lower::operands::unify_operands;

/// Lowers a combiner's region on single elements; returns the yielded registers. The general lowering function passes itself,
/// because a region may contain any operation.
pub(crate) type LowerCombiner = fn(&mut Builder<'_>, &Block, &[Reg]) -> Result<Vec<Reg>, Unsupported>;

/// Combines two values, or one pair per operand.
pub(crate) struct Combiner<'r> {
    region: &'r Block,
    lower: LowerCombiner,
    /// The element types of the operands.
    pub(crate) elements: Vec<Element>,
    /// Registers with the identities, if identities may change a result; they are combined once.
    identities: Option<Vec<Reg>>,
    /// Whether both ways round are the same to the bit.
    commutes: bool,
    /// Whether what was before is the first of a pair.
    accumulates_first: bool,
}

impl<'r> Combiner<'r> {
    pub(crate) fn new(code: &mut Builder<'_>, op: &'r Operation, lower: LowerCombiner) -> Self {
        let elements: Vec<Element> =
            op.operands.iter().map(|value| code.kernel().tile(*value).element).collect();
        let plain = spec::ops::reduce::plain(op);
        let float = |element: &Element| matches!(element, Element::Scalar(scalar) if !scalar.is_integer());
        let neutral = plain.is_some_and(|inner| spec::ops::reduce::is_neutral(code.kernel(), op, inner));
        // A float's neutral element may change the sign of zero, or which NaN there is.
        // Mixing in what changes nothing is left out.
        let changes = !neutral || elements.iter().any(float);
        let literals = op.attributes.identities.iter().zip(&elements);
        let identities = changes.then(|| {
            literals.filter_map(|(literal, of)| Some(code.literal(of.scalar()?, literal.0))).collect()
        });
        let commutes = plain.is_some_and(|inner| {
            matches!(
                inner.op,
                Op::Addi
                    | Op::Muli
                    | Op::Mini
                    | Op::Maxi
                    | Op::Andi
                    | Op::Ori
                    | Op::Xori
                    | Op::Addf
                    | Op::Mulf
                    | Op::Minf
                    | Op::Maxf
            )
        });
        let accumulates_first = spec::ops::reduce::accumulates_first(op.op);
        Combiner { region: &op.regions[0], lower, elements, identities, commutes, accumulates_first }
    }

    /// Combines an earlier value and a later element.
    pub(crate) fn combine(
        &self,
        code: &mut Builder<'_>,
        later: &[Reg],
        before: &[Reg],
    ) -> Result<Vec<Reg>, Unsupported> {
        // Which parameter is the accumulator is the operation's to say.
        let (first, second) = if self.accumulates_first { (before, later) } else { (later, before) };
        let both: Vec<Reg> = first.iter().zip(second).flat_map(|(first, second)| [*first, *second]).collect();
        (self.lower)(code, self.region, &both)
    }

    /// What is left, laid onto the identities.
    pub(crate) fn with_identity(
        &self,
        code: &mut Builder<'_>,
        values: Vec<Reg>,
    ) -> Result<Vec<Reg>, Unsupported> {
        match &self.identities {
            Some(identities) if identities.len() == values.len() => self.combine(code, &values, identities),
            Some(_) | None => Ok(values),
        }
    }
}

/// Selects all first values if a predicate is true, otherwise all second values.
pub(crate) fn choose_all(code: &mut Builder<'_>, pred: Reg, yes: &[Reg], no: &[Reg]) -> Vec<Reg> {
    yes.iter().zip(no).map(|(yes, no)| code.choose(pred, *yes, *no)).collect()
}

/// The operands of a reduction on the way: one layout, for every operand its registers.
struct Partial<'r> {
    combiner: Combiner<'r>,
    layout: Layout,
    regs: Vec<Vec<Reg>>,
}

/// `reduce`. Which element is combined with which first is not specified; here neighbours in registers come before
/// neighbours in lanes.
pub(crate) fn reduce(
    code: &mut Builder<'_>,
    op: &Operation,
    lower: LowerCombiner,
) -> Result<(), Unsupported> {
    let (layout, regs) = unify_operands(code, op);
    let mut partial = Partial { combiner: Combiner::new(code, op, lower), layout, regs };
    let shape = &code.kernel().tile(op.operands[0]).shape;
    let axis = op.attributes.axis();
    let (low, count) = axis_bits(shape)[axis];

    for bit in low..low + count {
        // Copies of an element take part as often as the tile has them: the combiner may not be idempotent.
        if partial.layout.bits[bit] == BitSource::Broadcast {
            for at in 0..partial.regs[0].len() {
                let own = partial.at(at);
                let twice = partial.combiner.combine(code, &own, &own)?;
                partial.set(at, twice);
            }
        }
    }
    combine_registers(code, &mut partial, low..low + count)?;
    for bit in low..low + count {
        if let BitSource::Thread(thread @ 0..LANE_BITS) = partial.layout.bits[bit] {
            combine_lanes(code, &mut partial, thread)?;
            partial.layout.bits[bit] = BitSource::Broadcast;
        }
    }
    if (low..low + count).any(|bit| partial.layout.bits[bit] != BitSource::Broadcast) {
        gather_warps(code, &mut partial, low..low + count);
        combine_registers(code, &mut partial, low..low + count)?;
    }
    for at in 0..partial.regs[0].len() {
        let own = partial.at(at);
        let done = partial.combiner.with_identity(code, own)?;
        partial.set(at, done);
    }

    // The axis is gone from the index.
    let mut bits = partial.layout.bits;
    bits.drain(low..low + count);
    for (result, regs) in op.results.iter().zip(partial.regs) {
        code.set_tile(*result, Layout { bits: bits.clone() }, regs);
    }
    Ok(())
}

impl Partial<'_> {
    fn at(&self, register: usize) -> Vec<Reg> {
        self.regs.iter().map(|regs| regs[register]).collect()
    }

    fn set(&mut self, register: usize, values: Vec<Reg>) {
        self.regs.iter_mut().zip(values).for_each(|(regs, value)| regs[register] = value);
    }
}

/// Combines registers that differ in bits of the axis, the highest first: a tree.
fn combine_registers(
    code: &mut Builder<'_>,
    partial: &mut Partial<'_>,
    bits: Range<usize>,
) -> Result<(), Unsupported> {
    for bit in bits.rev() {
        if partial.layout.bits[bit] != BitSource::Register {
            continue;
        }
        // The highest bit first: values that are combined are as far apart as they can be, as in a tree.
        let before = partial.layout.clone();
        partial.layout.bits[bit] = BitSource::Broadcast;
        let old = std::mem::take(&mut partial.regs);
        partial.regs = vec![Vec::new(); old.len()];
        for at in 0..partial.layout.registers() {
            let index = partial.layout.index_of(at);
            let of = |index: usize| -> Vec<Reg> {
                old.iter().map(|regs| regs[before.register_of(index)]).collect()
            };
            let both = partial.combiner.combine(code, &of(index | 1 << bit), &of(index))?;
            partial.regs.iter_mut().zip(both).for_each(|(regs, reg)| regs.push(reg));
        }
    }
    Ok(())
}

/// Combines the values of lanes that differ in one bit; both lanes get the result.
fn combine_lanes(
    code: &mut Builder<'_>,
    partial: &mut Partial<'_>,
    thread: usize,
) -> Result<(), Unsupported> {
    // A butterfly gives both lanes both values; which is first matters unless the combiner commutes.
    let lower = (!partial.combiner.commutes).then(|| {
        let bit =
            code.op(Opcode::And, Ty::B32, Class::B32, &[code.thread().into(), Operand::Int(1 << thread)]);
        code.compare(Compare::Eq, Ty::U32, bit, 0)
    });
    for at in 0..partial.regs[0].len() {
        let own = partial.at(at);
        let other: Vec<Reg> =
            own.iter().map(|reg| shuffle(code, Shuffle::Bfly, *reg, Operand::Int(1 << thread))).collect();
        let both = match lower {
            None => partial.combiner.combine(code, &own, &other)?,
            Some(lower) => {
                let later = choose_all(code, lower, &other, &own);
                let before = choose_all(code, lower, &own, &other);
                partial.combiner.combine(code, &later, &before)?
            }
        };
        partial.set(at, both);
    }
    Ok(())
}

/// Loads the other warps' values along the axis into registers.
fn gather_warps(code: &mut Builder<'_>, partial: &mut Partial<'_>, bits: Range<usize>) {
    let mut layout = partial.layout.clone();
    for bit in bits {
        if let BitSource::Thread(_) = layout.bits[bit] {
            layout.bits[bit] = BitSource::Register;
        }
    }
    for (element, regs) in partial.combiner.elements.clone().into_iter().zip(&mut partial.regs) {
        let tile = Tile { layout: partial.layout.clone(), regs: std::mem::take(regs) };
        *regs = convert_layout(code, &tile, element, &layout).regs;
    }
    partial.layout = layout;
}
