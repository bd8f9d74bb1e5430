//! Products of matrices by tiles of pointers, as in Triton's tutorial, for all small sizes with ragged edges.

use super::super::agreement::{arguments, contents, interpreted, maps_of, ran_block, valid};
use super::{accesses, all_facts, compiled};
use crate::Options;
use crate::compile::CompiledKernel;
use crate::ir::ptx::Inst;

/// A product of `M × K` and `K × N`, with rows and columns taken modulo their number or masked. The loop carries pointers, and results are summed over
/// `other` use of rows, if there is one.
fn product(wrapped: bool, other: &str) -> String {
    let wrap = |of: &str, by: &str| {
        if wrapped {
            format!("  %{of} = remi %{of}0, %{by}b signed : tile<64xi32>\n")
        } else {
            format!("  %{of} = addi %{of}0, %none : tile<64xi32>\n")
        }
    };
    let masks = if wrapped {
        "    %ma = broadcast %ka : tile<1x64xi1> -> tile<64x64xi1>
    %mb = broadcast %kb : tile<64x1xi1> -> tile<64x64xi1>\n"
    } else {
        "    %ma1 = broadcast %ka : tile<1x64xi1> -> tile<64x64xi1>
    %ma2 = broadcast %rin : tile<64x1xi1> -> tile<64x64xi1>
    %ma = andi %ma1, %ma2 : tile<64x64xi1>
    %mb1 = broadcast %kb : tile<64x1xi1> -> tile<64x64xi1>
    %mb2 = broadcast %cin : tile<1x64xi1> -> tile<64x64xi1>
    %mb = andi %mb1, %mb2 : tile<64x64xi1>\n"
    };
    let splat = |name: &str, of: &str, shape: &str, ty: &str| {
        let ones = vec!["1"; shape.split('x').count()].join("x");
        format!(
            "  %{name}1 = reshape %{of} : tile<{ty}> -> tile<{ones}x{ty}>\n  %{name} = broadcast %{name}1 : tile<{ones}x{ty}> -> tile<{shape}x{ty}>\n"
        )
    };
    let mut text = "entry @k(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, %M: tile<i32>, %N: tile<i32>, %K: tile<i32>, %sa: tile<i32>, %sb: tile<i32>, %sc: tile<i32>) language=triton(128) {
  %x, %y, %z = get_tile_block_id : tile<i32>
  %c0 = constant <i32: 0> : tile<i32>
  %c64 = constant <i32: 64> : tile<i32>
  %none = constant <i32: 0> : tile<64xi32>
  %pad = constant <f16: 0.0> : tile<64x64xf16>
  %total = constant <f32: 0.0> : tile<64x64xf32>
  %i = iota : tile<64xi32>
  %r64 = muli %x, %c64 : tile<i32>
  %q64 = muli %y, %c64 : tile<i32>
".to_owned();
    for (name, of) in [("Mb", "M"), ("Nb", "N"), ("rs", "r64"), ("qs", "q64")] {
        text += &splat(name, of, "64", "i32");
    }
    text += "  %row0 = addi %rs, %i : tile<64xi32>\n  %col0 = addi %qs, %i : tile<64xi32>\n";
    text += &wrap("row", "M");
    text += &wrap("col", "N");
    for (name, shape) in [("row", "64x1"), ("col", "1x64"), ("row0", "64x1"), ("col0", "1x64")] {
        text += &format!("  %{name}t = reshape %{name} : tile<64xi32> -> tile<{shape}xi32>\n");
    }
    text += "  %it = reshape %i : tile<64xi32> -> tile<64x1xi32>\n  %ir = reshape %i : tile<64xi32> -> tile<1x64xi32>\n";
    for (name, of, shape) in [
        ("Mr", "M", "64x1"),
        ("Nr", "N", "1x64"),
        ("sar", "sa", "64x1"),
        ("sbr", "sb", "64x1"),
        ("scr", "sc", "64x1"),
    ] {
        text += &splat(name, of, shape, "i32");
    }
    text += "  %rin = cmpi less_than %row0t, %Mr, signed : tile<64x1xi32> -> tile<64x1xi1>
  %cin = cmpi less_than %col0t, %Nr, signed : tile<1x64xi32> -> tile<1x64xi1>
  %ra = muli %rowt, %sar : tile<64x1xi32>
  %rb = muli %it, %sbr : tile<64x1xi32>
  %rc = muli %row0t, %scr : tile<64x1xi32>\n";
    for (name, rows, columns, base, ty) in
        [("pa", "ra", "ir", "a", "f16"), ("pb", "rb", "colt", "b", "f16"), ("pc", "rc", "col0t", "c", "f32")]
    {
        text += &splat(&format!("{name}s"), base, "64x64", &format!("ptr<{ty}>"));
        text += &format!(
            "  %{name}r = broadcast %{rows} : tile<64x1xi32> -> tile<64x64xi32>
  %{name}c = broadcast %{columns} : tile<1x64xi32> -> tile<64x64xi32>
  %{name}o = addi %{name}r, %{name}c : tile<64x64xi32>
  %{name} = offset %{name}s, %{name}o : tile<64x64xptr<{ty}>>, tile<64x64xi32> -> tile<64x64xptr<{ty}>>\n"
        );
    }
    text += "  %c63 = constant <i32: 63> : tile<i32>
  %c1 = constant <i32: 1> : tile<i32>
  %up = addi %K, %c63 : tile<i32>
  %rounds = divi %up, %c64 signed : tile<i32>
  %step = constant <i32: 64> : tile<64x64xi32>
  %sb64 = muli %sb, %c64 : tile<i32>\n";
    text += &splat("stepb", "sb64", "64x64", "i32");
    text += &format!("  %ea, %eb, %sum = for %k in (%c0 to %rounds, step %c1) : tile<i32> iter_values(%la = %pa, %lb = %pb, %acc = %total) -> (tile<64x64xptr<f16>>, tile<64x64xptr<f16>>, tile<64x64xf32>) {{
    %k64 = muli %k, %c64 : tile<i32>
    %left = subi %K, %k64 : tile<i32>
    %lr1 = reshape %left : tile<i32> -> tile<1x1xi32>
    %lr = broadcast %lr1 : tile<1x1xi32> -> tile<1x64xi32>
    %lc = broadcast %lr1 : tile<1x1xi32> -> tile<64x1xi32>
    %ka = cmpi less_than %ir, %lr, signed : tile<1x64xi32> -> tile<1x64xi1>
    %kb = cmpi less_than %it, %lc, signed : tile<64x1xi32> -> tile<64x1xi1>
{masks}    %va, %ta = load_ptr_tko weak %la, %ma, %pad : tile<64x64xptr<f16>>, tile<64x64xi1>, tile<64x64xf16> -> tile<64x64xf16>, token
    %vb, %tb = load_ptr_tko weak %lb, %mb, %pad : tile<64x64xptr<f16>>, tile<64x64xi1>, tile<64x64xf16> -> tile<64x64xf16>, token
    %next = mmaf %va, %vb, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %na = offset %la, %step : tile<64x64xptr<f16>>, tile<64x64xi32> -> tile<64x64xptr<f16>>
    %nb = offset %lb, %stepb : tile<64x64xptr<f16>>, tile<64x64xi32> -> tile<64x64xptr<f16>>
    continue %na, %nb, %next : tile<64x64xptr<f16>>, tile<64x64xptr<f16>>, tile<64x64xf32>
  }}
{other}  %mr = broadcast %rin : tile<64x1xi1> -> tile<64x64xi1>
  %mc = broadcast %cin : tile<1x64xi1> -> tile<64x64xi1>
  %mm = andi %mr, %mc : tile<64x64xi1>
  %t = store_ptr_tko weak %pc, %sum, %mm : tile<64x64xptr<f32>>, tile<64x64xf32>, tile<64x64xi1> -> token
  return
}}\n");
    text
}

