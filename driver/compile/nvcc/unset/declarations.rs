//! Declarations of local variables without an initial value, in the text of a file and of its macros.

use std::ops::Range;

use super::super::kernels::is_word;
use super::code::{Kind, SCALARS, SPECIFIERS, Unset, end_of_angles, end_of_group, is_scalar, plain_code};

/// First words of statements without a declaration, or with a value in the declaration.
const NO_DECLARATION: [&str; 24] = [
    "return",
    "goto",
    "throw",
    "delete",
    "new",
    "using",
    "typedef",
    "static",
    "extern",
    "thread_local",
    "case",
    "default",
    "else",
    "do",
    "if",
    "for",
    "while",
    "switch",
    "break",
    "continue",
    "co_return",
    "friend",
    "template",
    "namespace",
];

/// Words before the name or the body of a type.
const TYPES: [&str; 4] = ["struct", "class", "union", "enum"];

/// Words that stand for a part of a type or a function beside the specifiers: a macro may end in them.
const NO_NAMES: [&str; 5] = ["auto", "void", "const", "volatile", "noexcept"];

/// Words before parentheses in a declaration, outside of the type.
const ATTRIBUTES: [&str; 4] = ["alignas", "__align__", "__attribute__", "__declspec"];

/// Words before parentheses with declarations of variables.
const HEADS: [&str; 4] = ["if", "for", "while", "switch"];

/// The local variables without a value in the functions of a file, and in its macros.
pub(super) fn unset_variables(text: &str) -> Vec<Unset> {
    let code = plain_code(text);
    let mut found = Vec::new();
    scan(&code, Vec::new(), &mut found);
    for body in macro_bodies(text, &code) {
        // A macro stands for code of a function, and may leave the last semicolon to its users. Bytes outside of the body are blank, so places
        // stay the same.
        let alone = format!("{}{};", " ".repeat(body.start), plain_code(&text[body]).trim_end());
        read_statement(&alone, 0, &mut found);
        scan(&alone, vec![true], &mut found);
    }
    let line = |at: usize| text[..at].matches('\n').count() + 1;
    found.iter_mut().for_each(|one| one.line = line(one.at.saturating_sub(1)));
    found
}

/// Whether a word is a name that a variable can have, and no part of a type.
fn may_name(word: &str) -> bool {
    let is_part = [&SCALARS[..], &SPECIFIERS, &NO_NAMES].iter().any(|words| words.contains(&word));
    !is_part && !word.starts_with("__")
}

/// The bodies of the macros of a text. In the code, directives are blank.
fn macro_bodies(text: &str, code: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let (from, word) = (start, line.trim_start());
        start += line.len();
        let hash = from + line.len() - word.len();
        let Some(define) = word.strip_prefix('#').map(str::trim_start) else { continue };
        let Some(head) = define.strip_prefix("define").map(str::trim_start) else { continue };
        if code[hash..].starts_with('#') {
            continue;
        }
        let name = from + line.len() - head.len();
        let behind = name + head.find(|letter: char| !is_word(letter)).unwrap_or(head.len());
        let body = if text[behind..].starts_with('(') { end_of_group(text, behind) } else { behind };
        let mut end = body;
        while let Some(next) = text[end..].find('\n').map(|next| end + next) {
            end = next + 1;
            if !text[..next].trim_end_matches('\r').ends_with('\\') {
                break;
            }
        }
        found.push(body..if end == body { text.len() } else { end });
    }
    found
}

/// Reads the declarations of code; for each brace open at the beginning, whether a function is open.
fn scan(code: &str, mut open: Vec<bool>, found: &mut Vec<Unset>) {
    let mut head = 0;
    for (at, letter) in code.char_indices() {
        let is_local = open.last().is_some_and(|is_local| *is_local);
        let begins = match letter {
            '{' => {
                let words = &code[head..at];
                let opens = !is_type(words) && (is_local || words.contains('('));
                open.push(opens);
                opens
            }
            '}' => {
                let was_local = open.pop() == Some(true);
                let is_local = open.last().is_some_and(|is_local| *is_local);
                if is_local && !was_local {
                    read_declarators(code, word_at(code, at + 1), true, found);
                }
                is_local
            }
            ';' => is_local,
            ':' => is_local && !code[..at].ends_with(':') && !code[at + 1..].starts_with(':'),
            '(' => is_local && HEADS.contains(&last_word(&code[..at])),
            _ => false,
        };
        if matches!(letter, '{' | '}' | ';') {
            head = at + 1;
        }
        if begins {
            read_statement(code, at + 1, found);
        }
    }
}

