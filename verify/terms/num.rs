//! Integers: polynomials over atoms in normal form, with a range.

use std::collections::BTreeMap;
use std::fmt;

use spec::domain::Number;
use spec::syntax::count::i128_from_usize;

use super::arena::{VarKind, claim, fresh, intern, intern_num, is_recording, var_info};
use super::claims::Subject;
use super::node::{Atom, AtomId, Monomial, Num, Truth, TruthNode, Var};
use super::range::{Range, UNBOUNDED_ABOVE, UNBOUNDED_BELOW};

/// The most pairs of terms that a product is expanded to. A product of longer sums stays one unknown: the expansion of a power of a sum
/// has exponentially many terms, of which no proof makes use.
const MOST_PAIRS: usize = 4096;

/// The maximum number of factors of an expanded product. Real addresses and sizes have at most two per axis of a tensor, and z3's Gröbner
/// bases have no step limit for larger products.
pub(crate) const MOST_FACTORS: u32 = 12;

/// So many pairs of terms cost no more than the terms that they become.
const FEW_PAIRS: usize = 64;

/// Where an exponent may be one of more than these many, as no exponent of a shift can, a power of two is any number of
/// its range.
const MOST_POWERS: i128 = 64;

impl fmt::Debug for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.terms().fmt(f)
    }
}

impl Num {
    /// A position in a list of ours: which allocation, which element of a table.
    pub(crate) fn index(position: usize) -> Self {
        Num::constant(i128_from_usize(position))
    }

    /// The polynomial with these terms.
    pub(super) fn from_terms(terms: BTreeMap<Monomial, i128>) -> Self {
        Num::from_sorted(terms.into_iter().filter(|(_, coefficient)| *coefficient != 0).collect())
    }

    /// The polynomial with these terms, which are in order, each once, none with a coefficient of zero.
    fn from_sorted(terms: Vec<(Monomial, i128)>) -> Self {
        crate::budget::effort::terms(terms.len());
        intern_num(terms, |terms| Num::range_of(terms))
    }

    /// The polynomial with these terms, each a product of atoms in order with its coefficient.
    pub(crate) fn of_terms(terms: BTreeMap<Vec<AtomId>, i128>) -> Self {
        Num::from_terms(terms)
    }

    /// An atom alone.
    fn atom(atom: Atom, range: Range) -> Self {
        if range.lo == range.hi {
            if is_recording() {
                claim(Subject::Atom(intern(atom, range)), range, [true, true]);
            }
            return Num::constant(range.lo);
        }
        let id = intern(atom, range);
        Num::from_terms(BTreeMap::from([(vec![id], 1)]))
    }

    /// A variable.
    pub(crate) fn var(var: Var) -> Self {
        let info = var_info(var);
        Num::atom(Atom::Var(var), Range::new(info.lo, info.hi))
    }

    /// A new variable in a range, of one iteration of one block.
    pub(crate) fn fresh(name: &str, lo: i128, hi: i128) -> Self {
        Num::var(fresh(name, lo, hi, VarKind::Own))
    }

    /// A fresh variable for the corresponding variable of another instance.
    pub(crate) fn renamed(var: Var) -> Self {
        let info = var_info(var);
        Num::var(fresh(format!("{}'", info.name), info.lo, info.hi, info.kind))
    }

    /// A new variable for the place of a block, or the number of an iteration.
    pub(crate) fn instance(name: &str, lo: i128, hi: i128) -> Self {
        Num::var(fresh(name, lo, hi, VarKind::Instance))
    }

    /// A new variable for an axis of an arbitrary lane.
    pub(crate) fn lane(axis: usize, extent: u32) -> Self {
        Num::var(fresh(format!("lane{axis}"), 0, i128::from(extent) - 1, VarKind::Lane))
    }

    /// A new variable that all blocks share.
    pub(crate) fn shared(name: impl Into<String>, lo: i128, hi: i128) -> Self {
        Num::var(fresh(name, lo, hi, VarKind::Shared))
    }

    /// The value, if known.
    pub(crate) fn value(&self) -> Option<i128> {
        match &*self.terms() {
            [] => Some(0),
            [(monomial, coefficient)] if monomial.is_empty() => Some(*coefficient),
            _ => None,
        }
    }

