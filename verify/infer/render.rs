//! Inequalities rendered as clauses, in the vocabulary of a contract: arguments, extents of the grid, sizes of buffers.

use std::collections::HashMap;

use spec::domain::Number;
use spec::syntax::contract::{Binary, Expr, GRID};

use super::clause::Clause;
use super::expressions::{binary, mentions, sum, times};
use crate::symbolic::setup::Setup;
use crate::terms::{Atom, AtomId, Num, Truth, TruthNode, Var};

/// How good a clause is, the best first: what a launch is most naturally told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// The size of a buffer over arguments, or its alignment.
    Buffer,
    /// The size of a buffer over the grid's extents too.
    GridBuffer,
    /// An upper limit of blocks: the number of tiles, or a constant.
    Tiles,
    /// A relation of arguments.
    Relation,
    /// A least value, or a remainder.
    Least,
    /// Contents whose products fit their type.
    Fitting,
    /// A greatest value.
    Greatest,
    /// An axis of the grid with extent 1.
    One,
    /// At most so many blocks as there are whole tiles.
    WholeTiles,
    /// Anything else.
    Other,
    /// The consequences of a type's range.
    Wide,
}

/// `a ≥ s·⌈a / s⌉` in the words `a % s == 0`.
fn whole(expr: &Expr) -> Option<Expr> {
    let Expr::Binary(Binary::Ge, a, tiles) = expr else { return None };
    let Expr::Binary(Binary::Mul, x, y) = &**tiles else { return None };
    let (size, count) = if matches!(**x, Expr::Number(_)) { (x, y) } else { (y, x) };
    let Expr::Binary(Binary::Cdiv, b, by) = &**count else { return None };
    let rest = binary(Binary::Rem, (**a).clone(), (**size).clone());
    (a == b && size == by).then(|| binary(Binary::Eq, rest, Expr::Number(0)))
}

/// The names of variables in a contract.
pub(super) struct ContractVocabulary<'a, 'k> {
    setup: &'a Setup<'k>,
    names: HashMap<Var, String>,
    grid: Vec<Var>,
    sizes: HashMap<Var, usize>,
}

impl<'a, 'k> ContractVocabulary<'a, 'k> {
    /// The words of a contract's launch.
    pub(super) fn new(setup: &'a Setup<'k>) -> Self {
        let mut names = HashMap::new();
        for (position, scalar) in setup.scalars.iter().enumerate() {
            if let Some(var) = scalar.as_ref().and_then(Num::as_var) {
                names.insert(var, setup.bound.argument_name(position).to_owned());
            }
        }
        let mut grid = Vec::new();
        for (axis, extent) in setup.grid.iter().enumerate() {
            if let Some(var) = extent.as_var().filter(|var| !names.contains_key(var)) {
                names.insert(var, GRID[axis].to_owned());
                grid.push(var);
            }
        }
        let unsized_ones = setup.allocations.iter().enumerate().filter(|(_, allocation)| !allocation.sized);
        let sizes = unsized_ones.filter_map(|(which, a)| Some((a.size.as_var()?, which))).collect();
        ContractVocabulary { setup, names, grid, sizes }
    }

    /// The same words, and a name for one more variable.
    pub(super) fn with(&self, var: Var, name: &str) -> Self {
        let mut names = self.names.clone();
        names.insert(var, name.to_owned());
        ContractVocabulary { setup: self.setup, names, grid: self.grid.clone(), sizes: self.sizes.clone() }
    }

    /// The open size of an array in a number at least zero, and the least number of elements.
    pub(super) fn length(&self, num: &Num) -> Option<(usize, Expr)> {
        let variables = super::project::variables(num);
        let (var, which) = self.sizes.iter().find(|(var, _)| variables.contains(var))?;
        match self.size(num, *var, *which)? {
            Clause::Buffer { len, .. } => Some((*which, len)),
            Clause::Requires(_) | Clause::Align { .. } | Clause::Contents { .. } | Clause::Related { .. } => {
                None
            }
        }
    }

    /// Whether a variable is an argument or an extent of the grid.
    pub(super) fn names_it(&self, var: Var) -> bool {
        self.names.contains_key(&var)
    }

