//! Pieces about steps, strides, and numbers that are nearly too large.

use super::views::{Edge, TILES};
use crate::generate::array::Masking;
use crate::generate::draft::{Draft, ty};

impl Draft {
    /// A loop whose step is an argument, or whose variable comes near its greatest value.
    pub(in crate::generate) fn odd_loop(&mut self) {
        let (lower, step) = (self.param("l", "tile<i32>"), self.param("s", "tile<i32>"));
        let (most, least) = (self.choices.one(&[3, 5]), self.near(1));
        self.clause(format!("requires = {step} <= {most}"));
        self.require(format!("{step} >= {least}"));
        self.clause(format!("requires = {lower} >= 0"));
        let upper = self.param("u", "tile<i32>");
        let greatest = if self.choices.flip() { 20 } else { i64::from(i32::MAX) - most + 1 };
        let greatest = self.near(greatest);
        self.require(format!("{upper} <= {greatest}"));
        // A run of all iterations must end.
        self.clause(format!("requires = {upper} <= {lower} + 9"));
        let turn = format!("%{}", self.fresh("k"));
        self.region(&format!("for {turn} in (%{lower} to %{upper}, step %{step}) : tile<i32> {{"), |draft| {
            let one = draft.number(1, "tile<i32>");
            draft.binary("addi", &turn, &one, " overflow<no_signed_wrap>");
        });
        self.line("}");
    }

    /// Rows with an argument as their distance.
    pub(in crate::generate) fn odd_rows(&mut self) {
        let place = self.some_place();
        let (height, width) = (self.choices.one(&[2, 4]), self.choices.one(&[4, 2]));
        let stride = self.param("s", "tile<i32>");
        let (least, most) = (self.near(width), width + 2);
        self.require(format!("{stride} >= {least}"));
        self.clause(format!("requires = {stride} <= {most}"));
        let rows = place.count.times(height);
        let values = self.array("i32", &format!("{} * {most}", rows.clause()), false);
        let extent = self.counted(&rows);
        let view = self.view(
            &values,
            &[extent, width.to_string()],
            &[format!("%{stride}"), "1".to_owned()],
            &[height, width],
            Edge::Padded,
        );
        let zero = self.number(0, "tile<i32>");
        if self.blocks.is_empty() && self.rounds.is_empty() {
            let value = self.number(7, &ty(&[height, width], "i32"));
            self.store_tile(&view, &[place.value, zero], &value, Edge::Padded, None);
        } else {
            self.load_tile(&view, &[place.value, zero], Edge::Padded);
        }
    }

    /// A stride that may be zero.
    pub(in crate::generate) fn odd_stride(&mut self) {
        let stride = self.param("s", "tile<i32>");
        let least = self.near(1);
        self.require(format!("{stride} >= {least}"));
        self.clause(format!("requires = {stride} <= 4"));
        let tile = self.choices.one(TILES);
        let values = self.array("i32", &format!("{}", (tile - 1) * 4 + 1), false);
        let extents = [tile.to_string()];
        let view = self.view(&values, &extents, &[format!("%{stride}")], &[tile], Edge::Padded);
        let zero = self.number(0, "tile<i32>");
        self.load_tile(&view, &[zero], Edge::Padded);
    }

    /// An offset of 64 bits that wraps to the start if large enough.
    pub(in crate::generate) fn far_offset(&mut self) {
        let index = self.param("i", "tile<i64>");
        let len = self.choices.one(&[4, 1, 9]);
        let greatest = self.near(len - 1);
        self.require(format!("{index} >= 0"));
        self.require(format!("{index} <= {greatest}"));
        if self.slip() {
            self.clause(format!("requires = {index} % 4611686018427387904 == 0"));
        }
        let values = self.array("i32", &len.to_string(), false);
        let pointer = self.op(
            "p",
            &format!("offset {}, %{index} : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>", values.value()),
        );
        self.load(&values, &pointer, &[], &Masking::default());
    }

    /// A view of 64-bit extents, or strides, asked how many tiles it has.
    pub(in crate::generate) fn far_view(&mut self) {
        let (size, stride) = (self.param("n", "tile<i64>"), self.param("s", "tile<i64>"));
        let values = self.array("i8", &size, false);
        self.require(format!("{size} >= 5"));
        let most = self.near(17_179_869_180);
        self.require(format!("{size} <= {most}"));
        self.require(format!("{stride} == 1"));
        self.require(format!("{stride} >= 1"));
        let tensor = "tensor_view<?xi8, strides=[?]>";
        let span = self.op(
            "span",
            &format!(
                "make_tensor_view {}, shape = [%{size}], strides = [%{stride}] : tile<i64> -> {tensor}",
                values.value()
            ),
        );
        let view = format!("partition_view<tile=(4), padding_value = zero, {tensor}>");
        let partition = self.op("view", &format!("make_partition_view {span} : {view}"));
        self.op("count", &format!("get_index_space_shape {partition} : {view} -> tile<i32>"));
        let one = self.number(1, "tile<i32>");
        let (value, token) = (self.fresh("v"), self.fresh("t"));
        self.line(&format!(
            "%{value}, %{token} = load_view_tko weak {partition}[{one}] : {view}, tile<i32> -> tile<4xi8>, token"
        ));
    }
}
