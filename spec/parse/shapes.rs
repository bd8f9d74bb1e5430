//! `shapes x, y[M, N], w[N]`: the extents of several arrays, with a letter for extents that are equal.

use std::collections::BTreeMap;

use pest::iterators::Pair;

use super::array_clause::passed;
use super::expression::expression;
use super::grammar::{Rule, wrong};
use crate::contract::{ELEMENT, INDEX};
use crate::problem::IllFormed;
use crate::syntax::contract::{Binary, Contract, Expr, binary};

/// The name of an extent of which nothing is said.
const ANY: &str = "_";

/// The clauses about shapes of one contract. A new name is a letter: it stands for the first extent with this name, also in the
/// other clauses. Any other expression is an equation of its extent.
pub(super) fn say_shapes(clauses: Vec<Pair<'_, Rule>>, to: &mut Contract) -> Result<(), IllFormed> {
    let mut said: Vec<(String, Expr)> = Vec::new();
    for shape in clauses.into_iter().flat_map(Pair::into_inner) {
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

#[cfg(test)]
mod tests {
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
}
