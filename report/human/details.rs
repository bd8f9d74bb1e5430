//! The proof itself, for `-v`: obligations, clauses, and the assumptions of every proof.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use driver::check::report::{
    Clauses, Ensured, Finding, KernelReport, LikelyBug, Outcome, Status, as_written,
};
use driver::load::Source;
use spec::rules::Rule;
use spec::syntax::contract::Property;

use super::paragraph;

/// All details of one kernel beyond its findings.
pub(super) fn kernel(source: &Source, report: &KernelReport, text: &mut String) {
    if let Some(bug) = &report.likely_bug {
        likely_bug(bug, text);
    }
    refuted(report, text);
    unknowns(source, report, text);
    if report.verdict.is_proof() {
        proof(&report.obligations, text);
    }
    accepted(source, report, text);
    contract(report, text);
}

/// The clauses each of which clears a likely bug, and how the rule is allowed.
fn likely_bug(bug: &LikelyBug, text: &mut String) {
    let clears = bug.clears.iter().map(|clause| format!("`{}`", as_written(clause)));
    let allow = bug.broken().map(|(rule, _)| format!("`// tileproof: allow {rule}, because …`"));
    let ways: Vec<String> = clears.chain(allow).collect();
    paragraph("likely bug", &bug.why, text);
    if !ways.is_empty() {
        paragraph("if this is intended", &format!("add {}", ways.join(", or ")), text);
    }
}

/// What every proof of a run assumes, once for all kernels: the axioms and the solver.
pub(super) fn assumptions(reports: &[(&Source, &KernelReport)]) -> String {
    let proofs = reports.iter().filter(|(_, report)| report.verdict.is_proof());
    let axioms: BTreeSet<&str> =
        proofs.flat_map(|(_, report)| report.axioms.iter().map(String::as_str)).collect();
    let mut text = String::new();
    if !axioms.is_empty() {
        let axioms: Vec<_> = axioms.into_iter().collect();
        paragraph("every proof assumes", &axioms.join("; "), &mut text);
        let solver = format!("z3 {} and the encoding of the specification", verify::solver_version());
        paragraph("every proof trusts", &solver, &mut text);
    }
    text
}

/// The number of refuted obligations, if larger than the number of shown launches.
fn refuted(report: &KernelReport, text: &mut String) {
    let broken = |finding: &&Finding| matches!(finding.status, Status::Refuted(_));
    let (count, shown) = (report.obligations.iter().filter(broken).count(), report.counterexamples().len());
    if count > shown {
        let rules = by_rule(report.obligations.iter().filter(broken));
        paragraph("refuted", &format!("{count} obligations, shown by {shown} launches: {rules}"), text);
    }
}

/// The findings accepted by the author, each with place and reason.
fn accepted(source: &Source, report: &KernelReport, text: &mut String) {
    for finding in &report.obligations {
        if let Status::Accepted(because) = &finding.status {
            let at = source.position(&finding.at);
            paragraph("accepted", &format!("{} at {at}, because {because}", finding.rule), text);
        }
    }
}

/// How many findings there are of each rule.
fn by_rule<'a>(findings: impl Iterator<Item = &'a Finding>) -> String {
    let mut counts: BTreeMap<Rule, usize> = BTreeMap::new();
    for finding in findings {
        *counts.entry(finding.rule).or_default() += 1;
    }
    counts.iter().map(|(rule, count)| format!("{count} {rule}")).collect::<Vec<_>>().join(", ")
}

/// What was neither proved nor refuted, each with why.
fn unknowns(source: &Source, report: &KernelReport, text: &mut String) {
    for finding in &report.obligations {
        match &finding.status {
            Status::Unknown(reason) => {
                let (rule, at) = (finding.rule, source.position(&finding.at));
                paragraph("unknown", &format!("{rule} at {at}: {reason}"), text);
            }
            Status::Proved | Status::Refuted(_) | Status::Accepted(_) => {}
        }
    }
}

/// How much was shown, by rule.
fn proof(obligations: &[Finding], text: &mut String) {
    let proved = || obligations.iter().filter(|finding| finding.status == Status::Proved);
    let all = proved().count();
    let plural = if all == 1 { "obligation" } else { "obligations" };
    let listed = if all == 0 { String::new() } else { format!(": {}", by_rule(proved())) };
    paragraph("shown", &format!("{all} {plural}{listed}"), text);
}

/// The clauses of a verdict.
fn contract(report: &KernelReport, text: &mut String) {
    let Clauses { given, signature, inferred, assumed, trusted, decided: _ } = &report.contract;
    let inferred = inferred.iter().map(|one| one.clause.to_string()).collect();
    let labelled = [
        ("given", given),
        ("assumed by the compiled signature", signature),
        (
            if assumed.is_of_samples { "assumed from the samples" } else { "assumed from your launches" },
            &assumed.lines,
        ),
        ("inferred", &inferred),
        ("trusted", trusted),
    ];
    for (label, clauses) in labelled {
        if !clauses.is_empty() {
            paragraph(label, &clauses.join("; "), text);
        }
    }
    if !report.verdict.is_proof() {
        return;
    }
    let ends =
        |one: &Ensured| matches!(one.property, Property::Progress { .. }) && one.outcome == Outcome::Proved;
    if !report.properties.iter().any(ends) {
        paragraph("termination", "not checked (`--property progress` does)", text);
    }
}
