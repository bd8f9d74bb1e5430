//! Promises that whole tiles lie inside their tensors, set in place: everything else of the file stays as it is.

use std::sync::Arc;

use frontends::bytecode;
use spec::proof::Proved;
use spec::syntax::kernel::{Block, Kernel, Operation};
use spec::syntax::op::Op;

use super::{find, read, wrong};
use crate::failure::Failure;

/// The first version of Tile IR in which an access can promise to be in bounds, after the 13.
const FIRST: u8 = 4;

/// The bytecode of a module with all promises of the proof.
///
/// # Errors
/// The bytecode is older than 13.4 and so without promises, or is not of the proved kernel.
pub(super) fn write(bytes: &[u8], proved: &Proved, name: &str) -> Result<Vec<u8>, Failure> {
    let before = read(bytes, name)?;
    let promises = bytecode::promises(bytes).map_err(|_| wrong(name, "the promises are not found"))?;
    let at = find(&before, proved, name)?;
    let kernel = &before.kernels[at];
    let operations: Vec<_> = kernel.operations().collect();
    let mut after = bytes.to_vec();
    let (places, known) = (view_accesses(kernel), view_accesses(proved.kernel()));
    for (operation, axis) in proved.whole_tiles() {
        // The proved kernel may have more operations, but no other accesses (`Valid::written`).
        let place = known.iter().position(|one| one == operation).and_then(|at| places.get(at));
        let offset = place.and_then(|place| operations.get(*place)).map(|op| op.at.offset);
        let promise = promises.iter().find(|promise| Some(promise.operation) == offset);
        let Some(promise) = promise else {
            return Err(Failure::unsupported(format!(
                "{name} is of a Tile IR before 13.{FIRST}, in which no access can promise to be in bounds"
            ))
            .help("make the bytecode with a compiler of 13.4 or newer"));
        };
        let place = Some(promise.at + axis).filter(|_| *axis < promise.axes);
        let byte = place.and_then(|place| after.get_mut(place));
        *byte.ok_or_else(|| wrong(name, "an axis is not there"))? = 1;
    }
    // The written kernel must be equal, except for the promises.
    let mut again = read(&after, name)?;
    restore(&mut Arc::make_mut(&mut again.kernels[at]).body, &mut operations.iter().copied());
    if again != before {
        return Err(wrong(name, "what was written is another kernel"));
    }
    Ok(after)
}

/// The positions of the operations that access views.
fn view_accesses(kernel: &Kernel) -> Vec<usize> {
    let is_access =
        |op: &Operation| matches!(op.op, Op::LoadViewTko | Op::StoreViewTko | Op::AtomicRedViewTko);
    kernel.operations().enumerate().filter(|(_, op)| is_access(op)).map(|(at, _)| at).collect()
}

/// Restores the original promises of every operation.
fn restore(block: &mut Block, before: &mut dyn Iterator<Item = &Operation>) {
    for op in &mut block.ops {
        if let Some(before) = before.next() {
            op.attributes.inbounds.clone_from(&before.attributes.inbounds);
        }
        op.regions.iter_mut().for_each(|region| restore(region, before));
    }
}
