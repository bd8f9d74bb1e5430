//! The kernels of operations on whole tiles: reductions, scans, shapes, products.

use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

use super::kernels::{Kernel, tile};

/// A combiner: the mnemonic with the text behind its operands, the part of the kernel's name, and the identity.
type Combiner = (&'static str, &'static str, &'static str, &'static str);

const INTEGERS: &[Scalar] = &[Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64];
const FLOATS: &[Scalar] = &[Scalar::F16, Scalar::Bf16, Scalar::F32, Scalar::F64];

const OF_INTEGERS: &[Combiner] = &[
    ("addi", "", "addi", "0"),
    ("muli", "", "muli", "1"),
    ("andi", "", "andi", "-1"),
    ("ori", "", "ori", "0"),
    ("xori", "", "xori", "0"),
    ("maxi", "unsigned", "maxi_unsigned", "0"),
    ("mini", "unsigned", "mini_unsigned", "-1"),
    ("maxi", "signed", "maxi_signed", "least"),
    ("mini", "signed", "mini_signed", "greatest"),
];
const OF_FLOATS: &[Combiner] = &[
    ("addf", "", "addf", "0.0"),
    ("mulf", "", "mulf", "1.0"),
    ("maxf", "", "maxf", "-inf"),
    ("minf", "", "minf", "inf"),
    ("maxf", "propagate_nan", "maxf_propagate_nan", "-inf"),
    ("minf", "propagate_nan", "minf_propagate_nan", "inf"),
];

/// All kernels.
pub(crate) fn kernels() -> Vec<Kernel> {
    let mut all = Vec::new();
    for (scalars, combiners) in [(INTEGERS, OF_INTEGERS), (FLOATS, OF_FLOATS)] {
        for scalar in scalars {
            combiners.iter().for_each(|combiner| folded(*scalar, *combiner, &mut all));
        }
    }
    INTEGERS.iter().chain(FLOATS).for_each(|scalar| shapes(*scalar, &mut all));
    products(&mut all);
    all
}

/// The text of an identity.
fn identity(scalar: Scalar, text: &str) -> String {
    let least = || -(1i128 << (scalar.bits() - 1));
    match (text, scalar) {
        ("least", _) => least().to_string(),
        ("greatest", _) => (-1 - least()).to_string(),
        ("inf", Scalar::F16) => "0x7C00".to_owned(),
        ("inf", Scalar::Bf16) => "0x7F80".to_owned(),
        ("inf", Scalar::F64) => "0x7FF0000000000000".to_owned(),
        ("inf", _) => "0x7F800000".to_owned(),
        ("-inf", Scalar::F16) => "0xFC00".to_owned(),
        ("-inf", Scalar::Bf16) => "0xFF80".to_owned(),
        ("-inf", Scalar::F64) => "0xFFF0000000000000".to_owned(),
        ("-inf", _) => "0xFF800000".to_owned(),
        (text, _) => text.to_owned(),
    }
}

/// Reductions and scans along the one axis of a tile, and along each of two.
fn folded(scalar: Scalar, combiner: Combiner, all: &mut Vec<Kernel>) {
    let (mnemonic, mode, named, neutral) = combiner;
    let neutral = identity(scalar, neutral);
    let region = format!(
        "  (%e: tile<{scalar}>, %s: tile<{scalar}>) {{\n    %n = {mnemonic} %e, %s {mode} : tile<{scalar}>\n    \
         yield %n : tile<{scalar}>\n  }}\n"
    );
    for (shape, dim, along) in [(vec![64], 0, ""), (vec![8, 16], 0, "_down"), (vec![8, 16], 1, "_across")] {
        let of = tile(scalar, &shape);
        let mut left = shape.clone();
        left.remove(dim);
        let stored = if left.is_empty() { vec![1] } else { left.clone() };
        let (made, to) = (tile(scalar, &left), tile(scalar, &stored));
        let reshaped =
            if left == stored { String::new() } else { format!("  %r = reshape %sum : {made} -> {to}\n") };
        let result = if left == stored { "%r" } else { "%sum" };
        all.push(Kernel {
            name: format!("reduce_{named}_{scalar}{along}"),
            op: Op::Reduce,
            operands: vec![(scalar, shape.clone())],
            result: (scalar, stored),
            lines: format!("  {result} = reduce %a dim={dim} identities=[{neutral} : {scalar}] : {of} -> {made}\n{region}{reshaped}"),
        });
        for (reverse, back) in [(false, ""), (true, "_back")] {
            all.push(Kernel {
                name: format!("scan_{named}_{scalar}{along}{back}"),
                op: Op::Scan,
                operands: vec![(scalar, shape.clone())],
                result: (scalar, shape.clone()),
                lines: format!(
                    "  %r = scan %a dim={dim} reverse={reverse} identities=[{neutral} : {scalar}] : {of} -> {of}\n{region}"
                ),
            });
        }
    }
}

