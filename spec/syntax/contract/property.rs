//! Properties: what launches without undefined behaviour do beside that, by `ensures = …` of a contract.

use std::fmt;

use super::Expr;

/// A property of every launch of a contract.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Property {
    /// Every element of an array is written, or every one for which a condition about `i` holds.
    Writes {
        /// The array; none stands for every array that the kernel may write.
        array: Option<String>,
        /// Which elements, by their places `i`.
        among: Option<Expr>,
        /// Whether no element of them is written twice.
        once: bool,
    },
    /// Every block ends.
    Progress,
    /// Every float that is stored to an array is neither NaN nor an infinity, if those that are loaded are finite.
    Finite {
        /// The array; none stands for every array of floats that the kernel may write.
        array: Option<String>,
    },
}

impl Property {
    /// The name of every property, as a contract has it.
    pub const NAMES: &[&str] = &["writes", "writes_once", "progress", "finite"];

    /// Its name.
    pub const fn name(&self) -> &'static str {
        match self {
            Property::Writes { once: false, .. } => "writes",
            Property::Writes { once: true, .. } => "writes_once",
            Property::Progress => "progress",
            Property::Finite { .. } => "finite",
        }
    }

    /// The array that it speaks of, if it names one.
    pub fn array(&self) -> Option<&str> {
        match self {
            Property::Writes { array, .. } | Property::Finite { array } => array.as_deref(),
            Property::Progress => None,
        }
    }

    /// The array that it speaks of, to give it another name.
    pub const fn array_mut(&mut self) -> Option<&mut String> {
        match self {
            Property::Writes { array, .. } | Property::Finite { array } => array.as_mut(),
            Property::Progress => None,
        }
    }

    /// The condition about `i`, if it has one.
    pub const fn among(&self) -> Option<&Expr> {
        match self {
            Property::Writes { among, .. } => among.as_ref(),
            Property::Progress | Property::Finite { .. } => None,
        }
    }

    /// The same condition, to give names in it others.
    pub const fn among_mut(&mut self) -> Option<&mut Expr> {
        match self {
            Property::Writes { among, .. } => among.as_mut(),
            Property::Progress | Property::Finite { .. } => None,
        }
    }

    /// The same of every array of some, where it names none and speaks of arrays.
    pub fn of_each(&self, arrays: &[String]) -> Vec<Property> {
        let each = |with: &dyn Fn(String) -> Property| arrays.iter().cloned().map(with).collect();
        match self {
            Property::Writes { array: None, among, once } => {
                each(&|name| Property::Writes { array: Some(name), among: among.clone(), once: *once })
            }
            Property::Finite { array: None } => each(&|name| Property::Finite { array: Some(name) }),
            Property::Writes { .. } | Property::Finite { .. } | Property::Progress => vec![self.clone()],
        }
    }
}

/// As a contract has it: `writes(out, i : i < n)`.
impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match (self.array(), self.among()) {
            (None, _) => Ok(()),
            (Some(array), None) => write!(f, "({array})"),
            (Some(array), Some(among)) => write!(f, "({array}, i : {among})"),
        }
    }
}
