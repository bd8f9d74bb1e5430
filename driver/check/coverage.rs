//! From a verdict to a proof: every obligation that the definitions make is held against what was decided.

use std::collections::{BTreeSet, HashMap};

use spec::contract::Bound;
use spec::proof::{Discharged, Grounds, IntegerFacts, Obligation, Proved, Status as Met, obligations};
use spec::rules::Rule;
use spec::syntax::kernel::Operation;
use spec::valid::Valid;
use verify::{Coverage, IntegerFact};

use super::report::{Finding, KernelReport, Status, Verdict};

/// The report with its proof, if everything is proved. If the definitions require something undecided, nothing is
/// proved.
pub(super) fn prove(
    coverage: &Coverage,
    bound: &Bound<'_>,
    kernel: &Valid,
    report: KernelReport,
) -> KernelReport {
    if report.verdict != Verdict::Proved {
        return report;
    }
    let grounds = Grounds {
        given: report.contract.given.clone(),
        inferred: report.inferred(),
        trusted: report.contract.trusted.clone(),
        axioms: report.axioms.clone(),
    };
    let mut findings: HashMap<Obligation, Vec<&Finding>> = HashMap::new();
    for finding in &report.obligations {
        let Finding { operation, rule, .. } = *finding;
        findings.entry(Obligation { operation, rule }).or_default().push(finding);
    }
    let required = obligations(kernel).into_iter();
    let met = required.filter_map(|obligation| {
        let of_it = findings.get(&obligation).map_or(&[][..], |findings| findings.as_slice());
        discharged(coverage, obligation, of_it)
    });
    let closed = spec::proof::closed(bound.contract, kernel);
    let whole = coverage.whole.iter().filter(|(_, holds)| **holds).map(|(place, _)| *place).collect();
    let integers = integer_facts(coverage);
    let proved = Proved::trusting(kernel, closed, grounds, met.collect());
    let proved = proved.map(|proved| proved.with_integers(integers));
    match proved.and_then(|proved| proved.with_whole_tiles(whole)) {
        Ok(proved) => {
            let verdict = if proved.is_conditional() { Verdict::Conditional } else { Verdict::Proved };
            let whole = proved.whole_tiles().iter().copied().collect();
            KernelReport { verdict, proof: Some(Box::new(proved)), whole, ..report }
        }
        Err(unproved) => {
            let note = format!("the check lost sight of an obligation, which is a bug of ours: {unproved}");
            let notes = report.notes.into_iter().chain([note]).collect();
            KernelReport { verdict: Verdict::Unknown, notes, ..report }
        }
    }
}

/// The facts about integer operations that a check recorded.
fn integer_facts(coverage: &Coverage) -> IntegerFacts {
    let with = |has: fn(&IntegerFact) -> bool| {
        coverage.integers.iter().filter(|(_, fact)| has(fact)).map(|(operation, _)| *operation).collect()
    };
    IntegerFacts { exact: with(|fact| fact.exact), natural: with(|fact| fact.natural) }
}

/// Lists the obligations that a check ended before: each is open.
pub(super) fn add_undecided(coverage: &Coverage, kernel: &Valid, report: &mut KernelReport) {
    let told: BTreeSet<(usize, Rule)> =
        report.obligations.iter().map(|one| (one.operation, one.rule)).collect();
    let is_told = |one: &Obligation| told.contains(&(one.operation, one.rule));
    let open =
        obligations(kernel).into_iter().filter(|one| !coverage.considered.contains(one) && !is_told(one));
    let operations: Vec<&Operation> = kernel.operations().collect();
    for Obligation { operation, rule } in open {
        let Some(op) = operations.get(operation) else { continue };
        report.obligations.push(Finding {
            rule,
            operation,
            at: op.at.clone(),
            other: None,
            status: Status::Unknown("the check ended before it came to this".to_owned()),
            reached: None,
            seconds: 0.0,
        });
    }
}

