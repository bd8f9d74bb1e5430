//! Kernels that are defined because of how the elements of a buffer are related: sorted, distinct, apart, bounded by their places.
//! Sometimes the relation is missing, too weak, or what the kernel has stored there.

use crate::generate::array::{Array, Masking};
use crate::generate::draft::{Draft, ty};
use crate::generate::pieces::views::TILES;

/// A mistake is made once in so many places.
const ODDS: usize = 10;

/// Clauses about ascending neighbors, and clauses that do not imply ascent.
const ASCENDING: &[&str] = &["$[i] <= $[i + 1]", "$[i] < $[i + 1]", "$[i - 1] <= $[i]", "!($[i + 1] < $[i])"];
const NOT_ASCENDING: &[&str] = &[
    "$[i] <= $[i + 1] + 1",
    "$[i] >= $[i + 1]",
    "$[i] <= $[i + 2]",
    "$[i] <= $[i + 1] || $[i] == 3",
    "distinct",
];

/// Clauses about distinct elements of one buffer, and clauses that do not imply distinctness.
const DISTINCT: &[&str] = &["distinct", "$[i] < $[i + 1]", "distinct", "$[i + 1] + 1 <= $[i]"];
const NOT_DISTINCT: &[&str] =
    &["$[i] <= $[i + 1]", "distinct where value < 2", "$[i] != $[i + 1]", "distinct where value > 0"];

/// The time of stores to the buffer of a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stores {
    Never,
    Before,
    Behind,
}

impl Draft {
    /// A kernel about how elements are related.
    pub(in crate::generate) fn related_contents(&mut self) {
        self.odds = ODDS;
        match self.choices.below(9) {
            0..=2 => self.ragged_rows(),
            3 | 4 => self.scattered(),
            5 => self.rows_apart(),
            6 => self.bounded_by_place(),
            7 => self.first_and_last(),
            _ => self.distance(),
        }
    }

    /// Adds a right clause about a buffer, or a wrong one, or none.
    fn relate(&mut self, array: &Array, right: &[&str], wrong: &[&str]) {
        let clause = match self.slip() {
            true if self.choices.rarely(3) => return,
            true => self.choices.one(wrong),
            false => self.choices.one(right),
        };
        let clause = clause.replace('$', &array.name);
        self.clause(format!("contents {} : {clause}", array.name));
    }

    /// The number of blocks, as an argument, and the number of the block.
    fn block_of(&mut self) -> (String, String) {
        let count = self.param("n", "tile<i32>");
        let most = self.choices.one(&[1000, 6, 3]);
        self.clause(format!("requires = {count} >= 1, {count} <= {most}"));
        self.grid.push(count.clone());
        let names = ["bx", "by", "bz"].map(|hint| format!("%{}", self.fresh(hint)));
        self.line(&format!("{} = get_tile_block_id : tile<i32>", names.join(", ")));
        (count, names[0].clone())
    }

    /// Whether the kernel stores to the buffer, too.
    fn stores(&mut self) -> Stores {
        if self.slip() { self.choices.one(&[Stores::Before, Stores::Behind]) } else { Stores::Never }
    }

    /// Stores a number where a pointer of the buffer points.
    fn overwrite(&mut self, array: &Array, pointer: &str, wait: Option<&str>) -> String {
        let value = self.choices.one(&[0, 1, -1, 7]);
        let value = self.number(value, &ty(&[], array.element));
        let how = wait.map_or_else(Masking::default, Masking::after);
        self.store(array, pointer, &value, &[], &how)
    }

    /// An element as an index.
    fn index_of(&mut self, value: &str, element: &str) -> String {
        match element {
            "i32" => value.to_owned(),
            _ => {
                let sign = self.choices.one(&["signed", "signed", "unsigned"]);
                self.op("w", &format!("exti {value} {sign} : {} -> tile<i32>", ty(&[], element)))
            }
        }
    }

    /// One element of a buffer, with a possible store before or behind the load.
    fn element(&mut self, array: &Array, at: &str, stores: Stores) -> String {
        let pointer = self.pointers_at(array, at, &[]);
        let before = (stores == Stores::Before).then(|| self.overwrite(array, &pointer, None));
        let how = before.as_deref().map_or_else(Masking::default, Masking::after);
        let (value, token) = self.load(array, &pointer, &[], &how);
        if stores == Stores::Behind {
            let wait = if self.slip() { None } else { Some(token.as_str()) };
            self.overwrite(array, &pointer, wait);
        }
        self.index_of(&value, array.element)
    }

