//! Subscripts of arrays that are members or rows, also by the name of a member in its class and through a reference. nvcc puts an object with all its members into one allocation, so a subscript may run from one
//! member into the next without a trace.

use std::collections::BTreeSet;
use std::ops::Range;

use super::super::kernels::is_word;
use super::super::without::functions;
use super::classes::array_members;
use super::code::{
    HEADER, closed_group, end_of_group, is_scalar, last_word, macro_bodies, plain_code, skip_space, word_at,
};

/// Words before an expression that are no type.
const NO_TYPES: [&str; 8] = ["return", "else", "case", "do", "throw", "and", "or", "not"];

/// First words of statements without an access.
const NO_ACCESS: [&str; 3] = ["using", "typedef", "static_assert"];

/// The text with an assertion in each subscript of a function that may leave a member or a row.
pub(super) fn with_assertions(text: &str) -> String {
    let code = plain_code(text);
    let mut inserted: Vec<(usize, String)> = Vec::new();
    let names = names_of_parts(&code);
    for function in functions(text) {
        insert_within(&code, function.body, &names, &mut inserted);
    }
    for body in macro_bodies(text, &code) {
        // Bytes outside of the body are blank, so places stay the same.
        let alone = format!("{}{}", " ".repeat(body.start), plain_code(&text[body.clone()]));
        if !alone.contains('#') {
            insert_within(&alone, body.start..alone.len(), &names, &mut inserted);
        }
    }
    inserted.sort_by_key(|(at, _)| *at);
    let mut changed = text.to_owned();
    for (at, words) in inserted.iter().rev() {
        changed.insert_str(*at, words);
    }
    changed
}

/// Adds an assertion to each subscript of a span of code that may leave a part.
fn insert_within(
    code: &str,
    span: Range<usize>,
    names: &BTreeSet<&str>,
    inserted: &mut Vec<(usize, String)>,
) {
    let places = code[span.clone()].match_indices('[').map(|(at, _)| span.start + at);
    for subscript in places.filter_map(|at| Subscript::read(code, at, names)) {
        let more = if subscript.is_address { ", 1" } else { "" };
        let array = code[subscript.array].replace('\n', " ");
        inserted.push((subscript.index.start, format!("{HEADER}::within<decltype(({array})){more}>(")));
        inserted.push((subscript.index.end, ")".to_owned()));
    }
}

/// The names that may stand for a part of an object: of members that are arrays, of references, and of parts of a structured binding.
fn names_of_parts(code: &str) -> BTreeSet<&str> {
    let mut names = array_members(code);
    for (at, _) in code.match_indices('&') {
        let name = word_at(code, at + 1);
        let behind = skip_space(code, name.end);
        if !name.is_empty() && code[behind..].starts_with(['=', ':', ')', ',', '{', '(']) {
            names.insert(&code[name]);
        }
    }
    for (at, _) in code.match_indices("auto") {
        let open = at + "auto".len();
        let open =
            open + code[open..].find(|letter: char| !letter.is_whitespace() && letter != '&').unwrap_or(0);
        if code[open..].starts_with('[') {
            let bound = &code[open + 1..end_of_group(code, open).max(open + 1)];
            names.extend(bound.split(|letter: char| !is_word(letter)).filter(|name| !name.is_empty()));
        }
    }
    names
}

/// A subscript, `array[index]`.
struct Subscript {
    array: Range<usize>,
    index: Range<usize>,
    /// Whether only its address is taken.
    is_address: bool,
}

impl Subscript {
    /// Reads the subscript that a bracket opens. `None` for a bracket of another kind, and for an array on its own, whose allocation ends with it.
    fn read(code: &str, at: usize, names: &BTreeSet<&str>) -> Option<Self> {
        let array = start_of_operand(code, at)?..at;
        let end = closed_group(code, at)?.end;
        let index = at + 1..end - 1;
        let behind = skip_space(code, end);
        let is_row = code[behind..].starts_with('[');
        let text = &code[array.clone()];
        let is_part = text.contains(['.', ']']) || text.contains("->") || names.contains(text.trim());
        let words = code[index.clone()].trim_start();
        let is_other = words.is_empty() || words.starts_with(['{', '[']) || code[behind..].starts_with("[[");
        if is_other || !(is_row || is_part) || is_declared(code, array.start) {
            return None;
        }
        let before = code[..array.start].trim_end();
        let is_unary = |before: &str| {
            let before = before.trim_end();
            before.ends_with(['(', ',', '=', '{', '[', ';', '?', ':', '+', '-', '<', '>'])
                || before.is_empty()
                || last_word(before) == "return"
        };
        let is_last = !code[behind..].starts_with(['[', '.']) && !code[behind..].starts_with("->");
        let is_address = is_last && before.strip_suffix('&').is_some_and(is_unary);
        Some(Subscript { array, index, is_address })
    }
}

