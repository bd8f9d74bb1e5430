//! The bytes of memory that an access touches, through pointers or views, and the access's requirements on
//! them.

pub mod atomic;
pub mod memory;
pub mod view;
