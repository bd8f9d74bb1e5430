//! Mistakes put into the verifier on purpose: launches show each of them, of a kernel of the corpus, and of a generated one
//! where a family is about it. With `KERNELS=500`, the whole corpus and as many generated kernels of the family are tested
//! as well, and kernels that show the flaw are printed.

use verify::Flaw;

use crate::claim::{Claim, claim, verified};
use crate::families::STEPS;
use crate::generated::Family;
use crate::harness::directive::{ExpectedExploration, Task};
use crate::harness::files;
use crate::subject::Subject;
use crate::trial::{Disagreement, trial};
use crate::{LAUNCHES, every, generated, number};

/// Whether launches refute a proof by a verifier with this flaw, with an optional limit of solver steps per query. The refuting launch is
/// run here, or the corpus knows an execution that breaks a rule, explored by `--test litmus`.
fn shows(flaw: Flaw, subject: &Subject, steps: Option<u32>) -> bool {
    let claim = verified(subject, Some(flaw), steps);
    let Claim::Proved(_) = claim else { return false };
    let found = trial(subject, &subject.contract, &claim, LAUNCHES).disagreement;
    matches!(found, Some(Disagreement::Breaks(_))) || is_broken_where_explored(subject)
}

/// Whether a directive says that some execution of a kernel of the corpus breaks a rule.
fn is_broken_where_explored(subject: &Subject) -> bool {
    let files = files();
    let own = files.iter().filter(|file| subject.name.starts_with(&format!("corpus/{}:", file.path)));
    own.flat_map(|file| file.cases.iter().flatten()).any(|case| {
        let breaks = matches!(case.task, Task::Explore { result: ExpectedExploration::Breaks(_), .. });
        breaks && case.kernel.as_deref() == Some(subject.kernel.name.as_str())
    })
}

/// The kernels that show a flaw, by their names: of the whole corpus, and of so many generated ones of a family.
fn all(flaw: Flaw, family: Family, count: usize) -> Vec<String> {
    let corpus = if count == 0 { Vec::new() } else { Subject::corpus("") };
    let tally = every(corpus.len() + count, |number, tally| {
        let (subject, steps) = match corpus.get(number) {
            Some(subject) => (subject.clone(), None),
            None => (generated::kernel(family, number - corpus.len()), Some(STEPS)),
        };
        if shows(flaw, &subject, steps) {
            tally.wrong.push(subject.name);
        }
    });
    tally.wrong
}

/// The flaw is found in a file of the corpus, which is correct without the flaw, and by the generated kernel with the given number of a
/// family, if any.
#[track_caller]
#[expect(clippy::print_stdout, reason = "how many kernels show a flaw is what people want to see")]
fn is_found(flaw: Flaw, file: &str, seed: Option<(Family, usize)>) {
    let found = Subject::corpus(file).into_iter().find(|subject| shows(flaw, subject, None));
    let family = seed.map_or(Family::Any, |(family, _)| family);
    let others = all(flaw, family, number("KERNELS", 0));
    let name = found.as_ref().map_or("nothing", |subject| &subject.name);
    println!("{flaw:?}: {name}; {}: {}", others.len(), others.join(", "));
    let found = found.unwrap_or_else(|| panic!("nothing in corpus/{file} shows {flaw:?}"));
    is_nothing_without(flaw, &found);
    if let Some((family, number)) = seed {
        let subject = generated::kernel(family, number);
        assert!(shows(flaw, &subject, Some(STEPS)), "{} no longer shows {flaw:?}", subject.name);
        is_nothing_without(flaw, &subject);
    }
}

/// Without the flaw, the kernel is not proved, and what is said of it is right.
#[track_caller]
fn is_nothing_without(flaw: Flaw, subject: &Subject) {
    let said = claim(subject, &subject.contract, None);
    assert!(!matches!(said, Claim::Proved(_)), "{} is proved without {flaw:?}", subject.name);
    assert!(trial(subject, &subject.contract, &said, LAUNCHES).disagreement.is_none(), "{}", subject.name);
}

