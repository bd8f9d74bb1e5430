//! Mistakes put into the verifier on purpose: with each, a property of a kernel of the corpus is proved that a launch lacks; without
//! it, it is not.

use spec::contract::Bound;
use spec::valid::Valid;
use verify::{Ensured, Flaw, Options, ensure};

use crate::case::{Case, corpus};
use crate::harness::directive::ExpectedOutcomeOfProperty;

/// Whether a property is proved by a verifier with a mistake.
fn is_proved(case: &Case, flaw: Option<Flaw>) -> bool {
    let Ok(kernel) = Valid::new(case.module.kernels[0].clone()) else { return false };
    let kernel = spec::fold::kernel(&kernel);
    let Ok(bound) = Bound::new(&case.module.contracts[0], &kernel) else { return false };
    let found = ensure(&kernel, &bound, &case.property, &Options { flaw, ..Options::default() });
    matches!(found, Ensured::Proved | Ensured::ProvedOfLocks | Ensured::ProvedOfFlags)
}

/// The mistake is found: by a case that is violated.
#[track_caller]
fn is_found(flaw: Flaw, of: &str) {
    let cases = corpus(ExpectedOutcomeOfProperty::Violated);
    let mut fitting = cases.iter().filter(|case| case.module.kernels[0].name == of);
    let found = fitting.find(|case| is_proved(case, Some(flaw)));
    let found = found.unwrap_or_else(|| panic!("nothing of @{of} shows {flaw:?}"));
    assert!(!is_proved(found, None), "{} is proved without {flaw:?}", found.name);
}

#[test]
fn a_block_that_is_not_in_the_grid_is_found() {
    is_found(Flaw::EveryBlockIsThere, "tiles");
}

#[test]
fn a_lane_that_a_tile_does_not_have_is_found() {
    is_found(Flaw::EveryIterationIsThere, "every_other");
}

#[test]
fn a_mask_that_is_false_is_found() {
    is_found(Flaw::MaskIsTrue, "mask_too_small");
}

#[test]
fn lanes_that_write_one_element_are_found() {
    is_found(Flaw::LanesWriteOnce, "counted_by_lanes");
}

#[test]
fn a_number_that_stays_is_found() {
    is_found(Flaw::StayingIsGoing, "steps_by");
}

#[test]
fn a_ranking_that_is_none_is_found() {
    is_found(Flaw::RankingIsBelieved, "bisects_and_stays");
}

#[test]
fn a_loop_that_does_not_wait_for_its_lock_is_found() {
    is_found(Flaw::TryingIsWaiting, "tries_in_vain");
}

#[test]
fn a_lock_that_is_taken_at_launch_is_found() {
    is_found(Flaw::LocksAreFree, "locks");
}

#[test]
fn a_number_that_does_not_free_a_lock_is_found() {
    is_found(Flaw::AnythingIsFree, "gives_back_another");
}

#[test]
fn a_lock_that_is_kept_is_found() {
    is_found(Flaw::HoldersMayLeave, "keeps_lock");
}

#[test]
fn a_holder_that_waits_is_found() {
    is_found(Flaw::HoldersMayWait, "locks_again");
}

#[test]
fn bounds_of_another_argument_are_found() {
    is_found(Flaw::OneBoundsAll, "scaled_twice");
}

#[test]
fn a_row_that_is_wholly_masked_is_found() {
    is_found(Flaw::RowsAreNeverMasked, "softmax_masked");
}

#[test]
fn an_approximate_quotient_by_a_large_divisor_is_found() {
    is_found(Flaw::ApproximatesAnyDivisor, "approximate_one");
}

#[test]
fn a_sum_that_grows_is_found() {
    is_found(Flaw::SumsDoNotGrow, "summed_in_a_loop");
}

#[test]
fn a_tile_that_is_added_again_is_found() {
    is_found(Flaw::TilesAreOthers, "mean_of_first");
}

#[test]
fn a_sum_that_is_divided_by_less_is_found() {
    is_found(Flaw::AnythingCounts, "mean_by_less");
}

#[test]
fn an_array_that_is_overwritten_is_found() {
    is_found(Flaw::NothingIsOverwritten, "in_place");
}

#[test]
fn an_element_that_the_caller_does_not_own_is_found() {
    is_found(Flaw::OutsideIsShared, "sums_of_all");
}

#[test]
fn a_sum_that_does_not_stay_is_found() {
    is_found(Flaw::GreatestStays, "adds_nothing");
}

#[test]
fn a_sum_that_is_scaled_down_again_and_again_is_found() {
    is_found(Flaw::PartsAreKept, "wastes_sum");
}

#[test]
fn a_loop_without_an_iteration_is_found() {
    is_found(Flaw::LoopsAreEntered, "no_round");
}

#[test]
fn a_flag_that_is_set_to_another_number_is_found() {
    is_found(Flaw::AnythingIsSet, "another_number");
}

#[test]
fn a_flag_that_is_taken_back_is_found() {
    is_found(Flaw::AnythingIsSet, "takes_back");
}

#[test]
fn a_ring_of_blocks_is_found() {
    is_found(Flaw::LaterBlocksSet, "ring");
}

#[test]
fn a_flag_that_is_not_set_is_found() {
    is_found(Flaw::SettersAlwaysSet, "sets_if");
}

#[test]
fn what_who_waits_knows_is_found() {
    is_found(Flaw::SettersAreWaiters, "even_sets");
}
