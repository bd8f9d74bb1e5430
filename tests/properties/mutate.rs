//! Mutants: kernels of the corpus with one word changed, as people slip.

use crate::case::Case;

/// The replacements.
const CHANGES: &[(&str, &str)] = &[
    ("cmpi less_than ", "cmpi less_than_or_equal "),
    ("cmpi greater_than_or_equal ", "cmpi greater_than "),
    ("cmpi greater_than ", "cmpi greater_than_or_equal "),
    ("cmpi equal ", "cmpi not_equal "),
    ("addi ", "subi "),
    ("<i32: 1>", "<i32: 2>"),
    ("<i32: 63>", "<i32: 62>"),
    ("<i32: 63>", "<i32: 64>"),
    ("<i32: 31>", "<i32: 0>"),
    ("<i32: 64>", "<i32: 65>"),
    ("<i32: 128>", "<i32: 127>"),
    ("<i32: 0>", "<i32: 1>"),
    ("step %one", "step %two"),
    ("step %gx", "step %one"),
    (" signed", " unsigned"),
    ("divi ", "remi "),
    ("remi ", "divi "),
    ("[%x, %y]", "[%y, %x]"),
    ("[%x]", "[%zero]"),
];

/// One of so many mutants is tried, without `MUTANTS=all`.
const EVERY: usize = 80;

/// The mutants of cases that are kernels still.
pub(super) fn mutants(cases: &[Case]) -> Vec<Case> {
    let all = std::env::var("MUTANTS").is_ok_and(|all| all == "all");
    let every = if all { 1 } else { EVERY };
    let (mut found, mut places) = (Vec::new(), 0usize);
    let mut seen = std::collections::BTreeSet::new();
    for case in cases {
        // A kernel of which several things are said under several clauses changes in the same places.
        if !all && !seen.insert((case.module.kernels[0].name.clone(), case.property.name())) {
            continue;
        }
        let text = spec::print::module(&case.module);
        for (from, to) in CHANGES {
            for (at, _) in text.match_indices(from) {
                places += 1;
                if !places.is_multiple_of(every) {
                    continue;
                }
                let changed = format!("{}{to}{}", &text[..at], &text[at + from.len()..]);
                let Ok(module) = spec::parse::module(&changed) else { continue };
                let name = format!("{} with {to} for {from} at {at}", case.name);
                found.push(Case { name, module, property: case.property.clone() });
            }
        }
    }
    found
}
