//! Pieces with pointers.

use super::views::TILES;
use crate::generate::array::Masking;
use crate::generate::draft::{Draft, ty};
use crate::generate::index::Count;

impl Draft {
    /// Copies a tile element by element, under a mask or not.
    pub(in crate::generate) fn copy_elements(&mut self) {
        let Some(place) = self.own_place() else { return };
        let tile = match &place.count {
            Count::Tiles(_, tile) => *tile,
            Count::Fixed(_) | Count::Argument(_) | Count::Times(..) => self.choices.one(TILES),
        };
        let covered = place.count.times(tile);
        let width = self.near(tile);
        let width = self.number(width, "tile<i32>");
        let start = self.binary("muli", &place.value, &width, "");
        let (len, how) = self.masking(&place.count, &covered, &start, tile);
        let from = self.input(&len);
        let to = self.output(from.element, &len);
        self.perhaps_alias(&from, &to);
        let (read, write) = (self.pointers(&from, &start, tile), self.pointers(&to, &start, tile));
        let (value, token) = self.load(&from, &read, &[tile], &how);
        let value = self.worked(&value, from.element, tile);
        let how = Masking { token: self.choices.flip().then_some(token), ..how };
        self.store(&to, &write, &value, &[tile], &how);
    }

    /// How long an array is of which tiles are accessed, and under which mask.
    fn masking(&mut self, count: &Count, covered: &Count, start: &str, tile: i64) -> (String, Masking) {
        let (size, clause) = match (count, self.choices.below(3)) {
            (Count::Tiles(name, _), 0 | 1) => (format!("%{name}"), name.clone()),
            (Count::Fixed(count), 0) if *count * tile > 1 => {
                let size = count * tile - 1;
                (self.number(size, "tile<i32>"), size.to_string())
            }
            (Count::Tiles(..) | Count::Fixed(_) | Count::Argument(_) | Count::Times(..), _) => {
                return (covered.clause(), Masking::default());
            }
        };
        let lane = self.op("lane", &format!("iota : {}", ty(&[tile], "i32")));
        let start = self.spread(start, "i32", &[tile]);
        let limit = self.spread(&size, "i32", &[tile]);
        let index = self.op("at", &format!("addi {start}, {lane} : {}", ty(&[tile], "i32")));
        let less = if self.slip() { "less_than_or_equal" } else { "less_than" };
        let (from, to) = (ty(&[tile], "i32"), ty(&[tile], "i1"));
        let mask = self.op("mask", &format!("cmpi {less} {index}, {limit}, signed : {from} -> {to}"));
        let padded = !self.slip();
        let mask = if self.slip() { None } else { Some(mask) };
        (clause, Masking { mask, padded, token: None })
    }

    /// Stores one element at a place of one's own.
    pub(in crate::generate) fn store_element(&mut self) {
        let Some(place) = self.own_place() else { return };
        let to = self.output("i32", &place.count.clause());
        let index = self.perhaps_shifted(&place.value);
        let pointer = self.pointers_at(&to, &index, &[]);
        self.store(&to, &pointer, &place.value, &[], &Masking::default());
    }

    /// Reads an element of either array.
    pub(in crate::generate) fn choose_array(&mut self) {
        let place = self.some_place();
        let len = place.count.clause();
        let a = self.array("i32", &len, false);
        let b = self.array("i32", &len, false);
        let which = self.param("w", "tile<i32>");
        let zero = self.number(0, "tile<i32>");
        let first = self.op("first", &format!("cmpi equal %{which}, {zero}, signed : tile<i32> -> tile<i1>"));
        let base = self
            .op("base", &format!("select {first}, {}, {} : tile<i1>, tile<ptr<i32>>", a.value(), b.value()));
        let index = self.perhaps_shifted(&place.value);
        let pointer =
            self.op("p", &format!("offset {base}, {index} : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>"));
        self.load(&a, &pointer, &[], &Masking::default());
    }

    /// Counts in one place shared by all blocks.
    pub(in crate::generate) fn count_all(&mut self) {
        let counter = self.array("i32", "1", false);
        let one = self.number(1, "tile<i32>");
        let scope = if self.slip() { "tl_blk" } else { "device" };
        let (old, token) = (format!("%{}", self.fresh("old")), format!("%{}", self.fresh("t")));
        if self.slip() {
            self.store(&counter, &counter.value(), &one, &[], &Masking::default());
            return;
        }
        self.line(&format!(
            "{old}, {token} = atomic_rmw_tko relaxed {scope} {}, add, {one} : tile<ptr<i32>>, tile<i32> -> tile<i32>, token",
            counter.value()
        ));
    }

    /// Reads at an index from another array, with promised contents.
    pub(in crate::generate) fn gather(&mut self) {
        let Some(place) = self.own_place() else { return };
        let tile = self.choices.one(TILES);
        let indices = self.array("i32", &place.count.times(tile).clause(), false);
        let len = self.choices.one(&[8, 1, 16]);
        let least = self.near(0);
        // A contract that no launch meets shows nothing.
        let most = self.near(len).max(least + 1);
        if !self.slip() {
            self.clause(format!("contents {} : {least} <= value && value < {most}", indices.name));
        }
        let width = self.number(tile, "tile<i32>");
        let start = self.binary("muli", &place.value, &width, "");
        let pointers = self.pointers(&indices, &start, tile);
        let mut how = Masking::default();
        if self.slip() {
            let value = self.number(8, &ty(&[tile], "i32"));
            how.token = Some(self.store(&indices, &pointers, &value, &[tile], &how));
        }
        let (index, _) = self.load(&indices, &pointers, &[tile], &how);
        let values = self.input(&len.to_string());
        let pointers = self.pointers_at(&values, &index, &[tile]);
        if self.slip() {
            let value = self.number(1, &ty(&[tile], values.element));
            self.store(&values, &pointers, &value, &[tile], &Masking::default());
        } else {
            self.load(&values, &pointers, &[tile], &Masking::default());
        }
    }

    /// Stores lanes some way apart.
    pub(in crate::generate) fn scatter(&mut self) {
        let Some(place) = self.own_place() else { return };
        let tile = self.choices.one(TILES);
        let step = self.param("k", "tile<i32>");
        let (least, most) = (self.near(1), 3);
        self.require(format!("{step} >= {least}"));
        self.clause(format!("requires = {step} <= {most}"));
        let width = (tile - 1) * most + 1;
        let to = self.output("i32", &place.count.times(width).clause());
        let shape = [tile];
        let lane = self.op("lane", &format!("iota : {}", ty(&shape, "i32")));
        let step = self.spread(&format!("%{step}"), "i32", &shape);
        let apart = self.op("at", &format!("muli {lane}, {step} : {}", ty(&shape, "i32")));
        let width = self.near(width);
        let width = self.number(width, "tile<i32>");
        let start = self.binary("muli", &place.value, &width, "");
        let start = self.spread(&start, "i32", &shape);
        let index = self.op("at", &format!("addi {start}, {apart} : {}", ty(&shape, "i32")));
        let pointers = self.pointers_at(&to, &index, &shape);
        self.store(&to, &pointers, &lane, &shape, &Masking::default());
    }
}
