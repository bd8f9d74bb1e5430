//! Locations: the author's place and the author's name of a value, through aliases, names and inlined calls.

use std::collections::HashMap;
use std::sync::Arc;

use spec::syntax::span::{MAX_FRAMES, SourcePlace, SourcePosition};

use super::syntax::Whereabouts;

/// The deepest nesting of a location: each frame takes an alias, a name and a call.
const MAX_DEPTH: usize = 4 * MAX_FRAMES;

/// The most frames that are visited for one location; aliases that name each other twice would double them at each step.
const MAX_VISITS: usize = 16 * MAX_FRAMES;

/// The aliases of a file.
#[derive(Debug, Default)]
pub(crate) struct Locations<'t> {
    aliases: HashMap<&'t str, Whereabouts<'t>>,
    /// The number of the first column: 1 in versions of Triton that count from one, else 0.
    first_column: u32,
}

impl<'t> Locations<'t> {
    /// Adds an alias.
    pub(crate) fn define(&mut self, name: &'t str, location: Whereabouts<'t>) {
        self.aliases.insert(name, location);
    }

    /// Takes the first column from the location of a function. Triton 3.2 to 3.7 counts from zero
    /// and 3.9 from one, and a function begins at a multiple of four.
    pub(crate) fn count_columns(&mut self, function: Option<&Whereabouts<'t>>) {
        let frames = function.map(|location| self.frames(location)).unwrap_or_default();
        self.first_column = u32::from(frames.first().is_some_and(|(_, _, column)| column % 4 == 1));
    }

    /// The author's place.
    pub(crate) fn place(&self, location: &Whereabouts<'t>) -> Option<Arc<SourcePlace>> {
        let frames: Vec<Arc<SourcePosition>> = self
            .frames(location)
            .into_iter()
            .map(|(file, line, column)| {
                let column = column.saturating_sub(self.first_column);
                Arc::new(SourcePosition { file: file.to_owned(), line, column })
            })
            .collect();
        SourcePlace::of_frames(&frames)
    }

    /// The name that the author gave to a value. A name that stands inside a call belongs to the callee.
    pub(crate) fn name(&self, location: &Whereabouts<'t>) -> Option<&'t str> {
        let mut at = location;
        for _ in 0..MAX_DEPTH {
            at = match at {
                Whereabouts::Alias(name) => self.aliases.get(name)?,
                Whereabouts::Named(name, _) => return Some(name),
                Whereabouts::Callsite(callee, _) => callee,
                Whereabouts::Fused(all) => all.first()?,
                Whereabouts::Position(..) | Whereabouts::Unknown => return None,
            };
        }
        None
    }

    /// The frames, innermost first.
    fn frames(&self, location: &Whereabouts<'t>) -> Vec<(&'t str, u32, u32)> {
        let (mut found, mut rest) = (Vec::new(), vec![location]);
        for _ in 0..MAX_VISITS {
            let Some(at) = rest.pop() else { break };
            match at {
                Whereabouts::Alias(name) => rest.extend(self.aliases.get(name)),
                Whereabouts::Position(file, line, column) => found.push((*file, *line, *column)),
                Whereabouts::Named(_, inner) => rest.extend(inner.as_deref()),
                Whereabouts::Callsite(callee, caller) => rest.extend([&**caller, &**callee]),
                Whereabouts::Fused(all) => rest.extend(all.first()),
                Whereabouts::Unknown => {}
            }
            if found.len() == MAX_FRAMES {
                break;
            }
        }
        found
    }
}
