//! PTX as data: registers, types, instructions; and the one printer. Sources: PTX ISA 8.0 and later.

mod address;
mod asynchronous;
mod comma_list;
mod inst;
mod mbarrier;
mod print;
mod tensor_map;

pub(crate) use address::{Address, Base};
pub(crate) use asynchronous::{AsyncCopy, FactorModifiers, LeftFactor, Wgmma};
pub(crate) use inst::{Compare, Guard, Inst, Label, Level, Line, Opcode, Order, Shuffle, Space};
pub(crate) use mbarrier::{BulkStore, Mbarrier, SetRegisters, TensorCopy, Turn};
pub(crate) use print::{Entry, print};
pub(crate) use tensor_map::{MAP_BYTES, MapEdit, MapField};

/// What a register holds: bits of a width, or a truth value. The instruction determines how the bits are
/// read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Class {
    /// A truth value.
    Pred,
    /// 16 bits.
    B16,
    /// 32 bits.
    B32,
    /// 64 bits.
    B64,
}

impl Class {
    /// Every class.
    pub(crate) const ALL: [Class; 4] = [Class::Pred, Class::B16, Class::B32, Class::B64];

    /// The untyped PTX type of a class.
    pub(crate) const fn ty(self) -> Ty {
        match self {
            Class::Pred => Ty::Pred,
            Class::B16 => Ty::B16,
            Class::B32 => Ty::B32,
            Class::B64 => Ty::B64,
        }
    }
}

/// A virtual register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Reg {
    /// The kind of content.
    pub(crate) class: Class,
    /// The register's index within its class (`%r3` is 3).
    pub(crate) number: u32,
}

/// An operand of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operand {
    /// A register.
    Reg(Reg),
    /// An integer.
    Int(i64),
    /// The bits of a binary32.
    F32(u32),
    /// The bits of a binary64.
    F64(u64),
}

impl From<Reg> for Operand {
    fn from(reg: Reg) -> Self {
        Operand::Reg(reg)
    }
}

impl From<i64> for Operand {
    fn from(value: i64) -> Self {
        Operand::Int(value)
    }
}

impl From<f32> for Operand {
    fn from(value: f32) -> Self {
        Operand::F32(value.to_bits())
    }
}

impl From<f64> for Operand {
    fn from(value: f64) -> Self {
        Operand::F64(value.to_bits())
    }
}

/// How an instruction reads bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Ty {
    Pred,
    B8,
    B16,
    B32,
    B64,
    U8,
    U16,
    U32,
    U64,
    S8,
    S16,
    S32,
    S64,
    F16,
    F16x2,
    Bf16,
    Bf16x2,
    F32,
    F64,
    Tf32,
    E4m3x2,
    E5m2x2,
}

/// How a result is rounded, or how exact it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Round {
    /// Ties to even.
    Rn,
    /// Towards zero.
    Rz,
    /// Down.
    Rm,
    /// Up.
    Rp,
    /// Ties away from zero.
    Rna,
    /// To an integer, ties to even.
    Rni,
    /// To an integer, towards zero.
    Rzi,
    /// To an integer, down.
    Rmi,
    /// To an integer, up.
    Rpi,
    /// Approximate.
    Approx,
    /// Approximate, on the full range.
    Full,
}

/// The modifiers of an arithmetic instruction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Mode {
    /// How the result is rounded.
    pub(crate) round: Option<Round>,
    /// Whether subnormal operands and results become zero of their sign.
    pub(crate) ftz: bool,
    /// Whether the result is clamped: of floats to [0, 1], of narrow formats to their finite range.
    pub(crate) sat: bool,
    /// `min`, `max`: whether NaN wins.
    pub(crate) nan: bool,
}

impl Mode {
    /// A rounding, and nothing else.
    pub(crate) const fn round(round: Round) -> Self {
        Mode { round: Some(round), ftz: false, sat: false, nan: false }
    }
}
