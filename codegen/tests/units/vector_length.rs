//! How many neighbours a thread holds, for kernels of accesses that shift or do not.

use std::sync::Arc;

use spec::syntax::kernel::Kernel;

use super::pointer_vector_bits;

/// A kernel that loads a row of 128 floats from where a loop's variable and a number of the launch say, in every iteration.
fn row(shifted_by: &str) -> Arc<Kernel> {
    let text = format!(
        "entry @k(%p: tile<ptr<f32>>, %width: tile<i32>) {{
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %four = constant <i32: 4> : tile<i32>
  %i = iota : tile<128xi32>
  %all = for %k in (%zero to %four, step {shifted_by}) : tile<i32> iter_values(%at = %zero) -> (tile<i32>) {{
    %line = muli %k, %width : tile<i32>
    %far = addi %SHIFT, %at : tile<i32>
    %q = offset %p, %far : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
    %q1 = reshape %q : tile<ptr<f32>> -> tile<1xptr<f32>>
    %q2 = broadcast %q1 : tile<1xptr<f32>> -> tile<128xptr<f32>>
    %q3 = offset %q2, %i : tile<128xptr<f32>>, tile<128xi32> -> tile<128xptr<f32>>
    %x, %read = load_ptr_tko weak %q3 : tile<128xptr<f32>> -> tile<128xf32>, token
    continue %at : tile<i32>
  }}
  return
}}
"
    );
    let text = if shifted_by == "%width" {
        text.replace("%SHIFT", "%line").replace("step %width", "step %one")
    } else {
        text.replace("%SHIFT", "%k")
    };
    spec::parse::module(&text).expect("a kernel").kernels.remove(0)
}

#[test]
fn what_shifts_by_one_is_loaded_lane_by_lane() {
    assert_eq!(pointer_vector_bits(&row("%one"), 16), 0);
}

#[test]
fn what_shifts_by_whole_vectors_is_loaded_in_vectors() {
    assert_eq!(pointer_vector_bits(&row("%four"), 16), 2);
}

#[test]
fn rows_of_a_launch_are_taken_for_multiples_of_vectors() {
    assert_eq!(pointer_vector_bits(&row("%width"), 16), 2);
}
