//! Element-wise operations: the element types from the registry, and the permitted roundings (IRV-14 to IRV-17).

use crate::fold::constants::Constants;
use crate::problem::IllFormed;
use crate::syntax::attributes::{Attributes, Rounding, Signedness};
use crate::syntax::kernel::{Kernel, Operation};
use crate::syntax::op::{Elementwise, Float, Int, Number, Op, Truth, Wide, elementwise};
use crate::syntax::types::{Element, Scalar, TileType};
use crate::valid::expect::{integer, operand, require, result, wrong};

/// What kinds of elements an operation takes and gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ElementKind {
    Ints,
    IntComparison,
    Wider,
    Narrower,
    Floats,
    FloatComparison,
    IntToFloat,
    FloatToFloat,
    FloatPower,
    FloatToInt,
}

/// The reading that looks at nothing but kinds.
struct KindReader;

impl Elementwise for KindReader {
    type Domain = Constants;
    type Output = ElementKind;

    fn int1(self, _: impl Fn(&mut Constants, &Attributes, &Int<Self>) -> Int<Self>) -> ElementKind {
        ElementKind::Ints
    }

    fn int2(
        self,
        _: impl Fn(&mut Constants, &Attributes, &Int<Self>, &Int<Self>) -> Int<Self>,
    ) -> ElementKind {
        ElementKind::Ints
    }

    fn int_compare(
        self,
        _: impl Fn(&mut Constants, &Attributes, &Int<Self>, &Int<Self>) -> Truth<Self>,
    ) -> ElementKind {
        ElementKind::IntComparison
    }

    fn extend(
        self,
        _: impl Fn(&mut Constants, &Attributes, u32, &Number<Self>, &Number<Self>) -> Int<Self>,
    ) -> ElementKind {
        ElementKind::Wider
    }

    fn truncate(self, _: impl Fn(&mut Constants, &Attributes, u32, &Int<Self>) -> Int<Self>) -> ElementKind {
        ElementKind::Narrower
    }

    fn float1(self, _: impl Fn(&mut Constants, &Attributes, &Float<Self>) -> Float<Self>) -> ElementKind {
        ElementKind::Floats
    }

    fn float2(
        self,
        _: impl Fn(&mut Constants, &Attributes, &Float<Self>, &Float<Self>) -> Float<Self>,
    ) -> ElementKind {
        ElementKind::Floats
    }

    fn float_power(
        self,
        _: impl Fn(&mut Constants, &Attributes, &Float<Self>, &Number<Self>) -> Float<Self>,
    ) -> ElementKind {
        ElementKind::FloatPower
    }

    fn float3(
        self,
        _: impl Fn(&mut Constants, &Attributes, &Float<Self>, &Float<Self>, &Float<Self>) -> Float<Self>,
    ) -> ElementKind {
        ElementKind::Floats
    }

    fn float_compare(
        self,
        _: impl Fn(&mut Constants, &Attributes, &Float<Self>, &Float<Self>) -> Truth<Self>,
    ) -> ElementKind {
        ElementKind::FloatComparison
    }

    fn int_to_float(
        self,
        _: impl Fn(&mut Constants, &Attributes, &Number<Self>, &Number<Self>) -> Float<Self>,
    ) -> ElementKind {
        ElementKind::IntToFloat
    }

    fn float_to_float(
        self,
        _: impl Fn(&mut Constants, &Attributes, &Wide<Self>) -> Float<Self>,
    ) -> ElementKind {
        ElementKind::FloatToFloat
    }

    fn float_to_int(
        self,
        _: impl Fn(&mut Constants, &Attributes, u32, &Wide<Self>) -> Int<Self>,
    ) -> ElementKind {
        ElementKind::FloatToInt
    }
}

