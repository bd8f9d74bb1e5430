//! From TTIR to kernels. `builder` makes operations of ours, and `scope` knows the values by name. `order` says which accesses wait for
//! which, `layouts` has those of the code, and `promise` reads the promises of the text. The folders translate the operations, one family each. `dispatch` chooses between them.

mod access;
mod builder;
mod control_flow;
mod dispatch;
mod host;
mod layouts;
mod order;
mod promise;
mod scope;
mod values;

pub(super) use control_flow::{count_columns, lower};
