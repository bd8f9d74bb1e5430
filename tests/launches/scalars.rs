//! Values of scalar arguments: small ones, those around the contract's numbers, and whatever equations make of them.

use std::collections::BTreeSet;

use spec::contract::{Bound, Symbol};
use spec::domain::{greatest_signed, greatest_unsigned, least_signed};
use spec::syntax::contract::{Binary, Expr};

use super::Sketch;

/// The greatest value that is tried everywhere.
const SMALL: i128 = 40;

/// The greatest value that is tried because the contract has it.
const LARGE: i128 = 1 << 14;

/// The values to draw from, for each argument; none for pointers.
pub(super) fn pools(bound: &Bound<'_>) -> Vec<Vec<i128>> {
    let mut numbers: BTreeSet<i128> = (-3..=SMALL).collect();
    let contract = bound.contract;
    for expr in contract.grid.iter().flatten().chain(&contract.requires) {
        around(expr, &mut numbers);
    }
    let of = |position: usize| {
        let Some(scalar) = bound.scalar(position) else { return Vec::new() };
        let (least, most) = range(bound, position, scalar.bits());
        numbers.iter().copied().filter(|number| (least..=most).contains(number)).collect()
    };
    (0..bound.kernel.params.len()).map(of).collect()
}

fn range(bound: &Bound<'_>, position: usize, bits: u32) -> (i128, i128) {
    if bound.is_unsigned(position) {
        (0, greatest_unsigned(bits))
    } else {
        (least_signed(bits), greatest_signed(bits))
    }
}

/// Numbers around those of an expression, where they are not large.
fn around(expr: &Expr, numbers: &mut BTreeSet<i128>) {
    match expr {
        Expr::Number(number) if number.abs() <= LARGE => {
            let near =
                [number - 1, *number, number + 1, 2 * number - 1, 2 * number, 2 * number + 1, 3 * number];
            numbers.extend(near);
        }
        Expr::Number(_) | Expr::Name(_) => {}
        Expr::Unary(_, operand) => around(operand, numbers),
        Expr::Binary(_, lhs, rhs) => {
            around(lhs, numbers);
            around(rhs, numbers);
        }
    }
}

impl Sketch<'_> {
    /// Gives arguments that an equation names the value that it wants: as often as one may depend on another.
    pub(super) fn settle(&mut self) {
        for _ in 0..4 {
            for clause in &self.bound.contract.requires {
                let Expr::Binary(Binary::Eq, lhs, rhs) = clause else { continue };
                for (name, value) in [(lhs, rhs), (rhs, lhs)] {
                    if let Expr::Name(name) = &**name
                        && let Some(Symbol::Argument(position)) = self.bound.symbol(name)
                    {
                        self.scalars[position] = self.number(value, 0);
                        break;
                    }
                }
            }
        }
    }

    /// Whether every value fits its argument's type.
    pub(super) fn fits(&self) -> bool {
        let of = |(position, value): (usize, &i128)| match self.bound.scalar(position) {
            Some(scalar) => {
                let (least, most) = range(self.bound, position, scalar.bits());
                (least..=most).contains(value)
            }
            None => true,
        };
        self.scalars.iter().enumerate().all(of)
    }
}
