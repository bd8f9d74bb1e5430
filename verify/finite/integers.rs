//! Integers: the range of all elements of a tile, and of the first elements along an axis, by intervals (Cousot and
//! Cousot, "Static Determination of Dynamic Properties of Programs", 1976). A mask that is true for the first element
//! of each line leaves a number in each line.

use spec::contract::Bound;
use spec::syntax::attributes::{Comparison, Constant, Rounding, Signedness};
use spec::syntax::contract::{Binary, Expr, Unary};
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

use super::Analysis;
use super::bounds::Bounds;
use super::value::{Range, Which};

/// The result range of an operation on two ranges, without a wrap.
type OfTwo = fn(&Operation, Range, Range) -> Option<Range>;

/// Transfer functions for arbitrary integers.
const OF_ANY: &[(Op, OfTwo)] = &[
    (Op::Addi, |_, a, b| Some((a.0 + b.0, a.1 + b.1))),
    (Op::Subi, |_, a, b| Some((a.0 - b.1, a.1 - b.0))),
    (Op::Muli, |_, a, b| {
        let corners = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
        Some((corners.into_iter().min()?, corners.into_iter().max()?))
    }),
    (Op::Xori, |_, a, b| (a.0 == a.1 && b.0 == b.1).then_some((a.0 ^ b.0, a.0 ^ b.0))),
];

/// Operations known only for natural numbers, or for two single numbers.
const OF_NATURALS: &[(Op, OfTwo)] =
    &[
        (Op::Andi, |_, a, b| {
            if a.0 == a.1 && b.0 == b.1 { Some((a.0 & b.0, a.0 & b.0)) } else { Some((0, a.1.min(b.1))) }
        }),
        (Op::Ori, |_, a, b| (a.0 == a.1 && b.0 == b.1).then_some((a.0 | b.0, a.0 | b.0))),
        (Op::Divi, |op, a, b| {
            let up = |a: i128, b: i128| a / b + i128::from(a % b != 0);
            let rounds_up = op.attributes.rounding == Some(Rounding::PositiveInf);
            let of = |a: i128, b: i128| if rounds_up { up(a, b) } else { a / b };
            (a.0 >= 0 && b.0 >= 1).then(|| (of(a.0, b.1), of(a.1, b.0)))
        }),
        (Op::Remi, |_, a, b| (a.0 >= 0 && b.0 >= 1).then(|| (0, a.1.min(b.1 - 1)))),
        (Op::Mini, |_, a, b| (a.0 >= 0 && b.0 >= 0).then(|| (a.0.min(b.0), a.1.min(b.1)))),
        (Op::Maxi, |_, a, b| (a.0 >= 0 && b.0 >= 0).then(|| (a.0.max(b.0), a.1.max(b.1)))),
    ];

