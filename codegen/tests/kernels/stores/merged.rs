//! Tile blocks that run side by side in one block of threads, a warpgroup each: their results equal the interpreter's, and only
//! certain kernels run so.

use super::super::agreement::{arguments, contents, interpreted, maps_of, ran_all, ran_by, traced, valid};
use super::super::tile_order;
use super::{Stored, apart, plain, stores_in_bulk};
use crate::compile::{CompiledKernel, compile_under};
use crate::tests::simulator::bulk::Event;
use crate::{Options, Target};

/// Rows and columns of a merged tile.
const TILE: u32 = 128;

/// So many rows and columns of such tiles, of so many terms.
fn wide(rows: u32, columns: u32, terms: u32) -> Stored {
    let extents = [rows * TILE, columns * TILE, terms];
    Stored { tile: [TILE, TILE, 32], extents, threads: None, ..plain() }
}

fn made(text: &str, threads: Option<u32>) -> CompiledKernel {
    let options = Options { threads, ..Options::default() };
    compile_under(&valid(text), &apart(), Target { sm: 90 }, options)
        .unwrap_or_else(|problem| panic!("{}", problem.message))
}

/// Whether two tile blocks share a block of threads: each has the threads of one warpgroup for a tile that has two otherwise.
fn is_merged(text: &str) -> bool {
    let [merged, single] = [None, Some(256)].map(|threads| made(text, threads).program);
    assert_eq!(merged.threads, single.threads, "two warpgroups multiply and one copies");
    merged.ptx != single.ptx
}

/// So many blocks of threads leave what the interpreter leaves.
fn agrees(case: Stored, blocks: u32) {
    let (text, buffers) = (case.text(), case.buffers(u64::from(blocks)));
    assert!(is_merged(&text), "{case:?}");
    let made = case.made_under(&apart());
    assert!(stores_in_bulk(&made), "{case:?}");
    let maps = case.maps(&made, &buffers);
    let expected = interpreted(&valid(&text), &buffers, &[], case.grid());
    let left = ran_by(&made, &buffers, &[], (&maps, case.grid()), blocks);
    assert!(left == expected, "by {blocks} blocks of threads: {case:?}");
}

/// The barrier operations of threads in rings with the given stages, for one row of tiles in one block of threads.
pub(in super::super) fn trace(stages: u32, columns: u32, terms: u32) -> Vec<(usize, Event)> {
    let case = wide(1, columns, terms);
    let (kernel, buffers) = (valid(&case.text()), case.buffers(1));
    let options = Options { stages: Some(stages), ..Options::default() };
    let made = compile_under(&kernel, &apart(), Target { sm: 90 }, options)
        .unwrap_or_else(|problem| panic!("{}", problem.message));
    traced(&made, &buffers, &[], (case.maps(&made, &buffers), case.grid()))
}

/// The loop of a tile block is longer, the higher its number along the first axis is. Blocks that run one tile block at a time deal them by their
/// lengths, back and forth; pairs keep their order.
#[test]
fn every_tile_block_of_growing_length_is_run_once() {
    let case = wide(3, 2, 96);
    let from = "%sum = for %k in (%zero to %rounds,";
    let text = case.text();
    assert!(text.contains(from));
    let text =
        text.replacen(from, "%grown = addi %i, %one : tile<i32>\n  %sum = for %k in (%zero to %grown,", 1);
    assert!(is_merged(&text));
    for (threads, blocks) in
        [(None, 1), (None, 2), (Some(256), 1), (Some(256), 4), (Some(256), 5), (Some(256), 6)]
    {
        let (made, buffers) = (made(&text, threads), case.buffers(u64::from(blocks)));
        let maps = case.maps(&made, &buffers);
        let expected = interpreted(&valid(&text), &buffers, &[], case.grid());
        let left = ran_by(&made, &buffers, &[], (&maps, case.grid()), blocks);
        assert!(left == expected, "{threads:?} threads, by {blocks} blocks of threads");
    }
}

/// Pairs, columns without a neighbour, launches of too few tiles to go two by two, and rings that are gone round more than once.
#[test]
fn every_tile_block_is_run_once() {
    for (case, blocks) in [
        (wide(1, 2, 160), 1),
        (wide(2, 4, 32), 3),
        // The last column has no neighbour.
        (wide(1, 3, 32), 2),
        (wide(2, 3, 64), 4),
        // Two by two would take longer, or there is nothing to pair.
        (wide(1, 3, 96), 1),
        (wide(2, 1, 64), 1),
        (wide(2, 2, 32), 5),
    ] {
        agrees(case, blocks);
    }
}

