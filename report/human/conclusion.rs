//! The conclusion: one line for a kernel, with a line for each inferred precondition; and one line for all kernels.

use std::collections::BTreeMap;

use driver::check::report::{Counterexample, Inferred, KernelReport, Outcome, Supposed, Verdict};
use driver::code::Language;
use driver::load::Source;

use spec::rules::Rule;

use super::stated::Stated;
use crate::headline::{Change, change};
use crate::proposal::Proposer;
use crate::text::{Ink, Style, columns, hanging, wrapped};

/// The most preconditions that are listed without -v.
const LISTED: usize = 5;

/// The most letters of the conditions of a proof that a second line takes.
const OVERHANG: usize = 20;

/// Grids of which all axes, or all but the first or the first two, have one block: as a condition, and as a noun.
const GRIDS: [(&str, &str); 3] = [
    ("the grid is one block", "a grid of one block"),
    ("the grid is 1-D", "a 1-D grid"),
    ("the grid is 2-D", "a 2-D grid"),
];

/// The reach of `alias`, where nothing is proved under it.
const OVERLAPS: &str = "a launch passes one array twice. In a contract, `alias` permits every overlap, also one shifted by some \
                        elements, which this kernel may not allow; launches with equal arrays are checked by themselves";

/// The clauses about single axes of the grid, in the order of `GRIDS`.
const SINGLE: [&str; 3] = ["grid.x == 1", "grid.y == 1", "grid.z == 1"];

/// The file and the kernel.
pub(super) fn name(source: &Source, report: &KernelReport) -> String {
    let kernel = report.name.as_deref().map(|name| format!("{}: ", source.readable(name)));
    format!("{}: {}", source.name, kernel.unwrap_or_default())
}

/// The line of a kernel, with the preconditions of a conditional proof below it.
pub(super) fn kernel(source: &Source, report: &KernelReport, style: Style, verbose: bool) -> String {
    let rest = [accepted(report), properties(report)].concat();
    let taken = name(source, report).chars().count() + rest.chars().count();
    let (ink, words) = verdict(source, report, columns().saturating_sub(taken));
    let line = format!("{}{words}{rest}", name(source, report));
    let mut text = if line.chars().count() <= columns() { line + "\n" } else { hanging(&line) };
    if style == Style::Graphical {
        text = text.replacen(&words, &style.paint(ink, &words), 1);
    }
    // A likely bug reports its own condition, and the others matter after its repair.
    if report.is_conditional() && (report.likely_bug.is_none() || verbose) {
        text.push_str(&preconditions(source, report, verbose));
    }
    text.push_str(&assumed(source, report));
    let is_shown = report.verdict.is_proof() && report.likely_bug.is_none();
    let memory = stated(source, report).filter(|_| is_shown);
    if let Some(memory) = memory.and_then(|stated| stated.memory(&report.contract.trusted)) {
        text.push_str(&wrapped("  ", &memory));
    }
    text
}

/// The launch that a contract or `--at` states, for a check of no recorded launch.
fn stated<'a>(source: &Source, report: &'a KernelReport) -> Option<Stated<'a>> {
    if source.launch().is_some() { None } else { Stated::of(report) }
}

