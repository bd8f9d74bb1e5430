//! A block that makes one tile of a product after the other: the loads of a tile wait, by their tokens, for the store of the one
//! before. A producer copies the next tile's factors while sums are stored, if the contract says that the arrays are disjoint.

use super::agreement::{arguments, contents, interpreted, maps_of, ran, valid};
use crate::analysis::parameters::ParameterFacts;
use crate::compile::{CompiledKernel, compile_under};
use crate::{Options, Target};

/// Products of 3 × 2 tiles of 64 × 64, by as many blocks as the launch has.
fn text() -> String {
    let view = |at: usize, name: &str, ty: &str, [rows, columns]: [u32; 2]| {
        let tensor = format!("tensor_view<{rows}x{columns}x{ty}, strides=[{columns},1]>");
        let tiles = format!("partition_view<tile=(64x64), padding_value = zero, {tensor}>");
        let made = format!(
            "  %{name}a = assume div_by<16>, %p{at} : tile<ptr<{ty}>>
  %{name}t = make_tensor_view %{name}a, shape = [{rows}, {columns}], strides = [{columns}, 1] : {tensor}
  %{name}v = make_partition_view %{name}t : {tiles}\n"
        );
        (made, tiles)
    };
    let (a, of_a) = view(0, "a", "bf16", [192, 192]);
    let (b, of_b) = view(1, "b", "bf16", [192, 128]);
    let (c, of_c) = view(2, "c", "f32", [192, 128]);
    format!(
        "entry @k(%p0: tile<ptr<bf16>>, %p1: tile<ptr<bf16>>, %p2: tile<ptr<f32>>) {{
{a}{b}{c}  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %two = constant <i32: 2> : tile<i32>
  %three = constant <i32: 3> : tile<i32>
  %six = constant <i32: 6> : tile<i32>
  %none = constant <f32: 0.0> : tile<64x64xf32>
  %x, %y, %z = get_tile_block_id : tile<i32>
  %nx, %ny, %nz = get_num_tile_blocks : tile<i32>
  %start = make_token : token
  %end = for %t in (%x to %six, step %nx) : tile<i32> iter_values(%before = %start) -> (token) {{
    %i = divi %t, %two signed : tile<i32>
    %j = remi %t, %two signed : tile<i32>
    %sum, %read = for %k in (%zero to %three, step %one) : tile<i32> iter_values(%acc = %none, %tok = %before) -> (tile<64x64xf32>, token) {{
      %al, %ar = load_view_tko weak %av[%i, %k] token = %tok : {of_a}, tile<i32> -> tile<64x64xbf16>, token
      %bl, %br = load_view_tko weak %bv[%k, %j] token = %tok : {of_b}, tile<i32> -> tile<64x64xbf16>, token
      %more = mmaf %al, %bl, %acc : tile<64x64xbf16>, tile<64x64xbf16>, tile<64x64xf32>
      %both = join_tokens %ar, %br, %tok : token
      continue %more, %both : tile<64x64xf32>, token
    }}
    %done = store_view_tko weak %sum, %cv[%i, %j] token = %read : tile<64x64xf32>, {of_c}, tile<i32> -> token
    continue %done : token
  }}
  return
}}\n"
    )
}

fn made_under(disjoint: &[(usize, usize)]) -> CompiledKernel {
    let disjoint = disjoint.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]).collect();
    let facts = ParameterFacts { disjoint, ..ParameterFacts::default() };
    let options = Options { threads: Some(128), ..Options::default() };
    compile_under(&valid(&text()), &facts, Target { sm: 90 }, options)
        .unwrap_or_else(|problem| panic!("{}", problem.message))
}

#[test]
fn sums_of_another_array_are_stored_while_the_next_tile_is_copied() {
    let made = made_under(&[(0, 2), (1, 2)]);
    let loaded = made.program.maps.iter().filter(|map| !map.stored).count();
    assert_eq!(loaded, 2, "both factors are copied by a producer");
    let kernel = valid(&text());
    let ins = [("bf16", [192u32, 192]), ("bf16", [192, 128])];
    let buffers: Vec<Vec<u8>> = ins
        .iter()
        .zip(1..)
        .map(|((ty, shape), seed)| contents((ty, shape), seed))
        .chain([vec![0; 4 * 192 * 128]])
        .collect();
    let expected = interpreted(&kernel, &buffers, &[], [1; 3]);
    for seed in 0..3 {
        let maps = maps_of(&made, &kernel, &arguments(&buffers, &[]), buffers.len()).expect("there are maps");
        let left = ran(&made, &buffers, &[], (maps, [1; 3]), seed);
        assert!(left == expected, "with seed {seed}");
    }
}

#[test]
fn sums_that_may_be_factors_of_the_next_tile_are_waited_for() {
    for disjoint in [&[][..], &[(0, 2)], &[(1, 2)], &[(0, 1)]] {
        assert!(made_under(disjoint).program.maps.is_empty(), "{disjoint:?}");
    }
}
