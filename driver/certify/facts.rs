//! The facts to write.

use std::collections::BTreeSet;

/// A kind of fact that another compiler takes from bytecode. Each is a switch, because a compiler may make slower code
/// from a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fact {
    /// Whole tiles lie inside their tensors.
    Inbounds,
    /// Sizes are multiples of powers of two.
    Divisible,
    /// Arrays begin at multiples of powers of two, where the rows of their tensors do.
    Aligned,
    /// Accesses of disjoint arrays wait for no token of each other.
    Tokens,
}

impl Fact {
    /// All facts.
    pub const ALL: [Fact; 4] = [Fact::Inbounds, Fact::Divisible, Fact::Aligned, Fact::Tokens];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Fact::Inbounds => "inbounds",
            Fact::Divisible => "divisible",
            Fact::Aligned => "aligned",
            Fact::Tokens => "tokens",
        }
    }
}

/// The facts to write.
pub type Facts = BTreeSet<Fact>;

/// Named sets of facts for timing: bounds alone, then with sizes and addresses of the contract, then with disjoint arrays, then all.
pub(super) fn variants() -> [(&'static str, Facts); 5] {
    use Fact::{Aligned, Divisible, Inbounds, Tokens};
    [
        ("inbounds", Facts::from([Inbounds])),
        ("divisible", Facts::from([Inbounds, Divisible])),
        ("aligned", Facts::from([Inbounds, Divisible, Aligned])),
        ("tokens", Facts::from([Inbounds, Tokens])),
        ("all", Facts::from(Fact::ALL)),
    ]
}
