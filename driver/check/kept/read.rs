//! From a record to the report. Every launch runs again before it becomes part of a report.

use interp::{Options, Stop};
use spec::contract::Bound;
use spec::parse::contract_clauses;
use spec::problem::Violation;
use spec::rules::Rule;
use spec::syntax::kernel::Operation;
use spec::syntax::launch::Launch;
use spec::syntax::span::Place;
use spec::valid::Valid;
use verify::Clause;

use super::Subject;
use super::record::{
    ApartRecord, ExampleRecord, FindingRecord, InferredRecord, LikelyBugRecord, Record, StatusRecord,
};
use super::write::given;
use crate::check::replay::{MEMORY, fuel};
use crate::check::report::{
    Apart, Assumed, Clauses, Counterexample, Finding, Inferred, KernelReport, LikelyBug, Status, Verdict,
    as_written,
};
use crate::signature::Signature;

/// The violation of a launch, with a rule left out.
pub(super) fn run(kernel: &Valid, launch: &Launch, ignore: Option<Rule>) -> Option<Violation> {
    let options = Options { fuel: fuel::KEPT, memory: MEMORY, ignore, ..Options::default() };
    match interp::run(kernel, launch, &options) {
        Err(Stop::Violation(violation)) => Some(*violation),
        Ok(_) | Err(Stop::Exhausted(_) | Stop::Unsupported(_) | Stop::BadLaunch(_)) => None,
    }
}

/// The rule to leave out in a run: none, the rule of the options, or a rule that the author accepts.
#[expect(clippy::option_option, reason = "none found, or found without a rule")]
pub(super) fn find_ignored(
    subject: &Subject<'_>,
    holds: impl Fn(Option<Rule>) -> bool,
) -> Option<Option<Rule>> {
    let allowances = subject.module.allowances.iter().filter(|(name, _)| *name == subject.kernel.name);
    let accepted = allowances.map(|(_, one)| Rule::from_code(&one.rule));
    [None, subject.options.ignore].into_iter().chain(accepted).find(|rule| holds(*rule))
}

impl Subject<'_> {
    /// Parses a report; `None` if it belongs to another kernel, or a launch breaks another rule.
    pub(super) fn read(&self, text: &str) -> Option<KernelReport> {
        let record = serde_json::from_str(text).ok()?;
        let kernel = self.valid()?;
        let second = self.valid_second();
        let operations = kernel.operations().chain(second.iter().flat_map(|second| second.operations()));
        let operations: Vec<_> = operations.collect();
        let signature = Signature::new(&kernel, self.contract);
        let bound = Bound::new(self.contract, &kernel).ok()?;
        let report = Reader {
            subject: self,
            kernel: &kernel,
            second: second.as_ref(),
            bound: &bound,
            operations,
            signature,
        };
        report.report(record)
    }
}

/// The context for reading a report.
struct Reader<'a> {
    subject: &'a Subject<'a>,
    kernel: &'a Valid,
    /// With the rules of the source.
    second: Option<&'a Valid>,
    bound: &'a Bound<'a>,
    operations: Vec<&'a Operation>,
    signature: Signature,
}

