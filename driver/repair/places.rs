//! Writes at places that come from a loaded value. With a fill value for lanes without an element, these lanes write too: a
//! histogram then counts fill values.

use std::collections::HashSet;
use std::ops::Range;

use super::triton_names::{module, words};
use crate::code::{Call, Code, Language};

/// Whether a loaded value, or a variable computed from it, decides where an access writes, and no equal mask keeps the lanes without an
/// element from the write.
pub(super) fn decides_place(
    code: &Code<'_>,
    load: &Call,
    derived: &HashSet<&str>,
    within: &Range<usize>,
) -> bool {
    let own = mask(code, load);
    let has = |argument: &Range<usize>| {
        let inside = argument.start <= load.whole.start && load.whole.end <= argument.end;
        inside || words(without_keyword(&code.code[argument.clone()])).any(|word| derived.contains(word))
    };
    code.accesses(within).filter(|write| writes(code, write)).any(|write| {
        let is_kept_out = mask(code, write).is_some_and(|mask| own.is_none_or(|own| own == mask));
        !is_kept_out && places(code, write).iter().any(has)
    })
}

/// An argument without its keyword, as in `index=(i, 0)`.
fn without_keyword(argument: &str) -> &str {
    match argument.split_once('=') {
        Some((name, value)) if !value.starts_with('=') && words(name).eq([name.trim()]) => value,
        Some(_) | None => argument,
    }
}

/// Whether an access writes.
fn writes(code: &Code<'_>, call: &Call) -> bool {
    let name = code.at(&call.name);
    ["store", "scatter", "atomic_"].iter().any(|start| name.starts_with(start))
}

/// The arguments of a write that say where: a pointer, an array with indices, or the indices of a view.
fn places<'c>(code: &Code<'_>, call: &'c Call) -> &'c [Range<usize>] {
    let is_of_view = code.at(&(call.whole.start..call.name.start)).ends_with('.');
    let by_pointer = module(code, call).is_some() || code.at(&call.name) == "store_offset";
    let range = match code.language {
        Language::Cpp if is_of_view => 1..call.arguments.len(),
        Language::Python if !by_pointer => 0..2,
        Language::Cpp | Language::Python | Language::Table => 0..1,
    };
    call.arguments.get(range.start..range.end.min(call.arguments.len())).unwrap_or_default()
}

/// The mask of an access.
fn mask<'t>(code: &Code<'t>, call: &Call) -> Option<&'t str> {
    if let Some((_, value)) = code.keyword(call, "mask") {
        return Some(code.at(&value));
    }
    let name = code.at(&call.name);
    let has_place = module(code, call).is_some() || name.ends_with("_masked");
    let place = if name.starts_with("load") { 1 } else { 2 };
    let argument = call.arguments.get(place).filter(|_| has_place)?;
    // A keyword is another argument.
    Some(code.at(argument)).filter(|words| !words.contains('='))
}

#[cfg(test)]
mod tests {
    use super::super::padding::of_lanes;
    use super::*;

    /// Whether a fill value is offered for the first load of a kernel.
    fn is_filled(language: Language, body: &str) -> bool {
        let head = "import cuda.tile as ct\nimport triton.language as tl\ndef k(x, h, n):\n";
        let text = if language == Language::Cpp { body.to_owned() } else { format!("{head}{body}") };
        let code = Code::new(&text, language);
        let loads = |call: &&Call| code.at(&call.name).starts_with("load") || code.at(&call.name) == "gather";
        let load = code.calls.iter().filter(loads).min_by_key(|call| call.whole.start);
        of_lanes(&code, load.expect("there is a load")).is_some()
    }

    #[test]
    fn a_loaded_place_of_a_write_has_no_fill_value() {
        let tile = |body: &str| is_filled(Language::Python, body);
        assert!(!tile("    j = ct.load(x, (i,), (T,))\n    ct.atomic_add(h, j, 1)\n"));
        assert!(!tile("    j = ct.load(x, (i,), (T,))\n    ct.scatter(h, j + 1, 1)\n"));
        assert!(tile("    j = ct.load(x, (i,), (T,))\n    ct.store(z, (i,), ct.gather(h, j))\n"));
        assert!(tile("    v = ct.load(x, (i,), (T,))\n    ct.atomic_add(h, at, v)\n"));
        assert!(tile("    v = ct.load(x, (i,), (T,))\n    ct.store(h, index=(i,), tile=v + 1)\n"));
        assert!(!tile("    v = ct.load(x, (i,), (T,))\n    ct.scatter(h, indices=v, value=1)\n"));
        assert!(!tile("    v = tl.load(x + i, mask=i < n)\n    tl.atomic_add(h + v, 1)\n"));
        assert!(!tile("    v = tl.load(x + i, mask=i < n)\n    tl.store(h + v, 1, mask=v < n)\n"));
        assert!(tile("    v = tl.load(x + i, mask=i < n)\n    tl.atomic_add(h + v, 1, mask=i < n)\n"));
        assert!(tile("    v = tl.load(x + i, i < n)\n    tl.store(h + v, 1, i < n)\n"));
        let cpp = |body: &str| is_filled(Language::Cpp, &format!("void k() {{\n{body}\n}}\n"));
        assert!(!cpp("auto v = ct::load_masked(x + i, live);\nct::store(h + v, 1);"));
        assert!(cpp("auto v = ct::load_masked(x + i, live);\nct::store_masked(h + v, 1, live);"));
        assert!(cpp("auto v = ct::load_masked(x + i, live);\nys.store_masked(v, i);"));
    }
}
