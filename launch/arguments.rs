//! The layout of parameters in a launch, and the check of argument values.

use crate::error::Error;

/// The place of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    /// Bytes from the start of the parameters.
    pub offset: u32,
    /// Bytes of its own: a power of two, at most 8.
    pub bytes: u32,
}

impl Parameter {
    /// Lays out parameters of the given sizes in bytes, each aligned to its size, like NVIDIA's compiler and C.
    pub fn lay_out(sizes: impl IntoIterator<Item = u32>) -> Vec<Parameter> {
        let mut end = 0u32;
        let place = |bytes: u32| {
            let offset = end.next_multiple_of(bytes.max(1));
            end = offset + bytes;
            Parameter { offset, bytes }
        };
        sizes.into_iter().map(place).collect()
    }
}

/// Checks that values fit their parameters; values are zero-extended bits.
///
/// # Errors
/// [`Error::Arguments`] if the number of values is wrong, or a value does not fit.
pub fn check_fit(parameters: &[Parameter], values: &[u64]) -> Result<(), Error> {
    let wrong = |reason: String| Error::Arguments { reason };
    if parameters.len() != values.len() {
        return Err(wrong(format!("are {}, and the kernel takes {}", values.len(), parameters.len())));
    }
    for (position, (parameter, value)) in parameters.iter().zip(values).enumerate() {
        let size = parameter.bytes;
        let lost = match size {
            1..8 => value >> (8 * size),
            8 => 0,
            _ => u64::MAX,
        };
        if lost != 0 {
            return Err(wrong(format!("do not fit: {value:#x} for parameter {position} of {size} bytes")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_stand_where_c_has_them() {
        let parameters = Parameter::lay_out([8, 4, 8, 1, 2]);
        let offsets: Vec<_> = parameters.iter().map(|parameter| parameter.offset).collect();
        assert_eq!(offsets, [0, 8, 16, 24, 26]);
    }

    #[test]
    fn arguments_that_do_not_fit_are_refused() {
        let parameters = Parameter::lay_out([8, 4]);
        assert_eq!(check_fit(&parameters, &[u64::MAX, 0xffff_fffe]), Ok(()));
        assert_eq!(check_fit(&[], &[]), Ok(()));
        let refused = |values: &[u64]| check_fit(&parameters, values).expect_err("refused").to_string();
        assert_eq!(refused(&[1]), "the arguments are 1, and the kernel takes 2");
        let wide = "the arguments do not fit: 0x100000000 for parameter 1 of 4 bytes";
        assert_eq!(refused(&[1, 1 << 32]), wide);
        let large = [Parameter { offset: 0, bytes: 128 }];
        assert!(matches!(check_fit(&large, &[1]), Err(Error::Arguments { .. })));
    }
}
