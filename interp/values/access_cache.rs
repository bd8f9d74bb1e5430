//! The access cache: what was last worked out of a tile of numbers. A kernel moves the pointers of several arrays by one
//! tile and masks them with one mask, so the next access needs the same bounds and runs.

use std::rc::Rc;

use crate::memory::strided_run::StridedRun;
use crate::values::elements::{Elements, Store};
use crate::values::lanes::Lanes;
use crate::values::offsets::Offsets;
use crate::values::pointers::Pointers;

/// The last answers. They are keyed by the address of a tile's words. The cache keeps these words alive, so no other tile
/// can reuse the address.
#[derive(Debug, Clone, Default)]
pub(crate) struct AccessCache {
    bounds: Option<(Rc<Vec<u64>>, Bounds)>,
    runs: Option<KnownRuns>,
}

/// The least and the greatest of some numbers, or wider.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    pub(crate) least: i64,
    pub(crate) greatest: i64,
}

/// The runs of a tile of numbers under a mask.
#[derive(Debug, Clone)]
struct KnownRuns {
    numbers: Rc<Vec<u64>>,
    mask: Option<Rc<Vec<u8>>>,
    step: i64,
    runs: Vec<StridedRun>,
}

impl AccessCache {
    /// Bounds of the bits of signed numbers.
    pub(crate) fn bounds(&mut self, numbers: &Rc<Vec<u64>>, of: impl FnOnce(&[u64]) -> Bounds) -> Bounds {
        match &self.bounds {
            Some((known, bounds)) if Rc::ptr_eq(known, numbers) => *bounds,
            Some(_) | None => {
                let bounds = of(numbers);
                self.bounds = Some((Rc::clone(numbers), bounds));
                bounds
            }
        }
    }

    /// The active lanes in runs of numbers with the given step.
    fn runs(&mut self, numbers: &Rc<Vec<u64>>, step: i64, mask: Option<&Elements>) -> Vec<StridedRun> {
        // Only a mask that is shared can be recognised again; one lane is quicker than any cache.
        let key = match mask {
            None => None,
            Some(Elements::U8(Lanes::Many(mask))) => Some(mask),
            Some(other) => return StridedRun::of_offsets(numbers, step, Some(u8::lanes(other))),
        };
        if let Some(last) = &self.runs
            && last.step == step
            && Rc::ptr_eq(&last.numbers, numbers)
            && last.mask.as_ref().map(Rc::as_ptr) == key.map(Rc::as_ptr)
        {
            return last.runs.clone();
        }
        let runs = StridedRun::of_offsets(numbers, step, key.map(|mask| &mask[..]));
        self.runs =
            Some(KnownRuns { numbers: Rc::clone(numbers), mask: key.cloned(), step, runs: runs.clone() });
        runs
    }

    /// The active lanes of a tile of pointers in runs, of elements of so many bytes.
    pub(crate) fn runs_of(
        &mut self,
        pointers: &Pointers,
        bytes: u64,
        mask: Option<&Elements>,
    ) -> Vec<StridedRun> {
        let bytes = bytes.cast_signed();
        let active = mask.map(u8::lanes);
        match &pointers.offsets {
            Offsets::Each(offsets) => StridedRun::of_offsets(offsets, bytes, active),
            // In units of the power of two, so that arrays of elements of any size share one answer.
            Offsets::Moved { start, by, shift } if bytes.trailing_zeros() >= *shift => {
                let mut runs = self.runs(by, bytes >> shift, mask);
                for run in &mut runs {
                    run.offset = start + (run.offset << shift);
                    run.step <<= shift;
                }
                runs
            }
            Offsets::All(..) | Offsets::Moved { .. } => {
                let offsets: Vec<u64> = pointers.offsets.each().map(i64::cast_unsigned).collect();
                StridedRun::of_offsets(&offsets, bytes, active)
            }
        }
    }
}
