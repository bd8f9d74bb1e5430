//! What `--arg` gives a parameter: `500`, `@in.npy`, `zeros:f32[500]`, `iota:…`, `full(3.5):…`, `uninit:…`.

use std::path::{Path, PathBuf};

use spec::syntax::array;
use spec::syntax::types::Scalar;

use driver::failure::Failure;
use driver::files::npy::Array;
use driver::scalar;
use driver::signature::Parameter;

/// The forms of arguments, for an error message.
const FORMS: &str = "write a scalar as N=500, a buffer as in=@file.npy, in=zeros:f32[500], in=iota:i32[8], \
                     in=full(3.5):f32[4,8] or out=uninit:f32[500]";

/// An argument, as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Given {
    /// The parameter.
    pub(super) name: String,
    /// The value of the parameter.
    pub(super) value: Value,
}

/// The value of a parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    /// A number.
    Scalar(String),
    /// The array of a file.
    File(PathBuf),
    /// A pattern.
    Fill {
        /// The pattern.
        pattern: Pattern,
        /// The element type.
        element: Scalar,
        /// Extents.
        shape: Vec<u64>,
    },
}

/// The contents of a new buffer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Pattern {
    /// Zeros.
    Zeros,
    /// 0, 1, 2, …
    Iota,
    /// One value everywhere.
    Full(String),
    /// Uninitialized contents.
    Uninit,
}

/// A buffer before the run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Filled {
    /// Its shape and bytes; no bytes are zeros, or undetermined.
    pub(super) array: Array,
    /// Bytes, all in all.
    pub(super) bytes: u64,
    /// Whether the buffer is undetermined.
    pub(super) uninit: bool,
}

impl Given {
    /// Reads `name=value`.
    ///
    /// # Errors
    /// An argument in none of the forms.
    pub(super) fn parse(text: &str) -> Result<Self, Failure> {
        let wrong = |reason: String| Failure::usage(format!("--arg {text}: {reason}")).help(FORMS);
        let (name, value) =
            text.split_once('=').ok_or_else(|| wrong("it has no name and no `=`".to_owned()))?;
        let value = value.trim();
        let value = match (value.strip_prefix('@'), value.split_once(':')) {
            (Some(path), _) => Value::File(path.into()),
            (None, Some((pattern, ty))) => fill(pattern, ty).map_err(wrong)?,
            (None, None) => Value::Scalar(value.to_owned()),
        };
        Ok(Given { name: name.trim().to_owned(), value })
    }

    /// The bits of a scalar argument.
    ///
    /// # Errors
    /// A buffer, or a number that the type does not have.
    pub(super) fn scalar(&self, scalar: Scalar) -> Result<u64, Failure> {
        let wrong = |reason| Failure::usage(format!("--arg {}: {reason}", self.name)).help(FORMS);
        match &self.value {
            Value::Scalar(text) => scalar::parse(scalar, text).map_err(wrong),
            Value::File(_) | Value::Fill { .. } => {
                Err(wrong(format!("the parameter is a number ({scalar}), not a buffer")))
            }
        }
    }

    /// The buffer of a pointer argument.
    ///
    /// # Errors
    /// A number, a file that cannot be read, or elements of another type.
    pub(super) fn buffer(&self, parameter: &Parameter, element: Scalar) -> Result<Filled, Failure> {
        let wrong = |reason| Failure::usage(format!("--arg {}: {reason}", self.name)).help(FORMS);
        match &self.value {
            Value::Scalar(_) => {
                Err(wrong(format!("the parameter is a pointer ({}), not a number", parameter.element)))
            }
            Value::File(path) => from_file(path, element),
            Value::Fill { element: given, .. } if *given != element => {
                Err(wrong(format!("the buffer is {given}, the parameter points to {element}")))
            }
            Value::Fill { pattern, shape, .. } => fresh(pattern, element, shape).map_err(wrong),
        }
    }
}

fn from_file(path: &Path, element: Scalar) -> Result<Filled, Failure> {
    let array = Array::read(path, element)?;
    let bytes = driver::convert::count(array.bytes.len());
    Ok(Filled { array, bytes, uninit: false })
}

/// The most bytes of a buffer whose elements are not all zero.
const MOST_BYTES: u64 = 1 << 34;

