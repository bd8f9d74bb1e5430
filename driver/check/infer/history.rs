//! What a search for clauses has done: what was proved on the way need not be asked again, and nothing is tried twice.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use verify::{Clause, ObligationId, Pass, Suggestion};

use crate::check::report::{Counterexample, Finding, Status};

/// Obligations proved under some clauses: they also hold under more clauses.
#[derive(Default)]
pub(in crate::check) struct Established {
    clauses: Vec<Clause>,
    proved: Arc<BTreeSet<ObligationId>>,
    checks: Vec<Checked>,
}

/// A check under clauses.
struct Checked {
    clauses: Vec<Clause>,
    proved: Arc<BTreeSet<ObligationId>>,
    /// The first obligation without a proof: later obligations may be undecided.
    open: Option<ObligationId>,
    /// The steps of a question.
    rlimit: u32,
}

impl Established {
    /// The proved obligations of a report under these clauses; a check that ended early may have decided the last obligation only
    /// in part, so that one is left out.
    pub(in crate::check) fn of(
        clauses: &[Clause],
        findings: &[Finding],
        repeated: Option<&BTreeSet<usize>>,
    ) -> Self {
        let is_proved = |one: &&Finding| one.status == Status::Proved;
        let is_whole = |one: &&Finding| is_whole(one.operation, one.other.is_some(), repeated);
        let all: BTreeSet<ObligationId> = findings.iter().filter(is_whole).map(Finding::id).collect();
        let open = findings.iter().filter(|one| !is_proved(one)).map(Finding::id).collect();
        Established { clauses: clauses.to_vec(), proved: Arc::new(&all - &open), ..Established::default() }
    }

    /// The obligations already proved under these clauses.
    pub(super) fn under(&self, clauses: &[Clause]) -> Arc<BTreeSet<ObligationId>> {
        let holds = self.clauses.iter().all(|clause| clauses.contains(clause));
        if holds { self.proved.clone() } else { Arc::default() }
    }

    /// All obligations proved under some of these clauses, for a report with an open obligation.
    pub(super) fn all_under(&self, clauses: &[Clause]) -> Arc<BTreeSet<ObligationId>> {
        let holds = |under: &[Clause]| under.iter().all(|clause| clauses.contains(clause));
        let known = self.checks.iter().filter(|check| holds(&check.clauses));
        Arc::new(known.flat_map(|check| check.proved.iter().copied()).collect())
    }

    /// An obligation without a proof under these clauses, or under more.
    pub(super) fn open_under(&self, clauses: &[Clause]) -> Option<ObligationId> {
        self.open_with(clauses, 0)
    }

    /// An obligation without a proof after so many steps for each question.
    pub(super) fn open_with(&self, clauses: &[Clause], rlimit: u32) -> Option<ObligationId> {
        let is_under_more = |check: &&Checked| {
            check.rlimit >= rlimit && clauses.iter().all(|clause| check.clauses.contains(clause))
        };
        self.checks.iter().rev().filter(is_under_more).find_map(|check| check.open)
    }

    /// Keeps the obligations proved under these clauses, with so many steps for a question.
    pub(super) fn keep(
        &mut self,
        clauses: &[Clause],
        rlimit: u32,
        report: &verify::Report,
        repeated: &BTreeSet<usize>,
    ) {
        let is_proved = |one: &&verify::Obligation| one.status == verify::Status::Proved;
        let all: BTreeSet<ObligationId> = report.obligations.iter().map(verify::Obligation::id).collect();
        let open = report.obligations.iter().filter(|one| !is_proved(one)).map(verify::Obligation::id);
        let open: BTreeSet<ObligationId> = open.collect();
        let first = report.obligations.iter().find(|one| !is_proved(one)).map(verify::Obligation::id);
        let proved = Arc::new(&all - &open);
        // An unproved obligation may have ended the check.
        let repeated = Some(repeated).filter(|_| report.stopped || !open.is_empty());
        let is_whole = |one: &&verify::Obligation| is_whole(one.operation, one.other.is_some(), repeated);
        let whole: BTreeSet<ObligationId> =
            report.obligations.iter().filter(is_whole).map(verify::Obligation::id).collect();
        let mut checks = std::mem::take(&mut self.checks);
        checks.push(Checked {
            clauses: clauses.to_vec(),
            proved: Arc::new(&whole - &open),
            open: first.filter(|_| !report.stopped),
            rlimit,
        });
        *self = Established { clauses: clauses.to_vec(), proved, checks };
    }
}

