//! Repairs of Triton kernels: masks with fill values, and offsets in 64 bits. Pointers are sums, as in `tl.load(x_ptr + at)`, and may
//! have a name of their own.

use std::ops::Range;

use super::accesses::{Elements, grouped, without_parentheses};
use super::change::{Change, Edit, Problem};
use super::padding::{self, Neutral};
use super::widths;
use crate::code::{Call, Code, Language};

/// Whether a call loads or stores through pointers of Triton.
pub(super) fn is_access(code: &Code<'_>, call: &Call) -> bool {
    ["load", "store"].contains(&code.at(&call.name)) && module(code, call).is_some()
}

/// The name of Triton's language in a call, as `tl` in `tl.load(p)`.
pub(super) fn module<'t>(code: &Code<'t>, call: &Call) -> Option<&'t str> {
    let name = code.at(&(call.whole.start..call.name.start)).strip_suffix('.')?;
    let imports = |line: &str| {
        let renamed = |words: &str| {
            let mut behind = line.match_indices(words).map(|(at, _)| &line[at + words.len()..]);
            behind.any(|rest| {
                let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
                &rest[..end] == name
            })
        };
        let is = |start: &str| line.trim_start().starts_with(start);
        is("import ") && renamed("triton.language as ")
            || is("from triton import ") && renamed("language as ")
    };
    let is_python = code.language == Language::Python;
    (is_python && (name == "triton.language" || code.code.lines().any(imports))).then_some(name)
}

/// The changes for an access outside of its array.
pub(super) fn bounds(code: &Code<'_>, call: &Call, problem: &Problem<'_>) -> Vec<Change> {
    let mut changes = masks(code, call, problem);
    changes.extend(widen(code, call).filter(|_| problem.wraps));
    changes
}

/// The load with a fill value for lanes that its mask leaves out.
pub(super) fn filled(code: &Code<'_>, call: &Call, neutral: Neutral) -> Option<Change> {
    let is_filled = code.keyword(call, "other").is_some() || positional(code, call).len() > 2;
    let is_masked = code.at(&call.name) == "load" && mask(code, call).is_some() && !is_filled;
    is_masked.then(|| add(call, &format!(", other={}", value(neutral, false))))
}

/// Masks for an access: one that is off by one corrected, a mask of an access beside it, or a comparison with the length of the array.
fn masks(code: &Code<'_>, call: &Call, problem: &Problem<'_>) -> Vec<Change> {
    let Some(own) = elements(code, call) else { return Vec::new() };
    let clause = problem.contract.buffers.iter().find(|clause| clause.name == own.array);
    let limit = clause.map(|clause| clause.len.to_string()).filter(|len| !len.contains(['*', '(']));
    let within = limit.map(|limit| format!("{} < {limit}", grouped(own.at)));
    if let Some(mask) = &own.mask {
        let tightened = tightened(code, mask);
        let both = within
            .map(|within| Change::one(mask.clone(), format!("{} & ({within})", grouped(code.at(mask)))));
        return tightened.into_iter().chain(both).collect();
    }
    let function = code.function(call.whole.start);
    let others = code.accesses(&function).filter(|other| is_access(code, other) && *other != call);
    let others: Vec<Elements<'_>> = others.filter_map(|other| elements(code, other)).collect();
    // A mask for the same elements comes first.
    let (same, apart): (Vec<_>, Vec<_>) = others.iter().partition(|other| other.at == own.at);
    let known =
        same.into_iter().chain(apart).filter_map(|other| Some(code.at(other.mask.as_ref()?).to_owned()));
    let mut all: Vec<String> = known.collect();
    all.extend(within);
    let fill = match code.at(&call.name) {
        "load" => {
            let is_integer = clause.is_some_and(|clause| clause.element.is_integer());
            let Some(neutral) = padding::of_lanes(code, call) else { return Vec::new() };
            format!(", other={}", value(neutral, is_integer))
        }
        _ => String::new(),
    };
    let mut changes: Vec<Change> = Vec::new();
    for mask in all {
        let change = add(call, &format!(", mask={mask}{fill}"));
        if !changes.contains(&change) {
            changes.push(change);
        }
    }
    changes
}

/// The only `<=` of a mask, or of the value of its name, as `<`.
fn tightened(code: &Code<'_>, mask: &Range<usize>) -> Option<Change> {
    let defined = definition(code, code.at(mask), mask.start);
    let range = defined.unwrap_or_else(|| mask.clone());
    let words = code.code.get(range.clone())?;
    let mut found = words.match_indices("<=");
    let (at, sign) = found.next().filter(|_| found.next().is_none())?;
    let start = range.start + at;
    Some(Change::one(start..start + sign.len(), "<"))
}

/// A product of an offset in 64 bits: on the line of the access, or where a name of this line gets its value.
fn widen(code: &Code<'_>, call: &Call) -> Option<Change> {
    let name = module(code, call)?;
    let mut open = vec![call.arguments.first()?.clone()];
    let mut seen: Vec<usize> = Vec::new();
    while let Some(range) = open.pop() {
        if seen.contains(&range.start) {
            continue;
        }
        seen.push(range.start);
        if let Some(product) = widths::product(code, &range) {
            let wide = format!("{}.to({name}.int64)", code.at(&product));
            return Some(Change::one(product, wide));
        }
        let words = code.code.get(range.clone())?.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        open.extend(words.filter_map(|word| definition(code, word, call.whole.start)));
    }
    None
}

/// The accessed elements: the pointer and the places behind it.
fn elements<'t>(code: &Code<'t>, call: &Call) -> Option<Elements<'t>> {
    let pointer = call.arguments.first()?;
    let pointer = definition(code, code.at(pointer), call.whole.start).unwrap_or_else(|| pointer.clone());
    let (array, at) = code.at(&pointer).split_once('+')?;
    let (array, at) = (array.trim(), at.trim());
    let is_word = array.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_word.then_some(Elements { array, at: without_parentheses(at), mask: mask(code, call) })
}

