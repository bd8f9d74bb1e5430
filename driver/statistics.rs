//! Medians, and how far a ratio of medians can be trusted.

use crate::convert::count;
use spec::syntax::count::{low_bits, usize_from_u64};

/// A number with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// How often samples are drawn again.
const DRAWS: usize = 4000;

/// The middle of the sorted samples, or the mean of the two in the middle; NaN where there are none.
pub fn median(samples: &[f64]) -> f64 {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match (sorted.len() % 2, sorted.get(middle)) {
        (_, None) => f64::NAN,
        (1, Some(value)) => *value,
        (_, Some(above)) => f64::midpoint(sorted[middle - 1], *above),
    }
}

/// The median with its interval.
pub fn estimate(samples: &[f64]) -> Estimate {
    let mut random = Random::new(1);
    drawn(median(samples), || median(&random.draw(samples)))
}

/// The ratio of the medians of two samples, with its interval. The two are drawn again independently: runs alternate,
/// but no run of one belongs to a run of the other.
pub fn ratio(over: &[f64], under: &[f64]) -> Estimate {
    let mut random = Random::new(2);
    drawn(median(over) / median(under), || median(&random.draw(over)) / median(&random.draw(under)))
}

/// A bootstrap: what 95 of 100 draws lie between.
fn drawn(value: f64, draw: impl FnMut() -> f64) -> Estimate {
    let mut values: Vec<_> = std::iter::repeat_with(draw).take(DRAWS).collect();
    values.sort_by(f64::total_cmp);
    let at = |share: usize| values[(DRAWS - 1) * share / 1000];
    Estimate { value, low: at(25), high: at(975) }
}

/// Reproducible pseudorandom numbers (splitmix64).
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// Numbers of their own for every seed.
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `bound`, which is at least 1; all are about equally likely.
    pub fn below(&mut self, bound: u64) -> u64 {
        let product = u128::from(self.bits()) * u128::from(bound);
        low_bits((product >> 64).cast_signed())
    }

    /// As many of the samples, each drawn from all of them.
    fn draw(&mut self, samples: &[f64]) -> Vec<f64> {
        let len = samples.len();
        (0..len).map(|_| samples[usize_from_u64(self.below(count(len)))]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_are_in_the_middle() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 3.0, 2.0]), 2.5);
        assert!(median(&[]).is_nan());
    }

    #[test]
    fn an_interval_is_as_wide_as_the_samples_are_apart() {
        assert_eq!(ratio(&[2.0; 30], &[4.0; 30]), Estimate { value: 0.5, low: 0.5, high: 0.5 });
        let spread: Vec<f64> = (0..30).map(|i| 100.0 + f64::from(i % 10)).collect();
        let estimate = ratio(&spread, &[100.0; 30]);
        assert_eq!(estimate.value, 1.045);
        // The 95 % interval of a median of 30 by ranks: from the 10th to the 21st.
        assert!((1.025..=1.04).contains(&estimate.low), "{estimate:?}");
        assert!((1.05..=1.07).contains(&estimate.high), "{estimate:?}");
        assert_eq!(estimate, ratio(&spread, &[100.0; 30]));
    }

    #[test]
    fn random_numbers_cover_their_range() {
        let mut random = Random::new(7);
        let mut seen = [0; 8];
        (0..8000).for_each(|_| seen[usize::try_from(random.below(8)).unwrap_or(0)] += 1);
        assert!(seen.iter().all(|count| (850..1150).contains(count)), "{seen:?}");
        assert_ne!(Random::new(1).bits(), Random::new(2).bits());
    }
}
