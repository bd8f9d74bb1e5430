//! Arrays that a kernel reads and writes: a second run finds other data, and an autotuner runs a kernel many times.

use spec::contract::Bound;
use spec::origins::Origins;

use crate::load::{Flags, Source, find_contract};

/// The arrays that a kernel of a source may both read and write, by their names. An atomic update does both, and so does a kernel that reads
/// an array that may overlap a written array.
pub fn find_updated_arrays(source: &Source, kernel: &str) -> Vec<String> {
    let Ok(module) = source.module() else { return Vec::new() };
    let Some(kernel) = module.kernels.iter().find(|one| one.name == kernel) else { return Vec::new() };
    let Ok(contract) = find_contract(&module, kernel, &Flags::default()) else { return Vec::new() };
    let Ok(bound) = Bound::new(&contract, kernel) else { return Vec::new() };
    let origins = Origins::new(kernel);
    let is_argument = |at: &usize| *at < kernel.params.len();
    let is_read = |written: usize| {
        let reaches = |read| read == written || bound.may_overlap(read, written);
        origins.read.positions().filter(is_argument).any(reaches)
    };
    let updated = origins.written.positions().filter(is_argument).filter(|written| is_read(*written));
    updated.map(|at| bound.argument_name(at).to_owned()).collect()
}
