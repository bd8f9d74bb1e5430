//! A cursor over the items of a region.

use pest::iterators::Pair;

use super::grammar::{Rule, place};
use crate::problem::IllFormed;
use crate::syntax::span::Place;

/// The items of one region, and the current position.
pub(super) struct Cursor<'i> {
    items: Vec<Pair<'i, Rule>>,
    at: usize,
    /// The place of the brace that closes the region.
    end: Place,
    /// The construct being read, for errors.
    pub(super) context: &'static str,
}

impl<'i> Cursor<'i> {
    /// The items of a region.
    pub(super) fn new(region: Pair<'i, Rule>) -> Self {
        let end = region.as_span().end();
        let end = Place { offset: end.saturating_sub(1), len: 1, source: None };
        Cursor { items: region.into_inner().collect(), at: 0, end, context: "a region" }
    }

    /// Items of a group, with the place to report if they end too early.
    pub(super) fn of_items(items: Vec<Pair<'i, Rule>>, at: &Pair<'i, Rule>) -> Self {
        let end = items.last().map_or_else(|| place(at), place);
        Cursor { items, at: 0, end, context: "an attribute" }
    }

    /// Passes over the next item.
    pub(super) fn skip(&mut self) {
        self.at += 1;
    }

    /// The next item.
    pub(super) fn peek(&self) -> Option<&Pair<'i, Rule>> {
        self.items.get(self.at)
    }

    /// Whether the next item is of that rule.
    pub(super) fn at(&self, rule: Rule) -> bool {
        self.peek().is_some_and(|item| item.as_rule() == rule)
    }

    /// Whether the next item reads so.
    pub(super) fn at_text(&self, text: &str) -> bool {
        self.peek().is_some_and(|item| item.as_str() == text)
    }

    /// Takes the next item if the rule matches.
    pub(super) fn take(&mut self, rule: Rule) -> Option<Pair<'i, Rule>> {
        let item = self.peek().filter(|item| item.as_rule() == rule).cloned();
        self.at += usize::from(item.is_some());
        item
    }

    /// Takes the next item, if it reads so.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        let found = self.at_text(text);
        self.at += usize::from(found);
        found
    }

    /// Takes the next item, which must match the rule.
    pub(super) fn need(&mut self, rule: Rule, what: &str) -> Result<Pair<'i, Rule>, IllFormed> {
        self.take(rule).ok_or_else(|| self.expected(what))
    }

    /// Takes the next item, which must read so.
    pub(super) fn expect(&mut self, text: &str) -> Result<(), IllFormed> {
        if self.eat(text) { Ok(()) } else { Err(self.expected(&format!("`{text}`"))) }
    }

    /// The place of the next item, or of the closing brace.
    pub(super) fn place(&self) -> Place {
        self.peek().map_or_else(|| self.end.clone(), place)
    }

    /// The end of the previous item.
    pub(super) fn reached(&self) -> usize {
        let before = self.at.checked_sub(1).and_then(|at| self.items.get(at));
        before.map_or(self.end.offset, |item| item.as_span().end())
    }

    /// Something else should stand here.
    pub(super) fn expected(&self, what: &str) -> IllFormed {
        let found = match self.peek() {
            Some(item) if item.as_str().len() <= 40 => format!("`{}`", item.as_str()),
            Some(_) => "something else".to_owned(),
            None => "the end of the region".to_owned(),
        };
        let message = format!("expected {what} in {}, found {found}", self.context);
        IllFormed { message, at: self.place(), help: None }
    }
}