    /// Least value, if it is not [`UNBOUNDED_BELOW`]. The call records a claim.
    pub(crate) fn lo(&self) -> i128 {
        let range = self.bounds();
        claim(Subject::Num(*self), range, [true, false]);
        range.lo
    }

    /// Greatest value, if it is not [`UNBOUNDED_ABOVE`]. It is a claim.
    pub(crate) fn hi(&self) -> i128 {
        let range = self.bounds();
        claim(Subject::Num(*self), range, [false, true]);
        range.hi
    }

    /// Reads the number as `coefficient·atom + constant`, if possible.
    pub(crate) fn as_linear_atom(&self) -> Option<(AtomId, i128, i128)> {
        match &*self.terms() {
            [(atom, coefficient)] if atom.len() == 1 => Some((atom[0], *coefficient, 0)),
            [(empty, constant), (atom, coefficient)] if empty.is_empty() && atom.len() == 1 => {
                Some((atom[0], *coefficient, *constant))
            }
            _ => None,
        }
    }

    /// The variable, if the number is a single variable.
    pub(crate) fn as_var(&self) -> Option<Var> {
        let (id, 1, 0) = self.as_linear_atom()? else { return None };
        if let Atom::Var(var) = id.atom() { Some(var) } else { None }
    }

    /// The result if the coefficients overflow: any integer, a weaker fact.
    fn lost() -> Self {
        Num::fresh("large", UNBOUNDED_BELOW, UNBOUNDED_ABOVE)
    }

    /// The product as an atom, which nothing looks into.
    fn opaque_product(&self, other: &Self) -> Self {
        let range = self.bounds().times(other.bounds());
        Num::atom(Atom::Product(*self, *other), range)
    }

    /// `self + factor·other`
    pub(crate) fn plus(&self, other: &Self, factor: i128) -> Self {
        let (left, right) = (self.terms(), other.terms());
        let mut sum = Vec::with_capacity(left.len() + right.len());
        let mut left = left.iter().peekable();
        for (monomial, coefficient) in right.iter() {
            while let Some(smaller) = left.next_if(|(before, _)| before < monomial) {
                sum.push(smaller.clone());
            }
            let Some(mut total) = coefficient.checked_mul(factor) else { return Num::lost() };
            if let Some((_, same)) = left.next_if(|(same, _)| same == monomial) {
                let Some(both) = total.checked_add(*same) else { return Num::lost() };
                total = both;
            }
            if total != 0 {
                sum.push((monomial.clone(), total));
            }
        }
        sum.extend(left.cloned());
        Num::from_sorted(sum)
    }

    /// The number without its constant, and the constant.
    pub(crate) fn apart(&self) -> (Self, i128) {
        let terms = self.terms();
        match with_constant(&terms) {
            (0, _) => (*self, 0),
            (constant, rest) => (Num::from_sorted(rest.to_vec()), constant),
        }
    }

    /// Splits the number into a multiple of `divisor` (as quotient) and a rest. The constant of the rest is a remainder; other coefficients
    /// keep their sign, so that small numbers stay small.
    fn split(&self, divisor: i128) -> (Self, Self) {
        let (mut whole, mut rest) = (BTreeMap::new(), BTreeMap::new());
        for (monomial, coefficient) in self.terms().iter() {
            let (quotient, remainder) = match monomial.is_empty() {
                true => (coefficient.div_euclid(divisor), coefficient.rem_euclid(divisor)),
                false => (coefficient / divisor, coefficient % divisor),
            };
            if quotient != 0 {
                whole.insert(monomial.clone(), quotient);
            }
            if remainder != 0 {
                rest.insert(monomial.clone(), remainder);
            }
        }
        (Num::from_terms(whole), Num::from_terms(rest))
    }
}

impl Number for Num {
    type Bool = Truth;

    fn constant(value: i128) -> Self {
        Num::from_terms(BTreeMap::from([(Vec::new(), value)]))
    }

    fn add(&self, other: &Self) -> Self {
        self.plus(other, 1).recombined()
    }

