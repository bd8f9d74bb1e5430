//! Bytecode whose accesses promise to be in bounds wherever that is proved, for compilers that make faster code of the
//! promise, and the conditions that a launch must keep for it ([`guard`]).

mod guard;

use std::sync::Arc;

use frontends::bytecode;
use spec::proof::Proved;
use spec::syntax::kernel::{Block, Kernel, Module, Operation};
use spec::syntax::op::Op;

pub use self::guard::{Language, guard};
use crate::failure::Failure;

/// The first version of Tile IR in which an access can promise to be in bounds, after the 13.
const FIRST: u8 = 4;

/// A certified module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certified {
    /// Its bytecode.
    pub bytecode: Vec<u8>,
    /// How many promises it makes more than before.
    pub promises: usize,
}

/// The bytecode of a module with a promise wherever the proof has one to make; `name` is what people call the file.
///
/// # Errors
/// Bytecode before 13.4, in which nothing can be promised, or that is not of the kernel that was proved.
pub fn certify(bytes: &[u8], proved: &Proved, name: &str) -> Result<Certified, Failure> {
    let wrong = |what: &str| Failure::unproved(format!("{name}: {what}, which is a bug of ours"));
    let read = |bytes: &[u8]| -> Result<Module, Failure> {
        bytecode::module(bytes).map_err(|_| wrong("what was written does not read back"))
    };
    let before = read(bytes)?;
    let promises = bytecode::promises(bytes).map_err(|_| wrong("the promises are not found"))?;
    let entry = &proved.kernel().name;
    let kernel = before.kernels.iter().find(|kernel| kernel.name == *entry);
    let kernel = kernel.ok_or_else(|| wrong("the kernel is not there"))?;
    let operations: Vec<_> = kernel.operations().collect();
    let mut after = bytes.to_vec();
    let (places, known) = (view_accesses(kernel), view_accesses(proved.kernel()));
    for (operation, axis) in proved.whole_tiles() {
        // The kernel that was proved may have more operations, but no other accesses (`Valid::written`).
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
        let byte =
            place.and_then(|place| after.get_mut(place)).ok_or_else(|| wrong("an axis is not there"))?;
        *byte = 1;
    }
    // What was written is the same kernel, but for what is promised.
    let mut again = read(&after)?;
    for kernel in again.kernels.iter_mut().filter(|kernel| kernel.name == *entry) {
        restore_promises(&mut Arc::make_mut(kernel).body, &mut operations.iter().copied());
    }
    if again != before {
        return Err(wrong("what was written is another kernel"));
    }
    Ok(Certified { bytecode: after, promises: proved.whole_tiles().len() })
}

/// The positions of the operations that access views.
fn view_accesses(kernel: &Kernel) -> Vec<usize> {
    let is_access =
        |op: &Operation| matches!(op.op, Op::LoadViewTko | Op::StoreViewTko | Op::AtomicRedViewTko);
    kernel.operations().enumerate().filter(|(_, op)| is_access(op)).map(|(at, _)| at).collect()
}

/// Gives every operation the promises that it had.
fn restore_promises(block: &mut Block, before: &mut dyn Iterator<Item = &Operation>) {
    for op in &mut block.ops {
        if let Some(before) = before.next() {
            op.attributes.inbounds.clone_from(&before.attributes.inbounds);
        }
        op.regions.iter_mut().for_each(|region| restore_promises(region, before));
    }
}
