//! Every rule can be broken alone: some case of the corpus names it, and without the rule that case ends otherwise, in
//! the interpreter and in the verifier.

#[allow(dead_code, reason = "each test takes what it needs")]
mod harness;

use harness::directive::Task;
use harness::{File, Item, all, check, every, files, report, run};
use spec::rules::Rule;

/// The cases of one rule: the runs, or the checks, of the rules folder that name it.
fn cases<'a>(files: &'a [File], rule: Rule, wanted: fn(&Task) -> bool) -> Vec<Item<'a>> {
    let folder = format!("rules/{rule}.tile");
    let mut items = all(files);
    items.retain(|i| i.file.path == folder && i.case.rule() == Some(rule) && wanted(&i.case.task));
    items
}

fn is_run(task: &Task) -> bool {
    matches!(task, Task::Run { .. })
}

fn is_check(task: &Task) -> bool {
    matches!(task, Task::Check { .. })
}

#[test]
fn every_rule_has_a_run_and_a_check() {
    let files = files();
    let without = |wanted: fn(&Task) -> bool| {
        let bare = Rule::ALL.iter().filter(|rule| cases(files, **rule, wanted).is_empty());
        bare.map(|rule| rule.code().to_owned()).collect::<Vec<_>>()
    };
    report("rules have no run that breaks them", Rule::ALL.len(), &without(is_run));
    report("rules have no check that refutes them", Rule::ALL.len(), &without(is_check));
}

#[test]
fn a_run_ends_well_without_the_rule_that_it_breaks() {
    let files = files();
    let items: Vec<_> = Rule::ALL.iter().flat_map(|rule| cases(files, *rule, is_run)).collect();
    let failures = every(&items, |item| {
        let Task::Run { grid, arguments, in_order, result } = &item.case.task else { return Ok(()) };
        let prepared = run::prepare(item.file, item.case.kernel.as_deref(), *grid, arguments)?;
        match prepared.compare(result, item.case.rule(), *in_order) {
            Err(seen) if seen == "the run ends well" => Ok(()),
            Err(seen) => Err(format!("{}\n    seen: {seen}", item.label())),
            Ok(()) => Err(format!("{}\n    seen: the rule is checked all the same", item.label())),
        }
    });
    report("runs do not end well without their rule", items.len(), &failures);
}

#[test]
fn a_check_proves_without_the_rule_that_it_refutes() {
    let files = files();
    let items: Vec<_> = Rule::ALL.iter().flat_map(|rule| cases(files, *rule, is_check)).collect();
    let failures = every(&items, |item| {
        let Task::Check { clauses, .. } = &item.case.task else { return Ok(()) };
        let seen = check::check(item.file, item.case.kernel.as_deref(), clauses, item.case.rule())?;
        if seen.is(&harness::directive::ExpectedVerdict::Proved) {
            return Ok(());
        }
        Err(format!("{}\n    seen: {}", item.label(), seen.describe(item.file)))
    });
    report("checks do not prove without their rule", items.len(), &failures);
}
