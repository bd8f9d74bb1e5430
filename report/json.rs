//! The report as JSON: a public interface, so every key has a fixed place.

use std::collections::BTreeSet;

use serde::Serialize;
use spec::problem::{IllFormed, Party, Refused, Scene, Unsupported};
use spec::rules::Rule;
use spec::syntax::span::Place;

use driver::check::report::{Clauses, Counterexample, Ensured, Finding, KernelReport, Outcome, Status};
use driver::check::unneeded_masks;
use driver::files::launch_file::LaunchFile;
use driver::load::Source;
use driver::signature::Signature;

use crate::human;
use crate::shard::ShardFile;
use crate::text::Style;

/// The most elements of a strip that are listed.
const LISTED: usize = 64;

/// The `schema` field that identifies a report.
pub(crate) const SCHEMA: &str = "tileproof.check/3";

#[derive(Serialize)]
struct KernelFile<'a> {
    name: Option<&'a str>,
    called: Option<&'a str>,
    file: &'a str,
    verdict: &'static str,
    conditional: bool,
    likely_bug: Option<LikelyBugFile<'a>>,
    accepted: usize,
    contract: ClausesFile<'a>,
    obligations: Vec<FindingFile>,
    apart_from_compiler: Option<ApartFile<'a>>,
    counterexample: Option<CounterexampleFile>,
    properties: Vec<PropertyFile>,
    suggestions: &'a [String],
    asserts: Vec<SpanFile>,
    unneeded_masks: Vec<SpanFile>,
    problem: Option<ProblemFile>,
    notes: &'a [String],
    axioms: &'a [String],
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

/// A likely bug, with a typical launch, if any.
#[derive(Serialize)]
struct LikelyBugFile<'a> {
    launch: Option<CounterexampleFile>,
    rule: Option<&'static str>,
    place: Option<SpanFile>,
    why: &'a str,
    clears: &'a [String],
}

#[derive(Serialize)]
struct ClausesFile<'a> {
    given: &'a [String],
    signature: &'a [String],
    inferred: Vec<String>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    assumed_from_launches: &'a [String],
    trusted: &'a [String],
}

/// The report without obligations that only a compiler can break.
#[derive(Serialize)]
struct ApartFile<'a> {
    verdict: &'static str,
    inferred: &'a [String],
}

/// A property ensured by a contract.
#[derive(Serialize)]
struct PropertyFile {
    property: String,
    name: &'static str,
    status: &'static str,
    reason: Option<String>,
    span: Option<SpanFile>,
    counterexample: Option<LackingFile>,
    seconds: f64,
}

/// A launch without a property. `tileproof run --launch` reads such a file.
#[derive(Serialize)]
struct LackingFile {
    schema: &'static str,
    kernel: String,
    what: String,
    launch: LaunchFile,
}

#[derive(Serialize)]
struct FindingFile {
    rule: &'static str,
    status: &'static str,
    blame: Option<&'static str>,
    reached: Option<bool>,
    span: SpanFile,
    other: Option<SpanFile>,
    reason: Option<String>,
    seconds: f64,
}

#[derive(Serialize)]
struct SpanFile {
    file: String,
    line: usize,
    column: usize,
}

#[derive(Serialize)]
struct ProblemFile {
    message: String,
    help: Option<String>,
    span: SpanFile,
}

/// A counterexample: the broken rule, its place and block, and the launch. `tileproof run --launch` reads
/// such a file.
#[derive(Serialize)]
struct CounterexampleFile {
    schema: &'static str,
    kernel: String,
    rule: &'static str,
    block: [u32; 3],
    place: SpanFile,
    lanes: Vec<Vec<u32>>,
    iterations: Vec<IterationFile>,
    other: Option<PartyFile>,
    memory: Option<String>,
    elements: Option<SceneFile>,
    launch: LaunchFile,
}

#[derive(Serialize)]
struct PartyFile {
    block: [u32; 3],
    place: SpanFile,
    lanes: Vec<Vec<u32>>,
    iterations: Vec<IterationFile>,
}

/// The iterations before, of a loop.
#[derive(Serialize)]
struct IterationFile {
    place: SpanFile,
    number: u64,
}

