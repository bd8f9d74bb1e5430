//! An operation read over bits: runs a kernel that applies the operation and stores the result.

use std::collections::BTreeMap;
use std::sync::Arc;

use interp::{Options, Stop};
use spec::rules::Rule;
use spec::syntax::attributes::{Constant, Literal};
use spec::syntax::kernel::{Kernel, ValueId};
use spec::syntax::launch::{Argument, Buffer, Launch};
use spec::syntax::types::Scalar;
use spec::valid::Valid;

use crate::forms::Form;

/// What a run gives: the result as signed (of a boolean 0 or 1), or the rule that it breaks, with the lane.
pub(crate) type Ran = Result<Vec<i128>, (Rule, usize)>;

/// A kernel that applies a form to `lanes` operands from memory; with a single lane, to the arguments.
pub(crate) fn kernel(form: &Form, lanes: usize) -> Valid {
    let text = if lanes == 1 { scalar(form) } else { tile(form, lanes) };
    valid(text, form, &["a", "b"])
}

/// A kernel that applies a form to constants.
pub(crate) fn of_constants(form: &Form, operands: &[i128]) -> Valid {
    let (from, to) = (form.from, form.to);
    let text = format!(
        "entry @constants(%r: tile<ptr<{to}>>) {{\n  %a = constant <{from}: 0> : tile<{from}>\n  \
         %b = constant <{from}: 0> : tile<{from}>\n  %x = constant <{to}: 0> : tile<{to}>\n{}",
        store(to, "r")
    );
    let mut kernel = Kernel::clone(&valid(text, form, &["a", "b"]));
    for (op, operand) in kernel.body.ops.iter_mut().zip(operands) {
        op.attributes.constant = Some(Constant::Splat(Literal(pattern(from, *operand))));
    }
    Valid::new(Arc::new(kernel)).expect("constants are constants")
}

fn store(to: Scalar, pointer: &str) -> String {
    format!("  %t = store_ptr_tko weak %{pointer}, %x : tile<ptr<{to}>>, tile<{to}> -> token\n  return\n}}\n")
}

fn scalar(form: &Form) -> String {
    let (from, to) = (form.from, form.to);
    format!(
        "entry @scalar(%r: tile<ptr<{to}>>, %a: tile<{from}>, %b: tile<{from}>) {{\n  \
         %x = constant <{to}: 0> : tile<{to}>\n{}",
        store(to, "r")
    )
}

fn tile(form: &Form, n: usize) -> String {
    let (from, to) = (form.from, form.to);
    let places = |name: &str, ty: Scalar| {
        format!(
            "  %{name}_1 = reshape %{name}_0 : tile<ptr<{ty}>> -> tile<1xptr<{ty}>>\n  \
             %{name}_2 = broadcast %{name}_1 : tile<1xptr<{ty}>> -> tile<{n}xptr<{ty}>>\n  \
             %{name}_3 = offset %{name}_2, %lane : tile<{n}xptr<{ty}>>, tile<{n}xi32> -> tile<{n}xptr<{ty}>>\n"
        )
    };
    let load = |name: &str| {
        format!(
            "  %{name}, %{name}_t = load_ptr_tko weak %{name}_3 : tile<{n}xptr<{from}>> -> tile<{n}x{from}>, token\n"
        )
    };
    let params = format!("%r_0: tile<ptr<{to}>>, %a_0: tile<ptr<{from}>>, %b_0: tile<ptr<{from}>>");
    let body = [places("r", to), places("a", from), places("b", from), load("a"), load("b")].concat();
    format!(
        "entry @tile({params}) {{\n  %lane = iota : tile<{n}xi32>\n{body}  \
         %x = constant <{to}: 0> : tile<{n}x{to}>\n  \
         %t = store_ptr_tko weak %r_3, %x : tile<{n}xptr<{to}>>, tile<{n}x{to}> -> token\n  return\n}}\n"
    )
}

/// The kernel of a text, in which the form stands where `%x` is made.
fn valid(text: String, form: &Form, operands: &[&str]) -> Valid {
    let module = spec::parse::module(&text).unwrap_or_else(|problem| panic!("{}\n{text}", problem.message));
    let mut kernel = Kernel::clone(&module.kernels[0]);
    let named = |name: &str| kernel.values.iter().position(|value| value.name == name).expect("it is there");
    let operands = operands[..form.arity].iter().map(|name| ValueId(named(name) as u32)).collect();
    let x = ValueId(named("x") as u32);
    let made = kernel.body.ops.iter_mut().find(|op| op.results.contains(&x)).expect("it is made");
    (made.op, made.operands, made.attributes) = (form.op, operands, form.attributes.clone());
    Valid::new(Arc::new(kernel)).unwrap_or_else(|problem| panic!("{problem}: {form:?}"))
}

/// The bits of a number.
pub(crate) fn pattern(ty: Scalar, number: i128) -> u64 {
    (number as u64) & (u64::MAX >> (64 - ty.bits()))
}

/// Runs a kernel of [`kernel`] on one row of operands a lane.
pub(crate) fn run(kernel: &Valid, form: &Form, rows: &[Vec<i128>], ignore: Option<Rule>) -> Ran {
    let pointer = |buffer| Argument::Pointer { buffer, offset: 0 };
    let column = |at: usize| rows.iter().map(move |row| row.get(at).copied().unwrap_or(0));
    let mut buffers = vec![buffer(form.to, &vec![0; rows.len()])];
    let mut arguments = vec![pointer(0)];
    for at in 0..kernel.params.len() - 1 {
        if rows.len() == 1 {
            arguments.push(Argument::Scalar(pattern(form.from, column(at).sum())));
        } else {
            buffers.push(buffer(form.from, &column(at).collect::<Vec<_>>()));
            arguments.push(pointer(buffers.len() - 1));
        }
    }
    let launch = Launch { grid: [1; 3], arguments, buffers, blocks: None };
    match interp::run(kernel, &launch, &Options { ignore, ..Options::default() }) {
        Ok(outcome) => {
            let width = form.to.bytes() as usize;
            let bytes = outcome.buffers[0].bytes(0..outcome.buffers[0].len());
            Ok(bytes.chunks(width).map(|chunk| number(form.to, chunk)).collect())
        }
        Err(Stop::Violation(violation)) => {
            let lane = violation.party.lane.and_then(|lane| lane.first().copied()).unwrap_or(0);
            Err((violation.rule, lane as usize))
        }
        Err(stop) => panic!("{stop}: {form:?}"),
    }
}

fn buffer(ty: Scalar, numbers: &[i128]) -> Buffer {
    let width = ty.bytes() as usize;
    let bytes = numbers.iter().flat_map(|number| pattern(ty, *number).to_le_bytes()[..width].to_vec());
    let bytes: Vec<u8> = bytes.collect();
    Buffer { bytes: bytes.len() as u64, alignment: 16, uninit: false, contents: BTreeMap::from([(0, bytes)]) }
}

/// The number that bytes are: signed, of a boolean 0 or 1.
fn number(ty: Scalar, bytes: &[u8]) -> i128 {
    let mut wide = [0; 16];
    wide[..bytes.len()].copy_from_slice(bytes);
    let natural = i128::from_le_bytes(wide);
    let sign = 1 << (ty.bits() - 1);
    if ty == Scalar::I1 || natural < sign { natural } else { natural - 2 * sign }
}
