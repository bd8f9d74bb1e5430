//! Arrays of `empty` behind earlier launches: a launch may read only elements with a certain write.
//!
//! A run of each earlier launch shows its writes. Its unknown contents are undetermined, and no undetermined value may lead to an address, a
//! mask or a branch, so the writes are those of every run.

use std::collections::{BTreeMap, BTreeSet};
use std::iter;
use std::ops::Range;
use std::sync::{Arc, Mutex};

use interp::{Contents, Options};
use spec::contract::Bound;
use spec::memory::strength::Manner;
use spec::origins::Origins;
use spec::rules::Rule;
use spec::syntax::contract::{Contract, Property};
use spec::syntax::kernel::{Kernel, Module, Operation, ValueId};
use spec::syntax::launch::{Argument, Launch};
use spec::syntax::op::{Meaning, Op};
use spec::valid::Valid;

use super::contents::run_to_violation;
use super::executed::reads_floats_as_integers;
use super::made::Made;
use super::{check_arrays, describe_launch};
use crate::check::kept::Subject;
use crate::check::options::Options as CheckOptions;
use crate::check::replay::{MEMORY, fuel};
use crate::check::report::{KernelReport, Outcome, Status, Supposed, Verdict};
use crate::check::suspect::empty::is_stored;
use crate::compile::{LaunchedAt, Unit};
use crate::load::{Flags, find_contract};
use crate::signature::Signature;

/// The most bytes of all arrays of a run.
const MOST: u64 = 1 << 26;

/// The launches of a script, by number.
#[derive(Debug, Default)]
pub(in crate::check) struct Earlier<'a> {
    launches: BTreeMap<usize, (&'a Module, &'a Arc<Kernel>, &'a LaunchedAt)>,
    /// The writes of launches so far considered.
    writes: Mutex<BTreeMap<usize, Arc<Writes>>>,
}

/// The certainly written bytes of a launch, by parameter. A parameter with unknown writes is left out.
type Writes = BTreeMap<String, Vec<Range<u64>>>;

/// The written part of an array of `empty` before a launch.
struct Part {
    /// The parameter.
    parameter: usize,
    /// The certainly written bytes.
    written: Vec<Range<u64>>,
    /// A launch whose writes are unknown, by its place.
    unknown: Option<String>,
}

impl<'a> Earlier<'a> {
    /// The launches of sources.
    pub(in crate::check) fn of(units: impl Iterator<Item = (&'a Unit, &'a Module)>) -> Self {
        let launches = units.filter_map(|(unit, module)| Some((unit, module, module.kernels.first()?)));
        let launches = launches.flat_map(|(unit, module, kernel)| {
            unit.launches.iter().map(move |launched| (launched.number, (module, kernel, launched)))
        });
        let mut found = BTreeMap::new();
        launches.for_each(|(number, launch)| {
            found.entry(number).or_insert(launch);
        });
        Earlier { launches: found, writes: Mutex::default() }
    }

    /// The writes of a launch.
    fn writes(&self, number: usize, options: &CheckOptions) -> Arc<Writes> {
        let known = |writes: &Mutex<BTreeMap<_, _>>| writes.lock().ok()?.get(&number).cloned();
        if let Some(writes) = known(&self.writes) {
            return writes;
        }
        let launch = self.launches.get(&number);
        let found =
            launch.and_then(|(module, kernel, launched)| find_writes((module, kernel), launched, options));
        let writes = Arc::new(found.unwrap_or_default());
        if let Ok(mut all) = self.writes.lock() {
            all.insert(number, writes.clone());
        }
        writes
    }

    /// The arrays of a kernel with reads, and with unwritten parts behind the earlier launches.
    fn parts(&self, kernel: &Kernel, launched: &LaunchedAt, options: &CheckOptions) -> Vec<Part> {
        let origins = Origins::new(kernel);
        let arguments = launched.arguments.iter().enumerate();
        let read = arguments.filter(|(at, one)| one.may_be_written() && origins.read.has(*at));
        let part = |(parameter, argument): (usize, &crate::compile::LaunchedArgument)| {
            let bytes = argument.bytes?;
            let by_script = argument.written.iter().map(|(start, end)| *start..(*end).min(bytes));
            let (mut written, mut unknown): (Vec<_>, _) = (by_script.collect(), None);
            for (number, name, offset) in &argument.written_by {
                match self.writes(*number, options).get(name) {
                    Some(ranges) => {
                        written.extend(ranges.iter().filter_map(|range| shifted(range, *offset, bytes)));
                    }
                    None => unknown = self.launches.get(number).map(|(.., launched)| launched.place.clone()),
                }
            }
            let written = joined(written);
            let is_whole = bytes == 0 || written.first().is_some_and(|first| *first == (0..bytes));
            (!is_whole).then_some(Part { parameter, written, unknown })
        };
        read.filter_map(part).collect()
    }
}

