//! Chains of accesses of one tile: the cost of a proof that nothing races grows as the chain does.
#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

use std::fmt::Write as _;

use spec::contract::Bound;
use spec::rules::Rule;
use spec::valid::Valid;
use verify::{CheckPolicy, Options, Report, Status};

const VIEW: &str = "partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>";

/// Checks a kernel whose blocks load their own tile and store it again, so many times. In one round, if any, a block stores to the tile of
/// the next block.
fn check_chain(rounds: usize, odd: Option<usize>) -> Report {
    let mut text = format!(
        "contract @chain {{
           names = (x, n)
           grid = (cdiv(n, 16) - 1)
           requires = n >= 17
           buffer x : f32[n]
         }}
         entry @chain(%x: tile<ptr<f32>>, %n: tile<i32>) {{
           %own, %by, %bz = get_tile_block_id : tile<i32>
           %one = constant <i32: 1> : tile<i32>
           %next = addi %own, %one : tile<i32>
           %whole = make_tensor_view %x, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
           %tiles = make_partition_view %whole : {VIEW}
           %stored0 = make_token : token\n"
    );
    for round in 0..rounds {
        let at = if odd == Some(round) { "%next" } else { "%own" };
        let _ = writeln!(
            text,
            "%v{round}, %read{round} = load_view_tko weak %tiles[%own] token=%stored{round} : {VIEW}, tile<i32> -> tile<16xf32>, token
             %stored{} = store_view_tko weak %v{round}, %tiles[{at}] token=%read{round} : tile<16xf32>, {VIEW}, tile<i32> -> token",
            round + 1
        );
    }
    text.push_str("return\n}\n");
    let module = spec::parse::module(&text).expect("it parses");
    let kernel = Valid::new(module.kernels[0].clone()).expect("it is valid");
    let bound = Bound::new(&module.contracts[0], &kernel).expect("it fits");
    verify::check(
        &kernel,
        &bound,
        &Options { policy: CheckPolicy::default().curtailed(), ..Options::default() },
    )
}

/// The obligations about races of two blocks.
fn count_races(report: &Report) -> usize {
    report.obligations.iter().filter(|one| one.rule == Rule::RaceBlock).count()
}

#[test]
fn a_chain_of_two_thousand_rounds_costs_four_times_as_much_as_one_of_five_hundred() {
    let [short, long] = [500, 2000].map(|rounds| check_chain(rounds, None));
    for report in [&short, &long] {
        assert!(report.obligations.iter().all(|one| one.status == Status::Proved));
        // A load and a store, in either order, and two stores.
        assert_eq!(count_races(report), 3);
    }
    assert!(long.queries <= short.queries + 8, "{} and {} questions", short.queries, long.queries);
    assert!(2 * long.effort <= 9 * short.effort, "{} and {} units", short.effort, long.effort);
}

#[test]
fn a_store_in_the_middle_to_the_tile_of_the_next_block_is_found_in_a_long_chain() {
    let [short, long] = [100, 400].map(|rounds| check_chain(rounds, Some(rounds / 2)));
    for (report, rounds) in [(&short, 100), (&long, 400)] {
        let refuted = report.obligations.iter().find(|one| matches!(one.status, Status::Refuted(_)));
        let refuted = refuted.expect("two blocks race");
        let middle = report.obligations.iter().filter(|one| one.rule == Rule::RaceLane).nth(rounds / 2);
        assert_eq!(
            (refuted.rule, Some(refuted.operation)),
            (Rule::RaceBlock, middle.map(|one| one.operation))
        );
        // Three questions settle the pairs without this store.
        let place = refuted.at.offset;
        let is_apart = |one: &&verify::Obligation| {
            let others = one.other.as_ref().is_some_and(|other| other.offset != place);
            one.rule == Rule::RaceBlock && one.at.offset != place && others
        };
        assert_eq!(report.obligations.iter().filter(is_apart).count(), 3);
    }
    assert!(2 * long.effort <= 9 * short.effort, "{} and {} units", short.effort, long.effort);
}
