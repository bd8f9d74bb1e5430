//! Views, loads, stores and atomic updates over terms: what they require, and what they leave for the search for races.

use std::rc::Rc;

use spec::domain::{Bool as _, Domain, Int as _, Number, greatest_signed, least_signed};
use spec::ops::{memory, view};
use spec::syntax::attributes::Scope;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::{PartitionViewType, Scalar, Type};

use crate::domain::{Symbolic, SymbolicInt};
use crate::machine::{Machine, Mode, Val};
use crate::terms::{Num, Truth, VarKind, Variables, var_info};
use crate::tile::{Element, Kind, Node, Pointer, Tile, Value};

/// A tensor view.
#[derive(Debug, Clone)]
pub(crate) struct TensorView {
    pub(crate) pointer: Pointer,
    /// Whether the pointer, an extent or a stride is undetermined.
    pub(crate) undetermined: Truth,
    pub(crate) extents: Vec<Num>,
    pub(crate) strides: Vec<Num>,
    pub(crate) element: Scalar,
}

/// A partition view.
#[derive(Debug, Clone)]
pub(crate) struct Partition<'k> {
    pub(crate) tensor: Rc<TensorView>,
    pub(crate) ty: &'k PartitionViewType,
}

/// A tile of a view: the geometry that the disjointness of partitions speaks of.
#[derive(Debug, Clone)]
pub(crate) struct ViewTile<'k> {
    pub(crate) partition: Partition<'k>,
    pub(crate) index: Vec<Num>,
}

/// What a memory operation addresses.
#[derive(Debug, Clone)]
pub(crate) enum Addressing<'k> {
    /// A tile of a view.
    View(ViewTile<'k>),
    /// A tile of pointers, with a mask.
    Pointers { pointers: Tile<'k>, mask: Option<Tile<'k>> },
}

/// A load, as the source of its result's elements.
#[derive(Debug)]
pub(crate) struct Load<'k> {
    pub(crate) addressing: Addressing<'k>,
    /// What lanes hold that are not loaded; for views, whether there is a padding.
    pub(crate) padding: Option<Tile<'k>>,
    pub(crate) padded: bool,
    pub(crate) element: Scalar,
    /// Where it was run.
    pub(crate) path: Truth,
    /// Whether offsets can wrap, as decided for all lanes.
    pub(crate) exact: Vec<bool>,
    /// Whether it reads memory only in an atomic update, whose result is determined in every lane.
    pub(crate) update: bool,
}

/// A value that a model may have to put into memory.
#[derive(Debug, Clone)]
pub(crate) struct LoadRecord {
    pub(crate) when: Truth,
    pub(crate) which: Num,
    pub(crate) offset: Num,
    /// The element, read as signed; of a boolean 0 or 1.
    pub(crate) value: Num,
    pub(crate) bytes: u64,
}

/// What an access does to memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AccessKind {
    Read,
    Write,
    /// An atomic update.
    Update(Scope),
}

/// An access of an arbitrary lane, for the search for races.
#[derive(Debug, Clone)]
pub(crate) struct Access<'k> {
    pub(crate) op: &'k Operation,
    pub(crate) kind: AccessKind,
    /// Path, mask and bounds.
    pub(crate) when: Truth,
    pub(crate) pointer: Pointer,
    pub(crate) bytes: u64,
    pub(crate) tile: Option<ViewTile<'k>>,
    /// The iterations that it belongs to, outermost first.
    pub(crate) iterations: Vec<(usize, Num)>,
}

