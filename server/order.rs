//! What the server asks a worker for, and what it answers: a line of JSON each, on the worker's standard input and output. A worker ends
//! when its input does.

use std::path::PathBuf;

use lsp_types::{Diagnostic, Range, TextEdit};
use serde::{Deserialize, Serialize};

/// How columns are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) enum Encoding {
    /// In bytes, if the client offers them.
    Utf8,
    /// In words of sixteen bits, which every client understands.
    #[default]
    Utf16,
}

/// The task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Task {
    /// The findings of a check.
    Check,
    /// The changes of `tileproof fix`.
    Fix,
}

/// A task.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Order {
    pub(crate) task: Task,
    /// From the root.
    pub(crate) file: PathBuf,
    /// A replacement for the text: an edited text, for a file without a compiler.
    pub(crate) text: Option<String>,
    pub(crate) encoding: Encoding,
    /// About how long a kernel may take.
    pub(crate) seconds: Option<f64>,
}

/// A line of an answer.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Line {
    /// What is said of a kernel, or of the file.
    Part(Box<Part>),
    /// The text that `fix` makes of the file, and the new verdicts; `None` without changes.
    Fixed(Option<(String, String)>),
    /// The reason for a missing text.
    Failed(String),
    /// The answer is complete.
    Done,
}

/// What is said of a kernel, or of the file.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Part {
    pub(crate) findings: Vec<Found>,
    pub(crate) spots: Vec<Spot>,
}

/// A diagnostic.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Found {
    /// The file.
    pub(crate) uri: String,
    pub(crate) diagnostic: Diagnostic,
    /// A suggested change that nobody has tried.
    pub(crate) proposal: Option<Proposed>,
}

/// A change of files.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Proposed {
    pub(crate) title: String,
    /// The edits by file.
    pub(crate) edits: Vec<(String, TextEdit)>,
    /// Whether it only declares conditions on launches.
    pub(crate) is_promise: bool,
}

/// A place of the file itself, with its facts in Markdown.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Spot {
    pub(crate) range: Range,
    pub(crate) words: String,
    /// Of an access to memory.
    pub(crate) standing: Option<Standing>,
}

/// The facts about an access. For several kernels, or several operations of one line, the worst counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Standing {
    /// Whether all rules are proved.
    pub(crate) proved: bool,
    /// Whether the result depends on inferred preconditions.
    pub(crate) conditional: bool,
    pub(crate) reach: Reach,
}

/// How much of an access is made, the most first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Reach {
    /// Every element of its tile, in every launch.
    Full,
    /// As much as the mask or the end of the view leaves.
    Masked,
}

impl Standing {
    /// Of two.
    pub(crate) fn and(self, other: Standing) -> Self {
        Standing {
            proved: self.proved && other.proved,
            conditional: self.conditional || other.conditional,
            reach: self.reach.max(other.reach),
        }
    }

    /// A short label for a proof; `None` otherwise.
    pub(crate) fn label(self) -> Option<&'static str> {
        let label = match (self.reach, self.conditional) {
            (Reach::Full, false) => "proved full",
            (Reach::Masked, false) => "proved, masked",
            (Reach::Full, true) => "full, if",
            (Reach::Masked, true) => "masked, if",
        };
        self.proved.then_some(label)
    }
}
