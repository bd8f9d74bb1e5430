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
}

impl Exit {
    /// The exit code.
    pub const fn code(self) -> u8 {
        match self {
            Exit::Success => 0,
            Exit::Undefined => 1,
            Exit::Usage => 2,
            Exit::Unknown => 3,
            Exit::IllFormed => 4,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit.code())
    }
}
