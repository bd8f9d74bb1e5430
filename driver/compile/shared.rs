//! Memory that several launches of a script pass: a result of one is an argument of another.

use super::opened::{LaunchedAt, Unit};

/// Marks the arrays that share memory with an array of another launch, directly or through other arrays.
pub(super) fn mark_shared(units: &mut [Unit]) {
    let launches = units.iter_mut().flat_map(|unit| &mut unit.launches).enumerate();
    let mut arrays: Vec<(u64, u64, usize, &mut bool)> = launches
        .flat_map(|(number, launch)| {
            passed(launch).into_iter().map(move |(start, end, is_shared)| (start, end, number, is_shared))
        })
        .collect();
    arrays.sort_by_key(|(start, ..)| *start);
    let mut rest = arrays.as_mut_slice();
    while let Some((mut reach, first)) = rest.first().map(|(_, end, number, _)| (*end, *number)) {
        let mut count = 1;
        while let Some((_, end, ..)) = rest.get(count).filter(|(start, ..)| *start < reach) {
            reach = reach.max(*end);
            count += 1;
        }
        let (overlapping, others) = rest.split_at_mut(count);
        if overlapping.iter().any(|(_, _, number, _)| *number != first) {
            overlapping.iter_mut().for_each(|(.., is_shared)| **is_shared = true);
        }
        rest = others;
    }
}

/// The arrays of a launch, those of lists too: start, end, and the mark of shared memory.
fn passed(launch: &mut LaunchedAt) -> Vec<(u64, u64, &mut bool)> {
    let mut found = Vec::new();
    for argument in &mut launch.arguments {
        if let Some((start, bytes)) =
            argument.address.zip(argument.bytes).filter(|_| argument.arrays.is_empty())
        {
            found.push((start, start.saturating_add(bytes), &mut argument.is_shared));
        }
        found.extend(
            argument.arrays.iter_mut().map(|array| {
                (array.address, array.address.saturating_add(array.bytes), &mut array.is_shared)
            }),
        );
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::LaunchedArgument;
    use crate::load::Source;

    /// Launches of one kernel that pass an array at each of these addresses, of 16 bytes.
    fn unit(launches: &[&[u64]]) -> Unit {
        let argument = |address: &u64| LaunchedArgument {
            name: "a".to_owned(),
            value: None,
            address: Some(*address),
            bytes: Some(16),
            contents: None,
            unless_written: Vec::new(),
            before: 0,
            behind: 0,
            uninit: true,
            written_by: Vec::new(),
            written: Vec::new(),
            is_shared: false,
            shape: Vec::new(),
            strides: Vec::new(),
            element: None,
            arrays: Vec::new(),
        };
        let launch = |addresses: &&[u64]| LaunchedAt {
            place: "k.py:1".to_owned(),
            grid: [1; 3],
            arguments: addresses.iter().map(argument).collect(),
            number: 0,
            decided: None,
        };
        let source = Source::new("k.tile", "");
        Unit { launches: launches.iter().map(launch).collect(), ..Unit::alone(source) }
    }

    fn shared(launches: &[&[u64]]) -> Vec<bool> {
        let mut units = [unit(launches)];
        mark_shared(&mut units);
        let arguments = units[0].launches.iter().flat_map(|launch| &launch.arguments);
        arguments.map(|argument| argument.is_shared).collect()
    }

    #[test]
    fn memory_of_two_launches_is_shared() {
        assert_eq!(shared(&[&[0, 64], &[64, 128]]), [false, true, true, false]);
        assert_eq!(shared(&[&[0], &[15], &[16]]), [true, true, true]);
        assert_eq!(shared(&[&[0], &[16], &[32]]), [false, false, false]);
    }

    #[test]
    fn an_array_that_one_launch_passes_twice_is_its_own() {
        assert_eq!(shared(&[&[0, 0, 64], &[128]]), [false, false, false, false]);
    }
}
