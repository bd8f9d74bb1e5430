//! Operations, a family a file or a folder: how each is carried out over whole tiles. What each means is defined in
//! [`spec::ops`], and is read here over bits.
//!
//! 1. `elementwise`: one function for every lane.
//! 2. `shape`, `slices`, `recast`, `offset`: elements made, moved and read as other types.
//! 3. `reduce`, `matrix`: elements combined.
//! 4. `tensor_view`, `access`: memory described, and accessed.
//! 5. `open`: whether other orders of a sum come to something else.
//! 6. `assertions`, `print` (with `printf`), `spans`: promises and messages.

pub(crate) mod access;
pub(crate) mod assertions;
pub(crate) mod elementwise;
pub(crate) mod matrix;
pub(crate) mod offset;
pub(crate) mod open;
pub(crate) mod print;
pub(crate) mod printf;
pub(crate) mod recast;
pub(crate) mod reduce;
pub(crate) mod shape;
pub(crate) mod slices;
pub(crate) mod spans;
pub(crate) mod tensor_view;