/// A test for every flaw, with the part of the corpus that shows it, and the family and the number of a generated kernel
/// that does.
macro_rules! flaws {
    ($($test:ident: $flaw:ident, $file:literal $(, $family:ident $number:literal)?;)*) => {
        $(
            #[test]
            fn $test() {
                is_found(Flaw::$flaw, $file, [$((Family::$family, $number))?].first().copied());
            }
        )*

        #[test]
        fn every_flaw_has_a_test() {
            assert_eq!(Flaw::ALL, &[$(Flaw::$flaw),*]);
        }
    };
}

flaws! {
    a_dropped_wrap_check_is_found: NothingWraps, "broken/narrow_index";
    one_lane_for_two_of_a_store_is_found: OneLaneOfStore, "broken/shared_lane";
    one_lane_for_two_of_a_race_is_found: OneLaneOfRace, "broken/overlapping_blocks";
    a_fact_kept_across_a_join_is_found: FactLeavesPath, "broken/fact_after_join";
    a_sum_where_its_terms_are_not_defined_is_found: SumAtUse, "found/lazy_values";
    a_prefix_at_a_lane_that_there_is_not_is_found: ScanLaneAtUse, "found/lazy_values";
    a_carried_lane_that_there_is_not_is_found: CarriedLaneAtUse, "found/lazy_values";
    a_byte_of_two_types_is_found: FragmentWidth, "found/bytes_of_two_types";
    an_index_space_without_its_lower_end_is_found: NoLowerEnd, "broken/negative_index";
    a_lemma_applied_to_two_geometries_is_found: AnyGeometry, "broken/two_tilings";
    an_assumption_that_is_no_obligation_is_found: AssumptionIsFact, "broken/misaligned_part";
    a_loop_that_is_not_checked_is_found: UncheckedLoop, "broken/padding_through_loop";
    an_address_that_blocks_share_is_found: BlocksShareAddresses, "found/block_addresses";
    a_listed_array_that_is_too_small_is_found: ListedArraysAreLarge, "broken/unlike_arrays";
    arrays_that_are_not_alike_are_found: ListedArraysAreAlike, "broken/unlike_arrays";
    a_store_through_a_list_to_an_aliased_buffer_is_found: ListedArraysAreUnwritten, "found/listed_overlaps";
    a_clause_that_a_store_through_a_list_breaks_is_found: ListsOverlapNothing, "found/listed_overlaps";
    an_address_beside_a_word_of_a_table_is_found: WordsLeadToListsAlone, "found/listed_addresses";
    a_listed_array_that_begins_anywhere_is_found: ListsAreAlignedAnywhere, "found/listed_alignment";
    contents_of_a_written_buffer_are_found: ContentsOfWritten, "broken/overwritten_contents";
    a_relation_of_what_is_stored_is_found: RelationsOfWritten, "broken/overwritten_relation", Related 2;
    a_load_of_what_the_block_has_stored_is_found: NeverStale, "control/in_place";
    a_store_that_breaks_a_clause_is_found: AlwaysKept, "control/in_place";
    a_loop_that_adds_in_every_iteration_is_found: UpdatesOnce, "contents/counted";
    a_lane_that_no_store_has_is_found: AnyLaneWritten, "views/written";
    a_store_over_a_part_of_another_is_found: OverlapKept, "control/forwarded";
    a_store_on_one_side_is_found: BranchForgotten, "control/forwarded";
    a_store_in_a_loop_is_found: LoopStoresNothing, "control/forwarded";
    a_token_of_the_last_iteration_is_found: LatestIsAll, "broken/last_iteration";
    a_choice_between_tokens_of_another_round_is_found: ForkInLoop, "control/token_by_condition";
    a_loop_without_an_iteration_is_found: LoopIterates, "control/token_of_a_loop";
    a_launch_with_other_code_is_found: CodeAlwaysRuns, "control/layouts";
    lanes_of_other_threads_are_found: OneThreadForAll, "control/layouts";
    one_access_in_the_middle_under_another_mask_is_found: AnyMaskIsOne, "control/one_of_many";
    lanes_that_are_not_checked_are_found: MaskUnchecked, "broken/less_or_equal";
    an_alignment_that_is_taken_as_known_is_found: AlignmentKnown, "rules/assume.aligned";
    an_ignored_alias_is_found: AliasIgnored, "broken/aliased_copy";
    a_strong_access_of_a_narrow_scope_is_found: StrongIsEnough, "broken/narrow_counter";
    a_release_that_comes_too_early_is_found: AlwaysHandedOver, "found/release_after_loop";
    a_choice_that_forgets_is_found: ChoiceForgets, "undetermined/choices";
    a_reduction_that_forgets_is_found: CombinedForgets, "undetermined/gathered";
    a_product_that_forgets_is_found: ProductForgets, "undetermined/gathered";
    a_loop_that_does_not_end_plainly_is_found: LoopAlwaysEnds, "found/return_in_for", WaysOut 70;
    an_identity_that_is_chosen_is_found: ChoosesPastNan, "found/chosen_floats", Floats 406;
    a_choice_that_flushes_is_found: ChoosesPastFlush, "found/chosen_floats", Floats 233;
    an_infinity_of_a_narrow_type_is_found: NoNarrowInfinity, "found/narrow_infinity", Floats 175;
    a_bound_that_is_none_is_found: UnboundedIsBound, "found/unbounded_quotient", Numbers 113;
    a_name_that_leaves_its_path_is_found: NameLeavesPath, "broken/name_after_branch";
    a_ceiling_that_is_taken_for_a_floor_is_found: CeilingIsFloor, "broken/ceiling_of_product";
    a_step_that_is_shared_by_too_many_blocks_is_found: MoreBlocksThanSteps, "broken/shared_steps", Persistent 4;
    a_cut_that_is_not_proved_is_found: CutUnproved, "nonlinear/grouped", Grouped 0;
    digits_that_lower_ones_make_up_for_are_found: DigitsOverlap, "nonlinear/digits";
    digits_that_are_taken_to_be_close_are_found: DigitsAreClose, "nonlinear/paged";
    terms_that_are_taken_for_natural_are_found: TermsAreNatural, "nonlinear/digits";
    a_choice_that_nothing_decides_is_found: ChoiceUndecided, "nonlinear/paged";
    a_lock_that_two_lanes_give_back_is_found: GivenBackOften, "found/released_by_lanes";
    a_lock_of_another_round_is_found: TurnsAreOne, "atomics/row_locks";
    a_lock_that_is_given_back_by_others_is_found: AnyoneGivesBack, "atomics/steps";
    two_locks_that_are_taken_for_one_are_found: AllLocksAreOne, "atomics/steps";
    an_access_that_does_not_wait_for_its_lock_is_found: LockNeedsNoToken, "atomics/steps";
    a_lock_that_is_given_back_too_soon_is_found: GivenBackTooSoon, "atomics/steps";
    a_lock_that_is_given_back_quietly_is_found: GivenBackQuietly, "atomics/steps";
    two_counters_that_are_taken_for_one_are_found: AllCountsAreOne, "atomics/steps";
    a_counter_that_others_write_to_is_found: OnlyTicketsWrite, "atomics/steps";
    a_count_that_is_not_the_last_is_found: AnyCountIsLast, "atomics/steps";
    a_block_that_counts_too_soon_is_found: CountedTooSoon, "atomics/steps";
    a_last_block_that_hears_nothing_is_found: LastHearsAnyhow, "atomics/steps";
    a_flag_that_is_up_at_launch_is_found: NothingAtLaunch, "atomics/steps";
    a_message_that_comes_too_soon_is_found: SaidTooSoon, "atomics/steps";
    a_message_of_somebody_else_is_found: AnybodysMessage, "atomics/steps";
}
