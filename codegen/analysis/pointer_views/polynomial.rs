//! Polynomials with integer coefficients over numbers of a kernel and places in a tile: the normal form of an offset (M. Haghighat, C. Polychronopoulos,
//! "Symbolic Analysis for Parallelizing Compilers", TOPLAS 1996).

use std::collections::BTreeMap;

use spec::syntax::kernel::ValueId;

/// The most terms of a polynomial.
const MOST_TERMS: usize = 32;

/// A variable of a polynomial.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Atom {
    /// The place of an element along an axis of its tile.
    Lane(usize),
    /// The element of a tile with one axis, at the place along an axis of another tile.
    Element(ValueId, usize),
    /// A single number, read as signed.
    Number(ValueId),
}

/// A sum of products, each with its factors in order and a coefficient other than zero.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Polynomial(BTreeMap<Vec<Atom>, i64>);

impl Polynomial {
    pub(super) fn constant(number: i64) -> Self {
        Polynomial(std::iter::once((Vec::new(), number)).filter(|(_, number)| *number != 0).collect())
    }

    pub(super) fn atom(atom: Atom) -> Self {
        Polynomial(BTreeMap::from([(vec![atom], 1)]))
    }

    /// The number, if there are no variables.
    pub(super) fn value(&self) -> Option<i64> {
        match self.0.iter().next() {
            None => Some(0),
            Some((factors, number)) => (factors.is_empty() && self.0.len() == 1).then_some(*number),
        }
    }

    pub(super) fn terms(&self) -> impl Iterator<Item = (&[Atom], i64)> {
        self.0.iter().map(|(factors, number)| (factors.as_slice(), *number))
    }

    /// The variables that are numbers.
    pub(super) fn numbers(&self) -> impl Iterator<Item = ValueId> {
        self.0.keys().flatten().filter_map(|atom| match atom {
            Atom::Number(value) => Some(*value),
            Atom::Lane(_) | Atom::Element(..) => None,
        })
    }

    /// The tiles whose elements are variables, with their axes.
    pub(super) fn elements(&self) -> Vec<(ValueId, usize)> {
        let element = |atom: &Atom| match atom {
            Atom::Element(value, axis) => Some((*value, *axis)),
            Atom::Lane(_) | Atom::Number(_) => None,
        };
        let mut all: Vec<(ValueId, usize)> = self.0.keys().flatten().filter_map(element).collect();
        all.dedup();
        all
    }

    /// The polynomial with a variable replaced by another polynomial.
    pub(super) fn replaced(&self, variable: Atom, by: &Self) -> Option<Self> {
        let mut all = Polynomial::default();
        for (factors, number) in &self.0 {
            let mut term = Polynomial::constant(*number);
            for factor in factors {
                let own = Polynomial::atom(*factor);
                term = term.mul(if *factor == variable { by } else { &own })?;
            }
            all = all.add(&term)?;
        }
        Some(all)
    }

    pub(super) fn has_lanes(&self) -> bool {
        self.0.keys().flatten().any(|atom| !matches!(atom, Atom::Number(_)))
    }

    /// The sum; `None` if a coefficient or the number of terms is too large.
    pub(super) fn add(&self, other: &Self) -> Option<Self> {
        let mut sum = self.0.clone();
        for (factors, number) in &other.0 {
            let entry = sum.entry(factors.clone()).or_insert(0);
            *entry = entry.checked_add(*number)?;
        }
        sum.retain(|_, number| *number != 0);
        (sum.len() <= MOST_TERMS).then_some(Polynomial(sum))
    }

    pub(super) fn sub(&self, other: &Self) -> Option<Self> {
        self.add(&other.scaled(-1)?)
    }

    pub(super) fn mul(&self, other: &Self) -> Option<Self> {
        let mut product = Polynomial::default();
        for (a, x) in &self.0 {
            for (b, y) in &other.0 {
                let mut factors: Vec<Atom> = a.iter().chain(b).copied().collect();
                factors.sort_unstable();
                product = product.add(&Polynomial(BTreeMap::from([(factors, x.checked_mul(*y)?)])))?;
            }
        }
        Some(product)
    }

    pub(super) fn scaled(&self, by: i64) -> Option<Self> {
        self.mul(&Polynomial::constant(by))
    }

    /// The quotient by a positive number that divides every coefficient.
    pub(super) fn divided(&self, by: i64) -> Option<Self> {
        let quotient = |(factors, number): (&Vec<Atom>, &i64)| {
            (number.checked_rem(by)? == 0).then(|| (factors.clone(), number / by))
        };
        self.0.iter().map(quotient).collect::<Option<_>>().map(Polynomial)
    }

    /// The terms with a positive coefficient and only numbers that satisfy a condition, and the other terms.
    pub(super) fn split_positive(&self, is: impl Fn(ValueId) -> bool) -> (Self, Self) {
        let is_chosen = |atom: &Atom| match atom {
            Atom::Number(value) => is(*value),
            Atom::Lane(_) | Atom::Element(..) => false,
        };
        let all = self.0.clone().into_iter();
        let (yes, no) = all.partition(|(factors, number)| *number > 0 && factors.iter().all(is_chosen));
        (Polynomial(yes), Polynomial(no))
    }

    /// The coefficient of each axis and the terms without lanes; `None` if a lane is multiplied with a lane, or an element of a tile remains.
    pub(super) fn by_axis(&self, rank: usize) -> Option<(Vec<Self>, Self)> {
        let (mut axes, mut rest) = (vec![Polynomial::default(); rank], Polynomial::default());
        for (factors, number) in &self.0 {
            // Lanes are the least atoms, so a second lane stands behind the first.
            match factors.as_slice() {
                factors if factors.iter().any(|atom| matches!(atom, Atom::Element(..))) => return None,
                [Atom::Lane(_), Atom::Lane(_), ..] => return None,
                [Atom::Lane(axis), others @ ..] => {
                    axes.get_mut(*axis)?.0.insert(others.to_vec(), *number);
                }
                _ => drop(rest.0.insert(factors.clone(), *number)),
            }
        }
        Some((axes, rest))
    }

    /// The polynomial with its axes renamed; a lane along an axis without a new name is zero.
    pub(super) fn renamed(&self, axis: impl Fn(usize) -> Option<usize>) -> Option<Self> {
        let mut all = Polynomial::default();
        for (factors, number) in &self.0 {
            let rename = |atom: &Atom| match atom {
                Atom::Lane(own) => axis(*own).map(Atom::Lane),
                Atom::Element(tile, own) => axis(*own).map(|axis| Atom::Element(*tile, axis)),
                Atom::Number(_) => Some(*atom),
            };
            let Some(mut factors) = factors.iter().map(rename).collect::<Option<Vec<Atom>>>() else {
                continue;
            };
            factors.sort_unstable();
            all = all.add(&Polynomial(BTreeMap::from([(factors, *number)])))?;
        }
        Some(all)
    }
}
