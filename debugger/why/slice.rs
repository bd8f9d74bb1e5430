//! From a value to what it was made of. Where the element is undetermined or NaN, only what is so too is followed, if anything is.

use std::collections::{BTreeMap, BTreeSet};

use interp::{Seen, Stepper};
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::{Meaning, Op};

use crate::run::moves::Debugger;
use crate::show::element::{Fault, fault, indices, shown};

/// The most elements of one value that are followed.
const LANES: usize = 256;

/// How many elements of a value are named.
const NAMED: usize = 6;

/// Elements with their operation and its operands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Node {
    /// The value that they are of; none of memory.
    pub(crate) value: Option<ValueId>,
    /// The elements with their values.
    pub(crate) head: String,
    /// The operation, with its place.
    pub(crate) how: String,
    pub(crate) children: Vec<Node>,
}

impl Node {
    /// For memory: whether a store changed the contents.
    pub(crate) fn written(self, is_written: bool) -> Self {
        let how = if is_written { String::new() } else { self.how };
        Node { how, ..self }
    }
}

/// What was followed so far.
pub(crate) struct Slicer<'a, 'k> {
    pub(crate) debugger: &'a Debugger<'k>,
    /// The defect to follow, if any.
    pub(crate) focus: Option<Fault>,
    seen: BTreeSet<(ValueId, Option<u64>, Vec<usize>)>,
    /// How many nodes may still be made.
    left: usize,
}

impl<'a, 'k> Slicer<'a, 'k> {
    pub(crate) fn new(debugger: &'a Debugger<'k>, most: usize) -> Self {
        Slicer { debugger, focus: None, seen: BTreeSet::new(), left: most }
    }

    /// Elements of a value that is at hand where a run stands.
    pub(crate) fn node(&mut self, here: &Stepper<'k>, value: ValueId, lanes: &[usize]) -> Node {
        let lanes = &lanes[..lanes.len().min(LANES)];
        let head = self.head(here, value, lanes);
        let made = here.made(value);
        self.left = self.left.saturating_sub(1);
        let known = !self.seen.insert((value, made, lanes.to_vec()));
        let (how, children) = match made {
            None => ("an argument of the launch".to_owned(), Vec::new()),
            Some(_) if known => ("as above".to_owned(), Vec::new()),
            Some(_) if self.left == 0 => ("…".to_owned(), Vec::new()),
            Some(made) => self.follow(&self.debugger.history.visit(made), value, lanes),
        };
        Node { value: Some(value), head, how, children }
    }

    /// The elements with their values.
    fn head(&self, here: &Stepper<'k>, value: ValueId, lanes: &[usize]) -> String {
        let name = self.debugger.program.name(value);
        if let Some(Seen::View(view)) = here.value(value) {
            let extents: Vec<_> = view.extents.iter().map(ToString::to_string).collect();
            return format!("{name}, of extents ({})", extents.join(", "));
        }
        let Some(tile) = here.tile(value) else { return name };
        let element =
            |lane: &usize| shown(self.debugger.subject, here, tile.element(*lane), tile.ty().element);
        let mut words: Vec<String> = lanes.iter().take(NAMED).map(element).collect();
        words.dedup();
        let more = if lanes.len() > NAMED { " …" } else { "" };
        format!("{name}{} = {}{more}", indices(lanes, &tile.ty().shape), words.join(" "))
    }

