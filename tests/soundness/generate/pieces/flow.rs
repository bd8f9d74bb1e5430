//! Pieces around pieces: branches, returns, loops.

use super::views::TILES;
use crate::generate::array::Masking;
use crate::generate::draft::Draft;
use crate::generate::index::{Count, Index};

/// Comparisons of signed integers.
const COMPARISONS: &[&str] = &["less_than", "equal", "greater_than_or_equal", "not_equal"];

impl Draft {
    /// A comparison of something known with a small number.
    pub(in crate::generate) fn condition(&mut self) -> String {
        let place = if self.choices.flip() {
            self.some_place().value
        } else {
            format!("%{}", self.param("q", "tile<i32>"))
        };
        let limit = self.choices.one(&[1, 0, 2, 3]);
        let (limit, how) = (self.number(limit, "tile<i32>"), self.choices.one(COMPARISONS));
        self.op("is", &format!("cmpi {how} {place}, {limit}, signed : tile<i32> -> tile<i1>"))
    }

    /// A branch with pieces on one side or both.
    pub(in crate::generate) fn branch(&mut self, depth: usize) {
        let condition = self.condition();
        let both = self.choices.flip();
        self.region(&format!("if {condition} {{"), |draft| draft.piece(depth));
        if both {
            self.region("} else {", |draft| draft.piece(depth));
        }
        self.line("}");
    }

    /// An end of the block's run before the last piece.
    pub(in crate::generate) fn early_return(&mut self) {
        if !self.rounds.is_empty() {
            return;
        }
        let condition = self.condition();
        self.line(&format!("assert {condition}, \"a block of these returns\" : tile<i1>"));
        self.region(&format!("if {condition} {{"), |draft| draft.line("return"));
        self.line("}");
    }

    /// An index out of two; an assumption about the first says nothing about the second.
    pub(in crate::generate) fn joined_index(&mut self) {
        let (index, flag) = (self.param("i", "tile<i32>"), self.param("q", "tile<i32>"));
        let len = self.choices.one(&[4, 1, 7]);
        self.clause(format!("requires = {index} >= 0"));
        let most = self.near(len).max(1);
        self.require(format!("{index} < {most} || {flag} == 0"));
        self.require(format!("{index} < {most} || {flag} != 0"));
        let zero = self.number(0, "tile<i32>");
        let is = self.op("is", &format!("cmpi not_equal %{flag}, {zero}, signed : tile<i32> -> tile<i1>"));
        let joined = format!("%{}", self.fresh("j"));
        self.region(&format!("{joined} = if {is} -> (tile<i32>) {{"), |draft| {
            let small = draft.op("y", &format!("assume bounded<0, {}>, %{index} : tile<i32>", len - 1));
            draft.line(&format!("yield {small} : tile<i32>"));
        });
        self.region("} else {", |draft| draft.line(&format!("yield %{index} : tile<i32>")));
        self.line("}");
        let values = self.input(&len.to_string());
        let pointer = self.pointers_at(&values, &joined, &[]);
        self.load(&values, &pointer, &[], &Masking::default());
    }

    /// How often a loop runs.
    fn turns(&mut self) -> Count {
        let known: Vec<Count> =
            [&self.blocks, &self.rounds].into_iter().flatten().map(|p| p.count.clone()).collect();
        match self.choices.below(3) {
            0 => Count::Fixed(self.choices.one(&[2, 3, 1, 4])),
            1 if !known.is_empty() => known[self.choices.below(known.len())].clone(),
            _ => {
                let count = self.param("t", "tile<i32>");
                let (least, most) = (self.choices.one(&[0, 1]), self.choices.one(&[4, 9, 40]));
                self.require(format!("{count} >= {least}"));
                self.require(format!("{count} <= {most}"));
                Count::Argument(count)
            }
        }
    }

    /// A counted loop around pieces.
    pub(in crate::generate) fn counted_loop(&mut self, depth: usize) {
        let count = self.turns();
        let upper = self.counted(&count);
        let upper = if self.slip() { self.one_more(&upper) } else { upper };
        let (zero, one) = (self.number(0, "tile<i32>"), self.number(1, "tile<i32>"));
        let turn = format!("%{}", self.fresh("k"));
        self.rounds.push(Index { value: turn.clone(), count });
        self.region(&format!("for {turn} in ({zero} to {upper}, step {one}) : tile<i32> {{"), |draft| {
            draft.piece(depth);
        });
        self.line("}");
        self.rounds.pop();
    }

