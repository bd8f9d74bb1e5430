//! No order of roles is wrong, and every mistake in a schedule is found in some order.

use super::{Model, Step};
use crate::Options;
use crate::tests::kernels::agreement::{arguments, maps_of, traced, valid};
use crate::tests::kernels::attention::{self, Attention};
use crate::tests::kernels::pipeline::{Case, plain};
use crate::tests::kernels::stores::merged;

/// The model of a case's code.
fn model(case: Case) -> Model {
    let (kernel, made) = (valid(&case.text()), case.made());
    let buffers = case.buffers(1);
    let maps = maps_of(&made, &kernel, &arguments(&buffers, &[]), buffers.len()).expect("tensors have maps");
    Model::of(&traced(&made, &buffers, &[], (maps, case.grid())))
}

/// The model of attention's code.
fn model_of_attention(case: Attention) -> Model {
    let (kernel, made, buffers) = (valid(&case.text()), case.made(), case.buffers(1));
    let scalars = [case.length.cast_signed()];
    let maps =
        maps_of(&made, &kernel, &arguments(&buffers, &scalars), buffers.len()).expect("tensors have maps");
    Model::of(&traced(&made, &buffers, &scalars, (maps, [1; 3])))
}

/// Keys and values have a ring each, and are released apart.
#[test]
fn no_order_of_roles_is_wrong_in_attention() {
    for (stages, rounds) in [(2, 1), (2, 3), (3, 4)] {
        let options = Options { threads: Some(128), stages: Some(stages), ..Options::default() };
        let case = Attention { causal: false, at: 0, length: 64 * rounds, options, ..attention::plain() };
        let mut model = model_of_attention(case).with_half_of_the_warps();
        let states = model.explore();
        assert!(
            states.as_ref().is_ok_and(|states| *states > 1),
            "{stages} stages, {rounds} rounds: {states:?}"
        );
        // A release before its product has ended is found.
        for steps in &mut model.roles[1..] {
            steps.retain(|step| !matches!(step, Step::Ended { .. }));
        }
        assert_eq!(model.explore().is_err(), rounds > stages, "{stages} stages, {rounds} rounds");
    }
}

/// Blocks of threads run tile blocks in turn. The producer copies the queries of the next tile block, and warps need not be in one tile block.
#[test]
fn no_order_of_roles_is_wrong_from_tile_block_to_tile_block() {
    for tile_blocks in [2, 3] {
        let trace = attention::persistent::trace(tile_blocks);
        let right = Model::of(&trace).with_half_of_the_warps();
        let states = right.explore();
        assert!(states.as_ref().is_ok_and(|states| *states > 1), "{tile_blocks} tile blocks: {states:?}");
        // A warp does not release the queries of a tile block: its last arrival in each but the last one.
        let mut kept = right.clone();
        let warp = kept.roles.last_mut().expect("warps");
        let last = warp.iter().rposition(|step| matches!(step, Step::Arrive { .. })).expect("a release");
        let released = warp[last];
        let first = warp.iter().position(|step| *step == released).expect("a release");
        warp.remove(first);
        let mistake = kept.explore().expect_err("a mistake");
        assert!(mistake.contains("nobody goes on"), "{mistake}");
        // The producer does not wait for queries to be released.
        let mut hasty = right.clone();
        let copied =
            hasty.roles[0].iter().position(|step| matches!(step, Step::Copy { .. })).expect("a copy");
        let Some(waited @ Step::Wait { barrier, .. }) =
            hasty.roles[0][..copied].iter().rfind(|step| matches!(step, Step::Wait { .. })).copied()
        else {
            unreachable!("the producer waits first")
        };
        let is_same = |step: &Step| matches!(step, Step::Wait { barrier: at, .. } if *at == barrier);
        assert!(is_same(&waited));
        hasty.roles[0].retain(|step| !is_same(step));
        assert!(hasty.explore().is_err(), "{tile_blocks} tile blocks");
    }
}

