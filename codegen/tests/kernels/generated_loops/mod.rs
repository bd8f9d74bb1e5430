//! Generated loops of products on the simulated machine.

mod as_run;

use std::path::Path;

use proptest::prelude::*;

use super::factors::{Rows, piece};
use super::pipeline::Case;
use crate::Options;
use crate::tests::sample;

/// The factors' type, and the type in memory if factors are computed.
fn types(f16: bool, bytes: bool, stages: u32, threads: u32) -> (&'static str, Option<&'static str>) {
    let factors = match (bytes, f16, stages % 3) {
        (true, _, 0) => "i8",
        (true, true, _) => "f8E4M3FN",
        (true, false, 1) => "f8E5M2",
        (true, false, _) => "tf32",
        (false, true, _) => "f16",
        (false, false, _) => "bf16",
    };
    let memory = match (factors, threads + stages) {
        ("tf32", 9 | 10) | ("bf16", 9) => Some("f32"),
        ("f16", 9) => Some("i8"),
        _ => None,
    };
    (factors, memory)
}

/// Tiles at the ends of matrices of any size, any number of rounds from none on, factors in any order in memory.
fn cases() -> impl Strategy<Value = Case> {
    let shape = (6u32..8, 4u32..8, 4u32..8);
    let extents = (1u32..200, 1u32..200, 0u32..300);
    let lie = prop_oneof![3 => Just(Rows::Known), 1 => (0u32..3).prop_map(|more| Rows::Launched(4 * more))];
    let rest = (
        (any::<[bool; 2]>(), lie, any::<bool>(), any::<bool>()),
        any::<bool>(),
        0u32..3,
        1u32..3,
        1usize..3,
        2u32..6,
        7u32..9,
    );
    (shape, extents, rest, any::<[bool; 5]>()).prop_filter_map(
        "too many threads",
        |(shape, extents, rest, [f16, bytes, whole @ ..])| {
            let tile = [1 << shape.0, 1 << shape.1, 1 << shape.2];
            // Along some axes every tile is whole.
            let extents = [(extents.0, 0), (extents.1, 1), (extents.2, 2)]
                .map(|(extent, axis)| if whole[axis] { extent.next_multiple_of(tile[axis]) } else { extent });
            let ((transposed, rows, batch, blocks), by_view, from, step, products, stages, threads) = rest;
            let at = [(extents[0] - 1) / tile[0], (extents[1] - 1) / tile[1]];
            let (factors, memory) = types(f16, bytes && tile[2] >= 32, stages, threads);
            let piece = piece(memory.unwrap_or(factors));
            let fits = [tile[0] * tile[2], tile[1] * tile[2]].iter().all(|tile| tile / piece >= 1 << threads);
            let options = Options { threads: Some(1 << threads), stages: Some(stages), ..Options::default() };
            let size = 16 / piece;
            let shared = (tile[0] + tile[1]) * tile[2] * size * products as u32 * stages;
            // Right factors that go through registers have two buffers.
            let buffers = 8 * tile[1] * tile[2] * products as u32;
            let case = Case {
                factors,
                memory,
                tile,
                extents,
                at,
                transposed,
                by_view,
                from,
                step,
                products,
                rows,
                batch,
                blocks,
                options,
            };
            // Their elements are in registers, beside the sums.
            let elements = ((tile[0] + tile[1]) * tile[2] * products as u32) >> threads;
            // Lines that are copied in bulk have 32 bytes.
            let lines = tile.iter().all(|extent| extent * size >= 32);
            let sums = (tile[0] * tile[1]) >> threads;
            let fits = fits && (elements <= 64 && sums <= 64 && lines || !case.computes_factors());
            let kept = fits && shared + buffers < 190 << 10 && tile[1] >= 16;
            kept.then_some(case)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: sample(256), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn loops_of_products_are_those_of_the_interpreter(case in cases(), seed: u64) {
        // Rounds of a second product are those of the first from the end.
        let case = Case { step: if case.products > 1 { 1 } else { case.step }, ..case };
        case.agrees(seed >> 1);
        // For a device: LOOPS names a folder that gets each as a kernel with a contract and a run.
        if let Some(folder) = std::env::var_os("LOOPS") {
            let name = format!("loop_{:x}", seed >> 1);
            let text = case.as_run(&name, seed >> 1);
            std::fs::write(Path::new(&folder).join(format!("{name}.tile")), text).expect("the folder can be written to");
        }
    }
}
