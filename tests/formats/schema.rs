//! The schema of SARIF 2.1.0 from the crate of its types, as a validator. The schema covers everything except patterns and
//! formats of strings, which need another language.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use serde_json::{Map, Value};

/// The schema, from the sources of the crate.
pub(super) fn schema() -> Value {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    // Dependencies of other platforms are not fetched.
    let platform = format!("{}-unknown-linux-gnu", env::consts::ARCH);
    let words = ["metadata", "--offline", "--format-version", "1", "--filter-platform", &platform];
    let output = Command::new(cargo).args(words).current_dir(env!("CARGO_MANIFEST_DIR")).output();
    let output = output.expect("cargo starts");
    let data: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    let packages = data["packages"].as_array().expect("there are packages");
    let one = packages.iter().find(|package| package["name"] == "serde-sarif").expect("it is one of them");
    let folder = Path::new(one["manifest_path"].as_str().expect("a path")).with_file_name("src");
    let text = fs::read_to_string(folder.join("schema.json")).expect("the crate has it");
    serde_json::from_str(&text).expect("it is JSON")
}

/// The violations of a schema by a value, with places.
pub(super) fn broken(root: &Value, schema: &Value, value: &Value, at: &str) -> Vec<String> {
    let words = schema.as_object().expect("a schema is an object");
    words.iter().flat_map(|(word, said)| word_broken(root, words, (word, said), value, at)).collect()
}

fn word_broken(
    root: &Value,
    words: &Map<String, Value>,
    (word, said): (&str, &Value),
    value: &Value,
    at: &str,
) -> Vec<String> {
    let wrong = |holds: bool| if holds { Vec::new() } else { vec![format!("{at}: {word} {said}")] };
    let items = || value.as_array().map_or(&[][..], Vec::as_slice);
    let choices = || said.as_array().map_or(&[][..], Vec::as_slice);
    let fitting = || choices().iter().filter(|one| broken(root, one, value, at).is_empty()).count();
    match word {
        "$schema" | "$id" | "title" | "description" | "default" | "definitions" | "pattern" | "format" => {
            Vec::new()
        }
        "$ref" => {
            let path = said.as_str().unwrap_or_default().trim_start_matches('#');
            broken(root, root.pointer(path).expect("what is referred to is there"), value, at)
        }
        "type" => wrong(choices().iter().chain([said]).any(|kind| is_a(kind, value))),
        "enum" => wrong(choices().contains(value)),
        "minimum" => wrong(value.as_f64().is_none_or(|number| Some(number) >= said.as_f64())),
        "maximum" => wrong(value.as_f64().is_none_or(|number| Some(number) <= said.as_f64())),
        "minItems" => wrong(value.as_array().is_none_or(|all| Some(all.len() as u64) >= said.as_u64())),
        "uniqueItems" => wrong((1..items().len()).all(|at| !items()[..at].contains(&items()[at]))),
        "anyOf" => wrong(fitting() > 0),
        "oneOf" => wrong(fitting() == 1),
        "items" => {
            items().iter().flat_map(|item| broken(root, said, item, &format!("{at}/{word}"))).collect()
        }
        "required" => {
            let is_there = |key: &Value| value.get(key.as_str().unwrap_or_default()).is_some();
            wrong(!value.is_object() || choices().iter().all(is_there))
        }
        "properties" => {
            let pairs = value.as_object().into_iter().flatten();
            let known = pairs.filter_map(|(key, value)| Some((key, said.get(key)?, value)));
            known.flat_map(|(key, said, value)| broken(root, said, value, &format!("{at}/{key}"))).collect()
        }
        "additionalProperties" => {
            let is_known = |key: &str| words.get("properties").is_some_and(|known| known.get(key).is_some());
            let more = value.as_object().into_iter().flatten().filter(|(key, _)| !is_known(key));
            more.flat_map(|(key, value)| match said.as_bool() {
                Some(may) => wrong(may),
                None => broken(root, said, value, &format!("{at}/{key}")),
            })
            .collect()
        }
        other => panic!("the word {other} is not one that is read here"),
    }
}

fn is_a(kind: &Value, value: &Value) -> bool {
    match kind.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        Some("number") => value.is_number(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some(_) | None => false,
    }
}