/// What is known of the result of an operation.
type Transfer = fn(&Analysis<'_>, &Operation, Which) -> Option<Range>;

/// The other operations with followed results; all other results may be anything.
const FOLLOWED: &[(Op, Transfer)] = &[
    (Op::Constant, |known, op, _| known.literal(op)),
    (Op::Iota, |known, op, which| known.counted(op, which)),
    (Op::Reshape, |known, op, which| Some(known.range_of(op.operands[0], known.moved(op, which)))),
    (Op::Broadcast, |known, op, which| Some(known.range_of(op.operands[0], known.moved(op, which)))),
    (Op::Assume, |known, op, which| Some(known.range_of(op.operands[0], which))),
    (Op::Trunci, |known, op, which| Some(known.range_of(op.operands[0], which))),
    (Op::Exti, |known, op, which| known.extended(op, which)),
    (Op::Cmpi, |known, op, which| known.compared(op, which)),
    (Op::Select, |known, op, which| known.chosen(op, which)),
];

impl Analysis<'_> {
    /// The bits of an integer.
    fn bits(&self, id: ValueId) -> u32 {
        self.kernel.ty(id).tile().and_then(|tile| tile.element.scalar()).map_or(64, Scalar::bits)
    }

    /// The range of an integer, read as signed; of one bit as a natural number.
    pub(super) fn range(&self, id: ValueId) -> Range {
        self.range_of(id, Which::All)
    }

    fn range_of(&self, id: ValueId, which: Which) -> Range {
        let known = |which| self.integers.get(&(id, which)).copied();
        known(which).or_else(|| known(Which::All)).unwrap_or_else(|| all_of(self.bits(id)))
    }

    /// The range of an integer that is read as signed or not.
    fn read(&self, id: ValueId, signedness: Option<Signedness>, which: Which) -> Range {
        let (range, bits) = (self.range_of(id, which), self.bits(id));
        let unsigned = signedness == Some(Signedness::Unsigned);
        match bits {
            1 if unsigned => range,
            1 => (-range.1, -range.0),
            _ if unsigned && range.1 < 0 => (range.0 + (1 << bits), range.1 + (1 << bits)),
            _ if unsigned && range.0 < 0 => (0, (1 << bits) - 1),
            _ => range,
        }
    }

    /// An integer as a float, before it is rounded.
    #[expect(
        clippy::as_conversions,
        reason = "integers of 64 bits become floats, which rounds, and is widened"
    )]
    pub(super) fn integer(&self, id: ValueId, signedness: Option<Signedness>) -> Bounds {
        let (lo, hi) = self.read(id, signedness, Which::All);
        Bounds::new((lo as f64).next_down(), (hi as f64).next_up())
    }

    /// Whether a mask is true for all these elements, or false for all; `None` if unknown.
    pub(super) fn truth(&self, mask: ValueId, which: Which) -> Option<bool> {
        match self.range_of(mask, which) {
            (1, 1) => Some(true),
            (0, 0) => Some(false),
            _ => None,
        }
    }

    /// Sets the range of an integer.
    pub(super) fn set_range(&mut self, id: ValueId, range: Option<Range>) {
        self.forget_range(id);
        let all = all_of(self.bits(id));
        if let Some(range) = range.filter(|range| all.0 <= range.0 && range.0 <= range.1 && range.1 <= all.1)
        {
            self.integers.insert((id, Which::All), range);
        }
    }

    fn forget_range(&mut self, id: ValueId) {
        let rank = self.kernel.ty(id).tile().map_or(0, |tile| tile.shape.len());
        self.integers.remove(&(id, Which::All));
        (0..rank).for_each(|axis| _ = self.integers.remove(&(id, Which::First(axis))));
    }

    /// The ranges of integer operations.
    pub(super) fn arithmetic(&mut self, op: &Operation) {
        if op.op == Op::GetTileBlockId || op.op == Op::GetNumTileBlocks {
            let least = i128::from(op.op == Op::GetNumTileBlocks);
            for (axis, result) in op.results.iter().enumerate() {
                let most = self.extent_of_grid(axis);
                self.set_range(*result, Some((least, most - 1 + least)));
            }
            return;
        }
        let result = op.results[0];
        let Some(tile) = self.kernel.ty(result).tile() else { return };
        let axes = (0..tile.shape.len()).map(Which::First);
        let all = all_of(self.bits(result));
        let found: Vec<(Which, Option<Range>)> =
            std::iter::once(Which::All).chain(axes).map(|which| (which, self.computed(op, which))).collect();
        self.forget_range(result);
        for (which, range) in found {
            // A wrapping result may be anything.
            if let Some(range) = range.filter(|range| all.0 <= range.0 && range.1 <= all.1) {
                self.integers.insert((result, which), range);
            }
        }
    }

    /// The elements of an operand that the result's elements come from.
    fn moved(&self, op: &Operation, which: Which) -> Which {
        let Which::First(axis) = which else { return which };
        let [from, to] = [op.operands[0], op.results[0]].map(|id| &self.kernel.tile(id).shape);
        let source = match op.op == Op::Reshape {
            true => axis_behind(to, from, axis),
            false => Some(axis).filter(|axis| from.get(*axis) == to.get(*axis)),
        };
        source.map_or(Which::All, Which::First)
    }

    fn computed(&self, op: &Operation, which: Which) -> Option<Range> {
        if let Some((_, of)) = OF_NATURALS.iter().chain(OF_ANY).find(|(known, _)| *known == op.op) {
            let [a, b] = [0, 1].map(|at| op.operands.get(at).map(|id| self.range_of(*id, which)));
            let (a, b) = (a?, b?);
            let natural = a.0 >= 0 && b.0 >= 0 || OF_ANY.iter().any(|(known, _)| *known == op.op);
            let is_one = a.0 == a.1 && b.0 == b.1;
            let is_bit = self.bits(op.results[0]) == 1;
            // One bit is a natural number here, and a signed operation reads it as 0 or -1.
            if is_bit && !matches!(op.op, Op::Andi | Op::Ori | Op::Xori) {
                return None;
            }
            return (natural && !is_bit || is_one).then(|| of(op, a, b)).flatten();
        }
        let followed = FOLLOWED.iter().find(|(known, _)| *known == op.op);
        followed.and_then(|(_, transfer)| transfer(self, op, which))
    }

    fn chosen(&self, op: &Operation, which: Which) -> Option<Range> {
        let [a, b] = [1, 2].map(|at| self.range_of(op.operands[at], which));
        match self.truth(op.operands[0], which) {
            Some(true) => Some(a),
            Some(false) => Some(b),
            None => Some((a.0.min(b.0), a.1.max(b.1))),
        }
    }

    fn counted(&self, op: &Operation, which: Which) -> Option<Range> {
        let last = self.kernel.tile(op.results[0]).shape.first().copied().unwrap_or(1);
        Some((0, if which == Which::All { i128::from(last) - 1 } else { 0 }))
    }

    fn extended(&self, op: &Operation, which: Which) -> Option<Range> {
        let from = op.operands[0];
        let range = self.range_of(from, which);
        if self.bits(from) == 1 {
            return Some(self.read(from, op.attributes.signedness, which));
        }
        (op.attributes.signedness == Some(Signedness::Signed) || range.0 >= 0).then_some(range)
    }

    fn compared(&self, op: &Operation, which: Which) -> Option<Range> {
        let [a, b] = [0, 1].map(|at| self.read(op.operands[at], op.attributes.signedness, which));
        let below = |a: Range, b: Range| {
            if a.1 < b.0 {
                Some(true)
            } else if a.0 >= b.1 {
                Some(false)
            } else {
                None
            }
        };
        let equal = match () {
            () if a.1 < b.0 || b.1 < a.0 => Some(false),
            () if a.0 == a.1 && a == b => Some(true),
            () => None,
        };
        let holds = match op.attributes.comparison? {
            Comparison::Equal => equal,
            Comparison::NotEqual => equal.map(|equal| !equal),
            Comparison::LessThan => below(a, b),
            Comparison::GreaterThanOrEqual => below(a, b).map(|less| !less),
            Comparison::GreaterThan => below(b, a),
            Comparison::LessThanOrEqual => below(b, a).map(|more| !more),
        }?;
        Some((i128::from(holds), i128::from(holds)))
    }

    fn literal(&self, op: &Operation) -> Option<Range> {
        let Constant::Splat(literal) = op.attributes.constant.as_ref()? else { return None };
        let scalar =
            self.kernel.ty(op.results[0]).tile()?.element.scalar().filter(|scalar| scalar.is_integer())?;
        let (bits, value) = (scalar.bits(), i128::from(literal.0));
        let half = 1i128 << (bits.max(2) - 1);
        let signed = if bits > 1 && value >= half { value - 2 * half } else { value };
        Some((signed, signed))
    }

    /// The ranges of integer arguments, by clauses with a constant bound.
    pub(super) fn integer_argument(&mut self, position: usize, id: ValueId) {
        let bits = self.bits(id);
        let signed = all_of(bits);
        let all = if self.bound.is_unsigned(position) { (0, (1 << bits) - 1) } else { signed };
        let is_it =
            |expr: &Expr| matches!(expr, Expr::Name(name) if self.bound.position(name) == Some(position));
        let range = required(self.bound, &is_it, all);
        // An argument with a negative reading may be any number.
        self.set_range(id, Some(range).filter(|range| range.1 <= signed.1));
    }

    /// The most blocks along an axis.
    fn extent_of_grid(&self, axis: usize) -> i128 {
        let name = ["grid.x", "grid.y", "grid.z"].get(axis).copied().unwrap_or_default();
        let is_it = |expr: &Expr| matches!(expr, Expr::Name(other) if other == name);
        let limit = self.bound.kernel.language.max_grid(axis);
        let (_, most) = required(self.bound, &is_it, (1, limit));
        let stated = self.bound.contract.grid.as_ref().map(|grid| match grid.get(axis) {
            Some(extent) => self.expression(extent).map_or(limit, |(_, most)| most),
            None => 1,
        });
        stated.map_or(most, |stated| most.min(stated)).max(1)
    }

    /// The range of an expression over arguments.
    fn expression(&self, expr: &Expr) -> Option<Range> {
        let corners = |a: Range, b: Range, of: fn(i128, i128) -> Option<i128>| {
            let all = [of(a.0, b.0)?, of(a.0, b.1)?, of(a.1, b.0)?, of(a.1, b.1)?];
            Some((all.into_iter().min()?, all.into_iter().max()?))
        };
        match expr {
            Expr::Number(number) => Some((*number, *number)),
            Expr::Name(name) => {
                let id = *self.kernel.params.get(self.bound.position(name)?)?;
                self.integers.get(&(id, Which::All)).copied()
            }
            Expr::Unary(Unary::Neg, of) => self.expression(of).map(|(lo, hi)| (-hi, -lo)),
            Expr::Binary(op, lhs, rhs) => {
                let (a, b) = (self.expression(lhs)?, self.expression(rhs)?);
                match op {
                    Binary::Add => corners(a, b, i128::checked_add),
                    Binary::Sub => corners(a, b, i128::checked_sub),
                    Binary::Mul => corners(a, b, i128::checked_mul),
                    Binary::Min => Some((a.0.min(b.0), a.1.min(b.1))),
                    Binary::Max => Some((a.0.max(b.0), a.1.max(b.1))),
                    // For natural numbers, in either rounding direction.
                    Binary::Div | Binary::Cdiv => {
                        (a.0 >= 0 && b.0 >= 1).then(|| (a.0 / b.1, a.1 / b.0 + i128::from(a.1 % b.0 != 0)))
                    }
                    Binary::Rem
                    | Binary::Eq
                    | Binary::Ne
                    | Binary::Le
                    | Binary::Lt
                    | Binary::Ge
                    | Binary::Gt
                    | Binary::And
                    | Binary::Or => None,
                }
            }
            Expr::Unary(Unary::Not, _) | Expr::Element(..) => None,
        }
    }
}

