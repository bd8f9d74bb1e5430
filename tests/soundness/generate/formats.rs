//! Float formats, as pieces about floats need them: what is believed of the numbers of each, and how literals are written.

/// A float type.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Format {
    /// The name in types.
    pub(super) name: &'static str,
    /// The greatest finite number.
    pub(super) greatest: f64,
    /// Whether the format has arithmetic; other formats are converted only.
    pub(super) computes: bool,
    /// The patterns of infinity, of NaN and of a number that is subnormal.
    pub(super) infinity: &'static str,
    pub(super) nan: &'static str,
    pub(super) subnormal: &'static str,
}

const fn format(name: &'static str, greatest: f64, computes: bool, odd: [&'static str; 3]) -> Format {
    let [infinity, nan, subnormal] = odd;
    Format { name, greatest, computes, infinity, nan, subnormal }
}

/// Formats with arithmetic.
pub(super) const COMPUTED: &[Format] = &[
    format("f32", f32::MAX as f64, true, ["0x7F800000", "0x7FC00000", "0x000116C2"]),
    format("f16", 65_504.0, true, ["0x7C00", "0x7E00", "0x0001"]),
    format("bf16", 3.3895e38, true, ["0x7F80", "0x7FC0", "0x0001"]),
    format("f64", f64::MAX, true, ["0x7FF0000000000000", "0x7FF8000000000000", "0x0000000000000001"]),
];

/// Formats with only moves and conversions. A format without infinity has its greatest number here, or NaN.
pub(super) const CONVERTED: &[Format] = &[
    format("f8E5M2", 57_344.0, false, ["0x7C", "0x7F", "0x01"]),
    format("f8E4M3FN", 448.0, false, ["0x7E", "0x7F", "0x01"]),
    format("tf32", 3.4e38, false, ["0x3FC00", "0x3FFFF", "0x00001"]),
    format("f8E8M0FNU", 1.7e38, false, ["0xFE", "0xFF", "0x00"]),
    format("f4E2M1FN", 6.0, false, ["0x7", "0x7", "0x1"]),
];

impl Format {
    /// The least finite number.
    pub(super) fn least(&self) -> f64 {
        if self.name == "f8E8M0FNU" { 0.0 } else { -self.greatest }
    }

    /// Whether its subnormal numbers can be flushed to zero.
    pub(super) fn flushes(&self) -> bool {
        self.name == "f32"
    }

    /// The pattern of minus infinity.
    pub(super) fn minus_infinity(&self) -> &'static str {
        match self.name {
            "f32" => "0xFF800000",
            "f16" => "0xFC00",
            "bf16" => "0xFF80",
            _ => "0xFFF0000000000000",
        }
    }
}
