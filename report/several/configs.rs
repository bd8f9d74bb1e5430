//! The report for all configurations of a kernel: a line each, or JSON.

use std::collections::BTreeSet;
use std::sync::Arc;

use driver::configs::{Condition, Configuration, Value, find_updated_arrays};
use driver::exit::Exit;
use driver::failure::Failure;
use serde::Serialize;

use crate::checked::{Checked, Conditional};
use crate::human::conditions;
use crate::text::wrapped;

/// The `schema` field that identifies a report of configurations.
const SCHEMA: &str = "tileproof.configs/1";

/// The most preconditions, and the most letters, that the line of a configuration lists.
const FEW: usize = 3;
const LONGEST: usize = 100;

/// The result of one configuration.
#[derive(Debug)]
pub struct Decided {
    /// The configuration.
    pub configuration: Configuration,
    /// The kernel with its report, or the reason for a failure.
    pub outcome: Arc<Result<Checked, Failure>>,
    /// The launch conditions for safety; `None` without a proof, or if sizes alone do not decide the inferred conditions.
    pub conditions: Option<Vec<Condition>>,
}

#[derive(Serialize)]
struct File<'a> {
    schema: &'static str,
    configs: Vec<One<'a>>,
    safe: Vec<serde_json::Map<String, serde_json::Value>>,
    updated: Vec<String>,
}

#[derive(Serialize)]
struct One<'a> {
    config: serde_json::Map<String, serde_json::Value>,
    kernel: Option<String>,
    verdict: &'static str,
    safe: bool,
    conditions: Vec<ConditionFile<'a>>,
    trusted: &'a [String],
    likely_bug: Option<&'a str>,
    message: Option<String>,
    place: Option<String>,
    seconds: f64,
}

#[derive(Serialize)]
struct ConditionFile<'a> {
    clause: &'a str,
    inferred: bool,
    python: Option<&'a str>,
}

impl<'a> ConditionFile<'a> {
    fn new(one: &'a Condition) -> Self {
        ConditionFile { clause: &one.clause, inferred: one.inferred, python: one.python.as_deref() }
    }
}

impl Decided {
    /// The verdict's name.
    fn verdict(&self) -> &'static str {
        match &*self.outcome {
            Ok(checked) => checked.report.verdict.name(),
            Err(failure) if failure.exit == Exit::IllFormed => "ill-formed",
            Err(_) => "unsupported",
        }
    }

    /// How a process with this configuration alone ends.
    pub fn exit(&self, conditional: Conditional) -> Exit {
        match &*self.outcome {
            Ok(checked) => checked.exit(conditional),
            Err(failure) => failure.exit,
        }
    }

    /// The error or open obligation, with its place.
    fn said(&self) -> Option<(String, Option<String>)> {
        let checked = match &*self.outcome {
            Ok(checked) => checked,
            Err(failure) => return Some((failure.to_string(), None)),
        };
        let entry = checked.entries.first()?;
        let (line, column) = entry.at.start;
        Some((entry.message.clone(), Some(format!("{}:{line}:{column}", entry.at.file))))
    }

    /// The configuration in a line.
    fn line(&self) -> String {
        let name = self.outcome.as_ref().as_ref().map_or_else(|_| String::new(), |one| one.name() + " ");
        let proof =
            self.outcome.as_ref().as_ref().ok().map(|one| &one.report).filter(|one| one.verdict.is_proof());
        let proved = proof.map(|report| match report.inferred().as_slice() {
            [] => "proved".to_owned(),
            clauses => proved_if(&conditions(clauses)),
        });
        // Safe configurations have no findings.
        let wrong = self.said().filter(|_| self.conditions.is_none());
        let wrong =
            wrong.map(|(message, place)| message + &place.map(|at| format!(" ({at})")).unwrap_or_default());
        let likely =
            self.outcome.as_ref().as_ref().ok().and_then(|one| one.entries.iter().find(|one| one.is_likely));
        let likely = likely
            .map_or(String::new(), |bug| format!("likely bug ({} at {}); ", bug.kind.id(), bug.at.place()));
        let proved = proved.map(|proved| likely + &proved);
        let said = match (proved, wrong) {
            (Some(proved), None) => proved,
            (Some(proved), Some(wrong)) => format!("{proved}, but {wrong}"),
            (None, Some(wrong)) => format!("{}: {wrong}", self.verdict()),
            (None, None) => self.verdict().to_owned(),
        };
        let words: Vec<&str> = said.split_whitespace().collect();
        format!("{name}{}: {}\n", self.configuration, words.join(" "))
    }
}

