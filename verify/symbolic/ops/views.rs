//! Views over terms: their geometry, and what naming a tile requires.

use std::rc::Rc;

use spec::domain::{Bool as _, Domain, Int as _, Number};
use spec::ops::view;
use spec::origins;
use spec::rules::Rule;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::types::{Scalar, Type};

use crate::budget::policy::Purpose;
use crate::fault_injection::Flaw;
use crate::nonlinear::lemmas::{Lemma, spanned};
use crate::smt::answer::Answer;
use crate::smt::facts::Role;
use crate::smt::reason::Under;
use crate::symbolic::cut::{keep_tile_bound, name_index};
use crate::symbolic::machine::Machine;
use crate::symbolic::require::require;
use crate::symbolic::state::{Mode, Val};
use crate::terms::{Num, Truth, VarKind, Variables, var_info};
use crate::values::access::AccessedLane;
use crate::values::domain::{Symbolic, SymbolicInt, WrapDecisions};
use crate::values::element::{Element, Pointer, Value};
use crate::values::tile::{Node, Tile, TileKind};
use crate::values::view::{TensorView, View, ViewTile, nowhere, span};

/// The most rows of a gather/scatter view to examine one by one.
const ROWS: u32 = 32;

/// `make_tensor_view`
pub(crate) fn make_tensor_view<'k>(machine: &mut Machine<'k>, op: &'k Operation) -> Val<'k> {
    let Type::TensorView(made) = machine.kernel.ty(op.results[0]) else { return Val::Token };
    let packed = op.attributes.packed.as_ref();
    let ty = packed.map_or(made, |packed| &packed.tensor);
    let base = machine.scalar(op.operands[0]);
    let mut undetermined = base.undetermined;
    let mut dynamic: Vec<Num> = Vec::new();
    for operand in &op.operands[1..] {
        let element = machine.scalar(*operand);
        undetermined = undetermined.or(&element.undetermined);
        if let Some(int) = element.as_int() {
            machine.arithmetic.note_natural(&machine.state.path, &Num::constant(1).at_most(&int.signed()));
        }
        dynamic.push(element.as_int().map_or_else(|| Num::constant(0), |int| int.unsigned()));
    }
    let mut dynamic = dynamic.into_iter();
    let mut take = |known: &Option<i64>| match known {
        Some(known) => Num::constant((*known).into()),
        None => dynamic.next().unwrap_or_else(|| Num::constant(0)),
    };
    let mut extents: Vec<Num> = ty.shape.iter().map(&mut take).collect();
    let mut strides: Vec<Num> = ty.strides.iter().map(&mut take).collect();
    // A tensor of one element has no strides.
    machine.consider(op, Rule::ViewStride);
    // A clause is searched for a positive stride: authors seldom mean an axis of one element.
    let is_asked = |extent: &Num| machine.policy.searches() && extent.value().is_none();
    let counted: Vec<Num> =
        extents.iter().map(|extent| if is_asked(extent) { Num::constant(0) } else { *extent }).collect();
    let mut domain = machine.domain(&Truth::constant(true));
    counted.iter().zip(&strides).for_each(|(extent, stride)| view::stride(&mut domain, extent, stride));
    if let Some(packed) = packed {
        view::packed(&mut domain, packed.axis, &mut extents, &mut strides);
    }
    let required = std::mem::take(&mut domain.required);
    require(machine, op, required, None);
    let element = made.element.scalar().unwrap_or(Scalar::I64);
    let pointer = base.as_pointer().cloned().unwrap_or_else(nowhere);
    let tensor = TensorView { pointer, undetermined, extents, strides, element };
    if origins::parameter(machine.kernel, op.operands[0]).is_some() {
        trust_view(machine, &tensor);
    }
    Val::Tensor(Rc::new(tensor))
}

