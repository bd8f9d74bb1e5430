//! Code with comments and texts blanked, every byte at its place.

use super::language::Language;

/// The text with blanks for comments, literals and directives, so that places stay the same.
pub(crate) fn blanked(text: &str, language: Language) -> String {
    match language {
        Language::Cpp => blanked_cpp(text),
        Language::Python | Language::Table => blanked_python(text),
    }
}

/// Of Python: comments and strings, those over several lines too.
fn blanked_python(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let long = ["\"\"\"", "'''"].into_iter().find(|quotes| rest.starts_with(quotes));
        let len = match (first, long) {
            (_, Some(quotes)) => rest[3..].find(quotes).map_or(rest.len(), |end| end + 6),
            ('#', None) => rest.find('\n').unwrap_or(rest.len()),
            ('"' | '\'', None) => literal(rest, first, ""),
            (_, None) => 0,
        };
        let (blank, behind) = rest.split_at(if len == 0 { first.len_utf8() } else { len });
        if len == 0 {
            code.push(first);
        } else {
            code.push_str(&blanks(blank));
        }
        rest = behind;
    }
    code
}

fn blanked_cpp(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let fresh = code.rsplit('\n').next().is_none_or(|line| line.trim().is_empty());
        let len = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest[2..].find("*/").map_or(rest.len(), |end| end + 4),
            '"' | '\'' => literal(rest, first, &code),
            '#' if fresh => directive(rest),
            _ => 0,
        };
        let (blank, behind) = rest.split_at(if len == 0 { first.len_utf8() } else { len });
        if len == 0 {
            code.push(first);
        } else {
            code.push_str(&blanks(blank));
        }
        rest = behind;
    }
    code
}

/// How long a literal is; nothing where a quote only separates digits.
fn literal(rest: &str, quote: char, before: &str) -> usize {
    if quote == '\'' && before.ends_with(|c: char| c.is_ascii_alphanumeric()) {
        return 0;
    }
    let mut escaped = false;
    for (at, letter) in rest.char_indices().skip(1) {
        if letter == '\n' || letter == quote && !escaped {
            return at + 1;
        }
        escaped = letter == '\\' && !escaped;
    }
    rest.len()
}

/// The length of a directive, with its continuation lines.
fn directive(rest: &str) -> usize {
    let mut len = 0;
    for line in rest.split_inclusive('\n') {
        len += line.len();
        if !line.trim_end().ends_with('\\') {
            break;
        }
    }
    len
}

/// As many blanks, with the ends of lines; the quotes of a literal stay as a mark.
fn blanks(words: &str) -> String {
    let quote = words.chars().next().filter(|first| ['"', '\''].contains(first));
    let is_closed = words.len() > 1 && quote.is_some_and(|quote| words.ends_with(quote));
    let last = words.len() - 1;
    let blank = |(at, byte): (usize, u8)| match byte {
        b'\n' => '\n',
        _ if is_closed && (at == 0 || at == last) => quote.unwrap_or(' '),
        _ => ' ',
    };
    words.bytes().enumerate().map(blank).collect()
}
