//! The kernels that a file of C++ declares: their names, those of their parameters and of their templates', and the comments
//! above them. No parser of C++: what stands in comments and texts is blanked, and what is left is looked at between brackets.

use std::ops::Range;

use super::macros::expansion;
use crate::code::{Language, blanked};
use crate::load::comments::Clause;
use crate::load::names::{Language as List, Parameter, parameter_list, split};

/// A declaration.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Declared {
    /// The function's name.
    pub(super) name: String,
    /// The entries of `names`, one a parameter.
    pub(super) names: Vec<String>,
    /// The parameters of the template.
    pub(super) template: Vec<String>,
    /// The contract in comments.
    pub(super) clauses: Vec<Clause>,
    /// The place.
    pub(super) offset: usize,
}

const KEYWORD: &str = "__tile_global__";
const MARK: &str = "tileproof:";

/// How many lines from a debug line on a function's name may stand.
const LINES: usize = 8;

/// A file of C++.
pub(super) struct CppFile<'t> {
    text: &'t str,
    /// The code, with blanks in place of comments and texts.
    code: String,
}

impl<'t> CppFile<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        CppFile { text, code: blanked(text, Language::Cpp) }
    }

    /// The declarations, in order; of a kernel that is declared before it is defined, the definition.
    pub(super) fn declared(&self) -> Vec<Declared> {
        let mut found: Vec<(bool, Declared)> = Vec::new();
        for (at, _) in self.code.match_indices(KEYWORD) {
            let Some((defined, one)) = declaration(self.text, &self.code, at..at + KEYWORD.len()) else {
                continue;
            };
            let known = |(_, other): &(bool, Declared)| {
                other.name == one.name && other.names.len() == one.names.len()
            };
            match found.iter_mut().find(|other| known(other)) {
                Some(other) if defined && !other.0 => *other = (true, one),
                Some(_) if !defined => {}
                Some(_) | None => found.push((defined, one)),
            }
        }
        found.into_iter().map(|(_, one)| one).collect()
    }

    /// The declaration of a function at a line, whose keyword a macro stands for.
    pub(super) fn declared_at(&self, name: &str, line: usize) -> Option<Declared> {
        let code = &self.code;
        let mut lines = code.split_inclusive('\n').map(str::len);
        let start: usize = lines.by_ref().take(line.checked_sub(1)?).sum();
        let end = start + lines.take(LINES).sum::<usize>();
        let is_it = |at: &usize| {
            let behind = code[at + name.len()..].trim_start();
            !code[..*at].ends_with(is_word) && behind.starts_with('(')
        };
        let at = code[start..end].match_indices(name).map(|(at, _)| start + at).find(is_it)?;
        declaration(self.text, code, at..at).map(|(_, one)| one)
    }

    /// The kernel of that name that the macro at a line makes, with the comments above the line.
    pub(super) fn made_at(&self, name: &str, line: usize) -> Option<Declared> {
        let start = start_of_line(&self.code, line)?;
        let made = expansion(self.text, start)?;
        let is_it = |at: &usize| {
            !made[..*at].ends_with(is_word) && made[at + name.len()..].trim_start().starts_with('(')
        };
        let at = made.match_indices(name).map(|(at, _)| at).find(is_it)?;
        let (_, one) = declaration(&made, &made, at..at)?;
        Some(Declared { clauses: self.clauses_above(line), offset: start, ..one })
    }

    /// The clauses of the comments right above a line.
    pub(super) fn clauses_above(&self, line: usize) -> Vec<Clause> {
        let Some(end) = start_of_line(&self.code, line) else { return Vec::new() };
        let empty = self.code[..end].lines().rev().take_while(|line| line.trim().is_empty()).count();
        let start = start_of_line(&self.code, line - empty).unwrap_or(end);
        clauses(self.text, &self.code, start, end)
    }
}

/// The byte that a line begins with.
pub(super) fn start_of_line(text: &str, line: usize) -> Option<usize> {
    Some(text.split_inclusive('\n').take(line.checked_sub(1)?).map(str::len).sum())
}

/// The declaration around a keyword, and whether it has a body.
fn declaration(text: &str, code: &str, keyword: Range<usize>) -> Option<(bool, Declared)> {
    let at = keyword.start;
    let head = code[..at].rfind([';', '{', '}']).map_or(0, |end| end + 1);
    let rest = &code[keyword.end..];
    let end = rest.find(['{', ';'])?;
    let defined = rest[end..].starts_with('{');
    let signature = &rest[..end];
    let open = last_list(signature)?;
    let before = signature[..open].trim_end();
    // `scale<16>(…)` is an instantiation.
    let name = before.rsplit(|c: char| !is_word(c)).next().filter(|name| !name.is_empty())?;
    let entry =
        |one: Parameter| one.name.map(|name| if one.unsigned { format!("{name} : u32") } else { name });
    let names: Option<Vec<_>> = parameter_list(&signature[open + 1..])?.into_iter().map(entry).collect();
    let template =
        code[head..at].rfind("template").map_or(Vec::new(), |start| template(&code[head + start..at]));
    let clauses = clauses(text, code, head, at);
    Some((defined, Declared { name: name.to_owned(), names: names?, template, clauses, offset: at }))
}

