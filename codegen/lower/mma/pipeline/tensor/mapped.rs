//! What loads and stores of tiles in bulk have in common: the tensor map of a view, and where boxes begin.

use spec::syntax::attributes::Rounding;
use spec::syntax::kernel::language::Language;
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::{Meaning, Memory, Op};
use spec::syntax::types::{Scalar, TiledView, Type};

use crate::analysis::definitions::{Definition, Definitions};
use crate::analysis::facts::KernelFacts;
use crate::ir::builder::Builder;
use crate::ir::numbers::log2_of;
use crate::ir::ptx::{Class, Compare, Inst, Mode, Opcode, Operand, Reg, Space, Ty};
use crate::ir::ring::MadeMap;
use crate::ir::value::bytes;
use crate::layout::swizzled_lines::LONGEST_LINE;
use crate::tensor_map::{EXTENT_LIMIT, MAP_ALIGNMENT, Number, TensorMap};

/// Bits of the bytes of the shortest line that is swizzled.
pub(super) const SHORTEST_LINE: usize = 5;

/// The most elements of a box along an axis, as a power of two.
pub(super) const LONGEST_BOX: usize = 8;

/// The most axes of a tensor that has a map.
const MAX_RANK: usize = 5;

/// A box: bits of the bytes of its lines, and of how many there are.
#[derive(Debug, Clone, Copy)]
pub(super) struct BoxShape {
    pub(super) line_bytes: usize,
    pub(super) lines: usize,
}

/// The view of tiles behind a map, if the launch determines all numbers.
#[derive(Debug)]
pub(super) struct MappedView {
    /// The map.
    pub(super) map: TensorMap,
    /// The tile's axes in the order of the map.
    pub(super) axes: Vec<usize>,
    /// The address.
    base: ValueId,
}

