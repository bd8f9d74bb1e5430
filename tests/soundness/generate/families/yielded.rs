//! Kernels that compute a value inside a branch or a loop and use it behind the region: a sum, a product, an extremum
//! or a scan. An element may be at a lane that exists only inside. An access behind the region depends on an argument
//! that neither the region's condition nor the value bounds.

use crate::generate::draft::Draft;
use crate::generate::pieces::lanes::LANES;

/// A mistake is made once in so many places, beside the access behind the regions, which is wrong in every second kernel.
const ODDS: usize = 40;

/// How deep regions stand in one another.
const DEPTH: usize = 2;

/// The contract's bounds of an argument, and the divisor that makes an index of it. Four times a large argument may overflow.
const RANGES: &[(i64, i64, i64)] = &[
    (-1, 3, 1),
    (0, i32::MAX as i64, 1 << 29),
    (0, 7, 1),
    (0, 1_000_000, 100_000),
    (-2, 5, 1),
    (0, i32::MAX as i64, 1 << 29),
    (0, 40, 8),
    (0, i32::MAX as i64, 1 << 28),
];

/// An argument that is no lane and no number of rounds.
const LARGE: i64 = 1000;

/// An integer argument.
#[derive(Clone)]
struct Bounded {
    value: String,
    least: i64,
    most: i64,
    divisor: i64,
}

/// What the kernel has made so far.
struct Yielded {
    arguments: Vec<Bounded>,
    /// Tiles of four elements that loops around carry.
    tiles: Vec<String>,
    /// Numbers from regions.
    values: Vec<String>,
    /// The argument that the innermost condition speaks of, which is a lane inside most of the time.
    inside: usize,
    /// The greatest argument for which some region makes its value.
    limit: i64,
    /// The token for the next access.
    token: String,
}

impl Draft {
    /// A kernel about values that regions give.
    pub(in crate::generate) fn yielded_values(&mut self) {
        self.odds = ODDS;
        self.grid.push("1".to_owned());
        let token = self.op("t", "make_token : token");
        let (arguments, tiles, values) = (Vec::new(), Vec::new(), Vec::new());
        let mut made = Yielded { arguments, tiles, values, inside: 0, limit: LANES - 1, token };
        for _ in 0..1 + self.choices.below(2) {
            let argument = self.bounded_argument();
            made.arguments.push(argument);
        }
        for _ in 0..1 + self.choices.below(2) {
            let value = self.region_value(&mut made, DEPTH);
            made.values.push(value);
        }
        if self.choices.rarely(4) {
            self.masked_rounds(&mut made);
        }
        self.access_behind(&mut made);
    }

    fn bounded_argument(&mut self) -> Bounded {
        let (least, most, divisor) = self.choices.one(RANGES);
        let name = self.param("n", "tile<i32>");
        self.clause(format!("requires = {name} >= {least}, {name} <= {most}"));
        Bounded { value: format!("%{name}"), least, most, divisor }
    }

    /// A number from a region.
    fn region_value(&mut self, made: &mut Yielded, depth: usize) -> String {
        match self.choices.below(if depth == 0 { 3 } else { 8 }) {
            0..=2 => self.branch_value(made, depth),
            3 | 4 => self.left_value(made, depth),
            5 | 6 => self.carried_value(made, depth),
            _ => self.inner_value(made),
        }
    }

    /// A condition on an argument, usually that it is a lane.
    fn region_condition(&mut self, made: &mut Yielded) -> String {
        made.inside = self.choices.below(made.arguments.len());
        let argument = made.arguments[made.inside].clone();
        let (relation, limit) = match self.choices.below(6) {
            0 if argument.most < LANES => ("greater_than_or_equal", 0),
            0 | 1 => ("less_than", LANES),
            2 | 3 if argument.most > LARGE => ("less_than_or_equal", self.choices.one(&[10, 1000])),
            4 if argument.most < LARGE => ("greater_than", argument.most / 2),
            5 => ("less_than", argument.most / 2 + 1),
            _ => ("less_than", LANES),
        };
        made.limit = limit;
        let is_lane = limit == LANES && argument.least < 0;
        let limit = self.number(limit, "tile<i32>");
        let compare = |relation: &str, limit: &str| {
            format!("cmpi {relation} {}, {limit}, signed : tile<i32> -> tile<i1>", argument.value)
        };
        let below = self.op("is", &compare(relation, &limit));
        if !is_lane {
            return below;
        }
        let zero = self.number(0, "tile<i32>");
        let natural = self.op("is", &compare("greater_than_or_equal", &zero));
        self.op("is", &format!("andi {below}, {natural} : tile<i1>"))
    }

