//! The audit of facts: what the verifier believes, against executions. For a kernel and launches of its contract, the facts and the
//! path condition at every reached obligation, together with the values of the run, must be satisfiable. Every obligation of the
//! run must be decided. The whole verifier is tested against the interpreter, on proved kernels and others.
//!
//! Every day a sample of the corpus and of generated kernels is audited, and each flaw of `flaws.rs` is put back and found. With `SLOW=1` all
//! of the corpus, more generated kernels and mutants of proved ones are. `KERNELS=n`, `LAUNCHES=n`, `CONTRACTS=n`, `MUTANTS=n`, `SEED=n` and `FILTER=text` do as in
//! `tests/soundness`, and `WATCH=1` names each kernel with its time.

mod catalog;
#[allow(dead_code, reason = "each test takes what it needs")]
#[path = "../soundness/edited.rs"]
mod edited;
#[allow(dead_code, unused_imports, reason = "each test takes what it needs")]
#[path = "../edits/mod.rs"]
mod edits;
mod flaws;
#[path = "../soundness/generate/mod.rs"]
mod generate;
#[allow(dead_code, reason = "each test takes what it needs")]
#[path = "../soundness/generated.rs"]
mod generated;
#[allow(dead_code, reason = "each test takes what it needs")]
#[path = "../harness/mod.rs"]
mod harness;
#[allow(dead_code, reason = "each test takes what it needs")]
#[path = "../launches/mod.rs"]
mod launches;
mod observe;
#[allow(dead_code, reason = "each test takes what it needs")]
#[path = "../soundness/subject.rs"]
mod subject;
mod tally;
mod trial;

use std::env;
use std::sync::Mutex;
use std::time::Instant;

use crate::edits::KINDS;
use crate::generated::Family;
use crate::harness::workers;
use crate::subject::{Subject, is_slow};
use crate::tally::Tally;
use crate::trial::trial;

/// How much is audited.
struct Effort {
    /// Of the contracts of the corpus one in so many.
    contracts: usize,
    /// So many generated kernels of each family.
    kernels: usize,
    /// Of the mutants of proved kernels one in so many.
    mutants: usize,
    /// So many launches of each kernel are drawn.
    launches: usize,
}

impl Effort {
    fn wanted() -> Self {
        let slow = env::var_os("SLOW").is_some();
        let (contracts, kernels, mutants, launches) =
            if slow { (1, 60, 200, 4) } else { (200, 1, 20_000, 2) };
        Effort {
            contracts: number("CONTRACTS", contracts),
            kernels: number("KERNELS", kernels),
            mutants: number("MUTANTS", mutants),
            launches: number("LAUNCHES", launches),
        }
    }
}

/// A number that a variable of the environment may replace.
fn number(name: &str, usual: usize) -> usize {
    env::var(name).map_or(usual, |text| text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

/// Audits so many kernels, as many at once as there are processors.
#[expect(clippy::print_stdout, reason = "only where somebody watches")]
fn every(count: usize, subject: impl Fn(usize) -> Subject + Sync) -> Tally {
    let (sum, launches) = (Mutex::new(Tally::default()), Effort::wanted().launches);
    let (watched, filter) = (env::var_os("WATCH").is_some(), env::var("FILTER").unwrap_or_default());
    workers::each(count, |at| {
        let subject = subject(at);
        if !subject.name.contains(&filter) {
            return;
        }
        let start = Instant::now();
        let tally = trial(&subject, None, launches);
        if watched {
            println!("{:6.2} s: {}: {tally}", start.elapsed().as_secs_f64(), subject.name);
            tally.wrong.iter().for_each(|wrong| println!("{wrong}"));
        }
        sum.lock().expect("no worker panics").add(tally);
    });
    sum.into_inner().expect("no worker panics")
}

/// A sample by name: an added or removed kernel does not change the selection of others.
fn is_sampled(name: &str, one_in: usize) -> bool {
    edits::hash(name).is_multiple_of(one_in as u64)
}

#[track_caller]
#[expect(clippy::print_stdout, reason = "the numbers are what people want to see")]
fn report(what: &str, tally: &Tally) {
    println!("{what}: {tally}");
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
}

#[test]
fn no_fact_excludes_a_launch_of_the_corpus() {
    let (one_in, filter) = (Effort::wanted().contracts, env::var("FILTER").unwrap_or_default());
    let mut subjects = Subject::corpus("");
    subjects.retain(|subject| {
        subject.name.contains(&filter) && !is_slow(subject) && is_sampled(&subject.name, one_in)
    });
    report("corpus", &every(subjects.len(), |at| subjects[at].clone()));
}

#[test]
fn no_fact_excludes_a_launch_of_generated_kernels() {
    let (count, first) = (Effort::wanted().kernels, number("SEED", 0) * 1_000_000);
    let families = [
        Family::Any,
        Family::WaysOut,
        Family::Floats,
        Family::Numbers,
        Family::Edits,
        Family::Grouped,
        Family::Digits,
        Family::Counters,
        Family::Persistent,
        Family::Related,
        Family::Local,
    ];
    let kernel = |at: usize| generated::kernel(families[at % families.len()], first + at / families.len());
    report("generated", &every(count * families.len(), kernel));
}

#[test]
fn no_fact_excludes_a_launch_of_mutants() {
    // Takes every n-th kernel and every n-th of its mutants, because making all mutants takes minutes.
    let one_in = Effort::wanted().mutants.isqrt().max(1);
    let mutants: Vec<Subject> = Subject::proved_corpus()
        .iter()
        .filter(|subject| !is_slow(subject) && is_sampled(&subject.name, one_in))
        .flat_map(|subject| {
            let mutants = KINDS.iter().flat_map(|kind| kind.mutants(&subject.kernel)).enumerate();
            let named = mutants.map(|(at, mutant)| (format!("{} mutant {at}", subject.name), mutant.kernel));
            let wanted = named.filter(|(name, _)| is_sampled(name, one_in));
            wanted.map(|(name, kernel)| Subject { name, kernel, ..subject.clone() }).collect::<Vec<_>>()
        })
        .collect();
    report("mutants", &every(mutants.len(), |at| mutants[at].clone()));
}
