//! `print_tko`, and what a trace shows of values: tiles as nested lists, elements by [`crate::ops::printf`].

use spec::syntax::format;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::printf::{self, Conversion, Piece};
use spec::syntax::types::{Element, Scalar};

use crate::machine::outcome::{Step, Stop};
use crate::machine::state::Machine;
use crate::ops::printf::FormatElement as _;
use crate::values::host_width::to_index;
use crate::values::tile::Tile;
use crate::values::value::Value;

impl Machine<'_> {
    /// `print_tko`
    pub(crate) fn print(&mut self, op: &Operation) -> Result<(), Stop> {
        if !self.require_printed(op)? {
            self.print_values(op);
        }
        let event = self.event(op);
        if let Some(id) = op.results.last() {
            let token = self.token(op.token).with(event);
            self.set(*id, Value::Token(token));
        }
        Ok(())
    }

    fn print_values(&mut self, op: &Operation) {
        let text = op.attributes.text.as_deref().unwrap_or_default();
        let mut values = op.operands.iter();
        let mut printed = String::new();
        for piece in printf::pieces(text) {
            match piece {
                Piece::Text(text) => printed.push_str(text),
                Piece::Percent => printed.push('%'),
                Piece::Conversion(how) => {
                    printed.push_str(&values.next().map_or(String::new(), |id| self.format_value(*id, &how)));
                }
            }
        }
        self.prints.push(printed);
    }

    /// A value as a person reads it: elements in nested lists, `?` for an undetermined one.
    fn format_value(&self, id: ValueId, conversion: &Conversion<'_>) -> String {
        let ty = self.kernel.tile(id);
        self.format_list(self.tile(id), &ty.shape, ty.element, 0, conversion)
    }

    fn format_list(
        &self,
        tile: &Tile,
        shape: &[u32],
        element: Element,
        first: usize,
        how: &Conversion<'_>,
    ) -> String {
        let Some((extent, inner)) = shape.split_first() else {
            return if tile.undetermined.at(first) {
                "?".into()
            } else {
                self.format_element(tile, first, element, how)
            };
        };
        let step: usize = inner.iter().map(|extent| to_index(*extent)).product();
        let parts =
            (0..to_index(*extent)).map(|k| self.format_list(tile, inner, element, first + k * step, how));
        format!("[{}]", parts.collect::<Vec<_>>().join(", "))
    }

    fn format_element(&self, tile: &Tile, lane: usize, element: Element, how: &Conversion<'_>) -> String {
        let raw = tile.raw(lane);
        match element {
            Element::Pointer(_) => {
                let pointers = tile.pointers();
                let base =
                    pointers.provenance(lane).map_or(0, |buffer| self.allocations[to_index(buffer)].base);
                how.pad(format!("{:#x}", base + i128::from(pointers.offset(lane))), false)
            }
            Element::Scalar(scalar) => match format::value(raw, scalar) {
                Some(float) => how.format_float(float),
                // A truth value is 0 or 1.
                None if scalar == Scalar::I1 => how.format_integer(raw, raw.into()),
                None => how.format_integer(raw, tile.signed(lane, scalar.bits()).0),
            },
        }
    }

    /// Records the results of an operation.
    pub(crate) fn record_step(&mut self, op: &Operation) {
        let shown = |id: &ValueId| Some((self.kernel.name(*id), self.summarize(*id)?));
        let results = op.results.iter().filter_map(shown).collect();
        let step = Step { at: op.at.clone(), block: self.block_id(), results };
        self.trace.push(step);
    }

    /// The first elements of a tile.
    fn summarize(&self, id: ValueId) -> Option<String> {
        const SHOWN: usize = 8;
        let element = self.kernel.ty(id).tile()?.element;
        let (tile, how) = (self.tile(id), Conversion { letter: 'd', ..Conversion::default() });
        let lane = |lane: usize| self.format_list(tile, &[], element, lane, &how);
        let shown: Vec<_> = (0..tile.len().min(SHOWN)).map(lane).collect();
        let more = if tile.len() > SHOWN { ", …" } else { "" };
        Some(format!("{}{more}", shown.join(", ")))
    }
}
