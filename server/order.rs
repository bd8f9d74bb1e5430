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

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Task {
    /// What a check says.
    Check,
    /// What `tileproof fix` changes.
    Fix,
}

/// One thing to do.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Order {
    pub(crate) task: Task,
    /// From the root.
    pub(crate) file: PathBuf,
    /// What is checked in its stead: the text that somebody edits, of a file that no compiler reads.
    pub(crate) text: Option<String>,
    pub(crate) encoding: Encoding,
    /// About how long a kernel may take.
    pub(crate) seconds: Option<f64>,
}

/// One line of an answer.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Line {
    /// What is said of a kernel, or of the file.
    Part(Box<Part>),
    /// The text that `fix` makes of the file, and the verdicts then; none where it has nothing to change.
    Fixed(Option<(String, String)>),
    /// The reason for a missing text.
    Failed(String),
    /// All of it was said.
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
    /// Its file.
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
    /// Whether it only declares what launches keep.
    pub(crate) is_promise: bool,
}

/// Something of the file itself, and what is known of it, in Markdown.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Spot {
    pub(crate) range: Range,
    pub(crate) words: String,
    /// Of an access to memory.
    pub(crate) standing: Option<Standing>,
}

/// What is known of an access. What several kernels, or several operations of one line, make of it is the worst of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Standing {
    /// Whether all that its rules ask for is proved.
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

    /// In a few words, of what is proved; nothing of what is not.
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
