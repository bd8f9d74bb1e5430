//! The code of small kernels, run by a simulated machine, leaves what the interpreter leaves.

use std::collections::{BTreeMap, HashMap};

use proptest::prelude::*;
use spec::syntax::launch::{Argument, Buffer, Launch};
use spec::valid::Valid;

use super::machine::{Array, Machine};
use crate::{Options, Target};

/// A tile in memory: element type, shape.
pub(super) type Of<'t> = (&'t str, &'t [u32]);

pub(super) fn text_of(ty: &str, shape: &[u32]) -> String {
    let extents: String = shape.iter().map(|extent| format!("{extent}x")).collect();
    format!("tile<{extents}{ty}>")
}

fn list(items: &[u32]) -> String {
    items.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}

/// The view of a tile in memory, and the type of its tiles: `%viewN`.
fn view(at: usize, (ty, shape): Of<'_>) -> (String, String) {
    let mut strides = vec![1; shape.len()];
    for axis in (0..shape.len().saturating_sub(1)).rev() {
        strides[axis] = strides[axis + 1] * shape[axis + 1];
    }
    let extents: Vec<String> = shape.iter().map(u32::to_string).collect();
    let strides = list(&strides);
    let (shape, extents) = (list(shape), extents.join("x"));
    let tensor = format!("tensor_view<{extents}x{ty}, strides=[{}]>", strides.replace(' ', ""));
    let tiles = format!("partition_view<tile=({extents}), {tensor}>");
    let text = format!(
        "  %tensor{at} = make_tensor_view %p{at}, shape = [{shape}], strides = [{strides}] : {tensor}\n  %view{at} = make_partition_view %tensor{at} : {tiles}\n"
    );
    (text, tiles)
}

/// A kernel of some lines that make `%out0` and so on of `%in0` and so on; `%s0` and so on are scalars.
pub(super) fn kernel(ins: &[Of<'_>], outs: &[Of<'_>], scalars: usize, lines: &str) -> String {
    let mut text = String::new();
    let params = ins.iter().chain(outs).enumerate().map(|(at, (ty, _))| format!("%p{at}: tile<ptr<{ty}>>"));
    let scalars = (0..scalars).map(|at| format!("%s{at}: tile<i32>"));
    let params: Vec<String> = params.chain(scalars).collect();
    text += &format!("entry @k({}) {{\n  %zero = constant <i32: 0> : tile<i32>\n", params.join(", "));
    let access = |shape: &[u32]| {
        let each = |what: &str| vec![what; shape.len()].join(", ");
        format!("[{}] inbounds = [{}]", each("%zero"), each("true"))
    };
    for (at, of) in ins.iter().enumerate() {
        let (made, tiles) = view(at, *of);
        let (access, ty) = (access(of.1), text_of(of.0, of.1));
        text += &made;
        text += &format!(
            "  %in{at}, %read{at} = load_view_tko weak %view{at}{access} : {tiles}, tile<i32> -> {ty}, token\n"
        );
    }
    text += lines;
    for (at, of) in outs.iter().enumerate() {
        let number = ins.len() + at;
        let (made, tiles) = view(number, *of);
        let (access, ty) = (access(of.1), text_of(of.0, of.1));
        text += &made;
        text += &format!(
            "  %done{at} = store_view_tko weak %out{at}, %view{number}{access} : {ty}, {tiles}, tile<i32> -> token\n"
        );
    }
    text + "  return\n}\n"
}

fn bytes_of((ty, shape): Of<'_>) -> usize {
    let each = match ty {
        "i1" | "i8" | "f8E4M3FN" | "f8E5M2" | "f8E8M0FNU" => 1,
        "i16" | "f16" | "bf16" => 2,
        "i32" | "f32" | "tf32" => 4,
        _ => 8,
    };
    shape.iter().product::<u32>() as usize * each
}

