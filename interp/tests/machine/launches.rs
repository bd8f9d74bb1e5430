//! Launches: arguments that do not fit, limits, and memory far larger than the machine's.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use interp::{Limit, Stop};
use spec::syntax::launch::{Argument, Buffer};

use crate::case::{Case, case};

fn one(text: &str) -> Case {
    case(&format!("entry @k({text}) {{\n return\n }}"))
}

#[track_caller]
fn refused(case: &Case) -> String {
    match case.try_run() {
        Err(Stop::BadLaunch(why)) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn arguments_fit_their_parameters() {
    one("%n: tile<i32>").scalar(0xffff_ffff).run();
    assert_eq!(
        refused(&one("%n: tile<i32>").scalar(1 << 32)),
        "argument 0 does not fit %n, which is tile<i32>"
    );
    assert_eq!(refused(&one("%n: tile<i32>")), "@k takes 1 arguments, 0 are given");
    assert_eq!(refused(&one("%n: tile<i32>").output(4)), "argument 0 does not fit %n, which is tile<i32>");
    let outside = one("").with(|case| case.launch.blocks = Some(vec![[0, 0, 1]]));
    assert_eq!(refused(&outside), "block [0, 0, 1] is not in the grid");
    assert_eq!(refused(&one("").grid(0, 1)), "the grid has 0 blocks along axis 0");
}

/// Adds one to a tile of each block's own, of an array as long as the argument says.
const INCREMENT: &str = "
entry @k(%a: tile<ptr<i32>>, %n: tile<i64>) {
  %x, %y, %z = get_tile_block_id : tile<i32>
  %t = make_tensor_view %a, shape = [%n], strides = [1] : tile<i64> -> tensor_view<?xi32, strides=[1]>
  %v = make_partition_view %t : partition_view<tile=(1024), padding_value = zero, tensor_view<?xi32, strides=[1]>>
  %e, %k = load_view_tko weak %v[%x] : partition_view<tile=(1024), padding_value = zero, tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<1024xi32>, token
  %one = constant <i32: 1> : tile<1024xi32>
  %f = addi %e, %one : tile<1024xi32>
  %j = store_view_tko weak %f, %v[%x] token = %k : tile<1024xi32>, partition_view<tile=(1024), padding_value = zero, tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  return
}";

#[test]
fn two_blocks_of_a_launch_over_terabytes() {
    let bytes: u64 = 1 << 36;
    let mut case = case(INCREMENT).grid((1 << 24) - 1, 1);
    case.launch.buffers.push(Buffer { bytes, alignment: 4096, uninit: false, contents: BTreeMap::new() });
    case.launch.arguments = vec![Argument::Pointer { buffer: 0, offset: 0 }, Argument::Scalar(bytes / 4)];
    case.launch.blocks = Some(vec![[3, 0, 0], [(1 << 24) - 2, 0, 0]]);
    let start = Instant::now();
    let outcome = case.run();
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    let touched: Vec<_> = outcome.buffers[0].touched().collect();
    let last = ((1 << 24) - 2) * 4096;
    assert_eq!(touched, [3 * 4096..4 * 4096, last..last + 4096]);
    assert_eq!(outcome.buffers[0].bytes(last + 4092..last + 4100), [1, 0, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn memory_is_limited() {
    let case = case(INCREMENT).grid(8, 1).input(&[0i32; 8192]).scalar(8192).with(|case| {
        case.launch.buffers[0].contents.clear();
        case.options.memory = 10_000;
    });
    match case.try_run() {
        Err(Stop::Exhausted(exhausted)) => {
            assert_eq!((exhausted.limit, exhausted.block), (Limit::Memory, [2, 0, 0]))
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn one_rule_may_be_ignored() {
    let outside = case(INCREMENT).grid(2, 1).input(&[1i32; 4]).scalar(4);
    assert_eq!(outside.rule().0, "view.index.space");
    let ignoring = outside.with(|case| case.options.ignore = Some(spec::rules::Rule::IndexSpace));
    assert_eq!(ignoring.gives::<i32>(0), [2; 4]);
}
