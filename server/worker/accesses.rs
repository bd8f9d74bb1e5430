//! What is known of each operation, and of each kernel: proved or not, and how much of a tile an access reaches.

use std::collections::BTreeMap;

use driver::check::report::{Finding, KernelReport, Status};
use lsp_types::{Position, Range};
use report::checked::Checked;
use report::entry::{Entry, Level};
use spec::memory::access::Access;
use spec::memory::strength::Manner;
use spec::proof::view_axes;
use spec::rules::Rule;
use spec::syntax::count::{handle_from_usize, usize_from_u32};
use spec::syntax::kernel::{Kernel, Operation};

use super::place::Places;
use super::words;
use crate::order::{Reach, Spot, Standing};

/// The places of the checked file with facts.
pub(super) fn spots(places: &Places, one: &Checked) -> Vec<Spot> {
    let Ok(module) = one.source.module() else { return Vec::new() };
    let named = |kernel: &&std::sync::Arc<Kernel>| one.report.name.as_deref() == Some(kernel.name.as_str());
    let Some(kernel) = module.kernels.iter().find(named) else { return Vec::new() };
    let here = |place: Option<(String, Range)>| place.filter(|(uri, _)| uri == places.uri());
    let mut spots = Vec::new();
    if one.report.problem.is_none() {
        let accesses = kernel.operations().enumerate().filter_map(|(number, op)| {
            let (_, range) = here(places.stretch(&one.source, &op.at))?;
            let (words, standing) = known(one, kernel, number, op)?;
            Some(Spot { range, words, standing })
        });
        spots.extend(accesses);
    }
    let words = words::kernel(one);
    let at = here(places.line(&one.source, &kernel.at)).map(|(_, range)| with_comments(places, range));
    let contract = module.contracts.iter().find(|contract| contract.kernel == kernel.name);
    let ranges = at.into_iter().chain(contract.and_then(|contract| places.contract(&contract.at)));
    spots.extend(ranges.map(|range| Spot { range, words: words.clone(), standing: None }));
    spots
}

/// The line of a kernel with the contract comments right above it.
fn with_comments(places: &Places, range: Range) -> Range {
    let text = places.text().unwrap_or_default();
    let line = usize_from_u32(range.start.line);
    let above = text.lines().take(line).collect::<Vec<_>>();
    let count = above.iter().rev().take_while(|line| line.contains("tileproof:")).count();
    let first = range.start.line - handle_from_usize(count);
    if count == 0 { range } else { Range::new(Position::new(first, 0), range.end) }
}

/// The facts about an operation, with all parts of an access; `None` without obligations.
fn known(
    one: &Checked,
    kernel: &Kernel,
    number: usize,
    op: &Operation,
) -> Option<(String, Option<Standing>)> {
    let report = &one.report;
    let own = |finding: &&Finding| finding.operation == number && finding.at.offset == op.at.offset;
    let findings: Vec<&Finding> = report.obligations.iter().filter(own).collect();
    let manner = Manner::of(op);
    if manner.is_none() && findings.is_empty() {
        return None;
    }
    let is_decided = report.verdict.is_proof() || !findings.is_empty() && !report.ended_early;
    let proved = is_decided && findings.iter().all(|finding| matches!(finding.status, Status::Proved));
    let (what, proved_what) = match manner.map(|manner| (manner.reads, manner.writes)) {
        Some((true, true)) => ("update", "proved in bounds and free of races"),
        Some((_, true)) => ("write", "proved in bounds and free of races"),
        Some((_, false)) => ("read", "proved in bounds and free of races"),
        None => (op.op.mnemonic(), "proved"),
    };
    let state = match (proved, report.contract.inferred.is_empty()) {
        (true, true) => proved_what.to_owned(),
        (true, false) => format!("{proved_what}, if the inferred preconditions hold"),
        (false, _) => "not proved".to_owned(),
    };
    let mut text = findings_here(one, op);
    text.push_str(&format!("**{what}** in {}: {state}\n\n", words::code(&one.name())));
    let standing = manner.map(|_| {
        let (reach, why) = reach(report, kernel, number, op);
        text.push_str(&format!("- {why}\n"));
        Standing { proved, conditional: !report.contract.inferred.is_empty(), reach }
    });
    text.push_str(&rules(&findings));
    text.push_str(&grounds(report, op, &findings));
    let open = findings.iter().find(|finding| !matches!(finding.status, Status::Proved));
    text.extend(open.map(|finding| format!("\n{}", words::rule(finding.rule))));
    Some((text, standing))
}

