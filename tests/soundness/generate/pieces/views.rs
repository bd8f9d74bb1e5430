//! Pieces with views.

use crate::generate::array::Array;
use crate::generate::draft::{Draft, ty};
use crate::generate::index::{Count, Index};

/// Extents of tiles.
pub(in crate::generate) const TILES: &[i64] = &[4, 2, 8, 16];

/// A partition view.
pub(in crate::generate) struct View {
    value: String,
    ty: String,
    tile: Vec<i64>,
    element: &'static str,
}

/// How an access treats a partial tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::generate) enum Edge {
    /// Outside, a load gives zeros and a store does nothing.
    Padded,
    /// Outside, a load gives anything.
    Undetermined,
    /// A promise excludes partial tiles.
    Promised,
}

impl Draft {
    /// A view of an array with these extents and strides, each a value or a number.
    pub(in crate::generate) fn view(
        &mut self,
        array: &Array,
        extents: &[String],
        strides: &[String],
        tile: &[i64],
        edge: Edge,
    ) -> View {
        let open = |items: &[String]| {
            let words = items.iter().map(|item| if item.starts_with('%') { "?" } else { item.as_str() });
            words.map(str::to_owned).collect::<Vec<_>>()
        };
        let tensor = format!(
            "tensor_view<{}x{}, strides=[{}]>",
            open(extents).join("x"),
            array.element,
            open(strides).join(",")
        );
        let dynamic = extents.iter().chain(strides).any(|item| item.starts_with('%'));
        let types = if dynamic { "tile<i32> -> " } else { "" };
        let span = self.op(
            "span",
            &format!(
                "make_tensor_view {}, shape = [{}], strides = [{}] : {types}{tensor}",
                array.value(),
                extents.join(", "),
                strides.join(", ")
            ),
        );
        let shape = tile.iter().map(i64::to_string).collect::<Vec<_>>().join("x");
        let padding = if edge == Edge::Padded { ", padding_value = zero" } else { "" };
        let ty = format!("partition_view<tile=({shape}){padding}, {tensor}>");
        let value = self.op("view", &format!("make_partition_view {span} : {ty}"));
        View { value, ty, tile: tile.to_vec(), element: array.element }
    }

    /// Loads a tile; gives its elements and the token.
    pub(in crate::generate) fn load_tile(
        &mut self,
        view: &View,
        index: &[String],
        edge: Edge,
    ) -> (String, String) {
        let (value, token) = (format!("%{}", self.fresh("v")), format!("%{}", self.fresh("t")));
        let (promise, tile) = (promise(view, edge), ty(&view.tile, view.element));
        self.line(&format!(
            "{value}, {token} = load_view_tko weak {}[{}]{promise} : {}, tile<i32> -> {tile}, token",
            view.value,
            index.join(", "),
            view.ty
        ));
        (value, token)
    }

    /// Stores a tile; gives the token.
    pub(in crate::generate) fn store_tile(
        &mut self,
        view: &View,
        index: &[String],
        value: &str,
        edge: Edge,
        token: Option<&str>,
    ) -> String {
        let (promise, tile) = (promise(view, edge), ty(&view.tile, view.element));
        let token = token.map_or_else(String::new, |token| format!(" token={token}"));
        self.op(
            "t",
            &format!(
                "store_view_tko weak {value}, {}[{}]{token}{promise} : {tile}, {}, tile<i32> -> token",
                view.value,
                index.join(", "),
                view.ty
            ),
        )
    }

    /// How the tiles of an array are named by a place: the extent, as the kernel and as the contract write it, and the
    /// tile's.
    pub(in crate::generate) fn tiling(&mut self, place: &Index, edge: Edge) -> (String, String, i64) {
        match &place.count {
            Count::Tiles(size, tile) => {
                if edge == Edge::Promised {
                    self.require(format!("{size} % {tile} == 0"));
                }
                (format!("%{size}"), size.clone(), self.maybe_wider(*tile))
            }
            Count::Fixed(count) => {
                let tile = self.choices.one(TILES);
                let missing = if edge == Edge::Promised { 0 } else { self.choices.one(&[0, 1]) };
                let extent = self.near(count * tile - missing).max(1);
                (extent.to_string(), extent.to_string(), tile)
            }
            Count::Argument(_) | Count::Times(..) => {
                let tile = self.choices.one(TILES);
                let count = place.count.times(tile);
                (self.counted(&count), count.clause(), tile)
            }
        }
    }

    /// The extent of a tile, or once in a while twice or half of it.
    fn maybe_wider(&mut self, tile: i64) -> i64 {
        if self.slip() && tile > 1 { self.choices.one(&[tile * 2, tile / 2]) } else { tile }
    }

    /// An index, or once in a while its neighbour.
    pub(in crate::generate) fn perhaps_shifted(&mut self, index: &str) -> String {
        if !self.slip() {
            return index.to_owned();
        }
        let (one, op) = (self.number(1, "tile<i32>"), self.choices.one(&["subi", "addi"]));
        self.binary(op, index, &one, "")
    }

    /// A way to treat partial tiles.
    pub(in crate::generate) fn edge(&mut self) -> Edge {
        match self.slip() {
            true => Edge::Undetermined,
            false => self.choices.one(&[Edge::Padded, Edge::Padded, Edge::Promised]),
        }
    }

