//! The check of one kernel: under its contract as written, then with inferred clauses if something is open. Each candidate launch is run.

mod assumed;
mod masks;
mod open;
mod outputs;
mod refined;
mod suspicion;
mod verifying;

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use spec::contract::Bound;
use spec::problem::Refused;
use spec::rules::Rule;
use spec::syntax::contract::Contract;
use spec::syntax::kernel::{Allowance, Kernel, Module};
use spec::valid::{Valid, ignored_hints};
use verify::{Budget, Clause, Open};

use self::assumed::{Trial, choose_report};
pub use self::masks::{UNNEEDED, unneeded_masks};
use super::blame::{add_broken, find_blame, set_aside};
use super::coverage::{add_undecided, prove};
use super::ensure::with_properties;
use super::infer::{Completed, Established, Search, find_repeated};
use super::options::Options;
use super::report::{Apart, Clauses, Finding, KernelReport, Status, Verdict};
use super::resolve::refused::{reaches_by_table, report_contradiction, require_followed};
use super::resolve::{Missing, resolve};
use super::signature::add_signature;
use super::source_rules::{Compiled, blame_compiler};
use crate::signature::Signature;

/// One in so many parts of the time is kept for saying what a search has found.
const TO_TELL: u32 = 8;

/// The budget share for a kernel with addresses from a table: nothing is proved about it, and other errors are found early.
const OF_TABLE: u64 = 4;

/// What part of the budget a second check has, apart from what a compiler broke.
const APART: f64 = 4.0;

/// The most steps of a question while clauses are looked for, whatever the budget: many have no answer.
const SEARCH_STEPS: u32 = 250_000;

/// The note on clauses that were not weakened within their work limit.
pub const CUT: &str = "the search for weaker clauses was cut short: these may be stronger than need be";

/// Checks one kernel under a contract, possibly another than the file's.
pub fn check_under(
    module: &Module,
    kernel: &Arc<Kernel>,
    contract: &Contract,
    options: &Options,
) -> KernelReport {
    let start = Instant::now();
    let check = || verify::in_own_context(|| check_alone(module, kernel, contract, options));
    let checked = catch_unwind(AssertUnwindSafe(check));
    let report = checked.unwrap_or_else(|panic| Ok(KernelReport::after_panic(&*panic)));
    let report = report.unwrap_or_else(|problem| KernelReport::refused(None, problem));
    let notes = report.notes.into_iter().chain(ignored_hints(kernel)).collect();
    KernelReport { name: Some(kernel.name.clone()), seconds: start.elapsed().as_secs_f64(), notes, ..report }
}

/// The report on a kernel, and on its stated properties.
fn check_alone(
    module: &Module,
    kernel: &Arc<Kernel>,
    contract: &Contract,
    options: &Options,
) -> Result<KernelReport, Refused> {
    let kernel = Valid::new(kernel.clone()).map_err(|refused| blame_compiler(module, kernel, refused))?;
    let options = &options.under(contract);
    let with = add_signature(&kernel, contract)?;
    let check = |contract: &Contract, options: &Options| {
        Compiled { module, kernel: &kernel, contract, options }.check().ok()
    };
    let suspect = |contract: &Contract, report: &KernelReport| {
        KernelCheck::new(module, &kernel, contract, options).ok()?.find_like_launches(report)
    };
    let trial = Trial { kernel: &kernel, contract: &with, options, check: &check, suspect: &suspect };
    let launched = trial.check_as_launched();
    if let Some((report, suggested)) = launched.as_ref().filter(|(report, _)| !report.is_open()) {
        let with = if with.ensures.is_empty() { with } else { suggested.add_sizes(&with, &kernel) };
        return with_properties(&kernel, &with, report.clone(), options);
    }
    let subject = |contract| Compiled { module, kernel: &kernel, contract, options };
    match subject(&with).check() {
        // The contract's clauses may be what the compiler got wrong.
        Err(Refused::IllFormed(_)) if !with.signature.is_empty() => subject(contract).check(),
        checked => checked,
    }
    .and_then(|report| with_properties(&kernel, &with, choose_report(report, launched), options))
}

/// The report with the addressee of a violation; if it is only the compiler, with the other findings.
pub(super) fn check_and_blame(
    module: &Module,
    kernel: &Valid,
    contract: &Contract,
    options: &Options,
) -> Result<KernelReport, Refused> {
    let check = KernelCheck::new(module, kernel, contract, options)?;
    let report = check.with_suspicion(check.with_suggestions(check.run()?));
    let mut report = check.with_masks(report)?;
    find_blame(kernel, contract, &mut report);
    if let Some(aside) = set_aside(&report) {
        // Both together cost no more than one check and a part.
        let part = Options { seconds: Some(check.seconds / APART), ..options.clone() };
        let mut check = KernelCheck::new(module, kernel, contract, &part)?;
        let ignored = check.limits.policy.ignored().or(Some(aside));
        check.limits.policy = check.limits.policy.without(ignored);
        let apart = check.run()?;
        if apart.verdict == Verdict::Undefined {
            // The author's own launches break a rule too.
            add_broken(&mut report, apart, aside);
        } else {
            report.apart = Some(Apart { verdict: apart.verdict, inferred: apart.inferred() });
        }
    }
    Ok(report)
}

