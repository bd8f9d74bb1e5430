//! The builder of a kernel's code: what lowering asks for registers, instructions, shared memory and the values made so far.
//!
//! Each concern keeps its state to itself: [`CodeBuffer`] the text, [`SharedMemory`] the allocator of shared memory, a counter the
//! barriers, [`RegionFrame`]s the regions around, [`KernelFacts`] what was analysed before.

use std::collections::{HashMap, HashSet};

use spec::problem::Unsupported;
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::Op;

use self::kept::Kept;
use crate::analysis::facts::KernelFacts;
use crate::analysis::parameters::ParameterFacts;
use crate::analysis::producer_slice::ProducerSlice;
use crate::ir::code_buffer::{CodeBuffer, FinishedCode, Mark};
use crate::ir::ptx::{Class, Guard, Inst, Label, Line, Mode, Reg, Ty};
use crate::ir::regions::RegionFrame;
use crate::ir::role::Role;
use crate::ir::shared_memory::{SharedMemory, SharedRegions};
use crate::ir::tile_block::{Pair, TileBlock};
use crate::ir::value::{Tensor, Tile, Token, Value};
use crate::layout::linear::Layout;
use crate::target::{Options, Target};

mod barriers;
mod kept;
mod tile_blocks;

/// Lowers one operation outside of control flow. Code of nested operations comes from an argument or from the builder.
pub(crate) type LowerOperation = fn(&mut Builder<'_>, &Operation) -> Result<(), Unsupported>;

/// A kernel on its way to code.
pub(crate) struct Builder<'k> {
    kernel: &'k Kernel,
    target: Target,
    options: Options,
    facts: KernelFacts<'k>,
    /// What makes the code of an operation.
    lower: LowerOperation,
    /// A block has 2^`log2_threads` threads.
    log2_threads: usize,
    code: CodeBuffer,
    /// The code of every value.
    values: HashMap<ValueId, Value>,
    /// Tiles that stay in shared memory.
    kept: Kept,
    shared: SharedMemory,
    /// Barriers since the start: tokens count them.
    barriers: u32,
    /// The regions around, the innermost last.
    regions: Vec<RegionFrame>,
    /// The role of the code.
    role: Role,
    /// The tile block of the code, if a block of threads runs several.
    tile_block: Option<TileBlock>,
    /// The tile block of this warpgroup, if two run side by side.
    group: Option<Reg>,
    /// The two tile blocks that run side by side.
    pair: Option<Pair>,
    /// Whether code of two tile blocks affects the whole block of threads: through barriers, or through shared memory.
    meets: bool,
    /// The number of the thread.
    thread: Reg,
    /// Registers of 64 bits, written once, whose upper half is zero.
    zero_extended: HashSet<Reg>,
    /// For 64-bit registers written once, the 32-bit register that was sign-extended.
    sign_extended: HashMap<Reg, Reg>,
}

/// The state at a point of control: registers of values, the number of barriers, possible readers of shared memory.
#[derive(Debug, Clone)]
pub(crate) struct FlowState {
    values: HashMap<ValueId, Value>,
    barriers: u32,
    regions: SharedRegions,
}

/// A state of the code that can be gone back to.
#[derive(Debug, Clone)]
pub(crate) struct Checkpoint {
    mark: Mark,
    flow: FlowState,
}

impl<'k> Builder<'k> {
    /// A builder that knows the thread's number alone, for a kernel with facts about its parameters.
    pub(crate) fn new(
        kernel: &'k Kernel,
        parameters: &ParameterFacts,
        target: Target,
        options: Options,
        log2_threads: usize,
        lower: LowerOperation,
    ) -> Self {
        let mut code = Builder {
            kernel,
            target,
            options,
            facts: KernelFacts::of(kernel, parameters, options),
            lower,
            log2_threads,
            code: CodeBuffer::default(),
            values: HashMap::new(),
            kept: Kept::default(),
            shared: SharedMemory::default(),
            barriers: 0,
            regions: Vec::new(),
            role: Role::Every,
            tile_block: None,
            group: None,
            pair: None,
            meets: false,
            thread: Reg { class: Class::B32, number: 0 },
            zero_extended: HashSet::new(),
            sign_extended: HashMap::new(),
        };
        code.thread = code.special("%tid.x");
        code
    }

    /// The code, and the bytes of shared memory that conversions of layouts use.
    pub(crate) fn finish(self) -> (FinishedCode, u64) {
        (self.code.finish(), self.shared.bytes())
    }
}

