//! Mistakes put into the verifier on purpose: with each, a pair of the corpus that is different is proved to be equivalent; without it, it
//! is not.

use verify::Flaw;

use crate::pair::pairs;

/// The mistake is found by a pair of the corpus, whose second kernel is this.
#[track_caller]
fn is_found(flaw: Flaw, of: &str) {
    let pairs = pairs();
    let mut fitting = pairs.iter().filter(|pair| pair.kernels[1] == of);
    let found = fitting.find(|pair| pair.is_proved(Some(flaw)));
    let found = found.unwrap_or_else(|| panic!("nothing of @{of} shows {flaw:?}"));
    assert!(!found.is_proved(None), "{} is proved without {flaw:?}", found.name);
}

#[test]
fn an_element_that_one_kernel_leaves_out_is_found() {
    is_found(Flaw::OneSideWrites, "sub_but_last");
}

#[test]
fn operands_that_change_places_are_found() {
    is_found(Flaw::AnyOrder, "sub_swapped");
}

#[test]
fn an_element_of_another_place_is_found() {
    is_found(Flaw::AnyElement, "sub_whole_turned");
}

#[test]
fn iterations_that_differ_are_found() {
    is_found(Flaw::IterationsUnchecked, "squares");
}

#[test]
fn an_element_that_was_written_before_is_found() {
    is_found(Flaw::ReadsOfWritten, "kept_after");
}

#[test]
fn a_place_that_moves_on_is_found() {
    is_found(Flaw::PlacesMove, "keeps_one_rarely");
}

#[test]
fn a_byte_that_is_read_as_a_boolean_is_found() {
    is_found(Flaw::SameBytesSameValue, "by_boolean");
}
