//! Combinations of one value for each argument, in an order with few large changes.

/// The most combinations that are looked at.
const COMBINATIONS: usize = 200_000;

/// Every combination of one value for each argument, those with the first values first.
pub(super) fn combinations(candidates: &[Vec<u64>]) -> impl Iterator<Item = Vec<u64>> {
    let furthest: usize = candidates.iter().map(|values| values.len().saturating_sub(1)).sum();
    let ranks = (0..=furthest).flat_map(|total| Ranks::new(candidates, total));
    ranks.take(COMBINATIONS).map(move |ranks| ranks.iter().zip(candidates).map(|(r, c)| c[*r]).collect())
}

/// Every way to choose ranks with one sum.
struct Ranks {
    limits: Vec<usize>,
    next: Option<Vec<usize>>,
}

impl Ranks {
    fn new(candidates: &[Vec<u64>], total: usize) -> Self {
        let possible = candidates.iter().all(|values| !values.is_empty());
        let limits: Vec<_> = candidates.iter().map(|values| values.len().saturating_sub(1)).collect();
        let first = fill(&limits, total).filter(|_| possible);
        Ranks { limits, next: first }
    }
}

/// As much as possible in the last ranks.
fn fill(limits: &[usize], mut total: usize) -> Option<Vec<usize>> {
    let mut ranks = vec![0; limits.len()];
    for (rank, limit) in ranks.iter_mut().zip(limits).rev() {
        *rank = total.min(*limit);
        total -= *rank;
    }
    (total == 0).then_some(ranks)
}

impl Iterator for Ranks {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        let current = self.next.take()?;
        // Raises the last rank that can take from those behind it, and packs the rest to the back.
        for at in (0..current.len()).rev() {
            let behind: usize = current[at + 1..].iter().sum();
            if behind > 0 && current[at] < self.limits[at] {
                let mut following = current.clone();
                following[at] += 1;
                if let Some(tail) = fill(&self.limits[at + 1..], behind - 1) {
                    following[at + 1..].copy_from_slice(&tail);
                    self.next = Some(following);
                    break;
                }
            }
        }
        Some(current)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_combinations_come_first() {
        let candidates = [vec![10, 11, 12], vec![0], vec![20, 21]];
        let all: Vec<_> = combinations(&candidates).collect();
        let expected = [[10, 0, 20], [10, 0, 21], [11, 0, 20], [11, 0, 21], [12, 0, 20], [12, 0, 21]];
        assert_eq!(all, expected);
        assert_eq!(combinations(&[]).count(), 1);
        assert_eq!(combinations(&[vec![1], vec![]]).count(), 0);
    }
}
