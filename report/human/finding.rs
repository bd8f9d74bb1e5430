//! A finding: a headline, the source lines with values, the picture, the launch, and a suggested change.

use std::fmt::Write;

use driver::check::report::{Counterexample, Finding, KernelReport, LikelyBug, Status, Verdict, as_written};
use driver::code::Language;
use driver::load::Source;
use driver::repair::only_masks;
use spec::problem::{IllFormed, Refused, Unsupported};
use spec::rules::Rule;
use spec::syntax::span::Place;

use super::access::{Does, add_origin, headline, headline_of, mark, place};
use super::frame::{Mark, frame};
use super::launch;
use crate::headline::{Change, change};
use crate::picture;
use crate::proposal::Proposer;
use crate::text::{Ink, Style, columns, wrapped};

/// The most lines of a finding with a picture.
const LINES: usize = 25;

/// The lines of a picture: the first that leaves room for the words; without room, there is no picture.
const PICTURES: [usize; 4] = [9, 6, 4, 0];

/// The most letters of a clause that is offered to be added.
const CLAUSE: usize = 70;

/// Advice for an array with unwritten elements.
const UNWRITTEN: &str = "launch a block for every tile of the array, or create the array with zeros";

/// The narrowest terminal that has room for a picture.
const WIDE: usize = 72;

/// The lines of a finding.
pub(super) struct Block<'a> {
    source: &'a Source,
    report: &'a KernelReport,
    style: Style,
    text: String,
    margin: usize,
    /// The most lines of a picture.
    picture: usize,
}

impl<'a> Block<'a> {
    fn new(source: &'a Source, report: &'a KernelReport, style: Style) -> Self {
        Block { source, report, style, text: String::new(), margin: 1, picture: PICTURES[0] }
    }

