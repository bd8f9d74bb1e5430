//! Loops: what holds at the head of an arbitrary iteration, found by guessing and then checked by induction.
//!
//! A carried value is described by a [`Plan`]: it advances by the same step each time (which gives a closed form), or
//! it is arbitrary within bounds that every iteration keeps. A first pass over the body, whose results are thrown
//! away, suggests plans; further passes assume the plans at the head and check them at every `continue`, weakening what
//! fails, until nothing fails. Only then is the body run for the record, at an arbitrary iteration.

use std::rc::Rc;

use spec::domain::{Bool as _, Int as _, Number, fits_signed};
use spec::syntax::kernel::Operation;

use crate::domain::SymbolicInt;
use crate::exec::Exit;
use crate::flaw::Flaw;
use crate::machine::{Iteration, Machine, Mode, Val};
use crate::terms::{Num, Truth, VarKind, Variables, var_info, watermark};
use crate::tile::{Element, Kind, Node, Taint, Tile, Value};

/// What is known of a carried value at the head of an iteration.
#[derive(Debug, Clone)]
pub(crate) enum Plan {
    /// A token: nothing to know.
    Token,
    /// Its first value and so many steps; a step of zero is a value that never changes.
    Advance { step: Num, bounds: Vec<Bound> },
    /// The first value, for floats and booleans that never change.
    Same,
    /// Any value within these bounds, determined or not.
    Any { bounds: Vec<Bound>, determined: bool, may: Rc<[usize]> },
}

/// A bound of an integer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Bound {
    /// `≥`
    AtLeast(Num),
    /// `≤`
    AtMost(Num),
    /// `<`
    Below(Num),
    /// From the first value on, no faster than so much down and so much up each time.
    Drift { start: Num, down: i128, up: i128 },
}

impl Bound {
    /// The bound, of the value after so many iterations.
    fn holds(&self, value: &Num, count: &Num) -> Truth {
        match self {
            Bound::Drift { start, down, up } => {
                let after = |rate: i128| start.add(&count.mul(&Num::constant(rate)));
                after(*down).at_most(value).and(&value.at_most(&after(*up)))
            }
            Bound::AtLeast(bound) => bound.at_most(value),
            Bound::AtMost(bound) => value.at_most(bound),
            Bound::Below(bound) => value.less(bound),
        }
    }
}

/// The head of an iteration: carried values, and what holds of them.
pub(crate) struct Head<'k> {
    pub(crate) values: Vec<Val<'k>>,
    pub(crate) facts: Truth,
}

/// The body of a loop: runs one iteration from a head.
pub(crate) type Body<'k, 'b> = dyn FnMut(&mut Machine<'k>, &[Val<'k>]) -> Vec<Exit<'k>> + 'b;

