//! The kernel format's printer.

mod types;
