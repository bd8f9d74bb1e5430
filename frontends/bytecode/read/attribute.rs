//! Attributes of operations.

use spec::syntax::attributes::{Assumption, Attributes, CallArgument, Every, Hint, Literal, Overflow};
use spec::syntax::span::Place;
use spec::syntax::types::Scalar;

use crate::bytecode::enum_attribute::{
    BOOLEANS, COMPARISONS, ORDERINGS, ORDERS, OVERFLOWS, REDUCTIONS, RMWS, ROUNDINGS, SCOPES, SIGNEDNESSES,
    tag,
};
use crate::bytecode::error::{Read, unsupported, wrong};
use crate::bytecode::read::constant;
use crate::bytecode::read::debug_info::read_string;
use crate::bytecode::read::encoding_reader::EncodingReader;
use crate::bytecode::read::file::File;
use crate::bytecode::schema::Attribute;

/// The deepest nesting of hints.
const MAX_DEPTH: usize = 8;

/// An identity of a reduction, with its type.
pub(super) type Identity = (Scalar, Literal);

/// Reads an attribute. Constants and identities, which need the types of results and operands, are the caller's.
pub(super) fn read_attribute(
    file: &File<'_>,
    attribute: Attribute,
    cursor: &mut EncodingReader<'_>,
    to: &mut Attributes,
) -> Read<()> {
    match attribute {
        Attribute::Signedness => to.signedness = Some(read_enum(cursor, SIGNEDNESSES, "signedness")?),
        Attribute::SecondSignedness => {
            to.second_signedness = Some(read_enum(cursor, SIGNEDNESSES, "signedness")?)
        }
        Attribute::Overflow => {
            let (no_signed_wrap, no_unsigned_wrap) = read_enum(cursor, OVERFLOWS, "overflow")?;
            to.overflow = Overflow { no_signed_wrap, no_unsigned_wrap };
        }
        Attribute::RoundingEven
        | Attribute::RoundingZero
        | Attribute::RoundingFull
        | Attribute::RoundingInteger => {
            // The default of the text is left out, so that a kernel reads the same from both.
            let rounding = read_enum(cursor, ROUNDINGS, "rounding")?;
            to.rounding = Some(rounding).filter(|rounding| attribute.rounding() != Some(*rounding));
        }
        Attribute::Comparison => to.comparison = Some(read_enum(cursor, COMPARISONS, "comparison")?),
        Attribute::Ordering => to.ordering = Some(read_enum(cursor, ORDERINGS, "ordering")?),
        Attribute::Order => to.memory_order = Some(read_enum(cursor, ORDERS, "memory order")?),
        Attribute::Scope => to.scope = Some(read_enum(cursor, SCOPES, "memory scope")?),
        Attribute::Rmw => to.rmw = Some(read_enum(cursor, RMWS, "atomic operation")?),
        Attribute::Reduction => to.rmw = Some(read_enum(cursor, REDUCTIONS, "reduction")?),
        Attribute::NoCallAttributes => refuse_call_attributes(cursor)?,
        Attribute::CallArguments => to.call_arguments = read_call_arguments(file, cursor)?,
        Attribute::Reverse => to.reverse = Some(read_enum(cursor, BOOLEANS, "truth value")?),
        Attribute::Inbounds => {
            let count = cursor.read_count(1, "truth values")?;
            let list =
                (0..count).map(|_| read_enum(cursor, BOOLEANS, "truth value")).collect::<Read<Vec<_>>>()?;
            // All false is what the text leaves out.
            to.inbounds = if list.contains(&true) { list } else { Vec::new() };
        }
        Attribute::Permutation => {
            let count = cursor.read_count(4, "axes")?;
            to.permutation = (0..count).map(|_| read_axis(cursor)).collect::<Read<_>>()?;
        }
        Attribute::Hints => to.hints = read_hints(file, cursor, 0)?,
        Attribute::Dim => to.dim = Some(cursor.read_varint_as("an axis")?),
        Attribute::Text => to.text = Some(read_string(&file.strings, cursor, &file.budget)?),
        Attribute::Elements => to.elements = Some(cursor.read_varint()?),
        Attribute::Alignment => to.alignment = Some(cursor.read_varint()?),
        Attribute::Assumption => to.assumption = Some(read_assumption(file, cursor)?),
        Attribute::Constant | Attribute::Identities => {}
    }
    Ok(())
}