#[test]
fn all_types_and_orders() {
    for (factors, out) in [("f16", "f16"), ("bf16", "bf16"), ("i8", "i32"), ("tf32", "f32")] {
        agrees(Stored { factors, out, transposed: [false, true], ..wide(1, 2, 64) }, 1);
    }
    agrees(Stored { transposed: [true, false], ..wide(1, 2, 64) }, 1);
    agrees(Stored { batch: true, ..wide(1, 2, 32) }, 2);
    agrees(Stored { tile: [256, 64, 32], extents: [256, 192, 64], ..wide(1, 1, 1) }, 1);
    // The last tiles have fewer rows, columns and terms.
    agrees(Stored { extents: [150, TILE + 24, 40], ..wide(1, 1, 1) }, 1);
}

/// A right factor with distant terms goes through each warpgroup's own registers, and transposed sums are stored as they lie.
#[test]
fn factors_through_registers() {
    let distant = Stored { factors: "tf32", ..wide(1, 2, 64) };
    agrees(distant, 1);
    // A column without a neighbour, and rings that are gone round more than once.
    agrees(Stored { extents: [TILE, 3 * TILE, 32], ..distant }, 2);
    agrees(Stored { extents: [TILE, 2 * TILE, 160], ..distant }, 1);
    // The last tiles have fewer rows, columns and terms.
    agrees(Stored { extents: [150, TILE + 24, 40], ..distant }, 1);
    agrees(Stored { factors: "i8", out: "i32", ..distant }, 1);
    // Both factors have distant terms: all warps meet for the right one.
    assert!(!is_merged(&Stored { transposed: [true, false], ..distant }.text()));
}

/// Persistent loops: columns that have a neighbour or none, and tiles that fill no column.
#[test]
fn loops_of_tiles() {
    for ([rows, columns, all], blocks) in
        [([2, 2, 4], 1), ([2, 3, 6], 4), ([3, 4, 10], 6), ([3, 4, 10], 2), ([3, 1, 2], 1), ([2, 2, 4], 4)]
    {
        let text = tile_order::text_of(TILE, [rows, columns, all]);
        assert!(is_merged(&text));
        let (kernel, made) = (valid(&text), made(&text, None));
        let ins = [[rows * TILE, tile_order::TERMS], [tile_order::TERMS, columns * TILE]];
        let sums = contents(("f32", &[rows * TILE, columns * TILE]), 3);
        let buffers: Vec<Vec<u8>> =
            ins.iter().zip(1..).map(|(shape, seed)| contents(("bf16", shape), seed)).chain([sums]).collect();
        let maps = maps_of(&made, &kernel, &arguments(&buffers, &[]), buffers.len()).expect("there are maps");
        let expected = interpreted(&kernel, &buffers, &[], [blocks, 1, 1]);
        let left = ran_all(&made, &buffers, &[], &maps, blocks);
        assert!(left == expected, "{rows} × {columns}, {all} of them by {blocks} blocks");
    }
}

/// A loop that ends below zero has no tiles.
#[test]
fn loops_without_tiles() {
    let text = tile_order::text_of(TILE, [2, 2, 4]);
    let buffers = vec![
        contents(("bf16", &[2 * TILE, tile_order::TERMS]), 1),
        contents(("bf16", &[tile_order::TERMS, 2 * TILE]), 2),
        contents(("f32", &[2 * TILE, 2 * TILE]), 3),
    ];
    for all in ["0", "-4", "-2147483648"] {
        let other = text.replace("%all = constant <i32: 4>", &format!("%all = constant <i32: {all}>"));
        assert!(other != text && is_merged(&other), "{all}");
        let (kernel, made) = (valid(&other), made(&other, None));
        let maps = maps_of(&made, &kernel, &arguments(&buffers, &[]), buffers.len()).expect("there are maps");
        assert!(ran_all(&made, &buffers, &[], &maps, 2) == buffers, "{all}");
    }
}

/// Tile blocks without a shared factor, or with further differences, run one by one.
#[test]
fn what_differs_otherwise() {
    let text = wide(2, 2, 64).text();
    assert!(is_merged(&text));
    for (what, from, to) in [
        ("no factor that both have", "%av[%i, %k]", "%av[%j, %k]"),
        ("none that is the next one", "%bv[%k, %j]", "%bv[%k, %i]"),
        ("a place that is computed", "%bv[%k, %j]", "%bv[%k, %less]"),
        ("rounds that hang on the place", "(%zero to %rounds, step", "(%zero to %more_rounds, step"),
    ] {
        assert!(text.contains(from), "{what}");
        let numbers = "  %less = muli %j, %rounds : tile<i32>\n  %more_rounds = addi %rounds, %j : tile<i32>\n  %sum = for";
        let other = text.replace("  %sum = for", numbers);
        assert!(is_merged(&other), "numbers that nobody uses are nothing");
        assert!(!is_merged(&other.replace(from, to)), "{what}");
    }
    let epilogue = Stored { epilogue: true, ..wide(2, 2, 64) }.text();
    assert!(!is_merged(&epilogue), "a number for every column goes through memory that both would use");
    let small = Stored { tile: [64, 64, 32], ..wide(2, 2, 64) }.text();
    assert_eq!(
        made(&small, None).program.ptx,
        made(&small, Some(128)).program.ptx,
        "small tiles have room beside each other"
    );
}
