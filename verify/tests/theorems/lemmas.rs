//! The lemmas of non-linear arithmetic, as the verifier states them.

use verify::lemmas::{Lemma, Statement};

use crate::proof::{Proof, needs_every_premise};
use crate::reading::{Integer, Truth, integers};

use spec::domain::Number;

fn stated(lemma: Lemma) -> (Statement<Truth>, Vec<Integer>) {
    let of = integers("x", lemma.arity());
    (lemma.state(&of), of)
}

/// What z3 must be shown on the way.
fn steps(lemma: Lemma, of: &[Integer]) -> Vec<Truth> {
    match lemma {
        Lemma::Sign | Lemma::Multiple | Lemma::Scaled | Lemma::Within | Lemma::Quotient => {
            let _ = of;
            Vec::new()
        }
    }
}

#[test]
fn every_lemma_holds_of_all_integers() {
    for lemma in Lemma::ALL {
        let (claim, of) = stated(lemma);
        let mut proof = Proof::new(format!("{lemma:?}"), &claim.premises);
        steps(lemma, &of).iter().for_each(|step| proof.step(step));
        proof.step(&claim.conclusion);
    }
}

#[test]
fn every_lemma_needs_every_premise() {
    for lemma in Lemma::ALL {
        let (claim, of) = stated(lemma);
        needs_every_premise(&format!("{lemma:?}"), &claim, &of);
    }
}
