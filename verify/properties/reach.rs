//! Reachability of a write: every terminating run of the block reaches the store in the iteration of the witness, with its lane.
//!
//! A second instance of all block- and iteration-dependent variables is made (as for races), with block, iterations and lanes of the
//! witness. Facts about the instance are used only after its existence is proved: for the block inside the grid, for an iteration of the
//! loop, for a lane of the tile. Otherwise facts about a missing block could prove anything.

use spec::domain::{Bool as _, Number};

use super::elements::Element;
use super::witness::Witness;
use crate::budget::policy::Purpose;
use crate::fault_injection::Flaw;
use crate::race::instance::instantiate;
use crate::smt::fact::Fact;
use crate::smt::facts::Role;
use crate::smt::lower::conjuncts;
use crate::smt::reason::Always;
use crate::symbolic::machine::Machine;
use crate::symbolic::recorder::endings::Endings;
use crate::terms::{
    BoolVar, Num, Substitution, Truth, Var, VarKind, Variables, bool_watermark, fresh_bool, var_info,
};
use crate::values::access::SymbolicAccess;

/// The most conditions to leave open: another store may have to cover each.
const OPEN: usize = 3;

/// Facts about the instance, each with its first stage.
struct StagedFacts(Vec<(usize, Fact)>);

/// The unproved conditions for the witness to write an element; empty if all are proved. None at all where too much is open.
pub(crate) fn find_open<'k>(
    machine: &mut Machine<'k>,
    access: &SymbolicAccess<'k>,
    element: &Element,
    witness: &Witness,
    among: &Truth,
) -> Option<Vec<Truth>> {
    let mark = machine.solver.mark();
    let open = Proof { machine, open: Vec::new() }.run(access, element, witness, among);
    machine.solver.forget(mark);
    open
}

/// A proof that goes on by stages.
struct Proof<'m, 'k> {
    machine: &'m mut Machine<'k>,
    open: Vec<Truth>,
}

