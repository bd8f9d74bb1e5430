//! Repairs of Triton kernels: masks with fill values, and offsets in 64 bits. Pointers are sums, as in `tl.load(x_ptr + at)`, and may
//! have a name of their own.

use std::ops::Range;

use spec::syntax::types::Scalar;

use super::accesses::{Elements, grouped, without_parentheses};
use super::change::{Change, Edit, Problem};
use super::padding::{self, Neutral};
use super::triton_names::{definition, has_lanes, is_tensor, module, words};
use super::widths;
use crate::code::{Call, Code};

/// Whether a call loads or stores through pointers of Triton.
pub(super) fn is_access(code: &Code<'_>, call: &Call) -> bool {
    ["load", "store"].contains(&code.at(&call.name)) && module(code, call).is_some()
}

/// Whether a call has a mask for elements that it names: an access, or an atomic update.
fn has_elements(code: &Code<'_>, call: &Call) -> bool {
    let name = code.at(&call.name);
    // A comparison with an exchange has no mask.
    let updates = name.starts_with("atomic_") && name != "atomic_cas";
    is_access(code, call) || updates && module(code, call).is_some()
}

/// The changes for an access outside of its array.
pub(super) fn bounds(code: &Code<'_>, call: &Call, problem: &Problem<'_>) -> Vec<Change> {
    let mut changes = masks(code, call, problem);
    changes.extend(widen(code, call).filter(|_| problem.wraps));
    changes
}

/// The load with a fill value for lanes that its mask leaves out.
pub(super) fn filled(
    code: &Code<'_>,
    call: &Call,
    neutral: Neutral,
    problem: &Problem<'_>,
) -> Option<Change> {
    let is_filled = code.keyword(call, "other").is_some() || positional(code, call).len() > 2;
    let is_masked = code.at(&call.name) == "load" && mask(code, call).is_some() && !is_filled;
    let element = elements(code, call).and_then(|own| element_of(problem, own.array));
    let value = value(neutral, element).filter(|_| is_masked)?;
    Some(add(call, &format!(", other={value}")))
}

/// The type of an array's elements.
fn element_of(problem: &Problem<'_>, array: &str) -> Option<Scalar> {
    let clause = problem.contract.buffers.iter().find(|clause| clause.name == array);
    let known = problem.elements.iter().find(|(name, _)| name == array);
    clause.map(|clause| clause.element).or(known.map(|(_, element)| *element))
}

