//! Arguments determined by a contract's equations: they need no trials.

use spec::contract::{Bound, Symbol};
use spec::syntax::contract::{Binary, Expr};

/// By position, whether an equation gives an argument the value of others, so that a repair sets it whatever its value was. No
/// two are given each other's.
pub(super) fn find_tied(contract: &Bound<'_>) -> Vec<bool> {
    let mut tied: Vec<Option<Vec<usize>>> = vec![None; contract.kernel.params.len()];
    for clause in contract.contract.requires.iter().flat_map(|clause| clause.operands(Binary::And)) {
        tie(contract, clause, &mut tied);
    }
    tied.iter().map(Option::is_some).collect()
}

fn tie(contract: &Bound<'_>, clause: &Expr, tied: &mut [Option<Vec<usize>>]) {
    match clause {
        Expr::Binary(Binary::Eq, lhs, rhs) => {
            for (name, value) in [(lhs, rhs), (rhs, lhs)] {
                let Expr::Name(name) = &**name else { continue };
                let Some(Symbol::Argument(position)) = contract.symbol(name) else { continue };
                let names = value.names();
                let of: Vec<usize> = names.iter().filter_map(|name| contract.position(name)).collect();
                // A value of the grid may be one of the argument.
                if names.len() == of.len() && !leads_to(&of, position, tied) {
                    tied[position].get_or_insert(of);
                }
                return;
            }
        }
        Expr::Number(_) | Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => {}
    }
}

/// Whether an argument is among others, or among their sources.
fn leads_to(from: &[usize], position: usize, tied: &[Option<Vec<usize>>]) -> bool {
    from.iter().any(|at| *at == position || tied[*at].as_ref().is_some_and(|of| leads_to(of, position, tied)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tied(requires: &str) -> Vec<bool> {
        let text = format!(
            "contract @k {{ names = (a, b, c) grid = (a) requires = {requires} }}
            entry @k(%a: tile<i32>, %b: tile<i32>, %c: tile<i32>) {{ return }}"
        );
        let module = spec::parse::module(&text).expect("it parses");
        find_tied(&Bound::new(&module.contracts[0], &module.kernels[0]).expect("it binds"))
    }

    #[test]
    fn what_is_tied_is_tied_to_something_free() {
        assert_eq!(tied("a == b, b == a, c == 2 * b && b == c / 2"), [true, false, true]);
        assert_eq!(tied("a >= b, c == a * b"), [false, false, true]);
        assert_eq!(tied("a == grid.x, 4 == b, c == c"), [false, true, false]);
    }
}
