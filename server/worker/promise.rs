//! Inferred clauses, as a change that writes them into the contract, or into comments above the kernel.

use driver::check::report::{KernelReport, Verdict, as_written};
use driver::code::Language;
use lsp_types::{Position, Range, TextEdit};
use report::checked::Checked;
use spec::syntax::kernel::{Kernel, Module};

use super::place::Places;
use super::words::joined;
use crate::order::Proposed;

/// The most letters of the clauses in a title.
const LONG: usize = 80;

/// The change that promises the needs of a proof; for an unknown kernel, a tested sufficient set.
pub(super) fn promise(places: &Places, one: &Checked) -> Option<Proposed> {
    let clauses = clauses(&one.report);
    let module = one.source.module().ok().filter(|_| !clauses.is_empty())?;
    let kernel = module.kernels.iter().find(|kernel| one.report.name.as_ref() == Some(&kernel.name))?;
    let written: Vec<String> = clauses.iter().map(|clause| as_written(clause)).collect();
    let (position, text) = if places.is_own() {
        in_contract(places, &module, kernel, &written)?
    } else {
        in_comments(places, one, kernel, &written)?
    };
    let edit = TextEdit::new(Range::new(position, position), text);
    let edits = vec![(places.uri().to_owned(), edit)];
    Some(Proposed { title: title(&clauses), edits, is_promise: true })
}

/// The title of the change: whole clauses, as many as fit.
fn title(clauses: &[String]) -> String {
    let fits = |count: &usize| joined(&clauses[..*count]).chars().count() <= LONG;
    let shown = (1..=clauses.len()).rev().find(fits).unwrap_or(0);
    let more = clauses.len() - shown;
    let named = match (shown, more) {
        (0, 1) => "1 precondition".to_owned(),
        (0, more) => format!("{more} preconditions"),
        (_, 0) => joined(clauses),
        (shown, more) => format!("{} and {more} more", joined(&clauses[..shown])),
    };
    format!("Declare that launches keep {named} (changes no code)")
}

fn clauses(report: &KernelReport) -> Vec<String> {
    match report.verdict {
        Verdict::Conditional => report.inferred(),
        Verdict::Unknown => report.suggestions.clone(),
        Verdict::Proved | Verdict::Unsupported | Verdict::IllFormed | Verdict::Undefined => Vec::new(),
    }
}

/// At the beginning of the contract, or a contract before the kernel.
fn in_contract(
    places: &Places,
    module: &Module,
    kernel: &Kernel,
    written: &[String],
) -> Option<(Position, String)> {
    let text = places.text()?;
    let lines: String = written.iter().map(|clause| format!("  {clause}\n")).collect();
    if let Some(contract) = module.contracts.iter().find(|contract| contract.kernel == kernel.name) {
        let open = contract.at.offset + text.get(contract.at.offset..)?.find('{')? + 1;
        let rest = text.get(open..)?;
        let behind = rest.trim_start_matches([' ', '\t', '\r']);
        return match behind.strip_prefix('\n') {
            Some(behind) => Some((places.position(text.len() - behind.len())?, lines)),
            None => Some((places.position(open)?, format!("\n{lines}"))),
        };
    }
    let is_plain = kernel.name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let start = text.get(..kernel.at.offset)?.rfind('\n').map_or(0, |end| end + 1);
    is_plain.then_some(())?;
    Some((places.position(start)?, format!("contract @{} {{\n{lines}}}\n", kernel.name)))
}

/// Above the kernel, and above its templates, decorators and comments.
fn in_comments(
    places: &Places,
    one: &Checked,
    kernel: &Kernel,
    written: &[String],
) -> Option<(Position, String)> {
    let (_, range) = places.line(&one.source, &kernel.at).filter(|(uri, _)| uri == places.uri())?;
    let mark = match Language::of(places.path())? {
        Language::Cpp => "//",
        Language::Python => "#",
        Language::Table => return None,
    };
    let text = places.text()?;
    let lines: Vec<&str> = text.lines().collect();
    let line = usize::try_from(range.start.line).ok()?;
    let belongs = |line: &&&str| {
        let words = line.trim_start();
        ["template", "@", mark].iter().any(|start| words.starts_with(start))
    };
    let above = lines.get(..line)?.iter().rev().take_while(belongs).count();
    let indent: String = lines.get(line)?.chars().take_while(|c| c.is_whitespace()).collect();
    let said = written.iter().map(|clause| format!("{indent}{mark} tileproof: {clause}\n"));
    Some((Position::new(u32::try_from(line - above).ok()?, 0), said.collect()))
}

#[cfg(test)]
mod tests {
    use super::title;

    #[test]
    fn no_clause_is_cut_in_the_middle() {
        let of = |clauses: &[&str]| title(&clauses.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>());
        assert_eq!(of(&["n >= 1"]), "Declare that launches keep `n >= 1` (changes no code)");
        let long = "x".repeat(60);
        assert_eq!(
            of(&["n >= 1", &long, &long]),
            format!("Declare that launches keep `n >= 1`, `{long}` and 1 more (changes no code)")
        );
        assert_eq!(of(&[&"x".repeat(90)]), "Declare that launches keep 1 precondition (changes no code)");
    }
}
