//! Element types, by the names that host programs use.

use spec::syntax::types::{Element, Scalar};

/// The end of the driver's name of a data type for tensor maps. Copies move bits unchanged, so types without a name go as integers of
/// their size.
pub(super) fn map_element(pointee: Option<Scalar>, bytes: u64) -> &'static str {
    match pointee.filter(|scalar| scalar.bytes() == bytes) {
        Some(Scalar::F16) => "FLOAT16",
        Some(Scalar::Bf16) => "BFLOAT16",
        Some(Scalar::F32) => "FLOAT32",
        Some(Scalar::F64) => "FLOAT64",
        Some(Scalar::I32) => "INT32",
        Some(Scalar::I64) => "INT64",
        Some(
            Scalar::I1
            | Scalar::I4
            | Scalar::I8
            | Scalar::I16
            | Scalar::Tf32
            | Scalar::F8E4m3fn
            | Scalar::F8E5m2
            | Scalar::F8E8m0fnu
            | Scalar::F4E2m1fn,
        )
        | None => match bytes {
            1 => "UINT8",
            2 => "UINT16",
            4 => "UINT32",
            _ => "UINT64",
        },
    }
}

/// The C type of a parameter. Floats of 16 bits and less are passed as their bits.
pub(super) fn c_type(element: Element, is_unsigned: bool) -> &'static str {
    let Element::Scalar(scalar) = element else { return "CUdeviceptr" };
    match scalar {
        Scalar::F32 | Scalar::Tf32 => "float",
        Scalar::F64 => "double",
        Scalar::I1 => "uint8_t",
        Scalar::I4 | Scalar::I8 if !is_unsigned => "int8_t",
        Scalar::I16 if !is_unsigned => "int16_t",
        Scalar::I32 if !is_unsigned => "int32_t",
        Scalar::I64 if !is_unsigned => "int64_t",
        Scalar::I32 => "uint32_t",
        Scalar::I64 => "uint64_t",
        Scalar::I16 | Scalar::F16 | Scalar::Bf16 => "uint16_t",
        Scalar::I4
        | Scalar::I8
        | Scalar::F8E4m3fn
        | Scalar::F8E5m2
        | Scalar::F8E8m0fnu
        | Scalar::F4E2m1fn => "uint8_t",
    }
}