/// The discharge of an obligation; `None` if nobody decided it although it may be reachable.
fn discharged(coverage: &Coverage, obligation: Obligation, findings: &[&Finding]) -> Option<Discharged> {
    let status = if !findings.is_empty() {
        let (mut unreached, mut accepted) = (true, None);
        for finding in findings {
            unreached &= finding.reached == Some(false);
            match &finding.status {
                Status::Proved => {}
                Status::Accepted(because) => accepted = Some(because.clone()),
                Status::Refuted(_) | Status::Unknown(_) => return None,
            }
        }
        match accepted {
            Some(because) => Met::Accepted(because),
            None if unreached => Met::Unreached,
            None => Met::Proved,
        }
    } else if coverage.considered.contains(&obligation) {
        Met::Proved
    } else if coverage.visited.contains(&obligation.operation) {
        return None;
    } else {
        Met::Unreached
    };
    Some(Discharged { obligation, status })
}

#[cfg(test)]
mod tests {
    use spec::rules::Rule;

    use super::*;
    use crate::check::report::Clauses;

    const KERNEL: &str = "
        contract @k { names = (a, b) requires = b >= 1 }
        entry @k(%a: tile<i32>, %b: tile<i32>) {
          %q = divi %a, %b unsigned : tile<i32>
          return
        }";

    /// The proof of a report without open obligations.
    fn proved(findings: Vec<Finding>, considered: bool, visited: bool) -> KernelReport {
        let module = spec::parse::module(KERNEL).expect("it parses");
        let kernel = Valid::new(module.kernels[0].clone()).expect("it is valid");
        let bound = Bound::new(&module.contracts[0], &kernel).expect("it binds");
        let division = Obligation { operation: 0, rule: Rule::DivisionByZero };
        let coverage = Coverage {
            considered: considered.then_some(division).into_iter().collect(),
            visited: visited.then_some(0).into_iter().collect(),
            ..Coverage::default()
        };
        let contract = Clauses::default();
        let verdict = Verdict::Proved;
        let report = KernelReport { verdict, obligations: findings, contract, ..KernelReport::unknown() };
        prove(&coverage, &bound, &kernel, report)
    }

    fn status(report: &KernelReport) -> Option<&Met> {
        report.proof.as_ref()?.keeps(0, Rule::DivisionByZero)
    }

    fn finding(status: Status, reached: Option<bool>) -> Finding {
        let (rule, at) = (Rule::DivisionByZero, Default::default());
        Finding { rule, operation: 0, at, other: None, status, reached, seconds: 0.0 }
    }

    #[test]
    fn what_nobody_has_decided_is_not_proved() {
        let report = proved(Vec::new(), false, true);
        assert_eq!((report.verdict, &report.proof), (Verdict::Unknown, &None));
        assert!(report.notes[0].contains("lost sight of an obligation"), "{:?}", report.notes);
        let open = finding(Status::Unknown("the solver gave up".to_owned()), Some(true));
        assert_eq!(proved(vec![open], true, true).proof, None);
    }

    #[test]
    fn what_was_decided_says_how() {
        assert_eq!(status(&proved(Vec::new(), true, true)), Some(&Met::Proved));
        assert_eq!(status(&proved(Vec::new(), false, false)), Some(&Met::Unreached));
        assert_eq!(
            status(&proved(vec![finding(Status::Proved, Some(true))], true, true)),
            Some(&Met::Proved)
        );
        assert_eq!(
            status(&proved(vec![finding(Status::Proved, Some(false))], true, true)),
            Some(&Met::Unreached)
        );
        let accepted = finding(Status::Accepted("so be it".to_owned()), Some(true));
        let mixed = proved(vec![finding(Status::Proved, Some(true)), accepted], true, true);
        assert_eq!(status(&mixed), Some(&Met::Accepted("so be it".to_owned())));
    }
}
