//! Products of matrices by tiles of pointers, as in Triton's tutorial, for all small sizes with ragged edges.

use super::super::agreement::{arguments, contents, interpreted, maps_of, ran_grid, valid};
use super::{accesses, all_facts, compiled};
use crate::Options;
use crate::analysis::parameters::ParameterFacts;
use crate::compile::CompiledKernel;
use crate::ir::ptx::{Inst, Opcode, Operand};

/// A product of `M × K` and `K × N` with tiles of 64 × 64, whose loop carries pointers.
const PRODUCT: &str = include_str!("product.tile");

const WRAPPED_ROWS: &str = "  %row = remi %row0, %Mb signed : tile<64xi32>
  %col = remi %col0, %Nb signed : tile<64xi32>\n";
const ROWS: &str = "  %row = addi %row0, %none : tile<64xi32>
  %col = addi %col0, %none : tile<64xi32>\n";
const MASKS_OF_TERMS: &str = "    %ma = broadcast %ka : tile<1x64xi1> -> tile<64x64xi1>
    %mb = broadcast %kb : tile<64x1xi1> -> tile<64x64xi1>\n";
const MASKS: &str = "    %ma1 = broadcast %ka : tile<1x64xi1> -> tile<64x64xi1>
    %ma2 = broadcast %rin : tile<64x1xi1> -> tile<64x64xi1>
    %ma = andi %ma1, %ma2 : tile<64x64xi1>
    %mb1 = broadcast %kb : tile<64x1xi1> -> tile<64x64xi1>
    %mb2 = broadcast %cin : tile<1x64xi1> -> tile<64x64xi1>
    %mb = andi %mb1, %mb2 : tile<64x64xi1>\n";

/// The product with rows and columns taken modulo their number, or masked; with another use of the sums behind the loop.
fn product(wrapped: bool, other: &str) -> String {
    let (rows, masks) = if wrapped { (WRAPPED_ROWS, MASKS_OF_TERMS) } else { (ROWS, MASKS) };
    PRODUCT.replace("// ROWS\n", rows).replace("    // MASKS\n", masks).replace("// OTHER\n", other)
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

#[test]
fn masked_tiles_behind_an_extent_begin_in_front_of_all_elements() {
    let outside = |text: &str| {
        let kernel = valid(text);
        let code = compiled(&kernel, &all_facts(&kernel), Options::default());
        let is_outside = |inst: &Inst| matches!(inst, Inst::Compute { op: Opcode::Selp, from, .. } if from.contains(&Operand::Int(i32::MIN.into())));
        (code.program.maps.len(), code.lines.iter().filter(|line| is_outside(&line.inst)).count())
    };
    let (maps, chosen) = outside(&product(false, ""));
    // Each map has a place along each of its axes.
    assert!(maps == 2 && chosen == 2 * maps, "{chosen} coordinates of {maps} maps");
}

/// The masked product in 64 bits, with rows of tile blocks this many apart.
fn far_rows(apart: u64) -> String {
    let text = product(false, "").replace("i32", "i64");
    let header = "entry @k(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f32>>, ";
    let (_, body) = text.split_once("{\n").expect("a body");
    let body = body.replace("  %x, %y, %z = get_tile_block_id : tile<i64>\n", "");
    let body = body.replace(
        "  %r64 = muli %x, %c64",
        &format!("  %apart = constant <i64: {apart}> : tile<i64>\n  %r64 = muli %x, %apart"),
    );
    let names = ["M", "N", "K", "sa", "sb", "sc"];
    let parameters = names.map(|name| format!("%{name}_: tile<i32>")).join(", ");
    let widen = |name: &str| format!("  %{name} = exti %{name}_ signed : tile<i32> -> tile<i64>\n");
    let widened: String = [&names[..], &["x", "y"]].concat().into_iter().map(widen).collect();
    format!(
        "{header}{parameters}) language=triton(128) {{\n  %x_, %y_, %z_ = get_tile_block_id : tile<i32>\n{widened}{body}"
    )
}

/// Coordinates of maps have 32 bits: a tile of rows from 2³² + 64 on would be stored to the rows from 64 on.
#[test]
fn masked_tiles_far_behind_an_extent_neither_load_nor_store() {
    for apart in [64, 1 << 31, 1 << 32, (1 << 32) + 64] {
        let kernel = valid(&far_rows(apart));
        // Results are stored by a map, too, where addresses and strides are known multiples of 16 bytes.
        let divisors = kernel.params.iter().map(|param| (*param, 16)).collect();
        let facts = ParameterFacts { divisors, ..all_facts(&kernel) };
        let code = compiled(&kernel, &facts, Options::default());
        assert!(multiplies_by_warpgroups(&code) && code.program.maps.len() == 3);
        let scalars = [112, 64, 64, 64, 64, 64];
        let buffers: Vec<Vec<u8>> =
            [("f16", 1), ("f16", 2), ("f32", 3)].map(|(ty, seed)| contents((ty, &[128 * 64]), seed)).to_vec();
        let grid = [2, 1, 1];
        let expected = interpreted(&kernel, &buffers, &scalars, grid);
        let maps = maps_of(&code, &kernel, &arguments(&buffers, &scalars), 3).expect("rows are aligned");
        let left = launched(&code, &buffers, &scalars, (&maps, grid));
        assert!(left == expected, "tile blocks {apart} rows apart");
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
    ran_grid(code, buffers, scalars, maps, grid)
}