/// A range of bytes of another array in this one, which begins at an offset in this one.
fn shifted(range: &Range<u64>, offset: i64, bytes: u64) -> Option<Range<u64>> {
    let place = |byte: u64| byte.saturating_add_signed(offset).min(bytes);
    Some(place(range.start)..place(range.end)).filter(|range| !range.is_empty())
}

/// Ranges in order, with none that touches another.
fn joined(mut ranges: Vec<Range<u64>>) -> Vec<Range<u64>> {
    ranges.sort_by_key(|range| range.start);
    let mut all: Vec<Range<u64>> = Vec::new();
    for range in ranges {
        match all.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            Some(_) | None => all.push(range),
        }
    }
    all
}

/// The writes of a launch, in every run. For a launch too large to run, a proof shows the arrays written as a whole.
fn find_writes(
    (module, kernel): (&Module, &Arc<Kernel>),
    launched: &LaunchedAt,
    options: &CheckOptions,
) -> Option<Writes> {
    let contract = find_contract(module, kernel, &Flags::default()).ok()?;
    let made = Made::new(launched, &Signature::new(kernel, &contract)).ok()?;
    run_for_writes(kernel, &made, launched)
        .or_else(|| prove_writes((module, kernel, &contract), &made, launched, options))
}

/// The arrays written as a whole, by a proof of this property.
fn prove_writes(
    (module, kernel, contract): (&Module, &Arc<Kernel>, &Contract),
    made: &Made,
    launched: &LaunchedAt,
    options: &CheckOptions,
) -> Option<Writes> {
    let (mut exact, _) = describe_launch(contract, kernel, made);
    let (origins, bound) = (Origins::new(kernel), Bound { contract, kernel });
    let arguments = launched.arguments.iter().enumerate();
    let stored = arguments.filter(|(at, one)| one.arrays.is_empty() && is_stored(kernel, &origins, *at));
    let stored: Vec<_> = stored.map(|(at, one)| (bound.argument_name(at).to_owned(), one)).collect();
    let written =
        |(name, _): &(String, _)| Property::Writes { array: Some(name.clone()), among: None, once: false };
    exact.ensures = stored.iter().map(written).collect();
    let report = Subject { module, kernel, contract: &exact, options }.check(None).report;
    let is_proved = |name: &str| {
        let mut proved = report.properties.iter().filter(|one| one.outcome == Outcome::Proved);
        proved.any(|one| one.property.array() == Some(name))
    };
    let whole = stored.iter().filter(|(name, _)| is_proved(name));
    Some(whole.filter_map(|(_, one)| Some((one.name.clone(), iter::once(0..one.bytes?).collect()))).collect())
}

/// The writes of a launch by its run.
fn run_for_writes(kernel: &Arc<Kernel>, made: &Made, launched: &LaunchedAt) -> Option<Writes> {
    let bytes: u64 = made.launch.buffers.iter().map(|buffer| buffer.bytes).sum();
    let is_one_way = bytes <= MOST && !may_follow_order(kernel);
    let valid = Valid::new(kernel.clone()).ok().filter(|_| is_one_way)?;
    let launch = made.with_undetermined();
    let memory = run_undetermined(&valid, &launch)?;
    let mut writes = Writes::new();
    for (argument, passed) in launch.arguments.iter().zip(&launched.arguments) {
        let Argument::Pointer { buffer, .. } = argument else { continue };
        let memory = memory.get(*buffer)?;
        let written = (0..memory.len()).filter(|byte| memory.writes(*byte) > 0).map(|byte| byte..byte + 1);
        writes.insert(passed.name.clone(), joined(written.collect()));
    }
    Some(writes)
}

