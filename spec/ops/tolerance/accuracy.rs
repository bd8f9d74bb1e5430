//! How near to the exact value a result lies: the one table, for every operation, rounding and type.
//!
//! IEEE 754 results are exact. Where a document or a device leaves room, the row says how much, and why. A
//! comparison of two implementations allows each its own error.

use crate::ops::reduce;
use crate::syntax::attributes::Rounding;
use crate::syntax::count::low_word;
use crate::syntax::format::power_of_two;
use crate::syntax::kernel::{Kernel, Operation, ValueId};
use crate::syntax::op::Op;
use crate::syntax::types::Scalar;

/// How near to the exact value a result lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accuracy {
    /// The result is the value of the operation's chapter, to the bit; for NaN, any NaN.
    Exact,
    /// It is at most so many units in the last place of the result's type from the exact value.
    Ulps(u32),
    /// At most c·n·u·Σ|terms| from the exact sum of n terms in any order, where u is 2⁻ᵈⁱᵍⁱᵗˢ; for a product of n factors, relative to the
    /// product. Losses from subnormal partial results are added: at most the least subnormal, n times.
    Terms {
        /// The factor; 1 is what adding with correct rounding needs, in every order.
        c: u32,
        /// The significant bits kept by an addition.
        digits: u32,
    },
    /// For an exponent of magnitude n, at most 2·n units in the last place from the exact value. With a negative exponent and a subnormal
    /// result, the result may be zero, as the reciprocal of a power beyond the range.
    Power,
    /// Any value.
    Any,
}

/// The subject of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// These operations.
    Each(&'static [Op]),
    /// Every element-wise operation on integers.
    Integers,
    /// `reduce` and `scan` with one of these operations as the combiner, and its neutral identity.
    Along(&'static [Op]),
}

/// A row: the first row for an operation counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// The operations.
    pub what: What,
    /// The roundings, if relevant; `None` among them is the default, and an empty list is any rounding.
    pub roundings: &'static [Option<Rounding>],
    /// The element types of the first operand; none is any.
    pub from: &'static [Scalar],
    /// The element types of the result; none is any.
    pub to: &'static [Scalar],
    /// How near.
    pub accuracy: Accuracy,
    /// The source.
    pub source: &'static str,
}

const NARROW: &[Scalar] = &[Scalar::F8E4m3fn, Scalar::F8E5m2];
const NEAREST: &[Option<Rounding>] = &[None, Some(Rounding::NearestEven)];
const DIRECTED: &[Option<Rounding>] =
    &[Some(Rounding::Zero), Some(Rounding::NegativeInf), Some(Rounding::PositiveInf)];
const APPROX: &[Option<Rounding>] = &[Some(Rounding::Approx)];
const FAST: &[Option<Rounding>] = &[Some(Rounding::Approx), Some(Rounding::Full)];
const SINGLE: &[Scalar] = &[Scalar::F32];
const DOUBLE: &[Scalar] = &[Scalar::F64];
/// The functions of mathematics that machines approximate.
pub const FUNCTIONS: &[Op] = &[
    Op::Rsqrt,
    Op::Exp,
    Op::Exp2,
    Op::Log,
    Op::Log2,
    Op::Sin,
    Op::Cos,
    Op::Tan,
    Op::Sinh,
    Op::Cosh,
    Op::Tanh,
    Op::Atan2,
    Op::Fpowf,
];
const SUM: What = What::Along(&[Op::Addf]);
const PRODUCT: What = What::Along(&[Op::Mulf]);

const IN_ANY_ORDER: &str = "Jeannerod and Rump, Improved error bounds for inner products in floating-point arithmetic: \
    (n − 1)·u·Σ|terms| for every order, however many terms";
const IN_ANY_ORDER_DIRECTED: &str = "an addition is off by at most 2·u of its result, and (1 + 2·u)ⁿ − 1 is at most \
    4·n·u as long as 2·n·u is at most 1";
const FACTORS: &str = "a multiplication is off by at most u of its result, and (1 + u)ⁿ − 1 is at most 2·n·u for n·u ≤ 1. No order of the factors may leave the range of the type";
const FACTORS_DIRECTED: &str = "as for the nearest, with twice the error of each multiplication";
const TENSOR_CORE: &str = "a tensor core adds a group of products and the accumulator at once. It keeps one bit beside the digits of the largest, and truncates: less than 2·u a term (K-35 to K-37, K-39, K-40)";
const NARROW_TENSOR_CORE: &str = "a tensor core adds a group of products of eight bits and the accumulator at once. It keeps thirteen bits of the largest for every accumulator type: less than 2·u a term (K-38)";
const NOT_MEASURED: &str = "as for products of eight bits, which is the least that was observed of any device (K-38); \
    scaled products have not been measured";

