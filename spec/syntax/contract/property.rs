//! Properties: guarantees of launches beyond defined behavior, by `ensures = …` of a contract.

use std::fmt;

use super::expr::Expr;

/// A property of every launch of a contract.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Property {
    /// Every element of an array is written, or every one for which a condition about `i` holds.
    Writes {
        /// The array; none stands for every array that the kernel may write.
        array: Option<String>,
        /// The elements, by a condition on their places `i`.
        among: Option<Expr>,
        /// Whether no element of them is written twice.
        once: bool,
    },
    /// The values written to an array do not depend on another array's elements from an index on, or before its first
    /// element.
    Independent {
        /// The written array.
        array: String,
        /// The other array.
        of: String,
        /// The index.
        index: Expr,
    },
    /// Every block ends.
    Progress {
        /// What goes down in every iteration of a loop, in the author's words: numbers that the loop carries, and arguments. Of
        /// several numbers the first that changes does. Each ranking is for the loops that carry its names.
        rankings: Vec<Vec<Expr>>,
    },
    /// Every float stored to an array is finite, if the loaded floats are.
    Finite {
        /// The array; none stands for every array of floats that the kernel may write.
        array: Option<String>,
    },
}

impl Property {
    /// The name of every property, as a contract has it.
    pub const NAMES: &[&str] = &["writes", "writes_once", "progress", "finite", "independent"];

    /// The name.
    pub const fn name(&self) -> &'static str {
        match self {
            Property::Writes { once: false, .. } => "writes",
            Property::Writes { once: true, .. } => "writes_once",
            Property::Independent { .. } => "independent",
            Property::Progress { .. } => "progress",
            Property::Finite { .. } => "finite",
        }
    }

    /// The array named by the property.
    pub fn array(&self) -> Option<&str> {
        match self {
            Property::Writes { array, .. } | Property::Finite { array } => array.as_deref(),
            Property::Independent { array, .. } => Some(array),
            Property::Progress { .. } => None,
        }
    }

    /// The arrays named by the property, for renaming.
    pub fn arrays_mut(&mut self) -> Vec<&mut String> {
        match self {
            Property::Writes { array, .. } | Property::Finite { array } => array.iter_mut().collect(),
            Property::Independent { array, of, .. } => vec![array, of],
            Property::Progress { .. } => Vec::new(),
        }
    }

    /// The condition on `i`, if any.
    pub const fn among(&self) -> Option<&Expr> {
        match self {
            Property::Writes { among, .. } => among.as_ref(),
            Property::Progress { .. } | Property::Finite { .. } | Property::Independent { .. } => None,
        }
    }

    /// The expressions, for renaming.
    pub fn expressions_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Property::Writes { among, .. } => among.iter_mut().collect(),
            Property::Independent { index, .. } => vec![index],
            Property::Progress { rankings } => rankings.iter_mut().flatten().collect(),
            Property::Finite { .. } => Vec::new(),
        }
    }

    /// The property for each of the given arrays, if it is about arrays and names none.
    pub fn of_each(&self, arrays: &[String]) -> Vec<Property> {
        let each = |with: &dyn Fn(String) -> Property| arrays.iter().cloned().map(with).collect();
        match self {
            Property::Writes { array: None, among, once } => {
                each(&|name| Property::Writes { array: Some(name), among: among.clone(), once: *once })
            }
            Property::Finite { array: None } => each(&|name| Property::Finite { array: Some(name) }),
            Property::Writes { .. }
            | Property::Finite { .. }
            | Property::Independent { .. }
            | Property::Progress { .. } => vec![self.clone()],
        }
    }
}

/// The contract's text: `writes(out, i : i < n)`.
impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        if let Property::Independent { array, of, index } = self {
            return write!(f, "({array}, {of} outside {index})");
        }
        if let Property::Progress { rankings } = self {
            let all: Vec<String> = rankings.iter().map(|parts| ranking(parts)).collect();
            return if all.is_empty() { Ok(()) } else { write!(f, "({})", all.join(", ")) };
        }
        match (self.array(), self.among()) {
            (None, _) => Ok(()),
            (Some(array), None) => write!(f, "({array})"),
            (Some(array), Some(among)) => write!(f, "({array}, i : {among})"),
        }
    }
}

/// The contract's text: `decreases hi - lo`, `decreases (a, b)`.
pub fn ranking(parts: &[Expr]) -> String {
    let list = parts.iter().map(Expr::to_string).collect::<Vec<_>>().join(", ");
    if parts.len() == 1 { format!("decreases {list}") } else { format!("decreases ({list})") }
}
