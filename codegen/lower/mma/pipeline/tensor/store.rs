//! Stores of products as bulk copies of boxes (after the epilogues of CUTLASS for Hopper). Every warp writes its part of the tile
//! to shared memory, box after box, and one of its lanes starts the copies to the tensor.
//!
//! A warp has two buffers for alternate boxes: one is copied while the other is written. A tile has an even number of boxes a warp,
//! so that the next tile begins with the buffer that is longest at rest.

use spec::syntax::kernel::{Kernel, Operation};

use crate::analysis::facts::KernelFacts;
use crate::ir::builder::Builder;
use crate::ir::numbers::{immediate, log2_of};
use crate::ir::ptx::{Address, AsyncCopy, BulkStore, Class, Guard, Inst, Opcode, Operand, Reg, Ty};
use crate::ir::role::{Role, TensorStore, TensorStores};
use crate::ir::thread_bits::thread_bits_at;
use crate::ir::tile_block::Pair;
use crate::ir::value::{Tile, Token, Value};
use crate::layout::conversion::convert_layout;
use crate::layout::linear::{LANE_BITS, Layout, log2};
use crate::layout::shared_tile::write_shared_where;
use crate::layout::swizzle::Swizzle;
use crate::layout::swizzled_lines::{LONGEST_LINE, SwizzledLines};
use crate::lower::mma::pipeline::plan::matrix_axes;
use crate::lower::mma::pipeline::tensor::mapped::{
    BoxShape, MappedView, SHORTEST_LINE, box_origin, map_address, origins, tile_origin,
};
use crate::lower::mma::pipeline::warpgroup::{plain_layout, share_out, sums_layout};
use crate::lower::mma::product_kind::ProductKind;

/// The logarithms of the adjacent rows of a warp, and of the rows of one register over all lanes.
const WARP_ROWS: usize = 4;
const LANE_ROWS: usize = 3;

/// The buffers of a warp.
const BUFFERS: u64 = 2;

impl TensorStore {
    /// Plans the store of a tile that lies in 2^`log2_threads` threads as the sums of products of a kind do, if one is given, and else as plain
    /// sums. Every launch must have a map for the view, as far as alignment is known, and the buffers must fit the given bytes.
    pub(crate) fn new(
        kernel: &Kernel,
        facts: &KernelFacts<'_>,
        (op, kind): (&Operation, Option<&ProductKind>),
        (log2_threads, most): (usize, u64),
    ) -> Option<TensorStore> {
        let view = op.operands[1];
        let tiling = kernel.ty(view).tiled()?;
        let scalar = tiling.tensor.element.scalar().filter(|scalar| scalar.bits() >= 8)?;
        let axes = matrix_axes(tiling.tile)?;
        // Columns are neighbours in registers, so they have to be in memory.
        let has_neighbours = tiling.tensor.strides[tiling.dim_map[axes[1]]] == Some(1);
        if !has_neighbours || tiling.sparse.is_some() || op.attributes.packed.is_some() || scalar.bytes() > 4
        {
            return None;
        }
        let bits = axes.map(|axis| log2(tiling.tile[axis]));
        let layout = match kind {
            None => plain_layout(bits, share_out(bits, log2_threads)?),
            Some(kind) => sums_layout(kind, share_out([kind.bits[0], kind.bits[1]], log2_threads)?),
        };
        let size = log2_of(scalar.bytes());
        let warps = 1 << (log2_threads - LANE_BITS);
        let of_warp = bits[0] + bits[1] - (log2_threads - LANE_BITS);
        let mut lines = (SHORTEST_LINE..=(bits[1] + size).min(LONGEST_LINE)).rev().map(|line_bytes| {
            // Two boxes at least: of sixteen rows, or of eight where such a box has all that a warp has.
            let unit = line_bytes - size;
            let rows = if unit + WARP_ROWS == of_warp { LANE_ROWS } else { WARP_ROWS };
            SwizzledLines { log2_line_bytes: line_bytes, rows, unit, log2_bytes: size }
        });
        let lines = lines.find(|lines| {
            is_of_warp(&layout, [lines.unit, lines.rows], bits[1]) && warps * BUFFERS * lines.bytes() <= most
        })?;
        let shape = BoxShape { line_bytes: lines.log2_line_bytes, lines: lines.rows };
        let mut mapped =
            MappedView::of(kernel, facts.definitions(), (view, &tiling), [axes[1], axes[0]], (shape, false))?;
        mapped.map.stored = true;
        let origins = origins(&mapped.axes, &tiling, &op.operands[2..]);
        let is_aligned = mapped.is_aligned(facts);
        is_aligned.then_some(TensorStore { map: mapped.map, at: 0, lines, origins, layout, columns: bits[1] })
    }

