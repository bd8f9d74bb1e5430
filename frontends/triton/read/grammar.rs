//! The generated parser, guarded against hostile text, and its errors in words.

use pest::Parser;
use pest::error::InputLocation;
use pest::iterators::Pairs;
use spec::parse::guard;
use spec::problem::IllFormed;

use super::wrong;

/// The generated parser.
#[derive(pest_derive::Parser)]
#[grammar = "triton/read/ttir.pest"]
pub(super) struct Grammar;

/// The deepest nesting of `<…>`; a tensor descriptor of pointers needs four.
const MAX_ANGLES: usize = 16;

/// Parses a whole file.
pub(super) fn pairs(text: &str) -> Result<Pairs<'_, Rule>, IllFormed> {
    guard::scan(text)?;
    check_angles(text)?;
    guard::limited(text.len(), || Grammar::parse(Rule::file, text)).map_err(|error| {
        let offset = match error.location {
            InputLocation::Pos(at) => at,
            InputLocation::Span((start, _)) => start,
        };
        let rest = text.get(offset..).unwrap_or_default();
        let token: String = rest.chars().take_while(|c| !c.is_whitespace()).take(40).collect();
        if token.is_empty() && rest.trim().is_empty() {
            return wrong(offset.saturating_sub(1), 1, "the text ends in the middle of an operation");
        }
        let line = rest.lines().next().unwrap_or_default().trim();
        let shown = if token.is_empty() { line } else { &token };
        wrong(offset, shown.len().max(1), format!("`{shown}` does not belong here"))
    })
}

/// Bounds the nesting of `<…>`, which the guard of brackets does not count.
fn check_angles(text: &str) -> Result<(), IllFormed> {
    let (mut depth, mut before) = (0usize, 0u8);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' if before != b'-' => depth = depth.saturating_sub(1),
            b'\n' => depth = 0,
            _ => {}
        }
        if depth > MAX_ANGLES {
            return Err(wrong(at, 1, format!("`<` is nested more than {MAX_ANGLES} deep")));
        }
        before = byte;
    }
    Ok(())
}
