//! Questions as SMT-LIB 2 scripts, so that another solver can give a second opinion.

use spec::rules::Rule;
use spec::syntax::span::Place;

use crate::smt::answer::Answer;
use crate::smt::claims;
use crate::terms::Claim;

/// A query to the solver, with its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    /// The obligations that the answer decides. A script without any is a lemma that obligations may depend on: an intermediate
    /// exclusion, such as a number that fits its width or an inductive bound.
    pub decides: Vec<Decided>,
    /// Whether the solver found values that make all assertions true; `None` if it gave up.
    pub satisfiable: Option<bool>,
    /// Declarations and assertions over integers and truth values; neither a logic nor a command.
    pub text: String,
    /// The questions of a script that has several, each an assertion beside the text: that a range is wrong. Without any the text is the
    /// question.
    pub claims: Vec<String>,
}

/// An obligation, as far as a script needs to name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decided {
    /// The rule.
    pub rule: Rule,
    /// The operation.
    pub at: Place,
    /// The other side of a race.
    pub other: Option<Place>,
}

/// The queries of one check, in order.
#[derive(Debug, Default)]
pub(crate) struct Scripts {
    asked: Vec<Script>,
    latest: Option<usize>,
    /// The obligations that ranges of numbers decide, without a question.
    unasked: Vec<Decided>,
}

impl Scripts {
    /// Keeps an answered query; returns its number.
    pub(crate) fn keep(&mut self, text: String, answer: Answer) -> usize {
        let satisfiable = match answer {
            Answer::Impossible => Some(false),
            Answer::Possible => Some(true),
            Answer::Unknown => None,
        };
        let (decides, claims, text) = (Vec::new(), Vec::new(), without_models(&text));
        self.asked.push(Script { decides, satisfiable, text, claims });
        self.asked.len() - 1
    }

    /// Sets the query of the latest answer; `None` if no query was needed.
    pub(crate) fn set_latest(&mut self, number: Option<usize>) {
        self.latest = number;
    }

    /// Notes that the latest answer decides an obligation.
    pub(crate) fn decides(&mut self, decided: Decided) {
        match self.latest.and_then(|number| self.asked.get_mut(number)) {
            Some(script) => script.decides.push(decided),
            None => self.unasked.push(decided),
        }
    }

    /// The questions that decide an obligation, the lemmas, and the ranges that have decided something. Other queries support
    /// nothing.
    pub(crate) fn finish(self, ranges: &[Claim]) -> Vec<Script> {
        let counts = |script: &Script| !script.decides.is_empty() || script.satisfiable == Some(false);
        let asked = self.asked.into_iter().filter(counts);
        asked.chain(claims::script(ranges, self.unasked)).collect()
    }
}

/// A query without z3's own commands for the values of eliminated variables: `model-add` is not SMT-LIB.
fn without_models(text: &str) -> String {
    let mut is_of_model = false;
    let mut kept = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        if line.starts_with('(') {
            is_of_model = line.starts_with("(model-");
        }
        if !is_of_model {
            kept.push_str(line);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use spec::domain::{Bool as _, Number};

    use super::*;
    use crate::budget::policy::Purpose;
    use crate::smt::canonical::Answers;
    use crate::smt::fact::Fact;
    use crate::smt::reason::Always;
    use crate::smt::solver::Solver;
    use crate::terms::{Num, Truth};

    #[test]
    fn what_z3_says_of_its_models_is_no_part_of_a_question() {
        let text =
            "(declare-fun x () Int)\n(model-add y () Int\n  (+ x 1))\n(assert (< x\n  0))\n(model-del z)\n";
        assert_eq!(without_models(text), "(declare-fun x () Int)\n(assert (< x\n  0))\n");
    }

    fn asked(facts: &[Truth], formula: &Truth) -> Script {
        let mut solver = Solver::new(1_000_000, Answers::default());
        solver.scripts = Some(Scripts::default());
        facts.iter().for_each(|fact| solver.assume(&Fact::always(fact, Always::Launch)));
        solver.ask(formula, Purpose::Requirement);
        // A repetition is the same query.
        solver.ask(formula, Purpose::Requirement);
        let decided = Decided { rule: Rule::ViewStride, at: Place::default(), other: None };
        let mut scripts = solver.scripts.unwrap();
        scripts.decides(decided);
        let mut all = scripts.finish(&[]);
        assert_eq!(all.len(), 1);
        all.remove(0)
    }

    fn answer(text: &str) -> z3::SatResult {
        let solver = z3::Solver::new();
        solver.from_string(text);
        solver.check()
    }

    #[test]
    fn a_script_asks_what_was_asked_and_says_what_was_answered() {
        let (n, m) = (Num::fresh("n'", -100, 100), Num::fresh("m", 1, 9));
        let facts = [n.mul(&m).at_most(&Num::constant(5))];
        let above = Num::constant(6).at_most(&n);
        let script = asked(&facts, &above);
        assert_eq!((script.satisfiable, script.decides.len()), (Some(false), 1));
        assert_eq!(answer(&script.text), z3::SatResult::Unsat);
        let script = asked(&facts, &above.not());
        assert_eq!(script.satisfiable, Some(true));
        assert_eq!(answer(&script.text), z3::SatResult::Sat);
        // Without the fact it would be another question.
        assert_eq!(asked(&[], &above).satisfiable, Some(true));
    }

    #[test]
    fn what_the_normal_form_decides_asks_nothing() {
        let mut solver = Solver::new(1_000_000, Answers::default());
        solver.scripts = Some(Scripts::default());
        solver.ask(&Truth::constant(false), Purpose::Requirement);
        assert_eq!(solver.scripts.unwrap().finish(&[]), []);
    }
}
