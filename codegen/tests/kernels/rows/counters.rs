//! Loops whose numbers meet the bound have no test of a sum that wraps around.

use crate::compile::{CompiledKernel, compile_valid};
use crate::ir::ptx::{Compare, Inst, Opcode, Operand, Reg};
use crate::tests::kernels::agreement::{interpreted, ran, valid};
use crate::{Options, Target};

/// A kernel that stores the sum of the numbers of a loop, whose bounds are multiples of a number.
fn text(multiple: u32, step: i32) -> String {
    let (tensor, tile) = ("tensor_view<1xi32, strides=[1]>", "tile<1xi32>");
    let view = format!("partition_view<tile=(1), {tensor}>");
    format!(
        "entry @k(%p0: tile<ptr<i32>>, %from: tile<i32>, %to: tile<i32>) {{
  %zero = constant <i32: 0> : tile<i32>
  %step = constant <i32: {step}> : tile<i32>
  %lower = assume div_by<{multiple}>, %from : tile<i32>
  %upper = assume div_by<{multiple}>, %to : tile<i32>
  %sum = for %k in (%lower to %upper, step %step) : tile<i32> iter_values(%old = %zero) -> (tile<i32>) {{
    %more = addi %old, %k : tile<i32>
    continue %more : tile<i32>
  }}
  %t = make_tensor_view %p0, shape = [1], strides = [1] : {tensor}
  %v = make_partition_view %t : {view}
  %one = reshape %sum : tile<i32> -> {tile}
  %done = store_view_tko weak %one, %v[%zero] : {tile}, {view}, tile<i32> -> token
  return
}}
"
    )
}

fn compiled(text: &str) -> CompiledKernel {
    let options = Options { threads: Some(32), ..Options::default() };
    let made = compile_valid(&valid(text), Target { sm: 90 }, options);
    made.unwrap_or_else(|problem| panic!("{}\n{text}", problem.message))
}

/// Tests whether a sum is below the number that it was computed from.
fn tests_of_sums(code: &CompiledKernel) -> usize {
    let is_sum = |sum: Reg, of: Operand| {
        code.lines.iter().any(|line| {
            matches!(&line.inst, Inst::Compute { op: Opcode::Add, to, from, .. } if *to == sum && from.contains(&of))
        })
    };
    let is_test = |inst: &Inst| {
        matches!(inst, Inst::Compare { compare: Compare::Lt, from: [Operand::Reg(sum), of], .. }
            if is_sum(*sum, *of))
    };
    code.lines.iter().filter(|line| is_test(&line.inst)).count()
}

fn agrees(multiple: u32, step: i32, bounds: &[(i32, i32)]) -> usize {
    let text = text(multiple, step);
    let (kernel, code) = (valid(&text), compiled(&text));
    for (from, to) in bounds {
        let (buffers, scalars) = (vec![vec![0; 4]], [*from, *to]);
        let left = ran(&code, &buffers, &scalars, (Vec::new(), [1; 3]), 1);
        assert!(left == interpreted(&kernel, &buffers, &scalars, [1; 3]), "{from} to {to}\n{text}");
    }
    tests_of_sums(&code)
}

#[test]
fn multiples_of_the_step_need_no_test_of_sums() {
    let last = i32::MAX - 15;
    let bounds = [(0, 64), (-48, 16), (last - 32, last), (i32::MIN, i32::MIN + 32), (last, last), (16, 0)];
    assert_eq!(agrees(16, 16, &bounds), 0);
    assert_eq!(agrees(16, 4, &bounds), 0);
    // Numbers with a step of one meet every bound.
    assert_eq!(agrees(1, 1, &[(0, 7), (i32::MAX - 5, i32::MAX), (3, -3)]), 0);
}

#[test]
fn other_loops_keep_the_test() {
    let bounds = [(0, 63), (i32::MAX - 40, i32::MAX - 20), (5, -5)];
    assert_eq!(agrees(1, 16, &bounds), 1);
    assert_eq!(agrees(8, 16, &[(0, 56), (8, 8)]), 1);
    // A step that is no power of two may divide both bounds, but nobody knows.
    assert_eq!(agrees(4, 12, &[(0, 24), (4, 16)]), 1);
}
