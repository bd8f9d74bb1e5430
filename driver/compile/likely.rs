//! Whether a file is worth being opened at all: what a folder or an editor has beside kernels is not compiled.

use std::path::Path;

use frontends::bytecode::is_bytecode;

use crate::code::Language;

/// Whether a file is likely to have a kernel; of bytecode its reader knows.
pub fn has_kernel(path: &Path, bytes: &[u8]) -> bool {
    let text = || String::from_utf8_lossy(bytes);
    match Language::of(path) {
        Some(Language::Cpp) => text().contains("__tile_global__"),
        Some(Language::Python) => {
            let text = text();
            text.contains("cuda.tile") && text.contains(".kernel")
                || text.contains("triton") && text.contains("jit")
        }
        Some(Language::Table) => true,
        None => {
            is_bytecode(bytes)
                || text().contains("entry")
                || text().contains("tt.func")
                || path.extension().is_some_and(|kind| kind == "tilebc" || kind == "ttir")
        }
    }
}
