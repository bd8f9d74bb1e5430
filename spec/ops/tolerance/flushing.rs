//! A permission: an atomic sum of `f32` may take what is subnormal for zero, operands and result.
//!
//! The text says that today's implementations do (semantics I-40), and an H200 does (K-55). The interpreter keeps subnormal
//! numbers; a device may leave what [`flushed`] gives.

use std::sync::Arc;

use crate::syntax::attributes::Rmw;
use crate::syntax::kernel::{Block, Kernel, Operation, Value};
use crate::syntax::types::{Element, Scalar};
use crate::valid::Valid;

/// A kernel whose atomic sums of `f32` flush; `None` without such sums.
pub fn flushed(kernel: &Valid) -> Option<Valid> {
    let mut flushed = Kernel::clone(kernel);
    let mut body = std::mem::take(&mut flushed.body);
    let any = block(&flushed.values, &mut body);
    flushed.body = body;
    any.then(|| kernel.with_folded(Arc::new(flushed)))
}

/// Whether the block contains such a sum.
fn block(values: &[Value], block: &mut Block) -> bool {
    block.ops.iter_mut().fold(false, |any, op| any | operation(values, op))
}

fn operation(values: &[Value], op: &mut Operation) -> bool {
    let single = |ty: &Value| ty.ty.tile().is_some_and(|tile| tile.element == Element::Scalar(Scalar::F32));
    let sums =
        op.attributes.rmw == Some(Rmw::Addf) && op.operands.iter().any(|id| single(&values[id.index()]));
    op.attributes.flush_to_zero |= sums;
    op.regions.iter_mut().fold(sums, |any, region| any | block(values, region))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::flushed;
    use crate::valid::Valid;

    fn kernel(element: &str) -> Valid {
        let text = format!(
            "entry @k(%a: tile<ptr<{element}>>, %x: tile<{element}>) {{
               %old, %k = atomic_rmw_tko relaxed device %a, addf, %x : tile<ptr<{element}>>, tile<{element}> -> tile<{element}>, token
               return
             }}"
        );
        let module = crate::parse::module(&text).expect("it can be read");
        Valid::new(Arc::clone(&module.kernels[0])).expect("it is well-formed")
    }

    #[test]
    fn sums_of_f32_alone() {
        let flushes = |element| {
            flushed(&kernel(element)).map(|one| one.operations().any(|op| op.attributes.flush_to_zero))
        };
        assert_eq!(flushes("f32"), Some(true));
        assert_eq!(flushes("f64"), None);
        assert_eq!(flushes("f16"), None);
    }
}
