//! The other access of a race: the common bytes, and the position of the earlier access.

use interp::{History, Stepper};
use spec::problem::{Party, Violation};

use crate::run::moves::Debugger;
use crate::run::watch::{Spot, touches};

/// The bytes of a race, while the later access is next.
pub(crate) fn spot(here: &Stepper<'_>, violation: &Violation) -> Option<Spot> {
    violation.other.as_ref()?;
    let op = here.operation()?;
    let accesses = here.accesses(op)?.ok()?;
    let lane = here.lane_of(op, violation.party.lane.as_deref()?)?;
    let (array, offset) = accesses.of_lane(lane)?;
    Some(Spot { array, offset, bytes: accesses.bytes() })
}

/// Before which operation the earlier access of a race ran.
pub(crate) fn earlier(history: &History<'_>, spot: Spot, other: &Party) -> Option<u64> {
    let is_it = |at: &u64| {
        let there = history.visit(*at);
        let op = there.operation().filter(|op| op.at.offset == other.at.offset);
        there.block() == other.block && op.is_some_and(|op| touches(&there, op, spot))
    };
    history.touches_before(history.position()).find(is_it)
}

impl Debugger<'_> {
    /// The bytes of the race that ends the run; the run is executed to its end.
    pub(crate) fn race(&mut self) -> Option<Spot> {
        let position = self.history.position();
        self.go_to_end();
        let found = self.violation().and_then(|violation| spot(self.now(), violation));
        self.history.go_to(position);
        found
    }
}
