//! Repairs of outside tiles: a loop with an extra iteration, a late exit, exchanged axes, a grid with an extra block.

use std::ops::Range;

use spec::syntax::contract::{Binary, Contract, Expr};

use super::change::{Change, Edit, Problem};
use crate::code::{Call, Code, Language};

/// Changes of what an access to a tile is reached by, or of its indices.
pub(super) fn of_call(code: &Code<'_>, call: Option<&Call>, problem: &Problem<'_>) -> Vec<Change> {
    let Some(call) = call else { return Vec::new() };
    let mut changes = Vec::new();
    changes.extend(shorter_loop(code, call));
    changes.extend(earlier_way_out(code, call));
    changes.extend(without_order(code, call));
    changes.extend(exchanged(code, call, problem.contract));
    changes.extend(smaller_grid(code, call));
    changes
}

/// Whether a name is a word of the call's arguments.
fn names(code: &Code<'_>, call: &Call, name: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words =
        |range: &Range<usize>| code.code[range.clone()].split(|c: char| !is_word(c)).any(|word| word == name);
    !name.is_empty() && call.arguments.iter().any(words)
}

/// The loop around the access without its last round.
fn shorter_loop(code: &Code<'_>, call: &Call) -> Option<Change> {
    let start = code.function(call.whole.start).start;
    if code.language == Language::Cpp {
        let heads = code.code[start..call.whole.start].rmatch_indices("<=");
        return heads.map(|(at, _)| start + at).find_map(|at| {
            let line = code.code[..at].rfind('\n').map_or(0, |end| end + 1);
            let head = &code.code[line..at];
            let variable = head.split_whitespace().last()?;
            if !head.contains("for") || !names(code, call, variable) {
                return None;
            }
            let end = at + code.code[at..].find(';')?;
            // Without its last round, a loop over whole tiles leaves out the rest of an extent.
            Some(match quotient(&code.code[at + 2..end], "/") {
                Some((extent, tile)) => Change::one(at..end, format!("< ({extent} + {tile} - 1) / {tile}")),
                None => Change::one(at..at + 2, "<"),
            })
        });
    }
    let ranges =
        code.calls.iter().rev().filter(|one| one.whole.end <= call.whole.start && one.whole.start >= start);
    ranges.filter(|one| code.at(&one.name) == "range").find_map(|one| {
        let head = code.code[..one.whole.start].trim_end().strip_suffix("in")?.trim_end();
        let variable = head.rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()?;
        let end = one.arguments.get(usize::from(one.arguments.len() > 1))?;
        let less = code.at(end).strip_suffix('1')?.trim_end().strip_suffix('+')?.trim_end();
        names(code, call, variable).then(|| match quotient(less, "//") {
            Some((extent, tile)) => Change::one(end.clone(), format!("ct.cdiv({extent}, {tile})")),
            None => Change::one(end.start + less.len()..end.end, ""),
        })
    })
}

/// The two sides of a text with one division.
fn quotient<'t>(text: &'t str, sign: &str) -> Option<(&'t str, &'t str)> {
    let (extent, tile) = text.split_once(sign)?;
    let is_plain = |side: &str| !side.trim().is_empty() && !side.contains(['+', '-', '*', '/', '%', '?']);
    (is_plain(extent) && is_plain(tile)).then(|| (extent.trim(), tile.trim()))
}

/// `if (row > rows) return` with `>=`.
fn earlier_way_out(code: &Code<'_>, call: &Call) -> Option<Change> {
    let start = code.function(call.whole.start).start;
    let tests = code.code[start..call.whole.start].rmatch_indices('>').map(|(at, _)| start + at);
    tests.filter(|at| !code.code[at + 1..].starts_with(['=', '>'])).find_map(|at| {
        let line = code.code[..at].rfind('\n').map_or(0, |end| end + 1);
        let head = &code.code[line..at];
        let variable = head.rsplit(|c: char| " (".contains(c)).find(|word| !word.is_empty())?;
        let leaves = code.code[at..call.whole.start].lines().take(2).any(|line| line.contains("return"));
        let is_test = head.trim_start().starts_with("if");
        (is_test && leaves && names(code, call, variable)).then(|| Change::one(at..at + 1, ">="))
    })
}

/// The access of Python in the order of the array.
fn without_order(code: &Code<'_>, call: &Call) -> Option<Change> {
    let (all, value) = code.keyword(call, "order")?;
    let at = call.arguments.iter().position(|argument| *argument == all)?;
    let before = call.arguments.get(at.checked_sub(1)?)?.end;
    code.at(&value).contains('F').then(|| Change::one(before..all.end, ""))
}

