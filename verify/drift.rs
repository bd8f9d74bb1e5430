//! How fast a carried integer can move: what each iteration adds, where that does not depend on the integer itself.

use spec::domain::Number;

use crate::loops::{Bound, scalar_int};
use crate::machine::{Machine, Val};
use crate::terms::{Num, Truth, UNBOUNDED, Variables};
use crate::tile::{Element, Tile};

impl<'k> Machine<'k> {
    /// How fast an integer can move, if each iteration adds something that does not depend on it.
    pub(crate) fn drift(
        &mut self,
        init: &Tile<'k>,
        start: &Element,
        ends: &[(&Val<'k>, &Truth)],
    ) -> Option<Bound> {
        let first = self.at(init, &[]);
        let (from, first) = (scalar_int(init, start)?, scalar_int(init, &first)?);
        let (mut down, mut up) = (0, 0);
        for (end, path) in ends {
            let Val::Tile(end) = end else { return None };
            let element = self.at(end, &[]);
            let distance = scalar_int(end, &element)?.sub(&from);
            let mut variables = Variables::default();
            variables.num(&distance);
            if from.as_var().is_none_or(|var| variables.nums.contains(&var)) {
                return None;
            }
            up = up.max(self.greatest(&distance, path)?);
            down = down.min(-self.greatest(&Num::constant(0).sub(&distance), path)?);
        }
        Some(Bound::Drift { start: first, down, up })
    }

    /// The least upper bound of a term that can be proved, if there is one below what its range says.
    fn greatest(&mut self, num: &Num, path: &Truth) -> Option<i128> {
        let (mut low, mut high) = (num.lo(), num.hi());
        if low == high {
            return Some(low);
        }
        if low <= -UNBOUNDED || high >= UNBOUNDED || !self.proves_at_most(num, high - 1, path) {
            return None;
        }
        while low < high {
            let middle = low + (high - low).div_euclid(2);
            if self.proves_at_most(num, middle, path) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        Some(high)
    }

    fn proves_at_most(&mut self, num: &Num, bound: i128, path: &Truth) -> bool {
        self.solver.proves(&num.at_most(&Num::constant(bound)), path)
    }
}