/// All integers of a width: of one bit natural numbers.
fn all_of(bits: u32) -> Range {
    let half = 1i128 << (bits.max(1) - 1);
    if bits <= 1 { (0, 1) } else { (-half, half - 1) }
}

/// The corresponding axis of another shape, if the shapes differ only in axes of one element.
pub(super) fn axis_behind(of: &[u32], other: &[u32], axis: usize) -> Option<usize> {
    let long = |shape: &[u32]| -> Vec<(usize, u32)> {
        shape.iter().copied().enumerate().filter(|(_, length)| *length != 1).collect()
    };
    let (here, there) = (long(of), long(other));
    let same = here.iter().map(|(_, length)| length).eq(there.iter().map(|(_, length)| length));
    let at = here.iter().position(|(along, _)| *along == axis)?;
    same.then(|| there[at].0)
}

/// The range of a number of the contract, by clauses that compare the number with another.
fn required(bound: &Bound<'_>, is_it: &dyn Fn(&Expr) -> bool, all: Range) -> Range {
    let constant = |expr: &Expr| if let Expr::Number(number) = expr { Some(*number) } else { None };
    let mut range = all;
    let mut narrow = |op: Binary, lhs: &Expr, rhs: &Expr| {
        let (number, turned) = match (is_it(lhs), constant(rhs), constant(lhs), is_it(rhs)) {
            (true, Some(number), _, _) => (number, false),
            (_, _, Some(number), true) => (number, true),
            (true | false, Some(_) | None, Some(_) | None, true | false) => return,
        };
        let below = matches!(op, Binary::Le | Binary::Lt) != turned;
        let strict = i128::from(matches!(op, Binary::Lt | Binary::Gt));
        match op {
            Binary::Eq => range = (range.0.max(number), range.1.min(number)),
            Binary::Le | Binary::Lt | Binary::Ge | Binary::Gt if below => {
                range.1 = range.1.min(number - strict)
            }
            Binary::Le | Binary::Lt | Binary::Ge | Binary::Gt => range.0 = range.0.max(number + strict),
            Binary::Add
            | Binary::Sub
            | Binary::Mul
            | Binary::Div
            | Binary::Rem
            | Binary::Cdiv
            | Binary::Min
            | Binary::Max
            | Binary::Ne
            | Binary::And
            | Binary::Or => {}
        }
    };
    let mut open: Vec<&Expr> = bound.contract.requires.iter().collect();
    while let Some(clause) = open.pop() {
        match clause {
            Expr::Binary(Binary::And, lhs, rhs) => open.extend([&**lhs, &**rhs]),
            Expr::Binary(op, lhs, rhs) => narrow(*op, lhs, rhs),
            Expr::Number(_) | Expr::Name(_) | Expr::Unary(..) | Expr::Element(..) => {}
        }
    }
    if range.0 > range.1 { all } else { range }
}