/// The indices of another access with equally long axes.
fn exchanged(code: &Code<'_>, call: &Call, contract: &Contract) -> Option<Change> {
    let own = axes(code, call, contract);
    let within = code.function(call.whole.start);
    let others: Vec<_> = code
        .accesses(&within)
        .filter(|other| *other != call)
        .map(|other| axes(code, other, contract))
        .collect();
    let mut edits = Vec::new();
    for (extent, index) in &own {
        let is_name = |text: &str| text.starts_with(|c: char| c.is_ascii_alphabetic());
        let same = others.iter().flatten().find(|(other, at)| other == extent && is_name(code.at(at)));
        if let Some((_, known)) = same
            && is_name(extent)
            && code.at(known) != code.at(index)
        {
            edits.push(Edit { range: index.clone(), text: code.at(known).to_owned() });
        }
    }
    (!edits.is_empty()).then_some(Change(edits))
}

/// The extent of each axis of an access, in equal words for equal lengths, and its index.
fn axes(code: &Code<'_>, call: &Call, contract: &Contract) -> Vec<(String, Range<usize>)> {
    if code.language == Language::Cpp {
        let receiver = code.at(&(call.whole.start..call.name.start)).trim_end_matches('.');
        let skipped = usize::from(code.at(&call.name).starts_with("store"));
        let indices = call.arguments.iter().skip(skipped).filter(|one| !code.at(one).contains("padding"));
        let extents = extents_of(code, receiver, call.whole.start);
        return extents.into_iter().zip(indices.cloned()).collect();
    }
    let index = code.keyword(call, "index").map(|(_, value)| value).or(call.arguments.get(1).cloned());
    let (Some(array), Some(index)) = (call.arguments.first(), index) else { return Vec::new() };
    let inner = code.at(&index).trim_start_matches('(').trim_end_matches(')');
    let mut start = index.start + code.at(&index).len() - code.at(&index).trim_start_matches('(').len();
    let mut found = Vec::new();
    for (axis, part) in inner.split(',').enumerate() {
        let from = start + part.len() - part.trim_start().len();
        let extent = representative(contract, &format!("{}.shape[{axis}]", code.at(array)));
        found.push((extent, from..from + part.trim().len()));
        start += part.len() + 1;
    }
    found
}

/// The extents of a C++ view, as written at its construction.
fn extents_of(code: &Code<'_>, view: &str, before: usize) -> Vec<String> {
    let within = code.function(before).start..before;
    let made = code.code[within].lines().rev().find(|line| {
        let head = line.split('=').next().unwrap_or_default();
        head.split_whitespace().last() == Some(view) && line.contains("extents{")
    });
    let list = made.and_then(|line| line.split_once("extents{")).and_then(|(_, rest)| rest.split_once('}'));
    list.map(|(list, _)| list.split(',').map(|part| part.trim().to_owned()).collect()).unwrap_or_default()
}

/// The first of the names that the contract makes equal.
fn representative(contract: &Contract, name: &str) -> String {
    let mut same = vec![name];
    let mut at = 0;
    while let Some(one) = same.get(at).copied() {
        at += 1;
        for clause in &contract.requires {
            let Expr::Binary(Binary::Eq, lhs, rhs) = clause else { continue };
            let (Expr::Name(lhs), Expr::Name(rhs)) = (&**lhs, &**rhs) else { continue };
            for (here, there) in [(lhs, rhs), (rhs, lhs)] {
                if here == one && !same.contains(&there.as_str()) {
                    same.push(there);
                }
            }
        }
    }
    same.into_iter().min().unwrap_or(name).to_owned()
}

/// `grid = (n / 256 + 1)` above the kernel as `grid = (cdiv(n, 256))`.
fn smaller_grid(code: &Code<'_>, call: &Call) -> Option<Change> {
    let above = &code.text[..code.function(call.whole.start).start];
    let clause = above.rfind("tileproof: grid")?;
    let line = clause..above[clause..].find('\n').map_or(above.len(), |end| clause + end);
    let (_, axes) = above[line.clone()].split_once('(')?;
    let start = line.end - axes.len();
    let end = line.end - axes.len() + axes.rfind(')')?;
    let less = code.text[start..end].trim_end().strip_suffix('1')?.trim_end().strip_suffix('+')?;
    let (whole, tile) = less.split_once('/')?;
    let plain = !less.contains([',', '+']);
    plain.then(|| Change::one(start..end, format!("cdiv({}, {})", whole.trim(), tile.trim())))
}
