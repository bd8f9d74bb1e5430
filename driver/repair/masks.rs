//! Masks and tests of bounds: added to an access that needs one, removed from an access without need.

use super::accesses::{Elements, by_offsets, by_pointers, grouped};
use super::change::{Change, Edit, Problem};
use super::padding::{self, Neutral};
use crate::code::{Call, Code, Language};

/// An access to a tile of a view, with a mask.
pub(super) fn of_view(code: &Code<'_>, call: &Call) -> Vec<Change> {
    match (code.language, code.at(&call.name)) {
        (Language::Cpp, "store") => vec![Change::one(call.name.end..call.name.end, "_masked")],
        (Language::Cpp, "load") => {
            let padding = match padding::of_lanes(code, call) {
                Some(Neutral::Zero) => "",
                Some(Neutral::Least) => "ct::view_padding_constant<ct::view_padding::negative_inf>{}, ",
                Some(Neutral::Greatest) => "ct::view_padding_constant<ct::view_padding::positive_inf>{}, ",
                Some(Neutral::One) | None => return Vec::new(),
            };
            let Some(first) = call.arguments.first() else { return Vec::new() };
            let range = call.name.end..first.start;
            vec![Change::one(range.clone(), format!("_masked{}{padding}", code.at(&range)))]
        }
        (Language::Python, _) => checked(code, call).into_iter().collect(),
        (Language::Cpp | Language::Table, _) => Vec::new(),
    }
}

/// An access to elements, with a mask for the bounds of the array.
pub(super) fn of_elements(code: &Code<'_>, call: &Call, problem: &Problem<'_>) -> Vec<Change> {
    if let Some(change) = checked(code, call) {
        return vec![change];
    }
    if let Some(elements) = by_offsets(code, call) {
        let limit = format!("{}.shape[0]", elements.array);
        let second = format!("{}.shape[1]", elements.array);
        // How many elements a matrix has between its first and its last is no extent.
        let is_vector = !problem.contract.names.iter().any(|name| name.name == second);
        let is_clear = code.at(&call.name) != "load_offset"
            || code.keyword(call, "padding_value").is_some()
            || padding::of_lanes(code, call) == Some(Neutral::Zero);
        let limit = Some(limit.as_str()).filter(|_| is_vector && is_clear);
        return masked(code, call, &elements, limit, "&");
    }
    let Some(elements) = by_pointers(code, call) else { return Vec::new() };
    let clause = problem.contract.buffers.iter().find(|clause| clause.name == elements.array);
    let limit = clause.map(|clause| clause.len.to_string());
    if elements.mask.is_some() {
        return masked(code, call, &elements, limit.as_deref(), "&&");
    }
    let function = code.function(call.whole.start);
    let siblings = code.accesses(&function).filter_map(|other| by_pointers(code, other));
    let same = |other: &Elements<'_>| other.at == elements.at;
    let known = siblings.filter(same).find_map(|other| other.mask).map(|mask| code.at(&mask).to_owned());
    let mask = known.or_else(|| Some(within(elements.at, &limit?, "&&")));
    let Some(mask) = mask else { return Vec::new() };
    let mut edits = vec![Edit { range: call.name.end..call.name.end, text: "_masked".to_owned() }];
    let end = call.whole.end - 1;
    let text = match code.at(&call.name) {
        "load" => {
            let element = clause.map(|clause| clause.element);
            let value = padding::of_lanes(code, call)
                .and_then(|neutral| neutral.in_cpp(code, element, elements.array));
            let Some(value) = value else { return Vec::new() };
            format!(", {mask}, {value}")
        }
        _ => format!(", {mask}"),
    };
    edits.push(Edit { range: end..end, text });
    vec![Change(edits)]
}

/// The condition that an index is below a limit. A difference may be negative, too.
fn within(at: &str, limit: &str, and: &str) -> String {
    let below = format!("{} < {limit}", grouped(at));
    match (at.contains('-'), and) {
        (true, "&") => format!("({} >= 0) & ({below})", grouped(at)),
        (true, _) => format!("{} >= 0 {and} {below}", grouped(at)),
        (false, _) => below,
    }
}

