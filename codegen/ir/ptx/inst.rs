//! The instructions of instruction selection.

use super::{
    Address, AsyncCopy, BulkStore, MapEdit, Mbarrier, Mode, Operand, Reg, SetRegisters, TensorCopy, Turn, Ty,
    Wgmma,
};

/// The opcode of an instruction with register operands and one result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Opcode {
    Mov,
    Add,
    Sub,
    Mul,
    MulLo,
    MulHi,
    MulWide,
    MadLo,
    MadWide,
    Fma,
    Div,
    Rem,
    Neg,
    Abs,
    Min,
    Max,
    And,
    Or,
    Xor,
    Not,
    Shl,
    Shr,
    Bfe,
    Bfi,
    Prmt,
    Clz,
    Popc,
    Selp,
    Rcp,
    Sqrt,
    Rsqrt,
    Ex2,
    Lg2,
    Sin,
    Cos,
    Tanh,
    Copysign,
}

/// A comparison. Of floats the plain ones are false for NaN, and those with `u` true.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Compare {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Equ,
    Neu,
    Ltu,
    Leu,
    Gtu,
    Geu,
    Num,
    Nan,
}

/// A state space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Space {
    /// The address determines the space.
    Generic,
    /// Global memory.
    Global,
    /// Shared memory of the block of threads.
    Shared,
    /// The kernel's parameters.
    Param,
    /// Constant memory of the module.
    Const,
    /// The thread's own memory.
    Local,
}

/// The strength of an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Order {
    /// No other thread may access the place concurrently.
    Weak,
    /// Weak, and nobody writes the place while the kernel runs: through the texture path.
    ReadOnly,
    /// Strong.
    Relaxed(Level),
    /// Strong; later accesses stay later.
    Acquire(Level),
    /// Strong; earlier accesses stay earlier.
    Release(Level),
    /// Both.
    AcqRel(Level),
}

/// The scope of a strong access.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Level {
    /// The block of threads.
    Cta,
    /// The device.
    Gpu,
    /// The system.
    Sys,
}

/// A place in the code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Label(pub u32);

/// How a shuffle finds the lane to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Shuffle {
    /// The lane whose number differs in the given bits.
    Bfly,
    /// So many lanes below.
    Up,
    /// So many lanes above.
    Down,
    /// The lane of the given number.
    Idx,
}

/// An instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Inst {
    /// `to = op(from…)`.
    Compute { op: Opcode, ty: Ty, mode: Mode, to: Reg, from: Vec<Operand> },
    /// A special register: `%tid.x` and its like.
    Special { to: Reg, name: &'static str },
    /// The address of a name, in its own space.
    AddressOf { to: Reg, name: String },
    /// An address of a space as a generic one (`to_generic`), or back.
    Cvta { space: Space, to_generic: bool, to: Reg, from: Reg },
    /// `to = from` in another type.
    Convert { to_ty: Ty, from_ty: Ty, mode: Mode, to: Reg, from: Vec<Operand> },
    /// `to = from.0 compare from.1`.
    Compare { compare: Compare, ty: Ty, ftz: bool, to: Reg, from: [Operand; 2] },
    /// Registers side by side as a wider one, the first lowest.
    Pack { to: Reg, from: Vec<Reg> },
    /// A register taken apart, the lowest first.
    Unpack { to: Vec<Reg>, from: Reg },
    /// One register or several from neighbouring places.
    Load { space: Space, order: Order, ty: Ty, to: Vec<Reg>, from: Address },
    /// One register or several to neighbouring places.
    Store { space: Space, order: Order, ty: Ty, to: Address, from: Vec<Operand> },
    /// Atomically: `to = place; place = op(place, from…)`. `op` and `ty` in PTX's words, such as `add` and
    /// `noftz.f16`.
    Atomic {
        order: Order,
        space: Space,
        op: &'static str,
        ty: &'static str,
        to: Reg,
        at: Address,
        from: Vec<Operand>,
    },
    /// The atomic update without the old value; with several operands, of as many neighbors, each by itself.
    Reduce { order: Order, space: Space, op: &'static str, ty: &'static str, at: Address, from: Vec<Operand> },
    /// A barrier of all threads of the block, which also makes writes visible.
    Barrier,
    /// The first so many threads of the block do, which the others do not wait for.
    BarrierOf(u32),
    /// Warpgroups take turns.
    Turn(Turn),
    /// All threads of a warp do.
    WarpBarrier,
    /// Threads of a warpgroup get registers, or give some back.
    SetRegisters(SetRegisters),
    /// Orders accesses of the thread.
    Fence(Level),
    /// Whether a predicate holds in all lanes of a warp.
    Vote { to: Reg, from: Reg },
    /// Reads another lane's register.
    Shuffle { how: Shuffle, to: Reg, from: Reg, lane: Operand },
    /// A matrix product of a warp, accumulated: `op` is everything behind `mma.sync.aligned.`.
    Mma { op: String, to: Vec<Reg>, a: Vec<Reg>, b: Vec<Reg>, c: Vec<Reg> },
    /// Asynchronous copies.
    AsyncCopy(AsyncCopy),
    /// Copies of boxes of tensors that arrive at a barrier of shared memory.
    TensorCopy(TensorCopy),
    /// Copies of boxes from shared memory to tensors.
    BulkStore(BulkStore),
    /// Writes to tensor maps made by the code.
    MapEdit(MapEdit),
    /// Barriers of shared memory.
    Mbarrier(Mbarrier),
    /// Asynchronous products of a warpgroup.
    Wgmma(Wgmma),
    /// Here is a label.
    Label(Label),
    /// Goes on there; every thread of the block does, or none.
    Branch(Label),
    /// The thread ends.
    Return,
    /// The kernel ends with an error.
    Trap,
    /// Prints on the host: generic addresses of the format and of the arguments.
    Print { to: Reg, format: Reg, arguments: Reg },
}

/// The condition of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Guard {
    /// The truth value.
    pub(crate) pred: Reg,
    /// Whether it must be true, or false.
    pub(crate) when: bool,
}

/// An instruction that runs always, or under a guard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line {
    /// The guard.
    pub(crate) guard: Option<Guard>,
    /// The instruction.
    pub(crate) inst: Inst,
}
