//! Kernels with persistent blocks: `for tile in range(bid, tiles, blocks)`, with tiles in a row, a plane or a space, by groups, or in
//! several parts that are added.

use super::plane::Axis;
use crate::generate::array::Masking;
use crate::generate::draft::{Draft, ty};
use crate::generate::pieces::views::TILES;

/// A mistake is made once in so many places.
const ODDS: usize = 14;

/// A block among the others, as values.
struct Worker {
    number: String,
    count: String,
}

impl Draft {
    /// A kernel about a loop over tiles that blocks share.
    pub(in crate::generate) fn persistent_loops(&mut self) {
        self.odds = ODDS;
        let worker = self.worker();
        match self.choices.below(8) {
            0 | 1 => self.tiles_in_a_row(&worker),
            2 | 3 => self.tiles_in_a_plane(&worker, false),
            4 => self.tiles_in_a_plane(&worker, true),
            5 => self.tiles_in_a_space(&worker),
            _ => self.tiles_in_parts(&worker),
        }
    }

    /// A few blocks: their number, and how many there are.
    fn worker(&mut self) -> Worker {
        let names = ["bx", "by", "bz"].map(|hint| format!("%{}", self.fresh(hint)));
        self.line(&format!("{} = get_tile_block_id : tile<i32>", names.join(", ")));
        let counts = ["nx", "ny", "nz"].map(|hint| format!("%{}", self.fresh(hint)));
        self.line(&format!("{} = get_num_tile_blocks : tile<i32>", counts.join(", ")));
        let [x, y, _] = &names;
        let [across, down, _] = &counts;
        let known = match self.choices.below(5) {
            0 | 1 => {
                let blocks = self.choices.one(&[2, 3, 4]);
                self.grid.push(blocks.to_string());
                Some(self.number(blocks, "tile<i32>"))
            }
            2 | 3 => {
                let count = self.param("g", "tile<i32>");
                self.clause(format!("requires = {count} >= 1, {count} <= 5"));
                if self.choices.rarely(8) {
                    // More blocks than a step has places.
                    self.grid.push(format!("{count} + 1"));
                    return Worker { number: x.clone(), count: format!("%{count}") };
                }
                self.grid.push(count.clone());
                Some(format!("%{count}"))
            }
            _ => None,
        };
        if let Some(known) = known {
            let count = if self.choices.rarely(3) { known } else { across.clone() };
            return Worker { number: x.clone(), count };
        }
        self.grid.extend(["2".to_owned(), "3".to_owned()]);
        let by = if self.slip() { down } else { across };
        let start = self.binary("muli", y, by, "");
        let number = self.binary("addi", &start, x, "");
        let count = if self.slip() { across.clone() } else { self.binary("muli", across, down, "") };
        Worker { number, count }
    }

    /// The loop of a block over its tiles.
    fn over_tiles(&mut self, worker: &Worker, tiles: &str, inside: impl FnOnce(&mut Self, &str)) {
        let start =
            if self.slip() { self.number(0, "tile<i32>") } else { self.perhaps_shifted(&worker.number) };
        let end = self.perhaps_shifted(tiles);
        let step = match self.slip() {
            true if self.choices.flip() => self.number(1, "tile<i32>"),
            true => {
                let (one, op) = (self.number(1, "tile<i32>"), self.choices.one(&["addi", "subi"]));
                self.binary(op, &worker.count, &one, "")
            }
            false => worker.count.clone(),
        };
        let tile = format!("%{}", self.fresh("t"));
        let sign = if self.choices.rarely(4) { "unsigned " } else { "" };
        self.region(
            &format!("for {sign}{tile} in ({start} to {end}, step {step}) : tile<i32> {{"),
            |draft| {
                inside(draft, &tile);
                draft.line("continue");
            },
        );
        self.line("}");
    }

    /// Tiles of an array in turn.
    fn tiles_in_a_row(&mut self, worker: &Worker) {
        let axis = self.axis(TILES);
        let by_pointers = self.choices.flip();
        self.over_tiles(worker, &axis.count, |draft, tile| match by_pointers {
            true => draft.lanes_of_row(&axis, tile),
            false => draft.tile_of_row(&axis, tile),
        });
    }

    /// Loads a tile of an array and stores it, in place or not.
    fn tile_of_row(&mut self, axis: &Axis, tile: &str) {
        let edge = self.edge();
        if edge == crate::generate::pieces::views::Edge::Promised {
            self.require(format!("{} % {} == 0", axis.size, axis.tile));
        }
        let from = self.array("i32", &axis.size, false);
        let (extent, one) = ([format!("%{}", axis.size)], ["1".to_owned()]);
        let source = self.view(&from, &extent, &one, &[axis.tile], edge);
        let (value, token) = self.load_tile(&source, &[tile.to_owned()], edge);
        let wait = if self.slip() { None } else { Some(token.as_str()) };
        if self.choices.flip() {
            self.store_tile(&source, &[tile.to_owned()], &value, edge, wait);
            return;
        }
        let to = self.output("i32", &axis.size);
        self.perhaps_alias(&from, &to);
        let target = self.view(&to, &extent, &one, &[axis.tile], edge);
        self.store_tile(&target, &[tile.to_owned()], &value, edge, wait);
    }

