//! An access in words: the block, the kind of access, the elements and the array.

use driver::check::explanation::Cause;
use driver::check::report::{Counterexample, KernelReport};
use driver::code::{Call, Code, Language};
use driver::load::Source;
use spec::problem::{Party, Scene, Violation};
use spec::rules::Rule;
use spec::syntax::launch::Argument;
use spec::syntax::op::Op;
use spec::syntax::span::Place;

use super::frame::Mark;
use super::values;
use crate::picture::as_signed;

/// The effect of an operation on memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Does {
    Read,
    Write,
    Update,
    /// Elements of a tile by index, through an array of the block.
    Gather,
    /// Counts of values, in an array of the block.
    Count,
    /// No access.
    Other,
}

impl Does {
    /// Of the operation at a place.
    pub(super) fn of(source: &Source, at: &Place) -> Self {
        let words = source.operation(at);
        let behind = words.split_once(" = ").filter(|_| words.starts_with('%'));
        let operation = behind.map_or(words, |(_, operation)| operation).trim_start();
        // Tile IR writes `load_view_tko`, Triton `tt.load` and `tt.descriptor_load`.
        let name = operation.split([' ', '(']).next().unwrap_or_default();
        let name = name.strip_prefix("tt.").unwrap_or(name);
        let name = name.strip_prefix("experimental_").unwrap_or(name);
        let name = name.strip_prefix("descriptor_").unwrap_or(name);
        let begins = |word: &str| name.starts_with(word);
        match () {
            () if begins("load") || name == "gather" && operation.contains("descriptor") => Does::Read,
            () if begins("store") || name == "scatter" => Does::Write,
            () if begins("gather") => Does::Gather,
            () if begins("histogram") => Does::Count,
            () if begins("atomic_") || name == "reduce" && operation.contains("descriptor") => Does::Update,
            () => Does::Other,
        }
    }

    /// As a verb.
    pub(super) const fn verb(self) -> &'static str {
        match self {
            Does::Read => "reads",
            Does::Write => "writes",
            Does::Update => "updates",
            Does::Gather => "takes",
            Does::Count => "counts",
            Does::Other => "accesses",
        }
    }

    /// The headline and the advice for an index that the array of the block does not have.
    pub(super) const fn outside_of_axis(self) -> Option<(&'static str, &'static str)> {
        match self {
            Does::Gather => Some((
                "gather takes an index outside of its axis",
                "keep each index at least 0 and below the extent of the axis: clamp it, or correct negative remainders",
            )),
            Does::Count => Some((
                "histogram counts a value that has no bin",
                "mask the values outside of the bins, or clamp them",
            )),
            Does::Read | Does::Write | Does::Update | Does::Other => None,
        }
    }

    /// As a noun.
    pub(super) const fn noun(self) -> &'static str {
        match self {
            Does::Read => "load",
            Does::Write => "store",
            Does::Update => "atomic update",
            Does::Gather => "gather",
            Does::Count => "histogram",
            Does::Other => "access",
        }
    }
}

/// An undetermined value, where nothing is known of its origin.
const MISSING: &str = "an uninitialized or unpadded out-of-bounds value";

/// The headlines of rules whose titles are terse; `{noun}`, `{verb}` and `{of}` stand for the access and its array, and `{value}` for an
/// undetermined value.
const HEADLINES: [(Rule, &str); 10] = [
    (Rule::IndexSpace, "tile index is out of range{of}"),
    (Rule::TileInside, "unmasked {noun} {verb} past the end{of}"),
    (Rule::MemoryBounds, "{noun} {verb} outside the allocation{of}"),
    (Rule::MemoryAlignment, "misaligned {noun}{of}"),
    (Rule::RaceBlock, "data race: two blocks access the same element{of}"),
    (Rule::RaceLane, "one store writes the same element{of} twice"),
    (Rule::RaceToken, "data race: no token orders two accesses{of} of one block"),
    (Rule::UndeterminedStored, "stores {value}{to}"),
    (Rule::UndeterminedBranch, "a branch depends on {value}"),
    (Rule::UndeterminedIndex, "an address depends on {value}"),
];

/// A broken rule in a few words.
pub(super) fn headline(rule: Rule, does: Does, array: Option<&str>) -> String {
    headline_of_value(rule, does, array, MISSING)
}

