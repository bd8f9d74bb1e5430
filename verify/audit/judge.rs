//! Judging: whether facts, a path condition and equations have a solution together. Most are decided by putting in what is known
//! (unit propagation); z3 is asked about the rest.

use std::collections::{HashMap, HashSet};

use spec::domain::{Bool as _, Number as _};
use spec::syntax::kernel::Kernel;
use z3::SatResult;
use z3::ast::Bool;

use super::pins::Pin;
use crate::smt::context::LazySolver;
use crate::smt::facts::{Known, Role};
use crate::smt::lower::{Lowered, conjuncts, in_range};
use crate::smt::reason::{Always, Reason, Under};
use crate::symbolic::machine::Machine;
use crate::terms::{Num, Substitution, Truth, TruthNode, Variables, var_info};

/// z3's steps for a question.
const STEPS: u32 = 50_000;

/// The most parts of a core to leave out one by one.
const CORE: usize = 40;

/// Whether a query is satisfiable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Possible,
    Impossible,
    Unknown,
}

/// The formulas of a query.
pub(super) struct Claim {
    pub(super) path: Vec<Truth>,
    pub(super) facts: Vec<Truth>,
    pub(super) pins: Vec<Pin>,
}

/// The reasons of facts.
#[derive(Default)]
pub(super) struct Reasons {
    of: HashMap<Truth, Known>,
    /// An obligation is not proved.
    is_open: bool,
}

impl Reasons {
    /// The facts of a machine, of which the reasons are kept.
    pub(super) fn facts(&mut self, machine: &Machine<'_>) -> Vec<Truth> {
        let known = machine.solver.known();
        let facts = known.iter().map(|known| known.holds).collect();
        self.of.extend(known.into_iter().map(|known| (known.holds, known)));
        facts
    }

    /// Notes that an obligation is not proved: then no proof rests on anything.
    pub(super) fn open(&mut self) {
        self.is_open = true;
    }

    /// Whether proofs may rest on a fact. None may on an obligation that is not proved. The contents of written memory are
    /// supposed; a check against its stores applies to launches that keep all obligations.
    fn is_firm(&self, fact: &Truth) -> bool {
        self.of.get(fact).is_none_or(|known| match known.reason {
            Reason::Under(Under::Obligation) => known.role != Role::Axiom,
            Reason::Under(Under::Contents) | Reason::Always(Always::Relation) => !self.is_open,
            // The report states the fact as an assumption about launches, without a proof.
            Reason::Under(Under::ViewSize) => false,
            Reason::Under(_) | Reason::Always(_) => true,
        })
    }

    fn reason(&self, fact: &Truth) -> String {
        self.of.get(fact).map_or_else(|| "fact".to_owned(), |known| format!("fact ({:?})", known.reason))
    }
}

/// Asks z3, with one context.
pub(super) struct Judge<'r> {
    lowered: Lowered,
    reasons: &'r Reasons,
}

impl<'r> Judge<'r> {
    /// A judge for facts with the given reasons.
    pub(super) fn new(reasons: &'r Reasons) -> Self {
        Judge { lowered: Lowered::default(), reasons }
    }

    /// Whether a query is satisfiable.
    pub(super) fn decide(&mut self, claim: &Claim) -> Verdict {
        match self.decide_under(claim, &claim.facts) {
            Verdict::Impossible => {
                let firm: Vec<Truth> = self.firm(claim).collect();
                self.decide_under(claim, &firm)
            }
            verdict @ (Verdict::Possible | Verdict::Unknown) => verdict,
        }
    }

