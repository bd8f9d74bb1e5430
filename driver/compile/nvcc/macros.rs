//! Kernels made by a macro of the file: the expansion of an invocation, and the comments above it.

use std::collections::BTreeSet;

use super::kernels::is_word;
use crate::code::{Language, blanked};
use crate::load::names::{Language as List, split};

/// How often an expansion is scanned again for macros.
const DEPTH: usize = 32;

/// The longest expansion, in bytes: arguments can double in every step.
const LONGEST: usize = 1 << 16;

/// The keyword of a kernel.
const KEYWORD: &str = "__tile_global__";

/// A macro of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Macro {
    name: String,
    /// The parameters, if the macro has a list of them.
    params: Option<Vec<String>>,
    body: String,
}

/// The macros that a file defines, in order.
fn macros(text: &str) -> Vec<Macro> {
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(directive) = line.trim_start().strip_prefix('#') else { continue };
        let mut whole = directive.trim_end().to_owned();
        while whole.ends_with('\\') {
            whole.pop();
            whole.push(' ');
            whole.push_str(lines.next().unwrap_or_default().trim_end());
        }
        found.extend(whole.trim_start().strip_prefix("define").and_then(definition));
    }
    found
}

/// `NAME(a, b) body` behind `#define`.
fn definition(text: &str) -> Option<Macro> {
    let text = blanked(text, Language::Cpp);
    let text = text.trim_start();
    let len = text.find(|c| !is_word(c)).unwrap_or(text.len());
    let (name, rest) = text.split_at(len);
    let (params, body) = match rest.strip_prefix('(') {
        Some(rest) => {
            let (list, body) = rest.split_once(')')?;
            (Some(list.split(',').map(|param| param.trim().to_owned()).collect()), body)
        }
        None => (None, rest),
    };
    (!name.is_empty()).then(|| Macro { name: name.to_owned(), params, body: body.trim().to_owned() })
}

/// The macros of a file that make kernels.
pub(super) fn kernel_macros(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::from([KEYWORD.to_owned()]);
    for one in macros(text) {
        if one.body.split(|c| !is_word(c)).any(|word| names.contains(word)) {
            names.insert(one.name);
        }
    }
    names
}

/// What the statement that begins at a place expands to, if it is an invocation of a macro of the file.
pub(super) fn expansion(text: &str, at: usize) -> Option<String> {
    let macros = macros(text);
    let code = blanked(text, Language::Cpp);
    let (first, rest) = invoke(&macros, code.get(at..)?.trim_start())?;
    // Behind a list without a brace or a semicolon stands a body that is no part of the macro.
    let tail = rest.find(['{', ';', '\n']).map_or("", |end| &rest[..=end]);
    let mut text = first + tail;
    for _ in 0..DEPTH {
        let Some((start, made, len)) = next_invocation(&macros, &text) else { return Some(text) };
        if text.len() + made.len() > LONGEST {
            return None;
        }
        text.replace_range(start..start + len, &made);
    }
    None
}

/// The first macro invocation of a text, its expansion, and its length in the text.
fn next_invocation(macros: &[Macro], text: &str) -> Option<(usize, String, usize)> {
    let mut at = 0;
    while let Some(start) = text[at..].find(is_word).map(|start| at + start) {
        let len = text[start..].find(|c| !is_word(c)).unwrap_or(text.len() - start);
        if let Some((made, rest)) = invoke(macros, &text[start..]) {
            return Some((start, made, text.len() - start - rest.len()));
        }
        at = start + len;
    }
    None
}

/// The expansion of the macro that a text begins with, and the text behind it.
fn invoke<'t>(macros: &[Macro], text: &'t str) -> Option<(String, &'t str)> {
    let len = text.find(|c| !is_word(c)).unwrap_or(text.len());
    let (name, rest) = text.split_at(len);
    let own = macros.iter().rev().find(|one| one.name == name)?;
    let Some(params) = &own.params else { return Some((own.body.clone(), rest)) };
    let list = rest.trim_start().strip_prefix('(')?;
    let end = end_of_list(list)?;
    let args = split(&format!("{})", &list[..end]), List::Cpp)?;
    let variadic = params.last().is_some_and(|last| last == "...");
    let fixed = params.len() - usize::from(variadic);
    if args.len() < fixed || args.len() > fixed && !variadic && !(fixed == 0 && args.len() == 1) {
        return None;
    }
    let value = |word: &str| match params.iter().position(|param| *param == word) {
        Some(at) => args.get(at).map(|arg| arg.trim().to_owned()),
        None if word == "__VA_ARGS__" => Some(args.get(fixed..).unwrap_or_default().join(",")),
        None => None,
    };
    Some((pasted(&substituted(&own.body, value)), &list[end + 1..]))
}

/// The end of a list whose opening parenthesis precedes a text.
fn end_of_list(list: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, letter) in list.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' if depth == 0 => return Some(at),
            ')' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// A body with values in place of words.
fn substituted(body: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let mut made = String::new();
    let mut rest = body;
    while let Some(first) = rest.chars().next() {
        let len = match is_word(first) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (word, behind) = rest.split_at(len);
        made.push_str(&value(word).unwrap_or_else(|| word.to_owned()));
        rest = behind;
    }
    made
}

/// A macro body after token pasting (`##`).
fn pasted(body: &str) -> String {
    let mut parts = body.split("##");
    let mut made = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        made.truncate(made.trim_end().len());
        made.push_str(part.trim_start());
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: &str = "#define K extern \"C\" __tile_global__ void\n\
        #define MAKE(name, v) K name##_of(int* o) { /* no */ \\\n  o[0] = v; }\n\
        # define ALL(...) MAKE(__VA_ARGS__)\n\
        MAKE(one, 1)\nALL(two, f(1, 2))\nK three(int* o) {}\nFOREIGN(four)\n";

    #[test]
    fn invocations_are_expanded() {
        let made = |line: &str| expansion(CODE, CODE.rfind(line).expect("it is there"));
        let one = made("MAKE(one").expect("it is a macro");
        assert!(one.contains("__tile_global__ void one_of(int* o) {"), "{one}");
        assert!(made("ALL(two").expect("it is a macro").contains("two_of(int* o)"));
        assert!(made("K three").expect("it is a macro").contains("void three(int* o) {"));
        assert_eq!(made("FOREIGN"), None);
    }

    #[test]
    fn macros_that_make_kernels_are_known() {
        let names: Vec<String> = kernel_macros(CODE).into_iter().collect();
        assert_eq!(names, ["ALL", "K", "MAKE", "__tile_global__"]);
    }

    #[test]
    fn hostile_macros_end() {
        for code in [
            "#define A A B\nA x",
            "#define A(x) A(x)\nA(1)",
            "#define\n#",
            "#define A(\nA(",
            "#define A(x) x\nA(1",
        ] {
            let _ = expansion(code, code.rfind('A').unwrap_or(0));
        }
    }
}
