//! Names of kernels, as their authors know them.

use driver::load::{Source, function_name};

/// The author's name of a kernel if known, otherwise its function's name from the symbol.
pub(crate) fn called<'a>(source: &'a Source, name: &'a str) -> &'a str {
    Some(source.called(name)).filter(|called| *called != name).unwrap_or_else(|| function_name(name))
}