/// The rule broken by a launch, in a few words.
pub(super) fn headline_of(source: &Source, report: &KernelReport, example: &Counterexample) -> String {
    let violation = &example.violation;
    let array = violation.parameter.map(|at| report.signature.name(at));
    let origin = example.explanation.as_ref().and_then(|known| known.origin.as_ref());
    let value = match origin.map(|origin| &origin.cause) {
        Some(Cause::Computed(computation)) if computation.op == Op::Ftoi => {
            "an integer that a conversion leaves undefined"
        }
        Some(Cause::Computed(_)) => "a number that a computation leaves undefined",
        Some(Cause::Outside(_) | Cause::Masked(_) | Cause::Unwritten(_) | Cause::Unset) | None => MISSING,
    };
    headline_of_value(violation.rule, Does::of(source, &violation.party.at), array, value)
}

fn headline_of_value(rule: Rule, does: Does, array: Option<&str>, value: &str) -> String {
    if let (Rule::MemoryBounds, Some((words, _))) = (rule, does.outside_of_axis()) {
        return words.to_owned();
    }
    let joined = |word: &str| array.map_or(String::new(), |array| format!(" {word} `{array}`"));
    let known = HEADLINES.iter().find(|(known, _)| *known == rule);
    let words = known.map_or_else(|| format!("{}{{of}}", rule.title()), |(_, words)| (*words).to_owned());
    words
        .replace("{noun}", does.noun())
        .replace("{verb}", does.verb())
        .replace("{of}", &joined("of"))
        .replace("{to}", &joined("to"))
        .replace("{value}", value)
}

/// The mark of one side's access with its words; `other` is the second side.
pub(super) fn mark(
    source: &Source,
    report: &KernelReport,
    example: &Counterexample,
    other: bool,
) -> Option<Mark> {
    let violation = &example.violation;
    let party = if other { violation.other.as_ref()? } else { &violation.party };
    let [x, y, z] = party.block;
    let mut label = format!("block ({x}, {y}, {z})");
    let does = Does::of(source, &party.at);
    let array = violation.parameter.map(|at| report.signature.name(at));
    let elements =
        violation.scene.as_ref().zip(array).and_then(|(scene, array)| elements(violation, scene, array));
    match (elements, &party.lane) {
        _ if let Some(numbers) = values::numbers(example) => label.push_str(&format!(": {numbers}")),
        (Some(elements), _) => {
            label.push_str(&format!(" {} {elements}", does.verb()));
            if let Some(bytes) = find_other_width(report, example) {
                label.push_str(&format!(", counted in elements of {bytes} bytes"));
            }
        }
        (None, Some(lane)) if !lane.is_empty() => {
            let lane: Vec<_> = lane.iter().map(ToString::to_string).collect();
            let verb = does.verb();
            label.push_str(&format!(" {verb} element ({}) of its tile", lane.join(", ")));
        }
        (None, Some(_) | None) => {}
    }
    label.push_str(&iterations(source, party));
    let mut mark = place(source, &party.at);
    for caller in source.callers(&party.at) {
        label.push_str(&format!(", called at {caller}"));
    }
    mark.label = label;
    Some(mark)
}

/// Adds the mark of the operation behind an undetermined value. A computation at the place of the broken rule joins its mark.
pub(super) fn add_origin(
    (source, report, example): (&Source, &KernelReport, &Counterexample),
    marks: &mut Vec<Mark>,
) {
    let Some(origin) = example.explanation.as_ref().and_then(|known| known.origin.as_ref()) else { return };
    let (mut mark, main) = (place(source, &origin.at), place(source, &example.violation.party.at));
    mark.label = values::origin(report, origin);
    if (&mark.file, mark.start) != (&main.file, main.start) {
        marks.push(mark);
    } else if let (Cause::Computed(_), Some(first)) = (&origin.cause, marks.first_mut()) {
        first.label.push_str(&format!("; {}", mark.label));
    }
}

/// A place without words.
pub(super) fn place(source: &Source, at: &Place) -> Mark {
    let spot = source.excerpt(at);
    let elsewhere = spot.elsewhere.as_ref().map(ToString::to_string);
    let file = spot.source.name().to_owned();
    let text = spot.source.inner().clone();
    let (start, len) = narrowed(&file, &text, (spot.offset, spot.len), Does::of(source, at));
    Mark { file, text, start, len, label: String::new(), elsewhere }
}

