//! Cases run by one process, which is asked and answers in lines of JSON (`corpus/CONFORM.md`): `tileproof.batch/1`.
//!
//! 1. `message`: the lines.
//! 2. `process`: the process, whose lines come with a limit on their length and on the time that they take.
//! 3. `ledger`: who was asked what, and what a line that comes, or does not, says of it.
//! 4. `drive`: both together, with processes that die.
//! 5. `serve`: the interpreter as such a process.

mod drive;
mod ledger;
mod message;
mod process;
mod serve;

pub use self::drive::Terms;
pub(crate) use self::drive::{Done, run};
pub use self::serve::serve;
