//! Verifier and interpreter against each other on whole kernels, those of the corpus and generated ones.
//!
//! Inside the contract of a proved kernel no small launch breaks a rule. The evidence against an undefined kernel
//! breaks the stated rule. A disagreement fails the test and becomes a file of `corpus/found`. At most one in twenty shown launches
//! is larger than the least that breaks a rule. At most one in twenty inferred clauses is stronger than need be: no launch outside breaks a rule.
//!
//! Every day a sample is tried, with `SLOW=1` a larger one. `SOUNDNESS=full`, in a release build, tries 500 generated kernels,
//! every launch of at most 10000 small ones, and the inferred contract of every kernel of the corpus. `bench/SOUNDNESS.md` has the
//! results. `KERNELS=5000`, `LAUNCHES=100`, `CONTRACTS=1`, `REFUTED=2` and `INFERRED=3` replace one number each. `SEED=1` takes
//! other generated kernels, and `FILTER=text` selects files and generated kernels by name (`FILTER='floats 406'`). With `WATCH=1`
//! every kernel is named at the start and end of its trial.
//!
//! Besides mixed kernels, thirteen families have a test each: `ways_out`, `odd_floats`, `large_numbers`, `several_edits`,
//! `grouped_orders`, `digits`, `counters`, `persistent_loops`, `related_contents`, `local_memory`, `local_widths`, `yielded_values`
//! and `listed_arrays` (`families.rs`). `KERNELS=5000 LAUNCHES=100 cargo test --release --test soundness ways_out` tries as many of
//! one family.

mod claim;
mod edited;
#[allow(dead_code, unused_imports, reason = "each test takes what it needs")]
#[path = "../edits/mod.rs"]
mod edits;
mod effort;
mod families;
mod flaws;
mod found;
mod generate;
mod generated;
#[allow(dead_code, reason = "each test takes what it needs")]
#[path = "../harness/mod.rs"]
mod harness;
mod inferred;
#[path = "../kept/mod.rs"]
mod kept;
#[allow(dead_code, reason = "each test takes what it needs")]
#[path = "../launches/mod.rs"]
mod launches;
mod subject;
mod tally;
mod trial;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use std::{env, mem};

use crate::claim::Claim;
use crate::effort::{Effort, FULL, number};
use crate::generated::Family;
use crate::harness::workers;
use crate::subject::{SLOW, Subject, is_slow};
use crate::tally::Tally;
use crate::trial::{Disagreement, trial};

/// Launches with which a flaw is shown, about.
const LAUNCHES: usize = 60;

/// Does work for every number in parallel, and adds up the results.
fn every(count: usize, work: impl Fn(usize, &mut Tally) + Sync) -> Tally {
    let sum = Mutex::new(Tally::default());
    workers::each(count, |number| {
        let mut tally = Tally::default();
        work(number, &mut tally);
        let mut sum = sum.lock().expect("no worker panics");
        *sum = mem::take(&mut *sum).and(tally);
    });
    sum.into_inner().expect("no worker panics")
}

/// Tries the claim about a kernel under the contract.
fn one(subject: &Subject, effort: &Effort, tally: &mut Tally) -> Option<Disagreement> {
    attempt(subject, effort, tally, || claim::claim(subject, &subject.contract, effort.seconds))
}

#[expect(clippy::print_stdout, reason = "only where somebody watches")]
fn attempt(
    subject: &Subject,
    effort: &Effort,
    tally: &mut Tally,
    say: impl FnOnce() -> Claim,
) -> Option<Disagreement> {
    let watched = env::var_os("WATCH").is_some();
    if watched {
        println!("begins: {}", subject.name);
    }
    let start = Instant::now();
    let claim = say();
    let said = start.elapsed().as_secs_f64();
    let trial = trial(subject, &subject.contract, &claim, effort.launches);
    let took = start.elapsed().as_secs_f64();
    tally.add(subject, &claim, &trial, [said, took - said]);
    if watched {
        println!("{took:6.1} s: {}", subject.name);
    }
    trial.disagreement
}

/// Tries all; a disagreement becomes a file.
fn tried(subjects: &[Subject]) -> Tally {
    let effort = Effort::wanted();
    every(subjects.len(), |at, tally| {
        let subject = &subjects[at];
        if let Some(disagreement) = one(subject, &effort, tally) {
            tally.wrong.push(found::keep(subject, &subject.contract, &disagreement));
        }
    })
}

