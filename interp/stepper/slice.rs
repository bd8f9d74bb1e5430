//! The origin of an element: the dynamic slice, backward through the executed operations (Agrawal and Horgan, "Dynamic program
//! slicing", PLDI 1990), and through memory to the stores.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use spec::problem::Violation;
use spec::syntax::count::usize_from_u64;
use spec::syntax::format;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::{Meaning, Op};
use spec::syntax::types::{Element, Scalar};

use crate::stepper::history::History;
use crate::stepper::seen::SeenElement;
use crate::stepper::steps::Stepper;

/// The most elements of one value to follow.
const LANES: usize = 256;

/// A property of elements whose origin is searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The element is undetermined.
    Undetermined,
    /// The element is a NaN.
    Nan,
}

impl Fault {
    /// The fault of an element of a type.
    pub fn of(element: SeenElement, ty: Element) -> Option<Self> {
        match (element, ty) {
            (SeenElement::Undetermined, _) => Some(Fault::Undetermined),
            (SeenElement::Bits(bits), Element::Scalar(scalar)) if !scalar.is_integer() => {
                format::value(bits, scalar).filter(|value| value.is_nan()).map(|_| Fault::Nan)
            }
            (SeenElement::Bits(_) | SeenElement::Pointer { .. }, _) => None,
        }
    }
}

/// Elements, the step that made them, and its operand elements.
pub struct Node<'k> {
    /// The state in which the elements are at hand.
    pub here: Rc<Stepper<'k>>,
    /// The elements.
    pub of: Of<'k>,
    /// The step.
    pub how: How<'k>,
    /// The operand elements of the step.
    pub children: Vec<Node<'k>>,
}

/// Elements of a value or of memory.
pub enum Of<'k> {
    /// Lanes of a value.
    Value(ValueId, Vec<usize>),
    /// Elements of memory that a store left; the state stands before the store.
    Stored(&'k Operation),
    /// Lanes of a load that read nothing; the state stands before the load.
    Skipped(&'k Operation, Vec<usize>),
    /// Elements of an array, by their offsets in bytes.
    Memory {
        /// The array.
        array: usize,
        /// Bytes from the start.
        offsets: Vec<i64>,
        /// Bytes of an element.
        bytes: u64,
        /// The type, if known.
        element: Option<Scalar>,
        /// Whether a store of the run wrote the bytes.
        is_written: bool,
    },
}

/// The step that made elements.
pub enum How<'k> {
    /// An argument of the launch.
    Argument,
    /// The slice already contains these elements.
    Known,
    /// The slice has as many nodes as were asked for.
    Cut,
    /// An operation; the state stands before it.
    By(Rc<Stepper<'k>>, &'k Operation, Step),
    /// No step: memory as it is, or lanes without a source.
    Start,
}

/// The kind of an operation's step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Control bound the value.
    Carried(Carried),
    /// A load.
    Read,
    /// A computation; the fault, if no operand has the fault.
    Computed(Option<Fault>),
}

/// The way in which control bound a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Carried {
    /// The result of a branch.
    Branch,
    /// The result of a loop.
    Loop,
    /// The counter of a loop.
    Counted,
    /// The initial value of a loop.
    Into,
    /// A value of an earlier iteration.
    From(u64),
    /// Another operation.
    Other,
}

/// A slice in the making.
pub struct Slicer<'a, 'k> {
    pub(super) history: &'a History<'k>,
    /// The only fault to follow, if operands have the fault.
    pub focus: Option<Fault>,
    seen: BTreeSet<(ValueId, Option<u64>, Vec<usize>)>,
    /// How many nodes may still be made.
    left: usize,
}

impl<'a, 'k> Slicer<'a, 'k> {
    /// A slice of a run, with at most so many nodes.
    pub fn new(history: &'a History<'k>, most: usize) -> Self {
        Slicer { history, focus: None, seen: BTreeSet::new(), left: most }
    }

    /// The slice of elements of a value that is at hand in a state.
    pub fn node(&mut self, here: &Rc<Stepper<'k>>, value: ValueId, lanes: &[usize]) -> Node<'k> {
        let lanes = &lanes[..lanes.len().min(LANES)];
        let made = here.made(value);
        self.left = self.left.saturating_sub(1);
        let known = !self.seen.insert((value, made, lanes.to_vec()));
        let (how, children) = match made {
            None => (How::Argument, Vec::new()),
            Some(_) if known => (How::Known, Vec::new()),
            Some(_) if self.left == 0 => (How::Cut, Vec::new()),
            Some(made) => self.follow(&Rc::new(self.history.visit(made)), value, lanes),
        };
        Node { here: Rc::clone(here), of: Of::Value(value, lanes.to_vec()), how, children }
    }

    /// The slices of the elements that the next operation took when it broke a rule.
    pub fn violation(&mut self, violation: &Violation) -> Vec<Node<'k>> {
        let here = Rc::new(self.history.now().clone());
        let Some(op) = here.operation() else { return Vec::new() };
        if violation.rule.is_about_determinacy() {
            self.focus = Some(Fault::Undetermined);
        }
        let sources = taken(&here, op, violation);
        let followed = self.narrow(&here, &sources).unwrap_or(sources);
        followed.iter().map(|(value, lanes)| self.node(&here, *value, lanes)).collect()
    }

