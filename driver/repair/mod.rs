//! What an author may change where a rule is broken: edits of his file, the likeliest first. Nobody has tried them; who applies
//! one compiles and checks the file again.

mod accesses;
mod indices;
mod masks;
mod padding;
mod races;
mod strides;
mod widths;

use std::ops::Range;

use spec::rules::Rule;
use spec::syntax::contract::Contract;

use crate::code::{Call, Code};

/// A rule that is broken at a place of an author's file.
#[derive(Debug)]
pub struct Problem<'a> {
    /// The rule.
    pub rule: Rule,
    /// The byte of the place.
    pub offset: usize,
    /// What is said of the kernel's launches, with the author's names.
    pub contract: &'a Contract,
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
    /// One edit.
    fn one(range: Range<usize>, text: impl Into<String>) -> Self {
        Change(vec![Edit { range, text: text.into() }])
    }

    /// The text with the change.
    pub fn apply(&self, text: &str) -> String {
        let mut changed = text.to_owned();
        for edit in self.0.iter().rev() {
            changed.replace_range(edit.range.clone(), &edit.text);
        }
        changed
    }

    /// The first line that it changes, by its number and as it will be, without the blanks around it; `None` of a line that goes.
    pub fn shown(&self, code: &Code<'_>) -> Option<(usize, String)> {
        let edit = self.0.iter().find(|edit| !edit.text.is_empty()).or(self.0.first())?;
        let line = code.line(edit.range.start);
        let changed = self.apply(code.text);
        // Lines that go above it move it up.
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

/// Changes that may be what is needed, the likeliest first.
pub fn propose(code: &Code<'_>, problem: &Problem<'_>) -> Vec<Change> {
    let call = code.access(problem.offset);
    match problem.rule {
        Rule::TileInside => call.map(|call| masks::of_view(code, call)).unwrap_or_default(),
        Rule::MemoryBounds => bounds(code, call, problem),
        Rule::IndexSpace => indices::of_call(code, call, problem),
        Rule::UndeterminedStored | Rule::UndeterminedBranch | Rule::UndeterminedIndex => {
            padding::of_loads(code, problem.offset)
        }
        Rule::SignedOverflow | Rule::UnsignedOverflow | Rule::OffsetOverflow => {
            widths::widen(code, problem.offset)
        }
        Rule::RaceBlock | Rule::RaceLane | Rule::RaceToken => {
            let mut changes = races::use_atomic(code, problem.offset);
            changes.extend(call.and_then(|call| strides::of_rows(code, call, problem)));
            changes
        }
        Rule::TruncationSigned
        | Rule::TruncationUnsigned
        | Rule::DivisionByZero
        | Rule::DivisionOverflow
        | Rule::SliceIndex
        | Rule::AssumeBounded
        | Rule::AssumeDivisible
        | Rule::AssumeAligned
        | Rule::AssumeStrided
        | Rule::AssumeSame
        | Rule::LoopStep
        | Rule::LoopOverflow
        | Rule::ViewStride
        | Rule::ViewPacked
        | Rule::ViewOffset
        | Rule::ShapeRange
        | Rule::MemoryAlignment
        | Rule::ConstantWritten => Vec::new(),
    }
}

fn bounds(code: &Code<'_>, call: Option<&Call>, problem: &Problem<'_>) -> Vec<Change> {
    let Some(call) = call else { return widths::widen(code, problem.offset) };
    let mut changes: Vec<Change> = strides::of_rows(code, call, problem).into_iter().collect();
    changes.extend(masks::of_elements(code, call, problem));
    changes.extend(widths::widen(code, problem.offset));
    changes
}

/// The masked access of a file that may lose its mask: the call without it.
pub fn unmask(code: &Code<'_>, call: &Call) -> Option<Change> {
    masks::without(code, call)
}
