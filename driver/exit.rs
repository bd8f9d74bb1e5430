//! How the process ends: the exit codes are an interface.

use std::process::ExitCode;

/// Why the process ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Proved, or done.
    Success,
    /// Undefined behaviour is reached.
    Undefined,
    /// The command itself is wrong.
    Usage,
    /// Neither proved nor refuted: unknown, unsupported, or resources exhausted.
    Unknown,
    /// The source does not parse, or breaks a rule of form.
    IllFormed,
    /// There is no GPU that could be used, or it cannot run this.
    NoGpu,
    /// On the GPU a kernel failed, did not end, or left what the rules do not permit.
    Fault,
    /// Proved under clauses that nobody wrote.
    Conditional,
    /// A launch lacks a property that its contract ensures.
    Violated,
}

impl Exit {
    /// The exit code.
    pub const fn code(self) -> u8 {
        match self {
            Exit::Success => 0,
            Exit::Undefined | Exit::Violated => 1,
            Exit::Usage => 2,
            Exit::Unknown => 3,
            Exit::IllFormed => 4,
            Exit::NoGpu => 5,
            Exit::Fault => 6,
            Exit::Conditional => 7,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit.code())
    }
}
