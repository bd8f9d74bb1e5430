//! `fix` of Triton kernels: a missing mask, a missing fill value, and an offset that overflows. The made-up Triton gives the TTIR that Triton
//! 3.9.0 made of both versions of each kernel in corpus/triton/repairs; other versions do not compile.

use std::fs;

use super::{corpus, made_up_python};
use crate::folder::{Folder, has};

/// Repairs a kernel of corpus/triton/repairs with samples of its arguments: exit code, file afterwards, output and messages.
fn repair(name: &str, samples: &[&str], flags: &[&str]) -> (Option<i32>, String, String, String) {
    let recorded = corpus("triton/repairs");
    let file = format!("{name}.py");
    let text = fs::read_to_string(recorded.join(&file)).expect("the corpus has it");
    let folder = Folder::new(&format!("repaired-{name}-{}", flags.len())).with(&file, text);
    let target = format!("{file}:{name}");
    let words: Vec<&str> = ["fix", &target].iter().chain(samples).chain(flags).copied().collect();
    let mut command = folder.command(&words);
    command.env("PYTHONPATH", made_up_python()).env("PYTHON", "python3").env("TILEPROOF_CACHE", "");
    let output = command.env("RECORDED_KERNELS", &recorded).output().expect("the program starts");
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(!err.contains("panicked"), "{err}");
    let held = fs::read_to_string(folder.0.join(&file)).expect("the file is there");
    (output.status.code(), held, out, err)
}

/// The repaired version of a kernel.
fn fixed(name: &str) -> String {
    fs::read_to_string(corpus(&format!("triton/repairs/{name}.fixed.py"))).expect("the corpus has it")
}

#[test]
fn a_missing_mask_is_written_with_a_fill_value() {
    let samples = ["x=f32[1000]", "y=f32[1000]", "n=1000", "B=256"];
    let (code, held, _, err) = repair("scaled", &samples, &["--write"]);
    assert_eq!((code, held), (Some(0), fixed("scaled")), "{err}");
    has(&err, "proved: the change keeps the results of every launch without undefined behavior");
    has(&err, "scaled.py: written; now scaled: proved");
}

#[test]
fn a_missing_fill_value_of_a_sum_is_zero() {
    let samples = ["x=f32[1000]", "y=f32[4]", "n=1000", "B=256"];
    let (code, _, out, err) = repair("summed", &samples, &["--suggest"]);
    assert_eq!(code, Some(0), "{out}{err}");
    has(&out, "\n+    value = tl.load(x + at, mask=at < n, other=0.0)\n");
    has(&err, "after the fix: summed: proved");
    // Equal results are not proved, so the file stays as it is.
    let (_, held, _, err) = repair("summed", &samples, &["--write"]);
    assert_ne!(held, fixed("summed"), "{err}");
    has(&err, "suggestion: value = tl.load(x + at, mask=at < n, other=0.0)");
}

#[test]
fn an_offset_that_overflows_is_computed_in_64_bits() {
    let samples = ["x=f32[100,64]", "m=100", "n=64", "stride=64", "B=64"];
    let (code, _, out, err) = repair("cleared", &samples, &["--suggest"]);
    assert_eq!(code, Some(0), "{out}{err}");
    has(&out, "\n+    tl.store(x + stride * row.to(tl.int64) + at, 0.0, mask=at < n)\n");
    has(&err, "after the fix: cleared: proved");
}
