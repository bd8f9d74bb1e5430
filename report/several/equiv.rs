//! What a comparison of two kernels says, for people and as JSON.

use serde::Serialize;

use driver::check::equiv::{Answer, Compared, Comparison, Difference};
use driver::exit::Exit;
use driver::files::launch_file::{LaunchFile, describe_launch};
use driver::load::function_name;
use driver::signature::Signature;

use crate::json::text;

/// The `schema` field of the JSON.
const SCHEMA: &str = "tileproof.equiv/1";

#[derive(Serialize)]
struct ComparisonFile<'a> {
    schema: &'static str,
    answer: &'static str,
    reason: Option<&'a str>,
    kernels: [KernelFile<'a>; 2],
    different: Option<DifferenceFile<'a>>,
    agreed: AgreedFile,
    trusted: &'a [String],
    notes: &'a [String],
    seconds: f64,
}

#[derive(Serialize)]
struct KernelFile<'a> {
    name: &'a str,
    file: &'a str,
    verdict: &'static str,
    given: &'a [String],
}

/// How many pairs of launches left the same: in ordinary bits, and with elements of a finite field.
#[derive(Serialize)]
struct AgreedFile {
    ordinary: usize,
    field: usize,
}

#[derive(Serialize)]
struct DifferenceFile<'a> {
    array: &'a str,
    element: u64,
    values: &'a [String; 2],
    rounding_only: Option<bool>,
    launches: [LaunchFile; 2],
}

/// The exit code of a comparison.
pub fn exit(comparison: &Comparison) -> Exit {
    match comparison.answer {
        Answer::Equivalent => Exit::Success,
        Answer::Different(_) => Exit::Violated,
        Answer::Unknown(_) => Exit::Unknown,
    }
}

fn name(answer: &Answer) -> &'static str {
    match answer {
        Answer::Equivalent => "equivalent",
        Answer::Different(_) => "different",
        Answer::Unknown(_) => "unknown",
    }
}

fn signature(of: &Compared<'_>) -> Signature {
    Signature::new(of.kernel, of.contract)
}

/// As JSON.
pub fn json(sides: [&Compared<'_>; 2], comparison: &Comparison) -> String {
    let kernel = |at: usize| KernelFile {
        name: &sides[at].kernel.name,
        file: &sides[at].source.name,
        verdict: comparison.verdicts[at].name(),
        given: &comparison.given[at],
    };
    let difference = |found: &'_ Difference| {
        let launch = |at: usize| LaunchFile::new(&found.launches[at], &signature(sides[at]));
        [launch(0), launch(1)]
    };
    let different = match &comparison.answer {
        Answer::Different(found) => Some(DifferenceFile {
            array: &found.element.array,
            element: found.element.place,
            values: &found.element.values,
            rounding_only: found.is_rounding,
            launches: difference(found),
        }),
        Answer::Equivalent | Answer::Unknown(_) => None,
    };
    let reason = match &comparison.answer {
        Answer::Unknown(why) => Some(why.as_str()),
        Answer::Equivalent | Answer::Different(_) => None,
    };
    text(&ComparisonFile {
        schema: SCHEMA,
        answer: name(&comparison.answer),
        reason,
        kernels: [kernel(0), kernel(1)],
        different,
        agreed: AgreedFile { ordinary: comparison.agreed[0], field: comparison.agreed[1] },
        trusted: &comparison.trusted,
        notes: &comparison.notes,
        seconds: comparison.seconds,
    })
}

/// For people.
pub fn human(sides: [&Compared<'_>; 2], comparison: &Comparison) -> String {
    let called =
        |side: &Compared<'_>| format!("@{} of {}", function_name(&side.kernel.name), side.source.name);
    let [one, other] = sides.map(called);
    let mut lines = vec![format!("{}: {one} and {other}", name(&comparison.answer))];
    match &comparison.answer {
        Answer::Equivalent => lines.push("  every launch gives equal results".to_owned()),
        Answer::Unknown(why) => lines.push(format!("  {why}")),
        Answer::Different(found) => lines.extend(describe(sides, found)),
    }
    let [first, second] = &comparison.given;
    if first == second {
        lines.extend(first.iter().map(|clause| format!("  given: {clause}")));
    } else {
        let of = |clauses: &[String], whose: &str| {
            clauses.iter().map(|clause| format!("  given of {whose}: {clause}")).collect::<Vec<_>>()
        };
        lines.extend(of(first, &one));
        lines.extend(of(second, &other));
    }
    lines.extend(comparison.trusted.iter().map(|one| format!("  trusted: {one}")));
    lines.extend(comparison.notes.iter().map(|note| format!("  note: {note}")));
    let [ordinary, field] = comparison.agreed;
    if ordinary + field > 0 {
        lines.push(format!(
            "  run: {ordinary} launches leave the same bits, {field} the same in a finite field"
        ));
    }
    lines.join("\n") + "\n"
}

fn describe(sides: [&Compared<'_>; 2], found: &Difference) -> Vec<String> {
    let Difference { launches, element, is_rounding } = found;
    let [a, b] = &element.values;
    let mut lines = vec![format!("  {}[{}] is {a}, and then {b}", element.array, element.place)];
    lines.push(match is_rounding {
        Some(true) => {
            "  the kernels round differently: in a finite field the results of the launch are equal"
                .to_owned()
        }
        Some(false) => "  in a finite field it differs, too".to_owned(),
        None => {
            "  whether rounding alone makes the difference is not known: a finite field shows nothing about this launch"
                .to_owned()
        }
    });
    let words = [0, 1].map(|at: usize| describe_launch(&launches[at], &signature(sides[at])));
    lines.push("  the launch:".to_owned());
    lines.extend(words[0].iter().map(|line| format!("    {line}")));
    if words[0] != words[1] {
        lines.push("  the launch of the second:".to_owned());
        lines.extend(words[1].iter().map(|line| format!("    {line}")));
    }
    lines
}
