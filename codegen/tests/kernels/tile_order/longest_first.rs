//! Tile blocks that run longer than those in front of them are numbered backwards, and no others.

use super::super::agreement::{contents, interpreted, ran_block, ran_grid, valid};
use crate::compile::{CompiledKernel, compile_valid};
use crate::ir::numbers::to_index;
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

/// A kernel in which each tile block of a grid counts its iterations: one more than its number along the first axis.
fn counting() -> String {
    let tensor = "tensor_view<?x?xf32, strides=[?,1]>";
    let view = format!("partition_view<tile=(1x1), padding_value = zero, {tensor}>");
    format!(
        "entry @k(%b: tile<ptr<f32>>) {{
           %zero = constant <i32: 0> : tile<i32>
           %one = constant <i32: 1> : tile<i32>
           %none = constant <f32: 0.0> : tile<1x1xf32>
           %step = constant <f32: 1.0> : tile<1x1xf32>
           %x, %y, %z = get_tile_block_id : tile<i32>
           %xs, %ys, %zs = get_num_tile_blocks : tile<i32>
           %x1 = addi %x, %one : tile<i32>
           %bt = make_tensor_view %b, shape = [%ys, %xs], strides = [%xs, 1] : tile<i32> -> {tensor}
           %bv = make_partition_view %bt : {view}
           %sum = for %k in (%zero to %x1, step %one) : tile<i32> iter_values(%acc = %none) -> (tile<1x1xf32>) {{
             %more = addf %acc, %step : tile<1x1xf32>
             continue %more : tile<1x1xf32>
           }}
           %u = store_view_tko weak %sum, %bv[%y, %x] : tile<1x1xf32>, {view}, tile<i32> -> token
           return
         }}"
    )
}

/// The code of [`counting`], and an array with an element for each tile block of a grid.
fn counted([rows, columns]: [u32; 2]) -> (CompiledKernel, Vec<Vec<u8>>) {
    let options = Options { threads: Some(32), ..Options::default() };
    let code = compile_valid(&valid(&counting()), Target { sm: 90 }, options)
        .unwrap_or_else(|problem| panic!("{}", problem.message));
    (code, vec![vec![0; to_index(4 * rows * columns)]])
}

/// Every tile block runs once, whatever the grid is: with left-over columns, with fewer than a group has, with more rows than a group.
#[test]
fn groups_of_columns_run_each_tile_block_once() {
    for [rows, columns] in [[1, 1], [4, 3], [3, 171], [60, 9], [64, 24], [65, 12], [512, 1], [513, 2]] {
        let (code, empty) = counted([rows, columns]);
        let left = ran_grid(&code, &empty, &[], &[], [rows, columns, 1]);
        let expected: Vec<u8> =
            (0..columns).flat_map(|_| (1..=rows).flat_map(|count| (count as f32).to_le_bytes())).collect();
        assert!(left[0] == expected, "{rows} x {columns}");
    }
}

/// The tile blocks that blocks of threads run in the order in which they start: pairs of column and row.
fn started([rows, columns]: [u32; 2]) -> Vec<(u32, u32)> {
    let (code, empty) = counted([rows, columns]);
    let blocks = (0..columns).flat_map(|y| (0..rows).map(move |x| [x, y, 0]));
    let tile_block = |block| {
        let left = ran_block(&code, &empty, &[], (Vec::new(), [rows, columns, 1]), block);
        let at = left[0].chunks(4).position(|element| element != [0; 4]).expect("a tile block is stored");
        let at = u32::try_from(at).expect("a small grid");
        (at / rows, at % rows)
    };
    blocks.map(tile_block).collect()
}

#[test]
fn the_longest_tile_blocks_of_a_group_of_columns_come_first() {
    // All columns are the left-over ones of a group.
    let order: Vec<(u32, u32)> =
        (0..4).rev().flat_map(|row| (0..3).map(move |column| (column, row))).collect();
    assert_eq!(started([4, 3]), order);
    // Of 10 columns with 129 to 256 rows, groups have two.
    let order =
        (0..5).flat_map(|group| (0..130).rev().flat_map(move |row| [(2 * group, row), (2 * group + 1, row)]));
    assert_eq!(started([130, 10]), order.collect::<Vec<_>>());
    // Of three such columns one is left over, and comes first.
    let rest = (0..130).rev().map(|row| (0, row));
    let pair = (0..130).rev().flat_map(|row| [(1, row), (2, row)]);
    assert_eq!(started([130, 3]), rest.chain(pair).collect::<Vec<_>>());
}