/// What the simulated machine leaves of the buffers, for code of so many threads.
fn simulated(valid: &Valid, threads: u32, buffers: &[Vec<u8>], scalars: &[i32]) -> Vec<Vec<u8>> {
    let options = Options { threads: Some(threads), ..Options::default() };
    let code = crate::made(valid, Target { sm: 80 }, options)
        .unwrap_or_else(|problem| panic!("{}", problem.message));
    let array = |(at, bytes): (usize, &Vec<u8>)| Array { base: (at as u64 + 1) << 32, bytes: bytes.clone() };
    let mut memory: Vec<Array> = buffers.iter().enumerate().map(array).collect();
    let pointers = memory.iter().map(|array| array.base);
    let words = pointers.chain(scalars.iter().map(|scalar| u64::from(scalar.cast_unsigned())));
    let params: HashMap<String, u64> =
        words.enumerate().map(|(at, bits)| (format!("k_param_{at}"), bits)).collect();
    let mut machine = Machine::new(
        threads as usize,
        [[0; 3], [1; 3]],
        &params,
        &mut memory,
        code.program.shared_bytes as usize,
        code.registers,
    );
    machine.run(&code.lines);
    memory.into_iter().map(|array| array.bytes).collect()
}

/// What the interpreter leaves.
fn interpreted(valid: &Valid, buffers: &[Vec<u8>], scalars: &[i32]) -> Vec<Vec<u8>> {
    let buffer = |bytes: &Vec<u8>| Buffer {
        bytes: bytes.len() as u64,
        alignment: 16,
        uninit: false,
        contents: BTreeMap::from([(0, bytes.clone())]),
    };
    let pointers = (0..buffers.len()).map(|buffer| Argument::Pointer { buffer, offset: 0 });
    let words = scalars.iter().map(|scalar| Argument::Scalar(scalar.cast_unsigned().into()));
    let launch = Launch {
        grid: [1; 3],
        arguments: pointers.chain(words).collect(),
        buffers: buffers.iter().map(buffer).collect(),
        blocks: None,
    };
    let outcome =
        interp::run(valid, &launch, &interp::Options::default()).unwrap_or_else(|stop| panic!("{stop}"));
    outcome.buffers.iter().map(|contents| contents.bytes(0..contents.len())).collect()
}

/// Some bytes of a tile: integers of any kind, floats that are small whole numbers, so that sums are exact.
fn contents(of: Of<'_>, seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let count = of.1.iter().product::<u32>();
    let mut bytes = Vec::new();
    for _ in 0..count {
        let (bits, whole) = (next(), (next() % 9) as f64 - 4.0);
        match of.0 {
            "i1" => bytes.push(bits as u8 & 1),
            "i8" => bytes.push(bits as u8),
            "i16" => bytes.extend((bits as u16).to_le_bytes()),
            "i32" => bytes.extend((bits as u32).to_le_bytes()),
            "i64" => bytes.extend(bits.to_le_bytes()),
            "f64" => bytes.extend(whole.to_le_bytes()),
            "f32" | "tf32" => bytes.extend((whole as f32).to_le_bytes()),
            "bf16" => bytes.extend(&(whole as f32).to_le_bytes()[2..]),
            "f16" => {
                bytes.extend((super::arithmetic::rounded(crate::ptx::Ty::F16, whole) as u16).to_le_bytes())
            }
            // 0, ±0.5 … ±1.75, and the like.
            "f8E4M3FN" => bytes.push((bits as u8 & 0x87) | 0x30),
            "f8E5M2" => bytes.push((bits as u8 & 0x83) | 0x38),
            "f8E8M0FNU" => bytes.push(126 + (bits % 3) as u8),
            other => panic!("{other}"),
        }
    }
    bytes
}

/// The kernel of a text.
pub(super) fn valid(text: &str) -> Valid {
    let module = spec::parse::module(text).unwrap_or_else(|problem| panic!("{problem:?}\n{text}"));
    let kernel = module.kernels.into_iter().next().expect("a kernel");
    Valid::new(kernel).unwrap_or_else(|problem| panic!("{problem:?}\n{text}"))
}