    /// Whether a variable can be spoken of.
    pub(super) fn knows(&self, var: Var) -> bool {
        self.names.contains_key(&var) || self.sizes.contains_key(&var)
    }

    /// The clause that a number is at least zero.
    pub(super) fn natural(&self, num: &Num) -> Option<(Rank, Clause)> {
        let variables = super::project::variables(num);
        if let Some((var, which)) = self.sizes.iter().find(|(var, _)| variables.contains(var)) {
            let about_grid = variables.iter().any(|var| self.grid.contains(var));
            let rank = if about_grid { Rank::GridBuffer } else { Rank::Buffer };
            return self.size(num, *var, *which).map(|clause| (rank, clause));
        }
        let axes = self.grid.iter().filter(|var| variables.contains(var));
        let axis = axes.copied().find_map(|var| {
            let (factor, rest) = num.linear_in(var)?;
            let tangled = rest.terms().iter().any(|(monomial, _)| monomial.len() > 1);
            (!tangled).then_some((var, factor.value()?, rest))
        });
        let (rank, expr) = match axis {
            Some((var, factor, rest)) => self.extent(var, factor, &rest)?,
            None => self.relation(num, variables.iter().any(|var| self.grid.contains(var)))?,
        };
        Some((rank, Clause::Requires(whole(&expr).unwrap_or(expr))))
    }

    /// `size ≥ …`
    fn size(&self, num: &Num, var: Var, which: usize) -> Option<Clause> {
        let (factor, rest) = num.linear_in(var)?;
        if factor.value()? != 1 {
            return None;
        }
        let allocation = &self.setup.allocations[which];
        // In as many bytes there may be more elements than bytes.
        let needed = Num::constant(0).sub(&rest).mul(&Num::constant(allocation.element.in_a_byte().into()));
        let unit = i128::from(allocation.element.bytes());
        let len = self.quotient(&needed, unit, true)?;
        let (parameter, name) = (allocation.parameter, allocation.name.clone());
        Some(Clause::Buffer { parameter, name, element: allocation.element, len })
    }

    /// `axis ≤ …` or `axis ≥ …`, from factor·axis + rest ≥ 0.
    fn extent(&self, var: Var, factor: i128, rest: &Num) -> Option<(Rank, Expr)> {
        let axis = Expr::Name(self.names[&var].clone());
        if factor > 0 {
            let least = self.quotient(&Num::constant(0).sub(rest), factor, true)?;
            return Some((Rank::Other, binary(Binary::Ge, axis, least)));
        }
        let most = self.quotient(rest, factor.checked_neg()?, false)?;
        let rank = match &most {
            Expr::Number(1) => return Some((Rank::One, binary(Binary::Eq, axis, most))),
            Expr::Number(_) | Expr::Name(_) => Rank::Tiles,
            other if mentions(other, Binary::Div) => Rank::WholeTiles,
            Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => Rank::Tiles,
        };
        Some((rank, binary(Binary::Le, axis, most)))
    }

    /// num ≥ 0, if no axis can be isolated.
    fn relation(&self, num: &Num, about_grid: bool) -> Option<(Rank, Expr)> {
        if let Some((atom, factor, constant)) = num.as_linear_atom() {
            let value = self.atom(atom)?;
            let plain = matches!(atom.atom(), Atom::Var(_));
            return Some(if factor > 0 {
                let least = constant.div_euclid(factor).checked_neg()?;
                (Rank::Least, binary(Binary::Ge, value, Expr::Number(least)))
            } else {
                let most = constant.checked_div_euclid(factor.checked_neg()?)?;
                // Of a remainder that is at most zero something is a multiple.
                let is_multiple = matches!(atom.atom(), Atom::Mod(..)) && most == 0;
                let op = if is_multiple { Binary::Eq } else { Binary::Le };
                // Sizes and strides are seldom all zero or negative.
                let rank = match plain {
                    true if most <= 0 => Rank::Wide,
                    true => Rank::Greatest,
                    false => Rank::Least,
                };
                (rank, binary(op, value, Expr::Number(most)))
            });
        }
        let rank = if about_grid { Rank::Other } else { Rank::Relation };
        // What is taken many times is bounded by a quotient of the rest.
        for (monomial, factor) in num.terms().iter() {
            let [atom] = monomial.as_slice() else { continue };
            let Atom::Var(var) = atom.atom() else { continue };
            if let (true, Some((_, rest))) =
                (factor.unsigned_abs() > 1, num.linear_in(var).filter(|(a, _)| a.value().is_some()))
            {
                let value = self.atom(*atom)?;
                return Some(if *factor > 0 {
                    let least = self.quotient(&Num::constant(0).sub(&rest), *factor, true)?;
                    (rank, binary(Binary::Ge, value, least))
                } else {
                    (rank, binary(Binary::Le, value, self.quotient(&rest, factor.checked_neg()?, false)?))
                });
            }
        }
        let (plus, minus) = self.sides(num)?;
        // A single name comes first.
        if plus.as_ref().is_some_and(|plus| matches!(plus, Expr::Name(_))) {
            let plus = plus?;
            return Some((rank, binary(Binary::Ge, plus, minus)));
        }
        Some((rank, binary(Binary::Le, minus, plus.unwrap_or(Expr::Number(0)))))
    }

