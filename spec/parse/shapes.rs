//! Clauses about several arrays: `same_shape x, y`, `contiguous x, y[M, N]`, and `shapes x, y[M, N], w[N]` with a letter for extents that
//! are equal.

use std::collections::BTreeMap;

use pest::iterators::Pair;

use super::array_clause::{packed, passed, row_major};
use super::expression::expression;
use super::grammar::{Rule, wrong};
use crate::contract::{ELEMENT, INDEX};
use crate::problem::IllFormed;
use crate::syntax::contract::{Binary, Contract, Expr, binary};

/// The name of an extent of which nothing is said.
const ANY: &str = "_";

/// The shapes of one contract. A new name is a letter: it stands for the first extent with this name, also in the
/// other clauses. Any other expression is an equation of its extent.
pub(super) fn say_shapes(shapes: Vec<Pair<'_, Rule>>, to: &mut Contract) -> Result<(), IllFormed> {
    let mut said: Vec<(String, Expr)> = Vec::new();
    for shape in shapes {
        let (names, parts): (Vec<_>, Vec<_>) =
            shape.clone().into_inner().partition(|part| part.as_rule() == Rule::ident);
        let stated = parts.into_iter().map(expression).collect::<Result<Vec<_>, _>>()?;
        if let Some(word) = stated.iter().find_map(|extent| word_of_elements(extent, to)) {
            let message = format!(
                "`{word}` means an element or its place in `contents`: an extent needs another letter"
            );
            return Err(wrong(&shape, message));
        }
        for name in names {
            let (extents, _) = passed(&name, to)?;
            if stated.len() != extents.len() {
                let axes = if extents.len() == 1 { "axis" } else { "axes" };
                let message =
                    format!("`{}` has {} {axes}, not {}", name.as_str(), extents.len(), stated.len());
                return Err(wrong(&shape, message));
            }
            said.extend(extents.into_iter().zip(stated.iter().cloned()));
        }
    }
    let mut letters: BTreeMap<String, Expr> = BTreeMap::new();
    for (extent, stated) in &said {
        if let Expr::Name(letter) = stated
            && is_letter(letter, to)
        {
            letters.entry(letter.clone()).or_insert_with(|| Expr::Name(extent.clone()));
        }
    }
    let meaning = |name: &str| letters.get(name).cloned();
    for (extent, stated) in &said {
        let own = Expr::Name(extent.clone());
        let value = stated.with_names(&meaning);
        let holds = binary(Binary::Eq, own.clone(), value.clone());
        if *stated != Expr::Name(ANY.to_owned()) && value != own && !to.requires.contains(&holds) {
            to.requires.push(holds);
        }
    }
    let grid = to.grid.iter_mut().flatten();
    let sizes = to.buffers.iter_mut().map(|clause| &mut clause.len);
    let contents = to.contents.iter_mut().map(|(_, holds)| holds);
    let all = grid.chain(&mut to.requires).chain(sizes).chain(contents);
    all.for_each(|expr| *expr = expr.with_names(&meaning));
    Ok(())
}

/// Whether a name stands for an extent. An argument, an extent of the grid or a length of an array is a number of its own.
fn is_letter(name: &str, contract: &Contract) -> bool {
    let is_plain = name.chars().all(|one| one.is_ascii_alphanumeric() || one == '_');
    // Arguments have names by their position, too.
    let is_position = name.strip_prefix("arg").is_some_and(|at| at.parse::<usize>().is_ok());
    is_plain && !is_position && name != ANY && !contract.names.iter().any(|known| known.name == name)
}

/// The word of `contents` clauses that an extent is called by, if it is no argument.
fn word_of_elements<'e>(extent: &'e Expr, contract: &Contract) -> Option<&'e str> {
    let Expr::Name(name) = extent else { return None };
    ([ELEMENT, INDEX].contains(&name.as_str()) && is_letter(name, contract)).then_some(name.as_str())
}

/// `contiguous a, b` or `same_shape a, b`; returns the shapes in the clause.
pub(super) fn say_of_arrays<'i>(
    clause: Pair<'i, Rule>,
    to: &mut Contract,
) -> Result<Vec<Pair<'i, Rule>>, IllFormed> {
    if clause.as_rule() == Rule::same_shape {
        return say_same_shape(clause, to).map(|()| Vec::new());
    }
    let mut shapes = Vec::new();
    for one in clause.into_inner() {
        if one.as_rule() == Rule::ident {
            say_contiguous(&one, None, to)?;
            continue;
        }
        let (mut shape, mut order) = (None, None);
        for part in one.into_inner() {
            if part.as_rule() == Rule::order { order = Some(part) } else { shape = Some(part) }
        }
        let names = shape.iter().flat_map(|shape| shape.clone().into_inner());
        for name in names.filter(|part| part.as_rule() == Rule::ident) {
            say_contiguous(&name, order.as_ref(), to)?;
        }
        shapes.extend(shape);
    }
    Ok(shapes)
}

