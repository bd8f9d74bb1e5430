//! Proofs as data: which obligations a kernel has, what became of each, and [`Proved`], the only thing that a code
//! generator or a launch accepts.
//!
//! No solver is needed here. [`obligations()`] lists the obligations of a kernel, and [`Proved::trusting`] compares a
//! list of discharged obligations with them.

mod canonical;
mod obligations;

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

pub use canonical::{closed, text};
pub use obligations::{Obligation, obligations};

use crate::contract::Bound;
use crate::memory::strength::Manner;
use crate::problem::IllFormed;
use crate::rules::Rule;
use crate::syntax::contract::Contract;
use crate::syntax::kernel::{Block, Kernel, Operation};
use crate::valid::Valid;

/// How an obligation was met.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// It holds for every launch of the contract.
    Proved,
    /// No launch of the contract comes to the operation.
    Unreached,
    /// Not proved; accepted by the author for this reason. Trusted.
    Accepted(String),
}

/// A discharged obligation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Discharged {
    /// The obligation.
    pub obligation: Obligation,
    /// The status.
    pub status: Status,
}

/// The assumptions of a proof besides the clauses of its contract, in words.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Grounds {
    /// Clauses written by the author.
    pub given: Vec<String>,
    /// Inferred clauses; the proof is conditional on them. The contract has them, too.
    pub inferred: Vec<String>,
    /// Taken for granted of launches and of the kernel; nobody has shown it.
    pub trusted: Vec<String>,
    /// Taken for granted of every launch of any kernel.
    pub axioms: Vec<String>,
}

/// Integer operations with a known fact about every run in every launch, by the operation's position.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct IntegerFacts {
    /// The signed result never wraps.
    pub exact: BTreeSet<usize>,
    /// The single result is never negative, read as signed.
    pub natural: BTreeSet<usize>,
}

/// A kernel without undefined behavior in any launch of its contract.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proved {
    kernel: Valid,
    contract: Contract,
    grounds: Grounds,
    discharged: Vec<Discharged>,
    whole: BTreeSet<(usize, usize)>,
    integers: IntegerFacts,
}

impl Proved {
    /// Makes a proved kernel from trusted statuses of its obligations.
    ///
    /// The function checks that the list has every obligation of the kernel exactly once, and that the contract fits the kernel. It
    /// trusts each status for every launch of the contract. Only two callers are allowed (`tests/tidy` checks this): a check with
    /// the verdict `proved`, and the reader of proof files after it has compared kernel, contract, rules and version.
    ///
    /// # Errors
    /// The first obligation missing in one of the two lists, or a contract that does not fit the kernel.
    pub fn trusting(
        kernel: &Valid,
        contract: Contract,
        grounds: Grounds,
        mut discharged: Vec<Discharged>,
    ) -> Result<Self, Unproved> {
        Bound::new(&contract, kernel).map_err(Unproved::Contract)?;
        discharged.sort_by_key(|one| one.obligation);
        let mut known = discharged.iter().map(|one| one.obligation).peekable();
        for required in obligations(kernel) {
            match known.next_if(|found| *found <= required) {
                Some(found) if found == required => {}
                Some(found) => return Err(Unproved::Foreign(found)),
                None => return Err(Unproved::Missing(required)),
            }
        }
        if let Some(found) = known.next() {
            return Err(Unproved::Foreign(found));
        }
        let (kernel, whole, integers) = (kernel.clone(), BTreeSet::new(), IntegerFacts::default());
        Ok(Proved { kernel, contract, grounds, discharged, whole, integers })
    }

