//! Access plans: the elements that a memory operation accesses in each allocation, and their requirements.

use spec::domain::Bool;
use spec::memory::access::{Access, Target};
use spec::ops::memory;
use spec::rules::Rule;

use spec::syntax::kernel::Operation;

use crate::machine::outcome::Stop;
use crate::machine::state::Machine;
use crate::memory::strided_run::{BufferRun, StridedRun};
use crate::values::element::bits::Plain;
use crate::values::element::number::{Exact, Truth};
use crate::values::host_width::to_index;
use crate::values::pointers::Provenance;

/// What an operation accesses: runs of lanes, each in a buffer, in the order of their first lanes.
pub(crate) type AccessPlan = Vec<BufferRun>;

/// An element of a possible access.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ElementAccess {
    pub(crate) active: bool,
    pub(crate) mask_undetermined: bool,
    pub(crate) undetermined: bool,
    pub(crate) overflowed: bool,
    pub(crate) buffer: Provenance,
    pub(crate) offset: i64,
}

impl ElementAccess {
    /// An element access at a known offset.
    pub(crate) fn of(buffer: Provenance, offset: i64) -> Self {
        ElementAccess {
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
    /// The access that a memory operation would make now; `None` for an operation without an access.
    pub(crate) fn plan_of(&self, op: &Operation) -> Option<Result<AccessPlan, Stop>> {
        Some(match Access::of(self.kernel, op)?.target {
            Target::View { view, indices } => self.plan_view(op, view, indices),
            Target::Pointers { pointers, mask } => self.plan_pointers(op, pointers, mask),
        })
    }

    /// The rule that accessing an element of so many bytes breaks. In no allocation nothing is inside.
    pub(crate) fn violation_of(
        &self,
        access: ElementAccess,
        bytes: u64,
        ignore: Option<Rule>,
    ) -> Option<Rule> {
        let allocation = access.buffer.map(|buffer| &self.allocations[to_index(buffer)]);
        let access = memory::Access {
            active: Truth::constant(access.active),
            mask_undetermined: Truth::constant(access.mask_undetermined),
            undetermined: Truth::constant(access.undetermined),
            overflowed: Truth::constant(access.overflowed),
            offset: Exact(access.offset.into()),
            base: Exact(allocation.map_or(0, |allocation| allocation.base)),
            size: Exact(allocation.map_or(0, |allocation| allocation.size.into())),
            bytes,
        };
        let mut d = Plain::new(ignore);
        memory::access(&mut d, &access);
        d.violation()
    }

    /// Whether all elements of runs may be accessed. The elements of a run lie between its ends; they are aligned if
    /// the first two are.
    pub(crate) fn are_all_accessible(&self, buffer: Provenance, runs: &[StridedRun], bytes: u64) -> bool {
        let fine = |run: &StridedRun, position: usize| {
            self.violation_of(ElementAccess::of(buffer, run.at(position).1), bytes, None).is_none()
        };
        let ends =
            |run: &StridedRun| fine(run, 0) && fine(run, run.count - 1) && fine(run, 1.min(run.count - 1));
        runs.iter().all(ends)
    }

    /// Whether an element can be accessed, whatever rule a reading does not look at.
    pub(crate) fn is_accessible(&self, buffer: Provenance, offset: i64, bytes: u64) -> bool {
        self.violation_of(ElementAccess::of(buffer, offset), bytes, None).is_none()
    }
}
