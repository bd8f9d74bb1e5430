//! A chapter's page: its text, with what the verifier says below each kernel that breaks a rule.

use driver::check::{Options, check_module};
use driver::load::Source;
use report::text::Style;
use spec::chapters::{self, Example};

use crate::page::Page;

/// The page of a chapter.
pub(crate) fn page(path: &str, text: &str) -> Page {
    let name = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".md");
    let mut examples = chapters::examples().into_iter().filter(|example| example.chapter == path).peekable();
    let mut markdown = String::with_capacity(2 * text.len());
    let mut current = None;
    for (number, line) in (1..).zip(text.lines()) {
        if line.starts_with("<!--") {
            continue;
        }
        markdown.push_str(line);
        markdown.push('\n');
        if let Some(example) = examples.next_if(|example| example.line == number + 1) {
            current = Some(example);
        } else if line.trim_end() == "```"
            && let Some(example) = current.take()
        {
            markdown.push_str(&report(&example));
        }
    }
    Page::new(name, &markdown)
}

/// What `tileproof check` says of a kernel that breaks a rule.
fn report(example: &Example) -> String {
    if example.breaks.is_none() {
        return String::new();
    }
    let source = Source::new("kernel.tile", example.text);
    let reports = check_module(example.text, &Options::default());
    let text: String =
        reports.iter().map(|report| report::human::report(&source, report, Style::Plain, true)).collect();
    let escaped = text.trim_end().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!("\n<pre class=\"report\">{}</pre>\n\n", escaped.replace('\n', "&#10;"))
}
