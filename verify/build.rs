//! Links with z3, and tells every executable its folder at run time.
//!
//! Link arguments reach the executables of one package only, so the search path also goes to the
//! dependents' build scripts, as `DEP_TILEPROOF_VERIFY_RPATH`.

use std::env;
use std::path::{Path, PathBuf};

/// From an executable to the repository: target/debug, target/debug/deps (and target/TRIPLE/debug),
/// target/TRIPLE/debug/deps.
const UP: [&str; 3] = ["../..", "../../..", "../../../.."];

fn main() {
    println!("cargo::rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    println!("cargo::rerun-if-env-changed=Z3_RUN_PATH");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a member lies inside the workspace");
    let ours = root.join(".z3/lib");
    let lib = env::var_os("Z3_LIBRARY_PATH_OVERRIDE").map_or_else(|| ours.clone(), PathBuf::from);

    let Some(file) = ["so", "dylib", "a"]
        .map(|kind| lib.join("libz3").with_extension(kind))
        .into_iter()
        .find(|f| f.exists())
    else {
        println!(
            "cargo::error=z3 5.4 is not in {}: run `make setup` once, or set Z3_LIBRARY_PATH_OVERRIDE to the folder of your libz3",
            lib.display()
        );
        return;
    };
    println!("cargo::rerun-if-changed={}", file.display());
    println!("cargo::rustc-link-search=native={}", lib.display());

    let places = run_paths(&lib, &ours);
    let rpath = format!("-Wl,-rpath,{}", places.join(":"));
    println!("cargo::rustc-link-arg={rpath}");
    println!("cargo::metadata=RPATH={rpath}");
}

/// The folders where executables look for the library.
fn run_paths(lib: &Path, ours: &Path) -> Vec<String> {
    // A distributed program has the library next to it, and knows no folder of this machine.
    if let Ok(said) = env::var("Z3_RUN_PATH") {
        return vec![said];
    }
    let is_ours = env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") && same(lib, ours);
    let beside = UP.map(|up| format!("$ORIGIN/{up}/.z3/lib")).into_iter().filter(|_| is_ours);
    beside.chain([lib.display().to_string()]).collect()
}

fn same(one: &Path, other: &Path) -> bool {
    one.canonicalize().ok() == other.canonicalize().ok()
}
