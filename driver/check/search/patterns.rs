//! What memory holds in launches that are tried, and whether it matters.

use spec::contract::Bound;
use spec::syntax::kernel::{Block, Operation};
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

/// The contents of buffers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Pattern {
    /// Zeros.
    Zeros,
    /// 0, 1, 2, …
    Iota,
    /// The least integer; −1 among floats.
    Least,
    /// The greatest integer; 1 among floats.
    Greatest,
    /// A number of the kernel's, by its position, everywhere.
    Each(usize),
    /// Zeros among integers; floats between −1 and 1 without an order, different in every buffer.
    Noise,
    /// Small values without an order, different for every seed: loaded values decide the control flow.
    Mixed(u64),
}

/// Whether memory may decide a kernel's behavior: floats may if something is decided by them.
pub(super) fn memory_decides(contract: &Bound<'_>) -> bool {
    let mut pointees = (0..contract.kernel.params.len()).filter_map(|at| contract.pointee(at));
    pointees.any(Scalar::is_integer) || decides_by_floats(&contract.kernel.body)
}

/// The patterns that make a difference.
pub(super) fn patterns(contract: &Bound<'_>) -> &'static [Pattern] {
    if memory_decides(contract) {
        &[Pattern::Zeros, Pattern::Iota, Pattern::Least, Pattern::Greatest]
    } else {
        &[Pattern::Zeros]
    }
}

/// Whether anything may be decided by a float: it is compared, or its bits or its integer are made a number.
pub(super) fn decides_by_floats(block: &Block) -> bool {
    has(block, &|op| compares_floats(op) || makes_integers(op))
}

/// Whether the place of a least or greatest float decides something. A script that compares floats otherwise, or makes integers of
/// them, has floats of a certain sign, range or order.
pub(in crate::check) fn decides_by_places(block: &Block) -> bool {
    let is_place = |op: &Operation| op.op == Op::Reduce && op.results.len() > 1;
    let is_other = |block: &Block| block.ops.iter().any(|op| compares_floats(op) || makes_integers(op));
    has(block, &is_place) && !has_block(block, &is_other)
}

/// Whether a block, or a block inside that is no combination of a reduction, is of a kind.
fn has_block(block: &Block, is_it: &dyn Fn(&Block) -> bool) -> bool {
    let inner = |op: &Operation| op.op != Op::Reduce && op.regions.iter().any(|one| has_block(one, is_it));
    is_it(block) || block.ops.iter().any(inner)
}

fn compares_floats(op: &Operation) -> bool {
    op.op == Op::Cmpf
}

fn makes_integers(op: &Operation) -> bool {
    matches!(op.op, Op::Bitcast | Op::Pack | Op::Ftoi)
}

/// Whether an operation of a block, or of a block inside, is of a kind.
fn has(block: &Block, is_it: &dyn Fn(&Operation) -> bool) -> bool {
    block.ops.iter().any(|op| is_it(op) || op.regions.iter().any(|region| has(region, is_it)))
}
