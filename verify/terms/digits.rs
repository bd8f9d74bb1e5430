//! Digits of a sum in a mixed radix (Knuth, *The Art of Computer Programming* 2, 4.1): quotients of one number by constants, and the
//! remainders between them. Each constant divides the next.

use spec::domain::Number;

use super::node::{Atom, Num};

/// A summand: a number, and its factor.
pub(crate) struct Digit {
    pub(crate) weight: i128,
    pub(crate) of: Num,
    /// A remainder: the number and its divisor.
    remainder: Option<(Num, i128)>,
}

/// A number divided by a constant, and what the quotient is multiplied by.
struct Level {
    divisor: i128,
    num: Num,
    weight: i128,
}

impl Num {
    /// The digits of a sum without products.
    pub(crate) fn digits(&self) -> Option<Vec<Digit>> {
        let own = self.without_remainders();
        let mut families: Vec<(Num, Vec<Level>)> = Vec::new();
        let mut plain = Vec::new();
        for (monomial, weight) in own.terms().iter() {
            let [atom] = monomial[..] else {
                if monomial.is_empty() {
                    continue;
                }
                return None;
            };
            let num = Num::product(&[atom]);
            match atom.atom() {
                Atom::Div(dividend, divisor) => {
                    let divisor = divisor.value().filter(|divisor| *divisor > 1)?;
                    let level = Level { divisor, num, weight: *weight };
                    match families.iter_mut().find(|(known, _)| *known == dividend) {
                        Some((_, levels)) => levels.push(level),
                        None => families.push((dividend, vec![level])),
                    }
                }
                Atom::Var(_) | Atom::Mod(..) | Atom::Ite(..) | Atom::Product(..) => {
                    plain.push((num, *weight))
                }
            }
        }
        let mut digits = Vec::new();
        for (dividend, mut levels) in families {
            if let Some(weight) = take_multiple(&mut plain, &dividend) {
                levels.push(Level { divisor: 1, num: dividend, weight });
            }
            digits.extend(digits_of(levels)?);
        }
        digits.extend(plain.into_iter().map(|(of, weight)| Digit { weight, of, remainder: None }));
        digits.retain(|digit| digit.weight != 0);
        Some(digits)
    }

    /// The sum with remainders in the place of differences of quotients, if it has some: as a factor, each remainder keeps its range.
    pub(super) fn by_digits(&self) -> Option<Num> {
        let is_quotient = |atom: &Atom| matches!(atom, Atom::Div(_, divisor) if divisor.value().is_some());
        let terms = self.terms();
        if terms.len() < 2
            || !terms.iter().any(|(monomial, _)| matches!(monomial[..], [atom] if is_quotient(&atom.atom())))
        {
            return None;
        }
        let digits = self.digits()?;
        let total = |of: &dyn Fn(&Digit) -> Num| {
            digits.iter().fold(Num::constant(0), |sum, digit| sum.plus(&of(digit), digit.weight))
        };
        // A dividend may have a constant, which is a part of its digits.
        let constant = self.without_remainders().sub(&total(&|digit| digit.of)).value()?;
        let folded = total(&Digit::folded).add(&Num::constant(constant));
        (folded != *self).then_some(folded)
    }

    /// The sum with a·t in the place of m·⌊a / m⌋·t + (a mod m)·t: of a block's number that is split into two digits for neighboring axes, the number
    /// is left.
    pub(super) fn recombined(self) -> Num {
        let terms = self.terms();
        let found = terms.iter().filter(|(monomial, _)| monomial.len() > 1).find_map(|(monomial, weight)| {
            let mut factors = monomial.iter().enumerate();
            factors.find_map(|(at, atom)| {
                let Atom::Mod(of, by) = atom.atom() else { return None };
                let of_quotient = weight.checked_mul(by.value().filter(|modulus| *modulus > 0)?)?;
                let (quotient, 1, 0) = of.div_floor(&by).as_linear_atom()? else { return None };
                let mut rest = monomial.clone();
                rest.remove(at);
                let mut beside = rest.clone();
                beside.push(quotient);
                beside.sort_unstable();
                terms.contains(&(beside.clone(), of_quotient)).then(|| {
                    let whole = self.plus(&Num::product(monomial), -weight);
                    let whole = whole.plus(&Num::product(&beside), -of_quotient);
                    whole.plus(&of.mul(&Num::product(&rest)), *weight)
                })
            })
        });
        found.map_or(self, Num::recombined)
    }