/// A kernel under a contract, while it is checked.
pub(super) struct KernelCheck<'a> {
    /// As the author wrote it, for replays.
    kernel: &'a Valid,
    /// With constants folded, for the solver alone.
    folded: Valid,
    pub(super) contract: &'a Contract,
    pub(super) bound: Bound<'a>,
    /// The open parts of the contract.
    open: Open,
    /// Whether the kernel accesses memory by loaded addresses without a clause.
    reaches_by_table: bool,
    /// The author's allowances.
    allowances: Vec<&'a Allowance>,
    options: &'a Options,
    /// The approximate time limit in seconds.
    seconds: f64,
    budget: Budget,
    limits: verify::Options,
}

impl<'a> KernelCheck<'a> {
    /// # Errors
    /// A contract that does not fit the kernel.
    pub(super) fn new(
        module: &'a Module,
        kernel: &'a Valid,
        contract: &'a Contract,
        options: &'a Options,
    ) -> Result<Self, Refused> {
        let bound = Bound::new(contract, kernel)?;
        let open = Open::of(&bound).beside(&bound, &options.usage.observed);
        let (own, reaches_by_table) =
            (options.for_launch(open.launch(), !contract.lists.is_empty()), reaches_by_table(&bound));
        let budget = options.budget_of(own.seconds());
        let budget = if reaches_by_table { budget.part(budget.left() / OF_TABLE) } else { budget };
        let allowed = module.allowances.iter().filter(|(name, _)| *name == kernel.name);
        Ok(KernelCheck {
            kernel,
            folded: spec::fold::kernel(kernel),
            contract,
            open,
            reaches_by_table,
            bound,
            allowances: allowed.map(|(_, allowance)| allowance).collect(),
            options,
            seconds: own.seconds(),
            limits: options.limits(&budget),
            budget,
        })
    }

    /// Whether all rules are looked at: where one is left out, nothing is inferred and nothing is proved.
    fn is_whole(&self) -> bool {
        self.options.ignore.is_none()
    }

    fn run(&self) -> Result<KernelReport, Refused> {
        let looks_for_clauses = self.is_whole() && self.open.anything() && !self.reaches_by_table;
        let stated = !self.open.launch();
        let mut proof =
            if stated { self.verify_briefly_once_open()? } else { self.verify_first(looks_for_clauses)? };
        if proof.empty {
            return Err(Refused::IllFormed(report_contradiction(self.kernel, self.contract, &proof.vacuous)));
        }
        let (mut missing, mut stopped) = (self.missing_before_search(), proof.stopped);
        // A first check that its part of the budget ended shows nothing: the search is made as if something was open.
        let is_cut_short = proof.stopped && !stated;
        if looks_for_clauses && (is_cut_short || !self.all_proved(&proof) && !proof.stopped) {
            let completed = self.complete_contract();
            // A proof for unusual contents of memory does not outweigh a violation for usual ones.
            if (completed.proof.is_none() || completed.broken_with_ones.is_some())
                && let Some(report) = self.conclude_broken_with_ones(&completed, &proof.given)?
            {
                return Ok(report);
            }
            if let Some(found) = completed.proof {
                let given = std::mem::take(&mut proof.given);
                return self.conclude_proof(Completed { proof: None, ..completed }, found, given);
            }
            if let Some(report) = self.conclude_but_open(&completed, &proof.given)? {
                return Ok(report);
            }
            if self.open.launch() {
                missing = self.missing_after_search(completed);
                proof = self.verify()?;
                stopped = proof.stopped;
            }
        }
        let is_refuted = |one: &verify::Obligation| matches!(one.status, verify::Status::Refuted(_));
        let may_lack = stated && !stopped && proof.obligations.iter().any(is_refuted);
        let effort = proof.effort;
        let report = self.conclude(proof, &missing, stopped)?;
        // Found clauses are kept if a further check cannot finish.
        if may_lack && report.verdict != Verdict::Undefined && self.budget.left() > effort {
            // If no found launch breaks a rule when run, all candidates count.
            let whole = self.verify()?;
            if !whole.stopped {
                return self.conclude(whole, &missing, false);
            }
        }
        Ok(report)
    }

    /// Looks for clauses about what is open.
    fn complete_contract(&self) -> Completed {
        self.search(|search| search.complete(&self.open))
    }

