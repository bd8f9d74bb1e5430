//! Bodies: values by their numbers, operations by their rows.

use std::sync::LazyLock;

use spec::syntax::kernel::{Block, Kernel, Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::{Scalar, Type};

use super::super::NEWEST;
use super::super::schema::{Attribute, Flag, Part, Row, rows};
use super::bytes::Bytes;
use super::tables::Tables;
use super::{attribute, constant};

/// The operations of a kernel.
pub(super) fn code(kernel: &Kernel, tables: &mut Tables) -> Result<Bytes, String> {
    let mut body = Body { kernel, tables, visible: kernel.params.clone() };
    let mut to = Bytes::default();
    kernel.body.ops.iter().try_for_each(|op| body.operation(op, &mut to))?;
    Ok(to)
}

/// A kernel's body while it is being written.
struct Body<'k, 't> {
    kernel: &'k Kernel,
    tables: &'t mut Tables,
    /// The values that can be named, by their numbers: a region's are gone after it.
    visible: Vec<ValueId>,
}

/// The row of an operation.
fn row(op: Op) -> Result<&'static Row, String> {
    static BY_OP: LazyLock<Vec<&Row>> = LazyLock::new(|| {
        let mut all: Vec<_> = rows().iter().collect();
        all.sort_by_key(|row| row.op);
        all
    });
    let at = BY_OP.binary_search_by_key(&op, |row| row.op);
    at.map(|at| BY_OP[at]).map_err(|_| format!("`{}` has no number", op.mnemonic()))
}

impl Body<'_, '_> {
    fn operation(&mut self, op: &Operation, to: &mut Bytes) -> Result<(), String> {
        let row = row(op.op)?;
        to.number(row.opcode);
        // The types of results stand first, all of them.
        let first = row.words.iter().take_while(|word| word.part == Part::Result).count();
        op.results.iter().take(first).for_each(|result| to.number(self.tables.ty(self.kernel.ty(*result))));
        for word in &row.words[first..] {
            let there = word.since <= NEWEST && word.flag.is_none_or(|flag| self.has(op, flag));
            if there {
                self.part(row, &word.part, op, to).map_err(|why| format!("`{}`: {why}", op.op.mnemonic()))?;
            }
        }
        self.visible.extend(&op.results);
        Ok(())
    }

    fn part(&mut self, row: &Row, part: &Part, op: &Operation, to: &mut Bytes) -> Result<(), String> {
        match part {
            Part::Result => return Err("its row has a result behind something else".to_owned()),
            Part::Results => {
                to.number(op.results.len() as u64);
                op.results.iter().for_each(|result| to.number(self.tables.ty(self.kernel.ty(*result))));
            }
            Part::Flags(flags) => {
                let bits =
                    flags.iter().rev().fold(0, |bits, flag| bits << 1 | u64::from(self.has(op, *flag)));
                to.number(bits);
            }
            Part::Attribute(Attribute::Constant) => {
                let value = op.attributes.constant.as_ref().ok_or("it has no value")?;
                let scalar =
                    scalar(self.kernel.ty(op.results[0])).ok_or("a constant is a tile of numbers")?;
                to.number(constant(value, scalar, self.tables));
            }
            Part::Attribute(Attribute::Identities) => self.identities(op, to)?,
            Part::Attribute(name) => {
                let axes = self.lists(row, op).into_iter().map(|(_, group)| group.len()).next().unwrap_or(0);
                attribute::write(*name, &op.attributes, axes, to, self.tables)?;
            }
            Part::Operand(place) => {
                let at = self.place(row, op, *place);
                self.operand(*op.operands.get(at).ok_or("an operand is missing")?, to)?;
            }
            Part::Operands(place) => {
                let group = self.lists(row, op).into_iter().find(|(known, _)| known == place);
                self.group(&group.ok_or("operands are missing")?.1, to)?;
            }
            Part::AllOperands => self.group(&op.operands, to)?,
            Part::Token => self.operand(op.token.ok_or("a token is missing")?, to)?,
            Part::ResultToken => {}
            Part::Regions(count) => self.regions(*count, op, to)?,
        }
        Ok(())
    }

    fn identities(&mut self, op: &Operation, to: &mut Bytes) -> Result<(), String> {
        to.number(op.attributes.identities.len() as u64);
        for (literal, operand) in op.attributes.identities.iter().zip(&op.operands) {
            let scalar = scalar(self.kernel.ty(*operand)).ok_or("an identity is a number")?;
            attribute::identity(*literal, scalar, to, self.tables);
        }
        Ok(())
    }

