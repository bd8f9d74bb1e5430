//! Kernels that count in memory: stores add steps to what loads gave, in loops, under conditions, at one of a few places. What is
//! there in the end is an index, or overflows; whether it fits hangs on how often each store runs.

use crate::generate::array::{Array, Masking};
use crate::generate::draft::Draft;

/// A mistake is made once in so many places.
const ODDS: usize = 14;

/// How deep branches and loops stand in one another.
const DEPTH: usize = 2;

/// The maximum of a counter used as an index.
const MOST: i64 = 40;

/// The counters of a block.
struct Counters {
    /// The parameter, and the type of its elements.
    name: String,
    element: &'static str,
    /// Pointers to the counters.
    places: Vec<String>,
    /// The loops' upper bound as an argument, and its maximum.
    turns: (String, i64),
    /// The token for the next access.
    token: String,
    /// The possible distance of the counters from their launch values.
    reach: (i64, i64),
    /// How often a statement runs here at most.
    times: i64,
    /// The indexed array, with its elements not yet counted.
    from: Array,
}

impl Draft {
    /// A kernel about counters in memory.
    pub(in crate::generate) fn counters(&mut self) {
        self.odds = ODDS;
        let blocks = self.choices.one(&[1, 2]);
        self.grid.push(blocks.to_string());
        let names = ["bx", "by", "bz"].map(|hint| format!("%{}", self.fresh(hint)));
        self.line(&format!("{} = get_tile_block_id : tile<i32>", names.join(", ")));
        let element = self.choices.one(&["i32", "i32", "i16", "i8"]);
        let each = self.choices.one(&[1, 2]);
        let name = self.param("count", &format!("tile<ptr<{element}>>"));
        self.clause(format!("buffer {name} : {element}[{}]", each * blocks));
        let places = self.counter_places(&names[0], (&name, element), each);
        let most = self.choices.one(&[3, 2, 5]);
        let turns = self.param("n", "tile<i32>");
        self.require(format!("{turns} >= 0"));
        let most_said = self.near(most);
        self.clause(format!("requires = {turns} <= {most_said}"));
        let token = self.op("t", "make_token : token");
        let from = Array { name: self.param("a", "tile<ptr<f32>>"), element: "f32" };
        let turns = (format!("%{turns}"), most);
        let mut counters = Counters { name, element, places, turns, token, reach: (0, 0), times: 1, from };
        for _ in 0..2 + self.choices.below(3) {
            self.counter_statement(&mut counters, DEPTH);
        }
        let used = self.choices.flip();
        if used {
            self.use_counter(&mut counters);
        }
        let bits: u32 = element[1..].parse().expect("it is an integer");
        self.counter_clauses(&counters, if used { MOST } else { (1 << (bits - 1)) - 1 });
    }

    /// Pointers to the counters of a block.
    fn counter_places(&mut self, block: &str, (array, element): (&str, &str), each: i64) -> Vec<String> {
        let by = self.number(each, "tile<i32>");
        let first = self.binary("muli", block, &by, "");
        let place = |draft: &mut Self, at: i64| {
            let at = draft.number(at, "tile<i32>");
            let at = draft.binary("addi", &first, &at, "");
            let types = format!("tile<ptr<{element}>>, tile<i32> -> tile<ptr<{element}>>");
            draft.op("p", &format!("offset %{array}, {at} : {types}"))
        };
        (0..each).map(|at| place(self, at)).collect()
    }

    /// What is said of counters at launch, so that they stay from 0, or from the least of the type, to a most.
    fn counter_clauses(&mut self, counters: &Counters, most: i64) {
        let least = if most == MOST { 0 } else { -most - 1 };
        let (lo, hi) = (self.near(least - counters.reach.0), self.near(most - counters.reach.1));
        let (lo, hi) = if self.choices.flip() { (hi - 2, hi) } else { (lo, hi) };
        self.clause(format!("contents {} : {lo} <= value && value <= {hi}", counters.name));
        let len = self.near(MOST + 1);
        self.clause(format!("buffer {} : f32[{len}]", counters.from.name));
    }

    fn counter_statement(&mut self, counters: &mut Counters, depth: usize) {
        match self.choices.below(if depth == 0 { 4 } else { 8 }) {
            0..=2 => self.count_once(counters),
            3 if counters.element == "i8" && self.choices.flip() => self.keep_bit(counters),
            3 => self.reset_counter(counters),
            4 => self.branch_of_counters(counters, depth - 1),
            _ => self.loop_of_counters(counters, depth - 1),
        }
    }

    /// Loads a counter, with the token.
    fn load_counter(&mut self, counters: &mut Counters) -> (String, String) {
        let place = counters.places[self.choices.below(counters.places.len())].clone();
        let (value, token) = (format!("%{}", self.fresh("v")), format!("%{}", self.fresh("t")));
        let (element, wait) = (counters.element, &counters.token);
        let types = format!("tile<ptr<{element}>> -> tile<{element}>, token");
        self.line(&format!("{value}, {token} = load_ptr_tko weak {place} token={wait} : {types}"));
        counters.token = self.op("t", &format!("join_tokens {}, {token} : token", counters.token));
        (value, place)
    }

