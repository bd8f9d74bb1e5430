//! Fifty right kernels, ten of them deliberately for whole tiles.

use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock};

use serde_json::Value;

use super::{Case, cases, every};

/// The report on each kernel without further words, for all tests.
fn reports() -> &'static BTreeMap<String, Value> {
    static REPORTS: OnceLock<BTreeMap<String, Value>> = OnceLock::new();
    REPORTS.get_or_init(|| {
        let reports = Mutex::new(BTreeMap::new());
        every(&cases("right.json"), |case| {
            let report = read(case, &[])?;
            reports.lock().expect("no thread failed").insert(case.file.clone(), report);
            Ok(())
        });
        reports.into_inner().expect("no thread failed")
    })
}

/// The report of the one kernel as JSON.
fn read(case: &Case, more: &[&str]) -> Result<Value, String> {
    let folder = case.folder("right");
    let (_, text) = case.check(&folder, &[more, &["--json"]].concat());
    let start = text.find('{').ok_or_else(|| text.clone())?;
    let mut all = serde_json::Deserializer::from_str(&text[start..]).into_iter::<Value>();
    let report = all.next().and_then(Result::ok).ok_or_else(|| text.clone())?;
    Ok(report["kernels"][0].clone())
}

/// What would have to be written into a contract.
fn texts(values: &Value) -> Vec<String> {
    let text = |value: &Value| value["clause"].as_str().or(value.as_str()).map(str::to_owned);
    values.as_array().into_iter().flatten().filter_map(text).collect()
}

#[test]
fn what_is_right_is_no_likely_bug_or_one_line_clears_it() {
    let cases = cases("right.json");
    assert_eq!((cases.len(), cases.iter().filter(|case| case.whole).count()), (50, 10));
    every(&cases, |case| {
        let report = &reports()[&case.file];
        if !["proved", "conditional"].contains(&report["verdict"].as_str().unwrap_or_default()) {
            return Err(format!("{}", report["verdict"]));
        }
        let bug = &report["likely_bug"];
        if bug.is_null() {
            return Ok(());
        }
        if !case.whole {
            return Err(format!("likely bug: {}", bug["why"]));
        }
        let clears = texts(&bug["clears"]);
        let line = clears.first().ok_or("no line clears it")?;
        let cleared = read(case, &["--requires", line])?;
        if cleared["likely_bug"].is_null() { Ok(()) } else { Err(format!("`{line}` does not clear it")) }
    });
}

#[test]
fn every_inferred_contract_admits_the_usual_launch() {
    every(&cases("right.json"), |case| {
        let inferred = texts(&reports()[&case.file]["contract"]["inferred"]);
        let memory =
            |clause: &str| ["buffer", "align", "contents"].contains(&clause.split(' ').next().unwrap_or(""));
        let mut words = vec!["--at", case.launch.as_str()];
        for clause in inferred.iter().filter(|clause| !memory(clause)) {
            words.extend(["--requires", clause]);
        }
        let under = read(case, &words)?;
        match under["verdict"].as_str() {
            Some("proved" | "conditional") => Ok(()),
            // A contract without launches is ill-formed.
            other => Err(format!("{other:?} of {} under {}", case.launch, inferred.join("; "))),
        }
    });
}
