//! Attention by persistent blocks of threads, which run several tile blocks in turn: queries are copied like keys, and results leave by bulk copies.

use super::super::agreement::{arguments, interpreted, maps_of, ran_by, traced, valid};
use super::{Attention, plain};
use crate::analysis::parameters::ParameterFacts;
use crate::compile::{CompiledKernel, compile_under};
use crate::ir::ptx::{Inst, Line};
use crate::tests::simulator::bulk::Event;
use crate::{Options, Target};

/// All arrays are apart.
fn apart() -> ParameterFacts {
    let pairs = (0..4).flat_map(|one| (0..4).map(move |other| (one, other)));
    let disjoint = pairs.filter(|(one, other)| one != other).collect();
    ParameterFacts { disjoint, ..ParameterFacts::default() }
}

fn made(text: &str, facts: &ParameterFacts, options: Options) -> CompiledKernel {
    compile_under(&valid(text), facts, Target { sm: 90 }, options)
        .unwrap_or_else(|problem| panic!("{}", problem.message))
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks(4).map(|word| f32::from_le_bytes(word.try_into().expect("four bytes"))).collect()
}

/// Attention with so many queries and keys, by warpgroups of 64 rows each.
fn case(rows: u32, length: u32) -> Attention {
    let options = Options { threads: Some(2 * rows), ..Options::default() };
    Attention { rows, keys: rows, at: 0, length, options, ..plain() }
}

/// So many blocks of threads leave what the interpreter leaves.
fn agrees(case: Attention, facts: &ParameterFacts, blocks: u32) {
    let (text, buffers) = (case.text_of_grid(), case.buffers(u64::from(blocks)));
    let (kernel, made) = (valid(&text), made(&text, facts, case.options));
    let (scalars, grid) = ([case.length.cast_signed()], [case.length.div_ceil(case.rows), 1, 1]);
    let maps =
        maps_of(&made, &kernel, &arguments(&buffers, &scalars), buffers.len()).expect("tensors have maps");
    let expected = interpreted(&kernel, &buffers, &scalars, grid);
    let left = ran_by(&made, &buffers, &scalars, (&maps, grid), blocks);
    for (at, (left, expected)) in floats(&left[3]).iter().zip(floats(&expected[3])).enumerate() {
        // Weights of the values, which are up to 4, are rounded to eight bits.
        assert!(
            (left - expected).abs() <= 0.05,
            "{blocks} blocks: {case:?}: element {at}: {left}, {expected}"
        );
    }
}

#[test]
fn blocks_of_threads_that_run_tile_blocks_in_turn_are_the_interpreter() {
    for (facts, all) in [(apart(), [1, 2, 4].as_slice()), (ParameterFacts::default(), &[2])] {
        all.iter().for_each(|blocks| agrees(case(64, 300), &facts, *blocks));
    }
    agrees(case(128, 513), &apart(), 2);
}

/// What threads do at barriers while one block of threads runs so many tile blocks of queries, with two stages.
pub(in super::super) fn trace(tile_blocks: u32) -> Vec<(usize, Event)> {
    let case = case(64, 64 * tile_blocks);
    let options = Options { stages: Some(2), ..case.options };
    let (text, buffers) = (case.text_of_grid(), case.buffers(1));
    let (kernel, made) = (valid(&text), made(&text, &apart(), options));
    let scalars = [case.length.cast_signed()];
    let maps =
        maps_of(&made, &kernel, &arguments(&buffers, &scalars), buffers.len()).expect("tensors have maps");
    traced(&made, &buffers, &scalars, (maps, [tile_blocks, 1, 1]))
}

/// Whether code has barriers of the block behind the first, and stores by bulk copies.
fn meets_and_stores(made: &CompiledKernel) -> (bool, bool) {
    let has = |what: fn(&Inst) -> bool| made.lines.iter().any(|line: &Line| what(&line.inst));
    let barriers = made.lines.iter().filter(|line| matches!(line.inst, Inst::Barrier)).count();
    (
        barriers > 1 || has(|inst| matches!(inst, Inst::BarrierOf(_))),
        has(|inst| matches!(inst, Inst::BulkStore(_))),
    )
}

/// Warps go on to the next tile block without each other, unless arrays may be the same.
#[test]
fn nobody_meets_between_tile_blocks() {
    let case = case(128, 256);
    let of = |facts: &ParameterFacts| meets_and_stores(&made(&case.text_of_grid(), facts, case.options));
    assert_eq!(of(&apart()), (false, true));
    assert_eq!(of(&ParameterFacts::default()), (true, false));
}

/// Queries that are used otherwise, or loaded where a tile block need not come by, are loaded by all threads, and a block has one tile block.
#[test]
fn other_kernels_are_not_persistent() {
    let case = case(64, 256);
    let text = case.text_of_grid();
    let persistent = |text: &str| made(text, &apart(), case.options).program.persistent.is_some();
    assert!(persistent(&text));
    let tile = "tile<64x64xbf16>";
    let changes = [
        // A second use.
        ("  %first =", format!("  %twice = addf %q, %q : {tile}\n  %first =")),
        // Queries are computed.
        ("  %first =", format!("  %q2 = addf %q, %q : {tile}\n  %first =")),
        // Tile blocks may end early.
        ("  %first =", "  %odd = cmpi less_than %i, %zero, signed : tile<i32> -> tile<i1>\n  if %odd { return }\n  %first =".to_owned()),
        // Tile blocks may wait for each other.
        ("  %first =", "  %seen, %when = load_ptr_tko acquire device %p3 : tile<ptr<f32>> -> tile<f32>, token\n  %first =".to_owned()),
    ];
    for (at, (from, to)) in changes.iter().enumerate() {
        assert!(text.contains(from), "{from}");
        let mut other = text.replacen(from, to, 1);
        if at == 1 {
            other = other.replace("mmaf %q, ", "mmaf %q2, ");
        }
        assert!(!persistent(&other), "change {at}");
    }
}
