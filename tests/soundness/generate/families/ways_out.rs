//! Kernels about ways out: bodies of branches and loops, each of which may return, go on, break, or never come back,
//! with accesses before, inside and behind.

use crate::generate::array::Masking;
use crate::generate::draft::Draft;
use crate::generate::index::{Around, Count, Index};

/// How deep bodies stand in one another.
const DEPTH: usize = 3;

/// A mistake is made once in so many places; more often in front of a loop that may not lead behind itself.
const ODDS: usize = 8;
const BEFORE: usize = 2;

/// How a body ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// Continues with the code behind, or the next iteration.
    Plain,
    /// With the run of the block.
    Return,
    /// With the next round of the innermost loop.
    Continue,
    /// With the innermost loop.
    Break,
    /// Not at all.
    Never,
}

impl Draft {
    /// A kernel about ways out.
    pub(in crate::generate) fn ways_out(&mut self) {
        self.odds = ODDS;
        self.few_blocks();
        self.statements(DEPTH);
    }

    /// A grid of a few blocks, or of one.
    fn few_blocks(&mut self) {
        let count = match self.choices.below(4) {
            0 => {
                self.grid.push("1".to_owned());
                return;
            }
            1 => Count::Fixed(2),
            2 => Count::Fixed(3),
            _ => {
                let count = self.param("g", "tile<i32>");
                self.clause(format!("requires = {count} >= 1, {count} <= 5"));
                Count::Argument(count)
            }
        };
        let names = ["bx", "by", "bz"].map(|hint| format!("%{}", self.fresh(hint)));
        self.line(&format!("{} = get_tile_block_id : tile<i32>", names.join(", ")));
        self.grid.push(count.clause());
        self.blocks.push(Index { value: names[0].clone(), count });
    }

