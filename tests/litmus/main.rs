//! The litmus programs of the corpus: what each can come to, against what people wrote, in both readings of the axioms.
//! `FILTER=text` selects by file or line. Generated programs, `PROGRAMS=1000` of them, are compared across the explorer, the
//! solver, runs, and the verifier's proofs.

mod certified;
mod command;
#[allow(dead_code, reason = "each test takes what it needs")]
#[path = "../launches/random.rs"]
mod draw;
#[allow(dead_code, reason = "each test takes what it needs")]
#[path = "../folder/mod.rs"]
mod folder;
#[allow(dead_code, reason = "each test takes what it needs")]
#[path = "../harness/mod.rs"]
mod harness;
mod random;
mod seen;

use std::collections::BTreeSet;

use harness::directive::{ExpectedExploration, Task};
use harness::{File, Item, every, files, picked, report};
use spec::contract::Bound;
use spec::memory::axioms::Axiom;
use tileproof::output::eprint;
use verify::Status;

use crate::seen::Seen;

/// More candidates than any program of the corpus has.
const MOST: u64 = 1_000_000;

fn litmus() -> Vec<Item<'static>> {
    let mut items = picked();
    items.retain(|item| matches!(item.case.task, Task::Explore { .. }));
    items
}

fn seen<'a>(item: &Item<'a>) -> Result<(Seen<'a>, &'a ExpectedExploration), String> {
    let Task::Explore { grid, arguments, result } = &item.case.task else {
        return Err("no launch".to_owned());
    };
    let prepared = harness::run::prepare(item.file, item.case.kernel.as_deref(), *grid, arguments)?;
    let options = interp::Options::default();
    let explored = interp::explore(&prepared.kernel, &prepared.launch, &options, MOST);
    Ok((Seen { prepared, explored: explored.map_err(|why| why.to_string())? }, result))
}

#[test]
fn every_program_comes_to_what_the_corpus_says() {
    let items = litmus();
    let failures = every(&items, |item| {
        let compare = || {
            let (seen, expected) = seen(item)?;
            if !seen.explored.complete || seen.explored.endless {
                return Err("cut short".to_owned());
            }
            seen.compare(expected)
        };
        compare().map_err(|why: String| format!("{}\n    seen: {why}", item.label()))
    });
    report("programs come to something else", items.len(), &failures);
    assert!(items.len() > 90 || std::env::var_os("FILTER").is_some(), "only {} programs", items.len());
}

/// The solver finds what the explorer does, and no more where everything is in order.
#[test]
fn the_solver_finds_the_same() {
    let items = litmus();
    let failures = every(&items, |item| {
        let compare = || {
            let (seen, _) = seen(item)?;
            seen.compare_solver()?;
            seen.compare_ordered()
        };
        compare().map_err(|why: String| format!("{}\n    seen: {why}", item.label()))
    });
    report("programs come to something else by the solver", items.len(), &failures);
}

#[test]
fn every_axiom_stands_in_the_chapter() {
    let chapter =
        spec::chapters::ALL.iter().find(|(path, _)| *path == "memory/model.md").expect("it is there").1;
    for axiom in Axiom::ALL {
        let paragraph = format!("\n**{}.** ", axiom.name());
        assert!(chapter.contains(&paragraph), "no paragraph begins with {paragraph:?}");
    }
}

/// Without any one of the axioms some program of the corpus could come to something else. Atomicity follows from another,
/// as an update is one event, and is looked at beside that.
#[test]
fn every_axiom_matters() {
    let items: Vec<_> = harness::all(files());
    let mut needless: BTreeSet<Axiom> = Axiom::ALL.iter().copied().collect();
    for item in items.iter().filter(|item| matches!(item.case.task, Task::Explore { .. })) {
        let (seen, _) = seen(item).expect("the launch can be explored");
        let answer = |without: &[Axiom]| verify::litmus::answer(&seen.explored.program, without);
        let matters = |axiom: &Axiom| match axiom {
            Axiom::Atomicity => answer(&[Axiom::PerLocation]) != answer(&[Axiom::PerLocation, *axiom]),
            Axiom::SingleCopy
            | Axiom::Coherence
            | Axiom::PerLocation
            | Axiom::Causality
            | Axiom::NoThinAir => answer(&[*axiom]).as_ref() != Ok(&seen.explored.answer),
        };
        needless.retain(|axiom| !matters(axiom));
        if needless.is_empty() {
            return;
        }
    }
    panic!("no program needs {needless:?}");
}

/// The result of a sequential run is one of the outcomes, and a violation is a known one.
#[test]
fn every_run_is_an_execution() {
    let items = litmus();
    let failures = every(&items, |item| {
        let compare = || {
            let (seen, _) = seen(item)?;
            (0..6).try_for_each(|seed| seen.compare_run(seed))
        };
        compare().map_err(|why: String| format!("{}\n    seen: {why}", item.label()))
    });
    report("runs are no execution", items.len(), &failures);
}

#[test]
fn generated_programs_come_to_the_same_in_every_reading() {
    let count = std::env::var("PROGRAMS").ok().and_then(|count| count.parse().ok()).unwrap_or(60);
    let (mut proved, mut undefined, mut failures) = (0, 0, Vec::new());
    for number in 0..count {
        let file = random::program(number);
        match agree(&file) {
            Ok((is_proved, is_undefined)) => {
                proved += usize::from(is_proved);
                undefined += usize::from(is_undefined);
            }
            Err(why) => failures.push(format!("{why}\n{}", file.text)),
        }
    }
    report("generated programs come to different things", count as usize, &failures);
    eprint(&format!("{count} programs: {undefined} undefined, {proved} proved\n"));
    assert!(count < 60 || undefined > 10 && proved > 2, "{undefined} undefined, {proved} proved");
}

/// Whether the verifier proves a program, and whether it is undefined.
fn agree(file: &File) -> Result<(bool, bool), String> {
    let zeros = |name: &str| (name.to_owned(), "i32[1]:zeros".to_owned());
    let launch = [zeros("x"), zeros("y")];
    let prepared = harness::run::prepare(file, Some("k"), [random::blocks(file), 1, 1], &launch)?;
    let options = interp::Options::default();
    let explored = interp::explore(&prepared.kernel, &prepared.launch, &options, MOST);
    let seen = Seen { prepared, explored: explored.map_err(|why| why.to_string())? };
    seen.compare_solver()?;
    seen.compare_ordered()?;
    (0..6).try_for_each(|seed| seen.compare_run(seed))?;
    let module = file.module.as_ref().map_err(|problem| problem.message.clone())?;
    let bound = Bound::new(&module.contracts[0], &seen.prepared.kernel).map_err(|problem| problem.message)?;
    let checked = verify::check(&seen.prepared.kernel, &bound, &verify::Options::default());
    let proved = checked.obligations.iter().all(|obligation| obligation.status == Status::Proved);
    let undefined = !seen.explored.answer.breaches.is_empty();
    if proved && undefined { Err("proved, and undefined".to_owned()) } else { Ok((proved, undefined)) }
}