    /// Copies a tile from one array to another.
    pub(in crate::generate) fn copy_tile(&mut self) {
        let Some(place) = self.own_place() else { return };
        let edge = self.edge();
        let (extent, len, tile) = self.tiling(&place, edge);
        // A stated number of elements that is odd is not made even by a promise.
        let is_odd = len.parse::<u64>().is_ok_and(|len| !len.is_multiple_of(2));
        let halves = self.choices.rarely(4) && !is_odd;
        let from = if halves { self.halves(&len) } else { self.input(&len) };
        // One element is less than a byte.
        let tile = if halves { tile.max(2) } else { tile };
        let to = self.output(from.element, &len);
        self.perhaps_alias(&from, &to);
        let one = ["1".to_owned()];
        let source = self.view(&from, std::slice::from_ref(&extent), &one, &[tile], edge);
        let target = self.view(&to, &[extent], &one, &[tile], edge);
        let index = self.perhaps_shifted(&place.value);
        let (value, token) = self.load_tile(&source, &[index], edge);
        let value = if halves { value } else { self.worked(&value, from.element, tile) };
        let waits = self.choices.flip();
        self.store_tile(&target, &[place.value], &value, edge, waits.then_some(token.as_str()));
    }

    /// An input array of elements that share bytes in pairs.
    fn halves(&mut self, len: &str) -> Array {
        if !self.slip() {
            self.require(format!("({len}) % 2 == 0"));
        }
        self.array("f4E2M1FN", len, false)
    }

    /// Something computed of every element, which no address depends on.
    pub(in crate::generate) fn worked(&mut self, value: &str, element: &str, tile: i64) -> String {
        let shape = ty(&[tile], element);
        let integers = &["addi", "muli", "subi", "andi", "ori", "xori"];
        let floats = &["addf", "mulf", "subf", "maxf", "minf", "divf"];
        match (self.choices.below(3), element.starts_with('f')) {
            (0, _) => value.to_owned(),
            (1, true) => self.op("w", &format!("negf {value} : {shape}")),
            (1, false) => self.op("w", &format!("negi {value} : {shape}")),
            (_, float) => {
                let op = self.choices.one(if float { floats } else { integers });
                self.op("w", &format!("{op} {value}, {value} : {shape}"))
            }
        }
    }

    /// Reads a tile with possible further readers, and stores the sum.
    pub(in crate::generate) fn sum_tile(&mut self) {
        let (place, edge) = (self.some_place(), self.edge());
        let Some(own) = self.own_place() else { return };
        let (extent, len, tile) = self.tiling(&place, edge);
        let from = self.array("i32", &len, false);
        let source = self.view(&from, &[extent], &["1".to_owned()], &[tile], edge);
        let (value, _) = self.load_tile(&source, &[place.value], edge);
        let sum = self.reduced(&value, tile);
        let to = self.output("i32", &own.count.clause());
        let pointer = self.pointers_at(&to, &own.value, &[]);
        self.store(&to, &pointer, &sum, &[], &crate::generate::array::Masking::default());
    }

    /// The elements of a tile combined.
    fn reduced(&mut self, value: &str, tile: i64) -> String {
        let (op, identity) = self.choices.one(&[("addi", "0"), ("maxi", "-2147483648")]);
        let sign = if op == "maxi" { " signed" } else { "" };
        let sum = format!("%{}", self.fresh("sum"));
        let (a, b, both) = (self.fresh("a"), self.fresh("b"), self.fresh("both"));
        let from = ty(&[tile], "i32");
        self.line(&format!(
            "{sum} = reduce {value} dim=0 identities=[{identity} : i32] : {from} -> tile<i32>"
        ));
        self.region(&format!("(%{a}: tile<i32>, %{b}: tile<i32>) {{"), |draft| {
            draft.line(&format!("%{both} = {op} %{a}, %{b}{sign} : tile<i32>"));
            draft.line(&format!("yield %{both} : tile<i32>"));
        });
        self.line("}");
        sum
    }

    /// Stores a tile of an array with two axes.
    pub(in crate::generate) fn store_plane(&mut self) {
        let places = [self.blocks.clone(), self.rounds.clone()].concat();
        let (row, column) = match places.as_slice() {
            [] => (self.origin(), self.origin()),
            [one] => (one.clone(), self.origin()),
            [one, other] => (one.clone(), other.clone()),
            [_, _, ..] => return,
        };
        let edge = self.edge();
        let (rows, row_clause, height) = self.tiling(&row, edge);
        let (columns, column_clause, width) = self.tiling(&column, edge);
        let (height, width) = (height.min(4), width.min(8));
        let (narrow, factor) = (column_clause.contains(' '), row_clause.contains(' '));
        let pad = |clause: &str, wrap: bool| if wrap { format!("({clause})") } else { clause.to_owned() };
        let len = format!("{} * {}", pad(&row_clause, factor), pad(&column_clause, narrow));
        let to = self.output("i32", &len);
        let stride = if self.slip() { rows.clone() } else { columns.clone() };
        let view = self.view(&to, &[rows, columns], &[stride, "1".to_owned()], &[height, width], edge);
        let value = self.number(7, &ty(&[width, height], "i32"));
        let types = (ty(&[width, height], "i32"), ty(&[height, width], "i32"));
        let value = self.op("m", &format!("permute {value} [1, 0] : {} -> {}", types.0, types.1));
        let mut index = [row.value, column.value];
        if self.slip() {
            index.reverse();
        }
        self.store_tile(&view, &index, &value, edge, None);
    }
}

/// The promise of an access.
fn promise(view: &View, edge: Edge) -> String {
    if edge != Edge::Promised {
        return String::new();
    }
    format!(" inbounds = [{}]", vec!["true"; view.tile.len()].join(", "))
}