const DIVIDES: &str = "Tile IR, divf; of approx only for divisors from 2⁻¹²⁶ to 2¹²⁶ in magnitude";
const HYPERBOLIC: &str = "Tile IR, tanh";
const OBSERVED: &str =
    "seen of an H200 in 2²⁰ points a range, rounded up (K-25); no document of Tile IR states it";
const OBSERVED_DOUBLE: &str =
    "seen of an H200 in 2¹⁷ points, rounded up (K-26); no document of Tile IR states it";
const MULTIPLICATIONS: &str = "n factors in any order, each product off by at most u of itself, and (1 + u)ⁿ − 1 is at most 2·n·u for n·u ≤ 1. An H200 showed at most 0.77·n in f32 and f64 in 2¹⁵ points a type, n up to 2²⁸";
const APPROXIMATE: &str =
    "seen of an H200 where operands are moderate, rounded up (K-25); no document states it";
const THROUGH_SINGLE: &str = "computed in f32 and rounded (E.3, I-46); of an H200 at most 4 of all f16 differ from the \
    nearest, and no bf16 does (K-26)";
const PROGRAMMING_GUIDE: &str =
    "CUDA C++ Programming Guide, Mathematical Functions, double precision; not measured";

/// The table.
pub const ROWS: &[Row] = &[
    // Operations that move, choose, compare or count.
    exact(What::Each(&[
        Op::Constant,
        Op::Iota,
        Op::GetTileBlockId,
        Op::GetNumTileBlocks,
        Op::Reshape,
        Op::Broadcast,
        Op::Permute,
        Op::Select,
        Op::Assume,
        Op::Offset,
        Op::Cat,
        Op::Extract,
        Op::Insert,
        Op::Bitcast,
        Op::IntToPtr,
        Op::PtrToInt,
        Op::PtrToPtr,
        Op::Pack,
        Op::Unpack,
        Op::GetGlobal,
    ])),
    exact(What::Integers),
    exact(What::Each(&[Op::Mmai])),
    exact(What::Along(&[
        Op::Addi,
        Op::Muli,
        Op::Mini,
        Op::Maxi,
        Op::Andi,
        Op::Ori,
        Op::Xori,
        Op::Minf,
        Op::Maxf,
    ])),
    // Operations of IEEE 754.
    Row {
        what: What::Each(&[Op::Divf, Op::Sqrt]),
        roundings: &[
            None,
            Some(Rounding::NearestEven),
            Some(Rounding::Zero),
            Some(Rounding::NegativeInf),
            Some(Rounding::PositiveInf),
        ],
        ..exact(What::Each(&[]))
    },
    exact(What::Each(&[
        Op::Addf,
        Op::Subf,
        Op::Mulf,
        Op::Fma,
        Op::Negf,
        Op::Absf,
        Op::Maxf,
        Op::Minf,
        Op::Cmpf,
        Op::Ceil,
        Op::Floor,
        Op::Remf,
        Op::Itof,
        Op::Ftof,
        Op::Ftoi,
    ])),
    // Functions without exact results.
    rounded(&[Op::Divf], FAST, 2, DIVIDES),
    rounded(&[Op::Sqrt], APPROX, 1, APPROXIMATE),
    rounded(&[Op::Exp], APPROX, 63, APPROXIMATE),
    rounded(&[Op::Tanh], APPROX, 130, APPROXIMATE),
    function(&[Op::Tanh], SINGLE, 2, HYPERBOLIC),
    function(&[Op::Log, Op::Log2, Op::Fpowf], SINGLE, 1, OBSERVED),
    function(&[Op::Exp, Op::Rsqrt, Op::Sin, Op::Cos, Op::Atan2], SINGLE, 2, OBSERVED),
    function(&[Op::Exp2, Op::Sinh, Op::Cosh], SINGLE, 3, OBSERVED),
    function(&[Op::Tan], SINGLE, 4, OBSERVED),
    function(&[Op::Exp, Op::Exp2, Op::Log, Op::Rsqrt], DOUBLE, 1, OBSERVED_DOUBLE),
    function(
        &[Op::Log2, Op::Sin, Op::Cos, Op::Tan, Op::Sinh, Op::Cosh, Op::Tanh],
        DOUBLE,
        2,
        OBSERVED_DOUBLE,
    ),
    function(&[Op::Atan2, Op::Fpowf], DOUBLE, 2, PROGRAMMING_GUIDE),
    Row { to: &[Scalar::F16, Scalar::Bf16], ..rounded(FUNCTIONS, &[], 1, THROUGH_SINGLE) },
    Row { accuracy: Accuracy::Power, source: MULTIPLICATIONS, ..exact(What::Each(&[Op::Fpowi])) },
    // Sums and products along an axis, in an order that nobody states (K-28 to K-32).
    along(SUM, NEAREST, &[Scalar::F16], 1, 11, IN_ANY_ORDER),
    along(SUM, NEAREST, &[Scalar::Bf16], 1, 8, IN_ANY_ORDER),
    along(SUM, NEAREST, &[Scalar::F32], 1, 24, IN_ANY_ORDER),
    along(SUM, NEAREST, &[Scalar::F64], 1, 53, IN_ANY_ORDER),
    along(SUM, DIRECTED, &[Scalar::F16], 4, 11, IN_ANY_ORDER_DIRECTED),
    along(SUM, DIRECTED, &[Scalar::Bf16], 4, 8, IN_ANY_ORDER_DIRECTED),
    along(SUM, DIRECTED, &[Scalar::F32], 4, 24, IN_ANY_ORDER_DIRECTED),
    along(SUM, DIRECTED, &[Scalar::F64], 4, 53, IN_ANY_ORDER_DIRECTED),
    along(PRODUCT, NEAREST, &[Scalar::F16], 2, 11, FACTORS),
    along(PRODUCT, NEAREST, &[Scalar::Bf16], 2, 8, FACTORS),
    along(PRODUCT, NEAREST, &[Scalar::F32], 2, 24, FACTORS),
    along(PRODUCT, NEAREST, &[Scalar::F64], 2, 53, FACTORS),
    along(PRODUCT, DIRECTED, &[Scalar::F16], 4, 11, FACTORS_DIRECTED),
    along(PRODUCT, DIRECTED, &[Scalar::Bf16], 4, 8, FACTORS_DIRECTED),
    along(PRODUCT, DIRECTED, &[Scalar::F32], 4, 24, FACTORS_DIRECTED),
    along(PRODUCT, DIRECTED, &[Scalar::F64], 4, 53, FACTORS_DIRECTED),
    // Matrix products.
    mma(NARROW, &[Scalar::F32], 13, NARROW_TENSOR_CORE),
    mma(&[], &[Scalar::F16], 11, TENSOR_CORE),
    mma(&[], &[Scalar::F32], 24, TENSOR_CORE),
    mma(&[], &[Scalar::F64], 53, TENSOR_CORE),
    Row { what: What::Each(&[Op::MmafScaled]), ..mma(&[], &[Scalar::F32], 13, NOT_MEASURED) },
    // Operations without any promise.
    Row {
        accuracy: Accuracy::Any,
        source: "any value that some order gives: the combiner need not be associative (ARITH-19)",
        ..exact(What::Along(&[]))
    },
];

