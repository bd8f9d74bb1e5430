//! What `fix --suggest` makes of the kernels with a bug: twenty of them are right then.

use std::fs;

use similar::TextDiff;

use super::{Case, cases, every, typical};

/// The kept repairs among the thirty.
fn repaired() -> Vec<Case> {
    let is_kept = |case: &Case| typical(&format!("repaired/{}", case.file)).is_file();
    cases("wrong.json").into_iter().filter(is_kept).collect()
}

#[test]
fn twenty_are_no_likely_bug_any_more() {
    let cases = repaired();
    assert!(cases.len() >= 20, "{} are repaired", cases.len());
    every(&cases, |case| {
        let (code, report) = case.check(&case.folder("repaired"), &[]);
        let is_proof = matches!(code, Some(0 | 7)) && !report.contains("likely bug");
        if is_proof { Ok(()) } else { Err(format!("exit {code:?}:\n{report}")) }
    });
}

/// Repairs in one step: intermediate steps have no bytecode.
#[test]
fn what_is_kept_is_what_it_makes() {
    let mut cases = repaired();
    cases.retain(|case| !["gather_add.py", "interleave.py"].contains(&case.file.as_str()));
    every(&cases, |case| {
        let text = |kind: &str| {
            fs::read_to_string(typical(&format!("{kind}/{}", case.file))).map_err(|e| e.to_string())
        };
        let (old, new) = (text("wrong")?, text("repaired")?);
        let diff = TextDiff::from_lines(&old, &new);
        let (from, to) = (format!("a/{}", case.file), format!("b/{}", case.file));
        let wanted = diff.unified_diff().header(&from, &to).to_string();
        let folder = case.folder_of_versions();
        let (code, printed) = case.run(&folder, "fix", &["--suggest"]);
        if code == Some(0) && printed.contains(&wanted) {
            Ok(())
        } else {
            Err(format!("exit {code:?}:\n{printed}\n-- wanted:\n{wanted}"))
        }
    });
}
