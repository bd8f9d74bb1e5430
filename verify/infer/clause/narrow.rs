//! Clauses for a single block or element.

use std::collections::BTreeSet;

use spec::contract::{Bound, Symbol};
use spec::syntax::contract::{Binary, Expr};

use super::Clause;

/// Numbers of several blocks for which a condition is tried.
const BLOCKS: [i128; 6] = [2, 3, 4, 64, 1000, 65535];

/// Values of the other symbols of a condition.
const OTHERS: [i128; 6] = [1, 2, 65, 1000, 4096, 1 << 20];

/// The most other symbols of a condition that is tried: the number of trials is exponential in them.
const MOST_OTHERS: usize = 3;

impl Clause {
    /// Whether the clause says that a number is at most one: a size, an element, or the blocks along an axis. Also whether it holds for one block alone
    /// along an axis that the kernel reads.
    pub fn leaves_one(&self, bound: &Bound<'_>) -> bool {
        let (Clause::Requires(holds) | Clause::Contents { holds, .. }) = self else { return false };
        let is_at_most_one = match holds {
            Expr::Binary(Binary::Le | Binary::Eq, of, most) => {
                matches!((&**of, &**most), (Expr::Name(_), Expr::Number(..=1)))
            }
            Expr::Number(_) | Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => false,
        };
        is_at_most_one || self.leaves_one_block(bound)
    }

    /// Whether a condition on sizes holds for no tried number of several blocks along an axis that the kernel reads.
    fn leaves_one_block(&self, bound: &Bound<'_>) -> bool {
        let Clause::Requires(holds) = self else { return false };
        if !self.is_about_grid() {
            return false;
        }
        let symbols: BTreeSet<Symbol> =
            holds.names().into_iter().filter_map(|name| bound.symbol(name)).collect();
        let resolved = bound.resolve(holds);
        let mut axes = bound.kernel.used_axes().into_iter().map(Symbol::Grid);
        axes.any(|axis| {
            let others: Vec<Symbol> = symbols.iter().copied().filter(|symbol| *symbol != axis).collect();
            if !symbols.contains(&axis) || others.len() > MOST_OTHERS {
                return false;
            }
            let admits = |values: &Vec<i128>, blocks: i128| {
                let number = |symbol| others.iter().zip(values).find(|(other, _)| **other == symbol);
                resolved.truth(&mut |symbol| number(symbol).map_or(blocks, |(_, value)| *value))
            };
            !tries(others.len()).iter().any(|values| BLOCKS.iter().any(|blocks| admits(values, *blocks)))
        })
    }
}

/// All choices of values for so many symbols.
fn tries(symbols: usize) -> Vec<Vec<i128>> {
    (0..symbols).fold(vec![Vec::new()], |shorter, _| {
        let longer = |values: &Vec<i128>| OTHERS.map(|value| [values.as_slice(), &[value]].concat());
        shorter.iter().flat_map(longer).collect()
    })
}

#[cfg(test)]
mod tests {
    use spec::contract::Bound;

    use super::Clause;

    /// Whether a condition leaves one block or element to a kernel that reads its index along x alone.
    #[track_caller]
    fn leaves_one(condition: &str) -> bool {
        let text = "contract @k { names = (n, m) }
             entry @k(%n: tile<i32>, %m: tile<i32>) {
               %x, %y, %z = get_tile_block_id : tile<i32>
               %sum = addi %x, %n : tile<i32>
               return
             }";
        let module = spec::parse::module(text).expect("it parses");
        let bound = Bound::new(&module.contracts[0], &module.kernels[0]).expect("it fits");
        let contract = spec::parse::contract_clauses(&format!("requires = {condition}"));
        Clause::Requires(contract.expect("it is a condition").requires.remove(0)).leaves_one(&bound)
    }

    #[test]
    fn products_with_the_grid_leave_one_block_too() {
        for condition in [
            "n <= 1",
            "grid.x == 1",
            "grid.x <= 1",
            "2 * n * grid.x <= 2 * n + 1",
            "(grid.x - 1) * n <= 0",
            "n * m * grid.x <= n * m",
        ] {
            assert!(leaves_one(condition), "{condition}");
        }
    }

    #[test]
    fn some_sizes_admit_several_blocks() {
        for condition in [
            "n <= 2",
            "grid.x <= 2",
            "grid.x <= cdiv(n, 1024)",
            "grid.x * n <= m",
            "(grid.x - 1) * n <= 2147483647",
            // The kernel has no index along y.
            "2 * n * grid.y <= 2 * n + 1",
        ] {
            assert!(!leaves_one(condition), "{condition}");
        }
    }
}
