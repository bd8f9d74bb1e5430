//! Unroll and jam of loops with loads, so that loads of several iterations are in flight together. A main loop has several copies of the
//! body, and the original loop runs the remaining iterations. Loops with few iterations become straight code. (Allen and Cocke, "A
//! catalogue of optimizing transformations", 1972.) The order of float operations stays, so results are bit-identical;
//! [`crate::analysis::schedule`] moves the loads together.

mod whole_tiles;

use std::collections::HashMap;

use spec::syntax::attributes::{Attributes, Constant, Literal, MemoryOrder, Signedness};
use spec::syntax::count::handle_from_usize;
use spec::syntax::kernel::{Block, Kernel, OpId, Operation, ValueId};
use spec::syntax::op::{Core, Meaning, Op};
use spec::syntax::span::Place;
use spec::syntax::types::Type;

use self::whole_tiles::Split;
use crate::analysis::schedule::{can_move, is_load};
use crate::ir::numbers::{bytes_to_index, index_to_bytes};
use crate::ir::value::bytes;
use crate::target::Options;

/// Bytes that each thread has in flight in a loop. Loads of other blocks hide the remaining latency: on an H200, twice as many slow down
/// softmax in loops by a seventh (bench/H200.md).
const IN_FLIGHT: u64 = 64;

/// The bytes in flight where a multiprocessor has at most one block.
const IN_FLIGHT_OF_FEW_BLOCKS: u64 = 256;

/// The most copies of a body.
const MOST_COPIES: usize = 8;

/// The most iterations of a loop that becomes straight code.
const MOST_ITERATIONS: usize = 16;

/// The most operations of all copies together.
const MOST_OPERATIONS: usize = 600;

/// Bytes that each thread has in flight in a loop.
pub(crate) const fn bytes_in_flight(options: Options) -> u64 {
    if options.few_blocks { IN_FLIGHT_OF_FEW_BLOCKS } else { IN_FLIGHT }
}

/// The kernel, for so many threads a block that each may have so many bytes in flight, with its loops of loads unrolled.
pub(crate) fn unroll_loads(kernel: &Kernel, threads: u32, in_flight: u64) -> Kernel {
    let mut unrolled = kernel.clone();
    if unrolled.operations().any(|op| matches!(op.op, Op::Mmaf | Op::Mmai | Op::MmafScaled)) {
        return unrolled;
    }
    let body = std::mem::take(&mut unrolled.body);
    let definitions = kernel.operations().filter(|op| op.regions.is_empty());
    let definitions =
        definitions.flat_map(|op| op.results.iter().map(|result| (*result, op.clone()))).collect();
    let (constants, renamed) = (HashMap::new(), HashMap::new());
    let mut unroller = Unroller { kernel: unrolled, threads, in_flight, definitions, constants, renamed };
    let body = unroller.unroll_block(body);
    unrolled = unroller.kernel;
    unrolled.body = body;
    unrolled
}

/// How a loop is unrolled.
enum Plan {
    /// The loop runs this often and becomes straight code.
    Whole(i64),
    /// So many copies a round.
    Copies(u16),
}

struct Unroller {
    /// The kernel without its body; values are added.
    kernel: Kernel,
    threads: u32,
    in_flight: u64,
    /// The operations of the original kernel by result, without control.
    definitions: HashMap<ValueId, Operation>,
    /// The constant integers.
    constants: HashMap<ValueId, i64>,
    /// New names for the results of loops that became straight code.
    renamed: HashMap<ValueId, ValueId>,
}

impl Unroller {
    fn unroll_block(&mut self, block: Block) -> Block {
        let mut ops = Vec::with_capacity(block.ops.len());
        for mut op in block.ops {
            rename(&mut op, &self.renamed);
            op.regions =
                std::mem::take(&mut op.regions).into_iter().map(|it| self.unroll_block(it)).collect();
            self.note_constant(&op);
            match self.split(&op) {
                Some(Split { before, main, rest }) => {
                    ops.extend(before);
                    self.unroll(main, &mut ops);
                    ops.push(rest);
                }
                None => self.unroll(op, &mut ops),
            }
        }
        Block { params: block.params, ops }
    }

    fn unroll(&mut self, op: Operation, ops: &mut Vec<Operation>) {
        match self.plan(&op) {
            Some(Plan::Whole(count)) => ops.extend(self.straight_code(&op, count)),
            Some(Plan::Copies(copies)) => ops.extend(self.jammed(op, copies)),
            None => ops.push(op),
        }
    }

