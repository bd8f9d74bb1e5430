//! Iterations with whole tiles run in a loop of their own, without tests: for every length the code leaves what the interpreter leaves.

use spec::syntax::kernel::Kernel;
use spec::syntax::op::Op;

use crate::analysis::unroll::unroll_loads;
use crate::compile::compile_valid;
use crate::tests::kernels::agreement::{contents, interpreted, ran, valid};
use crate::{Options, Target};

/// A kernel that adds a row to another one below a bound, tile by tile. `index` computes `%at`, the number of the tile, and `first`
/// its first element, from `%k`.
fn text(tile: u32, step: u32, index: &str, first: &str, bound: &str) -> String {
    let (ty, tensor) = (format!("tile<{tile}xi32>"), "tensor_view<?xi32, strides=[1]>");
    let view = format!("partition_view<tile=({tile}), padding_value = zero, {tensor}>");
    format!(
        "entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>, %len: tile<i32>, %other: tile<i32>, %n: tile<i32>) {{
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %five = constant <i32: 5> : tile<i32>
  %size = constant <i32: {tile}> : tile<i32>
  %bits = constant <i32: {bits}> : tile<i32>
  %step = constant <i32: {step}> : tile<i32>
  %none = constant <i32: 1000> : {ty}
  %xt = make_tensor_view %x, shape = [%len], strides = [1] : tile<i32> -> {tensor}
  %xv = make_partition_view %xt : {view}
  %yt = make_tensor_view %y, shape = [%other], strides = [1] : tile<i32> -> {tensor}
  %yv = make_partition_view %yt : {view}
  %lane = iota : {ty}
  for %k in (%zero to %n, step %step) : tile<i32> {{
    {index}
    {first}
    %first1 = reshape %first : tile<i32> -> tile<1xi32>
    %firsts = broadcast %first1 : tile<1xi32> -> {ty}
    %place = addi %firsts, %lane : {ty}
    %bound1 = reshape {bound} : tile<i32> -> tile<1xi32>
    %bounds = broadcast %bound1 : tile<1xi32> -> {ty}
    %m = cmpi less_than %place, %bounds, signed : {ty} -> tile<{tile}xi1>
    %a, %t0 = load_view_tko weak %xv[%at] : {view}, tile<i32> -> {ty}, token
    %b, %t1 = load_view_tko weak %yv[%at] : {view}, tile<i32> -> {ty}, token
    %c = addi %a, %b : {ty}
    %d = select %m, %c, %none : tile<{tile}xi1>, {ty}
    %t2 = store_view_tko weak %d, %yv[%at] token=%t1 : {ty}, {view}, tile<i32> -> token
    continue
  }}
  return
}}
",
        bits = tile.trailing_zeros()
    )
}

/// How many accesses have no test, of the tested ones of how many, and how many masks are left.
fn tested(kernel: &Kernel) -> [usize; 3] {
    let made = unroll_loads(kernel, 32, 64);
    let is_access = |op: &Op| matches!(op, Op::LoadViewTko | Op::StoreViewTko);
    let accesses: Vec<bool> = made
        .operations()
        .filter(|op| is_access(&op.op))
        .map(|op| !op.attributes.inbounds.is_empty() && op.attributes.inbounds.iter().all(|axis| *axis))
        .collect();
    let whole = accesses.iter().filter(|is_whole| **is_whole).count();
    [whole, accesses.len() - whole, made.operations().filter(|op| op.op == Op::Select).count()]
}

/// Runs rows of all lengths around multiples of the tile, of which the second may be shorter or longer.
fn agrees(text: &str, tile: u32, iterations: impl Fn(u32) -> u32) {
    let kernel = valid(text);
    for threads in [32, 64] {
        let options = Options { threads: Some(threads), ..Options::default() };
        let code = compile_valid(&kernel, Target { sm: 90 }, options)
            .unwrap_or_else(|problem| panic!("{}\n{text}", problem.message));
        for len in [1, tile - 1, tile, tile + 1, 3 * tile - 1, 4 * tile, 5 * tile + 7] {
            for other in [len, len.saturating_sub(3).max(1), len + 2] {
                // Every tile has an element in both rows.
                let tiles = len.min(other).div_ceil(tile);
                let buffers = [1, 2].map(|seed| contents(("i32", &[8 * tile]), seed)).to_vec();
                let scalars = [len, other, iterations(tiles)].map(u32::cast_signed);
                let left = ran(&code, &buffers, &scalars, (Vec::new(), [1; 3]), 1);
                let expected = interpreted(&kernel, &buffers, &scalars, [1; 3]);
                assert!(left == expected, "{len} and {other}, {threads} threads\n{text}");
            }
        }
    }
}

const SAME: &str = "%at = addi %k, %zero : tile<i32>";
const SCALED: &str = "%first = muli %k, %size : tile<i32>";
const SHIFTED: &str = "%at = shri %k, %bits signed : tile<i32>";
const PLAIN: &str = "%first = addi %k, %zero : tile<i32>";

