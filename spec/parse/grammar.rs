//! The pest grammar, and its errors in words.

use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::{Pair, Pairs};

use super::guard;
use crate::problem::IllFormed;
use crate::syntax::span::Place;

/// The generated parser.
#[derive(pest_derive::Parser)]
#[grammar = "parse/kernel.pest"]
pub(super) struct Grammar;

/// The clauses of a contract.
const CLAUSE: &str = "one of names, grid, requires, array, buffer, align, disjoint, alias, same_array, contents, ensures, closed";

/// How people call what a rule stands for; rules that are not here are called by their own name.
const WORDS: &[(Rule, &str)] = &[
    (Rule::EOI, "the end of the text"),
    (Rule::alias, "a location alias"),
    (Rule::alias_name, "the name of a location alias"),
    (Rule::all_distinct, "an expression"),
    (Rule::allowance, "`allow RULE, because …`"),
    (Rule::among, "`i : condition`"),
    (Rule::argument, "the name of an argument"),
    (Rule::argument_name, "the name of an argument"),
    (Rule::array_name, "an expression"),
    (Rule::bare, "a name"),
    (Rule::bare_pointer, "a type"),
    (Rule::clauses, CLAUSE),
    (Rule::contract, "`contract`"),
    (Rule::contracts, "`contract`"),
    (Rule::dense, "`<type: value>`"),
    (Rule::distinct, "an expression"),
    (Rule::element, "an expression"),
    (Rule::entry, "`entry`"),
    (Rule::expr, "an expression"),
    (Rule::extent, "an extent"),
    (Rule::extents, "`[extents]`"),
    (Rule::function, "an expression"),
    (Rule::global, "`global`"),
    (Rule::hint, "a hint"),
    (Rule::hints, "`optimization_hints = <…>`"),
    (Rule::ident, "a name"),
    (Rule::infix, "an operator"),
    (Rule::length, "an expression"),
    (Rule::literal, "a literal"),
    (Rule::location, "`loc(…)`"),
    (Rule::name, "an expression"),
    (Rule::natural, "an expression"),
    (Rule::padding, "`padding_value = …`"),
    (Rule::parameter, "a parameter, `%name: type`"),
    (Rule::pointer, "an element type"),
    (Rule::pointer_attribute, "the attribute of a pointer"),
    (Rule::prefix, "an expression"),
    (Rule::region, "a body in braces"),
    (Rule::properties, "a property"),
    (Rule::property, "a property"),
    (Rule::property_name, "a property"),
    (Rule::scalar, "an element type"),
    (Rule::shaped, "extents and an element type"),
    (Rule::symbol, "a name after `@`"),
    (Rule::tensor_view, "a tensor view type"),
    (Rule::threads, "a number of threads"),
    (Rule::tile_shape, "`tile=(extents)`"),
    (Rule::ty, "a type"),
    (Rule::value, "a value"),
    (Rule::word_infix, "an operator"),
    (Rule::word_not, "an expression"),
];

/// Parses a whole text by one rule.
pub(super) fn parse(rule: Rule, text: &str) -> Result<Pairs<'_, Rule>, IllFormed> {
    guard::limited(text.len(), || Grammar::parse(rule, text)).map_err(|error| in_words(&error, text))
}

/// The place of a pair.
pub(super) fn place(pair: &Pair<'_, Rule>) -> Place {
    let span = pair.as_span();
    Place { offset: span.start(), len: span.end() - span.start(), source: None }
}

/// A problem at a pair.
pub(super) fn wrong(pair: &Pair<'_, Rule>, message: impl Into<String>) -> IllFormed {
    IllFormed { message: message.into(), at: place(pair), help: None }
}

/// Converts an error of pest.
fn in_words(error: &pest::error::Error<Rule>, text: &str) -> IllFormed {
    let offset = match error.location {
        InputLocation::Pos(at) => at,
        InputLocation::Span((start, _)) => start,
    };
    let message = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => expected(positives, &text[offset..]),
        ErrorVariant::CustomError { .. } => "the text takes too much work to read".to_owned(),
    };
    let special = unknown_function(positives_at(error), text, offset)
        .or_else(|| decimal(positives_at(error), text, offset));
    if let Some(problem) = special {
        return problem;
    }
    let help = starts_block(positives_at(error), &text[offset..]);
    IllFormed { message, at: Place { offset, len: token_len(&text[offset..]), source: None }, help }
}

