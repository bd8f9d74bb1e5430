//! The exponential function for floats with at most half of binary64's digits. Range reduction has two steps (Cody and Waite,
//! "Software manual for the elementary functions", 1980). A polynomial follows, without branches or tables, so a loop over a tile
//! vectorizes.

/// eˣ in binary64 to about one unit in the last place, for results in the range of f32, subnormals included. Beyond, every such format
/// rounds the result to 0 or to infinity. Rounded to f32, it equals `libm::exp` rounded to f32 for every float.
#[inline]
pub(super) fn exponential(x: f64) -> f64 {
    // The addition rounds to an integer, which is then in the low bits.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    // The upper digits of ln 2, so few that a multiple below 2¹¹ of them is exact, and the rest.
    const HIGH: f64 = f64::from_bits(0x3fe6_2e42_fee0_0000);
    const LOW: f64 = f64::from_bits(0x3dea_39ef_3579_3c76);
    // Beyond ±150 the result is 0 or infinite in f32.
    let x = x.clamp(-150.0, 150.0);
    let shifted = x * std::f64::consts::LOG2_E + ROUND;
    let power = shifted - ROUND;
    let r = (x - power * HIGH) - power * LOW;
    // |r| ≤ ln 2 / 2, and the first term left out is below 2⁻⁵⁷.
    let (r2, r4) = (r * r, (r * r) * (r * r));
    let pair = |k: usize| TERMS[k] + TERMS[k + 1] * r;
    let quad = |k: usize| pair(k) + pair(k + 2) * r2;
    let tail = (quad(0) + quad(4) * r4) + (quad(8) * (r4 * r4));
    // 1 + r + r²·tail, the small parts added first.
    let scale = f64::from_bits((shifted.to_bits() << 52).wrapping_add(1023 << 52));
    (1.0 + (r + r2 * tail)) * scale
}

/// 1/2!, 1/3!, … 1/13!
#[expect(clippy::as_conversions, reason = "a constant permits no conversion by `From`")]
const TERMS: [f64; 12] = {
    let mut terms = [0.5; 12];
    let mut k = 1;
    while k < 12 {
        terms[k] = terms[k - 1] / (k + 2) as f64;
        k += 1;
    }
    terms
};

#[cfg(test)]
#[expect(clippy::as_conversions, reason = "rounding to f32 is what is tested")]
mod tests {
    use super::exponential;

    #[test]
    fn rounded_to_f32_it_is_what_the_library_gives() {
        // All 2³² take a minute: `TILEPROOF_ALL=1`. Every 509th takes 0.1 s.
        let step = if std::env::var_os("TILEPROOF_ALL").is_some() { 1 } else { 509 };
        for bits in (0..=u32::MAX).step_by(step) {
            let x = f64::from(f32::from_bits(bits));
            let (ours, theirs) = (exponential(x) as f32, libm::exp(x) as f32);
            let same = ours.to_bits() == theirs.to_bits() || ours.is_nan() && theirs.is_nan();
            assert!(same, "{x:e} ({bits:#x}): {ours:e}, not {theirs:e}");
        }
    }

    #[test]
    fn so_it_is_rounded_to_halves() {
        for bits in 0..=u16::MAX {
            let x = half::f16::from_bits(bits).to_f64();
            let halves = [exponential(x), libm::exp(x)].map(half::f16::from_f64);
            assert!(halves[0].to_bits() == halves[1].to_bits() || x.is_nan(), "{x:e} as f16");
            let x = half::bf16::from_bits(bits).to_f64();
            let halves = [exponential(x), libm::exp(x)].map(half::bf16::from_f64);
            assert!(halves[0].to_bits() == halves[1].to_bits() || x.is_nan(), "{x:e} as bf16");
        }
    }
}
