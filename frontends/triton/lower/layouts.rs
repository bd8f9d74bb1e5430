//! The layouts of accesses in Triton's own code, as our Python package adds them to a module:
//!
//!     module attributes {tileproof.layouts = "0%16 2!=1: 0 0 - 1 | : - - 0 0"}
//!
//! Codes are separated by bars. In front of the colon stand tests of arguments by their positions. Behind it stands the layout of each `tt.load`
//! and `tt.store` in the order of the text, or a dash (`spec::syntax::kernel::layout`).

use std::collections::{HashMap, HashSet};

use spec::problem::Refused;
use spec::syntax::kernel::ValueId;
use spec::syntax::kernel::layout::{ArgumentTest, Code, Property};

use crate::triton::read::syntax::{File, Operation};
use crate::triton::read::wrong;
use crate::triton::schema::{Function, Meaning, meaning};

/// The attribute of a module.
const LAYOUTS: &str = "tileproof.layouts";

/// The attribute of a module that lists each `tt.reduce` whose code has a barrier, by its number in the text.
const BARRIERS: &str = "tileproof.barriers";

/// The places of the reductions whose code has a barrier.
pub(super) fn barriers(file: &File<'_>) -> Result<HashSet<usize>, Refused> {
    let named = file.operations.iter().find_map(|op| Some((op, op.numbers(BARRIERS)?)));
    let Some((module, numbers)) = named else { return Ok(HashSet::new()) };
    let mut reductions = Vec::new();
    file.operations.iter().for_each(|op| collect(op, &|op| op.name == "tt.reduce", &mut reductions));
    let place =
        |number: &i64| usize::try_from(*number).ok().and_then(|number| reductions.get(number).copied());
    numbers.iter().map(place).collect::<Option<_>>().ok_or_else(|| {
        let message = format!("`{BARRIERS}` has numbers of {} reductions", reductions.len());
        Refused::IllFormed(wrong(module.at.start, module.at.len(), message))
    })
}

/// Whether an operation has a layout.
fn has_layout(op: &Operation<'_>) -> bool {
    matches!(meaning(op.name), Some(Meaning::Function(Function::Load | Function::Store)))
}

/// The codes of a module, and the layouts of its accesses.
#[derive(Debug, Default)]
pub(super) struct Layouts {
    codes: Vec<Vec<(usize, Property, bool)>>,
    /// For each code, by the place of an access in the text.
    of: HashMap<usize, Vec<Option<u32>>>,
}

impl Layouts {
    /// The layouts that a file names; none in a file without the attribute.
    pub(super) fn new(file: &File<'_>) -> Result<Self, Refused> {
        let named = file.operations.iter().find_map(|op| Some((op, op.atom(LAYOUTS)?)));
        let Some((module, text)) = named else { return Ok(Layouts::default()) };
        let mut accesses = Vec::new();
        file.operations.iter().for_each(|op| collect(op, &has_layout, &mut accesses));
        read(text, &accesses).ok_or_else(|| {
            let message =
                format!("`{LAYOUTS}` has tests and a layout for each of {} accesses", accesses.len());
            Refused::IllFormed(wrong(module.at.start, module.at.len(), message))
        })
    }

    /// The codes of a kernel; `None` where a test is of no parameter.
    pub(super) fn codes(&self, params: &[ValueId]) -> Option<Vec<Code>> {
        let test = |(position, property, holds): &(usize, Property, bool)| {
            Some(ArgumentTest { parameter: *params.get(*position)?, property: *property, holds: *holds })
        };
        let code = |tests: &Vec<_>| Some(Code { when: tests.iter().map(test).collect::<Option<_>>()? });
        self.codes.iter().map(code).collect()
    }

    /// The layouts of the access at a place of the text.
    pub(super) fn at(&self, place: usize) -> Vec<Option<u32>> {
        self.of.get(&place).cloned().unwrap_or_default()
    }
}

/// The places of some operations in an operation, in the order of the text.
fn collect(op: &Operation<'_>, is_wanted: &dyn Fn(&Operation<'_>) -> bool, found: &mut Vec<usize>) {
    if is_wanted(op) {
        found.push(op.at.start);
    }
    for block in op.regions().into_iter().flatten() {
        block.operations.iter().for_each(|inner| collect(inner, is_wanted, found));
    }
}

fn read(text: &str, accesses: &[usize]) -> Option<Layouts> {
    let mut layouts = Layouts::default();
    for code in text.split('|') {
        let (tests, numbers) = code.split_once(':')?;
        layouts.codes.push(tests.split_whitespace().map(read_test).collect::<Option<_>>()?);
        let number = |word: &str| if word == "-" { Some(None) } else { word.parse().ok().map(Some) };
        let numbers: Vec<Option<u32>> = numbers.split_whitespace().map(number).collect::<Option<_>>()?;
        if numbers.len() != accesses.len() {
            return None;
        }
        for (access, number) in accesses.iter().zip(numbers) {
            layouts.of.entry(*access).or_default().push(number);
        }
    }
    Some(layouts)
}

/// `0%16`, `0!%16`, `2=1` or `2!=1`: a property of the argument at a position.
fn read_test(word: &str) -> Option<(usize, Property, bool)> {
    let at = word.find(|c: char| !c.is_ascii_digit())?;
    let (position, rest) = word.split_at(at);
    let (holds, rest) = rest.strip_prefix('!').map_or((true, rest), |rest| (false, rest));
    let property = match (rest.strip_prefix('%'), rest.strip_prefix('=')) {
        (Some(divisor), _) => Property::MultipleOf(divisor.parse().ok().filter(|divisor| *divisor > 0)?),
        (None, Some(number)) => Property::Is(number.parse().ok()?),
        (None, None) => return None,
    };
    Some((position.parse().ok()?, property, holds))
}
