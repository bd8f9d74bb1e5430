//! Pieces that go through views that are no partitions, and updates of many elements.

use super::views::{Edge, TILES};
use crate::generate::array::Masking;
use crate::generate::draft::{Draft, ty};
use crate::generate::index::Index;

impl Draft {
    /// Tiles at some distance: loaded with possible overlaps, or stored without.
    pub(in crate::generate) fn stepping(&mut self) {
        let Some(place) = self.own_place() else { return };
        let edge = self.edge();
        let (extent, len, step) = self.tiling(&place, edge);
        let width = self.choices.one(&[step, (step / 2).max(1), step * 2]);
        let stores = self.choices.flip();
        // Stores of tiles wider than their step overlap.
        let width = if stores && !self.slip() { width.min(step) } else { width };
        let array = if stores { self.output("i32", &len) } else { self.array("i32", &len, false) };
        let tensor = self.row(&array.value(), &extent);
        let padding = if edge == Edge::Padded { ", padding_value = zero" } else { "" };
        let view_ty =
            format!("strided_view<tile=({width}), traversal_strides=[{step}]{padding}, {}>", tensor.1);
        let view = self.op("view", &format!("make_strided_view {} : {view_ty}", tensor.0));
        let index = self.perhaps_shifted(&place.value);
        let (promise, tile) =
            (if edge == Edge::Promised { " inbounds = [true]" } else { "" }, ty(&[width], "i32"));
        if stores {
            let value = self.number(3, &tile);
            self.op(
                "t",
                &format!("store_view_tko weak {value}, {view}[{index}]{promise} : {tile}, {view_ty}, tile<i32> -> token"),
            );
            return;
        }
        let (value, token) = (format!("%{}", self.fresh("v")), format!("%{}", self.fresh("t")));
        self.line(&format!(
            "{value}, {token} = load_view_tko weak {view}[{index}]{promise} : {view_ty}, tile<i32> -> {tile}, token"
        ));
        let to = self.output("i32", &place.count.times(width).clause());
        let by = self.number(width, "tile<i32>");
        let start = self.binary("muli", &place.value, &by, "");
        let pointers = self.pointers(&to, &start, width);
        self.store(&to, &pointers, &value, &[width], &Masking::default());
    }

    /// A tensor view of a single axis; returns the view and the type.
    fn row(&mut self, base: &str, extent: &str) -> (String, String) {
        let open = if extent.starts_with('%') { "?" } else { extent };
        let tensor = format!("tensor_view<{open}xi32, strides=[1]>");
        let types = if open == "?" { "tile<i32> -> " } else { "" };
        let span = self.op(
            "span",
            &format!("make_tensor_view {base}, shape = [{extent}], strides = [1] : {types}{tensor}"),
        );
        (span, tensor)
    }

    /// Rows named by another tile: loaded, or stored by one block, each once.
    pub(in crate::generate) fn named_rows(&mut self) {
        let (rows, columns) = (self.choices.one(&[8, 4, 5]), 4);
        let (height, stores) = (self.choices.one(&[4, 2]), self.choices.flip());
        let place: Index = if stores { self.origin() } else { self.some_place() };
        if stores && !(self.blocks.is_empty() && self.rounds.is_empty()) {
            return;
        }
        let named = if stores || self.choices.flip() {
            let lane = self.op("i", &format!("iota : {}", ty(&[height], "i32")));
            let by = if self.slip() { 0 } else { 1 };
            let by = self.number(by, &ty(&[height], "i32"));
            self.op("at", &format!("muli {lane}, {by} : {}", ty(&[height], "i32")))
        } else {
            let indices = self.array("i32", &place.count.times(height).clause(), false);
            let (least, below) = (self.near(0), self.near(rows));
            if !self.slip() {
                self.clause(format!("contents {} : {least} <= value && value < {below}", indices.name));
            }
            let by = self.number(height, "tile<i32>");
            let start = self.binary("muli", &place.value, &by, "");
            let pointers = self.pointers(&indices, &start, height);
            self.load(&indices, &pointers, &[height], &Masking::default()).0
        };
        let array = self.array("i32", &(rows * columns).to_string(), stores);
        let extent = self.near(rows);
        let tensor = format!("tensor_view<{extent}x{columns}xi32, strides=[{columns},1]>");
        let span = self.op(
            "span",
            &format!(
                "make_tensor_view {}, shape = [{extent}, {columns}], strides = [{columns}, 1] : {tensor}",
                array.value()
            ),
        );
        let padded = !self.slip() && self.choices.flip();
        let padding = if padded { ", padding_value = zero" } else { "" };
        let view_ty =
            format!("gather_scatter_view<tile=({height}x{columns}){padding}, {tensor}, sparse_dim=0>");
        let view = self.op("view", &format!("make_gather_scatter_view {span} : {view_ty}"));
        let promise = if padded { "" } else { " inbounds = [true, true]" };
        let zero = self.number(0, "tile<i32>");
        let (tile, names) = (ty(&[height, columns], "i32"), ty(&[height], "i32"));
        if stores {
            let value = self.number(3, &tile);
            self.op(
                "t",
                &format!("store_view_tko weak {value}, {view}[{named}, {zero}]{promise} : {tile}, {view_ty}, {names}, tile<i32> -> token"),
            );
            return;
        }
        let (value, token) = (format!("%{}", self.fresh("v")), format!("%{}", self.fresh("t")));
        self.line(&format!(
            "{value}, {token} = load_view_tko weak {view}[{named}, {zero}]{promise} : {view_ty}, {names}, tile<i32> -> {tile}, token"
        ));
    }

    /// Updates of many elements by all blocks, through pointers or a view.
    pub(in crate::generate) fn updates(&mut self) {
        let tile = self.choices.one(TILES);
        let counts = self.array("i32", &tile.to_string(), false);
        let (shape, mode) = (ty(&[tile], "i32"), self.choices.one(&["add", "max", "umin", "or"]));
        let ones = self.number(1, &shape);
        let scope = if self.slip() { "tl_blk" } else { "device" };
        let zero = self.number(0, "tile<i32>");
        if self.choices.flip() {
            let extent = self.near(tile);
            let (span, tensor) = self.row(&counts.value(), &extent.to_string());
            let view_ty = format!("partition_view<tile=({tile}), {tensor}>");
            let view = self.op("view", &format!("make_partition_view {span} : {view_ty}"));
            self.op(
                "t",
                &format!("atomic_red_view_tko relaxed {scope} {view}[{zero}], {mode}, {ones} : {shape}, {view_ty}, tile<i32> -> token"),
            );
            return;
        }
        let pointers = self.pointers(&counts, &zero, tile);
        if self.slip() {
            self.store(&counts, &pointers, &ones, &[tile], &Masking::default());
        }
        let (old, token) = (format!("%{}", self.fresh("old")), format!("%{}", self.fresh("t")));
        self.line(&format!(
            "{old}, {token} = atomic_rmw_tko relaxed {scope} {pointers}, {mode}, {ones} : {}, {shape} -> {shape}, token",
            ty(&[tile], "ptr<i32>")
        ));
    }
}
