//! Launches that say nothing about those of the author, although a contract from the author's launches permits them.

use spec::contract::Bound;
use spec::rules::Rule;
use spec::syntax::launch::Argument;

use crate::check::report::Counterexample;
use crate::check::usage::Usage;

/// Whether the violation of a launch would be one of the author's launches too.
///
/// - An author who passes one array twice passes it with one start. The contract from such launches also permits other overlaps.
/// - Launches with a single block permit no conclusion about larger grids.
/// - Code of Triton that nobody has compiled may order what it accesses by layouts.
pub(in crate::check) fn is_typical(stated: &Bound<'_>, usage: &Usage, found: &Counterexample) -> bool {
    let launch = &found.launch;
    let block = found.violation.party.block;
    let is_of_two_blocks = found.violation.other.as_ref().is_some_and(|other| other.block != block);
    if is_of_two_blocks && usage.is_grid_guessed {
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
