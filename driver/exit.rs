//! How the process ends: the exit codes are an interface.

use std::process::ExitCode;

/// Why the process ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Proved, or done.
    Success,
    /// Undefined behavior is reached.
    Undefined,
    /// The command itself is wrong.
    Usage,
    /// Neither proved nor refuted: unknown, unsupported, or resources exhausted.
    Unknown,
    /// The source does not parse, or breaks a rule of form.
    IllFormed,
    /// No GPU is usable, or it cannot run this.
    NoGpu,
    /// On the GPU a kernel failed, did not end, or left what the rules do not permit.
    Fault,
    /// Proved under inferred clauses.
    Conditional,
    /// A command that runs cases failed, so some cases are undecided.
    Harness,
    /// A submission is wrong.
    Refused,
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
            Exit::Harness => 8,
            Exit::Refused => 9,
        }
    }
}

impl Exit {
    /// The exit codes of checks of kernels, without those of cases and submissions.
    pub const ALL: [Exit; 8] = [
        Exit::Success,
        Exit::Undefined,
        Exit::Usage,
        Exit::Unknown,
        Exit::IllFormed,
        Exit::NoGpu,
        Exit::Fault,
        Exit::Conditional,
    ];

    /// The exit with a code.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|exit| exit.code() == code)
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit.code())
    }
}
