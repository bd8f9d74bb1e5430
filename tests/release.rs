//! The size of a release, estimated from the program that the tests run: a wheel that is too large is noticed before it is made.

use std::path::Path;
use std::process::{Command, Output};

fn estimate(words: &[&str]) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/wheel_size.sh");
    Command::new("sh").arg(script).args(words).output().expect("there is a shell")
}

#[test]
fn the_wheel_is_not_too_large() {
    let program = env!("CARGO_BIN_EXE_tileproof");
    let profile = if program.contains("/release/") { "release" } else { "dev" };
    let output = estimate(&[program, profile]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// A small program, with bytes that nothing compresses of more than the limit.
#[test]
fn a_wheel_that_is_too_large_is_noticed() {
    let folder = std::env::temp_dir().join(format!("tileproof-wheel-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the temporary folder is writable");
    let mut state = 1u64;
    let byte = |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    let noise: Vec<u8> = (0..24_000_000).map(byte).collect();
    std::fs::write(folder.join("noise"), noise).expect("the folder is ours");
    let mut command = Command::new("objcopy");
    let program = folder.join("program");
    command.arg("--add-section=.noise=noise").arg("--set-section-flags=.noise=alloc,readonly,data");
    command.arg("/bin/sh").arg(&program).current_dir(&folder);
    assert!(command.output().expect("there is objcopy, as strip is").status.success());
    let output = estimate(&[&program.display().to_string(), "dev"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("and 20000000 are the most"), "{said}");
    std::fs::remove_dir_all(&folder).expect("it is ours");
}
