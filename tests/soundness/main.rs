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

use crate::subject::Subject;
use crate::tally::Tally;
use crate::trial::trial;

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

/// Tries one kernel under its contract.
fn one(subject: &Subject, launches: usize, tally: &mut Tally) {
    let claim = claim::claim(subject, &subject.contract);
    let trial = trial(subject, &subject.contract, &claim, launches);
    tally.add(subject, &claim, &trial);
    if let Some(disagreement) = &trial.disagreement {
        tally.wrong.push(found::keep(subject, &subject.contract, disagreement));
    }
}

#[test]
#[expect(clippy::print_stdout, reason = "the table is what people want to see")]
fn no_launch_contradicts_what_is_said_of_the_corpus() {
    let filter = env::var("FILTER").unwrap_or_default();
    let subjects = Subject::corpus(&filter);
    let launches = number("LAUNCHES", LAUNCHES);
    let tally = every(subjects.len(), |number, tally| one(&subjects[number], launches, tally));
    println!("the corpus: {tally}");
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
    assert!(!filter.is_empty() || tally.proved > 250 && tally.undefined > 150, "too few: {tally}");
}

#[test]
#[expect(clippy::print_stdout, reason = "the table is what people want to see")]
fn no_launch_contradicts_what_is_said_of_generated_kernels() {
    let (count, launches) = (number("KERNELS", KERNELS), number("LAUNCHES", LAUNCHES));
    let first = number("SEED", 0) * 1_000_000;
    let tally = every(count, |number, tally| {
        let subject = generated::kernel(first + number);
        let claim = claim::claim(&subject, &subject.contract);
        let found = trial(&subject, &subject.contract, &claim, launches);
        tally.add(&subject, &claim, &found);
        let Some(disagreement) = found.disagreement else { return };
        let kind = std::mem::discriminant(&disagreement);
        let shows = |smaller: &Subject| {
            let said = claim::claim(smaller, &smaller.contract);
            let trial = trial(smaller, &smaller.contract, &said, launches);
            trial.disagreement.is_some_and(|other| std::mem::discriminant(&other) == kind)
        };
        let smallest = generated::smallest(first + number, shows);
        let said = claim::claim(&smallest, &smallest.contract);
        let again = trial(&smallest, &smallest.contract, &said, launches).disagreement;
        let disagreement = again.as_ref().unwrap_or(&disagreement);
        tally.wrong.push(found::keep(&smallest, &smallest.contract, disagreement));
    });
    println!("generated: {tally}\n{}", tally.details());
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
    if count >= KERNELS {
        tally.is_interesting();
    }
}

#[test]
#[expect(clippy::print_stdout, reason = "the table is what people want to see")]
fn no_launch_contradicts_an_inferred_contract() {
    let (count, launches) = (number("KERNELS", KERNELS), number("LAUNCHES", LAUNCHES));
    let mut subjects = Subject::corpus("");
    subjects.dedup_by(|a, b| a.kernel == b.kernel);
    subjects.extend((0..count / 5).map(generated::kernel));
    let tally = every(subjects.len(), |number, tally| {
        let bare = subjects[number].bare();
        let claim = claim::claim(&subjects[number], &bare);
        let trial = trial(&subjects[number], &bare, &claim, launches);
        tally.add(&subjects[number], &claim, &trial);
        if let Some(disagreement) = &trial.disagreement {
            tally.wrong.push(found::keep(&subjects[number], &bare, disagreement));
        }
    });
    println!("without contracts: {tally}");
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
}
