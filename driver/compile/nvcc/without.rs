//! A file without the functions that the second compilation refuses. A constant expression that is undefined is no constant expression
//! there, so the compiler refuses the function around it; all other kernels of the file can still be compiled.

use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};
use std::path::Path;

use super::kernels::is_word;
use super::macros::kernel_macros;
use super::unset::code::{end_of_angles, end_of_group};
use crate::code::{Language, blanked};

/// A function with a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Function {
    pub(super) name: String,
    /// The lines, from one.
    pub(super) lines: RangeInclusive<usize>,
    /// The bytes in front of the body.
    pub(super) head: Range<usize>,
    /// The bytes between its braces, with the braces.
    pub(super) body: Range<usize>,
    pub(super) is_kernel: bool,
}

/// Words before parentheses that are no function's name.
const NO_NAMES: [&str; 9] = [
    "requires",
    "noexcept",
    "decltype",
    "alignas",
    "explicit",
    "__attribute__",
    "__launch_bounds__",
    "sizeof",
    "if",
];

/// The functions of a file, in order.
pub(super) fn functions(text: &str) -> Vec<Function> {
    let code = blanked(text, Language::Cpp);
    let macros = kernel_macros(text);
    let mut found = Vec::new();
    let mut head = 0;
    let mut at = 0;
    while let Some(next) = code[at..].find(['{', '}', ';']).map(|next| at + next) {
        at = next + 1;
        if code[next..].starts_with('{') && is_signature(&code[head..next]) {
            let end = end_of_group(&code, next);
            let signature = &code[head..next];
            let words: Vec<&str> = signature.split(|c: char| !is_word(c)).collect();
            found.push(Function {
                name: name(signature).unwrap_or_default().to_owned(),
                lines: line(text, head + leading_space(signature))..=line(text, end.saturating_sub(1)),
                head: head..next,
                body: next..end,
                is_kernel: words.iter().any(|word| macros.contains(*word)),
            });
            at = end;
        }
        head = at;
    }
    found
}

/// Whether the words before a brace are those of a function.
fn is_signature(head: &str) -> bool {
    let first = head.split_whitespace().next().unwrap_or_default();
    head.contains(')')
        && !["namespace", "struct", "class", "enum", "union"].contains(&first)
        && !outside_of_lists(head).contains('=')
}

/// A head without what stands in parentheses and behind `template`.
fn outside_of_lists(head: &str) -> String {
    let mut depth = 0usize;
    let begin = head.trim_start().strip_prefix("template").map_or(0, |behind| {
        let angles = head.len() - behind.trim_start().len();
        end_of_angles(head, angles).unwrap_or(angles)
    });
    let outside = head[begin..].chars().filter(|letter| {
        depth = if *letter == ')' { depth.saturating_sub(1) } else { depth + usize::from(*letter == '(') };
        depth == 0
    });
    outside.collect()
}

/// The word before the first list in parentheses that has a name.
fn name(signature: &str) -> Option<&str> {
    let mut depth = 0usize;
    for (at, letter) in signature.char_indices() {
        match letter {
            '(' => {
                let word =
                    signature[..at].trim_end().rsplit(|c: char| !is_word(c)).next().unwrap_or_default();
                if depth == 0 && !word.is_empty() && !NO_NAMES.contains(&word) {
                    return Some(word);
                }
                depth += 1;
            }
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

fn leading_space(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

fn line(text: &str, at: usize) -> usize {
    text.get(..at).unwrap_or(text).matches('\n').count() + 1
}

/// The functions at the lines of compiler errors, and all that mention one of these; nothing if a line is outside of functions.
pub(super) fn refused(
    functions: &[Function],
    text: &str,
    lines: &BTreeSet<usize>,
) -> Option<BTreeSet<usize>> {
    let at = |line: &usize| functions.iter().position(|one| one.lines.contains(line));
    let mut chosen: BTreeSet<usize> = lines.iter().filter_map(at).collect();
    if chosen.is_empty() {
        return None;
    }
    loop {
        let names: BTreeSet<&str> = chosen.iter().map(|at| functions[*at].name.as_str()).collect();
        let mentions = |one: &Function| {
            let words = text[one.body.clone()].split(|c: char| !is_word(c));
            words.into_iter().any(|word| !word.is_empty() && names.contains(word))
        };
        let more = functions.iter().enumerate().filter(|(_, one)| mentions(one)).map(|(at, _)| at);
        let before = chosen.len();
        chosen.extend(more.collect::<Vec<_>>());
        if chosen.len() == before {
            return Some(chosen);
        }
    }
}

/// The text without the bodies of some functions, line for line. A kernel keeps its head and loses its body, for launches in the same file.
pub(super) fn without(text: &str, functions: &[Function], chosen: &BTreeSet<usize>) -> String {
    let mut rest = text.to_owned();
    for function in chosen.iter().rev().map(|at| &functions[*at]) {
        let lines = "\n".repeat(text[function.body.clone()].matches('\n').count());
        let body = if function.is_kernel { format!("{{{lines}}}") } else { format!(";{lines}") };
        rest.replace_range(function.body.clone(), &body);
    }
    rest
}

/// The lines of a file in a compiler's errors, with the places of template instantiations.
pub(super) fn lines(said: &str, file: &Path) -> BTreeSet<usize> {
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let error = |line: &str| {
        let (place, rest) = line.split_once("): error")?;
        let (path, number) = place.rsplit_once('(')?;
        let _ = rest;
        path.ends_with(&name).then(|| number.parse().ok())?
    };
    let instantiated = |line: &str| {
        let (number, path) = line.split_once("at line ")?.1.split_once(" of ")?;
        path.trim_matches(['"', ' ']).ends_with(&name).then(|| number.parse().ok())?
    };
    said.lines().filter_map(|line| error(line).or_else(|| instantiated(line))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "#define K extern \"C\" __tile_global__ void\n\
        namespace a { struct S { int x; }; }\n\
        template<class T> requires (sizeof(T) > 1) int helper(T t) {\n  return bad;\n}\n\
        K one(int* o) { o[0] = helper(3); }\n\
        K two(int* o) {\n  if (o) { o[0] = 2; }\n}\n\
        __tile_global__ void three(int* o) { o[0] = 3; }\n";

    #[test]
    fn functions_and_kernels_are_found() {
        let found = functions(FILE);
        let seen: Vec<_> =
            found.iter().map(|one| (one.name.as_str(), one.is_kernel, one.lines.clone())).collect();
        assert_eq!(
            seen,
            [("helper", false, 3..=5), ("one", true, 6..=6), ("two", true, 7..=9), ("three", true, 10..=10)]
        );
    }

    #[test]
    fn a_function_goes_with_those_that_mention_it() {
        let found = functions(FILE);
        let chosen = refused(&found, FILE, &BTreeSet::from([4])).expect("the line lies in a function");
        assert_eq!(chosen, BTreeSet::from([0, 1]));
        let text = without(FILE, &found, &chosen);
        assert!(text.contains("int helper(T t) ;\n\n\nK one(int* o) {}\nK two"), "{text}");
        assert_eq!(text.lines().count(), FILE.lines().count());
        assert_eq!(refused(&found, FILE, &BTreeSet::from([2])), None);
    }

    #[test]
    fn lines_of_errors_are_read() {
        let said = "/x/a.h(3): error: no\n  detected during instantiation of \"f\" at line 7 of k.cu\nd/k.cu(12): error: constant\n";
        assert_eq!(lines(said, Path::new("d/k.cu")), BTreeSet::from([7, 12]));
    }
}