/// `same_shape a, b`: the extents of each array equal those of the first.
fn say_same_shape(names: Pair<'_, Rule>, to: &mut Contract) -> Result<(), IllFormed> {
    let mut first: Option<Vec<String>> = None;
    for name in names.into_inner() {
        let (extents, _) = passed(&name, to)?;
        let Some(others) = &first else {
            first = Some(extents);
            continue;
        };
        if others.len() != extents.len() {
            let (rank, wanted) = (extents.len(), others.len());
            return Err(wrong(
                &name,
                format!("`{}` has {rank} axes, and the first array has {wanted}", name.as_str()),
            ));
        }
        for (extent, other) in extents.into_iter().zip(others) {
            let holds = binary(Binary::Eq, Expr::Name(extent.clone()), Expr::Name(other.clone()));
            if extent != *other && !to.requires.contains(&holds) {
                to.requires.push(holds);
            }
        }
    }
    Ok(())
}

/// `contiguous a`, or `contiguous a[M, N] order (1, 0)` with the outermost axis first: the elements of the array stand one after the
/// other.
fn say_contiguous(
    name: &Pair<'_, Rule>,
    order: Option<&Pair<'_, Rule>>,
    to: &mut Contract,
) -> Result<(), IllFormed> {
    let (extents, strides) = passed(name, to)?;
    let extents: Vec<Expr> = extents.into_iter().map(Expr::Name).collect();
    let steps = match order {
        Some(order) => packed(&extents, &axes(order, extents.len())?),
        None => row_major(&extents),
    };
    for (stride, step) in strides.into_iter().zip(steps) {
        let holds = binary(Binary::Eq, Expr::Name(stride), step);
        if !to.requires.contains(&holds) {
            to.requires.push(holds);
        }
    }
    Ok(())
}

/// `order (0, 2, 1)`: each axis once.
fn axes(order: &Pair<'_, Rule>, rank: usize) -> Result<Vec<usize>, IllFormed> {
    let axes: Option<Vec<usize>> =
        order.clone().into_inner().map(|axis| axis.as_str().parse().ok()).collect();
    let is_whole = |axes: &Vec<usize>| axes.len() == rank && (0..rank).all(|axis| axes.contains(&axis));
    let message = || format!("`order` names each axis from 0 to {} once, the outermost first", rank - 1);
    axes.filter(is_whole).ok_or_else(|| wrong(order, message()))
}

#[cfg(test)]
mod tests {
    use crate::parse::array_clause::tests::{NAMES, read as read_layouts};
    use crate::parse::module;

    /// The contract with these clauses, printed; or the error.
    fn read(clauses: &str) -> String {
        let names =
            "names = (x, x.shape[0], x.shape[1], x.strides[0], x.strides[1], w, w.shape[0], w.strides[0], n)";
        let numbers = |all: &str| {
            all.split(' ').map(|name| format!("%{name}: tile<i32>")).collect::<Vec<_>>().join(", ")
        };
        let text = format!(
            "contract @k {{ {clauses} {names} }} entry @k(%x: tile<ptr<f32>>, {}, %w: tile<ptr<i32>>, {}) {{ return }}",
            numbers("a b c d"),
            numbers("e f n")
        );
        match module(&text) {
            Ok(module) => module.contracts[0].to_string(),
            Err(problem) => problem.message,
        }
    }

    #[test]
    fn a_letter_stands_for_one_extent() {
        let text = read("shapes x[M, N], w[N] grid = (M) requires = N >= 1, n == M");
        for part in ["w.shape[0] == x.shape[1]", "grid = (x.shape[0])", "x.shape[1] >= 1", "n == x.shape[0]"]
        {
            assert!(text.contains(part), "{part} is not in {text}");
        }
    }

    #[test]
    fn numbers_of_their_own_are_no_letters() {
        let text = read("shapes x[grid.x, n], w[arg8] requires = grid.x <= 5");
        for part in ["x.shape[0] == grid.x", "x.shape[1] == n", "w.shape[0] == arg8", "grid.x <= 5"] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
        for word in ["value", "i"] {
            let said = read(&format!("shapes x[{word}, N], w[N] contents w : 0 <= value"));
            assert!(said.starts_with(&format!("`{word}` means an element")), "{said}");
        }
    }