/// Checks an element-wise operation. The form already ensures equal types under one printed type.
pub(in crate::valid) fn check_operation(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    let kind = elementwise(op.op, KindReader).ok_or_else(|| wrong(op, "it is not element by element"))?;
    let (from, to) = (operand(kernel, op, 0)?, result(kernel, op, 0)?);
    require(from.shape == to.shape, op, format!("{from} and {to} differ in shape"))?;
    let truth = to.element.scalar() == Some(Scalar::I1);
    match kind {
        ElementKind::Ints => arithmetic(op, from).map(|_| ())?,
        ElementKind::IntComparison => {
            arithmetic(op, from)?;
            require(truth, op, "a comparison gives truth values")?;
        }
        ElementKind::Floats => float(op, from).map(|_| ())?,
        ElementKind::FloatComparison => {
            float(op, from)?;
            require(truth, op, "a comparison gives truth values")?;
        }
        ElementKind::Wider | ElementKind::Narrower => {
            let (from, to) = (integer(op, from)?, integer(op, to)?);
            let wider = to.bits() > from.bits();
            let changes = from != to && wider == (kind == ElementKind::Wider);
            require(changes, op, format!("it does not make {to} of {from}"))?;
        }
        ElementKind::IntToFloat => {
            arithmetic(op, from)?;
            let power = any_float(op, to)? == Scalar::F8E8m0fnu;
            require(
                !power,
                op,
                "there is no conversion of integers to f8E8M0FNU; another float can stand between",
            )?;
        }
        ElementKind::FloatPower => {
            float(op, from)?;
            let exponent = operand(kernel, op, 1)?;
            integer(op, exponent)?;
            // NVIDIA's reader accepts these types.
            let narrow = [Scalar::I1, Scalar::I8, Scalar::I16, Scalar::I32].map(Element::Scalar);
            require(narrow.contains(&exponent.element), op, "an exponent is i1, i8, i16 or i32")?;
            let alike = exponent.shape == from.shape;
            require(alike, op, format!("{from} and {exponent} differ in shape"))?;
        }
        ElementKind::FloatToInt => {
            any_float(op, from)?;
            arithmetic(op, to)?;
        }
        ElementKind::FloatToFloat => {
            let (from, to) = (any_float(op, from)?, any_float(op, to)?);
            require(from != to, op, "it changes the format")?;
        }
    }
    let negates = op.op == Op::Negi && op.attributes.overflow.no_unsigned_wrap;
    require(!negates, op, "it cannot promise no_unsigned_wrap")?;
    check_modes(op, from, to)
}

/// An integer type that can be computed in: those of four bits can only be moved, widened, narrowed and packed.
fn arithmetic(op: &Operation, tile: &TileType) -> Result<Scalar, IllFormed> {
    let scalar = integer(op, tile)?;
    require(scalar != Scalar::I4, op, "there is no arithmetic on i4")?;
    Ok(scalar)
}

/// The float type of a tile's elements.
fn any_float(op: &Operation, tile: &TileType) -> Result<Scalar, IllFormed> {
    let scalar = tile.element.scalar().filter(|scalar| !scalar.is_integer());
    scalar.ok_or_else(|| wrong(op, format!("floats are needed, not {tile}")))
}

/// A float type that can be computed in; the others can only be moved and converted.
fn float(op: &Operation, tile: &TileType) -> Result<Scalar, IllFormed> {
    let scalar = any_float(op, tile)?;
    let basic = matches!(scalar, Scalar::F16 | Scalar::Bf16 | Scalar::F32 | Scalar::F64);
    require(basic, op, format!("there is no arithmetic on {scalar}"))?;
    Ok(scalar)
}

/// The modes of IEEE 754.
const IEEE: &[Rounding] =
    &[Rounding::NearestEven, Rounding::Zero, Rounding::NegativeInf, Rounding::PositiveInf];

