//! One step: the cost of an operation, and its dispatch to `ops`.

use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::{Core, Meaning, Memory};

use crate::machine::flow::Flow;
use crate::machine::outcome::{Limit, Stop};
use crate::machine::state::Machine;
use crate::machine::violation::unsupported;
use crate::memory::shadow::happens_before::Token;
use crate::ops::elementwise::apply::apply;
use crate::ops::elementwise::signature::Signature;
use crate::values::tile::Tile;
use crate::values::value::Value;

impl<'k> Machine<'k> {
    /// Runs one operation.
    pub(crate) fn step(&mut self, op: &'k Operation) -> Result<Flow, Stop> {
        if self.leaves_out(op)? {
            return Ok(Flow::Next);
        }
        // The cost is paid first: an operation beyond the limit does not start.
        self.spend(op)?;
        match op.op.meaning() {
            Meaning::Elementwise => {
                // The old result is dropped first, so its memory can be reused.
                self.values[op.results[0].index()] = None;
                let tile = self.elementwise(op)?;
                self.set_tile(op.results[0], tile);
            }
            Meaning::Core(core) => self.run_core(op, core)?,
            Meaning::Memory(memory) => self.run_memory(op, memory)?,
            Meaning::Control(control) => return self.run_control(op, control),
            Meaning::Unsupported => return Err(unsupported(op)),
        }
        self.note_open(op);
        if self.options.trace {
            self.record_step(op);
        }
        Ok(Flow::Next)
    }

    fn run_core(&mut self, op: &'k Operation, core: Core) -> Result<(), Stop> {
        match core {
            Core::Constant => self.constant(op),
            Core::Iota => self.iota(op),
            Core::GetTileBlockId => self.set_grid_query(op, self.block_id()),
            Core::GetNumTileBlocks => self.set_grid_query(op, self.grid),
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
            Core::MmafScaled if self.options.payload => return Err(unsupported(op)),
            Core::MmafScaled => self.mmaf_scaled(op),
        }
        Ok(())
    }

    fn run_memory(&mut self, op: &'k Operation, memory: Memory) -> Result<(), Stop> {
        match memory {
            Memory::Assert => self.assert(op)?,
            Memory::GetGlobal => self.get_global(op)?,
            Memory::Alloca => self.alloca(op)?,
            Memory::MakeToken => self.set(op.results[0], Value::Token(Token::NONE)),
            Memory::JoinTokens | Memory::MemoryFenceAliasTko => self.join_tokens(op),
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
            Memory::PrintTko => self.print(op)?,
            // Within one launch, these operations only pass their token on.
            Memory::GdcWaitTko | Memory::GdcLaunchDependentsTko => {
                self.set(op.results[0], Value::Token(self.token(op.token)));
            }
        }
        Ok(())
    }

    /// Charges the cost of an operation: one unit per input or output lane, with a minimum.
    pub(crate) fn spend(&mut self, op: &Operation) -> Result<(), Stop> {
        let lanes = op.results.iter().chain(&op.operands).map(|id| self.lanes[id.index()]).max().unwrap_or(1);
        let cost = lanes.max(self.options.least);
        self.fuel = self.fuel.checked_sub(cost).ok_or_else(|| self.exhausted(Limit::Fuel, op))?;
        Ok(())
    }

    /// The element types of an element-wise operation.
    pub(crate) fn signature(&self, op: &Operation) -> Signature {
        let last = op.operands[op.operands.len() - 1];
        Signature {
            from: self.scalar(op.operands[0]),
            last: self.scalar(last),
            to: self.scalar(op.results[0]),
            payload: self.options.payload,
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
        applied.ok_or_else(|| unsupported(op))?.map_err(|broken| self.lane_violation(op, broken, shape))
    }
}