/// Roles of threads.
impl Builder<'_> {
    /// The role of the code.
    pub(crate) fn role(&self) -> Role {
        self.role.clone()
    }

    /// From here on the code is that of a role.
    pub(crate) fn set_role(&mut self, role: Role) {
        self.role = role;
    }

    /// Whether an operation is code of the role.
    pub(crate) fn runs(&self, op: &Operation) -> bool {
        // What turns a staged tile is no code: its product reads the stage another way.
        let is_turned =
            op.op != Op::LoadViewTko && op.results.first().is_some_and(|result| self.is_staged(*result));
        !is_turned && self.producer_slice().is_none_or(|slice| slice.keeps(op))
    }

    /// Whether a tile is in a stage of a ring, and in no registers.
    pub(crate) fn is_staged(&self, value: ValueId) -> bool {
        matches!(&self.role, Role::Consumer { staged, .. } if staged.contains(&value))
    }

    /// Whether the role needs a value.
    pub(crate) fn needs(&self, value: ValueId) -> bool {
        self.producer_slice().is_none_or(|slice| slice.has(value))
    }

    fn producer_slice(&self) -> Option<&ProducerSlice> {
        match &self.role {
            Role::Producer { slice, .. } => Some(slice),
            Role::Every | Role::Consumer { .. } => None,
        }
    }
}

/// The compiled kernel and its facts.
impl<'k> Builder<'k> {
    /// The kernel to compile.
    pub(crate) fn kernel(&self) -> &'k Kernel {
        self.kernel
    }

    /// The target of the compilation.
    pub(crate) fn target(&self) -> Target {
        self.target
    }

    /// The options of the compilation.
    pub(crate) fn options(&self) -> Options {
        self.options
    }

    /// What the analyses say of the kernel.
    pub(crate) fn facts(&self) -> &KernelFacts<'k> {
        &self.facts
    }

    /// What makes the code of an operation.
    pub(crate) fn lower_operation(&self) -> LowerOperation {
        self.lower
    }

    /// The bits of a thread's number: the logarithm of how many threads a block has.
    pub(crate) fn log2_threads(&self) -> usize {
        self.log2_threads
    }

    /// The register with the number of this thread.
    pub(crate) fn thread(&self) -> Reg {
        self.thread
    }

    /// An `Unsupported` error with its location.
    pub(crate) fn refuse<T>(&self, op: &Operation, what: impl Into<String>) -> Result<T, Unsupported> {
        Err(Unsupported { message: what.into(), at: op.at.clone() })
    }

    /// Whether a register of 64 bits is known to have a zero upper half.
    pub(crate) fn is_zero_extended(&self, reg: Reg) -> bool {
        self.zero_extended.contains(&reg)
    }

    /// Remembers that a register of 64 bits, which is written once, has a zero upper half.
    pub(crate) fn mark_zero_extended(&mut self, reg: Reg) {
        self.zero_extended.insert(reg);
    }

    /// Sign-extends a 32-bit register to 64 bits and remembers the result. The register may be written again.
    pub(crate) fn sign_extend(&mut self, reg: Reg) -> Reg {
        let kept = self.mov(Class::B32, reg);
        let long = self.convert(Ty::S64, Ty::S32, Mode::default(), Class::B64, kept);
        self.sign_extended.insert(long, kept);
        long
    }

    /// The 32-bit register whose sign extension a number is, if known.
    pub(crate) fn signed_half(&self, reg: Reg) -> Option<Reg> {
        if reg.class == Class::B32 { Some(reg) } else { self.sign_extended.get(&reg).copied() }
    }
}

/// The text of the code.
impl Builder<'_> {
    /// A new register.
    pub(crate) fn reg(&mut self, class: Class) -> Reg {
        self.code.fresh_register(class)
    }

    /// A new label.
    pub(crate) fn label(&mut self) -> Label {
        self.code.fresh_label()
    }

    /// Adds an instruction.
    pub(crate) fn push(&mut self, inst: Inst) {
        self.code.emit(Line { guard: None, inst });
    }

    /// Adds an instruction under an optional guard.
    pub(crate) fn push_guarded(&mut self, guard: Option<Guard>, inst: Inst) {
        self.code.emit(Line { guard, inst });
    }

    /// Adds a declaration to the module, once.
    pub(crate) fn declare(&mut self, line: String) {
        self.code.declare(line);
    }

    /// Returns the name of a constant text of the module; equal texts share a name.
    pub(crate) fn constant_text(&mut self, declared: impl Fn(&str) -> String) -> String {
        self.code.constant_text(declared)
    }

    /// Reserves memory for the arguments of one printing call, in bytes.
    pub(crate) fn reserve_arguments(&mut self, bytes: u64) {
        self.code.reserve_arguments(bytes);
    }
}

