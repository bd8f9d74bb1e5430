//! Values that a contract's clauses tie together: few combinations of small numbers keep all of them by chance.

use spec::contract::{Bound, Symbol};
use spec::syntax::contract::{Binary, Expr};

use super::launches::Sketch;
use crate::scalar;

/// How often one argument may depend on another.
const ROUNDS: usize = 3;

/// Repairs scalar arguments: an argument outside its bounds gets the bound.
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
    }
}
