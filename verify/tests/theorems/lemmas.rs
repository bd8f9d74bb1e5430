//! The lemmas of non-linear arithmetic, as the verifier states them.

use verify::lemmas::{Lemma, Statement};

use crate::proof::{needs_every_premise, proves};
use crate::reading::{Integer, Truth, integers};

fn stated(lemma: Lemma) -> (String, Statement<Truth>, Vec<Integer>) {
    let of = integers("x", lemma.arity());
    (format!("{lemma:?}"), lemma.state(&of), of)
}

#[test]
fn every_lemma_holds_of_all_integers() {
    for (name, claim, _) in Lemma::ALL.map(stated) {
        proves(&name, &claim);
    }
}

#[test]
fn every_lemma_needs_every_premise() {
    for (name, claim, of) in Lemma::ALL.map(stated) {
        needs_every_premise(&name, &claim, &of);
    }
}
