//! Baselines: hidden findings, shown findings, and counts of hidden ones.

use std::fs;

use crate::broken;
use crate::folder::{Folder, STORE, has};

const WRITE: [&str; 4] = ["check", "a.tile", "--write-baseline", "base.json"];
const READ: [&str; 4] = ["check", "a.tile", "--baseline", "base.json"];

fn with_baseline(name: &str, text: &str) -> Folder {
    let folder = Folder::new(&format!("baseline_{name}")).with("a.tile", text);
    folder.ends(1, &WRITE);
    folder
}

#[test]
fn what_is_known_is_counted_and_the_verdict_stays() {
    let folder = with_baseline("known", &broken()).with("a.tile", format!("\n// moved\n{}", broken()));
    let text = folder.ends(0, &READ);
    has(&text, "a.tile: store: undefined behavior, 1 finding accepted");
    let text = folder.ends(0, &[&READ[..], &["-v"]].concat());
    has(&text, "accepted: view.index.space at a.tile:13:3, because it is in the baseline base.json");
    let json = folder.ends(0, &[&READ[..], &["--json"]].concat());
    has(&json, "\"verdict\": \"undefined\"");
    has(&json, "\"status\": \"accepted\"");
    has(&json, "\"accepted\": 1,");
    for (format, said) in [
        ("short", "a.tile: note: @store is undefined, with 1 accepted"),
        ("github", "tileproof: 1 kernel checked: 1 with undefined behavior; 1 accepted"),
        ("junit", "<skipped message=\"undefined, 1 accepted\"/>"),
        ("sarif", "\"accepted\": 1"),
        ("html", "undefined, 1 accepted"),
    ] {
        has(&folder.ends(0, &[&READ[..], &["--format", format]].concat()), said);
    }
    // The baseline can be rewritten from the findings that it hides.
    let before = fs::read_to_string(folder.0.join("base.json")).expect("it is there");
    folder.ends(0, &[&READ[..], &WRITE[2..]].concat());
    assert_eq!(fs::read_to_string(folder.0.join("base.json")).expect("it is there"), before);
}

#[test]
fn what_is_new_is_told() {
    let line = broken().lines().nth(10).map(str::to_owned).expect("it is there");
    let again = format!("{line}\n{}", line.replace("%t =", "%u ="));
    for (name, text) in [
        ("access", broken().replace("%target", "%other")),
        ("again", broken().replace(&line, &again)),
        ("kernel", format!("{}{}", broken(), broken().replace("@store", "@put"))),
        ("rule", broken().replace("grid = (1)", "grid = (2)")),
    ] {
        let folder = with_baseline(name, &broken()).with("a.tile", text);
        let text = folder.ends(1, &READ);
        has(&text, ": undefined");
        let folder = folder.with("b.tile", broken());
        has(
            &folder.ends(1, &["check", "b.tile", "--baseline", "base.json"]),
            "b.tile: store: undefined behavior",
        );
    }
}

/// A fixed finding is no longer seen: the check says so, and a new baseline drops it.
#[test]
fn what_is_fixed_is_told_and_dropped() {
    let folder = with_baseline("fixed", &broken()).with("a.tile", STORE);
    let told = "note: 1 entry of the baseline was not seen; run the same check with `--write-baseline base.json` to drop fixed findings";
    has(&folder.ends(0, &READ), told);
    let folder = folder.with("b.tile", STORE);
    assert!(!folder.ends(0, &["check", "b.tile", "--baseline", "base.json"]).contains("not seen"));
    assert!(!folder.ends(0, &[&READ[..], &WRITE[2..]].concat()).contains("not seen"));
    assert!(!fs::read_to_string(folder.0.join("base.json")).expect("it is there").contains("fingerprint"));
    assert!(!folder.ends(0, &READ).contains("not seen"));
}

#[test]
fn what_no_rule_stands_for_is_never_hidden() {
    let open = STORE.replace("  grid = (1)\n", "");
    let folder = with_baseline("conditional", &broken()).with("a.tile", open);
    folder.ends(7, &READ);
    let folder = folder.with("a.tile", "entry");
    folder.ends(4, &READ);
}

#[test]
fn a_baseline_lies_where_it_lies() {
    let folder = with_baseline("folder", &broken());
    fs::create_dir(folder.0.join("sub")).expect("the folder is ours");
    let mut command = folder.command(&["check", "../a.tile", "--baseline", "../base.json"]);
    let output = command.current_dir(folder.0.join("sub")).output().expect("the program starts");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn a_torn_baseline_hides_nothing() {
    let folder = with_baseline("torn", &broken());
    let whole = fs::read_to_string(folder.0.join("base.json")).expect("it is there");
    let torn: Vec<String> = vec![
        whole[..whole.len() / 2].to_owned(),
        String::new(),
        whole.replace("baseline/1", "baseline/2"),
        whole.replace("view.index.space", "view.tile.inside"),
        whole.replace("\"findings\"", "\"more\": 1, \"findings\""),
        whole.replace("\"rule\"", "\"any\""),
    ];
    for text in torn {
        let folder = folder.0.join("base.json");
        fs::write(folder, &text).expect("the folder is ours");
        let folder = Folder::new("baseline_torn_one").with("a.tile", broken()).with("base.json", &text);
        let text = folder.ends(2, &READ);
        has(&text, "base.json is no whole baseline: ");
        assert!(!text.contains("a.tile"), "{text}");
    }
    let folder = Folder::new("baseline_missing").with("a.tile", broken());
    has(&folder.ends(2, &READ), "--write-baseline");
}
