//! Scans by doubling (Hillis and Steele, "Data parallel algorithms", CACM 1986), in the order of an H200 (K-31). Inside chunks of 32, every
//! element is combined with the element 1, 2, 4, 8 and 16 places before it. Then every chunk is combined with the end of the previous
//! chunk, and finally every element with the identity.

use spec::syntax::kernel::Operation;

use crate::machine::outcome::Stop;
use crate::machine::state::Machine;
use crate::ops::reduce::axis::Axis;
use crate::ops::reduce::combine::CombineError;
use crate::values::marks::Marks;
use crate::values::tile::Tile;

/// As many places as are combined at once.
const CHUNK: usize = 32;

impl<'k> Machine<'k> {
    /// `scan`
    pub(crate) fn scan(&mut self, op: &'k Operation) -> Result<(), Stop> {
        let shape = &self.kernel.tile(op.operands[0]).shape;
        let axis = Axis::of(shape, op.attributes.axis());
        self.check_sum_in_any_order(op, axis)?;
        let reverse = op.attributes.reverse.unwrap_or(false);
        let tiles: Vec<Tile> = op.operands.iter().map(|id| self.share_tile(*id)).collect();
        let undetermined = mark_prefixes(&tiles, axis, reverse);
        let scanned = self.scan_chunks(op, tiles, axis, reverse);
        let tiles = scanned.and_then(|tiles| self.combine_with_identities(op, tiles));
        let tiles = tiles.map_err(|failed| self.stop_of(op, failed, |lane| lane))?;
        for (id, tile) in op.results.iter().zip(tiles) {
            let undetermined = undetermined.or(&tile.undetermined);
            self.set_tile(*id, Tile { undetermined, ..tile });
        }
        Ok(())
    }

    /// The inclusive prefixes along an axis.
    fn scan_chunks(
        &mut self,
        op: &'k Operation,
        mut tiles: Vec<Tile>,
        axis: Axis,
        reverse: bool,
    ) -> Result<Vec<Tile>, CombineError> {
        let chunk = axis.extent.min(CHUNK);
        let mut distance = 1;
        while distance < chunk {
            let far = |place: usize| (place % chunk >= distance).then(|| place - distance);
            tiles = self.combine_with_earlier(op, tiles, axis, reverse, 0..axis.extent, far)?;
            distance *= 2;
        }
        for start in (chunk..axis.extent).step_by(chunk) {
            tiles = self
                .combine_with_earlier(op, tiles, axis, reverse, start..start + chunk, |_| Some(start - 1))?;
        }
        Ok(tiles)
    }

    /// Combines every element of some places with an earlier element, if any; places are counted from the scan's
    /// start.
    fn combine_with_earlier(
        &mut self,
        op: &'k Operation,
        tiles: Vec<Tile>,
        axis: Axis,
        reverse: bool,
        places: std::ops::Range<usize>,
        earlier: impl Fn(usize) -> Option<usize>,
    ) -> Result<Vec<Tile>, CombineError> {
        let place = |place: usize| if reverse { axis.extent - 1 - place } else { place };
        let pairs: Vec<(usize, usize)> =
            places.filter_map(|at| Some((place(at), place(earlier(at)?)))).collect();
        let lanes = |of: fn(&(usize, usize)) -> usize| -> Vec<usize> {
            let lane = |result: usize| pairs.iter().map(move |pair| axis.lane(result, of(pair)));
            (0..axis.outer * axis.inner).flat_map(lane).collect()
        };
        let (here, before) = (lanes(|pair| pair.0), lanes(|pair| pair.1));
        let part = |lanes: &[usize]| tiles.iter().map(|tile| tile.gather(lanes)).collect::<Vec<_>>();
        let combined = self.combine(op, part(&here), part(&before));
        let combined = combined.map_err(|failed| failed.at(|lane| here[lane]))?;
        // New elements are laid behind the old ones, and every lane picks its own.
        let mut from: Vec<usize> = (0..tiles[0].len()).collect();
        for (position, lane) in here.iter().enumerate() {
            from[*lane] = tiles[0].len() + position;
        }
        Ok(tiles.iter().zip(&combined).map(|(tile, new)| tile.chain(new).gather(&from)).collect())
    }
}

/// The results of which a term is undetermined: up to their own place, of any operand.
fn mark_prefixes(tiles: &[Tile], axis: Axis, reverse: bool) -> Marks {
    if tiles.iter().all(|tile| !tile.undetermined.any()) {
        return Marks::NONE;
    }
    let mut marks = vec![false; tiles[0].len()];
    for run in 0..axis.outer * axis.inner {
        let mut any = false;
        for at in 0..axis.extent {
            let lane = axis.lane(run, if reverse { axis.extent - 1 - at } else { at });
            any |= tiles.iter().any(|tile| tile.undetermined.at(lane));
            marks[lane] = any;
        }
    }
    Marks::new(marks)
}
