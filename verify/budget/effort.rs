//! Counted work in machine-independent units ([`super::UNITS_A_SECOND`]). A check beyond its budget unwinds to [`within`], like a cancelled
//! query of salsa, because terms are made in too many places for explicit checks.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use z3::{Solver, StatisticsValue};

use crate::budget::Budget;
use spec::syntax::count::{saturating_u32, u64_from_usize};

/// Fixed units of one query, besides z3's own steps.
const QUESTION: u64 = 200;

/// How many words of a question are a unit.
const WORDS: u64 = 32;

/// The clock is read once in so many units.
const TICK: u64 = 20_000;

thread_local! {
    static SPENT: Cell<u64> = const { Cell::new(0) };
    static STEPS: Cell<u64> = const { Cell::new(0) };
    /// The next amount of work to read the clock at, or the end of the work: whichever comes first.
    static NEXT: Cell<u64> = const { Cell::new(u64::MAX) };
    /// The end of the work.
    static CEILING: Cell<u64> = const { Cell::new(u64::MAX) };
    /// The unit count of the next look at limits.
    static PACE: Cell<u64> = const { Cell::new(u64::MAX) };
    static BUDGET: RefCell<Budget> = RefCell::default();
}

/// The work was ended, since its budget is spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stopped;

/// Does work with another context of the solver, which has taken no steps yet.
pub(crate) fn in_new_context<T>(work: impl FnOnce() -> T) -> T {
    /// Restores the previous state, even after a panic.
    struct Before(u64);
    impl Drop for Before {
        fn drop(&mut self) {
            STEPS.set(self.0);
        }
    }
    let _before = Before(STEPS.replace(0));
    work()
}

/// Does work within a budget, and charges it.
pub(crate) fn within<T>(budget: &Budget, work: impl FnOnce() -> T) -> Result<T, Stopped> {
    SPENT.set(0);
    let left = if budget.is_late() { 0 } else { budget.left() };
    CEILING.set(left);
    PACE.set(u64::MAX);
    NEXT.set(left.min(TICK));
    BUDGET.with_borrow_mut(|current| *current = budget.clone());
    let done = until_stopped(work);
    budget.spend(SPENT.get());
    set_no_end();
    done
}

/// Does a part of the work, and returns even if the work is stopped.
pub(crate) fn until_stopped<T>(work: impl FnOnce() -> T) -> Result<T, Stopped> {
    // After a stop, only completely recorded results are used.
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| match panic.downcast::<Stopped>() {
        Ok(stopped) => {
            // Only the report of the results remains.
            set_no_end();
            *stopped
        }
        Err(panic) => resume_unwind(panic),
    })
}

/// Lets work go on without an end: nothing is decided any more, only looked at.
pub(crate) fn set_no_end() {
    CEILING.set(u64::MAX);
    PACE.set(u64::MAX);
    NEXT.set(u64::MAX);
}

/// Ends the work after so many units, until another number is given.
pub(crate) fn keep_pace(units: u64) {
    PACE.set(units);
    NEXT.set(NEXT.get().min(units));
}

/// The work since the start.
pub(crate) fn spent() -> u64 {
    SPENT.get()
}

/// The remaining work.
pub(crate) fn left() -> u64 {
    CEILING.get().saturating_sub(SPENT.get())
}

/// The remaining seconds plus one, if the deadline is near: the number that z3 needs, which changes rarely.
pub(crate) fn seconds_left() -> Option<u32> {
    let left = BUDGET.with_borrow(Budget::timer)?;
    Some(saturating_u32(left.as_secs()).saturating_add(1))
}

/// A number with so many terms was made.
pub(crate) fn terms(count: usize) {
    spend(2 + u64_from_usize(count));
}

/// Counts a step of a function that follows each path to a part of a term, possibly exponentially many.
pub(crate) fn walked() {
    spend(1);
}

/// Counts a query: the solver knows the steps of its context, each a unit (bench/CHECK.md). Says how many there were since the
/// question before.
pub(crate) fn question(solver: &Solver) -> u64 {
    let before = STEPS.get();
    let steps = match solver.get_statistics().value("rlimit count") {
        Some(StatisticsValue::UInt(count)) => count.into(),
        Some(StatisticsValue::Double(_)) | None => before,
    };
    STEPS.set(steps);
    let taken = steps.saturating_sub(before);
    spend(QUESTION + taken);
    taken
}

/// So many pairs of accesses without an order were collected.
pub(crate) fn paired(count: usize) {
    spend(u64_from_usize(count));
}

/// A question of so many words was looked up.
pub(crate) fn lookup(words: usize) {
    spend(1 + u64_from_usize(words) / WORDS);
}

fn spend(units: u64) {
    let spent = SPENT.get() + units;
    SPENT.set(spent);
    if spent > NEXT.get() {
        look_up(spent);
    }
}

/// Stops the work at its limits.
#[cold]
fn look_up(spent: u64) {
    let end = CEILING.get().min(PACE.get());
    if spent > end || BUDGET.with_borrow(Budget::is_late) {
        resume_unwind(Box::new(Stopped));
    }
    NEXT.set(end.min(spent + TICK));
}
