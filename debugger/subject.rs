//! The subject of a debugging run: a kernel and one of its launches.

use driver::load::Source;
use driver::signature::Signature;
use spec::syntax::launch::Launch;
use spec::valid::Valid;

/// A kernel and one of its launches.
#[derive(Debug, Clone)]
pub struct Subject {
    /// The kernel's file.
    pub source: Source,
    /// The kernel.
    pub kernel: Valid,
    /// The parameters.
    pub signature: Signature,
    /// The launch.
    pub launch: Launch,
    /// Where the launch comes from, in a sentence.
    pub about: String,
    /// Whether the launch is known to break a rule, so that debugging starts at the violation.
    pub is_broken: bool,
}

impl Subject {
    /// The author's name of the kernel.
    pub(crate) fn called(&self) -> &str {
        self.source.readable(&self.kernel.name)
    }
}