fn mask(code: &Code<'_>, call: &Call) -> Option<Range<usize>> {
    let place = usize::from(code.at(&call.name) == "store") + 1;
    let named = code.keyword(call, "mask").map(|(_, value)| value);
    named.or_else(|| positional(code, call).get(place).cloned()).filter(|mask| code.at(mask) != "None")
}

/// The arguments without a name.
fn positional(code: &Code<'_>, call: &Call) -> Vec<Range<usize>> {
    let is_named = |argument: &&Range<usize>| {
        let words = code.code.get((*argument).clone()).unwrap_or_default();
        words.split_once('=').is_some_and(|(name, value)| {
            !value.starts_with('=') && name.trim().chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        })
    };
    call.arguments.iter().take_while(|argument| !is_named(argument)).cloned().collect()
}

/// The value last given to a name before a place of the same function.
fn definition(code: &Code<'_>, name: &str, before: usize) -> Option<Range<usize>> {
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let start = code.function(before).start;
    let mut found = None;
    let mut at = start;
    for line in code.code.get(start..before)?.split_inclusive('\n').filter(|_| is_name) {
        if let Some((left, right)) = line.split_once('=')
            && left.trim() == name
            && !right.starts_with('=')
            && line.ends_with('\n')
        {
            let value = right.trim();
            let from = at + left.len() + 1 + (right.len() - right.trim_start().len());
            found = Some(from..from + value.len());
        }
        at += line.len();
    }
    found
}

/// The call with further words behind its arguments.
fn add(call: &Call, words: &str) -> Change {
    let end = call.arguments.last().map_or(call.whole.end - 1, |last| last.end);
    Change(vec![Edit { range: end..end, text: words.to_owned() }])
}

/// A fill value.
const fn value(neutral: Neutral, is_integer: bool) -> &'static str {
    match (neutral, is_integer) {
        (Neutral::Zero, true) => "0",
        (Neutral::Zero, false) => "0.0",
        (Neutral::One, true) => "1",
        (Neutral::One, false) => "1.0",
        (Neutral::Least, _) => "-float(\"inf\")",
        (Neutral::Greatest, _) => "float(\"inf\")",
    }
}

#[cfg(test)]
mod tests {
    use spec::parse::contract_clauses;
    use spec::rules::Rule;

    use super::super::propose;
    use super::*;

    const HEAD: &str = "import torch, triton, triton.language as tl\ndef f(x_ptr, y_ptr, n, B: tl.constexpr):\n    i = tl.program_id(0) * B + tl.arange(0, B)\n";

    fn proposed(body: &str, at: &str, rule: Rule) -> Vec<String> {
        let text = format!("{HEAD}{body}");
        let code = Code::new(&text, Language::Python);
        let offset = text.find(at).expect("it is there");
        let contract = contract_clauses("buffer x_ptr : f32[n]").expect("a contract");
        let origin = (rule == Rule::UndeterminedStored).then_some(offset);
        let problem = Problem { rule, offset, contract: &contract, origin, wraps: true };
        let shown = |change: &Change| change.shown(&code).map(|(_, line)| line);
        propose(&code, &problem).iter().filter_map(shown).collect()
    }

    #[test]
    fn a_missing_mask_is_that_of_the_other_access_or_of_the_length() {
        let stored = "    v = tl.load(x_ptr + i)\n    tl.store(y_ptr + i, v * 2.0, mask=i < n)\n";
        let all = proposed(stored, "tl.load", Rule::MemoryBounds);
        assert_eq!(all.first().map(String::as_str), Some("v = tl.load(x_ptr + i, mask=i < n, other=0.0)"));
        let alone = "    v = tl.load(x_ptr + i)\n    tl.store(y_ptr + i, tl.exp(v))\n";
        let all = proposed(alone, "tl.load", Rule::MemoryBounds);
        assert_eq!(all.first().map(String::as_str), Some("v = tl.load(x_ptr + i, mask=i < n, other=0.0)"));
    }

    #[test]
    fn a_fill_value_suits_the_reduction_behind_it() {
        let of = |use_: &str| {
            let body = format!("    v = tl.load(x_ptr + i, mask=i < n)\n    tl.store(y_ptr, {use_})\n");
            proposed(&body, "tl.load", Rule::UndeterminedStored).into_iter().next()
        };
        let with = |value: &str| Some(format!("v = tl.load(x_ptr + i, mask=i < n, other={value})"));
        assert_eq!(of("tl.sum(v, axis=0)"), with("0.0"));
        assert_eq!(of("tl.max(v, 0)"), with("-float(\"inf\")"));
        assert_eq!(of("helper(v)"), None);
    }

    #[test]
    fn a_mask_with_one_lane_too_many_is_corrected_where_it_is_defined() {
        let body = "    m = i <= n\n    v = tl.load(x_ptr + i, mask=m, other=0.0)\n";
        let all = proposed(body, "tl.load", Rule::MemoryBounds);
        assert_eq!(all.first().map(String::as_str), Some("m = i < n"));
    }

    #[test]
    fn a_product_in_an_offset_is_computed_in_64_bits() {
        let body = "    r = tl.program_id(1)\n    at = r * n + i\n    p = y_ptr + at\n    tl.store(p, 0.0, mask=i < n)\n";
        let all = proposed(body, "tl.store", Rule::MemoryBounds);
        assert!(all.contains(&"at = r.to(tl.int64) * n + i".to_owned()), "{all:?}");
    }
}
