//! TTIR before it has a meaning: operations as names with words.

use std::ops::Range;

use super::location::Locations;

/// A file.
#[derive(Debug)]
pub(crate) struct File<'t> {
    /// The operations at the top: `module`.
    pub(crate) operations: Vec<Operation<'t>>,
    /// The aliases of locations.
    pub(crate) locations: Locations<'t>,
}

/// An operation.
#[derive(Debug)]
pub(crate) struct Operation<'t> {
    /// The name, without quotes.
    pub(crate) name: &'t str,
    /// The names of the results without `%`, each with the number of values that it stands for.
    pub(crate) results: Vec<(&'t str, usize)>,
    /// Everything behind the name, except the location.
    pub(crate) words: Vec<Word<'t>>,
    /// The location at the end.
    pub(crate) location: Option<Whereabouts<'t>>,
    /// The bytes that it covers, without the regions.
    pub(crate) at: Range<usize>,
}

/// A word of an operation.
#[derive(Debug)]
pub(crate) struct Word<'t> {
    /// The kind, with what is inside.
    pub(crate) kind: Kind<'t>,
    /// The bytes that it covers.
    pub(crate) at: Range<usize>,
}

/// The kinds of words.
#[derive(Debug)]
pub(crate) enum Kind<'t> {
    /// `%x`, `%x#1`: without the `%`.
    Value(&'t str),
    /// A word, an attribute or a type.
    Name(&'t str),
    /// A string, without quotes and still escaped.
    Text(&'t str),
    /// A number.
    Number(&'t str),
    /// `->`, `:`, `=`, `,` or `*`.
    Mark(&'t str),
    /// `^bb1`, without the `^`.
    Block(&'t str),
    /// `{…}` or `<{…}>`: attributes.
    Dictionary(Vec<Entry<'t>>),
    /// `(…)`
    Group(Vec<Word<'t>>),
    /// `[…]`
    List(Vec<Word<'t>>),
    /// A region.
    Region(Vec<Block<'t>>),
    /// `loc(…)` behind a parameter.
    Location(Whereabouts<'t>),
}

/// A named attribute; without words it is a flag.
#[derive(Debug)]
pub(crate) struct Entry<'t> {
    /// The name.
    pub(crate) key: &'t str,
    /// The value.
    pub(crate) words: Vec<Word<'t>>,
}

/// A block of a region.
#[derive(Debug, Default)]
pub(crate) struct Block<'t> {
    /// The name, without `^`; the first block may have none.
    pub(crate) label: &'t str,
    /// The parameters.
    pub(crate) params: Vec<Param<'t>>,
    /// The operations.
    pub(crate) operations: Vec<Operation<'t>>,
}

/// A parameter of a block or of a function.
#[derive(Debug)]
pub(crate) struct Param<'t> {
    /// The name, without `%`.
    pub(crate) name: &'t str,
    /// The type.
    pub(crate) ty: &'t str,
    /// The location.
    pub(crate) location: Option<Whereabouts<'t>>,
    /// The bytes that it covers.
    pub(crate) at: Range<usize>,
}

/// A location as it is written.
#[derive(Debug, Clone)]
pub(crate) enum Whereabouts<'t> {
    /// `#loc7`
    Alias(&'t str),
    /// `"file":line:column`
    Position(&'t str, u32, u32),
    /// `"name"(location)`
    Named(&'t str, Option<Box<Whereabouts<'t>>>),
    /// `callsite(callee at caller)`
    Callsite(Box<Whereabouts<'t>>, Box<Whereabouts<'t>>),
    /// `fused[…]`
    Fused(Vec<Whereabouts<'t>>),
    /// `unknown`
    Unknown,
}

impl<'t> Word<'t> {
    /// Whether it is this mark.
    pub(crate) fn is_mark(&self, mark: &str) -> bool {
        matches!(&self.kind, Kind::Mark(own) if *own == mark)
    }

    /// The name, if it is one.
    pub(crate) fn name(&self) -> Option<&'t str> {
        if let Kind::Name(name) = &self.kind { Some(name) } else { None }
    }

    /// The text of a name, a string or a number.
    pub(crate) fn atom(&self) -> Option<&'t str> {
        if let Kind::Name(text) | Kind::Text(text) | Kind::Number(text) = &self.kind {
            Some(text)
        } else {
            None
        }
    }

    /// The value, if it is one.
    pub(crate) fn value(&self) -> Option<&'t str> {
        if let Kind::Value(name) = &self.kind { Some(name) } else { None }
    }
}

impl<'t> Operation<'t> {
    /// The words in front of the types: all, if there are no types.
    pub(crate) fn front(&self) -> &[Word<'t>] {
        &self.words[..self.types_at().unwrap_or(self.words.len())]
    }

    /// The types at the end, operands' first.
    pub(crate) fn types(&self) -> Vec<&'t str> {
        let mut found = Vec::new();
        if let Some(at) = self.types_at() {
            collect_names(&self.words[at..], &mut found);
        }
        found.retain(|name| *name != "to");
        found
    }

    /// The position of the last `:`.
    fn types_at(&self) -> Option<usize> {
        self.words.iter().rposition(|word| word.is_mark(":"))
    }

    /// The values in front of the types, in order, also those in brackets.
    pub(crate) fn operands(&self) -> Vec<&'t str> {
        let mut found = Vec::new();
        collect_values(self.front(), &mut found);
        found
    }

    /// The bare words in front of the types: `slt`, `acq_rel`.
    pub(crate) fn keywords(&self) -> impl Iterator<Item = &'t str> {
        self.front().iter().filter_map(Word::name)
    }

    /// The names of the attributes in dictionaries.
    pub(crate) fn attribute_names(&self) -> impl Iterator<Item = &'t str> {
        let entries = |word: &Word<'t>| match &word.kind {
            Kind::Dictionary(entries) => entries.iter().map(|entry| entry.key).collect(),
            Kind::Value(_)
            | Kind::Name(_)
            | Kind::Text(_)
            | Kind::Number(_)
            | Kind::Mark(_)
            | Kind::Block(_)
            | Kind::Group(_)
            | Kind::List(_)
            | Kind::Region(_)
            | Kind::Location(_) => Vec::new(),
        };
        self.words.iter().flat_map(entries)
    }

    /// The words of an attribute, of a dictionary or in front of the types: `inputPrecision = tf32`.
    pub(crate) fn attribute(&self, key: &str) -> Option<&[Word<'t>]> {
        for (at, word) in self.words.iter().enumerate() {
            if let Kind::Dictionary(entries) = &word.kind {
                if let Some(entry) = entries.iter().find(|entry| entry.key == key) {
                    return Some(&entry.words);
                }
            } else if word.name() == Some(key) && self.words.get(at + 1).is_some_and(|mark| mark.is_mark("="))
            {
                return self.words.get(at + 2..at + 3);
            }
        }
        None
    }

    /// The first word of an attribute as text.
    pub(crate) fn atom(&self, key: &str) -> Option<&'t str> {
        self.attribute(key)?.first()?.atom()
    }

    /// The integers of an attribute `array<i32: 1, 0>` or `[1, 0]`.
    pub(crate) fn numbers(&self, key: &str) -> Option<Vec<i64>> {
        let word = self.attribute(key)?.first()?;
        if let Kind::List(words) = &word.kind {
            return words
                .iter()
                .filter(|word| !word.is_mark(","))
                .map(|word| word.atom()?.parse().ok())
                .collect();
        }
        let inner = word.name()?.strip_prefix("array<")?.strip_suffix('>')?;
        let (_, numbers) = inner.split_once(':').unwrap_or((inner, ""));
        numbers
            .split(',')
            .map(str::trim)
            .filter(|text| !text.is_empty())
            .map(|text| text.parse().ok())
            .collect()
    }

    /// The regions, also one in parentheses.
    pub(crate) fn regions(&self) -> Vec<&[Block<'t>]> {
        let mut found = Vec::new();
        for word in &self.words {
            if let Kind::Region(blocks) = &word.kind {
                found.push(blocks.as_slice());
            } else if let Kind::Group(words) = &word.kind {
                for inner in words {
                    if let Kind::Region(blocks) = &inner.kind {
                        found.push(blocks.as_slice());
                    }
                }
            }
        }
        found
    }
}

fn collect_values<'t>(words: &[Word<'t>], found: &mut Vec<&'t str>) {
    for word in words {
        if let Kind::Group(inner) | Kind::List(inner) = &word.kind {
            collect_values(inner, found);
        }
        found.extend(word.value());
    }
}

fn collect_names<'t>(words: &[Word<'t>], found: &mut Vec<&'t str>) {
    for word in words {
        if let Kind::Group(inner) = &word.kind {
            collect_names(inner, found);
        }
        found.extend(word.name());
    }
}
