//! The calls in an author's code: the extent, the function, and its arguments.

use std::ops::Range;

use super::blank::blanked;
use super::language::Language;

/// Functions and methods that access memory, in both languages.
const ACCESSES: [&str; 8] =
    ["load", "load_masked", "store", "store_masked", "gather", "scatter", "load_offset", "store_offset"];

/// How the names of more of them begin.
const ATOMIC: &str = "atomic_";

/// The most bytes between a call's beginning and its end.
const MOST: usize = 1 << 16;

/// A call, by its places in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// From the first letter of what is called to the closing parenthesis.
    pub whole: Range<usize>,
    /// The last word of what is called, as `load` of `ct::load`.
    pub name: Range<usize>,
    /// The arguments, without the blanks around them.
    pub arguments: Vec<Range<usize>>,
}

/// An author's file with its calls.
#[derive(Debug)]
pub struct Code<'t> {
    /// The text of the file.
    pub text: &'t str,
    /// The code, with blanks elsewhere.
    pub code: String,
    /// The language of the text.
    pub language: Language,
    /// The calls in the order of their ends.
    pub calls: Vec<Call>,
}

impl<'t> Code<'t> {
    /// Reads a text.
    pub fn new(text: &'t str, language: Language) -> Self {
        let code = blanked(text, language);
        let calls = calls(&code);
        Code { text, code, language, calls }
    }

    /// The text of a span.
    pub fn at(&self, range: &Range<usize>) -> &'t str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    /// The innermost access to memory around a place.
    pub fn access(&self, offset: usize) -> Option<&Call> {
        let holds = |call: &&Call| call.whole.contains(&offset) && self.is_access(call);
        self.calls.iter().filter(holds).min_by_key(|call| call.whole.len())
    }

    /// The accesses between two places.
    pub fn accesses(&self, within: &Range<usize>) -> impl Iterator<Item = &Call> {
        let within = within.clone();
        let is_in = move |call: &&Call| within.start <= call.whole.start && call.whole.end <= within.end;
        self.calls.iter().filter(is_in).filter(|call| self.is_access(call))
    }

    /// Whether a call accesses memory.
    pub fn is_access(&self, call: &Call) -> bool {
        let name = self.at(&call.name);
        ACCESSES.contains(&name) || name.starts_with(ATOMIC)
    }

    /// The byte of a line and a column, both from one.
    pub fn offset(&self, line: usize, column: usize) -> Option<usize> {
        let mut start = 0;
        for (number, text) in (1..).zip(self.text.split_inclusive('\n')) {
            if number == line {
                let at = start + column.checked_sub(1)?;
                return (column <= text.len()).then_some(at);
            }
            start += text.len();
        }
        None
    }

    /// The comments that a stretch has, in order.
    pub fn comments(&self, within: &Range<usize>) -> Vec<Range<usize>> {
        let (text, code) = (self.text.as_bytes(), self.code.as_bytes());
        let (mut found, mut at) = (Vec::new(), within.start);
        while at < within.end.min(text.len()) {
            let quote = code[at];
            if quote == b'"' || quote == b'\'' {
                // The quotes around a literal stand in the code, and its letters are blank.
                let len = code[at + 1..].iter().position(|byte| *byte == quote).map_or(1, |len| len + 2);
                at += len;
            } else if code[at] == b' ' && !text[at].is_ascii_whitespace() {
                let rest = &self.text[at..];
                let end =
                    if rest.starts_with("/*") { rest.find("*/").map(|end| end + 2) } else { rest.find('\n') };
                let end = (at + end.unwrap_or(rest.len())).min(within.end);
                found.push(at..end);
                at = end;
            } else {
                at += 1;
            }
        }
        found
    }

    /// The number of the line of a byte.
    pub fn line(&self, offset: usize) -> usize {
        self.text.as_bytes()[..offset.min(self.text.len())].iter().filter(|byte| **byte == b'\n').count() + 1
    }

    /// The function around a place: from its first line to the next function at an equal indentation.
    pub fn function(&self, offset: usize) -> Range<usize> {
        let mark = match self.language {
            Language::Cpp => "__tile",
            Language::Python | Language::Table => "def ",
        };
        let starts =
            self.code.match_indices(mark).map(|(at, _)| self.code[..at].rfind('\n').map_or(0, |end| end + 1));
        let (mut start, mut end) = (0, self.code.len());
        for at in starts {
            if at <= offset {
                start = at;
            } else {
                end = end.min(at);
            }
        }
        start..end
    }

