//! Launches that an inferred contract has to admit: an author makes them, and they have no undefined behavior.

use std::collections::BTreeSet;
use std::sync::Arc;

use spec::admit::admit;
use spec::contract::Bound;
use spec::syntax::contract::Contract;
use spec::syntax::kernel::Kernel;
use spec::syntax::launch::Launch;

use super::clause::Clause;

/// A launch of an author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observed {
    /// The launch.
    pub launch: Launch,
    /// The parameters of arrays with known elements.
    pub shown: BTreeSet<usize>,
}

impl Observed {
    /// Whether the launch breaks a clause. Alignments are left out: the addresses of a recording are others than those on a GPU.
    pub fn breaks(&self, clause: &Clause, bound: &Bound<'_>) -> bool {
        match clause {
            Clause::Contents { parameter, .. } | Clause::Related { parameter, .. }
                if !self.shown.contains(parameter) =>
            {
                return false;
            }
            Clause::Requires(_)
            | Clause::Buffer { .. }
            | Clause::Contents { .. }
            | Clause::Related { .. } => {}
            Clause::Align { .. } => return false,
        }
        let (kernel, names) = (bound.contract.kernel.clone(), bound.contract.names.clone());
        let mut alone = Contract { kernel, names, ..Contract::default() };
        clause.add_to(bound, &mut alone);
        Bound::new(&alone, bound.kernel).is_ok_and(|bound| admit(&bound, &self.launch).is_err())
    }
}

/// The launches of a kernel that its contract has to admit.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Observations {
    kernel: Arc<Kernel>,
    contract: Contract,
    launches: Vec<Observed>,
}

impl Observations {
    pub(super) fn new(bound: &Bound<'_>, launches: &[Observed]) -> Self {
        let (kernel, contract) = (Arc::new(bound.kernel.clone()), bound.contract.clone());
        Observations { kernel, contract, launches: launches.to_vec() }
    }

    /// Whether every launch keeps a clause.
    pub(super) fn admit(&self, clause: &Clause) -> bool {
        let bound = Bound { contract: &self.contract, kernel: &self.kernel };
        !self.launches.iter().any(|launch| launch.breaks(clause, &bound))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use spec::parse;
    use spec::syntax::launch::{Argument, Buffer};

    use super::super::open::Open;
    use super::*;

    /// Whether clauses are admitted beside a launch with n = 5, 4 blocks, and ten elements of 7.
    fn admitted(clauses: &[Clause], shown: &[usize]) -> Vec<bool> {
        let text = "contract @k { names = (n, b) } entry @k(%n: tile<i32>, %b: tile<ptr<i32>>) { return }";
        let module = parse::module(text).unwrap_or_else(|problem| panic!("{}", problem.message));
        let bound = Bound::new(&module.contracts[0], &module.kernels[0]).expect("it binds");
        let contents = BTreeMap::from([(0, [7, 0, 0, 0].repeat(10))]);
        let launch = Launch {
            grid: [4, 1, 1],
            arguments: vec![Argument::Scalar(5), Argument::Pointer { buffer: 0, offset: 0 }],
            buffers: vec![Buffer { bytes: 40, alignment: 256, uninit: false, contents }],
            blocks: None,
        };
        let observed = Observed { launch, shown: shown.iter().copied().collect() };
        let open = Open::of(&bound).beside(&bound, &[observed]);
        clauses.iter().map(|clause| open.admits(clause)).collect()
    }

    #[test]
    fn a_clause_admits_the_launches_of_the_author() {
        let read = |text: &str| {
            parse::contract_clauses(text).unwrap_or_else(|problem| panic!("{}", problem.message))
        };
        let requires = |text: &str| Clause::Requires(read(&format!("requires = {text}")).requires[0].clone());
        let sizes = |text: &str| {
            let clause = read(&format!("buffer b : i32[{text}]")).buffers[0].clone();
            Clause::Buffer { parameter: 1, name: clause.name, element: clause.element, len: clause.len }
        };
        let contents = |text: &str| {
            let (name, holds) = read(&format!("contents b : {text}")).contents[0].clone();
            Clause::Contents { parameter: 1, name, holds }
        };
        let numbers = ["n >= 5", "n >= 6", "n % 5 == 0", "grid.x <= 3", "grid.x == n - 1"].map(requires);
        assert_eq!(admitted(&numbers, &[]), [true, false, true, false, true]);
        assert_eq!(admitted(&["2 * n", "2 * n + 1"].map(sizes), &[]), [true, false]);
        let elements = ["value <= 7", "value < 7"].map(contents);
        assert_eq!(admitted(&elements, &[1]), [true, false]);
        assert_eq!(admitted(&elements, &[]), [true, true], "nobody has seen the elements");
    }
}
