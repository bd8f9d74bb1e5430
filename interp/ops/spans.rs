//! A print that stands for a rule of the source's language: whether two elements of a span lie on one another, found exactly.

use spec::ops::source;
use spec::syntax::kernel::Operation;
use spec::syntax::op::Memory;

use crate::machine::outcome::{Limit, Stop};
use crate::machine::state::Machine;
use crate::values::element::bits::Plain;
use crate::values::element::number::Exact;

/// The most steps of a search. Strides written by people need one step per axis.
const STEPS: u32 = 1 << 20;

impl Machine<'_> {
    /// Checks a print that represents a rule of the source; returns whether the print is one.
    pub(crate) fn require_printed(&mut self, op: &Operation) -> Result<bool, Stop> {
        if source::rule(Memory::PrintTko, op.attributes.text.as_deref()).is_none() {
            return Ok(false);
        }
        // An access through a view of undetermined extents breaks a rule of its own.
        if op.operands.iter().any(|id| self.tile(*id).undetermined.any()) {
            return Ok(true);
        }
        let numbers: Vec<i128> = op.operands.iter().map(|id| self.tile(*id).unsigned(0).0).collect();
        let (extents, strides) = numbers.split_at(numbers.len() / 2);
        let mut left = STEPS;
        let found = find_step(extents, strides, &mut left);
        if found.is_none() && left == 0 {
            return Err(self.exhausted(Limit::Fuel, op));
        }
        let step = found.unwrap_or_else(|| vec![0; extents.len()]);
        let exact = |numbers: &[i128]| numbers.iter().copied().map(Exact).collect::<Vec<_>>();
        let place = |sign: i128| step.iter().map(|by| Exact((by * sign).max(0))).collect::<Vec<_>>();
        let mut d = Plain::new(self.options.ignore);
        source::apart(&mut d, &exact(extents), &exact(strides), [&place(1), &place(-1)]);
        self.check(op, d.violation())?;
        Ok(true)
    }
}

/// A nonzero step between two elements of a span at one place: along each axis less than the extent. The axes are gone
/// through from the greatest stride, and along each the steps are tried that those behind it can take back.
fn find_step(extents: &[i128], strides: &[i128], left: &mut u32) -> Option<Vec<i128>> {
    if extents.contains(&0) {
        return None;
    }
    let mut axes: Vec<usize> = (0..extents.len()).filter(|axis| extents[*axis] > 1).collect();
    axes.sort_by_key(|axis| std::cmp::Reverse(strides[*axis]));
    let mut step = vec![0; extents.len()];
    let span = Span { extents, strides };
    span.search(&axes, 0, &mut step, left).then_some(step)
}

struct Span<'a> {
    extents: &'a [i128],
    strides: &'a [i128],
}

impl Span<'_> {
    /// Whether steps along these axes take back that many elements, some step being taken in all.
    fn search(&self, axes: &[usize], gone: i128, step: &mut [i128], left: &mut u32) -> bool {
        let Some((axis, inside)) = axes.split_first() else {
            return gone == 0 && step.iter().any(|by| *by != 0);
        };
        let far = self.extents[*axis] - 1;
        let stride = self.strides[*axis];
        let room = inside.iter().fold(0i128, |room, axis| {
            room.saturating_add((self.extents[*axis] - 1).saturating_mul(self.strides[*axis]))
        });
        // |gone + by·stride| ≤ room
        let (least, most) = match stride {
            0 => (-far, far),
            _ => (-(room + gone).div_euclid(stride), (room - gone).div_euclid(stride)),
        };
        let mut by = least.max(-far);
        while by <= most.min(far) {
            *left = left.saturating_sub(1);
            if *left == 0 {
                return false;
            }
            step[*axis] = by;
            let gone = gone.saturating_add(by.saturating_mul(stride));
            if self.search(inside, gone, step, left) {
                return true;
            }
            by += 1;
        }
        step[*axis] = 0;
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every two places of a span, as they are.
    fn by_enumeration(extents: &[i128], strides: &[i128]) -> bool {
        let count = extents.iter().product::<i128>();
        let place = |mut number: i128| {
            let along = |(extent, stride): (&i128, &i128)| {
                let at = number % extent;
                number /= extent;
                at * stride
            };
            extents.iter().zip(strides).map(along).sum::<i128>()
        };
        let mut all: Vec<i128> = (0..count).map(place).collect();
        all.sort_unstable();
        all.windows(2).any(|pair| pair[0] == pair[1])
    }

    #[test]
    fn a_step_is_found_where_two_elements_lie_on_one_another() {
        let mut found = 0;
        for number in 0..4i128.pow(3) * 8i128.pow(3) {
            let digit = |at: u32, base: i128, from: i128| number / from / base.pow(at) % base;
            let extents: Vec<i128> = (0..3).map(|at| digit(at, 4, 1)).collect();
            let strides: Vec<i128> = (0..3).map(|at| digit(at, 8, 64)).collect();
            let step = find_step(&extents, &strides, &mut STEPS.clone());
            assert_eq!(step.is_some(), by_enumeration(&extents, &strides), "{extents:?} {strides:?}");
            if let Some(step) = step {
                found += 1;
                let back: i128 = step.iter().zip(&strides).map(|(by, stride)| by * stride).sum();
                assert_eq!(back, 0);
                assert!(step.iter().zip(&extents).all(|(by, extent)| by.abs() < *extent));
            }
        }
        assert!(found > 1000, "{found}");
    }
}
