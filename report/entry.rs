//! The findings of a check as editors and services list them: an entry per open finding, and none for proved obligations.

use driver::check::report::{
    Counterexample, Ensured, Finding, KernelReport, LikelyBug, Outcome, Status, Verdict, is_about_numbers,
};
use driver::explain::advice;
use driver::files::launch_file::describe_launch;
use driver::load::Source;
use spec::problem::{IllFormed, Refused, Unsupported};
use spec::rules::Rule;
use spec::syntax::span::Place;

use crate::fingerprint::Identity;
use crate::headline::{Change, change};
use crate::human::{self, values};
use crate::proposal::{Proposal, Proposer};
use crate::region::Region;

/// The place of an entry about a whole file.
const BEGINNING: Place = Place { offset: 0, len: 1, source: None };

/// The subject of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A rule that is broken, or may be.
    Rule(Rule),
    /// A verdict that no rule stands for: the kernel is not read, not decided, or proved under clauses that nobody wrote.
    Verdict(Verdict),
    /// A property, by name, that a launch lacks or may lack.
    Property(&'static str),
}

impl Kind {
    /// The rule's code, or the name of the verdict or the property.
    pub const fn id(self) -> &'static str {
        match self {
            Kind::Property(name) => name,
            Kind::Rule(rule) => rule.code(),
            Kind::Verdict(verdict) => verdict.name(),
        }
    }
}

/// The severity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// It is undefined behavior or ill-formed, a typical launch breaks a rule, or a launch lacks a property.
    Error,
    /// Not decided: no proof and no counterexample.
    Warning,
    /// A proof under inferred clauses.
    Note,
}

impl Level {
    /// The compilers' name for the level.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => "note",
        }
    }
}

/// An open finding.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The subject.
    pub kind: Kind,
    /// The severity.
    pub level: Level,
    /// The author's name of the kernel.
    pub kernel: Option<String>,
    /// The message.
    pub message: String,
    /// The remedy.
    pub help: Option<String>,
    /// The place.
    pub at: Region,
    /// The other access of a race.
    pub other: Option<Region>,
    /// Both places, as in the kernel.
    pub places: (Place, Option<Place>),
    /// A suggested change of the source.
    pub proposal: Option<Proposal>,
    /// The identity; `None` without a rule.
    pub identity: Option<Identity>,
    /// The obligations of the entry, by number.
    pub(crate) obligations: Vec<usize>,
    /// Whether a typical launch shows it, beside the obligations.
    pub(crate) is_likely: bool,
}

impl Entry {
    /// Whether an earlier entry is an error about the same rule and places: another launch or instance of a template shows the same bug.
    pub(crate) fn repeats(&self, earlier: &Entry) -> bool {
        matches!(self.kind, Kind::Rule(_))
            && earlier.level == Level::Error
            && (self.kind, &self.at, &self.other) == (earlier.kind, &earlier.at, &earlier.other)
    }

    /// Whether the entry is open: undecided or unreadable.
    pub fn is_open(&self, report: &KernelReport) -> bool {
        let of = |number: &usize| report.obligations.get(*number).map(|finding| &finding.status);
        match self.kind {
            Kind::Rule(_) => {
                // A launch shows a likely bug, whatever the solver leaves open at the same place.
                !self.is_likely
                    && !self.obligations.is_empty()
                    && self.obligations.iter().all(|number| matches!(of(number), Some(Status::Unknown(_))))
            }
            Kind::Verdict(verdict) => matches!(verdict, Verdict::Unknown | Verdict::Unsupported),
            Kind::Property(_) => self.level != Level::Error,
        }
    }
}

/// The entries of a report, the worst first. Of one level a broken access comes before a number that has grown too large, and a rule
/// that only a compiler can break comes last.
pub fn entries(source: &Source, report: &KernelReport) -> Vec<Entry> {
    let subject = Subject::new(source, report);
    let mut all: Vec<Entry> = report.problem.iter().map(|problem| subject.refused(problem)).collect();
    all.extend(report.likely_bug.as_ref().map(|bug| subject.likely_bug(bug)));
    let mut findings: Vec<(usize, &Finding)> = report.obligations.iter().enumerate().collect();
    findings.sort_by_key(|(number, one)| (report.compilers.contains(number), is_about_numbers(one.rule)));
    for (number, finding) in findings {
        // Unrolled code has thousands of open obligations at one place.
        if let Some(known) = subject.known(&mut all, finding) {
            known.obligations.push(number);
            continue;
        }
        let Some(entry) = subject.finding(number, finding) else { continue };
        let same = |other: &&mut Entry| {
            other.identity == entry.identity && other.at == entry.at && other.other == entry.other
        };
        match all.iter_mut().find(same) {
            Some(known) => {
                known.obligations.push(number);
                if entry.level < known.level {
                    (known.level, known.message) = (entry.level, entry.message);
                }
            }
            None => all.push(entry),
        }
    }
    all.sort_by_key(|entry| entry.level);
    let is_open = !report.verdict.is_proof() && all.is_empty();
    all.extend(report.properties.iter().filter_map(|one| subject.property(one)));
    if is_open || report.ended_early || report.is_conditional() {
        all.push(subject.verdict());
    }
    all
}

