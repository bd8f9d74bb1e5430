//! Compares two values; long because the comparison is one descent. They are equal if the solver proves integers equal,
//! or if one operation made both from equal operands.

use std::collections::HashMap;

use spec::domain::{Bool as _, Int as _, Number};
use spec::syntax::op::Op;
use spec::syntax::types::{Element as ElementType, Scalar};

use crate::budget::policy::Purpose;
use crate::equal::combiner::{have_same_regions, is_same_function};
use crate::equal::coverage::{Write, show_covered};
use crate::equal::effects::written_arrays;
use crate::equal::head::{Choice, Condition, Head, Spot, head, head_of_choice};
use crate::equal::lockstep::Frame;
use crate::equal::question::Question;
use crate::fault_injection::Flaw;
use crate::smt::fact::{Fact, Guard};
use crate::smt::reason::Under;
use crate::symbolic::machine::Machine;
use crate::terms::{Num, Truth};
use crate::values::access::LoadRecord;
use crate::values::domain::SymbolicInt;
use crate::values::element::{Element, Pointer, Value};
use crate::values::lanes::LaneSet;
use crate::values::tile::Tile;

/// The most pairs of values of a comparison.
const PAIRS: usize = 20_000;

/// The most pairs of loaded numbers that are related.
const LOADS: usize = 4_096;

/// The result of a comparison, with the reason if it is open.
pub(super) type Shown = Result<(), String>;

/// Two executed kernels. The solver is the first one's, but while the second needs it.
pub(super) struct Comparison<'m, 'a, 'b> {
    pub(super) one: &'m mut Machine<'a>,
    pub(super) other: &'m mut Machine<'b>,
    pub(super) question: &'m Question,
    writes: (Vec<Write<'a>>, Vec<Write<'b>>),
    /// The pairs of loops in whose iterations values are compared, the innermost last.
    pub(super) frames: Vec<Frame>,
    /// How many lanes are bound by reductions around, and their variables by that and by how many there are.
    pub(super) depth: usize,
    bound: HashMap<(usize, u32), Num>,
    /// How many loads of each are related to all of the other.
    related: (usize, usize),
    pairs: usize,
}

impl<'m, 'a, 'b> Comparison<'m, 'a, 'b> {
    /// # Errors
    /// A written value is not followed.
    pub(super) fn new(
        one: &'m mut Machine<'a>,
        other: &'m mut Machine<'b>,
        question: &'m Question,
    ) -> Result<Self, String> {
        let writes = (writes_of(one)?, writes_of(other)?);
        Ok(Comparison {
            one,
            other,
            question,
            writes,
            frames: Vec::new(),
            depth: 0,
            bound: HashMap::new(),
            related: (0, 0),
            pairs: 0,
        })
    }

    /// Shows that both kernels leave equal memory.
    pub(super) fn decide(mut self) -> Shown {
        let (own, others) = std::mem::take(&mut self.writes);
        // Before anything else is evaluated: of what is made later no second instances are made.
        self.decide_coverage(&own, &others)?;
        for write in &own {
            for candidate in &others {
                self.decide_pair(write, candidate)?;
            }
        }
        Ok(())
    }

    /// Decides whether the stores of one kernel cover the stores of the other.
    fn decide_coverage(&mut self, own: &[Write<'a>], others: &[Write<'b>]) -> Shown {
        for write in others {
            for which in self.asked(&write.access.pointer) {
                show_covered(self.other, write, which, self.one, own)?;
            }
        }
        for write in own {
            for which in self.asked(&write.access.pointer) {
                std::mem::swap(&mut self.one.solver, &mut self.other.solver);
                let shown = show_covered(self.one, write, which, self.other, others);
                std::mem::swap(&mut self.one.solver, &mut self.other.solver);
                shown?;
            }
        }
        Ok(())
    }

    /// The queried arrays of a pointer.
    fn asked(&self, pointer: &Pointer) -> Vec<usize> {
        pointer.may.iter().copied().filter(|which| self.question.asks(*which, &self.one.setup)).collect()
    }

