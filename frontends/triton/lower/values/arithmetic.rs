//! Arithmetic: operations with the same operands, comparisons, selections and products of twice the width.

use spec::syntax::attributes::{Attributes, Comparison, Ordering, Rounding, Signedness};
use spec::syntax::kernel::ValueId;
use spec::syntax::op::Op;
use spec::syntax::types::{Element, Scalar, TileType};

use crate::triton::lower::builder::{Builder, Lowered};
use crate::triton::read::syntax::Operation;
use crate::triton::schema::{FLOAT_COMPARISONS, INTEGER_COMPARISONS};

impl<'t> Builder<'_, 't> {
    /// An operation of ours with the same operands.
    pub(in crate::triton::lower) fn same_operands(
        &mut self,
        op: &Operation<'t>,
        kind: Op,
        attributes: Attributes,
    ) -> Lowered<()> {
        let operands = op.operands().iter().map(|name| self.tile(name)).collect::<Lowered<Vec<_>>>()?;
        let Some(first) = operands.first() else {
            return Err(self.wrong(format!("`{}` has no operands", op.name)));
        };
        let ty = self.ty(*first);
        let id = self.tile_op(kind, &operands, ty.clone(), fast_of_single(attributes, &ty))?;
        self.bind_tiles(op, &[id])
    }

    /// `arith.andi %a, %b`. An undetermined truth value may be anything, so it is false beside one that is false.
    pub(in crate::triton::lower) fn conjunction(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let [a, b] = [self.operand(op, 0)?, self.operand(op, 1)?];
        let ty = self.ty(a);
        let id = match [a, b].map(|operand| self.is_unfilled(operand)) {
            _ if self.scalar(a)? != Scalar::I1 => self.same(Op::Andi, &[a, b])?,
            [false, false] | [true, true] => self.same(Op::Andi, &[a, b])?,
            [is_unfilled, _] => {
                let (undetermined, condition) = if is_unfilled { (a, b) } else { (b, a) };
                let no = self.number(ty.clone(), "0")?;
                let id =
                    self.tile_op(Op::Select, &[condition, undetermined, no], ty, Attributes::default())?;
                // If the condition is the mask of the load; otherwise the next conjunction is a plain one.
                self.fill(id);
                id
            }
        };
        self.bind_tiles(op, &[id])
    }

    /// The truth values of a comparison with a tile.
    fn truths(&self, ty: TileType) -> TileType {
        TileType { shape: ty.shape, element: Element::Scalar(Scalar::I1) }
    }

    /// `arith.cmpi slt, %a, %b`
    pub(in crate::triton::lower) fn compare_integers(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let operands = [self.operand(op, 0)?, self.operand(op, 1)?];
        let found = op.keywords().find_map(|word| INTEGER_COMPARISONS.iter().find(|row| row.0 == word));
        let Some((_, comparison, signedness)) = found else {
            return Err(self.wrong("this is no comparison of integers"));
        };
        let attributes = Attributes {
            comparison: Some(*comparison),
            signedness: Some(*signedness),
            ..Attributes::default()
        };
        let ty = self.truths(self.ty(operands[0]));
        let id = self.tile_op(Op::Cmpi, &operands, ty, attributes)?;
        self.bind_tiles(op, &[id])
    }

    /// `arith.cmpf olt, %a, %b`; `ord` and `uno` ask whether no operand, or some operand, is NaN.
    pub(in crate::triton::lower) fn compare_floats(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let [a, b] = [self.operand(op, 0)?, self.operand(op, 1)?];
        let ty = self.truths(self.ty(a));
        let compare = |word: &str| {
            let found = FLOAT_COMPARISONS.iter().find(|row| row.0 == word);
            found.map(|(_, comparison, ordering)| Attributes {
                comparison: Some(*comparison),
                ordering: Some(*ordering),
                ..Attributes::default()
            })
        };
        let id = match op.keywords().next().unwrap_or_default() {
            // A number equals itself, NaN does not.
            word @ ("ord" | "uno") => {
                let (test, join) = if word == "ord" { ("oeq", Op::Andi) } else { ("une", Op::Ori) };
                let attributes = compare(test).unwrap_or_default();
                let left = self.tile_op(Op::Cmpf, &[a, a], ty.clone(), attributes.clone())?;
                let right = self.tile_op(Op::Cmpf, &[b, b], ty, attributes)?;
                self.same(join, &[left, right])?
            }
            word => {
                let attributes =
                    compare(word).ok_or_else(|| self.wrong("this is no comparison of floats"))?;
                self.tile_op(Op::Cmpf, &[a, b], ty, attributes)?
            }
        };
        self.bind_tiles(op, &[id])
    }

    /// `arith.select %condition, %a, %b`: the condition may be a scalar.
    pub(in crate::triton::lower) fn select(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let [condition, a, b] = [self.operand(op, 0)?, self.operand(op, 1)?, self.operand(op, 2)?];
        let ty = self.ty(a);
        let condition = self.broadcast(condition, &ty.shape)?;
        let id = self.tile_op(Op::Select, &[condition, a, b], ty, Attributes::default())?;
        self.bind_tiles(op, &[id])
    }

    /// `tt.mulhiui`: the high half of the unsigned product.
    pub(in crate::triton::lower) fn high_product(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let operands = [self.operand(op, 0)?, self.operand(op, 1)?];
        let id = self.same(Op::Mulhii, &operands)?;
        self.bind_tiles(op, &[id])
    }

    /// `arith.mului_extended`, `arith.mulsi_extended`: both halves of the product.
    pub(in crate::triton::lower) fn extended_product(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let [a, b] = [self.operand(op, 0)?, self.operand(op, 1)?];
        let low = self.same(Op::Muli, &[a, b])?;
        let mut high = self.same(Op::Mulhii, &[a, b])?;
        if op.name == "arith.mulsi_extended" {
            // The signed product is less by one operand, times 2ⁿ, for each negative other operand.
            let ty = self.ty(a);
            let bits = self.scalar(a)?.bits();
            let most = self.number(ty, &(bits - 1).to_string())?;
            for (sign, other) in [(a, b), (b, a)] {
                let attributes = Attributes { signedness: Some(Signedness::Signed), ..Attributes::default() };
                let sign = self.tile_op(Op::Shri, &[sign, most], self.ty(a), attributes)?;
                let part = self.same(Op::Andi, &[sign, other])?;
                high = self.same(Op::Subi, &[high, part])?;
            }
        }
        self.bind_tiles(op, &[low, high])
    }

    /// `tt.clampf %x, %low, %high, propagateNan = all`
    pub(in crate::triton::lower) fn clamp(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let [x, low, high] = [self.operand(op, 0)?, self.operand(op, 1)?, self.operand(op, 2)?];
        let propagate_nan = match op.atom("propagateNan") {
            Some("all") => true,
            Some("none") | None => false,
            Some(other) => return Err(self.unsupported(format!("a clamp with the rule `{other}` for NaN"))),
        };
        let attributes = || Attributes { propagate_nan, ..Attributes::default() };
        let ty = self.ty(x);
        let raised = self.tile_op(Op::Maxf, &[x, low], ty.clone(), attributes())?;
        let limited = self.tile_op(Op::Minf, &[raised, high], ty, attributes())?;
        let id = match [low, high].map(|limit| self.splat_of(limit)) {
            [Some(_), None] | [None, Some(_)] => limited,
            [Some(_), Some(_)] if !self.are_opposite(low, high)? => limited,
            [Some(_), Some(_)] | [None, None] => {
                let limited = self.reversed([x, low, high], limited)?;
                if propagate_nan { limited } else { self.limit_of_nan([x, low, high], limited)? }
            }
        };
        self.bind_tiles(op, &[id])
    }

    /// Whether two constants are a number and its negative.
    fn are_opposite(&self, low: ValueId, high: ValueId) -> Lowered<bool> {
        let sign = 1 << (self.scalar(low)?.bits() - 1);
        let [low, high] = [low, high].map(|limit| self.splat_of(limit));
        Ok(low.zip(high).is_some_and(|(low, high)| low.0 ^ high.0 == sign))
    }

    /// The clamped number, where the limits may be opposite. With the lower limit above the other one, the code may also give the smaller
    /// magnitude, with the product of the signs (`min.xorsign.abs`).
    fn reversed(&mut self, [x, low, high]: [ValueId; 3], limited: ValueId) -> Lowered<ValueId> {
        let (magnitude, most) = (self.same(Op::Absf, &[x])?, self.same(Op::Absf, &[high])?);
        let smaller = self.same(Op::Minf, &[magnitude, most])?;
        let minus = self.same(Op::Negf, &[smaller])?;
        let zero = self.number(self.ty(x), "0.0")?;
        let [down, under] =
            [x, high].map(|one| self.compare(Comparison::LessThan, Ordering::Ordered, one, zero));
        let differ = self.same(Op::Xori, &[down?, under?])?;
        let signed = self.choose(differ, minus, smaller)?;
        let negative = self.is_negative(x)?;
        let either = self.choose(negative, limited, signed)?;
        let ordered = self.compare(Comparison::LessThanOrEqual, Ordering::Ordered, low, high)?;
        self.choose(ordered, limited, either)
    }

    /// Whether the sign of a float is set, which no proof knows.
    fn is_negative(&mut self, x: ValueId) -> Lowered<ValueId> {
        let scalar = match self.scalar(x)?.bits() {
            16 => Scalar::I16,
            32 => Scalar::I32,
            _ => Scalar::I64,
        };
        let bits = TileType { element: Element::Scalar(scalar), ..self.ty(x) };
        let bits = self.tile_op(Op::Bitcast, &[x], bits, Attributes::default())?;
        let zero = self.number(self.ty(bits), "0")?;
        let attributes = Attributes {
            comparison: Some(Comparison::LessThan),
            signedness: Some(Signedness::Signed),
            ..Attributes::default()
        };
        let truths = TileType { element: Element::Scalar(Scalar::I1), ..self.ty(x) };
        self.tile_op(Op::Cmpi, &[bits, zero], truths, attributes)
    }

    /// With opposite limits the code takes the sign from the number (`min.xorsign.abs`), so NaN gives either limit.
    fn limit_of_nan(&mut self, [x, low, high]: [ValueId; 3], limited: ValueId) -> Lowered<ValueId> {
        let negative = self.is_negative(x)?;
        let either = self.choose(negative, low, high)?;
        let number = self.compare(Comparison::Equal, Ordering::Ordered, x, x)?;
        self.choose(number, limited, either)
    }
}

/// The attributes without flushing and approximate roundings, which only functions of f32 have.
pub(super) fn fast_of_single(mut attributes: Attributes, ty: &TileType) -> Attributes {
    if ty.element != Element::Scalar(Scalar::F32) {
        attributes.flush_to_zero = false;
        attributes.rounding =
            attributes.rounding.filter(|rounding| ![Rounding::Approx, Rounding::Full].contains(rounding));
    }
    attributes
}
