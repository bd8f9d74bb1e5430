//! The rules, and what was tried of each while the book was made.

use std::collections::BTreeSet;
use std::fmt::Write;

use driver::explain::statements;
use spec::chapters;
use spec::rules::Rule;

use crate::harness::directive::{ExpectedOutcome, ExpectedVerdict, Task};
use crate::harness::{File, Item, all, check, run};
use crate::page::anchor;
use crate::rule::path;

/// The evidence for a rule.
pub(crate) struct Evidence {
    /// The rule.
    pub(crate) rule: Rule,
    /// A launch stopped by the interpreter.
    pub(crate) stopped: String,
    /// The kernel refuted by the verifier.
    pub(crate) refuted: String,
    /// The directives that name the rule.
    pub(crate) named: String,
}

/// Gathers for every rule a launch stopped by the interpreter, a launch found by the verifier, and the corpus
/// cases with the rule.
///
/// # Errors
/// A rule lacks some evidence.
pub(crate) fn gather(files: &[File]) -> Result<Vec<Evidence>, String> {
    let items = all(files);
    let (mut found, mut missing) = (Vec::new(), Vec::new());
    for rule in Rule::ALL {
        let mut cases: Vec<_> = items.iter().filter(|item| item.case.rule() == Some(*rule)).collect();
        // The kernels that are about the rule alone come first.
        cases.sort_by_key(|item| !item.file.path.starts_with("rules/"));
        let cells = [stopped(&cases, *rule), refuted(&cases), named(&cases)];
        for (cell, reading) in cells.iter().zip(["interpreter", "verifier", "corpus"]) {
            if cell.is_none() {
                missing.push(format!("{rule}: {reading}"));
            }
        }
        let [stopped, refuted, named] = cells.map(Option::unwrap_or_default);
        found.push(Evidence { rule: *rule, stopped, refuted, named });
    }
    if missing.is_empty() { Ok(found) } else { Err(format!("nothing shows {}", missing.join(", "))) }
}

/// The rules as a table.
pub(crate) fn table(all: &[Evidence]) -> String {
    let mut text = String::from(
        "# Rules\n\nEvery rule, with a run that the interpreter stops because of it, a contract under which the \
         verifier finds a launch that breaks it, the directives of the corpus that name it, and what the seed documents say of it \
         in our own words. All of it was tried when this page was made.\n\n| rule | interpreter | verifier | corpus | said by |\n|--|--|--|--|--|\n",
    );
    for Evidence { rule, stopped, refuted, named } in all {
        let (code, title, page) = (rule.code(), rule.title(), path(*rule));
        let said = said(*rule);
        // Writing to a string does not fail.
        let _ =
            writeln!(text, "| [`{code}`](../{page}): {title} | {stopped} | {refuted} | {named} | {said} |");
    }
    text
}

/// The place of a rule's section, from the root of the tree.
pub(crate) fn place_in_chapter(rule: Rule) -> String {
    let chapter = chapters::section(rule.code()).map_or("", |section| section.chapter);
    format!("spec/{chapter}#{}", anchor(rule.code()))
}

/// The first run that ends with the rule.
fn stopped(cases: &[&Item<'_>], rule: Rule) -> Option<String> {
    cases.iter().find_map(|item| {
        let Task::Run { grid, arguments, in_order, result: result @ ExpectedOutcome::Breaks(_) } =
            &item.case.task
        else {
            return None;
        };
        let prepared = run::prepare(item.file, item.case.kernel.as_deref(), *grid, arguments).ok()?;
        prepared.compare(result, None, *in_order).ok()?;
        let without = prepared.compare(result, Some(rule), *in_order).err()?;
        let [x, y, z] = grid;
        Some(format!("{} stops with grid ({x}, {y}, {z}); without the rule, {without}", place(item)))
    })
}

/// The first contract under which a launch breaks the rule.
fn refuted(cases: &[&Item<'_>]) -> Option<String> {
    cases.iter().find_map(|item| {
        let Task::Check { clauses, verdict: verdict @ ExpectedVerdict::Undefined(..), .. } = &item.case.task
        else {
            return None;
        };
        let seen = check::check(item.file, item.case.kernel.as_deref(), clauses, None).ok()?;
        seen.is(verdict).then(|| format!("{}: {}", place(item), seen.describe(item.file)))
    })
}

/// Statements of the seed documents about the rule.
fn said(rule: Rule) -> String {
    let all =
        statements(rule.code()).into_iter().map(|(document, statement)| format!("{document}: {statement}"));
    all.collect::<Vec<_>>().join("; ")
}

/// How many directives name it, in how many files.
fn named(cases: &[&Item<'_>]) -> Option<String> {
    let files: BTreeSet<_> = cases.iter().map(|item| &item.file.path).collect();
    (!cases.is_empty()).then(|| format!("{} directives in {} files", cases.len(), files.len()))
}

fn place(item: &Item<'_>) -> String {
    format!("`{}` @{}", item.file.path, item.case.kernel.as_deref().unwrap_or_default())
}
