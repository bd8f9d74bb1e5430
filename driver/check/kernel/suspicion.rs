//! Likely bugs in a kernel with only a conditional proof.

use spec::admit::admit;
use spec::contract::Bound;
use spec::rules::Rule;
use spec::syntax::span::Place;

use super::KernelCheck;
use crate::check::report::{KernelReport, LikelyBug, Verdict};
use crate::check::suspect::Suspicion;
use crate::check::usage::Suggested;

/// The report of a closed contract: a launch of the contract that breaks an undecided rule refutes it.
fn with_refutation(mut report: KernelReport, bound: &Bound<'_>) -> KernelReport {
    let example = report.likely_bug.as_ref().and_then(|bug| bug.example.clone());
    let Some(example) = example.filter(|example| admit(bound, &example.launch).is_ok()) else {
        return report;
    };
    if report.refute(*example) {
        report.likely_bug = None;
    }
    report
}

impl KernelCheck<'_> {
    /// The report of a conditional proof, with the likely bug.
    pub(super) fn with_suspicion(&self, report: KernelReport) -> KernelReport {
        let is_suspect = match report.verdict {
            Verdict::Conditional => true,
            Verdict::Unknown => self.is_whole(),
            Verdict::Proved | Verdict::Unsupported | Verdict::IllFormed | Verdict::Undefined => false,
        };
        if !is_suspect || report.likely_bug.is_some() {
            return report;
        }
        let unproved = report.verdict == Verdict::Unknown;
        let find = |suspicion: &Suspicion<'_>| {
            suspicion.find().or_else(|| suspicion.find_refuted(&report.obligations).filter(|_| unproved))
        };
        let mut likely_bug = self.suspect(&report, unproved, find).map(Box::new);
        if let Some(bug) = likely_bug.as_deref_mut().filter(|bug| bug.rule.is_none()) {
            (bug.rule, bug.place) = self.broken_without(&report, &bug.clears).unzip();
        }
        let report = KernelReport { likely_bug, ..report };
        if self.open.anything() { report } else { with_refutation(report, &self.bound) }
    }

    /// The likely bug shown by a launch like the author's, for any verdict.
    pub(super) fn find_like_launches(&self, report: &KernelReport) -> Option<LikelyBug> {
        self.suspect(report, true, |suspicion| suspicion.find_like_launches(None, &self.bound))
    }

    fn suspect(
        &self,
        report: &KernelReport,
        unproved: bool,
        find: impl FnOnce(&Suspicion<'_>) -> Option<LikelyBug>,
    ) -> Option<LikelyBug> {
        if self.options.usage.lacks_arrays(self.kernel) {
            return None;
        }
        let inferred = &report.contract.inferred;
        let (kernel, folded) = (self.kernel, &self.folded);
        let (contract, allowances) = (self.contract, &self.allowances);
        let suggested = self.options.usage.suggest(folded, &self.bound);
        let natural = suggested.last().map_or(&[][..], |one| &one.clauses);
        let varied = suggested.last().map_or(&[][..], |one| &one.launches);
        let usage = &self.options.usage;
        let lists = suggested.last().map_or(&[][..], |one| &one.lists);
        let rooms = suggested.last().map_or(&[][..], |one| &one.rooms);
        let found = find(&Suspicion {
            kernel,
            folded,
            contract,
            allowances,
            inferred,
            natural,
            lists,
            rooms,
            varied,
            usage,
            unproved,
        });
        found.filter(|bug| suggested.last().is_none_or(|one| self.is_like(bug, one)))
    }

    /// Whether the launch of a likely bug, if any, keeps what the author's launches tell.
    fn is_like(&self, bug: &LikelyBug, suggested: &Suggested) -> bool {
        let with = suggested.add_to(self.contract, self.kernel, true);
        let Ok(bound) = Bound::new(&with, self.kernel) else { return true };
        bug.example.as_ref().is_none_or(|example| admit(&bound, &example.launch).is_ok())
    }

    /// The first rule broken without some of the found clauses, and its place.
    fn broken_without(&self, report: &KernelReport, gone: &[String]) -> Option<(Rule, Place)> {
        let mut contract = self.contract.clone();
        let inferred = report.contract.inferred.iter().map(|one| &one.clause);
        let kept = inferred.filter(|clause| !gone.contains(&clause.to_string()));
        kept.for_each(|clause| clause.add_to(&self.bound, &mut contract));
        let proof = self.verify_under(&contract)?;
        let open = proof.obligations.iter().find(|one| one.status != verify::Status::Proved)?;
        Some((open.rule, open.at.clone()))
    }
}
