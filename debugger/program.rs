//! The operations of a kernel by source lines, and the author's names of values: the target of an assignment on the line of the operation.
//! Debug information has places, but no names.

use std::collections::BTreeMap;
use std::ops::Range;

use driver::load::{Position, Source};
use driver::signature::Signature;
use spec::syntax::count::handle_from_usize;
use spec::syntax::kernel::{Block, Kernel, Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::Type;

/// The operations of a kernel in source order.
pub(crate) struct Program<'k> {
    pub(crate) kernel: &'k Kernel,
    pub(crate) source: &'k Source,
    listed: Vec<Listed<'k>>,
    /// For each value, the operation that defines it as a result or as an argument of its region.
    makers: Vec<Option<usize>>,
    /// The author's names of values.
    named: BTreeMap<String, Vec<ValueId>>,
    signature: &'k Signature,
}

/// An operation with its place.
pub(crate) struct Listed<'k> {
    pub(crate) op: &'k Operation,
    /// The position: in the author's file, if debug information exists.
    pub(crate) position: Position,
    /// The depth of function calls.
    pub(crate) calls: usize,
    /// Whether the previous operation of the region is on another line.
    pub(crate) begins: bool,
}

impl<'k> Program<'k> {
    pub(crate) fn new(kernel: &'k Kernel, source: &'k Source, signature: &'k Signature) -> Self {
        let makers = vec![None; kernel.values.len()];
        let (listed, named) = (Vec::new(), BTreeMap::new());
        let mut program = Program { kernel, source, listed, makers, named, signature };
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
            let params = op.regions.iter().flat_map(|region| &region.params);
            for value in op.results.iter().chain(params) {
                self.makers[value.index()] = Some(number);
            }
            op.regions.iter().for_each(|region| self.list(region));
        }
    }

    fn name_values(&mut self) {
        let mut last: BTreeMap<(String, usize, usize), (String, ValueId)> = BTreeMap::new();
        for listed in &self.listed {
            let at = &listed.position;
            let Some(line) = self.authored_line(listed.op) else { continue };
            if listed.op.op == Op::For
                && let Some(name) = counted(&line)
            {
                let induction = listed.op.regions[0].params[0];
                self.named.entry(name.to_owned()).or_default().push(induction);
                continue;
            }
            let Some(value) = self.main_result(listed.op) else { continue };
            let column = at.column.saturating_sub(1);
            // An assignment in the line takes the last value that its code computes.
            let targets = assigned(&line);
            let behind = |(_, part): &(&str, Range<usize>)| part.contains(&column);
            let part = targets.iter().position(behind).or((targets.len() == 1).then_some(0));
            if let Some(part) = part {
                last.insert((at.file.clone(), at.line, part), (targets[part].0.to_owned(), value));
            }
        }
        for (name, value) in last.into_values() {
            self.named.entry(name).or_default().push(value);
        }
    }

    /// The result other than a token.
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
        self.listed.get(op.id.index())
    }

    /// All operations in source order.
    pub(crate) fn all(&self) -> &[Listed<'k>] {
        &self.listed
    }

    /// The operation that defines a value; `None` for a parameter.
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
        let count = handle_from_usize(self.kernel.values.len());
        let mut found: Vec<ValueId> = (0..count).filter(is_it).map(ValueId).collect();
        if !name.starts_with('%') {
            found.extend(self.named.get(name).into_iter().flatten());
        }
        found
    }

    /// The author's name of a value.
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

