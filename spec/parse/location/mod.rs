//! Debug locations: aliases resolved to the author's own place.

pub(super) mod scopes;

use std::collections::HashMap;
use std::sync::Arc;

use pest::iterators::Pair;

use super::grammar::Rule;
use crate::syntax::span::{MAX_FRAMES, SourcePlace, SourcePosition};

/// The deepest nesting of a location: a frame takes an alias, a `loc(…)` and a `callsite(…)`, and the innermost may be
/// wrapped once more.
const MAX_DEPTH: usize = 3 * MAX_FRAMES + 8;

/// The frames of a location, innermost first; empty if unknown.
type Frames = Arc<[Arc<SourcePosition>]>;

/// The location aliases of a module.
#[derive(Default)]
pub(super) struct Locations<'i> {
    aliases: HashMap<&'i str, Pair<'i, Rule>>,
    frames: HashMap<&'i str, Frames>,
    places: HashMap<&'i str, Option<Arc<SourcePlace>>>,
    /// The text of the subprogram in which the location of the present function is.
    subprogram: Option<&'i str>,
}

impl<'i> Locations<'i> {
    /// Takes up an alias; of two with one name the last counts, as nothing depends on them but diagnostics.
    pub(super) fn define(&mut self, alias: Pair<'i, Rule>) {
        let mut inner = alias.into_inner();
        if let (Some(name), Some(value)) = (inner.next(), inner.next()) {
            self.aliases.insert(name.as_str(), value);
        }
    }

    /// The author's place of a `loc(…)`.
    pub(super) fn resolve(&mut self, location: &Pair<'i, Rule>) -> Option<Arc<SourcePlace>> {
        if let Some(known) = self.places.get(location.as_str()) {
            return known.clone();
        }
        let place = SourcePlace::of_frames(&self.frames(location.clone(), 0));
        self.places.insert(location.as_str(), place.clone());
        place
    }

    /// The frames of a location, an alias, or a nested location.
    fn frames(&mut self, pair: Pair<'i, Rule>, depth: usize) -> Frames {
        let rule = pair.as_rule();
        if depth > MAX_DEPTH {
            return Frames::default();
        }
        if rule == Rule::alias_name {
            return self.frames_of_alias(pair.as_str(), depth);
        }
        if rule == Rule::position {
            return position(pair).into_iter().map(Arc::new).collect();
        }
        let mut inner = pair.into_inner().filter(|inner| inner.as_rule() != Rule::string);
        if rule == Rule::callsite {
            let callee = inner.next().map(|place| self.frames(place, depth + 1));
            let caller = inner.next().map(|place| self.frames(place, depth + 1));
            let both = [callee, caller].into_iter().flatten();
            return both.flat_map(|frames| frames.to_vec()).take(MAX_FRAMES).collect();
        }
        if rule == Rule::fused {
            let found = inner.map(|place| self.frames(place, depth + 1)).find(|frames| !frames.is_empty());
            return found.unwrap_or_default();
        }
        let wraps = rule == Rule::location || rule == Rule::di_loc || rule == Rule::named;
        inner.next().filter(|_| wraps).map(|place| self.frames(place, depth + 1)).unwrap_or_default()
    }

    /// The value of an alias.
    fn alias(&self, name: &str) -> Option<Pair<'i, Rule>> {
        self.aliases.get(name).cloned()
    }

    fn frames_of_alias(&mut self, name: &'i str, depth: usize) -> Frames {
        if let Some(known) = self.frames.get(name) {
            return Frames::clone(known);
        }
        // An alias that names itself is unknown: during its resolution, it has no frames.
        self.frames.insert(name, Frames::default());
        let value = self.alias(name);
        let frames = value.map(|value| self.frames(value, depth + 1)).unwrap_or_default();
        self.frames.insert(name, Frames::clone(&frames));
        frames
    }
}

/// `"file":line:column`
fn position(pair: Pair<'_, Rule>) -> Option<SourcePosition> {
    let mut inner = pair.into_inner();
    let file = inner.next()?.as_str();
    let line = inner.next()?.as_str().parse().ok()?;
    let column = inner.next()?.as_str().parse().ok()?;
    Some(SourcePosition { file: super::attribute::unescape(file), line, column })
}