const fn exact(what: What) -> Row {
    let source = "the operation's chapter";
    Row { what, roundings: &[], from: &[], to: &[], accuracy: Accuracy::Exact, source }
}

const fn rounded(
    ops: &'static [Op],
    roundings: &'static [Option<Rounding>],
    ulps: u32,
    source: &'static str,
) -> Row {
    Row { what: What::Each(ops), roundings, from: &[], to: &[], accuracy: Accuracy::Ulps(ulps), source }
}

const fn function(ops: &'static [Op], to: &'static [Scalar], ulps: u32, source: &'static str) -> Row {
    Row { to, ..rounded(ops, &[], ulps, source) }
}

const fn along(
    what: What,
    roundings: &'static [Option<Rounding>],
    from: &'static [Scalar],
    c: u32,
    digits: u32,
    source: &'static str,
) -> Row {
    Row { what, roundings, from, to: &[], accuracy: Accuracy::Terms { c, digits }, source }
}

const fn mma(from: &'static [Scalar], to: &'static [Scalar], digits: u32, source: &'static str) -> Row {
    let accuracy = Accuracy::Terms { c: 2, digits };
    Row { what: What::Each(&[Op::Mmaf]), roundings: &[], from, to, accuracy, source }
}

/// The row of an operation of a valid kernel: `None` for one that computes nothing, and for one with a rounding or a
/// type that no row speaks of.
pub fn of(kernel: &Kernel, op: &Operation) -> Option<&'static Row> {
    let element = |id: Option<&ValueId>| kernel.ty(*id?).tile()?.element.scalar();
    let types = (element(op.operands.first()), element(op.results.first()));
    let along = reduce::plain(op).filter(|inner| reduce::is_neutral(kernel, op, inner));
    let rounding = along.unwrap_or(op).attributes.rounding;
    find(op.op, along.map(|inner| inner.op), rounding, types)
}

