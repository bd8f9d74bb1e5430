//! Members without a value. A class with a constructor gives them an initial value that is undetermined. Any other class has a function that returns an
//! object whose members without a value are undetermined, since value-initialization (`P p{}`) still has to make them zero.

use std::collections::BTreeSet;
use std::ops::Range;

use super::super::kernels::is_word;
use super::super::without::functions;
use super::code::{
    Kind, Unset, closed_group, end_of_angles, end_of_group, last_word, skip_attributes, skip_space, word_at,
};
use super::declarations::{Ends, read_statement};

/// The classes of code with members that have no value.
pub(super) fn unset_members(code: &str) -> Vec<Unset> {
    let functions = functions(code);
    let is_local = |class: &Class| functions.iter().any(|function| function.body.contains(&class.body.start));
    classes(code).iter().flat_map(|class| class.unset(code, is_local(class))).collect()
}

/// The classes of code.
fn classes(code: &str) -> Vec<Class> {
    let mut found = Vec::new();
    for keyword in ["struct", "class"] {
        let of_its_own = |at: &usize| {
            !code[..*at].ends_with(is_word)
                && !code[at + keyword.len()..].starts_with(is_word)
                && last_word(&code[..*at]) != "enum"
        };
        let places = code.match_indices(keyword).map(|(at, _)| at).filter(of_its_own);
        found.extend(places.filter_map(|at| class(code, at + keyword.len())));
    }
    found
}

/// The names of members that are arrays.
pub(super) fn array_members(code: &str) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    for class in classes(code) {
        for statement in class.statements(code) {
            let text = &code[statement];
            for (at, _) in text.match_indices('[').filter(|_| !text.contains('(')) {
                found.extend(Some(last_word(&text[..at])).filter(|name| !name.is_empty()));
            }
        }
    }
    found
}

/// A class with its body.
struct Class {
    name: String,
    /// The bytes between its braces, with the braces.
    body: Range<usize>,
    /// The classes that it is derived from.
    bases: Vec<String>,
}

/// Reads the head of a class behind its keyword.
fn class(code: &str, at: usize) -> Option<Class> {
    let mut at = skip_attributes(code, at);
    let mut name = word_at(code, at);
    while code[name.clone()].starts_with("__") || &code[name.clone()] == "alignas" {
        at = skip_attributes(code, end_of_group(code, skip_space(code, name.end)));
        name = word_at(code, at);
    }
    let mut at = skip_space(code, name.end);
    if code[at..].starts_with('<') {
        at = skip_space(code, end_of_angles(code, at)?);
    }
    at = skip_space(code, at + code[at..].strip_prefix("final").map_or(0, |_| "final".len()));
    let open = if code[at..].starts_with(':') { at + code[at..].find(['{', ';'])? } else { at };
    let is_class = !name.is_empty() && code[open..].starts_with('{');
    let body = closed_group(code, open).filter(|_| is_class)?;
    let bases = read_bases(code[at..open].trim_start_matches(':'));
    Some(Class { name: code[name].to_owned(), body, bases })
}

/// The bases in a list, without the words for access.
fn read_bases(list: &str) -> Vec<String> {
    let (mut found, mut depth) = (vec![String::new()], 0usize);
    for letter in list.chars() {
        depth = (depth + usize::from(matches!(letter, '<' | '(')))
            .saturating_sub(usize::from(matches!(letter, '>' | ')')));
        match found.last_mut() {
            Some(last) if letter != ',' || depth > 0 => last.push(letter),
            Some(_) | None => found.push(String::new()),
        }
    }
    let without_access = |base: &String| {
        let words = base.split_whitespace();
        words
            .filter(|word| !["public", "private", "protected", "virtual"].contains(word))
            .collect::<Vec<_>>()
            .join(" ")
    };
    found.iter().map(without_access).filter(|base| !base.is_empty()).collect()
}

/// The constructors of a class.
#[derive(Debug, PartialEq, Eq)]
enum Constructors {
    /// None, or the compiler's own ones.
    Defaulted,
    /// The author's.
    Written,
}

impl Class {
    fn unset(&self, code: &str, is_local: bool) -> Vec<Unset> {
        let members = self.members(code);
        if members.is_empty() {
            return members;
        }
        match self.constructors(code) {
            Constructors::Written => {
                members.into_iter().filter(|member| member.kind != Kind::Array).collect()
            }
            Constructors::Defaulted => {
                let is_array = |member: &Unset| member.kind == Kind::Array;
                let members = members.iter().map(|member| (member.name.clone(), is_array(member))).collect();
                let kind = Kind::Members { members, bases: self.bases.clone(), is_local };
                vec![Unset {
                    name: self.name.clone(),
                    line: 0,
                    kind,
                    at: self.body.end - 1..self.body.end - 1,
                }]
            }
        }
    }

