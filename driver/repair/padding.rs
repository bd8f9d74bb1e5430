//! The padding of a load, from the uses of its value: neutral for a sum, the least for a maximum.

use std::collections::HashSet;
use std::ops::Range;

use spec::syntax::types::Scalar;

use super::accesses::by_pointers;
use super::change::{Change, Problem};
use super::places::decides_place;
use super::{triton, triton_names};
use crate::code::{Call, Code, Language};

/// The required value of missing elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Neutral {
    Zero,
    Least,
    Greatest,
    One,
}

impl Neutral {
    /// As C++ writes it for the elements of an array, of which the contract may say the type; none of integers where that depends on their width.
    pub(super) fn in_cpp(
        self,
        code: &Code<'_>,
        element: Option<Scalar>,
        array: &str,
    ) -> Option<&'static str> {
        let is_declared = |line: &str| line.contains("float") && line.contains(array);
        let is_float =
            element.map_or_else(|| code.code.lines().any(is_declared), |element| element == Scalar::F32);
        let is_integer = element.is_some_and(|element| element.is_integer());
        match self {
            Neutral::Zero => Some(if is_float { "0.0f" } else { "0" }),
            Neutral::One => Some(if is_float { "1.0f" } else { "1" }),
            Neutral::Least => (!is_integer).then_some("-__builtin_huge_valf()"),
            Neutral::Greatest => (!is_integer).then_some("__builtin_huge_valf()"),
        }
    }
}

/// Words of functions that combine many values.
const REDUCTIONS: [(&str, Neutral); 8] = [
    ("sum", Neutral::Zero),
    ("reduce_sum", Neutral::Zero),
    ("max", Neutral::Least),
    ("reduce_max", Neutral::Least),
    ("min", Neutral::Greatest),
    ("reduce_min", Neutral::Greatest),
    ("prod", Neutral::One),
    ("reduce_mul", Neutral::One),
];

/// Functions that move a lane into other lanes, with unknown requirements on its value.
const OTHERS: [&str; 10] =
    ["reduce", "scan", "cumsum", "cumprod", "argmax", "argmin", "any_of", "all_of", "prefix_sum", "sort"];

/// Products of matrices.
const PRODUCTS: [&str; 4] = ["mma", "matmul", "mma_scaled", "dot"];

/// Functions that keep every lane in its place, or take no tile. Other functions have unknown effects on unloaded lanes: they may
/// be helpers or macros that reduce.
const BY_LANE: &[&str] = &[
    "abs",
    "absf",
    "add",
    "and",
    "arange",
    "assume_aligned",
    "assume_div_by",
    "astype",
    "atan2",
    "bid",
    "bitcast",
    "bool",
    "broadcast",
    "broadcast_to",
    "cast",
    "cat",
    "cdiv",
    "ceil",
    "constexpr",
    "cos",
    "cosh",
    "debug_barrier",
    "device_print",
    "div",
    "div_rn",
    "element_cast",
    "enumerate",
    "equal",
    "erf",
    "exp",
    "exp2",
    "expand_dims",
    "extract",
    "fabs",
    "float",
    "floor",
    "fma",
    "for",
    "full",
    "full_like",
    "get_raw_memory",
    "greater",
    "half",
    "if",
    "in",
    "int",
    "iota",
    "isnan",
    "len",
    "less",
    "log",
    "log2",
    "logical_and",
    "logical_or",
    "max_constancy",
    "max_contiguous",
    "maximum",
    "minimum",
    "mod",
    "mul",
    "multiple_of",
    "negative",
    "not",
    "num_blocks",
    "num_programs",
    "num_tiles",
    "ones",
    "ones_like",
    "or",
    "permute",
    "pow",
    "print",
    "printf",
    "program_id",
    "range",
    "reshape",
    "return",
    "rsqrt",
    "select",
    "sigmoid",
    "sin",
    "sinh",
    "sizeof",
    "sqrt",
    "sqrt_rn",
    "squeeze",
    "static_assert",
    "static_cast",
    "static_range",
    "sub",
    "tan",
    "tanh",
    "to",
    "trans",
    "transpose",
    "truediv",
    "where",
    "while",
    "zeros",
    "zeros_like",
];

