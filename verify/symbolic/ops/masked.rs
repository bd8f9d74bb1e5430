//! Pointers under a mask: arithmetic of an offset that wraps in masked-off lanes alone is exact in every lane with an access.
//!
//! The analysis is predicated (Moon, Hall and Murphy, "Predicated Array Data-Flow Analysis for Run-Time Parallelization", ICS 1998).

use std::collections::HashMap;
use std::rc::Rc;

use spec::domain::{Bool as _, Number};
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

use crate::budget::policy::Purpose;
use crate::fault_injection::Flaw;
use crate::symbolic::machine::Machine;
use crate::symbolic::state::Mode;
use crate::terms::{Atom, Num, Truth};
use crate::values::apply::apply;
use crate::values::domain::WrapDecisions;
use crate::values::element::Element;
use crate::values::literals::{map_index, offset_pointer};
use crate::values::tile::{Node, Tile, TileKind};

/// The most choices in one offset that are decided.
const CHOICES: usize = 4;

/// The decisions about wrapping for active lanes.
struct Refinement<'k> {
    /// The lane is accessed.
    active: Truth,
    /// The results so far, by the tile's address and the lane; none for unchanged tiles.
    known: HashMap<(usize, Vec<Num>), Option<Tile<'k>>>,
}

/// The pointers of an access, with wraps that were undecided for all lanes decided for active lanes. The new tile is right for active
/// lanes alone, and only the access reads it.
pub(crate) fn refine_under_mask<'k>(
    machine: &mut Machine<'k>,
    pointers: Tile<'k>,
    mask: Option<&Tile<'k>>,
) -> Tile<'k> {
    // Proposals take nothing to wrap.
    let Some(mask) = mask.filter(|_| machine.state.mode != Mode::Propose) else { return pointers };
    let lane = machine.lane(&pointers.ty.shape, 0);
    let active = machine.at(mask, &lane).as_truth();
    let mut refinement = Refinement { active, known: HashMap::new() };
    refinement.refine(machine, &pointers, &lane).unwrap_or(pointers)
}

/// A number without choices that a condition decides: a quotient of a number that a mask keeps at zero or above is rounded down. The result is
/// right under the condition alone.
pub(crate) fn decide_choices(machine: &mut Machine<'_>, when: &Truth, mut num: Num) -> Num {
    for _ in 0..CHOICES {
        let terms = num.terms();
        let mut atoms = terms.iter().flat_map(|(monomial, _)| monomial.iter().copied());
        let choice = atoms.find_map(|atom| {
            let Atom::Ite(condition, yes, no) = atom.atom() else { return None };
            Some((atom, condition, yes, no))
        });
        let Some((atom, condition, yes, no)) = choice else { break };
        let has_flaw = machine.setup.has(Flaw::ChoiceUndecided);
        let mut is_excluded =
            |case: &Truth| has_flaw || machine.solver.excludes(&when.and(case), Purpose::Definition);
        let chosen = if is_excluded(&condition) {
            no
        } else if is_excluded(&condition.not()) {
            yes
        } else {
            break;
        };
        let factor = num.cofactor(atom);
        num = num.sub(&Num::product(&[atom]).mul(&factor)).add(&factor.mul(&chosen));
    }
    num
}

