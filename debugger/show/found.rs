//! What a name is in a run that stands still: a value, or an array in memory.

use std::collections::BTreeSet;

use interp::{ArrayOf, Seen, SeenElement, SeenTile, SeenView};
use spec::syntax::array;
use spec::syntax::count::usize_from_u64;
use spec::syntax::kernel::ValueId;
use spec::syntax::launch::Argument;
use spec::syntax::types::{Element, Scalar};

use crate::run::moves::Debugger;
use crate::show::drawing::draw;
use crate::show::element::shown;
use crate::show::expression::Expression;

/// The referent of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Found {
    /// A defined value.
    Value(ValueId),
    /// An array, from some byte on.
    Array(Elements),
}

/// Elements of an array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Elements {
    pub(crate) array: usize,
    /// Bytes from the start of the array.
    pub(crate) offset: i64,
    pub(crate) element: Scalar,
    pub(crate) count: u64,
}

impl Debugger<'_> {
    /// Finds the current referent of a name.
    ///
    /// # Errors
    /// The name is unknown, or not defined yet.
    pub(crate) fn find(&self, name: &str) -> Result<Found, String> {
        let candidates = self.program.values(name);
        let made = candidates.iter().filter(|value| self.now().made(**value).is_some());
        if let Some(value) = made.max_by_key(|value| self.now().made(**value)) {
            return Ok(Found::Value(*value));
        }
        if let Some(found) = self.find_parameter(name).or_else(|| self.find_global(name)) {
            return Ok(found);
        }
        if let Some(value) = candidates.iter().find(|value| self.program.kernel.params.contains(value)) {
            return Ok(Found::Value(*value));
        }
        match candidates.first().and_then(|value| self.program.maker(*value)) {
            Some(maker) => {
                let line = maker.position.line;
                Err(format!("{name} is not made yet in this block: line {line} makes it"))
            }
            None => Err(self.unknown(name)),
        }
    }

    fn find_parameter(&self, name: &str) -> Option<Found> {
        if name.starts_with('%') {
            return None;
        }
        let position = self.subject.signature.position(name)?;
        let value = *self.program.kernel.params.get(position)?;
        let pointee = self.subject.signature.0.get(position)?.pointee();
        match (self.subject.launch.arguments.get(position)?, pointee) {
            (Argument::Pointer { buffer, offset }, Some(element)) => {
                let offset = i64::try_from(*offset).ok()?;
                Some(Found::Array(self.elements(*buffer, offset, element)))
            }
            (Argument::Pointer { .. } | Argument::Scalar(_), _) => Some(Found::Value(value)),
        }
    }

    fn find_global(&self, name: &str) -> Option<Found> {
        let own = name.strip_prefix('@')?;
        let position = self.program.kernel.globals.iter().position(|global| global.name == own)?;
        let element = self.program.kernel.globals[position].element;
        let is_it = |array: &usize| self.now().array_of(*array) == Some(ArrayOf::Global(position));
        let array = (0..self.now().arrays()).find(is_it)?;
        Some(Found::Array(self.elements(array, 0, element)))
    }

    pub(crate) fn elements(&self, array: usize, offset: i64, element: Scalar) -> Elements {
        let all = self.now().elements_of(array, element.bytes());
        let before = offset.max(0).cast_unsigned() / element.bytes().max(1);
        let count = all.saturating_sub(before) * element.in_a_byte();
        Elements { array, offset, element, count }
    }

    fn unknown(&self, name: &str) -> String {
        const NAMED: usize = 12;
        let parameters = self.subject.signature.0.iter().map(|parameter| parameter.name.clone());
        let all: Vec<String> = parameters.chain(self.program.names()).collect();
        let bare = name.trim_start_matches(['%', '@']);
        let first = bare.chars().next();
        let is_near = |other: &&String| other.trim_start_matches('%').chars().next() == first;
        let near: BTreeSet<&String> = all.iter().filter(is_near).collect();
        let listed: Vec<&String> = if near.is_empty() {
            all.iter().take(NAMED).collect()
        } else {
            near.into_iter().take(NAMED).collect()
        };
        let listed: Vec<&str> = listed.into_iter().map(String::as_str).collect();
        format!("there is no `{name}`; there are {} (`locals` lists the values at hand)", listed.join(", "))
    }

    /// Draws an expression.
    ///
    /// # Errors
    /// The error in the expression, or the reason for a missing value.
    pub(crate) fn print(&self, text: &str) -> Result<Vec<String>, String> {
        let expression = Expression::parse(text)?;
        match self.find(&expression.name)? {
            Found::Array(elements) => self.print_array(&expression, &elements),
            Found::Value(value) => match self.now().value(value) {
                Some(Seen::Tile(tile)) => self.print_tile(&expression, value, tile),
                Some(Seen::View(view)) => {
                    Ok(vec![format!("{}: {}", self.program.name(value), self.view(value, &view))])
                }
                Some(Seen::Token) => {
                    Ok(vec![format!("{} is a token: it orders accesses", self.program.name(value))])
                }
                None => Err(format!("{} is not made yet", expression.name)),
            },
        }
    }

    /// A view in words.
    pub(crate) fn view(&self, value: ValueId, view: &SeenView) -> String {
        let scalar = self.program.kernel.ty(value).tiled().and_then(|view| view.tensor.element.scalar());
        let numbers =
            |numbers: &[i128]| numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let base = match (view.base, scalar) {
            (base, Some(scalar)) => shown(self.subject, self.now(), base, Element::Pointer(scalar)),
            (base, None) => shown(self.subject, self.now(), base, Element::Pointer(Scalar::I8)),
        };
        let ty = self.program.kernel.ty(value);
        format!("{ty} at {base}, extents ({}), strides ({})", numbers(&view.extents), numbers(&view.strides))
    }

    fn print_tile(
        &self,
        expression: &Expression,
        value: ValueId,
        tile: SeenTile<'_>,
    ) -> Result<Vec<String>, String> {
        let shape = &tile.ty().shape;
        let name = self.program.name(value);
        if expression.parts.as_ref().is_some_and(|parts| parts.len() > shape.len()) {
            let axes = shape.len();
            return Err(format!("{name} has {axes} {}", if axes == 1 { "axis" } else { "axes" }));
        }
        let along = (0..shape.len()).map(|axis| expression.along(axis, shape[axis].into()));
        let parts = along.collect::<Result<Vec<_>, _>>()?;
        let padded = self.padded(value);
        let lane = |index: &[u64]| {
            let place =
                index.iter().zip(shape).fold(0, |place, (at, extent)| place * u64::from(*extent) + at);
            usize_from_u64(place)
        };
        let cell = |index: &[u64]| {
            let lane = lane(index);
            let element = tile.element(lane);
            let text = shown(self.subject, self.now(), element, tile.ty().element);
            let is_padding = element != SeenElement::Undetermined && padded.contains(&lane);
            if is_padding { format!("({text})") } else { text }
        };
        let drawn = draw(&parts, expression.parts.is_none(), &cell);
        let marks = drawn.concat();
        let mut lines = if let ([line], true) = (drawn.as_slice(), shape.is_empty()) {
            vec![format!("{name}: {} = {}", tile.ty(), line.trim())]
        } else {
            [vec![format!("{name}: {}", tile.ty())], drawn].concat()
        };
        lines.extend(legend(marks.contains('?'), !padded.is_empty() && marks.contains('(')));
        if !self.now().in_scope().contains(&value) {
            lines.push("  (the last value in this block; later operations cannot use the value)".to_owned());
        }
        Ok(lines)
    }

    /// The elements that a load did not read, among the elements of its result.
    pub(crate) fn padded(&self, value: ValueId) -> BTreeSet<usize> {
        let count = usize_from_u64(self.now().lanes(value));
        let Some(there) = self.now().made(value).map(|made| self.history.visit(made)) else {
            return BTreeSet::new();
        };
        let accesses =
            there.operation().filter(|op| op.results.first() == Some(&value)).map(|op| there.accesses(op));
        let Some(Some(Ok(accesses))) = accesses else { return BTreeSet::new() };
        let mut left: BTreeSet<usize> = (0..count).collect();
        for (lane, ..) in accesses.all() {
            left.remove(&lane);
        }
        left
    }

    fn print_array(&self, expression: &Expression, of: &Elements) -> Result<Vec<String>, String> {
        let name = &expression.name;
        if expression.parts.as_ref().is_some_and(|parts| parts.len() > 1) {
            return Err(format!("{name} is an array of {} elements in memory, which has one axis", of.count));
        }
        let head = format!("{name}: {}[{}] in memory", of.element, of.count);
        if of.count == 0 {
            return Ok(vec![head]);
        }
        let part = expression.along(0, of.count)?;
        let cut = expression.parts.is_none();
        let read = self.read(of, part.start, if cut { part.end.min(64) } else { part.end });
        let cell = |index: &[u64]| {
            let at = usize_from_u64(index[0] - part.start);
            let element = read.get(at).copied().unwrap_or(SeenElement::Undetermined);
            shown(self.subject, self.now(), element, Element::Scalar(of.element))
        };
        let lines = draw(std::slice::from_ref(&part), cut, &cell);
        let undetermined = read.contains(&SeenElement::Undetermined);
        Ok([vec![head], lines, legend(undetermined, false)].concat())
    }

    /// Some elements of an array.
    pub(crate) fn read(&self, of: &Elements, from: u64, to: u64) -> Vec<SeenElement> {
        let Some(contents) = self.now().contents(of.array) else { return Vec::new() };
        let (width, share) = (of.element.bytes(), of.element.in_a_byte());
        // Elements in one byte begin with the byte.
        let first = from / share * share;
        let start = of.offset.max(0).cast_unsigned() + first / share * width;
        let end = (start + to.saturating_sub(first).div_ceil(share) * width).min(contents.len());
        let range = start.min(end)..end;
        let width = usize_from_u64(width);
        let repeat = usize_from_u64(share);
        let unknown = contents.undetermined(range.clone());
        let unknown = unknown.chunks_exact(width).flat_map(|of| vec![of.contains(&true); repeat]);
        let words = array::elements(of.element, &contents.bytes(range)).into_iter().zip(unknown);
        let all = words.map(
            |(bits, unknown)| {
                if unknown { SeenElement::Undetermined } else { SeenElement::Bits(bits) }
            },
        );
        all.skip(usize_from_u64(from - first)).collect()
    }
}

/// The legend of a drawing.
fn legend(undetermined: bool, padding: bool) -> Vec<String> {
    let words = [(undetermined, "? undetermined"), (padding, "(x) padding: not read from memory")];
    let words: Vec<&str> = words.iter().filter(|(is_there, _)| *is_there).map(|(_, words)| *words).collect();
    if words.is_empty() { Vec::new() } else { vec![format!("  {}", words.join("   "))] }
}