/// Trusts a buffer without a stated size to be as large as the view says, whose extents are expressions over
/// arguments and grid.
pub(crate) fn trust_view(machine: &mut Machine<'_>, tensor: &TensorView) {
    let [which] = *tensor.pointer.may else { return };
    let allocation = machine.setup.allocations[which].clone();
    let shared = |num: &Num| {
        let mut variables = Variables::default();
        variables.num(num);
        variables.bools.is_empty() && variables.nums.iter().all(|var| var_info(*var).kind == VarKind::Shared)
    };
    let whole = tensor.pointer.offset.value() == Some(0);
    if allocation.sized || !whole || !tensor.extents.iter().chain(&tensor.strides).all(shared) {
        return;
    }
    let span = span(tensor).mul(&Num::constant(tensor.element.bytes().into()));
    let empty =
        tensor.extents.iter().fold(Truth::constant(false), |any, e| any.or(&e.equals(&Num::constant(0))));
    let large = empty.or(&span.at_most(&allocation.size));
    // A view larger than any buffer would make everything later vacuously true.
    if machine.solver.ask(&machine.state.path.and(&large), Purpose::Example) != Answer::Possible {
        return;
    }
    machine.assume_here(&large, Under::ViewSize, Role::Axiom);
    let words = format!("buffer {} : as large as the views on it", allocation.name);
    if machine.state.mode == Mode::Record && !machine.recorder.trusted_views.contains(&words) {
        machine.recorder.trusted_views.push(words);
    }
}

/// `get_index_space_shape`
pub(crate) fn run_index_space_shape<'k>(machine: &mut Machine<'k>, op: &'k Operation) {
    let Some(Val::View(of)) = machine.state.env.get(&op.operands[0]).cloned() else { return };
    let packed = op.attributes.packed.as_ref().filter(|packed| packed.odd).map(|packed| packed.axis);
    bind_shape(machine, op, &of.tensor, |domain, axis, bits| {
        let extent = elements(&of.tensor, of.ty.dim_map[axis], packed);
        view::index_space_extent(domain, bits, &extent, &of.steps[axis])
    });
}

/// `get_tensor_shape`
pub(crate) fn run_tensor_shape<'k>(machine: &mut Machine<'k>, op: &'k Operation) {
    let Some(Val::Tensor(tensor)) = machine.state.env.get(&op.operands[0]).cloned() else { return };
    let packed = op.attributes.packed.as_ref().map(|packed| packed.axis);
    bind_shape(machine, op, &tensor, |domain, axis, bits| {
        view::shape(domain, bits, &elements(&tensor, axis, packed))
    });
}

/// What a shape query gives along every axis.
fn bind_shape<'k>(
    machine: &mut Machine<'k>,
    op: &'k Operation,
    tensor: &TensorView,
    extent: impl Fn(&mut Symbolic<'_>, usize, u32) -> SymbolicInt,
) {
    for (axis, result) in op.results.iter().enumerate() {
        let ty = machine.kernel.tile(*result);
        let bits = ty.element.scalar().map_or(32, Scalar::bits);
        let mut domain = machine.domain(&Truth::constant(true));
        let int = extent(&mut domain, axis, bits);
        let required = std::mem::take(&mut domain.required);
        require(machine, op, required, None);
        let element = Element { value: Value::Int(int), undetermined: tensor.undetermined };
        machine.bind(*result, Val::Tile(Node::tile(ty, TileKind::Splat(element))));
    }
}

/// The tile of a view in an access, with the requirements of its address.
pub(crate) fn address_tile<'k>(
    machine: &mut Machine<'k>,
    op: &'k Operation,
    view: ValueId,
    index: &[ValueId],
) -> ViewTile<'k> {
    let view = match machine.state.env.get(&view) {
        Some(Val::View(view)) => view.clone(),
        Some(Val::Tile(_) | Val::Token | Val::Tensor(_)) | None => {
            unreachable!("{} is no view of tiles", machine.kernel.name(view))
        }
    };
    let mut undetermined = view.tensor.undetermined;
    let mut tile = ViewTile { view: view.clone(), index: Vec::new(), rows: None };
    for (axis, value) in index.iter().enumerate() {
        if view.ty.sparse == Some(axis) {
            tile.rows = Some(machine.tile(*value));
            tile.index.push(Num::constant(0));
            continue;
        }
        let mut element = machine.scalar(*value);
        name_index(machine, &mut element);
        undetermined = undetermined.or(&element.undetermined);
        tile.index.push(element_place(machine, &element));
    }
    // Of a gather/scatter view, what is required of an arbitrary row is required of all.
    let lane = machine.lane(view.ty.tile, 0);
    if let Some(rows) = &tile.rows {
        let element = read_row(machine, &view, rows, &lane);
        undetermined = undetermined.or(&element.undetermined);
    }
    // The index must be determined before anything can be said of it.
    let mut domain = machine.domain(&Truth::constant(true));
    domain.require(Rule::UndeterminedIndex, undetermined.not());
    let required = std::mem::take(&mut domain.required);
    require(machine, op, required, None);
    scale_to_bytes(machine, op, &mut tile);
    let numbers = tile_indices(machine, &tile, &lane);
    let tensor = view.tensor.clone();
    let starts = view::element(&view.tiling(), &numbers, &vec![Num::constant(0); numbers.len()]);
    bound_products(machine, &starts, &tensor);
    require_some_row(machine, op, &tile, &lane, &numbers);
    for ((index, step), dim) in numbers.iter().zip(&view.steps).zip(view.ty.dim_map.iter()) {
        keep_tile_bound(machine, index, step, &tensor.extents[*dim]);
    }
    let geometry =
        view::Geometry { tiling: view.tiling(), extents: &tensor.extents, strides: &tensor.strides };
    let mut domain = machine.domain(&Truth::constant(true));
    view::access(&mut domain, &geometry, &numbers, &op.attributes.inbounds);
    let required = std::mem::take(&mut domain.required);
    require(machine, op, required, None);
    record_coverage(machine, op, &geometry, &numbers);
    tile
}

