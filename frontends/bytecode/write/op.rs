//! Bodies: values by their numbers, operations by their rows.

use std::sync::LazyLock;

use spec::syntax::kernel::{Block, Kernel, Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::{Scalar, Type};

use crate::bytecode::schema::{Attribute, FieldKind, Flag, OpEncoding, encodings};
use crate::bytecode::version::NEWEST;
use crate::bytecode::write::attribute;
use crate::bytecode::write::constant::constant_number;
use crate::bytecode::write::encoding_emitter::EncodingEmitter;
use crate::bytecode::write::tables::Tables;

/// The operations of a kernel.
pub(super) fn write_ops(kernel: &Kernel, tables: &mut Tables) -> Result<EncodingEmitter, String> {
    let mut body = Scope { kernel, tables, visible: kernel.params.clone() };
    let mut to = EncodingEmitter::default();
    kernel.body.ops.iter().try_for_each(|op| body.write_op(op, &mut to))?;
    Ok(to)
}

/// A kernel's body while it is being written.
struct Scope<'k, 't> {
    kernel: &'k Kernel,
    tables: &'t mut Tables,
    /// The visible values by number; a region's values are removed at its end.
    visible: Vec<ValueId>,
}

/// The row of an operation.
fn encoding_of(op: Op) -> Result<&'static OpEncoding, String> {
    static BY_OP: LazyLock<Vec<&OpEncoding>> = LazyLock::new(|| {
        let mut all: Vec<_> = encodings().iter().collect();
        all.sort_by_key(|row| row.op);
        all
    });
    let at = BY_OP.binary_search_by_key(&op, |row| row.op);
    at.map(|at| BY_OP[at]).map_err(|_| format!("`{}` has no number", op.mnemonic()))
}

impl Scope<'_, '_> {
    fn write_op(&mut self, op: &Operation, to: &mut EncodingEmitter) -> Result<(), String> {
        let row = encoding_of(op.op)?;
        to.write_varint(row.opcode);
        // The types of results stand first, all of them.
        // Types of results come before all else; a row with one behind something else is an error.
        let first = row.fields.iter().take_while(|field| field.kind == FieldKind::Result).count();
        op.results
            .iter()
            .take(first)
            .for_each(|result| to.write_varint(self.tables.ty(self.kernel.ty(*result))));
        for field in &row.fields[first..] {
            let there = field.since <= NEWEST && field.flag.is_none_or(|flag| self.is_set(op, flag));
            if there {
                self.write_field(row, &field.kind, op, to)
                    .map_err(|why| format!("`{}`: {why}", op.op.mnemonic()))?;
            }
        }
        self.visible.extend(&op.results);
        Ok(())
    }

    fn write_field(
        &mut self,
        row: &OpEncoding,
        part: &FieldKind,
        op: &Operation,
        to: &mut EncodingEmitter,
    ) -> Result<(), String> {
        match part {
            FieldKind::Result => return Err("its row has a result behind something else".to_owned()),
            FieldKind::Results => {
                to.write_count(op.results.len());
                op.results.iter().for_each(|result| to.write_varint(self.tables.ty(self.kernel.ty(*result))));
            }
            FieldKind::Flags(flags) => {
                let bits =
                    flags.iter().rev().fold(0, |bits, flag| bits << 1 | u64::from(self.is_set(op, *flag)));
                to.write_varint(bits);
            }
            FieldKind::Attribute(Attribute::Constant) => {
                let value = op.attributes.constant.as_ref().ok_or("it has no value")?;
                let scalar =
                    scalar_of(self.kernel.ty(op.results[0])).ok_or("a constant is a tile of numbers")?;
                to.write_varint(constant_number(value, scalar, self.tables));
            }
            FieldKind::Attribute(Attribute::Identities) => self.write_identities(op, to)?,
            FieldKind::Attribute(name) => {
                let axes = self
                    .operand_groups(row, op)
                    .into_iter()
                    .map(|(_, group)| group.len())
                    .next()
                    .unwrap_or(0);
                attribute::write_attribute(*name, &op.attributes, axes, to, self.tables)?;
            }
            FieldKind::Operand(place) => {
                let at = self.operand_index(row, op, *place);
                self.write_operand(*op.operands.get(at).ok_or("an operand is missing")?, to)?;
            }
            FieldKind::Operands(place) => {
                let group = self.operand_groups(row, op).into_iter().find(|(known, _)| known == place);
                self.write_operands(&group.ok_or("operands are missing")?.1, to)?;
            }
            FieldKind::AllOperands => self.write_operands(&op.operands, to)?,
            FieldKind::Token => self.write_operand(op.token.ok_or("a token is missing")?, to)?,
            FieldKind::ResultToken => {}
            FieldKind::Regions(count) => self.write_regions(*count, op, to)?,
        }
        Ok(())
    }

