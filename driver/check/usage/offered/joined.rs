//! The contract of a table in fewer lines: conditions beside each other, and arrays of one type and shape together. Strides of contiguous
//! arrays are left out, also if only the conditions show them.

use std::collections::BTreeMap;

use super::super::told::{Groups, wrap};

/// The same contract in fewer lines: the grid, conditions, arrays, other clauses.
pub(super) fn join(lines: &[String]) -> Vec<String> {
    let conditions = lines.iter().filter_map(|line| line.strip_prefix("requires = "));
    let conditions: Vec<String> = conditions.map(str::to_owned).collect();
    let equal: BTreeMap<&str, &str> =
        conditions.iter().filter_map(|condition| condition.split_once(" == ")).collect();
    let (mut arrays, mut others) = (Groups::default(), Vec::new());
    for line in lines.iter().filter(|line| !line.starts_with("requires = ")) {
        match line.strip_prefix("array ").and_then(|rest| rest.split_once(" : ")) {
            Some((name, shape)) => arrays.add(name, format!(" : {}", without_known(shape, &equal))),
            None => others.push(line.clone()),
        }
    }
    let arrays = arrays.tell().into_iter().map(|line| format!("array {line}"));
    let (grid, others): (Vec<_>, Vec<_>) = others.into_iter().partition(|line| line.starts_with("grid = "));
    grid.into_iter().chain(wrap("requires = ", &conditions)).chain(arrays).chain(others).collect()
}

/// The type and shape of an array, without the strides if the equations make the array contiguous.
fn without_known<'a>(shape: &'a str, equal: &BTreeMap<&str, &str>) -> &'a str {
    let Some((contiguous, strides)) = shape.split_once(" strides = (") else { return shape };
    let extents = contiguous.split_once('[').and_then(|(_, extents)| extents.strip_suffix(']'));
    let (Some(extents), Some(strides)) = (extents, strides.strip_suffix(')')) else { return shape };
    let extents: Vec<&str> = extents.split(", ").collect();
    let strides: Vec<&str> = strides.split(", ").collect();
    let is_plain = |text: &&str| !text.contains(['(', ')']);
    let is_row_major = |(axis, stride): (usize, &&str)| {
        let inner = if axis + 1 < extents.len() { extents[axis + 1..].join(" * ") } else { "1".to_owned() };
        equal.get(stride).unwrap_or(stride) == &inner
    };
    let is_known = extents.len() == strides.len()
        && extents.iter().chain(&strides).all(is_plain)
        && strides.iter().enumerate().all(is_row_major);
    if is_known { contiguous } else { shape }
}

#[cfg(test)]
mod tests {
    use super::join;

    fn joined(lines: &[&str]) -> Vec<String> {
        join(&lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn known_strides_are_left_out_and_equal_arrays_share_a_line() {
        let lines = [
            "requires = grid.y == 1",
            "array x : f32[m, n] strides = (sx, 1)",
            "array y : f32[m, n] strides = (sy, 1)",
            "array z : f32[m, k, n] strides = (k * n, n, 1)",
            "array w : f16[n] strides = (sw)",
            "requires = sx == n",
            "requires = sy == n",
            "contents i : distinct",
            "grid = (m)",
        ];
        let expected = [
            "grid = (m)",
            "requires = grid.y == 1, sx == n, sy == n",
            "array x, y : f32[m, n]",
            "array z : f32[m, k, n]",
            "array w : f16[n] strides = (sw)",
            "contents i : distinct",
        ];
        assert_eq!(joined(&lines), expected);
    }

    #[test]
    fn other_strides_and_types_stay() {
        let lines = [
            "array x : f32[m, n] strides = (s, 1)",
            "array y : f16[m, n] strides = (s, 1)",
            "array t : f32[m, max(n, 1)] strides = (max(n, 1), 1)",
            "array u : f32[m, n] strides = (m, 1)",
        ];
        assert_eq!(joined(&lines), lines);
    }
}