/// The code and the interpreter leave the same.
pub(super) fn agree(ins: &[Of<'_>], outs: &[Of<'_>], scalars: &[i32], lines: &str, threads: u32, seed: u64) {
    let text = kernel(ins, outs, scalars.len(), lines);
    let valid = valid(&text);
    let mut buffers: Vec<Vec<u8>> =
        ins.iter().enumerate().map(|(at, of)| contents(*of, seed + at as u64)).collect();
    buffers.extend(outs.iter().map(|of| vec![0; bytes_of(*of)]));
    let (left, expected) =
        (simulated(&valid, threads, &buffers, scalars), interpreted(&valid, &buffers, scalars));
    for (at, (left, expected)) in left.iter().zip(&expected).enumerate() {
        let first = left.iter().zip(expected).position(|(a, b)| a != b);
        assert!(first.is_none(), "buffer {at} differs from byte {first:?} on, {threads} threads:\n{text}");
    }
}

fn shape(bits: &[u32]) -> Vec<u32> {
    bits.iter().map(|bits| 1 << bits).collect()
}

/// Shapes of up to three axes and 2¹¹ elements.
fn shapes() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(0u32..6, 1..4)
        .prop_filter("small", |bits| bits.iter().sum::<u32>() < 12)
        .prop_map(|bits| shape(&bits))
}

fn threads() -> impl Strategy<Value = u32> {
    prop::sample::select(vec![32u32, 64, 128, 256])
}

