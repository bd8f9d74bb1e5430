//! The third reading: what an operation computes and requires, as formulas for people.
//!
//! A name with ₛ is an integer read as signed, with ᵤ as unsigned. `n` is the width of the operands, `m` of a
//! conversion's result. Axes are counted from 0: `i` is a view's index or a result's, `j` a place in a tile, `P` a place in
//! a tensor; `S` are extents of a tile, `T` how far apart tiles of a view begin, `G` a row of indices, `e` extents and `s`
//! strides of a tensor, `b` the bytes of an element.
//! A result is undetermined, so that it may be anything, where an operand is, and unless what stands behind `undetermined
//! unless` holds.
//! `near` is a float as near as `accuracy.md` says, `approximate` one that may be less near.
//! `round` is to the nearest, ties to even; `x mod y` has the sign of `y`, which is positive.

pub mod block;
mod domain;
mod elements;
mod memory;
mod phrase;
mod print;
mod products;
mod symbols;
mod tiles;
mod variants;

pub use domain::{Prose, Word};
pub use phrase::Phrase;
pub use variants::variants;

use crate::rules::Rule;
use crate::syntax::attributes::Attributes;
use crate::syntax::op::{Op, elementwise};

/// What an operation computes and requires.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// An element of the result; for a loop, what it does.
    pub formula: String,
    /// What must hold, in reading order.
    pub requires: Vec<(Rule, String)>,
    /// What must hold for the result to be determined, in reading order.
    pub determined: Vec<String>,
}

impl Reading {
    fn new(formula: &Phrase, prose: Prose) -> Self {
        let requires = prose.requires.into_iter().map(|(rule, holds)| (rule, holds.to_string()));
        let determined = prose.determined.iter().map(ToString::to_string).collect();
        Reading { formula: formula.to_string(), requires: requires.collect(), determined }
    }

    /// Of an operation that requires nothing.
    fn free(formula: String) -> Self {
        Reading { formula, requires: Vec::new(), determined: Vec::new() }
    }
}

/// Reads an operation with these attributes, for tiles of two axes where it has axes; `None` for one that has neither
/// an element function nor a requirement.
pub fn operation(op: Op, at: &Attributes) -> Option<Reading> {
    if let Some(reading) = elementwise(op, elements::Reader { attributes: at }) {
        return Some(reading);
    }
    let whole: &[(Op, &dyn Fn() -> Reading)] = &[
        (Op::Iota, &tiles::iota),
        (Op::Broadcast, &tiles::broadcast),
        (Op::Permute, &|| tiles::permute(at)),
        (Op::Reshape, &tiles::reshape),
        (Op::Bitcast, &tiles::bitcast),
        (Op::Pack, &tiles::repacked),
        (Op::Unpack, &tiles::repacked),
        (Op::PtrToInt, &tiles::ptr_to_int),
        (Op::IntToPtr, &tiles::int_to_ptr),
        (Op::Cat, &tiles::cat),
        (Op::Extract, &tiles::extract),
        (Op::Insert, &tiles::insert),
        (Op::Mmaf, &products::floats),
        (Op::Mmai, &products::integers),
        (Op::MmafScaled, &products::scaled),
        (Op::Assume, &|| tiles::assume(at)),
        (Op::If, &tiles::branch),
        (Op::Assert, &tiles::assertion),
        (Op::For, &|| tiles::count(at)),
        (Op::Offset, &memory::offset),
        (Op::MakeTensorView, &|| memory::tensor(at)),
        (Op::MakePartitionView, &|| memory::tiles(&symbols::TILE, None)),
        (Op::MakeStridedView, &|| memory::tiles(&symbols::STEPS, None)),
        (Op::MakeGatherScatterView, &|| memory::tiles(&[1, 1], Some(0))),
        (Op::GetTensorShape, &memory::tensor_shape),
        (Op::GetIndexSpaceShape, &memory::index_space),
        (Op::LoadViewTko, &|| memory::through_view(at, memory::LOADED, None)),
        (Op::StoreViewTko, &|| memory::through_view(at, memory::STORED, None)),
        (Op::AtomicRedViewTko, &|| memory::through_view(at, memory::UPDATED, None)),
        (Op::LoadPtrTko, &|| memory::through_pointers("if active then memory[pointer] else padding", false)),
        (Op::StorePtrTko, &|| memory::through_pointers("if active then memory[pointer] := value", true)),
        (Op::AtomicRmwTko, &|| {
            memory::through_pointers(
                "if active then memory[pointer], which becomes f(memory[pointer], value)",
                true,
            )
        }),
        (Op::AtomicCasTko, &|| {
            memory::through_pointers(
                "if active then memory[pointer], which becomes value if it is expected, else expected",
                true,
            )
        }),
    ];
    whole.iter().find(|(whole, _)| *whole == op).map(|(_, read)| read())
}

/// Whether an element-wise operation with these attributes requires anything of its operands.
pub fn requires(op: Op, at: &Attributes) -> bool {
    elementwise(op, elements::Reader { attributes: at }).is_some_and(|reading| !reading.requires.is_empty())
}

/// Every formula by which operations require a rule, with the operation's mnemonic; a formula that several operations
/// share stands once, with all of them.
pub fn requirements(rule: Rule) -> Vec<(Vec<&'static str>, String)> {
    let mut found: Vec<(Vec<&'static str>, String)> = Vec::new();
    for op in Op::ALL {
        for (_, reading) in variants(*op) {
            for (_, formula) in reading.requires.iter().filter(|(required, _)| *required == rule) {
                match found.iter_mut().find(|(_, known)| known == formula) {
                    Some((ops, _)) if !ops.contains(&op.mnemonic()) => ops.push(op.mnemonic()),
                    Some(_) => {}
                    None => found.push((vec![op.mnemonic()], formula.clone())),
                }
            }
        }
    }
    found
}
