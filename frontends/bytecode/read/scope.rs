//! Bodies: values by their numbers, blocks and regions.

use std::rc::Rc;

use spec::syntax::kernel::{Block, Value, ValueId};
use spec::syntax::types::Type;

use super::cursor::Cursor;
use super::debug::Indices;
use super::function::File;
use super::operation;
use super::problem::{Read, wrong};

/// The deepest nesting of regions: what is printed of them can be read.
const MAX_DEPTH: usize = 60;

/// A kernel's body while it is being read.
pub(super) struct Body<'f, 'b> {
    /// What it may name.
    pub(super) file: &'f File<'b>,
    /// Locations of the operations that have not been read.
    pub(super) indices: Indices<'b>,
    values: Vec<Value>,
    /// The values that can be named, by their numbers: a region's are gone after it.
    visible: Vec<ValueId>,
    /// How many names have been given.
    named: usize,
    depth: usize,
}

impl<'f, 'b> Body<'f, 'b> {
    /// A body of which nothing has been read.
    pub(super) fn new(file: &'f File<'b>, indices: Indices<'b>) -> Self {
        Body { file, indices, values: Vec::new(), visible: Vec::new(), named: 0, depth: 0 }
    }

    /// Makes a parameter of the kernel or of a region, and gives it the next number.
    pub(super) fn param(&mut self, ty: &Rc<Type>, at: usize) -> Read<ValueId> {
        let prefix = if self.depth == 0 { "arg" } else { "" };
        let name = format!("{prefix}{}", self.named);
        self.named += 1;
        let id = self.value(name, ty, at)?;
        self.visible.push(id);
        Ok(id)
    }

    /// Makes the results of an operation; they have no numbers before [`Body::show`], since regions stand between.
    pub(super) fn results(&mut self, types: &[Rc<Type>], at: usize) -> Read<Vec<ValueId>> {
        let base = self.named;
        self.named += usize::from(!types.is_empty());
        let several = types.len() > 1;
        let name = |position| if several { format!("{base}#{position}") } else { base.to_string() };
        types.iter().enumerate().map(|(position, ty)| self.value(name(position), ty, at)).collect()
    }

    /// Gives values the next numbers.
    pub(super) fn show(&mut self, values: &[ValueId]) {
        self.visible.extend(values);
    }

    fn value(&mut self, name: String, ty: &Rc<Type>, at: usize) -> Read<ValueId> {
        self.file.budget.value(ty, at)?;
        let id = u32::try_from(self.values.len()).map_err(|_| wrong(at, 1, "there are too many values"))?;
        self.values.push(Value { name, ty: Type::clone(ty) });
        Ok(ValueId(id))
    }

    /// The type of a value.
    pub(super) fn ty(&self, value: ValueId) -> &Type {
        &self.values[value.index()].ty
    }

    /// The value whose number stands next.
    pub(super) fn operand(&self, cursor: &mut Cursor<'_>) -> Read<ValueId> {
        let at = cursor.at();
        let number = cursor.number()?;
        let known = usize::try_from(number).ok().and_then(|number| self.visible.get(number));
        known.copied().ok_or_else(|| {
            wrong(
                at,
                cursor.at() - at,
                format!("value {number} is not defined here: there are {}", self.visible.len()),
            )
        })
    }

    /// The operations that are left, as a block.
    pub(super) fn rest(&mut self, cursor: &mut Cursor<'b>) -> Read<Block> {
        let mut block = Block::default();
        while cursor.left() > 0 {
            block.ops.push(operation::read(self, cursor)?);
        }
        Ok(block)
    }

    /// So many regions, each of one block; an `if` without an `else` has a second one of none.
    pub(super) fn regions(&mut self, count: usize, cursor: &mut Cursor<'b>) -> Read<Vec<Block>> {
        let at = cursor.at();
        let found = cursor.number()?;
        if u64::try_from(count) != Ok(found) {
            return Err(wrong(at, 1, format!("there are {found} regions, where {count} belong")));
        }
        if self.depth == MAX_DEPTH {
            return Err(wrong(at, 1, format!("regions are nested more than {MAX_DEPTH} deep")));
        }
        let mut regions = Vec::new();
        for position in 0..count {
            let at = cursor.at();
            match cursor.number()? {
                1 => regions.push(self.block(cursor)?),
                0 if position > 0 => {}
                blocks => return Err(wrong(at, 1, format!("a region has one block, not {blocks}"))),
            }
        }
        Ok(regions)
    }

    /// Types of parameters, and operations, each with their count before them.
    fn block(&mut self, cursor: &mut Cursor<'b>) -> Read<Block> {
        let before = self.visible.len();
        self.depth += 1;
        let params = cursor.count(1, "parameters")?;
        let params = (0..params).map(|_| {
            let at = cursor.at();
            let ty = self.file.types.ty(cursor)?;
            self.param(&ty, at)
        });
        let mut block = Block { params: params.collect::<Read<_>>()?, ops: Vec::new() };
        let count = cursor.count(1, "operations")?;
        for _ in 0..count {
            block.ops.push(operation::read(self, cursor)?);
        }
        self.visible.truncate(before);
        self.depth -= 1;
        Ok(block)
    }

    /// All values, in order.
    pub(super) fn into_values(self) -> Vec<Value> {
        self.values
    }
}