    /// plus ≥ minus, with factors above zero only.
    fn sides(&self, num: &Num) -> Option<(Option<Expr>, Expr)> {
        if num.terms().iter().any(|(_, factor)| factor.checked_abs().is_none()) {
            return None;
        }
        let (mut plus, mut minus, mut constant): (Option<Expr>, Option<Expr>, i128) = (None, None, 0);
        for (monomial, factor) in num.terms().iter() {
            if monomial.is_empty() {
                constant = *factor;
                continue;
            }
            let part = times(factor.abs(), self.monomial(monomial)?);
            let side = if *factor > 0 { &mut plus } else { &mut minus };
            *side = Some(match side.take() {
                None => part,
                Some(before) => binary(Binary::Add, before, part),
            });
        }
        // The number goes to the side where it is added, or to its own side.
        let alone = |side: &Option<Expr>| side.is_none();
        if constant > 0 && !alone(&plus) && !alone(&minus) {
            Some((plus.map(|plus| sum(Some(plus), constant)), sum(minus, 0)))
        } else if alone(&minus) {
            Some((plus, Expr::Number(-constant)))
        } else if alone(&plus) {
            Some((Some(Expr::Number(constant)), sum(minus, 0)))
        } else {
            Some((plus, sum(minus, -constant)))
        }
    }

    /// ⌊num / divisor⌋ or, going `up`, ⌈num / divisor⌉.
    pub(super) fn quotient(&self, num: &Num, divisor: i128, up: bool) -> Option<Expr> {
        if divisor <= 0 {
            return None;
        }
        let mut whole = Num::constant(0);
        let mut rest = Num::constant(0);
        let mut constant = 0i128;
        for (monomial, factor) in num.terms().iter() {
            if monomial.is_empty() {
                constant = *factor;
                continue;
            }
            let part = Num::of_terms([(monomial.clone(), 1)].into());
            if factor % divisor == 0 {
                whole = whole.plus(&part, factor / divisor);
            } else {
                rest = rest.plus(&part, *factor);
            }
        }
        let added = if up { constant.checked_add(divisor.checked_sub(1)?)? } else { constant };
        let (number, left) = (added.div_euclid(divisor), added.rem_euclid(divisor));
        if rest.value().is_some() {
            return self.sum_of(&whole.add(&Num::constant(number)));
        }
        let rest = self.sum_of(&rest)?;
        let divided = if left == divisor - 1 {
            binary(Binary::Cdiv, rest, Expr::Number(divisor))
        } else {
            binary(Binary::Div, sum(Some(rest), left), Expr::Number(divisor))
        };
        if whole.value() == Some(0) {
            return Some(sum(Some(divided), number));
        }
        Some(sum(Some(binary(Binary::Add, self.sum_of(&whole)?, divided)), number))
    }