/// Whether a check has decided an obligation completely: pairs of accesses and repeated operations only at the end of the check.
fn is_whole(operation: usize, is_pair: bool, repeated: Option<&BTreeSet<usize>>) -> bool {
    repeated.is_none_or(|repeated| !is_pair && !repeated.contains(&operation))
}

/// The results of earlier checks, by clauses.
#[derive(Default)]
pub(in crate::check) struct Tried {
    /// Clauses without a proof.
    failed: BTreeSet<String>,
    /// The most work of each abduction.
    abduced: BTreeMap<(String, String), u64>,
    /// Clauses with a complete but inconclusive check, with the steps per query.
    open: BTreeMap<String, u32>,
    /// Launches that break a rule, found by checks.
    examples: Vec<Counterexample>,
}

impl Tried {
    /// Whether these clauses have failed.
    pub(super) fn has_failed(&self, clauses: &[Clause]) -> bool {
        self.failed.contains(&key(clauses))
    }

    /// Keeps whether a proof was found.
    pub(super) fn checked(&mut self, clauses: &[Clause], accepted: bool) {
        if !accepted {
            self.failed.insert(key(clauses));
        }
    }

    /// The known result for these clauses: a permitted launch breaks a rule, or no answer within the given steps.
    pub(super) fn recall(
        &self,
        clauses: &[Clause],
        rlimit: u32,
        admits: impl Fn(&Counterexample) -> bool,
    ) -> Option<Option<Box<Counterexample>>> {
        let broken = self.examples.iter().find(|example| admits(example)).cloned().map(Box::new);
        let is_open = || self.open.get(&key(clauses)).is_some_and(|steps| *steps >= rlimit);
        if broken.is_none() && !is_open() {
            return None;
        }
        tracing::debug!(clauses = ?Texts(clauses), broken = broken.is_some(), "known from a check before");
        Some(broken)
    }

    /// Whether one of the launches that break a rule is of a kind.
    pub(super) fn is_any_broken(&self, is_it: impl FnMut(&Counterexample) -> bool) -> bool {
        self.examples.iter().any(is_it)
    }

    /// Records that a check under these clauses was inconclusive.
    pub(super) fn left_open(&mut self, clauses: &[Clause], rlimit: u32) {
        let steps = self.open.entry(key(clauses)).or_default();
        *steps = rlimit.max(*steps);
    }

    /// Keeps a launch that breaks a rule.
    pub(super) fn broken(&mut self, example: Counterexample) {
        self.examples.push(example);
    }

    /// Whether abduction from these clauses had as much work already.
    pub(super) fn has_abduced(&self, pass: Pass, clauses: &[Clause], effort: u64) -> bool {
        self.abduced.get(&(format!("{pass:?}"), key(clauses))).is_some_and(|most| *most >= effort)
    }

    /// Keeps the most work that an abduction could have done.
    pub(super) fn abduced(&mut self, pass: Pass, clauses: &[Clause], effort: u64) {
        let most = self.abduced.entry((format!("{pass:?}"), key(clauses))).or_default();
        *most = effort.max(*most);
    }
}

/// A key independent of the clauses' order.
fn key(clauses: &[Clause]) -> String {
    let all: BTreeSet<String> = clauses.iter().map(ToString::to_string).collect();
    all.into_iter().collect::<Vec<_>>().join("; ")
}

/// Clauses as text.
pub(super) struct Texts<'a>(pub(super) &'a [Clause]);

impl fmt::Debug for Texts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|clause| format_args!("{clause}").to_string())).finish()
    }
}

/// Logs the result of a check under some clauses.
pub(super) fn log_check(clauses: &[Clause], report: &verify::Report) {
    let open = report.obligations.iter().filter(|one| one.status != verify::Status::Proved);
    let open: Vec<String> = open.map(|one| format!("{} at {:?}", one.rule, one.at)).collect();
    tracing::debug!(clauses = ?Texts(clauses), ?open, empty = report.empty, stopped = report.stopped, effort = report.effort, "a check");
}

/// Logs the result of a pass of abduction.
pub(super) fn log_abduction(pass: Pass, given: &[Clause], found: &Suggestion) {
    let Suggestion { clauses, exact, open, stopped, effort, .. } = found;
    let (given, clauses, exact) = (Texts(given), Texts(clauses), Texts(exact));
    tracing::debug!(?pass, ?given, found = ?clauses, ?exact, ?open, stopped, effort, "abduction");
}