impl<'k> Refinement<'k> {
    /// The tile with more exact arithmetic; none if nothing is gained.
    fn refine(&mut self, machine: &mut Machine<'k>, tile: &Tile<'k>, lane: &[Num]) -> Option<Tile<'k>> {
        let place = (Rc::as_ptr(tile).addr(), lane.to_vec());
        if let Some(known) = self.known.get(&place) {
            return known.clone();
        }
        let refined = self.kind(machine, tile, lane).map(|kind| Node::tile(&tile.ty, kind));
        self.known.insert(place, refined.clone());
        refined
    }

    fn kind(&mut self, machine: &mut Machine<'k>, tile: &Tile<'k>, lane: &[Num]) -> Option<TileKind<'k>> {
        match &tile.kind {
            TileKind::Mapped(source, how) => {
                let from = map_index(*how, &tile.ty.shape, &source.ty.shape, lane);
                Some(TileKind::Mapped(self.refine(machine, source, &from)?, *how))
            }
            // Names of quotients belong to the tiles that were bound: their operands stay.
            TileKind::Apply { op, args, exact }
                if matches!(op.op, Op::Addi | Op::Subi | Op::Muli | Op::Exti | Op::Trunci) =>
            {
                let to = tile.scalar().unwrap_or(Scalar::I64);
                let (args, is_new) = self.operands(machine, args, lane);
                let active = self.active;
                let decide = |machine: &mut Machine<'k>| {
                    let elements: Vec<Element> = args.iter().map(|arg| machine.at(arg, lane)).collect();
                    let mut domain = machine.domain(&active);
                    apply(op.op, &op.attributes, &mut domain, &elements, to);
                    domain.decisions()
                };
                let exact = decide_again(machine, exact, is_new, decide)?;
                Some(TileKind::Apply { op, args, exact })
            }
            TileKind::Offset { pointer, index, bytes, exact } => {
                let ([pointer, index], is_new) = self.pair(machine, [pointer, index], lane);
                let active = self.active;
                let decide = |machine: &mut Machine<'k>| {
                    let (from, by) = (machine.at(&pointer, lane), machine.at(&index, lane));
                    let mut domain = machine.domain(&active);
                    offset_pointer(&mut domain, &from, &by, *bytes);
                    domain.decisions()
                };
                let exact = decide_again(machine, exact, is_new, decide)?;
                Some(TileKind::Offset { pointer, index, bytes: *bytes, exact })
            }
            TileKind::AddRec { start, step, count } => {
                let start = self.refine(machine, start, lane)?;
                Some(TileKind::AddRec { start, step: *step, count: *count })
            }
            TileKind::Constant(_)
            | TileKind::Splat(_)
            | TileKind::Iota
            | TileKind::Cat(..)
            | TileKind::Slice(..)
            | TileKind::Inserted { .. }
            | TileKind::Apply { .. }
            | TileKind::Bitcast(_)
            | TileKind::Repacked(_)
            | TileKind::Address { .. }
            | TileKind::FromAddress { .. }
            | TileKind::Select(..)
            | TileKind::Either(..)
            | TileKind::Loaded(_)
            | TileKind::Remembered(_)
            | TileKind::Aggregate(_)
            | TileKind::Carried(_)
            | TileKind::WithDoubts(..) => None,
        }
    }

    /// The refined operands, and whether one of them is new.
    fn operands(
        &mut self,
        machine: &mut Machine<'k>,
        args: &[Tile<'k>],
        lane: &[Num],
    ) -> (Vec<Tile<'k>>, bool) {
        let mut is_new = false;
        let mut refine = |arg: &Tile<'k>| {
            let refined = self.refine(machine, arg, lane);
            is_new |= refined.is_some();
            refined.unwrap_or_else(|| arg.clone())
        };
        (args.iter().map(&mut refine).collect(), is_new)
    }

    fn pair(
        &mut self,
        machine: &mut Machine<'k>,
        [a, b]: [&Tile<'k>; 2],
        lane: &[Num],
    ) -> ([Tile<'k>; 2], bool) {
        let [first, second] = [a, b].map(|arg| self.refine(machine, arg, lane));
        let is_new = first.is_some() || second.is_some();
        ([first.unwrap_or_else(|| a.clone()), second.unwrap_or_else(|| b.clone())], is_new)
    }
}

/// Decisions for active lanes; none if neither operands nor decisions change.
fn decide_again<'k>(
    machine: &mut Machine<'k>,
    exact: &WrapDecisions,
    is_new: bool,
    decide: impl FnOnce(&mut Machine<'k>) -> WrapDecisions,
) -> Option<WrapDecisions> {
    let again = if exact.all_fit() { exact.clone() } else { decide(machine) };
    (is_new || again != *exact).then_some(again)
}
