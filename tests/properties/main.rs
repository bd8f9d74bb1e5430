//! Properties that are proved, against launches: of the corpus, of its mutants, and of generated kernels. And mistakes of the
//! verifier, each of which has a kernel of the corpus that is then proved wrongly.

#[allow(dead_code, reason = "each test takes what it needs")]
#[path = "../harness/mod.rs"]
mod harness;

mod case;
mod chains;
mod flaws;
mod floats;
mod generate;
mod loops;
mod mutate;
mod online;
mod replay;

use case::{Case, corpus};
use harness::directive::ExpectedOutcomeOfProperty;

/// Tries cases, as many at once as there are processors; says how many were proved.
#[track_caller]
fn hold_all(cases: &[Case]) -> usize {
    let (wrong, proved) = (std::sync::Mutex::new(Vec::new()), std::sync::atomic::AtomicUsize::new(0));
    harness::workers::each(cases.len(), |number| match cases[number].hold() {
        Ok(true) => _ = proved.fetch_add(1, std::sync::atomic::Ordering::Relaxed),
        Ok(false) => {}
        Err(why) => wrong.lock().expect("no worker panics").push(why),
    });
    let wrong = wrong.into_inner().expect("no worker panics");
    assert!(wrong.is_empty(), "{} wrong proofs:\n{}", wrong.len(), wrong.join("\n"));
    proved.into_inner()
}

/// The results of small launches for cases, in parallel: of the wanted cases, by whether one lacks the property.
fn told_by_launches(cases: &[Case], lacks: bool) -> Vec<String> {
    let told = std::sync::Mutex::new(Vec::new());
    harness::workers::each(cases.len(), |number| {
        let lacking = cases[number].lacking();
        if lacking.is_some() == lacks {
            let what = lacking.unwrap_or_default();
            told.lock().expect("no worker panics").push(format!("{}: {what}", cases[number].name));
        }
    });
    told.into_inner().expect("no worker panics")
}

#[test]
fn no_launch_lacks_what_the_corpus_says_is_proved() {
    let mut cases = corpus(ExpectedOutcomeOfProperty::Proved);
    cases.retain(Case::is_sampled);
    let wrong = told_by_launches(&cases, true);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_launch_lacks_what_the_corpus_says_is_violated() {
    let cases = corpus(ExpectedOutcomeOfProperty::Violated);
    assert!(cases.len() > 25, "only {}", cases.len());
    // Small launches keep arrays apart: the solver's launch shows overlaps (`cargo test --test corpus`).
    let apart: Vec<Case> = cases.into_iter().filter(Case::keeps_arrays_apart).collect();
    let silent = told_by_launches(&apart, false);
    assert!(silent.is_empty(), "no small launch shows\n{}", silent.join("\n"));
}

#[test]
fn no_mutant_is_proved_wrongly() {
    let mutants = mutate::mutants(&corpus(ExpectedOutcomeOfProperty::Proved));
    assert!(mutants.len() >= 20, "only {} mutants", mutants.len());
    // Every day every second mutant, with `SLOW=1` all.
    let step = if std::env::var_os("SLOW").is_some() { 1 } else { 2 };
    hold_all(&mutants.into_iter().step_by(step).collect::<Vec<_>>());
}

#[test]
fn no_generated_kernel_is_proved_wrongly() {
    let kernels: Vec<Case> = (0..generate::count()).map(generate::case).collect();
    let proved = hold_all(&kernels);
    assert!(8 * proved >= kernels.len(), "only {proved} of {} are proved", kernels.len());
}

#[test]
fn no_generated_float_is_proved_finite_wrongly() {
    let kernels: Vec<Case> = (0..20 * generate::count()).map(floats::case).collect();
    let proved = hold_all(&kernels);
    assert!(12 * proved >= kernels.len(), "only {proved} of {} are proved", kernels.len());
}

#[test]
fn no_generated_mean_is_proved_finite_wrongly() {
    let kernels: Vec<Case> = (0..4 * generate::count()).map(online::case).collect();
    let proved = hold_all(&kernels);
    assert!(20 * proved >= kernels.len(), "only {proved} of {} are proved", kernels.len());
}

#[test]
fn no_generated_chain_is_told_wrongly() {
    let kernels: Vec<Case> = (0..generate::count().div_ceil(2)).map(chains::case).collect();
    let proved = hold_all(&kernels);
    assert!(10 * proved >= kernels.len(), "only {proved} of {} are proved", kernels.len());
}
