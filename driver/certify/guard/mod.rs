//! The conditions that a launch must keep to be one of those that are proved. They are written as a function in the host's
//! language, which gives the first clause that is broken, or as JSON for a program that evaluates them.

mod conditions;
mod cpp;
mod json;
mod names;
mod negation;
mod python;
mod spell;
mod views;

use std::path::Path;

use spec::contract::Bound;
use spec::proof::Proved;

use self::conditions::{Condition, Writer, views_clause};
use self::names::Names;
use crate::failure::Failure;

/// In which language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// C++.
    Cpp,
    /// Python.
    Python,
    /// Expression trees, for a program that evaluates them.
    Json,
}

impl Language {
    /// That of a file, by its name.
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

/// A proved kernel with all that a launch must keep.
struct Guarded<'a> {
    proved: &'a Proved,
    bound: &'a Bound<'a>,
    names: &'a Names,
    conditions: &'a [Condition],
}

impl Guarded<'_> {
    /// The kernel's name as part of an identifier.
    fn symbol(&self) -> String {
        names::spelled(&self.proved.kernel().name)
    }

    /// Lines of a comment: what the guard decides, and what it leaves out.
    fn comments(&self, sign: &str) -> String {
        let name = &self.proved.kernel().name;
        let mut lines = vec![format!(
            "Whether a launch of @{name} is one of those that tileproof {} has proved: the first clause that it breaks.",
            env!("CARGO_PKG_VERSION")
        )];
        lines.extend(unseen(self.proved).iter().map(|clause| format!("Not looked at: {clause}")));
        let ensured = self.bound.contract.ensures.iter();
        lines.extend(ensured.map(|property| format!("Ensured, and not enforced: {property}")));
        lines.iter().map(|line| format!("{sign} {}\n", line.replace(['\n', '\r'], " "))).collect()
    }
}

/// A clause as a string literal of C++ or Python may have it.
fn quoted(clause: &str) -> String {
    format!("\"{}\"", clause.replace('\\', "").replace('"', "'").replace(['\n', '\r'], " "))
}

/// What a guard does not look at, of all that a proof rests on: what arrays hold, and what only people know.
pub(super) fn unseen(proved: &Proved) -> Vec<String> {
    let bound = proved.bound();
    let folded = spec::fold::kernel(proved.kernel());
    let names = Names::new(&bound);
    let writer = Writer { bound: &bound, folded: &folded, names: &names };
    let contents = bound.contract.contents.iter().map(|(name, clause)| format!("contents {name} : {clause}"));
    let relations = bound.contract.relations.iter();
    let relations = relations.map(|(name, relation)| format!("contents {name} : {relation}"));
    let sized: Vec<String> = (0..bound.kernel.params.len())
        .filter(|position| writer.views_on(*position).is_some())
        .map(|position| views_clause(bound.argument_name(position)))
        .collect();
    let open = |trusted: &&String| {
        !trusted.starts_with("disjoint ") && !trusted.starts_with("align ") && !sized.contains(trusted)
    };
    let trusted = proved.grounds().trusted.iter().filter(open).cloned();
    let lists = bound.contract.lists.iter().map(ToString::to_string);
    trusted.chain(contents).chain(relations).chain(lists).collect()
}
