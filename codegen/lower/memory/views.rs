//! Views: construction, and loads and stores of whole tiles.

use spec::problem::Unsupported;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::types::{Element, Padding, Scalar, TiledView, Type};

use crate::analysis::divisibility;
use crate::ir::builder::Builder;
use crate::ir::ptx::{Class, Mode, Opcode, Operand, Order, Reg, Ty};
use crate::ir::value::{Num, Tensor, Tile, Value, bytes, class};
use crate::layout::conversion::{convert_layout, convert_tiles};
use crate::layout::linear::{Layout, axis_bits};
use crate::lower::arith::integer;
use crate::lower::element_type::scalar_of;
use crate::lower::memory::atomic::AtomicUpdate;
use crate::lower::memory::coalescing::{
    VectorRun, coalesced_layout, is_coalesced, layout_within_warps, vector_run,
};
use crate::lower::memory::copied_ahead;
use crate::lower::memory::kept_tiles::KeptSpace;
use crate::lower::memory::ordering::{begin_access, broadcast_strong_load, check_access, end_access};
use crate::lower::memory::pieces::Pieces;
use crate::lower::memory::view_access::ViewAccess;
use crate::lower::memory::view_axis::halve;
use crate::lower::mma::pipeline::{staged_product, tensor};

/// `make_tensor_view`.
pub(crate) fn tensor(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    let Type::TensorView(made) = code.kernel().ty(op.results[0]) else {
        return code.refuse(op, "no tensor view");
    };
    let packed = op.attributes.packed.as_ref();
    let ty = packed.map_or(made, |packed| &packed.tensor);
    let mut dynamic = op.operands[1..].iter().copied();
    let mut number = |code: &mut Builder<'_>, known: &Option<i64>| match known {
        Some(value) => (Num::Known(*value), divisibility::power_of_two_dividing(*value)),
        None => match dynamic.next() {
            Some(value) => (Num::Reg(code.natural(value)), code.facts().divisor(value)),
            None => (Num::Known(0), 1),
        },
    };
    let (mut extents, mut ends): (Vec<Num>, Vec<u64>) =
        ty.shape.iter().map(|extent| number(code, extent)).unzip();
    let (mut strides, mut multiples): (Vec<Num>, Vec<u64>) =
        ty.strides.iter().map(|stride| number(code, stride)).unzip();
    if let Some(packed) = packed {
        // The extents are proved even.
        extents[packed.axis] = halve(code, extents[packed.axis]);
        ends[packed.axis] = 1;
        for axis in (0..strides.len()).filter(|axis| *axis != packed.axis) {
            strides[axis] = halve(code, strides[axis]);
            multiples[axis] = (multiples[axis] / 2).max(1);
        }
    }
    let base = op.operands[0];
    let aligned = code.facts().divisor(base);
    let base = code.scalar(base);
    code.set(op.results[0], Value::View(Tensor { base, aligned, extents, ends, strides, multiples }));
    tensor::made::make(code, op.results[0]);
    Ok(())
}

/// An extent in elements, if two elements share a byte along one axis.
fn extent_in_elements(code: &mut Builder<'_>, tensor: &Tensor, axis: usize, packed: Option<usize>) -> Num {
    match tensor.extents[axis] {
        extent if packed != Some(axis) => extent,
        Num::Known(bytes) => Num::Known(bytes * 2),
        Num::Reg(bytes) => {
            Num::Reg(code.op(Opcode::Shl, Ty::B64, Class::B64, &[bytes.into(), Operand::Int(1)]))
        }
    }
}

/// The views of tiles are the tensor; their types say the rest.
pub(crate) fn tiled(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    let tensor = code.view(op.operands[0]);
    code.set(op.results[0], Value::View(tensor));
    Ok(())
}

/// How a view of tiles lays them.
pub(crate) fn tiling<'k>(
    code: &Builder<'k>,
    op: &Operation,
    value: ValueId,
) -> Result<TiledView<'k>, Unsupported> {
    match code.kernel().ty(value).tiled() {
        Some(tiling) => Ok(tiling),
        None => code.refuse(op, "no view of tiles"),
    }
}

