//! Facts of a solver: the role of each, and the selection of relevant facts for a query (relevance filtering: Meng and
//! Paulson, "Lightweight Relevance Filtering", JAL 2009).

use std::collections::BTreeSet;

use crate::smt::fact::Fact;
use crate::smt::reason::Reason;
use crate::terms::{BoolVar, Truth, Var, Variables};

/// A fact with its variables.
#[derive(Clone)]
pub(crate) struct Known {
    pub(crate) holds: Truth,
    nums: BTreeSet<Var>,
    bools: BTreeSet<BoolVar>,
    /// Whether it multiplies unknowns, or divides by unknowns.
    pub(crate) nonlinear: bool,
    /// Whether the fact has wrapping arithmetic.
    pub(crate) wraps: bool,
    pub(crate) role: Role,
    /// The reason.
    pub(crate) reason: Reason,
}

/// The logical role of a fact among the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Role {
    /// An independent fact: it excludes more than the other facts.
    Axiom,
    /// The definition of a variable; other facts constrain the variable only through it.
    Definition(Var),
    /// Bounds of a variable, relevant to queries that mention the variable.
    Of(Var),
    /// A consequence of other facts, proved to ease later queries.
    Cut,
    /// A consequence of other facts, proved as an obligation.
    Implied,
}

impl Known {
    /// A fact with its variables.
    pub(crate) fn new(holds: Truth, role: Role, reason: Reason) -> Self {
        let mut variables = Variables::default();
        variables.truth(&holds);
        let Variables { nums, bools, nonlinear, wraps, .. } = variables;
        Known { holds, nums, bools, nonlinear, wraps, role, reason }
    }

    /// The copy of a fact for another instance, with a new formula and role.
    pub(crate) fn copied(&self, holds: Truth, role: Role) -> Fact {
        Fact { holds, reason: self.reason, role }
    }

    /// Adds the variables of the fact to a set.
    pub(crate) fn add_to(&self, variables: &mut Variables) {
        variables.nums.extend(&self.nums);
        variables.bools.extend(&self.bools);
    }

    /// Whether the fact relates a variable to others.
    pub(crate) fn relates(&self, var: Var) -> bool {
        self.nums.len() > 1 && self.nums.contains(&var)
    }

    fn shares(&self, variables: &Variables) -> bool {
        !self.nums.is_disjoint(&variables.nums)
            || !self.bools.is_disjoint(&variables.bools)
            || self.nums.is_empty() && self.bools.is_empty()
    }

    fn is_needed(&self, variables: &Variables) -> bool {
        match self.role {
            Role::Axiom => self.shares(variables),
            Role::Definition(var) | Role::Of(var) => variables.nums.contains(&var),
            Role::Cut => self.nums.is_subset(&variables.nums) && self.bools.is_subset(&variables.bools),
            Role::Implied => false,
        }
    }
}

/// The facts that speak of nothing but variables of a formula.
pub(crate) fn about(facts: &[Known], variables: &Variables) -> Vec<usize> {
    let is_about = |fact: &Known| {
        fact.role != Role::Implied
            && fact.nums.is_subset(&variables.nums)
            && fact.bools.is_subset(&variables.bools)
    };
    (0..facts.len()).filter(|at| is_about(&facts[*at])).collect()
}

/// The facts that share a variable with a formula, directly or through other facts; their variables are added to the formula's.
pub(crate) fn relevant(facts: &[Known], variables: &mut Variables) -> Vec<usize> {
    close(facts, variables, Known::shares)
}

/// Selects facts by their role: a definition if its variable occurs, a cut if all of its variables occur.
pub(crate) fn needed(facts: &[Known], variables: &mut Variables) -> Vec<usize> {
    close(facts, variables, Known::is_needed)
}

fn close(
    facts: &[Known],
    variables: &mut Variables,
    wanted: impl Fn(&Known, &Variables) -> bool,
) -> Vec<usize> {
    let mut chosen = vec![false; facts.len()];
    loop {
        let mut grown = false;
        for (index, fact) in facts.iter().enumerate() {
            if !chosen[index] && wanted(fact, variables) {
                chosen[index] = true;
                grown = true;
                fact.add_to(variables);
            }
        }
        if !grown {
            return (0..chosen.len()).filter(|index| chosen[*index]).collect();
        }
    }
}

/// The defined variables behind a formula, in the order of their creation.
pub(crate) fn defined(facts: &[Known], formula: &Truth) -> BTreeSet<Var> {
    let mut variables = Variables::default();
    variables.truth(formula);
    let defined = needed(facts, &mut variables).into_iter().filter_map(|index| match facts[index].role {
        Role::Definition(var) => Some(var),
        Role::Axiom | Role::Of(_) | Role::Cut | Role::Implied => None,
    });
    defined.collect()
}