    /// The argument with a name, `name=value`: the whole, and the value.
    pub fn keyword(&self, call: &Call, name: &str) -> Option<(Range<usize>, Range<usize>)> {
        call.arguments.iter().find_map(|argument| {
            let (word, value) = self.code.get(argument.clone())?.split_once('=')?;
            let from = argument.end - value.trim_start().len();
            (word.trim() == name && !value.starts_with('=')).then(|| (argument.clone(), from..argument.end))
        })
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// All calls of blanked code.
fn calls(code: &str) -> Vec<Call> {
    let mut open: Vec<(usize, char, Vec<Range<usize>>, usize)> = Vec::new();
    let mut found = Vec::new();
    for (at, letter) in code.char_indices() {
        match letter {
            '(' | '[' | '{' => open.push((at, letter, Vec::new(), at + 1)),
            ',' => {
                if let Some((_, _, arguments, from)) = open.last_mut() {
                    arguments.extend(trimmed(code, *from..at));
                    *from = at + 1;
                }
            }
            ')' | ']' | '}' => {
                let Some((start, kind, mut arguments, from)) = open.pop() else { continue };
                arguments.extend(trimmed(code, from..at));
                if kind == '('
                    && letter == ')'
                    && at - start < MOST
                    && let Some(name) = word_before(code, start)
                {
                    let whole = callee(code, name.start)..at + 1;
                    found.push(Call { whole, name, arguments });
                }
            }
            _ => {}
        }
    }
    found
}

/// The word that ends before a place, behind the arguments of a template.
fn word_before(code: &str, end: usize) -> Option<Range<usize>> {
    let mut end = code[..end].trim_end().len();
    if code[..end].ends_with('>') {
        let mut depth = 0usize;
        end = code[..end].char_indices().rev().take(MOST).find_map(|(at, letter)| {
            depth = match letter {
                '>' => depth + 1,
                '<' => depth.saturating_sub(1),
                ';' | '{' => return Some(0),
                _ => depth,
            };
            (depth == 0).then_some(at)
        })?;
    }
    let start = code[..end].trim_end_matches(is_word).len();
    (start < end).then_some(start..end)
}

/// The start of a callee: `ct::load`, `view.load`, `a[i].load`, `view{a, b}.load`.
fn callee(code: &str, name: usize) -> usize {
    let mut start = name;
    loop {
        let before = &code[..start];
        let joined = before.strip_suffix("::").or(before.strip_suffix("->")).or(before.strip_suffix('.'));
        let Some(rest) = joined else { return start };
        let named = without_brackets(rest);
        let word = named.trim_end_matches(is_word).len();
        if word == named.len() {
            return start;
        }
        start = word;
    }
}

/// A text without the brackets at its end.
fn without_brackets(text: &str) -> &str {
    let mut depth = 0usize;
    for (at, letter) in text.char_indices().rev().take(MOST) {
        match letter {
            ')' | ']' | '}' => depth += 1,
            '(' | '[' | '{' if depth == 0 => return text,
            '(' | '[' | '{' => depth -= 1,
            _ if depth == 0 => return text.get(..at + letter.len_utf8()).unwrap_or(text),
            _ => {}
        }
    }
    text
}

fn trimmed(code: &str, range: Range<usize>) -> Option<Range<usize>> {
    let text = code.get(range.clone())?;
    let start = range.start + text.len() - text.trim_start().len();
    let end = start + text.trim().len();
    (start < end).then_some(start..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_told_from_literals() {
        let text = "f(a, \"# no\", # größe, (\n  b)  # two";
        let code = Code::new(text, Language::Python);
        let found: Vec<_> = code.comments(&(0..text.len())).iter().map(|range| code.at(range)).collect();
        assert_eq!(found, ["# größe, (", "# two"]);
        let text = "f(a /* one, */, '#', \"//\" // two\n)";
        let code = Code::new(text, Language::Cpp);
        let found: Vec<_> = code.comments(&(0..text.len())).iter().map(|range| code.at(range)).collect();
        assert_eq!(found, ["/* one, */", "// two"]);
    }

    #[test]
    fn the_innermost_access_is_found_with_its_arguments() {
        let text = "  ys.store_masked(a * xs.load(i, \")\") + 1, /* ) */ i);\n";
        let code = Code::new(text, Language::Cpp);
        let call = code.access(text.find("(i").expect("it is there") + 1).expect("a call");
        assert_eq!(code.at(&call.whole), "xs.load(i, \")\")");
        let call = code.access(text.find("a *").expect("it is there")).expect("a call");
        assert_eq!(code.at(&call.name), "store_masked");
        assert_eq!(code.at(&call.arguments[1]), "i");
        assert_eq!(code.offset(1, 3), Some(2));
    }

    #[test]
    fn keywords_and_templates_are_read() {
        let text = "x = ct.gather(a, at,\n  check_bounds = False)  # )\n";
        let code = Code::new(text, Language::Python);
        let (all, value) = code.keyword(&code.calls[0], "check_bounds").expect("it is there");
        assert_eq!((code.at(&all), code.at(&value)), ("check_bounds = False", "False"));
        assert_eq!(code.line(all.start), 2);
        let code = Code::new("ct::load_masked<ct::order::x>(p + i, m)", Language::Cpp);
        assert_eq!(code.at(&code.calls[0].name), "load_masked");
        let code =
            Code::new("x = a + ct::view{ct::span{p, n}, s[0]}.store(v, f(1)[2].load(0))", Language::Cpp);
        let shown: Vec<_> = code.calls.iter().map(|call| code.at(&call.whole)).collect();
        assert_eq!(
            shown,
            ["f(1)", "f(1)[2].load(0)", "ct::view{ct::span{p, n}, s[0]}.store(v, f(1)[2].load(0))"]
        );
    }

    #[test]
    fn hostile_texts_are_survived() {
        for text in ["", ")", "((", "f(,,)", "é(é", "\"", "f>(", "<f>(x)", "a.(x)", "'''", "f(x=", "->f()"]
        {
            for language in [Language::Cpp, Language::Python] {
                let code = Code::new(text, language);
                let _ = (code.access(0), code.function(0), code.offset(9, 9));
            }
        }
    }
}
