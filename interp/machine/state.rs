//! The machine: the state of a run, and how one operation changes it.

use std::cell::RefCell;

use spec::memory::strength;
use spec::problem::{Party, Scene, Unsupported, Violation};
use spec::rules::Rule;
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::{Core, Meaning, Memory};
use spec::syntax::types::{Element, Scalar, TileType};

use crate::control::Flow;
use crate::elementwise::{Broken, Signature, apply};
use crate::explore::recorder::Recorder;
use crate::memory::allocation::{Allocation, Budget, Fault};
use crate::memory::shadow::Access;
use crate::memory::token::{Event, Token};
use crate::outcome::{Exhausted, FailedAssert, Limit, Options, Step, Stop};
use crate::recent::Recent;
use crate::tile::Tile;
use crate::value::{TensorView, Value};

/// A run of one kernel.
pub(crate) struct Machine<'k> {
    pub(crate) kernel: &'k Kernel,
    pub(crate) options: &'k Options,
    pub(crate) grid: [u32; 3],
    pub(crate) values: Vec<Option<Value>>,
    pub(crate) allocations: Vec<Allocation>,
    pub(crate) budget: Budget,
    /// By buffer, the first parameter that points into it.
    pub(crate) parameters: Vec<Option<usize>>,
    /// The blocks that have begun; the last of them is running.
    pub(crate) blocks: Vec<[u32; 3]>,
    pub(crate) prints: Vec<String>,
    pub(crate) failed_asserts: Vec<FailedAssert>,
    pub(crate) trace: Vec<Step>,
    /// Where the next array is placed.
    pub(crate) end: i128,
    /// By value, the array that its `alloca` has made for the running block.
    pub(crate) scratch: Vec<Option<u32>>,
    /// How many arrays live as long as the launch: buffers first, then globals.
    lasting: usize,
    /// Whether anything of the kernel can order two blocks: a release and an acquire that reach other blocks.
    pub(crate) synchronizes: bool,
    /// Where memory is not run but explored, what reads give and what is done.
    pub(crate) recorder: Option<Recorder>,
    /// What was last worked out of a tile.
    pub(crate) recent: RefCell<Recent>,
    /// Element operations left.
    pub(crate) fuel: u64,
    /// By value, the lanes that it has.
    lanes: Vec<u64>,
    /// By token, how often the running block has run the operation that makes it.
    counts: Vec<u32>,
    /// By token, the operation that makes it.
    makers: Vec<Option<&'k Operation>>,
}

