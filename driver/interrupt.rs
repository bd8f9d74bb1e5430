//! Whether the user wants the process to end: one process has one keyboard. Whoever does something for long asks.

use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// Asks for an end; gives whether that was asked before.
pub fn ask() -> bool {
    ASKED.swap(true, Ordering::Relaxed)
}

/// Whether an end was asked for.
pub fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// Forgets that an end was asked for: what was to end has ended, and the process goes on.
pub fn withdraw() {
    ASKED.store(false, Ordering::Relaxed);
}
