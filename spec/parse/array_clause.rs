//! Arrays in contracts: one clause for a tensor argument, and what it says in clauses about numbers and sizes.
//!
//! A tensor argument of cuTile Python is passed as its pointer, its extents and its strides: in `names` it stands as
//! `A : f32[M, K]`. In Tile C++ an array is a pointer whose sizes the author has names for: `array a : f32[m, k]`.

use pest::iterators::Pair;

use super::expression::expression;
use super::grammar::{Rule, wrong};
use super::types;
use crate::problem::IllFormed;
use crate::syntax::contract::{
    ArgumentName, ArrayClause, Binary, BufferClause, Contract, Expr, ListClause, binary,
};
use crate::syntax::types::Scalar;

/// The most axes that an array has.
const MAX_RANK: usize = 16;

/// `f32[M, K] strides = (s, 1) uninit`
pub(super) fn array(name: String, pair: Pair<'_, Rule>) -> Result<ArrayClause, IllFormed> {
    let at = pair.clone();
    let (mut element, mut extents, mut strides, mut uninit) = (None, Vec::new(), None, false);
    for inner in pair.into_inner() {
        let rule = inner.as_rule();
        if rule == Rule::scalar {
            element = Some(types::scalar(&inner)?);
        } else if rule == Rule::strides {
            strides = Some(inner.into_inner().map(expression).collect::<Result<Vec<_>, _>>()?);
        } else if rule == Rule::uninit {
            uninit = true;
        } else {
            extents.push(expression(inner)?);
        }
    }
    let Some(element) = element else { return Err(wrong(&at, "expected `type[extents]`")) };
    if extents.len() > MAX_RANK {
        return Err(wrong(&at, format!("an array has at most {MAX_RANK} axes")));
    }
    if strides.as_ref().is_some_and(|strides| strides.len() != extents.len()) {
        return Err(wrong(&at, "an array has as many strides as extents"));
    }
    Ok(ArrayClause { name, element, extents, strides, uninit, passed: false, says: Vec::new() })
}

/// `list As[n] : array f32[m, k] where m <= 4096`
pub(super) fn list<'i>(
    mut inner: impl Iterator<Item = Pair<'i, Rule>>,
    at: &Pair<'i, Rule>,
) -> Result<ListClause, IllFormed> {
    let (Some(name), Some(count), Some(shape)) = (inner.next(), inner.next(), inner.next()) else {
        return Err(wrong(at, "expected `list name[count] : array type[extents]`"));
    };
    let each = array(name.as_str().to_owned(), shape)?;
    let strides = each.strides.clone().unwrap_or_else(|| row_major(&each.extents));
    let len = elements(&each);
    let among = inner.next().map(expression).transpose()?;
    Ok(ListClause { each, count: expression(count)?, strides, len, among })
}

/// Adds what lists say of their tables, behind all else, wherever the clauses stand.
pub(super) fn say_lists(contract: &mut Contract) {
    for mut list in std::mem::take(&mut contract.lists) {
        let words = i128::try_from(list.words()).unwrap_or(i128::MAX);
        let natural = binary(Binary::Ge, list.count.clone(), Expr::Number(0));
        if !contract.requires.contains(&natural) {
            contract.requires.push(natural.clone());
            list.each.says.push(natural);
        }
        let len = binary(Binary::Mul, Expr::Number(words), list.count.clone());
        let name = list.name().to_owned();
        contract.buffers.push(BufferClause { name, element: Scalar::I64, len, uninit: false });
        contract.lists.push(list);
    }
}

/// An entry of `names`: an argument, or a tensor that is passed as several.
pub(super) enum Entry {
    Plain(ArgumentName),
    Tensor(ArrayClause),
}

/// Names every parameter that the entries stand for, and says of the tensors among them what they are.
pub(super) fn name_parameters(entries: Vec<Entry>, to: &mut Contract) {
    let mut known: Vec<String> = Vec::new();
    for entry in &entries {
        match entry {
            Entry::Plain(argument) => known.push(argument.name.clone()),
            Entry::Tensor(tensor) => known.push(tensor.name.clone()),
        }
    }
    for entry in entries {
        match entry {
            Entry::Plain(argument) => to.names.push(argument),
            Entry::Tensor(tensor) => name_tensor(tensor, &mut known, to),
        }
    }
}

/// Names the pointer, the extents and the strides of a tensor. What is a name that no other parameter has is the name of the
/// parameter; anything else is what the parameter is equal to.
fn name_tensor(mut tensor: ArrayClause, known: &mut Vec<String>, to: &mut Contract) {
    let plain = |name: String| ArgumentName { name, unsigned: false };
    to.names.push(plain(tensor.name.clone()));
    tensor.passed = true;
    let strides = tensor.strides.clone().unwrap_or_else(|| row_major(&tensor.extents));
    for (what, parts) in [("extent", &tensor.extents), ("stride", &strides)] {
        for (axis, part) in parts.iter().enumerate() {
            match part {
                Expr::Name(own) if !known.contains(own) => {
                    known.push(own.clone());
                    to.names.push(plain(own.clone()));
                }
                Expr::Name(_) | Expr::Number(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => {
                    let own = format!("{}_{what}{axis}", tensor.name);
                    tensor.says.push(binary(Binary::Eq, Expr::Name(own.clone()), part.clone()));
                    to.names.push(plain(own));
                }
            }
        }
    }
    add(tensor, to);
}

/// Adds an array with its clauses.
pub(super) fn add(mut array: ArrayClause, to: &mut Contract) {
    let natural = |part: &Expr| binary(Binary::Ge, part.clone(), Expr::Number(0));
    let stated = array.strides.iter().flatten();
    for part in array.extents.iter().chain(stated).filter(|part| !matches!(part, Expr::Number(_))) {
        let holds = natural(part);
        if !array.says.contains(&holds) && !to.requires.contains(&holds) {
            array.says.push(holds);
        }
    }
    let buffer = BufferClause {
        name: array.name.clone(),
        element: array.element,
        len: elements(&array),
        uninit: array.uninit,
    };
    to.requires.extend(array.says.iter().cloned());
    to.buffers.push(buffer);
    to.arrays.push(array);
}

/// From the first element to behind the last, in elements; none where an axis is empty.
fn elements(array: &ArrayClause) -> Expr {
    let one = || Expr::Number(1);
    let Some(strides) = &array.strides else {
        return array.extents.iter().cloned().reduce(product).unwrap_or_else(one);
    };
    let last = |(extent, stride): (&Expr, &Expr)| {
        product(binary(Binary::Sub, extent.clone(), one()), stride.clone())
    };
    let span = array.extents.iter().zip(strides).map(last);
    let span = span.fold(one(), |sum, part| binary(Binary::Add, sum, part));
    let some = array.extents.iter().map(|extent| binary(Binary::Min, extent.clone(), one()));
    some.fold(span, product)
}

/// The strides of an array whose elements lie one after the other, the last axis first. An empty axis counts as one element, as
/// in PyTorch's contiguous tensors.
fn row_major(extents: &[Expr]) -> Vec<Expr> {
    let mut strides = vec![Expr::Number(1)];
    for extent in extents.iter().skip(1).rev() {
        let inner = strides.last().cloned().unwrap_or(Expr::Number(1));
        strides.push(product(binary(Binary::Max, extent.clone(), Expr::Number(1)), inner));
    }
    strides.reverse();
    strides
}

fn product(a: Expr, b: Expr) -> Expr {
    if b == Expr::Number(1) { a } else { binary(Binary::Mul, a, b) }
}