/// Masks for an access: one that is off by one corrected, a mask of an access beside it, or a comparison with the length of the array.
fn masks(code: &Code<'_>, call: &Call, problem: &Problem<'_>) -> Vec<Change> {
    let Some(own) = elements(code, call) else { return Vec::new() };
    let clause = problem.contract.buffers.iter().find(|clause| clause.name == own.array);
    let limit = clause.map(|clause| clause.len.to_string()).filter(|len| !len.contains(['*', '(']));
    let within = limit.map(|limit| format!("{} < {limit}", grouped(own.at)));
    if let Some(mask) = &own.mask {
        let tightened = tightened(code, mask, &own);
        let both = within
            .map(|within| Change::one(mask.clone(), format!("{} & ({within})", grouped(code.at(mask)))));
        return tightened.into_iter().chain(both).collect();
    }
    let function = code.function(call.whole.start);
    let others = code.accesses(&function).filter(|other| has_elements(code, other) && *other != call);
    let others: Vec<Elements<'_>> = others.filter_map(|other| elements(code, other)).collect();
    // A mask for the same elements comes first.
    let (same, apart): (Vec<_>, Vec<_>) = others.iter().partition(|other| other.at == own.at);
    let known =
        same.into_iter().chain(apart).filter_map(|other| Some(code.at(other.mask.as_ref()?).to_owned()));
    // An access of one element takes no mask of a tile.
    let is_tile = |text: &str| has_lanes(code, text, call.whole.start);
    let mut all: Vec<String> = known.filter(|mask| is_tile(own.at) || !is_tile(mask)).collect();
    all.extend(within);
    let fill = match code.at(&call.name) {
        "load" => {
            let neutral = padding::of_lanes(code, call);
            let Some(value) = neutral.and_then(|neutral| value(neutral, element_of(problem, own.array)))
            else {
                return Vec::new();
            };
            format!(", other={value}")
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

/// Removes equality from the only comparison of a mask between an accessed place and its limit.
fn tightened(code: &Code<'_>, mask: &Range<usize>, own: &Elements<'_>) -> Option<Change> {
    let defined = definition(code, code.at(mask), mask.start);
    let range = defined.unwrap_or_else(|| mask.clone());
    let text = code.code.get(range.clone())?;
    let places: Vec<&str> = words(own.at).filter(|word| is_tensor(code, word, mask.start)).collect();
    let has_place = |side: &str| words(side).any(|word| places.contains(&word));
    let bounds_place = |at: usize, sign: &str| {
        let left = text[..at].rsplit(['&', '|', '<', '>', '=']).next().unwrap_or_default();
        let right = text[at + 2..].split(['&', '|', '<', '>', '=']).next().unwrap_or_default();
        let (place, limit) = if sign == "<=" { (left, right) } else { (right, left) };
        has_place(place) && !has_place(limit)
    };
    let signs = text.match_indices("<=").chain(text.match_indices(">="));
    let mut found = signs.filter(|(at, sign)| bounds_place(*at, sign));
    let (at, sign) = found.next().filter(|_| found.next().is_none())?;
    let start = range.start + at;
    Some(Change::one(start..start + sign.len(), &sign[..1]))
}

/// A product of an offset in 64 bits: on the line of the access, or where a name of this line gets its value.
fn widen(code: &Code<'_>, call: &Call) -> Option<Change> {
    let name = module(code, call)?;
    let mut open = vec![call.arguments.first()?.clone()];
    let mut seen: Vec<usize> = Vec::new();
    let begins = |operand: &str| operand.starts_with(|c: char| c.is_ascii_alphabetic() || "_(".contains(c));
    while let Some(range) = open.pop() {
        if seen.contains(&range.start) {
            continue;
        }
        seen.push(range.start);
        if let Some((left, right)) =
            widths::factors(code, &range, |left, right| begins(left) && begins(right))
        {
            let tensor = [&left, &right].into_iter().find(|side| is_tensor(code, code.at(side), range.start));
            return Some(match tensor {
                Some(side) => Change::one(side.clone(), format!("{}.to({name}.int64)", code.at(side))),
                // Integers of Python have no methods.
                None => Change::one(left.clone(), format!("{name}.cast({}, {name}.int64)", code.at(&left))),
            });
        }
        let words = words(code.code.get(range.clone())?);
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
    // Behind the pointer, and behind the value of a store or an update.
    let place = if code.at(&call.name) == "load" { 1 } else { 2 };
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

/// The call with further words behind its arguments.
fn add(call: &Call, words: &str) -> Change {
    let end = call.arguments.last().map_or(call.whole.end - 1, |last| last.end);
    Change(vec![Edit { range: end..end, text: words.to_owned() }])
}

/// A fill value for elements of a type; `None` for an unknown type and for a type without infinities.
fn value(neutral: Neutral, element: Option<Scalar>) -> Option<String> {
    let is_integer = element.is_some_and(Scalar::is_integer);
    match neutral {
        Neutral::Zero => Some(if is_integer { "0" } else { "0.0" }.to_owned()),
        Neutral::One => Some(if is_integer { "1" } else { "1.0" }.to_owned()),
        Neutral::Least | Neutral::Greatest => extreme(neutral == Neutral::Least, element?),
    }
}

/// The least or the greatest number of a type; integers are signed.
fn extreme(is_least: bool, element: Scalar) -> Option<String> {
    match element {
        Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => {
            let half = 1_i128 << (element.bits() - 1);
            Some(if is_least { -half } else { half - 1 }.to_string())
        }
        Scalar::F16 | Scalar::Bf16 | Scalar::F32 | Scalar::F64 | Scalar::Tf32 | Scalar::F8E5m2 => {
            let sign = if is_least { "-" } else { "" };
            Some(format!("{sign}float(\"inf\")"))
        }
        Scalar::I1 | Scalar::I4 | Scalar::F8E4m3fn | Scalar::F8E8m0fnu | Scalar::F4E2m1fn => None,
    }
}

#[cfg(test)]
mod tests {
    use spec::parse::contract_clauses;
    use spec::rules::Rule;

    use super::super::propose;
    use super::*;
    use crate::code::Language;

    const HEAD: &str = "import torch, triton, triton.language as tl\ndef f(x_ptr, y_ptr, n, B: tl.constexpr):\n    i = tl.program_id(0) * B + tl.arange(0, B)\n";

    fn proposed(body: &str, at: &str, rule: Rule) -> Vec<String> {
        proposed_for(Some(Scalar::F32), body, at, rule)
    }

    /// The changed lines for a type of the array's elements.
    fn proposed_for(element: Option<Scalar>, body: &str, at: &str, rule: Rule) -> Vec<String> {
        let text = format!("{HEAD}{body}");
        let code = Code::new(&text, Language::Python);
        let offset = text.find(at).expect("it is there");
        let buffer = element.map_or_else(String::new, |element| format!("buffer x_ptr : {element}[n]"));
        let contract = contract_clauses(&buffer).expect("a contract");
        let origin = (rule == Rule::UndeterminedStored).then_some(offset);
        let problem = Problem { rule, offset, contract: &contract, origin, wraps: true, elements: &[] };
        let shown = |change: &Change| change.shown(&code).map(|(_, line)| line);
        propose(&code, &problem).iter().filter_map(shown).collect()
    }

    #[test]
    fn a_missing_mask_is_that_of_the_other_access_or_of_the_length() {
        let stored = "    v = tl.load(x_ptr + i)\n    tl.store(y_ptr + i, v * 2.0, mask=i < n)\n";
        let all = proposed(stored, "tl.load", Rule::MemoryBounds);
        assert_eq!(all.first().map(String::as_str), Some("v = tl.load(x_ptr + i, mask=i < n, other=0.0)"));
        let updated = "    tl.atomic_add(y_ptr + i, tl.load(x_ptr + i), mask=i < n)\n";
        assert_eq!(
            proposed(updated, "tl.load", Rule::MemoryBounds).first().map(String::as_str),
            Some("tl.atomic_add(y_ptr + i, tl.load(x_ptr + i, mask=i < n, other=0.0), mask=i < n)")
        );
        let single =
            "    p = tl.program_id(0)\n    tl.store(y_ptr + p, tl.sum(tl.load(x_ptr + i, mask=i < n)))\n";
        assert!(proposed(single, "tl.store", Rule::MemoryBounds).is_empty());
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

    #[test]
    fn no_value_is_known_for_a_name_that_is_assigned_anew_before_its_sum() {
        let of = |between: &str| {
            let body = format!(
                "    v = tl.load(x_ptr + i, mask=i < n)\n{between}    tl.store(y_ptr, tl.sum(v, axis=0))\n"
            );
            let load = |lines: Vec<String>| lines.into_iter().find(|line| line.contains("tl.load"));
            let masked = load(proposed(&body, "tl.load", Rule::UndeterminedStored));
            let bare = load(proposed(&body.replace(", mask=i < n", ""), "tl.load", Rule::MemoryBounds));
            (masked, bare)
        };
        let with = |words: &str| Some(format!("v = tl.load(x_ptr + i, mask=i < n{words})"));
        assert_eq!(of("    w = tl.exp(v)\n"), (with(", other=0.0"), with(", other=0.0")));
        for anew in [
            "    v = tl.exp(v)\n",
            "    v += 1.0\n",
            "    for k in range(n):\n        u = tl.sum(v, axis=0)\n        v = v - u\n",
        ] {
            assert_eq!(of(anew), (None, None), "{anew}");
        }
        let later = "    s = tl.sum(v, axis=0)\n    v = s\n";
        let body = format!("    v = tl.load(x_ptr + i, mask=i < n)\n{later}    tl.store(y_ptr, v)\n");
        assert_eq!(
            proposed(&body, "tl.load", Rule::UndeterminedStored).into_iter().next(),
            with(", other=0.0")
        );
    }

    #[test]
    fn a_fill_value_has_the_type_of_the_array() {
        let of = |element: Option<Scalar>, reduced: &str| {
            let body = format!(
                "    v = tl.load(x_ptr + i)\n    tl.store(y_ptr, tl.{reduced}(v, axis=0), mask=i < n)\n"
            );
            let all = proposed_for(element, &body, "tl.load", Rule::MemoryBounds);
            all.into_iter().find(|line| line.contains("tl.load"))
        };
        let with = |value: &str| Some(format!("v = tl.load(x_ptr + i, mask=i < n, other={value})"));
        assert_eq!(of(Some(Scalar::I32), "max"), with("-2147483648"));
        assert_eq!(of(Some(Scalar::I8), "min"), with("127"));
        assert_eq!(of(Some(Scalar::I64), "sum"), with("0"));
        assert_eq!(of(Some(Scalar::F16), "min"), with("float(\"inf\")"));
        assert_eq!(of(Some(Scalar::F8E4m3fn), "max"), None, "the type has no infinity");
        assert_eq!(of(None, "max"), None, "the type is not known");
    }

    #[test]
    fn a_greatest_element_of_no_row_is_not_reduced_again() {
        let of = |place: &str, axis: u32| {
            let body = format!(
                "    v = tl.load(x_ptr + {place}, mask={place} < n)\n    m = tl.max(v, {axis})\n    tl.store(y_ptr, tl.sum(tl.exp(i - m), 0))\n"
            );
            proposed(&body, "tl.load", Rule::UndeterminedStored).len()
        };
        assert_eq!(of("i[:, None] * n + i[None, :]", 1), 0);
        assert_eq!(of("i", 0), 1);
    }

    #[test]
    fn a_factor_that_may_be_a_number_of_python_has_no_method() {
        let of = |product: &str| {
            let body = format!("    at = {product} + i\n    tl.store(y_ptr + at, 0.0, mask=i < n)\n");
            let all = proposed(&body, "tl.store", Rule::MemoryBounds);
            all.into_iter()
                .find(|line| line.starts_with("at =") && line.contains("int64"))
                .unwrap_or_default()
        };
        assert_eq!(of("n * tl.program_id(0)"), "at = n * tl.program_id(0).to(tl.int64) + i");
        assert_eq!(of("i[:, None] * n"), "at = i[:, None].to(tl.int64) * n + i");
        assert_eq!(of("(i + 1) * n"), "at = (i + 1).to(tl.int64) * n + i");
        assert_eq!(of("n * B"), "at = tl.cast(n, tl.int64) * B + i");
        assert_eq!(of("i.to(tl.int64) * n"), "");
        let counted = "    for k in range(n):\n        tl.store(y_ptr + n * k, 0.0)\n";
        let all = proposed(counted, "tl.store", Rule::MemoryBounds);
        assert!(all.contains(&"tl.store(y_ptr + n * k.to(tl.int64), 0.0)".to_owned()), "{all:?}");
    }

    #[test]
    fn the_comparison_with_the_limit_is_corrected_and_no_other() {
        let of = |mask: &str| {
            let body = format!("    m = {mask}\n    tl.store(x_ptr + i, 0.0, mask=m)\n");
            proposed(&body, "tl.store", Rule::MemoryBounds).into_iter().next().unwrap_or_default()
        };
        assert_eq!(of("(B <= i) & (i < n + 1)"), "tl.store(x_ptr + i, 0.0, mask=m & (i < n))");
        assert_eq!(of("(B <= i) & (i <= n)"), "m = (B <= i) & (i < n)");
        assert_eq!(of("(i >= B) & (n >= i)"), "m = (i >= B) & (n > i)");
    }
}
