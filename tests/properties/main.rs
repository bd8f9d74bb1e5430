//! Properties that are proved, against launches: of the corpus, of its mutants, and of generated kernels. And mistakes of the
//! verifier, each of which has a kernel of the corpus that is then proved wrongly.

#[allow(dead_code, reason = "each test takes what it needs")]
#[path = "../harness/mod.rs"]
mod harness;

mod flaws;
mod generate;
mod mutate;

use driver::check::report::{Outcome, Verdict};
use driver::check::{Options, check_parsed, find_lacking};
use harness::directive::{Directive, ExpectedOutcomeOfProperty, Task};
use harness::{File, claim, files};
use spec::syntax::contract::Property;
use spec::syntax::kernel::Module;
use spec::valid::Valid;

/// A kernel under a contract, with a property.
#[derive(Clone)]
struct Case {
    /// What it is called.
    name: String,
    /// The kernel alone.
    module: Module,
    property: Property,
}

impl Case {
    /// The case of a directive of the corpus, if it is one about a property that there is.
    fn of(file: &File, case: &Directive) -> Option<(Case, ExpectedOutcomeOfProperty)> {
        let Task::Ensure { property, clauses, outcome, but } = &case.task else { return None };
        if but.is_some() && *outcome == ExpectedOutcomeOfProperty::Violated {
            return None;
        }
        let module = claim::module(file.module.as_ref().ok()?, case.kernel.as_deref()?, clauses).ok()?;
        let property = spec::parse::property(property).ok()?;
        let name = format!("corpus/{}:{}", file.path, case.line);
        Some((Case { name, module, property }, *outcome))
    }

    /// What is said of the property; none where the kernel is not proved.
    fn outcome(&self) -> Option<Outcome> {
        let mut module = self.module.clone();
        module.contracts[0].ensures = vec![self.property.clone()];
        let report = check_parsed(&module, &Options::default()).pop()?;
        (report.verdict == Verdict::Proved)
            .then(|| report.properties.into_iter().next().map(|one| one.outcome))?
    }

    /// What a small launch shows against the property.
    fn lacking(&self) -> Option<String> {
        let kernel = Valid::new(self.module.kernels[0].clone()).ok()?;
        let found = find_lacking(&kernel, &self.module.contracts[0], &self.property, &Options::default());
        found.map(|lacking| lacking.what)
    }

    /// That nothing is proved which a launch shows to be wrong. Says whether it is proved.
    fn hold(&self) -> Result<bool, String> {
        match self.outcome() {
            Some(Outcome::Proved) => match self.lacking() {
                Some(what) => Err(format!("{}: {} is proved, and {what}", self.name, self.property)),
                None => Ok(true),
            },
            Some(Outcome::Violated(_) | Outcome::Unknown(_)) | None => Ok(false),
        }
    }
}

/// The cases of the corpus of which something is true.
fn corpus(wanted: ExpectedOutcomeOfProperty) -> Vec<Case> {
    let files = files();
    let all =
        files.iter().flat_map(|file| file.cases.iter().flatten().filter_map(|case| Case::of(file, case)));
    all.filter(|(_, outcome)| *outcome == wanted).map(|(case, _)| case).collect()
}

/// Tries cases, as many at once as there are processors; says how many were proved.
#[track_caller]
fn hold_all(cases: &[Case]) -> usize {
    let (wrong, proved) = (std::sync::Mutex::new(Vec::new()), std::sync::atomic::AtomicUsize::new(0));
    harness::workers::each(cases.len(), |number| match cases[number].hold() {
        Ok(true) => _ = proved.fetch_add(1, std::sync::atomic::Ordering::Relaxed),
        Ok(false) => {}
        Err(why) => wrong.lock().expect("no worker panics").push(why),
    });
    let wrong = wrong.into_inner().expect("no worker panics");
    assert!(wrong.is_empty(), "{} wrong proofs:\n{}", wrong.len(), wrong.join("\n"));
    proved.into_inner()
}

#[test]
fn no_launch_lacks_what_the_corpus_says_is_proved() {
    let wrong: Vec<String> = corpus(ExpectedOutcomeOfProperty::Proved)
        .into_iter()
        .filter_map(|case| case.lacking().map(|what| format!("{}: {what}", case.name)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_launch_lacks_what_the_corpus_says_is_violated() {
    let cases = corpus(ExpectedOutcomeOfProperty::Violated);
    assert!(cases.len() > 25, "only {}", cases.len());
    let silent: Vec<String> =
        cases.into_iter().filter(|case| case.lacking().is_none()).map(|case| case.name).collect();
    assert!(silent.is_empty(), "no small launch shows\n{}", silent.join("\n"));
}

#[test]
fn no_mutant_is_proved_wrongly() {
    let mutants = mutate::mutants(&corpus(ExpectedOutcomeOfProperty::Proved));
    assert!(mutants.len() >= 20, "only {} mutants", mutants.len());
    hold_all(&mutants);
}

#[test]
fn no_generated_kernel_is_proved_wrongly() {
    let kernels: Vec<Case> = (0..generate::count()).map(generate::case).collect();
    let proved = hold_all(&kernels);
    assert!(8 * proved >= kernels.len(), "only {proved} of {} are proved", kernels.len());
}
