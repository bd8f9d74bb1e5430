//! Kernels about one thing each.

mod combined_floats;
mod large;
mod odd_floats;
mod ways_out;
