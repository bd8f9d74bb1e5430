//! What a search for clauses has done: what was proved on the way need not be asked again, and nothing is tried twice.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use verify::{Clause, ObligationId, Pass, Suggestion};

use crate::check::report::{Counterexample, Finding, Status};

/// What was proved under some clauses: it holds under more clauses too.
#[derive(Default)]
pub(in crate::check) struct Established {
    clauses: Vec<Clause>,
    proved: Arc<BTreeSet<ObligationId>>,
    /// What a launch breaks, or seems to: nothing after it was asked.
    refuted: Option<ObligationId>,
    /// What was proved in each check, under its clauses.
    checks: Vec<(Vec<Clause>, Arc<BTreeSet<ObligationId>>)>,
}

impl Established {
    /// What is proved in a report on a check under these clauses; of one that has ended early without what it may not have come to wholly.
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

    /// What need not be asked under these clauses.
    pub(super) fn under(&self, clauses: &[Clause]) -> Arc<BTreeSet<ObligationId>> {
        let holds = self.clauses.iter().all(|clause| clauses.contains(clause));
        if holds { self.proved.clone() } else { Arc::default() }
    }

    /// What any check has proved under some of these clauses: it is what a report on something that stays open says.
    pub(super) fn all_under(&self, clauses: &[Clause]) -> Arc<BTreeSet<ObligationId>> {
        let holds = |under: &[Clause]| under.iter().all(|clause| clauses.contains(clause));
        let known = self.checks.iter().filter(|(under, _)| holds(under));
        Arc::new(known.flat_map(|(_, proved)| proved.iter().copied()).collect())
    }

    /// What a launch under these clauses breaks, or seems to.
    pub(super) fn refuted_under(&self, clauses: &[Clause]) -> Option<ObligationId> {
        self.refuted.filter(|_| self.clauses == clauses)
    }

    /// Keeps what a check under these clauses has proved.
    pub(super) fn keep(&mut self, clauses: &[Clause], report: &verify::Report, repeated: &BTreeSet<usize>) {
        let is_proved = |one: &&verify::Obligation| one.status == verify::Status::Proved;
        let all: BTreeSet<ObligationId> = report.obligations.iter().map(verify::Obligation::id).collect();
        let open = report.obligations.iter().filter(|one| !is_proved(one)).map(verify::Obligation::id);
        let open: BTreeSet<ObligationId> = open.collect();
        let is_refuted = |one: &&verify::Obligation| {
            matches!(one.status, verify::Status::Refuted(_) | verify::Status::Doubtful(..))
        };
        let refuted = report.obligations.iter().find(is_refuted).map(verify::Obligation::id);
        let proved = Arc::new(&all - &open);
        // What is not proved may have ended it.
        let repeated = Some(repeated).filter(|_| report.stopped || !open.is_empty());
        let is_whole = |one: &&verify::Obligation| is_whole(one.operation, one.other.is_some(), repeated);
        let whole: BTreeSet<ObligationId> =
            report.obligations.iter().filter(is_whole).map(verify::Obligation::id).collect();
        self.checks.push((clauses.to_vec(), Arc::new(&whole - &open)));
        let checks = std::mem::take(&mut self.checks);
        *self = Established { clauses: clauses.to_vec(), proved, refuted, checks };
    }
}

/// Whether a check that has come to an obligation has decided all of it: of two accesses, and in what is repeated, only where it came to its end.
fn is_whole(operation: usize, is_pair: bool, repeated: Option<&BTreeSet<usize>>) -> bool {
    repeated.is_none_or(|repeated| !is_pair && !repeated.contains(&operation))
}

/// What was tried, by the clauses that were given.
#[derive(Default)]
pub(in crate::check) struct Tried {
    /// Clauses under which no proof was found.
    failed: BTreeSet<String>,
    /// The most work of each abduction.
    abduced: BTreeMap<(String, String), u64>,
    /// Clauses under which a check came to its end, and neither proved nor refuted everything, with the steps that a question had.
    open: BTreeMap<String, u32>,
    /// Launches that break a rule, found by checks.
    examples: Vec<Counterexample>,
}

impl Tried {
    /// Whether no proof was found under these clauses.
    pub(super) fn has_failed(&self, clauses: &[Clause]) -> bool {
        self.failed.contains(&key(clauses))
    }

    /// Keeps whether a proof was found.
    pub(super) fn checked(&mut self, clauses: &[Clause], accepted: bool) {
        if !accepted {
            self.failed.insert(key(clauses));
        }
    }

    /// What is known of these clauses from checks before: a launch that they admit breaks a rule, or there was no answer with so many steps for a
    /// question.
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

    /// Keeps that a check under these clauses left something open.
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

/// The same for the same clauses, in whichever order.
fn key(clauses: &[Clause]) -> String {
    let all: BTreeSet<String> = clauses.iter().map(ToString::to_string).collect();
    all.into_iter().collect::<Vec<_>>().join("; ")
}

/// Clauses as they are written.
pub(super) struct Texts<'a>(pub(super) &'a [Clause]);

impl fmt::Debug for Texts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|clause| format_args!("{clause}").to_string())).finish()
    }
}

/// Logs what a check under some clauses says.
pub(super) fn log_check(clauses: &[Clause], report: &verify::Report) {
    let open = report.obligations.iter().filter(|one| one.status != verify::Status::Proved);
    let open: Vec<String> = open.map(|one| format!("{} at {:?}", one.rule, one.at)).collect();
    tracing::debug!(clauses = ?Texts(clauses), ?open, empty = report.empty, stopped = report.stopped, effort = report.effort, "a check");
}

/// Logs what a pass of abduction found.
pub(super) fn log_abduction(pass: Pass, given: &[Clause], found: &Suggestion) {
    let Suggestion { clauses, exact, open, stopped, effort, .. } = found;
    let (given, clauses, exact) = (Texts(given), Texts(clauses), Texts(exact));
    tracing::debug!(?pass, ?given, found = ?clauses, ?exact, ?open, stopped, effort, "abduction");
}
