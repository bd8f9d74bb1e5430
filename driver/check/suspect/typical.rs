//! Launches that say nothing about those of the author, although a contract from the author's launches permits them.

use spec::contract::Bound;
use spec::rules::Rule;
use spec::syntax::launch::Argument;

use crate::check::report::Counterexample;
use crate::check::usage::Usage;

/// Whether the violation of a launch would be one of the author's launches too.
///
/// - An author who passes one array twice passes it with one start. The contract from such launches also permits other overlaps.
/// - Where the size of the grid is guessed, only the first block is sure to run, and none for empty arrays.
/// - An array of a Triton kernel has any size, if no clause from the launches gives its extents.
/// - Places that depend on unseen elements may be distinct, as those of a list of lists are.
/// - Code of Triton that nobody has compiled may order what it accesses by layouts.
pub(in crate::check) fn is_typical(stated: &Bound<'_>, usage: &Usage, found: &Counterexample) -> bool {
    let launch = &found.launch;
    let parties = [Some(&found.violation.party), found.violation.other.as_ref()];
    let is_first = parties.into_iter().flatten().all(|party| party.block == [0; 3]);
    let has_empty = launch.buffers.iter().any(|buffer| buffer.bytes == 0);
    if usage.is_grid_guessed && (!is_first || has_empty) {
        return false;
    }
    if found.violation.rule == Rule::MemoryBounds
        && found.violation.parameter.is_some_and(|at| usage.leaves_open(stated, at))
    {
        return false;
    }
    if matches!(found.violation.rule, Rule::RaceBlock | Rule::RaceLane) && usage.hides_indices(stated) {
        return false;
    }
    let mut pointers = Vec::new();
    for (at, argument) in launch.arguments.iter().enumerate() {
        if let Argument::Pointer { buffer, offset } = argument {
            pointers.push((at, *buffer, *offset));
        }
    }
    let is_moved = pointers.iter().enumerate().any(|(count, (at, buffer, offset))| {
        pointers[..count]
            .iter()
            .any(|(other, same, start)| buffer == same && offset != start && !stated.may_overlap(*other, *at))
    });
    let has_known_code =
        found.violation.rule != Rule::RaceToken || interp::has_known_code(stated.kernel, launch);
    !is_moved && has_known_code
}
