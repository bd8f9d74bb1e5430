//! Pairs of kernels: answers of `tileproof equiv` against the corpus, and proofs of mutants and generated pairs against launches. Each
//! mistake of the verifier has a pair of the corpus that is then wrongly proved.

#[allow(dead_code, reason = "each test takes what it needs")]
#[path = "../harness/mod.rs"]
mod harness;

mod command;
mod flaws;
mod generate;
mod mutants;
mod pair;
mod rewritten;

use harness::directive::ExpectedAnswer;
use pair::{Pair, pairs};

#[test]
fn every_pair_is_what_the_corpus_says() {
    let pairs = pairs();
    assert!(pairs.len() >= 40, "only {}", pairs.len());
    let equivalent = pairs.iter().filter(|pair| pair.answer == ExpectedAnswer::Equivalent).count();
    assert!(2 * equivalent >= pairs.len(), "only {equivalent} of {} are equivalent", pairs.len());
    let wrong = each(&pairs, |pair| {
        let (seen, why) = pair.compare()?;
        let expected = if pair.but.is_some() { ExpectedAnswer::Unknown } else { pair.answer };
        if seen == expected { Ok(()) } else { Err(format!("{seen:?}: {why}")) }
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_pair_is_a_pair_from_either_side() {
    let pairs: Vec<Pair> = pairs().into_iter().step_by(3).map(Pair::turned).collect();
    let wrong = each(&pairs, |pair| match (pair.compare()?, pair.answer) {
        ((ExpectedAnswer::Equivalent, _), ExpectedAnswer::Different) => Err("equivalent".to_owned()),
        ((ExpectedAnswer::Different, why), ExpectedAnswer::Equivalent) => Err(format!("different: {why}")),
        (_, _) => Ok(()),
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_different_pair_is_proved() {
    let mut pairs = pairs();
    pairs.retain(|pair| pair.answer == ExpectedAnswer::Different);
    let wrong = each(&pairs, |pair| if pair.is_proved(None) { Err("proved".to_owned()) } else { Ok(()) });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is wrong with pairs, as many tried at once as there are processors.
fn each(pairs: &[Pair], look: impl Fn(&Pair) -> Result<(), String> + Sync) -> Vec<String> {
    let wrong = std::sync::Mutex::new(Vec::new());
    harness::workers::each(pairs.len(), |number| {
        if let Err(why) = look(&pairs[number]) {
            wrong.lock().expect("no worker panics").push(format!("{}: {why}", pairs[number].name));
        }
    });
    wrong.into_inner().expect("no worker panics")
}