    /// Looks for something, with most of what is left to be spent.
    fn search<R>(&self, look: impl FnOnce(&Search<'_>) -> R) -> R {
        let budget = self.most_of_budget().early(TO_TELL);
        let rlimit = self.limits.rlimit.min(SEARCH_STEPS);
        let limits = verify::Options { rlimit, budget: budget.clone(), ..self.limits.clone() };
        let search = Search {
            kernel: self.kernel,
            folded: &self.folded,
            base: self.contract,
            allowances: &self.allowances,
            limits: &limits,
            patience: self.limits.rlimit,
            effort: Cell::new(Search::effort(&self.open, &self.budget)),
            spent: Cell::default(),
            established: RefCell::default(),
            repeated: find_repeated(&self.folded),
            tried: RefCell::default(),
            outside: RefCell::default(),
            narrows: Cell::new(true),
            gave_up: Cell::default(),
        };
        let found = look(&search);
        self.budget.spend(budget.spent());
        found
    }

    /// The report with suggestions for the author, if requested and not all is decided.
    fn with_suggestions(&self, report: KernelReport) -> KernelReport {
        if !self.options.suggest || !self.is_whole() || report.verdict != Verdict::Unknown {
            return report;
        }
        let found: Vec<Clause> = report.contract.inferred.iter().map(|one| one.clause.clone()).collect();
        let repeated = report.ended_early.then(|| find_repeated(&self.folded));
        let known = Established::of(&found, &report.obligations, repeated.as_ref());
        let is_open = |one: &&Finding| one.status != Status::Proved;
        let bounds_sizes =
            report.obligations.iter().filter(is_open).any(|one| !one.rule.is_about_determinacy());
        let clauses = self.search(|search| search.suggest(&self.open, (&found, bounds_sizes), &known));
        self.conclude_suggested(report, &clauses)
    }

    /// The report of a proof under inferred clauses.
    pub(super) fn conclude_conditional(
        &self,
        completed: Completed,
        found: verify::Report,
        given: Vec<String>,
    ) -> Result<KernelReport, Refused> {
        let bound = Bound::new(&completed.contract, self.kernel)?;
        let coverage = found.coverage.clone();
        let report = resolve(self.kernel, &bound, found, &self.allowances, &self.limits, &Missing::None);
        let contract = Clauses { given, inferred: completed.clauses, ..report.contract };
        let mut notes = report.notes;
        if completed.cut {
            notes.push(CUT.to_owned());
        }
        let signature = Signature::new(self.kernel, self.contract);
        let report = KernelReport { signature, contract, notes, ..report };
        Ok(self.with_proof(&coverage, &bound, report))
    }

    /// The verification under a found contract, within the remaining work; `None` if the work does not suffice.
    pub(super) fn verify_under(&self, contract: &Contract) -> Option<verify::Report> {
        self.verify_until(contract, false)
    }

    /// The verification, which may end at the first launch that breaks a rule.
    fn verify_until(&self, contract: &Contract, first: bool) -> Option<verify::Report> {
        let policy = self.limits.policy;
        let policy = if first { policy.until_violation() } else { policy };
        let limits = verify::Options { policy, ..self.limits.clone() };
        self.verify_found(contract, limits).filter(|report| !report.stopped)
    }

    /// Runs the verifier under inferred clauses, finished or not; `None` if no launch keeps them.
    fn verify_found(&self, contract: &Contract, limits: verify::Options) -> Option<verify::Report> {
        let budget = self.most_of_budget();
        let limits = verify::Options { budget: budget.clone(), ..limits };
        let report = verify::check(&self.folded, &Bound::new(contract, &self.folded).ok()?, &limits);
        self.budget.spend(budget.spent());
        Some(report).filter(|report| !report.empty)
    }

    /// The report under the contract as it stands.
    pub(super) fn conclude(
        &self,
        proof: verify::Report,
        missing: &Missing,
        stopped: bool,
    ) -> Result<KernelReport, Refused> {
        let coverage = proof.coverage.clone();
        let report = resolve(self.kernel, &self.bound, proof, &self.allowances, &self.limits, missing);
        require_followed(&self.bound, &report)?;
        let mut report = KernelReport { signature: Signature::new(self.kernel, self.contract), ..report };
        if stopped || self.budget.is_late() {
            report.end_early(&self.budget, self.seconds);
            if report.verdict == Verdict::Unknown {
                add_undecided(&coverage, self.kernel, &mut report);
            }
            return Ok(report);
        }
        Ok(self.with_proof(&coverage, &self.bound, report))
    }

    /// The report with its proof, if no rule was left out.
    fn with_proof(
        &self,
        coverage: &verify::Coverage,
        bound: &Bound<'_>,
        report: KernelReport,
    ) -> KernelReport {
        if self.limits.policy.ignored().is_some() {
            return report;
        }
        prove(coverage, bound, self.kernel, report)
    }

    /// Whether nothing is left to show.
    pub(super) fn all_proved(&self, proof: &verify::Report) -> bool {
        let accepted = |rule: Rule| self.allowances.iter().any(|allowance| allowance.rule == rule.code());
        proof.obligations.iter().all(|one| one.status == verify::Status::Proved || accepted(one.rule))
    }
}
