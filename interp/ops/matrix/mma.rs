//! Matrix products. Devices add in their own order; the interpreter uses the order of NVIDIA's compiler for small tiles. Products are
//! exact, and `fma` adds them in ascending order. Sums of `f32` and narrower types start from zero, and the accumulator is added last, as
//! observed for `f32` (K-35). Sums of `f64` start from the accumulator (K-40). Scaled products are added in `f64`, exactly, and rounded
//! once.

use spec::domain::FloatMode;
use spec::ops::mma;
use spec::syntax::attributes::{Rounding, Signedness};
use spec::syntax::format;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::types::Scalar;

use crate::machine::outcome::Stop;
use crate::machine::state::Machine;
use crate::machine::violation::unsupported;
use crate::ops::matrix::product::{Extents, Term, add_product};
use crate::values::element::bits::{Integers, Plain};
use crate::values::element::float::Real;
use crate::values::element::format::{
    ArithmeticFormat, Binary16, Binary32, Binary64, Brain16, Format, Host, Source,
};
use crate::values::element::number::{Exact, Narrow, Truth};
use crate::values::element::word::{Lane, Word32};
use crate::values::elements::Store;
use crate::values::host_width::{low_u32, to_index};
use crate::values::marks::Marks;
use crate::values::tile::Tile;

const NEAREST: FloatMode = FloatMode { rounding: Rounding::NearestEven, flush_to_zero: false };

