//! SARIF, with a model that has a type for each object.

use std::collections::BTreeSet;

use serde_json::Value;
use serde_sarif::sarif::Sarif;
use spec::rules::Rule;

use crate::folder::{Folder, STORE, has};
use crate::{broken, compiled, schema};

/// The output of a check; the model must know each key.
#[track_caller]
fn log(folder: &Folder, code: i32, file: &str) -> Value {
    let output = folder.run(&["check", file, "--format", "sarif"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(code), "{text}");
    let value: Value = serde_json::from_str(&text).expect("it is JSON");
    let model: Sarif = serde_json::from_str(&text).expect("it is SARIF");
    assert_eq!(serde_json::to_value(&model).expect("it can be written"), value, "the model knows all of it");
    assert_eq!(value["version"], "2.1.0");
    value
}

fn results(log: &Value) -> &[Value] {
    log["runs"][0]["results"].as_array().expect("a list")
}

fn fingerprints(log: &Value) -> BTreeSet<String> {
    let one = |result: &Value| result["partialFingerprints"]["tileproof/v1"].as_str().map(str::to_owned);
    results(log).iter().filter_map(one).collect()
}

#[test]
fn a_result_has_its_rule_its_region_and_its_path() {
    let folder = Folder::new("sarif_result").with("a b.tile", broken());
    let log = log(&folder, 1, "a b.tile");
    let [result] = results(&log) else { panic!("{log}") };
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().expect("a list");
    assert_eq!(rules.len(), Rule::ALL.len());
    let index = usize::try_from(result["ruleIndex"].as_u64().expect("a number")).expect("it is small");
    assert_eq!((&result["ruleId"], &rules[index]["id"]), (&"view.index.space".into(), &result["ruleId"]));
    assert_eq!(result["level"], "error");
    has(rules[index]["help"]["text"].as_str().unwrap_or_default(), "What to try:");
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a%20b.tile");
    assert_eq!(place["artifactLocation"]["uriBaseId"], "%SRCROOT%");
    let region = &place["region"];
    assert_eq!((&region["startLine"], &region["startColumn"]), (&11.into(), &3.into()));
    assert_eq!(region["endLine"], 11);
    let line = broken().lines().nth(10).map_or(0, |line| line.chars().count());
    assert_eq!(region["endColumn"], line + 1);
    assert_eq!(log["runs"][0]["invocations"][0]["exitCode"], 1);
}

#[test]
fn a_race_has_both_places() {
    let folder = Folder::new("sarif_race").with("a.tile", STORE.replace("grid = (1)", "grid = (2)"));
    let log = log(&folder, 1, "a.tile");
    let race = results(&log).iter().find(|one| one["ruleId"] == "race.block").expect("a race");
    let other = &race["relatedLocations"][0];
    assert_eq!(other["physicalLocation"]["region"]["startLine"], 11);
    assert_eq!(other["message"]["text"], "the other access");
}

#[test]
fn a_suggested_edit_is_a_fix() {
    let folder = compiled("sarif_fix");
    let log = log(&folder, 1, "k.tilebc");
    let fixed: Vec<_> = results(&log).iter().filter(|one| !one["fixes"].is_null()).collect();
    let change = &fixed.first().expect("a load has no mask")["fixes"][0]["artifactChanges"][0];
    assert_eq!(change["artifactLocation"]["uri"], "partition_view.cu");
    let replacement = &change["replacements"][0];
    assert_eq!(replacement["insertedContent"]["text"], "_masked");
    let at = |key: &str| {
        usize::try_from(replacement["deletedRegion"][key].as_u64().expect("a number")).expect("it is small")
    };
    assert_eq!(at("startLine"), at("endLine"));
    let text = std::fs::read_to_string(folder.0.join("partition_view.cu")).expect("it is there");
    let line = text.lines().nth(at("startLine") - 1).expect("there is such a line");
    assert_eq!(at("startColumn"), at("endColumn"), "nothing is deleted");
    assert!(line.get(at("startColumn") - 1..).is_some_and(|rest| rest.starts_with('(')), "{line}");
}

#[test]
fn fingerprints_survive_moved_lines_and_no_other_access() {
    let of = |name: &str, text: String| {
        let folder = Folder::new(&format!("sarif_print_{name}")).with("a.tile", text);
        fingerprints(&log(&folder, 1, "a.tile"))
    };
    let first = of("first", broken());
    assert_eq!(first.len(), 1);
    assert_eq!(of("moved", format!("\n// moved\n\n{}", broken())), first);
    assert_eq!(of("blanks", broken().replace("weak %c7, %target[%i]", "weak  %c7,  %target[%i]")), first);
    assert_ne!(of("access", broken().replace("%target", "%other")), first);
    assert_ne!(of("kernel", broken().replace("@store", "@put")), first);
    // The same access once more is another finding.
    let line = broken().lines().nth(10).map(str::to_owned).expect("it is there");
    let again = format!("{line}\n{}", line.replace("%t =", "%u ="));
    let twice = of("twice", broken().replace(&line, &again));
    assert!(twice.len() == 2 && twice.is_superset(&first), "{twice:?}");
}

#[test]
fn fingerprints_of_compiled_code_are_those_of_its_source() {
    let folder = compiled("sarif_source");
    let all = fingerprints(&log(&folder, 1, "k.tilebc"));
    assert!(!all.is_empty());
    let text = std::fs::read_to_string(folder.0.join("partition_view.cu")).expect("it is there");
    let folder = folder.with("partition_view.cu", text.replace(".load(", ".load( "));
    assert_eq!(fingerprints(&log(&folder, 1, "k.tilebc")), all);
}

#[test]
fn logs_keep_the_schema_and_what_is_spoiled_does_not() {
    let root = schema::schema();
    let race = Folder::new("sarif_schema").with("a.tile", STORE.replace("grid = (1)", "grid = (2)"));
    for value in [log(&race, 1, "a.tile"), log(&compiled("sarif_schema_cpp"), 1, "k.tilebc")] {
        assert_eq!(schema::broken(&root, &root, &value, ""), Vec::<String>::new());
        for (pointer, with) in [
            ("/version", "2.0".into()),
            ("/runs/0/results/0/level", "bad".into()),
            ("/runs/0/results/0/message", Value::Null),
            ("/runs/0/results/0/locations/0/physicalLocation/region/startLine", 0.into()),
            ("/runs/0/tool", serde_json::json!({})),
            ("/runs/0/results/0", serde_json::json!({"message": {"text": "x"}, "more": 1})),
        ] {
            let mut spoiled = value.clone();
            *spoiled.pointer_mut(pointer).expect("it is there") = with;
            assert!(!schema::broken(&root, &root, &spoiled, "").is_empty(), "{pointer}");
        }
    }
}
