//! The view behind an access by pointers: base, and for each axis stride, extent and the place of the tile.
//!
//! An element at the places i of a tile is at base + offset + Σ (origin + i)·stride. A mask says i < rest along an axis, so the view's extent is
//! origin + rest. With an origin of at least zero, the view's own bounds are equal to the mask. Origins are chosen so that extents
//! follow from the launch, because tensor maps and pipelines need such views.

use spec::syntax::attributes::{Constant, MemoryOrder};
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::{Element, Padding, Scalar};

use super::affine::AffineValues;
use super::polynomial::{Atom, Polynomial};
use crate::analysis::definitions::{Definition, Definitions};

/// An axis of the view.
#[derive(Debug, Clone)]
pub(super) struct AxisPlan {
    /// Elements from one to the next, positive.
    pub(super) stride: Polynomial,
    /// The place of the tile's first element.
    pub(super) origin: Polynomial,
    /// The extent; `None` if the whole tile is always inside.
    pub(super) extent: Option<Polynomial>,
}

/// A view and a tile of it.
#[derive(Debug, Clone)]
pub(super) struct ViewPlan {
    /// A single pointer.
    pub(super) base: ValueId,
    /// Elements from the pointer to the first element of the view.
    pub(super) offset: Polynomial,
    pub(super) axes: Vec<AxisPlan>,
    /// The extents of the tile.
    pub(super) tile: Vec<u32>,
    /// The elements.
    pub(super) scalar: Scalar,
    /// The value of a load outside.
    pub(super) padding: Option<Padding>,
    /// Other numbers that must not be negative.
    pub(super) natural: Vec<Polynomial>,
}

impl ViewPlan {
    /// Of a weak load or store by a tile of pointers, if its elements are a box of a tensor with neighbors. Of a load, only elements that keep the
    /// `demanded` bounds matter.
    pub(super) fn of(
        kernel: &Kernel,
        definitions: &Definitions<'_>,
        values: &mut AffineValues<'_>,
        op: &Operation,
        demanded: &[Polynomial],
    ) -> Option<Self> {
        let is_weak = op.attributes.memory_order.is_none_or(|order| order == MemoryOrder::Weak);
        let is_load = op.op == Op::LoadPtrTko;
        if !is_weak || !is_load && op.op != Op::StorePtrTko {
            return None;
        }
        let pointers = kernel.tile(op.operands[0]);
        let scalar = pointers.element.pointee().filter(|scalar| scalar.bits() >= 8)?;
        let (mask, other) =
            if is_load { kernel.mask_and_padding(op) } else { (op.operands.get(2).copied(), None) };
        let padding = match other {
            Some(other) => Some(padding_of(kernel, definitions, other)?),
            None => None,
        };
        let masked = match mask {
            Some(mask) => values.bounds(mask)?,
            None => Vec::new(),
        };
        let place = values.place(op.operands[0])?;
        let tile = pointers.shape.clone();
        let made = |values: &mut AffineValues<'_>, bounds: &[Polynomial]| {
            let (base, offset) = place.clone();
            let plan = ViewPlan {
                base,
                offset,
                axes: Vec::new(),
                tile: tile.clone(),
                scalar,
                padding,
                natural: Vec::new(),
            };
            plan.within(bounds, values, definitions)
        };
        let fewer = || masked.iter().chain(demanded).cloned().collect::<Vec<_>>();
        made(values, &masked).or_else(|| made(values, &fewer()))
    }

    /// The plan with axes, for elements that keep these bounds.
    fn within(
        mut self,
        bounds: &[Polynomial],
        values: &mut AffineValues<'_>,
        definitions: &Definitions<'_>,
    ) -> Option<Self> {
        let rank = self.tile.len();
        // A remainder is its dividend where the dividend is below the divisor, and not negative.
        for (tile, axis) in self.offset.elements() {
            let (dividend, below) = values.dividend(tile, axis)?;
            if !bounds.contains(&below) {
                return None;
            }
            let least = dividend.renamed(|_| None)?;
            // The dividend is least at the first place only if it does not fall along the axis.
            if !dividend.sub(&least)?.terms().all(|(factors, number)| is_rising(factors, number)) {
                return None;
            }
            self.natural.push(least);
            self.offset = self.offset.replaced(Atom::Element(tile, axis), &dividend)?;
        }
        let (strides, offset) = self.offset.by_axis(rank)?;
        self.offset = offset;
        for (axis, (stride, rest)) in strides.into_iter().zip(rests(bounds, rank)?).enumerate() {
            self.add_axis(axis, stride, rest, definitions)?;
        }
        let is_one = |(axis, extent): (&AxisPlan, &u32)| axis.stride.value() == Some(1) && *extent > 1;
        let has_neighbors = self.axes.iter().zip(&self.tile).any(is_one);
        has_neighbors.then_some(self)
    }

    /// Adds an axis with a mask for places from `rest` on.
    fn add_axis(
        &mut self,
        axis: usize,
        stride: Polynomial,
        rest: Option<Polynomial>,
        definitions: &Definitions<'_>,
    ) -> Option<()> {
        // Along an axis of one element no stride is ever added.
        let is_single = self.tile[axis] == 1;
        let stride = if is_single { Polynomial::constant(1) } else { stride };
        if is_single && rest.is_some() || stride.value().is_some_and(|stride| stride < 1) {
            return None;
        }
        let (origin, extent) = match rest {
            None => (Polynomial::default(), None),
            Some(rest) => {
                let (extent, others) = rest.split_positive(|value| definitions.is_of_launch(value));
                (others.scaled(-1)?, Some(extent))
            }
        };
        self.offset = self.offset.sub(&origin.mul(&stride)?)?;
        self.axes.push(AxisPlan { stride, origin, extent });
        Some(())
    }
}

/// Along each axis the end of the places that a mask admits; `None` if the mask is no box from the start of the tile.
fn rests(bounds: &[Polynomial], rank: usize) -> Option<Vec<Option<Polynomial>>> {
    let mut rests: Vec<Option<Polynomial>> = vec![None; rank];
    for bound in bounds {
        // i − rest < 0
        let (lanes, behind) = bound.by_axis(rank)?;
        let mut along = (0..rank).filter(|axis| !lanes[*axis].terms().collect::<Vec<_>>().is_empty());
        let axis = along.next()?;
        let rest = behind.scaled(-1)?;
        let is_other = rests[axis].as_ref().is_some_and(|known| *known != rest);
        if along.next().is_some() || lanes[axis].value() != Some(1) || is_other {
            return None;
        }
        rests[axis] = Some(rest);
    }
    Some(rests)
}

/// The padding that is a value in all elements of a tile.
fn padding_of(kernel: &Kernel, definitions: &Definitions<'_>, tile: ValueId) -> Option<Padding> {
    let Definition::Result(op, _) = definitions.get(tile)? else { return None };
    if [Op::Broadcast, Op::Reshape].contains(&op.op) {
        return padding_of(kernel, definitions, op.operands[0]);
    }
    let Constant::Splat(literal) = op.attributes.constant.as_ref()? else { return None };
    let Element::Scalar(scalar) = kernel.tile(tile).element else { return None };
    let all = [Padding::Zero, Padding::NegZero, Padding::Nan, Padding::PosInf, Padding::NegInf];
    all.into_iter().find(|padding| padding.bits(scalar) == Some(literal.0))
}

/// Whether a term of a polynomial grows along the axes, whatever its numbers are.
fn is_rising(factors: &[Atom], number: i64) -> bool {
    number > 0 && factors.iter().all(|factor| matches!(factor, Atom::Lane(_)))
}
