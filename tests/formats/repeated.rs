//! Two launches of a script with the same bug: every format tells the bug once, and names the second launch.

use std::fs;
use std::path::Path;

use roxmltree::Document;
use serde_json::Value;

use crate::folder::{Folder, has};

/// A table with two launches of a kernel, both with a block too many, at lines 16 and 17 of the script.
fn launches(name: &str) -> Folder {
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/typical/launched/train.py.launches");
    let table = fs::read_to_string(table).expect("the corpus has it");
    let [schema, kernel, launch, _, end] = table.lines().collect::<Vec<_>>()[..] else { panic!("{table}") };
    let second = launch.replace("\"line\": 16", "\"line\": 17");
    assert_ne!(launch, second);
    Folder::new(name).with("k.launches", [schema, kernel, launch, &second, end].join("\n") + "\n")
}

fn report(folder: &Folder, format: &str) -> String {
    let text = folder.ends(1, &["check", "k.launches", "--format", format]);
    assert!(!text.contains("train.py:18"), "{text}");
    text
}

#[test]
fn annotations_tell_a_shared_bug_once() {
    let text = report(&launches("repeated_github"), "github");
    // The kernel for all launches has a finding of its own.
    let is_of_launch = |line: &&str| line.starts_with("::error") && !line.contains("::likely bug: ");
    let errors: Vec<&str> = text.lines().filter(is_of_launch).collect();
    let [error] = errors[..] else { panic!("{text}") };
    has(error, "title=view.index.space in vec_add");
    has(error, "%0Aalso in train.py:17%0A");
}

#[test]
fn sarif_tells_a_shared_bug_once() {
    let folder = launches("repeated_sarif");
    let output = folder.run(&["check", "k.launches", "--format", "sarif"]);
    let log: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let results = log["runs"][0]["results"].as_array().expect("a list");
    let is_likely =
        |one: &Value| one["message"]["text"].as_str().unwrap_or_default().starts_with("likely bug");
    let errors: Vec<&Value> =
        results.iter().filter(|one| one["level"] == "error" && !is_likely(one)).collect();
    let [error] = errors[..] else { panic!("{log}") };
    assert_eq!(error["ruleId"], "view.index.space");
    has(error["message"]["text"].as_str().unwrap_or_default(), "; also in train.py:17. Try: ");
}

/// Each launch stays a test of its own, and only the first shows the whole finding.
#[test]
fn junit_shows_a_shared_bug_once() {
    let text = report(&launches("repeated_junit"), "junit");
    let suites = Document::parse(&text).expect("it is XML");
    let failures: Vec<_> = suites.descendants().filter(|node| node.has_tag_name("failure")).collect();
    let place = |node: &roxmltree::Node<'_, '_>| {
        node.parent().and_then(|case| case.attribute("classname")).unwrap_or_default().to_owned()
    };
    assert_eq!(failures.iter().map(place).collect::<Vec<_>>(), ["train.py:16", "train.py:17", "train.py"]);
    let whole = |at: usize| failures[at].text().unwrap_or_default();
    has(whole(0), "error[view.index.space]: tile index is out of range of `a`");
    has(whole(1), "the same error as above: view.index.space at train.py:8:9");
    assert!(!whole(1).contains("error[") && !whole(2).contains("error["), "{text}");
    for at in [0, 1] {
        has(failures[at].attribute("message").unwrap_or_default(), "view.index.space");
    }
}

/// A loop makes launches at one line: each has a name by its grid and arguments, and equal ones are numbered.
#[test]
fn junit_names_each_launch_of_a_line() {
    let folder = launches("repeated_line");
    let table = fs::read_to_string(folder.0.join("k.launches")).expect("it is there");
    let [schema, kernel, launch, _, end] = table.lines().collect::<Vec<_>>()[..] else { panic!("{table}") };
    let (start, rest) = launch.split_once("\"grid\": [").expect("a grid");
    let larger = format!("{start}\"grid\": [9{}", rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    let folder = folder.with("k.launches", [schema, kernel, launch, launch, &larger, end].join("\n") + "\n");
    let text = report(&folder, "junit");
    let suites = Document::parse(&text).expect("it is XML");
    let cases = suites.descendants().filter(|node| node.has_tag_name("testcase"));
    let of_line = cases.filter(|node| node.attribute("classname") == Some("train.py:16"));
    let names: Vec<&str> = of_line.filter_map(|node| node.attribute("name")).collect();
    let [first, second, third] = names[..] else { panic!("{text}") };
    has(first, "@vec_add(T=256), grid (");
    assert_eq!(second, format!("{first} #2"));
    has(third, "@vec_add(T=256), grid (9, ");
}
