//! Mistakes put into the verifier on purpose: launches show each of them. With `KERNELS=500` the whole corpus
//! and as many generated kernels are looked at as well, and those that show it are printed.

use verify::Flaw;

use crate::claim::{Claim, claim, verified};
use crate::generated::Family;
use crate::subject::Subject;
use crate::trial::{Disagreement, trial};
use crate::{LAUNCHES, every, generated, number};

/// Whether launches show that a verifier with this flaw proves what is not so.
fn shows(flaw: Flaw, subject: &Subject) -> bool {
    let claim = verified(subject, Some(flaw), None);
    let Claim::Proved(_) = claim else { return false };
    let found = trial(subject, &subject.contract, &claim, LAUNCHES).disagreement;
    matches!(found, Some(Disagreement::Breaks(_)))
}

/// The flaw is found in a file of the corpus, and what shows it is nothing without the flaw.
#[track_caller]
#[expect(clippy::print_stdout, reason = "how many kernels show a flaw is what people want to see")]
fn is_found(flaw: Flaw, file: &str) {
    let subjects = Subject::corpus(file);
    let found = subjects.iter().find(|subject| shows(flaw, subject));
    let count = number("KERNELS", 0);
    let others = if count == 0 { Vec::new() } else { Subject::corpus("") };
    let tally = every(others.len() + count, |number, tally| {
        let subject = match others.get(number) {
            Some(subject) => subject.clone(),
            None => generated::kernel(Family::Any, number - others.len()),
        };
        if shows(flaw, &subject) {
            tally.wrong.push(subject.name);
        }
    });
    let found = found.map(|subject| (subject, claim(subject, &subject.contract, None)));
    let name = found.as_ref().map_or("nothing", |(subject, _)| &subject.name);
    println!("{flaw:?}: {name}; {}: {}", tally.wrong.len(), tally.wrong.join(", "));
    let (found, said) = found.unwrap_or_else(|| panic!("nothing in corpus/{file} shows {flaw:?}"));
    assert!(!matches!(said, Claim::Proved(_)), "{} is proved without {flaw:?}", found.name);
    assert!(trial(found, &found.contract, &said, LAUNCHES).disagreement.is_none(), "{}", found.name);
}

/// A test for every flaw, with the part of the corpus that shows it.
macro_rules! flaws {
    ($($test:ident: $flaw:ident, $file:literal;)*) => {
        $(
            #[test]
            fn $test() {
                is_found(Flaw::$flaw, $file);
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
    an_index_space_without_its_lower_end_is_found: NoLowerEnd, "broken/negative_index";
    a_lemma_applied_to_two_geometries_is_found: AnyGeometry, "broken/two_tilings";
    an_assumption_that_is_no_obligation_is_found: AssumptionIsFact, "broken/misaligned_part";
    a_loop_that_is_not_checked_is_found: UncheckedLoop, "broken/padding_through_loop";
    contents_of_a_written_buffer_are_found: ContentsOfWritten, "broken/overwritten_contents";
    a_load_of_what_the_block_has_stored_is_found: NeverStale, "control/in_place";
    a_store_that_breaks_a_clause_is_found: AlwaysKept, "control/in_place";
    a_lane_that_no_store_has_is_found: AnyLaneWritten, "views/written";
    a_token_of_the_last_iteration_is_found: LatestIsAll, "broken/last_iteration";
    a_choice_between_tokens_of_another_round_is_found: ForkInLoop, "control/token_by_condition";
    lanes_that_are_not_checked_are_found: MaskUnchecked, "broken/less_or_equal";
    an_alignment_that_is_taken_as_known_is_found: AlignmentKnown, "rules/assume.aligned";
    an_ignored_alias_is_found: AliasIgnored, "broken/aliased_copy";
    a_strong_access_of_a_narrow_scope_is_found: StrongIsEnough, "broken/narrow_counter";
    a_release_that_comes_too_early_is_found: AlwaysHandedOver, "found/release_after_loop";
    a_choice_that_forgets_is_found: ChoiceForgets, "undetermined/choices";
    a_reduction_that_forgets_is_found: CombinedForgets, "undetermined/gathered";
    a_product_that_forgets_is_found: ProductForgets, "undetermined/gathered";
}
