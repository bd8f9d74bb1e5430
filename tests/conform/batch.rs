//! The batch protocol: commands that are right, and commands that are broken, which are errors of the harness by name and never
//! disagreements.

use serde_json::Value;

use crate::folder::Folder;
use crate::{json, names, small};

const ADAPTER: &str = include_str!("adapter.py");

/// Fifteen cases in a folder, and a command for them.
fn suite(name: &str) -> Folder {
    let folder = small(name).with("adapter.py", ADAPTER);
    crate::conform(&folder, 0, &["--export", "s", "--filter", "generated/xori/"]);
    folder
}

/// Runs the cases by a command that is broken in some way at the cases whose name ends so.
#[track_caller]
fn broken(folder: &Folder, code: i32, how: &str, at: &str) -> Value {
    // A word has no blank.
    let script =
        format!("import sys; sys.argv = ['adapter.py', '{how}', '{at}']\nexec(open('adapter.py').read())\n");
    let folder_name = how.replace(' ', "-");
    std::fs::write(folder.0.join(format!("{folder_name}.py")), script).expect("the folder is writable");
    let target = format!("exec:python3 {folder_name}.py");
    let limit = if ["hangs", "mute"].contains(&how) { "6" } else { "60" };
    let words = ["--suite", "s", "--candidates", "--batch", "--limit", limit, "--target", &target];
    json(folder, code, &words)
}

/// The message of each case with an error; no case disagrees, and all others agree.
#[track_caller]
fn errors(report: &Value) -> Vec<(String, String)> {
    let total = &report["total"];
    assert_eq!(total["disagree"], 0, "{report}");
    let cases = report["cases"].as_array().expect("a list of cases");
    assert_eq!(total["agree"], 15 - cases.len(), "{report}");
    let of = |case: &Value| {
        assert_eq!(case["verdict"], "error", "{case}");
        let text = |key: &str| case[key].as_str().expect("a text").to_owned();
        (text("name"), text("why"))
    };
    cases.iter().map(of).collect()
}

#[test]
fn a_command_that_is_right_agrees_and_one_that_is_wrong_does_not() {
    let folder = suite("batch");
    for how in ["right", "any right"] {
        let report = broken(&folder, 0, how, "/special");
        assert_eq!((&report["total"]["agree"], &report["total"]["errors"]), (&15.into(), &0.into()));
    }
    let report = broken(&folder, 1, "wrong", "/special");
    assert_eq!((&report["total"]["agree"], &report["total"]["disagree"]), (&10.into(), &5.into()));
    assert!(names(&report).iter().all(|name| name.ends_with("/special")), "{report}");
    // Without a suite in a folder, one is written for it; and a rule that is broken is an answer, too.
    let words = ["--batch", "--filter", "next", "--target", "exec:python3 adapter.py"];
    assert_eq!(json(&folder, 0, &words)["total"]["agree"], 3);
    // Answers in another order are right if announced.
    assert_eq!(broken(&folder, 0, "any late", "/special")["total"]["agree"], 15);
}

#[test]
fn the_interpreter_answers_by_the_protocol() {
    let folder = suite("serve");
    let target = format!("exec:{} conform --serve", env!("CARGO_BIN_EXE_tileproof"));
    let report = json(&folder, 0, &["--suite", "s", "--candidates", "--batch", "--target", &target]);
    assert_eq!(report["total"]["agree"], 15, "{report}");
    assert!(folder.run(&["conform", "--serve"]).status.code() == Some(2), "nothing is no beginning");
}

#[test]
fn an_answer_that_is_none_is_an_error_at_its_case() {
    let folder = suite("answers");
    for (how, said) in [
        ("nonsense", "it is no JSON"),
        ("NaN", "it is no JSON"),
        ("list", "the `id` is missing"),
        ("torn", "it is no JSON"),
        ("other", "question 1000000 was not asked"),
        ("empty", "exactly one key of `left`"),
        ("both", "exactly one key of `left`"),
        ("unknown", "unknown field `mood`"),
        ("rule", "`a.b` is no rule"),
        ("odd", "is not bytes in hexadecimal"),
        ("short", "bytes, not "),
        ("missing", "is missing"),
        ("more", "does not speak of a buffer `z`"),
        ("twice", "is answered twice"),
        ("late", "is answered before"),
    ] {
        let report = broken(&folder, 8, how, "i8/special");
        let found = errors(&report);
        let (name, why) = &found[0];
        assert_eq!(found.len(), 1, "{how}: {report}");
        assert_eq!(name.ends_with("i8/special"), how != "late", "{how}: {name}");
        assert!(why.contains(said), "{how}: {why}");
    }
}

#[test]
fn a_command_that_dies_or_hangs_costs_the_case_that_it_does_so_at() {
    let folder = suite("dies");
    for (how, said) in [
        ("dies", "it ends with exit status: 7: cannot go on"),
        ("any dies", "it ends with exit status: 7: cannot go on"),
        ("hangs", "owes an answer for more than 6 s"),
        ("giant", "a line of it has more than"),
    ] {
        let report = broken(&folder, 8, how, "i8/special");
        let found = errors(&report);
        assert_eq!(found.len(), 1, "{how}: {report}");
        assert!(found[0].0.ends_with("i8/special") && found[0].1.contains(said), "{how}: {found:?}");
    }
    // A farewell is no error, and the case ends as announced.
    let report = broken(&folder, 1, "leaves", "/special");
    assert_eq!((&report["total"]["agree"], &report["total"]["disagree"]), (&10.into(), &5.into()));
    assert_eq!(report["cases"][0]["why"], "the context is gone");
}

#[test]
fn a_command_that_cannot_begin_or_end_is_an_error() {
    let folder = suite("begins");
    for (how, said) in [
        ("wrong greeting", "its first line is no greeting"),
        ("no greeting", "it says nothing; it ends with exit status: 1: no GPU here"),
        ("mute", "it says nothing in 6 s"),
    ] {
        let found = errors(&broken(&folder, 8, how, "/special"));
        assert_eq!(found.len(), 15, "{how}");
        assert!(found[0].1.contains(said), "{how}: {}", found[0].1);
    }
    let target = ["--suite", "s", "--candidates", "--batch", "--target", "exec:./nothing"];
    assert_eq!(errors(&json(&folder, 8, &target)).len(), 15);
    for (how, said) in [("talks on", "goodbye"), ("ends badly", "I fell over")] {
        let report = broken(&folder, 8, how, "/special");
        assert_eq!((&report["total"]["agree"], &report["total"]["errors"]), (&15.into(), &1.into()));
        assert!(report["harness"][0].as_str().is_some_and(|why| why.contains(said)), "{report}");
    }
}

#[test]
fn a_command_that_always_dies_ends_the_run() {
    let folder = suite("restarts");
    let script = "exec(open('adapter.py').read().replace('argv[1:]', 'argv[1:] + [\"dies\", \"\"]'))";
    let folder = folder.with("always.py", script);
    let words =
        ["--suite", "s", "--candidates", "--batch", "--restarts", "4", "--target", "exec:python3 always.py"];
    let found = errors(&json(&folder, 8, &words));
    assert_eq!(found.len(), 15);
    let given_up = found.iter().filter(|(_, why)| why.contains("the command was started 5 times")).count();
    assert!((10..15).contains(&given_up), "{found:?}");
}
