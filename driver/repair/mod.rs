//! What an author may change where a rule is broken: edits of his file, the likeliest first. Nobody has tried them; who applies
//! one compiles and checks the file again.

mod accesses;
mod change;
mod indices;
mod masks;
mod padding;
mod races;
mod strides;
mod widths;

use spec::rules::Rule;

pub use self::change::{Change, Edit, Problem};
use crate::code::{Call, Code};

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