    /// The text of a block with the largest picture that fits.
    fn fitted(&self, write: impl Fn(&mut Block<'a>)) -> String {
        let mut text = String::new();
        for picture in PICTURES {
            let mut block = Block { picture, ..Block::new(self.source, self.report, self.style) };
            write(&mut block);
            text = block.text;
            if text.lines().count() <= LINES {
                break;
            }
        }
        text
    }

    fn head(&mut self, ink: Ink, level: &str, code: Option<&str>, words: &str) {
        let code = code.map_or(String::new(), |code| format!("[{code}]"));
        let level = self.style.paint(ink, &format!("{level}{code}"));
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{level}: {words}");
    }

    fn frame(&mut self, marks: &[Mark]) {
        let (text, margin) = frame(marks, self.style);
        self.text.push_str(&text);
        self.margin = margin;
    }

    /// A labeled line, wrapped if necessary.
    fn note(&mut self, label: &str, words: &str) {
        self.text.push_str(&wrapped(&format!("{:1$} = {label}: ", "", self.margin), words));
    }

    /// A labeled line of code to paste, never wrapped.
    fn code(&mut self, label: &str, words: &str) {
        let _ = writeln!(self.text, "{:1$} = {label}: {words}", "", self.margin);
    }

    /// The picture of a violation, without its heading: the frame has the words.
    fn picture(&mut self, example: &Counterexample) {
        let room = columns().saturating_sub(self.margin + 3);
        let violation = &example.violation;
        if self.picture == 0 || self.outside_of_axis(violation.rule, &violation.party.at).is_some() {
            return;
        }
        let Some(picture) =
            picture::draw_within(&example.violation, self.picture, room).filter(|_| columns() >= WIDE)
        else {
            return;
        };
        for line in picture.lines() {
            let _ = writeln!(self.text, "{:1$} | {line}", "", self.margin);
        }
    }

    /// The change of the source that `fix` would try, else advice.
    fn advice(&mut self, rule: Rule, at: &Place, example: Option<&Counterexample>) {
        if let Some((_, words)) = self.outside_of_axis(rule, at) {
            self.note("help", words);
            return;
        }
        match change(&Proposer::new(self.source, self.report), self.report, (rule, at), example) {
            Change::Line(line, words) => self.code("fix", &format!("in line {line}, write `{words}`")),
            Change::Words(words) => self.note("help", &words),
        }
    }

    /// The headline and the advice for an index that an array of the block does not have.
    fn outside_of_axis(&self, rule: Rule, at: &Place) -> Option<(&'static str, &'static str)> {
        Does::of(self.source, at).outside_of_axis().filter(|_| rule == Rule::MemoryBounds)
    }

    /// The commands that say more about a broken rule, or try the change.
    fn more(&mut self, rule: Rule, at: &Place, example: Option<&Counterexample>) {
        let mut commands = Vec::new();
        if let Change::Line(..) =
            change(&Proposer::new(self.source, self.report), self.report, (rule, at), example)
        {
            let file = place(self.source, at).file;
            // Other changes than masks may change results, so that `fix` only tries them on request.
            let suggest = if only_masks(rule) { "" } else { "--suggest " };
            commands.push(format!("`tileproof fix {suggest}{file}` tries this change"));
        }
        commands.push(format!("`tileproof explain {rule}`"));
        self.note("more", &commands.join(", "));
    }

    /// A promise as a comment of the author's file, which can be pasted above the kernel.
    fn promise(&mut self, label: &str, clause: &str, file: &str) {
        let sign = match Language::of(file.as_ref()) {
            Some(Language::Cpp) => "// tileproof: ",
            Some(Language::Python) => "# tileproof: ",
            // Tile IR has its own contracts.
            Some(Language::Table) | None => "",
        };
        self.code(label, &format!("{sign}{}", as_written(clause)));
    }
}

/// A launch that breaks a rule, as an error or a warning.
pub(super) fn counterexample(
    source: &Source,
    report: &KernelReport,
    example: &Counterexample,
    style: Style,
) -> String {
    Block::new(source, report, style).fitted(|block| write_counterexample(block, example))
}

fn write_counterexample(block: &mut Block<'_>, example: &Counterexample) {
    let (source, report) = (block.source, block.report);
    let rule = example.violation.rule;
    let meaning = report.meaning(&example.violation.party.at).map(str::to_owned);
    let words = meaning.unwrap_or_else(|| of(source, report, example));
    if report.verdict == Verdict::Undefined {
        block.head(Ink::Error, "error", Some(rule.code()), &words);
    } else {
        block.head(Ink::Warning, "warning", Some(rule.code()), &words);
    }
    seen(block, example);
    block.note("launch", &launch::line(example, &report.signature));
    if report.verdict != Verdict::Undefined {
        block.note("reason", "the contract allows this launch");
    }
    block.advice(rule, &example.violation.party.at, Some(example));
    block.more(rule, &example.violation.party.at, Some(example));
}

/// The launch that shows a likely bug, or the clauses behind it.
pub(super) fn likely_bug(source: &Source, report: &KernelReport, bug: &LikelyBug, style: Style) -> String {
    Block::new(source, report, style).fitted(|block| write_likely_bug(block, bug))
}

fn write_likely_bug(block: &mut Block<'_>, bug: &LikelyBug) {
    let (source, report) = (block.source, block.report);
    let violation = bug.example.as_ref().map(|example| &example.violation);
    let broken = violation.map(|violation| (violation.rule, &violation.party.at)).or(bug.broken());
    match (&bug.example, broken) {
        (Some(example), _) => {
            block.head(
                Ink::Error,
                "error",
                Some(example.violation.rule.code()),
                &of(source, report, example),
            );
            seen(block, example);
            block.note("typical launch", &launch::line(example, &report.signature));
        }
        (None, Some((rule, at))) => {
            let words = headline(rule, Does::of(source, at), None);
            block.head(Ink::Error, "error", Some(rule.code()), &words);
            block.frame(&[place(source, at)]);
            block.note("reason", &bug.why);
        }
        (None, None) => {
            block.head(Ink::Error, "error", bug.lacks(), &bug.why);
            if let Some(property) = bug.lacks() {
                block.note("help", UNWRITTEN);
                block.note("more", &format!("`tileproof explain {property}`"));
            }
        }
    }
    if let Some((rule, at)) = broken {
        block.advice(rule, at, bug.example.as_deref());
    }
    let file = broken.map_or(source.name.clone(), |(_, at)| place(source, at).file);
    // A clause too long for a line explains nothing; `-v` prints it.
    if let Some(clause) =
        bug.clears.iter().find(|clause| !clause.is_empty() && clause.chars().count() <= CLAUSE)
    {
        block.note("or", "if this is intended, add to the contract:");
        block.promise("add", clause, &file);
    }
    if let Some((rule, at)) = broken {
        block.more(rule, at, bug.example.as_deref());
    }
}

/// The first undecided obligation of an unknown kernel, and the promise that would decide it.
pub(super) fn undecided(
    source: &Source,
    report: &KernelReport,
    finding: &Finding,
    more: usize,
    style: Style,
) -> String {
    let Status::Unknown(reason) = &finding.status else { return String::new() };
    let mut block = Block::new(source, report, style);
    let words = format!("not decided: {}", headline(finding.rule, Does::of(source, &finding.at), None));
    block.head(Ink::Warning, "warning", Some(finding.rule.code()), &words);
    block.frame(&[place(source, &finding.at)]);
    block.note("reason", reason);
    if more > 0 {
        let plural = if more == 1 { "obligation is" } else { "obligations are" };
        block.note("also", &format!("{more} more {plural} not decided (-v)"));
    }
    add(&mut block, &finding.at);
    block.text
}

/// The clauses that would make an unknown kernel provable, each as a line that can be pasted.
fn add(block: &mut Block<'_>, at: &Place) {
    let report = block.report;
    let file = place(block.source, at).file;
    // After a complete search, the found clauses are known to be insufficient.
    let found = if report.ended_early { report.inferred() } else { Vec::new() };
    let (clauses, how) = if report.suggestions.is_empty() {
        (&found, "the search ended early: more preconditions may be needed")
    } else {
        (&report.suggestions, "with this it is proved")
    };
    for clause in clauses {
        block.promise("add", clause, &file);
    }
    block.note("tried", if clauses.is_empty() { "no tried precondition gives a proof" } else { how });
}

/// The marked accesses and the picture.
fn seen(block: &mut Block<'_>, example: &Counterexample) {
    let (source, report) = (block.source, block.report);
    let both = [false, true].iter().filter_map(|other| mark(source, report, example, *other));
    let mut marks: Vec<Mark> = both.collect();
    // Two sides of one access share a line.
    if let [first, second] = marks.as_mut_slice()
        && (&first.file, first.start, first.len) == (&second.file, second.start, second.len)
    {
        let label = std::mem::take(&mut second.label);
        let rest = if first.label == label { " twice".to_owned() } else { format!("; {label}") };
        first.label.push_str(&rest);
        marks.truncate(1);
    }
    add_origin((source, report, example), &mut marks);
    block.frame(&marks);
    block.picture(example);
}

/// The headline of a counterexample.
pub(crate) fn of(source: &Source, report: &KernelReport, example: &Counterexample) -> String {
    headline_of(source, report, example)
}

/// A file that is not a kernel of the language, or that has something without a meaning here.
pub(super) fn refused(source: &Source, report: &KernelReport, problem: &Refused, style: Style) -> String {
    let mut block = Block::new(source, report, style);
    let (ink, level, message, at, help) = match problem {
        Refused::IllFormed(IllFormed { message, at, help }) => {
            (Ink::Error, "error", format!("ill-formed: {message}"), at, help.as_ref())
        }
        Refused::Unsupported(Unsupported { message, at }) => {
            (Ink::Warning, "warning", format!("unsupported: {message}"), at, None)
        }
    };
    block.head(ink, level, None, &message);
    block.frame(&[place(source, at)]);
    if let Some(help) = help {
        block.note("help", help);
    }
    block.text
}
