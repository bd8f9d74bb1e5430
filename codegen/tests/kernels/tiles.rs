//! What moves, cuts, joins and combines the elements of tiles, on the simulated machine.

use proptest::prelude::*;

use super::agreement::{agree, kernel, text_of, valid};
use crate::compile::compile_valid;
use crate::ir::ptx::{Inst, Line, Opcode, Operand, Ty};
use crate::tests::sample;
use crate::{Options, Target};

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
    prop::sample::select(vec![32u32, 64, 128, 256, 512, 1024])
}

fn types() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: sample(48), failure_persistence: None, ..ProptestConfig::default() })]

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
    #![proptest_config(ProptestConfig { cases: sample(64), failure_persistence: None, ..ProptestConfig::default() })]

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

/// Sums, a transposition and an `if` in a loop: no thread writes what another still reads.
#[test]
fn exchanges_in_loops_wait_for_each_other() {
    let (flat, tall) = (text_of("i32", &[16, 32]), text_of("i32", &[32, 16]));
    let sum = |of: &str, name: &str, dim: u32, left: u32| {
        format!(
            "    %{name} = reduce %{of} dim={dim} identities=[0 : i32] : {flat} -> tile<{left}xi32>
    (%a{name}: tile<i32>, %b{name}: tile<i32>) {{\n      %c{name} = addi %a{name}, %b{name} : tile<i32>\n      yield %c{name} : tile<i32>\n    }}\n"
        )
    };
    let lines = format!(
        "  %one = constant <i32: 1> : tile<i32>
  %out0 = for %i in (%zero to %s0, step %one) : tile<i32> iter_values(%x = %in0) -> ({flat}) {{
{}{}    %row = reshape %columns : tile<32xi32> -> tile<1x32xi32>
    %along = broadcast %row : tile<1x32xi32> -> {flat}
    %column = reshape %rows : tile<16xi32> -> tile<16x1xi32>
    %down = broadcast %column : tile<16x1xi32> -> {flat}
    %more = addi %along, %down : {flat}
    %odd = cmpi equal %i, %one, signed : tile<i32> -> tile<i1>
    %y = if %odd -> ({flat}) {{
      %turned = permute %x [1, 0] : {flat} -> {tall}
      %back = reshape %turned : {tall} -> {flat}
      yield %back : {flat}
    }} else {{
      yield %x : {flat}
    }}
    %z = addi %y, %more : {flat}
    continue %z : {flat}
  }}\n",
        sum("x", "columns", 0, 32),
        sum("x", "rows", 1, 16)
    );
    for threads in [32, 64, 256] {
        agree(&[("i32", &[16, 32])], &[("i32", &[16, 32])], &[4], &lines, threads, 9);
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

/// The factors of the wide products of the code for some lines.
fn wide_products(lines: &str) -> Vec<Vec<Operand>> {
    let array: (&str, &[u32]) = ("i32", &[64]);
    let text = kernel(&[array; 2], &[array; 2], 0, lines);
    let options = Options { threads: Some(64), ..Options::default() };
    let code = compile_valid(&valid(&text), Target { sm: 90 }, options);
    let code = code.unwrap_or_else(|problem| panic!("{}\n{text}", problem.message));
    let factors = |line: &Line| {
        let Inst::Compute { op: Opcode::MulWide, ty: Ty::U32, from, .. } = &line.inst else { return None };
        Some(from.clone())
    };
    let is_of_registers = |from: &Vec<Operand>| from.iter().all(|one| matches!(one, Operand::Reg(_)));
    code.lines.iter().filter_map(factors).filter(is_of_registers).collect()
}

/// Both halves of a product come from equal wide products, which the assembler computes once. Another product has no wide one.
#[test]
fn both_halves_of_a_product_are_one_multiplication() {
    let (tile, array): (String, (&str, &[u32])) = (text_of("i32", &[64]), ("i32", &[64]));
    for (factors, count) in [("%in0, %in1", 2), ("%in1, %in0", 2), ("%in0, %in0", 1)] {
        let lines = format!("  %out0 = mulhii %in0, %in1 : {tile}\n  %out1 = muli {factors} : {tile}\n");
        let products = wide_products(&lines);
        assert!(products.len() == count && products.iter().all(|one| *one == products[0]), "{products:?}");
        agree(&[array; 2], &[array; 2], &[], &lines, 64, 5);
    }
}
