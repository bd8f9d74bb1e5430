//! Places in what was printed: an operation has a line of its own, in the order of the kernel.

use std::sync::Arc;

use crate::syntax::kernel::{Block, Module};
use crate::syntax::span::Place;

/// The lines of a text that have not been passed, each with the offset of its first word.
struct Lines<'t> {
    rest: &'t str,
    offset: usize,
}

/// Gives the globals, the kernels and their operations their places in the text that the module was printed as.
pub(super) fn settle(module: &mut Module, text: &str) {
    let mut lines = Lines { rest: text, offset: 0 };
    for global in &mut module.globals {
        lines.take(&mut global.at);
    }
    for kernel in &mut module.kernels {
        let kernel = Arc::make_mut(kernel);
        lines.pass_while(|line| !line.starts_with("entry "));
        lines.take(&mut kernel.at);
        lines.pass_while(|line| line.starts_with("//"));
        block(&mut kernel.body, &mut lines);
        lines.pass();
    }
    module.link();
}

/// The operations of a block, to the closing brace.
fn block(of: &mut Block, lines: &mut Lines<'_>) {
    for op in &mut of.ops {
        if op.op.terminates() && lines.first().starts_with('}') {
            // The operation is left out: the brace represents it.
            let indent = lines.indent();
            op.at = Place { offset: lines.offset + indent, len: 1, source: op.at.source.take() };
            continue;
        }
        lines.take(&mut op.at);
        for (position, region) in op.regions.iter_mut().enumerate() {
            // The parameters of a combiner, or `} else {`.
            if position > 0 || lines.first().starts_with('(') {
                lines.pass();
            }
            block(region, lines);
        }
        if !op.regions.is_empty() {
            lines.pass();
        }
    }
}

impl<'t> Lines<'t> {
    /// The next line, without the white space around it.
    fn first(&self) -> &'t str {
        self.line().trim()
    }

    fn line(&self) -> &'t str {
        self.rest.lines().next().unwrap_or_default()
    }

    /// Bytes of white space before the next line.
    fn indent(&self) -> usize {
        self.line().len() - self.line().trim_start().len()
    }

    /// Takes the next line for a place; a brace that opens a region is none of it.
    fn take(&mut self, at: &mut Place) {
        at.offset = self.offset + self.indent();
        at.len = self.first().trim_end_matches('{').trim_end().len();
        self.pass();
    }

    fn pass_while(&mut self, passes: impl Fn(&str) -> bool) {
        while !self.rest.is_empty() && passes(self.first()) {
            self.pass();
        }
    }

    fn pass(&mut self) {
        let end = self.rest.find('\n').map_or(self.rest.len(), |end| end + 1);
        self.rest = &self.rest[end..];
        self.offset += end;
    }
}