    /// A statement or a few.
    fn statements(&mut self, depth: usize) {
        for _ in 0..1 + self.choices.below(3) {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: usize) {
        match self.choices.below(if depth == 0 { 7 } else { 18 }) {
            0..=3 => self.brief_access(),
            4..=6 => self.conditional_end(),
            7 | 8 => self.branch_with_ends(depth - 1),
            9..=11 => self.loop_that_counts(depth - 1),
            12 | 13 => self.loop_that_breaks(depth - 1),
            _ => self.access_before_a_loop(depth - 1),
        }
    }

    /// An access that may break a rule, and a loop without a certain end.
    fn access_before_a_loop(&mut self, depth: usize) {
        let odds = std::mem::replace(&mut self.odds, BEFORE);
        self.brief_access();
        self.odds = odds;
        if self.choices.below(4) == 3 {
            self.loop_that_breaks(depth);
        } else {
            self.loop_that_counts(depth);
        }
    }

    /// An access that breaks a rule in case of a mistake.
    fn brief_access(&mut self) {
        match self.choices.below(7) {
            0 => self.store_element(),
            1 => self.store_in_one_place(),
            2 => self.store_twice(),
            3 => self.stored_index(),
            4 => self.index_of_a_round(),
            5 => self.joined_index(),
            _ => self.store_and_load(),
        }
    }

    /// A store to a place that all blocks share, of the first block alone unless a mistake is made.
    fn store_in_one_place(&mut self) {
        let to = self.output("i32", "2");
        let place = self.some_place();
        if self.slip() || self.blocks.is_empty() {
            self.store(&to, &to.value(), &place.value, &[], &Masking::default());
            return;
        }
        let (block, zero) = (self.blocks[0].value.clone(), self.number(0, "tile<i32>"));
        let first = self.op("first", &format!("cmpi equal {block}, {zero}, signed : tile<i32> -> tile<i1>"));
        self.region(&format!("if {first} {{"), |draft| {
            draft.store(&to, &to.value(), &place.value, &[], &Masking::default());
        });
        self.line("}");
    }

    /// Two stores to the block's own place, in turn.
    fn store_twice(&mut self) {
        let Some(place) = self.own_place() else { return };
        let to = self.output("i32", &place.count.clause());
        let pointer = self.pointers_at(&to, &place.value, &[]);
        let first = self.store(&to, &pointer, &place.value, &[], &Masking::default());
        let how = if self.slip() { Masking::default() } else { Masking::after(&first) };
        self.store(&to, &pointer, &place.value, &[], &how);
    }

    /// Reads at an index from an array with promised contents, after a store of the block to the array.
    fn stored_index(&mut self) {
        let Some(place) = self.own_place() else { return };
        let indices = self.array("i32", &place.count.clause(), false);
        let len = self.choices.one(&[8, 1, 16]);
        self.clause(format!("contents {} : 0 <= value && value < {len}", indices.name));
        let pointer = self.pointers_at(&indices, &place.value, &[]);
        let stored = if self.slip() { self.choices.one(&[len, -1, 100]) } else { len - 1 };
        let stored = self.number(stored, "tile<i32>");
        let token = self.store(&indices, &pointer, &stored, &[], &Masking::default());
        let (index, _) = self.load(&indices, &pointer, &[], &Masking::after(&token));
        let values = self.input(&len.to_string());
        let pointer = self.pointers_at(&values, &index, &[]);
        self.load(&values, &pointer, &[], &Masking::default());
    }

    /// Reads an array at the number of a round or a block.
    fn index_of_a_round(&mut self) {
        let place = self.some_place();
        let values = self.input(&place.count.clause());
        let index = self.perhaps_shifted(&place.value);
        let pointer = self.pointers_at(&values, &index, &[]);
        self.load(&values, &pointer, &[], &Masking::default());
    }

    /// A body, with the end.
    fn body(&mut self, depth: usize) {
        if self.choices.below(4) != 0 {
            self.statements(depth);
        }
        let end = match self.choices.below(6) {
            0 | 1 => End::Plain,
            2 | 3 => End::Return,
            4 => self.choices.one(&[End::Continue, End::Break]),
            _ => End::Never,
        };
        self.end(end);
    }

    /// A way out that a condition decides.
    fn conditional_end(&mut self) {
        let condition = self.condition();
        let end = self.choices.one(&[End::Return, End::Continue, End::Break, End::Never, End::Return]);
        self.region(&format!("if {condition} {{"), |draft| draft.end(end));
        self.line("}");
    }

    /// The end of a body; a return, where there is no loop to leave.
    fn end(&mut self, end: End) {
        let around = self.around.last().cloned();
        match (end, around) {
            (End::Plain, _) => {}
            (End::Never, _) => {
                self.region("loop {", |draft| draft.line("continue"));
                self.line("}");
            }
            (End::Break, Some(Around { counted: false, carried })) => self.leave("break", carried.as_deref()),
            (End::Continue | End::Break, Some(Around { carried, .. })) => {
                let next = carried.map(|carried| self.one_further(&carried));
                self.leave("continue", next.as_deref());
            }
            (End::Return | End::Continue | End::Break, _) => self.line("return"),
        }
    }

    /// The terminator of a loop's body that passes on the carried values.
    fn leave(&mut self, word: &str, value: Option<&str>) {
        match value {
            Some(value) => self.line(&format!("{word} {value} : tile<i32>")),
            None => self.line(word),
        }
    }

    fn one_further(&mut self, carried: &str) -> String {
        let one = self.number(1, "tile<i32>");
        self.binary("addi", carried, &one, "")
    }

    /// A branch with a separate exit on each side.
    fn branch_with_ends(&mut self, depth: usize) {
        let condition = self.condition();
        let both = self.choices.flip();
        self.region(&format!("if {condition} {{"), |draft| draft.body(depth));
        if both {
            self.region("} else {", |draft| draft.body(depth));
        }
        self.line("}");
    }

    /// The start of a loop that may carry an index: the index inside, the index behind, and the words.
    fn carrying(&mut self) -> (Option<String>, Option<String>, String) {
        if self.choices.below(3) != 0 {
            return (None, None, String::new());
        }
        let (carried, last) = (format!("%{}", self.fresh("i")), format!("%{}", self.fresh("last")));
        let start = self.number(0, "tile<i32>");
        let words = format!(" iter_values({carried} = {start})");
        (Some(carried), Some(last), words)
    }

    /// How often a loop runs, at most.
    fn few_turns(&mut self) -> Count {
        if self.choices.flip() {
            return Count::Fixed(self.choices.one(&[2, 1, 3]));
        }
        let count = self.param("t", "tile<i32>");
        let (least, most) = (self.choices.one(&[1, 0]), self.choices.one(&[3, 2, 4]));
        self.clause(format!("requires = {count} >= {least}, {count} <= {most}"));
        Count::Argument(count)
    }

    /// A loop that counts, around a body with a way out.
    fn loop_that_counts(&mut self, depth: usize) {
        let count = self.few_turns();
        let upper = self.counted(&count);
        let (zero, one) = (self.number(0, "tile<i32>"), self.number(1, "tile<i32>"));
        let turn = format!("%{}", self.fresh("k"));
        let (carried, last, words) = self.carrying();
        let (result, types) = match &last {
            Some(last) => (format!("{last} = "), " -> (tile<i32>)"),
            None => (String::new(), ""),
        };
        let before =
            format!("{result}for {turn} in ({zero} to {upper}, step {one}) : tile<i32>{words}{types} {{");
        self.rounds.push(Index { value: turn, count: count.clone() });
        self.around.push(Around { counted: true, carried: carried.clone() });
        self.region(&before, |draft| draft.turn(depth, carried.is_some()));
        self.line("}");
        self.around.pop();
        self.rounds.pop();
        // No iteration moves the index by more than 1.
        if let Some(last) = last {
            self.use_behind(&last, &format!("{} + 1", count.clause()));
        }
    }

    /// The body of a loop: at a plain end, carried values go on.
    fn turn(&mut self, depth: usize, carries: bool) {
        if self.choices.below(4) != 0 {
            self.statements(depth);
        }
        let end = match self.choices.below(8) {
            0..=3 => End::Plain,
            4 | 5 => End::Return,
            6 => End::Continue,
            _ => End::Never,
        };
        let open = matches!(end, End::Plain | End::Never);
        self.end(end);
        if open && carries {
            self.end(End::Continue);
        }
    }

    /// A loop that breaks after enough iterations, or elsewhere, or nowhere.
    fn loop_that_breaks(&mut self, depth: usize) {
        let most = self.choices.one(&[2, 1, 3]);
        let (carried, last) = (format!("%{}", self.fresh("i")), format!("%{}", self.fresh("last")));
        let start = self.number(0, "tile<i32>");
        let before = format!("{last} = loop iter_values({carried} = {start}) : tile<i32> -> tile<i32> {{");
        self.around.push(Around { counted: false, carried: Some(carried.clone()) });
        self.rounds.push(Index { value: carried.clone(), count: Count::Fixed(most) });
        self.region(&before, |draft| {
            if !draft.slip() {
                let limit = draft.number(most, "tile<i32>");
                let done = draft.op(
                    "done",
                    &format!("cmpi greater_than_or_equal {carried}, {limit}, signed : tile<i32> -> tile<i1>"),
                );
                draft.region(&format!("if {done} {{"), |draft| draft.end(End::Break));
                draft.line("}");
            }
            if draft.choices.below(4) != 0 {
                draft.statements(depth);
            }
            let end = draft.choices.one(&[End::Continue, End::Continue, End::Break, End::Return]);
            draft.end(end);
        });
        self.line("}");
        self.rounds.pop();
        self.around.pop();
        self.use_behind(&last, &(most + 1).to_string());
    }

    /// Reads an array where a loop has ended.
    fn use_behind(&mut self, index: &str, len: &str) {
        if self.choices.flip() {
            let values = self.input(len);
            let pointer = self.pointers_at(&values, index, &[]);
            self.load(&values, &pointer, &[], &Masking::default());
        }
    }
}
