//! Values that a contract's clauses tie together: few combinations of small numbers keep all of them by chance.

use spec::contract::{Bound, Symbol};
use spec::syntax::contract::{Binary, Expr};

use super::launches::Sketch;
use crate::scalar;

/// How often one argument may depend on another.
const ROUNDS: usize = 3;

/// The bits of the scalar arguments, where one that breaks a clause which bounds it has the bound instead.
pub(super) fn repair_values(contract: &Bound<'_>, bits: &[u64]) -> Vec<u64> {
    let mut bits = bits.to_vec();
    for _ in 0..ROUNDS {
        for clause in &contract.contract.requires {
            repair(contract, clause, &mut bits);
        }
    }
    bits
}

fn repair(contract: &Bound<'_>, clause: &Expr, bits: &mut [u64]) {
    let Expr::Binary(op, lhs, rhs) = clause else { return };
    let (above, below) = match op {
        Binary::And => {
            repair(contract, lhs, bits);
            repair(contract, rhs, bits);
            return;
        }
        Binary::Eq | Binary::Le | Binary::Ge => (0, 0),
        Binary::Lt => (-1, 1),
        Binary::Gt => (1, -1),
        Binary::Ne | Binary::Or | Binary::Add | Binary::Sub | Binary::Mul => return,
        Binary::Div | Binary::Rem | Binary::Cdiv | Binary::Min | Binary::Max => return,
    };
    for (name, bound, distance) in [(lhs, rhs, above), (rhs, lhs, below)] {
        let Expr::Name(name) = &**name else { continue };
        let Some(Symbol::Argument(position)) = contract.symbol(name) else { continue };
        let sketch = Sketch::new(contract, bits);
        if sketch.holds(clause, 0) {
            return;
        }
        let value = sketch.number(bound).saturating_add(distance);
        let Some(scalar) = contract.scalar(position) else { continue };
        if let (Some(value), Some(bits)) = (scalar::from_integer(scalar, value), bits.get_mut(position)) {
            *bits = value;
            return;
        }
    }
}

/// By position, whether an equation gives an argument the value of others, so that [`repair_values`] does, whatever it was.
/// No two are given each other's.
pub(super) fn find_tied(contract: &Bound<'_>) -> Vec<bool> {
    let mut tied: Vec<Option<Vec<usize>>> = vec![None; contract.kernel.params.len()];
    for clause in &contract.contract.requires {
        tie(contract, clause, &mut tied);
    }
    tied.iter().map(Option::is_some).collect()
}

fn tie(contract: &Bound<'_>, clause: &Expr, tied: &mut [Option<Vec<usize>>]) {
    match clause {
        Expr::Binary(Binary::And, lhs, rhs) => {
            tie(contract, lhs, tied);
            tie(contract, rhs, tied);
        }
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

/// Whether an argument is among others, or among what these are tied to.
fn leads_to(from: &[usize], position: usize, tied: &[Option<Vec<usize>>]) -> bool {
    from.iter().any(|at| *at == position || tied[*at].as_ref().is_some_and(|of| leads_to(of, position, tied)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stride_is_as_large_as_it_must_be() {
        let text = "
            contract @k { names = (n, k, s, t) grid = (1) requires = n >= 2, s > k, t == n * s, k < 5 }
            entry @k(%n: tile<i32>, %k: tile<i32>, %s: tile<i32>, %t: tile<i32>) { return }";
        let module = spec::parse::module(text).expect("it parses");
        let bound = Bound::new(&module.contracts[0], &module.kernels[0]).expect("it binds");
        assert_eq!(repair_values(&bound, &[0, 3, 0, 0]), [2, 3, 4, 8]);
        assert_eq!(repair_values(&bound, &[3, 9, 7, 21]), [3, 4, 10, 30]);
        assert_eq!(find_tied(&bound), [false, false, false, true]);
    }

    #[test]
    fn what_is_tied_is_tied_to_something_free() {
        let text = "
            contract @k { names = (a, b, c) grid = (a) requires = a == b, b == a, c == 2 * b && b == c / 2 }
            entry @k(%a: tile<i32>, %b: tile<i32>, %c: tile<i32>) { return }";
        let module = spec::parse::module(text).expect("it parses");
        let bound = Bound::new(&module.contracts[0], &module.kernels[0]).expect("it binds");
        assert_eq!(find_tied(&bound), [true, false, true]);
    }
}
