//! The first finding of a report, and the suggested change.

use driver::check::report::KernelReport;
use driver::code::{Code, Language};
use driver::explain::advice;
use driver::load::{Excerpt, Flags, Source, find_contract};
use driver::repair::{Problem, propose};
use spec::problem::Violation;
use spec::rules::Rule;
use spec::syntax::contract::Contract;
use spec::syntax::span::Place;

/// What the author may change where a rule is broken at a place of his own file.
pub(crate) enum Change {
    /// A line as it would be, by number.
    Line(usize, String),
    /// Advice in words.
    Words(String),
}

/// The change for a rule that is broken at a place, by a violation where a launch was seen.
pub(crate) fn change(
    source: &Source,
    report: &KernelReport,
    (rule, at): (Rule, &Place),
    violation: Option<&Violation>,
) -> Change {
    let contract = contract(source, report).unwrap_or_default();
    let proposed = authors(source, at).and_then(|(excerpt, language)| {
        let code = Code::new(excerpt.source.inner(), language);
        let problem = Problem { rule, offset: excerpt.offset, contract: &contract };
        propose(&code, &problem).into_iter().find_map(|change| change.shown(&code))
    });
    match proposed {
        // `fix` tries the change on request.
        Some((line, words)) => Change::Line(line, words),
        None => {
            let words = violation.and_then(|violation| apart(source, report, violation, &contract));
            Change::Words(words.unwrap_or_else(|| advice(rule).to_owned()))
        }
    }
}

/// The violation that is told first.
fn violation(report: &KernelReport) -> Option<&Violation> {
    let likely = report.likely_bug.as_ref().and_then(|bug| bug.example.as_deref());
    likely.or(report.counterexamples().first().copied()).map(|example| &example.violation)
}

/// The first reported rule, and its place.
pub fn broken(report: &KernelReport) -> Option<(Rule, &Place)> {
    let seen = violation(report).map(|violation| (violation.rule, &violation.party.at));
    seen.or(report.likely_bug.as_ref().and_then(|bug| bug.broken()))
}

/// The author's line of a place, if his file is at hand.
pub fn authors(source: &Source, at: &Place) -> Option<(Excerpt, Language)> {
    at.source.as_ref()?;
    let excerpt = source.excerpt(at);
    let language = Language::of(excerpt.source.name().as_ref())?;
    (excerpt.elsewhere.is_none() && language != Language::Table).then_some((excerpt, language))
}

/// The advice for a read that races with a write: the array, or an array that may be the same, is written elsewhere.
fn apart(
    source: &Source,
    report: &KernelReport,
    violation: &Violation,
    contract: &Contract,
) -> Option<String> {
    let other = violation.other.as_ref()?;
    if source.position(&other.at) == source.position(&violation.party.at) {
        return None;
    }
    if let Some((one, same)) = contract.aliases.first() {
        return Some(format!(
            "`alias {one} {same}` lets both be one array, which is read where other lanes have written it: pass two arrays that do not overlap"
        ));
    }
    let array = report.signature.name(violation.parameter?);
    Some(format!(
        "`{array}` is read where others write it: write into another array than `{array}`, or use an atomic update"
    ))
}

/// What is said of the kernel of a report.
pub fn contract(source: &Source, report: &KernelReport) -> Option<Contract> {
    let module = source.module().ok()?;
    let kernel = module.kernels.iter().find(|kernel| Some(&kernel.name) == report.name.as_ref())?;
    find_contract(&module, kernel, &Flags::default()).ok()
}
