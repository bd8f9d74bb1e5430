//! A plane divided into tiles, and accesses to one of them, through views or through pointers.

use crate::generate::array::{Array, Masking};
use crate::generate::draft::{Draft, ty};
use crate::generate::pieces::views::{Edge, View};

/// One axis of a plane of tiles.
#[derive(Debug, Clone)]
pub(super) struct Axis {
    /// The argument with its number of elements.
    pub(super) size: String,
    /// How many of them a tile has.
    pub(super) tile: i64,
    /// How many tiles there are, as a value.
    pub(super) count: String,
}

impl Axis {
    /// The number of tiles, as in a contract.
    pub(super) fn clause(&self) -> String {
        format!("cdiv({}, {})", self.size, self.tile)
    }
}

impl Draft {
    /// Whether a comparison of two rank-0 integers holds.
    pub(super) fn compare(&mut self, how: &str, a: &str, b: &str) -> String {
        self.op("is", &format!("cmpi {how} {a}, {b}, signed : tile<i32> -> tile<i1>"))
    }

    /// An axis of so many elements as an argument says.
    pub(super) fn axis(&mut self, tiles: &[i64]) -> Axis {
        let size = self.param("n", "tile<i32>");
        let (least, most) = (self.near(1), self.choices.one(&[1000, 40, 100_000]));
        self.require(format!("{size} >= {least}"));
        self.require(format!("{size} <= {most}"));
        let tile = self.choices.one(tiles);
        let width = self.number(tile, "tile<i32>");
        let count = match self.choices.below(4) {
            3 => {
                let more = self.number(tile - 1, "tile<i32>");
                let sum = self.binary("addi", &format!("%{size}"), &more, "");
                self.binary("divi", &sum, &width, " signed")
            }
            2 if self.slip() => self.binary("divi", &format!("%{size}"), &width, " signed"),
            _ => self.binary("divi", &format!("%{size}"), &width, " signed rounding<positive_inf>"),
        };
        Axis { size, tile, count }
    }

    /// Rows and columns.
    pub(super) fn plane(&mut self) -> [Axis; 2] {
        [self.axis(&[4, 8, 2]), self.axis(&[8, 4, 16])]
    }

    /// An access to a tile of this block and iteration alone.
    pub(super) fn touch_tile(&mut self, plane: &[Axis; 2], at: &[String; 2]) {
        match self.choices.below(6) {
            0 | 1 => self.store_in_plane(plane, at),
            2 => self.add_in_plane(plane, at),
            3 => self.store_of_tile(plane, at),
            _ => self.store_lanes(plane, at),
        }
    }

    /// A view of a plane.
    fn view_of_plane(&mut self, array: &Array, plane: &[Axis; 2], edge: Edge) -> View {
        let [rows, columns] = plane.each_ref().map(|axis| format!("%{}", axis.size));
        if edge == Edge::Promised {
            for axis in plane {
                self.require(format!("{} % {} == 0", axis.size, axis.tile));
            }
        }
        let stride = if self.slip() { rows.clone() } else { columns.clone() };
        let tile = plane.each_ref().map(|axis| axis.tile);
        self.view(array, &[rows, columns], &[stride, "1".to_owned()], &tile, edge)
    }

    /// An array for a plane.
    fn array_of_plane(&mut self, plane: &[Axis; 2]) -> Array {
        let len = format!("{} * {}", plane[0].size, plane[1].size);
        self.output("i32", &len)
    }

    /// Stores the tile.
    fn store_in_plane(&mut self, plane: &[Axis; 2], at: &[String; 2]) {
        let edge = self.edge();
        let to = self.array_of_plane(plane);
        let view = self.view_of_plane(&to, plane, edge);
        let value = self.number(7, &ty(&plane.each_ref().map(|axis| axis.tile), "i32"));
        self.store_tile(&view, at, &value, edge, None);
    }

    /// Loads the tile, and stores it again.
    fn add_in_plane(&mut self, plane: &[Axis; 2], at: &[String; 2]) {
        let edge = self.edge();
        let len = format!("{} * {}", plane[0].size, plane[1].size);
        let to = self.array("i32", &len, false);
        let view = self.view_of_plane(&to, plane, edge);
        let (value, token) = self.load_tile(&view, at, edge);
        let wait = if self.slip() { None } else { Some(token.as_str()) };
        self.store_tile(&view, at, &value, edge, wait);
    }

