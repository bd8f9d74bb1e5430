//! Facts of a contract about parameters: disjoint arrays, and power-of-two divisors, from equations between sizes (Granger, "Static
//! Analysis of Arithmetical Congruences", International Journal of Computer Mathematics 30, 1989).
//!
//! A launch outside its contract runs nothing, so the consequences of the contract hold wherever code runs. Sizes are the mathematical
//! integers of the contract. The bits of a parameter represent such an integer, so a power of two divides both.

use std::collections::{HashMap, HashSet};

use spec::contract::{Bound, Symbol};
use spec::proof::Proved;
use spec::syntax::contract::{Binary, Expr, Unary};
use spec::syntax::count::low_bits;
use spec::syntax::kernel::ValueId;

use crate::analysis::alias::{self, DisjointParameters, ListedArrays};
use crate::analysis::divisibility::{EVERYTHING, power_of_two_dividing};
use crate::analysis::private_bins::lengths::buffer_lengths;

/// Integers of a kernel with known facts about every launch.
#[derive(Debug, Clone, Default)]
pub struct IntegerSets {
    /// Results of operations whose signed results never wrap.
    pub exact: HashSet<ValueId>,
    /// Values that are never negative, read as signed.
    pub natural: HashSet<ValueId>,
}

impl IntegerSets {
    /// Of a proof.
    pub fn of(proved: &Proved) -> Self {
        let (kernel, facts) = (proved.kernel(), proved.integers());
        let mut sets = IntegerSets { natural: natural_parameters(&proved.bound()), ..IntegerSets::default() };
        for op in kernel.operations() {
            let [result] = op.results[..] else { continue };
            let operation = op.id.index();
            sets.exact.extend(facts.exact.contains(&operation).then_some(result));
            sets.natural.extend(facts.natural.contains(&operation).then_some(result));
        }
        sets
    }
}

/// The integer parameters that are not negative, because clauses bound them from below, some by others.
fn natural_parameters(bound: &Bound<'_>) -> HashSet<ValueId> {
    let mut found: HashSet<ValueId> = HashSet::new();
    loop {
        let before = found.len();
        bound.contract.requires.iter().for_each(|clause| learn_natural(bound, clause, &mut found));
        if found.len() == before {
            return found;
        }
    }
}

/// Learns from a clause that holds, of arguments that the contract reads as signed.
fn learn_natural(bound: &Bound<'_>, clause: &Expr, found: &mut HashSet<ValueId>) {
    let Expr::Binary(op, lhs, rhs) = clause else { return };
    let (greater, lesser) = match op {
        Binary::And => {
            learn_natural(bound, lhs, found);
            learn_natural(bound, rhs, found);
            return;
        }
        Binary::Ge | Binary::Gt | Binary::Eq => (lhs, rhs),
        Binary::Le | Binary::Lt => (rhs, lhs),
        Binary::Add
        | Binary::Sub
        | Binary::Mul
        | Binary::Div
        | Binary::Rem
        | Binary::Cdiv
        | Binary::Min
        | Binary::Max
        | Binary::Ne
        | Binary::Or => return,
    };
    let argument = |expr: &Expr| match expr {
        Expr::Name(name) => match bound.symbol(name) {
            Some(Symbol::Argument(position)) if !bound.is_unsigned(position) => {
                Some(bound.kernel.params[position])
            }
            Some(
                Symbol::Argument(_)
                | Symbol::Grid(_)
                | Symbol::Length(_)
                | Symbol::Element
                | Symbol::Index
                | Symbol::Place(_),
            )
            | None => None,
        },
        Expr::Number(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => None,
    };
    let is_natural = if let Expr::Number(number) = &**lesser {
        *number >= 0
    } else {
        argument(lesser).is_some_and(|value| found.contains(&value))
    };
    found.extend(argument(greater).filter(|_| is_natural));
}

/// What is known of a kernel's parameters.
#[derive(Debug, Clone, Default)]
pub struct ParameterFacts {
    /// Known divisors.
    pub divisors: HashMap<ValueId, u64>,
    /// The pairs of parameters whose arrays are disjoint.
    pub disjoint: DisjointParameters,
    /// The tables of lists, and the arrays that arrays of lists may overlap.
    pub lists: ListedArrays,
    /// By pointer, the number of elements behind the address that the kernel may access.
    pub lengths: HashMap<ValueId, u64>,
    /// Whether blocks of threads may keep copies in shared memory: of updated arrays, and of tiles that are read again.
    pub may_keep_copies: bool,
    /// Facts about integers of the kernel.
    pub integers: IntegerSets,
}

impl ParameterFacts {
    /// Under a contract.
    pub fn of(bound: &Bound<'_>) -> Self {
        ParameterFacts {
            divisors: divisors(bound),
            disjoint: alias::disjoint_parameters(bound),
            lists: ListedArrays::of(bound),
            lengths: buffer_lengths(bound),
            may_keep_copies: true,
            integers: IntegerSets::default(),
        }
    }
}

/// The divisor of every parameter: of an integer's value, or of a pointer's address in bytes. An absent parameter has the
/// divisor 1.
fn divisors(bound: &Bound<'_>) -> HashMap<ValueId, u64> {
    let mut known = Congruences { bound, divisors: HashMap::new() };
    for (name, alignment) in &bound.contract.aligns {
        if let Some(position) = bound.position(name) {
            known.raise(position, 1 << alignment.trailing_zeros().min(32));
        }
    }
    // A clause may bound a number of another clause, so all clauses are read until no divisor grows. Divisors
    // only grow, and none beyond all bounds.
    loop {
        let before = known.divisors.clone();
        let clauses = bound.contract.requires.iter().flat_map(|clause| clause.operands(Binary::And));
        clauses.for_each(|clause| known.learn(clause));
        if known.divisors == before {
            return known.divisors;
        }
    }
}

/// The congruences learned so far.
struct Congruences<'a> {
    bound: &'a Bound<'a>,
    divisors: HashMap<ValueId, u64>,
}