    /// A number from one side of a branch, or a constant.
    fn branch_value(&mut self, made: &mut Yielded, depth: usize) -> String {
        let condition = self.region_condition(made);
        let (result, swapped) = (format!("%{}", self.fresh("r")), self.choices.rarely(4));
        self.region(&format!("{result} = if {condition} -> (tile<i32>) {{"), |draft| {
            let value = if swapped { draft.plain_value() } else { draft.nested_value(made, depth) };
            draft.line(&format!("yield {value} : tile<i32>"));
        });
        self.region("} else {", |draft| {
            let value = if swapped { draft.nested_value(made, depth) } else { draft.plain_value() };
            draft.line(&format!("yield {value} : tile<i32>"));
        });
        self.line("}");
        result
    }

    /// A number that a loop is left with, in its first round, or after a few.
    fn left_value(&mut self, made: &mut Yielded, depth: usize) -> String {
        let (result, round) = (format!("%{}", self.fresh("r")), format!("%{}", self.fresh("i")));
        let zero = self.number(0, "tile<i32>");
        let rounds = self.choices.one(&[1, 1, 2, 3]);
        let head = format!("{result} = loop iter_values({round} = {zero}) : tile<i32> -> tile<i32> {{");
        self.region(&head, |draft| {
            let condition = draft.region_condition(made);
            draft.region(&format!("if {condition} {{"), |draft| {
                let value = draft.nested_value(made, depth);
                draft.line(&format!("break {value} : tile<i32>"));
            });
            draft.line("}");
            let one = draft.number(1, "tile<i32>");
            let next = draft.binary("addi", &round, &one, "");
            let last = draft.number(rounds, "tile<i32>");
            let over = format!("cmpi greater_than_or_equal {next}, {last}, signed : tile<i32> -> tile<i1>");
            let over = draft.op("is", &over);
            draft.region(&format!("if {over} {{"), |draft| {
                let value = draft.plain_value();
                draft.line(&format!("break {value} : tile<i32>"));
            });
            draft.line("}");
            draft.line(&format!("continue {next} : tile<i32>"));
        });
        self.line("}");
        result
    }

    /// A number that a counted loop carries, beside a tile.
    fn carried_value(&mut self, made: &mut Yielded, depth: usize) -> String {
        let first = self.plain_value();
        let tile = self.lanes_tile(made);
        let upper = self.round_count(made);
        let (zero, one) = (self.number(0, "tile<i32>"), self.number(1, "tile<i32>"));
        let [result, round, number, carried] =
            ["r", "k", "n", "w"].map(|hint| format!("%{}", self.fresh(hint)));
        let head = format!(
            "{result}:2 = for {round} in ({zero} to {upper}, step {one}) : tile<i32> iter_values({number} = {first}, {carried} = {tile}) -> (tile<i32>, tile<4xi32>) {{"
        );
        self.region(&head, |draft| {
            made.tiles.push(carried.clone());
            let value = if draft.choices.rarely(3) {
                draft.region_value(made, depth.saturating_sub(1))
            } else {
                draft.nested_value(made, depth)
            };
            made.tiles.pop();
            let next = draft.next_tile(&carried);
            draft.line(&format!("continue {value}, {next} : tile<i32>, tile<4xi32>"));
        });
        self.line("}");
        format!("{result}#0")
    }

    /// How often a loop runs: a few times, or as often as a small argument says.
    fn round_count(&mut self, made: &Yielded) -> String {
        let few: Vec<&Bounded> = made.arguments.iter().filter(|argument| argument.most <= 40).collect();
        match few.first() {
            Some(argument) if self.choices.flip() => argument.value.clone(),
            Some(_) | None => {
                let rounds = self.choices.one(&[1, 2, 3]);
                self.number(rounds, "tile<i32>")
            }
        }
    }

