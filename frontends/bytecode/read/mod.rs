//! The reader, from front to back: `encoding_reader` reads bytes and varints, `sections` the header and the sections,
//! `offset_table` tables, `types`, `constant` and `debug_info` what stands in them; `file` has all tables, `function` reads
//! functions and globals, `region`, `op`, `operand` and `attribute` what is in them, over the values of a `scope`. `budget`
//! bounds what is made.

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
