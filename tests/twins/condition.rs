//! Conditions that hold in a state: comparisons of a watched value with its current value, one or two
//! together.

use driver::scalar;
use spec::syntax::attributes::{Attributes, Comparison, Ordering, Signedness};
use spec::syntax::kernel::{Kernel, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::{Scalar, TileType};

use crate::edits::Draft;
use crate::launches::Draw;
use crate::watched::{About, State, Watched, bits_of};

/// A comparison that holds.
enum Atom<'w> {
    /// A truth value equals the given value.
    Truth(&'w Watched, bool),
    /// An integer, or the bits of a float, and a number.
    Number(&'w Watched, Comparison, Signedness, u64),
    /// A float and a number.
    Float(&'w Watched, Comparison, Ordering, u64),
    /// A float is no number.
    Nan(&'w Watched),
    /// Two integers of equal type.
    Pair(&'w Watched, Comparison, Signedness, &'w Watched),
}

/// A conjunction of one or two comparisons.
pub(crate) struct Condition<'w>(Vec<Atom<'w>>);

/// A condition that holds in one of some states, mostly about values that differ between them.
pub(crate) fn draw<'w>(
    kernel: &Kernel,
    watched: &'w [Watched],
    (states, state): (&[State], &State),
    draw: &mut Draw,
) -> Condition<'w> {
    let known: Vec<usize> = (0..watched.len()).filter(|at| state.bits[*at].is_some()).collect();
    let varies = |at: &usize| states.iter().any(|other| other.bits[*at] != state.bits[*at]);
    let varying: Vec<usize> = known.iter().copied().filter(varies).collect();
    let count = 1 + draw.below(2);
    let atom = |_| {
        let pool = if varying.is_empty() || draw.below(8) == 0 { &known } else { &varying };
        atom(kernel, watched, state, *draw.one(pool), draw)
    };
    Condition((0..count).map(atom).collect())
}

fn atom<'w>(kernel: &Kernel, watched: &'w [Watched], state: &State, at: usize, draw: &mut Draw) -> Atom<'w> {
    let one = &watched[at];
    let ty = one.scalar(kernel);
    let bits = state.bits[at].expect("a determined value is drawn");
    let signedness = *draw.one(&[Signedness::Signed, Signedness::Unsigned]);
    let bound = |draw: &mut Draw| {
        let often = [Comparison::Equal, Comparison::Equal, Comparison::Equal];
        *draw.one(&[&often[..], &[Comparison::LessThanOrEqual, Comparison::GreaterThanOrEqual]].concat())
    };
    if ty == Scalar::I1 {
        return Atom::Truth(one, bits == 1);
    }
    if !ty.is_integer() {
        let exact = matches!(ty, Scalar::F16 | Scalar::Bf16 | Scalar::F32 | Scalar::F64);
        return match scalar::float(ty, bits) {
            Some(value) if exact && value.is_nan() => Atom::Nan(one),
            Some(_) if exact && draw.below(4) != 0 => {
                Atom::Float(one, bound(draw), *draw.one(&[Ordering::Ordered, Ordering::Unordered]), bits)
            }
            Some(_) | None => Atom::Number(one, Comparison::Equal, signedness, bits),
        };
    }
    let number = |bits| scalar::integer(ty, bits, signedness == Signedness::Unsigned);
    let others: Vec<usize> = (0..watched.len())
        .filter(|other| *other != at && watched[*other].scalar(kernel) == ty && state.bits[*other].is_some())
        .collect();
    if !others.is_empty() && draw.below(5) == 0 {
        let other = *draw.one(&others);
        let comparison = match number(bits).cmp(&number(state.bits[other].unwrap_or(bits))) {
            std::cmp::Ordering::Less => Comparison::LessThan,
            std::cmp::Ordering::Equal => Comparison::Equal,
            std::cmp::Ordering::Greater => Comparison::GreaterThan,
        };
        return Atom::Pair(one, comparison, signedness, &watched[other]);
    }
    Atom::Number(one, bound(draw), signedness, bits)
}

impl Condition<'_> {
    /// The operations for the truth value.
    pub(crate) fn emit(&self, kernel: &Kernel, draft: &mut Draft<'_>) -> ValueId {
        let atoms: Vec<ValueId> = self.0.iter().map(|atom| atom.emit(kernel, draft)).collect();
        let both = |one, other| draft.apply(Op::Andi, &[one, other], truth(), Attributes::default());
        atoms.into_iter().reduce(both).expect("a condition has a comparison")
    }

    /// Its subject: the last of several kinds.
    pub(crate) fn about(&self, kernel: &Kernel) -> About {
        self.0
            .iter()
            .flat_map(Atom::watched)
            .map(|watched| watched.about(kernel))
            .max()
            .expect("of something")
    }

    /// The displayed text.
    pub(crate) fn text(&self, kernel: &Kernel) -> String {
        self.0.iter().map(|atom| atom.text(kernel)).collect::<Vec<_>>().join(" and ")
    }
}

