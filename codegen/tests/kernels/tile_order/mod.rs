//! Persistent loops of tiles that commute are run in another order, by all blocks together each tile once; others in their own.

mod longest_first;

use super::agreement::{arguments, contents, interpreted, maps_of, ran_all, valid};
use crate::analysis::alias::AliasAnalysis;
use crate::analysis::definitions::Definitions;
use crate::analysis::parameters::ParameterFacts;
use crate::analysis::tile_order::TileOrder;
use crate::compile::compile_under;
use crate::{Options, Target};

/// Rows and columns of a tile, and terms of all products.
const TILE: u32 = 64;
pub(super) const TERMS: u32 = 64;

/// Products of the given numbers of tiles, with possible left-over tiles, in turn.
pub(super) fn text(tiles: [u32; 3]) -> String {
    text_of(TILE, tiles)
}

/// The same of tiles of so many rows and columns.
pub(super) fn text_of(tile: u32, [rows, columns, all]: [u32; 3]) -> String {
    let view = |at: usize, name: &str, ty: &str, [high, wide]: [u32; 2], [rows, columns]: [u32; 2]| {
        let tensor = format!("tensor_view<{rows}x{columns}x{ty}, strides=[{columns},1]>");
        let tiles = format!("partition_view<tile=({high}x{wide}), padding_value = zero, {tensor}>");
        let made = format!(
            "  %{name}a = assume div_by<16>, %p{at} : tile<ptr<{ty}>>
  %{name}t = make_tensor_view %{name}a, shape = [{rows}, {columns}], strides = [{columns}, 1] : {tensor}
  %{name}v = make_partition_view %{name}t : {tiles}\n"
        );
        (made, tiles)
    };
    let [high, wide] = [rows * tile, columns * tile];
    let (a, of_a) = view(0, "a", "bf16", [tile, TERMS], [high, TERMS]);
    let (b, of_b) = view(1, "b", "bf16", [TERMS, tile], [TERMS, wide]);
    let (c, of_c) = view(2, "c", "f32", [tile, tile], [high, wide]);
    format!(
        "entry @k(%p0: tile<ptr<bf16>>, %p1: tile<ptr<bf16>>, %p2: tile<ptr<f32>>) {{
{a}{b}{c}  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %rows = constant <i32: {rows}> : tile<i32>
  %other = constant <i32: {columns}> : tile<i32>
  %all = constant <i32: {all}> : tile<i32>
  %none = constant <f32: 0.0> : tile<{tile}x{tile}xf32>
  %x, %y, %z = get_tile_block_id : tile<i32>
  %nx, %ny, %nz = get_num_tile_blocks : tile<i32>
  %start = make_token : token
  %end = for %t in (%x to %all, step %nx) : tile<i32> iter_values(%before = %start) -> (token) {{
    %i = remi %t, %rows signed : tile<i32>
    %j = divi %t, %rows signed : tile<i32>
    %sum, %read = for %k in (%zero to %one, step %one) : tile<i32> iter_values(%acc = %none, %tok = %before) -> (tile<{tile}x{tile}xf32>, token) {{
      %al, %ar = load_view_tko weak %av[%i, %k] token = %tok : {of_a}, tile<i32> -> tile<{tile}x{TERMS}xbf16>, token
      %bl, %br = load_view_tko weak %bv[%k, %j] token = %tok : {of_b}, tile<i32> -> tile<{TERMS}x{tile}xbf16>, token
      %more = mmaf %al, %bl, %acc : tile<{tile}x{TERMS}xbf16>, tile<{TERMS}x{tile}xbf16>, tile<{tile}x{tile}xf32>
      %both = join_tokens %ar, %br, %tok : token
      continue %more, %both : tile<{tile}x{tile}xf32>, token
    }}
    %done = store_view_tko weak %sum, %cv[%i, %j] token = %read : tile<{tile}x{tile}xf32>, {of_c}, tile<i32> -> token
    continue %done : token
  }}
  return
}}\n"
    )
}

/// Facts about parameters: pairs of disjoint arrays.
fn apart(pairs: &[(usize, usize)]) -> ParameterFacts {
    let disjoint = pairs.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]).collect();
    ParameterFacts { disjoint, ..ParameterFacts::default() }
}

