//! From a rule that is broken to what is to blame: the elements that the operation has taken, or the two accesses of a race.

use std::rc::Rc;

use interp::{Fault, Slicer, Stepper};
use spec::problem::{Party, Violation};
use spec::rules::Rule;
use spec::syntax::kernel::ValueId;

use crate::run::moves::Debugger;
use crate::run::race::{earlier, spot};
use crate::show::element::location;
use crate::show::expression::Expression;
use crate::show::found::Found;
use crate::show::place::broken;
use crate::why::text::render;

/// The most elements of a slice that are shown by default.
const SHOWN: usize = 24;
const ALL: usize = 400;

/// How many elements are followed.
const FOLLOWED: usize = 400;

impl<'k> Debugger<'k> {
    /// The origin of an element; without an expression, the reason for the broken rule of the next operation.
    ///
    /// # Errors
    /// The element does not exist, or no rule is broken.
    pub(crate) fn why(&self, text: &str) -> Result<Vec<String>, String> {
        let text = text.trim();
        let (text, all) =
            match text.strip_suffix("all").filter(|rest| rest.is_empty() || rest.ends_with([' ', ']'])) {
                Some(rest) => (rest.trim(), true),
                None => (text, false),
            };
        let most = if all { ALL } else { SHOWN };
        if text.is_empty() {
            let violation =
                self.violation().ok_or("nothing is broken here: name an element, as in `why %x[3]`")?;
            return Ok(self.why_broken_rule(violation, most));
        }
        let expression = Expression::parse(text)?;
        match self.find(&expression.name)? {
            Found::Value(value) => self.why_value(&expression, value, most),
            Found::Array(of) => self.why_memory(&expression, &of, most),
        }
    }

    fn why_value(&self, expression: &Expression, value: ValueId, most: usize) -> Result<Vec<String>, String> {
        let tile = self
            .now()
            .tile(value)
            .ok_or_else(|| format!("{} is no tile: `print` shows it", expression.name))?;
        let shape = &tile.ty().shape;
        let along = (0..shape.len()).map(|axis| expression.along(axis, shape[axis].into()));
        let parts = along.collect::<Result<Vec<_>, _>>()?;
        if expression.parts.as_ref().is_some_and(|parts| parts.len() > shape.len()) {
            return Err(format!("{} has {} axes", expression.name, shape.len()));
        }
        let mut lanes = vec![0u64];
        for (part, extent) in parts.iter().zip(shape) {
            lanes = lanes
                .iter()
                .flat_map(|lane| part.clone().map(move |at| lane * u64::from(*extent) + at))
                .collect();
        }
        let lanes: Vec<usize> = lanes.into_iter().filter_map(|lane| usize::try_from(lane).ok()).collect();
        let mut slicer = Slicer::new(&self.history, FOLLOWED);
        slicer.focus = lanes.iter().find_map(|lane| Fault::of(tile.element(*lane), tile.ty().element));
        let lanes =
            slicer.narrow(self.now(), &[(value, lanes.clone())]).map_or(lanes, |mut found| found.remove(0).1);
        let node = slicer.node(&self.here(), value, &lanes);
        Ok(render(&[self.words(&node)], most))
    }

    /// The origin of an element in memory: the store that wrote it.
    fn why_memory(
        &self,
        expression: &Expression,
        of: &crate::show::found::Elements,
        most: usize,
    ) -> Result<Vec<String>, String> {
        let part = expression.along(0, of.count)?;
        if part.end - part.start != 1 {
            return Err(format!("name one element, as in `why {}[{}]`", expression.name, part.start));
        }
        let bytes = of.element.bytes();
        let place = (part.start / of.element.in_a_byte()).saturating_mul(bytes);
        let offset = of.offset.saturating_add_unsigned(place);
        let mut slicer = Slicer::new(&self.history, FOLLOWED);
        let node = slicer.memory(&self.here(), (of.array, offset), bytes, of.element);
        Ok(render(&[self.words(&node)], most))
    }

    fn here(&self) -> Rc<Stepper<'k>> {
        Rc::new(self.now().clone())
    }

    fn why_broken_rule(&self, violation: &Violation, most: usize) -> Vec<String> {
        let mut lines = vec![broken(violation)];
        if let Some(other) = &violation.other {
            lines.extend(if violation.rule == Rule::RaceLane {
                self.why_lanes(violation, other, most)
            } else {
                self.why_race(violation, other)
            });
            return lines;
        }
        let nodes = Slicer::new(&self.history, FOLLOWED).violation(violation);
        let nodes: Vec<_> = nodes.iter().map(|node| self.words(node)).collect();
        lines.extend(render(&nodes, most));
        lines
    }

    /// Two elements of one store with a common place.
    fn why_lanes(&self, violation: &Violation, other: &Party, most: usize) -> Vec<String> {
        let Some(op) = self.operation() else { return Vec::new() };
        let lanes = [other, &violation.party].map(|party| self.now().lane_of(op, party.lane.as_deref()?));
        let lanes: Vec<usize> = lanes.into_iter().flatten().collect();
        let Some(pointers) = op.operands.first() else { return Vec::new() };
        let mut slicer = Slicer::new(&self.history, FOLLOWED);
        let here = self.here();
        let nodes = lanes.iter().map(|lane| slicer.node(&here, *pointers, &[*lane]));
        let nodes: Vec<_> = nodes.map(|node| self.words(&node)).collect();
        [vec!["two elements go to the same place:".to_owned()], render(&nodes, most)].concat()
    }

    fn why_race(&self, violation: &Violation, other: &Party) -> Vec<String> {
        let Some(spot) = spot(self.now(), violation) else { return Vec::new() };
        let element = self.operation().and_then(|op| {
            op.operands.iter().find_map(|value| {
                let ty = self.program.kernel.ty(*value);
                ty.tiled()
                    .and_then(|view| view.tensor.element.scalar())
                    .or_else(|| ty.tile()?.element.pointee())
            })
        });
        let name = location(self.subject, self.now(), spot.array, spot.offset, element);
        let at = |party: &Party| self.program.source.position(&party.at);
        let step = earlier(&self.history, spot, other);
        let when = step.map_or(String::new(), |step| format!(", step {step}"));
        let [x, y, z] = other.block;
        let mut lines = vec![
            format!(
                "both access {name}, at least one stores, and neither a token nor a fence orders the accesses:"
            ),
            format!(
                "  earlier: {}, block ({x}, {y}, {z}){when}: {}",
                at(other),
                self.program.source.operation(&other.at)
            ),
        ];
        let [x, y, z] = violation.party.block;
        let here = self.history.position();
        let op = self.program.source.operation(&violation.party.at);
        lines.push(format!("  now:     {}, block ({x}, {y}, {z}), step {here}: {op}", at(&violation.party)));
        if let Some(step) = step {
            lines.push(format!(
                "  `goto {step}` stands before the earlier one; `watch race` stops at all of them"
            ));
        }
        lines
    }
}