    fn sub(&self, other: &Self) -> Self {
        self.plus(other, -1).recombined()
    }

    fn mul(&self, other: &Self) -> Self {
        let sums = self.value().is_none() && other.value().is_none();
        // Multiplied out, ⌊x / 4⌋ − 4·⌊x / 16⌋ is no number below 4 any more.
        let by_digits = |num: &Num| if sums { num.by_digits().unwrap_or(*num) } else { *num };
        let (one, two) = (by_digits(self), by_digits(other));
        let pairs = one.terms().len().saturating_mul(two.terms().len());
        let degree = one.degree().saturating_add(two.degree());
        if sums && (pairs > MOST_PAIRS || degree > MOST_FACTORS) {
            return one.opaque_product(&two);
        }
        // A product costs for each pair of terms, however few are left.
        if pairs > FEW_PAIRS {
            crate::budget::effort::terms(pairs);
        }
        let mut terms: BTreeMap<Monomial, i128> = BTreeMap::new();
        for (left, a) in one.terms().iter() {
            for (right, b) in two.terms().iter() {
                let mut monomial = [left.as_slice(), right.as_slice()].concat();
                monomial.sort_unstable();
                let entry = terms.entry(monomial).or_insert(0);
                match a.checked_mul(*b).and_then(|product| entry.checked_add(product)) {
                    Some(sum) => *entry = sum,
                    None => return one.opaque_product(&two),
                }
            }
        }
        Num::from_terms(terms)
    }

    fn div_floor(&self, other: &Self) -> Self {
        match (self.value(), other.value()) {
            (_, Some(0)) => Num::constant(0),
            (Some(a), Some(b)) => floor_div(a, b).map_or_else(Num::lost, Num::constant),
            (_, Some(divisor)) if divisor > 0 => {
                let (whole, rest) = self.split(divisor);
                if rest.terms().last().is_some_and(|(_, coefficient)| *coefficient < 0) {
                    // ⌊r / d⌋ = −⌊(d − 1 − r) / d⌋: one form for the ceiling and the floor.
                    let mirrored = Num::constant(divisor - 1).sub(&rest);
                    return whole.sub(&mirrored.div_floor(other));
                }
                if let Some(once) = rest.nested_quotient(divisor) {
                    return whole.add(&once);
                }
                let range = rest.bounds().over(divisor);
                whole.add(&Num::atom(Atom::Div(rest, *other), range))
            }
            _ if other.bounds().lo >= 0 && self.bounds().lo >= 0 => {
                // Division by zero gives zero.
                let greatest = self.bounds().over(other.bounds().lo.max(1)).hi;
                Num::atom(Atom::Div(*self, *other), Range::new(0, greatest))
            }
            _ => {
                let range = self.bounds().magnitudes(self.bounds());
                Num::atom(Atom::Div(*self, *other), range)
            }
        }
    }

    fn rem_floor(&self, other: &Self) -> Self {
        match (self.value(), other.value()) {
            (_, Some(0)) => *self,
            (Some(a), Some(b)) => Num::constant(floor_rem(a, b)),
            (_, Some(divisor)) if divisor > 0 => {
                let (_, rest) = self.split(divisor);
                let range = rest.bounds();
                if range.lo >= 0 && range.hi < divisor {
                    claim(Subject::Num(rest), range, [true, true]);
                    return rest;
                }
                Num::atom(Atom::Mod(rest, *other), Range::new(0, divisor - 1))
            }
            _ if other.bounds().lo > 0 => {
                // What is left of a division by something without a bound has none.
                let most = other.bounds().plus(Range::of(-1)).hi;
                Num::atom(Atom::Mod(*self, *other), Range::new(0, most))
            }
            _ => {
                let range = self.bounds().magnitudes(other.bounds());
                Num::atom(Atom::Mod(*self, *other), range)
            }
        }
    }

    fn times_power(&self, k: &Self, below: u32) -> Self {
        let of = |power: i128| self.mul(&Num::constant(power));
        by_power(k, below, of).unwrap_or_else(|| {
            let range = self.range().times(Range::new(0, 1 << (below - 1).min(126)));
            Num::fresh("shifted", range.lo, range.hi)
        })
    }

