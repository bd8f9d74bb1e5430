//! Tile blocks that do the work of several neighbors leave what the interpreter leaves of the small ones; and only some kernels have such code.

use super::super::agreement::{arguments, interpreted, maps_of, ran_by, valid};
use super::{Stored, apart, plain};
use crate::compile::{CompiledKernel, compile_under};
use crate::{Options, Target};

/// The code for larger tiles; `None` without.
fn made(text: &str) -> Option<CompiledKernel> {
    let options = Options { larger_tiles: true, ..Options::default() };
    compile_under(&valid(text), &apart(), Target { sm: 90 }, options).ok()
}

/// So many blocks of threads leave what the interpreter leaves.
fn agrees(case: Stored, tiles: [u32; 3], blocks: u32) {
    let (text, buffers) = (case.text(), case.buffers(u64::from(blocks)));
    let made = made(&text).unwrap_or_else(|| panic!("no larger tiles: {case:?}"));
    assert_eq!(made.program.tiles, tiles, "{case:?}");
    let kernel = valid(&text);
    let maps = maps_of(&made, &kernel, &arguments(&buffers, &[]), buffers.len()).expect("tensors have maps");
    let expected = interpreted(&kernel, &buffers, &[], case.grid());
    let grid = [0, 1, 2].map(|axis: usize| case.grid()[axis] / tiles[axis]);
    assert!((0..3).all(|axis| grid[axis] * tiles[axis] == case.grid()[axis]), "{case:?}");
    let left = ran_by(&made, &buffers, &[], (&maps, grid), blocks);
    assert!(left == expected, "by {blocks} blocks of threads: {case:?}\n{}", made.program.ptx);
}

fn small() -> Stored {
    Stored { tile: [64, 64, 32], extents: [256, 128, 96], threads: None, ..plain() }
}

#[test]
fn small_tiles_of_all_forms() {
    agrees(small(), [2, 2, 1], 1);
    agrees(Stored { tile: [64, 128, 32], extents: [256, 256, 64], ..small() }, [2, 1, 1], 2);
    agrees(Stored { tile: [128, 32, 32], extents: [128, 256, 64], ..small() }, [1, 4, 1], 1);
    agrees(Stored { tile: [32, 32, 32], extents: [128, 128, 64], ..small() }, [4, 4, 1], 1);
    agrees(Stored { epilogue: true, ..small() }, [2, 2, 1], 1);
    agrees(Stored { transposed: [true, false], ..small() }, [2, 2, 1], 1);
    agrees(Stored { factors: "i8", out: "i32", transposed: [false, true], ..small() }, [2, 2, 1], 1);
}

/// Ends of matrices inside of tiles.
#[test]
fn ragged_matrices() {
    for extents in [[250, 120, 90], [193, 65, 40], [200, 128, 8]] {
        agrees(Stored { extents, ..small() }, [2, 2, 1], 2);
        agrees(Stored { extents, epilogue: true, ..small() }, [2, 2, 1], 1);
    }
}

/// What makes the number of a tile block more than a place among tiles.
#[test]
fn other_uses_of_numbers_keep_tiles_small() {
    let text = small().text();
    let with = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}\n{text}");
        made(&text.replacen(from, to, 1))
    };
    assert!(made(&text).is_some());
    let loop_ = "  %sum = for %k in (%zero to %rounds, step %one)";
    let cases = [
        // The number of terms hangs on the tile block.
        (loop_, "  %more1 = addi %rounds, %i : tile<i32>\n  %sum = for %k in (%zero to %more1, step %one)"),
        // The extent of the grid is known to the kernel.
        (
            loop_,
            "  %gx, %gy, %gz = get_num_tile_blocks : tile<i32>\n  %more1 = addi %rounds, %gx : tile<i32>\n  %sum = for %k in (%zero to %more1, step %one)",
        ),
        // All rows of tile blocks store one place.
        ("%cv[%i, %j]", "%cv[%zero, %j]"),
        // A factor is read by the other axis, and by both.
        ("%av[%i, %k]", "%av[%j, %k]"),
        ("%av[%i, %k]", "%av[%i, %i]"),
        // Of terms.
        ("%av[%i, %k]", "%av[%k, %i]"),
    ];
    for (from, to) in cases {
        assert!(with(from, to).is_none(), "{to}");
    }
    // Elements that know their place in the tile.
    let lanes = "  %lane = iota : tile<64xi32>
  %lane1 = reshape %lane : tile<64xi32> -> tile<64x1xi32>
  %lane2 = broadcast %lane1 : tile<64x1xi32> -> tile<64x64xi32>
  %lane3 = itof %lane2 signed : tile<64x64xi32> -> tile<64x64xf32>
  %moved = addf %sum, %lane3 : tile<64x64xf32>
  %narrow = absf %moved";
    assert!(with("  %narrow = absf %sum", lanes).is_none());
}
