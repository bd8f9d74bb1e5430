//! A kernel with the rules of its source's language: its file was compiled a second time, with these as assertions and prints. Variables
//! without a value are undetermined there. The author runs the kernel of the first compilation, the subject of every proof; the verdict is the worse of both.

use std::sync::Arc;

use spec::ops::source;
use spec::problem::{IllFormed, Refused, Unsupported};
use spec::syntax::contract::Contract;
use spec::syntax::kernel::{Kernel, Module, SourceRules};
use spec::syntax::op::Meaning;
use spec::valid::Valid;

use super::infer::Completed;
use super::kernel::{KernelCheck, check_and_blame};
use super::options::Options;
use super::report::{Inferred, KernelReport, Verdict};
use super::resolve::Missing;

/// The note for bytecode without a source.
const UNCHECKED: &str = "bytecode lacks some rules of C++, such as the range of an index before nvcc narrows the index; a check of the .cu file covers these rules";

/// The first words of the producer in bytecode by nvcc.
const NVCC: &str = "Cuda compilation tools";
/// The files of other languages: cuTile Python, cuTile Rust and cuTile.jl.
const OTHER_SOURCES: &[&str] = &[".py", ".rs", ".jl"];

/// A kernel as it was compiled, under a contract.
#[derive(Clone, Copy)]
pub(super) struct Compiled<'a> {
    pub(super) module: &'a Module,
    pub(super) kernel: &'a Valid,
    pub(super) contract: &'a Contract,
    pub(super) options: &'a Options,
}

/// The kernel of a second compilation that has the rules of the source as assertions.
pub(super) fn second<'a>(module: &'a Module, kernel: &Kernel) -> Option<&'a Arc<Kernel>> {
    module.with_rules(&kernel.name)?.ok()
}

/// The refusal of a kernel. Output of nvcc for an accepted source is not a mistake of the author. Tile C++ has spans
/// and views that Tile IR lacks, for example with an extent of zero, and nvcc writes them anyway.
pub(super) fn blame_compiler(module: &Module, kernel: &Kernel, refused: Refused) -> Refused {
    match (&module.source_rules, refused) {
        (
            SourceRules::Kernels(_) | SourceRules::Lost(_),
            Refused::IllFormed(IllFormed { message, at, .. }),
        ) if is_of_cpp(module, kernel) => {
            let message =
                format!("nvcc accepts this, and writes bytecode that is invalid in Tile IR: {message}");
            Refused::Unsupported(Unsupported { message, at })
        }
        (_, refused) => refused,
    }
}

impl Compiled<'_> {
    /// The report on the kernel and on the rules of its source.
    pub(super) fn check(&self) -> Result<KernelReport, Refused> {
        let report = self.check_alone(self.kernel)?;
        Ok(match self.module.with_rules(&self.kernel.name) {
            None if is_of_cpp(self.module, self.kernel) && !has_rules(self.kernel) => KernelReport {
                notes: report.notes.into_iter().chain([UNCHECKED.to_owned()]).collect(),
                ..report
            },
            None => report,
            Some(second) => match second.and_then(validated) {
                Ok(second) if says_more(&second, self.kernel) => self.with_rules(report, &second),
                Ok(_) => report,
                Err(why) => without_rules(report, &why),
            },
        })
    }

    fn check_alone(&self, kernel: &Valid) -> Result<KernelReport, Refused> {
        check_and_blame(self.module, kernel, self.contract, self.options)
    }

    /// The worse of a report and of what a check of the second kernel says.
    fn with_rules(&self, report: KernelReport, second: &Valid) -> KernelReport {
        match report.verdict {
            Verdict::Undefined | Verdict::IllFormed | Verdict::Unsupported => report,
            Verdict::Unknown => match self.check_alone(second) {
                Ok(rules) if rules.verdict == Verdict::Undefined => rules,
                Ok(_) | Err(_) => report,
            },
            Verdict::Proved | Verdict::Conditional => self.proof_with_rules(report, second),
        }
    }

    /// The proof with rules of the source: complete if the rules hold under the same clauses, with more clauses if these suffice, else a
    /// violation.
    fn proof_with_rules(&self, report: KernelReport, second: &Valid) -> KernelReport {
        if let Some(kept) = self.keeps_rules(&report, second) {
            let obligations = report.obligations.into_iter().chain(kept.obligations).collect();
            return KernelReport { obligations, ..report };
        }
        let rules = match self.check_alone(second) {
            Ok(rules) => rules,
            Err(refused) => return KernelReport::refused(report.name, refused),
        };
        if !rules.verdict.is_proof() {
            return KernelReport { proof: None, ..rules };
        }
        // The clauses for the rules are those of both.
        let check = KernelCheck::new(self.module, self.kernel, self.contract, self.options);
        let both = check.ok().and_then(|check| check.proves_with(&rules.contract.inferred));
        match both {
            Some(both) => KernelReport { likely_bug: rules.likely_bug, ..both },
            None => without_rules(report, "their clauses are not enough for the kernel"),
        }
    }

    /// What a check of the second kernel says of the rules alone, if it proves all under the clauses of a proof.
    fn keeps_rules(&self, report: &KernelReport, second: &Valid) -> Option<KernelReport> {
        let own = KernelCheck::new(self.module, second, self.contract, self.options).ok()?;
        let contract = own.contract_with(&report.contract.inferred);
        let check = KernelCheck::new(self.module, second, &contract, self.options).ok()?;
        let mut proved = check.proves()?;
        proved.obligations.retain(|finding| finding.rule.is_of_source());
        // A failing assertion is at an unreachable place.
        proved.obligations.iter_mut().for_each(|finding| finding.reached = None);
        Some(proved)
    }
}

