//! From what the solver says to a verdict: every refutation is replayed before it counts.

use spec::contract::Bound;
use spec::rules::Rule;
use spec::syntax::kernel::Allowance;
use spec::syntax::launch::Launch;
use spec::valid::Valid;

use super::infer::Inferred;
use super::replay::{Replay, replay};
use super::report::{Clauses, Counterexample, Finding, KernelReport, Status, Verdict};
use super::search::search;

/// What nobody has promised, where a launch breaks a rule.
pub(super) enum Missing {
    /// Nothing that would help.
    None,
    /// Something that could not be found; at least these clauses.
    Unknown(Vec<Inferred>),
}

/// The verdict on a kernel.
pub(super) fn resolve(
    kernel: &Valid,
    contract: &Bound<'_>,
    proof: verify::Report,
    allowances: &[&Allowance],
    ignore: Option<Rule>,
    missing: &Missing,
) -> KernelReport {
    let judge = Judge { kernel, contract, allowances, ignore, missing };
    let mut obligations: Vec<_> = proof.obligations.into_iter().map(|o| judge.finding(o)).collect();
    judge.search_where_unsure(&mut obligations);

    let mut trusted = proof.trusted;
    trusted.extend(allowances.iter().map(|a| format!("{} is accepted, because {}", a.rule, a.because)));
    let empty = |(name, words): &(String, String)| {
        format!("{words}: whatever is said here is said of launches in which `{name}` has no elements")
    };
    let mut notes: Vec<String> = proof.vacuous.iter().map(empty).collect();
    let verdict = judge.verdict(&obligations, &mut notes);
    KernelReport {
        verdict,
        contract: Clauses { given: proof.given, inferred: Vec::new(), trusted },
        axioms: proof.axioms,
        obligations,
        asserts: proof.asserts,
        notes,
        scripts: proof.scripts,
        ..KernelReport::unknown()
    }
}

struct Judge<'a> {
    kernel: &'a Valid,
    contract: &'a Bound<'a>,
    allowances: &'a [&'a Allowance],
    ignore: Option<Rule>,
    missing: &'a Missing,
}

impl Judge<'_> {
    /// What came of one obligation, after its candidate was run.
    fn finding(&self, obligation: verify::Obligation) -> Finding {
        let verify::Obligation { rule, operation, at, other, status, reached, seconds } = obligation;
        let status = match (status, self.accepted(rule)) {
            (verify::Status::Proved, _) => Status::Proved,
            (_, Some(because)) => Status::Accepted(because),
            (verify::Status::Unknown(reason), None) => Status::Unknown(reason),
            (verify::Status::Refuted(candidate), None) => self.replayed(&candidate),
            (verify::Status::Doubtful(candidate, reason), None) => match self.replayed(&candidate) {
                Status::Unknown(_) => Status::Unknown(reason),
                known @ (Status::Proved | Status::Refuted(_) | Status::Accepted(_)) => known,
            },
        };
        Finding { rule, operation, at, other, status, reached, seconds }
    }

    fn accepted(&self, rule: Rule) -> Option<String> {
        let allowance = self.allowances.iter().find(|allowance| allowance.rule == rule.code());
        allowance.map(|allowance| allowance.because.clone())
    }

    fn replayed(&self, candidate: &Launch) -> Status {
        if let Err(clause) = spec::admit::admit(self.contract, candidate) {
            return Status::Unknown(format!(
                "the solver's launch does not keep `{clause}`: it is no launch of the contract, which is a bug of ours"
            ));
        }
        match self.run(candidate) {
            Replay::Broken(found) => Status::Refuted(found),
            Replay::Clean => Status::Unknown(
                "the solver's launch does not break this when it is run: a loop, a float or what another \
                 block writes is described more loosely than it is"
                    .to_owned(),
            ),
            Replay::Unfinished(reason) => Status::Unknown(reason),
        }
    }

    /// Runs a candidate; a violation that the author accepts does not hide another one.
    fn run(&self, candidate: &Launch) -> Replay {
        match replay(self.kernel, candidate, self.ignore) {
            Replay::Broken(found)
                if self.accepted(found.violation.rule).is_some() && self.ignore.is_none() =>
            {
                replay(self.kernel, candidate, Some(found.violation.rule))
            }
            other @ (Replay::Broken(_) | Replay::Clean | Replay::Unfinished(_)) => other,
        }
    }

    /// Where something is open and nothing is refuted, small launches are tried.
    fn search_where_unsure(&self, obligations: &mut [Finding]) {
        let is_open = |finding: &Finding| matches!(finding.status, Status::Unknown(_));
        let is_refuted = |finding: &Finding| matches!(finding.status, Status::Refuted(_));
        if obligations.iter().any(is_refuted) || !obligations.iter().any(is_open) {
            return;
        }
        let Some(found) = search(self.kernel, self.contract, self.ignore) else { return };
        if self.accepted(found.violation.rule).is_some() {
            return;
        }
        let best = obligations.iter().position(|finding| is_open(finding) && is_about(finding, &found));
        let at = best.or_else(|| obligations.iter().position(is_open));
        if let Some(finding) = at.and_then(|at| obligations.get_mut(at)) {
            finding.status = Status::Refuted(Box::new(found));
        }
    }

    fn verdict(&self, obligations: &[Finding], notes: &mut Vec<String>) -> Verdict {
        let any = |is: fn(&Status) -> bool| obligations.iter().any(|finding| is(&finding.status));
        if any(|status| matches!(status, Status::Refuted(_))) {
            let Missing::Unknown(clauses) = self.missing else { return Verdict::Undefined };
            let at_least: Vec<_> = clauses.iter().map(|one| one.clause.to_string()).collect();
            let but = if at_least.is_empty() {
                String::new()
            } else {
                format!(" beside {}", at_least.join(" and "))
            };
            notes.push(format!(
                "nothing promises that the launch shown is never made, and no condition on launches of @{} was \
                 found{but} that excludes every such launch: write what a launch promises (`requires`, `grid`, \
                 or --requires and --grid)",
                self.kernel.name
            ));
            return Verdict::Unknown;
        }
        let unknown = any(|status| matches!(status, Status::Unknown(_)));
        if unknown { Verdict::Unknown } else { Verdict::Proved }
    }
}

