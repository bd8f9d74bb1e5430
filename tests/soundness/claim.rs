//! What the verifier claims of a kernel.

use driver::check::report::{Clauses, Counterexample, KernelReport, Status, Verdict};
use driver::check::{Options, check_under};
use spec::contract::Bound;
use spec::rules::Rule;
use spec::syntax::contract::Contract;
use spec::valid::Valid;

use crate::subject::Subject;

/// A claim that launches can contradict, or none.
pub(crate) enum Claim {
    /// No launch that keeps the contract and these clauses breaks a rule.
    Proved(Conditions),
    /// Some launches do.
    Undefined(Refutation),
    /// Nothing is claimed, and why.
    Unknown(String),
    /// Something of it has no meaning yet.
    Unsupported,
    /// The kernel is invalid, or its contract has no launch, with the reason.
    IllFormed(String),
}

/// What a proof needs beside the contract.
#[derive(Default)]
pub(crate) struct Conditions {
    /// Trusted clauses.
    pub(crate) trusted: Vec<String>,
    /// Inferred clauses.
    pub(crate) inferred: Vec<Found>,
    /// Rules that may be broken, since the author says so.
    pub(crate) accepted: Vec<Rule>,
    /// Whether the clauses may be stronger than need be, as the report says.
    pub(crate) cut: bool,
}

/// An inferred clause.
pub(crate) struct Found {
    /// In the words of a contract.
    pub(crate) words: String,
    /// A launch just outside that breaks a rule, if shown.
    pub(crate) because: Option<Box<Counterexample>>,
}

/// The evidence against a kernel.
pub(crate) struct Refutation {
    /// Launches that break a rule.
    pub(crate) shown: Vec<Counterexample>,
    /// Whether everything else was decided.
    pub(crate) decided: bool,
    /// The trusted assumptions about every launch.
    pub(crate) trusted: Vec<String>,
}

/// What a check says of a kernel under a contract, with about so much time for an obligation.
pub(crate) fn claim(subject: &Subject, contract: &Contract, seconds: Option<f64>) -> Claim {
    let options = Options { seconds, ..Options::default() };
    let report = check_under(&subject.module, &subject.kernel, contract, &options);
    match report.verdict {
        Verdict::Proved | Verdict::Conditional => {
            let accepted = report.obligations.iter().filter(|f| matches!(f.status, Status::Accepted(_)));
            let accepted = accepted.map(|finding| finding.rule).collect();
            let Clauses { trusted, inferred, given: _, signature: _, assumed: _, decided: _ } =
                report.contract;
            let cut = report.notes.iter().any(|note| note == driver::check::CUT);
            let inferred = inferred
                .into_iter()
                .map(|one| Found { words: one.clause.to_string(), because: one.because })
                .collect();
            Claim::Proved(Conditions { trusted, inferred, accepted, cut })
        }
        Verdict::Undefined => Claim::Undefined(Refutation {
            shown: report.counterexamples().into_iter().cloned().collect(),
            decided: !report.obligations.iter().any(|f| matches!(f.status, Status::Unknown(_))),
            trusted: report.contract.trusted.clone(),
        }),
        Verdict::Unknown => Claim::Unknown(open(&report)),
        Verdict::Unsupported => Claim::Unsupported,
        Verdict::IllFormed => {
            Claim::IllFormed(report.problem.map_or_else(String::new, |problem| problem.to_string()))
        }
    }
}

/// What is open in a report, the first thing.
fn open(report: &KernelReport) -> String {
    let unknown = report.obligations.iter().find_map(|finding| match &finding.status {
        Status::Unknown(why) => Some(format!("{}: {why}", finding.rule)),
        Status::Proved | Status::Refuted(_) | Status::Accepted(_) => None,
    });
    unknown.unwrap_or_else(|| report.notes.join("; "))
}

/// Whether the verifier alone, with or without a flaw, proves the kernel, with an optional limit of solver steps per query; otherwise there
/// is no claim.
pub(crate) fn verified(subject: &Subject, flaw: Option<verify::Flaw>, steps: Option<u32>) -> Claim {
    let Ok(kernel) = Valid::new(subject.kernel.clone()) else { return Claim::Unsupported };
    let folded = spec::fold::kernel(&kernel);
    let bound = match Bound::new(&subject.contract, &folded) {
        Ok(bound) => bound,
        Err(problem) => return Claim::IllFormed(problem.message),
    };
    let usual = verify::Options::default();
    let (policy, rlimit) = (usual.policy.until_violation(), steps.unwrap_or(usual.rlimit));
    let options = verify::Options { flaw, policy, rlimit, ..usual };
    let proof = verify::check(&folded, &bound, &options);
    let is_proved = |obligation: &verify::Obligation| matches!(obligation.status, verify::Status::Proved);
    match proof.obligations.iter().find(|obligation| !is_proved(obligation)) {
        Some(open) => Claim::Unknown(open.rule.to_string()),
        None if proof.empty => Claim::IllFormed("no launch meets the contract".to_owned()),
        None => Claim::Proved(Conditions { trusted: proof.trusted, ..Conditions::default() }),
    }
}
