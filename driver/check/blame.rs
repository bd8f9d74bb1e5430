//! The addressee of a violation: without a word for the rule in the author's language, the violation is the
//! compiler's.

use spec::contract::Bound;
use spec::rules::Rule;
use spec::syntax::contract::Contract;
use spec::syntax::kernel::language::Language;
use spec::syntax::kernel::{Kernel, Operation};

use super::report::{Finding, KernelReport, Status, Verdict};
use super::signature::{describe_assumption, is_of_compiler};

/// Marks the obligations that only a compiler can break.
pub(super) fn find_blame(kernel: &Kernel, contract: &Contract, report: &mut KernelReport) {
    // Authors of Triton state assumptions, and order accesses, themselves.
    let is_triton = matches!(kernel.language, Language::Triton { .. });
    let is_compilers = |finding: &Finding| {
        let op = kernel.operations().nth(finding.operation);
        matches!(finding.status, Status::Refuted(_))
            && !is_triton
            && op.is_some_and(|op| is_of_compiler(kernel, op) || is_lost_order(op, finding.rule, contract))
    };
    report.compilers = report
        .obligations
        .iter()
        .enumerate()
        .filter(|(_, one)| is_compilers(one))
        .map(|(at, _)| at)
        .collect();
    let bound = Bound { contract, kernel };
    let broken = report.obligations.iter().filter(|one| matches!(one.status, Status::Refuted(_)));
    let meaning = |finding: &Finding| {
        let op = kernel.operations().nth(finding.operation)?;
        let by = if is_of_compiler(kernel, op) { ", which the compiler assumes" } else { "" };
        let described = (is_triton || !by.is_empty()).then(|| describe_assumption(kernel, &bound, op))??;
        Some((finding.at.offset, format!("{described}{by}")))
    };
    report.meanings = broken.filter_map(meaning).collect();
}

/// Whether a rule asks for an order of two accesses that the source has and tokens lost. If the author declares overlapping arrays, the
/// order is the author's matter.
fn is_lost_order(op: &Operation, rule: Rule, contract: &Contract) -> bool {
    rule == Rule::RaceToken && op.at.source.is_some() && contract.aliases.is_empty()
}

/// The rule to leave out, to see the rest: the only rule that a compiler has broken. The compiler's assumption is then not
/// believed either, because a false assumption would imply everything.
pub(super) fn set_aside(report: &KernelReport) -> Option<Rule> {
    let broken = |(at, one): (usize, &Finding)| {
        matches!(one.status, Status::Refuted(_)).then_some((report.compilers.contains(&at), one.rule))
    };
    let broken: Vec<(bool, Rule)> = report.obligations.iter().enumerate().filter_map(broken).collect();
    let (_, rule) = *broken.iter().find(|(compilers, _)| *compilers)?;
    // Without the rule, an author's own violation would be hidden.
    let alone = broken.iter().all(|(compilers, other)| *compilers == (*other == rule));
    (alone && report.verdict == Verdict::Undefined).then_some(rule)
}

/// Adds violations besides a rule of the compiler: behind a false assumption none of them was seen.
pub(super) fn add_broken(report: &mut KernelReport, apart: KernelReport, rule: Rule) {
    let broken = apart.obligations.into_iter().filter(|one| matches!(one.status, Status::Refuted(_)));
    for finding in broken {
        match report.obligations.iter_mut().find(|known| known.id() == finding.id()) {
            Some(known) => *known = finding,
            None => report.obligations.push(finding),
        }
    }
    report.notes.push(format!(
        "findings besides those of the compiler assume `{rule}`, although launches may break this rule earlier"
    ));
}
