//! Changes to a kernel: one operation at a time, with new operations before and after it.

use spec::syntax::attributes::{Assumption, Attributes, Constant, Literal, Signedness};
use spec::syntax::kernel::{Block, Kernel, OpId, Operation, Value, ValueId};
use spec::syntax::op::Op;
use spec::syntax::span::Place;
use spec::syntax::types::{Element, Scalar, TileType, Type};

/// Every operation with its number, in textual order; operations of regions follow their owner.
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

/// An operation under change.
pub(crate) struct Draft<'d> {
    /// Every value of the kernel.
    pub(crate) values: &'d mut Vec<Value>,
    /// The operation.
    pub(crate) op: Operation,
    before: Vec<Operation>,
    after: Vec<Operation>,
    /// Who used the first uses the second.
    instead: Vec<(ValueId, ValueId)>,
}

/// A copy of the kernel, in which `change` was applied to the operation of that number.
pub(crate) fn changed(kernel: &Kernel, number: usize, change: impl FnOnce(&mut Draft<'_>)) -> Kernel {
    let mut copy = kernel.clone();
    let op = operations(kernel)[number].clone();
    let mut draft =
        Draft { values: &mut copy.values, op, before: Vec::new(), after: Vec::new(), instead: Vec::new() };
    change(&mut draft);
    let Draft { op, before, after, instead, .. } = draft;
    instead.iter().for_each(|(old, new)| substitute(&mut copy.body, *old, *new));
    let mut new = Some(before.into_iter().chain([op]).chain(after).collect());
    put(&mut copy.body, &mut { number }, &mut new);
    assert!(new.is_none(), "@{} has no operation {number}", kernel.name);
    place(&mut copy.body, &mut 0);
    copy
}

/// Gives every operation a place of its own, in textual order, as in a file: new ones have had that of another.
fn place(block: &mut Block, next: &mut usize) {
    for op in &mut block.ops {
        op.at = Place { offset: *next, len: 1, source: None };
        *next += 1;
        op.regions.iter_mut().for_each(|region| place(region, next));
    }
}

/// Puts new operations in the place of one.
fn put(block: &mut Block, left: &mut usize, new: &mut Option<Vec<Operation>>) {
    for position in 0..block.ops.len() {
        if *left == 0 {
            if let Some(new) = new.take() {
                block.ops.splice(position..=position, new);
            }
            return;
        }
        *left -= 1;
        for region in &mut block.ops[position].regions {
            put(region, left, new);
            if new.is_none() {
                return;
            }
        }
    }
}

fn substitute(block: &mut Block, old: ValueId, new: ValueId) {
    for op in &mut block.ops {
        let uses = op.operands.iter_mut().chain(&mut op.token);
        uses.filter(|value| **value == old).for_each(|value| *value = new);
        op.regions.iter_mut().for_each(|region| substitute(region, old, new));
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

    fn operation(
        &self,
        op: Op,
        operands: &[ValueId],
        results: Vec<ValueId>,
        attributes: Attributes,
    ) -> Operation {
        let (operands, at) = (operands.to_vec(), self.op.at.clone());
        Operation {
            id: OpId::default(),
            op,
            operands,
            token: None,
            results,
            attributes,
            regions: Vec::new(),
            at,
        }
    }

    /// Inserts an operation, with results of the given types, before the current operation.
    pub(crate) fn emit(
        &mut self,
        op: Op,
        operands: &[ValueId],
        types: Vec<Type>,
        attributes: Attributes,
    ) -> Vec<ValueId> {
        let results: Vec<_> = types.into_iter().map(|ty| self.value(ty)).collect();
        let operation = self.operation(op, operands, results.clone(), attributes);
        self.before.push(operation);
        results
    }

    /// Repeats an operation of the kernel before the current operation, with new operands.
    #[allow(dead_code, reason = "each test takes what it needs")]
    pub(crate) fn repeat(&mut self, op: &Operation, operands: &[ValueId], token: Option<ValueId>) {
        let types: Vec<Type> =
            op.results.iter().map(|result| self.values[result.index()].ty.clone()).collect();
        self.emit(op.op, operands, types, op.attributes.clone());
        if let Some(repeated) = self.before.last_mut() {
            repeated.token = token;
        }
    }

    /// Makes the operations of `inside`, before this operation, conditional.
    #[allow(dead_code, reason = "each test takes what it needs")]
    pub(crate) fn only_if<T>(&mut self, condition: ValueId, inside: impl FnOnce(&mut Self) -> T) -> T {
        let outside = self.before.len();
        let made = inside(self);
        let mut ops = self.before.split_off(outside);
        ops.push(self.operation(Op::Yield, &[], Vec::new(), Attributes::default()));
        let mut branch = self.operation(Op::If, &[condition], Vec::new(), Attributes::default());
        branch.regions.push(Block { params: Vec::new(), ops });
        self.before.push(branch);
        made
    }

    /// Inserts an operation before the current operation; returns the result.
    pub(crate) fn apply(
        &mut self,
        op: Op,
        operands: &[ValueId],
        ty: TileType,
        attributes: Attributes,
    ) -> ValueId {
        self.emit(op, operands, vec![Type::Tile(ty)], attributes)[0]
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
        let signed = (op == Op::Divi).then_some(Signedness::Signed);
        let attributes = Attributes { signedness: signed, ..Attributes::default() };
        self.apply(op, &[value, number], ty, attributes)
    }

    /// A promise about a value, before this operation.
    pub(crate) fn assume(&mut self, value: ValueId, assumption: Assumption) {
        let attributes = Attributes { assumption: Some(assumption), ..Attributes::default() };
        self.apply(Op::Assume, &[value], self.tile(value), attributes);
    }

    /// A promise about a result of the current operation, behind the operation.
    pub(crate) fn assume_result(&mut self, at: usize, assumption: Assumption) {
        let result = self.op.results[at];
        let attributes = Attributes { assumption: Some(assumption), ..Attributes::default() };
        self.behind(Op::Assume, &[result], attributes);
    }

    /// Puts a result combined with a number, wrapping, in the place of the result.
    pub(crate) fn adjust_result(&mut self, at: usize, op: Op, number: i64) {
        let result = self.op.results[at];
        let number = self.constant(self.tile(result), number);
        let signed = (op == Op::Divi).then_some(Signedness::Signed);
        let attributes = Attributes { signedness: signed, ..Attributes::default() };
        let adjusted = self.behind(op, &[result, number], attributes);
        self.instead.push((result, adjusted));
    }

    /// Inserts an operation behind this operation, with the type of its first operand as result.
    fn behind(&mut self, op: Op, operands: &[ValueId], attributes: Attributes) -> ValueId {
        let result = self.value(self.values[operands[0].index()].ty.clone());
        let operation = self.operation(op, operands, vec![result], attributes);
        self.after.push(operation);
        result
    }

    /// Replaces the uses of a value.
    pub(crate) fn replace(&mut self, old: ValueId, new: ValueId) {
        self.instead.push((old, new));
    }
}

/// The type of 64-bit integers in the same shape.
pub(crate) fn wide(ty: &TileType) -> TileType {
    TileType { shape: ty.shape.clone(), element: Element::Scalar(Scalar::I64) }
}

/// Whether a value is a tile of integers of more than one bit.
pub(crate) fn is_integer(kernel: &Kernel, value: ValueId) -> bool {
    let element = kernel.ty(value).tile().map(|tile| tile.element);
    matches!(element, Some(Element::Scalar(scalar)) if scalar.is_integer() && scalar != Scalar::I1)
}