/// The verdict in words, with its clauses if they fit `room` characters.
fn verdict(source: &Source, report: &KernelReport, room: usize) -> (Ink, String) {
    let stated = stated(source, report);
    let conditions = match &stated {
        Some(stated) => stated.together(report.beyond_launches()),
        None => conditions(&beyond(report)),
    };
    let likely = if report.likely_bug.is_some() { "1 error (likely bug); " } else { "" };
    let is_assumed = !report.contract.assumed.lines.is_empty();
    let (subject, more) = match &stated {
        Some(stated) => (format!(" for the launch {}", stated.words()), ""),
        None if is_assumed && report.contract.assumed.is_of_samples => {
            (" for arguments like the samples".to_owned(), "more ")
        }
        None if report.contract.assumed.excludes_launches => {
            (" for other launches than yours".to_owned(), if is_assumed { "more " } else { "" })
        }
        None if is_assumed => (" for launches like yours".to_owned(), "more "),
        None => (String::new(), ""),
    };
    let proved = |clauses: &[String]| {
        if clauses.is_empty() && is_assumed {
            return format!("{likely}proved{subject}");
        }
        let all = format!("{likely}proved{subject} if {}", clauses.join(" and "));
        let few = clauses.len() <= 3 && (stated.is_some() || all.chars().count() <= room + OVERHANG);
        if few {
            return all;
        }
        let plural = if clauses.len() == 1 { "precondition holds" } else { "preconditions hold" };
        // The clauses of a likely bug are listed with -v only.
        let listed = if likely.is_empty() { "" } else { " (-v)" };
        format!("{likely}proved{subject} if {} {more}{plural}{listed}", clauses.len())
    };
    if report.likely_bug.is_some() {
        let otherwise = if report.verdict.is_proof() { "proved" } else { "unknown" };
        let open = || format!("{likely}otherwise {otherwise}");
        return (Ink::Error, if report.is_conditional() { proved(&conditions) } else { open() });
    }
    match report.verdict {
        Verdict::Proved => (Ink::Proof, proved_for_all(source, report, room)),
        Verdict::Conditional => (Ink::Warning, proved(&conditions)),
        Verdict::Unknown => (Ink::Warning, unknown(report, room)),
        Verdict::Unsupported => (Ink::Warning, "unsupported".to_owned()),
        Verdict::IllFormed => (Ink::Error, "ill-formed".to_owned()),
        Verdict::Undefined => (Ink::Error, undefined(report)),
    }
}

fn proved_for_all(source: &Source, report: &KernelReport, room: usize) -> String {
    if source.launch().is_some() {
        return "proved".to_owned();
    }
    if let Some(stated) = Stated::of(report) {
        return format!("proved for the launch {}", stated.words());
    }
    if report.contract.given.is_empty() {
        return "proved for all launches".to_owned();
    }
    let given = conditions(&report.contract.given);
    let given: Vec<&str> =
        given.iter().map(|told| grid(told).map_or(told.as_str(), |(_, noun)| noun)).collect();
    let all = format!("proved for all launches with {}", given.join(" and "));
    if all.chars().count() <= room { all } else { "proved for all launches of its contract".to_owned() }
}

/// The undecided part, and the sizes with a proof.
fn unknown(report: &KernelReport, room: usize) -> String {
    let mut sizes: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut others = 0;
    for clause in &report.suggestions {
        let bound = clause.split_once(" <= ");
        let bound = bound.filter(|(name, most)| !name.contains(' ') && most.parse::<u64>().is_ok());
        match bound.map(|(name, most)| (name, sizes.iter_mut().find(|(known, _)| *known == most), most)) {
            Some((name, Some((_, names)), _)) => names.push(name),
            Some((name, None, most)) => sizes.push((most, vec![name])),
            None => others += 1,
        }
    }
    // Arrays of one element say nothing about a kernel.
    let is_tiny = |most: &&str| most.parse::<u64>().is_ok_and(|most| most <= 1);
    if sizes.is_empty() || sizes.iter().any(|(most, _)| is_tiny(most)) {
        return "unknown".to_owned();
    }
    let told: Vec<String> =
        sizes.iter().map(|(most, names)| format!("{} <= {most}", names.join(", "))).collect();
    let more = match others {
        0 => String::new(),
        1 => " and 1 more clause (-v)".to_owned(),
        count => format!(" and {count} more clauses (-v)"),
    };
    let all = format!("unknown; proved for {}{more}", told.join(" and "));
    let few: Vec<&str> = sizes.iter().map(|(most, _)| *most).collect();
    let named: usize = sizes.iter().map(|(_, names)| names.len()).sum();
    if all.chars().count() <= room || named <= LISTED {
        all
    } else {
        format!("unknown; proved for sizes up to {}{more}", few.join(" and "))
    }
}

fn undefined(report: &KernelReport) -> String {
    // Accepted findings are not errors.
    let errors = match report.counterexamples().len() {
        0 => String::new(),
        1 => ", 1 error".to_owned(),
        count => format!(", {count} errors"),
    };
    match &report.apart {
        None => format!("undefined behavior{errors}"),
        Some(apart) => {
            let rest = match apart.verdict {
                Verdict::Conditional => format!("proved if {}", conditions(&apart.inferred).join(" and ")),
                verdict @ (Verdict::Proved
                | Verdict::Unknown
                | Verdict::Unsupported
                | Verdict::IllFormed
                | Verdict::Undefined) => verdict.name().to_owned(),
            };
            format!("undefined behavior by the compiler{errors}; apart from that: {rest}")
        }
    }
}

