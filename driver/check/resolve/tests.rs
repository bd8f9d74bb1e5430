//! What becomes of candidates, for a kernel of two divisions.

use spec::syntax::launch::Argument;
use spec::syntax::span::Place;

use super::*;

/// Two divisions, of which either may be undefined.
const KERNEL: &str = "
    contract @k { names = (a, b) grid = (1) requires = a >= LEAST_A, b >= LEAST_B }
    entry @k(%a: tile<i32>, %b: tile<i32>) {
      %c7 = constant <i32: 7> : tile<i32>
      %first = divi %c7, %a unsigned : tile<i32>
      %second = divi %c7, %b unsigned : tile<i32>
      return
    }";

/// The report for given statuses of both divisions.
fn resolved(least: [i128; 2], statuses: [Option<verify::Status>; 2]) -> KernelReport {
    let [a, b] = least.map(|least| least.to_string());
    let text = KERNEL.replace("LEAST_A", &a).replace("LEAST_B", &b);
    let module = spec::parse::module(&text).expect("it parses");
    let kernel = Valid::new(module.kernels[0].clone()).expect("it is valid");
    let bound = Bound::new(&module.contracts[0], &kernel).expect("it binds");
    let places: Vec<Place> = kernel.operations().map(|op| op.at.clone()).collect();
    let of = |(number, status): (usize, Option<verify::Status>)| {
        Some(verify::Obligation {
            rule: Rule::DivisionByZero,
            operation: number + 1,
            at: places[number + 1].clone(),
            other: None,
            status: status?,
            reached: Some(true),
            seconds: 0.0,
        })
    };
    let obligations = statuses.into_iter().enumerate().filter_map(of).collect();
    let proof = verify::Report { obligations, ..verify::Report::default() };
    resolve(&kernel, &bound, proof, &[], &verify::Options::default(), &Missing::None)
}

/// A launch with these arguments.
fn refuted(a: u64, b: u64) -> Option<verify::Status> {
    let arguments = vec![Argument::Scalar(a), Argument::Scalar(b)];
    let launch = Launch { grid: [1; 3], arguments, buffers: Vec::new(), blocks: None };
    Some(verify::Status::Refuted(Box::new(launch)))
}

const PROVED: Option<verify::Status> = Some(verify::Status::Proved);

#[track_caller]
fn says(finding: &Finding, part: &str) {
    let Status::Unknown(reason) = &finding.status else { panic!("{:?}", finding.status) };
    assert!(reason.contains(part), "{reason}");
}

#[test]
fn a_candidate_that_breaks_nothing_proves_nothing() {
    let report = resolved([1, 1], [refuted(1, 1), PROVED]);
    assert_eq!(report.verdict, Verdict::Unknown);
    says(&report.obligations[0], "does not break this");
}

#[test]
fn a_candidate_that_is_no_launch_of_the_contract_is_not_run() {
    let report = resolved([1, 1], [refuted(0, 1), PROVED]);
    assert_eq!(report.verdict, Verdict::Unknown);
    says(&report.obligations[0], "does not keep `a >= 1`");
}

#[test]
fn small_launches_are_tried_where_the_solver_is_no_help() {
    for status in [refuted(1, 1), Some(verify::Status::Unknown("it gave up".to_owned()))] {
        let report = resolved([0, 0], [status, Some(verify::Status::Unknown("it gave up".to_owned()))]);
        assert_eq!(report.verdict, Verdict::Undefined);
        assert_eq!(report.counterexamples()[0].violation.rule, Rule::DivisionByZero);
    }
}

#[test]
fn what_a_candidate_breaks_is_what_is_reported() {
    let report = resolved([0, 0], [PROVED, refuted(1, 0)]);
    assert_eq!(report.verdict, Verdict::Undefined);
    let Status::Refuted(example) = &report.obligations[1].status else { panic!("it is refuted") };
    assert_eq!(example.violation.party.at.offset, report.obligations[1].at.offset);
}

#[test]
fn what_breaks_before_is_refuted_by_the_launch_that_was_to_break_something_else() {
    let report = resolved([0, 0], [Some(verify::Status::Unknown("it gave up".to_owned())), refuted(0, 0)]);
    assert_eq!(report.verdict, Verdict::Undefined);
    assert!(matches!(&report.obligations[0].status, Status::Refuted(_)));
    says(&report.obligations[1], "already breaks arith.div.zero at `%first = divi` earlier");
}

#[test]
fn what_was_proved_and_a_launch_breaks_is_not_known() {
    let report = resolved([0, 1], [PROVED, refuted(0, 1)]);
    assert_eq!(report.verdict, Verdict::Unknown);
    says(&report.obligations[0], "it was proved, and a launch breaks it");
    says(&report.obligations[1], "breaks arith.div.zero at `%first = divi` instead, which is a bug of ours");
    assert!(report.notes.iter().any(|note| note.contains("which was proved: that is a bug of ours")));
    assert!(report.proof.is_none());
}

#[test]
fn what_nobody_has_asked_for_refutes_nothing() {
    let report = resolved([0, 1], [None, refuted(0, 1)]);
    assert_eq!(report.verdict, Verdict::Unknown);
    assert!(report.notes.iter().any(|note| note.contains("which nobody had asked for")));
    assert!(report.counterexamples().is_empty());
}

#[test]
fn what_is_found_by_trying_must_be_open() {
    // The first tested launch breaks the first division, which was proved.
    let report = resolved([0, 0], [PROVED, Some(verify::Status::Unknown("it gave up".to_owned()))]);
    says(&report.obligations[0], "it was proved, and a launch breaks it");
    let Status::Refuted(example) = &report.obligations[1].status else { panic!("it is refuted") };
    assert_eq!(example.violation.party.at.offset, report.obligations[1].at.offset);
}
