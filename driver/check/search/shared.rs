//! Buffers that several pointer arguments share: arrays that launches pass more than once, and permitted overlaps.

use spec::contract::Bound;
use spec::syntax::launch::{Argument, Launch};

/// The launch with the largest buffer for all pointers to one array: clauses about each pointer hold for the array.
pub(super) fn with_same_arrays(contract: &Bound<'_>, mut launch: Launch) -> Launch {
    for position in 0..launch.arguments.len() {
        merge(&mut launch, (contract.first_with_array(position), position), true);
    }
    launch
}

/// The launch with one buffer for every pair with a permitted overlap and equal sizes.
pub(super) fn with_aliases(contract: &Bound<'_>, mut launch: Launch) -> Launch {
    for (one, other) in &contract.contract.aliases {
        if let (Some(one), Some(other)) = (contract.position(one), contract.position(other)) {
            merge(&mut launch, (one, other), false);
        }
    }
    launch
}

/// Replaces the buffers of two pointers by one.
fn merge(launch: &mut Launch, (one, other): (usize, usize), may_differ: bool) {
    let buffer = |position: usize| match launch.arguments.get(position)? {
        Argument::Pointer { buffer, offset: 0 } => Some(*buffer),
        Argument::Pointer { .. } | Argument::Scalar(_) => None,
    };
    let (Some(kept), Some(gone)) = (buffer(one), buffer(other)) else { return };
    let size = |at: usize| launch.buffers.get(at).map(|buffer| buffer.bytes);
    if kept == gone || size(kept) != size(gone) && !may_differ {
        return;
    }
    let (kept, gone) = if size(kept) < size(gone) { (gone, kept) } else { (kept, gone) };
    let Some(removed) = launch.buffers.get(gone).cloned() else { return };
    if let Some(buffer) = launch.buffers.get_mut(kept).filter(|_| may_differ) {
        buffer.alignment = buffer.alignment.max(removed.alignment);
        if removed.uninit && !buffer.uninit {
            // A clause about either pointer says that nobody has written the array.
            buffer.uninit = true;
            buffer.contents.clear();
        }
    }
    launch.buffers.remove(gone);
    for argument in &mut launch.arguments {
        if let Argument::Pointer { buffer, .. } = argument {
            let at = if *buffer == gone { kept } else { *buffer };
            *buffer = at - usize::from(at > gone);
        }
    }
}
