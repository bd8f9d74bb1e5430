//! Functions of mathematics: those of libdevice by their symbols, and those that are composed of others.

use spec::syntax::attributes::{Attributes, Comparison, Ordering, Rounding, Signedness};
use spec::syntax::kernel::ValueId;
use spec::syntax::op::Op;
use spec::syntax::types::{Element, Scalar, TileType};

use crate::triton::lower::builder::{Builder, Lowered};
use crate::triton::lower::values::arithmetic::fast_of_single;
use crate::triton::read::syntax::Operation;

/// Functions of libdevice that are one operation of ours, by their symbols without `__nv_` and without `f` at the end.
const EXTERNAL: &[(&str, Op)] = &[
    ("cos", Op::Cos),
    ("cosh", Op::Cosh),
    ("exp", Op::Exp),
    ("exp2", Op::Exp2),
    ("fabs", Op::Absf),
    ("fast_exp", Op::Exp),
    ("log", Op::Log),
    ("log2", Op::Log2),
    ("rsqrt", Op::Rsqrt),
    ("sin", Op::Sin),
    ("sinh", Op::Sinh),
    ("sqrt", Op::Sqrt),
    ("tan", Op::Tan),
    ("tanh", Op::Tanh),
    ("atan2", Op::Atan2),
    ("dmul_rn", Op::Mulf),
    ("fma", Op::Fma),
    ("fmax", Op::Maxf),
    ("fmin", Op::Minf),
    ("fmod", Op::Remf),
    ("fmul_rn", Op::Mulf),
    ("pow", Op::Fpowf),
    ("powi", Op::Fpowi),
];

/// Fast functions that are off by a fixed amount near some arguments, as a logarithm is near 1 (CUDA C++ Programming Guide, intrinsic functions).
const COARSE: &[(&str, Op)] =
    &[("fast_cos", Op::Cos), ("fast_log", Op::Log), ("fast_sin", Op::Sin), ("fast_tan", Op::Tan)];

