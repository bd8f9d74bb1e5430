//! Arrays in `.npy` files.

use std::fs;
use std::io::Read;
use std::path::Path;

use npyz::{DType, NpyHeader, Order, WriteOptions, WriterBuilder};
use spec::syntax::array;
use spec::syntax::types::Scalar;

use crate::convert;
use crate::failure::Failure;
use crate::files::write_file;

/// An array: its shape, and its elements in row-major order, as in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Array {
    /// The element type.
    pub element: Scalar,
    /// Extents.
    pub shape: Vec<u64>,
    /// The elements.
    pub bytes: Vec<u8>,
}

impl Array {
    /// Reads the array of a file with a given element type.
    ///
    /// # Errors
    /// A file that cannot be read, is no `.npy`, or has elements of another type or in another order.
    pub fn read(path: &Path, element: Scalar) -> Result<Self, Failure> {
        let file = fs::read(path).map_err(|error| Failure::file(path, "read", &error))?;
        let name = path.display();
        let mut rest = file.as_slice();
        let header = NpyHeader::from_reader(&mut rest)
            .map_err(|error| Failure::usage(format!("{name} is no .npy file: {error}")))?;

        let found = header.dtype().descr();
        let found = found.trim_matches('\'');
        if !dtypes(element).contains(&found) {
            let wanted = dtypes(element).first().copied().unwrap_or_default();
            return Err(Failure::usage(format!("{name} has elements of dtype {found}, not {element}"))
                .help(format!("in Python: numpy.save(path, array.astype('{wanted}'))")));
        }
        if header.order() == Order::Fortran && header.shape().len() > 1 {
            return Err(Failure::usage(format!("{name} is in column-major order"))
                .help("in Python: numpy.save(path, numpy.ascontiguousarray(array))"));
        }
        let mut bytes = Vec::new();
        rest.read_to_end(&mut bytes).map_err(|error| Failure::file(path, "read", &error))?;
        let expected = header.shape().iter().try_fold(element.bytes(), |bytes, e| bytes.checked_mul(*e));
        if u64::try_from(bytes.len()).ok() != expected {
            return Err(Failure::usage(format!(
                "{name} has {} bytes of elements, which contradicts its shape",
                bytes.len()
            )));
        }
        let bytes = as_in_memory(element, bytes).map_err(|why| {
            Failure::usage(format!("{name} has {why}"))
                .help("in the file, each element fills the low bits of its own byte")
        })?;
        Ok(Array { element, shape: header.shape().to_vec(), bytes })
    }

    /// Writes the array to a file.
    ///
    /// # Errors
    /// The file cannot be written, or has no such element type.
    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        write_file(path, &self.to_file()?)
    }

    /// The bytes of the array's file.
    ///
    /// # Errors
    /// The file format has no such element type.
    pub fn to_file(&self) -> Result<Vec<u8>, Failure> {
        let wrong = || Failure::unsupported(format!("arrays of {} cannot be written yet", self.element));
        let dtype = dtypes(self.element).first().ok_or_else(wrong)?;
        let dtype = DType::Plain(dtype.parse().map_err(|_| wrong())?);
        let mut file = Vec::new();
        WriteOptions::new_header_only()
            .dtype(dtype)
            .shape(&self.shape)
            .writer(&mut file)
            .write_header_only()
            .map_err(|error| Failure::usage(format!("cannot write an array: {error}")))?;
        let count = self.shape.iter().product();
        file.extend(as_in_file(self.element, count, &self.bytes));
        Ok(file)
    }
}

/// The elements of an array in file format, from memory: an element smaller than a byte gets its own byte.
pub fn as_in_file(element: Scalar, count: u64, bytes: &[u8]) -> Vec<u8> {
    if element.in_a_byte() == 1 {
        return bytes.to_vec();
    }
    let elements = array::elements(element, bytes).into_iter().take(convert::index(count));
    elements.map(|bits| bits.to_le_bytes()[0]).collect()
}

/// The elements of an array in memory, from the file format.
///
/// # Errors
/// A byte that is no element of less than a byte.
pub fn as_in_memory(element: Scalar, bytes: Vec<u8>) -> Result<Vec<u8>, String> {
    if element.in_a_byte() == 1 {
        return Ok(bytes);
    }
    match bytes.iter().find(|byte| u32::from(**byte) >> element.bits() != 0) {
        Some(byte) => Err(format!("{byte:#x} for an element of {element}")),
        None => Ok(array::bytes(element, bytes.into_iter().map(u64::from))),
    }
}

/// The dtypes of an element type, the written one first. bf16 and floats of eight and four bits have none: their bits are stored as `u2`
/// and `u1` (one four-bit element per byte, although two share a byte in memory). tf32 is stored as `f4` with its 32 bits.
const fn dtypes(element: Scalar) -> &'static [&'static str] {
    match element {
        Scalar::I1 => &["|b1", "|u1", "|i1"],
        Scalar::I8 => &["|i1", "|u1"],
        Scalar::I16 => &["<i2", "<u2"],
        Scalar::I32 => &["<i4", "<u4"],
        Scalar::I64 => &["<i8", "<u8"],
        Scalar::F16 => &["<f2"],
        Scalar::Bf16 => &["<u2"],
        Scalar::F32 => &["<f4"],
        Scalar::Tf32 => &["<f4", "<u4"],
        Scalar::F64 => &["<f8"],
        Scalar::I4 | Scalar::F8E4m3fn | Scalar::F8E5m2 | Scalar::F8E8m0fnu | Scalar::F4E2m1fn => &["|u1"],
    }
}

#[cfg(test)]
mod tests {
    use std::env::temp_dir;
    use std::process;

    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let path = temp_dir().join(format!("tileproof-{}.npy", process::id()));
        let array = Array { element: Scalar::Bf16, shape: vec![2, 1], bytes: vec![0xc0, 0x3f, 0, 0] };
        array.write(&path).expect("the temporary folder is writable");
        assert_eq!(Array::read(&path, Scalar::Bf16).expect("it was just written"), array);

        let wrong = Array::read(&path, Scalar::F32).expect_err("u2 is not f32");
        assert!(wrong.to_string().ends_with("has elements of dtype <u2, not f32"), "{wrong}");
        fs::remove_file(&path).expect("it was just written");
    }

    #[test]
    fn a_file_of_another_kind_is_named() {
        let path = temp_dir().join(format!("tileproof-{}.txt", process::id()));
        fs::write(&path, "text").expect("the temporary folder is writable");
        let wrong = Array::read(&path, Scalar::F32).expect_err("text is no array");
        assert!(wrong.to_string().contains("is no .npy file"), "{wrong}");
        fs::remove_file(&path).expect("it was just written");
    }
}
