//! Extents for which a kernel is compiled: a loop over a constant number of tiles names the last of them by a number. Launches with
//! fewer tiles are unusual.

use spec::syntax::contract::{Binary, Expr};
use verify::Clause;

use super::launches::{Counter, Usual};

impl Usual<'_> {
    /// Constant tile indices give bounds for every launch, such as `n >= 961` for the sixteenth tile of 64, in a loop over a
    /// constant number of tiles.
    pub(super) fn read_constants(&mut self, found: &[Clause]) {
        for clause in found {
            let Clause::Requires(Expr::Binary(Binary::Ge, extent, least)) = clause else { continue };
            let (Expr::Name(extent), Expr::Number(least)) = (&**extent, &**least) else { continue };
            let position = self.bound.position(extent);
            let Some((position, counted)) = position.and_then(|at| Some((at, self.extents.get(&at)?))) else {
                continue;
            };
            let (before, tile) = (least - 1, i128::from(counted.tile));
            if let Ok(least) = u32::try_from(before / tile + 1)
                && before > 0
                && before % tile == 0
            {
                self.least.insert(position, least);
            }
        }
    }

    /// The least number of tiles by a counter, over all arrays with this counter.
    pub(super) fn least_tiles(&self, position: usize, counter: Counter) -> u32 {
        let counts = |other: usize| {
            other == position
                || counter != Counter::One && self.extents.get(&other).is_some_and(|c| c.counter == counter)
        };
        self.least.iter().filter(|(other, _)| counts(**other)).map(|(_, least)| *least).max().unwrap_or(1)
    }
}
