//! What came of a suite: a table for people, JSON, and JUnit's XML.

mod counts;
mod coverage;
mod detection;
mod row;

use std::collections::BTreeMap;
use std::fmt::Write;

use report::junit::{self, Case, Outcome, Suite};
use serde::Serialize;

pub use self::counts::Counts;
use self::coverage::Coverage;
use self::detection::Detection;
pub use self::row::Row;
use crate::run::Agreement;

/// The `schema` field of the JSON report.
const SCHEMA: &str = "tileproof.conform/2";

/// The version of the suite that the cases are held against.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Version {
    /// The name.
    pub version: String,
    /// The digest of the version's list.
    pub digest: String,
    /// The number of cases.
    pub cases: usize,
    /// Cases that differ from the frozen list, each with the difference.
    pub changed: Vec<String>,
}

/// The report of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// The target as requested or as in the profile.
    pub target: String,
    /// The part of the suite, such as `2/5`; `None` for the whole suite.
    pub shard: Option<String>,
    /// The version of the suite, if a list of one exists.
    pub suite: Option<Version>,
    /// The cases, in order.
    pub rows: Vec<Row>,
    /// Errors of the harness that are of no case.
    pub errors: Vec<String>,
}

#[derive(Serialize)]
struct Json<'r> {
    schema: &'static str,
    target: &'r str,
    shard: Option<&'r str>,
    suite: Option<&'r Version>,
    total: Counts,
    chapters: BTreeMap<&'r str, Counts>,
    provenance: BTreeMap<&'r str, Counts>,
    coverage: Coverage,
    detection: Detection,
    /// Errors of the harness that are of no case.
    harness: &'r [String],
    /// Every case that did not agree.
    cases: Vec<JsonCase<'r>>,
}

#[derive(Serialize)]
struct JsonCase<'r> {
    name: &'r str,
    chapter: &'r str,
    provenance: &'static str,
    verdict: &'static str,
    why: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    waived: Option<&'r str>,
}

impl Report {
    /// All cases together, and the errors that are of none.
    pub fn total(&self) -> Counts {
        let mut total = Counts::of(self.rows.iter());
        total.errors += self.errors.len();
        total
    }

