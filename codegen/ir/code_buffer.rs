//! The text of a kernel under construction: instructions, virtual registers, labels, and declarations of the module.

use crate::ir::ptx::{Class, Label, Line, Reg};

/// Instructions, with their names.
#[derive(Debug, Clone, Default)]
pub(crate) struct CodeBuffer {
    lines: Vec<Line>,
    /// Registers of each class that were made, in the order of [`Class::ALL`].
    registers: [u32; 4],
    labels: u32,
    /// Declarations of the module.
    globals: Vec<String>,
    /// How many of them are constant texts.
    texts: usize,
    /// Bytes of the arguments of what is printed.
    argument_bytes: u64,
}

/// How far a buffer was filled: instructions and labels behind that can be dropped again. Registers stay taken.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mark {
    lines: usize,
    labels: u32,
}

/// The parts of a finished kernel.
#[derive(Debug, Clone, Default)]
pub(crate) struct FinishedCode {
    /// The instructions.
    pub(crate) lines: Vec<Line>,
    /// Registers of each class, in the order of [`Class::ALL`].
    pub(crate) registers: [u32; 4],
    /// Declarations of the module.
    pub(crate) globals: Vec<String>,
    /// Bytes of the arguments of what is printed.
    pub(crate) argument_bytes: u64,
}

impl CodeBuffer {
    /// A new register.
    pub(crate) fn fresh_register(&mut self, class: Class) -> Reg {
        let at = Class::ALL.iter().position(|known| *known == class).unwrap_or_default();
        let number = self.registers[at];
        self.registers[at] += 1;
        Reg { class, number }
    }

    /// A new label, which is not placed yet.
    pub(crate) fn fresh_label(&mut self) -> Label {
        self.labels += 1;
        Label(self.labels - 1)
    }

    /// Adds an instruction.
    pub(crate) fn emit(&mut self, line: Line) {
        self.lines.push(line);
    }

    /// Adds a declaration to the module, once.
    pub(crate) fn declare(&mut self, line: String) {
        if !self.globals.contains(&line) {
            self.globals.push(line);
        }
    }

    /// The name of a constant text, which `declared` declares under a name; equal texts have one name.
    pub(crate) fn constant_text(&mut self, declared: impl Fn(&str) -> String) -> String {
        let name = |at: usize| format!("tile_text_{at}");
        if let Some(at) = (0..self.texts).find(|at| self.globals.contains(&declared(&name(*at)))) {
            return name(at);
        }
        self.globals.push(declared(&name(self.texts)));
        self.texts += 1;
        name(self.texts - 1)
    }

    /// Reserves memory for the arguments of one printing call, in bytes.
    pub(crate) fn reserve_arguments(&mut self, bytes: u64) {
        self.argument_bytes = self.argument_bytes.max(bytes.max(8).next_multiple_of(8));
    }

    /// The current position in the code.
    pub(crate) fn mark(&self) -> Mark {
        Mark { lines: self.lines.len(), labels: self.labels }
    }

    /// Drops the instructions and labels behind a mark.
    pub(crate) fn rewind(&mut self, mark: Mark) {
        self.lines.truncate(mark.lines);
        self.labels = mark.labels;
    }

    /// Everything, at the end.
    pub(crate) fn finish(self) -> FinishedCode {
        let CodeBuffer { lines, registers, labels: _, globals, texts: _, argument_bytes } = self;
        FinishedCode { lines, registers, globals, argument_bytes }
    }
}
