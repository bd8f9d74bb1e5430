//! The facts about a launch besides the kernel that the verdict depends on: the relevant placement of its arrays. A script's arrays
//! are elsewhere in every run.

use spec::contract::Bound;
use spec::origins::Origins;
use spec::syntax::contract::Contract;
use spec::syntax::kernel::Kernel;
use spec::syntax::launch::Launch;
use verify::Clause;

use crate::check::report::KernelReport;

/// The most that alignments are told apart by, as a binary logarithm.
const FINEST: u32 = 16;

/// The end of what can be addressed.
const END: u128 = 1 << 63;

/// The placement of a launch's arrays, equal for launches with equal facts.
#[derive(Debug)]
#[expect(dead_code, reason = "it is shown to a digest")]
pub(in crate::check) struct Placement {
    /// By array, the binary logarithm of its alignment, and whether it is at an address without memory.
    arrays: Vec<(u32, bool)>,
    /// Arrays with a common byte, and how far their beginnings are apart.
    overlaps: Vec<(usize, usize, i128)>,
    /// The full data, if requested.
    exact: Option<Vec<u64>>,
}

/// The placement of a launch's arrays; of the contract and the report for all launches it may be known how they must be aligned.
pub(in crate::check) fn placement(
    launch: &Launch,
    addresses: &[u64],
    (kernel, contract): (&Kernel, &Contract),
    general: Option<&KernelReport>,
) -> Placement {
    let ranges: Vec<(u64, u64)> =
        addresses.iter().zip(&launch.buffers).map(|(start, buffer)| (*start, buffer.bytes)).collect();
    let array = |(start, bytes): &(u64, u64)| {
        let nowhere = *start == 0 || u128::from(*start) + u128::from(*bytes) > END;
        (start.trailing_zeros().min(FINEST), nowhere)
    };
    let end = |(start, bytes): (u64, u64)| u128::from(start) + u128::from(bytes);
    let mut overlaps = Vec::new();
    for (b, other) in ranges.iter().enumerate() {
        for (a, one) in ranges.iter().enumerate().take(b) {
            if u128::from(one.0.max(other.0)) < end(*one).min(end(*other)) {
                overlaps.push((a, b, i128::from(other.0) - i128::from(one.0)));
            }
        }
    }
    let is_fine = asked_alignments(kernel, contract, general).into_iter().any(|bytes| bytes > 1 << FINEST);
    Placement {
        arrays: ranges.iter().map(array).collect(),
        overlaps,
        exact: is_fine.then(|| addresses.to_vec()),
    }
}

/// What pointers must be multiples of, as the kernel, its contract and a report say.
fn asked_alignments(kernel: &Kernel, contract: &Contract, general: Option<&KernelReport>) -> Vec<u64> {
    let bound = Bound { contract, kernel };
    let origins = Origins::new(bound.kernel);
    let mut asked: Vec<u64> = contract.aligns.iter().map(|(_, bytes)| *bytes).collect();
    asked.extend((0..kernel.params.len()).filter_map(|at| origins.alignment.get(&at)));
    let inferred = general.iter().flat_map(|report| &report.contract.inferred);
    asked.extend(inferred.filter_map(|one| match &one.clause {
        Clause::Align { bytes, .. } => Some(*bytes),
        Clause::Requires(_) | Clause::Buffer { .. } | Clause::Contents { .. } | Clause::Related { .. } => {
            None
        }
    }));
    asked
}
