//! Attributes of operations.

use spec::syntax::attributes::{Assumption, Attributes, Hint, Literal};
use spec::syntax::types::Scalar;

use super::super::attribute::{
    COMPARISONS, ORDERINGS, ORDERS, OVERFLOWS, REDUCTIONS, RMWS, ROUNDINGS, SCOPES, SIGNEDNESSES, tag,
};
use super::super::schema::Attribute;
use super::bytes::{Bytes, pattern};
use super::tables::Tables;

/// Writes an attribute; `axes` is how many indices the operation has. Constants and identities, which need the types of
/// results and operands, are the caller's.
pub(super) fn write(
    attribute: Attribute,
    of: &Attributes,
    axes: usize,
    to: &mut Bytes,
    tables: &mut Tables,
) -> Result<(), String> {
    match attribute {
        Attribute::Signedness => named(of.signedness, SIGNEDNESSES, "signedness", to)?,
        Attribute::SecondSignedness => named(of.second_signedness, SIGNEDNESSES, "signedness", to)?,
        Attribute::Overflow => {
            let promises = (of.overflow.no_signed_wrap, of.overflow.no_unsigned_wrap);
            named(Some(promises), OVERFLOWS, "overflow", to)?;
        }
        Attribute::RoundingEven
        | Attribute::RoundingZero
        | Attribute::RoundingFull
        | Attribute::RoundingInteger => {
            named(of.rounding.or(attribute.rounding()), ROUNDINGS, "rounding", to)?;
        }
        Attribute::Comparison => named(of.comparison, COMPARISONS, "comparison", to)?,
        Attribute::Ordering => named(of.ordering, ORDERINGS, "ordering", to)?,
        Attribute::Order => named(of.memory_order, ORDERS, "memory order", to)?,
        Attribute::Scope => named(of.scope, SCOPES, "memory scope", to)?,
        Attribute::Rmw => named(of.rmw, RMWS, "atomic operation", to)?,
        Attribute::Reduction => named(of.rmw, REDUCTIONS, "reduction", to)?,
        Attribute::Reverse => to.byte(u8::from(of.reverse == Some(true))),
        Attribute::Inbounds => {
            to.number(axes as u64);
            (0..axes).for_each(|axis| to.byte(u8::from(of.inbounds.get(axis) == Some(&true))));
        }
        Attribute::Permutation => to.list::<4>(of.permutation.iter().map(|axis| *axis as i64)),
        Attribute::Hints => hints(&of.hints, to, tables),
        Attribute::Dim => to.number(u64::from(of.dim.ok_or("it has no axis")?)),
        Attribute::Text => to.number(tables.string(of.text.as_deref().ok_or("it has no text")?)),
        Attribute::Elements => to.number(of.elements.ok_or("it has no number of elements")?),
        Attribute::Alignment => to.number(of.alignment.ok_or("it has no alignment")?),
        Attribute::Assumption => assumption(of.assumption.as_ref().ok_or("it assumes nothing")?, to),
        Attribute::Constant | Attribute::Identities => {}
    }
    Ok(())
}

/// A value by its place in a list, in one byte.
fn named<T: PartialEq>(value: Option<T>, values: &[T], what: &str, to: &mut Bytes) -> Result<(), String> {
    let value = value.ok_or_else(|| format!("it has no {what}"))?;
    let place = values.iter().position(|known| *known == value);
    to.byte(place.ok_or_else(|| format!("its {what} has no number"))? as u8);
    Ok(())
}

/// A dictionary of hints.
fn hints(list: &[(String, Hint)], to: &mut Bytes, tables: &mut Tables) {
    to.number(list.len() as u64);
    for (name, hint) in list {
        to.number(tables.string(name));
        match hint {
            Hint::Number(number) => {
                to.byte(tag::INTEGER);
                let narrow = i32::try_from(*number).is_ok();
                let (scalar, mask) =
                    if narrow { (Scalar::I32, 0xffff_ffff) } else { (Scalar::I64, u64::MAX) };
                to.number(tables.scalar(scalar));
                to.number(number.cast_unsigned() & mask);
            }
            Hint::Flag(flag) => {
                to.byte(tag::BOOL);
                to.byte(u8::from(*flag));
            }
            Hint::Group(group) => {
                to.byte(tag::DICTIONARY);
                hints(group, to, tables);
            }
        }
    }
}

/// The hints of a kernel, with their tag.
pub(super) fn tagged_hints(list: &[(String, Hint)], to: &mut Bytes, tables: &mut Tables) {
    to.byte(tag::HINTS);
    hints(list, to, tables);
}

/// An array of nothing, with its tag.
pub(super) fn empty_array(to: &mut Bytes) {
    to.byte(tag::ARRAY);
    to.number(0);
}

/// An identity of a reduction, with its tag.
pub(super) fn identity(literal: Literal, scalar: Scalar, to: &mut Bytes, tables: &mut Tables) {
    let bits = pattern(literal, scalar);
    if scalar == Scalar::I1 {
        to.byte(tag::BOOL);
        to.byte(u8::from(bits != 0));
        return;
    }
    to.byte(if scalar.is_integer() { tag::INTEGER } else { tag::FLOAT });
    to.number(tables.scalar(scalar));
    if scalar.is_integer() {
        to.number(bits);
    } else if scalar.bits() <= 8 {
        to.byte(bits as u8);
    } else {
        to.signed(bits.cast_signed());
    }
}

/// What an `assume` promises, with its tag.
fn assumption(assumption: &Assumption, to: &mut Bytes) {
    match assumption {
        Assumption::DivBy { divisor, every } => {
            to.byte(tag::DIV_BY);
            to.number(*divisor);
            optional_pair(every.map(|every| every.stride.into()), every.map(|every| every.axis.into()), to);
        }
        Assumption::Bounded { lower, upper } => {
            to.byte(tag::BOUNDED);
            optional_pair(*lower, *upper, to);
        }
        Assumption::SameElements(extents) => {
            to.byte(tag::SAME_ELEMENTS);
            to.list::<8>(extents.iter().map(|extent| i64::from(*extent)));
        }
    }
}

/// Two numbers, with a byte before them that says which are there.
fn optional_pair(one: Option<i64>, other: Option<i64>, to: &mut Bytes) {
    to.byte(u8::from(one.is_some()) | u8::from(other.is_some()) << 1);
    one.into_iter().chain(other).for_each(|number| to.signed(number));
}
