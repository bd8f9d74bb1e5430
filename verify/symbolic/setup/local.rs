//! Facts from the text about arrays of the block: the loops that may write to each, and the types of their elements.

use spec::memory::access::Access;
use spec::memory::strength::Manner;
use spec::origins::Origins;
use spec::syntax::kernel::{OpId, Operation};
use spec::syntax::op::Op;

use super::Setup;

impl Setup<'_> {
    /// Finds the loops that may write to `alloca` arrays, or make them, and the types of elements.
    pub(super) fn find_local_accesses(&mut self, scan: &Origins) {
        let kernel = self.bound.kernel;
        let before = kernel.params.len() + kernel.globals.len();
        let made: Vec<&Operation> = kernel.scratch().collect();
        let mut rest: Vec<(&Operation, Vec<OpId>)> =
            kernel.body.ops.iter().map(|op| (op, Vec::new())).collect();
        while let Some((op, mut around)) = rest.pop() {
            let number = made.iter().position(|other| other.id == op.id);
            let parameters = scan.accessed_by(op).into_iter().chain(number.map(|number| before + number));
            let writes = number.is_some() || Manner::of(op).is_some_and(|manner| manner.writes);
            for parameter in parameters {
                let found = self.find_allocation(parameter);
                let Some(which) = found.filter(|which| self.allocations[*which].private) else { continue };
                if writes {
                    self.stored_in_loops.extend(around.iter().map(|owner| (*owner, which)));
                }
                let value = if writes {
                    Access::of(kernel, op).and_then(|access| access.value)
                } else {
                    op.results.first().copied()
                };
                let tile = value.and_then(|value| kernel.ty(value).tile());
                let accessed = self.accessed_as.entry(which).or_default();
                accessed.extend(tile.and_then(|tile| tile.element.scalar()));
            }
            if matches!(op.op, Op::For | Op::Loop) {
                around.push(op.id);
            }
            let inner = op.regions.iter().flat_map(|region| &region.ops);
            rest.extend(inner.map(|inner| (inner, around.clone())));
        }
    }
}