    fn nested_value(&mut self, made: &mut Yielded, depth: usize) -> String {
        if depth > 0 && self.choices.rarely(5) {
            return self.region_value(made, depth - 1);
        }
        self.inner_value(made)
    }

    fn plain_value(&mut self) -> String {
        let value = self.choices.one(&[0, 0, 1, LANES, -1]);
        self.number(value, "tile<i32>")
    }

    /// A number made of a tile.
    fn inner_value(&mut self, made: &Yielded) -> String {
        let tile = self.lanes_tile(made);
        let is_large = made.arguments[made.inside].most > LARGE;
        match self.choices.below(5) {
            0..=3 if is_large => self.reduce_lanes(&tile, true),
            0 | 1 => self.reduce_lanes(&tile, false),
            2 | 3 => {
                let scanned = self.scan_lanes(&tile);
                self.element_of(made, &scanned)
            }
            _ => self.element_of(made, &tile),
        }
    }

    /// The element of a tile: most often at an argument that the condition around makes a lane.
    fn element_of(&mut self, made: &Yielded, tile: &str) -> String {
        let argument = &made.arguments[made.inside];
        let is_lane = made.limit == LANES || made.limit == 0 && argument.most < LANES;
        let index = if is_lane && !self.choices.rarely(5) || self.slip() {
            argument.value.clone()
        } else {
            let place = self.choices.one(&[0, LANES - 1]);
            self.number(place, "tile<i32>")
        };
        let one = self.op("x", &format!("extract {tile}[{index}] : tile<4xi32> -> tile<1xi32>"));
        self.op("x", &format!("reshape {one} : tile<1xi32> -> tile<i32>"))
    }

    /// A tile of four elements: of lanes, of an argument, of both, or one that a loop carries.
    fn lanes_tile(&mut self, made: &Yielded) -> String {
        if let Some(carried) = made.tiles.last().filter(|_| self.choices.flip()) {
            return carried.clone();
        }
        let argument =
            if self.choices.rarely(3) { self.choices.below(made.arguments.len()) } else { made.inside };
        let argument = made.arguments[argument].clone();
        let (is_large, value) = (argument.most > LARGE, argument.value);
        match self.choices.below(6) {
            0 | 1 if !is_large => self.op("i", "iota : tile<4xi32>"),
            0..=3 => self.spread(&value, "i32", &[LANES]),
            4 => {
                let (all, factor) =
                    (self.spread(&value, "i32", &[LANES]), self.choices.one(&[10_000, 3, -1]));
                let factor = self.number(factor, "tile<4xi32>");
                let after = self.choices.one(&["", " overflow<no_signed_wrap>"]);
                self.op("x", &format!("muli {all}, {factor}{after} : tile<4xi32>"))
            }
            _ => {
                let (all, lane) = (self.spread(&value, "i32", &[LANES]), self.op("i", "iota : tile<4xi32>"));
                self.op("x", &format!("addi {all}, {lane} : tile<4xi32>"))
            }
        }
    }