impl Reader<'_> {
    fn report(self, record: Record) -> Option<KernelReport> {
        let inferred = record.inferred.into_iter().map(|one| self.inferred(one)).collect::<Option<_>>()?;
        let (given_, signature, trusted) = (record.given, record.signature, record.trusted);
        let assumed = Assumed {
            lines: record.assumed,
            count: record.assumed_count,
            is_of_samples: record.assumed_of_samples,
            // Decided behind the cache, by the launches of the script.
            excludes_launches: false,
        };
        let meaning = |(at, words): (usize, String)| Some((self.place(at)?.offset, words));
        let apart =
            |apart: ApartRecord| Some(Apart { verdict: verdict(&apart.verdict)?, inferred: apart.inferred });
        Some(KernelReport {
            name: Some(self.kernel.name.clone()),
            verdict: verdict(&record.verdict)?,
            contract: Clauses { given: given_, signature, inferred, assumed, trusted, decided: None },
            axioms: record.axioms,
            obligations: record
                .obligations
                .into_iter()
                .map(|one| self.finding(one))
                .collect::<Option<_>>()?,
            compilers: record.compilers,
            meanings: record.meanings.into_iter().map(meaning).collect::<Option<_>>()?,
            apart: given(record.apart, apart)?,
            masks: record.masks.into_iter().map(|at| self.place(at)).collect::<Option<_>>()?,
            asserts: record.asserts.into_iter().map(|at| self.place(at)).collect::<Option<_>>()?,
            problem: None,
            likely_bug: given(record.likely_bug, |bug| self.likely_bug(bug))?.map(Box::new),
            properties: Vec::new(),
            proof: None,
            whole: record.whole,
            suggestions: record.suggestions,
            ended_early: false,
            notes: record.notes,
            signature: self.signature,
            seconds: record.seconds.into(),
            scripts: Vec::new(),
        })
    }

    fn place(&self, at: usize) -> Option<Place> {
        Some(self.operations.get(at)?.at.clone())
    }

    fn inferred(&self, one: InferredRecord) -> Option<Inferred> {
        let because = given(one.because, |example| self.example(&example))?.map(Box::new);
        Some(Inferred { clause: self.clause(&one.clause)?, because })
    }

    /// The clause that the words of a contract say.
    fn clause(&self, words: &str) -> Option<Clause> {
        let mut said = contract_clauses(&as_written(words)).ok()?;
        let parameter = |name: &str| self.bound.position(name);
        if let Some(buffer) = said.buffers.pop() {
            let parameter = parameter(&buffer.name)?;
            return Some(Clause::Buffer {
                parameter,
                name: buffer.name,
                element: buffer.element,
                len: buffer.len,
            });
        }
        if let Some((name, bytes)) = said.aligns.pop() {
            return Some(Clause::Align { parameter: parameter(&name)?, name, bytes });
        }
        if let Some((name, holds)) = said.contents.pop() {
            return Some(Clause::Contents { parameter: parameter(&name)?, name, holds });
        }
        match said.relations.pop() {
            Some((name, relation)) => Some(Clause::Related { parameter: parameter(&name)?, name, relation }),
            None => said.requires.pop().map(Clause::Requires),
        }
    }

    fn finding(&self, finding: FindingRecord) -> Option<Finding> {
        let status = match finding.status {
            StatusRecord::Proved => Status::Proved,
            StatusRecord::Refuted(example) => {
                let example = self.example(&example)?;
                // A counterexample must be a launch of the contract.
                spec::admit::admit(self.bound, &example.launch).ok()?;
                Status::Refuted(Box::new(example))
            }
            StatusRecord::Unknown(reason) => Status::Unknown(reason),
            StatusRecord::Accepted(because) => Status::Accepted(because),
        };
        Some(Finding {
            rule: Rule::from_code(&finding.rule)?,
            operation: finding.operation,
            at: self.place(finding.at)?,
            other: given(finding.other, |at| self.place(at))?,
            status,
            reached: finding.reached,
            seconds: finding.seconds.into(),
        })
    }

    /// The launch, with its replayed violation.
    fn example(&self, example: &ExampleRecord) -> Option<Counterexample> {
        let launch = example.launch.to_launch(&self.signature).ok()?;
        let ignored = given(example.ignoring.as_deref(), Rule::from_code)?;
        find_ignored(self.subject, |rule| rule == ignored)?;
        let place = self.place(example.at)?;
        let is_it = |violation: &Violation| {
            violation.rule.code() == example.rule && place.offset == violation.party.at.offset
        };
        let kernels = [Some(self.kernel), self.second];
        let violation =
            kernels.into_iter().flatten().find_map(|one| run(one, &launch, ignored).filter(is_it))?;
        Some(Counterexample::new(launch, violation))
    }

    fn likely_bug(&self, bug: LikelyBugRecord) -> Option<LikelyBug> {
        Some(LikelyBug {
            example: given(bug.example, |example| self.example(&example))?.map(Box::new),
            rule: given(bug.rule.as_deref(), Rule::from_code)?,
            place: given(bug.place, |at| self.place(at))?,
            why: bug.why,
            clears: bug.clears,
        })
    }
}

/// The verdict with this name, among the cached kinds.
fn verdict(name: &str) -> Option<Verdict> {
    let all = [
        Verdict::Proved,
        Verdict::Conditional,
        Verdict::Unknown,
        Verdict::Unsupported,
        Verdict::IllFormed,
        Verdict::Undefined,
    ];
    all.into_iter().find(|verdict| verdict.name() == name)
}