    fn over_power(&self, k: &Self, below: u32) -> Self {
        let of = |power: i128| self.div_floor(&Num::constant(power));
        let any = || Num::fresh("shifted", self.lo().min(0), self.hi().max(0));
        by_power(k, below, of).unwrap_or_else(any)
    }

    fn equals(&self, other: &Self) -> Truth {
        Truth::is_zero(&self.sub(other))
    }

    fn less(&self, other: &Self) -> Truth {
        Truth::at_most_zero(&self.sub(other).add(&Num::constant(1)))
    }

    fn at_most(&self, other: &Self) -> Truth {
        Truth::at_most_zero(&self.sub(other))
    }

    fn choose(condition: &Truth, then: &Self, otherwise: &Self) -> Self {
        if let Some(known) = condition.value() {
            return if known { *then } else { *otherwise };
        }
        if then == otherwise {
            return *then;
        }
        let (condition, then, otherwise) = match condition.negated() {
            Some(positive) => (positive, otherwise, then),
            None => (*condition, then, otherwise),
        };
        let range = chosen_range(&condition.node(), then, otherwise);
        Num::atom(Atom::Ite(condition, *then, *otherwise), range)
    }
}

/// A function of 2ᵏ, where 0 ≤ k < `below`, else 0: case by case, if the cases are few.
fn by_power(k: &Num, below: u32, of: impl Fn(i128) -> Num) -> Option<Num> {
    let (least, greatest) = (k.lo().max(0), k.hi().min(i128::from(below) - 1));
    if greatest - least >= MOST_POWERS {
        return None;
    }
    let case = |rest: Num, power: i128| {
        Num::choose(&k.equals(&Num::constant(power)), &of(1 << power.min(126)), &rest)
    };
    Some((least..=greatest).rev().fold(Num::constant(0), case))
}

/// The range of a choice. Where the condition compares the two themselves, as for the lesser and the greater of two
/// numbers, each branch is bounded by the other.
fn chosen_range(condition: &TruthNode, then: &Num, otherwise: &Num) -> Range {
    let (Range { lo: mut a, hi: mut b }, Range { lo: mut c, hi: mut d }) =
        (then.bounds(), otherwise.bounds());
    // If the sums of the ends stay within the limits of ends.
    let small = |end: i128| end.unsigned_abs() < 1 << 120;
    if let (TruthNode::AtMostZero(num), true) = (condition, [a, b, c, d].into_iter().all(small)) {
        let difference = then.plus(otherwise, -1);
        if let Some(k) = num.plus(&difference, -1).value().filter(|k| small(*k)) {
            // then − otherwise + k ≤ 0, or else otherwise − then − k + 1 ≤ 0
            (b, d) = (b.min(d - k), d.min(b + k - 1));
        } else if let Some(k) = num.plus(&difference, 1).value().filter(|k| small(*k)) {
            // otherwise − then + k ≤ 0, or else then − otherwise − k + 1 ≤ 0
            (a, c) = (a.max(c + k), c.max(a - k + 1));
        }
    }
    Range::new(a, b).or(Range::new(c, d))
}

/// The constant of a sum, and the other terms.
pub(super) fn with_constant(terms: &[(Monomial, i128)]) -> (i128, &[(Monomial, i128)]) {
    match terms {
        [(empty, constant), rest @ ..] if empty.is_empty() => (*constant, rest),
        _ => (0, terms),
    }
}

/// The floor of a quotient; `None` where it does not fit, and by zero.
pub(super) fn floor_div(a: i128, b: i128) -> Option<i128> {
    let quotient = a.checked_div(b)?;
    if a.wrapping_rem(b) != 0 && (a < 0) != (b < 0) { quotient.checked_sub(1) } else { Some(quotient) }
}

/// The remainder of the floor of a quotient by a nonzero number.
pub(super) fn floor_rem(a: i128, b: i128) -> i128 {
    let rest = a.wrapping_rem(b);
    if rest != 0 && (rest < 0) != (b < 0) { rest.wrapping_add(b) } else { rest }
}
