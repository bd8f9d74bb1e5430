//! Arrays in contracts: one clause for a tensor argument, with its facts about numbers and sizes.
//!
//! A tensor argument of cuTile Python is passed as its pointer, its extents and its strides. `names` has the tensor as
//! `A : f32[M, K]`. If these parameters are named one by one, `array A : f32[M, K]` names them, and `contiguous A, B` states
//! the strides. In Tile C++ an array is a pointer whose sizes the author has names for: `array a : f32[m, k]`.

use pest::iterators::Pair;

use super::expression::expression;
use super::grammar::{Rule, place, wrong};
use super::types;
use crate::problem::IllFormed;
use crate::syntax::contract::{
    ArgumentName, ArrayClause, Binary, BufferClause, Contract, Expr, ListClause, binary,
};
use crate::syntax::count::i128_from_usize;
use crate::syntax::types::Scalar;

/// The most axes of an array.
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

/// Adds the clauses of lists about their tables, behind all other clauses.
pub(super) fn say_lists(contract: &mut Contract) {
    for mut list in std::mem::take(&mut contract.lists) {
        let words = i128_from_usize(list.words());
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

/// Names every parameter of the entries, and describes the tensors among them.
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

/// Names the pointer, the extents and the strides of a tensor. A name that no other parameter has becomes the parameter's
/// name; any other expression becomes an equation of the parameter.
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

/// The strides of an array with contiguous elements, the last axis first.
pub(super) fn row_major(extents: &[Expr]) -> Vec<Expr> {
    packed(extents, &(0..extents.len()).collect::<Vec<_>>())
}

/// The strides of an array without gaps, with the axes from the outermost to the innermost. An empty axis counts as one element, as in
/// PyTorch's contiguous tensors.
pub(super) fn packed(extents: &[Expr], order: &[usize]) -> Vec<Expr> {
    let mut strides = vec![Expr::Number(1); extents.len()];
    let mut inner = Expr::Number(1);
    for axis in order.iter().rev() {
        strides[*axis] = inner.clone();
        inner = product(binary(Binary::Max, extents[*axis].clone(), Expr::Number(1)), inner);
    }
    strides
}

fn product(a: Expr, b: Expr) -> Expr {
    if b == Expr::Number(1) { a } else { binary(Binary::Mul, a, b) }
}

/// The extents and the strides of an array.
pub(super) fn passed(name: &Pair<'_, Rule>, to: &Contract) -> Result<(Vec<String>, Vec<String>), IllFormed> {
    let (extents, strides) = (parts(to, name.as_str(), "shape"), parts(to, name.as_str(), "strides"));
    if extents.is_empty() || extents.len() != strides.len() {
        let name_of = name.as_str();
        return Err(IllFormed {
            message: format!("no argument is an extent or a stride of `{name_of}`"),
            at: place(name),
            help: Some(format!("`array {name_of} : f32[m, k]` says the extents of a contiguous array")),
        });
    }
    Ok((extents, strides))
}

/// Relates an array's extents and strides to the arguments. A new name for an extent or a stride names the argument. Omitted
/// strides are those of a contiguous array.
pub(super) fn bind(array: &mut ArrayClause, to: &mut Contract, at: &Pair<'_, Rule>) -> Result<(), IllFormed> {
    let (extents, strides) = (parts(to, &array.name, "shape"), parts(to, &array.name, "strides"));
    if extents.is_empty() {
        return Ok(());
    }
    let rank = array.extents.len();
    if extents.len() != rank || strides.len() != rank {
        let axes = if extents.len() == 1 { "axis" } else { "axes" };
        return Err(wrong(at, format!("`{}` has {} {axes}, not {rank}", array.name, extents.len())));
    }
    let steps = array.strides.clone().unwrap_or_else(|| row_major(&array.extents));
    let said = extents.into_iter().zip(array.extents.clone()).chain(strides.into_iter().zip(steps));
    for (argument, part) in said {
        let is_new = |own: &str| own != argument && !to.names.iter().any(|known| known.name == own);
        match &part {
            Expr::Name(own) if *own == argument => {}
            Expr::Name(own) if is_new(own) => {
                to.names
                    .iter_mut()
                    .filter(|known| known.name == argument)
                    .for_each(|known| known.name.clone_from(own));
                array.passed = true;
            }
            Expr::Name(_) | Expr::Number(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => {
                array.says.push(binary(Binary::Eq, Expr::Name(argument), part));
            }
        }
    }
    Ok(())
}

/// The arguments that are the extents (`shape`) or the strides (`strides`) of an array, by axis.
fn parts(contract: &Contract, array: &str, what: &str) -> Vec<String> {
    let argument = |name: &String| contract.names.iter().any(|known| known.name == *name);
    let flat: Vec<String> =
        (0..).map(|axis| format!("{array}.{what}[{axis}]")).take_while(argument).collect();
    let passed = contract.arrays.iter().find(|other| other.passed && other.name == array);
    let Some((passed, start)) = passed.zip(contract.names.iter().position(|known| known.name == array))
    else {
        return flat;
    };
    let rank = passed.extents.len();
    let first = start + 1 + if what == "shape" { 0 } else { rank };
    contract.names.iter().skip(first).take(rank).map(|known| known.name.clone()).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use crate::parse::module;

    pub(in crate::parse) const NAMES: &str =
        "names = (x, x.shape[0], x.shape[1], x.strides[0], x.strides[1], w, w.shape[0], w.strides[0])";

    /// The contract with these clauses, printed; or the error.
    pub(in crate::parse) fn read(clauses: &str) -> String {
        let tensor = "%x: tile<ptr<f32>>, %a: tile<i32>, %b: tile<i32>, %c: tile<i32>, %d: tile<i32>";
        let text = format!(
            "contract @k {{ {clauses} }} entry @k({tensor}, %w: tile<ptr<f32>>, %e: tile<i32>, %f: tile<i32>) {{ return }}"
        );
        match module(&text) {
            Ok(module) => module.contracts[0].to_string(),
            Err(problem) => problem.message,
        }
    }

    #[test]
    fn an_array_names_its_extents_and_says_its_strides() {
        let text = read(&format!("{NAMES} array x : f32[M, K] array w : f32[K] requires = M >= 2"));
        for part in [
            "names = (x, M, K, x.strides[0], x.strides[1], w, w.shape[0], w.strides[0])",
            "w.shape[0] == K",
            "x.strides[0] == max(K, 1)",
            "w.strides[0] == 1",
            "M >= 2",
        ] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
        let text = read(&format!("{NAMES} array x : f32[M, K] strides = (s, 1)"));
        assert!(
            text.contains("names = (x, M, K, s, x.strides[1], ") && text.contains("x.strides[1] == 1"),
            "{text}"
        );
        assert_eq!(read(&format!("{NAMES} array x : f32[M]")), "`x` has 2 axes, not 1");
    }

    #[test]
    fn arrays_of_one_shape_share_a_clause() {
        let names = "names = (a, n, m, s, t, b, k, u)";
        let apart = read(&format!(
            "{names} array a : f32[n, m] strides = (s, 1) array b : f32[n, m] strides = (s, 1)"
        ));
        assert!(apart.contains("buffer b"), "{apart}");
        assert_eq!(read(&format!("{names} array a, b : f32[n, m] strides = (s, 1)")), apart);
    }
}
