//! A load, an addition and a store of the same elements, as one atomic update.

use super::change::{Change, Edit};
use crate::code::{Code, Language};

/// `old = ct.gather(counts, value)` and `ct.scatter(counts, value, old + 1)` as `ct.atomic_add(counts, value, 1)`.
pub(super) fn use_atomic(code: &Code<'_>, offset: usize) -> Vec<Change> {
    if code.language != Language::Python {
        return Vec::new();
    }
    let within = code.function(offset);
    let calls: Vec<_> = code.accesses(&within).collect();
    let updates = calls.iter().filter(|call| code.at(&call.name) == "scatter").filter_map(|store| {
        let [array, index, value] = &store.arguments[..] else { return None };
        let (old, more) = code.at(value).split_once('+')?;
        let load = calls.iter().find(|load| {
            let same =
                |at: usize, other| load.arguments.get(at).is_some_and(|one| code.at(one) == code.at(other));
            code.at(&load.name) == "gather" && same(0, array) && same(1, index)
        })?;
        let start = code.text[..load.whole.start].rfind('\n').map_or(0, |end| end + 1);
        let assigned = code.at(&(start..load.whole.start)).trim().strip_suffix('=')?.trim();
        let end = code.text[load.whole.end..].find('\n').map(|end| load.whole.end + end + 1)?;
        if assigned != old.trim() || !code.at(&(load.whole.end..end)).trim().is_empty() {
            return None;
        }
        Some(Change(vec![
            Edit { range: start..end, text: String::new() },
            Edit { range: store.name.clone(), text: "atomic_add".to_owned() },
            Edit { range: value.clone(), text: more.trim().to_owned() },
        ]))
    });
    updates.collect()
}
