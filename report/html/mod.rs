//! An HTML page: one file without scripts or requests, starting with the worst kernels.

mod svg;

use std::fmt::Write;

use driver::check::report::{Counterexample, KernelReport, Verdict};
use driver::failure::Failure;
use driver::files::launch_file::describe_launch;

use crate::checked::{Checked, Told};
use crate::entry::Entry;
use crate::human;
use crate::junit::escaped;
use crate::picture;
use crate::region::relative;
use crate::text::Style;

/// The style.
const STYLE: &str = include_str!("style.css");

/// The page.
pub fn report(told: &Told<'_>) -> String {
    let pairs: Vec<_> = told.kernels.iter().map(|one| (&one.source, &one.report)).collect();
    let accepted = told.rest_in_words();
    let summary = human::summary(&pairs, None);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<title>tileproof</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n<h1>tileproof</h1>\n<p>{}{accepted}</p>\n",
        escaped(summary.trim())
    );
    for problem in told.problems {
        unreadable(&mut page, problem);
    }
    let mut kernels: Vec<&Checked> = told.kernels.iter().collect();
    // Within one class, accepted kernels come last; otherwise the order stays.
    kernels.sort_by_key(|one| (human::class(&one.report).0, one.entries.is_empty()));
    for one in kernels {
        kernel(&mut page, one);
    }
    let assumptions = human::assumptions(&pairs);
    if !assumptions.is_empty() {
        let _ = writeln!(page, "<footer><pre>{}</pre></footer>", escaped(&assumptions));
    }
    page.push_str("</body>\n</html>\n");
    page
}

fn unreadable(page: &mut String, problem: &Failure) {
    let file = problem.file_name().map_or(String::new(), |file| relative(&file.display().to_string()));
    let advice = problem.advice().unwrap_or_default();
    // Writing to a string does not fail.
    let _ = write!(
        page,
        "<section class=\"unreadable\">\n<h2>{} <span class=\"verdict error\">unreadable</span></h2>\n<p>{}</p>\n<p>{}</p>\n</section>\n",
        escaped(&file),
        prose(&problem.to_string()),
        prose(advice)
    );
}

fn kernel(page: &mut String, one: &Checked) {
    let report = &one.report;
    let verdict = report.verdict.name();
    let level = match report.verdict {
        _ if report.likely_bug.is_some() => "error",
        Verdict::Proved => "proved",
        Verdict::Conditional | Verdict::Unknown | Verdict::Unsupported => "warning",
        Verdict::IllFormed | Verdict::Undefined => "error",
    };
    let likely = if report.likely_bug.is_some() { "likely bug; " } else { "" };
    let accepted = match report.accepted() {
        0 => String::new(),
        count => format!(", {count} accepted"),
    };
    let _ = write!(
        page,
        "<section class=\"{verdict}\">\n<h2>{} <span class=\"verdict {level}\">{likely}{verdict}{accepted}</span></h2>\n\
         <p class=\"place\">{}</p>\n",
        escaped(&one.name()),
        escaped(&relative(&one.source.name))
    );
    if !one.entries.is_empty() {
        page.push_str("<ul>\n");
        one.entries.iter().for_each(|one| entry(page, one));
        page.push_str("</ul>\n");
    }
    let likely = report.likely_bug.as_ref().and_then(|bug| bug.example.as_deref());
    for example in likely.into_iter().chain(report.counterexamples()) {
        launch(page, report, example);
    }
    let whole = human::report(&one.source, report, Style::Plain, true);
    let _ = write!(
        page,
        "<details><summary>the whole report</summary>\n<pre>{}</pre>\n</details>\n</section>\n",
        escaped(&whole)
    );
}

fn entry(page: &mut String, entry: &Entry) {
    let (level, id, place) = (entry.level.name(), entry.kind.id(), escaped(&entry.at.place()));
    let _ = write!(
        page,
        "<li><b class=\"{level}\">{level}</b> <code>{id}</code> <span class=\"place\">{place}</span><br>{}",
        prose(&entry.message)
    );
    if let Some(other) = &entry.other {
        let _ =
            write!(page, "<br>the other access: <span class=\"place\">{}</span>", escaped(&other.place()));
    }
    if let Some(proposal) = &entry.proposal {
        let (line, words) = &proposal.shown;
        let _ = write!(page, "<br>fix: in line {line}, write <code>{}</code>", escaped(words));
    } else if let Some(help) = &entry.help {
        let _ = write!(page, "<br>try: {}", prose(help));
    }
    page.push_str("</li>\n");
}

/// Escaped text, in which words between backticks are code.
fn prose(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    // A backtick without a second one stays.
    if parts.len().is_multiple_of(2) {
        return escaped(text);
    }
    let part = |(at, part): (usize, &&str)| match at % 2 {
        0 => escaped(part),
        _ => format!("<code>{}</code>", escaped(part)),
    };
    parts.iter().enumerate().map(part).collect()
}

/// The picture of what a launch breaks, and the launch.
fn launch(page: &mut String, report: &KernelReport, example: &Counterexample) {
    let violation = &example.violation;
    let parameter = violation.parameter;
    let memory = parameter.map_or("the memory".to_owned(), |at| format!("`{}`", report.signature.name(at)));
    let _ =
        writeln!(page, "<p><code>{}</code>: {}</p>", violation.rule.code(), escaped(violation.rule.title()));
    if let Some(drawing) = picture::drawing(violation, &memory) {
        for line in &drawing.heading {
            let _ = writeln!(page, "<div>{}</div>", prose(line));
        }
        let _ = write!(
            page,
            "<div class=\"picture\">\n{}</div>\n<p>{}</p>\n",
            svg::draw(&drawing),
            svg::legend(&drawing)
        );
    }
    let lines = describe_launch(&example.launch, &report.signature).join("\n");
    let _ = writeln!(page, "<pre>{}</pre>", escaped(&lines));
}
