//! Every directive of the corpus, against the interpreter and against the verifier. `FILTER=text` selects by file
//! or line.

#[allow(dead_code, reason = "each test takes what it needs")]
mod harness;

use harness::directive::{ExpectedContract, ExpectedOutcomeOfProperty, ExpectedVerdict, Task};
use harness::{check, claim, ensure, every, files, picked, report, run};
use spec::contract::Bound;

#[test]
fn every_directive_can_be_read() {
    let files = files();
    let wrong = files.iter().flat_map(|file| {
        let cases = file.cases.iter().filter_map(|case| case.as_ref().err());
        cases.map(|why| format!("corpus/{}:{why}", file.path))
    });
    report("lines are no directives", files.len(), &wrong.collect::<Vec<_>>());
    let silent = files.iter().filter(|file| file.cases.is_empty()).map(|file| file.path.clone());
    report("files say nothing", files.len(), &silent.collect::<Vec<_>>());
}

#[test]
fn every_run_leaves_what_the_corpus_says() {
    let mut items = picked();
    items.retain(|item| matches!(item.case.task, Task::Run { .. }));
    let failures = every(&items, |item| {
        let Task::Run { grid, arguments, in_order, result } = &item.case.task else { return Ok(()) };
        let seen = || {
            let prepared = run::prepare(item.file, item.case.kernel.as_deref(), *grid, arguments)?;
            prepared.compare(result, None, *in_order)
        };
        seen().map_err(|seen: String| format!("{}\n    seen: {seen}", item.label()))
    });
    report("runs leave something else", items.len(), &failures);
}

#[test]
fn every_check_gives_the_verdict_of_the_corpus() {
    let mut items = picked();
    items.retain(|item| matches!(item.case.task, Task::Check { .. }));
    let failures = every(&items, |item| {
        let Task::Check { clauses, verdict, but } = &item.case.task else { return Ok(()) };
        let seen = check::check(item.file, item.case.kernel.as_deref(), clauses, None);
        let wrong = match seen {
            Ok(seen) if but.is_none() && seen.is(verdict) => return Ok(()),
            Ok(seen) if but.is_some() && seen.is(&ExpectedVerdict::Unknown) => return Ok(()),
            Ok(seen) if but.is_some() && seen.is(verdict) => {
                "better than the directive says: drop the `but`".to_owned()
            }
            Ok(seen) => seen.describe(item.file),
            Err(why) => why,
        };
        Err(format!("{}\n    seen: {wrong}", item.label()))
    });
    report("checks give another verdict", items.len(), &failures);
}

#[test]
fn every_property_is_what_the_corpus_says() {
    let mut items = picked();
    items.retain(|item| matches!(item.case.task, Task::Ensure { .. }));
    let failures = every(&items, |item| {
        let Task::Ensure { property, clauses, outcome, but } = &item.case.task else { return Ok(()) };
        let seen = ensure::ensure(item.file, item.case.kernel.as_deref(), property, clauses);
        let wrong = match seen {
            Ok((seen, _)) if but.is_none() && seen == *outcome => return Ok(()),
            Ok((ExpectedOutcomeOfProperty::Unknown, _)) if but.is_some() => return Ok(()),
            Ok((seen, _)) if but.is_some() && seen == *outcome => {
                "better than the directive says: drop the `but`".to_owned()
            }
            Ok((seen, why)) => format!("{seen:?}: {why}"),
            Err(why) => why,
        };
        Err(format!("{}\n    seen: {wrong}", item.label()))
    });
    report("properties are something else", items.len(), &failures);
}

/// What is to be inferred can be said of the kernel. `--test inferred` tests the inference itself.
#[test]
fn every_contract_that_is_to_be_inferred_speaks_of_its_kernel() {
    let mut items = picked();
    items.retain(|item| matches!(item.case.task, Task::Infer { .. }));
    let failures = every(&items, |item| {
        let Task::Infer { result: ExpectedContract::Clauses(clauses), .. } = &item.case.task else {
            return Ok(());
        };
        let bind = || {
            let module = item.file.module.as_ref().map_err(|problem| problem.message.clone())?;
            let module = claim::inferred(module, item.case.kernel.as_deref().unwrap_or_default(), clauses)?;
            let bound = Bound::new(&module.contracts[0], &module.kernels[0]);
            bound.map(|_| ()).map_err(|problem| problem.message)
        };
        bind().map_err(|why: String| format!("{}\n    seen: {why}", item.label()))
    });
    report("contracts do not fit their kernels", items.len(), &failures);
    assert!(items.len() > 120 || std::env::var_os("FILTER").is_some(), "only {} directives", items.len());
}