/// `load_view_tko`.
pub(crate) fn load(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    if staged_product::copies_once(code, op) || staged_product::arrives_later(code, op) {
        return Ok(());
    }
    if copied_ahead::load(code, op)? {
        return Ok(());
    }
    let (value, indices) = (op.operands[0], &op.operands[1..]);
    let tiling = tiling(code, op, value)?;
    let tensor = code.view(value);
    let layout = coalesced_layout(code, &tiling, &tensor);
    check_access(code, op, tiling.tensor.element, &layout)?;
    begin_access(code, op, op.token);
    let element = code.kernel().tile(op.results[0]).element;
    // Every way of loading writes the same registers.
    let regs: Vec<Reg> = (0..layout.registers()).map(|_| code.reg(class(element))).collect();
    let padding = padding_bits(tiling.padding, tiling.tensor.element.scalar().unwrap_or(Scalar::I64));
    let access = ViewAccess::new(code, op, &tiling, &tensor, indices, layout.clone());
    match KeptSpace::of(code, op, &layout) {
        Some(space) => space.load_or(code, &regs, |code, regs| access.load(code, regs, padding)),
        None => access.load(code, &regs, padding),
    }
    let tile = broadcast_strong_load(code, op, Tile { layout, regs });
    code.set(op.results[0], Value::Tile(tile));
    end_access(code, op);
    Ok(())
}

/// The bits of a padding; what is undetermined is zero.
pub(crate) fn padding_bits(padding: Option<Padding>, scalar: Scalar) -> u64 {
    padding.and_then(|padding| padding.bits(scalar)).unwrap_or(0)
}

/// `store_view_tko`.
pub(crate) fn store(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    if tensor::store::lower(code, op) {
        return Ok(());
    }
    let (stored, value, indices) = (op.operands[0], op.operands[1], &op.operands[2..]);
    let tiling = tiling(code, op, value)?;
    let tensor = code.view(value);
    let tile = code.tile(stored);
    let best = coalesced_layout(code, &tiling, &tensor);
    // A store keeps the tile's layout if the layout reaches memory in large enough pieces.
    let joined = tile.layout.join(&best, code.log2_threads());
    let layout = if is_coalesced(code, &joined, &best, &tiling, &tensor) {
        joined
    } else {
        layout_within_warps(code, &tile.layout, best, &tiling, &tensor)
    };
    check_access(code, op, tiling.tensor.element, &layout)?;
    let element = code.kernel().tile(stored).element;
    // Large tiles are converted and stored piece by piece: the first bytes leave early.
    if let Some(pieces) = store_pieces(code, &tile.layout, &layout, &tiling, &tensor) {
        begin_access(code, op, op.token);
        let mut access = ViewAccess::new(code, op, &tiling, &tensor, indices, layout.clone());
        store_in_pieces(code, &mut access, &pieces, &tile, element, &layout);
        end_access(code, op);
        return Ok(());
    }
    let tile = convert_layout(code, &tile, element, &layout);
    begin_access(code, op, op.token);
    let access = ViewAccess::new(code, op, &tiling, &tensor, indices, layout);
    access.store(code, &tile.regs);
    end_access(code, op);
    Ok(())
}

/// Pieces of a tile to store, with whole runs; `None` for a single store.
fn store_pieces(
    code: &Builder<'_>,
    from: &Layout,
    to: &Layout,
    tiling: &TiledView<'_>,
    tensor: &Tensor,
) -> Option<Pieces> {
    let element = tiling.tensor.element;
    if element == Element::Scalar(Scalar::I1) {
        return None;
    }
    let VectorRun { axis, bits: run } = vector_run(code, tiling, tensor, to, Order::Weak);
    let low = axis_bits(tiling.tile).get(axis).map_or(0, |(low, _)| *low);
    Pieces::new(from, to, bytes(element), low..low + run)
}

