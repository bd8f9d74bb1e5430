//! Conditions of known contents: kernels of earlier launches that write nothing through some of their parameters.

use std::collections::BTreeSet;

use spec::memory::access::Access;
use spec::origins::{Origins, Region};
use spec::syntax::kernel::{Kernel, Operation};

use super::opened::LaunchedArgument;

/// The parameters through which a kernel writes nothing. The empty name is among them if the kernel writes nothing but what its arguments
/// are, or contain: a table of addresses that it loads is no such argument.
pub(super) fn find_kept(kernel: &Kernel, names: &[String], is_triton: bool) -> Vec<String> {
    let origins = Origins::new(kernel);
    let written = &origins.written;
    let is_write = |op: &&Operation| Access::of(kernel, op).is_some_and(|access| access.manner.writes);
    let is_followed = |op: &Operation| !origins.footprint(op).regions.is_empty();
    let is_listed = written.regions.iter().any(|region| matches!(region, Region::Listed(_)));
    if written.anywhere || !kernel.operations().filter(is_write).all(is_followed) {
        return Vec::new();
    }
    match (is_listed, is_triton) {
        (true, true) => Vec::new(),
        (true, false) => vec![String::new()],
        (false, _) => {
            let is_kept = |at: &usize| !written.regions.contains(&Region::At(*at));
            let parameters = (0..names.len()).filter(is_kept).map(|at| names[at].clone());
            parameters.chain([String::new()]).collect()
        }
    }
}

/// Takes contents away that a kernel of an earlier launch may have changed, and counts the arrays.
pub(super) fn forget_changed(argument: &mut LaunchedArgument, kept: &BTreeSet<(usize, String)>) -> usize {
    let listed = argument.arrays.iter_mut().map(|array| (&mut array.contents, &array.unless_written));
    let every = listed.chain([(&mut argument.contents, &argument.unless_written)]);
    let changed = every.filter(|(_, conditions)| conditions.iter().any(|one| !kept.contains(one)));
    changed.map(|(contents, _)| *contents = None).count()
}
