//! The measurements, for people and as JSON.

use launch::Facts;
use serde::Serialize;

use super::measure::{Checked, Outcome};
use super::problem::Problem;
use driver::convert::nearest_f64;
use driver::statistics::{Estimate, estimate, median, ratio};

/// All measurements. The shape is an interface.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    schema: &'static str,
    gpu: Gpu,
    /// Timed runs of each kernel.
    runs: u32,
    /// The origin of the other kernels.
    against: Option<String>,
    kernels: Vec<Row>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct Gpu {
    name: String,
    compute_capability: String,
    driver: String,
    memory: u64,
}

/// A problem. Times are microseconds, rates are bytes moved a nanosecond (GB/s), and operations a picosecond (TFLOP/s).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Row {
    kernel: String,
    problem: String,
    bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    operations: Option<u64>,
    ours: Side,
    theirs: Side,
    copy_microseconds: Estimate,
    /// Their time by ours: above 1 ours is faster.
    speed: Option<Estimate>,
    /// Theirs with facts of the proof.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    certified: Vec<Certified>,
    /// Elements of the two that differ in a bit.
    differing: Option<u64>,
    /// Whether no kernel left anything wrong.
    right: bool,
}

/// Their kernel with facts of the proof.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Certified {
    /// The set of facts.
    facts: String,
    side: Side,
    /// The time of theirs without them by the time with them: above 1 the facts gain something.
    gain: Option<Estimate>,
}

/// A compiler's kernel.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Side {
    /// The reason for a missing kernel.
    #[serde(skip_serializing_if = "Option::is_none")]
    absent: Option<String>,
    microseconds: Option<Estimate>,
    rate: Option<f64>,
    /// The rate relative to the copy.
    of_copy: Option<f64>,
    samples: u64,
    wrong: Option<String>,
}

impl Row {
    /// The result of a problem; `absent` has the reasons for missing kernels, and `sets` the facts of theirs.
    pub(super) fn new(
        problem: &Problem,
        outcome: &Outcome,
        absent: [Option<String>; 2],
        sets: &[String],
    ) -> Row {
        let times = |which: usize| outcome.times.kernels.get(which).and_then(Option::as_deref);
        let one = |which: usize| {
            let checked = outcome.checked.get(which).and_then(Option::as_ref);
            side(problem, times(which), &outcome.times.copy, checked)
        };
        let (ours, theirs) = (one(0), one(1));
        let by = |before: usize, after: usize| Some(ratio(times(before)?, times(after)?));
        let speed = by(1, 0);
        let certified = sets.iter().enumerate();
        let certified: Vec<Certified> = certified
            .map(|(at, facts)| Certified { facts: facts.clone(), side: one(at + 2), gain: by(1, at + 2) })
            .collect();
        let all_right = certified.iter().all(|one| one.side.wrong.is_none());
        let [no_ours, no_theirs] = absent;
        let differs = problem.expected.is_exact() && outcome.differing.is_some_and(|count| count > 0);
        Row {
            kernel: problem.kernel.to_owned(),
            problem: problem.label.clone(),
            bytes: problem.bytes,
            operations: problem.operations,
            right: ours.wrong.is_none() && theirs.wrong.is_none() && all_right && !differs,
            ours: Side { absent: no_ours, ..ours },
            theirs: Side { absent: no_theirs, ..theirs },
            copy_microseconds: scaled(estimate(&outcome.times.copy)),
            speed,
            certified,
            differing: outcome.differing,
        }
    }
}

/// Milliseconds to microseconds.
fn scaled(estimate: Estimate) -> Estimate {
    let Estimate { value, low, high } = estimate;
    Estimate { value: value * 1e3, low: low * 1e3, high: high * 1e3 }
}

