//! Promises in the text: flags of arithmetic, and the hints `tl.multiple_of`, `tl.max_contiguous` and `tl.max_constancy`. Triton's
//! compiler relies on them without a test, so each becomes an obligation.

use spec::syntax::attributes::{Assumption, Attributes, Constant, Every, Overflow};
use spec::syntax::count::{handle_from_usize, saturating_u32};
use spec::syntax::kernel::ValueId;
use spec::syntax::op::{Meaning, Op};
use spec::syntax::types::TileType;

use super::builder::{Builder, Lowered};
use crate::triton::read::syntax::{Operation, Word};
use crate::triton::schema::is_attribute;

/// The deepest chain of operations that is followed to the origin of a value.
const MAX_DEPTH: u32 = 12;

/// The operations whose text may promise not to wrap.
const WRAPPING: &[&str] = &["arith.addi", "arith.muli", "arith.shli", "arith.subi", "arith.trunci"];

impl<'t> Builder<'_, 't> {
    /// Refuses an attribute or a flag whose meaning is unknown.
    pub(super) fn check_promises(&self, op: &Operation<'t>) -> Lowered<()> {
        if let Some(name) = op.attribute_names().find(|name| !is_attribute(name)) {
            return Err(self.unsupported(format!("the attribute `{name}` of `{}`", op.name)));
        }
        let is_arithmetic = op.name.starts_with("arith.") || op.name.starts_with("math.");
        if !is_arithmetic || op.name == "arith.constant" {
            return Ok(());
        }
        let is_comparison = op.name.starts_with("arith.cmp");
        let harmless = |word: &&str| {
            matches!(*word, "fastmath<none>" | "fastmath<contract>")
                || word.starts_with("overflow<") && WRAPPING.contains(&op.name)
        };
        match op.keywords().skip(usize::from(is_comparison)).find(|word| !harmless(word)) {
            Some(word) => Err(self.unsupported(format!("the flag `{word}` of `{}`", op.name))),
            None => Ok(()),
        }
    }

    /// `overflow<nsw, nuw>`
    pub(super) fn overflow(&self, op: &Operation<'t>) -> Lowered<Overflow> {
        let mut overflow = Overflow::default();
        let flags = op.keywords().find_map(|word| word.strip_prefix("overflow<")?.strip_suffix('>'));
        for flag in flags.unwrap_or("none").split(',') {
            match flag.trim() {
                "nsw" => overflow.no_signed_wrap = true,
                "nuw" => overflow.no_unsigned_wrap = true,
                "none" => {}
                other => return Err(self.wrong(format!("`{other}` is no promise about overflow"))),
            }
        }
        Ok(overflow)
    }

    /// Puts the hints of an operation behind its result.
    pub(super) fn assume_hints(&mut self, op: &Operation<'t>) -> Lowered<()> {
        const HINTS: [&str; 3] = ["tt.divisibility", "tt.contiguity", "tt.constancy"];
        if HINTS.iter().all(|hint| op.attribute(hint).is_none()) {
            return Ok(());
        }
        let [(name, 1)] = op.results.as_slice() else {
            return Err(self.unsupported("a hint about several values"));
        };
        let mut id = self.tile(name)?;
        let ty = self.ty(id);
        let [divisibility, contiguity, constancy] = [
            self.numbers_by_axis(op, HINTS[0], &ty)?,
            self.numbers_by_axis(op, HINTS[1], &ty)?,
            self.numbers_by_axis(op, HINTS[2], &ty)?,
        ];
        if ty.shape.is_empty() {
            let divisor = divisibility.first().copied().unwrap_or(1);
            id = self.promise(id, Assumption::DivBy { divisor, every: None })?;
        }
        for (axis, extent) in ty.shape.iter().enumerate() {
            let divisor = divisibility.get(axis).copied().unwrap_or(1);
            // The first element of each run of consecutive elements is a multiple. Without a hint the runs are those of ranges.
            let rises = || self.rises(id, axis, MAX_DEPTH).then_some(u64::from(*extent));
            let run = contiguity.get(axis).copied().or_else(rises).unwrap_or(1).min(u64::from(*extent));
            let stride = saturating_u32(run);
            let every = (run > 1).then_some(Every { stride, axis: handle_from_usize(axis) });
            if divisor > 1 || every.is_some() && !contiguity.is_empty() {
                id = self.promise(id, Assumption::DivBy { divisor, every })?;
            }
        }
        if constancy.iter().any(|run| *run > 1) {
            let part = |(run, extent): (&u64, &u32)| saturating_u32(*run).min(*extent);
            let parts = constancy.iter().zip(&ty.shape).map(part).collect();
            id = self.promise(id, Assumption::SameElements(parts))?;
        }
        self.bind_tiles(op, &[id])
    }

    fn promise(&mut self, id: ValueId, assumption: Assumption) -> Lowered<ValueId> {
        let ty = self.ty(id);
        self.tile_op(
            Op::Assume,
            &[id],
            ty,
            Attributes { assumption: Some(assumption), ..Attributes::default() },
        )
    }

    /// The numbers of a hint, `dense<16> : tensor<1xi32>` or `dense<[16, 1]> : tensor<2xi32>`: the greatest power of two in each,
    /// one for each axis of the result.
    fn numbers_by_axis(&self, op: &Operation<'t>, hint: &str, ty: &TileType) -> Lowered<Vec<u64>> {
        let Some(words) = op.attribute(hint) else { return Ok(Vec::new()) };
        let text = words.first().and_then(Word::atom).unwrap_or_default();
        let inner = text.strip_prefix("dense<").and_then(|rest| rest.strip_suffix('>')).unwrap_or(text);
        let parts = inner.split([',', '[', ']']).map(str::trim).filter(|part| !part.is_empty());
        let power = |part: &str| Some(1u64 << part.parse::<u32>().ok()?.trailing_zeros().min(31));
        let numbers: Option<Vec<u64>> = parts.map(power).collect();
        let rank = ty.shape.len().max(1);
        match numbers.as_deref() {
            Some([one]) => Ok(vec![*one; rank]),
            Some(all) if all.len() == rank => Ok(all.to_vec()),
            Some(_) | None => Err(self.wrong(format!("`{hint}` has a number for each axis"))),
        }
    }

    /// Whether a value is known to go up by one along the whole of an axis: a range, moved by what is the same along the axis.
    fn rises(&self, id: ValueId, axis: usize, depth: u32) -> bool {
        let Some(made) = self.definition(id).filter(|_| depth > 0) else { return false };
        let rises = |at: usize, axis: usize| self.rises(made.operands[at], axis, depth - 1);
        let stays = |at: usize| self.is_uniform(made.operands[at], axis, depth - 1);
        if made.op == Op::Iota {
            return true;
        }
        if made.op == Op::Addi || made.op == Op::Offset {
            return rises(0, axis) && stays(1) || stays(0) && rises(1, axis);
        }
        if made.op == Op::Subi {
            return rises(0, axis) && stays(1);
        }
        if made.op == Op::Broadcast {
            let before = self.ty(made.operands[0]).shape;
            return before.get(axis) == self.ty(id).shape.get(axis) && rises(0, axis);
        }
        if made.op == Op::Reshape {
            return self.axis_before(made.operands[0], id, axis).is_some_and(|from| rises(0, from));
        }
        (made.op == Op::Exti || made.op == Op::Assume) && rises(0, axis)
    }

    /// Whether all elements along an axis are known to be equal.
    fn is_uniform(&self, id: ValueId, axis: usize, depth: u32) -> bool {
        if self.ty(id).shape.get(axis) == Some(&1) {
            return true;
        }
        let Some(made) = self.definition(id).filter(|_| depth > 0) else { return false };
        if made.op == Op::Broadcast && self.ty(made.operands[0]).shape.get(axis) == Some(&1) {
            return true;
        }
        if made.op == Op::Constant {
            return matches!(made.attributes.constant, Some(Constant::Splat(_)));
        }
        let by_element = made.op.meaning() == Meaning::Elementwise || made.op == Op::Broadcast;
        by_element && made.operands.iter().all(|operand| self.is_uniform(*operand, axis, depth - 1))
    }

    /// The axis that one of a reshaped value was, if only axes of one element came or went.
    fn axis_before(&self, from: ValueId, to: ValueId, axis: usize) -> Option<usize> {
        let (before, after) = (self.ty(from).shape, self.ty(to).shape);
        let long = |shape: &[u32]| -> Vec<(usize, u32)> {
            shape.iter().copied().enumerate().filter(|(_, extent)| *extent != 1).collect()
        };
        let (before, after) = (long(&before), long(&after));
        let same = before.iter().map(|(_, extent)| extent).eq(after.iter().map(|(_, extent)| extent));
        let number = after.iter().position(|(own, _)| *own == axis).filter(|_| same)?;
        before.get(number).map(|(from, _)| *from)
    }
}
