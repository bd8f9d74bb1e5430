//! Names of kernels, as their authors know them.

use driver::load::{Source, function_name};

/// What the author calls a kernel, where that is known; else its function's name, out of the symbol.
pub(crate) fn called<'a>(source: &'a Source, name: &'a str) -> &'a str {
    Some(source.called(name)).filter(|called| *called != name).unwrap_or_else(|| function_name(name))
}