    /// Stores one element for the tile, in an array of as many as there are tiles.
    fn store_of_tile(&mut self, plane: &[Axis; 2], at: &[String; 2]) {
        let to = self.output("i32", &format!("{} * {}", plane[0].clause(), plane[1].clause()));
        let across = if self.slip() { &plane[0].count } else { &plane[1].count };
        let start = self.binary("muli", &at[0], across, "");
        let index = self.binary("addi", &start, &at[1], "");
        let pointer = self.pointers_at(&to, &index, &[]);
        self.store(&to, &pointer, &at[1], &[], &Masking::default());
    }

    /// Stores the tile lane by lane, those that are outside of the plane under a mask, or in a plane that is as large as its tiles.
    fn store_lanes(&mut self, plane: &[Axis; 2], at: &[String; 2]) {
        let shape = plane.each_ref().map(|axis| axis.tile);
        let rows = self.numbers_along(&plane[0], &at[0], &[shape[0], 1], &shape);
        let columns = self.numbers_along(&plane[1], &at[1], &[1, shape[1]], &shape);
        let masked = !self.choices.rarely(3);
        let (len, width) = if masked {
            (format!("{} * {}", plane[0].size, plane[1].size), format!("%{}", plane[1].size))
        } else {
            let tile = self.number(shape[1], "tile<i32>");
            let sizes = plane.each_ref().map(|axis| format!("{} * {}", axis.clause(), axis.tile));
            (sizes.join(" * "), self.binary("muli", &plane[1].count, &tile, ""))
        };
        let to = self.output("i32", &len);
        let width = if self.slip() { format!("%{}", plane[0].size) } else { width };
        let all = ty(&shape, "i32");
        let width = self.spread(&width, "i32", &shape);
        let start = self.op("x", &format!("muli {rows}, {width} : {all}"));
        let index = self.op("x", &format!("addi {start}, {columns} : {all}"));
        let mask = if masked { self.mask_of_plane(plane, [&rows, &columns]) } else { None };
        let pointers = self.pointers_at(&to, &index, &shape);
        let how = Masking { mask, ..Masking::default() };
        self.store(&to, &pointers, &columns, &shape, &how);
    }

    /// The numbers of the elements of a tile along an axis, in every element of the tile.
    fn numbers_along(&mut self, axis: &Axis, at: &str, thin: &[i64; 2], shape: &[i64; 2]) -> String {
        let flat = [axis.tile];
        let by = self.near(axis.tile);
        let by = self.number(by, "tile<i32>");
        let start = self.binary("muli", at, &by, "");
        let start = self.spread(&start, "i32", &flat);
        let lane = self.op("lane", &format!("iota : {}", ty(&flat, "i32")));
        let number = self.op("at", &format!("addi {start}, {lane} : {}", ty(&flat, "i32")));
        let (flat, thin, all) = (ty(&flat, "i32"), ty(thin, "i32"), ty(shape, "i32"));
        let column = self.op("r", &format!("reshape {number} : {flat} -> {thin}"));
        self.op("s", &format!("broadcast {column} : {thin} -> {all}"))
    }

    /// The lanes that are inside of the plane.
    fn mask_of_plane(&mut self, plane: &[Axis; 2], numbers: [&String; 2]) -> Option<String> {
        let shape = plane.each_ref().map(|axis| axis.tile);
        let (of, to) = (ty(&shape, "i32"), ty(&shape, "i1"));
        let mut mask: Option<String> = None;
        for (axis, number) in plane.iter().zip(numbers) {
            if self.slip() {
                continue;
            }
            let how = if self.slip() { "less_than_or_equal" } else { "less_than" };
            let limit = self.spread(&format!("%{}", axis.size), "i32", &shape);
            let inside = self.op("in", &format!("cmpi {how} {number}, {limit}, signed : {of} -> {to}"));
            mask = Some(match mask {
                None => inside,
                Some(before) => self.op("in", &format!("andi {before}, {inside} : {to}")),
            });
        }
        mask
    }
}
