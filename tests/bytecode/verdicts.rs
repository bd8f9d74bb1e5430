//! `check` gives equal results for bytecode and its text.

use driver::check::report::{KernelReport, Status};
use driver::check::{Options, check_parsed};
use spec::syntax::kernel::Module;

use crate::files;

/// The rule, the status and the line of an obligation.
type Said = (&'static str, &'static str, u32);

/// What a report says, by name, rule, and line of the author's file.
fn said(report: &KernelReport) -> (Option<&str>, &'static str, Vec<Said>) {
    let found = report.obligations.iter().map(|finding| {
        let status = match &finding.status {
            Status::Proved => "proved",
            Status::Refuted(_) => "refuted",
            Status::Unknown(_) => "unknown",
            Status::Accepted(_) => "accepted",
        };
        let line = finding.at.source.as_ref().map_or(0, |place| place.position.line);
        (finding.rule.code(), status, line)
    });
    (report.name.as_deref(), report.verdict.name(), found.collect())
}

/// The contracts of the text, for the kernels of the bytecode.
fn with_contracts(mut module: Module, text: &Module) -> Module {
    module.contracts.clone_from(&text.contracts);
    module.allowances.clone_from(&text.allowances);
    module
}

#[test]
fn bytecode_has_the_verdicts_of_its_text() {
    let mut verdicts = Vec::new();
    for file in files::all() {
        let folder = file.name.split('/').next().unwrap_or_default();
        if file.name.matches('/').count() > 1 || folder == "operations" {
            continue;
        }
        let text = spec::parse::module(&file.text()).expect("the corpus is well-formed");
        let module = with_contracts(file.module().expect("the file can be read"), &text);
        let (one, other) =
            (check_parsed(&module, &Options::default()), check_parsed(&text, &Options::default()));
        assert_eq!(one.len(), other.len(), "{}", file.name);
        // Kernels of bytecode stand in the order of the file, as those of the text.
        for (one, other) in one.iter().zip(&other) {
            assert_eq!(said(one), said(other), "{}", file.name);
            verdicts.push(one.verdict.name());
        }
    }
    for verdict in ["proved", "undefined"] {
        assert!(verdicts.contains(&verdict), "no kernel is {verdict}: {verdicts:?}");
    }
}

#[test]
fn only_tile_cpp_has_rules_that_its_compiler_drops() {
    let mut module = files::read("demo/fixed", &files::one("demo/fixed"));
    let is_noted = |module: &Module| {
        let reports = check_parsed(module, &Options::default());
        let mut notes = reports.iter().flat_map(|report| &report.notes);
        notes.any(|note| note.starts_with("bytecode lacks some rules of C++"))
    };
    assert!(is_noted(&module), "the file names nvcc");
    module.producer = Some("another compiler".to_owned());
    assert!(!is_noted(&module), "the file names another compiler");
    module.producer = None;
    assert!(is_noted(&module), "its places are in a .cu file");
}
