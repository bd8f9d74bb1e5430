//! The deadline of a check, for unexpectedly slow work units. The unit is processor time of the thread. On a busy machine a check
//! takes longer by the clock, and gives the same answer.

use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

/// How many times the time of a processor it may take by the clock.
const BUSY: u32 = 4;

/// The part of the time in which z3 gets no timeout. A timeout changes z3's search, and results in time must be reproducible. A query
/// without timeout may overrun the deadline if it takes all of the rest alone.
const UNTIMED: u32 = 2;

/// The end of a check, for its own thread. Other threads see only the clock.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deadline {
    /// The most time of a processor.
    most: Duration,
    begun: Instant,
    /// How much time of a processor the thread had had when it began.
    before: Duration,
}

impl Deadline {
    /// From now on no more than so much time of a processor.
    pub(super) fn after(most: Duration) -> Self {
        Deadline { most, begun: Instant::now(), before: processor_time() }
    }

    /// The deadline without one of `part` parts of the time.
    pub(super) fn without(self, part: u32) -> Self {
        Deadline { most: self.most - self.most / part, ..self }
    }

    /// How much time there still is by the clock, if the machine stays as busy as it was.
    pub(super) fn left(&self) -> Duration {
        let by_clock = self.begun.elapsed();
        // No thread has had a processor for longer than the clock went, which is cheaper to look at.
        if by_clock < self.most / UNTIMED {
            return self.most - by_clock;
        }
        let spent = processor_time().saturating_sub(self.before).min(by_clock);
        let busy = by_clock.as_secs_f64() / spent.as_secs_f64().max(f64::EPSILON);
        let left = self.most.saturating_sub(spent).mul_f64(busy.clamp(1.0, BUSY.into()));
        left.min((self.most * BUSY).saturating_sub(by_clock))
    }

    /// Whether z3 has to be told how much there is.
    pub(super) fn is_near(&self) -> bool {
        let part = self.most / UNTIMED;
        let by_clock = self.begun.elapsed();
        by_clock >= part && (processor_time().saturating_sub(self.before) >= part || by_clock >= part * BUSY)
    }
}

/// How much time of a processor this thread has had.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    let seconds = u64::try_from(time.tv_sec).expect("the clock of a thread starts at zero");
    let rest = u32::try_from(time.tv_nsec).expect("a second has 10^9 nanoseconds");
    Duration::new(seconds, rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four seconds of a processor, of which this thread has had none since so many seconds by the clock.
    fn waited(seconds: u64) -> Deadline {
        let begun = Instant::now().checked_sub(Duration::from_secs(seconds));
        let begun = begun.expect("the machine has been up for longer");
        Deadline { most: Duration::from_secs(4), begun, before: processor_time() }
    }

    #[test]
    fn a_thread_that_waits_does_not_spend_it() {
        let deadline = waited(6);
        assert!(!deadline.left().is_zero() && !deadline.is_near());
        let deadline = waited(17);
        assert!(deadline.left().is_zero() && deadline.is_near(), "by the clock it is four times too late");
    }

    #[test]
    fn a_thread_that_works_does() {
        let deadline = Deadline::after(Duration::from_millis(10));
        while processor_time().saturating_sub(deadline.before) < Duration::from_millis(10) {
            std::hint::black_box(processor_time());
        }
        assert!(deadline.left().is_zero() && deadline.is_near());
    }
}
