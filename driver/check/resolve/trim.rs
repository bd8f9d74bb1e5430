//! Relevant contents of memory: zeros replace everything that a violation does not need (Zeller and Hildebrandt, "Simplifying and Isolating
//! Failure-Inducing Input", 2002, also remove halves and then smaller parts).

use std::collections::BTreeMap;

use spec::syntax::launch::{Buffer, Launch};

use crate::check::completion::{Completion, is_same};
use crate::check::replay::{Replay, fuel};
use crate::check::report::Counterexample;

/// The most runs for one launch.
const RUNS: u32 = 24;

/// The bytes of the widest element.
const WIDEST: u64 = 8;

/// Zeroes memory as long as the launch breaks the rule at its place.
pub(super) fn trim(completion: &Completion<'_>, found: Box<Counterexample>) -> Box<Counterexample> {
    let mut trimmed = found;
    let mut runs = RUNS;
    for number in 0..trimmed.launch.buffers.len() {
        let mut part = bytes(&trimmed.launch.buffers[number]);
        // Everything, then halves, and so on; no part is smaller than the widest element.
        while part >= WIDEST && runs > 0 {
            let starts: Vec<u64> = starts(&trimmed.launch.buffers[number], part);
            for start in starts {
                if runs == 0 {
                    break;
                }
                runs -= 1;
                let without = without(&trimmed.launch, number, start..start.saturating_add(part));
                if let Replay::Broken(again) = completion.run(&without, fuel::TRIM)
                    && is_same(&again, &trimmed)
                {
                    trimmed = again;
                }
            }
            part /= 2;
        }
    }
    trimmed
}

/// The bytes of a buffer up to the last one that is given, as a power of two that is no smaller than the widest element.
fn bytes(buffer: &Buffer) -> u64 {
    let end = buffer.contents.iter().map(|(at, bytes)| at + crate::convert::count(bytes.len())).max();
    end.map_or(0, |end| end.max(WIDEST).checked_next_power_of_two().unwrap_or(0))
}

/// The starts of a buffer's parts with nonzero contents.
fn starts(buffer: &Buffer, part: u64) -> Vec<u64> {
    let mut starts = Vec::new();
    for (at, bytes) in &buffer.contents {
        for (offset, _) in (*at..).zip(bytes).filter(|(_, byte)| **byte != 0) {
            let start = offset / part * part;
            if starts.last() != Some(&start) {
                starts.push(start);
            }
        }
    }
    starts
}

/// A launch with zeros in a range of a buffer.
fn without(launch: &Launch, number: usize, range: std::ops::Range<u64>) -> Launch {
    let mut without = launch.clone();
    let buffer = &mut without.buffers[number];
    let zero = |(at, mut bytes): (u64, Vec<u8>)| {
        for (offset, byte) in (at..).zip(&mut bytes) {
            if range.contains(&offset) {
                *byte = 0;
            }
        }
        (at, bytes)
    };
    let contents: BTreeMap<u64, Vec<u8>> =
        std::mem::take(&mut buffer.contents).into_iter().map(zero).collect();
    buffer.contents = contents.into_iter().filter(|(_, bytes)| bytes.iter().any(|byte| *byte != 0)).collect();
    without
}
