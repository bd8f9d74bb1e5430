//! The kernels to change: proved kernels of the corpus, each under a contract of a proof.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use driver::check::report::{KernelReport, Status, Verdict};
use driver::check::{Options, add_signature, check_under};
use spec::rules::Rule;
use spec::syntax::contract::Contract;
use spec::syntax::kernel::{Kernel, Module};

use crate::edits::closed;
use crate::harness::directive::{ExpectedVerdict, Task};
use crate::harness::{File, claim, files};
use crate::trials::Trials;

/// What the check of one changed kernel may cost, all in all: work of about so many seconds. The first that is enough
/// for the kernel as it is written.
const SECONDS: [f64; 3] = [2.0, 4.0, 8.0];

/// The largest alignment in bytes that the interpreter's memory has.
const MOST_ALIGNED: u64 = 1 << 48;

/// A kernel with a contract.
pub(crate) struct Subject {
    /// The file, from the corpus's folder.
    pub(crate) file: String,
    /// The kernel.
    pub(crate) kernel: Arc<Kernel>,
    /// The contract, with a size and an alignment for every pointer.
    pub(crate) contract: Contract,
    module: Module,
    seconds: OnceLock<f64>,
    trials: OnceLock<Trials>,
}

impl Subject {
    /// The subject, if the interpreter can run a launch of it.
    fn with_launches(self) -> Result<Self, &'static str> {
        let fits = self.contract.aligns.iter().all(|(_, alignment)| *alignment <= MOST_ALIGNED);
        if fits { Ok(self) } else { Err("no launch that can be run") }
    }

    /// The file and the kernel.
    pub(crate) fn name(&self) -> String {
        format!("{} @{}", self.file.trim_end_matches(".tile"), self.kernel.name)
    }

    /// The kernel and its contract, written out.
    pub(crate) fn text(&self) -> String {
        format!("{}\n{}\n{:?}", self.name(), spec::print::kernel(&self.kernel), self.contract)
    }

    /// The folder of the corpus.
    pub(crate) fn folder(&self) -> &str {
        self.file.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// The result of a check of a kernel under this contract.
    pub(crate) fn check(&self, kernel: &Arc<Kernel>) -> KernelReport {
        self.check_without(None, kernel)
    }

    /// The same, with a rule left out.
    pub(crate) fn check_without(&self, ignore: Option<Rule>, kernel: &Arc<Kernel>) -> KernelReport {
        self.check_within(self.seconds(), ignore, kernel)
    }

    /// What the check of a changed kernel may cost.
    fn seconds(&self) -> f64 {
        let is_enough =
            |seconds: &f64| self.check_within(*seconds, None, &self.kernel).verdict == Verdict::Proved;
        *self.seconds.get_or_init(|| SECONDS.into_iter().find(is_enough).unwrap_or(SECONDS[0]))
    }

    fn check_within(&self, seconds: f64, ignore: Option<Rule>, kernel: &Arc<Kernel>) -> KernelReport {
        let options = Options { seconds: Some(seconds), ignore, ..Options::default() };
        check_under(&self.module, kernel, &self.contract, &options)
    }

    /// The contract with the assumptions of a mutant's compiler about its signature; `None` without any.
    pub(crate) fn with_assumed(&self, mutant: &Kernel) -> Option<Contract> {
        add_signature(mutant, &self.contract).ok().filter(|with| !with.signature.is_empty())
    }

    /// Small launches of the contract, with what the kernel does in them; at most so many.
    pub(crate) fn trials(&self, most: usize) -> &Trials {
        self.trials.get_or_init(|| Trials::new(&self.kernel, &self.contract, most))
    }
}

/// The subjects, and for every reason how many kernels are none.
pub(crate) fn all() -> (Vec<Subject>, BTreeMap<&'static str, usize>) {
    let (mut subjects, mut skipped) = (Vec::new(), BTreeMap::new());
    for file in files() {
        let Ok(module) = &file.module else { continue };
        for kernel in &module.kernels {
            let subject = clauses(file, &kernel.name).map(|clauses| subject(file, module, kernel, clauses));
            match subject.and_then(Subject::with_launches) {
                Ok(subject) => subjects.push(subject),
                Err(reason) => *skipped.entry(reason).or_default() += 1,
            }
        }
    }
    (subjects, skipped)
}

fn subject(file: &File, module: &Module, kernel: &Arc<Kernel>, clauses: &[String]) -> Subject {
    let module = claim::module(module, &kernel.name, clauses).expect("the directive can be read");
    let contract = closed(&file.path, kernel, &module.contracts[0]).expect("every size is stated");
    Subject {
        file: file.path.clone(),
        kernel: kernel.clone(),
        contract,
        module,
        seconds: OnceLock::new(),
        trials: OnceLock::new(),
    }
}

/// The clauses of the first directive by which a kernel is proved, the contract as it is written before any other; or
/// what the directives say instead.
fn clauses<'f>(file: &'f File, kernel: &str) -> Result<&'f [String], &'static str> {
    let mut proved: Option<&[String]> = None;
    let mut reason = "nothing says what it is";
    for case in file.cases.iter().flatten().filter(|case| case.kernel.as_deref() == Some(kernel)) {
        let Task::Check { clauses, verdict, but } = &case.task else { continue };
        reason = match verdict {
            ExpectedVerdict::Proved if but.is_some() => "not proved yet",
            ExpectedVerdict::Proved if proved.is_none() || clauses.is_empty() => {
                proved = Some(clauses);
                reason
            }
            ExpectedVerdict::Proved => reason,
            ExpectedVerdict::Conditional | ExpectedVerdict::LikelyBug(_) | ExpectedVerdict::Unsuspicious => {
                "conditional"
            }
            ExpectedVerdict::Unknown => "unknown",
            ExpectedVerdict::Unsupported => "unsupported",
            ExpectedVerdict::IllFormed => "ill-formed",
            ExpectedVerdict::Undefined(..) => "undefined",
        };
    }
    proved.ok_or(reason)
}

/// What a check leaves open, in words.
pub(crate) fn open(report: &KernelReport) -> String {
    let open = report.obligations.iter().find_map(|finding| match &finding.status {
        Status::Unknown(why) => Some(format!("{}: {why}", finding.rule)),
        Status::Refuted(found) => {
            let note = report.notes.first().map_or("nothing says why not", String::as_str);
            let note = note.split([',', ':']).next().unwrap_or(note);
            Some(format!("{}: broken in a launch, but {note}", found.violation.rule))
        }
        Status::Proved | Status::Accepted(_) => None,
    });
    let problem = report.problem.as_ref().map(ToString::to_string);
    open.or(problem).unwrap_or_else(|| report.notes.join("; "))
}