    /// The members without an initial value.
    fn members(&self, code: &str) -> Vec<Unset> {
        let mut found = Vec::new();
        for statement in self.statements(code) {
            let text = &code[statement.clone()];
            let has = |word: &str| text.split(|letter: char| !is_word(letter)).any(|one| one == word);
            let is_fixed = has("const") && !text.contains('*') || has("operator");
            if !is_fixed {
                read_statement(code, statement.start, Ends::Member, &mut found);
            }
        }
        found.iter_mut().filter(|one| one.kind == Kind::Plain).for_each(|one| one.kind = Kind::Class);
        found
    }

    fn constructors(&self, code: &str) -> Constructors {
        let mut found = Constructors::Defaulted;
        for statement in self.statements(code) {
            let text = &code[statement];
            let names = text.match_indices(self.name.as_str()).map(|(at, _)| at);
            let mut open = names.filter_map(|at| {
                let behind = skip_space(text, at + self.name.len());
                let is_name = !text[..at].ends_with(|letter: char| is_word(letter) || letter == '~');
                (is_name && text[behind..].starts_with('(')).then_some(behind)
            });
            let Some(open) = open.next() else { continue };
            let behind = &text[end_of_group(text, open)..];
            let is_default = behind.trim_start().starts_with('=');
            if is_default && text[open + 1..].trim_start().starts_with(')') && behind.contains("default") {
                return Constructors::Defaulted;
            }
            if !is_default {
                found = Constructors::Written;
            }
        }
        found
    }

    /// The declarations of the class: text up to a semicolon or behind the body of a function.
    fn statements(&self, code: &str) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let (mut start, mut at) = (self.body.start + 1, self.body.start + 1);
        let end = self.body.end - 1;
        while let Some(next) = code[at..end].find([';', '{', '(', ':']).map(|next| at + next) {
            at = match &code[next..=next] {
                ";" => next + 1,
                ":" if ["public", "private", "protected"].contains(&last_word(&code[..next])) => next + 1,
                ":" => {
                    at = next + 1;
                    continue;
                }
                _ => end_of_group(code, next),
            };
            let is_body = code[next..].starts_with('{') && code[start..next].contains('(');
            if code[next..].starts_with([';', ':'])
                || is_body && !code[skip_space(code, at)..].starts_with([';', ',', '{'])
            {
                found.push(start..at);
                start = at;
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The found members: of a class with a constructor by name, of another one in braces.
    fn of(code: &str) -> String {
        let one = |one: Unset| match one.kind {
            Kind::Members { members, .. } => {
                let members = members
                    .iter()
                    .map(|(name, is_array)| format!("{name}{}", if *is_array { "[]" } else { "" }));
                format!("{}{{{}}}", one.name, members.collect::<Vec<_>>().join(" "))
            }
            Kind::Plain | Kind::Class | Kind::Array | Kind::Ended | Kind::Own { .. } => one.name,
        };
        unset_members(code).into_iter().map(one).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn members_without_a_value_are_found() {
        assert_eq!(of("struct P { int a, b = 1; float c[2]; int d : 3; };"), "P{a c[] d}");
        assert_eq!(of("class Q { int a; public: int b; int get() { int t; return a; } };"), "Q{a b}");
        assert_eq!(
            of("template <class T> struct __align__(16) R final : public P { T t; T* p{}; };"),
            "R{t}"
        );
        assert_eq!(of("struct S { int a, b; __tile__ S() : a(1) {} int c; };"), "a b c");
        assert_eq!(of("struct S { int a, b[3]; S(); explicit S(int n) : a{n} { b[0] = 1; } };"), "a");
        assert_eq!(of("struct S { int a; S() = default; S(int n) : a{n} {} };"), "S{a}");
        assert_eq!(of("struct S { int a; S(const S&) = default; ~S() {} };"), "S{a}");
    }

    #[test]
    fn other_members_are_left_alone() {
        assert_eq!(
            of("enum class E { a }; struct F; template <class T> int f(struct S s) { class X x; }"),
            ""
        );
        assert_eq!(
            of(
                "struct P { static int a; const int b = 2; int c{}; int d = 3; using T = int; int f(int n); int& r; operator int() const; };"
            ),
            ""
        );
    }
}
