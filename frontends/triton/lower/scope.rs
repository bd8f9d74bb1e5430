//! The values of TTIR by name. A region sees the names around it, and its own names end with it.

use std::collections::HashMap;

use spec::syntax::kernel::ValueId;

use crate::triton::read::types::TritonType;

/// A value of TTIR: one of ours, or of a block pointer or a descriptor several.
#[derive(Debug, Clone)]
pub(super) struct Bound {
    pub(super) ids: Vec<ValueId>,
    pub(super) ty: TritonType,
}

/// A name and the number of the result that it stands for.
type Name<'t> = (&'t str, usize);

/// The names that can be used at one place.
#[derive(Debug, Default)]
pub(super) struct Scope<'t> {
    bound: HashMap<Name<'t>, Bound>,
    /// The names that are new or hidden, by open region, with their earlier values.
    undo: Vec<Vec<(Name<'t>, Option<Bound>)>>,
}

impl<'t> Scope<'t> {
    /// Binds result number `index` of a name.
    pub(super) fn bind(&mut self, name: &'t str, index: usize, value: Bound) {
        let before = self.bound.insert((name, index), value);
        if let Some(undo) = self.undo.last_mut() {
            undo.push(((name, index), before));
        }
    }

    /// The value of `x` or `x#1`.
    pub(super) fn find(&self, name: &'t str) -> Option<&Bound> {
        match name.split_once('#') {
            Some((base, index)) => self.bound.get(&(base, index.parse().ok()?)),
            None => self.bound.get(&(name, 0)),
        }
    }

    /// Opens a region.
    pub(super) fn open(&mut self) {
        self.undo.push(Vec::new());
    }

    /// Ends a region, and restores the names of the enclosing region.
    pub(super) fn close(&mut self) {
        for (name, before) in self.undo.pop().unwrap_or_default().into_iter().rev() {
            match before {
                Some(value) => self.bound.insert(name, value),
                None => self.bound.remove(&name),
            };
        }
    }

    /// Takes all names away while a called function is translated, and gives them back.
    pub(super) fn replace(&mut self, other: Self) -> Self {
        std::mem::replace(self, other)
    }
}
