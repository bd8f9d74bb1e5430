//! Tells the executables of this package the folder of z3 at run time, from `verify`. A build without `verify` has no z3.

fn main() {
    println!("cargo::rerun-if-env-changed=DEP_TILEPROOF_VERIFY_RPATH");
    if std::env::var_os("CARGO_FEATURE_SOLVER").is_none() {
        return;
    }
    let rpath = std::env::var("DEP_TILEPROOF_VERIFY_RPATH").expect("verify's build script sets it");
    println!("cargo::rustc-link-arg={rpath}");
}
