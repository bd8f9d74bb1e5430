//! Matrix products, in the precision that they name.

use spec::ops::mma;
use spec::syntax::attributes::{Attributes, Comparison, Ordering, Signedness};
use spec::syntax::kernel::ValueId;
use spec::syntax::op::Op;
use spec::syntax::types::{Element, Scalar, TileType};

use crate::triton::lower::builder::{Builder, Lowered};
use crate::triton::read::syntax::Operation;

/// A product of `f32` as a sum of products of parts.
struct Split {
    precision: &'static str,
    /// The type of the parts.
    part: Scalar,
    parts: usize,
    /// The products of two parts that are added, the smallest first. The product of the two leading parts comes last.
    products: &'static [(usize, usize)],
}

/// Parts and order are those in Triton's tests of its pass `F32DotTC`. Source: Henry, Tang and Heinecke, Leveraging the
/// bfloat16 Artificial Intelligence Datatype for Higher-Precision Computations, 2019.
const SPLITS: [Split; 3] = [
    Split { precision: "tf32x3", part: Scalar::Tf32, parts: 2, products: &[(1, 0), (0, 1)] },
    Split { precision: "bf16x3", part: Scalar::Bf16, parts: 2, products: &[(1, 0), (0, 1)] },
    Split {
        precision: "bf16x6",
        part: Scalar::Bf16,
        parts: 3,
        products: &[(1, 1), (2, 0), (0, 2), (1, 0), (0, 1)],
    },
];

impl<'t> Builder<'_, 't> {
    /// `tt.dot %a, %b, %c`: the product of two matrices, added to a third.
    pub(in crate::triton::lower) fn dot(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let (mut a, mut b, c) = (self.operand(op, 0)?, self.operand(op, 1)?, self.operand(op, 2)?);
        let (left, right, sum) = (self.scalar(a)?, self.scalar(b)?, self.scalar(c)?);
        let ty = self.ty(c);
        if left.is_integer() {
            let signed = Some(Signedness::Signed);
            let attributes =
                Attributes { signedness: signed, second_signedness: signed, ..Attributes::default() };
            let id = self.tile_op(Op::Mmai, &[a, b, c], ty, attributes)?;
            return self.bind_tiles(op, &[id]);
        }
        let precision = op.atom("inputPrecision").unwrap_or("ieee");
        if [left, right, sum] == [Scalar::F32; 3] {
            if let Some(split) = SPLITS.iter().find(|split| split.precision == precision) {
                let id = self.product_of_parts(a, b, c, split)?;
                return self.bind_tiles(op, &[id]);
            }
            if precision == "tf32" {
                // Products of f32 round their factors to tf32 first.
                (a, b) = (self.convert(a, Scalar::Tf32)?, self.convert(b, Scalar::Tf32)?);
            }
        }
        if !["ieee", "tf32"].contains(&precision) && SPLITS.iter().all(|split| split.precision != precision) {
            return Err(self.unsupported(format!("a product with the precision `{precision}`")));
        }
        let is_tf32 = self.scalar(a)? == Scalar::Tf32;
        if !is_tf32 && (left != right || !mma::multiplies(left, sum)) {
            // Every smaller float is a number of f32, so the products are the same.
            if sum != Scalar::F32 || left.bits() > 32 || right.bits() > 32 {
                return Err(self.unsupported(format!("a product of {left} and {right} in {sum}")));
            }
            (a, b) = (self.convert(a, Scalar::F32)?, self.convert(b, Scalar::F32)?);
        }
        let id = self.tile_op(Op::Mmaf, &[a, b, c], ty, Attributes::default())?;
        self.bind_tiles(op, &[id])
    }

    /// The product of two tiles of f32, each split into parts of a narrower type, and a third tile.
    fn product_of_parts(&mut self, a: ValueId, b: ValueId, c: ValueId, split: &Split) -> Lowered<ValueId> {
        let (left, right) = (self.parts_of(a, split)?, self.parts_of(b, split)?);
        let zero = self.number(self.ty(c), "0.0")?;
        let mut sum = zero;
        for (i, j) in split.products {
            sum = self.same_as(Op::Mmaf, &[left[*i], right[*j], sum], c)?;
        }
        // An infinite leading part makes NaN of the small products, but not of the product of the leading parts.
        let is_nan = self.compare(Comparison::NotEqual, Ordering::Unordered, sum, sum)?;
        let sum = self.choose(is_nan, zero, sum)?;
        let product = self.same_as(Op::Mmaf, &[left[0], right[0], sum], c)?;
        self.same(Op::Addf, &[product, c])
    }

    /// The leading digits of each float in a narrower type, then those of the rest, and so on.
    fn parts_of(&mut self, id: ValueId, split: &Split) -> Lowered<Vec<ValueId>> {
        let mut rest = id;
        let mut found = vec![self.convert(rest, split.part)?];
        while found.len() < split.parts {
            let wide = self.convert(found[found.len() - 1], Scalar::F32)?;
            rest = self.same(Op::Subf, &[rest, wide])?;
            found.push(self.convert(rest, split.part)?);
        }
        Ok(found)
    }

    /// An operation without attributes whose result has the type of a value.
    fn same_as(&mut self, op: Op, operands: &[ValueId], like: ValueId) -> Lowered<ValueId> {
        let ty = self.ty(like);
        self.tile_op(op, operands, ty, Attributes::default())
    }

    /// The floats in another type, each rounded to the nearest. Floats of this type stay.
    pub(in crate::triton::lower) fn convert(&mut self, id: ValueId, to: Scalar) -> Lowered<ValueId> {
        let ty = self.ty(id);
        if ty.element == Element::Scalar(to) {
            return Ok(id);
        }
        let ty = TileType { shape: ty.shape, element: Element::Scalar(to) };
        self.tile_op(Op::Ftof, &[id], ty, Attributes::default())
    }

    /// `tt.dot_scaled`: a product of block-scaled operands.
    pub(in crate::triton::lower) fn scaled_dot(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let formats: Vec<&str> = op.keywords().filter(|word| FORMATS.contains(word)).collect();
        Err(self.unsupported(format!("a product of scaled operands ({})", formats.join(" and "))))
    }
}

/// The formats that `tt.dot_scaled` names.
const FORMATS: &[&str] = &["e2m1", "e2m3", "e3m2", "e4m3", "e5m2", "bf16", "fp16"];
