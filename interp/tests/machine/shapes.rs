//! Index maps: broadcast, permute, reshape.

use crate::case::{Case, case};

fn moved(ops: &str, len: usize) -> Case {
    case(&format!(
        "entry @k(%o: tile<ptr<i32>>) {{
           {ops}
           %l = iota : tile<{len}xi32>
           %o1 = reshape %o : tile<ptr<i32>> -> tile<1xptr<i32>>
           %os = broadcast %o1 : tile<1xptr<i32>> -> tile<{len}xptr<i32>>
           %p = offset %os, %l : tile<{len}xptr<i32>>, tile<{len}xi32> -> tile<{len}xptr<i32>>
           %s = store_ptr_tko weak %p, %r : tile<{len}xptr<i32>>, tile<{len}xi32> -> token
           return
         }}"
    ))
    .output(4 * len as u64)
}

#[test]
fn an_axis_of_one_is_replicated() {
    let rows = "%i = iota : tile<2xi32>
        %a = reshape %i : tile<2xi32> -> tile<1x2xi32>
        %b = broadcast %a : tile<1x2xi32> -> tile<4x2xi32>
        %r = reshape %b : tile<4x2xi32> -> tile<8xi32>";
    assert_eq!(moved(rows, 8).gives::<i32>(0), [0, 1, 0, 1, 0, 1, 0, 1]);
    let columns = "%i = iota : tile<2xi32>
        %a = reshape %i : tile<2xi32> -> tile<2x1xi32>
        %b = broadcast %a : tile<2x1xi32> -> tile<2x4xi32>
        %r = reshape %b : tile<2x4xi32> -> tile<8xi32>";
    assert_eq!(moved(columns, 8).gives::<i32>(0), [0, 0, 0, 0, 1, 1, 1, 1]);
}

#[test]
fn axes_change_places() {
    let transposed = "%i = iota : tile<8xi32>
        %a = reshape %i : tile<8xi32> -> tile<2x4xi32>
        %b = permute %a [1, 0] : tile<2x4xi32> -> tile<4x2xi32>
        %r = reshape %b : tile<4x2xi32> -> tile<8xi32>";
    assert_eq!(moved(transposed, 8).gives::<i32>(0), [0, 4, 1, 5, 2, 6, 3, 7]);
    // Result axis d is source axis permutation[d]: 2×1×4 becomes 4×2×1.
    let turned = "%i = iota : tile<16xi32>
        %a = reshape %i : tile<16xi32> -> tile<2x2x4xi32>
        %b = permute %a [2, 0, 1] : tile<2x2x4xi32> -> tile<4x2x2xi32>
        %r = reshape %b : tile<4x2x2xi32> -> tile<16xi32>";
    assert_eq!(moved(turned, 16).gives::<i32>(0), [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15]);
}

#[test]
fn the_block_knows_its_place() {
    let places = case(
        "entry @k(%o: tile<ptr<i32>>) {
           %x, %y, %z = get_tile_block_id : tile<i32>
           %nx, %ny, %nz = get_num_tile_blocks : tile<i32>
           %row = muli %y, %nx : tile<i32>
           %i = addi %row, %x : tile<i32>
           %p = offset %o, %i : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
           %ten = constant <i32: 10> : tile<i32>
           %t = muli %y, %ten : tile<i32>
           %v = addi %t, %x : tile<i32>
           %s = store_ptr_tko weak %p, %v : tile<ptr<i32>>, tile<i32> -> token
           return
         }",
    );
    let case = places.grid(3, 2).output(24);
    assert_eq!(case.gives::<i32>(0), [0, 1, 2, 10, 11, 12]);
    let seeded = case.with(|case| case.options.seed = Some(7));
    let outcome = seeded.run();
    assert_eq!(crate::case::elements::<i32>(&outcome, 0), [0, 1, 2, 10, 11, 12]);
    let mut blocks = outcome.blocks;
    blocks.sort_unstable_by_key(|[x, y, z]| [*z, *y, *x]);
    assert_eq!(blocks, [[0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 1, 0], [1, 1, 0], [2, 1, 0]]);
}
