//! The cost limits of a kernel: machine-independent work, and a deadline in time. Work ends a check deterministically;
//! the deadline covers units that take unusually long.

mod deadline;
pub(crate) mod effort;
pub(crate) mod policy;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use self::deadline::Deadline;

/// The units of a second on an idle core: one is a third of a microsecond on average (bench/CHECK.md).
pub const UNITS_A_SECOND: f64 = 2.8e6;

/// The limits of all work on a kernel. Copies share the spent work.
#[derive(Debug, Clone)]
pub struct Budget {
    units: u64,
    deadline: Option<Deadline>,
    spent: Arc<AtomicU64>,
    late: Arc<AtomicBool>,
}

impl Default for Budget {
    /// No limit.
    fn default() -> Self {
        Budget { units: u64::MAX, deadline: None, spent: Arc::default(), late: Arc::default() }
    }
}

impl Budget {
    /// So many seconds of work, and from now on no more than so much time of a processor in this thread.
    pub fn new(seconds: f64, time: Duration) -> Self {
        #[expect(clippy::as_conversions, reason = "the number is clamped to the range of u64")]
        let units = (seconds * UNITS_A_SECOND).clamp(1.0, 1e18) as u64;
        Budget { units, deadline: Some(Deadline::after(time)), ..Budget::default() }
    }

    /// A part of the work as a separate budget.
    #[must_use]
    pub fn part(&self, units: u64) -> Self {
        Budget { units: self.left().min(units), spent: Arc::default(), ..self.clone() }
    }

    /// A separate budget that ends earlier by one of `part` parts of the time.
    #[must_use]
    pub fn early(&self, part: u32) -> Self {
        let deadline = self.deadline.map(|deadline| deadline.without(part));
        Budget { deadline, late: Arc::default(), ..self.part(self.left()) }
    }

    /// Counts work.
    pub fn spend(&self, units: u64) {
        self.spent.fetch_add(units, Ordering::Relaxed);
    }

    /// The amount of work.
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// The remaining work.
    pub fn left(&self) -> u64 {
        self.units.saturating_sub(self.spent())
    }

    /// The remaining time; `None` without a deadline.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.left())
    }

    /// The remaining time for z3, once a timeout is needed.
    pub(crate) fn timer(&self) -> Option<Duration> {
        self.deadline.filter(Deadline::is_near).map(|deadline| deadline.left())
    }

    /// Whether there is nothing left, of work or of time.
    pub fn is_spent(&self) -> bool {
        self.left() == 0 || self.is_late()
    }

    /// Whether the deadline is over; the answer stays true.
    pub fn is_late(&self) -> bool {
        if self.time_left() == Some(Duration::ZERO) {
            self.late.store(true, Ordering::Relaxed);
        }
        self.was_late()
    }

    /// Whether anything was ended because the deadline was over.
    pub fn was_late(&self) -> bool {
        self.late.load(Ordering::Relaxed)
    }
}
