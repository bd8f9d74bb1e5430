//! Asynchronous copies (PTX ISA, `cp.async`) of tiles from memory to a stage of shared memory, in pieces of sixteen bytes, which
//! arrive while other things are computed.
//!
//! A tile in shared memory consists of lines of up to 128 bytes along the axis of neighbors. The first line of every row
//! comes first, then every second line, and so on. Pieces change their places within the lines of eight rows (the swizzle of
//! `wgmma`'s descriptors), so that rows are read without bank conflicts.

use std::collections::HashMap;

use spec::syntax::kernel::ValueId;
use spec::syntax::types::TiledView;

use crate::analysis::divisibility;
use crate::ir::builder::Builder;
use crate::ir::numbers::{immediate, log2_of, to_index};
use crate::ir::ptx::{Address, AsyncCopy, Class, Compare, Inst, Mode, Opcode, Operand, Reg, Ty};
use crate::ir::thread_bits::thread_bits_at;
use crate::ir::value::{Num, Tensor, bytes};
use crate::layout::swizzled_lines::{PIECE, SwizzledLines};
use crate::lower::memory::view_axis::{elements_left, scale_stride};
use crate::lower::mma::pipeline::plan::{PipelinePlan, PipelinedLoad};

/// A tile axis on the way through memory.
pub(super) struct CopyAxis {
    pub(super) extent: u32,
    /// Bytes from an element to the next; and elements in memory.
    stride: Num,
    apart: Num,
    /// Bytes of an element.
    size: u64,
    /// Elements between the starts of consecutive tiles.
    pub(super) step: i64,
    /// The index, if iterations change its value.
    pub(super) index: Option<ValueId>,
    /// The tensor's extent, where the tile may not be inside.
    pub(super) bound: Option<Num>,
    /// Elements to the tensor's end, if the tile may not be inside and its index stays.
    pub(super) rest: Option<Reg>,
    /// This thread's first element along the axis.
    first: Reg,
}

/// The pieces that a thread copies of a tile.
pub(super) struct TileCopy {
    /// Where the lines begin, in bytes from the start of a stage.
    pub(super) offset: u64,
    /// The lines of the tile.
    pub(super) lines: SwizzledLines,
    /// The address of this thread's first piece, off what changes from iteration to iteration.
    pub(super) address: Reg,
    /// Bytes between consecutive pieces, all in one column.
    hop: Reg,
    /// SparseRows from a piece to the next, and how many there are.
    rows: usize,
    pieces: usize,
    /// Along the neighbours; along the rows.
    pub(super) axes: [CopyAxis; 2],
    /// What the thread's number gives of the place in shared memory.
    place: Reg,
    /// Numbers of bytes that may not be multiples of sixteen; the places of pieces are sums of them.
    pub(super) unknown: Vec<Reg>,
}

impl TileCopy {
    /// The pieces of a load, if all of them may begin at multiples of sixteen bytes and every thread has some.
    pub(super) fn new(
        code: &mut Builder<'_>,
        plan: &PipelinePlan<'_>,
        load: &PipelinedLoad<'_>,
        offset: u64,
    ) -> Option<Self> {
        let kernel = code.kernel();
        let tiling = kernel.ty(load.op.operands[0]).tiled()?;
        let tensor = code.view(load.op.operands[0]);
        let size = log2_of(bytes(tiling.tensor.element));
        let lines = SwizzledLines::new(&load.axes.map(|axis| tiling.tile[axis]), load.unit, size);
        let across = lines.unit.checked_sub(lines.piece())?;
        let down = code.log2_threads().checked_sub(across)?;
        if down > lines.rows || down < 1 {
            return None;
        }
        let unknown = find_unknown_alignment(code, &tiling, &tensor, load.axes[load.unit])?;
        // Lanes side by side copy pieces side by side, so that copies coalesce; the others go down the rows.
        let column: Vec<(usize, usize)> = (0..across).map(|bit| (bit, bit + lines.piece())).collect();
        let row: Vec<(usize, usize)> = (0..down).map(|bit| (across + bit, bit)).collect();
        let first = [column, row].map(|pairs| match thread_bits_at(code, &pairs) {
            Some(part) => part,
            None => code.mov(Class::B32, 0),
        });
        let mut address = tensor.base;
        let axes = [(load.unit, first[0]), (1 - load.unit, first[1])].map(|(of_matrix, first)| {
            let at = load.axes[of_matrix];
            let mut axis = CopyAxis::new(code, plan, load, &tiling, &tensor, at, first);
            address = axis.advance_to_tile(code, address, load.op.operands[1 + at]);
            axis
        });
        // A tile of one element along an axis is inside: its index is in the index space.
        for at in (0..tiling.tile.len()).filter(|at| !load.axes.contains(at)) {
            let axis = CopyAxis::new(code, plan, load, &tiling, &tensor, at, first[0]);
            let origin = axis.origin(code, load.op.operands[1 + at]);
            address = axis.behind(code, address, origin);
        }
        let rows = 1usize << down;
        let hop = axes[1].bytes(code, immediate(rows));
        let place = thread_offset(code, lines, across);
        Some(TileCopy {
            offset,
            lines,
            address,
            hop,
            rows,
            pieces: 1 << (lines.rows - down),
            axes,
            place,
            unknown,
        })
    }

