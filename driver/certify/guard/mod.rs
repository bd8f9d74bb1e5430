//! The conditions under which a proof covers a launch. They are written as a function in the host's language, which
//! returns the first broken clause, or as JSON for a program that evaluates them.

pub(crate) mod conditions;
mod cpp;
pub(crate) mod guarded;
pub(crate) mod json;
pub(crate) mod lengths;
pub(crate) mod names;
mod negation;
mod python;
pub(crate) mod spell;
mod views;

use std::path::Path;

use spec::proof::Proved;

use self::conditions::Writer;
use self::guarded::Guarded;
pub(crate) use self::guarded::unseen;
use self::names::Names;
use crate::failure::Failure;

/// The language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// C++.
    Cpp,
    /// Python.
    Python,
    /// Expression trees, for an evaluator.
    Json,
}

impl Language {
    /// The language of a file, by its name.
    ///
    /// # Errors
    /// A name that ends in none of `.h`, `.hpp`, `.cuh`, `.py` and `.json`.
    pub fn of(path: &Path) -> Result<Self, Failure> {
        match path.extension().and_then(|kind| kind.to_str()) {
            Some("h" | "hpp" | "cuh") => Ok(Language::Cpp),
            Some("py") => Ok(Language::Python),
            Some("json") => Ok(Language::Json),
            Some(_) | None => Err(Failure::usage(format!(
                "a guard is C++, Python or JSON, and {} is none of them",
                path.display()
            ))
            .help("name it FILE.h, FILE.hpp or FILE.cuh, FILE.py, or FILE.json")),
        }
    }
}

/// The guard of a proved kernel, in a language.
pub fn guard(proved: &Proved, language: Language) -> String {
    let bound = proved.bound();
    let folded = spec::fold::kernel(proved.kernel());
    let names = Names::new(&bound);
    let writer = Writer { bound: &bound, folded: &folded, names: &names };
    let conditions = writer.conditions(proved);
    let guarded = Guarded { proved, bound: &bound, names: &names, conditions: &conditions };
    match language {
        Language::Cpp => cpp::text(&guarded),
        Language::Python => python::text(&guarded),
        Language::Json => json::text(&guarded),
    }
}
