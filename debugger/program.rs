//! The operations of a kernel by source lines, and the author's names of values: the target of an assignment on the line of the operation.
//! Debug information has places, but no names.

use std::collections::BTreeMap;
use std::ptr;

use driver::load::{Position, Source};
use driver::signature::Signature;
use spec::syntax::kernel::{Block, Kernel, Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::Type;

/// The operations of a kernel, in the order in which they are written.
pub(crate) struct Program<'k> {
    pub(crate) kernel: &'k Kernel,
    pub(crate) source: &'k Source,
    listed: Vec<Listed<'k>>,
    /// By the address of an operation, its number.
    numbers: BTreeMap<usize, usize>,
    /// For each value, the operation that defines it as a result or as an argument of its region.
    makers: Vec<Option<usize>>,
    /// What the author calls values.
    named: BTreeMap<String, Vec<ValueId>>,
    signature: &'k Signature,
}

/// An operation with its place.
pub(crate) struct Listed<'k> {
    pub(crate) op: &'k Operation,
    /// Where: in the author's file, if there is debug information.
    pub(crate) position: Position,
    /// How many calls of functions lead there.
    pub(crate) calls: usize,
    /// Whether the operation before it in its region stands on another line.
    pub(crate) begins: bool,
}

impl<'k> Program<'k> {
    pub(crate) fn new(kernel: &'k Kernel, source: &'k Source, signature: &'k Signature) -> Self {
        let makers = vec![None; kernel.values.len()];
        let (listed, numbers, named) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
        let mut program = Program { kernel, source, listed, numbers, makers, named, signature };
        program.list(&kernel.body);
        program.name_values();
        program
    }

    fn list(&mut self, block: &'k Block) {
        let mut last: Option<(String, usize)> = None;
        for op in &block.ops {
            let position = self.source.position(&op.at);
            let line = (position.file.clone(), position.line);
            let begins = last.as_ref() != Some(&line);
            last = Some(line);
            let number = self.listed.len();
            let calls = self.source.callers(&op.at).len();
            self.listed.push(Listed { op, position, calls, begins });
            self.numbers.insert(ptr::from_ref(op).addr(), number);
            let params = op.regions.iter().flat_map(|region| &region.params);
            for value in op.results.iter().chain(params) {
                self.makers[value.index()] = Some(number);
            }
            op.regions.iter().for_each(|region| self.list(region));
        }
    }

    fn name_values(&mut self) {
        let mut last: BTreeMap<(String, usize), (String, ValueId)> = BTreeMap::new();
        for listed in &self.listed {
            let at = &listed.position;
            let Some(line) = self.authored_line(listed.op) else { continue };
            let key = (at.file.clone(), at.line);
            if listed.op.op == Op::For
                && let Some(name) = counted(&line)
            {
                let induction = listed.op.regions[0].params[0];
                self.named.entry(name.to_owned()).or_default().push(induction);
            } else if let (Some(name), Some(value)) = (assigned(&line), self.main_result(listed.op)) {
                // The last value computed on a line is the assigned one.
                last.insert(key, (name.to_owned(), value));
            }
        }
        for (name, value) in last.into_values() {
            self.named.entry(name).or_default().push(value);
        }
    }

    /// The result that is no token.
    pub(crate) fn main_result(&self, op: &Operation) -> Option<ValueId> {
        op.results.iter().copied().find(|value| *self.kernel.ty(*value) != Type::Token)
    }

    /// The author's line of an operation, if his file is at hand.
    pub(crate) fn authored_line(&self, op: &Operation) -> Option<String> {
        op.at.source.as_ref()?;
        let excerpt = self.source.excerpt(&op.at);
        excerpt.elsewhere.is_none().then(|| line_of(excerpt.source.inner(), excerpt.offset).to_owned())
    }

