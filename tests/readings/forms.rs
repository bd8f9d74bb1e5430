//! Every form of every element-wise operation on integers: widths, signs, roundings, promises.

use spec::syntax::attributes::{Attributes, Comparison, Overflow, Rounding, Signedness};
use spec::syntax::op::{Meaning, Op};
use spec::syntax::types::Scalar;

/// The integers that can be computed with.
const WIDTHS: [Scalar; 5] = [Scalar::I1, Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64];

/// The element-wise operations with float operands or results, unknown to one of the readings.
const FLOAT: [Op; 31] = [
    Op::Addf,
    Op::Subf,
    Op::Mulf,
    Op::Divf,
    Op::Fma,
    Op::Negf,
    Op::Maxf,
    Op::Minf,
    Op::Cmpf,
    Op::Itof,
    Op::Ftof,
    Op::Absf,
    Op::Ceil,
    Op::Floor,
    Op::Remf,
    Op::Sqrt,
    Op::Rsqrt,
    Op::Exp,
    Op::Exp2,
    Op::Log,
    Op::Log2,
    Op::Sin,
    Op::Cos,
    Op::Tan,
    Op::Sinh,
    Op::Cosh,
    Op::Tanh,
    Op::Atan2,
    Op::Fpowf,
    Op::Fpowi,
    Op::Ftoi,
];

/// A form of an operation.
#[derive(Debug, Clone)]
pub(crate) struct Form {
    /// The operation.
    pub(crate) op: Op,
    /// The number of operands.
    pub(crate) arity: usize,
    /// The remaining attributes.
    pub(crate) attributes: Attributes,
    /// The operand type.
    pub(crate) from: Scalar,
    /// The result type.
    pub(crate) to: Scalar,
}

/// Operations that are element by element and in neither list.
pub(crate) fn forgotten() -> Vec<Op> {
    let elementwise = Op::ALL.iter().copied().filter(|op| op.meaning() == Meaning::Elementwise);
    let known = |op: &Op| FLOAT.contains(op) || Op::INTEGERS.contains(op);
    elementwise.filter(|op| !known(op)).collect()
}

/// All forms.
pub(crate) fn all() -> Vec<Form> {
    let mut forms = Vec::new();
    for op in Op::INTEGERS.iter().copied() {
        let arity = op.form().matches('%').count();
        for attributes in attributes(op) {
            for (from, to) in types(op) {
                forms.push(Form { op, arity, attributes: attributes.clone(), from, to });
            }
        }
    }
    forms
}

/// The types that an operation takes and gives.
fn types(op: Op) -> Vec<(Scalar, Scalar)> {
    let pairs = WIDTHS.iter().flat_map(|from| WIDTHS.iter().map(|to| (*from, *to)));
    let fits = |(from, to): &(Scalar, Scalar)| {
        if op == Op::Cmpi {
            *to == Scalar::I1
        } else {
            let wanted = if op == Op::Exti {
                std::cmp::Ordering::Greater
            } else if op == Op::Trunci {
                std::cmp::Ordering::Less
            } else {
                std::cmp::Ordering::Equal
            };
            to.bits().cmp(&from.bits()) == wanted
        }
    };
    pairs.filter(fits).collect()
}

/// All attributes of an operation.
fn attributes(op: Op) -> Vec<Attributes> {
    let plain = Attributes::default();
    let promising = |overflow: &(Overflow, &str)| Attributes { overflow: overflow.0, ..plain.clone() };
    let signed = [Signedness::Signed, Signedness::Unsigned]
        .map(|signedness| Attributes { signedness: Some(signedness), ..plain.clone() });
    let each = |of: &dyn Fn(&Attributes) -> Vec<Attributes>| signed.iter().flat_map(of).collect();
    if matches!(op, Op::Addi | Op::Subi | Op::Muli | Op::Shli | Op::Trunci) {
        Overflow::NAMES.iter().map(promising).collect()
    } else if op == Op::Negi {
        Overflow::NAMES.iter().filter(|(overflow, _)| !overflow.no_unsigned_wrap).map(promising).collect()
    } else if op == Op::Divi {
        let roundings =
            [None, Some(Rounding::Zero), Some(Rounding::NegativeInf), Some(Rounding::PositiveInf)];
        let down = |one: &Attributes| one.rounding == Some(Rounding::NegativeInf);
        let refused = |one: &Attributes| down(one) && one.signedness == Some(Signedness::Unsigned);
        let mut all: Vec<Attributes> =
            each(&|one| roundings.map(|rounding| Attributes { rounding, ..one.clone() }).to_vec());
        all.retain(|one| !refused(one));
        all
    } else if op == Op::Cmpi {
        let comparing = |one: &Attributes, comparison| Attributes { comparison, ..one.clone() };
        each(&|one| Comparison::NAMES.iter().map(|(c, _)| comparing(one, Some(*c))).collect())
    } else if op.form().contains("$signedness") {
        signed.to_vec()
    } else {
        vec![plain]
    }
}