/// The required value of unloaded lanes: zero if each lane stays in its place or is summed; `None` if unclear, or if lanes
/// decide where something is written.
pub(super) fn of_lanes(code: &Code<'_>, call: &Call) -> Option<Neutral> {
    let variable = assigned(code, call);
    let within = code.function(call.whole.start);
    let derived = derived(code, call, &within);
    if is_handed_on(code, call, &derived, &within) || decides_place(code, call, &derived, &within) {
        return None;
    }
    let mut found = Vec::new();
    for other in &code.calls {
        let name = code.at(&other.name);
        let is_product = PRODUCTS.contains(&name);
        let reduction = REDUCTIONS.iter().find(|(word, _)| *word == name).map(|(_, neutral)| *neutral);
        // A maximum of two operands works lane by lane.
        let by_lane = ["max", "min"].contains(&name) && is_by_lane(code, other);
        let is_in = within.start <= other.whole.start && other.whole.end <= within.end;
        if !is_in || by_lane || reduction.is_none() && !is_product && !OTHERS.contains(&name) {
            continue;
        }
        let direct = |argument: &Range<usize>| {
            let is_name = variable.is_some_and(|variable| variable == code.at(argument));
            *argument == call.whole || is_name && !is_reassigned(code, call, argument.start)
        };
        match reduction {
            Some(neutral) if other.arguments.first().is_some_and(direct) => found.push(neutral),
            None if is_product && other.arguments.iter().take(2).any(direct) => found.push(Neutral::Zero),
            // It may be computed from loaded values.
            Some(_) | None => return None,
        }
    }
    found.dedup();
    match found.as_slice() {
        [] => Some(Neutral::Zero),
        [only] => Some(*only),
        _ => None,
    }
}

/// Whether the variable of a load may be assigned anew before a later place.
fn is_reassigned(code: &Code<'_>, call: &Call, at: usize) -> bool {
    let Some(variable) = assigned(code, call) else { return false };
    let assigns = |line: &str| {
        let Some((left, right)) = line.split_once('=') else { return false };
        !right.starts_with('=')
            && !left.contains('(')
            && !left.ends_with(['!', '<', '>'])
            && words(left.split('[').next().unwrap_or_default()).any(|word| word == variable)
    };
    let between = code.code.get(call.whole.end..at).unwrap_or_default();
    // The first line is the rest of the load's line.
    let mut lines = between.lines().skip(1);
    let is_loop = |line: &str| {
        ["for ", "while ", "for(", "while("].iter().any(|word| line.trim_start().starts_with(word))
    };
    if between.lines().any(is_loop) {
        // Values of later lines come back to the head of the loop.
        let rest = code.code.get(call.whole.end..code.function(at).end).unwrap_or_default();
        return rest.lines().skip(1).any(assigns);
    }
    lines.any(assigns)
}

/// Whether an unknown function takes a loaded value, or a value computed from it.
fn is_handed_on(code: &Code<'_>, call: &Call, derived: &HashSet<&str>, within: &Range<usize>) -> bool {
    let has = |argument: &Range<usize>| {
        let inside = argument.start <= call.whole.start && call.whole.end <= argument.end;
        inside || words(&code.code[argument.clone()]).any(|word| derived.contains(word))
    };
    code.calls.iter().any(|other| {
        let name = code.at(&other.name);
        let is_in = within.start <= other.whole.start && other.whole.end <= within.end && other != call;
        let is_reduction = REDUCTIONS.iter().any(|(word, _)| *word == name) || OTHERS.contains(&name);
        // A maximum of one operand does not work lane by lane.
        let is_helper =
            code.language == Language::Cpp && ["max", "min"].contains(&name) && other.arguments.len() < 2;
        let is_known = BY_LANE.contains(&name)
            || PRODUCTS.contains(&name)
            || is_reduction && !is_helper
            || code.is_access(other);
        is_in && !is_known && other.arguments.iter().any(has)
    })
}

