//! Versions of the suite, and submissions: made, merged, waived, and rejected for wrong claims.

use std::fs;

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::folder::{Folder, has};
use crate::{CORPUS, conform, files, json, small};

const PROFILE: &str = r#"{
  "schema": "tileproof.profile/1",
  "implementation": "a test",
  "version": "1",
  "architecture": "none",
  "device": "this machine",
  "ir": "13.5",
  "contraction": "may",
  "flushing": "never",
  "undefined": "detected",
  "order": "any"
}
"#;

/// Three cases, frozen as version 1, and a profile.
fn frozen(name: &str) -> Folder {
    let folder = small(name).with("profile.json", PROFILE).with("skip.sh", "echo skip not yet\n");
    fs::create_dir(folder.0.join("c/conform")).expect("the folder is writable");
    assert_eq!(conform(&folder, 0, &["--freeze", "1"]), "suite 1 has 3 cases\n");
    folder
}

fn submit(folder: &Folder, code: i32, into: &str, more: &[&str]) {
    conform(folder, code, &[&["--profile", "profile.json", "--submission", into], more].concat());
}

#[track_caller]
fn refused(folder: &Folder, submission: &str, wanted: &str) {
    let said = conform(folder, 9, &["--verify", submission]);
    has(&said, &format!("refused: {submission}/{wanted}"));
}

fn edit(folder: &Folder, path: &str, from: &str, to: &str) {
    let path = folder.0.join(path);
    let text = fs::read_to_string(&path).expect("it is there");
    assert!(text.contains(from), "{from} is not in {text}");
    fs::write(path, text.replacen(from, to, 1)).expect("the folder is writable");
}

