//! Names of values: visibility and meaning.

use std::collections::HashMap;

use pest::iterators::Pair;

use crate::parse::grammar::{Rule, wrong};
use crate::problem::IllFormed;
use crate::syntax::count::handle_from_usize;
use crate::syntax::kernel::{Value, ValueId};
use crate::syntax::types::Type;

/// The values of one kernel, and the visible names.
#[derive(Default)]
pub(in crate::parse) struct Scope {
    values: Vec<Value>,
    visible: HashMap<String, ValueId>,
    /// For every open region, its names.
    regions: Vec<Vec<String>>,
}

impl Scope {
    /// Opens a region: its definitions are visible until its end.
    pub(in crate::parse) fn open(&mut self) {
        self.regions.push(Vec::new());
    }

    /// Closes a region.
    pub(in crate::parse) fn close(&mut self) {
        for name in self.regions.pop().unwrap_or_default() {
            self.visible.remove(&name);
        }
    }

    /// Makes a value; its name cannot be seen yet.
    pub(in crate::parse) fn value(&mut self, name: String, ty: Type) -> ValueId {
        let id = ValueId(handle_from_usize(self.values.len()));
        self.values.push(Value { name, ty });
        id
    }

    /// Lets the name of a value be seen.
    pub(in crate::parse) fn show(&mut self, id: ValueId, at: &Pair<'_, Rule>) -> Result<(), IllFormed> {
        let name = self.values[id.index()].name.clone();
        if self.visible.insert(name.clone(), id).is_some() {
            return Err(wrong(at, format!("%{name} is defined twice")));
        }
        if let Some(region) = self.regions.last_mut() {
            region.push(name);
        }
        Ok(())
    }

    /// The value of a name.
    pub(in crate::parse) fn find(&self, at: &Pair<'_, Rule>) -> Result<ValueId, IllFormed> {
        let name = at.as_str().trim_start_matches('%');
        let own = self.visible.get(name);
        // The name of several results alone stands for the first of them.
        let first = || self.visible.get(&format!("{name}#0"));
        let found = own.or_else(first).copied();
        found.ok_or_else(|| wrong(at, format!("%{name} is not defined here")))
    }

    /// The type of a value.
    pub(in crate::parse) fn ty(&self, id: ValueId) -> &Type {
        &self.values[id.index()].ty
    }

    /// How the text calls a value.
    pub(in crate::parse) fn name(&self, id: ValueId) -> String {
        format!("%{}", self.values[id.index()].name)
    }

    /// All values, in order.
    pub(in crate::parse) fn into_values(self) -> Vec<Value> {
        self.values
    }
}
