//! From TTIR to kernels: `builder` makes operations of ours, `scope` knows the values by name, `order` says which accesses wait for
//! which; the other files translate the operations, one family each. `dispatch` chooses between them.

mod arithmetic;
mod block_pointer;
mod builder;
mod cast;
mod combine;
mod constant;
mod control;
mod dispatch;
mod flow;
mod function;
mod host;
mod math;
mod memory;
mod order;
mod scope;
mod scratch;
mod shape;

pub(super) use function::{count_columns, lower};