/// The start of the names, calls and subscripts in front of a bracket.
fn start_of_operand(code: &str, end: usize) -> Option<usize> {
    let mut start = end;
    loop {
        let before = code[..start].trim_end();
        let name = before.trim_end_matches(is_word);
        start = match before.chars().next_back()? {
            ')' | ']' => {
                let mut open = before.rmatch_indices(['(', '[']).map(|(at, _)| at);
                let group = open.find(|at| end_of_group(code, *at) == before.len())?;
                // The name of what is called or subscribed belongs to it.
                if code[..group]
                    .trim_end()
                    .ends_with(|letter: char| is_word(letter) || [')', ']'].contains(&letter))
                {
                    start = group;
                    continue;
                }
                group
            }
            letter if is_word(letter) => name.len(),
            _ => return None,
        };
        let before = code[..start].trim_end();
        match [".", "->", "::"].into_iter().find_map(|joint| before.strip_suffix(joint)) {
            Some(scope)
                if scope
                    .trim_end()
                    .ends_with(|letter: char| is_word(letter) || [')', ']'].contains(&letter)) =>
            {
                start = scope.len()
            }
            Some(scope) if before.ends_with("::") => return Some(scope.len()),
            Some(_) => return None,
            None => break,
        }
    }
    let first = &code[start..];
    let word = &first[..first.len() - first.trim_start_matches(is_word).len()];
    let is_name = !word.starts_with(|letter: char| letter.is_ascii_digit())
        && !is_scalar(word)
        && !NO_TYPES.contains(&word);
    is_name.then_some(start)
}

/// Whether the words in front of an operand are the type of a declaration.
fn is_declared(code: &str, operand: usize) -> bool {
    let start = code[..operand].rfind([';', '{', '}']).map_or(0, |at| at + 1);
    let before = code[start..operand].trim();
    let first = before.split(|letter: char| !is_word(letter)).next().unwrap_or_default();
    if NO_ACCESS.contains(&first) {
        return true;
    }
    let word = last_word(before);
    if before.ends_with(is_word) {
        return !NO_TYPES.contains(&word);
    }
    // `T* a[2][3]`, `tile<int> a[2][3]`, `T a[2], b[2][3]`: a declaration has no operator outside of its brackets.
    let Some(outside) = outside_of_groups(code, start..operand) else { return false };
    let has_operator =
        outside.contains(['=', '+', '-', '/', '?', '.', '!', '|', '^', '%']) || NO_TYPES.contains(&first);
    let words = outside.split(|letter: char| !is_word(letter)).filter(|word| !word.is_empty()).count();
    let needed = if before.ends_with(',') { 2 } else { 1 };
    before.ends_with(['*', '&', '>', ',']) && !has_operator && words >= needed
}

/// Code without its groups in parentheses and brackets; `None` if the last one is open.
fn outside_of_groups(code: &str, span: Range<usize>) -> Option<String> {
    let mut outside = String::new();
    let mut at = span.start;
    while let Some(next) = code[at..span.end].find(['(', '[']).map(|next| at + next) {
        outside.push_str(&code[at..next]);
        at = end_of_group(code, next);
        if at > span.end {
            return None;
        }
    }
    outside.push_str(&code[at..span.end]);
    Some(outside)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The body of a function with `#array#` in place of each assertion.
    fn of(body: &str) -> String {
        let changed = with_assertions(&format!("void k() {{ {body} }}"));
        let short = changed
            .replace(&format!("{HEADER}::within<decltype(("), "#")
            .replace("))>(", "#(")
            .replace(")), 1>(", ", 1#(");
        short["void k() { ".len()..short.len() - 2].to_owned()
    }

    #[test]
    fn subscripts_of_members_and_rows_are_asserted() {
        assert_eq!(of("a[i][j] = 1;"), "a[#a#(i)][#a[i]#(j)] = 1;");
        assert_eq!(of("x = s.a[i] + f(t).b[2];"), "x = s.a[#s.a#(i)] + f(t).b[#f(t).b#(2)];");
        assert_eq!(of("return s.a[s.n[0]];"), "return s.a[#s.a#(s.n[#s.n#(0)])];");
        assert_eq!(
            of("f(&s.a[4], n & s.a[i], &s.a[1].b);"),
            "f(&s.a[#s.a, 1#(4)], n & s.a[#s.a#(i)], &s.a[#s.a#(1)].b);"
        );
        assert_eq!(of("x = y * a[i][j];"), "x = y * a[#a#(i)][#a[i]#(j)];");
    }

    #[test]
    fn names_of_members_and_references_are_parts() {
        let changed = with_assertions("struct S { int a[4], n; void f(int i) { a[i] = b[i]; } };");
        let within = format!("a[{HEADER}::within<decltype((a))>(i)] = b[i];");
        assert!(changed.contains(&within), "{changed}");
        assert_eq!(of("auto& r = s.a; r[i] = 1;"), "auto& r = s.a; r[#r#(i)] = 1;");
        assert_eq!(
            of("for (T& t : m) t[i] = 1; auto& [x, y] = q; y[2] = p[1];"),
            "for (T& t : m) t[#t#(i)] = 1; auto& [x, y] = q; y[#y#(2)] = p[1];"
        );
        let body = format!("#define AT(s, i) s.a[{HEADER}::within<decltype((s.a))>(i)]\n");
        assert_eq!(with_assertions("#define AT(s, i) s.a[i]\n"), body);
    }

    #[test]
    fn declarations_and_other_brackets_stay() {
        for body in [
            "int a[2][3]; T* b[2][3], c[1][2]; ct::tile<int, S> d[2][2];",
            "a[i] = p[j]; auto f = [&] { return [=] { return 1; }; };",
            "using A = S[2][3]; delete[] p; auto& [x, y] = q; [[assume(n)]]; x = new int[2][3];",
        ] {
            assert_eq!(of(body), body);
        }
    }
}
