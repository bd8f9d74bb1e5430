//! Converts a report to its record.

use spec::rules::Rule;
use spec::syntax::kernel::Operation;
use spec::syntax::span::Place;
use spec::valid::Valid;

use super::Subject;
use super::read::{find_ignored, run};
use super::record::{
    ApartRecord, ExampleRecord, FindingRecord, InferredRecord, LikelyBugRecord, Record, StatusRecord,
};
use crate::check::report::{Apart, Counterexample, Finding, Inferred, KernelReport, LikelyBug, Status};
use crate::files::LaunchFile;
use crate::signature::Signature;

impl Subject<'_> {
    /// The record of a report; `None` if a part cannot be recorded.
    pub(super) fn record(&self, report: &KernelReport) -> Option<String> {
        let kernel = self.valid()?;
        let second = self.valid_second();
        let operations = kernel.operations().chain(second.iter().flat_map(|second| second.operations()));
        let operations: Vec<_> = operations.collect();
        let writer = Writer {
            subject: self,
            kernel: &kernel,
            second: second.as_ref(),
            operations,
            signature: &report.signature,
        };
        serde_json::to_string(&writer.record(report)?).ok()
    }
}

/// The context for writing a report.
struct Writer<'a> {
    subject: &'a Subject<'a>,
    kernel: &'a Valid,
    /// With the rules of the source.
    second: Option<&'a Valid>,
    operations: Vec<&'a Operation>,
    signature: &'a Signature,
}

impl Writer<'_> {
    fn record(&self, report: &KernelReport) -> Option<Record> {
        let KernelReport {
            name: _,
            verdict,
            contract,
            axioms,
            obligations,
            compilers,
            meanings,
            apart,
            asserts,
            problem: None,
            likely_bug,
            proof: _,
            whole,
            masks,
            suggestions,
            notes,
            signature: _,
            seconds,
            ended_early: _,
            scripts: _,
            // What became of properties is not kept: then no report is.
            properties: _,
        } = report
        else {
            return None;
        };
        let meaning = |(offset, words): &(usize, String)| {
            let at = self.operations.iter().position(|op| op.at.offset == *offset)?;
            Some((at, words.clone()))
        };
        Some(Record {
            verdict: verdict.name().to_owned(),
            given: contract.given.clone(),
            signature: contract.signature.clone(),
            inferred: contract.inferred.iter().map(|one| self.inferred(one)).collect::<Option<_>>()?,
            assumed: contract.assumed.lines.clone(),
            assumed_count: contract.assumed.count,
            assumed_of_samples: contract.assumed.is_of_samples,
            trusted: contract.trusted.clone(),
            axioms: axioms.clone(),
            obligations: obligations.iter().map(|one| self.finding(one)).collect::<Option<_>>()?,
            compilers: compilers.clone(),
            meanings: meanings.iter().map(meaning).collect::<Option<_>>()?,
            apart: apart.as_ref().map(|Apart { verdict, inferred }| ApartRecord {
                verdict: verdict.name().to_owned(),
                inferred: inferred.clone(),
            }),
            masks: masks.iter().map(|at| self.place(at)).collect::<Option<_>>()?,
            asserts: asserts.iter().map(|at| self.place(at)).collect::<Option<_>>()?,
            likely_bug: given(likely_bug.as_deref(), |bug| self.likely_bug(bug))?,
            whole: whole.clone(),
            suggestions: suggestions.clone(),
            notes: notes.clone(),
            seconds: (*seconds).into(),
        })
    }

    /// The operation that stands at a place.
    fn place(&self, at: &Place) -> Option<usize> {
        self.operations.iter().position(|op| (op.at.offset, op.at.len) == (at.offset, at.len))
    }

    fn inferred(&self, one: &Inferred) -> Option<InferredRecord> {
        let because = given(one.because.as_deref(), |example| self.example(example))?;
        Some(InferredRecord { clause: one.clause.to_string(), because })
    }

    fn finding(&self, finding: &Finding) -> Option<FindingRecord> {
        let status = match &finding.status {
            Status::Proved => StatusRecord::Proved,
            Status::Refuted(example) => StatusRecord::Refuted(self.example(example)?),
            Status::Unknown(reason) => StatusRecord::Unknown(reason.clone()),
            Status::Accepted(because) => StatusRecord::Accepted(because.clone()),
        };
        Some(FindingRecord {
            rule: finding.rule.code().to_owned(),
            operation: finding.operation,
            at: self.place(&finding.at)?,
            other: given(finding.other.as_ref(), |at| self.place(at))?,
            status,
            reached: finding.reached,
            seconds: finding.seconds.into(),
        })
    }

    fn example(&self, example: &Counterexample) -> Option<ExampleRecord> {
        let breaks =
            |kernel: &Valid, rule| run(kernel, &example.launch, rule).as_ref() == Some(&example.violation);
        let ignores = |rule: Option<Rule>| {
            breaks(self.kernel, rule) || self.second.is_some_and(|second| breaks(second, rule))
        };
        let ignoring = find_ignored(self.subject, ignores)?;
        Some(ExampleRecord {
            launch: LaunchFile::new(&example.launch, self.signature),
            ignoring: ignoring.map(|rule| rule.code().to_owned()),
            rule: example.violation.rule.code().to_owned(),
            at: self.place(&example.violation.party.at)?,
        })
    }

    fn likely_bug(&self, bug: &LikelyBug) -> Option<LikelyBugRecord> {
        Some(LikelyBugRecord {
            example: given(bug.example.as_deref(), |example| self.example(example))?,
            rule: bug.rule.map(|rule| rule.code().to_owned()),
            place: given(bug.place.as_ref(), |at| self.place(at))?,
            why: bug.why.clone(),
            clears: bug.clears.clone(),
        })
    }
}

/// Maps an optional value: the outer `None` means that a present value cannot be written.
pub(super) fn given<T, R>(value: Option<T>, to: impl FnOnce(T) -> Option<R>) -> Option<Option<R>> {
    match value {
        Some(value) => to(value).map(Some),
        None => Some(None),
    }
}
