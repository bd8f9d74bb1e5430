//! What the texts of a guard have in common.

use spec::contract::Bound;
use spec::proof::Proved;

use super::conditions::{Condition, Writer, views_clause};
use super::names::{Names, spelled};

/// A proved kernel with all that a launch must keep.
pub(crate) struct Guarded<'a> {
    pub(crate) proved: &'a Proved,
    pub(crate) bound: &'a Bound<'a>,
    pub(crate) names: &'a Names,
    pub(crate) conditions: &'a [Condition],
}

impl Guarded<'_> {
    /// The kernel's name as part of an identifier.
    pub(crate) fn symbol(&self) -> String {
        spelled(&self.proved.kernel().name)
    }

    /// Lines of a comment: the decided conditions, and the omitted ones.
    pub(crate) fn comments(&self, sign: &str) -> String {
        let name = &self.proved.kernel().name;
        let mut lines = vec![format!(
            "Compares a launch of @{name} with the contract that tileproof {} has proved: returns the first broken clause.",
            env!("CARGO_PKG_VERSION")
        )];
        lines.extend(unseen(self.proved).iter().map(|clause| format!("Not looked at: {clause}")));
        let ensured = self.bound.contract.ensures.iter();
        lines.extend(ensured.map(|property| format!("Ensured, and not enforced: {property}")));
        lines.iter().map(|line| format!("{sign} {}\n", line.replace(['\n', '\r'], " "))).collect()
    }
}

/// A clause as a string literal of C++ or Python may have it.
pub(crate) fn quoted(clause: &str) -> String {
    format!("\"{}\"", clause.replace('\\', "").replace('"', "'").replace(['\n', '\r'], " "))
}

/// The assumptions of a proof that a guard does not check: contents of arrays, and facts known only to
/// people.
pub(crate) fn unseen(proved: &Proved) -> Vec<String> {
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
