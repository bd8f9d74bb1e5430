//! Views over terms: their geometry, what naming a tile requires, when elements are distinct places.

use std::rc::Rc;

use spec::domain::{Bool as _, Domain, Int as _, Number, extents};
use spec::ops::view;
use spec::rules::Rule;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::types::{Scalar, Type};

use crate::domain::Symbolic;
use crate::flaw::Flaw;
use crate::lemmas::{Lemma, nested};
use crate::machine::{Machine, Mode, Val};
use crate::memory::{Target, TensorView, ViewTile, nowhere, span};
use crate::solver::Answer;
use crate::terms::{Num, Truth, VarKind, Variables, var_info};
use crate::tile::{Element, Kind, Node, Pointer, Value};

impl<'k> Machine<'k> {
    /// `make_tensor_view`
    pub(crate) fn tensor_view(&mut self, op: &'k Operation) -> Val<'k> {
        let Type::TensorView(ty) = self.kernel.ty(op.results[0]) else { return Val::Token };
        let base = self.scalar(op.operands[0]);
        let mut undetermined = base.undetermined.clone();
        let mut dynamic: Vec<Num> = Vec::new();
        for operand in &op.operands[1..] {
            let element = self.scalar(*operand);
            undetermined = undetermined.or(&element.undetermined);
            dynamic.push(element.as_int().map_or_else(|| Num::constant(0), |int| int.unsigned()));
        }
        let mut dynamic = dynamic.into_iter();
        let mut take = |known: &Option<i64>| match known {
            Some(known) => Num::constant((*known).into()),
            None => dynamic.next().unwrap_or_else(|| Num::constant(0)),
        };
        let extents: Vec<Num> = ty.shape.iter().map(&mut take).collect();
        let strides: Vec<Num> = ty.strides.iter().map(&mut take).collect();
        let mut domain = self.domain(&Truth::constant(true));
        strides.iter().for_each(|stride| view::stride(&mut domain, stride));
        let required = std::mem::take(&mut domain.required);
        self.require(op, required, None);
        let element = ty.element.scalar().unwrap_or(Scalar::I64);
        let pointer = base.as_pointer().cloned().unwrap_or_else(nowhere);
        let tensor = TensorView { pointer, undetermined, extents, strides, element };
        self.trust(&tensor);
        Val::View(Rc::new(tensor))
    }

    /// Trusts a buffer without a stated size to be as large as the view says, whose extents are expressions over
    /// arguments and grid.
    pub(crate) fn trust(&mut self, tensor: &TensorView) {
        let [which] = *tensor.pointer.may else { return };
        let allocation = self.setup.allocations[which].clone();
        let shared = |num: &Num| {
            let mut variables = Variables::default();
            variables.num(num);
            variables.bools.is_empty()
                && variables.nums.iter().all(|var| var_info(*var).kind == VarKind::Shared)
        };
        let whole = tensor.pointer.offset.value() == Some(0);
        if allocation.sized || !whole || !tensor.extents.iter().chain(&tensor.strides).all(shared) {
            return;
        }
        let span = span(tensor).mul(&Num::constant(tensor.element.bytes().into()));
        let empty =
            tensor.extents.iter().fold(Truth::constant(false), |any, e| any.or(&e.equals(&Num::constant(0))));
        let large = empty.or(&span.at_most(&allocation.size));
        // A view that no buffer can hold would make everything true of what comes after it.
        if self.solver.check(&self.path.and(&large)) != Answer::Possible {
            return;
        }
        self.assume(&large);
        let words = format!("buffer {} : as large as the views on it", allocation.name);
        if self.mode == Mode::Final && !self.trusted_views.contains(&words) {
            self.trusted_views.push(words);
        }
    }

    /// `get_index_space_shape`
    pub(crate) fn index_space_shape(&mut self, op: &'k Operation) {
        let Some(Val::Partition(partition)) = self.env.get(&op.operands[0]).cloned() else { return };
        let tensor = partition.tensor.clone();
        for (axis, result) in op.results.iter().enumerate() {
            let ty = self.kernel.tile(*result);
            let bits = ty.element.scalar().map_or(32, Scalar::bits);
            let extent = &tensor.extents[partition.ty.dim_map[axis]];
            let size = Num::constant(partition.ty.tile[axis].into());
            let mut domain = self.domain(&Truth::constant(true));
            let int = view::index_space_extent(&mut domain, bits, extent, &size);
            let required = std::mem::take(&mut domain.required);
            self.require(op, required, None);
            let element = Element { value: Value::Int(int), undetermined: tensor.undetermined.clone() };
            self.bind(*result, Val::Tile(Node::tile(ty, Kind::Splat(element))));
        }
    }

    /// The tile of a view that an access names, with what naming it requires.
    pub(crate) fn view_tile(
        &mut self,
        op: &'k Operation,
        view: ValueId,
        index: &[ValueId],
    ) -> (ViewTile<'k>, Truth) {
        let partition = match self.env.get(&view) {
            Some(Val::Partition(partition)) => (**partition).clone(),
            Some(Val::Tile(_) | Val::Token | Val::View(_)) | None => {
                unreachable!("{} is no partition view", self.kernel.name(view))
            }
        };
        let mut undetermined = partition.tensor.undetermined.clone();
        let mut numbers = Vec::new();
        for value in index {
            let element = self.scalar(*value);
            undetermined = undetermined.or(&element.undetermined);
            let below = Truth::constant(self.setup.has(Flaw::NoLowerEnd));
            let zero = Num::constant(0);
            numbers.push(element.as_int().map_or_else(
                || zero.clone(),
                |int| Num::choose(&below.and(&int.signed().less(&zero)), &zero, &int.unsigned()),
            ));
        }
        let tensor = partition.tensor.clone();
        let tile = extents(&partition.ty.tile);
        let geometry = view::Geometry {
            tile: &tile,
            dim_map: &partition.ty.dim_map,
            extents: &tensor.extents,
            strides: &tensor.strides,
        };
        let starts =
            view::element(&numbers, &vec![Num::constant(0); numbers.len()], geometry.tile, geometry.dim_map);
        self.bound_products(&starts, &tensor);
        // The index must be determined before anything can be said of it.
        let mut domain = self.domain(&Truth::constant(true));
        domain.require(Rule::UndeterminedIndex, undetermined.not());
        view::access(&mut domain, &geometry, &numbers, &op.attributes.inbounds);
        let required = std::mem::take(&mut domain.required);
        self.require(op, required, None);
        (ViewTile { partition, index: numbers }, undetermined)
    }

    pub(crate) fn view_target(
        &mut self,
        tile: &ViewTile<'k>,
        lane: &[Num],
        exact: &mut Option<Vec<bool>>,
    ) -> Target {
        let (partition, tensor) = (&tile.partition, tile.partition.tensor.clone());
        let sizes = extents(&partition.ty.tile);
        let place = view::element(&tile.index, lane, &sizes, &partition.ty.dim_map);
        let active = view::in_bounds(&place, &tensor.extents);
        let bytes = tensor.element.bytes();
        let first = vec![Num::constant(0); lane.len()];
        let origin = view::element(&tile.index, &first, &sizes, &partition.ty.dim_map);
        let offset =
            |domain: &mut Symbolic<'_>| view::byte_offset(domain, &origin, &place, &tensor.strides, bytes);
        let (relative, overflowed) = match exact {
            Some(exact) => offset(&mut Symbolic::replaying(exact)),
            None => {
                self.bound_products(&place, &tensor);
                let mut domain = self.domain(&active);
                let found = offset(&mut domain);
                *exact = Some(domain.decisions());
                found
            }
        };
        let pointer = Pointer {
            offset: tensor.pointer.offset.add(&relative),
            overflowed: tensor.pointer.overflowed.or(&overflowed),
            ..tensor.pointer.clone()
        };
        Target {
            active,
            pointer,
            undetermined: tensor.undetermined.clone(),
            mask_undetermined: Truth::constant(false),
        }
    }

    /// Products under upper bounds: where 0 ≤ p ≤ e − 1 and σ ≥ 0, 0 ≤ p·σ ≤ (e − 1)·σ. The solver is told for every
    /// product of two unknowns, since it is slow to find it.
    pub(crate) fn bound_products(&mut self, place: &[Num], tensor: &TensorView) {
        for ((p, e), stride) in place.iter().zip(&tensor.extents).zip(&tensor.strides) {
            if p.value().is_some() || stride.value().is_some() || stride.lo() < 0 {
                continue;
            }
            let (zero, last) = (Num::constant(0), e.sub(&Num::constant(1)));
            let bounded = Lemma::Scaled.state(&[zero, p.clone(), last, stride.clone()]);
            self.assume(&bounded.holds());
        }
    }

    /// Whether distinct elements of the tensor are distinct places: some order of the axes has strides that step over
    /// everything inside.
    pub(crate) fn injective(&mut self, tensor: &TensorView) -> bool {
        // An offset that wraps, which could bring two elements together, breaks a rule of its own.
        orders(tensor.extents.len()).iter().any(|order| self.sorted(tensor, order))
    }

    /// The same with the axes in this order, the innermost first.
    pub(crate) fn sorted(&mut self, tensor: &TensorView, order: &[usize]) -> bool {
        let along = |nums: &[Num]| order.iter().map(|axis| nums[*axis].clone()).collect::<Vec<_>>();
        let holds = nested(&along(&tensor.extents), &along(&tensor.strides));
        let path = self.path.clone();
        self.solver.proves(&holds, &path)
    }
}

/// Every order of axes, the usual one, the last axis innermost, first.
pub(crate) fn orders(rank: usize) -> Vec<Vec<usize>> {
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    for axis in 0..rank {
        orders = orders
            .iter()
            .flat_map(|order| {
                (0..=order.len()).map(move |at| {
                    let mut order = order.clone();
                    order.insert(at, axis);
                    order
                })
            })
            .collect();
    }
    orders.sort_by_key(|order| order.iter().zip((0..order.len()).rev()).filter(|(a, b)| **a != *b).count());
    orders
}
