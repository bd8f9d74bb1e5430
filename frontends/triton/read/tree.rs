//! From pest's pairs to `syntax`.

use std::ops::Range;

use pest::iterators::Pair;
use spec::problem::IllFormed;

use super::grammar::{Rule, pairs};
use super::location::Locations;
use super::syntax::{Block, Entry, File, Kind, Operation, Param, Whereabouts, Word};
use super::wrong;

/// Reads a text.
pub(crate) fn parse(text: &str) -> Result<File<'_>, IllFormed> {
    let (mut operations, mut locations) = (Vec::new(), Locations::default());
    for item in pairs(text)?.flat_map(Pair::into_inner) {
        if item.as_rule() == Rule::alias {
            let mut inner = item.into_inner();
            if let (Some(name), Some(value)) = (inner.next(), inner.next())
                && let Some(location) = whereabouts(value)
            {
                locations.define(name.as_str(), location);
            }
        } else if item.as_rule() == Rule::operation {
            operations.push(operation(item)?);
        }
    }
    Ok(File { operations, locations })
}

fn range(pair: &Pair<'_, Rule>) -> Range<usize> {
    pair.as_span().start()..pair.as_span().end()
}

fn operation(pair: Pair<'_, Rule>) -> Result<Operation<'_>, IllFormed> {
    let mut at = range(&pair);
    let (mut name, mut results, mut words) = ("", Vec::new(), Vec::new());
    for inner in pair.into_inner() {
        let rule = inner.as_rule();
        if rule == Rule::results {
            results = inner.into_inner().map(result).collect::<Result<_, _>>()?;
        } else if rule == Rule::mnemonic {
            name = inner.as_str().trim_matches('"');
        } else {
            words.push(word(inner)?);
        }
    }
    let location = match words.last() {
        Some(Word { kind: Kind::Location(location), at: own }) => {
            at.end = own.start;
            Some(location.clone())
        }
        Some(_) | None => None,
    };
    if location.is_some() {
        words.pop();
    }
    if let Some(region) = words.iter().find(|word| matches!(word.kind, Kind::Region(_))) {
        at.end = region.at.start;
    }
    Ok(Operation { name, results, words, location, at })
}

/// `%x` or `%x:3`
fn result(pair: Pair<'_, Rule>) -> Result<(&str, usize), IllFormed> {
    let at = range(&pair);
    let mut inner = pair.into_inner();
    let name = inner.next().map_or("", |value| value.as_str().trim_start_matches('%'));
    let count = match inner.next() {
        Some(count) => count.as_str().parse().ok().filter(|count| (1..=4096).contains(count)),
        None => Some(1),
    };
    let count = count.ok_or_else(|| wrong(at.start, at.len(), "an operation has 1 to 4096 results"))?;
    Ok((name, count))
}

fn word(pair: Pair<'_, Rule>) -> Result<Word<'_>, IllFormed> {
    let (at, text, rule) = (range(&pair), pair.as_str(), pair.as_rule());
    let kind = if rule == Rule::value {
        Kind::Value(&text[1..])
    } else if [Rule::name, Rule::angle, Rule::alias_name].contains(&rule) {
        Kind::Name(text)
    } else if rule == Rule::string {
        Kind::Text(&text[1..text.len() - 1])
    } else if rule == Rule::number {
        Kind::Number(text)
    } else if rule == Rule::block {
        Kind::Block(&text[1..])
    } else if rule == Rule::properties || rule == Rule::dictionary {
        Kind::Dictionary(pair.into_inner().map(entry).collect::<Result<_, _>>()?)
    } else if rule == Rule::group {
        Kind::Group(words(pair)?)
    } else if rule == Rule::list {
        Kind::List(words(pair)?)
    } else if rule == Rule::region {
        Kind::Region(region(pair)?)
    } else if rule == Rule::location {
        Kind::Location(whereabouts(pair).unwrap_or(Whereabouts::Unknown))
    } else {
        Kind::Mark(text)
    };
    Ok(Word { kind, at })
}

fn words(pair: Pair<'_, Rule>) -> Result<Vec<Word<'_>>, IllFormed> {
    pair.into_inner().map(word).collect()
}

fn entry(pair: Pair<'_, Rule>) -> Result<Entry<'_>, IllFormed> {
    let mut inner = pair.into_inner();
    let key = inner.next().map_or("", |key| key.as_str().trim_matches('"'));
    Ok(Entry { key, words: inner.map(word).collect::<Result<_, _>>()? })
}

fn region(pair: Pair<'_, Rule>) -> Result<Vec<Block<'_>>, IllFormed> {
    let mut blocks = vec![Block::default()];
    for inner in pair.into_inner() {
        if inner.as_rule() == Rule::label {
            let mut parts = inner.into_inner();
            let label = parts.next().map_or("", |block| block.as_str().trim_start_matches('^'));
            let params = match parts.next() {
                Some(group) => params(&words(group)?)?,
                None => Vec::new(),
            };
            // The first label names the block that has been open since the brace.
            if blocks.len() == 1 && blocks[0].label.is_empty() && blocks[0].operations.is_empty() {
                blocks.pop();
            }
            blocks.push(Block { label, params, operations: Vec::new() });
        } else if let Some(block) = blocks.last_mut() {
            block.operations.push(operation(inner)?);
        }
    }
    Ok(blocks)
}

/// `%x: type {attributes} loc(…), …`
pub(crate) fn params<'t>(words: &[Word<'t>]) -> Result<Vec<Param<'t>>, IllFormed> {
    let parts = words.split(|word| word.is_mark(",")).filter(|part| !part.is_empty());
    parts.map(param).collect()
}

fn param<'t>(words: &[Word<'t>]) -> Result<Param<'t>, IllFormed> {
    let at = words.first().map_or(0..0, |first| first.at.clone());
    let [Word { kind: Kind::Value(name), .. }, colon, Word { kind: Kind::Name(ty), .. }, rest @ ..] = words
    else {
        return Err(wrong(at.start, at.len(), "a parameter is `%name: type`"));
    };
    if !colon.is_mark(":") {
        return Err(wrong(colon.at.start, colon.at.len(), "a parameter is `%name: type`"));
    }
    let mut location = None;
    for word in rest {
        if let Kind::Location(own) = &word.kind {
            location = Some(own.clone());
        } else if !matches!(word.kind, Kind::Dictionary(_)) {
            return Err(wrong(word.at.start, word.at.len(), "a parameter is `%name: type`"));
        }
    }
    Ok(Param { name, ty, location, at })
}

