//! The reader, from front to back: `encoding_reader` reads bytes and varints, `sections` the header and the sections, and `offset_table`
//! tables with the contents in `types`, `constant` and `debug_info`. `file` has all tables. `function` reads functions and globals;
//! `region`, `op`, `operand` and `attribute` read their contents, with the values of a `scope`. `budget` bounds the memory.

mod attribute;
mod budget;
mod constant;
mod debug_info;
mod encoding_reader;
pub(super) mod file;
pub(super) mod function;
mod offset_table;
mod op;
mod operand;
mod region;
mod scope;
mod sections;
mod types;