/// Whether numbers that depend on the order of blocks may lead further: results of atomic updates, and of loads that wait for other blocks.
fn may_follow_order(kernel: &Kernel) -> bool {
    let used: BTreeSet<ValueId> = kernel.operations().flat_map(|op| op.operands.iter().copied()).collect();
    kernel.operations().any(|op| {
        let is_strong = Manner::of(op).is_some_and(|manner| manner.reads && manner.scope.is_some());
        is_strong && matches!(op.results.as_slice(), [value, _] if used.contains(value))
    })
}

/// The memory after a run. Undetermined values are stored, and decide nothing; nor do results that the rules leave open, such as rounded sums.
fn run_undetermined(kernel: &Valid, launch: &Launch) -> Option<Vec<Contents>> {
    let options = Options {
        fuel: fuel::EARLIER,
        memory: MEMORY,
        counts_writes: true,
        finds_open: true,
        ignore: Some(Rule::UndeterminedStored),
        ..Options::default()
    };
    let outcome = interp::run(kernel, launch, &options).ok()?;
    let is_settled = !outcome.open || !kernel.operations().any(|op| reads_floats_as_integers(kernel, op));
    is_settled.then_some(outcome.buffers)
}

/// The report of a launch, proved for fully written arrays: decided again for the written parts.
pub(super) fn confirm(
    (module, kernel): (&Module, &Arc<Kernel>),
    (launched, earlier): (&LaunchedAt, &Earlier<'_>),
    options: &CheckOptions,
    report: KernelReport,
) -> KernelReport {
    let parts = if report.verdict.is_proof() { earlier.parts(kernel, launched, options) } else { Vec::new() };
    if parts.is_empty() {
        return report;
    }
    let Ok(contract) = find_contract(module, kernel, &Flags::default()) else {
        return undecided(report, describe(launched, &parts));
    };
    let Ok(mut made) = Made::new(launched, &Signature::new(kernel, &contract)) else {
        return undecided(report, describe(launched, &parts));
    };
    let whole = made.clone();
    parts.iter().for_each(|part| made.leave_unwritten(part));
    let is_known = parts.iter().all(|part| part.unknown.is_none());
    let (exact, overlap) = describe_launch(&contract, kernel, &made);
    if is_known && !overlap && is_defined(kernel, &made) {
        return report;
    }
    let subject = Subject { module, kernel, contract: &exact, options };
    let mut strict = check_arrays(&subject, &made, overlap);
    let (is_empty, note) = (parts.iter().all(|part| part.written.is_empty()), describe(launched, &parts));
    if strict.verdict.is_proof() {
        return report;
    }
    if let Some(places) = unknown_places(launched, &parts) {
        let mut made = whole;
        parts.iter().filter(|part| part.unknown.is_none()).for_each(|part| made.leave_unwritten(part));
        let (exact, overlap) = describe_launch(&contract, kernel, &made);
        let subject = Subject { module, kernel, contract: &exact, options };
        if check_arrays(&subject, &made, overlap).verdict.is_proof() {
            return supposing(report, places);
        }
    }
    if !is_known || !is_empty {
        for one in &mut strict.obligations {
            if matches!(one.status, Status::Refuted(_)) {
                one.status = Status::Unknown(note.clone());
            }
        }
        strict.verdict = Verdict::Unknown;
        if is_known && !overlap {
            strict = super::contents::confirm(kernel, &made, strict);
        }
    }
    strict.notes.push(note);
    KernelReport { name: report.name, signature: report.signature, ..strict }
}

/// The launches whose writes are unknown, with the arrays that are read behind them, as a condition; `None` without one.
fn unknown_places(launched: &LaunchedAt, parts: &[Part]) -> Option<String> {
    let condition = |part: &Part| {
        let (place, argument) = (part.unknown.as_ref()?, launched.arguments.get(part.parameter)?);
        Some(format!("the launch at {place} writes all of `{}` that is read", argument.name))
    };
    let all: Vec<String> = parts.iter().filter_map(condition).collect();
    (!all.is_empty()).then(|| all.join(" and "))
}

/// The report of a launch whose proof cannot be confirmed, with the reason.
fn undecided(report: KernelReport, note: String) -> KernelReport {
    let KernelReport { name, signature, seconds, .. } = report;
    KernelReport { name, signature, seconds, notes: vec![note], ..KernelReport::unknown() }
}

/// A proof under a condition on earlier launches.
fn supposing(mut report: KernelReport, condition: String) -> KernelReport {
    report.verdict = Verdict::Conditional;
    report.contract.decided = Some(Supposed::Written(condition));
    report
}

/// Whether a run of the launch breaks no rule for any unknown contents. No element leads to an address, a mask, a branch or a choice
/// between values.
fn is_defined(kernel: &Arc<Kernel>, made: &Made) -> bool {
    let Ok(valid) = Valid::new(kernel.clone()) else { return false };
    let bytes: u64 = made.launch.buffers.iter().map(|buffer| buffer.bytes).sum();
    bytes <= MOST
        && !chooses_by_elements(kernel)
        && !may_follow_order(kernel)
        && run_undetermined(&valid, &made.with_undetermined()).is_some()
        && matches!(run_to_violation(&valid, &made.launch, fuel::EARLIER), Ok(None))
}

/// Whether loaded elements may choose between two values. Conditions on numbers of launches, lanes and counters of loops are followed.
fn chooses_by_elements(kernel: &Kernel) -> bool {
    let mut makers: BTreeMap<ValueId, &Operation> = BTreeMap::new();
    let mut counters: BTreeSet<ValueId> = kernel.params.iter().copied().collect();
    for op in kernel.operations() {
        makers.extend(op.results.iter().map(|result| (*result, op)));
        let counted = op.regions.iter().filter(|_| op.op == Op::For);
        counters.extend(counted.filter_map(|region| region.params.first()));
    }
    let choices = kernel.operations().filter(|op| op.op == Op::Select);
    let mut open: Vec<ValueId> = choices.filter_map(|op| op.operands.first()).copied().collect();
    let mut seen = BTreeSet::new();
    while let Some(value) = open.pop() {
        if counters.contains(&value) || !seen.insert(value) {
            continue;
        }
        let Some(maker) = makers.get(&value) else { return true };
        match maker.op.meaning() {
            Meaning::Elementwise | Meaning::Core(_) => open.extend(&maker.operands),
            Meaning::Memory(_) | Meaning::Control(_) | Meaning::Unsupported => return true,
        }
    }
    false
}

/// A sentence about the unwritten elements.
fn describe(launched: &LaunchedAt, parts: &[Part]) -> String {
    let sentence = |part: &Part| {
        let argument = launched.arguments.get(part.parameter)?;
        let (name, bytes) = (&argument.name, argument.bytes?);
        let written: u64 = part.written.iter().map(|range| range.end - range.start).sum();
        Some(match &part.unknown {
            Some(place) => format!(
                "`{name}` is an array of `empty`, and it is unknown which elements the launch at {place} writes in every case"
            ),
            None if written == 0 => {
                format!("`{name}` is an array of `empty`, and no launch before has written it")
            }
            None => format!(
                "`{name}` is an array of `empty`, and {} write {written} of its {bytes} bytes",
                if argument.written.is_empty() {
                    "the launches before"
                } else {
                    "the script and the launches before"
                }
            ),
        })
    };
    parts.iter().filter_map(sentence).collect::<Vec<_>>().join(". ")
}

impl Made {
    /// The launch with unknown contents as undetermined ones.
    pub(super) fn with_undetermined(&self) -> Launch {
        let mut launch = self.launch.clone();
        let unknown = launch.buffers.iter_mut().enumerate().zip(&self.seen);
        for ((at, buffer), seen) in unknown {
            let is_shared =
                (0..self.launch.buffers.len()).any(|other| other != at && self.overlap(at, other));
            if !*seen || is_shared {
                buffer.uninit = true;
                buffer.contents = BTreeMap::new();
            }
        }
        launch
    }

    /// Leaves the unwritten elements of an array without contents. The other elements have unknown contents.
    fn leave_unwritten(&mut self, part: &Part) {
        let Some(Argument::Pointer { buffer, .. }) = self.launch.arguments.get(part.parameter) else {
            return;
        };
        let (Some(own), Some(seen)) = (self.launch.buffers.get_mut(*buffer), self.seen.get_mut(*buffer))
        else {
            return;
        };
        let zeros = |range: &Range<u64>| {
            let length = spec::syntax::count::usize_from_u64(range.end - range.start);
            (range.start, vec![0; length])
        };
        own.uninit = true;
        own.contents = part.written.iter().map(zeros).collect();
        *seen = part.written.is_empty();
    }
}