    /// Starts the copies of an iteration to a stage that begins at an address of shared memory.
    pub(super) fn start(&self, code: &mut Builder<'_>, stage: Reg) {
        let mut address = self.address;
        let mut rests = [None; 2];
        let mut whole: Option<Reg> = None;
        for (axis, rest) in self.axes.iter().zip(&mut rests) {
            *rest = axis.rest;
            if let Some(index) = axis.index {
                let origin = axis.origin(code, index);
                address = axis.behind(code, address, origin);
                *rest = axis.bound.map(|extent| elements_left(code, extent, origin, axis.extent));
            }
            if let Some(rest) = *rest {
                let inside = code.compare(Compare::Ge, Ty::S32, rest, i64::from(axis.extent));
                whole = Some(whole.map_or(inside, |whole| code.and(whole, inside)));
            }
        }
        let places = self.piece_addresses(code, stage);
        let Some(whole) = whole else {
            self.start_pieces(code, &places, address, None);
            return;
        };
        // The test is the same for all threads of the block.
        let (part, end) = (code.label(), code.label());
        code.branch_if(whole, false, part);
        self.start_pieces(code, &places, address, None);
        code.push(Inst::Branch(end));
        code.place_label(part);
        self.start_pieces(code, &places, address, Some(rests));
        code.place_label(end);
    }

    /// Starts the copies of a tile inside its tensor, from the address of this thread's first piece.
    pub(super) fn start_whole(&self, code: &mut Builder<'_>, stage: Reg, address: Reg) {
        let places = self.piece_addresses(code, stage);
        self.start_pieces(code, &places, address, None);
    }

    /// The places of the pieces in a stage.
    fn piece_addresses(&self, code: &mut Builder<'_>, stage: Reg) -> Vec<Address> {
        let mut known: HashMap<usize, Reg> = HashMap::new();
        let mut all = Vec::new();
        for piece in 0..self.pieces {
            let line = self.lines.offset(0, piece * self.rows);
            let change = self.lines.swizzle(line);
            // The swizzle changes bits of the address that the thread's number has too; the line itself is an offset.
            let reg = *known.entry(change).or_insert_with(|| {
                let own = match change {
                    0 => self.place,
                    _ => {
                        let from = [self.place.into(), Operand::Int(immediate(change))];
                        code.op(Opcode::Xor, Ty::B32, Class::B32, &from)
                    }
                };
                code.op(Opcode::Add, Ty::U32, Class::B32, &[stage.into(), own.into()])
            });
            all.push(Address::at(reg, immediate(line) + self.offset.cast_signed()));
        }
        all
    }

    /// Copies every piece; a piece that crosses the bounds gets its inner part and zeros.
    fn start_pieces(
        &self,
        code: &mut Builder<'_>,
        places: &[Address],
        mut from: Reg,
        rests: Option<[Option<Reg>; 2]>,
    ) {
        let along = rests.and_then(|rests| rests[0]).map(|rest| self.bytes_along(code, rest));
        for (piece, place) in places.iter().enumerate() {
            // A thread's pieces are at a constant distance.
            if piece > 0 {
                from = code.op(Opcode::Add, Ty::S64, Class::B64, &[from.into(), self.hop.into()]);
            }
            let mut bytes = along;
            if let Some(rest) = rests.and_then(|rests| rests[1]) {
                let further = Operand::Int(immediate(piece * self.rows));
                let row = code.op(Opcode::Add, Ty::S32, Class::B32, &[self.axes[1].first.into(), further]);
                let inside = code.compare(Compare::Lt, Ty::S32, row, rest);
                // `cp.async` reads so many bytes and fills up with zeros, which is the padding.
                let whole = along.map_or(Operand::Int(16), Operand::Reg);
                let from = [whole, Operand::Int(0), inside.into()];
                bytes = Some(code.op(Opcode::Selp, Ty::B32, Class::B32, &from));
            }
            code.push(Inst::AsyncCopy(AsyncCopy::Start {
                to: place.clone(),
                from: Address::at(from, 0),
                bytes,
            }));
        }
    }

    /// The bytes of this thread's column that are inside, if so many elements of the tile's first row are.
    fn bytes_along(&self, code: &mut Builder<'_>, rest: Reg) -> Reg {
        // Elements that are left, as bytes, between none and a whole piece.
        let left = code.op(Opcode::Sub, Ty::S32, Class::B32, &[rest.into(), self.axes[0].first.into()]);
        let size = Operand::Int(immediate(self.lines.log2_bytes));
        let bytes = code.op(Opcode::Shl, Ty::B32, Class::B32, &[left.into(), size]);
        let bytes = code.op(Opcode::Max, Ty::S32, Class::B32, &[bytes.into(), Operand::Int(0)]);
        code.op(Opcode::Min, Ty::S32, Class::B32, &[bytes.into(), Operand::Int(16)])
    }
}

