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
            Clause::Requires(_) | Clause::Buffer { .. } | Clause::Contents { .. } | Clause::Related { .. } => {}
            Clause::Align { .. } => return false,
        }
        let named = |names: &Contract| Contract {
            kernel: names.kernel.clone(),
            names: names.names.clone(),
            ..Contract::default()
        };
        let mut alone = named(bound.contract);
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
