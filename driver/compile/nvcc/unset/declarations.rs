//! Declarations of local variables and of members without an initial value, in the text of a file and of its macros.

use std::ops::Range;

use super::super::kernels::is_word;
use super::classes::unset_members;
use super::code::{
    Kind, SCALARS, SPECIFIERS, Unset, end_of_angles, end_of_group, is_scalar, last_word, macro_bodies,
    plain_code, skip_attributes, skip_space, word_at,
};

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

/// Where a name without an initial value ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ends {
    /// A local variable: in front of a comma or a semicolon.
    Variable,
    /// A local variable in the head of a statement.
    Head,
    /// A member: also in front of the width of a bit-field.
    Member,
}

/// The local variables and members without a value in the functions and classes of a file, and in its macros.
pub(super) fn unset_variables(text: &str) -> Vec<Unset> {
    let code = plain_code(text);
    let mut found = unset_members(&code);
    scan(&code, Vec::new(), &mut found);
    for body in macro_bodies(text, &code) {
        // A macro stands for code of a function, and may leave the last semicolon to its users. Bytes outside of the body are blank, so places
        // stay the same.
        let alone = format!("{}{};", " ".repeat(body.start), plain_code(&text[body]).trim_end());
        read_statement(&alone, 0, Ends::Variable, &mut found);
        scan(&alone, vec![true], &mut found);
    }
    let line = |at: usize| text[..at].matches('\n').count() + 1;
    found.iter_mut().for_each(|one| one.line = line(one.at.start.saturating_sub(1)));
    found
}

/// Whether a word is a name that a variable can have, and no part of a type.
fn may_name(word: &str) -> bool {
    let is_part = [&SCALARS[..], &SPECIFIERS, &NO_NAMES].iter().any(|words| words.contains(&word));
    !is_part && !word.starts_with("__")
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
                    read_declarators(code, word_at(code, at + 1), (true, Ends::Variable), found);
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
            let ends = if letter == '(' { Ends::Head } else { Ends::Variable };
            read_statement(code, at + 1, ends, found);
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
pub(super) fn read_statement(code: &str, start: usize, ends: Ends, found: &mut Vec<Unset>) {
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
        read_declarators(code, name, (is_class, ends), found);
    }
}

/// Reads `(t);` behind the type: a variable too.
fn read_parenthesized(code: &str, at: usize, found: &mut Vec<Unset>) {
    let name = word_at(code, at + 1);
    let close = skip_space(code, name.end);
    let behind = skip_space(code, close + 1);
    if !name.is_empty() && code[close..].starts_with(')') && code[behind..].starts_with([';', ',']) {
        let at = close + 1..close + 1;
        found.push(Unset { name: code[name].to_owned(), line: 0, kind: Kind::Plain, at });
    }
}

/// Reads the variables of a declaration from the first name on.
fn read_declarators(code: &str, first: Range<usize>, (is_class, ends): (bool, Ends), found: &mut Vec<Unset>) {
    let is_auto = last_word(&code[..first.start]) == "auto";
    let (mut name, begin) = (first, found.len());
    while !name.is_empty() {
        let mut at = skip_attributes(code, name.end);
        let is_array = code[at..].starts_with('[');
        while code[at..].starts_with('[') {
            at = skip_space(code, end_of_group(code, at));
        }
        let initial = at;
        while let Some(next) = code[at..].chars().next().filter(|next| ![',', ';', '}', ')'].contains(next)) {
            at = if ['(', '[', '{'].contains(&next) { end_of_group(code, at) } else { at + next.len_utf8() };
        }
        let is_width = ends == Ends::Member
            && code[initial..].starts_with(':')
            && !code[initial..at].contains(['=', '{']);
        let kind = match (is_array, is_class) {
            (true, _) => Kind::Array,
            (false, true) => Kind::Class,
            (false, false) => Kind::Plain,
        };
        let named =
            |kind: Kind, at: Range<usize>| Unset { name: code[name.clone()].to_owned(), line: 0, kind, at };
        if (initial == at || is_width) && code[at..].starts_with([',', ';']) && may_name(&code[name.clone()])
        {
            let behind = if is_width { at } else { initial };
            found.push(named(kind, behind..behind));
        } else if !is_auto && ends != Ends::Member && code[initial..].starts_with(['=', '{', '(']) {
            let own = own_reads(code, &code[name.clone()], initial..at);
            found.extend(own.map(|at| named(Kind::Own { is_class }, at)));
        }
        if ends == Ends::Variable
            && may_name(&code[name.clone()])
            && is_pointed_at(code, &code[name.clone()], at)
        {
            found.push(named(Kind::Ended, at..at));
        }
        if !code[at..].starts_with(',') {
            found[begin..]
                .iter_mut()
                .filter(|one| matches!(one.kind, Kind::Array | Kind::Ended))
                .for_each(|one| one.at = at + 1..at + 1);
            return;
        }
        at = skip_space(code, at + 1);
        while code[at..].starts_with('*') {
            at = skip_space(code, at + 1);
        }
        name = word_at(code, at);
    }
}

