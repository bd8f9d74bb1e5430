//! The schemas of `docs` against the output of `check --json` and `ptx --launch`: every verdict conforms, and damaged output does not.

mod folder;

use std::fs;

use folder::{Folder, STORE, has};
use serde_json::{Map, Value};

/// The violations of a schema by a value, with places; for the words of JSON Schema in the file.
fn broken(root: &Value, schema: &Value, value: &Value, at: &str) -> Vec<String> {
    let Some(words) = schema.as_object() else { return vec![format!("{at}: the schema is no object")] };
    let mut wrong = Vec::new();
    for (word, said) in words {
        wrong.extend(match word.as_str() {
            "description" | "title" | "$schema" | "$defs" => Vec::new(),
            "$ref" => {
                let path = said.as_str().unwrap_or_default().trim_start_matches('#');
                match root.pointer(path) {
                    Some(other) => broken(root, other, value, at),
                    None => vec![format!("{at}: there is no {path}")],
                }
            }
            "type" => check(is_a(said, value), at, &format!("is no {said}")),
            "const" => check(said == value, at, &format!("is not {said}")),
            "enum" => {
                check(said.as_array().is_some_and(|all| all.contains(value)), at, "is none of the enum")
            }
            "minimum" => check(value.as_f64() >= said.as_f64(), at, "is too small"),
            "minItems" | "maxItems" => {
                let (len, said) =
                    (value.as_array().map(Vec::len), said.as_u64().and_then(|n| usize::try_from(n).ok()));
                let right = if word == "minItems" { len >= said } else { len <= said };
                check(right, at, "has another number of items")
            }
            "anyOf" => {
                let options = said.as_array().map_or(&[][..], Vec::as_slice);
                let fits = options.iter().any(|option| broken(root, option, value, at).is_empty());
                check(fits, at, &format!("fits none of {}", options.len()))
            }
            "items" => {
                let items = value.as_array().into_iter().flatten().enumerate();
                items.flat_map(|(number, item)| broken(root, said, item, &format!("{at}/{number}"))).collect()
            }
            "properties" => {
                let empty = Map::new();
                let (known, has) = (said.as_object().unwrap_or(&empty), value.as_object().unwrap_or(&empty));
                let pairs = has.iter().filter_map(|(key, value)| Some((key, known.get(key)?, value)));
                pairs
                    .flat_map(|(key, said, value)| broken(root, said, value, &format!("{at}/{key}")))
                    .collect()
            }
            "required" => {
                let keys = said.as_array().into_iter().flatten().filter_map(Value::as_str);
                keys.filter(|key| value.get(key).is_none()).map(|key| format!("{at}: lacks {key}")).collect()
            }
            "additionalProperties" => others(root, words, said, (value, at)),
            other => vec![format!("{at}: the word {other} is not one that is read here")],
        });
    }
    wrong
}

/// Wrong properties among those that a schema does not name.
fn others(
    root: &Value,
    words: &Map<String, Value>,
    said: &Value,
    (value, at): (&Value, &str),
) -> Vec<String> {
    let known = words.get("properties").and_then(Value::as_object);
    let is_known = |key: &&String| known.is_some_and(|known| known.contains_key(*key));
    let others = value.as_object().into_iter().flatten().filter(|(key, _)| !is_known(key));
    let wrong = |(key, value): (&String, &Value)| {
        if *said == Value::Bool(false) {
            return vec![format!("{at}: nobody knows {key}")];
        }
        broken(root, said, value, &format!("{at}/{key}"))
    };
    others.flat_map(wrong).collect()
}

fn check(holds: bool, at: &str, what: &str) -> Vec<String> {
    if holds { Vec::new() } else { vec![format!("{at}: {what}")] }
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
        _ => false,
    }
}

fn schema() -> Value {
    serde_json::from_str(include_str!("../docs/check.schema.json")).expect("it is JSON")
}

/// The output of a check, which must end with a code.
#[track_caller]
fn printed(name: &str, code: i32, text: &str) -> Value {
    let folder = Folder::new(name).with("a.tile", text);
    let text = folder.ends(code, &["check", "a.tile", "--json"]);
    serde_json::from_str(&text).expect("it is JSON")
}