    /// Also takes a fact about accesses without in-bounds promises: by operation and view axis, the accesses whose whole
    /// tile is always inside. The fact is trusted like the statuses in [`Proved::trusting`], from the same two callers.
    ///
    /// # Errors
    /// The operation accesses no view, or the view lacks the axis.
    pub fn with_whole_tiles(mut self, whole: BTreeSet<(usize, usize)>) -> Result<Self, Unproved> {
        let kernel = self.kernel.clone();
        let axes: Vec<usize> = kernel.operations().map(|op| view_axes(&kernel, op)).collect();
        let is_there =
            |(operation, axis): &&(usize, usize)| axes.get(*operation).is_some_and(|count| axis < count);
        if let Some((operation, axis)) = whole.iter().find(|one| !is_there(one)) {
            return Err(Unproved::NoAxis { operation: *operation, axis: *axis });
        }
        self.whole = whole;
        Ok(self)
    }

    /// Also takes facts about integer operations. They are trusted like the statuses in [`Proved::trusting`], from the same two callers.
    #[must_use]
    pub fn with_integers(mut self, integers: IntegerFacts) -> Self {
        self.integers = integers;
        self
    }

    /// Facts about integer operations, as far as the check recorded any.
    pub fn integers(&self) -> &IntegerFacts {
        &self.integers
    }

    /// By operation and view axis, the accesses whose whole tile is always inside without a promise.
    pub fn whole_tiles(&self) -> &BTreeSet<(usize, usize)> {
        &self.whole
    }

    /// The kernel with proved promises (`inbounds`) added to its accesses.
    pub fn with_promises(&self) -> Valid {
        if self.whole.is_empty() {
            return self.kernel.clone();
        }
        let mut kernel = Kernel::clone(&self.kernel);
        let axes: Vec<usize> = kernel.operations().map(|op| view_axes(&kernel, op)).collect();
        let mut numbered = axes.into_iter().enumerate();
        promise(&mut kernel.body, &mut |op| {
            let Some((operation, axes)) = numbered.next() else { return };
            for (_, axis) in self.whole.range((operation, 0)..(operation, axes)) {
                op.attributes.inbounds.resize(axes, false);
                op.attributes.inbounds[*axis] = true;
            }
        });
        self.kernel.with_folded(Arc::new(kernel))
    }

    /// The kernel, as written.
    pub fn kernel(&self) -> &Valid {
        &self.kernel
    }

    /// The contract of the proof: the author's clauses, and inferred ones.
    pub fn contract(&self) -> &Contract {
        &self.contract
    }

    /// The contract with its kernel.
    pub fn bound(&self) -> Bound<'_> {
        Bound { contract: &self.contract, kernel: &self.kernel }
    }

    /// The assumptions of the proof, in words.
    pub fn grounds(&self) -> &Grounds {
        &self.grounds
    }

    /// Every obligation, by operation and rule.
    pub fn discharged(&self) -> &[Discharged] {
        &self.discharged
    }

    /// Whether the proof needs clauses that nobody wrote.
    pub fn is_conditional(&self) -> bool {
        !self.grounds.inferred.is_empty()
    }

    /// The status of a rule for an operation, by its number in [`crate::syntax::kernel::Kernel::operations`]; `None` if
    /// the rule requires nothing.
    pub fn keeps(&self, operation: usize, rule: Rule) -> Option<&Status> {
        let wanted = Obligation { operation, rule };
        let found = self.discharged.binary_search_by_key(&wanted, |one| one.obligation).ok()?;
        self.discharged.get(found).map(|one| &one.status)
    }
}

/// Why a list of obligations is no proof of a kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unproved {
    /// The kernel has an obligation that the list lacks.
    Missing(Obligation),
    /// The list has an obligation that the kernel lacks, or a duplicate.
    Foreign(Obligation),
    /// The contract does not fit the kernel.
    Contract(IllFormed),
    /// Something is said of a tile that no access has.
    NoAxis {
        /// The operation.
        operation: usize,
        /// The axis of the view.
        axis: usize,
    },
}

/// Comes to every operation, in the order of [`Kernel::operations`].
fn promise(block: &mut Block, to: &mut impl FnMut(&mut Operation)) {
    for op in &mut block.ops {
        to(op);
        op.regions.iter_mut().for_each(|region| promise(region, to));
    }
}