    /// Stores the lanes of a tile of an array, under a mask.
    fn lanes_of_row(&mut self, axis: &Axis, tile: &str) {
        let (shape, by) = ([axis.tile], self.near(axis.tile));
        let by = self.number(by, "tile<i32>");
        let start = self.binary("muli", tile, &by, "");
        let masked = self.choices.flip();
        let len = if masked { axis.size.clone() } else { format!("{} * {}", axis.clause(), axis.tile) };
        let to = self.output("i32", &len);
        let start = self.spread(&start, "i32", &shape);
        let lane = self.op("lane", &format!("iota : {}", ty(&shape, "i32")));
        let index = self.op("at", &format!("addi {start}, {lane} : {}", ty(&shape, "i32")));
        let mut how = Masking::default();
        if masked && !self.slip() {
            let less = if self.slip() { "less_than_or_equal" } else { "less_than" };
            let limit = self.spread(&format!("%{}", axis.size), "i32", &shape);
            let (of, to) = (ty(&shape, "i32"), ty(&shape, "i1"));
            how.mask = Some(self.op("in", &format!("cmpi {less} {index}, {limit}, signed : {of} -> {to}")));
        }
        let pointers = self.pointers_at(&to, &index, &shape);
        self.store(&to, &pointers, &lane, &shape, &how);
    }

    /// Tiles of a plane, line by line or by groups.
    fn tiles_in_a_plane(&mut self, worker: &Worker, grouped: bool) {
        let plane = self.plane();
        let tiles = self.binary("muli", &plane[0].count, &plane[1].count, "");
        self.over_tiles(worker, &tiles, |draft, tile| {
            let at = match grouped {
                true => draft.grouped_place(tile, plane.each_ref().map(|axis| axis.count.clone())),
                false => draft.quotient_and_remainder(tile, &plane),
            };
            draft.touch_tile(&plane, &at);
        });
    }

    /// Row and column of a tile, line by line.
    fn quotient_and_remainder(&mut self, tile: &str, plane: &[Axis; 2]) -> [String; 2] {
        let by_columns = self.choices.rarely(3);
        let right = if by_columns { &plane[0].count } else { &plane[1].count };
        let wrong = if by_columns { &plane[1].count } else { &plane[0].count };
        let by = if self.slip() { wrong } else { right };
        let sign = self.choices.one(&[" signed", " unsigned"]);
        let quotient = self.binary("divi", tile, by, sign);
        let by = if self.slip() { wrong } else { right };
        let remainder = self.binary("remi", tile, by, sign);
        if by_columns { [remainder, quotient] } else { [quotient, remainder] }
    }

    /// Tiles of several planes.
    fn tiles_in_a_space(&mut self, worker: &Worker) {
        let deep = self.param("b", "tile<i32>");
        let most = self.choices.one(&[100, 4]);
        self.clause(format!("requires = {deep} >= 1, {deep} <= {most}"));
        let plane = self.plane();
        let per = self.binary("muli", &plane[0].count, &plane[1].count, "");
        let all = self.binary("muli", &format!("%{deep}"), &per, "");
        let len = format!("{deep} * {} * {}", plane[0].clause(), plane[1].clause());
        let to = self.output("i32", &len);
        self.over_tiles(worker, &all, |draft, tile| {
            let by = if draft.slip() { plane[1].count.clone() } else { per.clone() };
            let depth = draft.binary("divi", tile, &by, " signed");
            let rest = draft.binary("remi", tile, &per, " signed");
            let [row, column] = draft.quotient_and_remainder(&rest, &plane);
            let start = draft.binary("muli", &depth, &per, "");
            let across = if draft.slip() { &plane[0].count } else { &plane[1].count };
            let line = draft.binary("muli", &row, across, "");
            let index = draft.binary("addi", &line, &column, "");
            let index = draft.binary("addi", &start, &index, "");
            let pointer = draft.pointers_at(&to, &index, &[]);
            draft.store(&to, &pointer, tile, &[], &Masking::default());
        });
    }

    /// Tiles with several iterations each, which add their parts.
    fn tiles_in_parts(&mut self, worker: &Worker) {
        let axis = self.axis(TILES);
        let parts = self.choices.one(&[2, 3, 4]);
        let count = self.number(parts, "tile<i32>");
        let all = self.binary("muli", &axis.count, &count, "");
        let len = axis.clause();
        let from = self.array("i32", &format!("{len} * {parts}"), false);
        let to = self.array("i32", &len, false);
        let swapped = self.choices.rarely(3);
        self.over_tiles(worker, &all, |draft, tile| {
            let [mut which, mut part] = ["divi", "remi"].map(|op| {
                let by = if swapped != draft.slip() { axis.count.clone() } else { count.clone() };
                draft.binary(op, tile, &by, " signed")
            });
            if swapped {
                std::mem::swap(&mut which, &mut part);
            }
            let start = draft.binary("muli", &which, &count, "");
            let index = draft.binary("addi", &start, &part, "");
            let pointer = draft.pointers_at(&from, &index, &[]);
            let (value, _) = draft.load(&from, &pointer, &[], &Masking::default());
            let pointer = draft.pointers_at(&to, &which, &[]);
            draft.add_part(&to, &pointer, &value);
        });
    }

    /// Adds a number to an element, by an update unless a mistake is made.
    fn add_part(&mut self, to: &crate::generate::array::Array, pointer: &str, value: &str) {
        if self.slip() {
            let (old, token) = self.load(to, pointer, &[], &Masking::default());
            let sum = self.binary("addi", &old, value, "");
            self.store(to, pointer, &sum, &[], &Masking::after(&token));
            return;
        }
        let order = self.choices.one(&["relaxed", "acq_rel"]);
        let scope = if self.slip() { "tl_blk" } else { "device" };
        let (old, token) = (format!("%{}", self.fresh("old")), format!("%{}", self.fresh("t")));
        self.line(&format!(
            "{old}, {token} = atomic_rmw_tko {order} {scope} {pointer}, add, {value} : tile<ptr<i32>>, tile<i32> -> tile<i32>, token"
        ));
    }
}
