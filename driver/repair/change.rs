//! A problem at a place, and a change of the text.

use std::ops::Range;

use spec::problem::{Scene, Violation};
use spec::rules::Rule;
use spec::syntax::contract::Contract;
use spec::syntax::kernel::{Kernel, ValueId};
use spec::syntax::types::{Element, Scalar};

use crate::code::Code;

/// An index below this number is the result of an overflow. Indices of a tile in front of an array are closer.
const NEAR: i64 = -(1 << 16);

/// A rule that is broken at a place of an author's file.
#[derive(Debug)]
pub struct Problem<'a> {
    /// The rule.
    pub rule: Rule,
    /// The byte of the place.
    pub offset: usize,
    /// What is said of the kernel's launches, with the author's names.
    pub contract: &'a Contract,
    /// For an undetermined value, the byte of its load.
    pub origin: Option<usize>,
    /// Whether an index may have overflowed 32 bits.
    pub wraps: bool,
    /// The element types of the kernel's pointer parameters, by the author's names.
    pub elements: &'a [(String, Scalar)],
}

/// The element types of a kernel's pointer parameters, by the author's names.
pub fn element_types(kernel: &Kernel) -> Vec<(String, Scalar)> {
    let element = |param: &ValueId| match kernel.ty(*param).tile()?.element {
        Element::Pointer(element) => Some((kernel.values[param.index()].name.clone(), element)),
        Element::Scalar(_) => None,
    };
    kernel.params.iter().filter_map(element).collect()
}

impl Problem<'_> {
    /// Whether an index of a violation may have overflowed 32 bits: it lies far before the array, or nobody has seen the index.
    pub fn may_wrap(violation: Option<&Violation>) -> bool {
        match violation.and_then(|violation| violation.scene.as_ref()) {
            Some(Scene::Elements { touched, .. }) => touched.iter().any(|index| *index < NEAR),
            Some(Scene::Tile { .. }) | None => true,
        }
    }
}

/// Other words for a stretch of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The stretch.
    pub range: Range<usize>,
    /// The words.
    pub text: String,
}

/// A change: edits in the order of the text, none of which touch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change(pub Vec<Edit>);

impl Change {
    /// An edit.
    pub(super) fn one(range: Range<usize>, text: impl Into<String>) -> Self {
        Change(vec![Edit { range, text: text.into() }])
    }

    /// Removes a range of the text, but keeps the comments in that range.
    pub(super) fn cut(code: &Code<'_>, range: &Range<usize>) -> Vec<Edit> {
        let comments = code.comments(range);
        let edit = |range| Edit { range, text: String::new() };
        if comments.is_empty() {
            return vec![edit(range.clone())];
        }
        let starts = [range.start].into_iter().chain(comments.iter().map(|comment| comment.end));
        let ends = comments.iter().map(|comment| comment.start).chain([range.end]);
        let trimmed = |(start, end): (usize, usize)| {
            let words = code.text.get(start..end)?;
            let from = start + words.len() - words.trim_start().len();
            let to = from + words.trim().len();
            (from < to).then(|| edit(from..to))
        };
        starts.zip(ends).filter_map(trimmed).collect()
    }

    /// Whether every comment of the text is one afterwards. A clause inside of a comment may change.
    pub(super) fn keeps_comments(&self, code: &Code<'_>) -> bool {
        let begins = |one: &str| ["//", "/*", "#"].iter().any(|sign| one.starts_with(sign));
        let kept = |edit: &Edit| {
            let comments = code.comments(&edit.range);
            comments.iter().map(|one| code.at(one)).all(|one| !begins(one) || edit.text.contains(one))
        };
        self.0.iter().all(kept)
    }

    /// The text with the change.
    pub fn apply(&self, text: &str) -> String {
        let mut changed = text.to_owned();
        for edit in self.0.iter().rev() {
            changed.replace_range(edit.range.clone(), &edit.text);
        }
        changed
    }

    /// The first changed line, by number and new text without surrounding blanks; `None` for a deleted line.
    pub fn shown(&self, code: &Code<'_>) -> Option<(usize, String)> {
        let edit = self.0.iter().find(|edit| !edit.text.is_empty()).or(self.0.first())?;
        let line = code.line(edit.range.start);
        let changed = self.apply(code.text);
        // Removed lines above the place move it up.
        let gone: usize = self
            .0
            .iter()
            .take_while(|other| *other != edit)
            .map(|other| {
                code.text[other.range.clone()].matches('\n').count() - other.text.matches('\n').count()
            })
            .sum();
        Some((line, changed.lines().nth(line.checked_sub(gone + 1)?)?.trim().to_owned()))
    }
}
