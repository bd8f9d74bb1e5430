//! The kernels of generated cases: one operation each, of every possible type and mode.

use std::fmt::Write;
use std::sync::Arc;

use spec::syntax::attributes::{Comparison, Ordering, Overflow, Rounding, Signedness};
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;
use spec::valid::Valid;

/// A kernel with one operation between loads of operands and a store of the result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Kernel {
    /// The name.
    pub(crate) name: String,
    /// The operation.
    pub(crate) op: Op,
    /// The operands' elements and extents.
    pub(crate) operands: Vec<(Scalar, Vec<u32>)>,
    /// The result's.
    pub(crate) result: (Scalar, Vec<u32>),
    /// The lines that make `%r` of `%a`, `%b` and `%c`.
    pub(crate) lines: String,
}

/// What operands are called in the lines, and as parameters.
const OPERANDS: [(&str, &str); 3] = [("a", "x"), ("b", "y"), ("c", "z")];

/// Elements of the tiles of element-wise operations of one operand, and of several: each special value with each.
const ALONE: u32 = 64;
const CROSSED: u32 = 256;

/// The element types of single loads and stores.
pub(crate) const SCALARS: [Scalar; 12] = [
    Scalar::I1,
    Scalar::I8,
    Scalar::I16,
    Scalar::I32,
    Scalar::I64,
    Scalar::F16,
    Scalar::Bf16,
    Scalar::F32,
    Scalar::F64,
    Scalar::Tf32,
    Scalar::F8E4m3fn,
    Scalar::F8E5m2,
];

pub(crate) fn extents(shape: &[u32]) -> String {
    shape.iter().map(u32::to_string).collect::<Vec<_>>().join("x")
}

pub(crate) fn tile(scalar: Scalar, shape: &[u32]) -> String {
    let extents: String = shape.iter().map(|extent| format!("{extent}x")).collect();
    format!("tile<{extents}{scalar}>")
}

impl Kernel {
    /// The kernel as text, with a contract.
    pub(crate) fn text(&self) -> String {
        let operands: Vec<_> = self.operands.iter().zip(OPERANDS).collect();
        let mut buffers: Vec<_> =
            operands.iter().map(|((scalar, shape), (_, name))| (*name, *scalar, shape)).collect();
        buffers.push(("o", self.result.0, &self.result.1));
        let mut text = format!("contract @{} {{\n  grid = (1)\n", self.name);
        // Writing to a string does not fail.
        for (name, scalar, shape) in &buffers {
            let _ = writeln!(text, "  buffer {name} : {scalar}[{}]", shape.iter().product::<u32>());
        }
        let params: Vec<_> =
            buffers.iter().map(|(name, scalar, _)| format!("%{name}: tile<ptr<{scalar}>>")).collect();
        let _ = writeln!(
            text,
            "}}\nentry @{}({}) {{\n  %zero = constant <i32: 0> : tile<i32>",
            self.name,
            params.join(", ")
        );
        for ((scalar, shape), (value, name)) in operands {
            let (made, view, index, promise) = view(name, *scalar, shape);
            let _ = writeln!(
                text,
                "{made}  %{value}, %{value}_read = load_view_tko weak %{name}_tiles[{index}] inbounds = [{promise}] : {view}, tile<i32> -> {}, token",
                tile(*scalar, shape)
            );
        }
        text.push_str(&self.lines);
        let (scalar, shape) = &self.result;
        let (made, view, index, promise) = view("o", *scalar, shape);
        let _ = writeln!(
            text,
            "{made}  %done = store_view_tko weak %r, %o_tiles[{index}] inbounds = [{promise}] : {}, {view}, tile<i32> -> token\n  return\n}}",
            tile(*scalar, shape)
        );
        text
    }

    /// Whether the kernel is legal.
    fn is_legal(&self) -> bool {
        let Ok(module) = spec::parse::module(&self.text()) else { return false };
        Valid::new(Arc::clone(&module.kernels[0])).is_ok()
    }
}

/// The lines that make a buffer's view, the type of the view, the indices of the only tile, and an in-bounds
/// assumption.
fn view(name: &str, scalar: Scalar, shape: &[u32]) -> (String, String, String, String) {
    let strides: Vec<String> =
        (0..shape.len()).map(|axis| shape[axis + 1..].iter().product::<u32>().to_string()).collect();
    let list: Vec<_> = shape.iter().map(u32::to_string).collect();
    let tensor = format!("tensor_view<{}x{scalar}, strides=[{}]>", extents(shape), strides.join(","));
    let view = format!("partition_view<tile=({}), {tensor}>", extents(shape));
    let made = format!(
        "  %{name}_view = make_tensor_view %{name}, shape = [{}], strides = [{}] : {tensor}\n  \
         %{name}_tiles = make_partition_view %{name}_view : {view}\n",
        list.join(", "),
        strides.join(", ")
    );
    (made, view, vec!["%zero"; shape.len()].join(", "), vec!["true"; shape.len()].join(", "))
}

