//! Tells the tests of this crate the folder of z3 at run time; `verify` knows it. Without the `solver` feature, z3
//! is not needed.
//!
//! An example in the documentation is a program without link arguments. Cargo lets it find libraries only in the folders of build scripts,
//! so this folder gets a link to the library.

use std::env;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-env-changed=DEP_TILEPROOF_VERIFY_RPATH");
    let Ok(rpath) = env::var("DEP_TILEPROOF_VERIFY_RPATH") else { return };
    println!("cargo::rustc-link-arg={rpath}");
    let out = env::var("OUT_DIR").expect("cargo sets it");
    // The last folder is the library's, by its whole path.
    if let Some(folder) = rpath.rsplit(':').next() {
        link_libraries(Path::new(folder), Path::new(&out));
    }
    println!("cargo::rustc-link-search=native={out}");
}

/// Links every file of z3's library into a folder, as far as the system has links: without them, no example finds z3.
#[cfg(unix)]
fn link_libraries(from: &Path, to: &Path) {
    for entry in from.read_dir().into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with("libz3") {
            let link = to.join(entry.file_name());
            // The link may exist from an earlier build.
            let _ = std::fs::remove_file(&link);
            if let Err(error) = std::os::unix::fs::symlink(entry.path(), link) {
                println!("cargo::warning=z3 cannot be linked for examples: {error}");
            }
        }
    }
}

#[cfg(not(unix))]
fn link_libraries(_: &Path, _: &Path) {}
