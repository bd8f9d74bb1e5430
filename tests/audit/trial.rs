//! A kernel, audited in launches of its contract.

use spec::contract::Bound;
use spec::syntax::launch::{Argument, Launch};
use spec::valid::Valid;
use verify::audit::{Run, audit};
use verify::{Budget, CheckPolicy, Flaw, Options, Status};

use crate::catalog::written;
use crate::launches::{Draw, NEAR, Point, drawn};
use crate::observe::observe;
use crate::subject::Subject;
use crate::tally::Tally;

/// z3's steps for a question.
const STEPS: u32 = 60_000;

/// The work of one check: obligations undecided by then are not audited.
const UNITS: u64 = 20_000_000;

/// Audits a kernel, with a flaw or without: in launches that the corpus runs, and so many that are drawn.
pub(crate) fn trial(subject: &Subject, flaw: Option<Flaw>, launches: usize) -> Tally {
    let mut tally = Tally { kernels: 1, ..Tally::default() };
    let Ok(valid) = Valid::new(subject.kernel.clone()) else { return tally };
    let folded = spec::fold::kernel(&valid);
    let Ok(bound) = Bound::new(&subject.contract, &folded) else { return tally };
    let mut draw = Draw::named(&subject.name);
    let mut chosen = written(subject);
    let points = drawn(&bound, launches, NEAR, &mut draw);
    chosen.extend(points.iter().filter_map(|point| point.launch(&bound, &mut draw)));
    if flaw.is_some() {
        chosen.extend(refuting(&folded, &bound));
    }
    chosen.iter_mut().for_each(|launch| trim(&bound, launch));
    chosen.retain(|launch| is_of_contract(&bound, &folded, launch));
    let mut runs: Vec<Run> = Vec::new();
    for launch in &chosen {
        let Some((run, broken)) = observe(&folded, launch, &mut draw) else { continue };
        tally.broken += usize::from(broken);
        runs.push(run);
    }
    tally.launches = runs.len();
    tally.moments = runs.iter().map(|run| run.moments.len()).sum();
    if tally.moments == 0 {
        return tally;
    }
    let options = Options {
        flaw,
        rlimit: STEPS,
        policy: CheckPolicy::default().curtailed(),
        budget: Budget::default().part(UNITS),
        ..Options::default()
    };
    let audited = audit(&folded, &bound, &options, runs.clone());
    let say = |run: usize, operation: usize, what: String| {
        let op = folded.operations().nth(operation).map_or("", |op| op.op.mnemonic());
        let Launch { grid, arguments, .. } = &runs[run].launch;
        format!("{}: {op}, grid {grid:?}, arguments {arguments:?}\n  {what}", subject.name)
    };
    tally.possible = audited.possible;
    tally.unknown = audited.unknown;
    tally.complete = usize::from(audited.complete);
    tally.excluded = audited.excluded.len();
    tally.missed = audited.missed.len();
    let excluded = audited.excluded.iter().map(|one| say(one.run, one.operation, format!("excluded: {one}")));
    let missed = audited.missed.iter().map(|one| say(one.run, one.operation, format!("missed: {one}")));
    tally.wrong = excluded.chain(missed).take(SHOWN).collect();
    // A kernel of the corpus stands there; of another one the text is needed.
    if !tally.wrong.is_empty() && !subject.name.starts_with("corpus/") {
        tally.wrong.push(format!("{:?}\n{}", subject.contract, spec::print::kernel(&subject.kernel)));
    }
    tally
}

/// The launches by which the verifier, without a flaw, refutes obligations.
fn refuting(kernel: &Valid, bound: &Bound<'_>) -> Vec<Launch> {
    let report = verify::check(kernel, bound, &Options { rlimit: STEPS, ..Options::default() });
    let launches = report.obligations.into_iter().filter_map(|one| match one.status {
        Status::Refuted(launch) => Some(*launch),
        Status::Proved | Status::Doubtful(..) | Status::Unknown(_) => None,
    });
    launches.collect()
}

/// The most errors to show for one kernel.
const SHOWN: usize = 4;

/// Makes buffers as small and as undetermined as the contract allows. After a refuted access, the verifier continues with launches that
/// keep it, and the contract may have none.
fn trim(bound: &Bound<'_>, launch: &mut Launch) {
    let point = Point::of(bound, launch);
    for clause in &bound.contract.buffers {
        let Some(position) = bound.position(&clause.name) else { continue };
        let Some(Argument::Pointer { buffer, offset }) = launch.arguments.get(position).cloned() else {
            continue;
        };
        let uses = |argument: &&Argument| matches!(argument, Argument::Pointer { buffer: other, .. } if *other == buffer);
        let stated = bound.pointee(position).zip(u64::try_from(point.number(bound, &clause.len)).ok());
        let bytes = stated.and_then(|(element, len)| element.bytes_of(len));
        // Of memory that the contract leaves undetermined the verifier believes that in every launch.
        if clause.uninit {
            launch.buffers[buffer].uninit = true;
            launch.buffers[buffer].contents.clear();
        }
        let Some(bytes) = bytes.filter(|_| launch.arguments.iter().filter(uses).count() == 1) else {
            continue;
        };
        let cut = &mut launch.buffers[buffer];
        cut.bytes = cut.bytes.min(offset + bytes);
        let end = cut.bytes;
        cut.contents.retain(|from, _| *from < end);
        for (from, chunk) in &mut cut.contents {
            chunk.truncate(usize::try_from(end - from).unwrap_or(usize::MAX));
        }
    }
}

/// Whether a launch keeps the contract, and the trusted assumptions.
fn is_of_contract(bound: &Bound<'_>, kernel: &Valid, launch: &Launch) -> bool {
    spec::admit::admit(bound, launch).is_ok() && spec::admit::trusted(bound, kernel, launch).is_ok()
}
