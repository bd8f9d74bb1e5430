//! Properties of launches without undefined behavior: what a contract `ensures`.
//!
//! A property is asked of a kernel that is proved. Its run is made again, with all that was proved believed, and with records of how
//! runs end ([`crate::symbolic::recorder::endings`]). `writes`: of an arbitrary element ([`elements`]) who writes it is guessed ([`witness`], [`invert`]), and proved
//! to be there, to come to the store and to write the element ([`reach`], [`coverage`]). `writes_once`: beside that no two writes meet ([`once`]).
//! `progress`: every loop has an end ([`termination`]), or waits for a lock that is given back ([`locks`]), or for a flag that is set ([`flags`]). `independent` compares a kernel with itself ([`crate::equal`]).

pub(crate) mod coverage;
pub(crate) mod elements;
pub(crate) mod ensured;
pub(crate) mod flags;
pub(crate) mod invert;
pub(crate) mod locks;
pub(crate) mod once;
pub(crate) mod reach;
pub(crate) mod termination;
pub(crate) mod witness;

use spec::syntax::contract::Property;

use crate::properties::coverage::decide_coverage;
use crate::properties::ensured::Ensured;
use crate::properties::once::decide_once;
use crate::properties::termination::decide_progress;
use crate::symbolic::machine::Machine;

/// Decides a property at the end of a run.
pub(crate) fn decide(machine: &mut Machine<'_>, property: &Property) -> Ensured {
    // What is known of second instances is of no use here.
    let facts = machine.recorder.endings.as_ref().map(|endings| endings.facts);
    facts.into_iter().for_each(|facts| machine.solver.forget(facts));
    let accesses = std::mem::take(&mut machine.recorder.accesses);
    match property {
        Property::Writes { array: Some(array), once, .. } => {
            match decide_coverage(machine, property, array, &accesses) {
                Ensured::Proved if *once => decide_once(machine, property, array, &accesses),
                other @ (Ensured::Proved
                | Ensured::ProvedOfLocks
                | Ensured::ProvedOfFlags
                | Ensured::Open { .. }
                | Ensured::Endless { .. }
                | Ensured::Vacuous) => other,
            }
        }
        Property::Progress { .. } => decide_progress(machine, &accesses),
        // Whoever asks names an array, and floats are followed without a solver.
        Property::Writes { array: None, .. } | Property::Finite { .. } | Property::Independent { .. } => {
            Ensured::unknown("no array is named".to_owned())
        }
    }
}