/// The names that a line of Python or C++ assigns to, each with the characters of its value: `int y = f(), x = g();` has two, and
/// so has `i, j = f(), g()`.
fn assigned(line: &str) -> Vec<(&str, Range<usize>)> {
    let letters: Vec<(usize, char)> = line.char_indices().collect();
    let (mut depth, mut signs, mut commas) = (0i32, Vec::new(), Vec::new());
    for (place, (_, letter)) in letters.iter().enumerate() {
        depth += i32::from("([{".contains(*letter)) - i32::from(")]}".contains(*letter));
        let near = |at: Option<usize>| at.and_then(|at| letters.get(at)).map_or(' ', |(_, letter)| *letter);
        let (before, behind) = (near(place.checked_sub(1)), near(place.checked_add(1)));
        if *letter == '=' && depth == 0 && behind != '=' && !"=!<>".contains(before) {
            signs.push(place);
        } else if *letter == ',' && depth == 0 {
            commas.push(place);
        }
    }
    let text = |from: usize, to: usize| {
        let byte = |place: usize| letters.get(place).map_or(line.len(), |(at, _)| *at);
        &line[byte(from)..byte(to)]
    };
    let Some(first) = signs.first().copied() else { return Vec::new() };
    let end = letters.len();
    // Names before the sign correspond one to one to the values behind.
    let left: Vec<usize> = commas.iter().copied().filter(|at| *at < first).collect();
    let right: Vec<usize> = commas.iter().copied().filter(|at| *at > first).collect();
    let names = |from: usize, at: &[usize], to: usize| -> Vec<(usize, usize)> {
        let starts = [from].into_iter().chain(at.iter().map(|at| at + 1));
        starts.zip(at.iter().copied().chain([to])).collect()
    };
    if signs.len() == 1 && !left.is_empty() && left.len() == right.len() {
        let values = names(first + 1, &right, end);
        let targets = names(0, &left, first).into_iter().zip(values);
        return targets
            .filter_map(|((from, to), (start, end))| Some((target(text(from, to))?, start..end)))
            .collect();
    }
    // The name of a sign starts behind the last comma.
    let begins = |sign: usize| commas.iter().copied().rfind(|at| *at < sign).map_or(0, |at| at + 1);
    let parts =
        signs.iter().enumerate().filter(|(number, sign)| *number == 0 || begins(**sign) > signs[number - 1]);
    let parts: Vec<(usize, usize)> = parts.map(|(_, sign)| (begins(*sign), *sign)).collect();
    let ends = parts.iter().skip(1).map(|(begin, _)| *begin).chain([end]);
    let found = parts
        .iter()
        .zip(ends)
        .filter_map(|((begin, sign), end)| Some((target(text(*begin, *sign))?, sign + 1..end)));
    found.collect()
}

/// The name at the end of the left side of an assignment.
fn target(left: &str) -> Option<&str> {
    let left = left.trim_end().trim_end_matches(['+', '-', '*', '/', '%', '&', '|', '^', '@']);
    // An annotation of Python follows the name; a type of C++, in which `::` may stand, comes before it.
    let left = left.split_once(": ").map_or(left, |(name, _)| name);
    last_word(left.trim_end())
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

/// The last word of a text.
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
        let names = |line| assigned(line).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        assert_eq!(names("    x = ct.load(a, index=(i,), shape=(T,))"), ["x"]);
        assert_eq!(names("  auto tile = av.load(i);"), ["tile"]);
        assert_eq!(names("  ct::tile<float, ct::shape<8>> sum = a + b;"), ["sum"]);
        assert_eq!(names("    acc: ct.Tile = ct.zeros((4,))"), ["acc"]);
        assert_eq!(names("    acc += x"), ["acc"]);
        for none in ["    ct.store(c, index=(i,), tile=x)", "    if a == b:", "    return a <= b"] {
            assert!(assigned(none).is_empty(), "{none}");
        }
    }

    #[test]
    fn each_name_of_a_line_has_its_value() {
        let line = "  int by = ct::bid().y, bx = ct::bid().x;";
        let of = |line: &'static str| {
            assigned(line).into_iter().map(|(name, part)| (name, line[part].trim())).collect::<Vec<_>>()
        };
        assert_eq!(of(line), [("by", "ct::bid().y,"), ("bx", "ct::bid().x;")]);
        assert_eq!(of("    i, j = ct.bid(0), ct.bid(1)"), [("i", "ct.bid(0)"), ("j", "ct.bid(1)")]);
        assert_eq!(of("  auto x = f(a, b = 1);"), [("x", "f(a, b = 1);")]);
    }

    #[test]
    fn what_a_loop_counts_is_named() {
        assert_eq!(counted("    for k in range(n):"), Some("k"));
        assert_eq!(counted("  for (int i = 0; i < n; ++i)"), Some("i"));
        assert_eq!(counted("  for (auto i : ct::irange(0, n))"), Some("i"));
        assert_eq!(counted("  x = 1"), None);
    }
}