fn is_about(finding: &Finding, found: &Counterexample) -> bool {
    finding.rule == found.violation.rule && finding.at.offset == found.violation.party.at.offset
}

#[cfg(test)]
mod tests {
    use spec::syntax::launch::Argument;
    use spec::syntax::span::Place;

    use super::*;

    const KERNEL: &str = "
        contract @k { names = (b) grid = (1) requires = b >= LEAST }
        entry @k(%b: tile<i32>) {
          %c7 = constant <i32: 7> : tile<i32>
          %q = divi %c7, %b unsigned : tile<i32>
          return
        }";

    /// What is said where the solver names a launch that breaks nothing, or gives up.
    fn resolved(least: i128, status: verify::Status) -> KernelReport {
        let module = spec::parse::module(&KERNEL.replace("LEAST", &least.to_string())).expect("it parses");
        let kernel = Valid::new(module.kernels[0].clone()).expect("it is valid");
        let bound = Bound::new(&module.contracts[0], &kernel).expect("it binds");
        let obligation = verify::Obligation {
            rule: Rule::DivisionByZero,
            operation: 1,
            at: Place::default(),
            other: None,
            status,
            reached: Some(true),
            seconds: 0.0,
        };
        let proof = verify::Report { obligations: vec![obligation], ..verify::Report::default() };
        resolve(&kernel, &bound, proof, &[], None, &Missing::None)
    }

    fn harmless() -> verify::Status {
        let arguments = vec![Argument::Scalar(1)];
        let launch = Launch { grid: [1; 3], arguments, buffers: Vec::new(), blocks: None };
        verify::Status::Refuted(Box::new(launch))
    }

    #[test]
    fn a_candidate_that_breaks_nothing_proves_nothing() {
        let report = resolved(1, harmless());
        assert_eq!(report.verdict, Verdict::Unknown);
        assert!(
            matches!(&report.obligations[0].status, Status::Unknown(reason) if reason.contains("does not break this"))
        );
    }

    #[test]
    fn small_launches_are_tried_where_the_solver_is_no_help() {
        for status in [harmless(), verify::Status::Unknown("it gave up".to_owned())] {
            let report = resolved(0, status);
            assert_eq!(report.verdict, Verdict::Undefined);
            assert_eq!(report.counterexamples()[0].violation.rule, Rule::DivisionByZero);
        }
    }

    #[test]
    fn what_a_candidate_breaks_is_what_is_reported() {
        let launch =
            Launch { grid: [1; 3], arguments: vec![Argument::Scalar(0)], buffers: Vec::new(), blocks: None };
        let report = resolved(0, verify::Status::Refuted(Box::new(launch)));
        assert_eq!(report.verdict, Verdict::Undefined);
    }
}
