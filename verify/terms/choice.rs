//! Choices in terms: the term in either case, and the decision if known.

use spec::domain::Bool as _;

use super::node::{Atom, AtomId, Num, Truth, TruthNode};
use super::subst::Substitution;

/// The most choices to make in one formula.
const MADE: usize = 16;

impl Num {
    /// Splits the number at a choice: the condition and the number in both cases.
    pub(crate) fn cases(&self) -> Option<(Truth, Num, Num)> {
        self.terms().iter().find_map(|(monomial, factor)| {
            let [one] = monomial.as_slice() else { return None };
            let Atom::Ite(condition, then, otherwise) = one.atom() else { return None };
            let rest = self.plus(&Num::of_terms([(monomial.clone(), *factor)].into()), -1);
            Some((condition, rest.plus(&then, *factor), rest.plus(&otherwise, *factor)))
        })
    }

    /// The choices that are added to the rest, each with what the sum is in either case.
    fn added_choices(&self) -> Vec<(Choice, [Num; 2])> {
        let choice = |(monomial, factor): &(Vec<AtomId>, i128)| {
            let [one] = monomial.as_slice() else { return None };
            let Atom::Ite(condition, then, otherwise) = one.atom() else { return None };
            let rest = self.plus(&Num::of_terms([(monomial.clone(), *factor)].into()), -1);
            let cases = [rest.plus(&then, *factor), rest.plus(&otherwise, *factor)];
            Some(((*one, condition, [then, otherwise]), cases))
        };
        self.terms().iter().filter_map(choice).collect()
    }
}

/// A choice in a term: the atom, the condition, and either case.
type Choice = (AtomId, Truth, [Num; 2]);

impl Truth {
    /// The formula, with the choices that its conjuncts decide. If one case of a choice makes a conjunct false, the other case
    /// holds wherever all conjuncts do. Example: an index that is the extent under a mask, and less than the extent, is the index
    /// without the mask.
    pub(crate) fn with_choices_made(&self) -> Truth {
        let mut formula = *self;
        for _ in 0..MADE {
            let Some((atom, holds, chosen)) = formula.decided_choice() else { break };
            let mut made = Substitution::default();
            made.atoms.insert(atom, chosen);
            formula = made.truth(&formula).and(&holds);
        }
        formula
    }

    /// A choice decided by a conjunct: the atom, the condition of the remaining case, and the case.
    fn decided_choice(&self) -> Option<(AtomId, Truth, Num)> {
        let TruthNode::And(parts) = self.node() else { return None };
        parts.iter().find_map(|part| {
            let (num, is_zero) = part.as_comparison()?;
            let is_false = |num: &Num| {
                let holds = if is_zero { Truth::is_zero(num) } else { Truth::at_most_zero(num) };
                holds.value() == Some(false)
            };
            num.added_choices().into_iter().find_map(|((atom, condition, [then, otherwise]), cases)| {
                match cases.each_ref().map(is_false) {
                    [false, true] => Some((atom, condition, then)),
                    [true, false] => Some((atom, condition.not(), otherwise)),
                    [true, true] | [false, false] => None,
                }
            })
        })
    }
}
