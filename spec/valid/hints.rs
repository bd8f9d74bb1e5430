//! Hints of compilers: they change no meaning. Their form is checked; a value out of its range is only worth a note, as compilers
//! ignore the hint.

use std::collections::BTreeSet;

use crate::problem::IllFormed;
use crate::syntax::attributes::Hint;
use crate::syntax::kernel::Kernel;
use crate::syntax::span::Place;

/// Every top-level hint is a group, named after a target.
pub(super) fn check_list(hints: &[(String, Hint)], at: &Place) -> Result<(), IllFormed> {
    let single = hints.iter().find(|(_, hint)| !matches!(hint, Hint::Group(_)));
    single.map_or(Ok(()), |(key, _)| {
        let message = format!("the hint {key} stands outside of a group, as in `default = {{…}}`");
        Err(IllFormed::new(message, at))
    })
}

/// The hints of a kernel that compilers ignore, each in a sentence.
pub fn ignored(kernel: &Kernel) -> BTreeSet<String> {
    let of_operations = kernel.operations().map(|op| &op.attributes.hints);
    let groups = std::iter::once(&kernel.hints).chain(of_operations).flatten();
    groups.flat_map(|(target, hint)| ignored_in(target, hint)).collect()
}

fn ignored_in(target: &str, hint: &Hint) -> Vec<String> {
    let Hint::Group(hints) = hint else { return Vec::new() };
    let outside = hints.iter().filter_map(|(key, hint)| Some((key, range(key, hint)?)));
    let sentence = |(key, range)| format!("compilers ignore the hint {target}.{key}: it is not {range}");
    outside.map(sentence).collect()
}

/// The range of a hint, if its value lies outside. Other keys belong to newer compilers.
fn range(key: &str, hint: &Hint) -> Option<&'static str> {
    match (key, hint) {
        ("latency", Hint::Number(1..=10)) | ("occupancy", Hint::Number(1..=32)) => None,
        ("num_cta_in_cga", Hint::Number(1 | 2 | 4 | 8 | 16)) | ("allow_tma", Hint::Flag(_)) => None,
        ("num_worker_warps_per_cta", Hint::Number(1 | 2 | 4 | 8 | 16 | 32)) => None,
        ("latency", _) => Some("a number from 1 to 10"),
        ("occupancy", _) => Some("a number from 1 to 32"),
        ("num_cta_in_cga", _) => Some("1, 2, 4, 8 or 16"),
        ("num_worker_warps_per_cta", _) => Some("1, 2, 4, 8, 16 or 32"),
        ("allow_tma", _) => Some("true or false"),
        _ => None,
    }
}
