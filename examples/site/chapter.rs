//! A chapter's page: its text, with the verifier's report below each kernel that breaks a rule.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use driver::check::{Options, check_module};
use driver::load::Source;
use report::text::Style;
use spec::chapters;

use crate::page::{Page, escaped};

/// The page of a chapter.
pub(crate) fn page(path: &str, text: &str) -> Page {
    let path = format!("spec/{path}");
    let mut markdown = String::with_capacity(2 * text.len());
    for line in text.lines().filter(|line| !line.starts_with("<!--")) {
        markdown.push_str(line);
        markdown.push('\n');
    }
    Page::new(&path, &path, &with_reports(&markdown))
}

/// Markdown with a report below each kernel that breaks a rule.
pub(crate) fn with_reports(markdown: &str) -> String {
    let mut text = String::with_capacity(2 * markdown.len());
    let mut kernel: Option<String> = None;
    for line in markdown.split_inclusive('\n') {
        text.push_str(line);
        match (line.trim_end(), &mut kernel) {
            ("```tile", None) => kernel = Some(String::new()),
            ("```", Some(whole)) => {
                text.push_str(&report(whole));
                kernel = None;
            }
            (_, Some(whole)) => whole.push_str(line),
            (_, None) => {}
        }
    }
    text
}

/// The report of `tileproof check` on a kernel of a chapter; a kernel on two pages is checked once.
fn report(kernel: &str) -> String {
    static KNOWN: Mutex<BTreeMap<String, String>> = Mutex::new(BTreeMap::new());
    let is_broken =
        chapters::examples().iter().any(|example| example.breaks.is_some() && example.text == kernel);
    if !is_broken {
        return String::new();
    }
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let text = known.entry(kernel.to_owned()).or_insert_with(|| {
        let source = Source::new("kernel.tile", kernel);
        let reports = check_module(kernel, &Options::default());
        reports.iter().map(|report| report::human::report(&source, report, Style::Plain, true)).collect()
    });
    let escaped = escaped(text.trim_end());
    format!("\n<pre class=\"report\">{}</pre>\n\n", escaped.replace('\n', "&#10;"))
}