    /// How long the rows are together, as the first and the last of the offsets say.
    fn ends(&mut self, offsets: &Array, last: &str, total: &str) {
        let name = &offsets.name;
        let right = [
            format!("{name}[0] == 0 && {name}[{last}] == {total}"),
            format!("{name}[0] >= 0 && {name}[{last}] <= {total}"),
            format!("0 <= value && value <= {total}"),
        ];
        let wrong = [
            format!("{name}[0] >= -1 && {name}[{last}] <= {total}"),
            format!("{name}[0] == 0 && {name}[{last}] <= {total} + 1"),
            format!("{name}[0] == 0"),
            format!("{name}[{last}] <= {total}"),
            format!("{name}[0] == 0 && {name}[{last} - 1] == {total}"),
        ];
        let chosen = match self.slip() {
            true => wrong[self.choices.below(wrong.len())].clone(),
            false => right[self.choices.below(right.len())].clone(),
        };
        self.clause(format!("contents {name} : {chosen}"));
    }

    /// Rows with bounds from a buffer: each block has one, or takes them in turn.
    fn ragged_rows(&mut self) {
        let (count, block) = self.block_of();
        let total = self.param("total", "tile<i32>");
        self.clause(format!("requires = {total} >= 0, {total} <= 50"));
        let element = self.choices.one(&["i32", "i32", "i16", "i8"]);
        let offsets = self.array(element, &format!("{count} + 1"), false);
        self.relate(&offsets, ASCENDING, NOT_ASCENDING);
        self.ends(&offsets, &count, &total);
        let one = self.number(1, "tile<i32>");
        let next = self.binary("addi", &block, &one, "");
        let stores = self.stores();
        let from = self.element(&offsets, &block, stores);
        let to = self.element(&offsets, &next, Stores::Never);
        let end = self.perhaps_shifted(&to);
        let out = self.output("i32", &total);
        let step = self.choices.one(&[1, 1, 4]);
        let width = self.number(step, "tile<i32>");
        let round = format!("%{}", self.fresh("k"));
        self.region(&format!("for {round} in ({from} to {end}, step {width}) : tile<i32> {{"), |draft| {
            if step == 1 {
                let pointer = draft.pointers_at(&out, &round, &[]);
                draft.store(&out, &pointer, &block, &[], &Masking::default());
            } else {
                draft.part_of_row(&out, &round, &end, step);
            }
            draft.line("continue");
        });
        self.line("}");
    }

    /// Stores a few lanes of a row, before its end.
    fn part_of_row(&mut self, out: &Array, start: &str, end: &str, width: i64) {
        let shape = [width];
        let (of, to) = (ty(&shape, "i32"), ty(&shape, "i1"));
        let lane = self.op("lane", &format!("iota : {of}"));
        let start = self.spread(start, "i32", &shape);
        let index = self.op("at", &format!("addi {start}, {lane} : {of}"));
        let mut how = Masking::default();
        if !self.slip() {
            let less = if self.slip() { "less_than_or_equal" } else { "less_than" };
            let limit = self.spread(end, "i32", &shape);
            how.mask = Some(self.op("in", &format!("cmpi {less} {index}, {limit}, signed : {of} -> {to}")));
        }
        let pointers = self.pointers_at(out, &index, &shape);
        self.store(out, &pointers, &lane, &shape, &how);
    }

    /// Stores where a buffer says, each lane of each block elsewhere.
    fn scattered(&mut self) {
        let (count, block) = self.block_of();
        let tile = self.choices.one(TILES);
        let len = format!("{count} * {tile}");
        let places = self.array("i32", &len, false);
        let limit = self.choices.one(&[40, 30, 64]);
        let sentinel = self.choices.rarely(3);
        if sentinel {
            self.relate_until(&places, limit);
        } else {
            self.relate(&places, DISTINCT, NOT_DISTINCT);
        }
        let least = self.near(0);
        let most = if sentinel { String::new() } else { format!(" && value < {}", self.near(limit)) };
        self.clause(format!("contents {} : {least} <= value{most}", places.name));
        let out = self.output("i32", &limit.to_string());
        let shape = [tile];
        let by = self.near(tile);
        let by = self.number(by, "tile<i32>");
        let start = self.binary("muli", &block, &by, "");
        let pointers = self.pointers(&places, &start, tile);
        let mut how = Masking::default();
        if self.slip() {
            let value = self.number(1, &ty(&shape, "i32"));
            how.token = Some(self.store(&places, &pointers, &value, &shape, &how));
        }
        let (index, _) = self.load(&places, &pointers, &shape, &how);
        let mut how = Masking::default();
        if sentinel && !self.slip() {
            let less = if self.slip() { "less_than_or_equal" } else { "less_than" };
            let limit = self.number(limit, &ty(&shape, "i32"));
            let (of, to) = (ty(&shape, "i32"), ty(&shape, "i1"));
            how.mask = Some(self.op("in", &format!("cmpi {less} {index}, {limit}, signed : {of} -> {to}")));
        }
        let pointers = self.pointers_at(&out, &index, &shape);
        self.store(&out, &pointers, &index, &shape, &how);
    }

