//! Whether the user wants the process to end, by the keyboard or by an editor whose text has changed: a process checks for one of
//! them. Long computations poll it.

use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// Whether the process does nothing but wait for its user.
static WAITS: AtomicBool = AtomicBool::new(false);

/// Asks for an end; gives whether that was asked before, or nothing runs that could end in order.
pub fn ask() -> bool {
    ASKED.swap(true, Ordering::Relaxed) || WAITS.load(Ordering::Relaxed)
}

/// Whether an end was asked for.
pub fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// Forgets that an end was asked for: what was to end has ended, and the process goes on.
pub fn withdraw() {
    ASKED.store(false, Ordering::Relaxed);
}

/// Waits for the user, who may end the process at once.
pub fn wait<T>(read: impl FnOnce() -> T) -> T {
    WAITS.store(true, Ordering::Relaxed);
    let read = read();
    WAITS.store(false, Ordering::Relaxed);
    read
}
