//! Generated kernels about a subject each, where a mistake needs several parts. They are small, and most are tried
//! only if the verifier alone proves them, to allow many.

use crate::claim::{self, Claim};
use crate::generated::Family;
use crate::subject::Subject;
use crate::{generated, number, report, said};

/// One of so many kernels is also refuted, and the evidence tested, unless `REFUTED` gives another rate.
const REFUTED: usize = 64;

/// The solver's steps for a question.
pub(crate) const STEPS: u32 = 60_000;

/// What is said of the kernel of a number. That a launch is the smallest of a product of tiles takes more than the daily
/// patience.
fn say(family: Family, at: usize, subject: &Subject) -> Claim {
    match claim::verified(subject, None, Some(STEPS)) {
        Claim::Unknown(_) if at.is_multiple_of(number("REFUTED", REFUTED)) => match family {
            Family::Grouped | Family::Digits | Family::Persistent => {
                claim::claim(subject, &subject.contract, None)
            }
            Family::Any
            | Family::WaysOut
            | Family::Floats
            | Family::Numbers
            | Family::Edits
            | Family::Related
            | Family::Counters
            | Family::Local
            | Family::Widths
            | Family::Yielded
            | Family::Listed => said(subject),
        },
        quick @ (Claim::Proved(_)
        | Claim::Undefined(_)
        | Claim::Unknown(_)
        | Claim::Unsupported
        | Claim::IllFormed(_)) => quick,
    }
}

/// Tries a family: so many kernels every day, or as many as are asked for.
#[track_caller]
fn is_tried(family: Family, daily: usize) {
    let tally = generated(
        family,
        number("KERNELS", daily),
        |subject| subject,
        |at, subject| say(family, at, subject),
    );
    report(family.name(), &tally);
}

#[test]
fn no_launch_contradicts_what_is_said_of_ways_out() {
    is_tried(Family::WaysOut, 100);
}

#[test]
fn no_launch_contradicts_what_is_said_of_odd_floats() {
    is_tried(Family::Floats, 420);
}

#[test]
fn no_launch_contradicts_what_is_said_of_large_numbers() {
    is_tried(Family::Numbers, 120);
}

#[test]
fn no_launch_contradicts_what_is_said_of_kernels_with_several_edits() {
    is_tried(Family::Edits, 60);
}

#[test]
fn no_launch_contradicts_what_is_said_of_grouped_orders() {
    is_tried(Family::Grouped, 12);
}

#[test]
fn no_launch_contradicts_what_is_said_of_digits() {
    is_tried(Family::Digits, 60);
}

#[test]
fn no_launch_contradicts_what_is_said_of_persistent_loops() {
    is_tried(Family::Persistent, 12);
}

#[test]
fn no_launch_contradicts_what_is_said_of_counters() {
    is_tried(Family::Counters, 120);
}

#[test]
fn no_launch_contradicts_what_is_said_of_local_memory() {
    is_tried(Family::Local, 300);
}

#[test]
fn no_launch_contradicts_what_is_said_of_local_widths() {
    is_tried(Family::Widths, 60);
}

#[test]
fn no_launch_contradicts_what_is_said_of_yielded_values() {
    is_tried(Family::Yielded, 80);
}

#[test]
fn no_launch_contradicts_what_is_said_of_listed_arrays() {
    is_tried(Family::Listed, 60);
}

#[test]
fn no_launch_contradicts_what_is_said_of_related_contents() {
    is_tried(Family::Related, 120);
}
