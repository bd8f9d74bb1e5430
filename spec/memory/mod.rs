//! The memory model: what two accesses are to each other. `races.md` is the chapter.

pub mod strength;
