//! Guards against hostile text: size, nesting and work are bounded before a grammar sees the text.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use crate::problem::IllFormed;
use crate::syntax::span::Place;

/// The most bytes that a text can have.
pub const MAX_BYTES: usize = 1 << 22;

/// The deepest nesting of brackets.
pub const MAX_DEPTH: usize = 64;

/// Rule applications that a grammar may spend on one byte; NVIDIA's own texts need less than eight.
const CALLS_PER_BYTE: usize = 100;

/// A line comment, with its offset in the text; the slashes are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Comment<'a> {
    /// The start of the text.
    pub offset: usize,
    /// Its text, to the end of the line.
    pub text: &'a str,
}

/// Checks size and brackets, outside strings and line comments, and gives the comments.
///
/// # Errors
/// The text is too long, or brackets nest too deeply or do not match.
pub fn scan(text: &str) -> Result<Vec<Comment<'_>>, IllFormed> {
    if text.len() > MAX_BYTES {
        let message = format!("the text has {} bytes, more than the {MAX_BYTES} that are read", text.len());
        return Err(IllFormed { message, at: Place::default(), help: None });
    }
    let bytes = text.as_bytes();
    let (mut at, mut open, mut comments) = (0, Vec::new(), Vec::new());
    while at < bytes.len() {
        match bytes[at] {
            b'"' => at = string_end(bytes, at),
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                let end = bytes[at..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |n| at + n);
                comments.push(Comment { offset: at + 2, text: &text[at + 2..end] });
                at = end;
            }
            b'{' | b'[' | b'(' if open.len() == MAX_DEPTH => {
                return Err(wrong(at, format!("brackets are nested more than {MAX_DEPTH} deep")));
            }
            b'{' | b'[' | b'(' => open.push(at),
            b'}' | b']' | b')' => close(bytes, &mut open, at)?,
            _ => {}
        }
        at += 1;
    }
    match open.pop() {
        Some(at) => Err(wrong(at, format!("this `{}` is never closed", char::from(bytes[at])))),
        None => Ok(comments),
    }
}

/// A closing bracket closes the last open bracket.
fn close(bytes: &[u8], open: &mut Vec<usize>, at: usize) -> Result<(), IllFormed> {
    let start = open.pop();
    let found = char::from(bytes[at]);
    match (start.map(|start| (start, char::from(bytes[start]))), found) {
        (Some((_, '{')), '}') | (Some((_, '[')), ']') | (Some((_, '(')), ')') => Ok(()),
        // The end of a contract or a body, which the contract of a comment does not show.
        (Some((start, other)), '}') => Err(wrong(start, format!("this `{other}` is never closed"))),
        (Some((_, other)), _) => {
            Err(wrong(at, format!("this `{found}` stands where a `{other}` should be closed")))
        }
        (None, _) => Err(wrong(at, format!("this `{found}` closes nothing"))),
    }
}

/// An error at one byte.
fn wrong(offset: usize, message: String) -> IllFormed {
    IllFormed { message, at: Place { offset, len: 1, source: None }, help: None }
}

/// The last byte of the string that starts at `start`; a string ends with its line at the latest.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'"' | b'\n' => return at,
            _ => {}
        }
        at += 1;
    }
    at
}

/// Runs one pest parse of a text of so many bytes under a limit of rule applications in proportion to it. pest keeps
/// a single limit for all threads, so every parse with a limit must use this function.
pub fn limited<T>(bytes: usize, parse: impl FnOnce() -> T) -> T {
    static TURN: Mutex<()> = Mutex::new(());
    let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    pest::set_call_limit(NonZeroUsize::new(bytes.saturating_add(64).saturating_mul(CALLS_PER_BYTE)));
    let result = parse();
    drop(turn);
    result
}
