//! The state of a run: values by their numbers, arrays, counters, and what was printed and recorded.

use std::cell::RefCell;
use std::sync::Arc;

use spec::memory::address_space::AddressSpace;
use spec::memory::dependence::Dependences;
use spec::memory::layouts::Layouts;
use spec::memory::strength;
use spec::syntax::kernel::language::Language;
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::types::{Element, Scalar};

use crate::explore::recorder::Recorder;
use crate::machine::outcome::{FailedAssert, Options, Step};
use crate::machine::slice::Slice;
use crate::memory::allocation::{Allocation, Budget};
use crate::memory::shadow::happens_before::{Execution, Token};
use crate::values::access_cache::AccessCache;
use crate::values::host_width::{low_u32, to_index, to_u64};
use crate::values::tile::Tile;
use crate::values::value::{TensorView, Value};

/// The arrays that a launch begins with, buffers first and then globals.
pub(crate) struct Arrays {
    pub(crate) allocations: Vec<Allocation>,
    /// The memory left for arrays.
    pub(crate) budget: Budget,
    pub(crate) address_space: AddressSpace,
    /// By buffer, the first parameter that points into the buffer.
    pub(crate) parameters: Vec<Option<usize>>,
}

/// A run of a kernel. A copy shares tiles and pages of memory until one of the two changes them.
#[derive(Clone)]
pub(crate) struct Machine<'k> {
    pub(crate) kernel: &'k Kernel,
    pub(crate) options: &'k Options,
    pub(crate) grid: [u32; 3],
    pub(crate) values: Vec<Option<Value>>,
    pub(crate) allocations: Vec<Allocation>,
    pub(crate) budget: Budget,
    /// By buffer, the first parameter that points into the buffer.
    pub(crate) parameters: Vec<Option<usize>>,
    /// The started blocks; the last one is running.
    pub(crate) blocks: Vec<[u32; 3]>,
    pub(crate) prints: Vec<String>,
    pub(crate) failed_asserts: Vec<FailedAssert>,
    pub(crate) trace: Vec<Step>,
    /// The place of the next array.
    pub(crate) address_space: AddressSpace,
    /// By value, the array of an `alloca` in the running block.
    pub(crate) scratch: Vec<Option<u32>>,
    /// How many arrays live as long as the launch: buffers first, then globals.
    pub(crate) lasting: usize,
    /// Whether anything of the kernel can order two blocks: a release and an acquire that reach other blocks.
    pub(crate) synchronizes: bool,
    /// The order of accesses besides tokens, in languages with such an order.
    pub(crate) dependences: Option<Arc<Dependences>>,
    /// The layouts of accesses in the codes that run in this launch.
    pub(crate) layouts: Arc<Layouts>,
    /// The operations to leave out, if only broken rules are requested.
    pub(crate) slice: Option<Slice>,
    /// The recorder of reads and events, if memory is explored instead of run.
    pub(crate) recorder: Option<Recorder>,
    /// Whether the rules leave something open that was computed.
    pub(crate) open: bool,
    /// What was last worked out of a tile.
    pub(crate) access_cache: RefCell<AccessCache>,
    /// Element operations left.
    pub(crate) fuel: u64,
    /// The number of lanes of each value.
    pub(crate) lanes: Vec<u64>,
    /// By token, the number of executions of its operation in the running block.
    pub(crate) counts: Vec<u32>,
    /// The operation behind each token.
    pub(crate) makers: Vec<Option<&'k Operation>>,
    /// The loops that the running block is in, the innermost last, with how many iterations came before.
    pub(crate) rounds: Vec<(&'k Operation, u64)>,
}