    /// Declares the elements below a number distinct; the others are unused.
    fn relate_until(&mut self, places: &Array, limit: i64) {
        let limit = if self.slip() { limit - 3 } else { limit };
        self.clause(format!("contents {} : distinct where value < {limit}", places.name));
    }

    /// Stores rows of some lanes that begin where a buffer says, far enough apart.
    fn rows_apart(&mut self) {
        let (count, block) = self.block_of();
        let total = self.param("total", "tile<i32>");
        self.clause(format!("requires = {total} >= 0"));
        let starts = self.array("i32", &count, false);
        let width = self.choices.one(&[4, 2]);
        let apart = self.near(width);
        let name = starts.name.clone();
        let clauses = [
            format!("$[i] + {apart} <= $[i + 1]"),
            format!("$[i] == {apart} * i"),
            format!("$[i + 1] == $[i] + {apart}"),
        ];
        let clauses: Vec<&str> = clauses.iter().map(String::as_str).collect();
        self.relate(&starts, &clauses, NOT_DISTINCT);
        let room = self.near(width);
        self.clause(format!("contents {name} : {name}[0] >= 0 && {name}[{count} - 1] <= {total} - {room}"));
        let stores = self.stores();
        let start = self.element(&starts, &block, stores);
        let out = self.output("i32", &total);
        let pointers = self.pointers(&out, &start, width);
        let value = self.number(3, &ty(&[width], "i32"));
        self.store(&out, &pointers, &value, &[width], &Masking::default());
    }

    /// Reads at an element with a place-dependent bound.
    fn bounded_by_place(&mut self) {
        let (count, block) = self.block_of();
        let element = self.choices.one(&["i32", "i16"]);
        let parent = self.array(element, &count, false);
        let (right, wrong) = (
            ["0 <= $[i] && $[i] <= i", "$[i] >= 0 && $[i] + 0 <= i", "$[i] == i"],
            ["0 <= $[i] && $[i] <= i + 1", "-1 <= $[i] && $[i] <= i", "$[i] <= i", "0 <= $[i] || $[i] <= i"],
        );
        self.relate(&parent, &right, &wrong);
        let stores = self.stores();
        let index = self.element(&parent, &block, stores);
        let values = self.array("i32", &count, false);
        let pointer = self.pointers_at(&values, &index, &[]);
        self.load(&values, &pointer, &[], &Masking::default());
    }

    /// Reads where the first or the last element of a buffer says.
    fn first_and_last(&mut self) {
        let (count, _) = self.block_of();
        let a = self.array("i32", &count, false);
        let len = self.choices.one(&[8, 1, 3]);
        let name = &a.name;
        let bounds = [format!("{name}[0] >= 0"), format!("{name}[{count} - 1] < {len}")];
        let sorted = self.choices.flip();
        for bound in bounds {
            if !self.slip() {
                self.clause(format!("contents {} : {bound}", a.name));
            }
        }
        if sorted {
            self.relate(&a, ASCENDING, NOT_ASCENDING);
        }
        let place = if self.choices.flip() {
            self.number(0, "tile<i32>")
        } else {
            let one = self.number(1, "tile<i32>");
            self.binary("subi", &format!("%{count}"), &one, "")
        };
        let stores = self.stores();
        let index = self.element(&a, &place, stores);
        let values = self.array("i32", &len.to_string(), false);
        let pointer = self.pointers_at(&values, &index, &[]);
        self.load(&values, &pointer, &[], &Masking::default());
    }

    /// Reads at how far one element is above another.
    fn distance(&mut self) {
        let (count, block) = self.block_of();
        let steps = self.choices.one(&[1, 2]);
        let a = self.array("i32", &format!("{count} + {steps}"), false);
        let most = self.choices.one(&[4, 1]);
        let (right, wrong) = (
            [format!("$[i] <= $[i + 1] && $[i + 1] <= $[i] + {most}")],
            [
                format!("$[i + 1] <= $[i] + {most}"),
                "$[i] <= $[i + 1]".to_owned(),
                format!("$[i] <= $[i + 1] && $[i + 1] <= $[i] + {most} + 1"),
            ],
        );
        let right: Vec<&str> = right.iter().map(String::as_str).collect();
        let wrong: Vec<&str> = wrong.iter().map(String::as_str).collect();
        self.relate(&a, &right, &wrong);
        let by = self.number(steps, "tile<i32>");
        let next = self.binary("addi", &block, &by, "");
        let stores = self.stores();
        let low = self.element(&a, &block, stores);
        let high = self.element(&a, &next, Stores::Never);
        let far = self.binary("subi", &high, &low, "");
        let values = self.array("i32", &(most * steps + 1).to_string(), false);
        let pointer = self.pointers_at(&values, &far, &[]);
        self.load(&values, &pointer, &[], &Masking::default());
    }
}
