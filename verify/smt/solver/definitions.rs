//! Definitions of variables by facts.

use std::collections::BTreeSet;

use spec::domain::{Bool as _, Number as _};

use super::Solver;
use crate::smt::facts::{Role, defined};
use crate::smt::lower::conjuncts;
use crate::smt::model::Model;
use crate::terms::{Num, Truth, TruthNode, Values as _, Var, var_info};

impl Solver {
    /// The definition of a number, if it is a variable with a definition that holds everywhere.
    pub(crate) fn definition(&self, num: &Num) -> Option<Num> {
        let var = num.as_var()?;
        let fact = self.facts.iter().find(|fact| fact.role == Role::Definition(var))?;
        let TruthNode::Zero(difference) = fact.holds.node() else { return None };
        Some(difference.plus(num, -1))
            .filter(|rest| !rest.mentions(var))
            .map(|rest| Num::constant(0).plus(&rest, -1))
            .or_else(|| Some(difference.plus(num, 1)).filter(|rest| !rest.mentions(var)))
    }

    /// The variable that is defined to be a number on a path, in a range.
    pub(crate) fn name_of(&self, num: &Num, path: &Truth, (lo, hi): (i128, i128)) -> Option<Num> {
        let on_path = conjuncts(path);
        self.facts.iter().find_map(|fact| {
            let Role::Definition(var) = fact.role else { return None };
            let named = Num::var(var);
            let equal = named.equals(num);
            let holds = if let TruthNode::Or(parts) = fact.holds.node() {
                let is_on_path =
                    |part: &Truth| conjuncts(&part.not()).iter().all(|part| on_path.contains(part));
                parts.contains(&equal) && parts.iter().all(|part| *part == equal || is_on_path(part))
            } else {
                fact.holds == equal
            };
            (holds && named.lo() >= lo && named.hi() <= hi).then_some(named)
        })
    }

    /// The defining fact of a variable, if any.
    pub(crate) fn definition_of(&self, var: Var) -> Option<Truth> {
        self.facts.iter().find(|fact| fact.role == Role::Definition(var)).map(|fact| fact.holds)
    }

    /// The defining term of a variable, valid wherever control reaches the terms in it.
    pub(crate) fn meaning(&self, var: Var) -> Option<Num> {
        let named = Num::var(var);
        let holds = self.definition_of(var)?;
        let equation = |part: &Truth| {
            let TruthNode::Zero(difference) = part.node() else { return None };
            let (less, more) = (difference.plus(&named, -1), difference.plus(&named, 1));
            let plain = Some(more).filter(|rest| !rest.mentions(var));
            plain.or_else(|| Some(Num::constant(0).sub(&less)).filter(|rest| !rest.mentions(var)))
        };
        match holds.node() {
            TruthNode::Or(parts) => parts.iter().find_map(equation),
            TruthNode::Zero(_) => equation(&holds),
            TruthNode::Constant(_)
            | TruthNode::Var(_)
            | TruthNode::AtMostZero(_)
            | TruthNode::Not(_)
            | TruthNode::And(_) => None,
        }
    }

    /// Completes a model: a variable without a value gets the value of its definition.
    pub(crate) fn define_rest(&self, mut model: Model) -> Model {
        for fact in &self.facts {
            let Role::Definition(var) = fact.role else { continue };
            if model.nums.contains_key(&var) {
                continue;
            }
            let value = self.meaning(var).and_then(|meaning| model.num(&meaning));
            let info = var_info(var);
            if let Some(value) = value.filter(|value| (info.lo..=info.hi).contains(value)) {
                model.nums.insert(var, value);
            }
        }
        model
    }

    /// The variables with definitions that a formula speaks of, directly or through definitions, in the order in which they were
    /// made.
    pub(crate) fn defined_in(&self, formula: &Truth) -> BTreeSet<Var> {
        defined(&self.facts, formula)
    }
}
