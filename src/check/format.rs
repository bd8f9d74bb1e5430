//! The formats, as the command line takes and lists them.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use report::format::Format;

/// Takes the name of a format.
pub(super) fn parser() -> impl TypedValueParser<Value = Format> {
    let names = PossibleValuesParser::new(Format::ALL.map(Format::name));
    // Only valid names reach this point.
    names.map(|name| Format::ALL.into_iter().find(|format| format.name() == name).unwrap_or_default())
}
