//! Threads that check kernels.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The stack of a thread that checks: terms nest as deep as a kernel has operations in a row.
const STACK: usize = 1 << 28;

/// Does something for every number below `count`, as many at once as there are processors.
pub(crate) fn each(count: usize, work: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    let worker = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return;
            }
            work(number);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            let thread = thread::Builder::new().stack_size(STACK);
            thread.spawn_scoped(scope, worker).expect("a thread can be had");
        }
    });
}
