//! The specification read over solver terms.
