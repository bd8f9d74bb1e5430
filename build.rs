//! Tells the executables of this package where to look for z3 at run time; `verify` knows.

fn main() {
    println!("cargo::rerun-if-env-changed=DEP_TILEPROOF_VERIFY_RPATH");
    let rpath = std::env::var("DEP_TILEPROOF_VERIFY_RPATH").expect("verify's build script sets it");
    println!("cargo::rustc-link-arg={rpath}");
}