/// A name in an expression with a parenthesis behind it, which is none of the functions.
fn unknown_function(positives: &[Rule], text: &str, offset: usize) -> Option<IllFormed> {
    let in_expression = [Rule::infix, Rule::word_infix].iter().any(|rule| positives.contains(rule));
    let before = text.get(..offset)?.trim_end();
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let start = before.trim_end_matches(is_part).len();
    let name = &before[start..];
    if !in_expression || name.is_empty() || !text[offset..].starts_with('(') {
        return None;
    }
    Some(IllFormed {
        message: format!("there is no function `{name}`"),
        at: Place { offset: start, len: name.len(), source: None },
        help: Some("the functions of contracts are cdiv(a, b), min(a, b), max(a, b) and len(x)".to_owned()),
    })
}

/// A number with a decimal point or an exponent in an expression, such as `0.0`.
fn decimal(positives: &[Rule], text: &str, offset: usize) -> Option<IllFormed> {
    let in_expression = [Rule::expr, Rule::natural, Rule::infix].iter().any(|rule| positives.contains(rule));
    // The parser may stop before the number, or behind its whole part.
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '.';
    let start = text.get(..offset)?.trim_end_matches(is_part).len();
    let number = text[start..].split(|letter| !is_part(letter)).next().unwrap_or_default();
    let value: f64 = number.parse().ok()?;
    if !in_expression
        || !number.starts_with(|letter: char| letter.is_ascii_digit())
        || number.parse::<u64>().is_ok()
    {
        return None;
    }
    let help = if value.fract() == 0.0 && value.abs() < 1e15 {
        format!("write `{value:.0}`; a clause on a float argument is `contents eps : value >= 0`")
    } else {
        "multiply both sides, as in `2 * n >= 3` for `n >= 1.5`".to_owned()
    };
    Some(IllFormed {
        message: format!("numbers in contracts are integers, and `{number}` is not"),
        at: Place { offset: start, len: number.len(), source: None },
        help: Some(help),
    })
}

/// The rules that the parser tried at the place of the error.
fn positives_at(error: &pest::error::Error<Rule>) -> &[Rule] {
    match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives,
        ErrorVariant::CustomError { .. } => &[],
    }
}

/// Lists the possible continuations. Where nearly anything could, the list would say nothing.
fn expected(positives: &[Rule], rest: &str) -> String {
    let found = match rest.get(..token_len(rest)) {
        Some("") | None => "the end of the text".to_owned(),
        Some(token) => format!("`{token}`"),
    };
    let mut words: Vec<String> = Vec::new();
    let only_end = positives == [Rule::EOI];
    for rule in positives.iter().filter(|rule| only_end || **rule != Rule::EOI) {
        let known = WORDS.iter().find(|(r, _)| r == rule).map(|(_, word)| (*word).to_owned());
        let word = known.unwrap_or_else(|| format!("`{rule:?}`"));
        if !words.contains(&word) {
            words.push(word);
        }
    }
    match words.len() {
        0 => format!("{found} does not belong here"),
        1 => format!("expected {}, found {found}", words[0]),
        2..=4 => {
            let last = words.pop().unwrap_or_default();
            format!("expected {} or {last}, found {found}", words.join(", "))
        }
        _ => format!("{found} does not belong here"),
    }
}

/// The message for MLIR text in another spelling.
fn starts_block(positives: &[Rule], rest: &str) -> Option<String> {
    let top = [Rule::entry, Rule::module].iter().any(|rule| positives.contains(rule));
    let help = "this is MLIR in its generic form, which is not read: print it as tileirdisasm does, or give its bytecode";
    (top && rest.starts_with('"')).then(|| help.to_owned())
}

/// Bytes of the word, or else of the one character, that the text starts with.
pub(super) fn token_len(text: &str) -> usize {
    let word = text.find(|c: char| !(c.is_alphanumeric() || "_%@#.$".contains(c))).unwrap_or(text.len());
    if word > 0 { word } else { text.chars().next().map_or(0, char::len_utf8) }
}

#[cfg(test)]
mod tests {
    use crate::parse::contract_clauses;

    /// The message and the help for a clause that is none.
    fn refused(clause: &str) -> (String, String) {
        let problem = contract_clauses(clause).expect_err("it is no clause");
        (problem.message, problem.help.unwrap_or_default())
    }

    #[test]
    fn decimals_are_named_with_the_integer_to_write() {
        for clause in ["requires = n >= 0.0", "requires = 0.0 <= n", "requires = n >= 2 && n >= 0.0"] {
            let (message, help) = refused(clause);
            assert_eq!(message, "numbers in contracts are integers, and `0.0` is not", "{clause}");
            assert!(help.starts_with("write `0`"), "{help}");
        }
        assert_eq!(
            refused("requires = n >= 1.5").1,
            "multiply both sides, as in `2 * n >= 3` for `n >= 1.5`"
        );
        assert!(refused("requires = n >= 1e3").1.starts_with("write `1000`"));
        // A name of a part of an argument has a point, too.
        assert!(contract_clauses("requires = grid.x >= 1").is_ok());
    }
}
