//! How far a power may be from the exact value: that depends on its exponent, element by element.

use crate::syntax::attributes::{Attributes, Signedness};
use crate::syntax::kernel::{Block, Kernel};
use crate::syntax::op::Op;

/// A kernel in which every `fpowi` gives its exponent instead, as a float of equal type; `None` without such
/// operations.
pub fn exponents(kernel: &Kernel) -> Option<Kernel> {
    let mut exponents = kernel.clone();
    block(&mut exponents.body).then_some(exponents)
}

/// Whether the block contains such an operation.
fn block(block_: &mut Block) -> bool {
    let mut any = false;
    for op in &mut block_.ops {
        if op.op == Op::Fpowi {
            op.op = Op::Itof;
            op.operands.remove(0);
            op.attributes = Attributes { signedness: Some(Signedness::Signed), ..Attributes::default() };
            any = true;
        }
        any |= op.regions.iter_mut().fold(false, |any, region| any | block(region));
    }
    any
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Op, exponents};
    use crate::valid::Valid;

    fn kernel(body: &str) -> Valid {
        let text = format!("entry @k(%x: tile<f32>, %n: tile<i8>) {{\n{body}\nreturn\n}}");
        let module = crate::parse::module(&text).expect("it can be read");
        Valid::new(Arc::clone(&module.kernels[0])).expect("it is well-formed")
    }

    #[test]
    fn powers_alone() {
        let found = exponents(&kernel("%r = fpowi %x, %n : tile<f32>, tile<i8>")).expect("there is one");
        let found = Valid::new(Arc::new(found)).expect("it is well-formed");
        let first = found.operations().next().expect("an operation");
        assert_eq!((first.op, first.operands.as_slice()), (Op::Itof, &[found.params[1]][..]));
        assert_eq!(exponents(&kernel("%r = absf %x : tile<f32>")), None);
    }
}