/// Converts an index of tiles whose elements share bytes in pairs to an index of tiles of bytes.
fn scale_to_bytes<'k>(machine: &mut Machine<'k>, op: &'k Operation, tile: &mut ViewTile<'k>) {
    let packed = op.attributes.packed.as_ref().filter(|packed| packed.odd);
    let Some(axis) = packed.and_then(|packed| packed.along(&tile.view.ty)) else { return };
    let mut domain = machine.domain(&Truth::constant(true));
    tile.index[axis] = view::packed_index(&mut domain, &tile.index[axis]);
    let required = std::mem::take(&mut domain.required);
    require(machine, op, required, None);
}

/// Records the axes along which an access could promise to be in bounds: those that satisfy the rule about
/// promises.
fn record_coverage<'k>(
    machine: &mut Machine<'k>,
    op: &'k Operation,
    geometry: &view::Geometry<'_, Num>,
    index: &[Num],
) {
    if !machine.policy.notes_promises() || machine.state.mode != Mode::Record {
        return;
    }
    for axis in 0..index.len() {
        if op.attributes.inbounds.get(axis) == Some(&true) {
            continue;
        }
        let alone: Vec<bool> = (0..index.len()).map(|other| other == axis).collect();
        let mut domain = machine.domain(&Truth::constant(true));
        view::access(&mut domain, geometry, index, &alone);
        let required = std::mem::take(&mut domain.required);
        let inside = required.iter().filter(|(rule, _)| *rule == Rule::TileInside);
        let inside = inside.fold(Truth::constant(true), |all, (_, holds)| all.and(holds));
        let path = machine.state.path;
        let holds = machine.solver.proves(&inside, &path, Purpose::Requirement);
        let position = op.id.index();
        *machine.recorder.coverage.whole.entry((position, axis)).or_insert(true) &= holds;
    }
}

/// Some row of a gather/scatter view must be inside. The first row alone nearly always settles the query. Otherwise all rows are asked, or
/// the first and the last of many. A shown launch has been run, and open cases stay open. `any` is the index of an arbitrary row.
fn require_some_row<'k>(
    machine: &mut Machine<'k>,
    op: &'k Operation,
    tile: &ViewTile<'k>,
    lane: &[Num],
    any: &[Num],
) {
    let (Some(axis), Some(rows)) = (tile.view.ty.sparse, &tile.rows) else { return };
    let count = tile.view.ty.tile[axis];
    let extent = tile.view.tensor.extents[tile.view.ty.dim_map[axis]];
    let inside = |machine: &mut Machine<'k>, row: u32| {
        let row = Num::constant(row.into());
        let element = machine.at(rows, std::slice::from_ref(&row));
        let index = element_place(machine, &element);
        // An arbitrary row is one of these rows. Solvers do not see this for loaded indices.
        let is_row = lane[axis].equals(&row).implies(&any[axis].equals(&index));
        machine.assume_here(&is_row, Under::Row, Role::Axiom);
        view::axis_in_index_space(&index, &tile.view.steps[axis], &extent)
    };
    let mut some = inside(machine, 0);
    let path = machine.state.path;
    if !machine.solver.proves(&some, &path, Purpose::Requirement) {
        let others: Vec<u32> = if count <= ROWS { (1..count).collect() } else { vec![count - 1] };
        for row in others {
            some = some.or(&inside(machine, row));
        }
    }
    let mut domain = machine.domain(&Truth::constant(true));
    view::some_row(&mut domain, some);
    let required = std::mem::take(&mut domain.required);
    require(machine, op, required, None);
}

