//! Cases run by one process, which is asked and answers in lines of JSON (`corpus/CONFORM.md`): `tileproof.batch/1`.
//!
//! 1. `message`: the lines.
//! 2. `process`: the process, with limits on the length and time of its lines.
//! 3. `ledger`: the pending questions, and the meaning of each line.
//! 4. `drive`: questions and answers, with restarts of ended processes.
//! 5. `serve`: the interpreter as such a process.

mod drive;
mod ledger;
mod message;
mod process;
mod serve;

pub use self::drive::Terms;
pub(crate) use self::drive::{Done, run};
pub use self::serve::serve;