/// Reads a value of a list, by its one-byte number.
pub(super) fn read_enum<T: Copy>(cursor: &mut EncodingReader<'_>, values: &[T], what: &str) -> Read<T> {
    let at = cursor.offset();
    let number = cursor.read_byte()?;
    let known = values.get(usize::from(number)).copied();
    known.ok_or_else(|| wrong(at, 1, format!("there is no {what} of the number {number}")))
}

/// An axis of four bytes.
fn read_axis(cursor: &mut EncodingReader<'_>) -> Read<usize> {
    let at = cursor.offset();
    let axis = cursor.read_signed_le::<4>()?;
    usize::try_from(axis).map_err(|_| wrong(at, 4, format!("there is no axis {axis}")))
}

/// A dictionary of hints, in the order of the text, which is the alphabet's.
fn read_hints(file: &File<'_>, cursor: &mut EncodingReader<'_>, depth: usize) -> Read<Vec<(String, Hint)>> {
    let at = cursor.offset();
    if depth > MAX_DEPTH {
        return Err(wrong(at, 1, format!("hints are nested more than {MAX_DEPTH} deep")));
    }
    let count = cursor.read_count(2, "hints")?;
    file.budget.spend(size_of::<(String, Hint)>() * count, at)?;
    let mut list = Vec::with_capacity(count);
    for _ in 0..count {
        let at = cursor.offset();
        let name = read_string(&file.strings, cursor, &file.budget)?;
        if !is_word(&name) {
            return Err(wrong(at, cursor.offset() - at, format!("{name:?} is no name of a hint")));
        }
        list.push((name, read_hint(file, cursor, depth)?));
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

/// A hint after its tag.
fn read_hint(file: &File<'_>, cursor: &mut EncodingReader<'_>, depth: usize) -> Read<Hint> {
    let at = cursor.offset();
    match cursor.read_byte()? {
        tag::INTEGER => {
            let (scalar, bits) = read_integer(file, cursor)?;
            let unused = 64 - scalar.bits();
            let number = (bits << unused).cast_signed() >> unused;
            Ok(if scalar == Scalar::I1 { Hint::Flag(bits != 0) } else { Hint::Number(number) })
        }
        tag::BOOL => read_enum(cursor, BOOLEANS, "truth value").map(Hint::Flag),
        tag::STRING => read_string(&file.strings, cursor, &file.budget).map(Hint::Text),
        tag::DICTIONARY => read_hints(file, cursor, depth + 1).map(Hint::Group),
        other => Err(unsupported(place(at), format!("hints of the tag {other}"))),
    }
}

/// Attributes of a call's operands and results are in no file of a known compiler.
fn refuse_call_attributes(cursor: &mut EncodingReader<'_>) -> Read<()> {
    let at = cursor.offset();
    let flags = cursor.read_varint()?;
    let message = "attributes of the operands or results of a call";
    if flags == 0 { Ok(()) } else { Err(unsupported(place(at), message)) }
}

/// The constant arguments of a call.
fn read_call_arguments(file: &File<'_>, cursor: &mut EncodingReader<'_>) -> Read<Vec<CallArgument>> {
    let at = cursor.offset();
    let count = cursor.read_count(2, "arguments")?;
    file.budget.spend(size_of::<CallArgument>() * count, at)?;
    let argument = |_| {
        let at = cursor.offset();
        match cursor.read_varint()? {
            tag::CALL_NUMBER => cursor.read_signed_varint().map(CallArgument::Number),
            tag::CALL_TYPE => file.types.read_scalar(cursor).map(CallArgument::Type),
            other => Err(unsupported(place(at), format!("arguments of a call of the tag {other}"))),
        }
    };
    (0..count).map(argument).collect()
}

fn place(offset: usize) -> Place {
    Place { offset, len: 1, source: None }
}

/// The bits of an integer after its type.
fn read_integer(file: &File<'_>, cursor: &mut EncodingReader<'_>) -> Read<(Scalar, u64)> {
    let at = cursor.offset();
    let scalar = file.types.read_scalar(cursor)?;
    if !scalar.is_integer() {
        return Err(wrong(at, 1, format!("an integer is of type {scalar}")));
    }
    Ok((scalar, cursor.read_varint()?))
}

/// The hints of a kernel, with their tag.
pub(super) fn read_tagged_hints(
    file: &File<'_>,
    cursor: &mut EncodingReader<'_>,
) -> Read<Vec<(String, Hint)>> {
    expect_tag(cursor, tag::HINTS, "the hints of a kernel")?;
    read_hints(file, cursor, 0)
}

/// An array that must be empty: the meaning of elements is unknown.
pub(super) fn read_empty_array(cursor: &mut EncodingReader<'_>, what: &str) -> Read<()> {
    expect_tag(cursor, tag::ARRAY, what)?;
    let at = cursor.offset();
    let count = cursor.read_varint()?;
    if count == 0 { Ok(()) } else { Err(unsupported(place(at), what.to_owned())) }
}

fn expect_tag(cursor: &mut EncodingReader<'_>, tag: u8, what: &str) -> Read<()> {
    let at = cursor.offset();
    let found = cursor.read_byte()?;
    if found == tag { Ok(()) } else { Err(wrong(at, 1, format!("{what} have the tag {tag}, not {found}"))) }
}

/// The identities of a reduction, each with its tag.
pub(super) fn read_identities(file: &File<'_>, cursor: &mut EncodingReader<'_>) -> Read<Vec<Identity>> {
    let at = cursor.offset();
    let count = cursor.read_count(2, "identities")?;
    file.budget.spend(size_of::<Identity>() * count, at)?;
    (0..count).map(|_| read_identity(file, cursor)).collect()
}

fn read_identity(file: &File<'_>, cursor: &mut EncodingReader<'_>) -> Read<Identity> {
    let at = cursor.offset();
    let (scalar, bits) = match cursor.read_byte()? {
        tag::INTEGER => read_integer(file, cursor)?,
        tag::BOOL => (Scalar::I1, u64::from(read_enum(cursor, BOOLEANS, "truth value")?)),
        tag::FLOAT => {
            let scalar = file.types.read_scalar(cursor)?;
            // Up to a byte the bits themselves; else as a signed number.
            let bits = if scalar.bits() <= 8 {
                cursor.read_byte()?.into()
            } else {
                cursor.read_signed_varint()?.cast_unsigned()
            };
            (scalar, bits)
        }
        other => return Err(wrong(at, 1, format!("an identity is a number, and has not the tag {other}"))),
    };
    Ok((scalar, constant::decode_pattern(bits, scalar, at)?))
}

/// The predicate of an `assume`, with its tag.
fn read_assumption(file: &File<'_>, cursor: &mut EncodingReader<'_>) -> Read<Assumption> {
    let at = cursor.offset();
    match cursor.read_byte()? {
        tag::DIV_BY => {
            let divisor = cursor.read_varint()?;
            let [stride, axis] = read_optional_pair(cursor)?;
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
            let [lower, upper] = read_optional_pair(cursor)?;
            Ok(Assumption::Bounded { lower, upper })
        }
        tag::SAME_ELEMENTS => {
            let count = cursor.read_count(8, "extents")?;
            file.budget.spend(4 * count, at)?;
            let extent = |_| {
                let at = cursor.offset();
                let extent = cursor.read_signed_le::<8>()?;
                u32::try_from(extent).map_err(|_| wrong(at, 8, format!("{extent} is no extent of a tile")))
            };
            (0..count).map(extent).collect::<Read<_>>().map(Assumption::SameElements)
        }
        other => Err(wrong(at, 1, format!("there is no assumption of the tag {other}"))),
    }
}

/// Two optional numbers after a byte with their flags.
fn read_optional_pair(cursor: &mut EncodingReader<'_>) -> Read<[Option<i64>; 2]> {
    let at = cursor.offset();
    let which = cursor.read_byte()?;
    if which > 3 {
        return Err(wrong(at, 1, format!("the flags {which:#b} of an assumption are not known")));
    }
    let mut number =
        |bit: u8| if which & bit == 0 { Ok(None) } else { cursor.read_signed_varint().map(Some) };
    Ok([number(1)?, number(2)?])
}
