//! How many neighbours a thread is to hold of what a kernel accesses through pointers, so that most accesses can be vectors (S. Larsen,
//! S. Amarasinghe, "Exploiting Superword Level Parallelism with Multimedia Instruction Sets", PLDI 2000, asks the same of loops).
//!
//! A launch mostly has arrays, rows and offsets that begin at multiples of vectors, and one test finds out. What shifts inside the
//! kernel, as the columns of a stencil, begins at such multiples in one iteration and not in the next: lanes side by side are best then.

use std::collections::HashMap;

use spec::syntax::kernel::{Block, Kernel, Operation, ValueId};
use spec::syntax::op::{Core, Meaning, Op};

use crate::analysis::contiguity::{self, Contiguity};
use crate::analysis::divisibility::{self, EVERYTHING};
use crate::ir::numbers::log2_of;

/// How often an access in a loop counts beside one outside.
const ROUNDS: u32 = 4;

/// An access through pointers: the longest vectors that it can have, as bits of an index, and how often it counts.
struct Access {
    bits: usize,
    weight: u32,
}

/// Bits of an index that make as many bytes as a thread moves at once of the largest elements, or fewer where most accesses shift.
pub(crate) fn pointer_vector_bits(kernel: &Kernel, max_vector_bytes: u64) -> usize {
    let accesses = kernel.operations().filter(|op| is_access(op));
    let pointees = accesses.filter_map(|op| kernel.tile(op.operands[0]).element.pointee());
    let most = pointees.map(|scalar| scalar.bytes()).max().unwrap_or(4);
    let longest = log2_of((max_vector_bytes / most).max(1));
    let runs = contiguity::analyze(kernel, &divisors_of_a_kind_launch(kernel));
    let mut all = Vec::new();
    collect(kernel, &kernel.body, 1, &runs, &mut all);
    let every: u32 = all.iter().map(|access| access.weight).sum();
    let served = |bits: usize| -> u32 {
        all.iter().filter(|access| access.bits >= bits).map(|access| access.weight).sum()
    };
    (0..=longest).rev().find(|bits| 2 * served(*bits) >= every).unwrap_or(longest)
}

fn is_access(op: &Operation) -> bool {
    matches!(op.op, Op::LoadPtrTko | Op::StorePtrTko)
}

/// What values are multiples of where a launch is as kind as can be: everything, but what counts blocks and iterations.
fn divisors_of_a_kind_launch(kernel: &Kernel) -> HashMap<ValueId, u64> {
    let counts = |op: &&Operation| op.op.meaning() == Meaning::Core(Core::GetTileBlockId);
    let results = kernel.operations().filter(|op| !counts(op)).flat_map(|op| &op.results);
    let carried = kernel.operations().flat_map(|op| &op.regions).flat_map(|region| &region.params);
    let all = kernel.params.iter().chain(results).chain(carried);
    divisibility::analyze(kernel, &all.map(|value| (*value, EVERYTHING)).collect())
}

/// The accesses of a block whose elements are neighbours.
fn collect(
    kernel: &Kernel,
    block: &Block,
    weight: u32,
    runs: &HashMap<ValueId, Contiguity>,
    all: &mut Vec<Access>,
) {
    for op in &block.ops {
        let inner = if matches!(op.op, Op::For | Op::Loop) { weight.saturating_mul(ROUNDS) } else { weight };
        op.regions.iter().for_each(|region| collect(kernel, region, inner, runs, all));
        if !is_access(op) {
            continue;
        }
        let Some(known) = runs.get(&op.operands[0]).filter(|runs| runs.contiguity > 0) else { continue };
        let size = kernel.tile(op.operands[0]).element.pointee().map_or(1, |scalar| scalar.bytes());
        let fits = |bits: &usize| known.divisibility_of_runs(*bits, size) >= size << bits;
        all.push(Access { bits: (0..=known.contiguity).rev().find(fits).unwrap_or(0), weight });
    }
}

#[cfg(test)]
#[path = "../tests/units/vector_length.rs"]
mod tests;
