//! `tileproof conform` from a user's view: exports, messages to targets, and detected errors.

mod batch;
#[path = "../folder/mod.rs"]
mod folder;
mod foreign;
mod submission;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use folder::{Folder, has};
use serde_json::Value;

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/corpus");

/// Three launches: with complete results, with partial results, and with a broken rule.
const FILE: &str = "\
contract @next {
  names = (x, o)
}
//@ run @next grid=1 x=5 o=i32[2]:uninit => o=[6, ?]
//@ run @next grid=1 x=-1 o=i32[2]:iota => o=[0, ...]
//@ run @next grid=1 x=5 o=i32[1]@2:uninit => undefined memory.alignment
entry @next(%x: tile<i32>, %o: tile<ptr<i32>>) {
  %one = constant <i32: 1> : tile<i32>
  %r = addi %x, %one : tile<i32>
  %t = store_ptr_tko weak %o, %r : tile<ptr<i32>>, tile<i32> -> token
  return
}
";

/// Writes the expected result, or names the broken rule.
const RIGHT: &str = r#"case=$1 to=$2 from=$(dirname "$1")
rule=$(sed -n 's/.*"breaks": "\(.*\)".*/\1/p' "$case")
[ -z "$rule" ] || { echo "undefined $rule"; exit; }
for array in "$from"/*.expected.npy; do name=${array##*/}; cp "$array" "$to/${name%.expected.npy}.npy"; done
"#;

/// Then flips the lowest bit of the first element; the header has 128 bytes.
const WRONG: &str = r#"for array in "$to"/*.npy; do
  byte=$(od -An -tu1 -j128 -N1 "$array" | tr -d ' ')
  printf "\\$(printf %o $((byte ^ 1)))" | dd of="$array" bs=1 seek=128 conv=notrunc 2>/dev/null
done
"#;

fn small(name: &str) -> Folder {
    let folder = Folder::new(name);
    fs::create_dir(folder.0.join("c")).expect("the folder is writable");
    folder.with("c/next.tile", FILE).with("right.sh", RIGHT).with("wrong.sh", RIGHT.to_owned() + WRONG)
}

fn conform(folder: &Folder, code: i32, words: &[&str]) -> String {
    let words: Vec<_> = ["conform", "--corpus", "c"].iter().chain(words).copied().collect();
    folder.ends(code, &words)
}

fn json(folder: &Folder, code: i32, words: &[&str]) -> Value {
    let words: Vec<_> = words.iter().chain(&["--json"]).copied().collect();
    serde_json::from_str(&conform(folder, code, &words)).expect("it is JSON")
}

fn names(report: &Value) -> Vec<String> {
    let cases = report["cases"].as_array().expect("a list of cases");
    cases.iter().map(|case| case["name"].as_str().expect("a name").to_owned()).collect()
}

/// Every file below a folder, by relative path.
fn files(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let (mut all, mut folders) = (BTreeMap::new(), vec![root.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder is readable") {
            let path = entry.expect("an entry is readable").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(root).expect("the walk stays inside").display().to_string();
                all.insert(name, fs::read(&path).expect("a file is readable"));
            }
        }
    }
    all
}

#[test]
fn the_interpreter_agrees() {
    let folder = small("interp");
    let report = json(&folder, 0, &[]);
    assert_eq!(report["schema"], "tileproof.conform/2");
    assert_eq!(report["total"]["agree"], 3);
    assert_eq!(report["chapters"]["memory"]["agree"], 1, "{report}");
    assert_eq!(report["provenance"]["hand"]["agree"], 3);
    assert_eq!(names(&report), Vec::<String>::new());
}

#[test]
fn what_is_exported_is_the_same_every_time_and_reads_back() {
    let folder = small("export");
    let said = conform(&folder, 0, &["--export", "one", "--filter", "next"]);
    assert_eq!(said, "3 cases in one: 1 broken, 2 hand\n");
    conform(&folder, 0, &["--export", "two", "--filter", "next"]);
    let one = files(&folder.0.join("one"));
    assert!(one == files(&folder.0.join("two")), "two exports differ");
    // The suite holds what the corpus does.
    let wanted = json(&folder, 0, &["--filter", "next"]);
    assert_eq!(json(&folder, 0, &["--suite", "one"]), wanted);
    conform(&folder, 2, &["--export", "one", "--filter", "next"]);
    let case: Value = serde_json::from_slice(&one["cases/next/next/1/case.json"]).expect("it is JSON");
    assert_eq!(case["schema"], "tileproof.case/1");
    assert_eq!(case["launch"]["arguments"][0]["bits"], "0x5");
    assert_eq!(case["launch"]["arguments"][1]["buffer"]["contents"], Value::Null);
    assert_eq!(case["expected"]["leaves"][0]["counts"], "cases/next/next/1/o.counts.npy");
    assert!(one.contains_key(case["kernel"]["bytecode"].as_str().expect("a path")));
}