fn accepted(report: &KernelReport) -> String {
    match report.accepted() {
        0 => String::new(),
        1 => ", 1 finding accepted".to_owned(),
        number => format!(", {number} findings accepted"),
    }
}

/// The unproved properties.
fn properties(report: &KernelReport) -> String {
    let open =
        report.properties.iter().filter(|one| report.verdict.is_proof() && one.outcome != Outcome::Proved);
    open.map(|one| format!("; {} is {}", one.property, one.outcome.name())).collect()
}

/// Clauses in plain words: axes of the grid with one block come last, combined.
pub(crate) fn conditions(clauses: &[String]) -> Vec<String> {
    let has = |single: &&str| clauses.iter().any(|clause| clause == single);
    // The combined axes are the last ones.
    let first = SINGLE.len() - SINGLE.iter().rev().take_while(|single| has(single)).count();
    let is_combined = |clause: &&String| SINGLE[first..].contains(&clause.as_str());
    let mut told: Vec<String> = clauses.iter().filter(|clause| !is_combined(clause)).cloned().collect();
    told.extend(GRIDS.get(first).map(|(condition, _)| (*condition).to_owned()));
    told
}

/// The position in `GRIDS` of a condition, and its noun.
fn grid(told: &str) -> Option<(usize, &'static str)> {
    GRIDS.iter().enumerate().find(|(_, (condition, _))| *condition == told).map(|(at, (_, noun))| (at, *noun))
}

/// The preconditions that no launch of the author suggests.
fn beyond(report: &KernelReport) -> Vec<String> {
    let clauses = report.beyond_launches().iter().map(|one| one.clause.to_string());
    clauses.chain(report.contract.decided.iter().map(|one| one.words().to_owned())).collect()
}

/// The contract that the author's launches suggest, as comments that can be pasted above the kernel.
fn assumed(source: &Source, report: &KernelReport) -> String {
    let lines = &report.contract.assumed.lines;
    if lines.is_empty() {
        return String::new();
    }
    let sign = match Language::of(source.name.as_ref()) {
        Some(Language::Cpp) => "// tileproof: ",
        Some(Language::Python) => "# tileproof: ",
        Some(Language::Table) | None => "",
    };
    let listed: String = lines.iter().map(|line| format!("    {sign}{line}\n")).collect();
    let is_open = report.verdict == Verdict::Unknown && report.likely_bug.is_none()
        || report.beyond_launches().iter().any(|one| one.because.is_none());
    let overlaps = lines.iter().any(|line| line.starts_with("alias ")) && is_open;
    let note = if overlaps { wrapped("  note: ", OVERLAPS) } else { String::new() };
    let of = if report.contract.assumed.is_of_samples { "the samples" } else { "your launches" };
    format!("  assumed from {of}:\n{listed}{note}")
}

/// A line per precondition. It names the rule that a launch would break without the precondition, and the line.
fn preconditions(source: &Source, report: &KernelReport, verbose: bool) -> String {
    let inferred = report.beyond_launches();
    let stated = stated(source, report);
    let in_words = |one: &Inferred| match &stated {
        Some(stated) => stated.clause(one),
        None => one.clause.to_string(),
    };
    let told = conditions(&inferred.iter().map(in_words).collect::<Vec<_>>());
    let most = if verbose { told.len() } else { LISTED };
    let mut text = String::new();
    for clause in told.iter().take(most) {
        let shape = grid(clause);
        let known = |one: &&Inferred| {
            let own = in_words(one);
            &own == clause || shape.is_some_and(|(first, _)| SINGLE[first..].contains(&own.as_str()))
        };
        let because = inferred.iter().filter(known).find_map(|one| one.because.as_ref());
        let otherwise = because.map_or("no proof was found without it".to_owned(), |example| {
            let violation = &example.violation;
            let wider = widen(source, report, example).map_or(String::new(), |words| format!("; {words}"));
            format!("otherwise {} at {}{wider}", violation.rule, source.position(&violation.party.at))
        });
        let clause = shape.map_or_else(|| format!("`{clause}`"), |(_, noun)| noun.to_owned());
        text.push_str(&wrapped("  needs ", &format!("{clause}: {otherwise}")));
    }
    if told.len() > most {
        text.push_str(&format!("  and {} more (-v)\n", told.len() - most));
    }
    text
}

