//! Accesses: which elements of which allocation a memory operation touches, and what each requires.

mod arrays;
mod atomic;
mod pointers;
mod transfer;
mod views;

use spec::domain::Bool;
use spec::ops::memory;
use spec::rules::Rule;

use crate::element::bits::Plain;
use crate::element::number::{Exact, Truth};
use crate::machine::Machine;
use crate::memory::run::Run;
use crate::pointer::Provenance;

/// What an operation accesses: runs of lanes, each in a buffer, in the order of their first lanes.
pub(crate) type Plan = Vec<(u32, Run)>;

/// One element that an operation may access.
#[derive(Debug, Clone, Copy)]
struct Touch {
    active: bool,
    mask_undetermined: bool,
    undetermined: bool,
    overflowed: bool,
    buffer: Provenance,
    offset: i64,
}

impl Touch {
    /// An element that is accessed, at an offset that is known.
    fn of(buffer: Provenance, offset: i64) -> Self {
        Touch {
            active: true,
            mask_undetermined: false,
            undetermined: false,
            overflowed: false,
            buffer,
            offset,
        }
    }
}

impl Machine<'_> {
    /// The rule that accessing an element of so many bytes breaks. In no allocation nothing is inside.
    fn touch(&self, touch: Touch, bytes: u64, ignore: Option<Rule>) -> Option<Rule> {
        let allocation = touch.buffer.map(|buffer| &self.allocations[buffer as usize]);
        let access = memory::Access {
            active: Truth::constant(touch.active),
            mask_undetermined: Truth::constant(touch.mask_undetermined),
            undetermined: Truth::constant(touch.undetermined),
            overflowed: Truth::constant(touch.overflowed),
            offset: Exact(touch.offset.into()),
            base: Exact(allocation.map_or(0, |allocation| allocation.base)),
            size: Exact(allocation.map_or(0, |allocation| allocation.size.into())),
            bytes,
        };
        let mut d = Plain::new(ignore);
        memory::access(&mut d, &access);
        d.broken()
    }

    /// Whether all elements of runs may be accessed. The elements of a run lie between its ends; they are aligned if
    /// its first two are.
    fn all_inside(&self, buffer: Provenance, runs: &[Run], bytes: u64) -> bool {
        let fine = |run: &Run, position: usize| {
            self.touch(Touch::of(buffer, run.at(position).1), bytes, None).is_none()
        };
        let ends = |run: &Run| fine(run, 0) && fine(run, run.count - 1) && fine(run, 1.min(run.count - 1));
        runs.iter().all(ends)
    }

    /// Whether an element can be accessed, whatever rule a reading does not look at.
    fn is_real(&self, buffer: Provenance, offset: i64, bytes: u64) -> bool {
        self.touch(Touch::of(buffer, offset), bytes, None).is_none()
    }
}
