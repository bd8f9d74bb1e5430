//! Sources of `corpus/source` with the verdict of each kernel: the two compilations of a file, what a run makes of the rules, and what a
//! proof speaks of. The compiler is made up: it gives both compilations that stand beside a file.

use std::fs;
use std::path::{Path, PathBuf};

use super::seeds::check_all;
use super::{Folder, program, said};
use crate::folder::has;

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/source").join(name)
}

/// The files whose directives state the verdicts.
fn files() -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(source("")).expect("the folder is readable") {
        let path = entry.expect("an entry is readable").path();
        let others = ["rules.cu", "no_kernel.cu"];
        let is_stated = path.extension().is_some_and(|kind| kind == "cu")
            && !others.iter().any(|other| path.ends_with(other));
        if is_stated {
            let text = fs::read_to_string(&path).expect("the file is there");
            files.push((path, text));
        }
    }
    files.sort();
    files
}

/// A folder with a file, and an nvcc that gives both compilations of it. The compiler refuses the given file with the header, and
/// accepts the file without.
fn folder(path: &Path, text: &str, purpose: &str) -> Folder {
    let stem = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
    let refused: String = text
        .lines()
        .enumerate()
        .filter(|(_, line)| line.contains("// refused"))
        .map(|(at, _)| {
            format!("echo '{stem}.cu({}): error: expression must have a constant value' >&2\n", at + 1)
        })
        .collect();
    let refusal = match refused.is_empty() {
        true => String::new(),
        false => format!("if [ $made = checked ] && [ \"$1\" = {stem}.cu ]; then {refused} exit 2; fi\n"),
    };
    let script = format!(
        "#!/bin/sh\nmade=plain\nfor word; do case $word in -include) made=checked;; esac; done\n\
         while [ $# -gt 1 ]; do [ \"$1\" = -o ] && out=$2; shift; done\n{refusal}cp '{}.'$made.tilebc \"$out\"\n",
        path.with_extension("").display()
    );
    program(Folder::new(&format!("source-{purpose}-{stem}")).with(&format!("{stem}.cu"), text), &script)
}

#[test]
fn every_verdict_of_a_source_is_as_it_should_be() {
    let files = files();
    assert!(files.len() >= 11, "{files:?}");
    check_all(&files, |path, text| folder(path, text, "check"));
}

/// A folder with one file of the corpus.
fn one(name: &str, purpose: &str) -> Folder {
    let path = source(name);
    folder(&path, &fs::read_to_string(&path).expect("the file is there"), purpose)
}

#[test]
fn the_reason_and_the_place_of_a_difference_are_said() {
    let folder = one("differing.cu", "difference");
    for (kernel, why) in [
        ("by_macro", "the operations differ (differing.cu:17)"),
        ("lost", "an access has no rules there (differing.cu:51)"),
    ] {
        let (code, said) =
            said(&mut folder.command(&["check", "differing.cu", "--no-cache", "--kernel", kernel, "-v"]));
        has(&said, "rules of the source are not checked, and so nothing is proved");
        // A report wraps lines.
        has(&said.split_whitespace().collect::<Vec<_>>().join(" "), why);
        assert_eq!(code, Some(3), "{said}");
    }
}

#[test]
fn a_file_without_a_tile_kernel_says_so() {
    let (code, text) =
        said(&mut one("no_kernel.cu", "none").command(&["check", "no_kernel.cu", "--no-cache"]));
    has(&text, "no_kernel.cu has no tile kernel");
    assert_eq!(code, Some(2), "{text}");
}

#[test]
fn a_header_with_kernels_is_checked_like_a_source() {
    let text = fs::read_to_string(source("static_kept.cu")).expect("the file is there");
    let folder = folder(&source("static_kept.cu"), &text, "header").with("static_kept.cuh", text.clone());
    let (code, said) = said(&mut folder.command(&["check", "static_kept.cuh", "--no-cache"]));
    has(&said, "static_kept.cuh: k: proved");
    assert_eq!(code, Some(0), "{said}");
}

#[test]
fn the_contract_above_a_macro_is_the_one_of_its_kernel() {
    let folder = one("macros.cu", "macros");
    let (_, text) = said(&mut folder.command(&["check", "macros.cu", "--no-cache", "-v"]));
    has(&text, "macros.cu: two: ");
    has(&text, "given: grid.x == 2; buffer o : i32[1]");
    has(&text, "given: grid.x == 1; buffer o : i32[2]");
}

/// A counterexample of a check is a launch that a run stops at, and a debugger stands at.
#[test]
fn a_run_stops_at_what_a_check_calls_undefined() {
    let folder = one("indices.cu", "run");
    let check = ["check", "indices.cu", "--no-cache", "--kernel", "st_rep", "--counterexample", "c.json"];
    let (code, text) = said(&mut folder.command(&check));
    assert_eq!(code, Some(1), "{text}");
    let (code, text) =
        said(&mut folder.command(&["run", "indices.cu", "--kernel", "st_rep", "--launch", "c.json"]));
    has(&text, "source.index.representable");
    assert_eq!(code, Some(1), "{text}");
    fs::write(folder.0.join("commands"), "continue\n").expect("the folder is ours");
    let debug = ["debug", "indices.cu", "--kernel", "st_rep", "--launch", "c.json", "--commands", "commands"];
    let (_, text) = said(&mut folder.command(&debug));
    has(&text, "source.index.representable");
    let run = [
        "run",
        "indices.cu",
        "--kernel",
        "st_rep_ok",
        "--grid",
        "1",
        "--arg",
        "x=zeros:f32[4]",
        "--arg",
        "i=0",
    ];
    let (code, text) = said(&mut folder.command(&run));
    assert_eq!(code, Some(0), "{text}");
}

/// The proof of a source is no proof of one that breaks a rule of the source and has the same kernel otherwise.
#[test]
fn a_proof_names_the_rules_of_its_source() {
    let kept = one("static_kept.cu", "proof");
    let (code, text) =
        said(&mut kept.command(&["check", "static_kept.cu", "--no-cache", "--proof", "k.proof"]));
    assert_eq!(code, Some(0), "{text}");
    let proof = fs::read_to_string(kept.0.join("k.proof")).expect("it was written");
    let (code, text) = said(&mut kept.command(&["ptx", "static_kept.cu", "--proof", "k.proof"]));
    assert_eq!(code, Some(0), "{text}");
    let broken = one("static_broken.cu", "proof").with("k.proof", proof);
    let launch = ["--grid", "1", "--arg", "o=zeros:i32[1]", "--arg", "n=7"];
    for verb in [
        &["run", "static_broken.cu", "--proof", "k.proof"][..],
        &["ptx", "static_broken.cu", "--proof", "k.proof"],
    ] {
        let words = if verb[0] == "run" { [verb, &launch].concat() } else { verb.to_vec() };
        let (code, text) = said(&mut broken.command(&words));
        has(&text, "the source has changed since, in what its language requires");
        assert_eq!(code, Some(3), "{text}");
    }
    let (code, text) = said(&mut broken.command(&[&["run", "static_broken.cu"][..], &launch].concat()));
    has(&text, "source.extents.static");
    assert_eq!(code, Some(1), "{text}");
}