impl<'k> Machine<'k> {
    pub(crate) fn new(
        kernel: &'k Kernel,
        options: &'k Options,
        grid: [u32; 3],
        (allocations, budget, end): (Vec<Allocation>, Budget, i128),
        parameters: Vec<Option<usize>>,
    ) -> Self {
        let count = kernel.values.len();
        let lanes = kernel.values.iter().map(|value| value.ty.tile().map_or(1, |tile| tile.len() as u64));
        let mut machine = Machine {
            kernel,
            options,
            grid,
            values: vec![None; count],
            lasting: allocations.len(),
            allocations,
            budget,
            end,
            scratch: vec![None; count],
            parameters,
            blocks: Vec::new(),
            prints: Vec::new(),
            failed_asserts: Vec::new(),
            trace: Vec::new(),
            synchronizes: strength::may_order_blocks(kernel),
            recorder: None,
            recent: RefCell::default(),
            fuel: options.fuel,
            lanes: lanes.collect(),
            counts: vec![0; count],
            makers: vec![None; count],
        };
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

    /// Runs one block of the grid.
    pub(crate) fn run(&mut self, block: [u32; 3]) -> Result<(), Stop> {
        self.blocks.push(block);
        self.counts.fill(0);
        // What was made for another block has ended with it.
        self.allocations.truncate(self.lasting);
        self.scratch.fill(None);
        self.block(&self.kernel.body)?;
        Ok(())
    }

    /// Runs one block of the grid with its share of what is left.
    pub(crate) fn run_share(&mut self, block: [u32; 3]) -> Result<(), Stop> {
        let share = self.options.share.unwrap_or(u64::MAX).min(self.fuel);
        let others = self.fuel - share;
        self.fuel = share;
        let ended = self.run(block);
        self.fuel += others;
        ended
    }

    pub(crate) fn block_id(&self) -> [u32; 3] {
        self.blocks.last().copied().unwrap_or_default()
    }

    pub(crate) fn value(&self, id: ValueId) -> &Value {
        match &self.values[id.index()] {
            Some(value) => value,
            None => unreachable!("{} is used before it is made", self.kernel.name(id)),
        }
    }

    /// What an operation gave when it last ran, in this block or one before.
    pub(crate) fn made(&self, id: ValueId) -> Option<&Value> {
        self.values[id.index()].as_ref()
    }

    pub(crate) fn tile(&self, id: ValueId) -> &Tile {
        match self.value(id) {
            Value::Tile(tile) => tile,
            Value::Token(_) | Value::View(_) => unreachable!("{} is no tile", self.kernel.name(id)),
        }
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

    /// The numeric type of a tile's elements; of pointers, what they point to.
    pub(crate) fn scalar(&self, id: ValueId) -> Scalar {
        match self.kernel.tile(id).element {
            Element::Scalar(scalar) | Element::Pointer(scalar) => scalar,
        }
    }

    /// The event that a memory operation is, this time.
    pub(crate) fn event(&mut self, op: &Operation) -> Event {
        let token = op.results.last().map_or(0, |token| token.0);
        let count = &mut self.counts[token as usize];
        let event = Event::new(token, *count);
        *count += 1;
        event
    }

    /// Runs one operation.
    pub(crate) fn operation(&mut self, op: &'k Operation) -> Result<Flow, Stop> {
        self.spend(op)?;
        match op.op.meaning() {
            Meaning::Elementwise => {
                // What it gave last goes first, so that its room can be taken again.
                self.values[op.results[0].index()] = None;
                let tile = self.elementwise(op)?;
                self.set_tile(op.results[0], tile);
            }
            Meaning::Core(core) => self.core(op, core)?,
            Meaning::Memory(memory) => self.memory(op, memory)?,
            Meaning::Control(control) => return self.control(op, control),
            Meaning::Unsupported => return Err(unsupported(op)),
        }
        if self.options.trace {
            self.record(op);
        }
        Ok(Flow::Next)
    }

    fn core(&mut self, op: &'k Operation, core: Core) -> Result<(), Stop> {
        match core {
            Core::Constant => self.constant(op),
            Core::Iota => self.iota(op),
            Core::GetTileBlockId => self.triple(op, self.block_id()),
            Core::GetNumTileBlocks => self.triple(op, self.grid),
            Core::Reshape => self.reshape(op),
            Core::Broadcast => self.broadcast(op),
            Core::Permute => self.permute(op),
            Core::Select => self.select(op),
            Core::Assume => self.assume(op)?,
            Core::Offset => self.offset(op),
            Core::Bitcast | Core::PtrToPtr => self.recast(op),
            Core::Pack | Core::Unpack => self.repack(op),
            Core::IntToPtr => self.int_to_ptr(op),
            Core::PtrToInt => self.ptr_to_int(op),
            Core::Cat => self.cat(op),
            Core::Extract => self.extract(op)?,
            Core::Insert => self.insert(op)?,
            Core::Reduce => self.reduce(op)?,
            Core::Scan => self.scan(op)?,
            Core::Mmaf => self.mmaf(op)?,
            Core::Mmai => self.mmai(op),
            Core::MmafScaled => self.mmaf_scaled(op),
        }
        Ok(())
    }

    fn memory(&mut self, op: &'k Operation, memory: Memory) -> Result<(), Stop> {
        match memory {
            Memory::Assert => self.assert(op)?,
            Memory::GetGlobal => self.get_global(op)?,
            Memory::Alloca => self.alloca(op)?,
            Memory::MakeToken => self.set(op.results[0], Value::Token(Token::NONE)),
            Memory::JoinTokens => self.join_tokens(op),
            Memory::MakeTensorView => self.make_tensor_view(op)?,
            Memory::MakePartitionView | Memory::MakeStridedView | Memory::MakeGatherScatterView => {
                self.set(op.results[0], self.value(op.operands[0]).clone());
            }
            Memory::GetTensorShape => self.tensor_shape(op)?,
            Memory::GetIndexSpaceShape => self.index_space_shape(op)?,
            Memory::LoadViewTko => self.load_view(op)?,
            Memory::StoreViewTko => self.store_view(op)?,
            Memory::LoadPtrTko => self.load_pointers(op)?,
            Memory::StorePtrTko => self.store_pointers(op)?,
            Memory::AtomicRmwTko => self.atomic_rmw(op)?,
            Memory::AtomicCasTko => self.compare_exchange(op)?,
            Memory::AtomicRedViewTko => self.update_view(op)?,
            Memory::PrintTko => self.print(op),
        }
        Ok(())
    }

    /// Pays for an operation: one for every lane that it takes or gives.
    pub(crate) fn spend(&mut self, op: &Operation) -> Result<(), Stop> {
        let lanes = op.results.iter().chain(&op.operands).map(|id| self.lanes[id.index()]).max().unwrap_or(1);
        self.fuel = self.fuel.checked_sub(lanes).ok_or_else(|| self.exhausted(Limit::Fuel, op))?;
        Ok(())
    }

    /// The element types of an element-wise operation.
    pub(crate) fn signature(&self, op: &Operation) -> Signature {
        let last = op.operands[op.operands.len() - 1];
        Signature {
            from: self.scalar(op.operands[0]),
            last: self.scalar(last),
            to: self.scalar(op.results[0]),
        }
    }

    /// An element-wise operation.
    pub(crate) fn elementwise(&self, op: &Operation) -> Result<Tile, Stop> {
        let result = op.results[0];
        let types = self.signature(op);
        let (tile, ignore) = (|id: &ValueId| self.tile(*id), self.options.ignore);
        let applied = match &op.operands[..] {
            [a] => apply(op.op, &op.attributes, types, &[tile(a)], ignore),
            [a, b] => apply(op.op, &op.attributes, types, &[tile(a), tile(b)], ignore),
            operands => {
                let operands: Vec<_> = operands.iter().map(tile).collect();
                apply(op.op, &op.attributes, types, &operands, ignore)
            }
        };
        let shape = &self.kernel.tile(result).shape;
        applied.ok_or_else(|| unsupported(op))?.map_err(|broken| self.broken(op, broken, shape))
    }

    /// What a run that reaches a limit ends in.
    pub(crate) fn exhausted(&self, limit: Limit, op: &Operation) -> Stop {
        Stop::Exhausted(Exhausted { limit, at: op.at.clone(), block: self.block_id() })
    }

    /// The running block, at an operation.
    pub(crate) fn party(&self, op: &Operation, lane: Option<Vec<u32>>) -> Party {
        let lane = lane.map(|lane| self.element_of(op, lane));
        Party { at: op.at.clone(), block: self.block_id(), lane }
    }

    /// A rule that a lane of a tile of that shape broke.
    pub(crate) fn broken(&self, op: &Operation, broken: Broken, shape: &[u32]) -> Stop {
        self.violation(op, broken.rule, Some(index_of(broken.lane, shape)), None, None)
    }

    /// A rule that the running block broke.
    pub(crate) fn violation(
        &self,
        op: &Operation,
        rule: Rule,
        lane: Option<Vec<u32>>,
        buffer: Option<u32>,
        scene: Option<Scene>,
    ) -> Stop {
        let party = self.party(op, lane);
        let parameter = self.parameter(buffer);
        Stop::Violation(Box::new(Violation { rule, party, other: None, parameter, scene }))
    }

    /// The parameter that points into a buffer.
    pub(crate) fn parameter(&self, buffer: Option<u32>) -> Option<usize> {
        self.parameters.get(buffer? as usize).copied().flatten()
    }

    /// An access that could not be made.
    pub(crate) fn fault(&self, op: &Operation, fault: Fault, buffer: u32) -> Stop {
        let (race, lane) = match fault {
            Fault::Full => return self.exhausted(Limit::Memory, op),
            Fault::Race { race, lane } => (race, lane),
        };
        let lane = index_of(lane as usize, self.accessed_shape(op));
        let scene = self.scene(op, buffer, &lane);
        let party = self.party(op, Some(lane));
        let other = self.earlier(&race.earlier, race.byte);
        let (rule, parameter) = (race.rule, self.parameter(Some(buffer)));
        Stop::Violation(Box::new(Violation { rule, party, other, parameter, scene }))
    }

    /// The other side of a race.
    fn earlier(&self, access: &Access, byte: u16) -> Option<Party> {
        let op = self.makers[access.first.op() as usize]?;
        let lane = index_of(access.lane_at(byte) as usize, self.accessed_shape(op));
        let lane = Some(self.element_of(op, lane));
        Some(Party { at: op.at.clone(), block: self.blocks[access.block as usize], lane })
    }

    /// The element at a lane; where two share a byte, the first of them.
    fn element_of(&self, op: &Operation, mut lane: Vec<u32>) -> Vec<u32> {
        let view = op.operands.iter().find_map(|operand| self.kernel.ty(*operand).tiled());
        let packed = op.attributes.packed.as_ref().zip(view);
        if let Some(place) = packed.and_then(|(packed, view)| lane.get_mut(packed.along(&view)?)) {
            *place *= 2;
        }
        lane
    }

    /// The shape of the tile that a memory operation accesses.
    pub(crate) fn accessed_shape(&self, op: &Operation) -> &'k [u32] {
        let tile = |id: Option<&ValueId>| -> Option<&'k TileType> { self.kernel.ty(*id?).tile() };
        let ends = || tile(op.operands.first()).or_else(|| tile(op.operands.last()));
        tile(op.results.first()).or_else(ends).map_or(&[], |tile| &tile.shape)
    }
}

/// The index of a lane in a tile of that shape.
pub(crate) fn index_of(lane: usize, shape: &[u32]) -> Vec<u32> {
    let mut rest = lane as u64;
    let mut index: Vec<u32> = shape
        .iter()
        .rev()
        .map(|extent| {
            let at = rest % u64::from(*extent);
            rest /= u64::from(*extent);
            at as u32
        })
        .collect();
    index.reverse();
    index
}

/// What a kernel with an operation that has no meaning ends in.
pub(crate) fn unsupported(op: &Operation) -> Stop {
    let message = format!("`{}` on such operands", op.op.mnemonic());
    Stop::Unsupported(Unsupported { message, at: op.at.clone() })
}
