//! The set of configurations that is safe for a launch, as a function of Python: what an autotuner takes for a predicate.

use std::fmt::Write;

use spec::syntax::contract::{MAX_ALLOCATION, MAX_GRID};

use super::signature::{ArrayType, NumberType};
use super::{Condition, Configuration, HINTS, Signature, Value, WARPS};
use crate::compile::Language;

const TEMPLATE: &str = include_str!("filter.py");

/// A configuration with a proved kernel.
#[derive(Debug, Clone)]
pub struct Safe<'a> {
    /// The configuration.
    pub configuration: &'a Configuration,
    /// The conditions that a launch has to keep.
    pub conditions: &'a [Condition],
    /// The pairs of arrays that are trusted to lie apart.
    pub apart: &'a [(String, String)],
    /// The arguments that the kernel was compiled for.
    pub signature: &'a Signature,
}

/// The names that are hints of a kernel. In C++ any name may be a macro of the source or of a header. The number of warps decides which
/// accesses of a Triton program have an order, so it is no hint where a configuration names it.
pub fn hints<'a>(
    language: Option<Language>,
    signature: Option<&Signature>,
    mut all: impl Iterator<Item = &'a Configuration>,
) -> Vec<&'static str> {
    match (language, signature) {
        (Some(Language::Cpp), _) | (_, None) => Vec::new(),
        (Some(Language::Python | Language::Table) | None, Some(signature)) => {
            let names_warps = |one: &Configuration| one.0.iter().any(|(name, _)| name == WARPS);
            let counts_warps = signature.is_triton && all.any(names_warps);
            let is_hint = |name: &&str| !signature.has(name) && (*name != WARPS || !counts_warps);
            HINTS.into_iter().filter(is_hint).collect()
        }
    }
}

/// The text of the file: of configurations that differ in hints the first counts for all.
pub fn filter(kernel: &str, hints: &[&str], safe: &[Safe<'_>]) -> String {
    let mut rows = String::new();
    for (number, one) in safe.iter().enumerate() {
        let known = |before: &Safe<'_>| before.configuration.means_the_same(one.configuration, hints);
        if safe[..number].iter().any(known) {
            continue;
        }
        let constants = one.configuration.constants(hints);
        let constants = entries(constants.map(|(name, value)| (name, literal(value))));
        let undecided: Vec<_> = one.conditions.iter().filter(|one| one.python.is_none()).collect();
        // Writing to a string does not fail.
        if !undecided.is_empty() {
            let _ = writeln!(
                rows,
                "    # {constants} is proved, and never safe here: sizes and addresses do not decide"
            );
            for condition in undecided {
                let _ = writeln!(rows, "    #   {}", condition.clause.replace('\n', " "));
            }
            continue;
        }
        let all: Vec<&str> = one.conditions.iter().filter_map(|one| one.python.as_deref()).collect();
        let holds = if all.is_empty() { "True".to_owned() } else { all.join(" and ") };
        let apart: String = one.apart.iter().map(|(a, b)| format!("({a:?}, {b:?}), ")).collect();
        let signature = one.signature;
        let named = |name: &String| !one.configuration.constants(hints).any(|(other, _)| other == name);
        let fixed = signature.fixed.iter().filter(|(name, _)| named(name));
        let fixed = entries(fixed.map(|(name, shown)| (name, format!("{shown:?}"))));
        let arrays = entries(signature.arrays.iter().map(|array| (&array.name, array_type(array))));
        let numbers = entries(signature.numbers.iter().map(|number| (&number.name, number_type(number))));
        let _ = writeln!(
            rows,
            "    Row({constants}, {fixed}, {arrays}, {numbers}, {}, [{}],\n        lambda size, room, address, apart: {holds}),",
            truth(signature.is_python),
            apart.trim_end_matches(", ")
        );
    }
    TEMPLATE
        .replace("$KERNEL", &format!("{kernel:?}"))
        .replace("$HINTS", &tuple(hints))
        .replace("$BESIDE", &tuple(&HINTS))
        .replace("$MAX_GRID", &MAX_GRID.to_string())
        .replace("$MAX_ALLOCATION", &MAX_ALLOCATION.to_string())
        .replace("$SAFE", &rows)
}

fn tuple(names: &[&str]) -> String {
    let all: String = names.iter().map(|name| format!("{name:?}, ")).collect();
    format!("({})", all.trim_end())
}

/// A dictionary of Python.
fn entries<'a>(all: impl Iterator<Item = (&'a String, String)>) -> String {
    let all: Vec<String> = all.map(|(name, value)| format!("{name:?}: {value}")).collect();
    format!("{{{}}}", all.join(", "))
}

fn array_type(array: &ArrayType) -> String {
    let types: String = array.types.iter().map(|one| format!("{one:?}, ")).collect();
    let axis = |fixed: &Option<i64>| fixed.map_or("None, ".to_owned(), |number| format!("{number}, "));
    let all = |axes: &[Option<i64>]| format!("({})", axes.iter().map(axis).collect::<String>().trim_end());
    let axes = array.axes.as_ref();
    let axes =
        axes.map_or("None".to_owned(), |axes| format!("({}, {})", all(&axes.shape), all(&axes.strides)));
    format!("(({}), {}, {axes}, {})", types.trim_end(), array.bits, array.alignment)
}

fn number_type(number: &NumberType) -> String {
    let range = number.range.map_or("None".to_owned(), |(least, most)| format!("({least}, {most})"));
    format!("({range}, {})", truth(number.is_truth))
}

const fn truth(truth: bool) -> &'static str {
    if truth { "True" } else { "False" }
}

fn literal(value: &Value) -> String {
    match value {
        Value::Number(number) => number.to_string(),
        Value::Truth(value) => truth(*value).to_owned(),
        Value::Word(word) => format!("{word:?}"),
    }
}