    fn store_counter(&mut self, counters: &mut Counters, place: &str, value: &str) {
        let wait = &counters.token;
        let element = counters.element;
        let types = format!("tile<ptr<{element}>>, tile<{element}> -> token");
        counters.token = self.op("t", &format!("store_ptr_tko weak {place}, {value} token={wait} : {types}"));
    }

    /// Adds a step to a counter; the stored value may come from another.
    fn count_once(&mut self, counters: &mut Counters) {
        let (value, place) = self.load_counter(counters);
        let other = counters.places[self.choices.below(counters.places.len())].clone();
        let place = if self.choices.rarely(4) { other } else { place };
        let step = self.choices.one(&[1, 1, 2, -1, 3]);
        let reach = &mut counters.reach;
        let all = step * counters.times;
        *reach = (reach.0 + all.min(0), reach.1 + all.max(0));
        let by = self.number(step, &format!("tile<{}>", counters.element));
        let overflow = " overflow<no_signed_wrap>";
        let more = self.op("x", &format!("addi {value}, {by}{overflow} : tile<{}>", counters.element));
        self.store_counter(counters, &place, &more);
    }

    /// Resets a counter to a possible launch value.
    fn reset_counter(&mut self, counters: &mut Counters) {
        let place = counters.places[self.choices.below(counters.places.len())].clone();
        let with = self.near(20);
        let value = self.number(with, &format!("tile<{}>", counters.element));
        self.store_counter(counters, &place, &value);
    }

    /// Stores the lowest bit of a counter, read as a bit.
    fn keep_bit(&mut self, counters: &mut Counters) {
        let place = counters.places[self.choices.below(counters.places.len())].clone();
        let bits = self.op("q", &format!("ptr_to_ptr {place} : tile<ptr<i8>> -> tile<ptr<i1>>"));
        let (bit, token) = (format!("%{}", self.fresh("v")), format!("%{}", self.fresh("t")));
        let wait = &counters.token;
        self.line(&format!(
            "{bit}, {token} = load_ptr_tko weak {bits} token={wait} : tile<ptr<i1>> -> tile<i1>, token"
        ));
        counters.token = self.op("t", &format!("join_tokens {}, {token} : token", counters.token));
        let byte = self.op("w", &format!("exti {bit} unsigned : tile<i1> -> tile<i8>"));
        self.store_counter(counters, &place, &byte);
    }

    /// Uses a counter as an index.
    fn use_counter(&mut self, counters: &mut Counters) {
        let (value, _) = self.load_counter(counters);
        let index = if counters.element == "i32" {
            value
        } else {
            self.op("w", &format!("exti {value} signed : tile<{}> -> tile<i32>", counters.element))
        };
        let from = counters.from.clone();
        let pointer = self.pointers_at(&from, &index, &[]);
        self.load(&from, &pointer, &[], &Masking::default());
    }

    /// Statements in a region, with only the token visible behind; returns the token.
    fn inner_counters(&mut self, counters: &mut Counters, depth: usize) -> String {
        let before = counters.token.clone();
        for _ in 0..1 + self.choices.below(2) {
            self.counter_statement(counters, depth);
        }
        std::mem::replace(&mut counters.token, before)
    }

    /// Statements that run for some values of an argument.
    fn branch_of_counters(&mut self, counters: &mut Counters, depth: usize) {
        let limit = self.number(2, "tile<i32>");
        let turns = counters.turns.0.clone();
        let less = self.op("is", &format!("cmpi less_than {turns}, {limit}, signed : tile<i32> -> tile<i1>"));
        let result = format!("%{}", self.fresh("t"));
        self.region(&format!("{result} = if {less} -> (token) {{"), |draft| {
            let token = draft.inner_counters(counters, depth);
            draft.line(&format!("yield {token} : token"));
        });
        self.region("} else {", |draft| draft.line(&format!("yield {} : token", counters.token)));
        self.line("}");
        counters.token = result;
    }

    /// Repeated statements of a loop.
    fn loop_of_counters(&mut self, counters: &mut Counters, depth: usize) {
        let (zero, one) = (self.number(0, "tile<i32>"), self.number(1, "tile<i32>"));
        let (upper, most) = if self.choices.flip() {
            counters.turns.clone()
        } else {
            let turns = self.choices.one(&[2, 1, 3]);
            (self.number(turns, "tile<i32>"), turns)
        };
        let (turn, carried) = (format!("%{}", self.fresh("k")), format!("%{}", self.fresh("t")));
        let result = format!("%{}", self.fresh("t"));
        let wait = &counters.token;
        let before = format!(
            "{result} = for {turn} in ({zero} to {upper}, step {one}) : tile<i32> iter_values({carried} = {wait}) -> (token) {{"
        );
        self.region(&before, |draft| {
            let outer = std::mem::replace(&mut counters.token, carried);
            counters.times *= most;
            let token = draft.inner_counters(counters, depth);
            counters.times /= most;
            counters.token = outer;
            draft.line(&format!("continue {token} : token"));
        });
        self.line("}");
        counters.token = result;
    }
}