    /// What is known of an operation of the kernel.
    pub(crate) fn listed(&self, op: &Operation) -> Option<&Listed<'k>> {
        self.listed.get(self.number(op)?)
    }

    /// The place of an operation among all.
    pub(crate) fn number(&self, op: &Operation) -> Option<usize> {
        self.numbers.get(&ptr::from_ref(op).addr()).copied()
    }

    /// All operations, in the order in which they are written.
    pub(crate) fn all(&self) -> &[Listed<'k>] {
        &self.listed
    }

    /// The operation whose result, or whose region's argument, a value is; none of a parameter.
    pub(crate) fn maker(&self, value: ValueId) -> Option<&Listed<'k>> {
        self.listed.get(self.makers[value.index()]?)
    }

    /// The values of a name: with `%` that of the kernel's text, else also the author's.
    pub(crate) fn values(&self, name: &str) -> Vec<ValueId> {
        let own = name.strip_prefix('%').unwrap_or(name);
        let is_it = |number: &u32| {
            let value = ValueId(*number);
            self.kernel.values[value.index()].name == own
        };
        let count = u32::try_from(self.kernel.values.len()).unwrap_or(u32::MAX);
        let mut found: Vec<ValueId> = (0..count).filter(is_it).map(ValueId).collect();
        if !name.starts_with('%') {
            found.extend(self.named.get(name).into_iter().flatten());
        }
        found
    }

    /// What the author calls a value.
    pub(crate) fn called(&self, value: ValueId) -> Option<&str> {
        let found = self.named.iter().find(|(_, values)| values.contains(&value));
        found.map(|(name, _)| name.as_str())
    }

    /// A value for people: its name in the kernel's text, and the author's; of a parameter that of the signature.
    pub(crate) fn name(&self, value: ValueId) -> String {
        let position = self.kernel.params.iter().position(|param| *param == value);
        if let Some(parameter) = position.and_then(|position| self.signature.0.get(position)) {
            return parameter.name.clone();
        }
        let own = self.kernel.name(value);
        self.called(value).map_or_else(|| own.clone(), |called| format!("{own} ({called})"))
    }

    /// All names of values, for suggestions.
    pub(crate) fn names(&self) -> Vec<String> {
        let own = self.kernel.values.iter().filter(|value| value.ty.tile().is_some());
        let own = own.map(|value| format!("%{}", value.name));
        self.named.keys().cloned().chain(own).collect()
    }
}

/// The line of a text that a byte is on.
fn line_of(text: &str, offset: usize) -> &str {
    let offset = offset.min(text.len());
    let start = text.get(..offset).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default()
}

/// The name that a line of Python or C++ assigns to.
fn assigned(line: &str) -> Option<&str> {
    let (mut depth, mut before) = (0i32, ' ');
    for (at, letter) in line.char_indices() {
        depth += i32::from("([{".contains(letter)) - i32::from(")]}".contains(letter));
        let behind = line[at + letter.len_utf8()..].chars().next().unwrap_or(' ');
        if letter == '=' && depth == 0 && behind != '=' && !"=!<>".contains(before) {
            let target =
                line[..at].trim_end().trim_end_matches(['+', '-', '*', '/', '%', '&', '|', '^', '@']);
            // An annotation of Python follows the name; a type of C++, in which `::` may stand, comes before it.
            let target = target.split_once(": ").map_or(target, |(name, _)| name);
            return last_word(target.trim_end());
        }
        before = letter;
    }
    None
}

/// The name of what a line with a loop counts.
fn counted(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("for")?;
    let head = match rest.split_once(" in ") {
        Some((name, _)) => name,
        None => rest.split(['=', ':', ';']).next().unwrap_or_default(),
    };
    last_word(head.trim_end())
}

/// The name that a text ends with.
fn last_word(text: &str) -> Option<&str> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let start = text.char_indices().rev().take_while(|(_, letter)| is_part(*letter)).last()?.0;
    let word = &text[start..];
    word.starts_with(|letter: char| !letter.is_ascii_digit()).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::{assigned, counted};

    #[test]
    fn names_are_read_off_assignments() {
        assert_eq!(assigned("    x = ct.load(a, index=(i,), shape=(T,))"), Some("x"));
        assert_eq!(assigned("  auto tile = av.load(i);"), Some("tile"));
        assert_eq!(assigned("  ct::tile<float, ct::shape<8>> sum = a + b;"), Some("sum"));
        assert_eq!(assigned("    acc: ct.Tile = ct.zeros((4,))"), Some("acc"));
        assert_eq!(assigned("    acc += x"), Some("acc"));
        assert_eq!(assigned("    ct.store(c, index=(i,), tile=x)"), None);
        assert_eq!(assigned("    if a == b:"), None);
        assert_eq!(assigned("    return a <= b"), None);
    }

    #[test]
    fn what_a_loop_counts_is_named() {
        assert_eq!(counted("    for k in range(n):"), Some("k"));
        assert_eq!(counted("  for (int i = 0; i < n; ++i)"), Some("i"));
        assert_eq!(counted("  for (auto i : ct::irange(0, n))"), Some("i"));
        assert_eq!(counted("  x = 1"), None);
    }
}
