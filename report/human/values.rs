//! The values behind a counterexample in words: operands of an operation, and the load from which an undetermined value comes.

use driver::check::explanation::{Cause, Computation, Lanes, Numbers, Origin};
use driver::check::report::{Counterexample, KernelReport};
use spec::rules::Rule;
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

/// The operands of the operation that breaks a rule, such as `2 * 1073741824 = 2147483648 does not fit in i32`.
pub(crate) fn numbers(example: &Counterexample) -> Option<String> {
    let numbers = example.explanation.as_ref()?.numbers.as_ref()?;
    words(numbers, example.violation.rule)
}

fn words(numbers: &Numbers, rule: Rule) -> Option<String> {
    let values = numbers.values.as_slice();
    if let Some(axis) = numbers.axis {
        return along_axis(values, axis, &name(numbers.result, numbers.unsigned));
    }
    let (from, to) = (name(numbers.operand, numbers.unsigned), name(numbers.result, numbers.unsigned));
    let binary = |sign: &str, result: Option<i128>| match values {
        [left, right] => {
            let equals = result.map_or(String::new(), |result| format!(" = {result}"));
            Some(format!("{} {sign} {}{equals} does not fit in {to}", signed(*left), signed(*right)))
        }
        _ => None,
    };
    let pair = || Some((*values.first()?, *values.get(1)?));
    let of = |compute: fn(i128, i128) -> Option<i128>| pair().and_then(|(left, right)| compute(left, right));
    match (numbers.op, values) {
        (Op::Divi | Op::Remi, [left, 0]) => Some(format!("divides {left} by 0")),
        (Op::Addi, _) => binary("+", of(i128::checked_add)),
        (Op::Subi, _) => binary("-", of(i128::checked_sub)),
        (Op::Muli, _) => binary("*", of(i128::checked_mul)),
        (Op::Shli, _) => binary("<<", None),
        (Op::Divi | Op::Remi, _) => binary("/", None),
        (Op::Negi, [value]) => Some(format!("-({value}) does not fit in {to}")),
        (Op::Trunci, [value]) => Some(format!("{value} ({from}) does not fit in {to}")),
        (Op::For, [first, end, step]) if rule == Rule::LoopStep => {
            Some(format!("counts from {first} to {end} in steps of {step}"))
        }
        (Op::For, [first, end, step]) => {
            Some(format!("counting from {first} to {end} in steps of {step} leaves {from}"))
        }
        (Op::Assume, [value]) => Some(format!("the value is {value}")),
        _ => None,
    }
}

/// The numbers of a view along an axis: an extent with its stride, an extent with the step of its tiles, or an extent.
fn along_axis(values: &[i128], axis: usize, result: &str) -> Option<String> {
    match values {
        [extent, 0] => Some(format!("axis {axis} has {}, at a stride of 0", counted(*extent))),
        [extent, step] => Some(format!(
            "axis {axis} has {}: at steps of {step}, the number of tiles does not fit in {result}",
            counted(*extent)
        )),
        [extent] => {
            Some(format!("axis {axis} has {}, a number that does not fit in {result}", counted(*extent)))
        }
        _ => None,
    }
}

/// A number of elements.
fn counted(count: i128) -> String {
    if count == 1 { "1 element".to_owned() } else { format!("{count} elements") }
}

/// A negative number in parentheses.
fn signed(value: i128) -> String {
    if value < 0 { format!("({value})") } else { value.to_string() }
}

/// The name of an integer type, `u32` for natural numbers.
fn name(scalar: Scalar, unsigned: bool) -> String {
    let name = scalar.to_string();
    if unsigned { name.replacen('i', "u", 1) } else { name }
}

/// The origin of an undetermined value, beside the operation.
pub(crate) fn origin(report: &KernelReport, origin: &Origin) -> String {
    let array = origin.parameter.map(|at| report.signature.name(at));
    let of = array.map_or("the tensor".to_owned(), |array| format!("`{array}`"));
    match &origin.cause {
        Cause::Outside(outside) => {
            format!("{} past the end of {of}; this load names no padding", lanes(outside, "lies", "lie"))
        }
        Cause::Masked(masked) => {
            let masked = lanes(masked, "is", "are");
            format!("{masked} masked off; this load of {of} names no value for such lanes")
        }
        Cause::Unwritten(element) => match array {
            Some(array) => format!("reads {array}[{element}], which nobody has written"),
            None => format!("reads element {element}, which nobody has written"),
        },
        Cause::Unset => "has no value here".to_owned(),
        Cause::Computed(computation) => computed(computation),
    }
}

