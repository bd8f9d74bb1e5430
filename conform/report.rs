//! What came of a suite: a table for people, JSON, and JUnit's XML.

use std::collections::BTreeMap;
use std::fmt::Write;

use report::junit::{self, Case, Outcome, Suite};
use serde::Serialize;

use crate::run::Agreement;

/// What the JSON says that it is.
const SCHEMA: &str = "tileproof.conform/1";

/// One case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// Its chapter.
    pub chapter: String,
    /// Where its expected value is from: `hand`, `hardware`, `interp`.
    pub origin: &'static str,
    /// What came of it.
    pub agreement: Agreement,
}

/// How many cases came to what.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Left what they must.
    pub agree: usize,
    /// Left something else.
    pub disagree: usize,
    /// Left something else, and no rule says how far it may differ.
    pub undecided: usize,
    /// Were not run.
    pub skipped: usize,
}

impl Counts {
    fn add(&mut self, verdict: &Agreement) {
        match verdict {
            Agreement::Agrees => self.agree += 1,
            Agreement::Disagrees(_) => self.disagree += 1,
            Agreement::Undecided(_) => self.undecided += 1,
            Agreement::Skipped(_) => self.skipped += 1,
        }
    }

    fn of<'r>(rows: impl Iterator<Item = &'r Row>) -> Self {
        let mut counts = Counts::default();
        rows.for_each(|row| counts.add(&row.agreement));
        counts
    }
}

/// The report of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// What the cases ran on, as it was asked for.
    pub target: String,
    /// Which part of the suite it was, `2/5`, where it was not all of it.
    pub shard: Option<String>,
    /// The cases, in order.
    pub rows: Vec<Row>,
}

#[derive(Serialize)]
struct Json<'r> {
    schema: &'static str,
    target: &'r str,
    shard: Option<&'r str>,
    total: Counts,
    chapters: BTreeMap<&'r str, Counts>,
    provenance: BTreeMap<&'r str, Counts>,
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
}

/// A verdict's name, and why it is so.
fn words(verdict: &Agreement) -> (&'static str, &str) {
    match verdict {
        Agreement::Agrees => ("agrees", ""),
        Agreement::Disagrees(why) => ("disagrees", why),
        Agreement::Undecided(why) => ("undecided", why),
        Agreement::Skipped(why) => ("skipped", why),
    }
}

impl Report {
    /// All cases together.
    pub fn total(&self) -> Counts {
        Counts::of(self.rows.iter())
    }

    fn by(&self, key: impl Fn(&Row) -> &str) -> BTreeMap<&str, Counts> {
        let mut counts: BTreeMap<&str, Counts> = BTreeMap::new();
        for row in &self.rows {
            let name = key(row);
            let name = self.rows.iter().map(&key).find(|known| *known == name).unwrap_or_default();
            counts.entry(name).or_default().add(&row.agreement);
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
            let (verdict, why) = words(&row.agreement);
            JsonCase { name: &row.name, chapter: &row.chapter, provenance: row.origin, verdict, why }
        });
        let json = Json {
            schema: SCHEMA,
            target: &self.target,
            shard: self.shard.as_deref(),
            total: self.total(),
            chapters: self.by(|row| &row.chapter),
            provenance: self.by(|row| row.origin),
            cases: cases.collect(),
        };
        serde_json::to_string_pretty(&json).map(|text| text + "\n")
    }

    /// The report for people: a line a chapter, and every case that does not agree.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        for row in &self.rows {
            let (verdict, why) = words(&row.agreement);
            if matches!(row.agreement, Agreement::Disagrees(_) | Agreement::Undecided(_)) {
                let _ = writeln!(text, "{verdict}: {}: {why}", row.name);
            }
        }
        let mut skipped: BTreeMap<&str, usize> = BTreeMap::new();
        for row in &self.rows {
            if let Agreement::Skipped(why) = &row.agreement {
                *skipped.entry(why).or_default() += 1;
            }
        }
        for (why, count) in skipped {
            let _ = writeln!(text, "skipped: {count}: {why}");
        }
        let heads = ["chapter", "agree", "disagree", "undecided", "skipped"];
        let [chapter, agree, disagree, undecided, skip] = heads;
        let _ = writeln!(text, "{chapter:<14}{agree:>8}{disagree:>10}{undecided:>11}{skip:>9}");
        let mut line = |name: &str, counts: Counts| {
            let Counts { agree, disagree, undecided, skipped } = counts;
            let _ = writeln!(text, "{name:<14}{agree:>8}{disagree:>10}{undecided:>11}{skipped:>9}");
        };
        self.by(|row| &row.chapter).into_iter().for_each(|(name, counts)| line(name, counts));
        for (name, counts) in self.by(|row| row.origin) {
            line(&format!("({name})"), counts);
        }
        line("all", self.total());
        text
    }

    /// The report as JUnit's XML: a suite a chapter.
    pub fn junit(&self) -> String {
        let case = |row: &Row| {
            let outcome = match &row.agreement {
                Agreement::Agrees => Outcome::Passed,
                Agreement::Disagrees(why) => Outcome::Failed(why.clone(), String::new()),
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
        Row { name: name.to_owned(), chapter: chapter.to_owned(), origin: "hand", agreement }
    }

    fn report() -> Report {
        let rows = vec![
            row("a/1", "float", Agreement::Agrees),
            row("a/2", "float", Agreement::Disagrees("o[0] is 1 & not <2>".to_owned())),
            row("b/1", "view", Agreement::Skipped("a \"reason\"\u{1}\n".to_owned())),
            row("b/2", "view", Agreement::Undecided("no rule".to_owned())),
        ];
        Report { target: "exec:it's".to_owned(), shard: None, rows }
    }

    #[test]
    fn junit_escapes_what_xml_does_not_have() {
        let xml = report().junit();
        let wanted = [
            "<testsuites name=\"exec:it&apos;s\" tests=\"4\" failures=\"1\" errors=\"0\" skipped=\"2\">",
            "<testsuite name=\"float\" tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\">",
            "<testcase classname=\"float\" name=\"a/1\"/>",
            "<failure message=\"o[0] is 1 &amp; not &lt;2&gt;\"/>",
            "<skipped message=\"a &quot;reason&quot;\u{fffd}&#10;\"/>",
        ];
        for line in wanted {
            assert!(xml.contains(line), "{line} is not in\n{xml}");
        }
        assert_eq!(xml.matches("<testcase ").count(), 4);
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
        assert_eq!(json["cases"].as_array().map(Vec::len), Some(3));
        let text = report.text();
        assert!(text.contains("disagrees: a/2: o[0] is 1 & not <2>"), "{text}");
        assert!(text.ends_with("all                  1         1          1        1\n"), "{text}");
    }
}
