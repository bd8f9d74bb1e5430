//! Whether two combiners of reductions are one function: the same operations on the same values.

use std::collections::HashMap;

use spec::syntax::attributes::Attributes;
use spec::syntax::kernel::{Block, Kernel, Operation, ValueId};

/// Whether two operations compute the same function of their operands, apart from their regions.
pub(super) fn is_same_function(one: (&Kernel, &Operation), other: (&Kernel, &Operation)) -> bool {
    let ((kernel, a), (second, b)) = (one, other);
    let types = |kernel: &Kernel, values: &[ValueId]| {
        values.iter().map(|value| kernel.ty(*value).tile().map(|tile| tile.element)).collect::<Vec<_>>()
    };
    a.op == b.op
        && plain(&a.attributes) == plain(&b.attributes)
        && types(kernel, &a.operands) == types(second, &b.operands)
        && types(kernel, &a.results) == types(second, &b.results)
}

/// The attributes that affect a result. Which axis is combined is the caller's to compare, and promises change nothing of what is
/// defined.
fn plain(of: &Attributes) -> Attributes {
    Attributes {
        dim: None,
        reverse: None,
        inbounds: Vec::new(),
        hints: Vec::new(),
        overflow: Attributes::default().overflow,
        ..of.clone()
    }
}

/// Whether the regions of two operations are one function.
pub(super) fn have_same_regions(one: (&Kernel, &Operation), other: (&Kernel, &Operation)) -> bool {
    one.1.regions.len() == other.1.regions.len()
        && one
            .1
            .regions
            .iter()
            .zip(&other.1.regions)
            .all(|(a, b)| is_same_block((one.0, a), (other.0, b), &mut HashMap::new()))
}

fn is_same_block(
    (kernel, a): (&Kernel, &Block),
    (second, b): (&Kernel, &Block),
    names: &mut HashMap<ValueId, ValueId>,
) -> bool {
    if a.params.len() != b.params.len() || a.ops.len() != b.ops.len() {
        return false;
    }
    names.extend(a.params.iter().copied().zip(b.params.iter().copied()));
    a.ops.iter().zip(&b.ops).all(|(x, y)| {
        let operands = x.operands.len() == y.operands.len()
            && x.operands.iter().zip(&y.operands).all(|(one, other)| names.get(one) == Some(other));
        let same = operands
            && x.results.len() == y.results.len()
            && x.regions.is_empty()
            && y.regions.is_empty()
            && is_same_function((kernel, x), (second, y))
            && x.attributes.dim == y.attributes.dim;
        names.extend(x.results.iter().copied().zip(y.results.iter().copied()));
        same
    })
}
