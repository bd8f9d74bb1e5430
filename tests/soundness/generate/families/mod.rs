//! Kernels about a subject each.

mod combined_floats;
mod counters;
mod digits;
mod grouped;
mod large;
mod listed;
mod local;
mod local_widths;
mod odd_floats;
mod persistent;
mod plane;
mod related;
mod ways_out;
mod yielded;
