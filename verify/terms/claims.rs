//! Claims of ranges: where the range of a term decides something without a question to the solver, that range is a claim about what
//! the term is made of. Claims are recorded on request, for a check by another solver.

use rustc_hash::FxHashSet;

use super::node::{AtomId, Num};
use super::range::{Range, UNBOUNDED_ABOVE, UNBOUNDED_BELOW};

/// The subject of a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Subject {
    /// A polynomial.
    Num(Num),
    /// An atom.
    Atom(AtomId),
}

/// A term is no less than a number, or no greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Claim {
    /// The subject of the claim.
    pub(crate) subject: Subject,
    /// The bound.
    pub(crate) bound: i128,
    /// Whether the claim is an upper bound.
    pub(crate) is_upper: bool,
}

/// The claims of a check, each once, in the order in which they were made.
#[derive(Default)]
pub(super) struct Claims {
    known: FxHashSet<Claim>,
    all: Vec<Claim>,
}

impl Claims {
    /// Records the ends of a range, as far as they are numbers: the lower one, the upper one, or both.
    pub(super) fn record(&mut self, subject: Subject, range: Range, [lower, upper]: [bool; 2]) {
        if lower && range.lo != UNBOUNDED_BELOW {
            self.add(Claim { subject, bound: range.lo, is_upper: false });
        }
        if upper && range.hi != UNBOUNDED_ABOVE {
            self.add(Claim { subject, bound: range.hi, is_upper: true });
        }
    }

    fn add(&mut self, claim: Claim) {
        if self.known.insert(claim) {
            self.all.push(claim);
        }
    }

    /// All claims.
    pub(super) fn into_all(self) -> Vec<Claim> {
        self.all
    }
}