    /// The sum with quotients alone: a remainder is its dividend minus the quotient's multiple, and a quotient of a remainder splits
    /// likewise.
    fn without_remainders(&self) -> Num {
        self.terms().iter().fold(Num::constant(0), |sum, (monomial, weight)| {
            let plain = || Num::product(monomial);
            let [atom] = monomial[..] else { return sum.plus(&plain(), *weight) };
            let known = match atom.atom() {
                Atom::Mod(of, by) => remainder(&of, &by),
                Atom::Div(of, by) => quotient_of_remainder(&of, &by),
                Atom::Var(_) | Atom::Ite(..) | Atom::Product(..) => None,
            };
            sum.plus(&known.unwrap_or_else(plain), *weight)
        })
    }
}

impl Digit {
    /// The digit as one atom. Quotients of negative numbers are rounded toward zero by a choice, which has no digits.
    fn folded(&self) -> Num {
        let remainder = self.remainder.as_ref().filter(|(of, _)| of.bounds().lo >= 0);
        remainder.map_or(self.of, |(of, by)| of.rem_floor(&Num::constant(*by)))
    }
}

/// Takes the addends of a multiple of a number out of a sum, and returns the factor.
fn take_multiple(plain: &mut Vec<(Num, i128)>, of: &Num) -> Option<i128> {
    let homogeneous = of.homogeneous();
    let mut factor = None;
    for (monomial, weight) in homogeneous.terms().iter() {
        let (_, whole) = plain.iter().find(|(num, _)| *num == Num::product(monomial))?;
        let own = Some(whole / weight).filter(|_| whole % weight == 0)?;
        if *factor.get_or_insert(own) != own {
            return None;
        }
    }
    let is_part = |num: &Num| homogeneous.terms().iter().any(|(monomial, _)| *num == Num::product(monomial));
    plain.retain(|(num, _)| !is_part(num));
    factor
}

/// The digits of a number, from its quotients; `None` where a divisor does not divide the next.
fn digits_of(mut levels: Vec<Level>) -> Option<Vec<Digit>> {
    levels.sort_by_key(|level| level.divisor);
    let mut digits = Vec::new();
    let mut carried = 0i128;
    for (at, level) in levels.iter().enumerate() {
        let weight = level.weight.checked_add(carried)?;
        let (mut of, mut remainder) = (level.num, None);
        if let Some(above) = levels.get(at + 1) {
            let base = Some(above.divisor / level.divisor).filter(|_| above.divisor % level.divisor == 0)?;
            carried = weight.checked_mul(base)?;
            of = of.plus(&above.num, base.checked_neg()?);
            remainder = Some((level.num, base));
        }
        digits.push(Digit { weight, of, remainder });
    }
    Some(digits)
}

/// a mod m = a − m·⌊a / m⌋
fn remainder(of: &Num, by: &Num) -> Option<Num> {
    let modulus = by.value().filter(|modulus| *modulus > 0)?;
    Some(of.plus(&of.div_floor(by), -modulus))
}

/// ⌊(a mod m) / d⌋ = ⌊a / d⌋ − m / d·⌊a / m⌋, where d divides m.
fn quotient_of_remainder(of: &Num, by: &Num) -> Option<Num> {
    let (atom, 1, 0) = of.as_linear_atom()? else { return None };
    let Atom::Mod(number, modulus) = atom.atom() else { return None };
    let divisor = by.value().filter(|divisor| *divisor > 0)?;
    let digits = modulus.value().filter(|modulus| *modulus > 0 && modulus % divisor == 0)? / divisor;
    Some(number.div_floor(by).plus(&number.div_floor(&modulus), -digits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remainder_keeps_its_range_as_a_factor() {
        let (x, n) = (Num::fresh("x", 0, 1000), Num::fresh("n", 0, 10));
        let by = |of: &Num, by: i128| of.div_floor(&Num::constant(by));
        let digit = by(&x, 4).plus(&by(&x, 16), -4);
        assert_eq!((digit.mul(&n).lo(), digit.mul(&n).hi()), (0, 30));
        // Another multiple is the remainder and a multiple of the quotient above.
        let other = by(&x, 4).plus(&by(&x, 16), -3);
        assert_eq!(other.mul(&n), digit.mul(&n).add(&by(&x, 16).mul(&n)));
        // With the multiple of the quotient beside, the number is left.
        let four = Num::constant(4);
        let both = x.rem_floor(&four).mul(&n).add(&by(&x, 4).mul(&n).mul(&four));
        assert_eq!(both, x.mul(&n));
        // A constant of the dividend is no addend.
        let moved = x.add(&Num::constant(3));
        let rest = moved.rem_floor(&Num::constant(4));
        assert_eq!(moved.plus(&by(&moved, 4), -4).mul(&n), rest.mul(&n));
    }
}
