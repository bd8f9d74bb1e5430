//! What was last worked out of a tile of numbers: a kernel moves the pointers of several arrays by one tile, and masks them with
//! one mask, so the next access wants the same.

use std::rc::Rc;

use crate::element::word::Store;
use crate::memory::run::Run;
use crate::tile::{Elements, Lanes};

/// The last answers; they hold the tiles that they are of, which therefore are still those.
#[derive(Debug, Default)]
pub(crate) struct Recent {
    bounds: Option<(Rc<Vec<u64>>, Bounds)>,
    runs: Option<Runs>,
}

/// The least and the greatest.
type Bounds = (i64, i64);

#[derive(Debug)]
struct Runs {
    numbers: Rc<Vec<u64>>,
    mask: Option<Rc<Vec<u8>>>,
    step: i64,
    runs: Vec<Run>,
}

impl Recent {
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

    /// The active lanes in runs: of numbers that are neighbours at such a step.
    pub(crate) fn runs(&mut self, numbers: &Rc<Vec<u64>>, step: i64, mask: Option<&Elements>) -> Vec<Run> {
        let key = match mask {
            None => None,
            Some(Elements::U8(Lanes::Many(mask))) => Some(mask),
            Some(other) => return Run::of_offsets(numbers, step, Some(u8::lanes(other))),
        };
        if let Some(last) = &self.runs
            && last.step == step
            && Rc::ptr_eq(&last.numbers, numbers)
            && last.mask.as_ref().map(Rc::as_ptr) == key.map(Rc::as_ptr)
        {
            return last.runs.clone();
        }
        let runs = Run::of_offsets(numbers, step, key.map(|mask| &mask[..]));
        self.runs = Some(Runs { numbers: Rc::clone(numbers), mask: key.cloned(), step, runs: runs.clone() });
        runs
    }
}
