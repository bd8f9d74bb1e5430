//! How much work has been done, in units that do not depend on the machine: of a microsecond or so each.

use std::cell::Cell;

use z3::{Solver, StatisticsValue};

/// What asking the solver costs beside what it counts itself.
const QUESTION: u64 = 100;

thread_local! {
    static SPENT: Cell<u64> = const { Cell::new(0) };
    static LIMIT: Cell<u64> = const { Cell::new(u64::MAX) };
    static STEPS: Cell<u64> = const { Cell::new(0) };
}

/// Starts to count, with a new context of the solver.
pub(crate) fn reset() {
    SPENT.set(0);
    STEPS.set(0);
}

/// Sets how much may be spent; it counts for searches alone.
pub(crate) fn limit(most: u64) {
    LIMIT.set(most);
}

/// Whether that is spent.
pub(crate) fn is_spent() -> bool {
    SPENT.get() > LIMIT.get()
}

/// The work since then.
pub(crate) fn spent() -> u64 {
    SPENT.get()
}

/// A number with so many terms was made.
pub(crate) fn terms(count: usize) {
    SPENT.set(SPENT.get() + 1 + count as u64 / 2);
}

/// A solver was asked; it knows how many steps its context has taken in all.
pub(crate) fn question(solver: &Solver) {
    let before = STEPS.get();
    let steps = match solver.get_statistics().value("rlimit count") {
        Some(StatisticsValue::UInt(count)) => count.into(),
        Some(StatisticsValue::Double(_)) | None => before,
    };
    STEPS.set(steps);
    SPENT.set(SPENT.get() + QUESTION + steps.saturating_sub(before));
}
