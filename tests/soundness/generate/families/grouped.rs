//! Kernels whose blocks visit the tiles of a plane by groups of rows or columns: `pid / (group · n)`, `pid % (group · n)`, and
//! fewer lines in the last group. Some repeat this, each time for other lines. The order is correct, or has a common mistake.

use super::plane::Axis;
use crate::generate::draft::Draft;

/// A mistake is made once in so many places.
const ODDS: usize = 14;

/// How many lines a group has.
#[derive(Debug, Clone)]
struct Group {
    /// As a value.
    value: String,
    /// Whether quotients and remainders are signed.
    sign: &'static str,
}

impl Draft {
    /// A kernel about a grouped order of blocks.
    pub(in crate::generate) fn grouped_orders(&mut self) {
        self.odds = ODDS;
        let names = ["bx", "by", "bz"].map(|hint| format!("%{}", self.fresh(hint)));
        self.line(&format!("{} = get_tile_block_id : tile<i32>", names.join(", ")));
        let plane = self.plane();
        let tiles = format!("{} * {}", plane[0].clause(), plane[1].clause());
        let blocks = self.choices.one(&[6, 4, 9, 5, 12]);
        match self.choices.below(8) {
            6..=7 => self.split(&names, &plane),
            0..=3 => {
                let more = if self.slip() { " + 1" } else { "" };
                self.grid.push(format!("{tiles}{more}"));
                self.visit(&names[0], &plane);
            }
            4 => {
                self.grid.push(blocks.to_string());
                self.require(format!("{tiles} == {blocks}"));
                self.visit(&names[0], &plane);
            }
            _ => {
                self.grid.push(blocks.to_string());
                let all = self.binary("muli", &plane[0].count, &plane[1].count, "");
                let how = if self.slip() { "less_than_or_equal" } else { "less_than" };
                let inside = self.compare(how, &names[0], &all);
                self.clause("requires = 0 == 0".to_owned());
                self.region(&format!("if {inside} {{"), |draft| draft.visit(&names[0], &plane));
                self.line("}");
            }
        }
    }

    /// The access of the block, or the round, of that number.
    fn visit(&mut self, number: &str, plane: &[Axis; 2]) {
        let at = self.grouped_place(number, plane.each_ref().map(|axis| axis.count.clone()));
        self.touch_tile(plane, &at);
    }

    /// The rows are split: the block's number along the second axis selects its part of them.
    fn split(&mut self, [number, part, _]: &[String; 3], plane: &[Axis; 2]) {
        let parts = self.choices.one(&[2, 3, 5]);
        let [rows, columns] = plane.each_ref().map(Axis::clause);
        self.require(format!("{rows} >= {parts}"));
        self.grid.push(format!("({rows} / {parts}) * {columns}"));
        let all = if self.slip() { parts + 1 } else { parts };
        self.grid.push(all.to_string());
        let divisor = self.number(parts, "tile<i32>");
        let own = self.binary("divi", &plane[0].count, &divisor, " signed");
        let [row, column] = self.grouped_place(number, [own.clone(), plane[1].count.clone()]);
        let radix = if self.slip() { plane[1].count.clone() } else { own };
        let before = self.binary("muli", part, &radix, "");
        let row = self.binary("addi", &before, &row, "");
        self.touch_tile(plane, &[row, column]);
    }

    /// Row and column of the tile with a number, in groups of the given size.
    pub(super) fn grouped_place(
        &mut self,
        number: &str,
        [mut lines, mut others]: [String; 2],
    ) -> [String; 2] {
        let group = self.group();
        let by_columns = self.choices.rarely(3);
        if by_columns {
            std::mem::swap(&mut lines, &mut others);
        }
        let (line, other) = self.grouped_lines(number, &lines, &others, &group);
        if by_columns != self.slip() { [other, line] } else { [line, other] }
    }

    /// How many lines a group has: a number, or an argument.
    fn group(&mut self) -> Group {
        let sign = self.choices.one(&[" signed", " unsigned", " signed"]);
        if self.choices.rarely(3) {
            let name = self.param("g", "tile<i32>");
            let least = self.near(1);
            self.require(format!("{name} >= {least}"));
            let most = self.choices.one(&[8, 3, 64]);
            self.require(format!("{name} <= {most}"));
            return Group { value: format!("%{name}"), sign };
        }
        let lines = self.choices.one(&[2, 3, 4, 8, 1]);
        let lines = if self.slip() { 0 } else { lines };
        Group { value: self.number(lines, "tile<i32>"), sign }
    }

    /// The number of the line, and of the tile along it.
    fn grouped_lines(&mut self, number: &str, lines: &str, others: &str, group: &Group) -> (String, String) {
        let sign = group.sign;
        let across = if self.slip() { lines } else { others };
        let per = self.binary("muli", &group.value, across, "");
        let which = self.binary("divi", number, &per, sign);
        let first = self.binary("muli", &which, &group.value, "");
        let left = self.binary("subi", lines, &first, "");
        let left = self.perhaps_shifted(&left);
        let here = match self.slip() {
            true if self.choices.flip() => left,
            true => group.value.clone(),
            false => self.binary("mini", &left, &group.value, sign),
        };
        let divisor = if self.slip() { self.binary("muli", &group.value, lines, "") } else { per };
        let inside = self.binary("remi", number, &divisor, sign);
        let of_block = self.choices.rarely(4);
        let place = if of_block { number.to_owned() } else { inside.clone() };
        let place = self.binary("remi", &place, &here, sign);
        let line = self.binary("addi", &first, &place, "");
        let by = if self.slip() { group.value.clone() } else { here };
        let from = if self.slip() { number.to_owned() } else { inside };
        let other = self.binary("divi", &from, &by, sign);
        (self.perhaps_shifted(&line), self.perhaps_shifted(&other))
    }
}
