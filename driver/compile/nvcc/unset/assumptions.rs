//! Assumptions of a source (`[[assume(…)]]`) as assertions. nvcc drops an assumption, and no macro of the header can replace an attribute.

use std::ops::Range;

use super::super::kernels::is_word;
use super::code::{end_of_group, macro_bodies, plain_code, skip_space, word_at};

/// The attribute, as people and headers write it.
const NAMES: [&str; 2] = ["assume", "__assume__"];

/// The header's macro for an assumption. It is as long as the attribute, so columns stay the same.
const ASSERTION: &str = "_Assum";

/// The text with assertions in place of assumptions, each byte outside of them at its place.
pub(super) fn with_assertions(text: &str) -> String {
    let code = plain_code(text);
    let mut changed = text.to_owned();
    let mut replace = |code: &str, from: usize| {
        for list in attribute_lists(code) {
            let place = from + list.whole.start..from + list.whole.end;
            if let Some(assertions) = list.asserted(code, &text[place.clone()]) {
                changed.replace_range(place, &assertions);
            }
        }
    };
    replace(&code, 0);
    for body in macro_bodies(text, &code) {
        replace(&plain_code(&text[body.clone()]), body.start);
    }
    changed
}

/// Attributes in brackets, or behind `__attribute__`.
struct List {
    whole: Range<usize>,
    inside: Range<usize>,
}

fn attribute_lists(code: &str) -> Vec<List> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = code[at..].find(['[', '_']).map(|next| at + next) {
        at = next + 1;
        let begin = if code[next..].starts_with('[') {
            next
        } else if !code[..next].ends_with(is_word) && &code[word_at(code, next)] == "__attribute__" {
            skip_space(code, word_at(code, next).end)
        } else {
            continue;
        };
        let Some(open) = ['[', '('].into_iter().find(|open| code[begin..].starts_with(*open)) else {
            continue;
        };
        let second = skip_space(code, begin + 1);
        if !code[second..].starts_with(open) {
            continue;
        }
        let (close, end) = (end_of_group(code, second), end_of_group(code, begin));
        if second + 1 < close && skip_space(code, close) + 1 == end {
            found.push(List { whole: next..end, inside: second + 1..close - 1 });
            at = end;
        }
    }
    found
}

impl List {
    /// Assertions for the assumptions among the attributes, blank around them. `None` without an assumption.
    fn asserted(&self, code: &str, text: &str) -> Option<String> {
        let kept: Vec<Range<usize>> = self.assumptions(code);
        let last = kept.last()?.end;
        let mut made = String::new();
        let mut at = self.whole.start;
        for group in kept {
            let name = group.start - self.whole.start;
            blank_into(&mut made, &text[at - self.whole.start..name]);
            let condition = code[group.clone()].find('(').map_or(group.end, |open| group.start + open);
            made.push_str(ASSERTION);
            made.push_str(&" ".repeat(condition - group.start - ASSERTION.len()));
            made.push_str(&text[condition - self.whole.start..group.end - self.whole.start]);
            at = group.end;
            if let Some(comma) = code[at..last].find(',') {
                blank_into(&mut made, &text[at - self.whole.start..][..comma]);
                made.push(',');
                at += comma + 1;
            }
        }
        blank_into(&mut made, &text[at - self.whole.start..]);
        Some(made)
    }

    /// The assumptions, each from the name to the end of the condition.
    fn assumptions(&self, code: &str) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut at = self.inside.start;
        while at < self.inside.end {
            let name = word_at(code, at);
            let open = skip_space(code, name.end);
            let is_called = code[open..].starts_with('(');
            let end = if is_called { end_of_group(code, open) } else { name.end.max(at + 1) };
            if is_called && end <= self.inside.end && NAMES.contains(&&code[name.clone()]) {
                found.push(name.start..end);
            }
            at = end;
        }
        found
    }
}

/// Adds blanks for each byte of a text, with its lines.
fn blank_into(made: &mut String, text: &str) {
    for letter in text.chars() {
        match letter {
            '\n' | '\r' | '\\' => made.push(letter),
            _ => made.push_str(&" ".repeat(letter.len_utf8())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assumptions_become_assertions_of_the_same_length() {
        let cases = [
            ("[[assume(n > 0)]];", "  _Assum(n > 0)  ;"),
            ("if (n) [[ assume ( f(n, 2) ) ]]; else m();", "if (n)    _Assum ( f(n, 2) )   ; else m();"),
            ("[[gnu::assume(a), likely, assume(b)]];", "       _Assum(a),         _Assum(b)  ;"),
            ("__attribute__((__assume__(a))) ;", "               _Assum    (a)   ;"),
            ("#define A(x) [[assume(x)]]\nA(3);", "#define A(x)   _Assum(x)  \nA(3);"),
            ("#define A(x) \\\n[[\\\nassume(x)]]\n", "#define A(x) \\\n  \\\n_Assum(x)  \n"),
        ];
        for (text, changed) in cases {
            assert_eq!(with_assertions(text), changed);
            assert_eq!(text.len(), changed.len());
        }
    }

    #[test]
    fn other_brackets_stay() {
        let others = "[[nodiscard]] int f(); assume(n); a[b[assume(1)]]; // [[assume(n)]]\n\"[[assume(n)]]\"; auto g = [assume(n)] {};";
        assert_eq!(with_assertions(others), others);
    }
}
