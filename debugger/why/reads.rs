//! From a load to the origin of its value: a store, or the launch.

use std::collections::BTreeMap;

use interp::{Accesses, ArrayOf, SeenElement, Stepper};
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

use crate::show::element::{array_name, indices, shown};
use crate::why::slice::{Node, Slicer};

/// The most stores that are followed from one load.
const STORES: usize = 4;

/// What the elements of a load are.
#[derive(Debug, Default)]
struct Read {
    /// Elements of memory that nobody has written, by array: their offsets.
    initial: BTreeMap<usize, Vec<i64>>,
    /// For each store, the stored elements.
    stored: BTreeMap<u64, Vec<usize>>,
    /// Elements that were not read.
    skipped: Vec<usize>,
}

impl<'k> Slicer<'_, 'k> {
    /// What elements of an operation are that reads memory, and is next.
    pub(crate) fn read(
        &mut self,
        there: &Stepper<'k>,
        op: &'k Operation,
        lanes: &[usize],
    ) -> (String, Vec<Node>) {
        let words = format!("{} at {}", op.op.mnemonic(), self.place(there, op));
        let Some(Ok(accesses)) = there.accesses(op) else { return (words, Vec::new()) };
        let read = self.sort(there, &accesses, lanes);
        let mut children = Vec::new();
        if !read.skipped.is_empty() {
            children.push(self.skipped(there, op, &read.skipped));
        }
        for (array, offsets) in &read.initial {
            children.push(self.initial(there, *array, offsets, accesses.bytes(), scalar_of(there, op)));
        }
        for (position, lanes) in read.stored.iter().rev().take(STORES) {
            children.extend(self.stored(*position, lanes));
        }
        (words, children)
    }

    /// What an element of memory is now: what a store has left there, or the launch.
    pub(crate) fn memory(&mut self, array: usize, offset: i64, bytes: u64, element: Scalar) -> Node {
        let here = self.debugger.now();
        let mut writes = self.debugger.history.writes_before(here.position());
        let found =
            writes.find_map(|write| Some((write.position, write.accesses.lane_at(array, offset, bytes)?)));
        let children =
            found.and_then(|(position, lane)| self.stored(position, &[lane])).into_iter().collect();
        Node { children, ..self.initial(here, array, &[offset], bytes, Some(element)) }
            .written(found.is_some())
    }

    /// The values of a store at a position.
    fn stored(&mut self, position: u64, lanes: &[usize]) -> Option<Node> {
        let store = self.debugger.history.visit(position);
        let by = store.operation()?;
        let child = self.node(&store, stored_value(by)?, lanes);
        Some(Node {
            value: None,
            head: format!("stored by {} at {}", by.op.mnemonic(), self.place(&store, by)),
            how: String::new(),
            children: vec![child],
        })
    }

    fn sort(&self, there: &Stepper<'k>, accesses: &Accesses, lanes: &[usize]) -> Read {
        let mut read = Read::default();
        for lane in lanes {
            let Some((array, offset)) = accesses.of_lane(*lane) else {
                read.skipped.push(*lane);
                continue;
            };
            let mut writes = self.debugger.history.writes_before(there.position());
            let found = writes.find_map(|write| {
                Some((write.position, write.accesses.lane_at(array, offset, accesses.bytes())?))
            });
            match found {
                Some((position, lane)) => read.stored.entry(position).or_default().push(lane),
                None => read.initial.entry(array).or_default().push(offset),
            }
        }
        read
    }

    /// Elements that a load did not read.
    fn skipped(&self, there: &Stepper<'k>, op: &Operation, lanes: &[usize]) -> Node {
        let kernel = self.debugger.program.kernel;
        let shape = op
            .results
            .first()
            .and_then(|result| kernel.ty(*result).tile())
            .map_or(&[][..], |tile| &tile.shape);
        let which = indices(lanes, shape);
        let view = op.operands.first().and_then(|operand| kernel.ty(*operand).tiled());
        let (why, padding) = match view {
            Some(view) => ("lies outside of the tensor".to_owned(), view.padding.is_some()),
            None => {
                let (mask, padding) = kernel.mask_and_padding(op);
                let mask = mask.map_or("a mask".to_owned(), |mask| self.debugger.program.name(mask));
                (format!("is false in {mask}"), padding.is_some())
            }
        };
        let of = op.results.first().map_or(String::new(), |result| self.debugger.program.name(*result));
        let what = if padding { "padding" } else { "undetermined, since the load has no padding" };
        let at = self.debugger.program.source.position(&op.at);
        let step = there.position();
        Node {
            value: None,
            head: format!("{of}{which} is not read: it {why}"),
            how: format!("{what}, from {}:{} (step {step})", at.file, at.line),
            children: Vec::new(),
        }
    }

    /// Elements of memory as the launch has them.
    fn initial(
        &self,
        there: &Stepper<'k>,
        array: usize,
        offsets: &[i64],
        bytes: u64,
        scalar: Option<Scalar>,
    ) -> Node {
        let subject = self.debugger.subject;
        let name = array_name(subject, there, array);
        let places: Vec<usize> = offsets
            .iter()
            .filter_map(|offset| usize::try_from(offset.div_euclid(bytes.cast_signed())).ok())
            .collect();
        let value = offsets.first().and_then(|offset| value_at(there, array, *offset, bytes));
        let value = value.zip(scalar).map(|(value, scalar)| {
            let more = if offsets.len() > 1 { " …" } else { "" };
            format!(" = {}{more}", shown(subject, there, value, spec::syntax::types::Element::Scalar(scalar)))
        });
        let how = match (there.array_of(array), value.as_deref()) {
            (Some(ArrayOf::Global(_)), _) => "as the module has it",
            (Some(ArrayOf::Block(_)), _) | (_, Some(" = ?" | " = ? …")) => "which nobody has written",
            (Some(ArrayOf::Buffer(_)) | None, _) => "as the launch has it",
        };
        Node {
            value: None,
            head: format!("{name}{}{}", indices(&places, &[u32::MAX]), value.unwrap_or_default()),
            how: how.to_owned(),
            children: Vec::new(),
        }
    }
}

/// The element at a place of memory.
fn value_at(there: &Stepper<'_>, array: usize, offset: i64, bytes: u64) -> Option<SeenElement> {
    let contents = there.contents(array)?;
    let start = u64::try_from(offset).ok()?;
    let range = start..start.checked_add(bytes).filter(|end| *end <= contents.len())?;
    if contents.undetermined(range.clone()).contains(&true) {
        return Some(SeenElement::Undetermined);
    }
    let word = contents.bytes(range).iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    Some(SeenElement::Bits(word))
}

/// The type of what an operation reads.
fn scalar_of(there: &Stepper<'_>, op: &Operation) -> Option<Scalar> {
    let value = op.results.first()?;
    there.kernel().ty(*value).tile()?.element.scalar()
}

/// What an operation stores.
fn stored_value(op: &Operation) -> Option<ValueId> {
    let positions = [
        (Op::StoreViewTko, 0),
        (Op::StorePtrTko, 1),
        (Op::AtomicRmwTko, 1),
        (Op::AtomicCasTko, 2),
        (Op::AtomicRedViewTko, op.operands.len().saturating_sub(1)),
    ];
    let position = positions.iter().find(|(own, _)| *own == op.op).map(|(_, position)| *position)?;
    op.operands.get(position).copied()
}
