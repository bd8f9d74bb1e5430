//! Attributes of operations: everything besides the operands.

use super::count::usize_from_u32;
use super::types::{Scalar, TensorViewType, TiledView};

/// The reading of integers by an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Signedness {
    /// Two's complement.
    Signed,
    /// Natural numbers.
    Unsigned,
}

impl Signedness {
    /// Both readings with their names in the text.
    pub const NAMES: &[(Signedness, &str)] =
        &[(Signedness::Signed, "signed"), (Signedness::Unsigned, "unsigned")];

    /// Both readings by their numbers in the dialect.
    pub const NUMBERED: &[Signedness] = &[Signedness::Unsigned, Signedness::Signed];
}

/// Which overflows an operation promises not to have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Overflow {
    /// `no_signed_wrap`.
    pub no_signed_wrap: bool,
    /// `no_unsigned_wrap`.
    pub no_unsigned_wrap: bool,
}

impl Overflow {
    /// Every set of promises with its name in the text.
    pub const NAMES: &[(Overflow, &str)] = &[
        (Overflow { no_signed_wrap: false, no_unsigned_wrap: false }, "none"),
        (Overflow { no_signed_wrap: true, no_unsigned_wrap: false }, "no_signed_wrap"),
        (Overflow { no_signed_wrap: false, no_unsigned_wrap: true }, "no_unsigned_wrap"),
        (Overflow { no_signed_wrap: true, no_unsigned_wrap: true }, "no_wrap"),
    ];
}

/// A rounding mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// Ties to even; the default of floats.
    NearestEven,
    /// Towards zero; the default of integer division.
    Zero,
    /// Down.
    NegativeInf,
    /// Up.
    PositiveInf,
    /// Fast and approximate.
    Approx,
    /// Approximate on the full range.
    Full,
    /// To the integer towards zero.
    NearestIntToZero,
    /// Ties away from zero.
    NearestAway,
}

impl Rounding {
    /// Every mode with its name in the text.
    pub const NAMES: &[(Rounding, &str)] = &[
        (Rounding::NearestEven, "nearest_even"),
        (Rounding::Zero, "zero"),
        (Rounding::NegativeInf, "negative_inf"),
        (Rounding::PositiveInf, "positive_inf"),
        (Rounding::Approx, "approx"),
        (Rounding::Full, "full"),
        (Rounding::NearestIntToZero, "nearest_int_to_zero"),
        (Rounding::NearestAway, "nearest_away"),
    ];
}

/// A comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `≠`
    NotEqual,
    /// `<`
    LessThan,
    /// `≤`
    LessThanOrEqual,
    /// `>`
    GreaterThan,
    /// `≥`
    GreaterThanOrEqual,
}

impl Comparison {
    /// Every comparison with its name in the text.
    pub const NAMES: &[(Comparison, &str)] = &[
        (Comparison::Equal, "equal"),
        (Comparison::NotEqual, "not_equal"),
        (Comparison::LessThan, "less_than"),
        (Comparison::LessThanOrEqual, "less_than_or_equal"),
        (Comparison::GreaterThan, "greater_than"),
        (Comparison::GreaterThanOrEqual, "greater_than_or_equal"),
    ];
}

/// What a float comparison gives when an operand is NaN.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ordering {
    /// False.
    Ordered,
    /// True.
    Unordered,
}

impl Ordering {
    /// Both orderings with their names in the text.
    pub const NAMES: &[(Ordering, &str)] =
        &[(Ordering::Ordered, "ordered"), (Ordering::Unordered, "unordered")];

    /// Both orderings by their numbers in the dialect.
    pub const NUMBERED: &[Ordering] = &[Ordering::Unordered, Ordering::Ordered];
}

/// The order of a memory operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MemoryOrder {
    /// Not atomic: no other agent may access the location concurrently.
    Weak,
    /// Atomic, no ordering.
    Relaxed,
    /// Atomic; later accesses stay later.
    Acquire,
    /// Atomic; earlier accesses stay earlier.
    Release,
    /// Both.
    AcqRel,
}

impl MemoryOrder {
    /// Every order with its name in the text.
    pub const NAMES: &[(MemoryOrder, &str)] = &[
        (MemoryOrder::Weak, "weak"),
        (MemoryOrder::Relaxed, "relaxed"),
        (MemoryOrder::Acquire, "acquire"),
        (MemoryOrder::Release, "release"),
        (MemoryOrder::AcqRel, "acq_rel"),
    ];
}

/// The participants of an atomic operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scope {
    /// A tile block.
    Block,
    /// A device.
    Device,
    /// The whole system.
    System,
}

impl Scope {
    /// Every scope with its name in the text.
    pub const NAMES: &[(Scope, &str)] =
        &[(Scope::Block, "tl_blk"), (Scope::Device, "device"), (Scope::System, "sys")];
}

/// The function of an atomic read-modify-write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rmw {
    /// Integer sum, wrapping.
    Add,
    /// Float sum.
    Addf,
    /// Exchange.
    Xchg,
    /// Signed maximum.
    Max,
    /// Signed minimum.
    Min,
    /// Unsigned maximum.
    Umax,
    /// Unsigned minimum.
    Umin,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
}

impl Rmw {
    /// Every mode with its name in the text.
    pub const NAMES: &[(Rmw, &str)] = &[
        (Rmw::Add, "add"),
        (Rmw::Addf, "addf"),
        (Rmw::Xchg, "xchg"),
        (Rmw::Max, "max"),
        (Rmw::Min, "min"),
        (Rmw::Umax, "umax"),
        (Rmw::Umin, "umin"),
        (Rmw::And, "and"),
        (Rmw::Or, "or"),
        (Rmw::Xor, "xor"),
    ];