impl<'k> Proof<'_, 'k> {
    fn run(
        mut self,
        access: &SymbolicAccess<'k>,
        element: &Element,
        witness: &Witness,
        among: &Truth,
    ) -> Option<Vec<Truth>> {
        // Facts about the asking block, for example a waiting one, do not apply to the writing block.
        let of_all = self.machine.solver.known().len();
        self.machine.solver.assume(&Fact::always(&element.holds.and(among), Always::Element));
        let of_all = if self.machine.setup.has(Flaw::SettersAreWaiters) { of_all + 1 } else { of_all };
        let trusting = self.machine.setup.has(Flaw::EveryBlockIsThere);
        let in_grid = witness.blocks.iter().fold(Truth::constant(true), |all, (_, value, extent)| {
            all.and(&Num::constant(0).at_most(value)).and(&value.less(extent))
        });
        if !trusting {
            self.show(&in_grid)?;
        }
        let (mut copy, stages) = self.instance(witness);
        let facts = self.stage_facts(&mut copy, witness, of_all);
        self.believe(&facts, 0);
        for (number, stage) in stages.iter().enumerate() {
            if !self.machine.setup.has(Flaw::EveryIterationIsThere) {
                self.show(stage)?;
            }
            self.believe(&facts, number + 1);
        }
        for division in &witness.divisions {
            let [a, b] = [copy.num(&division.dividend), copy.num(&division.divisor)];
            let [q, r] = [copy.num(&division.quotient), copy.num(&division.remainder)];
            let (zero, own) = (Num::constant(0), a.equals(&b.mul(&q).add(&r)));
            let is_it = own.and(&zero.at_most(&r)).and(&r.less(&b));
            let lemma = is_it.implies(&a.div_floor(&b).equals(&q).and(&a.rem_floor(&b).equals(&r)));
            self.machine.solver.assume(&Fact::always(&lemma, Always::Arithmetic));
        }
        let written = instantiate(access, &mut copy);
        let when = if self.machine.setup.has(Flaw::MaskIsTrue) { written.path } else { written.when };
        self.show(&when)?;
        let meets = copy.truth(&witness.meets);
        self.show(&meets)?;
        Some(self.open)
    }

    /// Shows something, part by part, and takes what is not shown for a condition.
    fn show(&mut self, claim: &Truth) -> Option<()> {
        for part in conjuncts(claim) {
            if !self.machine.solver.proves(&part, &Truth::constant(true), Purpose::Requirement) {
                self.open.push(part);
                if self.open.len() > OPEN {
                    return None;
                }
            }
            self.machine.solver.assume(&Fact::always(&part, Always::Shown));
        }
        Some(())
    }

    fn believe(&mut self, facts: &StagedFacts, stage: usize) {
        for (_, fact) in facts.0.iter().filter(|(from, _)| *from == stage) {
            self.machine.solver.assume(fact);
        }
    }

    /// The instance, with what must hold for the iteration of each loop, from the outermost on, and for the lanes to be there.
    fn instance(&self, witness: &Witness) -> (Substitution, Vec<Truth>) {
        let mut copy = Substitution::default();
        let endings = self.machine.recorder.endings.as_ref();
        let of_loops: Vec<Var> = witness
            .loops
            .iter()
            .flat_map(|(one, counter, _)| own_variables(one.number, counter.variable))
            .collect();
        let (earlier, earlier_bools) = endings.map_or((0, 0), |endings| endings.earlier);
        for number in earlier..endings.map_or(0, |endings| endings.variables) {
            let var = Var::numbered(number);
            if var_info(var).kind != VarKind::Shared && !of_loops.contains(&var) {
                copy.nums.insert(var, Num::renamed(var));
            }
        }
        for number in earlier_bools + 1..=bool_watermark() {
            copy.bools.insert(BoolVar::numbered(number), Truth::var(fresh_bool()));
        }
        copy.nums.extend(witness.blocks.iter().map(|(var, value, _)| (*var, *value)));
        copy.nums.extend(witness.lanes.iter().map(|(var, value)| (*var, *value)));
        let (mut stages, zero) = (Vec::new(), Num::constant(0));
        for (one, counter, value) in &witness.loops {
            let (lower, upper, step) =
                (copy.num(&counter.lower), copy.num(&counter.upper), copy.num(&counter.step));
            let value = value.map_or(lower, |value| copy.num(&value));
            let distance = value.sub(&lower);
            // The difference to a division's quotient is a multiple of the step.
            let is_start = value.rem_floor(&step) == lower;
            let met = Truth::constant(is_start).or(&distance.rem_floor(&step).equals(&zero));
            stages.push(lower.at_most(&value).and(&value.less(&upper)).and(&met));
            copy.nums.extend(counter.variable.as_var().map(|var| (var, value)));
            // The number of an iteration with a variable of its own.
            let own = one.number.as_var().filter(|var| Some(*var) != counter.variable.as_var());
            copy.nums.extend(own.map(|var| (var, distance.div_floor(&step))));
        }
        let in_tile = witness.lanes.iter().fold(Truth::constant(true), |all, (var, value)| {
            let info = var_info(*var);
            all.and(&spec::domain::between(value, info.lo, info.hi))
        });
        stages.push(in_tile);
        (copy, stages)
    }

    /// Facts about the instance, copied from the leading facts about every block: each from the stage where all its variables
    /// exist.
    fn stage_facts(&self, copy: &mut Substitution, witness: &Witness, of_all: usize) -> StagedFacts {
        let mut staged = Vec::new();
        let lanes = |variables: &Variables| witness.lanes.iter().any(|(var, _)| variables.nums.contains(var));
        let mut add = |holds: &Truth, always: bool, copied: &dyn Fn(Truth) -> Fact| {
            let mut variables = Variables::default();
            variables.truth(holds);
            let inner = witness.loops.iter().filter(|(one, ..)| {
                let later = |var: &Var| var.0 >= one.variables && var_info(*var).kind != VarKind::Shared;
                variables.nums.iter().any(later) || variables.bools.iter().any(|var| var.0 > one.bools)
            });
            let stage = if lanes(&variables) { witness.loops.len() + 1 } else { inner.count() };
            let is = copy.truth(holds);
            if is != *holds || always {
                staged.push((stage, copied(is)));
            }
        };
        for fact in self.machine.solver.known().iter().take(of_all) {
            let role = match fact.role {
                // A name's other variable need not be a variable here.
                Role::Definition(_) | Role::Of(_) => Role::Axiom,
                role @ (Role::Axiom | Role::Cut | Role::Implied) => role,
            };
            add(&fact.holds, false, &|copy| fact.copied(copy, role));
        }
        let landings =
            self.machine.recorder.endings.as_ref().map(|endings: &Endings<'_>| endings.landings.clone());
        for landing in landings.iter().flatten() {
            add(landing, true, &|copy| Fact::always(&copy, Always::Ending));
        }
        StagedFacts(staged)
    }
}

/// The variables of a loop's iteration.
fn own_variables(number: Num, variable: Num) -> impl Iterator<Item = Var> {
    [number, variable].into_iter().filter_map(|num| num.as_var())
}
