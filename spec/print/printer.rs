//! What is known while a kernel is printed.

use super::names::Names;
use crate::syntax::kernel::Kernel;

/// The state of printing a kernel.
pub(super) struct Printer<'k> {
    /// The kernel.
    pub(super) kernel: &'k Kernel,
    /// The names.
    pub(super) names: Names<'k>,
    /// How deep regions are nested here.
    pub(super) depth: usize,
}

impl Printer<'_> {
    /// The white space before a line.
    pub(super) fn indent(&self) -> String {
        "  ".repeat(self.depth)
    }
}
