//! Attributes of operations.

use spec::syntax::attributes::{Assumption, Attributes, CallArgument, Hint, Literal};
use spec::syntax::count::i64_from_usize;
use spec::syntax::types::Scalar;

use crate::bytecode::enum_attribute::{
    COMPARISONS, ORDERINGS, ORDERS, OVERFLOWS, REDUCTIONS, RMWS, ROUNDINGS, SCOPES, SIGNEDNESSES, tag,
};
use crate::bytecode::schema::Attribute;
use crate::bytecode::write::encoding_emitter::{EncodingEmitter, pattern};
use crate::bytecode::write::tables::Tables;

/// Writes an attribute; `axes` is how many indices the operation has. Constants and identities, which need the types of
/// results and operands, are the caller's.
pub(super) fn write_attribute(
    attribute: Attribute,
    of: &Attributes,
    axes: usize,
    to: &mut EncodingEmitter,
    tables: &mut Tables,
) -> Result<(), String> {
    match attribute {
        Attribute::Signedness => write_enum(of.signedness, SIGNEDNESSES, "signedness", to)?,
        Attribute::SecondSignedness => write_enum(of.second_signedness, SIGNEDNESSES, "signedness", to)?,
        Attribute::Overflow => {
            let promises = (of.overflow.no_signed_wrap, of.overflow.no_unsigned_wrap);
            write_enum(Some(promises), OVERFLOWS, "overflow", to)?;
        }
        Attribute::RoundingEven
        | Attribute::RoundingZero
        | Attribute::RoundingFull
        | Attribute::RoundingInteger => {
            write_enum(of.rounding.or(attribute.rounding()), ROUNDINGS, "rounding", to)?;
        }
        Attribute::Comparison => write_enum(of.comparison, COMPARISONS, "comparison", to)?,
        Attribute::Ordering => write_enum(of.ordering, ORDERINGS, "ordering", to)?,
        Attribute::Order => write_enum(of.memory_order, ORDERS, "memory order", to)?,
        Attribute::Scope => write_enum(of.scope, SCOPES, "memory scope", to)?,
        Attribute::Rmw => write_enum(of.rmw, RMWS, "atomic operation", to)?,
        Attribute::Reduction => write_enum(of.rmw, REDUCTIONS, "reduction", to)?,
        Attribute::NoCallAttributes => to.write_varint(0),
        Attribute::CallArguments => write_call_arguments(&of.call_arguments, to, tables),
        Attribute::Reverse => to.write_byte(u8::from(of.reverse == Some(true))),
        Attribute::Inbounds => {
            to.write_count(axes);
            (0..axes).for_each(|axis| to.write_byte(u8::from(of.inbounds.get(axis) == Some(&true))));
        }
        Attribute::Permutation => {
            to.write_le_list::<4>(of.permutation.iter().map(|axis| i64_from_usize(*axis)))
        }
        Attribute::Hints => write_hints(&of.hints, to, tables),
        Attribute::Dim => to.write_varint(u64::from(of.dim.ok_or("it has no axis")?)),
        Attribute::Text => to.write_varint(tables.string(of.text.as_deref().ok_or("it has no text")?)),
        Attribute::Elements => to.write_varint(of.elements.ok_or("it has no number of elements")?),
        Attribute::Alignment => to.write_varint(of.alignment.ok_or("it has no alignment")?),
        Attribute::Assumption => write_assumption(of.assumption.as_ref().ok_or("it assumes nothing")?, to),
        Attribute::Constant | Attribute::Identities => {}
    }
    Ok(())
}

/// Writes the position of a value in a list, as a byte.
fn write_enum<T: PartialEq>(
    value: Option<T>,
    values: &[T],
    what: &str,
    to: &mut EncodingEmitter,
) -> Result<(), String> {
    let value = value.ok_or_else(|| format!("it has no {what}"))?;
    let place = values.iter().position(|known| *known == value);
    let number = place.and_then(|place| u8::try_from(place).ok());
    to.write_byte(number.ok_or_else(|| format!("its {what} has no number"))?);
    Ok(())
}

