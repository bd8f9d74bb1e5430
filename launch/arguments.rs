//! Where the bytes of each argument stand in what a launch hands to the device.

use crate::error::Error;

/// Where a parameter stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    /// Bytes from the start of the parameters.
    pub offset: u32,
    /// Bytes of its own: a power of two, at most 8.
    pub bytes: u32,
}

impl Parameter {
    /// Parameters of these sizes in bytes one after the other, each aligned to its size: how NVIDIA's compiler and C lay
    /// them out.
    pub fn laid_out(sizes: impl IntoIterator<Item = u32>) -> Vec<Parameter> {
        let mut end = 0u32;
        let place = |bytes: u32| {
            let offset = end.next_multiple_of(bytes.max(1));
            end = offset + bytes;
            Parameter { offset, bytes }
        };
        sizes.into_iter().map(place).collect()
    }
}

/// The most bytes of parameters that every device takes.
const MOST_BYTES: u32 = 4096;

/// The bytes of all arguments; `values` are bits, zero-extended.
///
/// # Errors
/// [`Error::Arguments`] where there are more or fewer than parameters, or a value does not fit its parameter.
pub fn pack(parameters: &[Parameter], values: &[u64]) -> Result<Vec<u8>, Error> {
    let wrong = |reason: String| Error::Arguments { reason };
    if parameters.len() != values.len() {
        return Err(wrong(format!("are {}, and the kernel takes {}", values.len(), parameters.len())));
    }
    let end = parameters.iter().map(|parameter| parameter.offset.saturating_add(parameter.bytes)).max();
    let end = end.unwrap_or(0);
    if end > MOST_BYTES {
        return Err(wrong(format!("take {end} bytes, more than the {MOST_BYTES} that there are")));
    }
    let mut all = vec![0; end as usize];
    for (position, (parameter, value)) in parameters.iter().zip(values).enumerate() {
        let (from, size) = (parameter.offset as usize, parameter.bytes as usize);
        let bytes = value.to_le_bytes();
        let (kept, lost) = bytes.split_at_checked(size).unwrap_or((&[], &bytes));
        if kept.is_empty() || lost.iter().any(|byte| *byte != 0) {
            return Err(wrong(format!("do not fit: {value:#x} for parameter {position} of {size} bytes")));
        }
        all[from..from + size].copy_from_slice(kept);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_stand_where_c_has_them() {
        let parameters = Parameter::laid_out([8, 4, 8, 1, 2]);
        let offsets: Vec<_> = parameters.iter().map(|parameter| parameter.offset).collect();
        assert_eq!(offsets, [0, 8, 16, 24, 26]);
        let packed = pack(&parameters, &[0x1122_3344_5566_7788, 0xffff_fffe, 1, 0xff, 0x3c00]);
        let expected = [
            &[0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11][..],
            &[0xfe, 0xff, 0xff, 0xff, 0, 0, 0, 0],
            &[1, 0, 0, 0, 0, 0, 0, 0],
            &[0xff, 0, 0, 0x3c],
        ];
        assert_eq!(packed, Ok(expected.concat()));
        assert_eq!(pack(&[], &[]), Ok(Vec::new()));
    }

    #[test]
    fn arguments_that_do_not_fit_are_refused() {
        let parameters = Parameter::laid_out([8, 4]);
        let refused = |values: &[u64]| pack(&parameters, values).expect_err("refused").to_string();
        assert_eq!(refused(&[1]), "the arguments are 1, and the kernel takes 2");
        let wide = "the arguments do not fit: 0x100000000 for parameter 1 of 4 bytes";
        assert_eq!(refused(&[1, 1 << 32]), wide);
        let far = [Parameter { offset: 5000, bytes: 8 }];
        assert!(matches!(pack(&far, &[1]), Err(Error::Arguments { .. })));
    }
}
