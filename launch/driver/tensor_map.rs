//! Tensor maps (`cuTensorMapEncodeTiled`).

use cudarc::driver::sys;
use spec::syntax::count::{handle_from_usize, usize_from_u64};

use super::context::Context;
use super::result::code;
use crate::cu_result::{CUDA_ERROR_INVALID_VALUE, CUDA_ERROR_NOT_SUPPORTED};
use crate::error::Error;
use crate::tensor_map::{EncodedMap, TensorMap};

/// Encodes a map; `None` if the driver rejects a number, or the device has no bulk copies.
pub(crate) fn encode(context: &Context, map: &TensorMap) -> Result<Option<EncodedMap>, Error> {
    use sys::CUtensorMapDataType as Element;
    use sys::CUtensorMapSwizzle as Swizzle;
    context.require_usable()?;
    // Without rounding, bits are copied as they are, and zeros are zeros of every type of that size.
    let element = match map.element_bytes {
        1 => Element::CU_TENSOR_MAP_DATA_TYPE_UINT8,
        2 => Element::CU_TENSOR_MAP_DATA_TYPE_UINT16,
        4 if map.rounds => Element::CU_TENSOR_MAP_DATA_TYPE_TFLOAT32,
        4 => Element::CU_TENSOR_MAP_DATA_TYPE_UINT32,
        _ => Element::CU_TENSOR_MAP_DATA_TYPE_UINT64,
    };
    let swizzle = match map.line_bytes {
        32 => Swizzle::CU_TENSOR_MAP_SWIZZLE_32B,
        64 => Swizzle::CU_TENSOR_MAP_SWIZZLE_64B,
        _ => Swizzle::CU_TENSOR_MAP_SWIZZLE_128B,
    };
    let rank = map.extents.len();
    if rank == 0 || rank > 5 || map.strides.len() + 1 != rank || map.box_extents.len() != rank {
        return Ok(None);
    }
    let mut encoded = sys::CUtensorMap { opaque: [0; 16] };
    let each = vec![1u32; rank];
    // SAFETY: the lists have as many numbers as the rank says, strides one less; the map is a place for one. The address is only written down.
    let result = unsafe {
        sys::cuTensorMapEncodeTiled(
            &mut encoded,
            element,
            handle_from_usize(rank),
            std::ptr::with_exposed_provenance_mut(usize_from_u64(map.address)),
            map.extents.as_ptr(),
            map.strides.as_ptr(),
            map.box_extents.as_ptr(),
            each.as_ptr(),
            sys::CUtensorMapInterleave::CU_TENSOR_MAP_INTERLEAVE_NONE,
            swizzle,
            sys::CUtensorMapL2promotion::CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
            sys::CUtensorMapFloatOOBfill::CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
        )
    };
    match code(result) {
        CUDA_ERROR_INVALID_VALUE | CUDA_ERROR_NOT_SUPPORTED => Ok(None),
        _ => context.check(result, "encoding a tensor map").map(|()| Some(EncodedMap(encoded.opaque))),
    }
}