impl MappedView {
    /// Of a view of tiles whose matrices have neighbours along the first of two axes.
    pub(super) fn of(
        kernel: &Kernel,
        definitions: &Definitions<'_>,
        (view, tiling): (ValueId, &TiledView<'_>),
        [unit, down]: [usize; 2],
        (shape, rounds): (BoxShape, bool),
    ) -> Option<MappedView> {
        let made = MadeMap::of(kernel, definitions, (view, tiling), [unit, down], (shape, rounds))?;
        let (made, axes) = made;
        let MadeMap { view: _, base, element_bytes, extents, strides, box_extents, line_bytes, rounds } =
            made;
        let is_of_launch = |number: &Number| match number {
            Number::Known(_) => true,
            Number::Value(value) => definitions.is_of_launch(*value),
        };
        let pointer = parameter(definitions, base)?;
        let map = TensorMap {
            pointer,
            element_bytes,
            extents,
            strides,
            box_extents,
            line_bytes,
            rounds,
            stored: false,
        };
        let all_of_launch = map.extents.iter().chain(&map.strides).all(is_of_launch);
        all_of_launch.then_some(MappedView { map, axes, base })
    }

    /// Whether every launch has an address and strides as maps have them, by what is known in code.
    pub(super) fn is_aligned(&self, facts: &KernelFacts<'_>) -> bool {
        let is_multiple = |stride: &Number| match stride {
            // A wrong number is refused for a map before.
            Number::Known(_) => true,
            Number::Value(value) => facts.divisor(*value) * self.map.element_bytes >= MAP_ALIGNMENT,
        };
        facts.divisor(self.base) >= MAP_ALIGNMENT && self.map.strides.iter().all(is_multiple)
    }
}

/// Whether bulk copies can round as an operation does: binary32 to the nearest `tf32`, ties to even. They round every number so, and make the
/// NaN of `ftof` of every NaN (all 2³² patterns were compared on an H200, driver 580.159.04).
pub(crate) fn copies_round_as(kernel: &Kernel, op: &Operation) -> bool {
    let scalar = |value: ValueId| kernel.tile(value).element.scalar();
    let rounding = op.attributes.rounding.unwrap_or(Rounding::NearestEven);
    op.op == Op::Ftof
        && rounding == Rounding::NearestEven
        && scalar(op.operands[0]) == Some(Scalar::F32)
        && scalar(op.results[0]) == Some(Scalar::Tf32)
}

/// For each axis of a map, in its order of tile axes: the index of the tile, and the elements per tile.
pub(super) fn origins(axes: &[usize], tiling: &TiledView<'_>, indices: &[ValueId]) -> Vec<(ValueId, i64)> {
    axes.iter().map(|axis| (indices[*axis], tiling.steps[*axis])).collect()
}

/// The generic address of the map at a position among those of the kernel.
pub(crate) fn map_address(code: &mut Builder<'_>, at: usize) -> Reg {
    let name = format!("{}_map_{at}", code.kernel().name);
    let (place, address) = (code.reg(Class::B64), code.reg(Class::B64));
    code.push(Inst::AddressOf { to: place, name });
    code.push(Inst::Cvta { space: Space::Param, to_generic: true, to: address, from: place });
    address
}

/// The start of a tile along each axis of its map. Extents have 31 bits, and the indices of views are in the index space. A mask of
/// Triton admits tiles behind it: those begin in front of all elements instead, where nothing is loaded or stored either.
pub(super) fn tile_origin(code: &mut Builder<'_>, origins: &[(ValueId, i64)]) -> Vec<Reg> {
    let is_masked = matches!(code.kernel().language, Language::Triton { .. });
    let origin = |(index, step): &(ValueId, i64)| {
        let index = code.natural(*index);
        let low = code.convert(Ty::U32, Ty::U64, Mode::default(), Class::B32, index);
        let start = code.op(Opcode::MulLo, Ty::S32, Class::B32, &[low.into(), Operand::Int(*step)]);
        if !is_masked {
            return start;
        }
        let limit = Operand::Int(EXTENT_LIMIT.cast_signed() / *step);
        let is_far = code.compare(Compare::Ge, Ty::U64, index, limit);
        let from = [Operand::Int(i32::MIN.into()), start.into(), is_far.into()];
        code.op(Opcode::Selp, Ty::B32, Class::B32, &from)
    };
    origins.iter().map(origin).collect()
}

/// Where the box begins that is so many elements along neighbours and so many lines behind a place.
pub(super) fn box_origin(code: &mut Builder<'_>, from: &[Reg], further: [i64; 2]) -> Vec<Operand> {
    let mut coordinates: Vec<Operand> = from.iter().map(|reg| Operand::Reg(*reg)).collect();
    for (coordinate, more) in coordinates.iter_mut().zip(further) {
        if more > 0 {
            *coordinate =
                code.op(Opcode::Add, Ty::S32, Class::B32, &[*coordinate, Operand::Int(more)]).into();
        }
    }
    coordinates
}

impl MadeMap {
    /// The map of a view of tiles, whose matrices have neighbours along the first of two axes, and the tile's axes in its order; `None` where it can have none.
    pub(super) fn of(
        kernel: &Kernel,
        definitions: &Definitions<'_>,
        (tiles, tiling): (ValueId, &TiledView<'_>),
        [unit, down]: [usize; 2],
        (shape, rounds): (BoxShape, bool),
    ) -> Option<(MadeMap, Vec<usize>)> {
        let size = log2_of(bytes(tiling.tensor.element));
        let rank = tiling.tile.len();
        let fits = (SHORTEST_LINE..=LONGEST_LINE).contains(&shape.line_bytes) && shape.lines <= LONGEST_BOX;
        if !fits || rank > MAX_RANK {
            return None;
        }
        // Neighbours first, then the lines, then the rest.
        let rest = (0..rank).filter(|axis| ![unit, down].contains(axis));
        let axes: Vec<usize> = [unit, down].into_iter().chain(rest).collect();
        let tensor = Tensor::of(kernel, definitions, tiles)?;
        let dims = axes.iter().map(|axis| tiling.dim_map[*axis]);
        let mut box_extents = vec![1; rank];
        box_extents[0] = 1 << (shape.line_bytes - size);
        box_extents[1] = 1 << shape.lines;
        let map = MadeMap {
            view: tensor.view,
            base: tensor.base,
            element_bytes: 1 << size,
            extents: dims.clone().map(|dim| tensor.extents[dim]).collect(),
            strides: dims.skip(1).map(|dim| tensor.strides[dim]).collect(),
            box_extents,
            line_bytes: 1 << shape.line_bytes,
            rounds,
        };
        // A stride that is known not to be one of a map is none in any launch.
        let is_wrong = |stride: &Number| match stride {
            Number::Known(stride) => (*stride << size) % MAP_ALIGNMENT.cast_signed() != 0,
            Number::Value(_) => false,
        };
        let has_map = !map.strides.iter().any(is_wrong);
        has_map.then_some((map, axes))
    }
}

/// What a view of tiles is of.
struct Tensor {
    view: ValueId,
    base: ValueId,
    extents: Vec<Number>,
    strides: Vec<Number>,
}

impl Tensor {
    /// Of a view of tiles.
    fn of(kernel: &Kernel, definitions: &Definitions<'_>, tiles: ValueId) -> Option<Tensor> {
        let made = |value| match definitions.get(value)? {
            Definition::Result(op, _) => Some(op),
            Definition::Parameter(_) | Definition::Region(..) => None,
        };
        let view = made(made(tiles)?.operands[0])?;
        let Type::TensorView(ty) = kernel.ty(view.results[0]) else { return None };
        let is_plain = view.op.meaning() == Meaning::Memory(Memory::MakeTensorView);
        if !is_plain || view.attributes.packed.is_some() {
            return None;
        }
        let mut dynamic = view.operands[1..].iter().copied();
        let mut number = |known: &Option<i64>| match known {
            Some(known) => Some(Number::Known(*known)),
            None => dynamic.next().map(Number::Value),
        };
        let extents = ty.shape.iter().map(&mut number).collect::<Option<_>>()?;
        let strides = ty.strides.iter().map(&mut number).collect::<Option<_>>()?;
        Some(Tensor { view: view.results[0], base: view.operands[0], extents, strides })
    }
}

/// The parameter that a value is, as far as something may have been assumed of it.
fn parameter(definitions: &Definitions<'_>, value: ValueId) -> Option<usize> {
    match definitions.get(value)? {
        Definition::Parameter(at) => Some(at),
        Definition::Result(op, _) if op.op == Op::Assume => parameter(definitions, op.operands[0]),
        Definition::Result(..) | Definition::Region(..) => None,
    }
}
