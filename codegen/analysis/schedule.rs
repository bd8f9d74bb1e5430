//! Load scheduling: loads move up to the first load with ready operands, so that they are in flight together, without a reduction and its
//! barriers in between.

use std::collections::HashSet;

use spec::syntax::attributes::MemoryOrder;
use spec::syntax::kernel::{Block, Kernel, Operation, ValueId};
use spec::syntax::op::{Meaning, Op};
use spec::syntax::types::Type;

use crate::ir::numbers::bytes_to_index;
use crate::ir::value::bytes;

/// The most elements of 32 bits of tiles that are loaded early, for each thread of a block. Smaller elements share registers until they are
/// used; factors of products are used at once.
const MAX_EARLY_ELEMENTS: usize = 48;

/// Bytes of a register.
const REGISTER: u64 = 4;

/// The kernel with its loads side by side. A load stays behind the accesses that its token waits for. Accesses without a common
/// token do not conflict: the proof shows this. Each thread has so many bytes in flight at least.
pub(crate) fn hoist_loads(kernel: &Kernel, threads: u32, in_flight: u64) -> Kernel {
    let mut ordered = kernel.clone();
    let mut body = std::mem::take(&mut ordered.body);
    let each = MAX_EARLY_ELEMENTS.max(bytes_to_index(in_flight / REGISTER));
    schedule_block(kernel, &mut body, each << threads.trailing_zeros());
    ordered.body = body;
    ordered
}

fn schedule_block(kernel: &Kernel, block_: &mut Block, most: usize) {
    for op in &mut block_.ops {
        op.regions.iter_mut().for_each(|region| schedule_block(kernel, region, most));
    }
    // Control is not crossed.
    let mut ordered = Vec::with_capacity(block_.ops.len());
    // Straight code between control operations.
    let mut straight = Vec::new();
    for op in std::mem::take(&mut block_.ops) {
        if matches!(op.op.meaning(), Meaning::Control(_)) {
            ordered.extend(hoist_in_straight_code(kernel, std::mem::take(&mut straight), most));
            ordered.push(op);
        } else {
            straight.push(op);
        }
    }
    ordered.extend(hoist_in_straight_code(kernel, straight, most));
    block_.ops = ordered;
}

/// Whether an operation is a load without order.
pub(crate) fn is_load(op: &Operation) -> bool {
    (op.op == Op::LoadViewTko || op.op == Op::LoadPtrTko)
        && op.attributes.memory_order.is_none_or(|order| order == MemoryOrder::Weak)
}

/// Whether an operation may move before independent operations.
pub(crate) fn can_move(op: &Operation) -> bool {
    let pure = match op.op.meaning() {
        Meaning::Elementwise => true,
        Meaning::Core(_) => op.regions.is_empty(),
        Meaning::Memory(_) | Meaning::Control(_) | Meaning::Unsupported => false,
    };
    let views = [
        Op::MakeToken,
        Op::JoinTokens,
        Op::MakeTensorView,
        Op::MakePartitionView,
        Op::MakeStridedView,
        Op::MakeGatherScatterView,
        Op::GetTensorShape,
        Op::GetIndexSpaceShape,
    ];
    pure || views.contains(&op.op) || is_load(op)
}

/// Straight-line operations, with later loads moved up to the first load.
fn hoist_in_straight_code(kernel: &Kernel, ops: Vec<Operation>, most: usize) -> Vec<Operation> {
    let Some(first) = ops.iter().position(is_load) else { return ops };
    let early = choose_early(kernel, &ops, first, most);
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for (at, op) in ops.into_iter().enumerate() {
        if at < first || early.contains(&at) { before.push(op) } else { after.push(op) }
    }
    before.extend(after);
    before
}

/// The positions of loads that can move up to the first load, and of the operations that they depend on.
fn choose_early(kernel: &Kernel, ops: &[Operation], first: usize, most: usize) -> HashSet<usize> {
    let multiplies = kernel.operations().any(|op| matches!(op.op, Op::Mmaf | Op::Mmai | Op::MmafScaled));
    let mut chosen = HashSet::new();
    let mut elements = 0;
    for (at, op) in ops.iter().enumerate().skip(first).filter(|(_, op)| is_load(op)) {
        let size = match kernel.ty(op.results[0]) {
            Type::Tile(tile) if multiplies => tile.len(),
            Type::Tile(tile) => {
                let size = bytes_to_index(bytes(tile.element).min(REGISTER));
                (tile.len() * size).div_ceil(bytes_to_index(REGISTER))
            }
            Type::Token
            | Type::TensorView(_)
            | Type::PartitionView(_)
            | Type::StridedView(_)
            | Type::GatherScatterView(_) => 0,
        };
        // A load moves together with the computation of its address.
        let Some(needed) = dependencies(ops, first, at) else { continue };
        // More tiles at once than registers for them would be spilled.
        if elements + size > most && !chosen.is_empty() {
            break;
        }
        elements += size;
        chosen.extend(needed);
    }
    chosen
}

/// The positions, from `first` on, of an operation and its dependencies; `None` if a dependency cannot move up.
fn dependencies(ops: &[Operation], first: usize, at: usize) -> Option<Vec<usize>> {
    let mut wanted: HashSet<ValueId> = HashSet::new();
    let mut found = Vec::new();
    // Backwards: what is needed was made before.
    for position in (first..=at).rev() {
        let op = &ops[position];
        if position != at && !op.results.iter().any(|result| wanted.contains(result)) {
            continue;
        }
        if !can_move(op) {
            return None;
        }
        wanted.extend(op.operands.iter().chain(&op.token).copied());
        found.push(position);
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of four loads come first, in a kernel that sums up tiles of a type, with 32 elements for each thread.
    fn early(ty: &str, product: &str) -> usize {
        let (tensor, tile) = (format!("tensor_view<?x{ty}, strides=[1]>"), format!("tile<1024x{ty}>"));
        let view = format!("partition_view<tile=(1024), padding_value = zero, {tensor}>");
        let loads: String = (0..4)
            .map(|at| {
                format!(
                    "%c{at} = constant <i32: {at}> : tile<i32>
                     %x{at}, %t{at} = load_view_tko weak %p[%c{at}] : {view}, tile<i32> -> {tile}, token
                     %s{} = addf %s{at}, %x{at} : {tile}\n",
                    at + 1
                )
            })
            .collect();
        let text = format!(
            "entry @k(%x: tile<ptr<{ty}>>, %len: tile<i32>) {{
               %s0 = constant <{ty}: 0.0> : {tile}
               %v = make_tensor_view %x, shape = [%len], strides = [1] : tile<i32> -> {tensor}
               %p = make_partition_view %v : {view}
               {loads}{product}
               return
             }}"
        );
        let module = spec::parse::module(&text).expect("it parses");
        let ordered = hoist_loads(&module.kernels[0], 32, 16);
        let ops = ordered.body.ops.iter();
        let before = ops.take_while(|op| op.op != Op::Addf).filter(|op| is_load(op));
        before.count()
    }

    #[test]
    fn small_elements_of_early_loads_share_registers() {
        assert_eq!(early("f32", ""), 1);
        assert_eq!(early("f16", ""), 3);
        // The factors of products are used at once.
        let product = "%a = constant <f16: 1.0> : tile<16x16xf16>
               %m = mmaf %a, %a, %a : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf16>";
        assert_eq!(early("f16", product), 1);
    }
}