fn side(problem: &Problem, times: Option<&[f64]>, copy: &[f64], checked: Option<&Checked>) -> Side {
    let microseconds = times.map(|times| scaled(estimate(times)));
    let rate = microseconds.map(|time| match problem.operations {
        Some(operations) => nearest_f64(operations.into()) / time.value / 1e6,
        None => nearest_f64(problem.bytes.into()) / time.value / 1e3,
    });
    let of_copy = times.filter(|_| problem.operations.is_none()).map(|times| median(copy) / median(times));
    Side {
        absent: None,
        microseconds,
        rate,
        of_copy,
        samples: checked.map_or(0, |checked| checked.samples),
        wrong: checked.and_then(|checked| checked.wrong.clone()),
    }
}

impl Report {
    /// The report of all problems.
    pub(super) fn new(facts: &Facts, runs: u32, against: Option<String>, kernels: Vec<Row>) -> Report {
        let gpu = Gpu {
            name: facts.name.clone(),
            compute_capability: facts.capability.to_string(),
            driver: facts.driver.to_string(),
            memory: facts.memory,
        };
        Report { schema: "tileproof.bench/1", gpu, runs, against, kernels }
    }

    /// Whether every kernel gave the right results.
    pub fn is_right(&self) -> bool {
        self.kernels.iter().all(|row| row.right)
    }

    /// The report as JSON.
    ///
    /// # Errors
    /// Never, as far as is known: what cannot be written.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }

    /// For people: a table, and below it the errors and missing kernels.
    pub fn text(&self) -> String {
        let Gpu { name, compute_capability, driver, .. } = &self.gpu;
        let mut text = format!(
            "{name} (compute capability {compute_capability}, driver for CUDA {driver}); medians of {} runs in turns\n\n",
            self.runs
        );
        let heads = ["kernel", "problem", "ours", "theirs", "speed", "95 of 100", "of copy", "checked"];
        let mut lines = vec![heads.map(str::to_owned)];
        lines.extend(self.kernels.iter().map(Row::cells));
        let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<_> = (0..heads.len()).map(width).collect();
        for line in &lines {
            let cells = line.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
                if column < 2 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
            });
            text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
            text.push('\n');
        }
        text.push_str("\nRates in GB/s, of matmul in TFLOP/s; speed is their time by ours, of copy is our rate by a copy's.\n");
        for row in &self.kernels {
            row.certified.iter().for_each(|one| text.push_str(&row.describe_certified(one)));
            for (who, side) in [("ours", &row.ours), ("theirs", &row.theirs)] {
                let label = format!("{} ({}), {who}", row.kernel, row.problem);
                for (what, why) in [("is wrong", &side.wrong), ("is missing", &side.absent)] {
                    if let Some(why) = why {
                        text.push_str(&format!("{label} {what}: {why}\n"));
                    }
                }
            }
            if let (false, Some(count @ 1..)) = (row.right, row.differing) {
                text.push_str(&format!("{} ({}): {count} elements differ\n", row.kernel, row.problem));
            }
        }
        text
    }
}

impl Row {
    /// The gain from facts, and errors.
    fn describe_certified(&self, one: &Certified) -> String {
        let rate = one.side.rate.map_or_else(|| "-".to_owned(), |rate| format!("{rate:.0}"));
        let gain = one.gain.map(|gain| {
            format!(", {:.3} of theirs without ({:.3} to {:.3})", gain.value, gain.low, gain.high)
        });
        let wrong = one.side.wrong.as_ref().map(|why| format!(", WRONG: {why}"));
        format!(
            "{} ({}), theirs with {}: {rate}{}{}\n",
            self.kernel,
            self.problem,
            one.facts,
            gain.unwrap_or_default(),
            wrong.unwrap_or_default()
        )
    }

    fn cells(&self) -> [String; 8] {
        let none = || "-".to_owned();
        let rate = |side: &Side| side.rate.map_or_else(none, |rate| format!("{rate:.0}"));
        let of_copy = self.ours.of_copy.or(self.theirs.of_copy);
        let samples = self.ours.samples.max(self.theirs.samples);
        [
            self.kernel.clone(),
            self.problem.clone(),
            rate(&self.ours),
            rate(&self.theirs),
            self.speed.map_or_else(none, |speed| format!("{:.3}", speed.value)),
            self.speed.map_or_else(none, |speed| format!("{:.3} to {:.3}", speed.low, speed.high)),
            of_copy.map_or_else(none, |share| format!("{share:.3}")),
            if self.right { format!("{samples}") } else { "WRONG".to_owned() },
        ]
    }
}