/// Whether the address of a variable is taken behind a place of its block.
fn is_pointed_at(code: &str, name: &str, from: usize) -> bool {
    let mut depth = 0usize;
    let end = code[from..].find(|letter| {
        let is_end = letter == '}' && depth == 0;
        depth = (depth + usize::from(letter == '{')).saturating_sub(usize::from(letter == '}'));
        is_end
    });
    let block = &code[from..end.map_or(code.len(), |end| from + end)];
    let mut places = block.match_indices(name).map(|(at, _)| at);
    places.any(|at| {
        let before = block[..at].trim_end();
        let is_whole = !block[..at].ends_with(is_word) && !block[at + name.len()..].starts_with(is_word);
        is_whole && before.strip_suffix('&').is_some_and(begins_operand)
    })
}

/// Whether an operand follows, so that `&` takes an address.
fn begins_operand(before: &str) -> bool {
    let before = before.trim_end();
    before.ends_with(is_word) && last_word(before) == "return"
        || before.ends_with(['(', ',', '=', '{', '[', '?', ':'])
}

/// The places in an initial value that read the variable itself.
fn own_reads<'a>(
    code: &'a str,
    name: &'a str,
    initial: Range<usize>,
) -> impl Iterator<Item = Range<usize>> + 'a {
    let places = code[initial.clone()]
        .match_indices(name)
        .map(move |(at, _)| initial.start + at..initial.start + at + name.len());
    places.filter(move |at| {
        let before = code[..at.start].trim_end();
        let is_member = before.ends_with(['.', ':']) || before.ends_with("->");
        let is_address = before.strip_suffix('&').is_some_and(begins_operand);
        let is_part = code[..at.start].ends_with(is_word) || code[at.end..].starts_with(is_word);
        let is_called = code[skip_space(code, at.end)..].starts_with(['(', ':']);
        !is_member && !is_address && !is_part && !is_called
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(body: &str) -> Vec<String> {
        let text = format!(
            "struct S {{ int member; }};\nint global;\n__tile_global__ void k(int* o, int n) {{ {body} }}\n"
        );
        local(&text)
    }

    /// The names of variables.
    fn local(text: &str) -> Vec<String> {
        let is_local = |one: &Unset| !matches!(one.kind, Kind::Members { .. });
        unset_variables(text).into_iter().filter(is_local).map(|one| one.name).collect()
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
    fn a_variable_that_is_its_own_initial_value_is_found() {
        assert_eq!(
            names("int t = t; int u{u}, v(v); const S w = f(w) + 1; if (int x = x) {}"),
            ["t", "u", "v", "w", "x"]
        );
    }

    #[test]
    fn a_variable_whose_address_is_taken_ends() {
        let ended = |body: &str| {
            let unset = unset_variables(&format!("int* k() {{ {body} }}"));
            unset.into_iter().filter(|one| one.kind == Kind::Ended).map(|one| one.name).collect::<Vec<_>>()
        };
        assert_eq!(
            ended(
                "int* p; { int t = 2, u; p = &t; f(n & u); } S s{}; return &s.a; int v[2]; p = f(1, &v[1]);"
            ),
            ["t", "s", "v"]
        );
        assert!(
            ended("for (int i = 0; i < 2; ++i) f(&i); if (int t = 2) f(&t); int x = 1; { int y; } f(&y);")
                .is_empty()
        );
    }

    #[test]
    fn functions_are_found_wherever_they_stand() {
        let of = local;
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
        assert!(
            names("int n = p.n, t = q->t, u = a::u(2), v = f(&v); auto w = [w = 3] { return w; };")
                .is_empty()
        );
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