fn order_of(text: &str, facts: &ParameterFacts) -> Option<TileOrder> {
    let kernel = valid(text);
    TileOrder::of(
        &kernel,
        &Definitions::of(&kernel),
        &AliasAnalysis::new(&kernel, &facts.disjoint, &facts.lists),
    )
}

#[test]
fn every_tile_is_made_once_whatever_the_number_of_blocks() {
    let facts = apart(&[(0, 2), (1, 2)]);
    // Columns fewer than a group, no column, and tiles fewer than a column.
    for ([rows, columns, all], blocks) in
        [([2, 8, 16], 3), ([3, 2, 6], 2), ([3, 4, 10], 2), ([5, 1, 3], 2), ([1, 7, 7], 1)]
    {
        let text = text([rows, columns, all]);
        assert!(order_of(&text, &facts).is_some(), "the order is free");
        let kernel = valid(&text);
        let ins = [[rows * TILE, TILE], [TILE, columns * TILE]];
        let sums = vec![0x55; (4 * rows * columns * TILE * TILE) as usize];
        let buffers: Vec<Vec<u8>> =
            ins.iter().zip(1..).map(|(shape, seed)| contents(("bf16", shape), seed)).chain([sums]).collect();
        let expected = interpreted(&kernel, &buffers, &[], [blocks, 1, 1]);
        for options in [
            Options { threads: Some(128), ..Options::default() },
            Options { threads: Some(128), group: Some(3), without_tensor_maps: true, ..Options::default() },
        ] {
            let made = compile_under(&kernel, &facts, Target { sm: 90 }, options)
                .unwrap_or_else(|problem| panic!("{}", problem.message));
            let maps =
                maps_of(&made, &kernel, &arguments(&buffers, &[]), buffers.len()).expect("there are maps");
            let left = ran_all(&made, &buffers, &[], &maps, blocks);
            assert!(left == expected, "{rows} × {columns}, {all} of them by {blocks} blocks, {options:?}");
        }
    }
}

#[test]
fn loops_whose_tiles_may_not_commute_keep_their_order() {
    let facts = apart(&[(0, 2), (1, 2)]);
    let text = text([2, 8, 16]);
    assert!(order_of(&text, &facts).is_some());
    for pairs in [&[][..], &[(0, 2)], &[(1, 2)]] {
        assert_eq!(order_of(&text, &apart(pairs)), None, "what is loaded may be stored: {pairs:?}");
    }
    for (what, from, to) in [
        ("two tiles at one place", "%sum, %cv[%i, %j]", "%sum, %cv[%j, %j]"),
        ("remainder and quotient by two numbers", "%j = divi %t, %rows", "%j = divi %t, %other"),
        (
            "a quotient that is rounded up",
            "%j = divi %t, %rows signed",
            "%j = divi %t, %rows signed rounding<positive_inf>",
        ),
        ("steps that are not the blocks", "step %nx)", "step %one)"),
        ("blocks of another axis", "step %nx)", "step %ny)"),
        ("no block's first number", "(%x to %all", "(%zero to %all"),
        ("a bound that blocks differ in", "(%x to %all", "(%x to %y"),
        (
            "the block in the body",
            "%i = remi %t, %rows",
            "%xr = addi %x, %one : tile<i32>\n    %i = remi %t, %rows",
        ),
        (
            "rows that overlap",
            "shape = [128, 512], strides = [512, 1] : tensor_view<128x512xf32, strides=[512,1]>",
            "shape = [128, 512], strides = [256, 1] : tensor_view<128x512xf32, strides=[256,1]>",
        ),
        ("an order between blocks", "store_view_tko weak", "store_view_tko release device"),
        ("something that is printed", "%done = store", "%told = print_tko \"x\" -> token\n    %done = store"),
        (
            "blocks that leave before",
            "%start = make_token : token",
            "%start = make_token : token\n  %is = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>\n  if %is {\n    return\n  }",
        ),
    ] {
        assert!(text.contains(from), "{what}: {from}");
        let other = text.replace(from, to).replace(
            if what == "rows that overlap" { "tensor_view<128x512xf32, strides=[512,1]>" } else { "nothing" },
            "tensor_view<128x512xf32, strides=[256,1]>",
        );
        assert_eq!(order_of(&other, &facts), None, "{what}");
    }
}