/// The number of axes of the accessed view; zero for an operation without a view access.
pub fn view_axes(kernel: &Kernel, op: &Operation) -> usize {
    let Some(_) = Manner::of(op) else { return 0 };
    let tiled = op.operands.iter().find_map(|operand| kernel.ty(*operand).tiled());
    tiled.map_or(0, |ty| ty.tile.len())
}

impl fmt::Display for Unproved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unproved::Missing(Obligation { operation, rule }) => {
                write!(f, "it does not say that operation {operation} keeps {rule}")
            }
            Unproved::Foreign(Obligation { operation, rule }) => {
                write!(
                    f,
                    "it speaks of {rule} at operation {operation}, which the kernel does not ask for there"
                )
            }
            Unproved::NoAxis { operation, axis } => {
                write!(f, "it speaks of axis {axis} of operation {operation}, which accesses no such view")
            }
            Unproved::Contract(problem) => {
                write!(f, "its contract does not fit the kernel: {}", problem.message)
            }
        }
    }
}

impl std::error::Error for Unproved {}

#[cfg(test)]
mod tests {
    use super::*;

    const KERNEL: &str = "
        contract @k { names = (a, b) requires = b >= 1 }
        entry @k(%a: tile<i32>, %b: tile<i32>) {
          %q = divi %a, %b unsigned : tile<i32>
          %s = addi %q, %b overflow<no_signed_wrap> : tile<i32>
          return
        }";

    fn kernel() -> (Valid, Contract) {
        let module = crate::parse::module(KERNEL).expect("it parses");
        (Valid::new(module.kernels[0].clone()).expect("it is valid"), module.contracts[0].clone())
    }

    fn all(kernel: &Valid) -> Vec<Discharged> {
        let met = |obligation| Discharged { obligation, status: Status::Proved };
        obligations(kernel).into_iter().map(met).collect()
    }

    fn trusted(change: impl FnOnce(&mut Vec<Discharged>)) -> Result<Proved, Unproved> {
        let (kernel, contract) = kernel();
        let mut list = all(&kernel);
        change(&mut list);
        Proved::trusting(&kernel, contract, Grounds::default(), list)
    }

    #[test]
    fn every_obligation_is_listed_once_and_no_other() {
        let division = Obligation { operation: 0, rule: Rule::DivisionByZero };
        let sum = Obligation { operation: 1, rule: Rule::SignedOverflow };
        let (kernel, _) = kernel();
        assert_eq!(obligations(&kernel), [division, sum]);
        let proved = trusted(|list| list.reverse()).expect("the order does not matter");
        assert_eq!(proved.keeps(1, Rule::SignedOverflow), Some(&Status::Proved));
        assert_eq!(proved.keeps(0, Rule::SignedOverflow), None);

        let with = |obligation| Discharged { obligation, status: Status::Proved };
        let other = Obligation { operation: 1, rule: Rule::UnsignedOverflow };
        let late = Obligation { operation: 2, rule: Rule::DivisionByZero };
        assert_eq!(trusted(|list| drop(list.remove(0))), Err(Unproved::Missing(division)));
        assert_eq!(trusted(|list| drop(list.remove(1))), Err(Unproved::Missing(sum)));
        assert_eq!(trusted(|list| list.push(with(other))), Err(Unproved::Foreign(other)));
        assert_eq!(trusted(|list| list.push(with(late))), Err(Unproved::Foreign(late)));
        assert_eq!(trusted(|list| list.push(with(division))), Err(Unproved::Foreign(division)));
    }

    #[test]
    fn a_contract_of_something_else_is_refused() {
        let (kernel, mut contract) = kernel();
        contract.aligns.push(("b".to_owned(), 16));
        let refused = Proved::trusting(&kernel, contract, Grounds::default(), all(&kernel));
        assert!(matches!(refused, Err(Unproved::Contract(_))), "{refused:?}");
    }
}
