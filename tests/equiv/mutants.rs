//! Mutants: a kernel of the corpus next to a copy with one changed word. No mutant is proved equivalent if a launch shows a
//! difference.

use driver::check::equiv::Answer;

use crate::each;
use crate::harness::directive::ExpectedAnswer;
use crate::pair::{Pair, pairs};

/// Replacements, as pairs of texts.
const CHANGES: &[(&str, &str)] = &[
    ("cmpi less_than ", "cmpi less_than_or_equal "),
    ("cmpi less_than ", "cmpi greater_than "),
    ("addf ", "subf "),
    ("subf ", "addf "),
    ("mulf ", "addf "),
    ("addi ", "subi "),
    ("<i32: 1>", "<i32: 2>"),
    ("<i32: 0>", "<i32: 1>"),
    ("<f32: 0.000000e+00>", "<f32: 1.000000e+00>"),
    ("%va, %vb", "%vb, %va"),
    ("%va, %vb", "%va, %va"),
    ("addf %acc, %part", "addf %part, %part"),
    ("step %one", "step %two"),
    ("[%bx, %k]", "[%k, %bx]"),
    ("[%bx, %k]", "[%bx, %nought]"),
    ("padding_value = zero", "padding_value = neg_inf"),
    ("identities=[0.000000e+00 : f32]", "identities=[1.000000e+00 : f32]"),
];

/// One of so many mutants is tried, without `MUTANTS=all`.
const EVERY: usize = 7;

/// Every kernel that is equivalent to another, next to its mutants.
fn mutants() -> Vec<Pair> {
    let mut found: Vec<Pair> = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    for pair in pairs().into_iter().filter(|pair| pair.answer == ExpectedAnswer::Equivalent) {
        if !seen.insert(pair.kernels[0].clone()) {
            continue;
        }
        let mut alone = pair.modules[0].clone();
        alone.kernels.retain(|kernel| kernel.name == pair.kernels[0]);
        alone.contracts.retain(|contract| contract.kernel == pair.kernels[0]);
        let text = spec::print::module(&alone);
        for (from, to) in CHANGES {
            for (at, _) in text.match_indices(from) {
                let changed = format!("{}{to}{}", &text[..at], &text[at + from.len()..]);
                let Ok(module) = spec::parse::module(&changed) else { continue };
                let mut mutant = pair.clone();
                mutant.name = format!("@{} with {to} for {from} at {at}", pair.kernels[0]);
                mutant.modules = [alone.clone(), module];
                mutant.kernels[1].clone_from(&pair.kernels[0]);
                mutant.asked = driver::check::equiv::Asked::default();
                found.push(mutant);
            }
        }
    }
    let all = std::env::var("MUTANTS").is_ok_and(|all| all == "all");
    found.into_iter().step_by(if all { 1 } else { EVERY }).collect()
}

#[test]
fn no_mutant_is_proved_that_a_launch_shows_to_be_different() {
    let mutants = mutants();
    assert!(mutants.len() >= 20, "only {} mutants", mutants.len());
    let different = std::sync::atomic::AtomicUsize::new(0);
    let wrong = each(&mutants, |mutant| {
        let Ok(comparison) = mutant.comparison() else { return Ok(()) };
        if let Answer::Different(found) = comparison.answer {
            different.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            if mutant.is_proved(None) {
                return Err(format!("proved, and {:?}", found.element));
            }
        }
        if comparison.notes.iter().any(|note| note.contains("a bug of ours")) {
            return Err("a proof and launches contradict one another".to_owned());
        }
        Ok(())
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let different = different.into_inner();
    assert!(3 * different >= mutants.len(), "only {different} of {} are different", mutants.len());
}
