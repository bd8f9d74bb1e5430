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

/// Names of what autotuners choose beside constants of a kernel. Where the kernel has no argument or macro of such a name, it changes how
/// code is made and nothing of what the kernel means.
pub const HINTS: [&str; 7] =
    ["num_ctas", "occupancy", "opt_level", "num_stages", "num_warps", "num_worker_warps", "maxnreg"];

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

/// One configuration: names with values, in the order in which they were written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Configuration(pub Vec<(String, Value)>);

impl Configuration {
    /// The values that the meaning of a kernel depends on: all but those of its hints.
    pub fn constants<'a>(&'a self, hints: &'a [&str]) -> impl Iterator<Item = &'a (String, Value)> {
        self.0.iter().filter(|(name, _)| !hints.contains(&name.as_str()))
    }

    /// The values with names of hints.
    pub fn named_as_hints(&self) -> impl Iterator<Item = &(String, Value)> {
        self.0.iter().filter(|(name, _)| HINTS.contains(&name.as_str()))
    }

    /// Whether the kernel means the same in another one: they differ in hints alone.
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