    fn write_identities(&mut self, op: &Operation, to: &mut EncodingEmitter) -> Result<(), String> {
        to.write_count(op.attributes.identities.len());
        for (literal, operand) in op.attributes.identities.iter().zip(&op.operands) {
            let scalar = scalar_of(self.kernel.ty(*operand)).ok_or("an identity is a number")?;
            attribute::write_identity(*literal, scalar, to, self.tables);
        }
        Ok(())
    }

    /// Whether a bit is set.
    fn is_set(&self, op: &Operation, flag: Flag) -> bool {
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
    fn operand_groups(&self, row: &OpEncoding, op: &Operation) -> Vec<(usize, Vec<ValueId>)> {
        let mut lists = Vec::new();
        for field in &row.fields {
            if let FieldKind::Operands(place) = field.kind {
                lists.push(place);
            }
        }
        lists.sort_unstable();
        let singles = self.single_operands(row, op);
        let all = op.operands.len() - singles.len().min(op.operands.len());
        let first = match (self.kernel.values.get(op.results.first().map_or(0, |id| id.index())), lists.len())
        {
            (Some(value), 2) => count_dynamic_extents(&value.ty),
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

    /// The places of the single operands that are present.
    fn single_operands(&self, row: &OpEncoding, op: &Operation) -> Vec<usize> {
        let there = row.fields.iter().filter(|field| field.flag.is_none_or(|flag| self.is_set(op, flag)));
        there
            .filter_map(|field| if let FieldKind::Operand(place) = field.kind { Some(place) } else { None })
            .collect()
    }

    /// The index among the operands of the operand at a place in the row.
    fn operand_index(&self, row: &OpEncoding, op: &Operation, place: usize) -> usize {
        let before = self.single_operands(row, op).into_iter().filter(|other| *other < place).count();
        let lists = self.operand_groups(row, op).into_iter().filter(|(other, _)| *other < place);
        before + lists.map(|(_, group)| group.len()).sum::<usize>()
    }

    fn write_operands(&self, group: &[ValueId], to: &mut EncodingEmitter) -> Result<(), String> {
        to.write_count(group.len());
        group.iter().try_for_each(|value| self.write_operand(*value, to))
    }

    fn write_operand(&self, value: ValueId, to: &mut EncodingEmitter) -> Result<(), String> {
        // A linear search: few values are visible at once.
        let number = self.visible.iter().position(|known| *known == value);
        to.write_count(number.ok_or("a value is used where it is not defined")?);
        Ok(())
    }

    /// A count, and so many regions; an `if` without an `else` has a second one of no block.
    fn write_regions(
        &mut self,
        count: usize,
        op: &Operation,
        to: &mut EncodingEmitter,
    ) -> Result<(), String> {
        to.write_count(count);
        for position in 0..count {
            match op.regions.get(position) {
                Some(block) => {
                    to.write_varint(1);
                    self.write_block(block, to)?;
                }
                None => to.write_varint(0),
            }
        }
        Ok(())
    }

    /// TypeTable of parameters, and operations, each with their count before them.
    fn write_block(&mut self, block: &Block, to: &mut EncodingEmitter) -> Result<(), String> {
        let before = self.visible.len();
        to.write_count(block.params.len());
        for param in &block.params {
            to.write_varint(self.tables.ty(self.kernel.ty(*param)));
        }
        self.visible.extend(&block.params);
        to.write_count(block.ops.len());
        block.ops.iter().try_for_each(|op| self.write_op(op, to))?;
        self.visible.truncate(before);
        Ok(())
    }
}

fn scalar_of(ty: &Type) -> Option<Scalar> {
    ty.tile().and_then(|tile| tile.element.scalar())
}

/// How many extents of a tensor view are known at run time only.
fn count_dynamic_extents(ty: &Type) -> usize {
    match ty {
        Type::TensorView(view) => view.shape.iter().filter(|extent| extent.is_none()).count(),
        Type::Tile(_) | Type::Token | Type::PartitionView(_) => 0,
        Type::StridedView(_) | Type::GatherScatterView(_) => 0,
    }
}