/// The location of a `loc(…)`, or of anything that stands inside one.
fn whereabouts(pair: Pair<'_, Rule>) -> Option<Whereabouts<'_>> {
    let (rule, text) = (pair.as_rule(), pair.as_str());
    let mut inner = pair.into_inner();
    if rule == Rule::alias_name {
        return Some(Whereabouts::Alias(text));
    }
    if rule == Rule::location {
        return inner.next().and_then(whereabouts);
    }
    if rule == Rule::position {
        let file = inner.next()?.as_str().trim_matches('"');
        let (line, column) = (inner.next()?.as_str(), inner.next()?.as_str());
        return Some(Whereabouts::Position(file, line.parse().ok()?, column.parse().ok()?));
    }
    if rule == Rule::named {
        let name = inner.next()?.as_str().trim_matches('"');
        return Some(Whereabouts::Named(name, inner.next().and_then(whereabouts).map(Box::new)));
    }
    if rule == Rule::callsite {
        let (callee, caller) = (inner.next().and_then(whereabouts)?, inner.next().and_then(whereabouts)?);
        return Some(Whereabouts::Callsite(Box::new(callee), Box::new(caller)));
    }
    if rule == Rule::fused {
        let inner = inner.filter(|one| one.as_rule() != Rule::angle);
        return Some(Whereabouts::Fused(inner.filter_map(whereabouts).collect()));
    }
    Some(Whereabouts::Unknown)
}