/// The replacements of a word: the text, and the part of the kernel's name.
fn choices(word: &str) -> Vec<(String, String)> {
    let plain = |names: &[&str]| names.iter().map(|name| ((*name).to_owned(), (*name).to_owned())).collect();
    let named = |kind: &str, names: Vec<&str>| -> Vec<(String, String)> {
        let none = [(String::new(), String::new())];
        let of = |name: &str| (format!("{kind}<{name}>"), name.to_owned());
        none.into_iter().chain(names.into_iter().map(of)).collect()
    };
    let flag = |name: &str| vec![(String::new(), String::new()), (name.to_owned(), name.to_owned())];
    match word {
        "$signedness" | "$second_signedness" => {
            plain(&Signedness::NAMES.iter().map(|(_, name)| *name).collect::<Vec<_>>())
        }
        "$comparison" => plain(&Comparison::NAMES.iter().map(|(_, name)| *name).collect::<Vec<_>>()),
        "$ordering" => plain(&Ordering::NAMES.iter().map(|(_, name)| *name).collect::<Vec<_>>()),
        "$overflow" => named("overflow", Overflow::NAMES.iter().skip(1).map(|(_, name)| *name).collect()),
        "$rounding" => named("rounding", Rounding::NAMES.iter().map(|(_, name)| *name).collect()),
        "$flush_to_zero" => flag("flush_to_zero"),
        "$propagate_nan" => flag("propagate_nan"),
        "$saturating" => flag("saturating"),
        "%0" => vec![("%a".to_owned(), String::new())],
        "%1" => vec![("%b".to_owned(), String::new())],
        "%2" => vec![("%c".to_owned(), String::new())],
        word => vec![(word.to_owned(), String::new())],
    }
}

/// Every choice of every word of a form, joined.
fn lines(words: &str) -> Vec<(String, String)> {
    let mut all = vec![(String::new(), String::new())];
    for word in words.split_whitespace() {
        let longer = |(line, name): &(String, String)| {
            let (line, name) = (line.clone(), name.clone());
            choices(word).into_iter().map(move |(text, mode)| {
                let name = if mode.is_empty() { name.clone() } else { format!("{name}_{mode}") };
                (format!("{line} {text}"), name)
            })
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// The kernels of an element-wise operation on every type and in every mode, whether they are legal or not.
pub(crate) fn possible(op: Op) -> Vec<Kernel> {
    types(op).flat_map(|(from, to)| variants(op, from, to)).collect()
}

/// The legal ones.
pub(crate) fn legal(op: Op) -> Vec<Kernel> {
    types(op).flat_map(|(from, to)| legal_variants(op, variants(op, from, to))).collect()
}

fn has_one_type(op: Op) -> bool {
    op.form().contains("=R")
}

/// The types of the first operand and of the result.
fn types(op: Op) -> impl Iterator<Item = (Scalar, Scalar)> {
    let same = has_one_type(op);
    let results = move |from| SCALARS.into_iter().filter(move |to| !same || *to == from);
    SCALARS.into_iter().flat_map(move |from| results(from).map(move |to| (from, to)))
}

/// A kernel for every mode of an operation on such types.
fn variants(op: Op, from: Scalar, to: Scalar) -> Vec<Kernel> {
    let same = has_one_type(op);
    let (words, _) = op.form().split_once(':').unwrap_or((op.form(), ""));
    let count = (0..3).filter(|place| words.contains(&format!("%{place}"))).count();
    let shape = vec![if count == 1 { ALONE } else { CROSSED }];
    let operand = |place| (if op == Op::Fpowi && place == 1 { Scalar::I32 } else { from }, shape.clone());
    let types = match (op, same) {
        (Op::Fpowi, _) => format!("{}, {}", tile(from, &shape), tile(Scalar::I32, &shape)),
        (_, true) => tile(from, &shape),
        (_, false) => format!("{} -> {}", tile(from, &shape), tile(to, &shape)),
    };
    let kernel = |(line, mode): (String, String)| Kernel {
        name: if same {
            format!("{}_{from}{mode}", op.mnemonic())
        } else {
            format!("{}_{from}_{to}{mode}", op.mnemonic())
        },
        op,
        operands: (0..count).map(operand).collect(),
        result: (to, shape.clone()),
        lines: format!("  %r = {}{line} : {types}\n", op.mnemonic()),
    };
    lines(words).into_iter().map(kernel).collect()
}

fn legal_variants(op: Op, variants: Vec<Kernel>) -> Vec<Kernel> {
    // If the first variant, which has every required word, is illegal, no mode is tried.
    let converts = matches!(op, Op::Ftof | Op::Itof | Op::Ftoi);
    if variants.first().is_none_or(|first| !converts && !first.is_legal()) {
        return Vec::new();
    }
    variants.into_iter().filter(Kernel::is_legal).collect()
}