/// Tries the generated kernels of a family with the first of all numbers, by what `say` says of each; a disagreement is
/// made small and becomes a file.
fn generated(
    family: Family,
    count: usize,
    made: impl Fn(Subject) -> Subject + Sync,
    say: impl Fn(usize, &Subject) -> Claim + Sync,
) -> Tally {
    let (first, filter) = (number("SEED", 0) * 1_000_000, env::var("FILTER").unwrap_or_default());
    let effort = Effort::wanted();
    every(count, |at, tally| {
        let subject = made(generated::kernel(family, first + at));
        if !subject.name.contains(&filter) {
            return;
        }
        let try_one =
            |subject: &Subject, tally: &mut Tally| attempt(subject, &effort, tally, || say(at, subject));
        let Some(disagreement) = try_one(&subject, tally) else { return };
        let kind = mem::discriminant(&disagreement);
        let shows = |smaller: &Subject| {
            let found = try_one(&made(smaller.clone()), &mut Tally::default());
            found.is_some_and(|other| mem::discriminant(&other) == kind)
        };
        let smallest = made(generated::smallest(family, first + at, shows));
        let again = try_one(&smallest, &mut Tally::default());
        let disagreement = again.as_ref().unwrap_or(&disagreement);
        tally.wrong.push(found::keep(&smallest, &smallest.contract, disagreement));
    })
}

/// A sample by name: an added or removed kernel does not change the selection of others.
fn sampled(mut subjects: Vec<Subject>, one_in: usize) -> Vec<Subject> {
    subjects.retain(|subject| (edits::hash(&subject.name) as usize).is_multiple_of(one_in));
    subjects
}

/// What is said of a kernel, with the daily sample's patience.
fn said(subject: &Subject) -> Claim {
    claim::claim(subject, &subject.contract, Effort::wanted().seconds)
}

/// Says what came of all, and fails if anything is wrong.
#[track_caller]
#[expect(clippy::print_stdout, reason = "the table is what people want to see")]
fn report(what: &str, tally: &Tally) {
    println!("{what}: {tally}\n{}", tally.details());
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
    tally.is_tight();
}

#[test]
fn no_launch_contradicts_what_is_said_of_the_corpus() {
    let filter = env::var("FILTER").unwrap_or_default();
    let effort = Effort::wanted();
    let subjects = sampled(Subject::corpus(&filter), effort.corpus);
    let left_out = AtomicUsize::new(0);
    let tally = every(subjects.len(), |at, tally| {
        let subject = &subjects[at];
        let quick = claim::verified(subject, None, None);
        let wanted = at % effort.refuted == 0 && !is_slow(subject);
        let found = match quick {
            Claim::Proved(_) => attempt(subject, &effort, tally, || quick),
            Claim::Undefined(_) | Claim::Unknown(_) | Claim::Unsupported | Claim::IllFormed(_) if wanted => {
                one(subject, &effort, tally)
            }
            Claim::Undefined(_) | Claim::Unknown(_) | Claim::Unsupported | Claim::IllFormed(_) => {
                left_out.fetch_add(1, Ordering::Relaxed);
                None
            }
        };
        if let Some(disagreement) = found {
            tally.wrong.push(found::keep(subject, &subject.contract, &disagreement));
        }
    });
    let left_out = left_out.into_inner();
    report(&format!("the corpus, without {left_out} that the verifier does not prove"), &tally);
    let enough = tally.proved * effort.corpus > 250 && tally.undefined * effort.refuted * effort.corpus > 100;
    assert!(!filter.is_empty() || enough, "too few: {tally}");
}

#[test]
fn no_launch_contradicts_what_is_said_of_generated_kernels() {
    let count = Effort::wanted().kernels;
    let tally = generated(Family::Any, count, |subject| subject, |_, subject| said(subject));
    report("generated", &tally);
    if count >= FULL.kernels {
        tally.is_interesting();
    }
}

#[test]
fn no_launch_contradicts_a_contract_inferred_for_the_corpus() {
    let filter = env::var("FILTER").unwrap_or_default();
    let mut subjects = Subject::bare_corpus(&filter);
    let (all, step) = (subjects.len(), Effort::wanted().inferred);
    subjects.retain(|subject| !is_slow(subject));
    let slow = all - subjects.len();
    let subjects = sampled(subjects, step);
    let what = format!("the corpus without contracts, {} of {all}, {slow} left out as slow", subjects.len());
    report(&what, &tried(&subjects));
}

#[test]
fn what_is_left_out_is_there() {
    let subjects = Subject::bare_corpus("");
    for (name, why) in SLOW {
        assert!(
            subjects.iter().any(|subject| subject.name.starts_with(name)),
            "{name}, which {why}, is no file with kernels"
        );
    }
}

#[test]
fn no_launch_contradicts_a_contract_inferred_for_generated_kernels() {
    let tally =
        generated(Family::Any, Effort::wanted().kernels / 5, Subject::bare, |_, subject| said(subject));
    report("generated, without contracts", &tally);
}