    /// A loop over shared work: each block begins with its own tile, and advances by the grid.
    pub(in crate::generate) fn strided_loop(&mut self, depth: usize) {
        if self.blocks.len() != 1 || !self.rounds.is_empty() {
            return;
        }
        let (size, tile) = (self.param("n", "tile<i32>"), self.choices.one(TILES));
        self.clause(format!("requires = {size} >= 0"));
        let most = self.choices.one(&[40, 1_000_000]);
        self.require(format!("{size} <= {most}"));
        let count = Count::Tiles(size, tile);
        let upper = self.counted(&count);
        let upper = if self.slip() { self.one_more(&upper) } else { upper };
        let names = ["gx", "gy", "gz"].map(|hint| format!("%{}", self.fresh(hint)));
        self.line(&format!("{} = get_num_tile_blocks : tile<i32>", names.join(", ")));
        let (first, turn) = (self.blocks.remove(0), format!("%{}", self.fresh("k")));
        let step = if self.slip() { self.number(1, "tile<i32>") } else { names[0].clone() };
        let before = format!("for {turn} in ({} to {upper}, step {step}) : tile<i32> {{", first.value);
        // The index belongs to this block and iteration alone.
        self.rounds.push(Index { value: turn, count });
        self.region(&before, |draft| draft.piece(depth));
        self.line("}");
        self.rounds.pop();
        self.blocks.push(first);
    }

    fn one_more(&mut self, upper: &str) -> String {
        let one = self.number(1, "tile<i32>");
        self.binary("addi", upper, &one, "")
    }

    /// A loop that ends by `break`, around pieces.
    pub(in crate::generate) fn open_loop(&mut self, depth: usize) {
        let count = self.turns();
        let upper = self.counted(&count);
        let (zero, one) = (self.number(0, "tile<i32>"), self.number(1, "tile<i32>"));
        let (turn, done) = (format!("%{}", self.fresh("k")), format!("%{}", self.fresh("done")));
        let ends = if self.slip() { "greater_than" } else { "greater_than_or_equal" };
        let last = format!("%{}", self.fresh("last"));
        let before = format!("{last} = loop iter_values({turn} = {zero}) : tile<i32> -> tile<i32> {{");
        self.rounds.push(Index { value: turn.clone(), count });
        self.region(&before, |draft| {
            draft.line(&format!("{done} = cmpi {ends} {turn}, {upper}, signed : tile<i32> -> tile<i1>"));
            draft.region(&format!("if {done} {{"), |draft| draft.line(&format!("break {turn} : tile<i32>")));
            draft.line("}");
            draft.piece(depth);
            let next = draft.binary("addi", &turn, &one, "");
            draft.line(&format!("continue {next} : tile<i32>"));
        });
        self.line("}");
        self.rounds.pop();
    }

    /// A loop with a carried index, which moves in some iterations, and no stores: the index is used behind it.
    pub(in crate::generate) fn carried_index(&mut self) {
        let count = self.choices.one(&[3, 1, 6]);
        let (zero, one, upper) =
            (self.number(0, "tile<i32>"), self.number(1, "tile<i32>"), self.number(count, "tile<i32>"));
        let start = self.choices.one(&[0, 1, 2]);
        let from = self.number(start, "tile<i32>");
        let step = self.choices.one(&[1, 2, 0, -1]);
        let by = self.number(step, "tile<i32>");
        let (turn, carried) = (format!("%{}", self.fresh("k")), format!("%{}", self.fresh("i")));
        let (last, always) = (format!("%{}", self.fresh("last")), self.choices.flip());
        let before = format!(
            "{last} = for {turn} in ({zero} to {upper}, step {one}) : tile<i32> iter_values({carried} = {from}) -> (tile<i32>) {{"
        );
        self.region(&before, |draft| {
            let moved = draft.binary("addi", &carried, &by, "");
            let next = if always {
                moved
            } else {
                let condition = draft.condition();
                draft.op("n", &format!("select {condition}, {moved}, {carried} : tile<i1>, tile<i32>"))
            };
            draft.line(&format!("continue {next} : tile<i32>"));
        });
        self.line("}");
        let most = start + (step * count).max(0);
        let len = self.near(most + 1);
        let below = (start + (step * count).min(0)).min(0);
        let shift = self.number(-below, "tile<i32>");
        let index = self.binary("addi", &last, &shift, "");
        let values = self.input(&format!("{}", len - below));
        let pointer = self.pointers_at(&values, &index, &[]);
        self.load(&values, &pointer, &[], &Masking::default());
    }
}
