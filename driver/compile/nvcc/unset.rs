//! Local variables that are declared without a value. C++ leaves such a variable indeterminate, and nvcc makes it zero. So a file is compiled once
//! more with the value 1, and a kernel that changes reads a variable too early.

use crate::code::{Language, blanked};

use super::kernels::is_word;
use super::without::functions;

/// The function of the header that gives another value.
const VALUE: &str = "::cuda::tiles::tileproof::unset";

/// First words of statements that declare no local variable without a value.
const NO_DECLARATION: [&str; 24] = [
    "return", "goto", "throw", "delete", "new", "using", "typedef", "static", "extern", "thread_local", "case",
    "default", "else", "do", "if", "for", "while", "switch", "break", "continue", "co_return", "friend", "template",
    "namespace",
];

/// Words before the body of a type.
const TYPES: [&str; 4] = ["struct", "class", "union", "enum"];

/// A local variable without a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unset {
    pub(super) name: String,
    /// The line of the declaration, from one.
    pub(super) line: usize,
    /// The byte behind the name.
    end: usize,
}

/// The local variables without a value in the functions of a file.
pub(super) fn find_unset(text: &str) -> Vec<Unset> {
    let code = blanked(text, Language::Cpp);
    let mut found = Vec::new();
    for function in functions(text) {
        let mut at = function.body.start;
        while let Some(next) = code[at..function.body.end].find(['{', '}', ';']).map(|next| at + next + 1) {
            at = read_statement(&code, next, &mut found);
        }
    }
    let line = |end: usize| code[..end].matches('\n').count() + 1;
    found.iter_mut().for_each(|one| one.line = line(one.end));
    found
}

/// The text with another value for variables.
pub(super) fn with_values(text: &str, unset: &[Unset]) -> String {
    let mut changed = text.to_owned();
    for one in unset.iter().rev() {
        changed.insert_str(one.end, &format!(" = {VALUE}<decltype({})>()", one.name));
    }
    changed
}

/// Reads a statement as a declaration. Returns the place from which to search the next statement: a lambda has statements inside.
fn read_statement(code: &str, start: usize, found: &mut Vec<Unset>) -> usize {
    let mut at = skip_space(code, start);
    let first = word(code, at);
    if TYPES.contains(&first) {
        // Members are no local variables.
        let body = code[at..].find(['{', ';']).map(|next| at + next);
        return body.map_or(code.len(), |body| end_of_group(code, body).max(body));
    }
    if NO_DECLARATION.contains(&first) {
        return start;
    }
    let mut names = 0;
    let mut name = at..at;
    loop {
        at = skip_space(code, at);
        let next = word(code, at);
        if !next.is_empty() {
            name = at..at + next.len();
            at += next.len();
            names += 1;
        } else if code[at..].starts_with("::") {
            at += 2;
            names = names.min(1);
            // A qualified name is one name.
            names -= usize::from(names > 0);
        } else if code[at..].starts_with('<') {
            let Some(end) = end_of_angles(code, at) else { return start };
            at = end;
        } else if code[at..].starts_with('*') {
            at += 1;
        } else {
            break;
        }
    }
    if names >= 2 {
        read_declarators(code, name, found);
    }
    start
}

/// Reads the variables of a declaration from the first name on.
fn read_declarators(code: &str, first: std::ops::Range<usize>, found: &mut Vec<Unset>) {
    let mut name = first;
    while !name.is_empty() {
        let mut at = skip_space(code, name.end);
        if code[at..].starts_with([',', ';']) {
            found.push(Unset { name: code[name.clone()].to_owned(), line: 0, end: name.end });
        }
        while let Some(next) = code[at..].chars().next().filter(|next| ![',', ';', '}'].contains(next)) {
            at = if ['(', '[', '{'].contains(&next) { end_of_group(code, at) } else { at + next.len_utf8() };
        }
        if !code[at..].starts_with(',') {
            return;
        }
        at = skip_space(code, at + 1);
        while code[at..].starts_with('*') {
            at = skip_space(code, at + 1);
        }
        name = at..at + word(code, at).len();
    }
}

fn skip_space(code: &str, at: usize) -> usize {
    at + code[at..].len() - code[at..].trim_start().len()
}

/// The name or number at a place; empty if there is none.
fn word(code: &str, at: usize) -> &str {
    let rest = &code[at..];
    if rest.starts_with(|first: char| first.is_ascii_digit()) {
        return "";
    }
    rest.split(|letter: char| !is_word(letter)).next().unwrap_or_default()
}

/// The end of a group in parentheses, brackets or braces; the place itself if no group begins there.
fn end_of_group(code: &str, at: usize) -> usize {
    let mut depth = 0usize;
    for (offset, letter) in code[at..].char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + offset + usize::from(offset > 0);
        }
    }
    code.len()
}

/// The end of template arguments; `None` if `<` compares.
fn end_of_angles(code: &str, at: usize) -> Option<usize> {
    let mut depth = 0usize;
    let mut next = at;
    loop {
        match code[next..].chars().next()? {
            '<' => depth += 1,
            '>' if depth == 1 => return Some(next + 1),
            '>' => depth -= 1,
            ';' | '}' | '&' | '|' => return None,
            '(' | '[' | '{' => next = end_of_group(code, next) - 1,
            _ => {}
        }
        next += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(body: &str) -> Vec<String> {
        let text = format!("struct S {{ int member; }};\nint global;\n__tile_global__ void k(int* o, int n) {{ {body} }}\n");
        find_unset(&text).into_iter().map(|one| one.name).collect()
    }

    #[test]
    fn local_variables_without_a_value_are_found() {
        assert_eq!(names("int t; *o = t;"), ["t"]);
        assert_eq!(names("unsigned long long t; const float* p, q = f(1, 2), *r; double a[2], b;"), ["t", "p", "r", "b"]);
        assert_eq!(names("ct::tile<int, ct::shape<8, (2 > 1)>> t; for (;;) { if (n) { S s; } } a::b c;"), ["t", "s", "c"]);
        assert_eq!(names("auto f = [&](int r) { float x; return x; }; bool b;"), ["x", "b"]);
    }

    #[test]
    fn other_statements_declare_nothing_without_a_value() {
        assert!(names("int t = 1; int u{}, v(2); auto w = n; int x[4]; static int y; extern int z;").is_empty());
        assert!(names("return n; n; goto out; using T = int; using namespace ct; f(n); a < b; c > d;").is_empty());
        assert!(names("struct P { int a, b; } ; enum E { one, two }; if (n) return; else n = 1; switch (n) { case 1: break; }").is_empty());
    }

    #[test]
    fn another_value_stands_behind_the_name() {
        let text = "__tile_global__ void k(int n) {\n  int a, *b ; // c\n}\n";
        let unset = find_unset(text);
        assert_eq!(unset.iter().map(|one| one.line).collect::<Vec<_>>(), [2, 2]);
        let changed = with_values(text, &unset);
        let of = |name: &str| format!(" = {VALUE}<decltype({name})>()");
        assert_eq!(changed, format!("__tile_global__ void k(int n) {{\n  int a{}, *b{} ; // c\n}}\n", of("a"), of("b")));
    }
}
