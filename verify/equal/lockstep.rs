//! Loops in lockstep: carried values of two loops are equal behind them under three conditions. The loops have equally many
//! iterations, initial values are equal, and each iteration preserves equality. Equalities are found as they are needed (a
//! bisimulation up to what is supposed of the head).

use spec::domain::{Bool as _, Number};

use crate::equal::compare::{Comparison, Shown, same_number};
use crate::equal::head::{Carry, Spot};
use crate::fault_injection::Flaw;
use crate::symbolic::exit::ExitKind;
use crate::symbolic::machine::Machine;
use crate::symbolic::recorder::traces::CarryingLoop;
use crate::symbolic::state::Val;
use crate::terms::{Num, Truth, VarKind, Variables, var_info};
use crate::values::tile::Tile;

/// The most equalities of a pair of loops.
const GOALS: usize = 16;

/// What two loops carry, to be equal at every head.
#[derive(Debug, Clone)]
struct Goal {
    one: Carry,
    other: Carry,
    /// The number of bound lanes at its appearance; its own lanes are among them.
    depth: usize,
}

/// A pair of loops, with what is supposed of the heads of their iterations.
#[derive(Debug)]
pub(super) struct Frame {
    loops: (usize, usize),
    goals: Vec<Goal>,
}

impl Frame {
    /// How many equalities are supposed.
    pub(super) fn len(&self) -> usize {
        self.goals.len()
    }

    /// Supposes no more than so many.
    pub(super) fn truncate(&mut self, goals: usize) {
        self.goals.truncate(goals);
    }
}

/// A loop in a comparison.
struct Iteration<'k> {
    number: Num,
    turns: Num,
    /// The path condition at the head, and at the end of the iteration.
    entered: Truth,
    ended: Truth,
    init: Tile<'k>,
    head: Tile<'k>,
    end: Tile<'k>,
}

impl<'a, 'b> Comparison<'_, 'a, 'b> {
    /// Shows that two loops leave equal values.
    pub(super) fn same_left(&mut self, a: &Carry, b: &Carry, under: &Truth) -> Shown {
        let (x, y) = (iteration(self.one, a)?, iteration(self.other, b)?);
        if !self.proves(&x.turns.equals(&y.turns), under) {
            return Err("two loops without a proof of equal numbers of iterations".to_owned());
        }
        let first = Goal { one: a.clone(), other: b.clone(), depth: self.depth };
        let begun = self.depth;
        self.frames.push(Frame { loops: (a.of, b.of), goals: vec![first] });
        let shown = self.same_iterations(under);
        self.frames.pop();
        self.depth = begun;
        shown
    }

    /// Shows each equality of the innermost pair of loops, those that come up on the way too.
    fn same_iterations(&mut self, under: &Truth) -> Shown {
        let mut done = 0;
        while let Some(goal) = self.frames.last().and_then(|frame| frame.goals.get(done)).cloned() {
            if done == GOALS {
                return Err("loops with too many carried values to compare".to_owned());
            }
            done += 1;
            self.depth = goal.depth;
            let (x, y) = (iteration(self.one, &goal.one)?, iteration(self.other, &goal.other)?);
            let frame = self.frames.pop();
            let (a, b) = (Spot::new(&x.init, &goal.one.lane), Spot::new(&y.init, &goal.other.lane));
            let begins = self.same(&a, &b, under);
            self.frames.extend(frame);
            begins?;
            if self.one.setup.has(Flaw::IterationsUnchecked) {
                continue;
            }
            let mut here = under.and(&x.entered).and(&y.entered).and(&x.number.equals(&y.number));
            here = here.and(&x.ended).and(&y.ended).and(&self.supposed()?);
            let (a, b) = (Spot::new(&x.end, &goal.one.lane), Spot::new(&y.end, &goal.other.lane));
            self.same(&a, &b, &here)?;
        }
        Ok(())
    }

    /// The suppositions about numbers at the heads.
    fn supposed(&mut self) -> Result<Truth, String> {
        let goals = self.frames.last().map(|frame| frame.goals.clone()).unwrap_or_default();
        let mut all = Truth::constant(true);
        for goal in goals {
            let (x, y) = (iteration(self.one, &goal.one)?, iteration(self.other, &goal.other)?);
            let a = self.one.at(&x.head, &goal.one.lane);
            let b = self.with_other(|other| other.at(&y.head, &goal.other.lane));
            all = all.and(&same_number(&a, &b).unwrap_or(Truth::constant(true)));
        }
        Ok(all)
    }

    /// Shows that two carried values are equal at the head: the equality is supposed already, or from now on and shown
    /// later.
    pub(super) fn same_carried(&mut self, a: &Carry, b: &Carry, under: &Truth) -> Shown {
        let Some(at) = self.frames.iter().rposition(|frame| frame.loops == (a.of, b.of)) else {
            return Err("a loop uses a carried value in its own iteration".to_owned());
        };
        let known: Vec<Goal> = self.frames[at]
            .goals
            .iter()
            .filter(|goal| goal.one.position == a.position && goal.other.position == b.position)
            .cloned()
            .collect();
        for goal in known {
            let same = equal_lanes(&goal.one.lane, &a.lane).and(&equal_lanes(&goal.other.lane, &b.lane));
            if self.proves(&same, under) {
                return Ok(());
            }
        }
        if !is_at_rest(self.one, a) || !is_at_rest(self.other, b) {
            return Err("a loop uses a carried value at a changing position".to_owned());
        }
        let depth = self.depth;
        let frame = &mut self.frames[at];
        if frame.goals.len() >= GOALS {
            return Err("loops with too many carried values to compare".to_owned());
        }
        frame.goals.push(Goal { one: a.clone(), other: b.clone(), depth });
        Ok(())
    }
}

