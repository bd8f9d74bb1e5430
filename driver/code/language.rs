//! Languages of sources.

use std::path::Path;

/// The language of a file, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Tile C++.
    Cpp,
    /// cuTile Python.
    Python,
    /// A table of kernels and launches, as `python -m tileproof.cutile` writes it.
    Table,
}

impl Language {
    /// The language of a source; none of what is Tile IR already.
    pub fn of(path: &Path) -> Option<Self> {
        let kind = path.extension()?.to_str()?.to_ascii_lowercase();
        match kind.as_str() {
            "cu" | "cuh" => Some(Language::Cpp),
            "py" => Some(Language::Python),
            "launches" => Some(Language::Table),
            _ => None,
        }
    }
}
