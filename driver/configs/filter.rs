//! The set of configurations that is safe for a launch, as a function of Python: what an autotuner takes for a predicate.

use std::fmt::Write;

use super::{Condition, Configuration, HINTS, Value};

const TEMPLATE: &str = include_str!("filter.py");

/// A configuration whose kernel is proved.
#[derive(Debug, Clone)]
pub struct Safe<'a> {
    /// The configuration.
    pub configuration: &'a Configuration,
    /// What a launch has to keep.
    pub conditions: &'a [Condition],
}

/// The text of the file: of configurations that differ in hints the first counts for all.
pub fn filter(kernel: &str, safe: &[Safe<'_>]) -> String {
    let mut rows = String::new();
    for (number, one) in safe.iter().enumerate() {
        if safe[..number].iter().any(|before| before.configuration.means_the_same(one.configuration)) {
            continue;
        }
        let constants: Vec<String> = one
            .configuration
            .constants()
            .map(|(name, value)| format!("{name:?}: {}", literal(value)))
            .collect();
        let all: Vec<&str> = one.conditions.iter().filter_map(|one| one.python.as_deref()).collect();
        let holds = if all.is_empty() { "True".to_owned() } else { all.join(" and ") };
        for condition in one.conditions.iter().filter(|one| one.python.is_none()) {
            let _ =
                writeln!(rows, "    # promised, and not looked at: {}", condition.clause.replace('\n', " "));
        }
        let _ = writeln!(rows, "    ({{{}}}, lambda size, room, address: {holds}),", constants.join(", "));
    }
    let hints: Vec<String> = HINTS.iter().map(|name| format!("{name:?}")).collect();
    TEMPLATE
        .replace("$KERNEL", &format!("{kernel:?}"))
        .replace("$HINTS", &format!("({})", hints.join(", ")))
        .replace("$SAFE", &rows)
}

fn literal(value: &Value) -> String {
    match value {
        Value::Number(number) => number.to_string(),
        Value::Truth(true) => "True".to_owned(),
        Value::Truth(false) => "False".to_owned(),
        Value::Word(word) => format!("{word:?}"),
    }
}
