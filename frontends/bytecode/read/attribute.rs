//! Attributes of operations.

use spec::syntax::attributes::{
    Assumption, Attributes, Comparison, Every, Hint, Literal, MemoryOrder, Ordering, Overflow, Rmw, Rounding,
    Scope, Signedness,
};
use spec::syntax::span::Place;
use spec::syntax::types::Scalar;

use super::constant;
use super::cursor::Cursor;
use super::debug::string;
use super::function::File;
use super::problem::{Read, unsupported, wrong};
use super::schema::Attribute;

/// Values of attributes of one byte, in the order of their numbers.
pub(super) const SIGNEDNESSES: &[Signedness] = &[Signedness::Unsigned, Signedness::Signed];
pub(super) const OVERFLOWS: &[(bool, bool)] = &[(false, false), (true, false), (false, true), (true, true)];
pub(super) const ROUNDINGS: &[Rounding] = &[
    Rounding::NearestEven,
    Rounding::Zero,
    Rounding::NegativeInf,
    Rounding::PositiveInf,
    Rounding::Approx,
    Rounding::Full,
    Rounding::NearestIntToZero,
    Rounding::NearestAway,
];
pub(super) const COMPARISONS: &[Comparison] = &[
    Comparison::Equal,
    Comparison::NotEqual,
    Comparison::LessThan,
    Comparison::LessThanOrEqual,
    Comparison::GreaterThan,
    Comparison::GreaterThanOrEqual,
];
pub(super) const ORDERINGS: &[Ordering] = &[Ordering::Unordered, Ordering::Ordered];
pub(super) const ORDERS: &[MemoryOrder] = &[
    MemoryOrder::Weak,
    MemoryOrder::Relaxed,
    MemoryOrder::Acquire,
    MemoryOrder::Release,
    MemoryOrder::AcqRel,
];
pub(super) const SCOPES: &[Scope] = &[Scope::Block, Scope::Device, Scope::System];
pub(super) const RMWS: &[Rmw] =
    &[Rmw::And, Rmw::Or, Rmw::Xor, Rmw::Add, Rmw::Addf, Rmw::Max, Rmw::Min, Rmw::Umax, Rmw::Umin, Rmw::Xchg];
pub(super) const REDUCTIONS: &[Rmw] =
    &[Rmw::Add, Rmw::Min, Rmw::Max, Rmw::And, Rmw::Or, Rmw::Xor, Rmw::Umin, Rmw::Umax];
const BOOLEANS: &[bool] = &[false, true];

/// Tags of attributes that say what they are.
pub(super) mod tag {
    pub(in super::super) const INTEGER: u8 = 1;
    pub(in super::super) const FLOAT: u8 = 2;
    pub(in super::super) const BOOL: u8 = 3;
    pub(in super::super) const ARRAY: u8 = 6;
    pub(in super::super) const DIV_BY: u8 = 8;
    pub(in super::super) const SAME_ELEMENTS: u8 = 9;
    pub(in super::super) const DICTIONARY: u8 = 10;
    pub(in super::super) const HINTS: u8 = 11;
    pub(in super::super) const BOUNDED: u8 = 12;
}

/// The deepest nesting of hints.
const MAX_DEPTH: usize = 8;

/// An identity of a reduction, with its type.
pub(super) type Identity = (Scalar, Literal);