/// The intended access. Compilers record one place for a store and a load inside of its value.
fn narrowed(file: &str, text: &str, (start, len): (usize, usize), does: Does) -> (usize, usize) {
    let is_plain = matches!(does, Does::Read | Does::Write | Does::Update);
    let Some(language) = Language::of(file.as_ref()).filter(|_| is_plain) else {
        return (start, len);
    };
    let code = Code::new(text, language);
    let reads = |name: &str| name.starts_with("load") || name == "gather";
    let is_read = code.access(start).is_some_and(|call| reads(code.at(&call.name)));
    if does != Does::Read {
        // A store with the place of a load inside its value.
        let holds = |call: &&Call| call.whole.contains(&start) && !reads(code.at(&call.name));
        let outer = code.accesses(&code.function(start)).filter(holds).last().filter(|_| is_read);
        return outer.map_or((start, len), |call| (call.whole.start, call.whole.len()));
    }
    let within = start..start + len;
    let mut inner = code.accesses(&within).filter(|call| reads(code.at(&call.name)));
    match (is_read, inner.next(), inner.next()) {
        (false, Some(only), None) => (only.whole.start, only.whole.len()),
        (true, _, _) | (false, _, _) => (start, len),
    }
}

fn iterations(source: &Source, party: &Party) -> String {
    let several = party.iterations.len() > 1;
    let one = |iteration: &spec::problem::Iteration| {
        let at = source.position(&iteration.at).line;
        let of = if several { format!(" of the loop at line {at}") } else { String::new() };
        format!(", iteration {}{of}", iteration.number)
    };
    party.iterations.iter().map(one).collect()
}

/// The bytes of an accessed element, where the array has elements of another width.
fn find_other_width(report: &KernelReport, example: &Counterexample) -> Option<u64> {
    let violation = &example.violation;
    let (at, Some(Scene::Elements { len, .. })) = (violation.parameter?, &violation.scene) else {
        return None;
    };
    let Argument::Pointer { buffer, .. } = example.launch.arguments.get(at)? else { return None };
    let bytes = example.launch.buffers.get(*buffer)?.bytes.checked_div(*len)?;
    let own = report.signature.0.get(at)?.pointee()?.bytes();
    (bytes != own && *len > 1).then_some(bytes)
}

/// The elements of an access, and the reason for the violation.
fn elements(violation: &Violation, scene: &Scene, array: &str) -> Option<String> {
    match scene {
        Scene::Tile { extents, tile, steps, index, dim_map } => {
            let of = |axis: &usize| extents.get(*axis).copied().map(i128::from);
            let extents_of: Vec<i128> = dim_map.iter().map(of).collect::<Option<_>>()?;
            let axes = index.iter().zip(steps).zip(&extents_of);
            let index: Vec<i128> =
                axes.map(|((index, step), extent)| as_signed(*index, i128::from(*step), *extent)).collect();
            let size = listed(extents, " x ");
            if violation.rule == Rule::IndexSpace {
                let counts = extents_of.iter().zip(steps).map(|(extent, step)| {
                    let step = i128::from(*step).max(1);
                    (extent + step - 1).div_euclid(step)
                });
                let counts: Vec<i128> = counts.collect();
                let (index, tiles) = (listed(&index, ", "), listed(&counts, " x "));
                let plural = if counts == [1] { "tile" } else { "tiles" };
                return Some(format!(
                    "tile ({index}), but `{array}` ({size}) has {tiles} {plural} of {}",
                    listed(tile, " x ")
                ));
            }
            let ranges = index.iter().zip(steps).zip(tile);
            let ranges: Vec<_> = ranges
                .map(|((index, step), tile)| {
                    let start = index * i128::from(*step);
                    format!("{start}..{}", start + i128::from(*tile))
                })
                .collect();
            let size = if violation.rule == Rule::TileInside { has(array, extents) } else { String::new() };
            Some(format!("{array}[{}]{size}", ranges.join(", ")))
        }
        Scene::Elements { len, touched, blamed } => {
            if is_race(violation.rule) {
                let twice = touched.iter().enumerate().find(|(place, at)| touched[..*place].contains(at));
                return twice.map(|(_, at)| at).or(blamed.as_ref()).map(|at| format!("{array}[{at}]"));
            }
            let outside = touched.iter().find(|at| !(0..i128::from(*len)).contains(&i128::from(**at)));
            outside
                .filter(|_| violation.rule == Rule::MemoryBounds)
                .map(|at| format!("{array}[{at}]{}", has(array, &[*len])))
        }
    }
}

fn is_race(rule: Rule) -> bool {
    matches!(rule, Rule::RaceBlock | Rule::RaceLane | Rule::RaceToken)
}

fn listed<T: ToString>(numbers: &[T], between: &str) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(between)
}

/// The actual number of elements.
fn has(array: &str, extents: &[u64]) -> String {
    let plural = if extents == [1] { "element" } else { "elements" };
    format!(", but `{array}` has {} {plural}", listed(extents, " x "))
}