impl<'k> Machine<'k> {
    pub(crate) fn new(
        kernel: &'k Kernel,
        options: &'k Options,
        grid: [u32; 3],
        Arrays { allocations, budget, address_space, parameters }: Arrays,
    ) -> Self {
        let count = kernel.values.len();
        let lanes = kernel.values.iter().map(|value| value.ty.tile().map_or(1, |tile| to_u64(tile.len())));
        let mut machine = Machine {
            kernel,
            options,
            grid,
            values: vec![None; count],
            lasting: allocations.len(),
            allocations,
            budget,
            address_space,
            scratch: vec![None; count],
            parameters,
            blocks: Vec::new(),
            prints: Vec::new(),
            failed_asserts: Vec::new(),
            trace: Vec::new(),
            synchronizes: strength::may_order_blocks(kernel),
            dependences: (kernel.language != Language::TileIr).then(|| Arc::new(Dependences::new(kernel))),
            layouts: Arc::default(),
            slice: None,
            recorder: None,
            open: false,
            access_cache: RefCell::default(),
            fuel: options.fuel,
            lanes: lanes.collect(),
            counts: vec![0; count],
            makers: vec![None; count],
            rounds: Vec::new(),
        };
        // Races name their earlier access by its token, so every token leads to its operation.
        machine.find_makers(&kernel.body);
        machine
    }

    fn find_makers(&mut self, block: &'k spec::syntax::kernel::Block) {
        for op in &block.ops {
            if let Some(last) = op.results.last() {
                self.makers[last.index()] = Some(op);
            }
            op.regions.iter().for_each(|region| self.find_makers(region));
        }
    }

    /// How many blocks have run before the running one.
    pub(crate) fn block_number(&self) -> u32 {
        low_u32(self.blocks.len()) - 1
    }

    pub(crate) fn block_id(&self) -> [u32; 3] {
        self.blocks.last().copied().unwrap_or_default()
    }

    pub(crate) fn value(&self, id: ValueId) -> &Value {
        match &self.values[id.index()] {
            Some(value) => value,
            None => unreachable!("{} is used before its definition", self.kernel.name(id)),
        }
    }

    /// The latest value, from this block or an earlier block.
    pub(crate) fn last_value(&self, id: ValueId) -> Option<&Value> {
        self.values[id.index()].as_ref()
    }

    pub(crate) fn tile(&self, id: ValueId) -> &Tile {
        match self.value(id) {
            Value::Tile(tile) => tile,
            Value::Token(_) | Value::View(_) => unreachable!("{} is no tile", self.kernel.name(id)),
        }
    }

    /// A copy of a tile; the words are shared until either copy changes.
    pub(crate) fn share_tile(&self, id: ValueId) -> Tile {
        self.tile(id).clone()
    }

    pub(crate) fn view(&self, id: ValueId) -> &TensorView {
        match self.value(id) {
            Value::View(view) => view,
            Value::Token(_) | Value::Tile(_) => unreachable!("{} is no view", self.kernel.name(id)),
        }
    }

    /// What an operation waits for; nothing without a token.
    pub(crate) fn token(&self, id: Option<ValueId>) -> Token {
        match id.map(|id| self.value(id)) {
            Some(Value::Token(token)) => token.clone(),
            Some(Value::Tile(_) | Value::View(_)) => unreachable!("a valid kernel waits for tokens only"),
            None => Token::NONE,
        }
    }

    pub(crate) fn set(&mut self, id: ValueId, value: Value) {
        self.values[id.index()] = Some(value);
    }

    pub(crate) fn set_tile(&mut self, id: ValueId, tile: Tile) {
        self.set(id, Value::Tile(tile));
    }

    /// The numeric type of a tile's elements; for pointers, the pointee type.
    pub(crate) fn scalar(&self, id: ValueId) -> Scalar {
        match self.kernel.tile(id).element {
            Element::Scalar(scalar) | Element::Pointer(scalar) => scalar,
        }
    }

    /// The event of a memory operation's current execution.
    pub(crate) fn event(&mut self, op: &Operation) -> Execution {
        let token = op.results.last().map_or(0, |token| token.0);
        let count = &mut self.counts[to_index(token)];
        let event = Execution::new(token, *count);
        *count += 1;
        event
    }
}
