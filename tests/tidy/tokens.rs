//! A lexer for Rust that is good enough to find paths, items and braces. Comments and literals are kept apart from tokens.

/// A word or a mark, with its line counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    pub(crate) text: &'a str,
    pub(crate) line: usize,
}

/// The tokens of a text. Of marks only `::` has two bytes.
pub(crate) fn tokens(text: &str) -> Vec<Token<'_>> {
    let (mut found, mut at, mut line) = (Vec::new(), 0, 1);
    while at < text.len() {
        let rest = &text[at..];
        let skipped = skipped(rest);
        let length = if skipped > 0 { skipped } else { token_len(rest) };
        if skipped == 0 {
            found.push(Token { text: &rest[..length], line });
        }
        line += rest[..length].matches('\n').count();
        at += length;
    }
    found
}

/// A comment or a string literal, with its first line counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Text<'a> {
    /// A line comment with slashes.
    Comment(usize, &'a str),
    /// The inside of a string literal, escapes and all.
    Literal(usize, &'a str),
}

/// The comments and string literals of a text, in order.
pub(crate) fn texts(text: &str) -> Vec<Text<'_>> {
    let (mut found, mut at, mut line) = (Vec::new(), 0, 1);
    while at < text.len() {
        let rest = &text[at..];
        let skipped = skipped(rest);
        let length = if skipped > 0 { skipped } else { token_len(rest) };
        let piece = &rest[..length];
        if piece.starts_with("//") {
            found.push(Text::Comment(line, piece));
        } else if let Some(inside) = inside_of_string(piece) {
            found.push(Text::Literal(line, inside));
        }
        line += piece.matches('\n').count();
        at += length;
    }
    found
}

/// The text between the quotes of a string literal.
fn inside_of_string(piece: &str) -> Option<&str> {
    let body = piece.trim_start_matches(['b', 'c', 'r']).trim_matches('#');
    if body.len() < 2 { None } else { body.strip_prefix('"')?.strip_suffix('"') }
}

/// How many bytes of white space, comment or literal stand here.
fn skipped(rest: &str) -> usize {
    if rest.starts_with(char::is_whitespace) {
        return rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len());
    }
    // `r#gen` is the name `gen`.
    if rest.starts_with("r#") && rest[2..].starts_with(|c: char| c.is_alphabetic() || c == '_') {
        return 2;
    }
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    if rest.starts_with("/*") {
        return block_comment(rest);
    }
    let prefixes = ["br", "cr", "r", "b", "c", ""];
    let prefix = prefixes.iter().find(|prefix| {
        let after = rest.strip_prefix(**prefix).map(|rest| rest.trim_start_matches('#'));
        let raw = prefix.ends_with('r');
        after.is_some_and(|after| after.starts_with('"')) && (raw || rest[prefix.len()..].starts_with('"'))
    });
    match prefix {
        Some(prefix) if prefix.ends_with('r') => raw_string(rest, prefix.len()),
        Some(prefix) => prefix.len() + quoted(&rest[prefix.len()..], '"'),
        None if rest.starts_with("b'") => 1 + quoted(&rest[1..], '\''),
        None => character(rest),
    }
}

/// A block comment, possibly nested.
fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        let here = &rest[at..];
        if here.starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if here.starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                return at;
            }
        } else {
            at += here.chars().next().map_or(1, char::len_utf8);
        }
    }
    at
}

/// `r#"…"#`, whose prefix has `prefix` bytes.
fn raw_string(rest: &str, prefix: usize) -> usize {
    let hashes = rest[prefix..].bytes().take_while(|byte| *byte == b'#').count();
    let end = format!("\"{}", "#".repeat(hashes));
    let body = prefix + hashes + 1;
    rest[body..].find(&end).map_or(rest.len(), |at| body + at + end.len())
}

/// A literal between two marks, with escapes.
fn quoted(rest: &str, mark: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        if c == mark && !escaped {
            return at + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    rest.len()
}

/// `'x'`, in contrast to a lifetime.
fn character(rest: &str) -> usize {
    let mut after = rest.chars();
    if after.next() != Some('\'') {
        return 0;
    }
    match (after.next(), after.next()) {
        (Some('\\'), _) | (Some(_), Some('\'')) => quoted(rest, '\''),
        _ => 0,
    }
}

/// A word, `::`, or a mark.
fn token_len(rest: &str) -> usize {
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    if rest.starts_with(in_word) {
        return rest.find(|c: char| !in_word(c)).unwrap_or(rest.len());
    }
    if rest.starts_with("::") { 2 } else { rest.chars().next().map_or(1, char::len_utf8) }
}

/// The end of the group that opens at `open`, behind the closing mark.
pub(crate) fn group_end(tokens: &[Token<'_>], open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

/// The end of the item that starts at `at`, behind the block or the semicolon.
pub(crate) fn item_end(tokens: &[Token<'_>], mut at: usize) -> usize {
    let is_use = tokens[at..].iter().take(5).any(|token| token.text == "use");
    while let Some(token) = tokens.get(at) {
        match token.text {
            ";" => return at + 1,
            "{" if !is_use => return group_end(tokens, at),
            "{" | "(" | "[" => at = group_end(tokens, at),
            _ => at += 1,
        }
    }
    at
}

/// The tokens of a text without what `#[cfg(test)]` stands in front of.
pub(crate) fn tokens_outside_tests(text: &str) -> Vec<Token<'_>> {
    let all = tokens(text);
    let (mut kept, mut at) = (Vec::new(), 0);
    let attribute = ["#", "[", "cfg", "(", "test", ")", "]"];
    while at < all.len() {
        let here = all[at..].iter().map(|token| token.text);
        if here.take(attribute.len()).eq(attribute) {
            at += attribute.len();
            while all.get(at).is_some_and(|token| token.text == "#") {
                at = group_end(&all, at + 1);
            }
            at = item_end(&all, at);
        } else {
            kept.push(all[at]);
            at += 1;
        }
    }
    kept
}

#[test]
fn comments_and_literals_are_no_tokens() {
    let text = "a /* b /* c */ */ \"d\\\" e\" r#\"f \" g\"# 'h' b'\\'' 'i // j\nk::l";
    let found: Vec<_> = tokens(text).iter().map(|token| (token.text, token.line)).collect();
    assert_eq!(found, [("a", 1), ("'", 1), ("i", 1), ("k", 2), ("::", 2), ("l", 2)]);
}

#[test]
fn comments_and_literals_are_texts() {
    let text = "/// a\nb(\"c \\\" d\", r#\"e \" f\"#); // g\n'h';";
    let expected = [
        Text::Comment(1, "/// a"),
        Text::Literal(2, "c \\\" d"),
        Text::Literal(2, "e \" f"),
        Text::Comment(2, "// g"),
    ];
    assert_eq!(texts(text), expected);
}

#[test]
fn what_is_for_tests_only_is_left_out() {
    let text = "fn a() {} #[cfg(test)] #[path = \"x\"] mod b { use c; } #[cfg(test)] use d::{e}; fn f() {}";
    let found: String = tokens_outside_tests(text).iter().map(|token| token.text).collect();
    assert_eq!(found, "fna(){}fnf(){}");
}
