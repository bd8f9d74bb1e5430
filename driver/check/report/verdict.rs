//! The verdict on a kernel, with its meaning and the author's next step.

use crate::exit::Exit;

/// The verdict on a kernel, the best first: of several, the worst decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Every obligation holds for every launch of the contract.
    Proved,
    /// The launches are proved under inferred clauses besides the contract's.
    Conditional,
    /// Some obligation was neither proved nor refuted.
    Unknown,
    /// The kernel uses something that tileproof does not read yet.
    Unsupported,
    /// The source breaks a rule of form.
    IllFormed,
    /// A launch of the contract reaches undefined behaviour.
    Undefined,
}

impl Verdict {
    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::Conditional => "conditional",
            Verdict::Unknown => "unknown",
            Verdict::Unsupported => "unsupported",
            Verdict::IllFormed => "ill-formed",
            Verdict::Undefined => "undefined",
        }
    }

    /// The verdict in a few words.
    pub const fn title(self) -> &'static str {
        match self {
            Verdict::Proved => "no launch has undefined behavior",
            Verdict::Conditional => "proved, if inferred preconditions hold",
            Verdict::Unknown => "neither proved nor refuted",
            Verdict::Unsupported => "not read by tileproof yet",
            Verdict::IllFormed => "the source breaks a rule of form",
            Verdict::Undefined => "a launch has undefined behavior",
        }
    }

    /// The meaning, in a sentence.
    pub const fn meaning(self) -> &'static str {
        match self {
            Verdict::Proved => "No launch of the contract has undefined behavior.",
            Verdict::Conditional => {
                "No launch has undefined behavior if the contract and the inferred preconditions hold. Nobody has written these \
                 preconditions yet."
            }
            Verdict::Unknown => "The check found neither a proof nor a launch that breaks a rule.",
            Verdict::Unsupported => {
                "The kernel uses an operation or a type that tileproof does not read yet. The kernel may be correct."
            }
            Verdict::IllFormed => "The source breaks a rule of form.",
            Verdict::Undefined => {
                "A launch of the contract has undefined behavior. The interpreter has run the launch."
            }
        }
    }

    /// The next step of an author.
    pub const fn advice(self) -> &'static str {
        match self {
            Verdict::Proved => "nothing",
            Verdict::Conditional => {
                "Read the preconditions. If every launch keeps them, write them above the kernel, as in `// tileproof: requires = n \
                 >= 1`. Otherwise mask the access that needs them."
            }
            Verdict::Unknown => {
                "Add the clause that the report offers, state the sizes of the launch, or give the check more work (--timeout 60)."
            }
            Verdict::Unsupported => "Rewrite the operation, or check the rest of the file with --kernel.",
            Verdict::IllFormed => "Change the source or the contract at the place that the report names.",
            Verdict::Undefined => {
                "Change the line that the report names. `tileproof fix FILE` tries repairs, `tileproof debug FILE` replays the launch."
            }
        }
    }

    /// Whether the verdict is a proof, possibly conditional.
    pub const fn is_proof(self) -> bool {
        matches!(self, Verdict::Proved | Verdict::Conditional)
    }

    /// How a process with this verdict ends.
    pub const fn exit(self) -> Exit {
        match self {
            Verdict::Proved => Exit::Success,
            Verdict::Conditional => Exit::Conditional,
            Verdict::Unknown | Verdict::Unsupported => Exit::Unknown,
            Verdict::IllFormed => Exit::IllFormed,
            Verdict::Undefined => Exit::Undefined,
        }
    }
}
