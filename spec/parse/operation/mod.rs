//! Operations: how the line of each is read, by its form, and what is known of it on the way.

mod block;
mod carried;
mod draft;
mod generic;
mod operands;
mod reader;
mod regions;
mod scope;
mod settle;

pub(super) use block::read_block;
pub(super) use reader::Reader;
pub(super) use scope::Scope;
