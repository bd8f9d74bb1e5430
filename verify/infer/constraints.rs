//! Literals as linear constraints: conditionals and inequalities are split into cases, quotients become variables.

use std::collections::{HashMap, HashSet};

use spec::domain::{Bool as _, Number};

use crate::budget::effort;
use crate::terms::{
    Atom, AtomId, Num, Substitution, Truth, TruthNode, UNBOUNDED_ABOVE, UNBOUNDED_BELOW, Var, VarKind,
    Variables, var_info,
};

/// The most systems of one case.
const SYSTEMS: usize = 32;

/// Numbers that are all at most zero.
pub(super) type System = Vec<Num>;

/// The linear systems of a case, each with its literals; the case holds if any of them does.
pub(super) fn systems(literals: &[Truth]) -> Vec<(Vec<Truth>, System)> {
    let mut open = vec![literals.to_vec()];
    let (mut done, mut choices) = (Vec::new(), Choices::default());
    while let Some(literals) = open.pop() {
        if done.len() + open.len() >= SYSTEMS {
            break;
        }
        match branch(&literals, &mut choices) {
            Some(branches) => open.extend(branches),
            None => done.extend(system(&literals).map(|system| (literals, system))),
        }
    }
    done
}

/// The two cases of the first literal that is not yet linear; `None` if all are.
fn branch(literals: &[Truth], choices: &mut Choices) -> Option<Vec<Vec<Truth>>> {
    for (index, literal) in literals.iter().enumerate() {
        if let Some((condition, atom, then, otherwise)) = choices.conditional(literal) {
            let with = |value: &Num, condition: Truth| {
                let mut chosen = Substitution::default();
                chosen.atoms.insert(atom, *value);
                let mut new: Vec<Truth> = literals.iter().map(|literal| chosen.truth(literal)).collect();
                new.extend(crate::smt::lower::conjuncts(&condition));
                new
            };
            return Some(vec![with(&then, condition), with(&otherwise, condition.not())]);
        }
        if let Some(num) = unequal(literal)
            && private(&num)
        {
            let with = |literal: Truth| {
                let mut new = literals.to_vec();
                new[index] = literal;
                new
            };
            let zero = Num::constant(0);
            return Some(vec![with(num.less(&zero)), with(zero.less(&num))]);
        }
        if let TruthNode::AtMostZero(num) | TruthNode::Zero(num) = literal.node()
            && let Some(sign) = unknown_sign(&num, literals)
        {
            let with = |more: Truth| {
                let mut new = literals.to_vec();
                new.push(more);
                new
            };
            let zero = Num::constant(0);
            return Some(vec![with(zero.less(&sign)), with(sign.at_most(&zero))]);
        }
        // Alternatives from the condition of a branch are tried in turn.
        if let TruthNode::Or(parts) = literal.node() {
            let with = |part: &Truth| {
                let mut new = literals.to_vec();
                new[index] = *part;
                new
            };
            return Some(parts.iter().map(with).collect());
        }
    }
    None
}

/// A shared factor of something private that may be positive or negative, as far as the literals say.
fn unknown_sign(num: &Num, literals: &[Truth]) -> Option<Num> {
    let is_shared = |id: &AtomId| match id.atom() {
        Atom::Var(var) => var_info(var).kind == VarKind::Shared,
        Atom::Div(..) | Atom::Mod(..) | Atom::Product(..) | Atom::Ite(..) => false,
    };
    for (monomial, _) in num.terms().iter() {
        if monomial.len() < 2 || monomial.iter().all(is_shared) {
            continue;
        }
        for id in monomial.iter().filter(|id| is_shared(id)) {
            let factor = Num::of_terms([(vec![*id], 1)].into());
            let zero = Num::constant(0);
            let (above, below) = (zero.less(&factor), factor.at_most(&zero));
            let known =
                [&above, &below].into_iter().any(|sign| sign.value().is_some() || literals.contains(sign));
            if !known && factor.lo() < 0 {
                return Some(factor);
            }
        }
    }
    None
}

/// The number that the literal says is not zero.
pub(super) fn unequal(literal: &Truth) -> Option<Num> {
    let inner = literal.negated()?;
    if let TruthNode::Zero(num) = inner.node() { Some(num) } else { None }
}

/// Whether a number depends on the block, the iteration or the lane.
pub(super) fn private(num: &Num) -> bool {
    let mut variables = Variables::default();
    variables.num(num);
    !variables.bools.is_empty() || variables.nums.iter().any(|var| var_info(*var).kind != VarKind::Shared)
}

/// The search for conditionals. Terms share parts: those without a conditional are searched once.
#[derive(Default)]
struct Choices {
    truths: HashSet<Truth>,
    nums: HashSet<Num>,
}