    #[test]
    fn an_expression_is_an_equation_of_its_extent() {
        let text = read("shapes w[cdiv(N, 8) + 1], x[n, N] contents w : 0 <= value && value <= N");
        for part in ["w.shape[0] == cdiv(x.shape[1], 8) + 1", "x.shape[0] == n", "value <= x.shape[1]"] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
        let text = read("shapes x[_, 64], w[_]");
        assert!(text.contains("requires = x.shape[1] == 64") && !text.contains("w.shape[0] =="), "{text}");
    }

    #[test]
    fn several_arrays_have_one_shape() {
        let clauses = "names = (v, v.shape[0], v.strides[0], w, w.shape[0], w.strides[0]) shapes v, w[N]";
        let params = "%v: tile<ptr<f32>>, %a: tile<i32>, %b: tile<i32>, %w: tile<ptr<f32>>, %c: tile<i32>, %d: tile<i32>";
        let text = format!("contract @k {{ {clauses} }} entry @k({params}) {{ return }}");
        let read = module(&text).expect("the contract is well-formed").contracts[0].to_string();
        assert!(read.contains("requires = w.shape[0] == v.shape[0]"), "{read}");
    }

    #[test]
    fn a_shape_has_all_axes_of_an_array() {
        assert_eq!(read("shapes x[M]"), "`x` has 2 axes, not 1");
        assert_eq!(read("shapes y[M]"), "no argument is an extent or a stride of `y`");
    }

    #[test]
    fn contiguous_says_the_strides() {
        let text = read_layouts(&format!("contiguous x, w {NAMES} grid = (x.shape[0])"));
        assert!(
            text.contains("x.strides[0] == max(x.shape[1], 1), x.strides[1] == 1, w.strides[0] == 1"),
            "{text}"
        );
        let passed = "names = (x : f32[M, K] strides = (s, t), w : f32[K])";
        let text = read_layouts(&format!("{passed} contiguous x"));
        assert!(text.contains("s == max(K, 1), t == 1"), "{text}");
        assert_eq!(
            read_layouts(&format!("{NAMES} contiguous y")),
            "no argument is an extent or a stride of `y`"
        );
        assert_eq!(read_layouts("contiguous x"), "no argument is an extent or a stride of `x`");
    }

    #[test]
    fn contiguous_takes_shapes_and_an_order_of_axes() {
        let text = read_layouts(&format!("contiguous x[M, N], w {NAMES} grid = (M)"));
        for part in ["x.strides[0] == max(x.shape[1], 1)", "w.strides[0] == 1", "grid = (x.shape[0])"] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
        assert!(!text.contains("w.shape[0] =="), "{text}");
        let text = read_layouts(&format!("contiguous w[N], x[N, 64] order (1, 0) {NAMES}"));
        for part in [
            "x.strides[0] == 1, x.strides[1] == max(x.shape[0], 1)",
            "x.shape[0] == w.shape[0]",
            "x.shape[1] == 64",
        ] {
            assert!(text.contains(part), "{part} is not in {text}");
        }
        for order in ["(1)", "(0, 0)", "(0, 2)", "(0, 1, 2)"] {
            let said = read_layouts(&format!("contiguous x[M, N] order {order} {NAMES}"));
            assert_eq!(said, "`order` names each axis from 0 to 1 once, the outermost first");
        }
        assert_eq!(read_layouts(&format!("{NAMES} contiguous w[M, N]")), "`w` has 1 axis, not 2");
    }

    #[test]
    fn arrays_of_one_shape_have_equal_extents() {
        let names = "names = (x, x.shape[0], x.strides[0], w, w.shape[0], w.strides[0], n)";
        let text = |clauses: &str| {
            let arguments = "%x: tile<ptr<f32>>, %a: tile<i32>, %b: tile<i32>, %w: tile<ptr<f32>>, %e: tile<i32>, %f: tile<i32>, %n: tile<i32>";
            match module(&format!("contract @k {{ {clauses} {names} }} entry @k({arguments}) {{ return }}")) {
                Ok(module) => module.contracts[0].to_string(),
                Err(problem) => problem.message,
            }
        };
        assert!(text("same_shape x, w").contains("requires = w.shape[0] == x.shape[0]"));
        assert_eq!(text("same_shape x, n"), "no argument is an extent or a stride of `n`");
        assert_eq!(
            read_layouts(&format!("{NAMES} same_shape x, w")),
            "`w` has 1 axes, and the first array has 2"
        );
    }
}
