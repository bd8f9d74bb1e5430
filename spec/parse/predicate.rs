//! The predicates of `assume`, and lists of numbers.

use super::attribute::number;
use super::cursor::Cursor;
use crate::problem::IllFormed;
use crate::syntax::attributes::{Assumption, Every};

/// `div_by<16>`, `div_by<32, every 32 along 0>`, `bounded<0, ?>` or `same_elements<[32]>`.
pub(super) fn assumption(cursor: &mut Cursor<'_>) -> Result<Assumption, IllFormed> {
    if cursor.eat("div_by") {
        cursor.expect("<")?;
        let divisor = number(cursor)?;
        let every = if cursor.eat(",") { Some(every(cursor)?) } else { None };
        cursor.expect(">")?;
        return Ok(Assumption::DivBy { divisor, every });
    }
    if cursor.eat("bounded") {
        cursor.expect("<")?;
        let lower = bound(cursor)?;
        cursor.expect(",")?;
        let upper = bound(cursor)?;
        cursor.expect(">")?;
        return Ok(Assumption::Bounded { lower, upper });
    }
    if cursor.eat("same_elements") {
        cursor.expect("<")?;
        let shape = numbers(cursor)?;
        cursor.expect(">")?;
        return Ok(Assumption::SameElements(shape));
    }
    Err(cursor.expected("div_by, bounded or same_elements"))
}

/// `every 32 along 0`
fn every(cursor: &mut Cursor<'_>) -> Result<Every, IllFormed> {
    cursor.expect("every")?;
    let stride = number(cursor)?;
    cursor.expect("along")?;
    Ok(Every { stride, axis: number(cursor)? })
}

/// A number, or `?`.
fn bound(cursor: &mut Cursor<'_>) -> Result<Option<i64>, IllFormed> {
    if cursor.eat("?") { Ok(None) } else { number(cursor).map(Some) }
}

/// `[1, 0]`
pub(super) fn numbers<T: std::str::FromStr>(cursor: &mut Cursor<'_>) -> Result<Vec<T>, IllFormed> {
    cursor.expect("[")?;
    let mut list = Vec::new();
    while !cursor.eat("]") {
        if !list.is_empty() {
            cursor.expect(",")?;
        }
        list.push(number(cursor)?);
    }
    Ok(list)
}
