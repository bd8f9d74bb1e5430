//! Ctrl-C: the first asks whatever runs to end in order, the second ends the process at once.

use driver::exit::Exit;

/// Listens from now on. If the system has no such signal, it ends the process as usual.
pub(crate) fn watch() {
    let _ = ctrlc::set_handler(|| {
        if driver::interrupt::ask() {
            launch::leave(Exit::Unknown.code());
        }
    });
}
