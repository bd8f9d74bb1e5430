//! The parameters of a kernel as `cuLaunchKernel` takes them: `kernelParams`, a list of pointers to arguments.

use std::cell::Cell;
use std::ffi::c_void;

use crate::tensor_map::EncodedMap;

/// The most bytes of parameters that a kernel can take (32 764 from CUDA 12.1 on, 4096 before).
const MOST_PARAMETERS: usize = 1 << 15;

/// Where the driver finds arguments: a list of as many pointers as a kernel may have parameters, to words of which the first
/// hold the arguments.
#[derive(Debug)]
pub(super) struct KernelParams {
    words: Box<[Cell<u64>]>,
    list: Box<[Cell<*mut c_void>]>,
}

impl KernelParams {
    pub(super) fn new() -> Self {
        // Behind the last word that a pointer leads to there are still as many bytes as a parameter can have.
        let words: Box<[Cell<u64>]> = vec![Cell::new(0); MOST_PARAMETERS + MOST_PARAMETERS / 8].into();
        let place = |at| words.as_ptr().wrapping_add(at).cast_mut().cast();
        let list = (0..MOST_PARAMETERS).map(|at| Cell::new(place(at))).collect();
        KernelParams { words, list }
    }

    /// Fills the list with these arguments: numbers, then tensor maps.
    pub(super) fn fill(&self, arguments: &[u64], maps: &[EncodedMap]) -> *mut *mut c_void {
        for (word, argument) in self.words.iter().zip(arguments) {
            word.set(*argument);
        }
        let mut end = arguments.len();
        for (slot, map) in self.list.iter().skip(arguments.len()).zip(maps) {
            let words = self.words.iter().skip(end);
            words.zip(map.0).for_each(|(word, part)| word.set(part));
            slot.set(self.words.as_ptr().wrapping_add(end).cast_mut().cast());
            end += map.0.len();
        }
        self.list.as_ptr().cast_mut().cast()
    }
}