/// An index as a natural number.
fn element_place(machine: &Machine<'_>, element: &Element) -> Num {
    let below = Truth::constant(machine.setup.has(Flaw::NoLowerEnd));
    let zero = Num::constant(0);
    let natural =
        |int: &SymbolicInt| Num::choose(&below.and(&int.signed().less(&zero)), &zero, &int.unsigned());
    element.as_int().map_or_else(|| zero, natural)
}

/// The index of the row that a lane of a gather/scatter view is in.
fn read_row<'k>(machine: &mut Machine<'k>, view: &View<'k>, rows: &Tile<'k>, lane: &[Num]) -> Element {
    let row = view.ty.sparse.map(|axis| lane[axis]);
    machine.at(rows, row.as_slice())
}

/// The index of a lane's tile, by tile axis.
fn tile_indices<'k>(machine: &mut Machine<'k>, tile: &ViewTile<'k>, lane: &[Num]) -> Vec<Num> {
    let mut index = tile.index.clone();
    if let (Some(axis), Some(rows)) = (tile.view.ty.sparse, &tile.rows) {
        let element = read_row(machine, &tile.view, rows, lane);
        index[axis] = element_place(machine, &element);
    }
    index
}

pub(crate) fn address_view_lane<'k>(
    machine: &mut Machine<'k>,
    tile: &ViewTile<'k>,
    lane: &[Num],
    exact: &mut Option<WrapDecisions>,
) -> AccessedLane {
    let (view, tensor) = (tile.view.clone(), tile.view.tensor.clone());
    let index = tile_indices(machine, tile, lane);
    let place = view::element(&view.tiling(), &index, lane);
    let active = view::in_bounds(&place, &tensor.extents);
    let bytes = tensor.element.bytes();
    let first = vec![Num::constant(0); lane.len()];
    let origin = view::element(&view.tiling(), &index, &first);
    let offset =
        |domain: &mut Symbolic<'_>| view::byte_offset(domain, &origin, &place, &tensor.strides, bytes);
    let (relative, overflowed) = match exact {
        Some(exact) => offset(&mut Symbolic::replaying(exact)),
        None => {
            bound_products(machine, &place, &tensor);
            bound_offset(machine, &place, &tensor);
            let mut domain = machine.domain(&active);
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
    AccessedLane {
        active,
        pointer,
        undetermined: tensor.undetermined,
        mask_undetermined: Truth::constant(false),
        place,
    }
}

/// Products under upper bounds: where 0 ≤ p ≤ e − 1 and σ ≥ 0, 0 ≤ p·σ ≤ (e − 1)·σ. The solver is told for every
/// product of two unknowns, since it is slow to find it.
pub(crate) fn bound_products(machine: &mut Machine<'_>, place: &[Num], tensor: &TensorView) {
    for ((p, e), stride) in place.iter().zip(&tensor.extents).zip(&tensor.strides) {
        if p.value().is_some() || stride.value().is_some() || stride.lo() < 0 {
            continue;
        }
        let (zero, last) = (Num::constant(0), e.sub(&Num::constant(1)));
        let bounded = Lemma::Scaled.state(&[zero, *p, last, *stride]);
        machine.assume_here(&bounded.holds(), Under::Product, Role::Implied);
    }
}

/// An element inside the tensor is no farther than its last element. The solver is told of the sum as a whole, since it is slow to
/// add up what is known of each axis.
fn bound_offset(machine: &mut Machine<'_>, place: &[Num], tensor: &TensorView) {
    let unknown = |(p, stride): (&Num, &Num)| p.value().is_none() && stride.value().is_none();
    let natural = tensor.strides.iter().all(|stride| stride.lo() >= 0);
    // For a single product, the lemmas about products suffice.
    if natural && place.iter().zip(&tensor.strides).filter(|axis| unknown(*axis)).count() > 1 {
        let bounded = spanned(place, &tensor.extents, &tensor.strides);
        machine.assume_here(&bounded.holds(), Under::Product, Role::Cut);
    }
}

/// An extent in elements, if two elements share a byte along one axis.
fn elements(tensor: &TensorView, axis: usize, packed: Option<usize>) -> Num {
    let extent = &tensor.extents[axis];
    if packed == Some(axis) { view::unpacked(extent) } else { *extent }
}