/// Stores each piece of a tile as soon as its layout is converted.
fn store_in_pieces(
    code: &mut Builder<'_>,
    access: &mut ViewAccess,
    pieces: &Pieces,
    tile: &Tile,
    element: Element,
    to: &Layout,
) {
    // All pieces have one layout, so their conversions share addresses.
    let own = pieces.layout(&tile.layout);
    let of = |piece| pieces.registers(&tile.layout, piece).into_iter().map(|at| tile.regs[at]).collect();
    let tiles: Vec<Tile> =
        (0..pieces.count()).map(|piece| Tile { layout: own.clone(), regs: of(piece) }).collect();
    convert_tiles(code, &tiles, element, &pieces.layout(to), &mut |code, piece, regs| {
        let mut all = vec![None; to.registers()];
        for (at, reg) in pieces.registers(to, piece).into_iter().zip(regs) {
            all[at] = Some(reg);
        }
        access.store_some(code, &all);
    });
}

/// `atomic_red_view_tko`: element by element.
pub(crate) fn update(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    let (value, last) = (op.operands[0], op.operands.len() - 1);
    let (indices, operand) = (&op.operands[1..last], op.operands[last]);
    let tiling = tiling(code, op, value)?;
    let tensor = code.view(value);
    let element = code.kernel().tile(operand).element;
    let how = AtomicUpdate::new(code, op, scalar_of(code, operand))?;
    let layout = coalesced_layout(code, &tiling, &tensor);
    check_access(code, op, element, &layout)?;
    let tile = code.tile(operand);
    let tile = convert_layout(code, &tile, element, &layout);
    begin_access(code, op, op.token);
    let access = ViewAccess::new(code, op, &tiling, &tensor, indices, layout);
    access.update(code, &tile.regs, how);
    end_access(code, op);
    Ok(())
}

/// A number in the result's integer type.
fn narrow_to_result(code: &mut Builder<'_>, value: ValueId, num: Num) -> Reg {
    let scalar = scalar_of(code, value);
    match num {
        Num::Known(number) => code.literal(scalar, number.cast_unsigned()),
        Num::Reg(reg) if scalar == Scalar::I64 => reg,
        Num::Reg(reg) => {
            let low = code.convert(Ty::U32, Ty::U64, Mode::default(), Class::B32, reg);
            integer::canonical(code, scalar, low)
        }
    }
}

/// `get_tensor_shape`.
pub(crate) fn tensor_shape(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    let tensor = code.view(op.operands[0]);
    let packed = op.attributes.packed.as_ref().map(|packed| packed.axis);
    for (axis, result) in op.results.iter().enumerate() {
        let extent = extent_in_elements(code, &tensor, axis, packed);
        let reg = narrow_to_result(code, *result, extent);
        code.set_tile(*result, Layout::splat(&[]), vec![reg]);
    }
    Ok(())
}

/// `get_index_space_shape`: ⌈extent / step⌉ along every tile axis.
pub(crate) fn index_space(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    let tiling = tiling(code, op, op.operands[0])?;
    let tensor = code.view(op.operands[0]);
    let packed = op.attributes.packed.as_ref().filter(|packed| packed.odd).map(|packed| packed.axis);
    for (axis, result) in op.results.iter().enumerate() {
        let (extent, step) =
            (extent_in_elements(code, &tensor, tiling.dim_map[axis], packed), tiling.steps[axis]);
        let count = match extent {
            Num::Known(extent) => Num::Known((extent + step - 1).div_euclid(step)),
            Num::Reg(extent) => {
                // ⌈extent ÷ step⌉ of natural numbers.
                let raised =
                    code.op(Opcode::Add, Ty::S64, Class::B64, &[extent.into(), Operand::Int(step - 1)]);
                Num::Reg(code.op(Opcode::Div, Ty::U64, Class::B64, &[raised.into(), Operand::Int(step)]))
            }
        };
        let reg = narrow_to_result(code, *result, count);
        code.set_tile(*result, Layout::splat(&[]), vec![reg]);
    }
    Ok(())
}