/// The row of an element-wise operation with a result of the type.
pub fn of_element(op: Op, rounding: Option<Rounding>, to: Scalar) -> Option<&'static Row> {
    find(op, None, rounding, (None, Some(to)))
}

/// The first row for an operation, the operation that a reduction combines with, a rounding, and the types of operand and result.
fn find(
    op: Op,
    along: Option<Op>,
    rounding: Option<Rounding>,
    (from, to): (Option<Scalar>, Option<Scalar>),
) -> Option<&'static Row> {
    let fits = |row: &&Row| {
        let what = match row.what {
            What::Each(ops) => ops.contains(&op),
            What::Integers => Op::INTEGERS.contains(&op),
            What::Along(by) => {
                let last = by.is_empty() || along.is_some_and(|inner| by.contains(&inner));
                matches!(op, Op::Reduce | Op::Scan) && last
            }
        };
        let of_type = |types: &[Scalar], element: Option<Scalar>| {
            types.is_empty() || element.is_some_and(|element| types.contains(&element))
        };
        let rounded = row.roundings.is_empty() || row.roundings.contains(&rounding);
        what && rounded && of_type(row.from, from) && of_type(row.to, to)
    };
    ROWS.iter().find(fits)
}

/// Significant bits of a float type, the hidden one included, and the exponent of its least normal number.
const fn format(scalar: Scalar) -> Option<(i32, i32)> {
    match scalar {
        Scalar::F16 => Some((11, -14)),
        Scalar::Bf16 => Some((8, -126)),
        Scalar::F32 => Some((24, -126)),
        Scalar::F64 => Some((53, -1022)),
        Scalar::Tf32 => Some((11, -126)),
        Scalar::F8E4m3fn => Some((4, -6)),
        Scalar::F8E5m2 => Some((3, -14)),
        Scalar::F8E8m0fnu => Some((1, -127)),
        Scalar::F4E2m1fn => Some((2, 0)),
        Scalar::I1 | Scalar::I4 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => None,
    }
}

/// The unit in the last place of a finite value: how far its neighbour away from zero is. Zero of an integer type.
pub fn ulp(scalar: Scalar, value: f64) -> f64 {
    let Some((digits, least)) = format(scalar) else { return 0.0 };
    // Of a subnormal f64 the exponent field is 0; its least normal number is the bound then.
    let field = (value.to_bits() >> 52) & 0x7ff;
    let exponent = (low_word(field).cast_signed() - 1023).max(least);
    power_of_two((exponent - digits + 1).into())
}

/// The magnitudes of divisors for which the table holds of `divf rounding<approx>`, 2⁻¹²⁶ to 2¹²⁶ (Tile IR, divf). The quotient by a
/// larger finite divisor is zero, and nothing is promised of the quotient by a smaller one.
pub const APPROX_DIVISORS: std::ops::RangeInclusive<f64> =
    f64::from_bits((1023 - 126) << 52)..=f64::from_bits((1023 + 126) << 52);

/// The least normal number of a float type; zero of an integer type.
pub fn least_normal(scalar: Scalar) -> f64 {
    format(scalar).map_or(0.0, |(_, least)| power_of_two(least.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unit_of_zero_is_the_least_subnormal_number() {
        for (scalar, least) in [(Scalar::F64, f64::from_bits(1)), (Scalar::F32, f64::from(f32::from_bits(1)))]
        {
            assert_eq!(ulp(scalar, 0.0), least, "{scalar}");
            assert_eq!(ulp(scalar, -least), least, "{scalar}");
        }
        assert_eq!(ulp(Scalar::F64, f64::MIN_POSITIVE), f64::from_bits(1));
        assert_eq!(ulp(Scalar::F64, 1.0), f64::EPSILON);
        assert_eq!(ulp(Scalar::F16, 65504.0), 32.0);
        assert_eq!(least_normal(Scalar::F64), f64::MIN_POSITIVE);
    }
}