    /// The number as a sum. The last of the blocks along an axis, `grid.x - 1`, is kept together.
    pub(super) fn sum_of(&self, num: &Num) -> Option<Expr> {
        let (mut left, mut parts) = (*num, Vec::new());
        for axis in &self.grid {
            let Some((with, _)) = left.linear_in(*axis) else { continue };
            for (monomial, factor) in with.terms().iter() {
                let part = Num::of_terms([(monomial.clone(), *factor)].into());
                let both = part.mul(&Num::var(*axis)).sub(&part);
                let opposite = left
                    .terms()
                    .iter()
                    .any(|(other, f)| other == monomial && f.checked_neg() == Some(*factor));
                if !opposite {
                    continue;
                }
                let last = binary(Binary::Sub, Expr::Name(self.names[axis].clone()), Expr::Number(1));
                let product = match (self.monomial(monomial), monomial.is_empty()) {
                    (None, false) => return None,
                    (Some(other), false) => times(factor.abs(), binary(Binary::Mul, last, other)),
                    (_, true) => times(factor.abs(), last),
                };
                parts.push((*factor > 0, product));
                left = left.sub(&both);
            }
        }
        let mut constant = 0;
        for (monomial, factor) in left.terms().iter() {
            if monomial.is_empty() {
                constant = *factor;
            } else {
                parts.push((*factor > 0, times(factor.abs(), self.monomial(monomial)?)));
            }
        }
        // Added terms come before subtracted ones.
        parts.sort_by_key(|(added, _)| !added);
        if constant > 0 && parts.first().is_some_and(|(added, _)| !added) {
            parts.insert(0, (true, Expr::Number(constant)));
            constant = 0;
        }
        let mut all: Option<Expr> = None;
        for (added, part) in parts {
            all = Some(match all {
                None if added => part,
                None => binary(Binary::Sub, Expr::Number(0), part),
                Some(before) => binary(if added { Binary::Add } else { Binary::Sub }, before, part),
            });
        }
        Some(sum(all, constant))
    }

    fn monomial(&self, atoms: &[AtomId]) -> Option<Expr> {
        let mut product: Option<Expr> = None;
        for atom in atoms {
            let factor = self.atom(*atom)?;
            product = Some(match product {
                None => factor,
                Some(before) => binary(Binary::Mul, before, factor),
            });
        }
        product
    }

    fn atom(&self, atom: AtomId) -> Option<Expr> {
        match atom.atom() {
            Atom::Var(var) => self.names.get(&var).cloned().map(Expr::Name),
            Atom::Div(a, b) => {
                // ⌊(x + b − 1) / b⌋ is the ceiling.
                let ceiling = a.sub(&b).add(&Num::constant(1));
                let (op, a) = if ceiling.terms().len() < a.terms().len() {
                    (Binary::Cdiv, ceiling)
                } else {
                    (Binary::Div, a)
                };
                Some(binary(op, self.sum_of(&a)?, self.sum_of(&b)?))
            }
            Atom::Mod(a, b) => Some(binary(Binary::Rem, self.sum_of(&a)?, self.sum_of(&b)?)),
            Atom::Product(a, b) => Some(binary(Binary::Mul, self.sum_of(&a)?, self.sum_of(&b)?)),
            Atom::Ite(condition, then, otherwise) => {
                let TruthNode::AtMostZero(num) = condition.node() else { return None };
                let difference = num.sub(&then.sub(&otherwise)).value();
                let reverse = num.sub(&otherwise.sub(&then)).value();
                let op = match (difference, reverse) {
                    (Some(0 | 1), _) => Binary::Min,
                    (_, Some(0 | 1)) => Binary::Max,
                    _ => return None,
                };
                Some(binary(op, self.sum_of(&then)?, self.sum_of(&otherwise)?))
            }
        }
    }

    /// A literal in which all variables can be spoken of.
    pub(super) fn literal(&self, truth: &Truth) -> Option<(Rank, Clause)> {
        let (equal, num) = match (truth.node(), super::constraints::unequal(truth)) {
            (TruthNode::Zero(num), _) => (true, num),
            (_, Some(num)) => (false, num),
            _ => return None,
        };
        let (plus, minus) = match num.as_linear_atom() {
            Some((atom, factor, constant)) if constant.checked_rem(factor) == Some(0) => {
                (self.atom(atom)?, Expr::Number((constant / factor).checked_neg()?))
            }
            _ => {
                let (plus, minus) = self.sides(&num)?;
                (plus.unwrap_or(Expr::Number(0)), minus)
            }
        };
        let op = if equal { Binary::Eq } else { Binary::Ne };
        Some((Rank::Least, Clause::Requires(binary(op, plus, minus))))
    }
}