/// The errors and warnings at an operation, with which a hover begins.
fn findings_here(one: &Checked, op: &Operation) -> String {
    let is_here = |entry: &&Entry| {
        entry.level != Level::Note && !entry.is_open(&one.report) && entry.places.0.offset == op.at.offset
    };
    let here = one.entries.iter().filter(is_here);
    here.map(|entry| format!("**{}[{}]**: {}\n\n", entry.level.name(), entry.kind.id(), entry.message))
        .collect()
}

/// The assumptions of a proof.
fn grounds(report: &KernelReport, op: &Operation, findings: &[&Finding]) -> String {
    let mut text = String::new();
    let needed: Vec<String> = words::needed(report, op.at.offset).collect();
    if !needed.is_empty() {
        text.push_str(&format!("- needs {}, an inferred precondition\n", words::joined(&needed)));
    }
    if !findings.is_empty() && findings.iter().all(|finding| finding.reached == Some(false)) {
        text.push_str("- no launch of the contract comes here\n");
    }
    if report.verdict.is_proof() {
        text.push_str(&format!("- kernel: {}\n", words::verdict(report)));
    }
    if !report.contract.given.is_empty() {
        text.push_str(&format!("- given: {}\n", words::joined(&report.contract.given)));
    }
    text
}

/// A line for each rule, with its worst status.
fn rules(findings: &[&Finding]) -> String {
    let badness = |status: &Status| match status {
        Status::Proved => 0,
        Status::Accepted(_) => 1,
        Status::Unknown(_) => 2,
        Status::Refuted(_) => 3,
    };
    let mut worst: BTreeMap<&str, (Rule, &Status)> = BTreeMap::new();
    for finding in findings {
        let entry = worst.entry(finding.rule.code()).or_insert((finding.rule, &finding.status));
        if badness(&finding.status) > badness(entry.1) {
            entry.1 = &finding.status;
        }
    }
    let line = |(code, (rule, status)): (&str, (Rule, &Status))| match status {
        Status::Proved => format!("- `{code}` never: {}\n", rule.title()),
        Status::Refuted(_) => format!("- `{code}` happens: {}\n", rule.title()),
        Status::Unknown(reason) => format!("- `{code}` may happen: {}; {reason}\n", rule.title()),
        Status::Accepted(because) => format!("- `{code}` is accepted: {}; {because}\n", rule.title()),
    };
    worst.into_iter().map(line).collect()
}

/// How much of an access is made, and why.
fn reach(report: &KernelReport, kernel: &Kernel, number: usize, op: &Operation) -> (Reach, String) {
    let axes = view_axes(kernel, op);
    if axes == 0 {
        if report.masks.contains(&op.at) {
            let why = "full: the mask leaves out no element in any launch, so it is not needed";
            return (Reach::Full, why.to_owned());
        }
        return match Access::of(kernel, op).is_some_and(|access| access.mask().is_some()) {
            true => (Reach::Masked, "masked: only elements whose mask is true are accessed".to_owned()),
            false => (Reach::Full, "full: every element is accessed".to_owned()),
        };
    }
    let promised = |axis: &usize| op.attributes.inbounds.get(*axis) == Some(&true);
    let open: Vec<String> = (0..axes)
        .filter(|axis| !promised(axis) && !report.whole.contains(&(number, *axis)))
        .map(|axis| axis.to_string())
        .collect();
    if open.is_empty() {
        let all = (0..axes).all(|axis| promised(&axis));
        let so = if all { "as it promises" } else { "so it needs no mask" };
        return (Reach::Full, format!("full: the whole tile is inside in every launch, {so}"));
    }
    let (axes, behind) = if open.len() == 1 { ("axis", "its end") } else { ("axes", "their ends") };
    let named = open.join(" and ");
    let why =
        format!("masked: along {axes} {named} the tile may reach behind {behind}, where nothing is accessed");
    (Reach::Masked, why)
}
