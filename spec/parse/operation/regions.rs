//! Regions of `if`, `for`, `loop`, `reduce` and `scan`: each is a block, read while its operation is.

use pest::iterators::Pair;

use super::block::read_block;
use super::draft::Draft;
use super::reader::Reader;
use super::{operands, settle};
use crate::parse::cursor::Cursor;
use crate::parse::grammar::{Rule, wrong};
use crate::problem::IllFormed;
use crate::syntax::op::Op;
use crate::syntax::types::Type;

/// A region of `if`, `for` or `loop`.
pub(in crate::parse) fn region<'i>(
    reader: &mut Reader<'_, 'i>,
    cursor: &mut Cursor<'i>,
    draft: &mut Draft<'i>,
) -> Result<(), IllFormed> {
    let region = cursor.need(Rule::region, "a region in braces")?;
    settle::settle(reader, draft)?;
    // Only the induction variable is written without its type, which equals the bounds' type.
    let induction = draft.operands.first().map(|lower| reader.scope.ty(*lower).clone());
    let params = std::mem::take(&mut draft.params);
    let params = params.into_iter().map(|(pair, ty)| (pair, ty.or_else(|| induction.clone())));
    let params: Vec<(Pair<'i, Rule>, Type)> =
        params.map(|(pair, ty)| (pair, ty.unwrap_or(Type::Token))).collect();
    let elided = if draft.op == Op::For || draft.op == Op::Loop { Op::Continue } else { Op::Yield };
    draft.regions.push(read_block(reader, region, params, elided)?);
    Ok(())
}

/// `else` and a region, optional.
pub(in crate::parse) fn otherwise<'i>(
    reader: &mut Reader<'_, 'i>,
    cursor: &mut Cursor<'i>,
    draft: &mut Draft<'i>,
) -> Result<(), IllFormed> {
    if cursor.eat("else") { region(reader, cursor, draft) } else { Ok(()) }
}

/// `(%lhs: tile<f32>, %rhs: tile<f32>) {…}` of `reduce` and `scan`.
pub(in crate::parse) fn combiner<'i>(
    reader: &mut Reader<'_, 'i>,
    cursor: &mut Cursor<'i>,
    draft: &mut Draft<'i>,
) -> Result<(), IllFormed> {
    cursor.expect("(")?;
    while !cursor.eat(")") {
        if !draft.params.is_empty() {
            cursor.expect(",")?;
        }
        let name = cursor.need(Rule::value, "a parameter")?;
        cursor.expect(":")?;
        let (ty, _) = operands::a_type(cursor)?;
        draft.params.push((name, Some(ty)));
    }
    if draft.params.is_empty() {
        let message = "a combiner has two parameters for each operand";
        return cursor.peek().map_or(Ok(()), |at| Err(wrong(at, message)));
    }
    region(reader, cursor, draft)
}