/// What was made of the kernel's values.
impl Builder<'_> {
    /// A tile.
    pub(crate) fn tile(&self, value: ValueId) -> Tile {
        match self.values.get(&value) {
            Some(Value::Tile(tile)) => tile.clone(),
            Some(Value::Token(_) | Value::View(_)) | None => {
                unreachable!("{} is no tile", self.kernel.name(value))
            }
        }
    }

    /// The register of a tile all of whose elements are one: a rank-0 tile, say.
    pub(crate) fn scalar(&self, value: ValueId) -> Reg {
        self.tile(value).regs[0]
    }

    /// A view.
    pub(crate) fn view(&self, value: ValueId) -> Tensor {
        match self.values.get(&value) {
            Some(Value::View(tensor)) => tensor.clone(),
            Some(Value::Tile(_) | Value::Token(_)) | None => {
                unreachable!("{} is no view", self.kernel.name(value))
            }
        }
    }

    /// A token.
    pub(crate) fn token(&self, value: ValueId) -> Token {
        match self.values.get(&value) {
            Some(Value::Token(token)) => *token,
            Some(Value::Tile(_) | Value::View(_)) | None => {
                unreachable!("{} is no token", self.kernel.name(value))
            }
        }
    }

    /// What was made of a value, if something was.
    pub(crate) fn value(&self, value: ValueId) -> Option<&Value> {
        self.values.get(&value)
    }

    /// Keeps what was made of a value.
    pub(crate) fn set(&mut self, value: ValueId, made: Value) {
        self.values.insert(value, made);
    }

    /// Keeps a tile.
    pub(crate) fn set_tile(&mut self, value: ValueId, layout: Layout, regs: Vec<Reg>) {
        self.set(value, Value::Tile(Tile { layout, regs }));
    }
}

/// Control: going back, and joining.
impl Builder<'_> {
    /// A checkpoint: the position in the code, and the facts at this position.
    pub(crate) fn checkpoint(&self) -> Checkpoint {
        Checkpoint { mark: self.code.mark(), flow: self.flow_state() }
    }

    /// Returns to a checkpoint and drops all later code.
    pub(crate) fn restore(&mut self, checkpoint: Checkpoint) {
        let FlowState { values, barriers, regions } = checkpoint.flow;
        self.code.rewind(checkpoint.mark);
        self.values = values;
        self.barriers = barriers;
        self.shared.restore(regions);
    }

    /// The state at the current point of control.
    pub(crate) fn flow_state(&self) -> FlowState {
        FlowState { values: self.values.clone(), barriers: self.barriers, regions: self.shared.regions() }
    }

    /// Resumes from a saved state that control may also reach from elsewhere: values and barriers come from the state, and any
    /// thread may read shared memory.
    pub(crate) fn resume_from(&mut self, state: &FlowState) {
        // Values of a region are out of scope behind it.
        self.values.clone_from(&state.values);
        self.barriers = state.barriers;
        self.shared.forget();
    }

    /// What was made of values in some code is not to be used behind it.
    pub(crate) fn restore_values(&mut self, state: &FlowState) {
        self.values.clone_from(&state.values);
    }

    /// Control arrives from several places: anybody may read shared memory.
    pub(crate) fn forget_readers(&mut self) {
        self.shared.forget();
    }

    /// Behind some code that allocated no shared memory, and need not have run, readers are as in front of it.
    pub(crate) fn recall_readers(&mut self, before: &FlowState) {
        self.shared.recall_unless_allocated(before.regions);
    }

    /// Enters a region.
    pub(crate) fn enter_region(&mut self, frame: RegionFrame) {
        self.regions.push(frame);
    }

    /// Leaves the innermost region.
    pub(crate) fn leave_region(&mut self) -> Option<RegionFrame> {
        self.regions.pop()
    }

    /// Whether the innermost region is that of a combiner.
    pub(crate) fn is_in_combiner(&self) -> bool {
        matches!(self.regions.last(), Some(RegionFrame::Combiner(_)))
    }

    /// Whether a loop is around.
    pub(crate) fn is_in_loop(&self) -> bool {
        self.regions.iter().any(|frame| matches!(frame, RegionFrame::Loop { .. }))
    }

    /// The regions around, the innermost last, to be given back by [`Builder::put_regions`].
    pub(crate) fn take_regions(&mut self) -> Vec<RegionFrame> {
        std::mem::take(&mut self.regions)
    }

    /// Gives the regions back.
    pub(crate) fn put_regions(&mut self, regions: Vec<RegionFrame>) {
        self.regions = regions;
    }
}