/// Exports the generated cases of an operation twice, and runs them.
#[track_caller]
fn exported_twice(operation: &str) {
    let (folder, filter) = (small(operation), format!("generated/{operation}/"));
    let said = conform(&folder, 0, &["--export", "first", "--filter", &filter]);
    assert!(said.ends_with(" candidate\n"), "{said}");
    conform(&folder, 0, &["--export", "second", "--filter", &filter]);
    let [first, second] = ["first", "second"].map(|suite| files(&folder.0.join(suite)));
    assert!(first == second, "two exports of {filter} differ");
    let report = json(&folder, 0, &["--suite", "first", "--candidates"]);
    let total = report["total"]["agree"].as_u64().expect("a number");
    assert!(said.starts_with(&format!("{total} cases")) && total >= 24, "{said} {report}");
}

#[test]
fn generated_products_are_exported_the_same_every_time() {
    exported_twice("fma");
}

#[test]
fn generated_insertions_are_exported_the_same_every_time() {
    exported_twice("insert");
}

#[test]
fn generated_scans_are_exported_the_same_every_time() {
    exported_twice("scan");
}

#[test]
fn a_command_that_is_right_agrees_and_one_that_flips_a_bit_is_found() {
    let folder = small("exec");
    let right = json(&folder, 0, &["--target", "exec:sh right.sh"]);
    assert_eq!(right["total"]["agree"], 3, "{right}");
    let wrong = json(&folder, 1, &["--target", "exec:sh wrong.sh", "--junit", "wrong.xml"]);
    assert_eq!(names(&wrong), ["next/next/1", "next/next/2"]);
    assert_eq!(wrong["cases"][0]["why"], "o[0] is 7 (0x00000007), not 6 (0x00000006)");
    assert_eq!(wrong["total"]["agree"], 1, "the rule is still right: {wrong}");
    let xml = fs::read_to_string(folder.0.join("wrong.xml")).expect("it was written");
    assert_eq!(xml.matches("<testcase ").count(), 3);
    assert_eq!(xml.matches("<failure message=").count(), 2);
    let text = conform(&folder, 1, &["--target", "exec:sh wrong.sh"]);
    has(&text, "disagrees: next/next/2: o[0] is 1 (0x00000001), not 0 (0x00000000)");
}

#[test]
fn a_flipped_bit_is_found_in_every_generated_case_that_is_exact() {
    let folder = small("flip");
    let words = ["--candidates", "--filter", "generated/xori/", "--target", "exec:sh wrong.sh"];
    let report = json(&folder, 1, &words);
    assert_eq!(report["total"]["agree"], 0, "{report}");
    assert_eq!(report["total"]["disagree"], 15);
    let why = report["cases"][0]["why"].as_str().expect("a reason");
    assert!(why.contains("; x[0] = ") && why.contains(", y[0] = "), "the operands are not shown: {why}");
}

#[test]
fn what_a_command_cannot_run_is_no_agreement() {
    let folder =
        small("skip").with("skip.sh", "echo skip I cannot\n").with("fail.sh", "echo so >&2; exit 7\n");
    let skipped = json(&folder, 3, &["--target", "exec:sh skip.sh"]);
    assert_eq!((&skipped["total"]["agree"], &skipped["total"]["skipped"]), (&0.into(), &3.into()));
    // Nor is it a disagreement, because the implementation's result is unknown.
    let failed = json(&folder, 8, &["--target", "exec:sh fail.sh"]);
    assert_eq!((&failed["total"]["disagree"], &failed["total"]["errors"]), (&0.into(), &3.into()));
    assert!(failed["cases"][0]["why"].as_str().is_some_and(|why| why.ends_with("7: so")), "{failed}");
    let missing = json(&folder, 8, &["--target", "exec:./nothing"]);
    assert_eq!(missing["total"]["errors"], 3);
    // A command that leaves nothing has left nothing right; what breaks a rule has nothing to leave.
    let empty = json(&folder, 1, &["--target", "exec:true"]);
    assert_eq!((&empty["total"]["disagree"], &empty["total"]["errors"]), (&1.into(), &2.into()));
    assert_eq!(json(&folder, 3, &["--target", "results:c"])["total"]["skipped"], 3);
}

