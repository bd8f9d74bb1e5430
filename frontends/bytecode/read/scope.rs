//! Bodies: values by their numbers, blocks and regions.

use std::rc::Rc;

use spec::syntax::kernel::{Value, ValueId};
use spec::syntax::types::Type;

use crate::bytecode::error::{Read, wrong};
use crate::bytecode::read::debug_info::LocationIndices;
use crate::bytecode::read::encoding_reader::EncodingReader;
use crate::bytecode::read::file::File;

/// A kernel's body while it is being read.
pub(super) struct Scope<'f, 'b> {
    /// The file's tables.
    pub(super) file: &'f File<'b>,
    /// Locations of the operations that have not been read.
    pub(super) indices: LocationIndices<'b>,
    values: Vec<Value>,
    /// The visible values by number; a region's values are removed at its end.
    pub(super) visible: Vec<ValueId>,
    /// How many names have been given.
    named: usize,
    pub(super) depth: usize,
}

impl<'f, 'b> Scope<'f, 'b> {
    /// A body of which nothing has been read.
    pub(super) fn new(file: &'f File<'b>, indices: LocationIndices<'b>) -> Self {
        Scope { file, indices, values: Vec::new(), visible: Vec::new(), named: 0, depth: 0 }
    }

    /// Makes a parameter of the kernel or of a region, and gives it the next number.
    pub(super) fn define_param(&mut self, ty: &Rc<Type>, at: usize) -> Read<ValueId> {
        let prefix = if self.depth == 0 { "arg" } else { "" };
        let name = format!("{prefix}{}", self.named);
        self.named += 1;
        let id = self.define_value(name, ty, at)?;
        self.visible.push(id);
        Ok(id)
    }

    /// Makes the results of an operation; they have no numbers before [Scope::make_visible], since regions stand between.
    pub(super) fn define_results(&mut self, types: &[Rc<Type>], at: usize) -> Read<Vec<ValueId>> {
        let base = self.named;
        self.named += usize::from(!types.is_empty());
        let several = types.len() > 1;
        let name = |position| if several { format!("{base}#{position}") } else { base.to_string() };
        types.iter().enumerate().map(|(position, ty)| self.define_value(name(position), ty, at)).collect()
    }

    /// Gives values the next numbers.
    pub(super) fn make_visible(&mut self, values: &[ValueId]) {
        self.visible.extend(values);
    }

    fn define_value(&mut self, name: String, ty: &Rc<Type>, at: usize) -> Read<ValueId> {
        self.file.budget.spend_value(ty, at)?;
        let id = u32::try_from(self.values.len()).map_err(|_| wrong(at, 1, "there are too many values"))?;
        self.values.push(Value { name, ty: Type::clone(ty) });
        Ok(ValueId(id))
    }

    /// The type of a value.
    pub(super) fn ty(&self, value: ValueId) -> &Type {
        &self.values[value.index()].ty
    }

    /// The value with the next number.
    pub(super) fn read_operand(&self, cursor: &mut EncodingReader<'_>) -> Read<ValueId> {
        let at = cursor.offset();
        let number = cursor.read_varint()?;
        // Numbers count the values that are visible here, as SSA numbers of MLIR do.
        let known = usize::try_from(number).ok().and_then(|number| self.visible.get(number));
        known.copied().ok_or_else(|| {
            wrong(
                at,
                cursor.offset() - at,
                format!("value {number} is not defined here: there are {}", self.visible.len()),
            )
        })
    }

    /// All values, in order.
    pub(super) fn into_values(self) -> Vec<Value> {
        self.values
    }
}