    /// How elements of a value were made by the operation that is next, and what of.
    fn follow(&mut self, there: &Stepper<'k>, value: ValueId, lanes: &[usize]) -> (String, Vec<Node>) {
        let Some(op) = there.operation() else { return (String::new(), Vec::new()) };
        let place = self.place(there, op);
        match op.op.meaning() {
            Meaning::Control(_) => {
                let (words, source) = carried(there, op, value);
                let children = source.map(|source| self.node(there, source, lanes));
                (format!("{words} at {place}"), children.into_iter().collect())
            }
            Meaning::Memory(_) if there.accesses(op).is_some() => self.read(there, op, lanes),
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
                let begins = self.focus.is_some() && narrowed.is_none() && self.is_faulty(there, value, op);
                let followed = narrowed.unwrap_or(sources);
                let children =
                    followed.iter().map(|(value, lanes)| self.node(there, *value, lanes)).collect();
                let words = match self.focus.filter(|_| begins) {
                    Some(Fault::Nan) => ": a NaN of operands that are none",
                    Some(Fault::Undetermined) => ": undetermined from here on",
                    None => "",
                };
                (format!("{} at {place}{words}", op.op.mnemonic()), children)
            }
        }
    }

    /// Whether what an operation gives is what the slice is about: it is, since only such elements are followed, but for operands
    /// that are followed where nothing has it.
    fn is_faulty(&self, there: &Stepper<'k>, value: ValueId, op: &Operation) -> bool {
        let mut behind = there.clone();
        behind.step().is_ok() && op.results.contains(&value) && self.faulty(&behind, value, None).is_some()
    }

    /// The elements among some that have what the slice is about; none where none has.
    fn faulty(&self, here: &Stepper<'k>, value: ValueId, lanes: Option<&[usize]>) -> Option<Vec<usize>> {
        let (focus, tile) = (self.focus?, here.tile(value)?);
        let has = |lane: &usize| fault(tile.element(*lane), tile.ty().element) == Some(focus);
        let found: Vec<usize> = match lanes {
            Some(lanes) => lanes.iter().copied().filter(has).collect(),
            None => (0..tile.ty().len()).filter(has).take(1).collect(),
        };
        (!found.is_empty()).then_some(found)
    }

    /// The operands of an element with the defect of the slice; `None` if no operand has it.
    pub(crate) fn narrow(
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

    /// The place of an operation, and the time of its execution.
    pub(crate) fn place(&self, there: &Stepper<'k>, op: &Operation) -> String {
        let at = self.debugger.program.source.position(&op.at);
        let (step, [x, y, z]) = (there.position(), there.block());
        let block = if there.block() == self.debugger.now().block() {
            String::new()
        } else {
            format!(" of block ({x}, {y}, {z})")
        };
        let round = there.inside().iter().rev().find_map(|inside| inside.round);
        let round = round.map_or(String::new(), |round| format!(", round {round}"));
        format!("{}:{} (step {step}{block}{round})", at.file, at.line)
    }
}

/// How control has bound a value, and which operand of the operation it was.
fn carried(there: &Stepper<'_>, op: &Operation, value: ValueId) -> (String, Option<ValueId>) {
    let inside = there.inside();
    let loops = inside.iter().rev().filter_map(|inside| inside.owner.map(|owner| (owner, inside.round)));
    let entered = matches!(op.op, Op::For | Op::Loop);
    let owners = entered.then_some((op, None)).into_iter().chain(loops);
    for (owner, round) in owners {
        let initial = if owner.op == Op::For { 3 } else { 0 };
        let first = if std::ptr::eq(owner, op) { initial } else { 0 };
        if let Some(at) = owner.results.iter().position(|result| *result == value) {
            let words = if owner.op == Op::If { "what the branch gives" } else { "what the loop leaves" };
            return (words.to_owned(), op.operands.get(first + at).copied());
        }
        let params = owner.regions.iter().flat_map(|region| &region.params);
        let Some(at) = params.into_iter().position(|param| *param == value) else { continue };
        if owner.op == Op::For && at == 0 {
            return ("counted by the loop".to_owned(), None);
        }
        let at = at - usize::from(owner.op == Op::For);
        let words = round
            .map_or("carried into the loop".to_owned(), |round| format!("carried on from round {round}"));
        return (words, op.operands.get(first + at).copied());
    }
    (op.op.mnemonic().to_owned(), None)
}
