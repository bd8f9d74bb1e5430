//! The contract that launches suggest, refined by counterexamples. A likely invariant is added if it excludes a launch that breaks a
//! rule. This is inductive learning from examples and counterexamples, with templates as in Daikon.

use spec::admit::admit;
use spec::contract::Bound;
use spec::syntax::contract::{Binary, Expr};
use verify::Clause;

use super::assumed::Trial;
use crate::check::options::Options;
use crate::check::report::{Clauses, Counterexample, Inferred, KernelReport, Verdict};
use crate::check::usage::Suggested;

/// The most clauses added to a contract.
const MOST: usize = 8;

impl Trial<'_> {
    /// The proof under a suggested contract with a few likely invariants, and the contract; equations of sizes become part of it.
    /// `open` is the report under the suggested contract alone.
    pub(super) fn refine(
        &self,
        suggested: &Suggested,
        open: KernelReport,
        trial: &Options,
    ) -> Option<(KernelReport, Suggested)> {
        if suggested.is_of_samples || suggested.likely.is_empty() {
            return None;
        }
        let mut added: Vec<Inferred> = Vec::new();
        let mut report = open;
        while report.verdict != Verdict::Proved {
            let examples = report.counterexamples();
            tracing::debug!(verdict = ?report.verdict, added = ?texts(&added), "refined by counterexamples");
            let next = examples.into_iter().find_map(|example| self.exclude(example, suggested, &added));
            added.push(next.filter(|_| added.len() < MOST)?);
            report = self.check_closed(suggested, &added, trial)?;
        }
        let mut proof = report;
        self.drop_unneeded(suggested, &mut added, &mut proof, trial);
        let (equations, rest): (Vec<_>, Vec<_>) = added.iter().cloned().partition(is_equation);
        let told = self.retell(suggested, (&equations, &rest), trial);
        told.or_else(|| {
            proof.contract.inferred = added;
            Some((proof, suggested.clone()))
        })
    }

    /// The report under a suggested contract and further clauses, and nothing else.
    fn check_closed(
        &self,
        suggested: &Suggested,
        added: &[Inferred],
        trial: &Options,
    ) -> Option<KernelReport> {
        let bound = Bound::new(self.contract, self.kernel).ok()?;
        let mut with = suggested.add_to(self.contract, self.kernel, true);
        added.iter().for_each(|one| one.clause.add_to(&bound, &mut with));
        (self.check)(&with, trial)
    }

    /// A likely invariant that excludes a launch, at best about the array of the bad access.
    fn exclude(
        &self,
        example: &Counterexample,
        suggested: &Suggested,
        added: &[Inferred],
    ) -> Option<Inferred> {
        let bound = Bound::new(self.contract, self.kernel).ok()?;
        if admit(&bound, &example.launch).is_err() {
            return None;
        }
        let excludes = |clause: &&Clause| {
            let mut with = self.contract.clone();
            clause.add_to(&bound, &mut with);
            let is_known = added.iter().any(|one| one.clause == **clause);
            !is_known
                && Bound::new(&with, self.kernel).is_ok_and(|with| admit(&with, &example.launch).is_err())
        };
        let array = example.violation.parameter.map(|at| bound.argument_name(at));
        let is_apart = |clause: &&Clause| !array.is_some_and(|array| names(clause, array));
        let clause = suggested.likely.iter().filter(excludes).min_by_key(is_apart)?;
        Some(Inferred { clause: clause.clone(), because: Some(Box::new(example.clone())) })
    }

    /// Drops clauses without which the proof stands.
    fn drop_unneeded(
        &self,
        suggested: &Suggested,
        added: &mut Vec<Inferred>,
        proof: &mut KernelReport,
        trial: &Options,
    ) {
        let mut at = 0;
        while at < added.len() && added.len() > 1 {
            let one = added.remove(at);
            match self.check_closed(suggested, added, trial) {
                Some(report) if report.verdict == Verdict::Proved => *proof = report,
                Some(_) | None => {
                    added.insert(at, one);
                    at += 1;
                }
            }
        }
    }

    /// The proof under a contract in which equations are shapes of arrays, and the contract.
    fn retell(
        &self,
        suggested: &Suggested,
        (equations, rest): (&[Inferred], &[Inferred]),
        trial: &Options,
    ) -> Option<(KernelReport, Suggested)> {
        let condition = |one: &Inferred| {
            let Clause::Requires(holds) = &one.clause else { return None };
            Some(holds.clone())
        };
        let conditions: Vec<Expr> = equations.iter().filter_map(condition).collect();
        self.suggest_again(suggested, (&conditions, true), rest, trial).filter(|_| !conditions.is_empty())
    }

    /// The proof under a contract that admits empty arrays, and the contract.
    pub(super) fn with_empty(
        &self,
        suggested: &Suggested,
        rest: &[Inferred],
        trial: &Options,
    ) -> Option<(KernelReport, Suggested)> {
        self.suggest_again(suggested, (&[], false), rest, trial)
            .filter(|(_, told)| told.lines != suggested.lines)
    }

    /// The proof under a contract suggested with other facts, and the contract.
    fn suggest_again(
        &self,
        suggested: &Suggested,
        facts: (&[Expr], bool),
        rest: &[Inferred],
        trial: &Options,
    ) -> Option<(KernelReport, Suggested)> {
        let bound = Bound::new(self.contract, self.kernel).ok()?;
        let folded = spec::fold::kernel(self.kernel);
        let told = self.options.usage.suggest_again((&folded, &bound), suggested, facts)?;
        let report = self.check_closed(&told, rest, trial)?;
        let inferred = rest.to_vec();
        let contract = Clauses { inferred, ..report.contract };
        (report.verdict == Verdict::Proved).then_some((KernelReport { contract, ..report }, told))
    }
}

/// The clauses as text.
fn texts(added: &[Inferred]) -> Vec<String> {
    added.iter().map(|one| one.clause.to_string()).collect()
}

/// Whether a clause is an equation of one argument.
fn is_equation(one: &Inferred) -> bool {
    matches!(&one.clause, Clause::Requires(Expr::Binary(Binary::Eq, name, _)) if matches!(**name, Expr::Name(_)))
}

/// Whether a clause names an array, its extents or its strides.
fn names(clause: &Clause, array: &str) -> bool {
    let is_part =
        |name: &str| name.strip_prefix(array).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    match clause {
        Clause::Requires(holds) => holds.names().into_iter().any(is_part),
        Clause::Contents { name, holds, .. } => name == array || holds.names().into_iter().any(is_part),
        Clause::Buffer { name, .. } | Clause::Align { name, .. } | Clause::Related { name, .. } => {
            name == array
        }
    }
}
