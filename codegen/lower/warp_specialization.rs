//! A kernel with roles of threads: one warp starts the copies of tiles, the others compute (M. Bauer, H. Cook, B. Khailany,
//! "CudaDMA: Optimizing GPU memory bandwidth via warp specialization", SC 2011).

use std::collections::HashMap;
use std::rc::Rc;

use spec::problem::Unsupported;

use crate::ir::builder::Builder;
use crate::ir::numbers::{immediate, index_to_bytes};
use crate::ir::ptx::{
    Class, Compare, Inst, MAP_BYTES, Mbarrier, Opcode, Operand, Reg, SetRegisters, Shuffle, Ty,
};
use crate::ir::ring::Ring;
use crate::ir::role::{MadeMaps, Rings, Role};
use crate::ir::shuffle::shuffle;
use crate::layout::linear::LANE_BITS;
use crate::lower::control::lower_tile_blocks;
use crate::lower::mma::pipeline::roles::WarpRoles;
use crate::tensor_map::TensorMap;

/// The parities of the phases that roles wait for first. Stages are empty at the start: the phase before a barrier's first one has
/// ended.
const CONSUMER: i64 = 0;
const PRODUCER: i64 = 1;

/// The code of all roles, one after another; returns the tensor maps of the parameters. For persistent blocks of threads, these
/// registers hold the grid.
pub(crate) fn lower_roles(
    code: &mut Builder<'_>,
    roles: WarpRoles,
    (grid, scratch): (Option<[Reg; 3]>, Option<Reg>),
) -> Result<Vec<TensorMap>, Unsupported> {
    let WarpRoles {
        slice,
        rings,
        maps,
        made,
        barrier_bytes,
        stage_bytes,
        last,
        registers,
        staged,
        persistent: _,
        kept,
        kept_bytes,
        stores,
        buffer_bytes,
        merge,
    } = roles;
    let groups = if merge.is_some() { 2 } else { 1 };
    let consumers = groups << code.log2_threads();
    code.reserve_shared(barrier_bytes, stage_bytes + kept_bytes + buffer_bytes);
    initialize(code, &rings, consumers);
    let (producer, idle) = (code.label(), code.label());
    let thread = code.thread();
    let produces = code.compare(Compare::Ge, Ty::U32, thread, consumers);
    code.branch_if(produces, true, producer);
    let before = code.flow_state();

    code.push(Inst::SetRegisters(SetRegisters { count: registers.consumer, more: true }));
    let elected = elect(code);
    let positions = start(code, &rings, CONSUMER);
    split(code, merge.is_some());
    let (staged, kept, stores) = (Rc::new(staged), Rc::new(kept), Rc::new(stores));
    let own = registers.consumer;
    code.set_role(Role::Consumer { rings: positions, elected, registers: own, last, staged, kept, stores });
    lower_tile_blocks(code, grid)?;

    code.set_role(Role::Every);
    code.place_label(producer);
    code.resume_from(&before);
    code.push(Inst::SetRegisters(SetRegisters { count: registers.producer, more: false }));
    let works = code.compare(Compare::Eq, Ty::U32, thread, consumers);
    code.branch_if(works, false, idle);
    // The producer copies for both of two tile blocks, and goes by the first.
    let first = merge.map(|_| code.mov(Class::B32, 0));
    code.set_group(first, thread);
    let rings = start(code, &rings, PRODUCER);
    let base = scratch.map(|scratch| own_scratch(code, scratch, made.len()));
    let made = Rc::new(MadeMaps { maps: made, base });
    code.set_role(Role::Producer { rings, slice: Rc::new(slice), made });
    lower_tile_blocks(code, grid)?;
    code.place_label(idle);
    code.push(Inst::Return);
    check_apart(code).map(|()| maps)
}

/// The address of this block's memory for maps, in the memory of all blocks.
fn own_scratch(code: &mut Builder<'_>, scratch: Reg, maps: usize) -> Reg {
    let [x, y, z] = ["%ctaid.x", "%ctaid.y", "%ctaid.z"].map(|name| code.special(name));
    let [columns, rows] = ["%nctaid.x", "%nctaid.y"].map(|name| code.special(name));
    let plane = code.op(Opcode::MadLo, Ty::U32, Class::B32, &[z.into(), rows.into(), y.into()]);
    // The number of blocks is below 2³², because each has memory.
    let block = code.op(Opcode::MadLo, Ty::U32, Class::B32, &[plane.into(), columns.into(), x.into()]);
    let bytes = Operand::Int(made_bytes(maps).cast_signed());
    code.op(Opcode::MadWide, Ty::U32, Class::B64, &[block.into(), bytes, scratch.into()])
}

/// Bytes of memory that a block of threads has for so many maps.
pub(crate) fn made_bytes(maps: usize) -> u64 {
    MAP_BYTES.cast_unsigned() * index_to_bytes(maps)
}

/// Whether this thread arrives at barriers for its warp.
fn elect(code: &mut Builder<'_>) -> Reg {
    let lane = [code.thread().into(), Operand::Int((1 << LANE_BITS) - 1)];
    let lane = code.op(Opcode::And, Ty::B32, Class::B32, &lane);
    code.compare(Compare::Eq, Ty::U32, lane, 0)
}

/// That tile blocks which run side by side do not meet: neither at barriers nor in shared memory.
fn check_apart(code: &Builder<'_>) -> Result<(), Unsupported> {
    let message = "tile blocks that run side by side would have to wait for each other".to_owned();
    if code.disturbs() { Err(Unsupported { message, at: code.kernel().at.clone() }) } else { Ok(()) }
}

/// If tile blocks are merged, each warpgroup has its own one, and thread numbers start again.
fn split(code: &mut Builder<'_>, are_merged: bool) {
    if !are_merged {
        return;
    }
    let (all, log2_threads) = (code.thread(), code.log2_threads());
    let group = Operand::Int(immediate(log2_threads));
    let group = code.op(Opcode::Shr, Ty::U32, Class::B32, &[all.into(), group]);
    // The value is equal in all lanes, and the shuffle shows so to the assembler.
    let group = shuffle(code, Shuffle::Idx, group, Operand::Int(0));
    let inside = Operand::Int((1 << log2_threads) - 1);
    let thread = code.op(Opcode::And, Ty::B32, Class::B32, &[all.into(), inside]);
    code.set_group(Some(group), thread);
}

/// One thread initializes the barriers of all rings; a barrier makes them visible to all threads.
fn initialize(code: &mut Builder<'_>, rings: &[Ring], consumers: i64) {
    let warps = u32::try_from(consumers >> LANE_BITS).expect("a block has at most 32 warps");
    let made = code.label();
    let thread = code.thread();
    let first = code.compare(Compare::Eq, Ty::U32, thread, 0);
    code.branch_if(first, false, made);
    for ring in rings {
        ring.initialize(code, warps);
    }
    code.push(Inst::Mbarrier(Mbarrier::FenceInit));
    code.place_label(made);
    code.push(Inst::Barrier);
}

/// The first position of a role in every ring.
fn start(code: &mut Builder<'_>, rings: &[Ring], parity: i64) -> Rings {
    let positions: HashMap<_, _> =
        rings.iter().map(|ring| (ring.key, (ring.clone(), ring.start(code, parity)))).collect();
    Rc::new(positions)
}