/// Whether the words before a brace name a type, and no function.
fn is_type(head: &str) -> bool {
    let mut rest = head.trim_start();
    while let Some(behind) = rest.strip_prefix("template") {
        let from = rest.len() - behind.trim_start().len();
        let Some(end) = end_of_angles(rest, from) else { return false };
        rest = rest[end..].trim_start();
    }
    let mut words = rest.split_whitespace().skip_while(|word| ["typedef", "static", "const"].contains(word));
    let is_type = words.next().is_some_and(|word| TYPES.contains(&word) || word == "namespace");
    let behind = rest.rsplit_once(')').map_or("struct", |(_, behind)| behind.trim());
    is_type && !["", "const", "noexcept", "mutable"].contains(&behind)
}

/// Reads a statement as a declaration.
fn read_statement(code: &str, start: usize, found: &mut Vec<Unset>) {
    let first = &code[word_at(code, start)];
    if NO_DECLARATION.contains(&first) {
        return;
    }
    let needed = if TYPES.contains(&first) { 3 } else { 2 };
    let (mut at, mut names, mut name) = (start, 0usize, start..start);
    let mut is_class = first != "enum";
    loop {
        at = skip_attributes(code, at);
        let next = word_at(code, at);
        let word = &code[next.clone()];
        if ATTRIBUTES.contains(&word) || word == "decltype" {
            names += usize::from(word == "decltype");
            is_class &= word != "decltype";
            at = end_of_group(code, skip_space(code, next.end));
        } else if !word.is_empty() {
            is_class &= !is_scalar(word) && word != "auto";
            (at, name) = (next.end, next);
            names += 1;
        } else if code[at..].starts_with("::") {
            // A qualified name is one name.
            (at, names) = (at + 2, names.saturating_sub(1));
        } else if code[at..].starts_with('<') {
            let Some(end) = end_of_angles(code, at) else { return };
            at = end;
        } else if code[at..].starts_with('*') {
            (at, is_class) = (at + 1, false);
        } else {
            break;
        }
    }
    if code[at..].starts_with('(') && is_scalar(&code[name.clone()]) {
        read_parenthesized(code, at, found);
    } else if names >= needed {
        read_declarators(code, name, is_class, found);
    }
}

/// Reads `(t);` behind the type: a variable too.
fn read_parenthesized(code: &str, at: usize, found: &mut Vec<Unset>) {
    let name = word_at(code, at + 1);
    let close = skip_space(code, name.end);
    let behind = skip_space(code, close + 1);
    if !name.is_empty() && code[close..].starts_with(')') && code[behind..].starts_with([';', ',']) {
        found.push(Unset { name: code[name].to_owned(), line: 0, kind: Kind::Plain, at: close + 1 });
    }
}

/// Reads the variables of a declaration from the first name on.
fn read_declarators(code: &str, first: Range<usize>, is_class: bool, found: &mut Vec<Unset>) {
    let (mut name, begin) = (first, found.len());
    while !name.is_empty() {
        let mut at = skip_attributes(code, name.end);
        let is_array = code[at..].starts_with('[');
        while code[at..].starts_with('[') {
            at = skip_space(code, end_of_group(code, at));
        }
        if code[at..].starts_with([',', ';']) && may_name(&code[name.clone()]) {
            let kind = match (is_array, is_class) {
                (true, _) => Kind::Array,
                (false, true) => Kind::Class,
                (false, false) => Kind::Plain,
            };
            found.push(Unset { name: code[name.clone()].to_owned(), line: 0, kind, at });
        }
        while let Some(next) = code[at..].chars().next().filter(|next| ![',', ';', '}', ')'].contains(next)) {
            at = if ['(', '[', '{'].contains(&next) { end_of_group(code, at) } else { at + next.len_utf8() };
        }
        if !code[at..].starts_with(',') {
            found[begin..].iter_mut().filter(|one| one.kind == Kind::Array).for_each(|one| one.at = at + 1);
            return;
        }
        at = skip_space(code, at + 1);
        while code[at..].starts_with('*') {
            at = skip_space(code, at + 1);
        }
        name = word_at(code, at);
    }
}

