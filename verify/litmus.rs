//! The axioms of the memory model read over the solver: what each read reads, and in which order writes take effect, are
//! unknowns. The interpreter finds outcomes by enumeration, and z3 by search.

use spec::domain::{Bool, all};
use spec::memory::axioms::{Axiom, Candidate, matches};
use spec::memory::events::{Event, Program};
use spec::memory::outcomes::{Answer, conflicts, race};
use spec::memory::relations::{Orders, Relation, any};
use z3::{SatResult, ast};

use crate::smt::context::{Limits, parameters};

/// The z3 resource limit of one query.
const RLIMIT: u32 = 50_000_000;

/// A formula. Known formulas are never put to z3.
#[derive(Debug, Clone)]
enum Formula {
    Known(bool),
    Open(ast::Bool),
}

impl Bool for Formula {
    fn constant(value: bool) -> Self {
        Formula::Known(value)
    }

    fn and(&self, other: &Self) -> Self {
        match (self, other) {
            (Formula::Known(false), _) | (_, Formula::Known(false)) => Formula::Known(false),
            (Formula::Known(true), one) | (one, Formula::Known(true)) => one.clone(),
            (Formula::Open(a), Formula::Open(b)) => Formula::Open(ast::Bool::and(&[a, b])),
        }
    }

    fn or(&self, other: &Self) -> Self {
        match (self, other) {
            (Formula::Known(true), _) | (_, Formula::Known(true)) => Formula::Known(true),
            (Formula::Known(false), one) | (one, Formula::Known(false)) => one.clone(),
            (Formula::Open(a), Formula::Open(b)) => Formula::Open(ast::Bool::or(&[a, b])),
        }
    }

    fn not(&self) -> Self {
        match self {
            Formula::Known(value) => Formula::Known(!value),
            Formula::Open(formula) => Formula::Open(formula.not()),
        }
    }
}

/// The error of a query that z3 did not decide within its budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undecided;

/// The outcomes of a program by all axioms except the given ones, which shows the purpose of an axiom.
///
/// # Errors
/// z3 gives up on a query.
pub fn answer(program: &Program, without: &[Axiom]) -> Result<Answer, Undecided> {
    z3::with_z3_config(&z3::Config::new(), || {
        let mut answer = Answer::default();
        for chosen in program.combinations() {
            let events = program.events(&chosen);
            let sourced =
                |read: &Event| read.read.is_none() || events.iter().any(|write| matches(write, read));
            if without.contains(&Axiom::SingleCopy) || events.iter().all(sourced) {
                Question::new(program, &events, without).answer(&chosen, &mut answer)?;
            }
        }
        if !answer.breaches.is_empty() {
            answer.outcomes.clear();
        }
        Ok(answer)
    })
}

/// A query about one combination of traces of all blocks.
struct Question<'a> {
    program: &'a Program,
    events: &'a [Event],
    coherence: Relation<Formula>,
    orders: Orders<Formula>,
    solver: z3::Solver,
}

impl<'a> Question<'a> {
    fn new(program: &'a Program, events: &'a [Event], without: &[Axiom]) -> Self {
        let unknown = |name: &str, a, b| Formula::Open(ast::Bool::new_const(format!("{name}!{a}!{b}")));
        let reads_from = Relation::new(events.len(), |a, b| match matches(&events[a], &events[b]) {
            true => unknown("reads", a, b),
            false => Formula::Known(false),
        });
        let writes = |a: usize, b: usize| {
            let both = events[a].manner.writes && events[b].manner.writes;
            a != b && both && events[a].location.overlaps(&events[b].location)
        };
        let coherence = Relation::new(events.len(), |a, b| match writes(a, b) {
            true => unknown("before", a, b),
            false => Formula::Known(false),
        });
        let orders = Orders::new(events, &reads_from);
        let solver = z3::Solver::new();
        solver.set_params(&parameters(Limits { rlimit: RLIMIT, seconds: None, bases: true }));
        let question = Question { program, events, coherence, orders, solver };
        let candidate = Candidate {
            events,
            reads_from: &reads_from,
            coherence: &question.coherence,
            orders: &question.orders,
        };
        let kept = Axiom::ALL.iter().filter(|axiom| !without.contains(axiom));
        question.assert(&all(kept.map(|axiom| axiom.holds(&candidate))));
        question
    }

    fn answer(&self, chosen: &[usize], answer: &mut Answer) -> Result<(), Undecided> {
        let broken = self.program.breaches(chosen);
        if !broken.is_empty() && self.possible(&Formula::Known(true))? {
            answer.breaches.extend(&broken);
        }
        let mut raced = Formula::Known(false);
        for (a, b) in conflicts(self.events) {
            let races = self.orders.race(self.events, a, b);
            if self.possible(&races)? {
                answer.breaches.extend(race(&self.events[a], &self.events[b]));
            }
            raced = raced.or(&races);
        }
        self.assert(&raced.not());
        while broken.is_empty() && self.possible(&Formula::Known(true))? {
            let coherence = self.known_coherence().ok_or(Undecided)?;
            answer.outcomes.insert(self.program.outcome(self.events, &coherence));
            self.assert(&self.differs(&coherence));
        }
        Ok(())
    }

    /// Some write follows the given last write of its location.
    fn differs(&self, coherence: &Relation<bool>) -> Formula {
        let numbers = 0..self.events.len();
        let last =
            |a: &usize| self.events[*a].manner.writes && !numbers.clone().any(|b| *coherence.at(*a, b));
        let replaced = |a: usize| any(numbers.clone().map(|b| self.coherence.at(a, b).clone()));
        any(numbers.clone().filter(last).map(replaced))
    }

    fn assert(&self, formula: &Formula) {
        match formula {
            Formula::Known(value) => self.solver.assert(ast::Bool::from_bool(*value)),
            Formula::Open(formula) => self.solver.assert(formula),
        }
    }

    /// Whether such an execution is possible.
    fn possible(&self, formula: &Formula) -> Result<bool, Undecided> {
        if matches!(formula, Formula::Known(false)) {
            return Ok(false);
        }
        let found = match formula {
            Formula::Known(_) => self.solver.check(),
            Formula::Open(formula) => self.solver.check_assumptions(std::slice::from_ref(formula)),
        };
        match found {
            SatResult::Sat => Ok(true),
            SatResult::Unsat => Ok(false),
            SatResult::Unknown => Err(Undecided),
        }
    }

    /// The coherence order of the execution that was found.
    fn known_coherence(&self) -> Option<Relation<bool>> {
        let model = self.solver.get_model()?;
        Some(Relation::new(self.events.len(), |a, b| match self.coherence.at(a, b) {
            Formula::Known(value) => *value,
            Formula::Open(formula) => {
                model.eval(formula, true).and_then(|value| value.as_bool()).unwrap_or_default()
            }
        }))
    }
}
