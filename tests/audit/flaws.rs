//! Mistakes put into the verifier on purpose: the audit finds each of them, and nothing without it.

use std::env;

use verify::Flaw;

use crate::number;
use crate::subject::Subject;
use crate::trial::trial;

/// The launches that are drawn of each kernel.
const LAUNCHES: usize = 2;

/// The same check for slow cases, with `SLOW=1`.
#[track_caller]
fn is_found_slowly(flaw: Flaw, file: &str) {
    if env::var_os("SLOW").is_some() {
        is_found(flaw, file);
    }
}

/// The audit finds a flaw in a file of the corpus, and nothing without the flaw.
#[track_caller]
fn is_found(flaw: Flaw, file: &str) {
    let subjects = Subject::corpus(file);
    assert!(!subjects.is_empty(), "corpus/{file} has no check");
    let launches = number("LAUNCHES", LAUNCHES);
    let found = subjects.iter().find(|subject| !trial(subject, Some(flaw), launches).wrong.is_empty());
    let found = found.unwrap_or_else(|| panic!("nothing in corpus/{file} shows {flaw:?}"));
    let wrong = trial(found, None, launches).wrong;
    assert!(wrong.is_empty(), "without {flaw:?}: {}", wrong.join("\n"));
}

/// A test for every flaw that excludes launches, with the revealing part of the corpus.
macro_rules! flaws {
    ($find:ident: $($test:ident: $flaw:ident, $file:literal;)*) => {
        $(
            #[test]
            fn $test() {
                $find(Flaw::$flaw, $file);
            }
        )*
    };
}

flaws! {
    is_found:
    a_dropped_wrap_check_excludes_launches: NothingWraps, "broken/narrow_index";
    a_fact_kept_across_a_join_excludes_launches: FactLeavesPath, "broken/fact_after_join";
    an_assumption_that_is_no_obligation_excludes_launches: AssumptionIsFact, "broken/misaligned_part";
    contents_of_a_written_buffer_exclude_launches: ContentsOfWritten, "broken/overwritten_contents";
    a_relation_of_what_is_stored_excludes_launches: RelationsOfWritten, "broken/overwritten_relation";
    a_store_over_a_part_of_another_excludes_launches: OverlapKept, "control/forwarded";
    a_store_on_one_side_excludes_launches: BranchForgotten, "control/forwarded";
    a_loop_that_does_not_end_plainly_excludes_launches: LoopAlwaysEnds, "found/return_in_for";
    an_infinity_of_a_narrow_type_excludes_launches: NoNarrowInfinity, "found/narrow_infinity";
    a_bound_that_is_none_excludes_launches: UnboundedIsBound, "found/unbounded_quotient";
    a_name_that_leaves_its_path_excludes_launches: NameLeavesPath, "broken/name_after_branch";
    a_ceiling_that_is_taken_for_a_floor_excludes_launches: CeilingIsFloor, "broken/ceiling_of_product";
    a_sum_where_its_terms_are_not_defined_excludes_launches: SumAtUse, "found/lazy_values";
    a_prefix_at_a_lane_that_there_is_not_excludes_launches: ScanLaneAtUse, "found/lazy_values";
    a_carried_lane_that_there_is_not_excludes_launches: CarriedLaneAtUse, "found/lazy_values";
    a_byte_of_two_types_excludes_launches: FragmentWidth, "found/bytes_of_two_types";
    a_store_through_a_list_to_an_aliased_buffer_excludes_launches: ListedArraysAreUnwritten, "found/listed_overlaps";
    a_clause_that_a_store_through_a_list_breaks_excludes_launches: ListsOverlapNothing, "found/listed_overlaps";
    an_address_beside_a_word_of_a_table_excludes_launches: WordsLeadToListsAlone, "found/listed_addresses";
    a_listed_array_that_begins_anywhere_excludes_launches: ListsAreAlignedAnywhere, "found/listed_alignment";
    an_address_that_blocks_share_excludes_launches: BlocksShareAddresses, "found/block_addresses";
    a_reduction_that_forgets_excludes_launches: CombinedForgets, "undetermined/gathered";
}

flaws! {
    is_found_slowly:
    a_loop_that_is_not_checked_excludes_launches: UncheckedLoop, "broken/padding_through_loop";
    a_load_of_what_the_block_has_stored_excludes_launches: NeverStale, "control/in_place";
    a_store_that_breaks_a_clause_excludes_launches: AlwaysKept, "control/in_place";
    a_loop_that_adds_in_every_iteration_excludes_launches: UpdatesOnce, "contents/counted";
    a_cut_that_is_not_proved_excludes_launches: CutUnproved, "nonlinear/grouped";
    arrays_that_are_not_alike_exclude_launches: ListedArraysAreAlike, "broken/unlike_arrays";
    a_choice_that_forgets_excludes_launches: ChoiceForgets, "undetermined/choices";
    a_store_in_a_loop_excludes_launches: LoopStoresNothing, "control/forwarded";
    a_step_that_is_shared_by_too_many_blocks_excludes_launches: MoreBlocksThanSteps, "broken/shared_steps";
    a_listed_array_that_is_too_small_excludes_launches: ListedArraysAreLarge, "broken/unlike_arrays";
    a_product_that_forgets_excludes_launches: ProductForgets, "undetermined/gathered";
}
