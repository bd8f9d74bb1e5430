//! Verifier and interpreter against each other on whole kernels, those of the corpus and generated ones.
//!
//! Inside the contract of a proved kernel no small launch breaks a rule; what is shown against an undefined one breaks
//! what it says, and nothing smaller does. A disagreement fails the test and becomes a file of `corpus/found`. With
//! `KERNELS=5000` so many kernels are generated, with `LAUNCHES=10000` each is tried with so many launches, and `SEED=1`
//! takes other kernels than those of every day.

mod claim;
mod flaws;
mod found;
mod generate;
mod generated;
#[allow(dead_code, reason = "each test takes what it needs")]
#[path = "../harness/mod.rs"]
mod harness;
mod inferred;
#[allow(dead_code, reason = "each test takes what it needs")]
#[path = "../launches/mod.rs"]
mod launches;
mod subject;
mod tally;
mod trial;

use std::env;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use crate::subject::Subject;
use crate::tally::Tally;
use crate::trial::{Disagreement, trial};

/// Kernels that are generated.
const KERNELS: usize = 500;

/// Launches with which a proof is tried, about.
const LAUNCHES: usize = 60;

/// The stack of a thread that checks kernels: terms nest as deep as a kernel has operations in a row.
const STACK: usize = 1 << 28;

/// A number that a variable of the environment may replace.
fn number(name: &str, usual: usize) -> usize {
    env::var(name).map_or(usual, |text| text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

/// Does something for every number, as many at once as there are processors, and adds up what comes of it.
fn every(count: usize, work: impl Fn(usize, &mut Tally) + Sync) -> Tally {
    let next = AtomicUsize::new(0);
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let one = || {
        let mut tally = Tally::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return tally;
            }
            work(number, &mut tally);
        }
    };
    thread::scope(|scope| {
        let worker = |_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, one);
        let workers: Vec<_> = (0..workers).map(|at| worker(at).expect("a thread")).collect();
        workers.into_iter().fold(Tally::default(), |sum, worker| sum.and(worker.join().expect("no panic")))
    })
}

/// Tries what is said of one kernel under its contract.
fn one(subject: &Subject, launches: usize, tally: &mut Tally) -> Option<Disagreement> {
    let start = Instant::now();
    let claim = claim::claim(subject, &subject.contract);
    let said = start.elapsed().as_secs_f64();
    let trial = trial(subject, &subject.contract, &claim, launches);
    tally.add(subject, &claim, &trial, [said, start.elapsed().as_secs_f64() - said]);
    trial.disagreement
}

/// Tries all; a disagreement becomes a file.
fn tried(subjects: &[Subject]) -> Tally {
    let launches = number("LAUNCHES", LAUNCHES);
    every(subjects.len(), |at, tally| {
        let subject = &subjects[at];
        if let Some(disagreement) = one(subject, launches, tally) {
            tally.wrong.push(found::keep(subject, &subject.contract, &disagreement));
        }
    })
}

/// Generates kernels with these numbers and tries all; a disagreement is made small and becomes a file.
fn generated(count: usize, made: impl Fn(Subject) -> Subject + Sync) -> Tally {
    let first = number("SEED", 0) * 1_000_000;
    let launches = number("LAUNCHES", LAUNCHES);
    every(count, |at, tally| {
        let subject = made(generated::kernel(first + at));
        let Some(disagreement) = one(&subject, launches, tally) else { return };
        let kind = std::mem::discriminant(&disagreement);
        let shows = |smaller: &Subject| {
            let found = one(&made(smaller.clone()), launches, &mut Tally::default());
            found.is_some_and(|other| std::mem::discriminant(&other) == kind)
        };
        let smallest = made(generated::smallest(first + at, shows));
        let again = one(&smallest, launches, &mut Tally::default());
        let disagreement = again.as_ref().unwrap_or(&disagreement);
        tally.wrong.push(found::keep(&smallest, &smallest.contract, disagreement));
    })
}

/// Says what came of all, and fails if anything is wrong.
#[track_caller]
#[expect(clippy::print_stdout, reason = "the table is what people want to see")]
fn report(what: &str, tally: &Tally) {
    println!("{what}: {tally}\n{}", tally.details());
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
}

#[test]
fn no_launch_contradicts_what_is_said_of_the_corpus() {
    let filter = env::var("FILTER").unwrap_or_default();
    let tally = tried(&Subject::corpus(&filter));
    report("the corpus", &tally);
    assert!(!filter.is_empty() || tally.proved > 250 && tally.undefined > 150, "too few: {tally}");
}

#[test]
fn no_launch_contradicts_what_is_said_of_generated_kernels() {
    let count = number("KERNELS", KERNELS);
    let tally = generated(count, |subject| subject);
    report("generated", &tally);
    if count >= KERNELS {
        tally.is_interesting();
    }
}

#[test]
fn no_launch_contradicts_a_contract_inferred_for_the_corpus() {
    let filter = env::var("FILTER").unwrap_or_default();
    report("the corpus without contracts", &tried(&Subject::bare_corpus(&filter)));
}

#[test]
fn no_launch_contradicts_a_contract_inferred_for_generated_kernels() {
    let tally = generated(number("KERNELS", KERNELS) / 5, Subject::bare);
    report("generated, without contracts", &tally);
}