/// One lane of a memory operation.
struct Target {
    active: Truth,
    pointer: Pointer,
    undetermined: Truth,
    mask_undetermined: Truth,
}

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
    fn trust(&mut self, tensor: &TensorView) {
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
        self.assume(&empty.or(&span.at_most(&allocation.size)));
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
            let mut domain = self.domain(&Truth::constant(true));
            let int = view::index_space_extent(&mut domain, bits, extent, partition.ty.tile[axis]);
            let required = std::mem::take(&mut domain.required);
            self.require(op, required, None);
            let element = Element { value: Value::Int(int), undetermined: tensor.undetermined.clone() };
            self.bind(*result, Val::Tile(Node::tile(ty, Kind::Splat(element))));
        }
    }

    /// The tile of a view that an access names, with what naming it requires.
    fn view_tile(&mut self, op: &'k Operation, view: ValueId, index: &[ValueId]) -> (ViewTile<'k>, Truth) {
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
            numbers.push(element.as_int().map_or_else(|| Num::constant(0), |int| int.unsigned()));
        }
        let tensor = partition.tensor.clone();
        let geometry = view::Geometry {
            tile: &partition.ty.tile,
            dim_map: &partition.ty.dim_map,
            extents: &tensor.extents,
            strides: &tensor.strides,
        };
        let starts =
            view::element(&numbers, &vec![Num::constant(0); numbers.len()], geometry.tile, geometry.dim_map);
        self.bound_products(&view::in_bounds(&starts, &tensor.extents), &starts, &tensor);
        // The index must be determined before anything can be said of it.
        let mut domain = self.domain(&Truth::constant(true));
        domain.require(spec::rules::Rule::UndeterminedIndex, undetermined.not());
        view::access(&mut domain, &geometry, &numbers, &op.attributes.inbounds);
        let required = std::mem::take(&mut domain.required);
        self.require(op, required, None);
        (ViewTile { partition, index: numbers }, undetermined)
    }

    /// One lane of what an operation addresses. `exact` has decisions of an earlier call, or takes new ones.
    fn target(&mut self, addressing: &Addressing<'k>, lane: &[Num], exact: &mut Option<Vec<bool>>) -> Target {
        match addressing {
            Addressing::View(tile) => self.view_target(tile, lane, exact),
            Addressing::Pointers { pointers, mask } => {
                let element = self.at(pointers, lane);
                let mask = mask.as_ref().map(|mask| self.at(mask, lane));
                let truth = |value| Truth::constant(value);
                Target {
                    active: mask.as_ref().map_or_else(|| truth(true), Element::as_truth),
                    mask_undetermined: mask.map_or_else(|| truth(false), |mask| mask.undetermined),
                    pointer: element.as_pointer().cloned().unwrap_or_else(nowhere),
                    undetermined: element.undetermined,
                }
            }
        }
    }

    fn view_target(&mut self, tile: &ViewTile<'k>, lane: &[Num], exact: &mut Option<Vec<bool>>) -> Target {
        let (partition, tensor) = (&tile.partition, tile.partition.tensor.clone());
        let place = view::element(&tile.index, lane, &partition.ty.tile, &partition.ty.dim_map);
        let active = view::in_bounds(&place, &tensor.extents);
        let bytes = tensor.element.bytes();
        let relative = match exact {
            Some(exact) => view::byte_offset(&mut Symbolic::replaying(exact), &place, &tensor.strides, bytes),
            None => {
                self.bound_products(&active, &place, &tensor);
                let mut domain = self.domain(&active);
                let offset = view::byte_offset(&mut domain, &place, &tensor.strides, bytes);
                *exact = Some(domain.decisions());
                offset
            }
        };
        let pointer = Pointer { offset: tensor.pointer.offset.add(&relative), ..tensor.pointer.clone() };
        Target {
            active,
            pointer,
            undetermined: tensor.undetermined.clone(),
            mask_undetermined: Truth::constant(false),
        }
    }

    /// Products under upper bounds: 0 ≤ p ≤ e − 1 and σ ≥ 0 give 0 ≤ p·σ ≤ (e − 1)·σ. The solver is told for every
    /// product of two unknowns, since it is slow to find it.
    fn bound_products(&mut self, active: &Truth, place: &[Num], tensor: &TensorView) {
        for ((p, e), stride) in place.iter().zip(&tensor.extents).zip(&tensor.strides) {
            if p.value().is_some() || stride.value().is_some() || stride.lo() < 0 {
                continue;
            }
            let last = e.sub(&Num::constant(1)).mul(stride);
            let product = p.mul(stride);
            let bounded = Num::constant(0).at_most(&product).and(&product.at_most(&last));
            self.assume(&active.implies(&bounded));
        }
    }

    /// What the lane requires of memory.
    fn require_access(&mut self, op: &'k Operation, target: &Target, bytes: u64) {
        let may = target.pointer.may.clone();
        let pick = |machine: &Self, of: &dyn Fn(&crate::setup::Allocation) -> Num| {
            let mut chosen = Num::constant(0);
            for which in may.iter() {
                let here = target.pointer.which.equals(&Num::constant(i128::try_from(*which).unwrap_or(0)));
                chosen = Num::choose(&here, &of(&machine.setup.allocations[*which]), &chosen);
            }
            chosen
        };
        let access = memory::Access {
            active: target.active.clone(),
            mask_undetermined: target.mask_undetermined.clone(),
            undetermined: target.undetermined.clone(),
            overflowed: target.pointer.overflowed.clone(),
            offset: target.pointer.offset.clone(),
            base: pick(self, &|allocation| allocation.base.clone()),
            size: pick(self, &|allocation| allocation.size.clone()),
            bytes,
        };
        let open =
            may.iter().map(|which| &self.setup.allocations[*which]).find(|allocation| !allocation.sized);
        let open = open.map(|allocation| allocation.name.clone());
        let mut domain = self.domain(&Truth::constant(true));
        memory::access(&mut domain, &access);
        let required = std::mem::take(&mut domain.required);
        self.require(op, required, open.as_deref());
    }

    /// Runs a load, a store or an update through an addressing; gives the decisions about wrapping.
    fn run_access(
        &mut self,
        op: &'k Operation,
        addressing: &Addressing<'k>,
        shape: &[u32],
        bytes: u64,
        kind: AccessKind,
    ) -> Vec<bool> {
        let lane = self.lane(shape, 0);
        let mut exact = None;
        let target = self.target(addressing, &lane, &mut exact);
        self.require_access(op, &target, bytes);
        let exact = exact.unwrap_or_default();
        if kind == AccessKind::Write {
            self.require_distinct_lanes(op, addressing, shape, &target, bytes, &exact);
        }
        if self.mode == Mode::Final {
            let tile = match addressing {
                Addressing::View(tile) => Some(tile.clone()),
                Addressing::Pointers { .. } => None,
            };
            let iterations =
                self.loops.iter().map(|i| (std::ptr::from_ref(i.owner).addr(), i.number.clone())).collect();
            let when = self.path.and(&target.active);
            self.accesses.push(Access { op, kind, when, pointer: target.pointer, bytes, tile, iterations });
        }
        exact
    }

    /// Two lanes of one weak store are two places.
    fn require_distinct_lanes(
        &mut self,
        op: &'k Operation,
        addressing: &Addressing<'k>,
        shape: &[u32],
        target: &Target,
        bytes: u64,
        exact: &[bool],
    ) {
        let (lane, other_lane) = (self.lane(shape, 0), self.lane(shape, 1));
        if lane == other_lane {
            return;
        }
        if let Addressing::View(tile) = addressing
            && self.injective(&tile.partition.tensor)
        {
            return self.require(op, vec![(spec::rules::Rule::RaceLane, Truth::constant(true))], None);
        }
        let other = self.target(addressing, &other_lane, &mut Some(exact.to_vec()));
        let differ = lane
            .iter()
            .zip(&other_lane)
            .fold(Truth::constant(false), |any, (a, b)| any.or(&a.equals(b).not()));
        let both = target.active.and(&other.active).and(&differ);
        let same = self.overlap((&target.pointer, bytes), (&other.pointer, bytes));
        self.require(op, vec![(spec::rules::Rule::RaceLane, both.implies(&same.not()))], None);
    }

    /// Whether two accesses touch a common byte.
    pub(crate) fn overlap(&self, a: (&Pointer, u64), b: (&Pointer, u64)) -> Truth {
        let near = |distance: &Num| {
            // −b.bytes < distance < a.bytes; where both are whole elements apart, that is zero.
            let (below, above) = (Num::constant(-i128::from(a.1)), Num::constant(i128::from(b.1)));
            below.less(distance).and(&distance.less(&above))
        };
        let mut any = a.0.which.equals(&b.0.which).and(&near(&a.0.offset.sub(&b.0.offset)));
        for x in a.0.may.iter() {
            for y in b.0.may.iter() {
                let (left, right) = (&self.setup.allocations[*x], &self.setup.allocations[*y]);
                if x != y && self.setup.may_overlap(left.parameter, right.parameter) {
                    let is = |p: &Pointer, n: usize| {
                        p.which.equals(&Num::constant(i128::try_from(n).unwrap_or(0)))
                    };
                    let distance = left.base.add(&a.0.offset).sub(&right.base.add(&b.0.offset));
                    any = any.or(&is(a.0, *x).and(&is(b.0, *y)).and(&near(&distance)));
                }
            }
        }
        any
    }

    /// Whether distinct elements of the tensor are distinct places: some order of the axes has strides that grow past
    /// everything inside (strides sorted, each at least the extent of the ones below).
    pub(crate) fn injective(&mut self, tensor: &TensorView) -> bool {
        let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
        for axis in 0..tensor.extents.len() {
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
        // The usual order, the last axis innermost, is tried first.
        orders
            .sort_by_key(|order| order.iter().zip((0..order.len()).rev()).filter(|(a, b)| **a != *b).count());
        orders.iter().any(|order| self.sorted(tensor, order))
    }

    fn sorted(&mut self, tensor: &TensorView, order: &[usize]) -> bool {
        let mut span = Num::constant(1);
        let mut holds = Truth::constant(true);
        for axis in order {
            let (extent, stride) = (&tensor.extents[*axis], &tensor.strides[*axis]);
            // An axis of one element adds nothing, whatever its stride.
            holds = holds.and(&span.at_most(stride).or(&extent.at_most(&Num::constant(1))));
            span = extent.mul(stride);
        }
        let path = self.path.clone();
        self.solver.proves(&holds, &path)
    }

    /// `load_view_tko`, `load_ptr_tko`
    pub(crate) fn load(&mut self, op: &'k Operation) {
        let ty = self.result_type(op);
        let element = ty.element.scalar().unwrap_or(Scalar::I64);
        let (addressing, padding, padded) = if op.op == Op::LoadViewTko {
            let (tile, _) = self.view_tile(op, op.operands[0], &op.operands[1..]);
            let padded = tile.partition.ty.padding.is_some();
            (Addressing::View(tile), None, padded)
        } else {
            let pointers = self.tile(op.operands[0]);
            let mask = op.operands.get(1).map(|mask| self.tile(*mask));
            let padding = op.operands.get(2).map(|padding| self.tile(*padding));
            (Addressing::Pointers { pointers, mask }, padding, false)
        };
        let exact = self.run_access(op, &addressing, &ty.shape, element.bytes(), AccessKind::Read);
        let path = self.path.clone();
        let load = Load { addressing, padding, padded, element, path, exact, update: false };
        let tile = Node::tile(ty, Kind::Loaded(Rc::new(load)));
        self.bind(op.results[0], Val::Tile(tile));
    }

    /// `store_view_tko`, `store_ptr_tko`
    pub(crate) fn store(&mut self, op: &'k Operation) {
        let (addressing, value) = if op.op == Op::StoreViewTko {
            let (tile, _) = self.view_tile(op, op.operands[1], &op.operands[2..]);
            (Addressing::View(tile), self.tile(op.operands[0]))
        } else {
            let mask = op.operands.get(2).map(|mask| self.tile(*mask));
            (Addressing::Pointers { pointers: self.tile(op.operands[0]), mask }, self.tile(op.operands[1]))
        };
        let bytes = value.scalar().map_or(8, Scalar::bytes);
        let shape = value.ty.shape.clone();
        let exact = self.run_access(op, &addressing, &shape, bytes, AccessKind::Write);
        self.require_determined(op, &addressing, &value, &exact);
    }

    /// `atomic_rmw_tko`
    pub(crate) fn update(&mut self, op: &'k Operation) {
        let ty = self.result_type(op);
        let value = self.tile(op.operands[1]);
        let element = ty.element.scalar().unwrap_or(Scalar::I64);
        let mask = op.operands.get(2).map(|mask| self.tile(*mask));
        let addressing = Addressing::Pointers { pointers: self.tile(op.operands[0]), mask };
        let scope = op.attributes.scope.unwrap_or(Scope::System);
        let exact = self.run_access(op, &addressing, &ty.shape, element.bytes(), AccessKind::Update(scope));
        self.require_determined(op, &addressing, &value, &exact);
        let path = self.path.clone();
        let load = Load { addressing, padding: None, padded: true, element, path, exact, update: true };
        self.bind(op.results[0], Val::Tile(Node::tile(ty, Kind::Loaded(Rc::new(load)))));
    }

    /// What reaches memory is determined.
    fn require_determined(
        &mut self,
        op: &'k Operation,
        addressing: &Addressing<'k>,
        value: &Tile<'k>,
        exact: &[bool],
    ) {
        let lane = self.lane(&value.ty.shape, 0);
        let target = self.target(addressing, &lane, &mut Some(exact.to_vec()));
        let element = self.at(value, &lane);
        let mut domain = self.domain(&Truth::constant(true));
        memory::store(&mut domain, &target.active, &element.undetermined);
        let required = std::mem::take(&mut domain.required);
        self.require(op, required, None);
    }

    /// The element that a load gave at a lane: any value that the contract allows there.
    pub(crate) fn loaded(&mut self, load: &Load<'k>, lane: &[Num]) -> Element {
        let target = self.target(&load.addressing, lane, &mut Some(load.exact.clone()));
        let when = load.path.and(&target.active);
        let (value, number) = if load.element.is_integer() {
            let bits = load.element.bits();
            let (lo, hi) = if bits == 1 { (0, 1) } else { (least_signed(bits), greatest_signed(bits)) };
            let number = Num::fresh("loaded", lo, hi);
            let int = if bits == 1 {
                SymbolicInt::Bit(number.equals(&Num::constant(1)))
            } else {
                SymbolicInt::Number { bits, signed: number.clone() }
            };
            (Value::Int(int), Some(number))
        } else {
            (Value::Float, None)
        };
        let mut undetermined = Truth::constant(false);
        if let Some(number) = &number {
            self.contents(&target.pointer, &when, number);
            self.loads.push(LoadRecord {
                when: when.clone(),
                which: target.pointer.which.clone(),
                offset: target.pointer.offset.clone(),
                value: number.clone(),
                bytes: load.element.bytes(),
            });
        }
        let uninit =
            target.pointer.may.iter().map(|which| &self.setup.allocations[*which]).filter(|a| a.uninit);
        for allocation in uninit {
            // What this or another block wrote before is not followed: then it may be determined or not.
            undetermined =
                undetermined.or(&if allocation.written { Truth::fresh() } else { Truth::constant(true) });
        }
        let read = Element { value, undetermined };
        if load.update || target.active.value() == Some(true) {
            return read;
        }
        let mut padding = match &load.padding {
            Some(padding) => self.at(padding, lane),
            None => Element {
                // Integers are padded with zero only.
                value: number.as_ref().filter(|_| load.padded).map_or(read.value.clone(), |_| {
                    crate::eval::number(load.element, Num::constant(0)).value
                }),
                undetermined: Truth::constant(!load.padded),
            },
        };
        if !load.element.is_integer() {
            padding.value = Value::Float;
        }
        Element::choose(&target.active, &read, &padding)
    }

    /// What the contract says of an element that nobody has written yet.
    fn contents(&mut self, pointer: &Pointer, when: &Truth, number: &Num) {
        let [which] = *pointer.may else { return };
        let allocation = &self.setup.allocations[which];
        if let (Some(clause), false) = (&allocation.contents, allocation.written) {
            let fact = when.implies(&self.setup.of_element(clause, number));
            self.solver.assume(&fact);
        }
    }
}

/// How many elements a tensor spans, from its first to behind its last.
pub(crate) fn span(tensor: &TensorView) -> Num {
    let one = Num::constant(1);
    tensor
        .extents
        .iter()
        .zip(&tensor.strides)
        .fold(one.clone(), |span, (extent, stride)| span.add(&extent.sub(&one).mul(stride)))
}

/// A pointer that belongs to no allocation.
fn nowhere() -> Pointer {
    Pointer {
        may: Rc::from([]),
        which: Num::constant(-1),
        offset: Num::constant(0),
        overflowed: Truth::constant(false),
    }
}