/// Two warpgroups take turns, and each begins an iteration's first product under the second one of the iteration before.
#[test]
fn no_order_of_roles_is_wrong_where_warpgroups_take_turns() {
    for (stages, rounds) in [(2, 1), (2, 2), (2, 3)] {
        let options = Options { threads: Some(256), stages: Some(stages), ..Options::default() };
        let length = 64 * rounds;
        let case = Attention { rows: 128, causal: false, at: 0, length, options, ..attention::plain() };
        let right = model_of_attention(case).with_half_of_the_warps();
        let states = right.explore();
        assert!(states.as_ref().is_ok_and(|states| *states > 1), "{rounds} rounds: {states:?}");
        let is_turn = |step: &&Step| matches!(step, Step::Turn { .. });
        let turns = |warp: usize| right.roles[warp].iter().filter(is_turn).count() as u32;
        // The first warpgroup waits and passes once a round; the second one passes first, and not at the end.
        assert_eq!([turns(1), turns(4)], [2 * rounds; 2]);
        // A turn that is not passed on is found: the first one, or the last of the first warpgroup.
        for (warps, from_behind) in [(3..5, false), (1..3, true)] {
            let mut model = right.clone();
            for steps in &mut model.roles[warps] {
                let is_turn = |step: &Step| matches!(step, Step::Turn { .. });
                let at = if from_behind {
                    steps.iter().rposition(is_turn)
                } else {
                    steps.iter().position(is_turn)
                };
                steps.remove(at.expect("a turn"));
            }
            let mistake = model.explore().expect_err("a mistake");
            assert!(mistake.contains("nobody goes on") || mistake.contains("another round"), "{mistake}");
        }
    }
}

fn small(stages: u32, terms: u32, blocks: bool) -> Case {
    let rows = if blocks { 128 } else { 64 };
    let options = Options { threads: Some(128), stages: Some(stages), ..Options::default() };
    Case { extents: [rows, 64, terms], tile: [64, 64, 32], blocks, options, ..plain() }
}

#[test]
fn no_order_of_roles_is_wrong() {
    for (stages, terms, blocks) in
        [(2, 128, false), (3, 160, false), (2, 32, false), (2, 96, true), (3, 64, true)]
    {
        let states = model(small(stages, terms, blocks)).explore();
        assert!(
            states.as_ref().is_ok_and(|states| *states > 1),
            "{stages} stages, {terms} terms: {states:?}"
        );
    }
}

/// Two tile blocks share a factor, or one has no neighbor and the other warpgroup releases unread stages.
#[test]
fn no_order_of_roles_is_wrong_where_tile_blocks_are_merged() {
    for (columns, terms) in [(2, 96), (1, 96)] {
        let mut model = Model::of(&merged::trace(2, columns, terms));
        let states = model.explore();
        assert!(states.as_ref().is_ok_and(|states| *states > 1), "{columns} columns: {states:?}");
        // A consumer without a tile must still release stages, or the other one blocks.
        let last = model.roles.last_mut().expect("warps");
        last.retain(|step| !matches!(step, Step::Arrive { .. }));
        assert!(model.explore().is_err(), "{columns} columns");
    }
}

/// Every mistake in a schedule is found in some order.
#[test]
fn mistakes_are_found() {
    let right = model(small(2, 128, false));
    let changed = |change: &dyn Fn(&mut Vec<Step>, bool)| {
        let mut model = right.clone();
        model.roles.iter_mut().enumerate().for_each(|(role, steps)| change(steps, role == 0));
        model.explore().expect_err("a mistake")
    };
    // The producer does not wait for empty stages.
    let hasty =
        changed(&|steps, produces| steps.retain(|step| !produces || !matches!(step, Step::Wait { .. })));
    assert!(["while it is read", "filled", "too many"].iter().any(|what| hasty.contains(what)), "{hasty}");
    // Consumers do not wait for their products before they release a stage.
    let early = changed(&|steps, _| steps.retain(|step| !matches!(step, Step::Ended { .. })));
    assert!(early.contains("while it is read"), "{early}");
    // Consumers do not wait for tiles.
    let blind =
        changed(&|steps, produces| steps.retain(|step| produces || !matches!(step, Step::Wait { .. })));
    assert!(blind.contains("is read in round") || blind.contains("too many"), "{blind}");
    // A stage is not released.
    let kept = changed(&|steps, produces| {
        let arrival = steps.iter().position(|step| matches!(step, Step::Arrive { .. }));
        steps.retain({
            let mut at = 0;
            move |_| {
                at += 1;
                produces || Some(at - 1) != arrival
            }
        });
    });
    assert!(kept.contains("nobody goes on"), "{kept}");
}