/// The change of the source that makes a bound against an overflow needless.
fn widen(source: &Source, report: &KernelReport, example: &Counterexample) -> Option<String> {
    let violation = &example.violation;
    if violation.rule != Rule::SignedOverflow {
        return None;
    }
    let proposer = Proposer::new(source, report);
    match change(&proposer, report, (violation.rule, &violation.party.at), Some(example)) {
        Change::Line(line, words) => Some(format!(
            "the numbers of 32 bits overflow from 2^31 on; not needed with `{words}` in line {line}"
        )),
        Change::Words(_) => None,
    }
}

/// The verdicts of all kernels, the worst first.
pub fn summary(reports: &[(&Source, &KernelReport)], seconds: Option<f64>) -> String {
    let mut counts: BTreeMap<usize, (usize, &str)> = BTreeMap::new();
    for (_, report) in reports {
        let (rank, words) = class(report);
        counts.entry(rank).or_insert((0, words)).0 += 1;
    }
    let counts: Vec<_> = counts.values().map(|(count, words)| format!("{count} {words}")).collect();
    let took = seconds.map_or(String::new(), |seconds| format!(" in {seconds:.1} s"));
    let colon = if counts.is_empty() { "" } else { ": " };
    format!("{} checked{took}{colon}{}\n", subjects(reports), counts.join(", "))
}

/// The number of kernels, and of launches that are checked by themselves.
fn subjects(reports: &[(&Source, &KernelReport)]) -> String {
    let launches = reports.iter().filter(|(source, _)| source.launch().is_some()).count();
    let kernels = reports.len() - launches;
    let counted = |count: usize, one: &str, several: &str| match count {
        1 => format!("1 {one}"),
        count => format!("{count} {several}"),
    };
    let launched = || counted(launches, "launch", "launches");
    match (kernels, launches) {
        (kernels, 0) => counted(kernels, "kernel", "kernels"),
        (0, _) => launched(),
        (kernels, _) => format!("{} and {}", counted(kernels, "kernel", "kernels"), launched()),
    }
}

/// How bad a kernel is, the worst least, and what kernels of this kind are called.
pub(crate) fn class(report: &KernelReport) -> (usize, &'static str) {
    if report.likely_bug.is_some() {
        return (1, "with a likely bug");
    }
    if report.properties.iter().any(|one| matches!(one.outcome, Outcome::Violated(_))) {
        return (2, "with a violated property");
    }
    let is_open = report.properties.iter().any(|one| one.outcome != Outcome::Proved);
    match report.verdict {
        Verdict::Proved | Verdict::Conditional if is_open => (6, "with an unknown property"),
        Verdict::Undefined => (0, "with undefined behavior"),
        Verdict::IllFormed => (3, "ill-formed"),
        Verdict::Unsupported => (4, "unsupported"),
        Verdict::Unknown => (5, "unknown"),
        Verdict::Conditional if is_supposed(report) => match report.contract.decided {
            Some(Supposed::Written(_)) => (8, "proved if earlier launches write all that it reads"),
            Some(Supposed::Way(_)) | None => (8, "proved for one way of a branch"),
        },
        Verdict::Conditional => (7, "proved under preconditions"),
        Verdict::Proved => (9, "proved"),
    }
}

/// Whether a launch needs nothing for its proof but what is supposed of its script.
pub(super) fn is_supposed(report: &KernelReport) -> bool {
    let contract = &report.contract;
    contract.decided.is_some() && contract.inferred.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_with_one_block_are_told_together_and_last() {
        let told =
            |clauses: &[&str]| conditions(&clauses.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>());
        assert_eq!(told(&["grid.y == 1", "grid.z == 1", "n >= 1"]), ["n >= 1", "the grid is 1-D"]);
        assert_eq!(told(&["grid.z == 1", "grid.y <= m"]), ["grid.y <= m", "the grid is 2-D"]);
        assert_eq!(told(&["grid.y == 1"]), ["grid.y == 1"]);
        assert_eq!(told(&["grid.x == 1", "grid.z == 1"]), ["grid.x == 1", "the grid is 2-D"]);
        assert_eq!(told(&["grid.x == 1", "grid.y == 1", "grid.z == 1"]), ["the grid is one block"]);
        assert_eq!(told(&["grid.y == 10", "grid.z == 1"]), ["grid.y == 10", "the grid is 2-D"]);
    }
}