/// The digest of a file, in hexadecimal digits.
fn digest(path: impl AsRef<std::path::Path>) -> String {
    let bytes = fs::read(path).expect("it is there");
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes the manifest anew, as whoever edits a submission would.
fn manifest(folder: &Folder, submission: &str) {
    let of = |name: &str| format!("{}  {name}\n", digest(folder.0.join(submission).join(name)));
    let text: String = ["profile.json", "results.jsonl", "summary.json", "waivers.jsonl"].map(of).concat();
    fs::write(folder.0.join(submission).join("MANIFEST"), text).expect("the folder is writable");
}

#[test]
fn a_version_is_frozen() {
    let folder = frozen("frozen");
    let report = json(&folder, 0, &["--mustpass"]);
    assert_eq!((&report["suite"]["version"], &report["suite"]["cases"]), (&"1".into(), &3.into()));
    // An equal version is accepted; any change is a different case.
    conform(&folder, 0, &["--freeze", "1"]);
    edit(&folder, "c/next.tile", "x=5 o=i32[2]:uninit => o=[6, ?]", "x=6 o=i32[2]:uninit => o=[7, ?]");
    let report = json(&folder, 0, &[]);
    assert_eq!(report["suite"]["changed"], Value::from(vec!["next/next/1: what it is given is another"]));
    let refused = conform(&folder, 2, &["--freeze", "1"]);
    has(&refused, "suite 1 is frozen");
    for words in [&["--archive", "a.tar"][..], &["--profile", "profile.json", "--submission", "s"]] {
        has(&conform(&folder, 2, words), "next/next/1: what it is given is another");
    }
    assert!(!folder.0.join("a.tar").exists() && !folder.0.join("s/MANIFEST").exists());
    has(&conform(&folder, 2, &["--freeze", "a version"]), "is no version");
    conform(&folder, 0, &["--freeze", "1.1"]);
    assert_eq!(json(&folder, 0, &[])["suite"]["version"], "1.1");
    edit(&folder, "c/next.tile", "//@ run @next grid=1 x=-1", "// run @next grid=1 x=-1");
    let changed = json(&folder, 0, &[])["suite"]["changed"].to_string();
    has(&changed, "next/next/3: there is no such case");
    edit(&folder, "c/conform/mustpass.txt", "next/next/3", "next/next/2");
    has(&conform(&folder, 2, &[]), "mustpass.txt:1: it has a case twice");
}

#[test]
fn an_archive_has_the_same_bytes_every_time_and_is_a_suite() {
    let folder = frozen("archive");
    let said = conform(&folder, 0, &["--archive", "one.tar"]);
    assert_eq!(said, "3 cases in one.tar: 1 broken, 2 hand\n");
    conform(&folder, 0, &["--archive", "two.tar"]);
    let [one, two] = ["one.tar", "two.tar"].map(|name| fs::read(folder.0.join(name)).expect("it is there"));
    assert!(one == two, "two archives differ");
    let tar = std::process::Command::new("tar").args(["-xf", "one.tar"]).current_dir(&folder.0).status();
    assert!(tar.expect("tar starts").success());
    let root = "tileproof-conform-1";
    assert!(
        folder.0.join(root).join("CONFORM.md").exists() && folder.0.join(root).join("mustpass.txt").exists()
    );
    assert_eq!(json(&folder, 0, &["--suite", root, "--mustpass"])["total"]["agree"], 3);
    submit(&folder, 0, "mine", &["--suite", root]);
    conform(&folder, 0, &["--suite", root, "--verify", "mine"]);
    // The corpus is the same suite.
    has(&conform(&folder, 0, &["--verify", "mine"]), "mine is correct: submission ");
}

/// A copy of the submission `right` with one edit.
fn edited(folder: &Folder, name: &str, [file, from, to]: [&str; 3]) {
    fs::create_dir(folder.0.join(name)).expect("the folder is writable");
    for (path, bytes) in files(&folder.0.join("right")) {
        fs::write(folder.0.join(name).join(path), bytes).expect("the folder is writable");
    }
    edit(folder, &format!("{name}/{file}"), from, to);
}

#[test]
fn a_submission_that_was_edited_is_refused_with_the_file() {
    let folder = frozen("edited");
    submit(&folder, 0, "right", &[]);
    submit(&folder, 0, "again", &[]);
    let [right, again] = ["right", "again"].map(|name| files(&folder.0.join(name)));
    assert!(right == again, "two submissions of one run differ");
    let twice = conform(&folder, 2, &["--profile", "profile.json", "--submission", "right"]);
    has(&twice, "has a submission already");
    for (name, change) in [
        ("a", ["profile.json", "a test", "another"]),
        ("b", ["results.jsonl", "agrees", "skipped"]),
        ("d", ["summary.json", "\"agree\": 3", "\"agree\": 4"]),
        ("e", ["waivers.jsonl", "", "\n"]),
    ] {
        edited(&folder, name, change);
        refused(&folder, name, &format!("{}: it is not the file that", change[0]));
    }
    edited(&folder, "line", ["MANIFEST", "  waivers", "  Waivers"]);
    refused(&folder, "line", "MANIFEST:4: it is no line of a manifest");
    fs::write(folder.0.join("right/notes.txt"), "mine").expect("the folder is writable");
    refused(&folder, "right", "notes.txt: it belongs to no submission");
    refused(&folder, "nowhere", "MANIFEST: it cannot be read");
}

/// Edits of a submission, each with the expected refusal after a new manifest.
const EDITS: [(&str, [&str; 3], &str); 11] = [
    (
        "verdict",
        ["results.jsonl", "agrees", "disagrees"],
        "results.jsonl:1: next/next/1 agrees, and the line has disagrees",
    ),
    ("digest", ["results.jsonl", "\"left\":\"", "\"left\":\"0"], "results.jsonl:1: next/next/1 error"),
    (
        "rule",
        ["results.jsonl", "memory.alignment", "memory.bounds"],
        "results.jsonl:3: next/next/3 disagrees",
    ),
    (
        "case",
        ["results.jsonl", "next/next/2", "next/next/7"],
        "results.jsonl:2: the suite has no case next/next/7",
    ),
    (
        "twice",
        ["results.jsonl", "next/next/2", "next/next/1"],
        "results.jsonl:2: line 1 has next/next/1 already",
    ),
    ("torn", ["results.jsonl", "}\n", "\n"], "results.jsonl:1: "),
    ("total", ["summary.json", "\"agree\": 3", "\"agree\": 4"], "summary.json:"),
    ("suite", ["summary.json", "\"version\": \"1\"", "\"version\": \"2\""], "summary.json: it is of suite 2"),
    ("profile", ["profile.json", "\"ir\": \"13.5\"", "\"ir\": \"9\""], "profile.json: there is no Tile IR 9"),
    ("other", ["profile.json", "a test", "another"], "summary.json:3: it is not the summary of the results"),
    ("waiver", ["waivers.jsonl", "", WAIVER], "waivers.jsonl:1: no case `next/*` is skipped"),
];

const WAIVER: &str = "{\"cases\":\"next/*\",\"verdict\":\"skipped\",\"reason\":\"none\"}\n";

#[test]
fn whoever_writes_the_manifest_anew_is_refused_with_the_line() {
    let folder = frozen("anew");
    submit(&folder, 0, "right", &[]);
    for (name, change, wanted) in EDITS {
        edited(&folder, name, change);
        manifest(&folder, name);
        refused(&folder, name, wanted);
    }
}

#[test]
fn what_does_not_agree_has_a_waiver_or_is_refused() {
    let folder = frozen("waived");
    submit(&folder, 3, "skips", &["--target", "exec:sh skip.sh"]);
    refused(&folder, "skips", "results.jsonl:1: next/next/1: skipped, and no waiver says why: not yet");
    submit(&folder, 8, "dies", &["--target", "exec:false"]);
    refused(&folder, "dies", "results.jsonl:1: next/next/1: error, and no waiver says why");
    let waiver = r#"{"cases":"next/next/*","verdict":"disagrees","reason":"a bit is flipped"}"#;
    let folder = folder.with("waivers.jsonl", waiver);
    submit(&folder, 1, "wrong", &["--target", "exec:sh wrong.sh"]);
    refused(&folder, "wrong", "results.jsonl:1: next/next/1: disagrees, and no waiver says why: o[0] is 7");
    // The waivers can be given later, and what is not needed any more is refused.
    let words = ["--merge", "wrong", "--waivers", "waivers.jsonl", "--submission", "waived"];
    let text = conform(&folder, 0, &words);
    has(&text, "waived: 2: a bit is flipped");
    let report: Value =
        serde_json::from_str(&conform(&folder, 0, &["--verify", "waived", "--json"])).expect("it is JSON");
    assert_eq!((&report["total"]["agree"], &report["total"]["waived"]), (&1.into(), &2.into()));
    assert_eq!(report["target"], "a test 1 for none on this machine");
    submit(&folder, 0, "stale", &["--waivers", "waivers.jsonl"]);
    refused(&folder, "stale", "waivers.jsonl:1: no case `next/next/*` is disagrees");
    // What the profile excludes is not run, and needs no waiver.
    let undetected = PROFILE.replace("\"detected\"", "\"undetected\"");
    let folder = folder.with("profile.json", undetected);
    submit(&folder, 0, "outside", &["--target", "exec:sh right.sh"]);
    let text = conform(&folder, 0, &["--verify", "outside"]);
    has(&text, "skipped: 1: outside the profile: what breaks a rule is not detected");
    for (name, wrong) in [("a.json", "{}"), ("b.json", "{\"cases\": 1}"), ("c.json", "")] {
        fs::write(folder.0.join(name), wrong).expect("the folder is writable");
        conform(&folder, 2, &["--profile", name]);
    }
    has(&conform(&folder, 2, &["--submission", "x"]), "a submission has a profile");
}

#[test]
fn parts_are_merged_to_one() {
    let folder = frozen("parts");
    for part in ["1/2", "2/2"] {
        submit(&folder, 0, &format!("part{}", &part[..1]), &["--shard", part]);
    }
    refused(&folder, "part1", "summary.json:1: part 1/2 of a run");
    conform(&folder, 0, &["--merge", "part1", "part2", "--submission", "all"]);
    submit(&folder, 0, "whole", &[]);
    assert!(files(&folder.0.join("all")) == files(&folder.0.join("whole")), "the parts are not the whole");
    has(&conform(&folder, 9, &["--merge", "part1", "part1"]), "another part has next/next/1, too");
    let report = json(&folder, 8, &["--merge", "part1"]);
    assert_eq!((&report["total"]["agree"], &report["total"]["errors"]), (&2.into(), &1.into()));
    edit(&folder, "part2/profile.json", "a test", "another");
    has(&conform(&folder, 9, &["--merge", "part1", "part2"]), "part2/profile.json: it is not the file");
    manifest(&folder, "part2");
    has(&conform(&folder, 9, &["--merge", "part1", "part2"]), "part2: its profile is another");
}

#[test]
fn a_profile_that_never_contracts_is_held_to_that() {
    let fused = "cp \"$(dirname \"$1\")/r.around1.npy\" \"$2/r.npy\"\n";
    let folder = Folder::new("contracts").with("fused.sh", fused);
    let of = |code: i32, profile: &str| {
        fs::write(folder.0.join("profile.json"), profile).expect("the folder is writable");
        let cases = ["conform", "--corpus", CORPUS, "--filter", "accuracy/contraction/add/1"];
        let words = ["--target", "exec:sh fused.sh", "--profile", "profile.json"];
        folder.ends(code, &[&cases[..], &words].concat())
    };
    of(0, PROFILE);
    let said = of(1, &PROFILE.replace("\"contraction\": \"may\"", "\"contraction\": \"never\""));
    has(&said, "disagrees: accuracy/contraction/add/1: r[0] is 5.9604645e-8");
}

#[test]
fn every_submission_that_is_kept_is_what_it_says() {
    let kept = fs::read_dir(format!("{CORPUS}/conform/submissions")).expect("some are kept");
    let folder = Folder::new("kept");
    let mut count = 0;
    for submission in kept {
        let path = submission.expect("the folder is readable").path();
        let path = path.to_str().expect("its name is text");
        count += 1;
        let listed = fs::read_to_string(format!("{path}/MANIFEST")).expect("it has a list of its files");
        for line in listed.lines() {
            let (stated, name) = line.split_once("  ").expect("a line has two words");
            assert_eq!(digest(format!("{path}/{name}")), stated, "{path}/{name}");
        }
        // All cases are computed again, for a minute.
        if std::env::var_os("SLOW").is_none() {
            continue;
        }
        let words = ["conform", "--corpus", CORPUS, "--verify", path];
        has(&folder.ends(0, &words), "is correct: submission ");
    }
    assert!(count > 0, "there is none");
}