    /// Shows that two stores to a common element store equal values.
    fn decide_pair(&mut self, write: &Write<'a>, candidate: &Write<'b>) -> Shown {
        let common: Vec<usize> = write
            .access
            .pointer
            .may
            .iter()
            .copied()
            .filter(|which| candidate.access.pointer.may.contains(which))
            .filter(|which| self.question.asks(*which, &self.one.setup))
            .collect();
        let Some(first) = common.first() else { return Ok(()) };
        let (x, y) = (&write.access, &candidate.access);
        let same = x.pointer.which.equals(&y.pointer.which);
        let distance = x.pointer.offset.sub(&y.pointer.offset);
        let (above, below) = (Num::constant(y.bytes.into()), Num::constant(-i128::from(x.bytes)));
        let meet = same.and(&below.less(&distance)).and(&distance.less(&above));
        let meet = meet.and(&x.when).and(&y.when);
        if self.one.solver.excludes(&meet, Purpose::Requirement) {
            return Ok(());
        }
        let name = self.one.setup.allocations[*first].name.clone();
        if write.value.scalar() != candidate.value.scalar() || x.bytes != y.bytes {
            return Err(format!("`{name}` is written as elements of different types"));
        }
        let under = x.when.and(&y.when).and(&same).and(&distance.equals(&Num::constant(0)));
        let (a, b) = (Spot::new(&write.value, &write.lane), Spot::new(&candidate.value, &candidate.lane));
        self.same(&a, &b, &under).map_err(|why| format!("the values that are written to `{name}`: {why}"))
    }

