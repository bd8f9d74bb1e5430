//! Which bytes of memory an access touches, through pointers or views, and what it requires of them.

pub mod atomic;
pub mod memory;
pub mod view;