fn types() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn permuted_tiles_arrive(shape in shapes(), ty in types(), threads in threads(), turn in 0usize..6, seed: u64) {
        prop_assume!(shape.len() > 1);
        let rank = shape.len();
        let mut axes: Vec<usize> = (0..rank).collect();
        axes.rotate_left(turn % rank);
        if turn >= 3 { axes.swap(0, 1); }
        let to: Vec<u32> = axes.iter().map(|axis| shape[*axis]).collect();
        let list: Vec<String> = axes.iter().map(usize::to_string).collect();
        let lines = format!("  %out0 = permute %in0 [{}] : {} -> {}\n", list.join(", "), text_of(ty, &shape), text_of(ty, &to));
        agree(&[(ty, &shape)], &[(ty, &to)], &[], &lines, threads, seed >> 1);
    }

    #[test]
    fn broadcast_and_reshaped_tiles_arrive(shape in shapes(), axis in 0usize..3, threads in threads(), seed: u64) {
        let axis = axis % shape.len();
        let mut from = shape.clone();
        from[axis] = 1;
        let flat = [shape.iter().product::<u32>()];
        let lines = format!(
            "  %wide = broadcast %in0 : {} -> {}\n  %both = addi %wide, %in1 : {}\n  %out0 = reshape %both : {} -> {}\n",
            text_of("i32", &from), text_of("i32", &shape), text_of("i32", &shape), text_of("i32", &shape), text_of("i32", &flat)
        );
        agree(&[("i32", &from), ("i32", &shape)], &[("i32", &flat)], &[], &lines, threads, seed >> 1);
    }

    #[test]
    fn sums_are_those_of_the_interpreter(shape in shapes(), axis in 0usize..3, ty in prop::sample::select(vec!["i8", "i32", "i64", "f32"]), threads in threads(), seed: u64) {
        let axis = axis % shape.len();
        prop_assume!(shape.len() > 1);
        let mut to = shape.clone();
        to.remove(axis);
        let (op, zero) = if ty == "f32" { ("addf", "0.0") } else { ("addi", "0") };
        let lines = format!(
            "  %out0 = reduce %in0 dim={axis} identities=[{zero} : {ty}] : {} -> {}\n  (%a: tile<{ty}>, %b: tile<{ty}>) {{\n    %c = {op} %a, %b : tile<{ty}>\n    yield %c : tile<{ty}>\n  }}\n",
            text_of(ty, &shape), text_of(ty, &to)
        );
        agree(&[(ty, &shape)], &[(ty, &to)], &[], &lines, threads, seed >> 1);
    }

    #[test]
    fn the_place_of_the_greatest_is_found(shape in shapes(), axis in 0usize..3, threads in threads(), seed: u64) {
        let axis = axis % shape.len();
        prop_assume!(shape.len() > 1);
        let mut to = shape.clone();
        to.remove(axis);
        let lines = format!(
            "  %out0, %out1 = reduce %in0, %in1 dim={axis} identities=[-2147483648 : i32, -2147483648 : i32] : {0}, {0} -> {1}, {1}
  (%a: tile<i32>, %b: tile<i32>, %i: tile<i32>, %j: tile<i32>) {{
    %more = cmpi greater_than %a, %b, signed : tile<i32> -> tile<i1>
    %same = cmpi equal %a, %b, signed : tile<i32> -> tile<i1>
    %later = cmpi greater_than %i, %j, signed : tile<i32> -> tile<i1>
    %tie = andi %same, %later : tile<i1>
    %first = ori %more, %tie : tile<i1>
    %c = select %first, %a, %b : tile<i1>, tile<i32>
    %k = select %first, %i, %j : tile<i1>, tile<i32>
    yield %c, %k : tile<i32>, tile<i32>
  }}\n",
            text_of("i32", &shape), text_of("i32", &to)
        );
        agree(&[("i32", &shape), ("i32", &shape)], &[("i32", &to), ("i32", &to)], &[], &lines, threads, seed >> 1);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn prefixes_are_those_of_the_interpreter(
        shape in shapes(),
        axis in 0usize..3,
        reverse: bool,
        ty in prop::sample::select(vec!["i8", "i32", "i64", "f32"]),
        threads in threads(),
        seed: u64,
    ) {
        let axis = axis % shape.len();
        let (op, zero) = if ty == "f32" { ("addf", "0.0") } else { ("addi", "0") };
        let lines = format!(
            "  %out0 = scan %in0 dim={axis} reverse={reverse} identities=[{zero} : {ty}] : {0} -> {0}
  (%a: tile<{ty}>, %b: tile<{ty}>) {{\n    %c = {op} %a, %b : tile<{ty}>\n    yield %c : tile<{ty}>\n  }}\n",
            text_of(ty, &shape)
        );
        agree(&[(ty, &shape)], &[(ty, &shape)], &[], &lines, threads, seed >> 1);
    }

    // Matrices modulo 2³², x ↦ m·x + n after another: associative, and every order but the right one shows.
    #[test]
    fn prefixes_keep_the_order(shape in shapes(), axis in 0usize..3, reverse: bool, threads in threads(), turned: bool, seed: u64) {
        let axis = axis % shape.len();
        let text = text_of("i32", &shape);
        let turned = turned && shape.len() == 2;
        let to = if turned { vec![shape[1], shape[0]] } else { shape.clone() };
        let wide = text_of("i32", &to);
        let [first, second] = if turned {
            [0, 1].map(|at| format!("  %x{at} = permute %in{at} [1, 0] : {text} -> {wide}\n"))
        } else {
            [0, 1].map(|at| format!("  %x{at} = reshape %in{at} : {text} -> {text}\n"))
        };
        let lines = format!(
            "{first}{second}  %out0, %out1 = scan %x0, %x1 dim={axis} reverse={reverse} identities=[1 : i32, 0 : i32] : {wide}, {wide} -> {wide}, {wide}
  (%m: tile<i32>, %p: tile<i32>, %n: tile<i32>, %q: tile<i32>) {{
    %mp = muli %m, %p : tile<i32>
    %mq = muli %m, %q : tile<i32>
    %s = addi %mq, %n : tile<i32>
    yield %mp, %s : tile<i32>, tile<i32>
  }}\n"
        );
        agree(&[("i32", &shape), ("i32", &shape)], &[("i32", &to), ("i32", &to)], &[], &lines, threads, seed >> 1);
    }

    #[test]
    fn tiles_side_by_side(shape in shapes(), axis in 0usize..3, ty in types(), threads in threads(), turned: bool, seed: u64) {
        let axis = axis % shape.len();
        let turned = turned && shape.len() == 2;
        let from = if turned { vec![shape[1], shape[0]] } else { shape.clone() };
        let mut to = shape.clone();
        to[axis] *= 2;
        let change = if turned { format!("permute %in0 [1, 0] : {} -> {}", text_of(ty, &from), text_of(ty, &shape)) } else { format!("reshape %in0 : {0} -> {0}", text_of(ty, &shape)) };
        let lines = format!("  %x = {change}\n  %out0 = cat %x, %in1 dim={axis} : {0}, {0} -> {1}\n", text_of(ty, &shape), text_of(ty, &to));
        agree(&[(ty, &from), (ty, &shape)], &[(ty, &to)], &[], &lines, threads, seed >> 1);
    }

    #[test]
    fn slices_are_found_and_replaced(shape in shapes(), cuts in prop::collection::vec(0u32..4, 3), ty in types(), threads in threads(), seed: u64) {
        let part: Vec<u32> = shape.iter().zip(&cuts).map(|(extent, cut)| (extent >> cut).max(1)).collect();
        let numbers: Vec<i32> = shape.iter().zip(&part).enumerate().map(|(at, (whole, part))| ((seed >> (8 * at)) % u64::from(whole / part)) as i32).collect();
        let names: Vec<String> = (0..shape.len()).map(|at| format!("%s{at}")).collect();
        let names = names.join(", ");
        let (whole_ty, part_ty) = (text_of(ty, &shape), text_of(ty, &part));
        let lines = format!("  %out0 = extract %in0[{names}] : {whole_ty} -> {part_ty}\n  %out1 = insert %in1, %in0[{names}] : {part_ty}, {whole_ty}\n");
        agree(&[(ty, &shape), (ty, &part)], &[(ty, &part), (ty, &shape)], &numbers, &lines, threads, seed >> 1);
    }

    #[test]
    fn bytes_are_cut_and_joined(count in 0u32..10, ty in prop::sample::select(vec!["i1", "i16", "i32", "i64", "f16", "f32", "f64"]), threads in threads(), seed: u64) {
        let bits = match ty { "i1" => 1, "i16" | "f16" => 16, "i32" | "f32" => 32, _ => 64 };
        let shape = [(1u32 << count).max(8)];
        let bytes = [shape[0] * bits / 8];
        let lines = format!("  %out0 = pack %in0 : {0} -> {1}\n  %out1 = unpack %in1 : {1} -> {0}\n", text_of(ty, &shape), text_of("i8", &bytes));
        agree(&[(ty, &shape), ("i8", &bytes)], &[("i8", &bytes), (ty, &shape)], &[], &lines, threads, seed >> 1);
    }
}