impl Machine<'_> {
    /// `mmaf`
    pub(crate) fn mmaf(&mut self, op: &Operation) -> Result<(), Stop> {
        if self.options.payload {
            return self.mmaf_payload(op);
        }
        let acc = op.operands[2];
        let tile = match self.scalar(acc) {
            Scalar::F64 => {
                let [lhs, rhs, begin] =
                    [op.operands[0], op.operands[1], acc].map(|id| self.to_host_floats::<f64>(id));
                round_to_tile::<Real<Binary64>>(&self.multiply(op, &lhs, &rhs, begin))
            }
            // Sums begin with zero, and the addend joins last: see the head of the file.
            narrow @ (Scalar::F32 | Scalar::F16) => {
                let [lhs, rhs, begin] =
                    [op.operands[0], op.operands[1], acc].map(|id| self.to_host_floats::<f32>(id));
                let mut sums = self.multiply(op, &lhs, &rhs, vec![0.0; begin.len()]);
                sums.iter_mut().zip(&begin).for_each(|(sum, begin)| *sum += begin);
                if narrow == Scalar::F32 {
                    round_to_tile::<Real<Binary32>>(&sums)
                } else {
                    round_to_tile::<Real<Binary16>>(&sums)
                }
            }
            Scalar::I1
            | Scalar::I4
            | Scalar::I8
            | Scalar::I16
            | Scalar::I32
            | Scalar::I64
            | Scalar::Bf16
            | Scalar::Tf32
            | Scalar::F8E4m3fn
            | Scalar::F8E5m2
            | Scalar::F8E8m0fnu
            | Scalar::F4E2m1fn => return Err(unsupported(op)),
        };
        let undetermined = self.mark_undetermined_sums(op);
        self.set_tile(op.results[0], Tile { undetermined, ..tile });
        Ok(())
    }

    /// `mmai`
    pub(crate) fn mmai(&mut self, op: &Operation) {
        let signs = [op.attributes.signedness, op.attributes.second_signedness];
        let factors = |at: usize| -> Vec<i32> {
            let words = u8::lanes(&self.tile(op.operands[at]).elements).iter();
            match signs[at] {
                Some(Signedness::Unsigned) => words.map(|word| i32::from(*word)).collect(),
                Some(Signedness::Signed) | None => words.map(|word| i32::from(word.cast_signed())).collect(),
            }
        };
        let acc = u32::lanes(&self.tile(op.operands[2]).elements);
        let sums = self.multiply(op, &factors(0), &factors(1), vec![0; acc.len()]);
        // Arithmetic modulo 2³² gives the sum of the products modulo 2³².
        let mut d = Integers::<Word32>::new(None);
        let number = |word: i32| Narrow(word.into());
        let lanes = sums.iter().zip(acc);
        let words =
            lanes.map(|(sum, acc)| mma::mmai(&mut d, &number(acc.cast_signed()), &number(*sum)).write());
        let tile = Tile::of(words.collect());
        let undetermined = self.mark_undetermined_sums(op);
        self.set_tile(op.results[0], Tile { undetermined, ..tile });
    }

    /// `mmaf_scaled`
    pub(crate) fn mmaf_scaled(&mut self, op: &Operation) {
        let shape = |position: usize| self.kernel.tile(op.operands[position]).shape.as_slice();
        let of = extents(shape(0), shape(1));
        let (block, blocks) = (of.terms / last_extent(shape(3)), last_extent(shape(3)));
        let at = |k: usize| mma::block(&Exact::of_index(k), low_u32(block)).to_index();
        let [mut lhs, mut rhs, begin, left, right] =
            [0, 1, 2, 3, 4].map(|position| self.to_host_floats::<f64>(op.operands[position]));
        for (place, factor) in lhs.iter_mut().enumerate() {
            *factor *= left[place / of.terms * blocks + at(place % of.terms)];
        }
        for (place, factor) in rhs.iter_mut().enumerate() {
            let (line, column) = (place / of.columns, place % of.columns);
            let (batch, k) = (line / of.terms, line % of.terms);
            *factor *= right[(batch * blocks + at(k)) * of.columns + column];
        }
        let mut sums = self.multiply(op, &lhs, &rhs, vec![0.0; begin.len()]);
        sums.iter_mut().zip(&begin).for_each(|(sum, begin)| *sum += begin);
        let tile = round_to_tile::<Real<Binary32>>(&sums);
        let undetermined = self.mark_undetermined_sums(op);
        self.set_tile(op.results[0], Tile { undetermined, ..tile });
    }

    /// The elements of a tile in a host type that contains them all.
    fn to_host_floats<T: Host>(&self, id: ValueId) -> Vec<T> {
        let (tile, scalar) = (self.tile(id), self.scalar(id));
        let lanes = 0..tile.len();
        match scalar {
            Scalar::F16 => to_host::<Binary16, T>(tile),
            Scalar::Bf16 => to_host::<Brain16, T>(tile),
            Scalar::F32 => to_host::<Binary32, T>(tile),
            Scalar::F64 => to_host::<Binary64, T>(tile),
            Scalar::Tf32 => lanes.map(|lane| T::from_wide(decode(scalar, tile.raw(lane)))).collect(),
            Scalar::F8E4m3fn | Scalar::F8E5m2 | Scalar::F8E8m0fnu | Scalar::F4E2m1fn => {
                // At most 256 such floats exist: decode each once.
                let all: Vec<T> = (0..=u8::MAX).map(|raw| T::from_wide(decode(scalar, raw.into()))).collect();
                lanes.map(|lane| all[usize::from(u8::from_raw(tile.raw(lane)))]).collect()
            }
            Scalar::I1 | Scalar::I4 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => Vec::new(),
        }
    }

    /// Σₖ lhs·rhs added to some sums, matrix by matrix.
    pub(super) fn multiply<T: Term>(&self, op: &Operation, lhs: &[T], rhs: &[T], mut sums: Vec<T>) -> Vec<T> {
        let shape = |position: usize| self.kernel.tile(op.operands[position]).shape.as_slice();
        let of = extents(shape(0), shape(1));
        let parts = lhs.chunks_exact(of.rows * of.terms).zip(rhs.chunks_exact(of.terms * of.columns));
        for ((lhs, rhs), sums) in parts.zip(sums.chunks_exact_mut(of.rows * of.columns)) {
            add_product(of, lhs, rhs, sums);
        }
        sums
    }

    /// The undetermined sums: a factor, a scale or the addend is undetermined, or a scale is negative.
    pub(crate) fn mark_undetermined_sums(&self, op: &Operation) -> Marks {
        let marked = |position: usize| -> Option<Vec<bool>> {
            let (tile, scalar) = (self.tile(op.operands[position]), self.scalar(op.operands[position]));
            let sign = scalar == Scalar::F8E4m3fn && position > 2;
            let lane = |lane: usize| {
                let mut d = Plain::new(None);
                mma::scaled(&mut d, &Truth(sign && tile.raw(lane) & 0x80 != 0));
                tile.undetermined.at(lane) || d.is_undetermined()
            };
            (sign || tile.undetermined.any()).then(|| (0..tile.len()).map(lane).collect())
        };
        let marks: Vec<_> = (0..op.operands.len()).map(marked).collect();
        // Nearly always nothing is undetermined.
        if marks.iter().all(Option::is_none) {
            return Marks::NONE;
        }
        let is_marked = |place: usize, of: [usize; 2]| {
            let mut lanes =
                self.summed_lanes(op, place).into_iter().filter(|(operand, _)| of.contains(operand));
            lanes.any(|(operand, lanes)| {
                let marks = marks.get(operand).and_then(Option::as_ref);
                marks.is_some_and(|marks| lanes.into_iter().any(|lane| marks[lane]))
            })
        };
        // Left factors belong to a row, right factors to a column.
        let shape = |position: usize| self.kernel.tile(op.operands[position]).shape.as_slice();
        let Extents { rows, columns, .. } = extents(shape(0), shape(1));
        let count = self.tile(op.operands[2]).len();
        let lines: Vec<bool> = (0..count / columns).map(|row| is_marked(row * columns, [0, 3])).collect();
        let downs: Vec<bool> = (0..count / rows)
            .map(|at| is_marked(at / columns * rows * columns + at % columns, [1, 4]))
            .collect();
        let sum = |place: usize| {
            let (row, column) = (place / columns, place % columns);
            let begin = marks[2].as_ref().is_some_and(|marks| marks[place]);
            begin || lines[row] || downs[row / rows * columns + column]
        };
        Marks::new((0..count).map(sum).collect())
    }

    /// The lanes that a sum of a product is made of, by operand.
    pub(crate) fn summed_lanes(&self, op: &Operation, place: usize) -> Vec<(usize, Vec<usize>)> {
        let shape = |position: usize| self.kernel.tile(op.operands[position]).shape.as_slice();
        let of = extents(shape(0), shape(1));
        let (row, column) = (place / of.columns, place % of.columns);
        let batch = row / of.rows;
        let line = |terms: usize| (row * terms..(row + 1) * terms).collect::<Vec<_>>();
        let down = |terms: usize| {
            (batch * terms..(batch + 1) * terms).map(|k| k * of.columns + column).collect::<Vec<_>>()
        };
        let mut all = vec![(2, vec![place]), (0, line(of.terms)), (1, down(of.terms))];
        if let Some(scales) = op.operands.get(3) {
            let blocks = last_extent(&self.kernel.tile(*scales).shape);
            all.extend([(3, line(blocks)), (4, down(blocks))]);
        }
        all
    }
}

fn last_extent(shape: &[u32]) -> usize {
    shape.last().map_or(1, |extent| to_index(*extent))
}

/// The extents of a product of tiles of two or three axes.
fn extents(lhs: &[u32], rhs: &[u32]) -> Extents {
    Extents { rows: last_extent(&lhs[..lhs.len() - 1]), terms: last_extent(lhs), columns: last_extent(rhs) }
}

fn to_host<K: ArithmeticFormat, T: Host>(tile: &Tile) -> Vec<T> {
    K::Store::lanes(&tile.elements).iter().map(|bits| T::from_wide(Real::<K>(*bits).wide())).collect()
}

/// Sums, rounded to the type of the result.
fn round_to_tile<F: Format>(sums: &[impl Host]) -> Tile {
    Tile::of(sums.iter().map(|sum| F::from_wide(sum.wide(), NEAREST).write()).collect())
}

/// The value of a float's bits.
fn decode(scalar: Scalar, raw: u64) -> f64 {
    format::value(raw, scalar).unwrap_or(f64::NAN)
}
