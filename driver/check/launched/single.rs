//! A launch that passes one array twice: the kernel with a single parameter for it.
//!
//! An `alias` clause permits every overlap of two arrays, also by a shifted start. In such a launch both addresses are equal, so each use of
//! the second parameter is a use of the first.

use std::sync::Arc;

use spec::syntax::kernel::{Block, Kernel, ValueId};
use spec::syntax::launch::Argument;

use super::made::Made;

/// The kernel, where each pointer that equals an earlier one is replaced by it; `None` where no two are equal.
pub(super) fn with_single_arrays(kernel: &Kernel, made: &Made) -> Option<Arc<Kernel>> {
    let mut kernel = kernel.clone();
    let mut replaced = Vec::new();
    for later in 0..kernel.params.len() {
        let earlier = (0..later).find(|earlier| {
            let types = [*earlier, later].map(|at| kernel.ty(kernel.params[at]));
            types[0] == types[1] && made.are_one_array(*earlier, later)
        });
        replaced.extend(earlier.map(|earlier| (kernel.params[later], kernel.params[earlier])));
    }
    if replaced.is_empty() {
        return None;
    }
    replace(&mut kernel.body, &replaced);
    Some(Arc::new(kernel))
}

/// Replaces operands in a block, and in the blocks inside.
fn replace(block: &mut Block, values: &[(ValueId, ValueId)]) {
    for op in &mut block.ops {
        for operand in &mut op.operands {
            if let Some((_, by)) = values.iter().find(|(value, _)| value == operand) {
                *operand = *by;
            }
        }
        op.regions.iter_mut().for_each(|region| replace(region, values));
    }
}

impl Made {
    /// Whether two parameters get the same written array: equal addresses and lengths.
    fn are_one_array(&self, one: usize, other: usize) -> bool {
        let buffer = |at: usize| match self.launch.arguments.get(at) {
            Some(Argument::Pointer { buffer, .. }) => Some(*buffer),
            Some(Argument::Scalar(_)) | None => None,
        };
        let (Some(one), Some(other)) = (buffer(one), buffer(other)) else { return false };
        let (Some(a), Some(b)) = (self.launch.buffers.get(one), self.launch.buffers.get(other)) else {
            return false;
        };
        self.addresses.get(one) == self.addresses.get(other) && a.bytes == b.bytes && !a.uninit && !b.uninit
    }
}
