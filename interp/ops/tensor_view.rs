//! Tensor views and tokens: values that describe memory and touch none.

use std::rc::Rc;

use spec::ops::view;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::types::{Scalar, TensorViewType, Type};

use crate::machine::outcome::Stop;
use crate::machine::state::Machine;
use crate::machine::violation::unsupported;
use crate::memory::MOST_BYTES;
use crate::memory::shadow::happens_before::Token;
use crate::values::element::bits::Plain;
use crate::values::element::number::Exact;
use crate::values::element::word::{Lane, Word64};
use crate::values::host_width::to_index;
use crate::values::marks::Marks;
use crate::values::tile::Tile;
use crate::values::value::{TensorView, Value};

impl Machine<'_> {
    /// `make_tensor_view`: what is not static comes from the operands, read as unsigned.
    pub(crate) fn make_tensor_view(&mut self, op: &Operation) -> Result<(), Stop> {
        let Type::TensorView(made) = self.kernel.ty(op.results[0]) else { return Err(unsupported(op)) };
        let packed = op.attributes.packed.as_ref();
        let TensorViewType { shape, strides, .. } = packed.map_or(made, |packed| &packed.tensor);
        let base = self.tile(op.operands[0]);
        // Operands stand for the dynamic extents first and then for the dynamic strides, as in the type.
        let mut given = op.operands[1..].iter().copied();
        let mut number = |fixed: &Option<i64>| match fixed {
            Some(number) => Some(Exact((*number).into())),
            None => given.next().map(|id| self.tile(id).unsigned(0)),
        };
        let numbers: Option<Vec<_>> = shape.iter().chain(strides).map(&mut number).collect();
        let Some(mut extents) = numbers else { return Err(unsupported(op)) };
        let mut strides = extents.split_off(shape.len());
        for (extent, stride) in extents.iter().zip(&strides) {
            let mut d = Plain::new(self.options.ignore);
            view::stride(&mut d, extent, stride);
            self.check(op, d.violation())?;
        }
        if let Some(packed) = packed {
            let mut d = Plain::new(self.options.ignore);
            view::packed(&mut d, packed.axis, &mut extents, &mut strides);
            self.check(op, d.violation())?;
        }
        let undetermined = op.operands.iter().any(|id| self.tile(*id).undetermined.any());
        let pointer = base.pointers();
        let (buffer, offset, overflowed) =
            (pointer.provenance(0), pointer.offset(0), pointer.overflowed.at(0));
        let view = TensorView { buffer, offset, overflowed, undetermined, extents, strides };
        self.note_reach(&view, made.element.scalar().map_or(8, Scalar::bytes));
        self.set(op.results[0], Value::View(Rc::new(view)));
        Ok(())
    }

    /// Notes how far a tensor of elements of so many bytes reaches into the array that its base points to. A tensor
    /// larger than any array reaches nowhere.
    fn note_reach(&mut self, view: &TensorView, bytes: u64) {
        let plain = |numbers: &[Exact]| numbers.iter().map(|number| number.0).collect::<Vec<_>>();
        let span = view::span(&plain(&view.extents), &plain(&view.strides));
        let (Some(array), offset) = self.resolve_pointer(view.buffer, view.offset) else { return };
        let end = span.saturating_mul(bytes.into()).saturating_add(offset.into());
        let end = u64::try_from(end).ok().filter(|end| *end <= MOST_BYTES && span > 0);
        let reach = &mut self.allocations[to_index(array)].reach;
        *reach = (*reach).max(end.unwrap_or(0));
    }

    /// `get_index_space_shape`: along every tile axis, how many tiles there are.
    pub(crate) fn index_space_shape(&mut self, op: &Operation) -> Result<(), Stop> {
        let ty = self.tiled(op, op.operands[0])?;
        let along: Vec<_> = ty.dim_map.iter().zip(ty.steps).map(|(along, step)| (*along, step)).collect();
        let packed = op.attributes.packed.as_ref().filter(|packed| packed.odd).map(|packed| packed.axis);
        self.set_extents(op, |d, view, axis, bits| {
            let (along, step) = along[axis];
            view::index_space_extent(d, bits, &extent_in_elements(view, along, packed), &Exact(step.into()))
        })
    }

    /// `get_tensor_shape`: the extent along every tensor axis.
    pub(crate) fn tensor_shape(&mut self, op: &Operation) -> Result<(), Stop> {
        let packed = op.attributes.packed.as_ref().map(|packed| packed.axis);
        self.set_extents(op, |d, view, axis, bits| {
            view::shape(d, bits, &extent_in_elements(view, axis, packed))
        })
    }

    /// What a shape query gives along every axis.
    fn set_extents(
        &mut self,
        op: &Operation,
        extent: impl Fn(&mut Plain, &TensorView, usize, u32) -> Word64,
    ) -> Result<(), Stop> {
        let source: ValueId = op.operands[0];
        for (axis, id) in op.results.iter().enumerate() {
            let bits = self.scalar(*id).bits();
            let view = self.view(source);
            let mut d = Plain::new(self.options.ignore);
            let extent = extent(&mut d, view, axis, bits);
            self.check(op, d.violation())?;
            let tile =
                Tile { undetermined: Marks::all(view.undetermined, 1), ..Tile::word(extent.write(), bits) };
            self.set_tile(*id, tile);
        }
        Ok(())
    }

    /// `join_tokens`
    pub(crate) fn join_tokens(&mut self, op: &Operation) {
        let joined = op.operands.iter().fold(Token::NONE, |all, id| all.join(&self.token(Some(*id))));
        self.set(op.results[0], Value::Token(joined));
    }
}

/// An extent in elements, if two elements share a byte along one axis.
fn extent_in_elements(view: &TensorView, axis: usize, packed: Option<usize>) -> Exact {
    let extent = view.extents[axis];
    if packed == Some(axis) { view::unpacked(&extent) } else { extent }
}