/// The operands of a computation without a result.
fn computed(computation: &Computation) -> String {
    let Computation { op, operands, result, unsigned, nan } = computation;
    let to = name(*result, *unsigned);
    match (op, operands.as_slice()) {
        (Op::Ftoi, [value]) => {
            let from = nan.as_ref().map_or(String::new(), |nan| format!(", from {nan}"));
            format!("converts {value}{from}: {to} has no such number")
        }
        (Op::Shli | Op::Shri, [_, count]) => format!("shifts {to} by {count} bits, more than it has"),
        _ => format!("`{}({})` has no result in {to}", op.mnemonic(), operands.join(", ")),
    }
}

/// The first and the last lane, with the verb that fits.
fn lanes(lanes: &Lanes, one: &str, several: &str) -> String {
    let Lanes { first, last, is_run } = lanes;
    let index = |lane: &[u32]| {
        let parts: Vec<_> = lane.iter().map(ToString::to_string).collect();
        if parts.len() == 1 { parts.concat() } else { format!("({})", parts.join(", ")) }
    };
    if first == last {
        format!("lane {} {one}", index(first))
    } else if *is_run {
        format!("lanes {} to {} {several}", index(first), index(last))
    } else {
        format!("lanes from {} on {several}", index(first))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(op: Op, values: &[i128], rule: Rule, unsigned: bool) -> Option<String> {
        let numbers = Numbers {
            op,
            values: values.to_vec(),
            axis: None,
            operand: Scalar::I64,
            result: Scalar::I32,
            unsigned,
        };
        words(&numbers, rule)
    }

    #[test]
    fn operands_stand_with_the_type_that_is_too_small() {
        let of = |op, values: &[i128]| told(op, values, Rule::SignedOverflow, false);
        assert_eq!(
            of(Op::Muli, &[2, 1_073_741_824]).as_deref(),
            Some("2 * 1073741824 = 2147483648 does not fit in i32")
        );
        assert_eq!(of(Op::Subi, &[-5, -7]).as_deref(), Some("(-5) - (-7) = 2 does not fit in i32"));
        assert_eq!(of(Op::Divi, &[7, 0]).as_deref(), Some("divides 7 by 0"));
        let natural = told(Op::Trunci, &[4_294_967_296], Rule::TruncationUnsigned, true);
        assert_eq!(natural.as_deref(), Some("4294967296 (u64) does not fit in u32"));
        assert_eq!(of(Op::Constant, &[]), None);
    }

    #[test]
    fn numbers_of_a_view_stand_with_their_axis() {
        let of = |values: &[i128], axis| along_axis(values, axis, "u32");
        assert_eq!(of(&[4, 0], 0).as_deref(), Some("axis 0 has 4 elements, at a stride of 0"));
        assert_eq!(
            of(&[17_179_869_181, 4], 1).as_deref(),
            Some("axis 1 has 17179869181 elements: at steps of 4, the number of tiles does not fit in u32")
        );
        assert_eq!(
            of(&[4_294_967_296], 0).as_deref(),
            Some("axis 0 has 4294967296 elements, a number that does not fit in u32")
        );
    }

    #[test]
    fn lanes_have_a_verb() {
        let of = |first: &[u32], last: &[u32], is_run| {
            lanes(&Lanes { first: first.to_vec(), last: last.to_vec(), is_run }, "lies", "lie")
        };
        assert_eq!(of(&[3], &[3], true), "lane 3 lies");
        assert_eq!(of(&[0, 768], &[0, 1023], true), "lanes (0, 768) to (0, 1023) lie");
        assert_eq!(of(&[0, 1], &[63, 31], false), "lanes from (0, 1) on lie");
    }
}
