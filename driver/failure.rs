//! The failure of a command before a verdict: a message, a remedy, and the exit code.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use miette::{Diagnostic, LabeledSpan, SourceCode};
use spec::problem::{IllFormed, Refused, Unsupported};

use crate::exit::Exit;
use crate::load::{Excerpt, Source};

/// The failure of a command.
#[derive(Debug)]
pub struct Failure {
    message: String,
    help: Option<String>,
    spot: Option<Box<Excerpt>>,
    file: Option<PathBuf>,
    /// How the process ends.
    pub exit: Exit,
    /// Whether a kernel still runs, so that the process must end without waiting for the GPU.
    pub hangs: bool,
}

impl Failure {
    /// The command itself is wrong.
    pub fn usage(message: impl Into<String>) -> Self {
        Failure {
            message: message.into(),
            help: None,
            spot: None,
            file: None,
            exit: Exit::Usage,
            hangs: false,
        }
    }

    /// The source is wrong, at no place in particular.
    pub fn ill_formed(message: impl Into<String>) -> Self {
        Failure { exit: Exit::IllFormed, ..Failure::usage(message) }
    }

    /// The source needs an unsupported construct.
    pub fn unsupported(message: impl Into<String>) -> Self {
        Failure { exit: Exit::Unknown, ..Failure::usage(message) }
    }

    /// A wrong submission.
    pub fn refused_submission(message: impl Into<String>) -> Self {
        Failure { exit: Exit::Refused, ..Failure::usage(message) }
    }

    /// The user wants an end.
    pub fn interrupted() -> Self {
        Failure::unproved("interrupted: nothing was decided")
    }

    /// A failed launch on a GPU.
    pub fn gpu(error: &launch::Error) -> Self {
        let exit = if error.is_of_the_run() { Exit::Fault } else { Exit::NoGpu };
        let hangs = matches!(error, launch::Error::Hangs { .. });
        Failure { exit, hangs, ..Failure::usage(error.to_string()) }.help(error.help())
    }

    /// Nothing shows that the kernel is free of undefined behavior.
    pub fn unproved(message: impl Into<String>) -> Self {
        Failure { exit: Exit::Unknown, ..Failure::usage(message) }
    }

    /// A file that cannot be read or written.
    pub fn file(path: &Path, action: &str, error: &io::Error) -> Self {
        let missing = error.kind() == io::ErrorKind::NotFound;
        let reason = if missing { "there is no such file".to_owned() } else { error.to_string() };
        Failure::usage(format!("cannot {action} {}: {reason}", path.display()))
    }

    /// A rejected source.
    pub fn refused(refused: &Refused, source: &Source) -> Self {
        let (at, exit, message, help) = match refused {
            Refused::IllFormed(IllFormed { message, at, help }) => {
                (at, Exit::IllFormed, format!("ill-formed: {message}"), help.clone())
            }
            Refused::Unsupported(Unsupported { message, at }) => {
                let help = "this says nothing against the kernel: tileproof does not read it yet";
                (at, Exit::Unknown, format!("unsupported: {message}"), Some(help.to_owned()))
            }
        };
        Failure { message, help, spot: Some(Box::new(source.excerpt(at))), file: None, exit, hangs: false }
    }

    /// The failure, with its subject.
    #[must_use]
    pub fn of(mut self, what: &str) -> Self {
        self.message = format!("{what}: {}", self.message);
        self
    }

    /// The failure, with its file.
    #[must_use]
    pub fn of_file(mut self, path: &Path) -> Self {
        self.file = Some(path.to_owned());
        self
    }

    /// The file of the failure, if known.
    pub fn file_name(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// The place in the source, if any.
    pub fn spot(&self) -> Option<&Excerpt> {
        self.spot.as_deref()
    }

    /// The remedy.
    pub fn advice(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// The failure with a remedy.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

impl Diagnostic for Failure {
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let help = self.help.as_ref()?;
        Some(Box::new(help))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        let spot = self.spot.as_ref()?;
        Some(&spot.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let spot = self.spot.as_ref()?;
        let label = LabeledSpan::new_primary_with_span(Some("here".to_owned()), (spot.offset, spot.len));
        Some(Box::new(std::iter::once(label)))
    }
}
