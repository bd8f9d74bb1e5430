//! From a load to the elements it read: a store or the launch wrote them.

use std::collections::BTreeMap;
use std::rc::Rc;

use spec::memory::access::Access;
use spec::syntax::kernel::Operation;
use spec::syntax::types::Scalar;

use crate::stepper::seen::Accesses;
use crate::stepper::slice::{How, Node, Of, Slicer};
use crate::stepper::steps::Stepper;

/// The most stores to follow from one load.
const STORES: usize = 4;

/// The elements of a load.
#[derive(Debug, Default)]
struct Read {
    /// Elements of memory that nobody has written, by array: their offsets.
    initial: BTreeMap<usize, Vec<i64>>,
    /// By store, the lanes of its value.
    stored: BTreeMap<u64, Vec<usize>>,
    /// Unread lanes.
    skipped: Vec<usize>,
}

impl<'k> Slicer<'_, 'k> {
    /// The sources of some lanes of a load that is next.
    pub(super) fn read(
        &mut self,
        there: &Rc<Stepper<'k>>,
        op: &'k Operation,
        lanes: &[usize],
    ) -> Vec<Node<'k>> {
        let Some(Ok(accesses)) = there.accesses(op) else { return Vec::new() };
        let read = self.sort(there, &accesses, lanes);
        let start = |of| Node { here: Rc::clone(there), of, how: How::Start, children: Vec::new() };
        let mut children = Vec::new();
        if !read.skipped.is_empty() {
            children.push(start(Of::Skipped(op, read.skipped)));
        }
        let (bytes, element) = (accesses.bytes(), scalar_of(there, op));
        for (array, offsets) in read.initial {
            children.push(start(Of::Memory { array, offsets, bytes, element, is_written: false }));
        }
        for (position, lanes) in read.stored.iter().rev().take(STORES) {
            children.extend(self.stored(*position, lanes));
        }
        children
    }

    /// The slice of an element of memory in a state.
    pub fn memory(
        &mut self,
        here: &Rc<Stepper<'k>>,
        (array, offset): (usize, i64),
        bytes: u64,
        element: Scalar,
    ) -> Node<'k> {
        let mut writes = self.history.writes_before(here.position());
        let found =
            writes.find_map(|write| Some((write.position, write.accesses.lane_at(array, offset, bytes)?)));
        let children =
            found.and_then(|(position, lane)| self.stored(position, &[lane])).into_iter().collect();
        let (offsets, is_written) = (vec![offset], found.is_some());
        let of = Of::Memory { array, offsets, bytes, element: Some(element), is_written };
        Node { here: Rc::clone(here), of, how: How::Start, children }
    }

    /// The value of a store, by its position.
    fn stored(&mut self, position: u64, lanes: &[usize]) -> Option<Node<'k>> {
        let store = Rc::new(self.history.visit(position));
        let by = store.operation()?;
        let child = self.node(&store, Access::of(store.kernel(), by)?.value?, lanes);
        Some(Node { here: store, of: Of::Stored(by), how: How::Start, children: vec![child] })
    }

    fn sort(&self, there: &Stepper<'k>, accesses: &Accesses, lanes: &[usize]) -> Read {
        let mut read = Read::default();
        for lane in lanes {
            let Some((array, offset)) = accesses.of_lane(*lane) else {
                read.skipped.push(*lane);
                continue;
            };
            let mut writes = self.history.writes_before(there.position());
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
}

/// The type of the elements that an operation reads.
fn scalar_of(there: &Stepper<'_>, op: &Operation) -> Option<Scalar> {
    let value = op.results.first()?;
    there.kernel().ty(*value).tile()?.element.scalar()
}