impl CopyAxis {
    fn new(
        code: &mut Builder<'_>,
        plan: &PipelinePlan<'_>,
        load: &PipelinedLoad<'_>,
        tiling: &TiledView<'_>,
        tensor: &Tensor,
        at: usize,
        first: Reg,
    ) -> Self {
        let dim = tiling.dim_map[at];
        let inside = load.op.attributes.inbounds.get(at).copied().unwrap_or(false);
        let index = load.op.operands[1 + at];
        let apart = tensor.strides[dim];
        let size = bytes(tiling.tensor.element);
        let stride = scale_stride(code, apart, size);
        let bound = (!inside).then_some(tensor.extents[dim]);
        let index = plan.changing.contains(&index).then_some(index);
        CopyAxis {
            extent: tiling.tile[at],
            stride,
            apart,
            size,
            step: tiling.steps[at],
            index,
            bound,
            rest: None,
            first,
        }
    }

    /// An address moved to this thread's first element; and to the tile, if its index stays.
    fn advance_to_tile(&mut self, code: &mut Builder<'_>, address: Reg, index: ValueId) -> Reg {
        let wide = code.convert(Ty::U64, Ty::U32, Mode::default(), Class::B64, self.first);
        let address = self.behind(code, address, wide);
        if self.index.is_some() {
            return address;
        }
        let origin = self.origin(code, index);
        self.rest = self.bound.map(|extent| elements_left(code, extent, origin, self.extent));
        self.behind(code, address, origin)
    }

    fn origin(&self, code: &mut Builder<'_>, index: ValueId) -> Reg {
        let index = code.natural(index);
        code.op(Opcode::MulLo, Ty::S64, Class::B64, &[index.into(), Operand::Int(self.step)])
    }

    /// The bytes of so many of its elements.
    pub(super) fn bytes(&self, code: &mut Builder<'_>, elements: i64) -> Reg {
        match scale_stride(code, self.apart, self.size.wrapping_mul(elements.cast_unsigned())) {
            Num::Known(bytes) => code.mov(Class::B64, bytes),
            Num::Reg(bytes) => bytes,
        }
    }

    pub(super) fn behind(&self, code: &mut Builder<'_>, address: Reg, elements: Reg) -> Reg {
        let from = [elements.into(), self.stride.into(), address.into()];
        code.op(Opcode::MadLo, Ty::S64, Class::B64, &from)
    }
}

/// What the places of pieces are sums of and is not known to be a multiple of their size; `None` where it is known not to be. `unit`
/// is the axis of the tile along which elements are neighbours.
fn find_unknown_alignment(
    code: &mut Builder<'_>,
    tiling: &TiledView<'_>,
    tensor: &Tensor,
    unit: usize,
) -> Option<Vec<Reg>> {
    let (wide, size) = (1 << PIECE, bytes(tiling.tensor.element));
    let mut unknown = Vec::new();
    if divisibility::power_of_two_dividing(tiling.steps[unit]).saturating_mul(size) < wide {
        return None;
    }
    for dim in (0..tiling.tile.len()).filter(|axis| *axis != unit).map(|axis| tiling.dim_map[axis]) {
        if tensor.multiples[dim].saturating_mul(size) >= wide {
            continue;
        }
        match scale_stride(code, tensor.strides[dim], size) {
            Num::Known(_) => return None,
            Num::Reg(bytes) => unknown.push(bytes),
        }
    }
    if tensor.aligned < wide {
        unknown.push(tensor.base);
    }
    Some(unknown)
}

/// Where a thread's first piece lies: pieces of a row in neighbouring threads.
fn thread_offset(code: &mut Builder<'_>, lines: SwizzledLines, across: usize) -> Reg {
    let offsets = (0..code.log2_threads()).map(|bit| {
        if bit < across {
            lines.offset(1 << (bit + lines.piece()), 0)
        } else {
            lines.offset(0, 1 << (bit - across))
        }
    });
    let offsets: Vec<usize> = offsets.collect();
    let part = |code: &mut Builder<'_>, of: &dyn Fn(usize) -> usize| {
        let masks = offsets.iter().map(|offset| of(*offset)).enumerate();
        let pairs: Vec<(usize, usize)> = masks
            .filter(|(_, mask)| *mask > 0)
            .map(|(bit, mask)| (bit, to_index(mask.trailing_zeros())))
            .collect();
        thread_bits_at(code, &pairs)
    };
    let parts = [part(code, &|offset| offset), part(code, &|offset| lines.swizzle(offset))];
    let both = parts
        .into_iter()
        .flatten()
        .reduce(|own, change| code.op(Opcode::Xor, Ty::B32, Class::B32, &[own.into(), change.into()]));
    both.unwrap_or_else(|| code.mov(Class::B32, 0))
}
