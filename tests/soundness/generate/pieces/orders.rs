//! Pieces about the order of accesses of one block, and of accesses of different blocks.

use super::views::{Edge, TILES};
use crate::generate::array::{Array, Masking};
use crate::generate::draft::{Draft, ty};
use crate::generate::index::Count;

impl Draft {
    /// What an access waits for, or nothing, once in a while.
    fn behind(&mut self, token: &str) -> Masking {
        if self.slip() { Masking::default() } else { Masking::after(token) }
    }

    /// Stores, loads again and stores what was loaded.
    pub(in crate::generate) fn store_and_load(&mut self) {
        let Some(place) = self.own_place() else { return };
        let len = place.count.clause();
        let unwritten = self.choices.rarely(8);
        let (a, b) = (self.array("i32", &len, unwritten), self.output("i32", &len));
        let pointer = self.pointers_at(&a, &place.value, &[]);
        let first = self.store(&a, &pointer, &place.value, &[], &Masking::default());
        let how = self.behind(&first);
        let (value, read) = self.load(&a, &pointer, &[], &how);
        let target = self.pointers_at(&b, &place.value, &[]);
        self.perhaps_alias(&a, &b);
        self.store(&b, &target, &value, &[], &Masking::default());
        if self.choices.flip() {
            let all = self.op("all", &format!("join_tokens {first}, {read} : token"));
            let waits_for = if self.slip() { first } else { all };
            let how = self.behind(&waits_for);
            self.store(&a, &pointer, &value, &[], &how);
        }
    }

    /// A loop with stores, and an access behind the loop.
    pub(in crate::generate) fn loop_of_stores(&mut self) {
        let Some(place) = self.own_place() else { return };
        let Count::Fixed(count) = place.count else { return };
        let turns = self.choices.one(&[2, 3, 1]);
        let values = self.output("i32", &(count * turns).to_string());
        let (width, upper) = (self.number(turns, "tile<i32>"), self.number(turns, "tile<i32>"));
        let start = self.binary("muli", &place.value, &width, "");
        let (zero, one) = (self.number(0, "tile<i32>"), self.number(1, "tile<i32>"));
        let begin = self.op("begin", "make_token : token");
        let names = ["k", "before", "last"].map(|hint| format!("%{}", self.fresh(hint)));
        let [turn, before, last] = names;
        let head = format!(
            "{last} = for {turn} in ({zero} to {upper}, step {one}) : tile<i32> iter_values({before} = {begin}) -> (token) {{"
        );
        let chained = !self.slip();
        // An equal element every time, or another one.
        let same = self.choices.flip();
        self.region(&head, |draft| {
            let at = if same { start.clone() } else { draft.binary("addi", &start, &turn, "") };
            let pointer = draft.pointers_at(&values, &at, &[]);
            let how = if chained { Masking::after(&before) } else { Masking::default() };
            let token = draft.store(&values, &pointer, &turn, &[], &how);
            draft.line(&format!("continue {token} : token"));
        });
        self.line("}");
        let pointer = self.pointers_at(&values, &start, &[]);
        let how = self.behind(&last);
        self.load(&values, &pointer, &[], &how);
    }

    /// An array divided once or twice, by blocks or iterations.
    pub(in crate::generate) fn two_tilings(&mut self) {
        let Some(place) = self.own_place() else { return };
        let Count::Fixed(count) = place.count else { return };
        let tile = self.choices.one(TILES);
        let len = count * tile;
        let values = self.array("i32", &len.to_string(), true);
        let other = if self.slip() { tile / 2 } else { tile };
        let zero = self.number(0, "tile<i32>");
        let two = self.number(2, "tile<i32>");
        let odd = self.binary("remi", &place.value, &two, " signed");
        let even = self.op("is", &format!("cmpi equal {odd}, {zero}, signed : tile<i32> -> tile<i1>"));
        self.region(&format!("if {even} {{"), |draft| draft.fill(&values, len, tile, &place.value));
        self.region("} else {", |draft| draft.fill(&values, len, other, &place.value));
        self.line("}");
    }

    fn fill(&mut self, values: &Array, len: i64, tile: i64, index: &str) {
        let view = self.view(values, &[len.to_string()], &["1".to_owned()], &[tile], Edge::Padded);
        let value = self.number(7, &ty(&[tile], "i32"));
        self.store_tile(&view, &[index.to_owned()], &value, Edge::Padded, None);
    }

    /// A branch on contents of memory.
    pub(in crate::generate) fn branch_on_memory(&mut self) {
        let place = self.some_place();
        let element = self.choices.one(&["i32", "f32"]);
        let values = self.array(element, &place.count.clause(), false);
        let pointer = self.pointers_at(&values, &place.value, &[]);
        let (value, _) = self.load(&values, &pointer, &[], &Masking::default());
        let zero = self.number(0, &ty(&[], element));
        let ty = ty(&[], element);
        let is = if element == "f32" {
            self.op("is", &format!("cmpf greater_than ordered {value}, {zero} : {ty} -> tile<i1>"))
        } else {
            self.op("is", &format!("cmpi greater_than {value}, {zero}, signed : {ty} -> tile<i1>"))
        };
        self.region(&format!("if {is} {{"), Self::store_element);
        self.line("}");
    }
}