fn fresh(pattern: &Pattern, element: Scalar, shape: &[u64]) -> Result<Filled, String> {
    let len = shape.iter().try_fold(1u64, |len, extent| len.checked_mul(*extent));
    let (len, bytes) = len
        .and_then(|len| Some((len, element.bytes_of(len)?)))
        .ok_or("the buffer is larger than any address")?;
    let sparse = matches!(pattern, Pattern::Zeros | Pattern::Uninit);
    if !sparse && bytes > MOST_BYTES {
        return Err(format!("the buffer has {bytes} bytes; only zeros and uninit can be that large"));
    }
    let value = |at: u64| match pattern {
        Pattern::Zeros | Pattern::Uninit => Ok(0),
        Pattern::Full(text) => scalar::parse(element, text),
        Pattern::Iota => scalar::parse(element, &at.to_string()),
    };
    let values: Vec<u64> = (0..if sparse { 0 } else { len }).map(value).collect::<Result<_, _>>()?;
    let array = Array { element, shape: shape.to_vec(), bytes: array::bytes(element, values) };
    Ok(Filled { array, bytes, uninit: *pattern == Pattern::Uninit })
}

fn fill(pattern: &str, ty: &str) -> Result<Value, String> {
    let pattern = match (pattern, pattern.strip_prefix("full(").and_then(|text| text.strip_suffix(')'))) {
        ("zeros", _) => Pattern::Zeros,
        ("iota", _) => Pattern::Iota,
        ("uninit", _) => Pattern::Uninit,
        (_, Some(value)) => Pattern::Full(value.trim().to_owned()),
        (other, None) => return Err(format!("there is no pattern `{other}`")),
    };
    let (name, extents) = ty
        .strip_suffix(']')
        .and_then(|ty| ty.split_once('['))
        .ok_or_else(|| format!("`{ty}` is no type with a size, such as f32[500]"))?;
    let element = Scalar::from_name(name).ok_or_else(|| format!("there is no element type `{name}`"))?;
    let extent = |text: &str| text.trim().parse().map_err(|_| format!("`{}` is no extent", text.trim()));
    let shape = extents.split(',').map(extent).collect::<Result<_, _>>()?;
    Ok(Value::Fill { pattern, element, shape })
}

#[cfg(test)]
mod tests {
    use spec::syntax::types::Element;

    use super::*;

    fn parameter(element: Element) -> Parameter {
        Parameter { name: "in".to_owned(), own_name: "arg0".to_owned(), element, unsigned: false }
    }

    fn bytes(text: &str, element: Scalar) -> Result<Filled, String> {
        let given = Given::parse(text).map_err(|failure| failure.to_string())?;
        given.buffer(&parameter(Element::Pointer(element)), element).map_err(|failure| failure.to_string())
    }

    #[test]
    fn patterns_fill_buffers() {
        assert_eq!(
            bytes("in=iota:i16[2,2]", Scalar::I16).map(|f| f.array.bytes),
            Ok(vec![0, 0, 1, 0, 2, 0, 3, 0])
        );
        assert_eq!(bytes("in=full(1.5):bf16[1]", Scalar::Bf16).map(|f| f.array.bytes), Ok(vec![0xc0, 0x3f]));
        let zeros = bytes("in=zeros:f32[1000000000000]", Scalar::F32).expect("zeros take no room");
        assert_eq!((zeros.bytes, zeros.uninit), (4_000_000_000_000, false));
        assert_eq!(bytes("in=uninit:f32[8]", Scalar::F32).map(|f| f.uninit), Ok(true));
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let wrong = |text, element| bytes(text, element).expect_err(text);
        assert_eq!(wrong("in", Scalar::F32), "--arg in: it has no name and no `=`");
        assert_eq!(wrong("in=ones:f32[8]", Scalar::F32), "--arg in=ones:f32[8]: there is no pattern `ones`");
        assert_eq!(
            wrong("in=zeros:f31[8]", Scalar::F32),
            "--arg in=zeros:f31[8]: there is no element type `f31`"
        );
        assert_eq!(wrong("in=zeros:f32[-8]", Scalar::F32), "--arg in=zeros:f32[-8]: `-8` is no extent");
        assert_eq!(
            wrong("in=zeros:f32", Scalar::F32),
            "--arg in=zeros:f32: `f32` is no type with a size, such as f32[500]"
        );
        assert_eq!(
            wrong("in=zeros:f32[8]", Scalar::I8),
            "--arg in: the buffer is f32, the parameter points to i8"
        );
        assert_eq!(
            wrong("in=5", Scalar::F32),
            "--arg in: the parameter is a pointer (ptr<f32>), not a number"
        );
        assert_eq!(wrong("in=iota:i8[300]", Scalar::I8), "--arg in: 256 does not fit i8");
    }
}