    fn note_constant(&mut self, op: &Operation) {
        let Some(Constant::Splat(literal)) = &op.attributes.constant else { return };
        let Type::Tile(tile) = self.kernel.ty(op.results[0]) else { return };
        if let (true, Some(scalar)) = (tile.shape.is_empty(), tile.element.scalar()) {
            let shift = 64 - scalar.bits();
            self.constants.insert(op.results[0], (literal.0 << shift).cast_signed() >> shift);
        }
    }

    /// The plan for a loop that only loads and computes; `None` if the loop stays as it is.
    fn plan(&self, op: &Operation) -> Option<Plan> {
        if op.op != Op::For || op.attributes.unsigned_compare {
            return None;
        }
        let body = &op.regions[0];
        let (last, straight) = body.ops.split_last()?;
        if last.op != Op::Continue || !straight.iter().all(can_copy) {
            return None;
        }
        let of = |at: usize| self.constants.get(&op.operands[at]).copied();
        let (lower, step) = (of(0)?, of(2).filter(|step| *step > 0)?);
        let loaded: u64 = straight.iter().filter(|op| is_load(op)).map(|op| self.bytes_each(op)).sum();
        let copies_in = |most: usize| most.min(MOST_OPERATIONS / body.ops.len());
        if let Some(upper) = of(1) {
            let count = upper.checked_sub(lower)?.max(0).checked_add(step - 1)? / step;
            let few = usize::try_from(count).is_ok_and(|count| count <= copies_in(MOST_ITERATIONS));
            if few && loaded > 0 {
                return Some(Plan::Whole(count));
            }
        }
        // Iterations are counted from zero, so that no difference of bounds overflows.
        if loaded == 0 || lower != 0 {
            return None;
        }
        let most = copies_in(MOST_COPIES).min(bytes_to_index(self.in_flight / loaded));
        let copies: u16 = if most < 2 { return None } else { 1 << most.ilog2() };
        let span = step.checked_mul(i64::from(copies))?;
        (span < 1 << 15).then_some(Plan::Copies(copies))
    }

    /// Bytes of a loaded tile that each thread has.
    fn bytes_each(&self, op: &Operation) -> u64 {
        let Type::Tile(tile) = self.kernel.ty(op.results[0]) else { return 0 };
        let elements = tile.len().div_ceil(1 << self.threads.trailing_zeros());
        index_to_bytes(elements) * bytes(tile.element)
    }

    /// Unrolls a loop completely.
    fn straight_code(&mut self, op: &Operation, count: i64) -> Vec<Operation> {
        let (lower, step) = (self.constants[&op.operands[0]], self.constants[&op.operands[2]]);
        let mut ops = Vec::new();
        let mut carried = op.operands[3..].to_vec();
        for at in 0..count {
            let index = self.constant(op.regions[0].params[0], lower + at * step, &op.at, &mut ops);
            carried = self.iteration(&op.regions[0], index, &carried, &mut ops);
        }
        self.renamed.extend(op.results.iter().copied().zip(carried));
        ops
    }

    /// A loop of so many copies of the body up to a multiple of them, and the loop itself from there on.
    fn jammed(&mut self, mut rest: Operation, copies: u16) -> Vec<Operation> {
        let (induction, place) = (rest.regions[0].params[0], rest.at.clone());
        let step = self.constants[&rest.operands[2]];
        let mut before = Vec::new();
        let span = self.constant(induction, step * i64::from(copies), &place, &mut before);
        let upper = rest.operands[1];
        // Where there is nothing to do, the limit is at least the upper bound.
        let limit = self.rounded([upper, span], &place, &mut before);
        let params = self.fresh_like(&rest.regions[0].params);
        let mut body = Vec::new();
        let mut carried = params[1..].to_vec();
        for copy in 0..copies {
            let index = match copy {
                0 => params[0],
                _ => {
                    let ahead = self.constant(induction, step * i64::from(copy), &place, &mut body);
                    self.binary(Op::Addi, [params[0], ahead], &place, &mut body)
                }
            };
            carried = self.iteration(&rest.regions[0], index, &carried, &mut body);
        }
        let last = rest.regions[0].ops.last().cloned();
        body.extend(last.map(|last| Operation { operands: carried, ..last }));
        let results = self.fresh_like(&rest.results);
        let mut main = Operation { results: results.clone(), ..rest.clone() };
        (main.operands[1], main.operands[2]) = (limit, span);
        main.regions = vec![Block { params, ops: body }];
        rest.operands[0] = limit;
        rest.operands.splice(3.., results);
        before.extend([main, rest]);
        before
    }