#[test]
fn tiles_by_their_number_and_by_their_first_element() {
    let numbers = text(64, 1, SAME, SCALED, "%len");
    // The main loop is unrolled, and its rest is whole, too.
    let [whole, rest, _] = tested(&valid(&numbers));
    assert!(whole > 0 && rest == 3, "{whole} whole and {rest} tested");
    agrees(&numbers, 64, |tiles| tiles);
    let elements = text(64, 64, SHIFTED, PLAIN, "%len");
    let [whole, rest, _] = tested(&valid(&elements));
    assert!(whole > 0 && rest == 3, "{whole} whole and {rest} tested");
    agrees(&elements, 64, |tiles| 64 * (tiles - 1) + 1);
    agrees(&elements, 64, |tiles| 64 * tiles);
    let twice = text(64, 128, SHIFTED, PLAIN, "%len");
    agrees(&twice, 64, |tiles| 64 * tiles);
}

#[test]
fn tiles_from_a_later_one_on() {
    let later = "%at = addi %k, %one : tile<i32>";
    let first = "%first0 = muli %k, %size : tile<i32>\n%first = addi %first0, %size : tile<i32>";
    let kernel = text(32, 1, later, first, "%len");
    assert!(tested(&valid(&kernel))[0] > 0);
    agrees(&kernel, 32, |tiles| tiles - 1);
}

#[test]
fn only_masks_with_the_bound_of_an_access_are_true() {
    let selects = |first: &str, bound: &str| {
        let text = text(64, 1, SAME, first, bound);
        agrees(&text, 64, |tiles| tiles);
        tested(&valid(&text))[2]
    };
    // The original loop keeps its mask.
    assert_eq!(selects(SCALED, "%len"), 1);
    assert_eq!(selects(SCALED, "%other"), 1);
    assert!(selects(SCALED, "%n") > 1);
    assert!(selects(SCALED, "%k") > 1);
    assert!(
        selects("%first0 = muli %k, %size : tile<i32>\n%first = addi %first0, %five : tile<i32>", "%len") > 1
    );
    assert!(selects("%first = muli %k, %five : tile<i32>", "%len") > 1);
}

#[test]
fn loops_whose_tiles_are_not_known_to_follow_each_other_stay_as_they_are() {
    let whole = |step: u32, index: &str| tested(&valid(&text(64, step, index, PLAIN, "%len")))[0];
    assert_eq!(whole(32, SHIFTED), 0, "two iterations have one tile");
    assert_eq!(whole(1, "%at = muli %k, %five : tile<i32>"), 0);
    assert_eq!(whole(1, "%at = remi %k, %five signed : tile<i32>"), 0);
    assert_eq!(whole(64, "%at = shri %k, %five signed : tile<i32>"), 0);
    assert_eq!(whole(1, "%at = subi %k, %one : tile<i32>"), 0);
    assert_eq!(whole(1, "%at = addi %one, %zero : tile<i32>"), 0, "the same tile");
}

/// A tile of several rows is whole if all its rows are inside, which is equal in all iterations.
#[test]
fn tiles_of_several_rows() {
    let (ty, tensor) = ("tile<4x64xi32>", "tensor_view<?x?xi32, strides=[?,1]>");
    let view = format!("partition_view<tile=(4x64), padding_value = zero, {tensor}>");
    let text = format!(
        "entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>, %rows: tile<i32>, %len: tile<i32>, %row: tile<i32>, %n: tile<i32>) {{
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %stride = constant <i32: 256> : tile<i32>
  %none = constant <i32: 0> : {ty}
  %xt = make_tensor_view %x, shape = [%rows, %len], strides = [%stride, 1] : tile<i32> -> {tensor}
  %xv = make_partition_view %xt : {view}
  %yt = make_tensor_view %y, shape = [%rows, %len], strides = [%stride, 1] : tile<i32> -> {tensor}
  %yv = make_partition_view %yt : {view}
  for %k in (%zero to %n, step %one) : tile<i32> {{
    %a, %t0 = load_view_tko weak %xv[%row, %k] : {view}, tile<i32> -> {ty}, token
    %b, %t1 = load_view_tko weak %yv[%row, %k] : {view}, tile<i32> -> {ty}, token
    %c = addi %a, %b : {ty}
    %t2 = store_view_tko weak %c, %yv[%row, %k] token=%t1 : {ty}, {view}, tile<i32> -> token
    continue
  }}
  return
}}
"
    );
    let kernel = valid(&text);
    assert!(tested(&kernel)[0] > 0);
    let options = Options { threads: Some(32), ..Options::default() };
    let code = compile_valid(&kernel, Target { sm: 90 }, options)
        .unwrap_or_else(|problem| panic!("{}\n{text}", problem.message));
    for (rows, len) in [(8, 192), (7, 192), (5, 130), (8, 63), (4, 65)] {
        for row in 0..u32::div_ceil(rows, 4) {
            let buffers = [1, 2].map(|seed| contents(("i32", &[8 * 256]), seed)).to_vec();
            let scalars = [rows, len, row, u32::div_ceil(len, 64)].map(u32::cast_signed);
            let left = ran(&code, &buffers, &scalars, (Vec::new(), [1; 3]), 1);
            let expected = interpreted(&kernel, &buffers, &scalars, [1; 3]);
            assert!(left == expected, "rows {row} of {rows}, {len}");
        }
    }
}