impl Choices {
    /// A conditional inside a literal, the innermost first.
    fn conditional(&mut self, literal: &Truth) -> Option<(Truth, AtomId, Num, Num)> {
        if self.truths.contains(literal) {
            return None;
        }
        effort::walked();
        let found = match literal.node() {
            TruthNode::AtMostZero(num) | TruthNode::Zero(num) => self.in_num(&num),
            TruthNode::Not(inner) => self.conditional(&inner),
            TruthNode::And(parts) | TruthNode::Or(parts) => {
                parts.iter().find_map(|part| self.conditional(part))
            }
            TruthNode::Constant(_) | TruthNode::Var(_) => None,
        };
        if found.is_none() {
            self.truths.insert(*literal);
        }
        found
    }

    fn in_num(&mut self, num: &Num) -> Option<(Truth, AtomId, Num, Num)> {
        if self.nums.contains(num) {
            return None;
        }
        effort::walked();
        let atoms: Vec<AtomId> = num.terms().iter().flat_map(|(monomial, _)| monomial).copied().collect();
        let found = atoms.into_iter().find_map(|id| match id.atom() {
            Atom::Var(_) => None,
            Atom::Div(a, b) | Atom::Mod(a, b) | Atom::Product(a, b) => {
                self.in_num(&a).or_else(|| self.in_num(&b))
            }
            Atom::Ite(condition, then, otherwise) => self
                .conditional(&condition)
                .or_else(|| self.in_num(&then))
                .or_else(|| self.in_num(&otherwise))
                .or(Some((condition, id, then, otherwise))),
        });
        if found.is_none() {
            self.nums.insert(*num);
        }
        found
    }
}

/// The constraints of literals without conditionals; `None` for a contradiction.
fn system(literals: &[Truth]) -> Option<System> {
    let mut quotients = Quotients::default();
    let mut numbers = Vec::new();
    for literal in literals {
        match literal.node() {
            TruthNode::Constant(true) => {}
            TruthNode::Constant(false) => return None,
            TruthNode::AtMostZero(num) => {
                let num = quotients.flat(&num);
                numbers.push(num);
            }
            TruthNode::Zero(num) => {
                let num = quotients.flat(&num);
                numbers.push(Num::constant(0).sub(&num));
                numbers.push(num);
            }
            // What says nothing linear is left out: the system is then a larger set.
            TruthNode::Var(_) | TruthNode::Not(_) | TruthNode::And(_) | TruthNode::Or(_) => {}
        }
    }
    numbers.append(&mut quotients.constraints);
    Some(numbers)
}

/// Quotients of what is not shared, as variables of their own.
#[derive(Default)]
struct Quotients {
    known: HashMap<(Num, Num), Num>,
    constraints: Vec<Num>,
}

impl Quotients {
    /// The number with variables for quotients and remainders that depend on the block, the iteration or the lane.
    fn flat(&mut self, num: &Num) -> Num {
        let mut chosen = Substitution::default();
        for id in num.terms().iter().flat_map(|(monomial, _)| monomial) {
            match id.atom() {
                Atom::Div(a, b) if private(&a) && !private(&b) && b.lo() > 0 => {
                    let quotient = self.quotient(&a, &b);
                    chosen.atoms.insert(*id, quotient);
                }
                Atom::Mod(a, b) if private(&a) && !private(&b) && b.lo() > 0 => {
                    let a = self.flat(&a);
                    let quotient = self.quotient(&a, &b);
                    chosen.atoms.insert(*id, a.sub(&quotient.mul(&b)));
                }
                Atom::Var(_) | Atom::Div(..) | Atom::Mod(..) | Atom::Ite(..) | Atom::Product(..) => {}
            }
        }
        chosen.num(num)
    }

    fn quotient(&mut self, a: &Num, b: &Num) -> Num {
        let a = self.flat(a);
        if let Some(known) = self.known.get(&(a, *b)) {
            return *known;
        }
        let whole = a.div_floor(b);
        let quotient = Num::fresh("quotient", whole.lo(), whole.hi());
        // b·q ≤ a ≤ b·q + b − 1
        let below = quotient.mul(b).sub(&a);
        let one = Num::constant(1);
        self.constraints.push(below);
        self.constraints.push(Num::constant(0).sub(&below).sub(b).add(&one));
        self.known.insert((a, *b), quotient);
        quotient
    }
}

/// The known intervals of the eliminated variables of a system. With `wide`, ranges that come from types and axioms
/// alone count too.
pub(super) fn with_ranges(system: &System, keep: &dyn Fn(Var) -> bool, wide: bool) -> System {
    let mut all = system.clone();
    let mut seen = std::collections::BTreeSet::new();
    for num in system {
        seen.extend(super::project::variables(num));
    }
    for var in seen.into_iter().filter(|var| !keep(*var)) {
        let info = var_info(var);
        let term = Num::var(var);
        let narrow = |bound: i128| bound.unsigned_abs() < 1 << 20;
        if wide && info.lo != UNBOUNDED_BELOW || narrow(info.lo) {
            all.push(Num::constant(info.lo).sub(&term));
        }
        if wide && info.hi != UNBOUNDED_ABOVE || narrow(info.hi) {
            all.push(term.sub(&Num::constant(info.hi)));
        }
    }
    all
}