/// More than goes through shared memory at once.
#[test]
fn large_tiles_go_in_parts() {
    for (ty, shape, threads) in [("f32", [128, 128], 128), ("i64", [64, 256], 64), ("i8", [256, 256], 512)] {
        let turned = [shape[1], shape[0]];
        let lines =
            format!("  %out0 = permute %in0 [1, 0] : {} -> {}\n", text_of(ty, &shape), text_of(ty, &turned));
        agree(&[(ty, &shape)], &[(ty, &turned)], &[], &lines, threads, 7);
    }
}

/// What each type of a width becomes and was.
#[test]
fn bits_stay_under_another_name() {
    let pairs = [
        ("i16", "f16"),
        ("i16", "bf16"),
        ("f16", "bf16"),
        ("i32", "f32"),
        ("i64", "f64"),
        ("i8", "f8E4M3FN"),
        ("i8", "f8E5M2"),
    ];
    for (at, (one, other)) in pairs.into_iter().enumerate() {
        for (from, to) in [(one, other), (other, one)] {
            let lines =
                format!("  %out0 = bitcast %in0 : {} -> {}\n", text_of(from, &[64]), text_of(to, &[64]));
            agree(&[(from, &[64])], &[(to, &[64])], &[], &lines, 32, at as u64);
        }
    }
}