/// The end of blanks and attributes in brackets.
fn skip_attributes(code: &str, at: usize) -> usize {
    let mut at = skip_space(code, at);
    while code[at..].starts_with("[[") {
        at = skip_space(code, end_of_group(code, at));
    }
    at
}

fn last_word(code: &str) -> &str {
    code.trim_end().rsplit(|letter: char| !is_word(letter)).next().unwrap_or_default()
}

fn skip_space(code: &str, at: usize) -> usize {
    at + code[at..].len() - code[at..].trim_start().len()
}

/// The name behind blanks; empty if there is none.
fn word_at(code: &str, at: usize) -> Range<usize> {
    let at = skip_space(code, at);
    let rest = &code[at..];
    let length = rest.find(|letter: char| !is_word(letter)).unwrap_or(rest.len());
    if rest.starts_with(|first: char| first.is_ascii_digit()) { at..at } else { at..at + length }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(body: &str) -> Vec<String> {
        let text = format!(
            "struct S {{ int member; }};\nint global;\n__tile_global__ void k(int* o, int n) {{ {body} }}\n"
        );
        unset_variables(&text).into_iter().map(|one| one.name).collect()
    }

    #[test]
    fn local_variables_without_a_value_are_found() {
        assert_eq!(names("int t; *o = t;"), ["t"]);
        assert_eq!(names("int(u); unsigned int (v), w = 3; n = int(3); f(n); g (n);"), ["u", "v"]);
        assert_eq!(names("int \\\n u; if (n) <% float v; %>"), ["u", "v"]);
        assert_eq!(
            names("\n#define A(n) int t; \\\n n = 2; { float u; }\n#define B int v;\n#define C f(n) int\n"),
            ["t", "u", "v"]
        );
        assert_eq!(
            names("unsigned long long t; const float* p, q = f(1, 2), *r; double a[2], b;"),
            ["t", "p", "r", "a", "b"]
        );
        assert_eq!(
            names("ct::tile<int, ct::shape<8, (2 > 1)>> t; for (;;) { if (n) { S s; } } a::b c;"),
            ["t", "s", "c"]
        );
        assert_eq!(names("auto f = [&](int r) { float x; return x; }; bool b;"), ["x", "b"]);
        assert_eq!(
            names("struct S s; enum class E e; struct { int a; } p, q; c<a && b> d;"),
            ["s", "e", "p", "q", "d"]
        );
        assert_eq!(
            names("[[maybe_unused]] int t; int u [[maybe_unused]]; alignas(16) int v; decltype(n) w;"),
            ["t", "u", "v", "w"]
        );
        assert_eq!(
            names(
                "if (int t; n) {} for (int i = 0, u; i < n;) {} switch (n) { case 1: int v; } here: int w;"
            ),
            ["t", "u", "v", "w"]
        );
    }

    #[test]
    fn functions_are_found_wherever_they_stand() {
        let of = |text: &str| unset_variables(text).into_iter().map(|one| one.name).collect::<Vec<_>>();
        assert_eq!(of("template <int N> requires (N == 4) int f() { int t; }"), ["t"]);
        assert_eq!(
            of("namespace a { struct S { int m; int f(int n = 3) const { int t; } int q; }; }"),
            ["t"]
        );
        assert_eq!(
            of(
                "struct S f() { int t; } struct __align__(16) T { int m; }; template <class A> class B { A m; };"
            ),
            ["t"]
        );
    }

    #[test]
    fn other_statements_declare_nothing_without_a_value() {
        assert!(names("int t = 1; int u{}, v(2); auto w = n; static int y; extern int z;").is_empty());
        assert!(
            names(
                "return n; n; goto out; using T = int; using namespace ct; f(n); a < b; c > d; x = n ? a : b;"
            )
            .is_empty()
        );
        assert!(names("struct P { int a, b; }; enum E { one, two }; if (n) return; else n = 1; struct Q; switch (n) { case 1: break; }").is_empty());
    }
}