    /// What tells a warp's boxes apart: bits of the column and of the row that no box has inside, columns first.
    fn box_bits(&self) -> Vec<(usize, usize)> {
        let is_outside = |bit: usize| {
            let (inside, row) = (self.lines.unit, bit.wrapping_sub(self.columns));
            if bit < self.columns { bit >= inside } else { row >= self.lines.rows }
        };
        let bits = self.layout.register_bits().filter(|bit| is_outside(*bit));
        bits.map(|bit| if bit < self.columns { (0, bit) } else { (1, bit - self.columns) }).collect()
    }

    /// How a box lies in the lanes of a warp.
    fn box_layout(&self) -> Layout {
        let inside = |from: usize, count: usize| self.layout.bits[from..from + count].to_vec();
        Layout { bits: [inside(0, self.lines.unit), inside(self.columns, self.lines.rows)].concat() }
    }

    /// The registers of the box that begins at a column and a row of what a warp has.
    fn box_tile(&self, tile: &Tile, layout: &Layout, [along, row]: [usize; 2]) -> Tile {
        let (unit, mask) = (self.lines.unit, (1 << self.lines.unit) - 1);
        let of = |register: usize| {
            let index = layout.index_of(register);
            let index = (row + (index >> unit)) << self.columns | (along + (index & mask));
            tile.regs[self.layout.register_of(index)]
        };
        Tile { layout: layout.clone(), regs: (0..layout.registers()).map(of).collect() }
    }

    /// Where in the tile what a warp has begins: a column and a row.
    fn warp_origin(&self, code: &mut Builder<'_>) -> [Option<Reg>; 2] {
        let of_warps = |columns: bool| -> Vec<(usize, usize)> {
            let bits = self.layout.thread_bits();
            let bits = bits.filter(|(thread, bit)| *thread >= LANE_BITS && (*bit < self.columns) == columns);
            bits.map(|(thread, bit)| (thread, if columns { bit } else { bit - self.columns })).collect()
        };
        [true, false].map(|columns| thread_bits_at(code, &of_warps(columns)))
    }

    /// Stores the tile.
    fn emit(&self, code: &mut Builder<'_>, op: &Operation, stores: &TensorStores, elected: Reg) {
        let element = code.kernel().tile(op.operands[0]).element;
        let tile = code.tile(op.operands[0]);
        let tile = convert_layout(code, &tile, element, &self.layout);
        let map = map_address(code, self.at);
        let mut origin = tile_origin(code, &self.origins);
        for (at, own) in self.warp_origin(code).into_iter().enumerate() {
            if let Some(own) = own {
                origin[at] = code.op(Opcode::Add, Ty::S32, Class::B32, &[origin[at].into(), own.into()]);
            }
        }
        let buffers = stores.buffers(code);
        let (swizzle, layout, bits) = (Swizzle::of_lines(self.lines), self.box_layout(), self.box_bits());
        let lane = Some(Guard { pred: elected, when: true });
        for number in 0..1usize << bits.len() {
            let mut place = [0; 2];
            for (at, (axis, bit)) in bits.iter().enumerate() {
                place[*axis] |= (number >> at & 1) << bit;
            }
            let buffer = buffers[number & 1];
            let part = self.box_tile(&tile, &layout, place);
            let coordinates = box_origin(code, &origin, place.map(immediate));
            // The lane that started the copies knows when all but the last have read their buffers.
            code.push_guarded(lane, Inst::BulkStore(BulkStore::WaitRead(1)));
            code.push(Inst::WarpBarrier);
            write_shared_where(code, &swizzle, &part, element, 0, buffer, None);
            code.push(Inst::AsyncCopy(AsyncCopy::Fence));
            code.push(Inst::WarpBarrier);
            let from = Address::at(buffer, 0);
            code.push_guarded(lane, Inst::BulkStore(BulkStore::Start { map, coordinates, from }));
            code.push_guarded(lane, Inst::BulkStore(BulkStore::Commit));
        }
    }
}