/// Operations that only move elements.
fn shapes(scalar: Scalar, all: &mut Vec<Kernel>) {
    let mut add = |name: &str, op, operands: &[&[u32]], result: &[u32], lines: String| {
        all.push(Kernel {
            name: format!("{name}_{scalar}"),
            op,
            operands: operands.iter().map(|shape| (scalar, shape.to_vec())).collect(),
            result: (scalar, result.to_vec()),
            lines,
        });
    };
    let of = |shape: &[u32]| tile(scalar, shape);
    let (line, wide, tall) = (of(&[64]), of(&[4, 16]), of(&[16, 4]));
    let moved = |op: &str, from: &str, to: &str| format!("  %r = {op} : {from} -> {to}\n");
    add("reshape", Op::Reshape, &[&[64]], &[4, 16], moved("reshape %a", &line, &wide));
    add("reshape_flat", Op::Reshape, &[&[4, 16]], &[64], moved("reshape %a", &wide, &line));
    add("permute", Op::Permute, &[&[4, 16]], &[16, 4], moved("permute %a [1, 0]", &wide, &tall));
    let (cube, turned) = (of(&[2, 4, 8]), of(&[8, 2, 4]));
    add(
        "permute_cube",
        Op::Permute,
        &[&[2, 4, 8]],
        &[8, 2, 4],
        moved("permute %a [2, 0, 1]", &cube, &turned),
    );
    add("broadcast_rows", Op::Broadcast, &[&[1, 16]], &[4, 16], moved("broadcast %a", &of(&[1, 16]), &wide));
    add("broadcast_columns", Op::Broadcast, &[&[4, 1]], &[4, 16], moved("broadcast %a", &of(&[4, 1]), &wide));
    let pair =
        |from: &str, to: &str, dim| format!("  %r = cat %a, %b dim = {dim} : {from}, {from} -> {to}\n");
    add("cat_rows", Op::Cat, &[&[4, 16], &[4, 16]], &[8, 16], pair(&wide, &of(&[8, 16]), 0));
    add("cat_columns", Op::Cat, &[&[4, 16], &[4, 16]], &[4, 32], pair(&wide, &of(&[4, 32]), 1));
    let two = "  %two = constant <i32: 2> : tile<i32>\n  %one = constant <i32: 1> : tile<i32>\n";
    let small = of(&[2, 4]);
    let slice = format!("{two}  %r = extract %a[%one, %two] : {wide} -> {small}\n");
    add("extract", Op::Extract, &[&[4, 16]], &[2, 4], slice);
    let slice = format!("{two}  %r = insert %b, %a[%one, %two] : {small}, {wide}\n");
    add("insert", Op::Insert, &[&[4, 16], &[2, 4]], &[4, 16], slice);
}

/// Matrix products.
fn products(all: &mut Vec<Kernel>) {
    use Scalar::{Bf16, F8E4m3fn, F8E5m2, F16, F32, F64, I8, I32, Tf32};
    let floats = [
        (F16, F16),
        (F16, F32),
        (Bf16, F32),
        (F32, F32),
        (Tf32, F32),
        (F64, F64),
        (F8E4m3fn, F16),
        (F8E4m3fn, F32),
        (F8E5m2, F16),
        (F8E5m2, F32),
    ];
    let sizes = [(16, 16, 16), (16, 32, 16), (8, 16, 32)];
    for (m, n, k) in sizes {
        let types = |of: Scalar, to| {
            (format!("{}, {}, {}", tile(of, &[m, k]), tile(of, &[k, n]), tile(to, &[m, n])), (to, vec![m, n]))
        };
        let operands = |of, to| vec![(of, vec![m, k]), (of, vec![k, n]), (to, vec![m, n])];
        for (of, to) in floats {
            let (types, result) = types(of, to);
            let lines = format!("  %r = mmaf %a, %b, %c : {types}\n");
            let name = format!("mmaf_{of}_{to}_{m}_{n}_{k}");
            all.push(Kernel { name, op: Op::Mmaf, operands: operands(of, to), result, lines });
        }
        for left in ["signed", "unsigned"] {
            for right in ["signed", "unsigned"] {
                let (types, result) = types(I8, I32);
                let lines = format!("  %r = mmai %a, %b, %c {left} {right} : {types}\n");
                let name = format!("mmai_{left}_{right}_{m}_{n}_{k}");
                all.push(Kernel { name, op: Op::Mmai, operands: operands(I8, I32), result, lines });
            }
        }
    }
}
