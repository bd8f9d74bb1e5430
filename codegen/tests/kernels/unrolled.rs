//! Loops of loads, unrolled: whatever the number of iterations, the code leaves what the interpreter leaves.

use super::agreement::{contents, interpreted, ran, valid};
use crate::analysis::unroll::unroll_loads;
use crate::compile::compile_valid;
use crate::{Options, Target};

/// A sum over so many tiles as an argument says, of which each is also stored elsewhere, twice as large.
const SUMS: &str = "entry @k(%p0: tile<ptr<f32>>, %p1: tile<ptr<f32>>, %p2: tile<ptr<f32>>, %n: tile<i32>) {
  %t0 = make_tensor_view %p0, shape = [23, 64], strides = [64, 1] : tensor_view<23x64xf32, strides=[64,1]>
  %v0 = make_partition_view %t0 : partition_view<tile=(1x64), tensor_view<23x64xf32, strides=[64,1]>>
  %t1 = make_tensor_view %p1, shape = [23, 64], strides = [64, 1] : tensor_view<23x64xf32, strides=[64,1]>
  %v1 = make_partition_view %t1 : partition_view<tile=(1x64), tensor_view<23x64xf32, strides=[64,1]>>
  %t2 = make_tensor_view %p2, shape = [1, 64], strides = [64, 1] : tensor_view<1x64xf32, strides=[64,1]>
  %v2 = make_partition_view %t2 : partition_view<tile=(1x64), tensor_view<1x64xf32, strides=[64,1]>>
  %zero = constant <i32: 0> : tile<i32>
  %STEP = constant <i32: STEP> : tile<i32>
  %none = constant <f32: 0.0> : tile<1x64xf32>
  %sum = for %k in (%zero to UPPER, step %STEP) : tile<i32> iter_values(%acc = %none) -> (tile<1x64xf32>) {
    %x, %read = load_view_tko weak %v0[%k, %zero] : partition_view<tile=(1x64), tensor_view<23x64xf32, strides=[64,1]>>, tile<i32> -> tile<1x64xf32>, token
    %twice = addf %x, %x : tile<1x64xf32>
    %more = fma %acc, %x, %twice : tile<1x64xf32>
    %done = store_view_tko weak %twice, %v1[%k, %zero] : tile<1x64xf32>, partition_view<tile=(1x64), tensor_view<23x64xf32, strides=[64,1]>>, tile<i32> -> token
    continue %more : tile<1x64xf32>
  }
  %stored = store_view_tko weak %sum, %v2[%zero, %zero] : tile<1x64xf32>, partition_view<tile=(1x64), tensor_view<1x64xf32, strides=[64,1]>>, tile<i32> -> token
  return
}
";

fn loads(text: &str) -> usize {
    let unrolled = unroll_loads(&valid(text), 64, 64);
    unrolled.operations().filter(|op| crate::analysis::schedule::is_load(op)).count()
}

fn agree(text: &str, trips: &[i32]) {
    let kernel = valid(text);
    let buffers = vec![contents(("f32", &[23, 64]), 7), vec![0; 4 * 23 * 64], vec![0; 4 * 64]];
    for few_blocks in [false, true] {
        let options = Options { threads: Some(32), few_blocks, ..Options::default() };
        let code = compile_valid(&kernel, Target { sm: 90 }, options);
        let code = code.unwrap_or_else(|problem| panic!("{}", problem.message));
        for n in trips {
            let left = ran(&code, &buffers, &[*n], (Vec::new(), [1; 3]), 1);
            assert!(left == interpreted(&kernel, &buffers, &[*n], [1; 3]), "{n} of\n{text}");
        }
    }
}

#[test]
fn every_number_of_iterations_is_run() {
    let text = SUMS.replace("UPPER", "%n").replace("STEP", "1");
    assert_eq!(loads(&text), 9, "eight copies and what is left");
    agree(&text, &(-9..=23).collect::<Vec<_>>());
    agree(&text, &[i32::MIN, i32::MIN + 1, -8]);
}

#[test]
fn steps_are_kept() {
    let text = SUMS.replace("UPPER", "%n").replace("STEP", "3");
    assert_eq!(loads(&text), 9);
    agree(&text, &(-4..=23).collect::<Vec<_>>());
}

#[test]
fn few_iterations_are_straight_code() {
    for (upper, step, expected) in
        [(-2, 1, 0), (0, 1, 0), (1, 1, 1), (7, 1, 7), (7, 3, 3), (16, 1, 16), (17, 1, 9)]
    {
        let text = SUMS.replace("UPPER", "%last").replace("STEP", &step.to_string());
        let text =
            text.replace("  %none", &format!("  %last = constant <i32: {upper}> : tile<i32>\n  %none"));
        assert_eq!(loads(&text), expected, "{upper} by {step}");
        agree(&text, &[0]);
    }
}

/// A thread has two elements of a tile: eight bytes, or four.
#[test]
fn smaller_elements_have_more_copies() {
    let text = SUMS.replace("UPPER", "%n").replace("STEP", "1");
    let loads = |text: &str, in_flight: u64| {
        let unrolled = unroll_loads(&valid(text), 32, in_flight);
        unrolled.operations().filter(|op| crate::analysis::schedule::is_load(op)).count()
    };
    for (in_flight, singles, halves) in [(15, 1, 3), (16, 3, 5), (31, 3, 5), (32, 5, 9), (64, 9, 9)] {
        assert_eq!(loads(&text, in_flight), singles, "{in_flight}");
        assert_eq!(loads(&text.replace("f32", "f16"), in_flight), halves, "{in_flight}");
    }
}