/// Reads an attribute. Constants and identities, which need the types of results and operands, are the caller's.
pub(super) fn read(
    file: &File<'_>,
    attribute: Attribute,
    cursor: &mut Cursor<'_>,
    to: &mut Attributes,
) -> Read<()> {
    match attribute {
        Attribute::Signedness => to.signedness = Some(named(cursor, SIGNEDNESSES, "signedness")?),
        Attribute::SecondSignedness => {
            to.second_signedness = Some(named(cursor, SIGNEDNESSES, "signedness")?)
        }
        Attribute::Overflow => {
            let (no_signed_wrap, no_unsigned_wrap) = named(cursor, OVERFLOWS, "overflow")?;
            to.overflow = Overflow { no_signed_wrap, no_unsigned_wrap };
        }
        Attribute::RoundingEven
        | Attribute::RoundingZero
        | Attribute::RoundingFull
        | Attribute::RoundingInteger => {
            let rounding = named(cursor, ROUNDINGS, "rounding")?;
            to.rounding = Some(rounding).filter(|rounding| attribute.rounding() != Some(*rounding));
        }
        Attribute::Comparison => to.comparison = Some(named(cursor, COMPARISONS, "comparison")?),
        Attribute::Ordering => to.ordering = Some(named(cursor, ORDERINGS, "ordering")?),
        Attribute::Order => to.memory_order = Some(named(cursor, ORDERS, "memory order")?),
        Attribute::Scope => to.scope = Some(named(cursor, SCOPES, "memory scope")?),
        Attribute::Rmw => to.rmw = Some(named(cursor, RMWS, "atomic operation")?),
        Attribute::Reduction => to.rmw = Some(named(cursor, REDUCTIONS, "reduction")?),
        Attribute::Reverse => to.reverse = Some(named(cursor, BOOLEANS, "truth value")?),
        Attribute::Inbounds => {
            let count = cursor.count(1, "truth values")?;
            let list =
                (0..count).map(|_| named(cursor, BOOLEANS, "truth value")).collect::<Read<Vec<_>>>()?;
            // All false is what the text leaves out.
            to.inbounds = if list.contains(&true) { list } else { Vec::new() };
        }
        Attribute::Permutation => {
            let count = cursor.count(4, "axes")?;
            to.permutation = (0..count).map(|_| axis(cursor)).collect::<Read<_>>()?;
        }
        Attribute::Hints => to.hints = hints(file, cursor, 0)?,
        Attribute::Dim => to.dim = Some(cursor.small("an axis")?),
        Attribute::Text => to.text = Some(string(&file.strings, cursor, &file.budget)?),
        Attribute::Elements => to.elements = Some(cursor.number()?),
        Attribute::Alignment => to.alignment = Some(cursor.number()?),
        Attribute::Assumption => to.assumption = Some(assumption(file, cursor)?),
        Attribute::Constant | Attribute::Identities => {}
    }
    Ok(())
}

/// A value out of a list, by its number of one byte.
pub(super) fn named<T: Copy>(cursor: &mut Cursor<'_>, values: &[T], what: &str) -> Read<T> {
    let at = cursor.at();
    let number = cursor.byte()?;
    let known = values.get(usize::from(number)).copied();
    known.ok_or_else(|| wrong(at, 1, format!("there is no {what} of the number {number}")))
}

/// An axis of four bytes.
fn axis(cursor: &mut Cursor<'_>) -> Read<usize> {
    let at = cursor.at();
    let axis = cursor.signed_fixed::<4>()?;
    usize::try_from(axis).map_err(|_| wrong(at, 4, format!("there is no axis {axis}")))
}

/// A dictionary of hints, in the order of the text, which is the alphabet's.
fn hints(file: &File<'_>, cursor: &mut Cursor<'_>, depth: usize) -> Read<Vec<(String, Hint)>> {
    let at = cursor.at();
    if depth > MAX_DEPTH {
        return Err(wrong(at, 1, format!("hints are nested more than {MAX_DEPTH} deep")));
    }
    let count = cursor.count(2, "hints")?;
    file.budget.spend(size_of::<(String, Hint)>() * count, at)?;
    let mut list = Vec::with_capacity(count);
    for _ in 0..count {
        let at = cursor.at();
        let name = string(&file.strings, cursor, &file.budget)?;
        if !is_word(&name) {
            return Err(wrong(at, cursor.at() - at, format!("{name:?} is no name of a hint")));
        }
        list.push((name, hint(file, cursor, depth)?));
    }
    list.sort_by(|(one, _), (other, _)| one.cmp(other));
    Ok(list)
}

/// Whether the text form can write a name without quotes.
fn is_word(name: &str) -> bool {
    let letters = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    letters
        && name.bytes().next().is_some_and(|byte| !byte.is_ascii_digit())
        && !name.starts_with("optimization_hints")
}

/// A hint, with its tag before it.
fn hint(file: &File<'_>, cursor: &mut Cursor<'_>, depth: usize) -> Read<Hint> {
    let at = cursor.at();
    match cursor.byte()? {
        tag::INTEGER => {
            let (scalar, bits) = integer(file, cursor)?;
            let unused = 64 - scalar.bits();
            let number = ((bits << unused) as i64) >> unused;
            Ok(if scalar == Scalar::I1 { Hint::Flag(bits != 0) } else { Hint::Number(number) })
        }
        tag::BOOL => named(cursor, BOOLEANS, "truth value").map(Hint::Flag),
        tag::DICTIONARY => hints(file, cursor, depth + 1).map(Hint::Group),
        other => Err(unsupported(place(at), format!("hints of the tag {other}"))),
    }
}

fn place(offset: usize) -> Place {
    Place { offset, len: 1, source: None }
}

