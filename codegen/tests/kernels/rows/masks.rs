//! Masks of loops over rows: a tile in front of the row's end is not masked, and the last tile is masked element by element.

use crate::compile::compile_valid;
use crate::ir::ptx::{Inst, Line};
use crate::tests::kernels::agreement::{contents, interpreted, ran_all, valid};
use crate::{Options, Target};

/// The greatest of so many numbers, by tiles of 512, where a mask as given leaves out numbers behind the end.
fn text(mask: &str) -> String {
    let (values, numbers, truths) = ("tile<512xf32>", "tile<512xi32>", "tile<512xi1>");
    let view = "partition_view<tile=(512), padding_value = zero, tensor_view<?xf32, strides=[1]>>";
    format!(
        "entry @k(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %len: tile<i32>, %n: tile<i32>) {{
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %size = constant <i32: 512> : tile<i32>
  %least = constant <f32: -100.0> : {values}
  %lane = iota : {numbers}
  %len1 = reshape %len : tile<i32> -> tile<1xi32>
  %lens = broadcast %len1 : tile<1xi32> -> {numbers}
  %tv = make_tensor_view %x, shape = [%len], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %pv = make_partition_view %tv : {view}
  %top = for %k in (%zero to %n, step %one) : tile<i32> iter_values(%m = %least) -> ({values}) {{
    %v, %read = load_view_tko weak %pv[%k] : {view}, tile<i32> -> {values}, token
    %first = muli %k, %size : tile<i32>
    %first1 = reshape %first : tile<i32> -> tile<1xi32>
    %firsts = broadcast %first1 : tile<1xi32> -> {numbers}
    %at = addi %firsts, %lane : {numbers}
    {mask} : {numbers} -> {truths}
    %kept = select %live, %v, %least : {truths}, {values}
    %more = maxf %m, %kept : {values}
    continue %more : {values}
  }}
  %tw = make_tensor_view %y, shape = [512], strides = [1] : tensor_view<512xf32, strides=[1]>
  %pw = make_partition_view %tw : partition_view<tile=(512), tensor_view<512xf32, strides=[1]>>
  %done = store_view_tko weak %top, %pw[%zero] : {values}, partition_view<tile=(512), tensor_view<512xf32, strides=[1]>>, tile<i32> -> token
  return
}}
"
    )
}

/// The branches of the code for so many threads, which leaves what the interpreter leaves for every length.
fn branches(mask: &str, threads: u32) -> usize {
    let text = text(mask);
    let options = Options { threads: Some(threads), ..Options::default() };
    let made = compile_valid(&valid(&text), Target { sm: 90 }, options);
    let made = made.unwrap_or_else(|problem| panic!("{}\n{text}", problem.message));
    for len in [1, 511, 512, 513, 1024, 2000, 2560] {
        let buffers = vec![contents(("f32", &[len]), 3), vec![0; 4 * 512]];
        let scalars = [len, len.div_ceil(512)].map(u32::cast_signed);
        let left = ran_all(&made, &buffers, &scalars, &[], 1);
        assert!(
            left == interpreted(&valid(&text), &buffers, &scalars, [1; 3]),
            "{len}\n{}",
            made.program.ptx
        );
    }
    let is_branch = |line: &&Line| line.guard.is_some() && matches!(line.inst, Inst::Branch(_));
    made.lines.iter().filter(is_branch).count()
}

#[test]
fn whole_tiles_of_a_row_are_not_masked() {
    let unknown = branches("%live = cmpi not_equal %at, %lens, signed", 32);
    for how in ["less_than %at, %lens", "less_than_or_equal %at, %lens", "greater_than %lens, %at"] {
        assert_eq!(branches(&format!("%live = cmpi {how}, signed"), 32), unknown + 1, "{how}");
    }
    // With few elements a thread, a mask costs less than a branch.
    assert_eq!(
        branches("%live = cmpi less_than %at, %lens, signed", 64),
        branches("%live = cmpi not_equal %at, %lens, signed", 64)
    );
}

/// A tile that is left out as a whole, and masks that are true in no tile.
#[test]
fn other_ends_than_that_of_the_row() {
    branches("%live = cmpi greater_than %at, %lens, signed", 32);
    branches("%live = cmpi greater_than_or_equal %at, %firsts, signed", 32);
    branches("%live = cmpi less_than %lane, %firsts, signed", 32);
    branches("%live = cmpi less_than %at, %lens, unsigned", 32);
}
