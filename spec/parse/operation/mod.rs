//! Operations: the parser of each line by its form, and the facts gathered on the way.

mod block;
mod call;
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