/// The start of the last balanced list in parentheses.
fn last_list(signature: &str) -> Option<usize> {
    let (mut depth, mut last) = (0usize, None);
    for (at, letter) in signature.char_indices() {
        match letter {
            '(' => {
                // Behind the parameters nothing has parentheses; before, attributes may.
                last = if depth == 0 { Some(at) } else { last };
                depth += 1;
            }
            ')' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    last.filter(|_| depth == 0)
}

/// Whether a letter can stand in a name.
pub(super) fn is_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// `template<int T, class U = float>` as `T, U`.
fn template(text: &str) -> Vec<String> {
    let (Some(open), Some(close)) = (text.find('<'), text.rfind('>')) else { return Vec::new() };
    let inside = format!("{})", text.get(open + 1..close).unwrap_or_default());
    let name = |part: &String| {
        part.split('=').next()?.trim_end().rsplit(|c: char| !is_word(c)).next().map(str::to_owned)
    };
    split(&inside, List::Cpp).iter().flatten().filter_map(name).collect()
}

/// What comments behind `tileproof:` say between two places.
fn clauses(text: &str, code: &str, from: usize, to: usize) -> Vec<Clause> {
    let mut found = Vec::new();
    let mut start = from;
    for line in text[from..to].split_inclusive('\n') {
        let mark = line.find(MARK).filter(|mark| {
            // In a comment, and the first thing there.
            let blank =
                code.get(start + mark..start + mark + MARK.len()).is_some_and(|code| code.trim().is_empty());
            blank && line[..*mark].trim_end().ends_with(['/', '*'])
        });
        if let Some(mark) = mark {
            let words = &line[mark + MARK.len()..];
            let indent = words.len() - words.trim_start().len();
            let words = words.trim().trim_end_matches("*/").trim_end();
            found.push(Clause { text: words.to_owned(), offset: start + mark + MARK.len() + indent });
        }
        start += line.len();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = r#"
#include <cuda_tile.h>
#define K __tile_global__ void no(int a) {
__tile_global__ void scale(float const*, int);
// tileproof: grid = (cdiv(n, T))
/* tileproof: requires = n >= 1 */
template<int T, class U = float>
[[gnu::cold]] __tile_global__ void scale(float const* __restrict__ a, /* the size */ unsigned n = 3) { auto s = "tileproof: no; {"; }
template __tile_global__ void scale<16>(float const* __restrict__ a, unsigned n);
namespace ns { extern "C" __tile_global__ __attribute__((x(1))) void f(U (&x)[3], Map<int, int> m, int o[]) {} }
// tileproof: requires = lost
void host();
__tile_global__ void none(void) { int x = 1'000; }
"#;

    #[test]
    fn kernels_are_found_with_their_parameters() {
        let found = CppFile::new(FILE).declared();
        let names: Vec<_> = found.iter().map(|one| (one.name.as_str(), one.names.join("; "))).collect();
        assert_eq!(names, [("scale", "a; n : u32".to_owned()), ("none", String::new())]);
        assert_eq!(found[0].template, ["T", "U"]);
        let clauses: Vec<_> = found[0].clauses.iter().map(|clause| clause.text.as_str()).collect();
        assert_eq!(clauses, ["grid = (cdiv(n, T))", "requires = n >= 1"]);
        assert!(FILE[found[0].clauses[1].offset..].starts_with("requires = n >= 1"));
        assert!(found[1].clauses.is_empty(), "what stands above another function is not said of this one");
    }

    #[test]
    fn a_kernel_that_a_macro_declares_is_found_at_its_line() {
        let text = "#define K __tile_global__ void\nint f();\n// tileproof: requires = i >= 0\nK\nf(int* o,\n  unsigned i) {}\nK ff(int a) {}\n";
        let file = CppFile::new(text);
        let one = file.declared_at("f", 4).expect("it is there");
        assert_eq!((one.names.join("; "), one.clauses.len()), ("o; i : u32".to_owned(), 1));
        assert_eq!(file.declared_at("ff", 7).map(|one| one.names.join("; ")), Some("a".to_owned()));
        assert_eq!(
            (file.declared_at("f", 7), file.declared_at("f", 99), file.declared_at("f", 0)),
            (None, None, None)
        );
    }

    #[test]
    fn hostile_files_are_survived() {
        for text in [
            "__tile_global__",
            "__tile_global__ (",
            "__tile_global__ x)(;",
            "\"",
            "/*",
            "'",
            "#\\\n",
            "é__tile_global__ é(é) {",
        ] {
            let _ = CppFile::new(text).declared();
        }
    }
}