impl KernelCheck<'_> {
    /// The report, if all is proved as the contract stands.
    fn proves(&self) -> Option<KernelReport> {
        let proof = self.verify().ok().filter(|proof| self.all_proved(proof))?;
        if proof.empty || proof.stopped {
            return None;
        }
        self.conclude(proof, &Missing::None, false).ok().filter(|report| report.verdict == Verdict::Proved)
    }

    /// The report, if all is proved under clauses that nobody wrote.
    fn proves_with(&self, clauses: &[Inferred]) -> Option<KernelReport> {
        let contract = self.contract_with(clauses);
        let found = self.verify_under(&contract).filter(|found| self.all_proved(found))?;
        let given = found.given.clone();
        let completed = Completed {
            clauses: clauses.to_vec(),
            narrow: Vec::new(),
            contract,
            established: Arc::default(),
            proof: None,
            infeasible: None,
            broken_with_ones: None,
            cut: false,
        };
        self.conclude_conditional(completed, found, given).ok().filter(|report| report.verdict.is_proof())
    }

    /// The contract with clauses.
    fn contract_with(&self, clauses: &[Inferred]) -> Contract {
        let mut contract = self.contract.clone();
        clauses.iter().for_each(|one| one.clause.add_to(&self.bound, &mut contract));
        contract
    }
}

/// A kernel with its meaning, or the reason for a missing meaning.
fn validated(kernel: &Arc<Kernel>) -> Result<Valid, String> {
    Valid::new(kernel.clone()).map_err(|refused| match refused {
        Refused::IllFormed(problem) => problem.message,
        Refused::Unsupported(problem) => problem.message,
    })
}

/// A report where the rules of the source could not be had: what was proved is not known then.
fn without_rules(report: KernelReport, why: &str) -> KernelReport {
    let note = format!("rules of the source are not checked, and so nothing is proved: {why}");
    let notes = report.notes.into_iter().chain([note]).collect();
    let verdict = if report.verdict.is_proof() { Verdict::Unknown } else { report.verdict };
    KernelReport { verdict, notes, proof: None, ..report }
}

/// Whether the second kernel has rules of its source as assertions, or reads of variables without a value.
fn says_more(second: &Kernel, kernel: &Kernel) -> bool {
    has_rules(second) || second.scratch().count() > kernel.scratch().count()
}

/// Whether some assertion of a kernel stands for a rule of its source.
fn has_rules(kernel: &Kernel) -> bool {
    kernel.operations().any(|op| match op.op.meaning() {
        Meaning::Memory(memory) => source::rule(memory, op.attributes.text.as_deref()).is_some(),
        Meaning::Elementwise | Meaning::Core(_) | Meaning::Control(_) | Meaning::Unsupported => false,
    })
}

/// Whether a kernel comes from Tile C++: by the producer that its bytecode names, else by the files of its places.
fn is_of_cpp(module: &Module, kernel: &Kernel) -> bool {
    if let Some(producer) = &module.producer {
        return producer.starts_with(NVCC);
    }
    let mut places = kernel.operations().filter_map(|op| op.at.source.as_ref());
    places.any(|place| !OTHER_SOURCES.iter().any(|end| place.position.file.ends_with(end)))
}
