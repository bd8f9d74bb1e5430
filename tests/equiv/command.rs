//! The command line of `equiv`: exit codes, output, and errors for incomparable kernels.

use std::path::Path;
use std::process::{Command, Output};

fn equiv(words: &[&str]) -> Output {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/equiv/elements.tile");
    Command::new(env!("CARGO_BIN_EXE_tileproof"))
        .arg("equiv")
        .args([&corpus, &corpus])
        .args(words)
        .output()
        .expect("the program runs")
}

#[track_caller]
fn says(words: &[&str], code: i32, text: &str) {
    let output = equiv(words);
    let told =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{told}");
    assert!(told.contains(text), "{told}");
}

#[test]
fn an_answer_has_its_exit_code() {
    says(&["--kernel", "sub128", "--other-kernel", "sub256"], 0, "equivalent: @sub128");
    says(&["--kernel", "sub128", "--other-kernel", "sub_swapped"], 1, "different: @sub128");
    says(&["--kernel", "sub128", "--other-kernel", "sub_backwards"], 3, "launches leave the same bits");
    says(&["--kernel", "apart", "--other-kernel", "together", "--allow", "contraction"], 0, "equivalent");
    says(&["--kernel", "sub128", "--other-kernel", "sub256", "--other-grid", "1"], 1, "undetermined");
    let wide = ["--kernel", "sub128", "--other-kernel", "sub_whole", "--other-grid", "n / 128 + 1"];
    says(&wide, 3, "only proved kernels are compared, and @sub_whole has undefined behavior");
}

/// Kernels of Triton with functions of libdevice: each equals itself, and none the formula that it is composed of or near to.
#[test]
fn functions_of_libdevice_are_not_their_formulas() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/equiv/triton");
    let compare = |one: u32, other: u32| {
        let files = [one, other].map(|number| folder.join(format!("composed.{number}.ttir")));
        let output = Command::new(env!("CARGO_BIN_EXE_tileproof"))
            .arg("equiv")
            .args(files)
            .args(["--allow", "contraction", "--contract"])
            .arg(folder.join("composed.contract"))
            .output()
            .expect("the program runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    for (function, formula) in [(0, 1), (2, 3), (4, 5)] {
        let (same, apart) = (compare(function, function), compare(function, formula));
        assert!(same.starts_with("equivalent"), "{same}");
        assert!(apart.starts_with("unknown") || apart.starts_with("different"), "{apart}");
    }
}

#[test]
fn one_launch_is_enough() {
    says(&["--kernel", "sub128", "--other-kernel", "sub_swapped", "--at", "n=0"], 2, "breaks `n >= 1`");
    says(&["--kernel", "sub128", "--other-kernel", "sub256", "--at", "n=5"], 0, "equivalent");
}

#[test]
fn what_cannot_be_compared_is_said() {
    says(&["--kernel", "sub128"], 0, "equivalent");
    says(&["--kernel", "nobody"], 2, "nobody");
    says(&["--kernel", "sub128", "--other-kernel", "twice"], 2, "take the same arguments");
    says(&["--kernel", "sub128", "--other-kernel", "sub256", "--vary", "k"], 2, "it has n");
    says(&["--kernel", "sub128", "--vary", "n", "--at", "n=1"], 2, "cannot be used with");
}

#[test]
fn json_has_the_element_and_both_values() {
    let output = equiv(&["--kernel", "sub128", "--other-kernel", "sub_swapped", "--json"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(json["schema"], "tileproof.equiv/1");
    assert_eq!(json["answer"], "different");
    assert_eq!(json["different"]["array"], "o");
    let values = &json["different"]["values"];
    assert_ne!(values[0], values[1]);
    assert!(json["different"]["launches"][1]["grid"].is_array(), "{json}");
}
