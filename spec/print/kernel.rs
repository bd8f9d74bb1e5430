//! Entries and blocks.

use super::names::{Names, symbol};
use super::{attribute, operation};
use crate::syntax::kernel::{Block, Kernel, Operation};
use crate::syntax::op::Op;

/// Prints the parts of one kernel.
pub(super) struct Printer<'k> {
    /// The kernel.
    pub(super) kernel: &'k Kernel,
    /// Its names.
    pub(super) names: Names<'k>,
    /// How deep regions are nested here.
    pub(super) depth: usize,
}

/// `entry @name(parameters) hints {…}`, with comments at the top of its body.
pub(super) fn entry(kernel: &Kernel, comments: &[String]) -> String {
    let mut printer = Printer { kernel, names: Names::new(kernel), depth: 0 };
    let params = kernel.params.iter();
    let params: Vec<String> =
        params.map(|param| format!("{}: {}", printer.names.define(*param), kernel.ty(*param))).collect();
    let hints = attribute::hints(&kernel.hints);
    let hints = if hints.is_empty() { hints } else { format!(" optimization_hints={hints}") };
    let mut text = format!("entry {}({}){hints} {{\n", symbol(&kernel.name), params.join(", "));
    for comment in comments {
        text.push_str(&format!("  {comment}\n"));
    }
    text.push_str(&printer.body(&kernel.body, None));
    text.push_str("}\n");
    text
}

impl Printer<'_> {
    /// A region in braces; its parameters have been named.
    pub(super) fn region(&mut self, block: &Block, elided: Op) -> String {
        let body = self.body(block, Some(elided));
        format!("{{\n{body}{}}}", self.indent())
    }

    /// The operations of a block, one a line. A terminator without operands is left out where the format says so.
    fn body(&mut self, block: &Block, elided: Option<Op>) -> String {
        let last = block.ops.len().wrapping_sub(1);
        let is_elided = |at: usize, op: &Operation| {
            at == last && Some(op.op) == elided && op.operands.is_empty() && op.results.is_empty()
        };
        self.depth += 1;
        self.names.open();
        let mut text = String::new();
        for (_, op) in block.ops.iter().enumerate().filter(|(at, op)| !is_elided(*at, op)) {
            let line = operation::print(self, op);
            text.push_str(&format!("{}{line}\n", self.indent()));
        }
        self.names.close();
        self.depth -= 1;
        text
    }

    /// The white space before a line.
    pub(super) fn indent(&self) -> String {
        "  ".repeat(self.depth)
    }
}