struct Subject<'a> {
    source: &'a Source,
    report: &'a KernelReport,
    kernel: Option<String>,
    proposer: Proposer<'a>,
}

impl<'a> Subject<'a> {
    fn new(source: &'a Source, report: &'a KernelReport) -> Self {
        let kernel = report.name.as_deref().map(|name| source.readable(name).to_owned());
        Subject { source, report, kernel, proposer: Proposer::new(source, report) }
    }

    /// The entry of an earlier finding that an undecided one repeats.
    fn known<'e>(&self, all: &'e mut [Entry], finding: &Finding) -> Option<&'e mut Entry> {
        let Status::Unknown(_) = finding.status else { return None };
        let kernel = self.kernel.as_deref().unwrap_or_default();
        let (rule, other) = (finding.rule, finding.other.as_ref());
        let identity = Some(Identity::new(rule.code(), kernel, self.source, &finding.at, other));
        let at = Region::new(self.source, &finding.at);
        let beside = other.map(|other| Region::new(self.source, other));
        all.iter_mut().find(|entry| entry.identity == identity && entry.at == at && entry.other == beside)
    }

    /// Of an obligation that is open or broken.
    fn finding(&self, number: usize, finding: &Finding) -> Option<Entry> {
        let rule = finding.rule;
        let (level, message, other) = match &finding.status {
            Status::Proved | Status::Accepted(_) => return None,
            Status::Unknown(reason) => {
                (Level::Warning, format!("not decided: {}: {reason}", rule.title()), finding.other.as_ref())
            }
            Status::Refuted(example) => {
                let party = example.violation.other.as_ref().map(|other| &other.at);
                let (level, open) = match self.report.verdict {
                    Verdict::Undefined => (Level::Error, ""),
                    Verdict::Proved
                    | Verdict::Conditional
                    | Verdict::Unknown
                    | Verdict::Unsupported
                    | Verdict::IllFormed => {
                        (Level::Warning, "the contract allows a launch that breaks this rule: ")
                    }
                };
                (level, format!("{open}{}", self.broken(example)), party.or(finding.other.as_ref()))
            }
        };
        let example = match &finding.status {
            Status::Refuted(example) => Some(example.as_ref()),
            Status::Proved | Status::Unknown(_) | Status::Accepted(_) => None,
        };
        let mut entry = self.entry(rule, &finding.at, other, example);
        (entry.level, entry.message, entry.obligations) = (level, message, vec![number]);
        if self.report.compilers.contains(&number) {
            entry.message.push_str("; only a compiler can break this");
        }
        Some(entry)
    }

    /// Of a rule at a place.
    fn entry(
        &self,
        rule: Rule,
        at: &Place,
        other: Option<&Place>,
        example: Option<&Counterexample>,
    ) -> Entry {
        let kernel = self.kernel.as_deref().unwrap_or_default();
        Entry {
            kind: Kind::Rule(rule),
            level: Level::Warning,
            kernel: self.kernel.clone(),
            message: String::new(),
            help: Some(match change(&self.proposer, self.report, (rule, at), example) {
                Change::Words(words) => words,
                Change::Line(..) => advice(rule).to_owned(),
            }),
            at: Region::new(self.source, at),
            other: other.map(|at| Region::new(self.source, at)),
            places: (at.clone(), other.cloned()),
            proposal: self.proposer.propose((rule, at), example),
            identity: Some(Identity::new(rule.code(), kernel, self.source, at, other)),
            obligations: Vec::new(),
            is_likely: false,
        }
    }

    /// The rule that a launch breaks, with the values behind it and the launch.
    fn broken(&self, example: &Counterexample) -> String {
        let violation = &example.violation;
        let meaning = self.report.meaning(&violation.party.at).map(str::to_owned);
        let mut text = meaning.unwrap_or_else(|| human::headline_of(self.source, self.report, example));
        if let Some(numbers) = values::numbers(example) {
            text.push_str(&format!(" ({numbers})"));
        }
        if let Some(origin) = example.explanation.as_ref().and_then(|explanation| explanation.origin.as_ref())
        {
            let line = self.source.position(&origin.at).line;
            text.push_str(&format!("; in line {line}, {}", values::origin(self.report, origin)));
        }
        let [x, y, z] = violation.party.block;
        let launch = human::launch_line(example, &self.report.signature);
        text.push_str(&format!("; block ({x}, {y}, {z}) of the launch {launch}"));
        text
    }

    fn likely_bug(&self, bug: &LikelyBug) -> Entry {
        let shown = bug.example.as_ref().map(|example| self.broken(example));
        let message = format!("likely bug: {}", shown.as_ref().unwrap_or(&bug.why));
        let other = bug.example.as_ref().and_then(|example| example.violation.other.as_ref());
        match (bug.broken(), bug.lacks()) {
            (Some((rule, at)), _) => Entry {
                message,
                level: Level::Error,
                is_likely: true,
                ..self.entry(rule, at, other.map(|other| &other.at), bug.example.as_deref())
            },
            (None, Some(lacks)) => self.lacking(lacks, message),
            (None, None) => Entry { message, level: Level::Error, is_likely: true, ..self.verdict() },
        }
    }

    /// Of a launch that breaks no rule, but lacks a property that every author wants.
    fn lacking(&self, property: &'static str, message: String) -> Entry {
        let at = self.proposer.kernel_place().unwrap_or(BEGINNING);
        let kernel = self.kernel.as_deref().unwrap_or_default();
        Entry {
            is_likely: true,
            identity: Some(Identity::new(property, kernel, self.source, &at, None)),
            ..self.without_rule(Kind::Property(property), Level::Error, message, &at)
        }
    }

    /// The entry of an unproved property, at the kernel; rules report all others.
    fn property(&self, one: &Ensured) -> Option<Entry> {
        let (level, why) = match &one.outcome {
            Outcome::Violated(lacking) => {
                let launch = describe_launch(&lacking.launch, &self.report.signature);
                let grid = launch.first().map_or("", String::as_str);
                (Level::Error, format!("violated: {}, by a launch of {grid}", lacking.what))
            }
            Outcome::Unknown(why) if self.report.verdict.is_proof() => {
                (Level::Warning, format!("unknown: {why}"))
            }
            Outcome::Proved | Outcome::Unknown(_) => return None,
        };
        let at = one.at.clone().or_else(|| self.proposer.kernel_place()).unwrap_or(BEGINNING);
        let message = format!("{} is {why}", one.property);
        Some(self.without_rule(Kind::Property(one.property.name()), level, message, &at))
    }

    /// The entry of the verdict itself, at the kernel.
    fn verdict(&self) -> Entry {
        let verdict = self.report.verdict;
        let (level, message) = if self.report.is_conditional() {
            (Level::Note, format!("proved if {}", self.report.inferred().join(" and ")))
        } else {
            let level = if verdict == Verdict::Undefined { Level::Error } else { Level::Warning };
            (level, format!("{}: {}", verdict.name(), self.report.notes.join("; ")))
        };
        let at = self.proposer.kernel_place().unwrap_or(BEGINNING);
        self.without_rule(Kind::Verdict(verdict), level, message, &at)
    }

    fn refused(&self, problem: &Refused) -> Entry {
        let verdict = self.report.verdict;
        let kind = Kind::Verdict(verdict);
        match problem {
            Refused::IllFormed(IllFormed { message, at, help }) => {
                let entry = self.without_rule(kind, Level::Error, format!("ill-formed: {message}"), at);
                Entry { help: help.clone(), ..entry }
            }
            Refused::Unsupported(Unsupported { message, at }) => {
                self.without_rule(kind, Level::Warning, format!("unsupported: {message}"), at)
            }
        }
    }

    fn without_rule(&self, kind: Kind, level: Level, message: String, at: &Place) -> Entry {
        Entry {
            kind,
            level,
            kernel: self.kernel.clone(),
            message,
            help: None,
            at: Region::new(self.source, at),
            other: None,
            places: (at.clone(), None),
            proposal: None,
            identity: None,
            obligations: Vec::new(),
            is_likely: false,
        }
    }
}
