//! Operands: in the order of the text, whatever the order of the file.

use std::rc::Rc;

use spec::syntax::kernel::ValueId;
use spec::syntax::op::Op;
use spec::syntax::types::{Element, Scalar, Type};

use crate::bytecode::error::Read;
use crate::bytecode::read::encoding_reader::EncodingReader;
use crate::bytecode::read::scope::Scope;
use crate::bytecode::schema::Flag;

/// The operands of an operation, in groups; each group has its place in the order of the text.
#[derive(Debug, Default)]
pub(super) struct Operands(Vec<(usize, Vec<ValueId>)>);

impl Operands {
    /// Adds a group.
    pub(super) fn push(&mut self, place: usize, group: Vec<ValueId>) {
        self.0.push((place, group));
    }

    /// The number of operands.
    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|(_, group)| group.len()).sum()
    }

    /// All of them, in the order of the text.
    pub(super) fn in_order(&self) -> Vec<ValueId> {
        let mut groups: Vec<_> = self.0.iter().collect();
        groups.sort_by_key(|(place, _)| *place);
        groups.into_iter().flat_map(|(_, group)| group).copied().collect()
    }

    /// The group of a place.
    fn group(&self, place: usize) -> &[ValueId] {
        self.0.iter().find(|(known, _)| *known == place).map_or(&[], |(_, group)| group)
    }
}

/// A count, and so many operands.
pub(super) fn read_operands(body: &Scope<'_, '_>, cursor: &mut EncodingReader<'_>) -> Read<Vec<ValueId>> {
    let at = cursor.offset();
    let count = cursor.read_count(1, "operands")?;
    body.file.budget.spend(size_of::<ValueId>() * count, at)?;
    (0..count).map(|_| body.read_operand(cursor)).collect()
}

/// Checks redundant data about operands that [`spec::syntax`] does not keep: it must agree with their number and
/// types.
pub(super) fn check_agreement(
    body: &Scope<'_, '_>,
    op: Op,
    operands: &Operands,
    flags: &[Flag],
    results: &[Rc<Type>],
) -> Result<(), String> {
    if op == Op::MakeTensorView {
        return check_extents(operands, results);
    }
    let is_mask = |value: &ValueId| {
        body.ty(*value).tile().is_some_and(|tile| tile.element == Element::Scalar(Scalar::I1))
    };
    if op == Op::LoadPtrTko && flags.contains(&Flag::Mask) && !operands.group(1).iter().all(is_mask) {
        return Err("the mask is no tile of truth values".to_owned());
    }
    if op == Op::LoadPtrTko && !flags.contains(&Flag::Mask) && operands.group(2).iter().any(is_mask) {
        return Err("truth values are padded, and there is no mask".to_owned());
    }
    Ok(())
}

/// There are as many dynamic extents and strides as the view's type has.
fn check_extents(operands: &Operands, results: &[Rc<Type>]) -> Result<(), String> {
    let view = results.first().map(|ty| &**ty);
    let Some(Type::TensorView(view)) = view else { return Err("it makes a tensor view".to_owned()) };
    let dynamic = |list: &[Option<i64>]| list.iter().filter(|extent| extent.is_none()).count();
    for (place, list, what) in [(1, &view.shape, "extents"), (2, &view.strides, "strides")] {
        let (found, wanted) = (operands.group(place).len(), dynamic(list));
        if found != wanted {
            return Err(format!(
                "there are {found} {what} for the {wanted} that the view's type leaves open"
            ));
        }
    }
    Ok(())
}