#[derive(Serialize)]
#[serde(untagged)]
enum SceneFile {
    Tile { extents: Vec<u64>, tile: Vec<u32>, steps: Vec<u64>, index: Vec<i64>, dim_map: Vec<usize> },
    Elements { len: u64, touched: Vec<i64> },
}

/// One report inside the object of all reports, with its text for people on request. The first report follows the object's
/// beginning, so readers get each report as soon as possible.
pub(crate) fn part(source: &Source, report: &KernelReport, is_first: bool, with_text: bool) -> String {
    let words = with_text.then(|| human::report(source, report, Style::Plain, false));
    let file = text(&KernelFile { text: words, ..kernel(source, report) });
    let begin = if is_first { format!("{}\n", begin()) } else { ",\n".to_owned() };
    let lines: Vec<String> = file.lines().map(|line| format!("    {line}")).collect();
    format!("{begin}{}", lines.join("\n"))
}

/// The object up to its first report.
fn begin() -> String {
    format!("{{\n  \"schema\": \"{SCHEMA}\",\n  \"kernels\": [")
}

/// The end of the object, behind so many reports.
pub(crate) fn end(reports: usize, shard: Option<&ShardFile>) -> String {
    let close = if reports == 0 { begin() + "]" } else { "\n  ]".to_owned() };
    let shard = shard.map(text).unwrap_or_default();
    let shard: Vec<String> = shard.lines().map(|line| format!("  {line}")).collect();
    let shard = shard.join("\n");
    let shard = if shard.is_empty() { shard } else { format!(",\n  \"shard\": {}", shard.trim_start()) };
    format!("{close}{shard}\n}}\n")
}

/// A counterexample, as the file that `tileproof run --launch` takes.
pub fn counterexample(source: &Source, report: &KernelReport, example: &Counterexample) -> String {
    text(&CounterexampleFile::new(source, report, example))
}

/// Everything here has text for keys and finite or absent numbers, so there is nothing to fail.
pub(crate) fn text(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).map_or_else(|error| format!("\"{error}\""), |text| text + "\n")
}

fn kernel<'a>(source: &'a Source, report: &'a KernelReport) -> KernelFile<'a> {
    let Clauses { given, signature, trusted, assumed, inferred: _, decided: _ } = &report.contract;
    let found = report.counterexamples().first().map(|e| CounterexampleFile::new(source, report, e));
    KernelFile {
        name: report.name.as_deref(),
        called: report.name.as_deref().map(|name| source.readable(name)),
        file: &source.name,
        verdict: report.verdict.name(),
        conditional: report.is_conditional(),
        likely_bug: report.likely_bug.as_ref().map(|bug| LikelyBugFile {
            launch: bug.example.as_ref().map(|example| CounterexampleFile::new(source, report, example)),
            rule: bug.rule.map(Rule::code),
            place: bug.place.as_ref().map(|place| span(source, place)),
            why: &bug.why,
            clears: &bug.clears,
        }),
        accepted: report.accepted(),
        contract: ClausesFile {
            given,
            signature,
            inferred: report.inferred(),
            assumed_from_launches: &assumed.lines,
            trusted,
        },
        obligations: findings(source, report),
        apart_from_compiler: report
            .apart
            .as_ref()
            .map(|apart| ApartFile { verdict: apart.verdict.name(), inferred: &apart.inferred }),
        counterexample: found,
        properties: report.properties.iter().map(|one| property(source, report, one)).collect(),
        suggestions: &report.suggestions,
        asserts: report.asserts.iter().map(|at| span(source, at)).collect(),
        unneeded_masks: unneeded_masks(source, report).iter().map(|at| span(source, at)).collect(),
        problem: report.problem.as_ref().map(|problem| problem_file(source, problem)),
        notes: &report.notes,
        axioms: &report.axioms,
        seconds: rounded(report.seconds),
        text: None,
    }
}

/// The obligations; those that only a compiler can break come after the author's.
fn findings(source: &Source, report: &KernelReport) -> Vec<FindingFile> {
    let all = || report.obligations.iter().enumerate();
    let is_compilers = |at: &usize| report.compilers.contains(at);
    let authors = all().filter(|(at, _)| !is_compilers(at)).map(|(_, one)| finding(source, one, None));
    let compilers =
        all().filter(|(at, _)| is_compilers(at)).map(|(_, one)| finding(source, one, Some("compiler")));
    authors.chain(compilers).collect()
}