#[test]
fn a_launch_may_end_where_an_assertion_fails() {
    let folder = small("assert").with("end.sh", "echo failed it ended\n").with("fail.sh", "exit 7\n");
    let claims = |code, target| {
        let words =
            ["conform", "--corpus", CORPUS, "--filter", "hardware/loops/claim", "--target", target, "--json"];
        serde_json::from_str::<Value>(&folder.ends(code, &words)).expect("it is JSON")
    };
    // The assertion of the second launch fails, that of the first holds.
    assert_eq!(names(&claims(1, "exec:sh end.sh")), ["hardware/loops/claim/1"]);
    assert_eq!(
        names(&claims(8, "exec:sh fail.sh")).len(),
        2,
        "a command that fails says nothing of the launch"
    );
}

#[test]
fn shards_share_the_cases_out() {
    let folder = small("shards").with("skip.sh", "echo skip here\n");
    let target = ["--target", "exec:sh skip.sh", "--candidates", "--filter", "generated/andi"];
    let mut all = names(&json(&folder, 3, &target));
    all.sort();
    assert_eq!(all.len(), 15);
    let mut parts = Vec::new();
    for shard in ["1/4", "2/4", "3/4", "4/4"] {
        let part = json(&folder, 3, &[&target[..], &["--shard", shard]].concat());
        assert_eq!(part["shard"], shard);
        parts.extend(names(&part));
    }
    parts.sort();
    assert_eq!(parts, all, "every case is in one shard");
}

#[test]
fn candidates_count_once_they_are_admitted() {
    let folder = small("admit");
    let filter = ["--filter", "generated/andi"];
    assert!(conform(&folder, 2, &filter).contains("--candidates"), "a candidate counts");
    let words = [&filter[..], &["--candidates", "--admit", "admitted.json", "--device", "a test"]].concat();
    assert_eq!(json(&folder, 0, &words)["total"]["agree"], 15);
    fs::create_dir(folder.0.join("c/conform")).expect("the folder is writable");
    let text = fs::read_to_string(folder.0.join("admitted.json")).expect("it was written");
    let place = folder.0.join("c/conform/admitted.json");
    fs::write(&place, &text).expect("the folder is writable");
    assert_eq!(json(&folder, 0, &filter)["total"]["agree"], 15);
    // What has another digest is another case.
    let at = text.find("special\": \"").expect("a digest") + "special\": \"".len();
    let other = if text[at..].starts_with('0') { "1" } else { "0" };
    fs::write(&place, text[..at].to_owned() + other + &text[at + 1..]).expect("the folder is writable");
    assert_eq!(json(&folder, 0, &filter)["total"]["agree"], 14);
}

#[test]
fn commands_that_make_no_sense_are_refused() {
    let folder = small("usage");
    for words in [
        &["--target", "tpu"][..],
        &["--target", "exec:"],
        &["--shard", "3/2"],
        &["--filter", "no such case"],
        &["--suite", "c"],
        &["--admit", "file"],
    ] {
        conform(&folder, 2, words);
    }
    folder.ends(2, &["conform", "--corpus", "nowhere"]);
}

#[test]
fn the_corpus_has_enough_cases_of_every_provenance_and_all_can_be_made() {
    let folder = Folder::new("whole");
    let words = ["conform", "--corpus", CORPUS, "--candidates", "--target", "results:nowhere", "--json"];
    let report: Value = serde_json::from_str(&folder.ends(3, &words)).expect("it is JSON");
    assert_eq!(report["total"]["errors"], 0, "some case cannot be made: {report}");
    // A version of the suite never changes: `tileproof conform --freeze VERSION` makes another one.
    assert_eq!(report["suite"]["changed"], Value::Array(Vec::new()), "not the cases of the suite's version");
    assert!(report["suite"]["cases"].as_u64().is_some_and(|cases| cases > 11_000), "{}", report["suite"]);
    let count = |provenance: &str| report["provenance"][provenance]["skipped"].as_u64().unwrap_or(0);
    assert!(count("hand") > 4000 && count("hardware") > 600, "{}", report["provenance"]);
    assert!(count("interp") > 5000, "{}", report["provenance"]);
    let outside = names(&report)
        .iter()
        .filter(|name| !name.starts_with("generated/") && !name.starts_with("elements/"))
        .count();
    assert!(outside > 1600, "{outside} cases of people and devices");
    let chapters = report["chapters"].as_object().expect("chapters");
    assert!(chapters.len() >= 14, "{:?}", chapters.keys());
}
