//! The specification read over bits.
