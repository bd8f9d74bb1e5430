//! Proofs in steps, and examples. z3 has a budget of its own steps, and an undecided query fails the test.

use spec::domain::{Bool, all, between};
use verify::lemmas::{Lemma, Statement};
use z3::{Params, SatResult, Solver};

use crate::reading::{Integer, Truth};

/// The cost limit of one query, in z3's own steps.
const RLIMIT: u32 = 20_000_000;
/// Examples are looked for among integers of this size.
const SMALL: i128 = 5;

fn ask(formulas: &[Truth]) -> SatResult {
    let mut params = Params::new();
    params.set_u32("rlimit", RLIMIT);
    params.set_u32("random_seed", 0);
    let solver = Solver::new();
    solver.set_params(&params);
    formulas.iter().for_each(|formula| solver.assert(&formula.0));
    solver.check()
}

/// A proof: what is known so far, for all integers under the premises.
pub(crate) struct Proof {
    name: String,
    known: Vec<Truth>,
}

impl Proof {
    /// Nothing but premises is known.
    pub(crate) fn new(name: impl Into<String>, premises: &[Truth]) -> Self {
        Proof { name: name.into(), known: premises.to_vec() }
    }

    /// Takes a lemma about these integers; `lemmas.rs` proves the lemma for all integers.
    pub(crate) fn lemma(&mut self, lemma: Lemma, of: &[Integer]) {
        self.known.push(lemma.state(of).holds());
    }

    /// Takes an instance of a claim that another test proves of all integers.
    pub(crate) fn claim(&mut self, claim: &Statement<Truth>) {
        self.known.push(claim.holds());
    }

    /// Proves a consequence of the known facts, and adds it to them.
    #[track_caller]
    pub(crate) fn step(&mut self, then: &Truth) {
        let question = [self.known.as_slice(), &[then.not()]].concat();
        let answer = ask(&question);
        assert_eq!(answer, SatResult::Unsat, "{}: it does not follow that {:?}", self.name, then.0);
        self.known.push(then.clone());
    }
}

/// Proves a claim without steps.
#[track_caller]
pub(crate) fn proves(name: &str, claim: &Statement<Truth>) {
    Proof::new(name, &claim.premises).step(&claim.conclusion);
}

/// Some integers make all of these true.
#[track_caller]
pub(crate) fn possible(what: &str, formulas: &[Truth], of: &[Integer]) {
    let small: Vec<Truth> = of.iter().map(|integer| between(integer, -SMALL, SMALL)).collect();
    let found = ask(&[formulas, &small].concat());
    assert_eq!(found, SatResult::Sat, "{what}: no example is found");
}

/// Some values satisfy all premises of a claim about these integers, and without any premise the claim is wrong.
#[track_caller]
pub(crate) fn needs_every_premise(name: &str, claim: &Statement<Truth>, of: &[Integer]) {
    possible(&format!("{name}, the premises"), &[all(claim.premises.iter().cloned())], of);
    for without in 0..claim.premises.len() {
        let mut premises = claim.premises.clone();
        premises.remove(without);
        premises.push(claim.conclusion.not());
        possible(&format!("{name}, without premise {without}"), &premises, of);
    }
}