impl<'t> Builder<'_, 't> {
    /// `tt.extern_elementwise %x {symbol = "__nv_tanhf"}`
    pub(in crate::triton::lower) fn external(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let symbol = op.atom("symbol").unwrap_or_default();
        let operands = op.operands().iter().map(|name| self.tile(name)).collect::<Lowered<Vec<_>>>()?;
        let ty = self.result_type(op)?;
        let bare = symbol.trim_start_matches("__nv_");
        let named = |name: &str| EXTERNAL.iter().find(|(own, _)| *own == name).map(|(_, kind)| *kind);
        let function = bare.strip_suffix('f').filter(|name| named(name).is_some());
        let function = function.unwrap_or(bare);
        let found =
            named(function).filter(|_| operands.iter().all(|id| self.ty(*id) == ty) || function == "powi");
        let id = match (found, operands.as_slice()) {
            (Some(kind), [_, ..]) => {
                let attributes = Attributes {
                    flush_to_zero: [Op::Exp2, Op::Sqrt, Op::Rsqrt].contains(&kind),
                    rounding: (function == "fast_exp").then_some(Rounding::Approx),
                    ..Attributes::default()
                };
                self.tile_op(kind, &operands, ty.clone(), fast_of_single(attributes, &ty))?
            }
            (None, [x]) => {
                // `erf` is of f64, and `erff` of f32.
                let name = bare.strip_suffix('f').filter(|name| *name != "er").unwrap_or(bare);
                match COARSE.iter().find(|(own, _)| *own == name) {
                    Some((_, kind)) => {
                        let value = self.same(*kind, &[*x])?;
                        self.through_bits(value)?
                    }
                    None => self.function(name, *x, &ty)?,
                }
            }
            (Some(_) | None, _) => return Err(self.unsupported(format!("the external function `{symbol}`"))),
        };
        self.bind_tiles(op, &[id])
    }

    /// `math.erf`, `math.log1p` and others that are composed.
    pub(in crate::triton::lower) fn composed(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let x = self.operand(op, 0)?;
        let ty = self.ty(x);
        let id = self.function(op.name.trim_start_matches("math."), x, &ty)?;
        self.bind_tiles(op, &[id])
    }

    /// `math.ceil`, `math.floor`, `math.round`, `math.roundeven`, `math.trunc`
    pub(in crate::triton::lower) fn round(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let x = self.operand(op, 0)?;
        let ty = self.ty(x);
        let id = self.function(op.name.trim_start_matches("math."), x, &ty)?;
        self.bind_tiles(op, &[id])
    }

    /// A function of one operand that has no operation of its own.
    fn function(&mut self, name: &str, x: ValueId, ty: &TileType) -> Lowered<ValueId> {
        if let Some(value) = self.approximated(name, x)? {
            return self.through_bits(value);
        }
        match name {
            "ceil" => self.flushed(x).and_then(|x| self.same(Op::Ceil, &[x])),
            "floor" => self.flushed(x).and_then(|x| self.same(Op::Floor, &[x])),
            "trunc" => self.truncate(x),
            "round" => self.round_half_away(x),
            "roundeven" | "rint" | "nearbyint" => self.round_half_even(x),
            "isnan" | "isnand" => self.is_nan(x, ty),
            "float2int_rn" => self.round_half_even(x).and_then(|x| self.saturated(x, ty)),
            "float2int_rz" => self.saturated(x, ty),
            "llrint" | "llround" => {
                let rounded = match name {
                    "llround" => self.round_half_away(x)?,
                    _ => self.round_half_even(x)?,
                };
                let attributes = Attributes { signedness: Some(Signedness::Signed), ..Attributes::default() };
                self.tile_op(Op::Ftoi, &[rounded], ty.clone(), attributes)
            }
            other => Err(self.unsupported(format!("the function `{other}`"))),
        }
    }

    /// An integer of 32 bits from a whole float: the nearest of the type, and 0 from NaN.
    fn saturated(&mut self, x: ValueId, ty: &TileType) -> Lowered<ValueId> {
        let attributes =
            Attributes { signedness: Some(Signedness::Signed), saturating: true, ..Attributes::default() };
        self.tile_op(Op::Ftoi, &[x], ty.clone(), attributes)
    }

    /// A float of which nothing but its type is known in proofs and comparisons: its bits, as a float.
    pub(super) fn through_bits(&mut self, x: ValueId) -> Lowered<ValueId> {
        let ty = self.ty(x);
        let scalar = if self.scalar(x)?.bits() == 64 { Scalar::I64 } else { Scalar::I32 };
        let bits = TileType { shape: ty.shape.clone(), element: Element::Scalar(scalar) };
        let bits = self.tile_op(Op::Bitcast, &[x], bits, Attributes::default())?;
        self.tile_op(Op::Bitcast, &[bits], ty, Attributes::default())
    }

    /// One by a number, as close as `rcp.approx.ftz` is.
    pub(super) fn reciprocal(&mut self, x: ValueId) -> Lowered<ValueId> {
        let one = self.number(self.ty(x), "1.0")?;
        let attributes =
            Attributes { rounding: Some(Rounding::Approx), flush_to_zero: true, ..Attributes::default() };
        self.tile_op(Op::Divf, &[one, x], self.ty(x), attributes)
    }

    /// A comparison with another tile or itself.
    pub(super) fn compare(
        &mut self,
        comparison: Comparison,
        ordering: Ordering,
        a: ValueId,
        b: ValueId,
    ) -> Lowered<ValueId> {
        let ty = TileType { element: Element::Scalar(Scalar::I1), ..self.ty(a) };
        let attributes =
            Attributes { comparison: Some(comparison), ordering: Some(ordering), ..Attributes::default() };
        self.tile_op(Op::Cmpf, &[a, b], ty, attributes)
    }

    pub(super) fn choose(&mut self, condition: ValueId, a: ValueId, b: ValueId) -> Lowered<ValueId> {
        let ty = self.ty(a);
        self.tile_op(Op::Select, &[condition, a, b], ty, Attributes::default())
    }

    fn is_nan(&mut self, x: ValueId, ty: &TileType) -> Lowered<ValueId> {
        let truth = self.compare(Comparison::NotEqual, Ordering::Unordered, x, x)?;
        if self.ty(truth) == *ty {
            return Ok(truth);
        }
        let attributes = Attributes { signedness: Some(Signedness::Unsigned), ..Attributes::default() };
        self.tile_op(Op::Exti, &[truth], ty.clone(), attributes)
    }

    /// The floats with zeros for subnormals of f32.
    fn flushed(&mut self, x: ValueId) -> Lowered<ValueId> {
        let ty = self.ty(x);
        if ty.element != Element::Scalar(Scalar::F32) {
            return Ok(x);
        }
        let one = self.number(ty.clone(), "1.0")?;
        self.tile_op(Op::Mulf, &[x, one], ty, Attributes { flush_to_zero: true, ..Attributes::default() })
    }

    /// The integer toward zero.
    fn truncate(&mut self, x: ValueId) -> Lowered<ValueId> {
        let zero = self.number(self.ty(x), "0.0")?;
        let negative = self.compare(Comparison::LessThan, Ordering::Ordered, x, zero)?;
        let (up, down) = (self.same(Op::Ceil, &[x])?, self.same(Op::Floor, &[x])?);
        self.choose(negative, up, down)
    }

    /// The nearest integer, of two the one away from zero.
    fn round_half_away(&mut self, x: ValueId) -> Lowered<ValueId> {
        let whole = self.truncate(x)?;
        let rest = self.same(Op::Subf, &[x, whole])?;
        let (half, rest) = (self.number(self.ty(x), "0.5")?, self.same(Op::Absf, &[rest])?);
        let far = self.compare(Comparison::GreaterThanOrEqual, Ordering::Ordered, rest, half)?;
        let (zero, one) = (self.number(self.ty(x), "0.0")?, self.number(self.ty(x), "1.0")?);
        let negative = self.compare(Comparison::LessThan, Ordering::Ordered, x, zero)?;
        let (below, above) = (self.same(Op::Subf, &[whole, one])?, self.same(Op::Addf, &[whole, one])?);
        let next = self.choose(negative, below, above)?;
        self.choose(far, next, whole)
    }

    /// The nearest integer, of two the even one.
    fn round_half_even(&mut self, x: ValueId) -> Lowered<ValueId> {
        let down = self.same(Op::Floor, &[x])?;
        let rest = self.same(Op::Subf, &[x, down])?;
        let ty = self.ty(x);
        let (half, one) = (self.number(ty.clone(), "0.5")?, self.number(ty, "1.0")?);
        let up = self.same(Op::Addf, &[down, one])?;
        let halved = self.same(Op::Mulf, &[down, half])?;
        let floor = self.same(Op::Floor, &[halved])?;
        let odd = self.compare(Comparison::NotEqual, Ordering::Ordered, halved, floor)?;
        let tie = self.compare(Comparison::Equal, Ordering::Ordered, rest, half)?;
        let far = self.compare(Comparison::GreaterThan, Ordering::Ordered, rest, half)?;
        let odd = self.same(Op::Andi, &[tie, odd])?;
        let far = self.same(Op::Ori, &[far, odd])?;
        self.choose(far, up, down)
    }
}