    /// Whether a bit is set.
    fn has(&self, op: &Operation, flag: Flag) -> bool {
        let attributes = &op.attributes;
        match flag {
            Flag::Scope => attributes.scope.is_some(),
            Flag::Hints => !attributes.hints.is_empty(),
            Flag::Mask if op.op == Op::LoadPtrTko => self.kernel.mask_and_padding(op).0.is_some(),
            Flag::Mask => op.operands.len() > if op.op == Op::AtomicCasTko { 3 } else { 2 },
            Flag::Padding => self.kernel.mask_and_padding(op).1.is_some(),
            Flag::Token => op.token.is_some(),
            Flag::FlushToZero => attributes.flush_to_zero,
            Flag::PropagateNan => attributes.propagate_nan,
            Flag::Saturating => attributes.saturating,
            Flag::FastAcc => attributes.fast_acc,
            Flag::UnsignedCompare => attributes.unsigned_compare,
            Flag::Global => attributes.global,
        }
    }

    /// The groups of operands that have a count of their own, by their places.
    fn lists(&self, row: &Row, op: &Operation) -> Vec<(usize, Vec<ValueId>)> {
        let mut lists = Vec::new();
        for word in &row.words {
            if let Part::Operands(place) = word.part {
                lists.push(place);
            }
        }
        lists.sort_unstable();
        let singles = self.singles(row, op);
        let all = op.operands.len() - singles.len().min(op.operands.len());
        let first = match (self.kernel.values.get(op.results.first().map_or(0, |id| id.index())), lists.len())
        {
            (Some(value), 2) => dynamic(&value.ty),
            (Some(_) | None, _) => all,
        };
        let mut start =
            singles.iter().filter(|place| lists.first().is_some_and(|list| *place < list)).count();
        let lens = [first, all.saturating_sub(first)];
        let group = |(place, len): (usize, usize)| {
            let group = op.operands[start..start + len].to_vec();
            start += len;
            (place, group)
        };
        lists.into_iter().zip(lens).map(group).collect()
    }

    /// The places of the operands that stand alone and are there.
    fn singles(&self, row: &Row, op: &Operation) -> Vec<usize> {
        let there = row.words.iter().filter(|word| word.flag.is_none_or(|flag| self.has(op, flag)));
        there
            .filter_map(|word| if let Part::Operand(place) = word.part { Some(place) } else { None })
            .collect()
    }

    /// Where among the operands one stands that has this place in the row.
    fn place(&self, row: &Row, op: &Operation, place: usize) -> usize {
        let before = self.singles(row, op).into_iter().filter(|other| *other < place).count();
        let lists = self.lists(row, op).into_iter().filter(|(other, _)| *other < place);
        before + lists.map(|(_, group)| group.len()).sum::<usize>()
    }

    fn group(&self, group: &[ValueId], to: &mut Bytes) -> Result<(), String> {
        to.number(group.len() as u64);
        group.iter().try_for_each(|value| self.operand(*value, to))
    }

    fn operand(&self, value: ValueId, to: &mut Bytes) -> Result<(), String> {
        let number = self.visible.iter().position(|known| *known == value);
        to.number(number.ok_or("a value is used where it is not defined")? as u64);
        Ok(())
    }

    /// A count, and so many regions; an `if` without an `else` has a second one of no block.
    fn regions(&mut self, count: usize, op: &Operation, to: &mut Bytes) -> Result<(), String> {
        to.number(count as u64);
        for position in 0..count {
            match op.regions.get(position) {
                Some(block) => {
                    to.number(1);
                    self.block(block, to)?;
                }
                None => to.number(0),
            }
        }
        Ok(())
    }

    /// Types of parameters, and operations, each with their count before them.
    fn block(&mut self, block: &Block, to: &mut Bytes) -> Result<(), String> {
        let before = self.visible.len();
        to.number(block.params.len() as u64);
        for param in &block.params {
            to.number(self.tables.ty(self.kernel.ty(*param)));
        }
        self.visible.extend(&block.params);
        to.number(block.ops.len() as u64);
        block.ops.iter().try_for_each(|op| self.operation(op, to))?;
        self.visible.truncate(before);
        Ok(())
    }
}

fn scalar(ty: &Type) -> Option<Scalar> {
    ty.tile().and_then(|tile| tile.element.scalar())
}

/// How many extents of a tensor view are known at run time only.
fn dynamic(ty: &Type) -> usize {
    match ty {
        Type::TensorView(view) => view.shape.iter().filter(|extent| extent.is_none()).count(),
        Type::Tile(_) | Type::Token | Type::PartitionView(_) => 0,
        Type::StridedView(_) | Type::GatherScatterView(_) => 0,
    }
}