    fn by<'r>(&'r self, key: impl Fn(&'r Row) -> &'r str) -> BTreeMap<&'r str, Counts> {
        let mut counts: BTreeMap<&str, Counts> = BTreeMap::new();
        for row in &self.rows {
            counts.entry(key(row)).or_default().add(row);
        }
        counts
    }

    /// The report as JSON.
    ///
    /// # Errors
    /// Never, as far as is known: what cannot be written.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        let case = |row: &'_ Row| row.agreement != Agreement::Agrees;
        let cases = self.rows.iter().filter(|row| case(row)).map(|row| {
            let (verdict, why) = row.agreement.words();
            let waived = row.waived.as_deref();
            JsonCase { name: &row.name, chapter: &row.chapter, provenance: row.origin, verdict, why, waived }
        });
        let json = Json {
            schema: SCHEMA,
            target: &self.target,
            shard: self.shard.as_deref(),
            suite: self.suite.as_ref(),
            total: self.total(),
            chapters: self.by(|row| &row.chapter),
            provenance: self.by(|row| row.origin),
            coverage: Coverage::of(&self.rows),
            detection: Detection::of(&self.rows),
            harness: &self.errors,
            cases: cases.collect(),
        };
        serde_json::to_string_pretty(&json).map(|text| text + "\n")
    }

    /// The report for people: a line a chapter, what is covered, and every case that does not agree.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        for error in &self.errors {
            let _ = writeln!(text, "error: {error}");
        }
        let mut counted: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for row in &self.rows {
            let (verdict, why) = row.agreement.words();
            match (&row.waived, &row.agreement) {
                (_, Agreement::Agrees) => {}
                (Some(reason), _) => *counted.entry(("waived", reason)).or_default() += 1,
                (None, Agreement::Skipped(_)) => *counted.entry((verdict, why)).or_default() += 1,
                (None, Agreement::Disagrees(_) | Agreement::Undecided(_) | Agreement::Error(_)) => {
                    let _ = writeln!(text, "{verdict}: {}: {why}", row.name);
                }
            }
        }
        for ((what, why), count) in counted {
            let _ = writeln!(text, "{what}: {count}: {why}");
        }
        text.push_str(&Counts::heads("chapter"));
        self.by(|row| &row.chapter).into_iter().for_each(|(name, counts)| text.push_str(&counts.line(name)));
        for (name, counts) in self.by(|row| row.origin) {
            text.push_str(&counts.line(&format!("({name})")));
        }
        text.push_str(&Detection::of(&self.rows).text());
        text.push_str(&Coverage::of(&self.rows).text());
        if let Some(Version { version, digest, cases, changed }) = &self.suite {
            let _ = writeln!(text, "suite {version}: {cases} cases, sha256 {digest}");
            for change in changed {
                let _ = writeln!(text, "not as in suite {version}: {change}");
            }
        }
        text.push_str(&self.total().line("all"));
        text
    }

    /// The report as JUnit's XML: a suite a chapter.
    pub fn junit(&self) -> String {
        let case = |row: &Row| {
            let outcome = match &row.agreement {
                Agreement::Agrees => Outcome::Passed,
                _ if row.waived.is_some() => Outcome::Skipped(row.waived.clone().unwrap_or_default()),
                Agreement::Disagrees(why) => Outcome::Failed(why.clone(), String::new()),
                Agreement::Error(why) => Outcome::Error(why.clone(), String::new()),
                Agreement::Undecided(why) | Agreement::Skipped(why) => Outcome::Skipped(why.clone()),
            };
            Case { name: row.name.clone(), outcome, seconds: None }
        };
        let suite = |chapter: &str| {
            let rows = self.rows.iter().filter(|row| row.chapter == chapter);
            Suite { name: chapter.to_owned(), cases: rows.map(case).collect() }
        };
        let suites: Vec<_> = self.by(|row| &row.chapter).into_keys().map(suite).collect();
        junit::write(&self.target, &suites)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, chapter: &str, agreement: Agreement) -> Row {
        let (operations, breaks, named, waived) = (vec!["addf"], None, None, None);
        let (name, chapter) = (name.to_owned(), chapter.to_owned());
        Row { name, chapter, origin: "hand", operations, breaks, named, agreement, waived }
    }

    fn report() -> Report {
        let rows = vec![
            row("a/1", "float", Agreement::Agrees),
            row("a/2", "float", Agreement::Disagrees("o[0] is 1 & not <2>".to_owned())),
            row("b/1", "view", Agreement::Skipped("a \"reason\"\u{1}\n".to_owned())),
            row("b/2", "view", Agreement::Undecided("no rule".to_owned())),
            row("b/3", "view", Agreement::Error("it died".to_owned())),
            Row {
                waived: Some("a reason".to_owned()),
                ..row("b/4", "view", Agreement::Disagrees("o[0]".to_owned()))
            },
        ];
        let errors = vec!["a line too many".to_owned()];
        Report { target: "exec:it's".to_owned(), shard: None, suite: None, rows, errors }
    }

    #[test]
    fn junit_escapes_what_xml_does_not_have() {
        let xml = report().junit();
        let wanted = [
            "<testsuites name=\"exec:it&apos;s\" tests=\"6\" failures=\"1\" errors=\"1\" skipped=\"3\">",
            "<testsuite name=\"float\" tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\">",
            "<testcase classname=\"float\" name=\"a/1\"/>",
            "<failure message=\"o[0] is 1 &amp; not &lt;2&gt;\"/>",
            "<skipped message=\"a &quot;reason&quot;\u{fffd}&#10;\"/>",
        ];
        for line in wanted {
            assert!(xml.contains(line), "{line} is not in\n{xml}");
        }
        assert_eq!(xml.matches("<testcase ").count(), 6);
    }

    #[test]
    fn counts_are_of_chapters_and_of_all() {
        let report = report();
        let json: serde_json::Value =
            serde_json::from_str(&report.json().expect("it can be written")).expect("it can be read");
        assert_eq!(json["schema"], SCHEMA);
        assert_eq!(json["chapters"]["float"]["disagree"], 1);
        assert_eq!(json["chapters"]["view"]["skipped"], 1);
        assert_eq!(json["total"]["agree"], 1);
        assert_eq!(json["cases"].as_array().map(Vec::len), Some(5));
        assert_eq!(json["coverage"]["operations"]["addf"]["agree"], 1);
        assert_eq!(json["coverage"]["operations"]["subf"]["agree"], 0, "what no case has is listed");
        assert_eq!(json["coverage"]["rules"]["arith.div.zero"]["agree"], 0);
        let text = report.text();
        for line in ["disagrees: a/2: o[0] is 1 & not <2>", "error: b/3: it died", "waived: 1: a reason"] {
            assert!(text.contains(line), "{line} is not in\n{text}");
        }
        assert!(
            text.ends_with("all                  1         1          1        1       2       1\n"),
            "{text}"
        );
    }
}