    /// Copies a body; returns the values carried to the next iteration.
    fn iteration(
        &mut self,
        body: &Block,
        index: ValueId,
        carried: &[ValueId],
        ops: &mut Vec<Operation>,
    ) -> Vec<ValueId> {
        let values = std::iter::once(index).chain(carried.iter().copied());
        let mut names: HashMap<ValueId, ValueId> = body.params.iter().copied().zip(values).collect();
        for op in &body.ops {
            let copy = self.copy(op, &mut names);
            if copy.op == Op::Continue {
                return copy.operands;
            }
            ops.push(copy);
        }
        Vec::new()
    }

    /// An operation with new results and renamed operands.
    fn copy(&mut self, op: &Operation, names: &mut HashMap<ValueId, ValueId>) -> Operation {
        let mut copy = op.clone();
        rename(&mut copy, names);
        copy.results = self.fresh_like(&op.results);
        for region in &mut copy.regions {
            let params = self.fresh_like(&region.params);
            names.extend(region.params.iter().copied().zip(params.iter().copied()));
            let ops = region.ops.iter().map(|op| self.copy(op, names)).collect();
            *region = Block { params, ops };
        }
        names.extend(op.results.iter().copied().zip(copy.results.iter().copied()));
        copy
    }

    fn fresh_like(&mut self, values: &[ValueId]) -> Vec<ValueId> {
        values.iter().map(|value| self.fresh(*value)).collect()
    }

    /// A new value with the name and type of another.
    fn fresh(&mut self, like: ValueId) -> ValueId {
        let value = self.kernel.values[like.index()].clone();
        self.kernel.values.push(value);
        ValueId(handle_from_usize(self.kernel.values.len() - 1))
    }

    /// An integer constant of the type of a value.
    fn constant(&mut self, like: ValueId, value: i64, at: &Place, ops: &mut Vec<Operation>) -> ValueId {
        let bits = match self.kernel.tile(like).element.scalar() {
            Some(scalar) if scalar.bits() < 64 => value.cast_unsigned() & ((1 << scalar.bits()) - 1),
            Some(_) | None => value.cast_unsigned(),
        };
        let attributes =
            Attributes { constant: Some(Constant::Splat(Literal(bits))), ..Attributes::default() };
        let result = self.fresh(like);
        self.constants.insert(result, value);
        let operation = Operation {
            id: OpId::default(),
            op: Op::Constant,
            operands: Vec::new(),
            token: None,
            results: vec![result],
            attributes,
            regions: Vec::new(),
            at: at.clone(),
        };
        ops.push(operation);
        result
    }

    /// A number rounded towards zero to a multiple of another, which analyses then know.
    fn rounded(&mut self, [number, to]: [ValueId; 2], at: &Place, ops: &mut Vec<Operation>) -> ValueId {
        let often = self.binary(Op::Divi, [number, to], at, ops);
        self.binary(Op::Muli, [often, to], at, ops)
    }

    fn binary(&mut self, op: Op, operands: [ValueId; 2], at: &Place, ops: &mut Vec<Operation>) -> ValueId {
        let result = self.fresh(operands[0]);
        let attributes = Attributes { signedness: Some(Signedness::Signed), ..Attributes::default() };
        ops.push(Operation {
            id: OpId::default(),
            op,
            operands: operands.to_vec(),
            token: None,
            results: vec![result],
            attributes,
            regions: Vec::new(),
            at: at.clone(),
        });
        result
    }
}

/// Whether copies of an operation may follow each other: the operation computes, loads, or stores without
/// order.
fn can_copy(op: &Operation) -> bool {
    let stores = (op.op == Op::StoreViewTko || op.op == Op::StorePtrTko)
        && op.attributes.memory_order.is_none_or(|order| order == MemoryOrder::Weak);
    let combines = matches!(op.op.meaning(), Meaning::Core(Core::Reduce | Core::Scan));
    stores || combines || can_move(op)
}

fn rename(op: &mut Operation, names: &HashMap<ValueId, ValueId>) {
    for value in op.operands.iter_mut().chain(&mut op.token) {
        *value = names.get(value).copied().unwrap_or(*value);
    }
}
