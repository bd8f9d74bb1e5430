//! Tells the tests of this crate where to look for z3 at run time; `verify` knows. Without the `solver` feature, z3
//! is not needed.

fn main() {
    println!("cargo::rerun-if-env-changed=DEP_TILEPROOF_VERIFY_RPATH");
    if let Ok(rpath) = std::env::var("DEP_TILEPROOF_VERIFY_RPATH") {
        println!("cargo::rustc-link-arg={rpath}");
    }
}
