//! The list of parameters of a signature, cut at its commas.

/// A language's marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    Cpp,
    Python,
}

/// The most bytes that a list of parameters has.
const MOST: usize = 1 << 16;

/// The parameters of a list whose parenthesis is open, without comments; none where the list does not end, or a directive of
/// the preprocessor stands in it.
pub(crate) fn split(text: &str, language: Language) -> Option<Vec<String>> {
    let mut rest = text;
    let (mut parts, mut part, mut depth) = (Vec::new(), String::new(), 0usize);
    while let Some(c) = rest.chars().next() {
        if text.len() - rest.len() > MOST {
            return None;
        }
        if let Some(behind) = skip_comment(rest, language)? {
            part.push(' ');
            rest = behind;
            continue;
        }
        let opens = "([{".contains(c) || language == Language::Cpp && c == '<';
        let closes = ")]}".contains(c) || language == Language::Cpp && c == '>';
        if "\"'".contains(c) {
            let end = 1 + rest[1..].find(c)?;
            part.push_str(&rest[..=end]);
            rest = &rest[end + 1..];
            continue;
        }
        if closes && depth == 0 {
            parts.push(part);
            parts.retain(|part| !part.trim().is_empty());
            return (c == ')').then_some(parts);
        }
        depth = depth + usize::from(opens) - usize::from(closes);
        if c == ',' && depth == 0 {
            parts.push(std::mem::take(&mut part));
        } else {
            part.push(c);
        }
        rest = &rest[c.len_utf8()..];
    }
    None
}

/// The text behind a leading comment; `None` inside for a directive.
fn skip_comment(rest: &str, language: Language) -> Option<Option<&str>> {
    let behind_line = |rest: &'_ str| rest.find('\n').unwrap_or(rest.len());
    match language {
        Language::Python if rest.starts_with('#') => Some(Some(&rest[behind_line(rest)..])),
        Language::Cpp if rest.starts_with('#') => None,
        Language::Cpp if rest.starts_with("//") => Some(Some(&rest[behind_line(rest)..])),
        Language::Cpp if rest.starts_with("/*") => rest.find("*/").map(|end| Some(&rest[end + 2..])),
        Language::Python | Language::Cpp => Some(None),
    }
}

/// A part before a mark that stands in no parentheses, and what follows the mark.
pub(super) fn cut(part: &str, mark: char) -> (&str, Option<&str>) {
    let mut depth = 0i32;
    for (at, c) in part.char_indices() {
        if c == mark && depth == 0 {
            return (&part[..at], Some(&part[at + c.len_utf8()..]));
        }
        depth += i32::from("([{".contains(c)) - i32::from(")]}".contains(c));
    }
    (part, None)
}

/// Whether contracts can use the name.
pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