    /// The step that made elements of a value, given the next operation, and its sources.
    fn follow(
        &mut self,
        there: &Rc<Stepper<'k>>,
        value: ValueId,
        lanes: &[usize],
    ) -> (How<'k>, Vec<Node<'k>>) {
        let Some(op) = there.operation() else { return (How::Start, Vec::new()) };
        let by = |step| How::By(Rc::clone(there), op, step);
        match op.op.meaning() {
            Meaning::Control(_) => {
                let (carried, source) = carried(there, op, value);
                let children = source.map(|source| self.node(there, source, lanes));
                (by(Step::Carried(carried)), children.into_iter().collect())
            }
            Meaning::Memory(_) if there.accesses(op).is_some() => {
                (by(Step::Read), self.read(there, op, lanes))
            }
            Meaning::Elementwise | Meaning::Core(_) | Meaning::Memory(_) | Meaning::Unsupported => {
                let mut sources: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
                for source in lanes.iter().flat_map(|lane| there.sources(op, *lane)) {
                    sources.entry(source.operand).or_default().extend(source.lanes);
                }
                let sources: Vec<(ValueId, Vec<usize>)> = sources
                    .into_iter()
                    .map(|(operand, lanes)| (op.operands[operand], lanes.into_iter().collect()))
                    .collect();
                let narrowed = self.narrow(there, &sources);
                let begins = narrowed.is_none() && self.is_faulty(there, value, op);
                let followed = narrowed.unwrap_or(sources);
                let children =
                    followed.iter().map(|(value, lanes)| self.node(there, *value, lanes)).collect();
                (by(Step::Computed(self.focus.filter(|_| begins))), children)
            }
        }
    }

    /// Whether a result of an operation has the fault. Only faulty elements are followed, unless no operand has the fault.
    fn is_faulty(&self, there: &Stepper<'k>, value: ValueId, op: &Operation) -> bool {
        if self.focus.is_none() {
            return false;
        }
        let mut behind = there.clone();
        behind.step().is_ok() && op.results.contains(&value) && self.faulty(&behind, value, None).is_some()
    }

    /// The elements with the fault; `None` if there are none.
    fn faulty(&self, here: &Stepper<'k>, value: ValueId, lanes: Option<&[usize]>) -> Option<Vec<usize>> {
        let (focus, tile) = (self.focus?, here.tile(value)?);
        let has = |lane: &usize| Fault::of(tile.element(*lane), tile.ty().element) == Some(focus);
        let found: Vec<usize> = match lanes {
            Some(lanes) => lanes.iter().copied().filter(has).collect(),
            None => (0..tile.ty().len()).filter(has).take(1).collect(),
        };
        (!found.is_empty()).then_some(found)
    }

    /// The sources with the fault; `None` if there are none.
    pub fn narrow(
        &self,
        here: &Stepper<'k>,
        sources: &[(ValueId, Vec<usize>)],
    ) -> Option<Vec<(ValueId, Vec<usize>)>> {
        let narrowed = sources
            .iter()
            .filter_map(|(value, lanes)| Some((*value, self.faulty(here, *value, Some(lanes))?)));
        let narrowed: Vec<_> = narrowed.collect();
        (!narrowed.is_empty()).then_some(narrowed)
    }
}

/// The operand elements of an operation that breaks a rule.
fn taken<'k>(here: &Stepper<'k>, op: &'k Operation, violation: &Violation) -> Vec<(ValueId, Vec<usize>)> {
    if let Meaning::Control(_) = op.op.meaning() {
        return op.operands.iter().map(|value| (*value, vec![0])).collect();
    }
    let lane = violation.party.lane.as_deref().and_then(|lane| here.lane_of(op, lane)).unwrap_or(0);
    let of = here.sources(op, lane).into_iter().map(|source| (op.operands[source.operand], source.lanes));
    // The extents of a view decide about its bounds.
    let is_view = |value: &&ValueId| here.kernel().ty(**value).tiled().is_some();
    let view = op.operands.iter().find(is_view).filter(|_| violation.rule.code().starts_with("view."));
    let of = of.chain(view.map(|view| (*view, vec![0])));
    let fits = |(value, lanes): &(ValueId, Vec<usize>)| {
        let count = usize_from_u64(here.lanes(*value));
        lanes.iter().all(|lane| *lane < count)
    };
    of.filter(fits).collect()
}

/// The control flow that bound a value, and the operand.
fn carried(there: &Stepper<'_>, op: &Operation, value: ValueId) -> (Carried, Option<ValueId>) {
    let inside = there.inside();
    let loops = inside.iter().rev().filter_map(|inside| inside.owner.map(|owner| (owner, inside.round)));
    let entered = matches!(op.op, Op::For | Op::Loop);
    let owners = entered.then_some((op, None)).into_iter().chain(loops);
    for (owner, round) in owners {
        let initial = if owner.op == Op::For { 3 } else { 0 };
        let first = if owner.id == op.id { initial } else { 0 };
        if let Some(at) = owner.results.iter().position(|result| *result == value) {
            let by = if owner.op == Op::If { Carried::Branch } else { Carried::Loop };
            return (by, op.operands.get(first + at).copied());
        }
        let params = owner.regions.iter().flat_map(|region| &region.params);
        let Some(at) = params.into_iter().position(|param| *param == value) else { continue };
        if owner.op == Op::For && at == 0 {
            return (Carried::Counted, None);
        }
        let at = at - usize::from(owner.op == Op::For);
        return (round.map_or(Carried::Into, Carried::From), op.operands.get(first + at).copied());
    }
    (Carried::Other, None)
}
