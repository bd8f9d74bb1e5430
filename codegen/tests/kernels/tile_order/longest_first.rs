//! Tile blocks that run longer than those in front of them are numbered backwards, and no others.

use super::super::agreement::{contents, interpreted, ran_grid, valid};
use crate::compile::compile_valid;
use crate::{Options, Target};

/// A kernel in which each tile block sums the tiles of a row between two bounds.
fn text(bounds: &str, other: &str) -> String {
    let (tensor, tile) = ("tensor_view<?xf32, strides=[1]>", "tile<64xf32>");
    let view = format!("partition_view<tile=(64), padding_value = zero, {tensor}>");
    format!(
        "entry @k(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %len: tile<i32>, %n: tile<i32>) {{
           %zero = constant <i32: 0> : tile<i32>
           %one = constant <i32: 1> : tile<i32>
           %none = constant <f32: 0.0> : {tile}
           %x, %y, %z = get_tile_block_id : tile<i32>
           %xs, %ys, %zs = get_num_tile_blocks : tile<i32>
           %x1 = addi %x, %one : tile<i32>
           %x2 = muli %one, %x1 : tile<i32>
           %most = mini %x2, %n signed : tile<i32>
           %y1 = addi %y, %one : tile<i32>
           %left = subi %xs, %x : tile<i32>
           %at = make_tensor_view %a, shape = [%len], strides = [1] : tile<i32> -> {tensor}
           %av = make_partition_view %at : {view}
           %bt = make_tensor_view %b, shape = [%len], strides = [1] : tile<i32> -> {tensor}
           %bv = make_partition_view %bt : {view}
           %sum = for %k in ({bounds}, step %one) : tile<i32> iter_values(%acc = %none) -> ({tile}) {{
             %v, %t = load_view_tko weak %av[%k] : {view}, tile<i32> -> {tile}, token
             %more = addf %acc, %v : {tile}
             continue %more : {tile}
           }}
           {other}
           %u = store_view_tko weak %sum, %bv[%x] : {tile}, {view}, tile<i32> -> token
           return
         }}"
    )
}

/// Whether the kernel's tile blocks are numbered backwards; its code leaves what the interpreter leaves.
fn is_reversed(bounds: &str, other: &str) -> bool {
    let kernel = valid(&text(bounds, other));
    let options = Options { threads: Some(32), ..Options::default() };
    let code = compile_valid(&kernel, Target { sm: 90 }, options)
        .unwrap_or_else(|problem| panic!("{}", problem.message));
    let buffers = [1, 2].map(|seed| contents(("f32", &[256]), seed)).to_vec();
    let left = ran_grid(&code, &buffers, &[250, 3], &[], [4, 1, 1]);
    assert!(left == interpreted(&kernel, &buffers, &[250, 3], [4, 1, 1]), "{bounds} {other}");
    // The kernel itself asks for the number of blocks once.
    code.program.ptx.matches("%nctaid.x").count() > 1
}

#[test]
fn blocks_whose_loops_grow_with_their_number_are_numbered_backwards() {
    for bounds in ["%zero to %x1", "%zero to %x2", "%zero to %most", "%left to %n", "%zero to %x"] {
        assert!(is_reversed(bounds, ""), "{bounds}");
    }
    for bounds in ["%zero to %n", "%zero to %y1", "%zero to %left", "%x to %n", "%x to %x1"] {
        assert!(!is_reversed(bounds, ""), "{bounds}");
    }
}

#[test]
fn blocks_that_wait_or_have_other_loops_keep_their_numbers() {
    assert!(is_reversed("%zero to %x1", "for %k in (%zero to %n, step %one) : tile<i32> { continue }"));
    assert!(!is_reversed("%zero to %x1", "for %k in (%x to %n, step %one) : tile<i32> { continue }"));
    assert!(!is_reversed("%zero to %x1", "loop { break }"));
    let ordered = "%seen, %when = load_ptr_tko acquire device %a : tile<ptr<f32>> -> tile<f32>, token";
    assert!(!is_reversed("%zero to %x1", ordered));
}
