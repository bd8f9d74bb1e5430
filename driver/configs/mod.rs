//! Configurations of a kernel: the constants and hints that an autotuner may pick, from a list on the command line or from a script.

mod conditions;
mod filter;
mod in_place;
mod signature;
mod space;

use std::fmt;

pub use self::conditions::{Condition, conditions, trusted_apart};
pub use self::filter::{Safe, filter, hints};
pub use self::in_place::find_updated_arrays;
pub use self::signature::Signature;
pub use self::space::{parse, read, read_tuner};

/// Names of what autotuners choose beside constants of a kernel. Without an argument or macro of this name, a hint changes the code
/// and not the meaning of the kernel.
pub const HINTS: [&str; 7] =
    ["num_ctas", "occupancy", "opt_level", "num_stages", WARPS, "num_worker_warps", "maxnreg"];

/// The name of the number of warps.
const WARPS: &str = "num_warps";

/// The most configurations of one check.
pub const MOST: usize = 4096;

/// The value of a constant or a hint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Number(i64),
    /// A truth value.
    Truth(bool),
    /// A word, of hints alone.
    Word(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => write!(f, "{number}"),
            Value::Truth(truth) => write!(f, "{truth}"),
            Value::Word(word) => f.write_str(word),
        }
    }
}

/// A configuration: names with values, in the written order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Configuration(pub Vec<(String, Value)>);

impl Configuration {
    /// The values that the kernel's meaning depends on: all but its hints.
    pub fn constants<'a>(&'a self, hints: &'a [&str]) -> impl Iterator<Item = &'a (String, Value)> {
        self.0.iter().filter(|(name, _)| !hints.contains(&name.as_str()))
    }

    /// The values with names of hints.
    pub fn named_as_hints(&self) -> impl Iterator<Item = &(String, Value)> {
        self.0.iter().filter(|(name, _)| HINTS.contains(&name.as_str()))
    }

    /// Whether another configuration gives an equal meaning: they differ only in hints.
    pub fn means_the_same(&self, other: &Self, hints: &[&str]) -> bool {
        let all = |from: &Self, to: &Self| {
            from.constants(hints).all(|one| to.constants(hints).any(|other| other == one))
        };
        all(self, other) && all(other, self)
    }
}

impl fmt::Display for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<String> = self.0.iter().map(|(name, value)| format!("{name}={value}")).collect();
        f.write_str(&all.join(" "))
    }
}