#[cfg(test)]
mod tests {
    use launch::error::Version;

    use super::super::measure::Times;
    use super::super::problem::Size;
    use super::super::suite;
    use super::*;

    fn facts() -> Facts {
        Facts {
            ordinal: 0,
            name: "NVIDIA H200".to_owned(),
            capability: Version(9, 0),
            memory: 150_000_000_000,
            multiprocessors: 132,
            cache: 60 << 20,
            shared: 232_448,
            driver: Version(13, 0),
        }
    }

    fn report(wrong: Option<&str>, differing: u64) -> Report {
        let problem = &suite::problems(Size::Full)[0];
        let checked = |wrong: Option<&str>| Some(Checked { samples: 1500, wrong: wrong.map(str::to_owned) });
        let outcome = Outcome {
            times: Times { kernels: vec![Some(vec![0.4; 30]), Some(vec![0.5; 30])], copy: vec![0.38; 30] },
            checked: vec![checked(wrong), checked(None)],
            differing: Some(differing),
        };
        let row = Row::new(problem, &outcome, [None, None], &[]);
        Report::new(&facts(), 30, Some("cubins".to_owned()), vec![row])
    }

    #[test]
    fn the_table_has_rates_and_ratios() {
        let text = report(None, 0).text();
        let line = text.lines().find(|line| line.starts_with("vector_add")).expect("a line");
        let cells: Vec<_> = line.split_whitespace().collect();
        // 12 · 2²⁷ bytes in 0.4 and in 0.5 ms.
        let expected = "vector_add n = 134217728 4027 3221 1.250 1.250 to 1.250 0.950 1500";
        assert_eq!(cells, expected.split(' ').collect::<Vec<_>>());
    }

    #[test]
    fn facts_have_a_line_each() {
        let problem = &suite::problems(Size::Full)[0];
        let times = [0.4, 0.5, 0.25].map(|time| Some(vec![time; 30])).to_vec();
        let checked = vec![Some(Checked { samples: 1500, wrong: None }); 3];
        let outcome =
            Outcome { times: Times { kernels: times, copy: vec![0.38; 30] }, checked, differing: Some(0) };
        let row = Row::new(problem, &outcome, [None, None], &["aligned".to_owned()]);
        let report = Report::new(&facts(), 30, None, vec![row]);
        let line = "vector_add (n = 134217728), theirs with aligned: 6442, 2.000 of theirs without (2.000 to 2.000)\n";
        assert!(report.text().contains(line), "{}", report.text());
        let json = serde_json::to_value(report).expect("it is JSON");
        assert_eq!(json["kernels"][0]["certified"][0]["facts"], "aligned");
    }

    #[test]
    fn what_is_wrong_is_said() {
        let text = report(Some("element 0 is 1, and should be 2"), 0).text();
        assert!(
            text.contains("vector_add (n = 134217728), ours is wrong: element 0 is 1, and should be 2\n")
        );
        assert!(text.contains("WRONG"));
        let text = report(None, 3).text();
        assert!(text.contains("vector_add (n = 134217728): 3 elements differ\n"), "{text}");
    }

    #[test]
    fn the_json_has_a_schema() {
        let json = serde_json::to_value(report(None, 0)).expect("it is JSON");
        assert_eq!(json["schema"], "tileproof.bench/1");
        assert_eq!(json["gpu"]["compute_capability"], "9.0");
        let row = &json["kernels"][0];
        assert_eq!(row["ours"]["microseconds"]["value"], 400.0);
        assert_eq!(row["speed"]["value"], 1.25);
        assert_eq!((&row["right"], &row["differing"]), (&true.into(), &0.into()));
        assert_eq!(row["operations"], serde_json::Value::Null);
    }
}