/// The mask with the limit, in place of a comparison with another one, or beside it.
fn masked(
    code: &Code<'_>,
    call: &Call,
    elements: &Elements<'_>,
    limit: Option<&str>,
    and: &str,
) -> Vec<Change> {
    let Some(limit) = limit else { return Vec::new() };
    let fits = within(elements.at, &grouped(limit), and);
    let Some(mask) = &elements.mask else {
        let end = call.whole.end - 1;
        return vec![Change::one(end..end, format!(", mask={fits}"))];
    };
    let words = code.at(mask);
    let mut changes = Vec::new();
    let compared = words
        .split_once('<')
        .is_some_and(|(left, right)| left.trim() == elements.at && !right.contains(['<', '&', '|', '=']));
    if compared {
        changes.push(Change::one(mask.clone(), fits));
    } else if !words.contains(&fits) {
        changes.push(Change::one(mask.clone(), format!("{} {and} ({fits})", grouped(words))));
    }
    changes
}

/// The call of Python with its bounds checked.
fn checked(code: &Code<'_>, call: &Call) -> Option<Change> {
    let (all, value) = code.keyword(call, "check_bounds")?;
    // A gather gives zero for unloaded elements.
    let is_gather = code.at(&call.name) == "gather" && code.keyword(call, "padding_value").is_none();
    if is_gather && padding::of_lanes(code, call) != Some(Neutral::Zero) {
        return None;
    }
    (code.language == Language::Python && code.at(&value) == "False")
        .then(|| drop_argument(code, call, all.start))
}

/// The call without the argument that begins at a place, and the comma before it.
fn drop_argument(code: &Code<'_>, call: &Call, start: usize) -> Change {
    let at = call.arguments.iter().position(|argument| argument.start == start).unwrap_or(0);
    let range = match at.checked_sub(1) {
        Some(before) => call.arguments[before].end..call.arguments[at].end,
        None => call.arguments[at].clone(),
    };
    Change(Change::cut(code, &range))
}

/// A masked access without its mask.
pub(super) fn without(code: &Code<'_>, call: &Call) -> Option<Change> {
    let name = code.at(&call.name);
    match code.language {
        Language::Cpp => {
            let bare = name.strip_suffix("_masked").filter(|bare| ["load", "store"].contains(bare))?;
            let mut edits = vec![Edit { range: call.name.clone(), text: bare.to_owned() }];
            let receiver = code.at(&(call.whole.start..call.name.start)).ends_with('.');
            // Of a view, a padding stands before the indices; by pointers, mask and padding follow what is accessed.
            let gone = match (receiver, bare) {
                (true, _) => {
                    let first = call.arguments.first()?;
                    let second = call.arguments.get(1).map_or(first.end, |second| second.start);
                    code.at(first).contains("padding").then_some(first.start..second)
                }
                (false, "load") => Some(call.arguments.first()?.end..call.arguments.last()?.end),
                (false, _) => Some(call.arguments.get(1)?.end..call.arguments.last()?.end),
            };
            edits.extend(gone.iter().flat_map(|range| Change::cut(code, range)));
            Some(Change(edits))
        }
        Language::Python if ["load", "store", "gather", "scatter"].contains(&name) => {
            let end = call.whole.end - 1;
            let unchecked = code.keyword(call, "check_bounds").is_none();
            unchecked.then(|| Change::one(end..end, ", check_bounds=False"))
        }
        Language::Python | Language::Table => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_compared_with_zero_too() {
        assert_eq!(within("i", "n", "&&"), "i < n");
        assert_eq!(within("i - 1", "n", "&&"), "(i - 1) >= 0 && (i - 1) < n");
        assert_eq!(within("i - 1", "x.shape[0]", "&"), "((i - 1) >= 0) & ((i - 1) < x.shape[0])");
    }
}