    /// The facts that proofs may use.
    fn firm<'c>(&self, claim: &'c Claim) -> impl Iterator<Item = Truth> + use<'r, 'c> {
        let reasons = self.reasons;
        claim.facts.iter().copied().filter(|fact| reasons.is_firm(fact))
    }

    fn decide_under(&mut self, claim: &Claim, facts: &[Truth]) -> Verdict {
        let first: Vec<Truth> = claim.pins.iter().map(|pin| pin.holds).collect();
        let Some((rest, known)) = propagate(first, Substitution::default()) else {
            return Verdict::Impossible;
        };
        let parts = facts.iter().chain(&claim.path).copied().chain(rest).collect();
        let Some((rest, _)) = propagate(parts, known) else { return Verdict::Impossible };
        if rest.is_empty() { Verdict::Possible } else { self.ask(&rest) }
    }

    fn ask(&mut self, parts: &[Truth]) -> Verdict {
        let solver = LazySolver::new(STEPS).afresh(STEPS);
        for part in parts {
            solver.assert(self.lowered.truth(part));
        }
        for range in self.ranges(parts) {
            solver.assert(range);
        }
        match solver.check() {
            SatResult::Sat => Verdict::Possible,
            SatResult::Unsat => Verdict::Impossible,
            SatResult::Unknown => Verdict::Unknown,
        }
    }

    /// The facts from the ranges of variables.
    fn ranges(&mut self, parts: &[Truth]) -> Vec<Bool> {
        let mut variables = Variables::default();
        parts.iter().for_each(|part| variables.truth(part));
        let open = variables.nums.iter().map(|var| Num::var(*var)).filter(|num| num.value().is_none());
        open.map(|num| in_range(&self.lowered.num(&num), &num)).collect()
    }

    /// An unsatisfiable subset, in words; as far as z3 can tell, every part is needed.
    pub(super) fn core(&mut self, kernel: &Kernel, claim: &Claim) -> Vec<String> {
        let path = claim.path.iter().flat_map(conjuncts).map(|holds| ("path".to_owned(), holds));
        let mut parts: Vec<(String, Truth)> = path.collect();
        let mut seen = HashSet::new();
        let facts = self.firm(claim).filter(|fact| seen.insert(*fact));
        parts.extend(facts.map(|holds| (self.reasons.reason(&holds), holds)));
        parts.extend(claim.pins.iter().map(|pin| (format!("run: {}", pin.of.name(kernel)), pin.holds)));
        if let Some((what, _)) = parts.iter().find(|(_, holds)| holds.value() == Some(false)) {
            return vec![format!("{what}: no value of the term's range")];
        }
        let mut kept: Vec<usize> = (0..parts.len()).collect();
        match self.unsatisfied(&parts, &kept) {
            Some(fewer) => kept = fewer,
            None => {
                return vec![
                    "z3 finds no contradiction: only ranges or the normal form contradict the facts"
                        .to_owned(),
                ];
            }
        }
        if kept.len() <= CORE {
            let mut at = 0;
            while at < kept.len() {
                let mut fewer = kept.clone();
                fewer.remove(at);
                match self.unsatisfied(&parts, &fewer) {
                    Some(core) => kept = core,
                    None => at += 1,
                }
            }
        }
        kept.iter().map(|at| format!("{}: {}", parts[*at].0, self.show(&parts[*at].1))).collect()
    }

    /// Returns the indices of the parts without a common solution, if there is no solution.
    fn unsatisfied(&mut self, parts: &[(String, Truth)], among: &[usize]) -> Option<Vec<usize>> {
        let solver = LazySolver::new(STEPS).afresh(STEPS);
        let named: Vec<(Bool, usize)> =
            among.iter().map(|at| (Bool::new_const(format!("part!{at}")), *at)).collect();
        for (name, at) in &named {
            solver.assert_and_track(self.lowered.truth(&parts[*at].1), name);
        }
        let truths: Vec<Truth> = among.iter().map(|at| parts[*at].1).collect();
        for range in self.ranges(&truths) {
            solver.assert(range);
        }
        (solver.check() == SatResult::Unsat).then(|| {
            let core = solver.get_unsat_core();
            named.iter().filter(|(name, _)| core.contains(name)).map(|(_, at)| *at).collect()
        })
    }

    /// A formula on one line.
    fn show(&mut self, truth: &Truth) -> String {
        let text = self.lowered.truth(truth).to_string();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// Substitutes known values until nothing changes; returns the remaining parts, or `None` for a
/// contradiction.
fn propagate(mut parts: Vec<Truth>, mut known: Substitution) -> Option<(Vec<Truth>, Substitution)> {
    loop {
        let (mut rest, mut news) = (HashSet::new(), Substitution::default());
        let mut left = Vec::new();
        for part in parts {
            for part in conjuncts(&known.truth(&part)) {
                match part.value() {
                    Some(true) => {}
                    Some(false) => return None,
                    None if learn(&part, &mut news)? => {}
                    None => left.extend(rest.insert(part).then_some(part)),
                }
            }
        }
        if news.nums.is_empty() && news.bools.is_empty() {
            return Some((left, known));
        }
        news.nums.extend(known.nums);
        news.bools.extend(known.bools);
        (parts, known) = (left, news);
    }
}

/// Adds an equation for one variable to the substitution; `None` if the equation has no solution.
fn learn(part: &Truth, known: &mut Substitution) -> Option<bool> {
    let bit = |truth: Truth| if let TruthNode::Var(var) = truth.node() { Some(var) } else { None };
    match part.node() {
        TruthNode::Var(var) => learn_bit(known, var, true),
        TruthNode::Not(inner) => bit(inner).map_or(Some(false), |var| learn_bit(known, var, false)),
        TruthNode::Zero(num) => {
            let Some((atom, coefficient, constant)) = num.as_linear_atom() else { return Some(false) };
            let crate::terms::Atom::Var(var) = atom.atom() else { return Some(false) };
            let value = (constant % coefficient == 0).then(|| -(constant / coefficient))?;
            let info = var_info(var);
            (info.lo <= value && value <= info.hi).then_some(())?;
            match known.nums.insert(var, Num::constant(value)) {
                Some(before) if before != Num::constant(value) => None,
                Some(_) | None => Some(true),
            }
        }
        TruthNode::Constant(_) | TruthNode::AtMostZero(_) | TruthNode::And(_) | TruthNode::Or(_) => {
            Some(false)
        }
    }
}

fn learn_bit(known: &mut Substitution, var: crate::terms::BoolVar, value: bool) -> Option<bool> {
    match known.bools.insert(var, Truth::constant(value)) {
        Some(before) if before != Truth::constant(value) => None,
        Some(_) | None => Some(true),
    }
}