impl<'k> Machine<'k> {
    /// Finds plans for the carried values. `enter` is what holds at the head beside the plans; `number` is the
    /// iteration, `first` the number of the one that starts from `inits`.
    pub(crate) fn plans(
        &mut self,
        inits: &[Val<'k>],
        (number, first): (&Num, i128),
        enter: &Truth,
        body: &mut Body<'k, '_>,
    ) -> Vec<Plan> {
        // What holds of the first values must hold wherever the loop is come to, also where its body never runs.
        let base = self.path.clone();
        let mut plans = self.guess(inits, number, enter, body);
        if self.setup.has(Flaw::UncheckedLoop) {
            return plans;
        }
        // Every round weakens at least one plan, and a plan can weaken only so often.
        for _ in 0..64 {
            let before = self.begin(Mode::Check);
            let head = self.head(&plans, inits, &number.sub(&Num::constant(first)));
            self.path = self.path.and(enter).and(&head.facts);
            let exits = body(self, &head.values);
            let mut weakened = false;
            for exit in &exits {
                self.path = exit.path.clone();
                let next = number.sub(&Num::constant(first - 1));
                for (position, plan) in plans.iter_mut().enumerate() {
                    weakened |= self.weaken(plan, (&inits[position], &base), &exit.values[position], &next);
                }
            }
            self.end(before);
            if !weakened {
                return plans;
            }
        }
        // Not reached: kept for the case that it is, with the plans that say nothing.
        inits.iter().map(|init| unknown(init)).collect()
    }

    /// Suggests plans by two runs of the body: one from arbitrary values, one from what the first has suggested, since a
    /// flag that stays as it is decides what else does.
    fn guess(
        &mut self,
        inits: &[Val<'k>],
        number: &Num,
        enter: &Truth,
        body: &mut Body<'k, '_>,
    ) -> Vec<Plan> {
        let mut plans: Vec<Plan> = inits.iter().map(unknown).collect();
        for _ in 0..2 {
            let before = self.begin(Mode::Guess);
            let mark = watermark();
            let heads = self.head(&plans, inits, number).values;
            self.path = self.path.and(enter);
            let exits = body(self, &heads);
            for (position, plan) in plans.iter_mut().enumerate() {
                if matches!(plan, Plan::Any { .. }) {
                    let ends: Vec<(&Val<'k>, &Truth)> =
                        exits.iter().map(|exit| (&exit.values[position], &exit.path)).collect();
                    *plan = self.suggestion(&inits[position], &heads[position], &ends, mark);
                }
            }
            self.end(before);
        }
        // Bounds are suggested by what the contract speaks of, and must hold of the first values.
        let base = self.path.clone();
        for (plan, init) in plans.iter_mut().zip(inits) {
            self.bounds(plan, init, &base);
        }
        plans
    }

    fn suggestion(&mut self, init: &Val<'k>, head: &Val<'k>, ends: &[(&Val<'k>, &Truth)], mark: u32) -> Plan {
        let (Val::Tile(init), Val::Tile(head)) = (init, head) else { return Plan::Token };
        let lane = self.lane(&init.ty.shape, 0);
        let start = self.at(head, &lane);
        let mut step: Option<Num> = None;
        let mut same = true;
        let (mut steady, mut kept) = (true, !ends.is_empty());
        let mut may: Vec<usize> = Vec::new();
        let first = self.at(init, &lane);
        may.extend(first.as_pointer().iter().flat_map(|pointer| pointer.may.iter().copied()));
        for (end, _) in ends {
            let Val::Tile(end) = end else { continue };
            same &= Rc::ptr_eq(end, head);
            let element = self.at(end, &lane);
            // What was so at first and is so again has not moved, as far as is known.
            kept &= distance(&first, &element).is_some_and(|distance| distance.value() == Some(0));
            may.extend(element.as_pointer().iter().flat_map(|pointer| pointer.may.iter().copied()));
            let distance = distance(&start, &element).filter(|distance| is_steady(distance, mark));
            steady &= distance.is_some() && (step.is_none() || step == distance);
            step = step.or(distance);
        }
        may.sort_unstable();
        may.dedup();
        match step {
            _ if same && ends.iter().all(|(end, _)| matches!(end, Val::Tile(_))) => Plan::Same,
            _ if kept => Plan::Advance { step: Num::constant(0), bounds: Vec::new() },
            Some(step) if steady => Plan::Advance { step, bounds: Vec::new() },
            Some(_) | None => {
                let bounds = self.drift(init, &start, ends).into_iter().collect();
                Plan::Any { bounds, determined: true, may: may.into() }
            }
        }
    }

    /// Adds the bounds that the first value keeps under `base`.
    fn bounds(&mut self, plan: &mut Plan, init: &Val<'k>, base: &Truth) {
        let Val::Tile(init) = init else { return };
        let lane = self.lane(&init.ty.shape, 0);
        let first = self.at(init, &lane);
        let bounds = match plan {
            Plan::Any { bounds, determined, .. } => {
                *determined = self.solver.proves(&first.undetermined.not(), base);
                bounds
            }
            Plan::Advance { step, bounds } if step.value() != Some(0) => bounds,
            Plan::Advance { .. } | Plan::Token | Plan::Same => return,
        };
        let Some(value) = scalar_int(init, &first) else { return };
        let start = Num::constant(0);
        let mut limits: Vec<Num> = vec![start.clone(), value.clone()];
        limits.extend(self.setup.scalars.iter().flatten().cloned());
        limits.extend(self.setup.grid.iter().cloned());
        for limit in limits {
            for bound in [Bound::AtLeast(limit.clone()), Bound::AtMost(limit.clone()), Bound::Below(limit)] {
                if !bounds.contains(&bound) && self.solver.proves(&bound.holds(&value, &start), base) {
                    bounds.push(bound);
                }
            }
        }
    }

    /// Carried values at the head of the iteration that is `count` steps after the first.
    pub(crate) fn head(&mut self, plans: &[Plan], inits: &[Val<'k>], count: &Num) -> Head<'k> {
        let mut facts = Truth::constant(true);
        let mut values = Vec::new();
        for (plan, init) in plans.iter().zip(inits) {
            let (value, fact) = self.head_of(plan, init, count);
            values.push(value);
            facts = facts.and(&fact);
        }
        Head { values, facts }
    }

    fn head_of(&mut self, plan: &Plan, init: &Val<'k>, count: &Num) -> (Val<'k>, Truth) {
        let nothing = Truth::constant(true);
        let Val::Tile(tile) = init else { return (init.clone(), nothing) };
        match plan {
            Plan::Token | Plan::Same => (init.clone(), nothing),
            Plan::Advance { step, bounds } => {
                let kind = Kind::Advanced { start: tile.clone(), step: step.clone(), count: count.clone() };
                let advanced = Node::tile(&tile.ty, kind);
                let lane = self.lane(&tile.ty.shape, 0);
                // It is a value of its type: that is what a closed form says, and what is checked of the next one.
                let fact = match self.at(&advanced, &lane).value {
                    Value::Int(SymbolicInt::Number { bits, signed }) => bounds
                        .iter()
                        .fold(fits_signed(&signed, bits), |all, bound| all.and(&bound.holds(&signed, count))),
                    Value::Pointer(pointer) => fits_signed(&pointer.offset, 64),
                    Value::Int(SymbolicInt::Bit(_)) | Value::Float => nothing,
                };
                (Val::Tile(advanced), fact)
            }
            Plan::Any { bounds, determined, may } => {
                let taint = if *determined { Taint::Determined } else { Taint::Unknown };
                let any = Node::tile(&tile.ty, Kind::Any(taint, may.clone()));
                let lane = self.lane(&tile.ty.shape, 0);
                let element = self.at(&any, &lane);
                let mut fact = nothing;
                if let Some(value) = scalar_int(&any, &element) {
                    fact = bounds.iter().fold(fact, |all, bound| all.and(&bound.holds(&value, count)));
                }
                (Val::Tile(any), fact)
            }
        }
    }

    /// Checks a plan where an iteration ends, and weakens it to what holds; whether it had to.
    fn weaken(
        &mut self,
        plan: &mut Plan,
        (init, base): (&Val<'k>, &Truth),
        end: &Val<'k>,
        count: &Num,
    ) -> bool {
        let (Val::Tile(init), Val::Tile(end)) = (init, end) else { return false };
        let lane = self.lane(&init.ty.shape, 0);
        let (first, last) = (self.at(init, &lane), self.at(end, &lane));
        let path = self.path.clone();
        let may = || -> Rc<[usize]> {
            let both = [&first, &last].into_iter().filter_map(|element| element.as_pointer());
            let mut may: Vec<usize> = both.flat_map(|pointer| pointer.may.iter().copied()).collect();
            may.sort_unstable();
            may.dedup();
            may.into()
        };
        match plan {
            Plan::Token => false,
            Plan::Same => {
                // Nothing but the very same value came back when this was suggested, whatever the values were.
                let kept = Rc::ptr_eq(init, end) || self.equal(&first, &last);
                if !kept {
                    *plan = Plan::Any { bounds: Vec::new(), determined: false, may: may() };
                }
                !kept
            }
            Plan::Advance { step, bounds } => {
                let expected = step.mul(count);
                let holds = distance(&first, &last).map(|distance| distance.equals(&expected));
                let clean = first.undetermined.not().and(&last.undetermined.not());
                let kept = holds.is_some_and(|holds| self.solver.proves(&holds.and(&clean), &path));
                let before = bounds.len();
                if let Some(value) = scalar_int(end, &last) {
                    bounds.retain(|bound| self.solver.proves(&bound.holds(&value, count), &path));
                }
                let weaker = bounds.len() != before;
                if !kept {
                    *plan = Plan::Any { bounds: Vec::new(), determined: true, may: may() };
                    self.bounds(plan, &Val::Tile(init.clone()), base);
                }
                weaker || !kept
            }
            Plan::Any { bounds, determined, .. } => {
                let before = (bounds.len(), *determined);
                if let Some(value) = scalar_int(end, &last) {
                    bounds.retain(|bound| self.solver.proves(&bound.holds(&value, count), &path));
                }
                *determined = *determined && self.solver.proves(&last.undetermined.not(), &path);
                before != (bounds.len(), *determined)
            }
        }
    }

    /// Whether two elements are provably one value.
    fn equal(&mut self, a: &Element, b: &Element) -> bool {
        let path = self.path.clone();
        let holds = match (&a.value, &b.value) {
            (Value::Int(SymbolicInt::Bit(a)), Value::Int(SymbolicInt::Bit(b))) => {
                Truth::choose(a, b, &b.not())
            }
            _ => match distance(a, b) {
                Some(distance) => distance.equals(&Num::constant(0)),
                None => return false,
            },
        };
        let clean = a.undetermined.not().and(&b.undetermined.not());
        self.solver.proves(&holds.and(&clean), &path)
    }

    /// Runs something as an iteration of a loop.
    pub(crate) fn iteration<R>(
        &mut self,
        owner: &'k Operation,
        number: &Num,
        run: impl FnOnce(&mut Self) -> R,
    ) -> R {
        self.loops.push(Iteration { owner, number: number.clone() });
        let result = run(self);
        self.loops.pop();
        result
    }
}

/// The plan that says nothing.
fn unknown(init: &Val<'_>) -> Plan {
    match init {
        Val::Tile(_) => Plan::Any { bounds: Vec::new(), determined: false, may: [].into() },
        Val::Token | Val::View(_) | Val::Partition(_) => Plan::Token,
    }
}

/// How far one integer or pointer is from another; `None` where that is no question.
fn distance(from: &Element, to: &Element) -> Option<Num> {
    match (&from.value, &to.value) {
        (Value::Int(a @ SymbolicInt::Number { .. }), Value::Int(b)) => Some(b.signed().sub(&a.signed())),
        (Value::Pointer(a), Value::Pointer(b)) => {
            let one = a.which == b.which || (a.may.is_empty() || a.may == b.may) && b.may.len() == 1;
            one.then(|| b.offset.sub(&a.offset))
        }
        (Value::Int(_) | Value::Pointer(_) | Value::Float, _) => None,
    }
}

/// Whether a term is the same in every iteration and lane: it has no variable that came with the body.
fn is_steady(num: &Num, mark: u32) -> bool {
    let mut variables = Variables::default();
    variables.num(num);
    variables.bools.is_empty()
        && variables.nums.iter().all(|var| var.0 < mark && var_info(*var).kind != VarKind::Lane)
}

/// The integer of a rank-0 tile.
pub(crate) fn scalar_int(tile: &Tile<'_>, element: &Element) -> Option<Num> {
    match element.as_int() {
        Some(SymbolicInt::Number { signed, .. }) if tile.ty.shape.is_empty() => Some(signed.clone()),
        Some(SymbolicInt::Bit(_) | SymbolicInt::Number { .. }) | None => None,
    }
}