/// Whether a box of so many bits of columns and of rows is what a warp has in all its lanes, of a tile with so many bits of columns.
fn is_of_warp(layout: &Layout, [unit, rows]: [usize; 2], columns: usize) -> bool {
    let inside = |bit: usize| if bit < columns { bit < unit } else { bit - columns < rows };
    layout.thread_bits().all(|(thread, bit)| inside(bit) == (thread < LANE_BITS))
}

impl TensorStores {
    /// The bytes of the buffers of all warps, of so many tile blocks side by side.
    pub(crate) fn bytes(&self, log2_threads: usize, groups: u32) -> u64 {
        (BUFFERS * self.buffer_bytes * u64::from(groups)) << (log2_threads - LANE_BITS)
    }

    /// The addresses of this warp's buffers.
    fn buffers(&self, code: &mut Builder<'_>) -> [Reg; 2] {
        let first = code.shared_address(self.base);
        let each = log2_of(BUFFERS * self.buffer_bytes);
        let warps = LANE_BITS..code.log2_threads();
        let pairs: Vec<(usize, usize)> = warps.map(|bit| (bit, bit - LANE_BITS + each)).collect();
        let own = thread_bits_at(code, &pairs);
        let add = |code: &mut Builder<'_>, to: Reg, more: Operand| {
            code.op(Opcode::Add, Ty::U32, Class::B32, &[to.into(), more])
        };
        let mut first = own.map_or(first, |own| add(code, first, own.into()));
        if let Some(group) = code.group() {
            let bytes = Operand::Int(self.bytes(code.log2_threads(), 1).cast_signed());
            let further = code.op(Opcode::MulLo, Ty::U32, Class::B32, &[group.into(), bytes]);
            first = add(code, first, further.into());
        }
        [first, add(code, first, Operand::Int(self.buffer_bytes.cast_signed()))]
    }
}

/// Lowers a store made of bulk copies; returns whether the store is one.
pub(crate) fn lower(code: &mut Builder<'_>, op: &Operation) -> bool {
    let Role::Consumer { stores, elected, .. } = code.role() else { return false };
    let Some(store) = op.results.last().and_then(|token| stores.by_token.get(token)) else { return false };
    match code.pair() {
        None => store.emit(code, op, &stores, elected),
        Some(Pair { is_own, .. }) => {
            let none = code.label();
            code.branch_if(is_own, false, none);
            store.emit(code, op, &stores, elected);
            code.place_label(none);
        }
    }
    // No other access touches the stored array, so the result token is the operand token.
    let before = op.token.map_or(Token::default(), |token| code.token(token));
    if let Some(token) = op.results.last() {
        code.set(*token, Value::Token(before));
    }
    true
}

/// Whether the role stores in bulk.
pub(crate) fn is_in_bulk(code: &Builder<'_>) -> bool {
    matches!(code.role(), Role::Consumer { stores, .. } if !stores.by_token.is_empty())
}

/// Waits until all bulk stores of this thread are written; threads do so before they end.
pub(crate) fn wait_for_all(code: &mut Builder<'_>) {
    if is_in_bulk(code)
        && let Role::Consumer { elected, .. } = code.role()
    {
        let lane = Some(Guard { pred: elected, when: true });
        code.push_guarded(lane, Inst::BulkStore(BulkStore::Wait(0)));
    }
}
