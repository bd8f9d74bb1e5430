//! Reports of kernels with open obligations, with the found clauses.

use std::sync::Arc;

use spec::contract::Bound;
use spec::problem::Refused;
use spec::syntax::contract::BufferClause;
use verify::Clause;

use super::KernelCheck;
use crate::check::coverage::add_undecided;
use crate::check::infer::Completed;
use crate::check::report::{Clauses, Finding, Inferred, KernelReport, Status, Verdict};
use crate::check::resolve::{Missing, resolve};
use crate::signature::Signature;

impl KernelCheck<'_> {
    /// Whether clauses may be missing though none are looked for: the kernel reads addresses from memory.
    pub(super) fn missing_before_search(&self) -> Missing {
        let is_unsearched = self.reaches_by_table && self.is_whole() && self.open.launch();
        if is_unsearched { Missing::Unknown(Vec::new()) } else { Missing::None }
    }

    /// Whether clauses may be missing after a search without a result. A contract lacks nothing if it states the grid, all sizes, and
    /// something of each number that the kernel uses.
    pub(super) fn missing_after_search(&self, completed: Completed) -> Missing {
        let numbers = (0..self.kernel.params.len()).filter(|at| self.bound.scalar(*at).is_some());
        let is_used = |at: usize| {
            let param = self.kernel.params[at];
            self.kernel.operations().any(|op| op.operands.contains(&param))
        };
        let is_said = |at: usize| {
            let name = self.bound.argument_name(at);
            self.contract.written().any(|clause| clause.names().contains(&name))
        };
        let of_numbers = |clause: &BufferClause| clause.len.names().is_empty();
        let is_stated = self.contract.grid.is_some()
            && self.open.sizes.is_empty()
            && self.contract.buffers.iter().all(of_numbers)
            && numbers.into_iter().all(|at| is_said(at) || !is_used(at));
        if is_stated || completed.infeasible.is_some() {
            Missing::None
        } else {
            Missing::Unknown(completed.clauses)
        }
    }

    /// The report of a violation for every grid and all arguments, for every memory or for memory with ones. The other inferred
    /// clauses hold in it, and only this rule is broken.
    pub(super) fn conclude_broken_with_ones(
        &self,
        completed: &Completed,
        given: &[String],
    ) -> Result<Option<KernelReport>, Refused> {
        if !self.open.launch() {
            return Ok(None);
        }
        let always = completed.infeasible.as_ref().filter(|_| !completed.clauses.is_empty());
        let ((rule, at), (contract, inferred)) = match (&completed.broken_with_ones, always) {
            (Some(broken), _) => (broken, completed.with_ones(self.contract, &self.bound)),
            (None, Some(broken)) => (broken, (completed.contract.clone(), completed.clauses.clone())),
            (None, None) => return Ok(None),
        };
        let Ok(bound) = Bound::new(&contract, self.kernel) else { return Ok(None) };
        let Some(proof) = self.verify_until(&contract, true) else { return Ok(None) };
        let report = resolve(self.kernel, &bound, proof, &self.allowances, &self.limits, &Missing::None);
        let is_it = |one: &Finding| one.rule == *rule && one.at.coincides(at);
        let is_shown = |one: &Finding| is_it(one) && matches!(one.status, Status::Refuted(_));
        if !report.obligations.iter().any(is_shown) {
            return Ok(None);
        }
        let contract = Clauses { given: given.to_vec(), inferred, ..report.contract };
        let signature = Signature::new(self.kernel, self.contract);
        Ok(Some(KernelReport { signature, contract, ..report }))
    }

    /// The report with suggested clauses. Where each of them is about something open, a proof under them counts as one under inferred clauses.
    pub(super) fn conclude_suggested(&self, report: KernelReport, clauses: &[Clause]) -> KernelReport {
        self.prove_suggested(&report, clauses).unwrap_or_else(|| {
            let suggestions = clauses.iter().map(Clause::to_string).collect();
            KernelReport { suggestions, ..report }
        })
    }

    fn prove_suggested(&self, report: &KernelReport, clauses: &[Clause]) -> Option<KernelReport> {
        if clauses.is_empty() || !clauses.iter().all(|clause| self.open.admits(clause)) {
            return None;
        }
        let mut contract = self.contract.clone();
        clauses.iter().for_each(|clause| clause.add_to(&self.bound, &mut contract));
        let found = self.verify_under(&contract).filter(|found| self.all_proved(found))?;
        let inferred = |clause: &Clause| Inferred { clause: clause.clone(), because: None };
        let completed = Completed {
            clauses: clauses.iter().map(inferred).collect(),
            narrow: Vec::new(),
            contract,
            established: Arc::default(),
            proof: None,
            infeasible: None,
            broken_with_ones: None,
            cut: true,
        };
        self.conclude_conditional(completed, found, report.contract.given.clone()).ok()
    }

    /// The report of a proof. A proof for a single block is no answer, except where a bug leaves nothing else. The report then has the open
    /// obligations for more blocks.
    pub(super) fn conclude_proof(
        &self,
        completed: Completed,
        found: verify::Report,
        given: Vec<String>,
    ) -> Result<KernelReport, Refused> {
        if completed.narrow.is_empty() {
            return self.conclude_conditional(completed, found, given);
        }
        let is_wide = |one: &Inferred| !completed.narrow.contains(&one.clause);
        let clauses: Vec<Inferred> = completed.clauses.iter().filter(|one| is_wide(one)).cloned().collect();
        let mut contract = self.contract.clone();
        clauses.iter().for_each(|one| one.clause.add_to(&self.bound, &mut contract));
        let narrow: Vec<String> = completed.narrow.iter().map(ToString::to_string).collect();
        let wide = Completed {
            contract,
            clauses,
            narrow: Vec::new(),
            established: Arc::default(),
            proof: None,
            infeasible: None,
            broken_with_ones: None,
            cut: completed.cut,
        };
        let report = self.conclude_conditional(completed, found, given.clone())?;
        let report = self.with_suspicion(report);
        if report.likely_bug.is_some() {
            return Ok(report);
        }
        let open = self.conclude_but_open(&wide, &given)?;
        Ok(open.map_or(report, |mut open| {
            open.notes.push(format!("only with `{}` all obligations are proved", narrow.join("` and `")));
            open
        }))
    }

    /// The report with clauses under which all but a few obligations are proved, and with these obligations.
    pub(super) fn conclude_but_open(
        &self,
        completed: &Completed,
        given: &[String],
    ) -> Result<Option<KernelReport>, Refused> {
        if completed.clauses.is_empty() || completed.infeasible.is_some() || !self.open.launch() {
            return Ok(None);
        }
        let Ok(bound) = Bound::new(&completed.contract, self.kernel) else { return Ok(None) };
        // What a check has proved before is not asked again.
        let limits = verify::Options { established: completed.established.clone(), ..self.limits.clone() };
        let Some(proof) = self.verify_found(&completed.contract, limits) else { return Ok(None) };
        let (missing, stopped, coverage) =
            (Missing::Unknown(Vec::new()), proof.stopped, proof.coverage.clone());
        let report = resolve(self.kernel, &bound, proof, &self.allowances, &self.limits, &missing);
        // After an early end, all reached obligations may be proved.
        if report.verdict != Verdict::Unknown && !(stopped && report.verdict.is_proof()) {
            return Ok(None);
        }
        let mut report = report;
        if stopped {
            add_undecided(&coverage, self.kernel, &mut report);
        }
        let is_proved = |one: &&Finding| matches!(one.status, Status::Proved);
        let (proved, all) = (report.obligations.iter().filter(is_proved).count(), report.obligations.len());
        let mut notes = report.notes;
        notes.push(format!("under the clauses that are inferred, {proved} of {all} obligations are proved"));
        let inferred = completed.clauses.clone();
        let contract = Clauses { given: given.to_vec(), inferred, ..report.contract };
        let signature = Signature::new(self.kernel, self.contract);
        let mut report = KernelReport { signature, contract, notes, ..report };
        if stopped {
            report.end_early(&self.budget, self.seconds);
        }
        Ok(Some(report))
    }
}