    /// The modes of multicast operations, in numeric order; a sum of floats is `add`, too.
    pub const REDUCTIONS: &[Rmw] =
        &[Rmw::Add, Rmw::Min, Rmw::Max, Rmw::And, Rmw::Or, Rmw::Xor, Rmw::Umin, Rmw::Umax];
}

/// What an `assume` promises of every element (semantics B.1.5).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Assumption {
    /// `div_by<divisor>`: an integer's value, or a pointer's address in bytes.
    DivBy {
        /// A power of two.
        divisor: u64,
        /// `every stride along axis`: only run heads are multiples; inside a run values go up one by one.
        every: Option<Every>,
    },
    /// `bounded<lower, upper>`, read as signed, inclusive.
    Bounded {
        /// `?` is none.
        lower: Option<i64>,
        /// `?` is none.
        upper: Option<i64>,
    },
    /// `same_elements<[…]>`: every partition of the shape has one value.
    SameElements(Vec<u32>),
}

/// Runs along an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Every {
    /// Length of a run.
    pub stride: u32,
    /// The axis.
    pub axis: u32,
}

/// A literal, as bits of its element type (zero-extended).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Literal(pub u64);

/// The value of a `constant`: one literal for all elements, or one an element in row-major order.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Constant {
    /// Every element.
    Splat(Literal),
    /// Element by element.
    Dense(Vec<Literal>),
}

/// Hints to the compiler, which never change the meaning: a key and a number, a flag, or more hints for one target.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Hint {
    /// `occupancy = 2`
    Number(i64),
    /// `allow_tma = false`
    Flag(bool),
    /// `num_cta_in_cga = "a"`, which no compiler heeds.
    Text(String),
    /// `sm_100 = {…}`
    Group(Vec<(String, Hint)>),
}

/// A constant argument of a call of foreign code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CallArgument {
    /// A number.
    Number(i64),
    /// An element type.
    Type(Scalar),
}

/// The data of an operation besides its operands. The operation's row in [`crate::syntax::op`] lists its
/// fields, and `valid` checks the required ones.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Attributes {
    /// The signedness of integers.
    pub signedness: Option<Signedness>,
    /// The signedness of the second operand (`mmai`).
    pub second_signedness: Option<Signedness>,
    /// Promises about overflow.
    pub overflow: Overflow,
    /// The rounding; the operation's default without one.
    pub rounding: Option<Rounding>,
    /// Whether subnormal operands and results become zero of their sign (f32 only).
    pub flush_to_zero: bool,
    /// `maxf`, `minf`: whether NaN wins.
    pub propagate_nan: bool,
    /// `ftoi`: whether the result is clamped.
    pub saturating: bool,
    /// `mmaf`: a cheaper accumulation.
    pub fast_acc: bool,
    /// `cmpi`, `cmpf`.
    pub comparison: Option<Comparison>,
    /// `cmpf`.
    pub ordering: Option<Ordering>,
    /// `constant`, and the initialiser of a global.
    pub constant: Option<Constant>,
    /// `assume`.
    pub assumption: Option<Assumption>,
    /// Order of a memory operation.
    pub memory_order: Option<MemoryOrder>,
    /// Scope of a strong memory operation.
    pub scope: Option<Scope>,
    /// View accesses: per axis, the promise that the whole tile lies inside; empty is all false.
    pub inbounds: Vec<bool>,
    /// `reduce`, `scan`, `cat`: the axis.
    pub dim: Option<u32>,
    /// `scan`: from the end.
    pub reverse: Option<bool>,
    /// `reduce`, `scan`: the identities, one per operand.
    pub identities: Vec<Literal>,
    /// `permute`.
    pub permutation: Vec<usize>,
    /// `atomic_rmw_tko`.
    pub rmw: Option<Rmw>,
    /// The format of `print_tko`, the message of `assert`, the name of `get_global`; unescaped.
    pub text: Option<String>,
    /// `alloca`: how many elements.
    pub elements: Option<u64>,
    /// `alloca`: alignment, in bytes.
    pub alignment: Option<u64>,
    /// `alloca`: whether all blocks share the array.
    pub global: bool,
    /// `preview$call`: the constant arguments.
    pub call_arguments: Vec<CallArgument>,
    /// `for unsigned`.
    pub unsigned_compare: bool,
    /// `for in_order`: Triton's code has the accesses of the body in the order of the program.
    pub in_order: bool,
    /// Data of view operations on elements that share bytes in pairs; `packing.rs` creates it, and no text does.
    pub packed: Option<Packed>,
    /// Accesses of Triton: the number of the layout in each of [`Kernel::codes`](super::kernel::Kernel::codes), or nothing known of it.
    pub layouts: Vec<Option<u32>>,
    /// Hints.
    pub hints: Vec<(String, Hint)>,
}

impl Attributes {
    /// The axis of `reduce`, `scan` and `cat`, counted from 0.
    ///
    /// # Panics
    /// At an operation without an axis: validation has refused a kernel whose `reduce`, `scan` or `cat` names none.
    pub fn axis(&self) -> usize {
        let Some(axis) = self.dim else { unreachable!("the operation names no axis") };
        usize_from_u32(axis)
    }
}

/// A tensor whose elements share bytes, two in each, of an operation whose view has the bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packed {
    /// The tensor, as written.
    pub tensor: TensorViewType,
    /// The axis of the tensor along which two elements share a byte.
    pub axis: usize,
    /// Whether neighbouring tiles begin an odd number of elements apart along it: then an index counts as if there were
    /// two tiles for each of the view of bytes.
    pub odd: bool,
}

impl Packed {
    /// The axis of a tile along which two elements share a byte.
    pub fn along(&self, view: &TiledView<'_>) -> Option<usize> {
        view.dim_map.iter().position(|axis| *axis == self.axis)
    }
}
