//! A kernel in the making: its text, line by line, and its contract, clause by clause.

use super::choices::Choices;
use super::index::{Around, Index};

/// A mistake is made once in so many places, where care is taken.
pub(super) const CAREFUL: usize = 60;

/// The default carelessness.
pub(super) const CARELESS: usize = 3;

/// A kernel in the making.
pub(super) struct Draft {
    pub(super) choices: Choices,
    /// Name and type of every parameter.
    params: Vec<(String, String)>,
    /// Extents of the grid.
    pub(super) grid: Vec<String>,
    clauses: Vec<String>,
    /// Arrays of the module.
    globals: Vec<String>,
    lines: Vec<String>,
    depth: usize,
    names: usize,
    /// A mistake is made once in so many places.
    pub(super) odds: usize,
    /// The block's place in the grid, along every axis that has more than one block.
    pub(super) blocks: Vec<Index>,
    /// The iterations of the loops around, outermost first.
    pub(super) rounds: Vec<Index>,
    /// The loops around, outermost first, where ways out are written.
    pub(super) around: Vec<Around>,
}

/// The type of a tile.
pub(super) fn ty(shape: &[i64], element: &str) -> String {
    let extents: String = shape.iter().map(|extent| format!("{extent}x")).collect();
    format!("tile<{extents}{element}>")
}

impl Draft {
    /// Nothing yet.
    pub(super) fn new(choices: Choices) -> Self {
        Draft {
            choices,
            params: Vec::new(),
            grid: Vec::new(),
            clauses: Vec::new(),
            globals: Vec::new(),
            lines: Vec::new(),
            depth: 1,
            names: 0,
            odds: CAREFUL,
            blocks: Vec::new(),
            rounds: Vec::new(),
            around: Vec::new(),
        }
    }

    /// The text of the kernel and its contract.
    pub(super) fn finish(mut self, name: &str) -> String {
        // What is not promised may be false: nothing is to be inferred.
        self.clause("closed".to_owned());
        let names: Vec<&str> = self.params.iter().map(|(name, _)| name.as_str()).collect();
        let params: Vec<String> = self.params.iter().map(|(name, ty)| format!("%{name}: {ty}")).collect();
        let clauses: String = self.clauses.iter().map(|clause| format!("  {clause}\n")).collect();
        let lines: String = self.lines.iter().map(|line| format!("{line}\n")).collect();
        let globals: String = self.globals.iter().map(|line| format!("{line}\n")).collect();
        format!(
            "{globals}contract @{name} {{\n  names = ({})\n  grid = ({})\n{clauses}}}\nentry @{name}({}) {{\n{lines}  return\n}}\n",
            names.join(", "),
            self.grid.join(", "),
            params.join(", "),
        )
    }

    /// A new name.
    pub(super) fn fresh(&mut self, hint: &str) -> String {
        self.names += 1;
        format!("{hint}{}", self.names)
    }

    /// A clause of the contract.
    pub(super) fn clause(&mut self, clause: String) {
        self.clauses.push(clause);
    }

    /// An array of the module.
    pub(super) fn global(&mut self, line: String) {
        self.globals.push(line);
    }

    /// Something that the contract requires of the arguments; forgotten once in a while.
    pub(super) fn require(&mut self, clause: String) {
        if !self.slip() {
            self.clause(format!("requires = {clause}"));
        }
    }

    /// Whether a mistake is made here.
    pub(super) fn slip(&mut self) -> bool {
        self.choices.rarely(self.odds)
    }

    /// The number, or occasionally a number off by 1.
    pub(super) fn near(&mut self, number: i64) -> i64 {
        if self.slip() { number + self.choices.one(&[-1, 1]) } else { number }
    }

    /// A parameter.
    pub(super) fn param(&mut self, hint: &str, ty: &str) -> String {
        let name = self.fresh(hint);
        self.params.push((name.clone(), ty.to_owned()));
        name
    }

    /// A line of the body.
    pub(super) fn line(&mut self, text: &str) {
        self.lines.push(format!("{}{text}", "  ".repeat(self.depth)));
    }

    /// A line with a single result.
    pub(super) fn op(&mut self, hint: &str, text: &str) -> String {
        let name = format!("%{}", self.fresh(hint));
        self.line(&format!("{name} = {text}"));
        name
    }

    /// The lines of a region, between the line before and the line behind.
    pub(super) fn region(&mut self, before: &str, inside: impl FnOnce(&mut Self)) {
        self.line(before);
        self.depth += 1;
        inside(self);
        self.depth -= 1;
    }

    /// A constant tile of equal elements.
    pub(super) fn number(&mut self, value: i64, ty: &str) -> String {
        let element = ty.trim_start_matches("tile<").trim_end_matches('>');
        let element = element.rsplit('x').next().unwrap_or(element).to_owned();
        let value = if element.starts_with('f') { format!("{value}.0") } else { value.to_string() };
        self.op("c", &format!("constant <{element}: {value}> : {ty}"))
    }

    /// A rank-0 value in every element of a shape.
    pub(super) fn spread(&mut self, value: &str, element: &str, shape: &[i64]) -> String {
        if shape.is_empty() {
            return value.to_owned();
        }
        let (one, all) = (ty(&vec![1; shape.len()], element), ty(shape, element));
        let single = self.op("r", &format!("reshape {value} : {} -> {one}", ty(&[], element)));
        self.op("s", &format!("broadcast {single} : {one} -> {all}"))
    }

    /// An operation of two rank-0 integers.
    pub(super) fn binary(&mut self, op: &str, a: &str, b: &str, after: &str) -> String {
        self.op("x", &format!("{op} {a}, {b}{after} : tile<i32>"))
    }
}
