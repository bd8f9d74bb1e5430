//! The parameter at the start of a pointer, and the offsets that are added to it: through loops that move the pointer, and branches that
//! choose one.

use std::collections::{BTreeSet, HashSet};

use spec::contract::Bound;
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::Op;

use super::super::accesses::Definitions;
use super::super::terms::words::Words;
use super::super::terms::{Reader, Term};
use super::{Offset, Pointers};

/// The most pointers of a choice by branches.
const CHOICES: usize = 4;

/// Whether an access to an array has an unknown place: other accesses do not tell the length then.
pub(in crate::check::infer::usual) fn has_open_place(
    kernel: &Kernel,
    bound: &Bound<'_>,
    definitions: &Definitions<'_>,
    parameter: usize,
) -> bool {
    let words = Words { bound };
    let reader = Reader { definitions, words: &words };
    let (sized, added) = (BTreeSet::new(), HashSet::new());
    let pointers = Pointers { kernel, definitions, reader: &reader, bound, sized, added };
    let is_access = |op: &Operation| {
        matches!(op.op, Op::LoadPtrTko | Op::StorePtrTko | Op::AtomicRmwTko | Op::AtomicCasTko)
    };
    let is_of_array =
        |op: &Operation| is_access(op) && definitions.array_of_any(op).is_none_or(|array| array == parameter);
    kernel.operations().any(|op| is_of_array(op) && pointers.offset(op).is_none())
}

/// A pointer on the way to its parameter: the offsets behind it, the last one first, and the carried pointers that were passed.
struct Path<'k> {
    pointer: ValueId,
    offsets: Vec<Offset<'k>>,
    entered: HashSet<ValueId>,
}

impl<'k> Pointers<'_, 'k> {
    /// The only parameter at the start of a pointer, and the added offsets, the last offset first.
    pub(super) fn place(&self, pointer: ValueId) -> Option<(usize, Vec<Offset<'k>>)> {
        let mut all = self.places(pointer);
        all.pop().filter(|_| all.is_empty())
    }

    /// The parameters at the start of a pointer, each with the added offsets; none if one of them is unknown.
    pub(super) fn places(&self, pointer: ValueId) -> Vec<(usize, Vec<Offset<'k>>)> {
        let mut open = vec![Path { pointer, offsets: Vec::new(), entered: HashSet::new() }];
        let mut found = Vec::new();
        while let Some(path) = open.pop() {
            let Some(Path { pointer: base, offsets, entered }) = self.pass_loops(path) else {
                return Vec::new();
            };
            if let Some(parameter) = self.definitions.parameter(base) {
                found.push((parameter, offsets));
                continue;
            }
            let chosen = self.chosen(base);
            if chosen.is_empty() || open.len() + found.len() + chosen.len() > CHOICES {
                return Vec::new();
            }
            open.extend(chosen.into_iter().map(|pointer| Path {
                pointer,
                offsets: offsets.clone(),
                entered: entered.clone(),
            }));
        }
        found
    }

    /// The rounds of a loop, in the place of the loop's variable and of its first number, which another part of an offset takes away:
    /// `x + j - first`.
    pub(super) fn take_rounds(&self, offsets: &mut Vec<Offset<'k>>) -> Option<Term> {
        let constant = |value| self.definitions.constant(value);
        let summands = |offset: &Offset<'k>| match offset.each_round {
            Some(_) => vec![offset.clone()],
            None => self
                .definitions
                .summands(offset.added)
                .map(|added| Offset { added, each_round: None })
                .collect(),
        };
        let mut parts: Vec<Offset<'k>> = offsets.iter().flat_map(summands).collect();
        let (at, of_loop) = parts.iter().enumerate().find_map(|(at, part)| {
            let variable = self.definitions.spread(part.added);
            let of_loop = self.definitions.maker(variable).filter(|maker| maker.op == Op::For)?;
            let is_it = of_loop.regions.first()?.params.first() == Some(&variable);
            let is_single = of_loop.operands.get(2).is_some_and(|step| constant(*step) == Some(1));
            (is_it && is_single).then_some((at, of_loop))
        })?;
        let first = self.definitions.spread(*of_loop.operands.first()?);
        let negated = parts.iter().position(|part| {
            let minus = self.definitions.maker(self.definitions.spread(part.added));
            minus.filter(|minus| minus.op == Op::Subi).is_some_and(|minus| {
                let [zero, taken] = minus.operands[..] else { return false };
                constant(zero) == Some(0) && self.definitions.spread(taken) == first
            })
        })?;
        let rounds = self.reader.count_rounds(of_loop)?;
        for place in [at.max(negated), at.min(negated)] {
            parts.remove(place);
        }
        *offsets = parts;
        Some(rounds)
    }

    /// The pointer in front of all offsets and loops.
    fn pass_loops(&self, path: Path<'k>) -> Option<Path<'k>> {
        let Path { pointer, mut offsets, mut entered } = path;
        let mut pointer = self.definitions.spread(pointer);
        loop {
            let (base, added) = self.base(pointer)?;
            offsets.extend(added.into_iter().map(|added| Offset { added, each_round: None }));
            // A carried pointer, moved by equal offsets in each round.
            let Some(carried) = self.reader.carried(base).filter(|_| entered.insert(base)) else {
                return Some(Path { pointer: base, offsets, entered });
            };
            let (moved, steps) = self.base(carried.next)?;
            if moved != base {
                return None;
            }
            let each_round = Some(carried.of_loop);
            offsets.extend(steps.into_iter().map(|added| Offset { added, each_round }));
            pointer = self.definitions.spread(carried.first);
        }
    }

    /// The pointers of a choice by a branch or a selection.
    fn chosen(&self, pointer: ValueId) -> Vec<ValueId> {
        let Some(maker) = self.definitions.maker(pointer) else { return Vec::new() };
        if maker.op == Op::Select {
            return maker.operands[1..].to_vec();
        }
        self.definitions.yielded(maker, pointer)
    }

    /// The pointer in front of added offsets, and the offsets, last first.
    fn base(&self, pointer: ValueId) -> Option<(ValueId, Vec<ValueId>)> {
        let (mut pointer, mut offsets) = (self.definitions.spread(pointer), Vec::new());
        while let Some(made) = self.definitions.maker(pointer).filter(|made| made.op == Op::Offset) {
            let [base, offset] = made.operands[..] else { return None };
            offsets.push(offset);
            pointer = self.definitions.spread(base);
        }
        Some((pointer, offsets))
    }
}
