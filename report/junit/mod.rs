//! JUnit's XML: suites of cases, which continuous integration of all kinds reads.

#[cfg(feature = "solver")]
pub mod check;

use std::fmt::Write;

/// The outcome of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// A correct result.
    Passed,
    /// The case failed: the reason, and the full message.
    Failed(String, String),
    /// The outcome is unknown: the reason, and the full message.
    Error(String, String),
    /// The case is skipped, with the reason.
    Skipped(String),
}

/// A case.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// The name.
    pub name: String,
    /// The outcome.
    pub outcome: Outcome,
    /// The time in seconds.
    pub seconds: Option<f64>,
}

/// A group of cases.
#[derive(Debug, Clone, PartialEq)]
pub struct Suite {
    /// The name.
    pub name: String,
    /// The cases.
    pub cases: Vec<Case>,
}

/// The file of some suites.
pub fn write(name: &str, suites: &[Suite]) -> String {
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
    let all = suites.iter().flat_map(|suite| &suite.cases);
    let _ = writeln!(text, "<testsuites name=\"{}\" {}>", escaped(name), counts(all));
    for suite in suites {
        let class = escaped(&suite.name);
        let _ = writeln!(text, "  <testsuite name=\"{class}\" {}>", counts(suite.cases.iter()));
        for case in &suite.cases {
            let seconds = case.seconds.map_or(String::new(), |seconds| format!(" time=\"{seconds:.3}\""));
            let head = format!("testcase classname=\"{class}\" name=\"{}\"{seconds}", escaped(&case.name));
            let _ = match &case.outcome {
                Outcome::Passed => writeln!(text, "    <{head}/>"),
                Outcome::Failed(why, whole) => {
                    writeln!(text, "    <{head}>{}</testcase>", part("failure", why, whole))
                }
                Outcome::Error(why, whole) => {
                    writeln!(text, "    <{head}>{}</testcase>", part("error", why, whole))
                }
                Outcome::Skipped(why) => {
                    writeln!(text, "    <{head}>{}</testcase>", part("skipped", why, ""))
                }
            };
        }
        text.push_str("  </testsuite>\n");
    }
    text.push_str("</testsuites>\n");
    text
}

fn part(tag: &str, why: &str, whole: &str) -> String {
    let message = escaped(why);
    if whole.is_empty() {
        format!("<{tag} message=\"{message}\"/>")
    } else {
        format!("<{tag} message=\"{message}\">{}</{tag}>", escaped(whole))
    }
}

fn counts<'a>(cases: impl Iterator<Item = &'a Case>) -> String {
    let (mut all, mut failed, mut errors, mut skipped) = (0, 0, 0, 0);
    for case in cases {
        all += 1;
        match case.outcome {
            Outcome::Passed => {}
            Outcome::Failed(..) => failed += 1,
            Outcome::Error(..) => errors += 1,
            Outcome::Skipped(_) => skipped += 1,
        }
    }
    format!("tests=\"{all}\" failures=\"{failed}\" errors=\"{errors}\" skipped=\"{skipped}\"")
}

/// Text as an attribute of XML 1.0 has it. Characters that XML does not have are replaced.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            '\n' | '\r' | '\t' => {
                let _ = write!(escaped, "&#{};", u32::from(c));
            }
            c if c < ' ' || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}