#[test]
fn every_verdict_keeps_the_schema() {
    let root = schema();
    let open = STORE.replace("  grid = (1)\n", "");
    let unknown = "contract @k { names = (x) grid = (1) closed requires = x >= -4, x <= 3 }
        entry @k(%x: tile<i32>) {
          %one = constant <i32: 1> : tile<i32>
          %large = constant <i32: 500000000> : tile<i32>
          %other = xori %x, %one : tile<i32>
          %product = muli %other, %large overflow<no_signed_wrap> : tile<i32>
          return
        }";
    let suspects = include_str!("../corpus/suspects/right.tile");
    for (name, code, verdict, text) in [
        ("schema_proved", 0, "proved", STORE.to_owned()),
        ("schema_conditional", 7, "conditional", open),
        ("schema_likely", 7, "conditional", suspects.to_owned()),
        ("schema_unknown", 3, "unknown", unknown.to_owned()),
        ("schema_ill_formed", 4, "ill-formed", "entry".to_owned()),
        ("schema_undefined", 1, "undefined", STORE.replace("i <= 1", "i <= 2")),
        ("schema_race", 1, "undefined", STORE.replace("grid = (1)", "grid = (2)")),
    ] {
        let value = printed(name, code, &text);
        assert_eq!(broken(&root, &root, &value, ""), Vec::<String>::new(), "{name}");
        let verdicts: Vec<_> =
            value["kernels"].as_array().expect("a list").iter().map(|one| &one["verdict"]).collect();
        assert!(verdicts.iter().any(|one| **one == verdict), "{name}: {verdicts:?}");
    }
}

#[test]
fn a_shard_keeps_the_schema() {
    let root = schema();
    let folder = Folder::new("schema_shard").with("a.tile", STORE);
    fs::create_dir(folder.0.join("k")).expect("the folder is ours");
    let folder = folder.with("k/b.tile", b"entry \xff");
    let text = folder.run(&["check", "k", "a.tile", "--json", "--shard", "1/2"]).stdout;
    let value: Value = serde_json::from_slice(&text).expect("it is JSON");
    assert_eq!(broken(&root, &root, &value, ""), Vec::<String>::new());
    assert_eq!(value["shard"]["problems"].as_array().map(Vec::len), Some(1));
}

#[test]
fn what_is_spoiled_breaks_the_schema() {
    let root = schema();
    let value = printed("schema_spoiled", 1, &STORE.replace("i <= 1", "i <= 2"));
    let spoiled = |pointer: &str, with: Value| {
        let mut value = value.clone();
        *value.pointer_mut(pointer).expect("it is there") = with;
        broken(&root, &root, &value, "").join("; ")
    };
    has(&spoiled("/schema", "tileproof.check/1".into()), "is not");
    has(&spoiled("/kernels/0/verdict", "fine".into()), "enum");
    has(&spoiled("/kernels/0/accepted", Value::from(-1)), "too small");
    has(&spoiled("/kernels/0/likely_bug", true.into()), "fits none");
    has(&spoiled("/kernels/0/obligations/0", Value::Object(Map::new())), "lacks rule");
    has(&spoiled("/kernels/0/counterexample/block", Value::Array(Vec::new())), "fits none");
    let mut more = value.clone();
    more["kernels"][0]["contract"]["more"] = Value::Null;
    has(&broken(&root, &root, &more, "").join("; "), "nobody knows more");
}

#[test]
fn descriptions_of_launches_keep_the_schema() {
    let root: Value = serde_json::from_str(include_str!("../docs/launch.schema.json")).expect("it is JSON");
    let perf = format!("{}/corpus/kernels/perf", env!("CARGO_MANIFEST_DIR"));
    let folder = Folder::new("schema_launch").with("store.tile", STORE);
    let kernels =
        [("hopper", "matmul_nt_bf16"), ("hopper", "layer_norm_loop"), ("ragged", "matmul_ragged_bf16")];
    let files = kernels.map(|(file, kernel)| (format!("{perf}/{file}.tile"), kernel));
    for (file, kernel) in files.into_iter().chain([("store.tile".to_owned(), "store")]) {
        folder.ends(0, &["ptx", &file, "--kernel", kernel, "--launch", "launch.json"]);
        let text = fs::read_to_string(folder.0.join("launch.json")).expect("it is written");
        let value: Value = serde_json::from_str(&text).expect("it is JSON");
        assert_eq!(broken(&root, &root, &value, ""), Vec::<String>::new(), "{kernel}");
        // The last version is for every launch, and no name of the compiler's own is left.
        let variants = value["variants"].as_array().expect("a list");
        assert_eq!(variants.last().map(|last| last["when"] == Value::Array(Vec::new())), Some(true));
        assert!(!text.contains("[\"name\", \"%"), "{kernel}");
        let mut spoiled = value.clone();
        spoiled["variants"][0]["grid"][0] = Value::from(1);
        has(&broken(&root, &root, &spoiled, "").join("; "), "is no");
    }
}
