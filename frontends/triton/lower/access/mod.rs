//! Accesses to memory: through pointers, through block pointers and descriptors, and to arrays of the program.

mod block_pointer;
mod memory;
mod scratch;
