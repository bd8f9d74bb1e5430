//! Ranges as questions: each range that decided something is a claim about the definition of its term. A script states the declared
//! range of each variable and nothing else, so a solver has to derive what the ranges of terms say.

use std::fmt::Write;

use z3::ast::{Bool, Int};

use super::lower::{Lowered, bool_variable, in_range, number, product, variable};
use super::script::{Decided, Script};
use crate::terms::{Atom, Claim, Num, Subject, UNBOUNDED_ABOVE, UNBOUNDED_BELOW, Variables, var_info};

/// A script with a question for each claim, which decide the obligations that were never questions; none where nothing is claimed.
pub(super) fn script(claims: &[Claim], decides: Vec<Decided>) -> Option<Script> {
    let mut variables = Variables::default();
    let mut lowered = Lowered::from_definitions();
    let mut questions = Vec::new();
    for claim in claims.iter().filter(|claim| !is_declared(claim)) {
        let (subject, term) = match claim.subject {
            Subject::Num(num) => (num, lowered.num(&num)),
            Subject::Atom(atom) => (Num::product(&[atom]), lowered.atom(atom)),
        };
        variables.num(&subject);
        questions.push(assertion(&deny(claim, &term)));
    }
    let mut text = declare(&variables);
    name_products(&mut lowered, &mut text, &mut questions);
    let satisfiable = Some(false);
    (!questions.is_empty()).then_some(Script { decides, satisfiable, text, claims: questions })
}

/// Declarations of variables, with what their declared ranges say.
fn declare(variables: &Variables) -> String {
    let mut text = String::new();
    for var in &variables.bools {
        let _ = writeln!(text, "(declare-fun {} () Bool)", bool_variable(*var));
    }
    for var in &variables.nums {
        let (name, info) = (variable(*var), var_info(*var));
        let _ = writeln!(text, "(declare-fun {name} () Int)");
        if info.lo != UNBOUNDED_BELOW {
            let _ = writeln!(text, "(assert {})", name.ge(number(info.lo)));
        }
        if info.hi != UNBOUNDED_ABOVE {
            let _ = writeln!(text, "(assert {})", name.le(number(info.hi)));
        }
    }
    text
}

/// Declares the products of many factors, which have names instead of definitions. The text states the range of each, and each range
/// is a question about the two factors.
fn name_products(lowered: &mut Lowered, text: &mut String, questions: &mut Vec<String>) {
    loop {
        // The factors of a product can be such products, too.
        let named = lowered.take_named();
        if named.is_empty() {
            return;
        }
        for id in named {
            let (name, range) = (product(&[id]), Num::product(&[id]));
            let _ = writeln!(text, "(declare-fun {name} () Int)\n{}", assertion(&in_range(&name, &range)));
            if let Atom::Product(a, b) = id.atom() {
                let defined = Int::mul(&[lowered.num(&a), lowered.num(&b)]);
                questions.push(assertion(&in_range(&defined, &range).not()));
            }
        }
    }
}

/// A formula as an assertion with shared parts written once: the solver names such parts, in contrast to the plain formula.
fn assertion(formula: &Bool) -> String {
    let solver = z3::Solver::new();
    solver.assert(formula);
    let text = solver.to_string();
    let start = text.find("(assert").unwrap_or(0);
    text[start..].trim_end().to_owned()
}

/// The negation of a claim.
fn deny(claim: &Claim, term: &Int) -> Bool {
    let bound = number(claim.bound);
    if claim.is_upper { term.gt(bound) } else { term.lt(bound) }
}

/// Whether the claim is what is declared of a variable.
fn is_declared(claim: &Claim) -> bool {
    match claim.subject {
        Subject::Num(num) => num.value().is_some() || num.as_var().is_some(),
        Subject::Atom(atom) => Num::product(&[atom]).as_var().is_some(),
    }
}

#[cfg(test)]
mod tests {
    use spec::domain::Number;
    use z3::SatResult;

    use super::*;
    use crate::terms::{keep_large_ends, record_claims, take_claims};

    /// z3's answers to the range queries of this work.
    fn answers(work: impl FnOnce()) -> Vec<SatResult> {
        record_claims();
        work();
        let script = script(&take_claims(), Vec::new());
        let ask = |script: &Script, claim: &String| {
            let solver = z3::Solver::new();
            solver.from_string(format!("{}{claim}", script.text));
            solver.check()
        };
        script.iter().flat_map(|script| script.claims.iter().map(|claim| ask(script, claim))).collect()
    }

    #[test]
    fn a_range_that_decides_is_a_question_about_the_definition() {
        let (n, m) = (Num::fresh("n", 0, 100), Num::fresh("m", 1, 9));
        let decide = || {
            let quarter = n.mul(&m).div_floor(&Num::constant(4));
            assert_eq!(quarter.at_most(&Num::constant(225)).value(), Some(true));
            assert_eq!(n.rem_floor(&m).at_most(&m).value(), None);
        };
        assert_eq!(answers(decide), [SatResult::Unsat]);
        assert_eq!(
            answers(|| assert_eq!(n.at_most(&Num::constant(100)).value(), Some(true))),
            [SatResult::Unsat]
        );
    }

    #[test]
    fn a_product_of_many_factors_is_asked_about_by_its_factors() {
        let n = Num::fresh("n", 0, 3);
        let decide = || {
            let power = (0..4).fold(n, |power, _| power.mul(&power));
            assert_eq!(power.at_most(&Num::constant(3_i128.pow(16))).value(), Some(true));
        };
        let found = answers(decide);
        assert!(found.len() > 1 && found.iter().all(|answer| *answer == SatResult::Unsat), "{found:?}");
    }

    #[test]
    fn a_divisor_of_any_sign_is_divided_by_as_it_is_defined() {
        let (n, d) = (Num::fresh("n", -9, 9), Num::fresh("d", -3, 3));
        let decide = || {
            let quotient = n.div_floor(&d);
            assert_eq!(quotient.at_most(&Num::constant(10)).value(), Some(true));
            assert_eq!(Num::constant(-10).at_most(&quotient).value(), Some(true));
        };
        assert_eq!(answers(decide), [SatResult::Unsat, SatResult::Unsat]);
    }

    #[test]
    fn a_wrong_range_is_found() {
        let n = Num::fresh("n", 1 << 121, 1 << 122);
        keep_large_ends(true);
        let decide = || {
            let half = n.div_floor(&Num::constant(2));
            assert_eq!(Num::constant(1 << 121).at_most(&half).value(), Some(true));
        };
        let found = answers(decide);
        keep_large_ends(false);
        assert_eq!(found, [SatResult::Sat]);
    }
}
