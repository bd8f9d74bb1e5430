//! Tiles of four numbers: sums and other reductions of them, scans in both directions, and masks.

use crate::generate::draft::Draft;

/// The lanes of a tile.
pub(in crate::generate) const LANES: i64 = 4;

impl Draft {
    /// What a carried tile is in the next round.
    pub(in crate::generate) fn next_tile(&mut self, tile: &str) -> String {
        match self.choices.below(4) {
            0 => {
                let square = self.op("x", &format!("muli {tile}, {tile} : tile<4xi32>"));
                let most = self.number(LANES - 1, "tile<4xi32>");
                self.op("x", &format!("andi {square}, {most} : tile<4xi32>"))
            }
            1 => self.scan_lanes(tile),
            2 => tile.to_owned(),
            _ => {
                let least = self.number(1, "tile<4xi32>");
                self.op("x", &format!("maxi {tile}, {least} signed : tile<4xi32>"))
            }
        }
    }

    /// An operation that combines two elements, with the identity.
    fn lane_combiner(&mut self) -> (&'static str, &'static str, i64) {
        self.choices.one(&[
            ("addi", "", 0),
            ("maxi", " signed", i64::from(i32::MIN)),
            ("addi", " overflow<no_signed_wrap>", 0),
            ("mini", " signed", i64::from(i32::MAX)),
            ("muli", "", 1),
            ("maxi", " signed", 0),
        ])
    }

    /// A sum, or what another operation makes of all elements.
    pub(in crate::generate) fn reduce_lanes(&mut self, tile: &str, adds: bool) -> String {
        let sum = adds && !self.choices.rarely(4);
        let (op, after, identity) = if sum { ("addi", "", 0) } else { self.lane_combiner() };
        let result = format!("%{}", self.fresh("s"));
        self.combine_lanes(
            &format!(
                "{result} = reduce {tile} dim=0 identities=[{identity} : i32] : tile<4xi32> -> tile<i32>"
            ),
            op,
            after,
        );
        result
    }

    /// A scan of a tile, in either direction.
    pub(in crate::generate) fn scan_lanes(&mut self, tile: &str) -> String {
        let (op, after, identity) = self.lane_combiner();
        let (result, reverse) = (format!("%{}", self.fresh("s")), self.choices.flip());
        self.combine_lanes(
            &format!("{result} = scan {tile} dim=0 reverse={reverse} identities=[{identity} : i32] : tile<4xi32> -> tile<4xi32>"),
            op,
            after,
        );
        result
    }

    fn combine_lanes(&mut self, head: &str, op: &str, after: &str) {
        let [a, b] = ["a", "b"].map(|hint| format!("%{}", self.fresh(hint)));
        self.region(&format!("{head} ({a}: tile<i32>, {b}: tile<i32>) {{"), |draft| {
            let both = draft.binary(op, &a, &b, after);
            draft.line(&format!("yield {both} : tile<i32>"));
        });
        self.line("}");
    }

    /// A mask made of a tile, or of its scan.
    pub(in crate::generate) fn mask_of(&mut self, tile: &str) -> String {
        let of = if self.choices.flip() { self.scan_lanes(tile) } else { tile.to_owned() };
        let (relation, limit) = self.choices.one(&[
            ("greater_than_or_equal", 0),
            ("less_than", LANES),
            ("greater_than_or_equal", 1),
            ("less_than", 1000),
        ]);
        let limit = self.number(limit, "tile<4xi32>");
        self.op("m", &format!("cmpi {relation} {of}, {limit}, signed : tile<4xi32> -> tile<4xi1>"))
    }
}
