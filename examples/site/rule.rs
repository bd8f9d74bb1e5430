//! The page of a rule: the text of `explain`, two kernels with the verifier's reports, and statistics of trials.

use driver::explain::{advice, section, statements};
use spec::chapters;
use spec::rules::Rule;

use crate::chapter::with_reports;
use crate::evidence::{Evidence, place_in_chapter};
use crate::page::Page;

/// The page.
pub(crate) fn page(evidence: &Evidence) -> Page {
    let rule = evidence.rule;
    let code = rule.code();
    let chapter = chapters::section(code).map_or("", |section| section.chapter);
    // Links of the section are relative to the chapter, so all others are made relative to the chapter, too.
    let from = format!("spec/{chapter}");
    let up = "../".repeat(from.matches('/').count());
    let mut text =
        format!("# {code}\n\n{}.\n\n> {}\n\nSource: {}\n", rule.title(), rule.text(), rule.source());
    text.push_str(&format!("\n**What to try:** {}\n", advice(rule)));
    let said = statements(code);
    if !said.is_empty() {
        text.push_str(&format!(
            "\n**Said by** the [seed documents]({up}corpus/seeds/TABLE.md), in our words:\n\n"
        ));
        text.extend(said.iter().map(|(document, statement)| format!("- {document}: {statement}\n")));
    }
    if let Some(section) = section(code) {
        text.push_str(&format!("\n{}\n", with_reports(&section).trim()));
    }
    text.push_str(&format!("\n## What was tried\n\n{}\n", tried(evidence)));
    let place = place_in_chapter(rule);
    text.push_str(&format!(
        "\nIn its chapter: [{code}]({up}{place}). All rules: [rules]({up}rules/README.md).\n"
    ));
    Page::new(&format!("rules/{code}.md"), &from, &text)
}

/// The evidence gathered at the page's creation.
fn tried(evidence: &Evidence) -> String {
    let Evidence { stopped, refuted, named, .. } = evidence;
    format!("- interpreter: {stopped}\n- verifier: {refuted}\n- corpus: {named}")
}

/// The virtual path of the page.
pub(crate) fn path(rule: Rule) -> String {
    format!("rules/{}.md", rule.code())
}
