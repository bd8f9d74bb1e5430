//! Runs of the verifier within parts of a kernel's budget.

use spec::contract::Bound;
use spec::problem::Refused;
use verify::Budget;

use super::KernelCheck;

/// The divisor of the remaining work reserved for runs of refuted obligations.
const TO_RUN: u64 = 8;

/// The share of the budget for the first check where clauses are looked for behind it: without a grid it seldom is a proof.
const FIRST: u64 = 8;

impl KernelCheck<'_> {
    /// Runs the verifier with an open launch, until one breaks a rule. Before a search, one open obligation ends the run, unless a rule is accepted.
    pub(super) fn verify_first(&self, looks_for_clauses: bool) -> Result<verify::Report, Refused> {
        let policy = match self.limits.policy {
            policy if !self.is_whole() || !self.allowances.is_empty() => policy,
            policy if looks_for_clauses => policy.until_open(),
            policy => policy.until_violation(),
        };
        let share = if looks_for_clauses { FIRST } else { 1 };
        self.verify_with(verify::Options { policy, ..self.limits.clone() }, share)
    }

    /// Runs the verifier until everything is decided.
    pub(in crate::check) fn verify(&self) -> Result<verify::Report, Refused> {
        self.verify_with(self.limits.clone(), 1)
    }

    /// Runs the verifier with a reduced budget after the first unproved obligation, unless some rule is accepted. The rest only searches
    /// for further violations.
    pub(super) fn verify_briefly_once_open(&self) -> Result<verify::Report, Refused> {
        let policy = self.limits.policy;
        let policy = if self.allowances.is_empty() { policy.curtailed() } else { policy };
        self.verify_with(verify::Options { policy, ..self.limits.clone() }, 1)
    }

    /// Runs the verifier with one of `share` parts of the budget.
    pub(super) fn verify_with(&self, limits: verify::Options, share: u64) -> Result<verify::Report, Refused> {
        let most = self.most_of_budget();
        let budget = most.part(most.left() / share);
        let limits = verify::Options { budget: budget.clone(), ..limits };
        let bound = Bound::new(self.contract, &self.folded)?;
        let report = verify::check(&self.folded, &bound, &limits);
        tracing::debug!(stopped = report.stopped, effort = report.effort, "verified");
        self.budget.spend(budget.spent());
        Ok(report)
    }

    /// Refuted obligations must be run: part of the budget is reserved, however hard other queries are.
    pub(super) fn most_of_budget(&self) -> Budget {
        let left = self.budget.left();
        self.budget.part(left - left / TO_RUN)
    }
}