fn property(source: &Source, report: &KernelReport, one: &Ensured) -> PropertyFile {
    let (reason, counterexample) = match &one.outcome {
        Outcome::Proved => (None, None),
        Outcome::Unknown(why) => (Some(why.clone()), None),
        Outcome::Violated(lacking) => {
            let launch = LaunchFile::new(&lacking.launch, &report.signature);
            let kernel = report.name.clone().unwrap_or_default();
            let what = lacking.what.clone();
            (None, Some(LackingFile { schema: "tileproof.launch/1", kernel, what, launch }))
        }
    };
    PropertyFile {
        property: one.property.to_string(),
        name: one.property.name(),
        status: one.outcome.name(),
        reason,
        span: one.at.as_ref().map(|at| span(source, at)),
        counterexample,
        seconds: rounded(one.seconds),
    }
}

fn finding(source: &Source, finding: &Finding, blame: Option<&'static str>) -> FindingFile {
    let reason = match &finding.status {
        Status::Unknown(reason) | Status::Accepted(reason) => Some(reason.clone()),
        Status::Proved | Status::Refuted(_) => None,
    };
    FindingFile {
        rule: finding.rule.code(),
        status: finding.status.name(),
        blame,
        reached: finding.reached,
        span: span(source, &finding.at),
        other: finding.other.as_ref().map(|at| span(source, at)),
        reason,
        seconds: rounded(finding.seconds),
    }
}

fn problem_file(source: &Source, problem: &Refused) -> ProblemFile {
    let (message, at, help) = match problem {
        Refused::IllFormed(IllFormed { message, at, help }) => (message, at, help.clone()),
        Refused::Unsupported(Unsupported { message, at }) => (message, at, None),
    };
    ProblemFile { message: message.clone(), help, span: span(source, at) }
}

/// Microseconds are as fine as a clock is worth.
fn rounded(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

fn span(source: &Source, at: &Place) -> SpanFile {
    let position = source.position(at);
    SpanFile { file: position.file, line: position.line, column: position.column }
}

impl CounterexampleFile {
    fn new(source: &Source, report: &KernelReport, example: &Counterexample) -> Self {
        let violation = &example.violation;
        let party = PartyFile::new(source, &violation.party);
        CounterexampleFile {
            schema: "tileproof.launch/1",
            kernel: report.name.clone().unwrap_or_default(),
            rule: violation.rule.code(),
            block: party.block,
            place: party.place,
            lanes: party.lanes,
            iterations: party.iterations,
            other: violation.other.as_ref().map(|other| PartyFile::new(source, other)),
            memory: violation.parameter.map(|at| memory(&report.signature, at)),
            elements: violation.scene.as_ref().map(SceneFile::new),
            launch: LaunchFile::new(&example.launch, &report.signature),
        }
    }
}

fn memory(signature: &Signature, position: usize) -> String {
    signature.name(position).to_owned()
}

impl PartyFile {
    fn new(source: &Source, party: &Party) -> Self {
        let lanes = party.lane.iter().cloned().collect();
        let iterations = party.iterations.iter();
        let iterations =
            iterations.map(|of| IterationFile { place: span(source, &of.at), number: of.number }).collect();
        PartyFile { block: party.block, place: span(source, &party.at), lanes, iterations }
    }
}

impl SceneFile {
    /// For a strip, the elements outside, or otherwise all touched elements.
    fn new(scene: &Scene) -> Self {
        match scene {
            Scene::Tile { extents, tile, steps, index, dim_map } => SceneFile::Tile {
                extents: extents.clone(),
                tile: tile.clone(),
                steps: steps.clone(),
                index: index.iter().map(|i| i.cast_signed()).collect(),
                dim_map: dim_map.clone(),
            },
            Scene::Elements { len, touched, blamed: _ } => {
                let all: BTreeSet<_> = touched.iter().copied().collect();
                let outside = |at: &i64| u64::try_from(*at).is_err() || at.cast_unsigned() >= *len;
                let any_outside = all.iter().any(outside);
                let listed = all.into_iter().filter(|at| !any_outside || outside(at));
                SceneFile::Elements { len: *len, touched: listed.take(LISTED).collect() }
            }
        }
    }
}
