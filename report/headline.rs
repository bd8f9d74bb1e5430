//! What is wrong in the author's words, and what to change, in two sentences at the beginning of a report.

use driver::check::report::KernelReport;
use driver::code::{Code, Language};
use driver::explain::advice;
use driver::load::{Excerpt, Flags, Source, find_contract};
use driver::repair::{Problem, propose};
use spec::problem::{Party, Violation};
use spec::rules::Rule;
use spec::syntax::contract::Contract;
use spec::syntax::span::Place;

/// Both with what they are called, where a rule is broken at a place of the author's own file.
pub fn headline(source: &Source, report: &KernelReport) -> Option<[(&'static str, String); 2]> {
    let violation = violation(report);
    let (rule, at) = broken(report)?;
    let (excerpt, language) = authors(source, at)?;
    let code = Code::new(excerpt.source.inner(), language);
    let bug = bug(source, report, &code, (rule, &excerpt, at), violation);
    let contract = contract(source, report).unwrap_or_default();
    let problem = Problem { rule, offset: excerpt.offset, contract: &contract };
    let change = propose(&code, &problem).into_iter().find_map(|change| change.shown(&code));
    let words = match change {
        // Whoever asks for `fix` has it tried.
        Some((line, words)) => format!("line {line}: `{words}` (untried; `tileproof fix` tries it)"),
        None => violation
            .and_then(|violation| apart(source, report, violation, &contract))
            .unwrap_or_else(|| advice(rule).to_owned()),
    };
    Some([("bug", bug), ("try", words)])
}

/// The violation that is told first.
fn violation(report: &KernelReport) -> Option<&Violation> {
    let likely = report.likely_bug.as_ref().and_then(|bug| bug.example.as_deref());
    likely.or(report.counterexamples().first().copied()).map(|example| &example.violation)
}

/// The rule that is told first, and where it is broken.
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

/// Which words of the author break which rule.
fn bug(
    source: &Source,
    report: &KernelReport,
    code: &Code<'_>,
    (rule, excerpt, at): (Rule, &Excerpt, &Place),
    violation: Option<&Violation>,
) -> String {
    let place = source.position(at);
    let words = &code.text[excerpt.offset..excerpt.offset + excerpt.len];
    let callers: String =
        source.callers(at).iter().map(|one| format!(", called in line {}", one.line)).collect();
    let mut text = format!("`{words}` ({}:{}{callers}): {}", place.file, place.line, rule.title());
    if let Some(array) = violation.and_then(|violation| violation.parameter) {
        text.push_str(&format!(", of `{}`", report.signature.name(array)));
    }
    let other = |other: &Party| {
        let (excerpt, _) = authors(source, &other.at)?;
        let words = excerpt.source.inner().get(excerpt.offset..excerpt.offset + excerpt.len)?.to_owned();
        Some(format!("; the other access is `{words}` in line {}", source.position(&other.at).line))
    };
    text.extend(violation.and_then(|violation| violation.other.as_ref()).and_then(other));
    text
}

/// What to do where one access reads what another one writes: that array, or one that may be the same, is written elsewhere.
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