fn truth() -> TileType {
    TileType::scalar(Scalar::I1)
}

impl Atom<'_> {
    fn watched(&self) -> Vec<&Watched> {
        match self {
            Atom::Truth(one, _) | Atom::Number(one, ..) | Atom::Float(one, ..) | Atom::Nan(one) => vec![one],
            Atom::Pair(one, _, _, other) => vec![one, other],
        }
    }

    fn emit(&self, kernel: &Kernel, draft: &mut Draft<'_>) -> ValueId {
        match self {
            Atom::Truth(watched, is) => {
                let value = watched.scalar_of(draft);
                if *is { value } else { draft.with_number(Op::Xori, value, 1) }
            }
            Atom::Number(watched, comparison, signedness, bits) => {
                let value = watched.scalar_of(draft);
                let value = bits_of(draft, value, watched.scalar(kernel));
                let ty = draft.tile(value);
                let number = draft.constant(ty, bits.cast_signed());
                compare(draft, *comparison, *signedness, [value, number])
            }
            Atom::Float(watched, comparison, ordering, bits) => {
                let value = watched.scalar_of(draft);
                let number = draft.constant(TileType::scalar(watched.scalar(kernel)), bits.cast_signed());
                compare_floats(draft, *comparison, *ordering, [value, number])
            }
            Atom::Nan(watched) => {
                let value = watched.scalar_of(draft);
                compare_floats(draft, Comparison::LessThan, Ordering::Unordered, [value, value])
            }
            Atom::Pair(one, comparison, signedness, other) => {
                let both = [one.scalar_of(draft), other.scalar_of(draft)];
                compare(draft, *comparison, *signedness, both)
            }
        }
    }

    fn text(&self, kernel: &Kernel) -> String {
        let sign = |signedness: &Signedness| word(Signedness::NAMES, *signedness);
        let relation = |comparison: &Comparison| word(Comparison::NAMES, *comparison).replace('_', " ");
        match self {
            Atom::Truth(watched, is) => format!("{} is {is}", watched.name(kernel)),
            Atom::Number(watched, comparison, signedness, bits) => {
                let ty = watched.scalar(kernel);
                let number = if ty.is_integer() {
                    scalar::show(ty, *bits, *signedness == Signedness::Unsigned)
                } else {
                    format!("bits {bits:#x}")
                };
                let (name, relation) = (watched.name(kernel), relation(comparison));
                format!("{name} {relation} {number} {}", sign(signedness))
            }
            Atom::Float(watched, comparison, ordering, bits) => {
                let number = scalar::show(watched.scalar(kernel), *bits, false);
                let ordering = word(Ordering::NAMES, *ordering);
                format!("{} {} {number} {ordering}", watched.name(kernel), relation(comparison))
            }
            Atom::Nan(watched) => format!("{} is nan", watched.name(kernel)),
            Atom::Pair(one, comparison, signedness, other) => {
                let (one, other) = (one.name(kernel), other.name(kernel));
                format!("{one} {} {other} {}", relation(comparison), sign(signedness))
            }
        }
    }
}

fn word<T: PartialEq>(names: &[(T, &'static str)], one: T) -> &'static str {
    names.iter().find(|(other, _)| *other == one).map_or("", |(_, name)| *name)
}

fn compare(
    draft: &mut Draft<'_>,
    comparison: Comparison,
    signedness: Signedness,
    operands: [ValueId; 2],
) -> ValueId {
    let (comparison, signedness) = (Some(comparison), Some(signedness));
    let attributes = Attributes { comparison, signedness, ..Attributes::default() };
    draft.apply(Op::Cmpi, &operands, truth(), attributes)
}

fn compare_floats(
    draft: &mut Draft<'_>,
    comparison: Comparison,
    ordering: Ordering,
    operands: [ValueId; 2],
) -> ValueId {
    let (comparison, ordering) = (Some(comparison), Some(ordering));
    let attributes = Attributes { comparison, ordering, ..Attributes::default() };
    draft.apply(Op::Cmpf, &operands, truth(), attributes)
}
