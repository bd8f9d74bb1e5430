//! Changes to a kernel: one operation at a time, with new operations before and after it.

use spec::syntax::attributes::{Assumption, Attributes, Constant, Literal};
use spec::syntax::kernel::{Block, Kernel, Operation, Value, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::{Element, Scalar, TileType, Type};

/// Every operation with its number, in textual order, those of regions after the operation that has them.
pub(crate) fn operations(kernel: &Kernel) -> Vec<&Operation> {
    fn walk<'k>(block: &'k Block, found: &mut Vec<&'k Operation>) {
        for op in &block.ops {
            found.push(op);
            op.regions.iter().for_each(|region| walk(region, found));
        }
    }
    let mut found = Vec::new();
    walk(&kernel.body, &mut found);
    found
}

/// One operation that is being changed.
pub(crate) struct Draft<'d> {
    /// Every value of the kernel.
    pub(crate) values: &'d mut Vec<Value>,
    /// The operation.
    pub(crate) op: Operation,
    before: Vec<Operation>,
    after: Vec<Operation>,
}

/// A copy of the kernel, in which `change` was applied to the operation of that number.
pub(crate) fn changed(kernel: &Kernel, number: usize, change: impl FnOnce(&mut Draft<'_>)) -> Kernel {
    let mut copy = kernel.clone();
    let mut left = number;
    let mut change = Some(change);
    change_in(&mut copy.body, &mut copy.values, &mut left, &mut change);
    assert!(change.is_none(), "@{} has no operation {number}", kernel.name);
    copy
}

fn change_in<F: FnOnce(&mut Draft<'_>)>(
    block: &mut Block,
    values: &mut Vec<Value>,
    left: &mut usize,
    change: &mut Option<F>,
) {
    for position in 0..block.ops.len() {
        if *left == 0 {
            let Some(change) = change.take() else { return };
            let op = block.ops[position].clone();
            let mut draft = Draft { values, op, before: Vec::new(), after: Vec::new() };
            change(&mut draft);
            let all = draft.before.into_iter().chain([draft.op]).chain(draft.after);
            block.ops.splice(position..=position, all);
            return;
        }
        *left -= 1;
        for region in &mut block.ops[position].regions {
            change_in(region, values, left, change);
            if change.is_none() {
                return;
            }
        }
    }
}

impl Draft<'_> {
    /// The type of a tile.
    pub(crate) fn tile(&self, value: ValueId) -> TileType {
        self.values[value.index()].ty.tile().expect("a tile is changed").clone()
    }

    fn value(&mut self, ty: Type) -> ValueId {
        let id = ValueId(u32::try_from(self.values.len()).expect("few values"));
        self.values.push(Value { name: format!("new{}", id.0), ty });
        id
    }

    fn operation(&self, op: Op, operands: &[ValueId], result: ValueId, attributes: Attributes) -> Operation {
        Operation {
            op,
            operands: operands.to_vec(),
            token: None,
            results: vec![result],
            attributes,
            regions: Vec::new(),
            at: self.op.at.clone(),
        }
    }

    /// A new operation before this one; its result.
    pub(crate) fn apply(
        &mut self,
        op: Op,
        operands: &[ValueId],
        ty: TileType,
        attributes: Attributes,
    ) -> ValueId {
        let result = self.value(Type::Tile(ty));
        let operation = self.operation(op, operands, result, attributes);
        self.before.push(operation);
        result
    }

    /// A constant before this operation: the number in every element of the type.
    pub(crate) fn constant(&mut self, ty: TileType, number: i64) -> ValueId {
        let bits = ty.element.scalar().map_or(64, Scalar::bits);
        let mask = if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
        let literal = Literal(number.cast_unsigned() & mask);
        let attributes = Attributes { constant: Some(Constant::Splat(literal)), ..Attributes::default() };
        self.apply(Op::Constant, &[], ty, attributes)
    }

    /// A value combined with a number, wrapping.
    pub(crate) fn with_number(&mut self, op: Op, value: ValueId, number: i64) -> ValueId {
        let ty = self.tile(value);
        let number = self.constant(ty.clone(), number);
        self.apply(op, &[value, number], ty, Attributes::default())
    }

    /// A promise about a value, before this operation.
    pub(crate) fn assume(&mut self, value: ValueId, assumption: Assumption) {
        let attributes = Attributes { assumption: Some(assumption), ..Attributes::default() };
        self.apply(Op::Assume, &[value], self.tile(value), attributes);
    }

    /// A promise about a result of this operation, behind it.
    pub(crate) fn assume_result(&mut self, at: usize, assumption: Assumption) {
        let attributes = Attributes { assumption: Some(assumption), ..Attributes::default() };
        let operand = self.op.results[at];
        let result = self.value(self.values[operand.index()].ty.clone());
        let operation = self.operation(Op::Assume, &[operand], result, attributes);
        self.after.push(operation);
    }
}

/// The type of 64-bit integers in the same shape.
pub(crate) fn wide(ty: &TileType) -> TileType {
    TileType { shape: ty.shape.clone(), element: Element::Scalar(Scalar::I64) }
}