/// Whether the place is equal in every iteration of the loop: a function of arbitrary lanes, shared values of launches, and values
/// from before the loop. For another place, equality behind an iteration says nothing about the place of the next iteration.
fn is_at_rest(machine: &Machine<'_>, carry: &Carry) -> bool {
    if machine.setup.has(Flaw::PlacesMove) {
        return true;
    }
    let traces = machine.recorder.traces.as_ref();
    let Some(number) = traces.and_then(|traces| traces.loops.get(carry.of)).map(|of| of.number) else {
        return false;
    };
    let first = number.as_var();
    let mut variables = Variables::default();
    carry.lane.iter().for_each(|place| variables.num(place));
    variables.bools.is_empty()
        && variables.nums.iter().all(|var| match var_info(*var).kind {
            VarKind::Lane | VarKind::Shared => true,
            VarKind::Own | VarKind::Instance => first.is_some_and(|first| *var < first),
        })
}

fn equal_lanes(one: &[Num], other: &[Num]) -> Truth {
    one.iter().zip(other).fold(Truth::constant(one.len() == other.len()), |all, (a, b)| all.and(&a.equals(b)))
}

/// A loop with a single end in every iteration.
fn iteration<'k>(machine: &Machine<'k>, carry: &Carry) -> Result<Iteration<'k>, String> {
    let found = || {
        let of: &CarryingLoop<'k> = machine.recorder.traces.as_ref()?.loops.get(carry.of)?;
        let [exit] = of.exits.as_slice() else { return None };
        let tile = |values: &[Val<'k>]| values.get(carry.position)?.tile().cloned();
        let is_plain = exit.kind == ExitKind::Continue;
        is_plain.then_some(Iteration {
            number: of.number,
            turns: of.turns,
            entered: of.entered,
            ended: exit.path,
            init: tile(&of.inits)?,
            head: tile(&of.heads)?,
            end: tile(&exit.values)?,
        })
    };
    found().ok_or_else(|| "a loop with several ends of an iteration is not followed".to_owned())
}