/// A conditional proof in a line: few short preconditions, or their number.
fn proved_if(clauses: &[String]) -> String {
    let all = format!("proved if {}", clauses.join(" and "));
    let is_short = clauses.len() <= FEW && all.chars().count() <= LONGEST;
    match clauses.len() {
        _ if is_short => all,
        1 => "proved if 1 precondition holds (--json lists it)".to_owned(),
        count => format!("proved if {count} preconditions hold (--json lists them)"),
    }
}

/// All configurations as lines, and how many are safe.
pub fn human(all: &[Decided], quiet: bool) -> String {
    let lines = all.iter().filter(|one| !quiet || one.conditions.is_none()).map(Decided::line);
    let safe = all.iter().filter(|one| one.conditions.is_some()).count();
    let text: String = lines.collect();
    let warning = warn_of_timing(&find_updated(all));
    format!(
        "{text}{} configurations: {safe} are safe for launches that keep their conditions\n{warning}",
        all.len()
    )
}

/// The arrays that the kernel reads and writes in some configuration.
fn find_updated(all: &[Decided]) -> Vec<String> {
    let of_one = |one: &Decided| {
        let Ok(checked) = &*one.outcome else { return Vec::new() };
        checked.report.name.as_ref().map_or_else(Vec::new, |name| find_updated_arrays(&checked.source, name))
    };
    let names: BTreeSet<String> = all.iter().flat_map(of_one).collect();
    names.into_iter().collect()
}

/// A warning if an autotuner would change the data of the launch that it times.
fn warn_of_timing(updated: &[String]) -> String {
    if updated.is_empty() {
        return String::new();
    }
    let names: Vec<String> = updated.iter().map(|name| format!("`{name}`")).collect();
    let names = names.join(" and ");
    let words = format!(
        "the kernel reads and writes {names}: each timing run of an autotuner changes the data; \
         restore {names} before each run, or tune on a copy"
    );
    wrapped("warning: ", &words)
}

/// All configurations as JSON.
pub fn json(all: &[Decided], no_times: bool) -> String {
    let safe = all.iter().filter(|one| one.conditions.is_some()).map(|one| map(&one.configuration)).collect();
    crate::json::text(&File {
        schema: SCHEMA,
        configs: all.iter().map(|one| of(one, no_times)).collect(),
        safe,
        updated: find_updated(all),
    })
}

fn of(one: &Decided, no_times: bool) -> One<'_> {
    let report = one.outcome.as_ref().as_ref().ok().map(|checked| &checked.report);
    let (message, place) = one.said().map_or((None, None), |(message, place)| (Some(message), place));
    One {
        config: map(&one.configuration),
        kernel: one.outcome.as_ref().as_ref().ok().map(Checked::name),
        verdict: one.verdict(),
        safe: one.conditions.is_some(),
        conditions: one.conditions.iter().flatten().map(ConditionFile::new).collect(),
        trusted: report.map_or(&[], |report| &report.contract.trusted),
        likely_bug: report.and_then(|report| Some(report.likely_bug.as_ref()?.why.as_str())),
        message,
        place,
        seconds: report.map_or(0.0, |report| if no_times { 0.0 } else { report.seconds }),
    }
}

fn map(configuration: &Configuration) -> serde_json::Map<String, serde_json::Value> {
    let json = |value: &Value| match value {
        Value::Number(number) => (*number).into(),
        Value::Truth(truth) => (*truth).into(),
        Value::Word(word) => word.clone().into(),
    };
    configuration.0.iter().map(|(name, value)| (name.clone(), json(value))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_lists_few_preconditions_and_counts_many() {
        let clauses = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
        assert_eq!(
            proved_if(&clauses(&["n >= 1", "the grid is 1-D"])),
            "proved if n >= 1 and the grid is 1-D"
        );
        let many = ["a >= 1", "b >= 1", "c >= 1", "d >= 1"];
        assert_eq!(proved_if(&clauses(&many)), "proved if 4 preconditions hold (--json lists them)");
        let long = format!("{} <= 1", "n".repeat(200));
        assert_eq!(proved_if(&[long]), "proved if 1 precondition holds (--json lists it)");
    }
}