/// Roundings that an operation on floats can ask for; the approximate ones of f32 only (IRV-15, IRV-16).
pub(crate) const fn roundings(op: Op) -> &'static [Rounding] {
    use Rounding::{Approx, Full, NearestEven, NegativeInf, PositiveInf, Zero};
    if matches!(op, Op::Addf | Op::Subf | Op::Mulf | Op::Fma) {
        IEEE
    } else if matches!(op, Op::Divf) {
        &[NearestEven, Zero, NegativeInf, PositiveInf, Approx, Full]
    } else if matches!(op, Op::Sqrt) {
        &[NearestEven, Zero, NegativeInf, PositiveInf, Approx]
    } else if matches!(op, Op::Exp | Op::Tanh) {
        &[Approx, Full]
    } else {
        &[]
    }
}

/// Whether an operation can ask for subnormals to be flushed.
pub(crate) const fn flushes(op: Op) -> bool {
    let arithmetic = matches!(op, Op::Addf | Op::Subf | Op::Mulf | Op::Divf | Op::Fma | Op::Maxf | Op::Minf);
    arithmetic || matches!(op, Op::Sqrt | Op::Rsqrt | Op::Exp2)
}

/// Roundings of the operation, and flushing, which only f32 has.
fn check_modes(op: &Operation, from: &TileType, to: &TileType) -> Result<(), IllFormed> {
    let (source, target) = (from.element.scalar(), to.element.scalar());
    let single = target == Some(Scalar::F32);
    let flushes = op.attributes.flush_to_zero;
    require(!flushes || single, op, "only f32 is flushed to zero")?;
    require(!flushes || self::flushes(op.op), op, "it cannot flush to zero")?;
    let power = op.op == Op::Ftof && target == Some(Scalar::F8E8m0fnu);
    let rounding = match op.attributes.rounding {
        Some(rounding) => rounding,
        // No rounding means rounding to the nearest, which the operation lacks.
        None if power => Rounding::NearestEven,
        None => return Ok(()),
    };
    let fast = matches!(rounding, Rounding::Approx | Rounding::Full);
    let allowed = if op.op == Op::Divi {
        // An unsigned quotient is rounded down by cutting off, and NVIDIA's reader wants it said so.
        let down = op.attributes.signedness != Some(Signedness::Unsigned);
        matches!(rounding, Rounding::Zero | Rounding::PositiveInf)
            || down && rounding == Rounding::NegativeInf
    } else if op.op == Op::Itof {
        rounding == Rounding::NearestEven
    } else if op.op == Op::Ftoi {
        rounding == Rounding::NearestIntToZero
    } else if op.op == Op::Ftof {
        converts(source, target, rounding)
    } else {
        roundings(op.op).contains(&rounding) && (!fast || single)
    };
    let name = Rounding::NAMES.iter().find(|(known, _)| *known == rounding).map_or("", |(_, name)| name);
    require(allowed, op, format!("rounding<{name}> is not allowed here"))
}

/// Roundings of `ftof`: all of IEEE 754 to f32 and to a wider format, towards zero elsewhere too, and what the narrow
/// formats have of their own (semantics E.5).
fn converts(source: Option<Scalar>, target: Option<Scalar>, rounding: Rounding) -> bool {
    let bits = |scalar: Option<Scalar>| scalar.map_or(0, Scalar::bits);
    let nearest = rounding == Rounding::NearestEven;
    match target {
        Some(Scalar::F8E8m0fnu) => matches!(rounding, Rounding::Zero | Rounding::PositiveInf),
        Some(Scalar::F8E4m3fn | Scalar::F8E5m2 | Scalar::F4E2m1fn) => nearest,
        Some(Scalar::Tf32) if bits(source) == 32 => {
            let away = rounding == Rounding::NearestAway && source == Some(Scalar::F32);
            nearest || rounding == Rounding::Zero || away
        }
        Some(Scalar::F32) => IEEE.contains(&rounding),
        _ if bits(target) > bits(source) => IEEE.contains(&rounding),
        _ => nearest || rounding == Rounding::Zero,
    }
}
