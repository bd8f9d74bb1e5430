//! Runs: lanes of an access whose elements lie at equal distances.

use crate::values::host_width::to_i64;

/// Elements `offset`, `offset + step`, … of lanes `lane`, `lane + lane_step`, …
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StridedRun {
    pub(crate) lane: usize,
    pub(crate) lane_step: usize,
    pub(crate) count: usize,
    /// Bytes from the start of the allocation.
    pub(crate) offset: i64,
    /// Bytes.
    pub(crate) step: i64,
}

impl StridedRun {
    /// Where the element at a position of the run is.
    pub(crate) fn at(&self, position: usize) -> (usize, i64) {
        let distance = self.step.wrapping_mul(to_i64(position));
        (self.lane + self.lane_step * position, self.offset.wrapping_add(distance))
    }

    /// Appends another run, if the other run continues at the end.
    fn extend(&mut self, next: &StridedRun) -> bool {
        let step = next.offset.wrapping_sub(self.at(self.count - 1).1);
        let lane_step = next.lane.wrapping_sub(self.at(self.count - 1).0);
        // A run of one lane has no step yet, and takes any.
        let fits = |run: &StridedRun| run.count == 1 || (run.step, run.lane_step) == (step, lane_step);
        let goes_on = fits(self) && fits(next);
        if goes_on {
            (self.step, self.lane_step) = (step, lane_step);
            self.count += next.count;
        }
        goes_on
    }

    /// Adds a run to others.
    pub(crate) fn push(runs: &mut Vec<StridedRun>, run: StridedRun) {
        if !runs.last_mut().is_some_and(|last| last.extend(&run)) {
            runs.push(run);
        }
    }

    /// The lanes that are active (all without a mask of bytes that are 0 or 1), of elements of `bytes` bytes at these offsets (bits
    /// of signed numbers). Neighboring elements make runs, and so do lanes with a common element; other elements are single-element
    /// runs.
    pub(crate) fn of_offsets(offsets: &[u64], bytes: i64, mask: Option<&[u8]>) -> Vec<StridedRun> {
        let active = |lane: usize| mask.is_none_or(|mask| mask[lane] != 0);
        let mut runs: Vec<StridedRun> = Vec::new();
        let mut lane = 0;
        while lane < offsets.len() {
            if !active(lane) {
                lane += 1;
                continue;
            }
            let step =
                offsets.get(lane + 1).map_or(bytes, |next| next.wrapping_sub(offsets[lane]).cast_signed());
            let mut end = lane + 1;
            if step == bytes || step == 0 {
                // Whole blocks first: one comparison a lane without a branch, and one test a block.
                while end + BLOCK <= offsets.len()
                    && mask
                        .is_none_or(|mask| mask[end..end + BLOCK].iter().fold(1, |all, bit| all & bit) != 0)
                    && goes_on(&offsets[end - 1..end + BLOCK], step)
                {
                    end += BLOCK;
                }
                while end < offsets.len() && active(end) && goes_on(&offsets[end - 1..=end], step) {
                    end += 1;
                }
            }
            let step = if end - lane == 1 { bytes } else { step };
            let offset = offsets[lane].cast_signed();
            runs.push(StridedRun { lane, lane_step: 1, count: end - lane, offset, step });
            lane = end;
        }
        runs
    }
}

/// A run, and its allocation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BufferRun {
    /// The position among the run's allocations.
    pub(crate) buffer: u32,
    pub(crate) run: StridedRun,
}

/// How many lanes are looked at together.
const BLOCK: usize = 64;

/// Whether every offset is so far from the one before.
fn goes_on(offsets: &[u64], step: i64) -> bool {
    let (pairs, step) = (offsets.iter().zip(&offsets[1..]), step.cast_unsigned());
    pairs.fold(0, |wrong, (one, next)| wrong | (next.wrapping_sub(*one) ^ step)) == 0
}

#[cfg(test)]
mod tests {
    use crate::values::host_width::{to_i64, to_u64};

    use super::StridedRun;

    #[test]
    fn neighbours_make_one_run() {
        let runs = StridedRun::of_offsets(&[8, 12, 16, 40, 40, 40, 0], 4, Some(&[1, 0, 1, 1, 1, 1, 1]));
        let run = |lane, count, offset, step| StridedRun { lane, lane_step: 1, count, offset, step };
        assert_eq!(runs, [run(0, 1, 8, 4), run(2, 1, 16, 4), run(3, 3, 40, 0), run(6, 1, 0, 4)]);
    }

    #[test]
    fn long_runs_end_where_they_do() {
        for (len, gap) in [(1000usize, 700usize), (64, 63), (65, 64), (129, 128), (200, 1)] {
            let offsets: Vec<u64> = (0..len).map(|k| 4 * to_u64(k) + if k < gap { 0 } else { 100 }).collect();
            let runs = StridedRun::of_offsets(&offsets, 4, None);
            assert_eq!(runs.iter().map(|run| run.count).collect::<Vec<_>>(), [gap, len - gap]);
            let mask: Vec<u8> = (0..len).map(|k| u8::from(k != gap)).collect();
            let ends: Vec<usize> =
                StridedRun::of_offsets(&offsets, 4, Some(&mask)).iter().map(|run| run.lane).collect();
            let expected: Vec<usize> = [0, gap + 1].into_iter().filter(|lane| *lane < len).collect();
            assert_eq!(ends, expected);
        }
    }

    #[test]
    fn rows_that_follow_each_other_are_one_run() {
        let mut runs = Vec::new();
        for row in 0..3 {
            StridedRun::push(
                &mut runs,
                StridedRun { lane: row * 4, lane_step: 1, count: 4, offset: to_i64(row) * 32, step: 8 },
            );
        }
        StridedRun::push(&mut runs, StridedRun { lane: 12, lane_step: 1, count: 4, offset: 200, step: 8 });
        assert_eq!(runs[0], StridedRun { lane: 0, lane_step: 1, count: 12, offset: 0, step: 8 });
        assert_eq!(runs.len(), 2);
    }
}