/// A dictionary of hints.
fn write_hints(list: &[(String, Hint)], to: &mut EncodingEmitter, tables: &mut Tables) {
    to.write_count(list.len());
    for (name, hint) in list {
        to.write_varint(tables.string(name));
        match hint {
            Hint::Number(number) => {
                to.write_byte(tag::INTEGER);
                let narrow = i32::try_from(*number).is_ok();
                let (scalar, mask) =
                    if narrow { (Scalar::I32, 0xffff_ffff) } else { (Scalar::I64, u64::MAX) };
                to.write_varint(tables.scalar(scalar));
                to.write_varint(number.cast_unsigned() & mask);
            }
            Hint::Flag(flag) => {
                to.write_byte(tag::BOOL);
                to.write_byte(u8::from(*flag));
            }
            Hint::Text(text) => {
                to.write_byte(tag::STRING);
                to.write_varint(tables.string(text));
            }
            Hint::Group(group) => {
                to.write_byte(tag::DICTIONARY);
                write_hints(group, to, tables);
            }
        }
    }
}

/// The constant arguments of a call, each with its tag.
fn write_call_arguments(list: &[CallArgument], to: &mut EncodingEmitter, tables: &mut Tables) {
    to.write_count(list.len());
    for argument in list {
        match argument {
            CallArgument::Number(number) => {
                to.write_varint(tag::CALL_NUMBER);
                to.write_signed_varint(*number);
            }
            CallArgument::Type(scalar) => {
                to.write_varint(tag::CALL_TYPE);
                to.write_varint(tables.scalar(*scalar));
            }
        }
    }
}

/// The hints of a kernel, with their tag.
pub(super) fn write_tagged_hints(list: &[(String, Hint)], to: &mut EncodingEmitter, tables: &mut Tables) {
    to.write_byte(tag::HINTS);
    write_hints(list, to, tables);
}

/// An empty array with its tag.
pub(super) fn write_empty_array(to: &mut EncodingEmitter) {
    to.write_byte(tag::ARRAY);
    to.write_varint(0);
}

/// An identity of a reduction, with its tag.
pub(super) fn write_identity(
    literal: Literal,
    scalar: Scalar,
    to: &mut EncodingEmitter,
    tables: &mut Tables,
) {
    let bits = pattern(literal, scalar);
    if scalar == Scalar::I1 {
        to.write_byte(tag::BOOL);
        to.write_byte(u8::from(bits != 0));
        return;
    }
    to.write_byte(if scalar.is_integer() { tag::INTEGER } else { tag::FLOAT });
    to.write_varint(tables.scalar(scalar));
    if scalar.is_integer() {
        to.write_varint(bits);
    } else if scalar.bits() <= 8 {
        to.write_byte(bits.to_le_bytes()[0]);
    } else {
        to.write_signed_varint(bits.cast_signed());
    }
}

/// The predicate of an `assume`, with its tag.
fn write_assumption(assumption: &Assumption, to: &mut EncodingEmitter) {
    match assumption {
        Assumption::DivBy { divisor, every } => {
            to.write_byte(tag::DIV_BY);
            to.write_varint(*divisor);
            write_optional_pair(
                every.map(|every| every.stride.into()),
                every.map(|every| every.axis.into()),
                to,
            );
        }
        Assumption::Bounded { lower, upper } => {
            to.write_byte(tag::BOUNDED);
            write_optional_pair(*lower, *upper, to);
        }
        Assumption::SameElements(extents) => {
            to.write_byte(tag::SAME_ELEMENTS);
            to.write_le_list::<8>(extents.iter().map(|extent| i64::from(*extent)));
        }
    }
}

/// Two optional numbers, after a byte with their flags.
fn write_optional_pair(one: Option<i64>, other: Option<i64>, to: &mut EncodingEmitter) {
    to.write_byte(u8::from(one.is_some()) | u8::from(other.is_some()) << 1);
    one.into_iter().chain(other).for_each(|number| to.write_signed_varint(number));
}
