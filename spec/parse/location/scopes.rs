//! Scopes of debug locations, by the rules of the dialect's verifier. A function is located in the subprogram of its name, and its
//! operations in the same subprogram.

use pest::iterators::Pair;

use super::{Locations, MAX_DEPTH};
use crate::parse::attribute::{symbol, unescape};
use crate::parse::grammar::{Rule, wrong};
use crate::problem::IllFormed;

/// The parameters that a debug attribute must have.
const REQUIRED: &[(&str, &[&str])] = &[
    ("di_compile_unit", &["file"]),
    ("di_subprogram", &["file", "line", "name", "linkageName", "compileUnit"]),
    ("di_lexical_block", &["scope", "file", "line", "column"]),
];

/// Checks that a debug attribute has its parameters.
pub(in crate::parse) fn check_definition(alias: &Pair<'_, Rule>) -> Result<(), IllFormed> {
    let scopes = alias.clone().into_inner().filter(|inner| inner.as_rule() == Rule::di_scope);
    for scope in scopes {
        let kind = kind(&scope);
        let required =
            REQUIRED.iter().find(|(name, _)| *name == kind).map_or(&[][..], |(_, required)| required);
        if let Some(missing) = required.iter().find(|name| field(&scope, name).is_none()) {
            return Err(wrong(&scope, format!("{kind} has no parameter `{missing}`")));
        }
    }
    Ok(())
}

impl<'i> Locations<'i> {
    /// Begins a function with the subprogram of its location.
    pub(in crate::parse) fn enter_function(&mut self, function: &Pair<'i, Rule>) -> Result<(), IllFormed> {
        self.subprogram = None;
        let part = |rule| function.clone().into_inner().find(|inner| inner.as_rule() == rule);
        let (Some(name), Some(location)) = (part(Rule::symbol), part(Rule::location)) else { return Ok(()) };
        if location.clone().into_inner().any(|place| place.as_rule() == Rule::callsite) {
            return Err(wrong(&location, "the location of a function is no callsite"));
        }
        let Some(scope) = self.scope(location.clone(), 0) else { return Ok(()) };
        let definition = self.definition(scope, 0).filter(|scope| kind(scope) == "di_subprogram");
        let Some(subprogram) = definition else {
            return Err(wrong(&location, "the location of a function is in a di_subprogram"));
        };
        let (linked, name) =
            (field(&subprogram, "linkageName").map(|name| unescape(name.as_str())), symbol(&name));
        if linked.as_ref().is_some_and(|linked| *linked != name) {
            let linked = linked.unwrap_or_default();
            return Err(wrong(&location, format!("@{name} is located in the subprogram of {linked}")));
        }
        self.subprogram = Some(subprogram.as_str());
        Ok(())
    }

    /// Checks that an operation is in the subprogram of its function, if it is in any.
    pub(in crate::parse) fn check_operation(&self, location: &Pair<'i, Rule>) -> Result<(), IllFormed> {
        let scope = self.scope(location.clone(), 0);
        let own = scope.and_then(|scope| self.subprogram_of(scope));
        if own.is_none() || own == self.subprogram {
            return Ok(());
        }
        let reason =
            if self.subprogram.is_some() { "another subprogram than" } else { "a subprogram, but not" };
        Err(wrong(location, format!("the location of this operation is in {reason} its function")))
    }

    /// Checks that a global has no scope.
    pub(in crate::parse) fn check_global(&self, location: &Pair<'i, Rule>) -> Result<(), IllFormed> {
        let is_scoped = self.scope(location.clone(), 0).is_some();
        if is_scoped { Err(wrong(location, "a global is in no scope")) } else { Ok(()) }
    }

    /// The name of the scope of a location; of a call, the scope of the caller.
    fn scope(&self, pair: Pair<'i, Rule>, depth: usize) -> Option<&'i str> {
        if depth > MAX_DEPTH {
            return None;
        }
        let rule = pair.as_rule();
        if rule == Rule::alias_name {
            return self.scope(self.alias(pair.as_str())?, depth + 1);
        }
        let mut places = pair.into_inner().filter(|inner| inner.as_rule() != Rule::string);
        if rule == Rule::di_loc {
            return places.nth(1).map(|scope| scope.as_str());
        }
        if rule == Rule::callsite {
            return self.scope(places.nth(1)?, depth + 1);
        }
        let wraps = rule == Rule::location || rule == Rule::named || rule == Rule::fused;
        places.filter(|_| wraps).find_map(|place| self.scope(place, depth + 1))
    }

    /// The attribute that an alias stands for.
    fn definition(&self, name: &str, depth: usize) -> Option<Pair<'i, Rule>> {
        let value = self.alias(name).filter(|_| depth <= MAX_DEPTH)?;
        if value.as_rule() == Rule::alias_name {
            return self.definition(value.as_str(), depth + 1);
        }
        Some(value).filter(|value| value.as_rule() == Rule::di_scope)
    }

    /// The text of the subprogram around a scope.
    fn subprogram_of(&self, scope: &str) -> Option<&'i str> {
        let mut definition = self.definition(scope, 0)?;
        for _ in 0..MAX_DEPTH {
            if kind(&definition) == "di_subprogram" {
                return Some(definition.as_str());
            }
            definition = self.definition(field(&definition, "scope")?.as_str(), 0)?;
        }
        None
    }
}

/// The name of a debug attribute, as `di_subprogram`.
fn kind<'i>(scope: &Pair<'i, Rule>) -> &'i str {
    scope.clone().into_inner().next().map_or("", |word| word.as_str())
}

/// The value of a parameter of a debug attribute.
fn field<'i>(scope: &Pair<'i, Rule>, name: &str) -> Option<Pair<'i, Rule>> {
    let fields = scope.clone().into_inner().filter(|inner| inner.as_rule() == Rule::di_field);
    let mut own =
        fields.map(Pair::into_inner).filter(|field| field.peek().is_some_and(|word| word.as_str() == name));
    own.next()?.nth(1)
}