/// Stores a number that all elements of the sums have a part in.
const ADDED: &str = "  %flat = reshape %sum : tile<64x64xf32> -> tile<4096xf32>
  %one = reduce %flat dim=0 identities=[0.0 : f32] : tile<4096xf32> -> tile<f32> (%e: tile<f32>, %f: tile<f32>) {
    %g = addf %e, %f : tile<f32>
    yield %g : tile<f32>
  }
  %first = store_ptr_tko weak %c, %one : tile<ptr<f32>>, tile<f32> -> token\n";

fn multiplies_by_warpgroups(code: &CompiledKernel) -> bool {
    code.lines.iter().any(|line| matches!(line.inst, Inst::Wgmma(_)))
}

#[test]
fn rows_modulo_their_number_are_views_if_no_other_rows_matter() {
    for (wrapped, other, views) in [(false, "", 3), (true, "", 3), (false, ADDED, 3), (true, ADDED, 1)] {
        let kernel = valid(&product(wrapped, other));
        let found = accesses(&kernel, &all_facts(&kernel));
        // The store of a single number stays.
        let pointers = 3 - views + usize::from(!other.is_empty());
        assert_eq!(found, (views, pointers), "wrapped {wrapped}, {other}");
    }
}

#[test]
fn products_of_all_edges_are_those_of_the_interpreter() {
    for wrapped in [false, true] {
        let kernel = valid(&product(wrapped, ""));
        let facts = all_facts(&kernel);
        let bulk = compiled(&kernel, &facts, Options::default());
        let plain = compiled(&kernel, &facts, Options { without_tensor_maps: true, ..Options::default() });
        assert!(multiplies_by_warpgroups(&bulk) && !bulk.program.maps.is_empty());
        for [m, n, k] in [[64, 64, 64], [1, 1, 1], [63, 8, 65], [70, 65, 130], [128, 100, 24]] {
            let strides = [k + 7, n + 7, n].map(|stride: u32| stride / 8 * 8 + 8);
            let sizes = [m * strides[0], k * strides[1], m * strides[2]];
            let types = ["f16", "f16", "f32"];
            let buffers: Vec<Vec<u8>> = types
                .iter()
                .zip(&sizes)
                .zip(1..)
                .map(|((ty, size), seed)| contents((ty, &[*size]), seed))
                .collect();
            let scalars =
                [[m, n, k], strides].concat().iter().map(|one| one.cast_signed()).collect::<Vec<_>>();
            let grid = [m.div_ceil(64), n.div_ceil(64), 1];
            let expected = interpreted(&kernel, &buffers, &scalars, grid);
            let maps = maps_of(&bulk, &kernel, &arguments(&buffers, &scalars), 3).expect("rows are aligned");
            let left = launched(&bulk, &buffers, &scalars, (&maps, grid));
            assert!(left == expected, "wrapped {wrapped}, {m} × {n} × {k} with maps");
            let left = launched(&plain, &buffers, &scalars, (&[], grid));
            assert!(left == expected, "wrapped {wrapped}, {m} × {n} × {k} without maps");
        }
    }
}

/// The buffers after all tile blocks of a grid.
fn launched(
    code: &CompiledKernel,
    buffers: &[Vec<u8>],
    scalars: &[i32],
    (maps, grid): (&[crate::tests::simulator::bulk::SimulatedMap], [u32; 3]),
) -> Vec<Vec<u8>> {
    if code.program.persistent.is_some() {
        return crate::tests::kernels::agreement::ran_by(code, buffers, scalars, (maps, grid), 2);
    }
    let blocks = (0..grid[0]).flat_map(|x| (0..grid[1]).map(move |y| [x, y, 0]));
    blocks.fold(buffers.to_vec(), |left, block| ran_block(code, &left, scalars, (maps.to_vec(), grid), block))
}