    /// Stores to a part of an array whose mask is a scan or a carried tile, in a loop; one element is read again and stored.
    fn masked_rounds(&mut self, made: &mut Yielded) {
        let (from, to) = (self.param("u", "tile<ptr<i32>>"), self.param("v", "tile<ptr<i32>>"));
        self.clause(format!("buffer {from} : i32[8] uninit"));
        self.clause(format!("buffer {to} : i32[1] uninit"));
        let start = self.choices.one(&[0, LANES]);
        let lane = self.op("i", "iota : tile<4xi32>");
        let shift = self.number(start, "tile<4xi32>");
        let at = self.op("x", &format!("addi {lane}, {shift} : tile<4xi32>"));
        let all = self.spread(&format!("%{from}"), "ptr<i32>", &[LANES]);
        let places =
            self.op("p", &format!("offset {all}, {at} : tile<4xptr<i32>>, tile<4xi32> -> tile<4xptr<i32>>"));
        let place = self.read_place(start);
        let first = self.lanes_tile(made);
        let upper = self.round_count(made);
        let (zero, one) = (self.number(0, "tile<i32>"), self.number(1, "tile<i32>"));
        let [result, round, carried, token] =
            ["r", "k", "w", "t"].map(|hint| format!("%{}", self.fresh(hint)));
        let head = format!(
            "{result}:2 = for {round} in ({zero} to {upper}, step {one}) : tile<i32> iter_values({carried} = {first}, {token} = {}) -> (tile<4xi32>, token) {{",
            made.token
        );
        self.region(&head, |draft| {
            let mask = draft.mask_of(&carried);
            let types = "tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> token";
            let stored = draft.op("t", &format!("store_ptr_tko weak {places}, {lane}, {mask} token={token} : {types}"));
            let pointer = draft.op("p", &format!("offset %{from}, {place} : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>"));
            let (value, read) = (format!("%{}", draft.fresh("v")), format!("%{}", draft.fresh("t")));
            draft.line(&format!(
                "{value}, {read} = load_ptr_tko weak {pointer} token={stored} : tile<ptr<i32>> -> tile<i32>, token"
            ));
            let kept = draft.op(
                "t",
                &format!("store_ptr_tko weak %{to}, {value} token={read} : tile<ptr<i32>>, tile<i32> -> token"),
            );
            let next = draft.next_tile(&carried);
            draft.line(&format!("continue {next}, {kept} : tile<4xi32>, token"));
        });
        self.line("}");
        made.token = format!("{result}#1");
    }

    /// The place of a read element: a stored one, or any of the array.
    fn read_place(&mut self, start: i64) -> String {
        let name = self.param("j", "tile<i32>");
        let (least, most) = if self.choices.flip() { (0, 7) } else { (start, start + LANES - 1) };
        self.clause(format!("requires = {name} >= {least}, {name} <= {most}"));
        format!("%{name}")
    }

    /// Stores the regions' numbers at a place from an argument, or loads at these numbers. Every second kernel has too small an
    /// array, or forgets that the argument may be negative.
    fn access_behind(&mut self, made: &mut Yielded) {
        let array = self.param("o", "tile<ptr<i32>>");
        let other = self.choices.rarely(4);
        let argument = if other { self.choices.below(made.arguments.len()) } else { made.inside };
        let argument = made.arguments[argument].clone();
        let value = if other { made.values.first() } else { made.values.last() };
        let value = value.cloned().unwrap_or_else(|| argument.value.clone());
        let zero = self.number(0, "tile<i32>");
        let used = self.binary("addi", &value, &zero, "");
        if self.choices.rarely(5) {
            return self.load_at(&array, &used, &made.token.clone());
        }
        let (wrong, forgets) = (self.choices.flip(), self.choices.flip() && argument.least < 0);
        let index = |value: i64| (value - argument.least) / argument.divisor;
        let limit =
            if (argument.least..argument.most).contains(&made.limit) { made.limit } else { argument.least };
        let shift = if wrong && forgets { 0 } else { -argument.least };
        let len = 1 + if wrong && !forgets { index(limit) } else { index(argument.most) };
        self.clause(format!("buffer {array} : i32[{len}]"));
        let shift = self.number(shift, "tile<i32>");
        let at = self.binary("addi", &argument.value, &shift, "");
        let divisor = self.number(argument.divisor, "tile<i32>");
        let at = self.binary("divi", &at, &divisor, " signed");
        self.store_at(&array, &at, &used, &made.token.clone());
    }

    fn load_at(&mut self, array: &str, at: &str, token: &str) {
        let len = self.choices.one(&[4, 1, 7, 16]);
        self.clause(format!("buffer {array} : i32[{len}]"));
        let pointer =
            self.op("p", &format!("offset %{array}, {at} : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>"));
        let (value, read) = (format!("%{}", self.fresh("v")), format!("%{}", self.fresh("t")));
        self.line(&format!(
            "{value}, {read} = load_ptr_tko weak {pointer} token={token} : tile<ptr<i32>> -> tile<i32>, token"
        ));
    }

    fn store_at(&mut self, array: &str, at: &str, value: &str, token: &str) {
        let pointer =
            self.op("p", &format!("offset %{array}, {at} : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>"));
        self.op(
            "t",
            &format!(
                "store_ptr_tko weak {pointer}, {value} token={token} : tile<ptr<i32>>, tile<i32> -> token"
            ),
        );
    }
}