/// The variables with the result of a call, or values computed from it.
fn derived<'c>(code: &'c Code<'_>, call: &Call, within: &Range<usize>) -> HashSet<&'c str> {
    let mut found: HashSet<&str> = assigned(code, call).into_iter().collect();
    let body = &code.code[within.clone()];
    loop {
        let before = found.len();
        for statement in body.split([';', '\n', '{', '}']) {
            let start = within.start + (statement.as_ptr().addr() - body.as_ptr().addr());
            let Some((left, right)) = statement.split_once('=') else { continue };
            let is_here = start <= call.whole.start && call.whole.start < start + statement.len();
            if is_here || words(right).any(|word| found.contains(word)) {
                found.extend(words(left).last());
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// Whether a maximum or a minimum is that of two tiles. In C++ reductions have another name, and in cuTile Python they have an axis. The
/// functions of Triton's language are always reductions.
fn is_by_lane(code: &Code<'_>, call: &Call) -> bool {
    if triton_names::module(code, call).is_some() {
        return false;
    }
    code.language == Language::Cpp || call.arguments.len() == 2 && code.keyword(call, "axis").is_none()
}

/// The variable assigned from a whole call.
fn assigned<'c>(code: &'c Code<'_>, call: &Call) -> Option<&'c str> {
    let line = code.code[..call.whole.start].rfind('\n').map_or(0, |end| end + 1);
    let (left, right) = code.code[line..call.whole.start].split_once('=')?;
    left.split_whitespace().last().filter(|_| right.trim().is_empty())
}

/// Loads without a padding in the function around a place, each with the padding for its uses; `None` for unclear uses. The
/// load that an undetermined value comes from is the first.
pub(super) fn of_loads(code: &Code<'_>, problem: &Problem<'_>) -> Vec<Change> {
    let within = code.function(problem.offset);
    let load = problem.origin.and_then(|origin| code.access(origin));
    let needed =
        |call: &Call| used(code, call).or_else(|| of_lanes(code, Some(call).filter(|_| Some(call) == load)?));
    let all = load.into_iter().chain(code.accesses(&within).filter(|call| Some(*call) != load));
    all.filter_map(|call| padded(code, call, needed(call)?, problem)).collect()
}

/// The load with a padding.
fn padded(code: &Code<'_>, call: &Call, neutral: Neutral, problem: &Problem<'_>) -> Option<Change> {
    let end = call.whole.end - 1;
    let (language, name) = (code.language, code.at(&call.name));
    let by_view = code.at(&(call.whole.start..call.name.start)).ends_with('.');
    if triton::is_access(code, call) {
        return triton::filled(code, call, neutral, problem);
    }
    match (language, name, call.arguments.len()) {
        (Language::Python, "load", _) if code.keyword(call, "padding_mode").is_none() => {
            let mode = match neutral {
                Neutral::Zero => "ZERO",
                Neutral::Least => "NEG_INF",
                Neutral::Greatest => "POS_INF",
                Neutral::One => return None,
            };
            Some(Change::one(end..end, format!(", padding_mode=ct.PaddingMode.{mode}")))
        }
        (Language::Cpp, "load_masked", 2) if !by_view => {
            let value = neutral.in_cpp(code, None, by_pointers(code, call)?.array)?;
            Some(Change::one(end..end, format!(", {value}")))
        }
        (Language::Python | Language::Cpp | Language::Table, _, _) => None,
    }
}

/// Whether two reductions follow on a load, the first along an axis of a tile with several axes.
fn is_reduced_twice(code: &Code<'_>, call: &Call, within: &Range<usize>) -> bool {
    let derived = derived(code, call, within);
    let reductions = code.calls.iter().filter(|other| {
        let name = code.at(&other.name);
        let is_in = call.whole.end <= other.whole.start && other.whole.end <= within.end;
        let is_reduction = REDUCTIONS.iter().any(|(word, _)| *word == name) || OTHERS.contains(&name);
        is_in && (is_reduction || PRODUCTS.contains(&name)) && !is_by_lane(code, other)
    });
    let takes_derived = |other: &&Call| {
        other
            .arguments
            .iter()
            .any(|argument| words(&code.code[argument.clone()]).any(|word| derived.contains(word)))
    };
    // A reduction along an axis keeps the remaining axes.
    reductions.filter(takes_derived).count() > 1 && code.at(&call.whole).contains("None")
}

/// The requirement of the only use of a loaded value.
fn used(code: &Code<'_>, call: &Call) -> Option<Neutral> {
    let variable = assigned(code, call)?;
    let within = code.function(call.whole.start);
    let mut found = Vec::new();
    for other in &code.calls {
        let is_used = other.whole.start >= call.whole.end && other.whole.end <= within.end;
        let first = other.arguments.first().map(|first| code.at(first));
        if is_used && first == Some(variable) {
            let name = code.at(&other.name);
            found.extend(REDUCTIONS.iter().find(|(word, _)| *word == name).map(|(_, neutral)| *neutral));
        }
    }
    found.dedup();
    let only = found.pop().filter(|_| found.is_empty())?;
    // A mask may exclude a whole row: the row's maximum is infinite, and a later sum becomes NaN.
    let is_infinite = [Neutral::Least, Neutral::Greatest].contains(&only);
    if is_infinite && is_reduced_twice(code, call, &within) {
        return None;
    }
    // Another use may ask for something else.
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let rest = &code.code[call.whole.end..within.end];
    let uses = rest.match_indices(variable).filter(|(at, _)| {
        let behind = &rest[at + variable.len()..];
        // A keyword of the same name is no use.
        let is_keyword = behind.starts_with('=') && !behind.starts_with("==");
        !rest[..*at].ends_with(word) && !behind.starts_with(word) && !is_keyword
    });
    (uses.count() == 1).then_some(only)
}
