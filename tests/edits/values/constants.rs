//! Constants with other values, including identities of reductions.

use spec::syntax::attributes::{Constant, Literal};
use spec::syntax::kernel::{Kernel, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

use crate::edits::sites::Sites;

/// Every constant: an integer one greater, one less, doubled and zero, anything else the next in bits. Of a list the
/// first and the last element.
pub(crate) fn changed(sites: &mut Sites<'_>) {
    for (number, op) in sites.of(&[Op::Constant]) {
        let Some(scalar) = scalar(sites.kernel, op.results[0]) else { continue };
        match &op.attributes.constant {
            Some(Constant::Splat(literal)) => {
                for (change, other) in others(scalar, *literal) {
                    sites.change(number, &change, |draft| {
                        draft.op.attributes.constant = Some(Constant::Splat(other));
                    });
                }
            }
            Some(Constant::Dense(literals)) => {
                for at in [0, literals.len() - 1] {
                    for (change, other) in others(scalar, literals[at]) {
                        let mut literals = literals.clone();
                        literals[at] = other;
                        sites.change(number, &format!("element {at} {change}"), |draft| {
                            draft.op.attributes.constant = Some(Constant::Dense(literals));
                        });
                    }
                }
            }
            None => {}
        }
    }
    for (number, op) in sites.of(&[Op::Reduce]) {
        for (at, literal) in op.attributes.identities.iter().enumerate() {
            let Some(scalar) = scalar(sites.kernel, op.operands[at]) else { continue };
            for (change, other) in others(scalar, *literal) {
                sites.change(number, &format!("identity {at} {change}"), |draft| {
                    draft.op.attributes.identities[at] = other;
                });
            }
        }
    }
}

fn scalar(kernel: &Kernel, value: ValueId) -> Option<Scalar> {
    kernel.ty(value).tile()?.element.scalar()
}

/// Other literals of a type, with descriptions of the changes.
fn others(scalar: Scalar, Literal(bits): Literal) -> Vec<(String, Literal)> {
    let mask = u64::MAX >> (64 - scalar.bits());
    let named = |change: &str, bits: u64| (change.to_owned(), Literal(bits & mask));
    if scalar == Scalar::I1 || !scalar.is_integer() {
        return vec![named("next in bits", bits.wrapping_add(1))];
    }
    vec![
        named("one greater", bits.wrapping_add(1)),
        named("one less", bits.wrapping_sub(1)),
        named("doubled", bits.wrapping_mul(2)),
        named("zero", 0),
    ]
}