/// An integer with its type before it: its bits.
fn integer(file: &File<'_>, cursor: &mut Cursor<'_>) -> Read<(Scalar, u64)> {
    let at = cursor.at();
    let scalar = file.types.scalar(cursor)?;
    if !scalar.is_integer() {
        return Err(wrong(at, 1, format!("an integer is of type {scalar}")));
    }
    Ok((scalar, cursor.number()?))
}

/// The hints of a kernel, with their tag.
pub(super) fn tagged_hints(file: &File<'_>, cursor: &mut Cursor<'_>) -> Read<Vec<(String, Hint)>> {
    expect(cursor, tag::HINTS, "the hints of a kernel")?;
    hints(file, cursor, 0)
}

/// An array that must be empty: what its elements would mean is not known.
pub(super) fn empty_array(cursor: &mut Cursor<'_>, what: &str) -> Read<()> {
    expect(cursor, tag::ARRAY, what)?;
    let at = cursor.at();
    let count = cursor.number()?;
    if count == 0 { Ok(()) } else { Err(unsupported(place(at), what.to_owned())) }
}

fn expect(cursor: &mut Cursor<'_>, tag: u8, what: &str) -> Read<()> {
    let at = cursor.at();
    let found = cursor.byte()?;
    if found == tag { Ok(()) } else { Err(wrong(at, 1, format!("{what} have the tag {tag}, not {found}"))) }
}

/// The identities of a reduction, each with its tag.
pub(super) fn identities(file: &File<'_>, cursor: &mut Cursor<'_>) -> Read<Vec<Identity>> {
    let at = cursor.at();
    let count = cursor.count(2, "identities")?;
    file.budget.spend(size_of::<Identity>() * count, at)?;
    (0..count).map(|_| identity(file, cursor)).collect()
}

fn identity(file: &File<'_>, cursor: &mut Cursor<'_>) -> Read<Identity> {
    let at = cursor.at();
    let (scalar, bits) = match cursor.byte()? {
        tag::INTEGER => integer(file, cursor)?,
        tag::BOOL => (Scalar::I1, u64::from(named(cursor, BOOLEANS, "truth value")?)),
        tag::FLOAT => {
            let scalar = file.types.scalar(cursor)?;
            // Up to a byte the bits themselves; else as a signed number.
            let bits = if scalar.bits() <= 8 { cursor.byte()?.into() } else { cursor.signed()? as u64 };
            (scalar, bits)
        }
        other => return Err(wrong(at, 1, format!("an identity is a number, and has not the tag {other}"))),
    };
    Ok((scalar, constant::pattern(bits, scalar, at)?))
}

/// What an `assume` promises, with its tag.
fn assumption(file: &File<'_>, cursor: &mut Cursor<'_>) -> Read<Assumption> {
    let at = cursor.at();
    match cursor.byte()? {
        tag::DIV_BY => {
            let divisor = cursor.number()?;
            let [stride, axis] = optional_pair(cursor)?;
            let narrow = |number: i64| {
                u32::try_from(number).map_err(|_| wrong(at, 1, format!("{number} is no stride or axis")))
            };
            let every = match (stride, axis) {
                (None, None) => None,
                (Some(stride), Some(axis)) => Some(Every { stride: narrow(stride)?, axis: narrow(axis)? }),
                (Some(_), None) | (None, Some(_)) => {
                    return Err(wrong(at, 1, "a stride of multiples has an axis, and an axis a stride"));
                }
            };
            Ok(Assumption::DivBy { divisor, every })
        }
        tag::BOUNDED => {
            let [lower, upper] = optional_pair(cursor)?;
            Ok(Assumption::Bounded { lower, upper })
        }
        tag::SAME_ELEMENTS => {
            let count = cursor.count(8, "extents")?;
            file.budget.spend(4 * count, at)?;
            let extent = |_| {
                let at = cursor.at();
                let extent = cursor.signed_fixed::<8>()?;
                u32::try_from(extent).map_err(|_| wrong(at, 8, format!("{extent} is no extent of a tile")))
            };
            (0..count).map(extent).collect::<Read<_>>().map(Assumption::SameElements)
        }
        other => Err(wrong(at, 1, format!("there is no assumption of the tag {other}"))),
    }
}

/// Two numbers, of which a byte before them says which are there.
fn optional_pair(cursor: &mut Cursor<'_>) -> Read<[Option<i64>; 2]> {
    let at = cursor.at();
    let which = cursor.byte()?;
    if which > 3 {
        return Err(wrong(at, 1, format!("the flags {which:#b} of an assumption are not known")));
    }
    let mut number = |bit: u8| if which & bit == 0 { Ok(None) } else { cursor.signed().map(Some) };
    Ok([number(1)?, number(2)?])
}