impl Congruences<'_> {
    fn raise(&mut self, position: usize, divisor: u64) {
        let known = self.divisors.entry(self.bound.kernel.params[position]).or_insert(1);
        *known = (*known).max(divisor.min(EVERYTHING));
    }

    /// Learns from a clause that holds.
    fn learn(&mut self, clause: &Expr) {
        match clause {
            Expr::Binary(Binary::Eq, lhs, rhs) => {
                self.learn_equal(lhs, rhs);
                self.learn_equal(rhs, lhs);
            }
            Expr::Binary(..) | Expr::Unary(..) | Expr::Number(_) | Expr::Name(_) | Expr::Element(..) => {}
        }
    }

    /// Merges the facts of two equal values.
    fn learn_equal(&mut self, side: &Expr, other: &Expr) {
        let (name, divisor) = match side {
            Expr::Name(name) => (name, self.divisor(other)),
            // e = c·⌊e/c⌋ + e mod c
            Expr::Binary(Binary::Rem, of, by) => match (&**of, positive(by)) {
                (Expr::Name(name), Some(by)) => (name, power_of_two_dividing(by).min(self.divisor(other))),
                (
                    Expr::Name(_) | Expr::Binary(..) | Expr::Unary(..) | Expr::Number(_) | Expr::Element(..),
                    _,
                ) => return,
            },
            Expr::Binary(..) | Expr::Unary(..) | Expr::Number(_) | Expr::Element(..) => return,
        };
        if let Some(Symbol::Argument(position)) = self.bound.symbol(name) {
            self.raise(position, divisor);
        }
    }

    /// A power of two that a number is a multiple of.
    fn divisor(&self, expr: &Expr) -> u64 {
        match expr {
            Expr::Number(number) => power_of_two_dividing(low_bits(*number).cast_signed()),
            Expr::Name(name) => match self.bound.symbol(name) {
                Some(Symbol::Argument(position)) => {
                    self.divisors.get(&self.bound.kernel.params[position]).copied().unwrap_or(1)
                }
                Some(
                    Symbol::Grid(_) | Symbol::Length(_) | Symbol::Element | Symbol::Index | Symbol::Place(_),
                )
                | None => 1,
            },
            Expr::Unary(Unary::Neg, operand) => self.divisor(operand),
            Expr::Unary(Unary::Not, _) | Expr::Element(..) => 1,
            Expr::Binary(op, lhs, rhs) => self.divisor_of(*op, lhs, rhs),
        }
    }

    fn divisor_of(&self, op: Binary, lhs: &Expr, rhs: &Expr) -> u64 {
        let [left, right] = [lhs, rhs].map(|side| self.divisor(side));
        match op {
            Binary::Add | Binary::Sub | Binary::Min | Binary::Max => left.min(right),
            Binary::Mul => left.saturating_mul(right).min(EVERYTHING),
            Binary::Rem => positive(rhs).map_or(1, |by| left.min(power_of_two_dividing(by))),
            // Of a multiple of a power of two the quotient by it is exact.
            Binary::Div | Binary::Cdiv => match positive(rhs) {
                Some(by) if by.cast_unsigned() == right => (left / right).max(1),
                Some(_) | None => 1,
            },
            Binary::Eq
            | Binary::Ne
            | Binary::Lt
            | Binary::Le
            | Binary::Gt
            | Binary::Ge
            | Binary::And
            | Binary::Or => 1,
        }
    }
}

/// A constant number that is at least one: a remainder by zero says nothing about its dividend.
fn positive(expr: &Expr) -> Option<i64> {
    match expr {
        Expr::Number(number) => i64::try_from(*number).ok().filter(|number| *number > 0),
        Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => None,
    }
}

#[cfg(test)]
#[path = "../tests/units/parameters.rs"]
mod tests;
