//! Models: the values of variables under which z3 found a question true.

use rustc_hash::FxHashMap;

use crate::smt::lower::{bool_variable, variable};
use crate::terms::{BoolVar, Truth, UNBOUNDED_ABOVE, Values, Var, Variables, var_info};

/// The values of a model.
#[derive(Debug, Clone, Default)]
pub(crate) struct Model {
    pub(crate) nums: FxHashMap<Var, i128>,
    pub(crate) bools: FxHashMap<BoolVar, bool>,
}

impl Values for Model {
    fn var(&self, var: Var) -> i128 {
        // A variable outside of the query may have any value of its range: the nearest to zero is taken.
        self.nums.get(&var).copied().unwrap_or_else(|| {
            let info = var_info(var);
            0i128.clamp(info.lo, info.hi)
        })
    }

    fn bool_var(&self, var: BoolVar) -> bool {
        self.bools.get(&var).copied().unwrap_or(false)
    }
}

impl Model {
    /// Whether a fact holds of the values.
    pub(crate) fn keeps(&self, fact: &Truth) -> bool {
        self.truth(fact) == Some(true)
    }
}

/// The model with the largest values for variables outside of the query: a buffer has room for any view.
pub(crate) struct Roomy<'m>(pub(crate) &'m Model);

impl Values for Roomy<'_> {
    fn var(&self, var: Var) -> i128 {
        let largest = || Some(var_info(var).hi).filter(|hi| *hi != UNBOUNDED_ABOVE);
        self.0.nums.get(&var).copied().or_else(largest).unwrap_or_else(|| self.0.var(var))
    }

    fn bool_var(&self, var: BoolVar) -> bool {
        self.0.bool_var(var)
    }
}

/// The values found by a solver.
pub(crate) fn read(inner: &z3::Solver, variables: &Variables) -> Option<Model> {
    let found = inner.get_model()?;
    let mut model = Model::default();
    for var in &variables.nums {
        if let Some(value) = found.eval(&variable(*var), true).and_then(|value| value.as_i128()) {
            model.nums.insert(*var, value);
        }
    }
    for var in &variables.bools {
        if let Some(value) = found.eval(&bool_variable(*var), true).and_then(|value| value.as_bool()) {
            model.bools.insert(*var, value);
        }
    }
    Some(model)
}