    /// Does something with the second machine, which has the solver for so long.
    pub(super) fn with_other<R>(&mut self, work: impl FnOnce(&mut Machine<'b>) -> R) -> R {
        std::mem::swap(&mut self.one.solver, &mut self.other.solver);
        let result = work(self.other);
        std::mem::swap(&mut self.one.solver, &mut self.other.solver);
        result
    }

    /// Whether a formula implies another.
    pub(super) fn proves(&mut self, goal: &Truth, under: &Truth) -> bool {
        self.one.solver.proves(goal, under, Purpose::Requirement)
    }

    /// Shows that two elements are equal under a condition.
    pub(super) fn same(&mut self, a: &Spot<'a>, b: &Spot<'b>, under: &Truth) -> Shown {
        self.pairs += 1;
        if self.pairs > PAIRS {
            return Err("there is too much to compare".to_owned());
        }
        if a.tile.ty.element != b.tile.ty.element {
            return Err("values have different types".to_owned());
        }
        let is_float = matches!(a.tile.ty.element, ElementType::Scalar(scalar) if !scalar.is_integer());
        if !is_float && self.is_same_number(a, b, under) {
            return Ok(());
        }
        let x = head(self.one, a);
        let y = self.with_other(|other| head(other, b));
        self.same_heads((&Choice::Element(a.clone()), x), (&Choice::Element(b.clone()), y), under)
    }

    /// Shows the equality of two values, given by what they are outermost: choices are followed into both branches.
    fn same_heads(
        &mut self,
        (a, x): (&Choice<'a>, Head<'a>),
        (b, y): (&Choice<'b>, Head<'b>),
        under: &Truth,
    ) -> Shown {
        match (x, y) {
            (Head::Either(c, then, otherwise), Head::Either(d, then_b, otherwise_b))
                if self.is_same_condition(&c, &d, under) =>
            {
                let holds = self.truth_of_one(&c);
                self.same_choice(&then, &then_b, &under.and(&holds))?;
                self.same_choice(&otherwise, &otherwise_b, &under.and(&holds.not()))
            }
            (Head::Either(condition, then, otherwise), _) => {
                let holds = self.truth_of_one(&condition);
                self.same_choice(&then, b, &under.and(&holds))?;
                self.same_choice(&otherwise, b, &under.and(&holds.not()))
            }
            (_, Head::Either(condition, then, otherwise)) => {
                let holds = self.truth_of_other(&condition);
                self.same_choice(a, &then, &under.and(&holds))?;
                self.same_choice(a, &otherwise, &under.and(&holds.not()))
            }
            (x, y) => self.same_head((a, &x), (b, &y), under),
        }
    }

    /// Shows the equality of two values without choices.
    fn same_head(
        &mut self,
        (a, x): (&Choice<'a>, &Head<'a>),
        (b, y): (&Choice<'b>, &Head<'b>),
        under: &Truth,
    ) -> Shown {
        match (x, y) {
            (Head::Memory(p, element), Head::Memory(q, other)) if element == other => {
                self.same_place(p, q, *element, under)
            }
            (Head::Literal(p), Head::Literal(q)) if p == q => Ok(()),
            (Head::Listed(p, lane), Head::Listed(q, other)) if p == q => {
                let place =
                    lane.iter().zip(other).fold(Truth::constant(true), |all, (x, y)| all.and(&x.equals(y)));
                if a.shape() == b.shape() && self.proves(&place, under) {
                    Ok(())
                } else {
                    Err("literals at different places".to_owned())
                }
            }
            (Head::Argument(p), Head::Argument(q)) if p == q && !self.question.varied.contains(p) => Ok(()),
            (Head::Bitcast(p), Head::Bitcast(q)) => self.same(p, q, under),
            (Head::Apply(..), Head::Apply(..)) => self.same_applied(x, y, under),
            (
                Head::Combined { op, position, parts, lane },
                Head::Combined { op: other, position: second, parts: others, lane: lane_b },
            ) => {
                let kernels = (self.one.kernel, self.other.kernel);
                let (p, q) = ((kernels.0, *op), (kernels.1, *other));
                if position != second || !is_same_function(p, q) || !have_same_regions(p, q) {
                    return Err(format!("`{}` beside another `{}`", op.op.mnemonic(), other.op.mnemonic()));
                }
                self.same_combined((parts, lane), (others, lane_b), op.op.mnemonic(), under)
            }
            (Head::Left(p), Head::Left(q)) => self.same_left(p, q, under),
            (Head::Carried(p), Head::Carried(q)) => self.same_carried(p, q, under),
            (Head::Unknown(why), _) | (_, Head::Unknown(why)) => Err((*why).to_owned()),
            (_, _) => Err(format!("{} beside {}", x.name(), y.name())),
        }
    }

    /// Shows that two operations on elements give equal results, up to the permitted rewrites.
    fn same_applied(&mut self, x: &Head<'a>, y: &Head<'b>, under: &Truth) -> Shown {
        let (Head::Apply(op, args), Head::Apply(other, others)) = (x, y) else {
            return Err("values of different makings".to_owned());
        };
        let kernels = (self.one.kernel, self.other.kernel);
        if is_same_function((kernels.0, op), (kernels.1, other)) && args.len() == others.len() {
            let all = |shown: &mut Self, others: &[&Spot<'b>]| {
                args.iter().zip(others).try_for_each(|(a, b)| shown.same(a, b, under))
            };
            let mut order: Vec<&Spot<'b>> = others.iter().collect();
            let shown = self.attempt(|shown| all(shown, &order));
            let may_turn = commutes(op.op) || self.one.setup.has(Flaw::AnyOrder) && order.len() > 1;
            if shown.is_ok() || !may_turn {
                return shown;
            }
            order.swap(0, 1);
            if self.attempt(|shown| all(shown, &order)).is_ok() {
                return Ok(());
            }
            return if self.question.rewrites.reassociation && op.op == Op::Addf {
                self.same_sums((op, args), (other, others), under)
            } else {
                shown
            };
        }
        if self.question.rewrites.contraction
            && let Some(shown) = self.same_contracted((op, args), (other, others), under)
        {
            return shown;
        }
        Err(format!("`{}` beside `{}`", op.op.mnemonic(), other.op.mnemonic()))
    }

    /// Shows that two operations on many elements combine equal elements: equally many, equal one by one.
    fn same_combined(
        &mut self,
        (parts, lane): (&[(Tile<'a>, LaneSet)], &[Num]),
        (others, lane_b): (&[(Tile<'b>, LaneSet)], &[Num]),
        mnemonic: &str,
        under: &Truth,
    ) -> Shown {
        if parts.len() != others.len() {
            return Err(format!("`{mnemonic}` of other operands"));
        }
        for ((tile, set), (tile_b, set_b)) in parts.iter().zip(others) {
            let extent = set.extent(&tile.ty.shape);
            if extent != set_b.extent(&tile_b.ty.shape) {
                let other = set_b.extent(&tile_b.ty.shape);
                return Err(format!("`{mnemonic}` of {extent} elements beside one of {other}"));
            }
            let places = match (set, set_b) {
                (LaneSet::UpTo { axis, reverse }, LaneSet::UpTo { axis: axis_b, reverse: reverse_b }) => {
                    Some(lane[*axis].equals(&lane_b[*axis_b])).filter(|_| reverse == reverse_b)
                }
                (LaneSet::UpTo { .. }, _) | (_, LaneSet::UpTo { .. }) => None,
                (LaneSet::Same, LaneSet::Same) => Some(Truth::constant(true)),
                (LaneSet::Same, _) | (_, LaneSet::Same) => None,
                (
                    LaneSet::Along(_) | LaneSet::Row | LaneSet::Column,
                    LaneSet::Along(_) | LaneSet::Row | LaneSet::Column,
                ) => Some(Truth::constant(true)),
            };
            if !places.is_some_and(|places| self.proves(&places, under)) {
                return Err(format!("`{mnemonic}` up to another place"));
            }
            let number = self.bind(extent);
            let (a, b) =
                (Spot::new(tile, &set.at(lane, &number)), Spot::new(tile_b, &set_b.at(lane_b, &number)));
            self.depth += 1;
            let shown = self.same(&a, &b, under);
            self.depth -= 1;
            shown?;
        }
        Ok(())
    }

    /// The number of an arbitrary element of so many.
    fn bind(&mut self, extent: u32) -> Num {
        if extent == 1 {
            return Num::constant(0);
        }
        let new = || Num::lane(0, extent);
        *self.bound.entry((self.depth, extent)).or_insert_with(new)
    }

    fn same_choice(&mut self, a: &Choice<'a>, b: &Choice<'b>, under: &Truth) -> Shown {
        if self.one.solver.excludes(under, Purpose::Requirement) {
            return Ok(());
        }
        match (a, b) {
            (Choice::Element(a), Choice::Element(b)) => self.same(a, b, under),
            (Choice::Undetermined, _) | (_, Choice::Undetermined) => {
                Err("an element without a definite value".to_owned())
            }
            (Choice::Element(_) | Choice::Memory(..) | Choice::Padding(_), _) => {
                let x = head_of_choice(self.one, a);
                let y = self.with_other(|other| head_of_choice(other, b));
                self.same_heads((a, x), (b, y), under)
            }
        }
    }

    fn truth_of_one(&mut self, condition: &Condition<'a>) -> Truth {
        match condition {
            Condition::Known(truth) => *truth,
            Condition::Element(spot) => self.one.at(&spot.tile, &spot.lane).as_truth(),
        }
    }

    fn truth_of_other(&mut self, condition: &Condition<'b>) -> Truth {
        match condition {
            Condition::Known(truth) => *truth,
            Condition::Element(spot) => self.with_other(|other| other.at(&spot.tile, &spot.lane).as_truth()),
        }
    }

    fn is_same_condition(&mut self, c: &Condition<'a>, d: &Condition<'b>, under: &Truth) -> bool {
        match (c, d) {
            (Condition::Element(c), Condition::Element(d)) => {
                self.attempt(|shown| shown.same(c, d, under)).is_ok()
            }
            (Condition::Known(_), _) | (_, Condition::Known(_)) => {
                let (c, d) = (self.truth_of_one(c), self.truth_of_other(d));
                self.proves(&Truth::choose(&c, &d, &d.not()), under)
            }
        }
    }

    /// Shows that two pointers point to one element.
    fn same_place(&mut self, p: &Pointer, q: &Pointer, element: Scalar, under: &Truth) -> Shown {
        let mut same = p.which.equals(&q.which).and(&p.offset.equals(&q.offset));
        if !self.one.setup.has(Flaw::OutsideIsShared) {
            same = same.and(&self.shared(p, element.bytes()));
        }
        if self.one.setup.has(Flaw::AnyElement) || self.proves(&same, under) {
            return Ok(());
        }
        let name = |which: Option<&usize>| {
            which.and_then(|which| self.one.setup.allocations.get(*which)).map_or("?", |array| &array.name)
        };
        Err(format!(
            "no proof that a load from `{}` and a load from `{}` read equal elements",
            name(p.may.first()),
            name(q.may.first())
        ))
    }

    /// The condition that both launches have an equal element there: an array may be equal only before an index.
    fn shared(&self, pointer: &Pointer, bytes: u64) -> Truth {
        let setup = &self.one.setup;
        let Some((parameter, index)) = &self.question.outside else { return Truth::constant(true) };
        let Some(which) = setup.find_allocation(*parameter) else {
            return Truth::constant(true);
        };
        let number = Num::index(which);
        let element = setup.allocations[which].element;
        // A byte is equal if all elements in the byte are.
        let end = setup.number(index).div_floor(&Num::constant(element.in_a_byte().into()));
        let end = end.mul(&Num::constant(element.bytes().into()));
        let behind = pointer.offset.add(&Num::constant(bytes.into()));
        let inside = Num::constant(0).at_most(&pointer.offset).and(&behind.at_most(&end));
        pointer.which.equals(&number).implies(&inside)
    }

    /// Whether two integers are equal, as the solver sees it.
    pub(super) fn is_same_number(&mut self, a: &Spot<'a>, b: &Spot<'b>, under: &Truth) -> bool {
        let x = self.one.at(&a.tile, &a.lane);
        let y = self.with_other(|other| other.at(&b.tile, &b.lane));
        self.relate_loads();
        same_number(&x, &y).is_some_and(|same| self.proves(&same, under))
    }

    /// Relates the loads of both kernels: loads of a common element give equal numbers.
    fn relate_loads(&mut self) {
        let (own, others) = (self.one.recorder.loads.len(), self.other.recorder.loads.len());
        if (own, others) == self.related || own.saturating_mul(others) > LOADS {
            return;
        }
        let mut facts = Vec::new();
        for (at, x) in self.one.recorder.loads.iter().enumerate() {
            for (number, y) in self.other.recorder.loads.iter().enumerate() {
                let is_new = at >= self.related.0 || number >= self.related.1;
                // A load of i1 gives 0 or 1 for any byte, so its value is not the byte that a load of i8 gives.
                let is_same_reading = x.element.bits() == y.element.bits()
                    || self.one.setup.has(Flaw::SameBytesSameValue) && x.bytes() == y.bytes();
                if is_new && is_same_reading {
                    facts.push(self.relate(x, y));
                }
            }
        }
        let assume = |fact: &Fact| self.one.solver.assume(fact);
        facts.iter().for_each(assume);
        self.related = (own, others);
    }

    fn relate(&self, x: &LoadRecord, y: &LoadRecord) -> Fact {
        let parameters = self.one.kernel.params.len();
        let allocations = &self.one.setup.allocations;
        let last = allocations.iter().filter(|array| array.parameter < parameters).count();
        let is_argument = x.which.less(&Num::index(last));
        let pointer =
            Pointer { may: [].into(), which: x.which, offset: x.offset, overflowed: Truth::constant(false) };
        let same = x.which.equals(&y.which).and(&x.offset.equals(&y.offset)).and(&is_argument);
        let both = x.when.and(&y.when).and(&same).and(&self.shared(&pointer, x.bytes()));
        Fact::under(Guard::control(&both), &x.value.equals(&y.value), Under::SameLoad)
    }
}

/// The equation of two integers, if both are followed.
pub(super) fn same_number(x: &Element, y: &Element) -> Option<Truth> {
    match (&x.value, &y.value) {
        (Value::Int(SymbolicInt::Bit(_)), Value::Int(SymbolicInt::Bit(_)))
        | (Value::Pointer(_), Value::Pointer(_)) => Some(x.same_value(y)),
        (Value::Int(a @ SymbolicInt::Number { .. }), Value::Int(b @ SymbolicInt::Number { .. })) => {
            Some(x.same_value(y)).filter(|_| a.bits() == b.bits())
        }
        (Value::Int(_) | Value::Pointer(_) | Value::Float(_), _) => None,
    }
}

/// Whether the first two operands may change places.
fn commutes(op: Op) -> bool {
    let floats = [Op::Addf, Op::Mulf, Op::Maxf, Op::Minf, Op::Fma];
    let integers = [Op::Addi, Op::Muli, Op::Maxi, Op::Mini, Op::Andi, Op::Ori, Op::Xori];
    floats.contains(&op) || integers.contains(&op)
}

/// The writes of a kernel.
fn writes_of<'k>(machine: &mut Machine<'k>) -> Result<Vec<Write<'k>>, String> {
    let accesses = &machine.recorder.accesses;
    let parameters = machine.kernel.params.len();
    for which in written_arrays(accesses) {
        let array = &machine.setup.allocations[which];
        if array.parameter >= parameters && !array.private {
            return Err(format!("@{}: what is written to globals is not followed", machine.kernel.name));
        }
    }
    let stores = machine.recorder.traces.as_ref().map(|traces| traces.stores.as_slice()).unwrap_or_default();
    let is_local = |which: &usize| machine.setup.allocations[*which].private;
    let write = |access: usize| {
        let stored = stores.iter().find(|stored| stored.access == access)?;
        Some(Write {
            access: accesses[access].clone(),
            value: stored.value.clone(),
            lane: stored.lane.clone(),
        })
    };
    let mut all = Vec::new();
    for (number, access) in accesses.iter().enumerate() {
        if access.manner.writes && !access.pointer.may.iter().all(is_local) {
            let missing = || format!("@{}: a store is not followed", machine.kernel.name);
            all.push(write(number).ok_or_else(missing)?);
        }
    }
    Ok(all)
}
