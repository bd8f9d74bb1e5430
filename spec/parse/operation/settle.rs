//! What can only be read once an operation's types are known: its results, constants, identities and extents.

use super::draft::Draft;
use super::reader::Reader;
use crate::parse::dense::{dense, one_literal};
use crate::parse::grammar::wrong;
use crate::parse::types;
use crate::problem::IllFormed;
use crate::syntax::op::Op;
use crate::syntax::types::{Element, Scalar, Type};

/// Settles an operation, before its first region or at its end.
pub(in crate::parse) fn settle<'i>(
    reader: &mut Reader<'_, 'i>,
    draft: &mut Draft<'i>,
) -> Result<(), IllFormed> {
    if draft.results.is_some() {
        return Ok(());
    }
    constant(draft)?;
    identities(reader, draft)?;
    view_extents(draft)?;
    draft.make_results(&mut reader.scope)
}

/// The literals of `constant`, typed by the type after them.
fn constant(draft: &mut Draft<'_>) -> Result<(), IllFormed> {
    let Some(pair) = draft.constant.take() else { return Ok(()) };
    let Some(tile) = draft.result_types.first().and_then(Type::tile) else {
        return Err(wrong(&pair, "a constant is a tile"));
    };
    let (scalar, constant) = dense(pair.clone(), &tile.shape)?;
    if tile.element != Element::Scalar(scalar) {
        return Err(wrong(&pair, format!("the literals are {scalar}, the tile has {}", tile.element)));
    }
    draft.attributes.constant = Some(constant);
    Ok(())
}

/// The identities of `reduce` and `scan`, of their operands' types.
fn identities<'i>(reader: &Reader<'_, 'i>, draft: &mut Draft<'i>) -> Result<(), IllFormed> {
    if draft.identities.is_empty() {
        return Ok(());
    }
    if draft.identities.len() != draft.operands.len() {
        let (identities, operands) = (draft.identities.len(), draft.operands.len());
        return Err(wrong(&draft.at, format!("there are {identities} identities for {operands} operands")));
    }
    for ((literal, named), operand) in draft.identities.iter().zip(&draft.operands) {
        let element = reader.scope.ty(*operand).tile().and_then(|tile| tile.element.scalar());
        let named = named.as_ref().map(|pair| types::scalar(pair)).transpose()?;
        let fits = |scalar: &Scalar| named.is_none_or(|named| named == *scalar);
        let scalar = element.filter(fits).ok_or_else(|| {
            let ty = reader.scope.ty(*operand);
            wrong(literal, format!("the identity is of another type than the operand, which is {ty}"))
        })?;
        draft.attributes.identities.push(one_literal(literal, scalar)?);
    }
    Ok(())
}

/// The extents and strides of `make_tensor_view` agree with the result type.
fn view_extents(draft: &Draft<'_>) -> Result<(), IllFormed> {
    if draft.op != Op::MakeTensorView {
        return Ok(());
    }
    let Some(Type::TensorView(view)) = draft.result_types.first() else {
        return Err(wrong(&draft.at, "make_tensor_view makes a tensor view"));
    };
    if draft.extents != view.shape {
        return Err(wrong(&draft.at, "the extents are not those of the view's type"));
    }
    if draft.strides != view.strides {
        return Err(wrong(&draft.at, "the strides are not those of the view's type"));
    }
    Ok(())
}
