//! Contracts with numbers of up to 64 bits: their products, quotients and remainders, in conditions, grids and sizes.
//!
//! One launch is chosen first, and all clauses hold in it, so no contract is empty. The kernel often breaks a rule in this launch, so a
//! proof has lost the launch.

use crate::generate::array::Masking;
use crate::generate::draft::Draft;

/// A mistake is made once in so many places.
const ODDS: usize = 12;

/// How deep a term is.
const DEPTH: usize = 2;

/// Exponents of powers of two that arguments are near.
const POWERS: &[u32] = &[62, 61, 60, 62, 31, 32, 62, 40, 61, 62];

/// The bound of the numbers in a clause, for all arguments: beyond it numbers are not distinguished.
const MOST: i128 = 1 << 126;

/// An argument, with its value in the chosen launch.
#[derive(Debug, Clone)]
struct Known {
    name: String,
    value: i128,
    /// The maximum magnitude.
    most: i128,
}

/// A term of a contract: the text, the value in the launch, and the maximum magnitude.
#[derive(Debug, Clone)]
struct Term {
    text: String,
    value: i128,
    most: i128,
}

impl Draft {
    /// A kernel about large numbers.
    pub(in crate::generate) fn large_numbers(&mut self) {
        self.odds = ODDS;
        let known: Vec<Known> = (0..1 + self.choices.below(3)).map(|_| self.large_argument()).collect();
        for _ in 0..1 + self.choices.below(3) {
            self.large_clause(&known);
        }
        let shared = self.large_grid(&known);
        match self.choices.below(6) {
            0 => self.where_it_may_not_be(&known),
            1 | 2 => self.where_else_it_may_be(&known),
            3 => self.high_half(&known),
            4 => self.length_of_a_term(&known),
            _ => self.computed_term(&known),
        }
        if !shared {
            self.grid.push("1".to_owned());
        }
    }

    /// An argument near a power of two, with or without bounds around the power.
    fn large_argument(&mut self) -> Known {
        let wide = self.choices.below(4) != 3;
        let (element, bits) = if wide { ("i64", 63) } else { ("i32", 31) };
        let name = self.param("n", &format!("tile<{element}>"));
        let limit = 1i128 << bits;
        let power = 1i128 << self.choices.one(POWERS).min(bits);
        let value = power + i128::from(self.choices.one(&[0i64, 1, -1, 5]));
        let value = if self.choices.below(6) == 5 { -value } else { value };
        let value = value.clamp(-limit, limit - 1);
        let slack = |draft: &mut Self| [0, 0, 1, 1 << 20, 1 << 60][draft.choices.below(5)];
        if self.choices.below(5) != 4 {
            let least = value - slack(self);
            self.require(format!("{name} >= {}", number(least)));
        }
        if self.choices.below(3) == 0 {
            let most = value + slack(self);
            self.require(format!("{name} <= {}", number(most)));
        }
        Known { name, value, most: limit }
    }

    /// A term with arguments.
    fn term(&mut self, known: &[Known], depth: usize) -> Term {
        let chosen = known[self.choices.below(known.len())].clone();
        let atom = Term { text: chosen.name.clone(), value: chosen.value, most: chosen.most };
        if depth == 0 {
            return atom;
        }
        let left = if self.choices.flip() { atom.clone() } else { self.term(known, depth - 1) };
        let made = match self.choices.below(9) {
            0..=3 => {
                let right = self.term(known, 0);
                product(&left, &right)
            }
            4 => {
                let factor = self.choices.one(&[2i128, 3, 4, 1 << 32]);
                product(&left, &constant(factor))
            }
            5 | 6 => {
                let divisor = self.divisor();
                self.over(&left, divisor)
            }
            7 => {
                let right = self.term(known, 0);
                let (op, most) = (self.choices.one(&["+", "-"]), left.most.saturating_add(right.most));
                let value = if op == "+" { left.value + right.value } else { left.value - right.value };
                Term { text: format!("({} {op} {})", left.text, right.text), value, most }
            }
            _ => {
                let right = self.term(known, 0);
                let least = self.choices.flip();
                let value = if least { left.value.min(right.value) } else { left.value.max(right.value) };
                let word = if least { "min" } else { "max" };
                Term {
                    text: format!("{word}({}, {})", left.text, right.text),
                    value,
                    most: left.most.max(right.most),
                }
            }
        };
        if made.most > MOST { atom } else { made }
    }

    fn divisor(&mut self) -> i128 {
        let power = self.choices.one(&[64u32, 62, 32, 60, 3]);
        (1i128 << power) + self.choices.one(&[0i128, 0, 0, 1, -1])
    }

    /// A quotient or a remainder, by the floor as contracts have them.
    fn over(&mut self, left: &Term, divisor: i128) -> Term {
        let value = left.value;
        let floor = value.div_euclid(divisor);
        match self.choices.below(4) {
            0 | 1 => Term { text: format!("({}) / {divisor}", left.text), value: floor, most: left.most },
            2 => Term {
                text: format!("cdiv({}, {divisor})", left.text),
                value: -(-value).div_euclid(divisor),
                most: left.most,
            },
            _ => Term {
                text: format!("({}) % {divisor}", left.text),
                value: value.rem_euclid(divisor),
                most: divisor,
            },
        }
    }

    /// A clause that holds of the launch that is chosen, unless a mistake is made.
    fn large_clause(&mut self, known: &[Known]) {
        let holds = self.condition_that_holds(known);
        let clause = match self.choices.below(5) {
            0 | 1 => {
                let one = &known[self.choices.below(known.len())];
                let other = self.choices.one(&[1i128, 0, -1]);
                format!("{holds} || {} == {}", one.name, number(one.value - other))
            }
            2 => {
                let also = self.condition_that_holds(known);
                format!("{holds} && {also}")
            }
            _ => holds,
        };
        self.require(clause);
    }

    /// A comparison of a term with its value in the launch, or a number nearby.
    fn condition_that_holds(&mut self, known: &[Known]) -> String {
        let Term { text, value, .. } = self.term(known, DEPTH);
        let slack = [0, 0, 1, 1 << 30][self.choices.below(4)];
        match self.choices.below(6) {
            0 | 1 => format!("{text} <= {}", number(value + slack)),
            2 | 3 => format!("{text} >= {}", number(value - slack)),
            4 => format!("{text} == {}", number(value)),
            _ => format!("{text} != {}", number(value + 1)),
        }
    }

    /// A grid of which a term says how large it is, with a store of each block; or none yet.
    fn large_grid(&mut self, known: &[Known]) -> bool {
        let term = self.term(known, 1);
        if self.choices.below(4) != 3 || term.value <= 0 {
            return false;
        }
        let count = self.choices.one(&[3i128, 2, 1]);
        let divisor = (term.value + count - 1).div_euclid(count).max(1);
        let extent = format!("cdiv({}, {divisor})", term.text);
        self.grid.push(extent.clone());
        let names = ["bx", "by", "bz"].map(|hint| format!("%{}", self.fresh(hint)));
        self.line(&format!("{} = get_tile_block_id : tile<i32>", names.join(", ")));
        let to = self.array("i32", &format!("max({extent}, 0)"), true);
        let index = self.perhaps_shifted(&names[0]);
        let pointer = self.pointers_at(&to, &index, &[]);
        self.store(&to, &pointer, &names[0], &[], &Masking::default());
        true
    }

    /// An access beyond an array, if an argument has its value of the launch, or has not.
    fn where_it_may_not_be(&mut self, known: &[Known]) {
        let one = known[self.choices.below(known.len())].clone();
        let element = if one.most > 1 << 40 { "i64" } else { "i32" };
        let away = self.choices.one(&[0i128, 0, 1, -1]);
        let limit = (one.value + away).clamp(-one.most, one.most - 1);
        let limit = self.op("c", &format!("constant <{element}: {limit}> : tile<{element}>"));
        let how =
            self.choices.one(&["equal", "not_equal", "less_than", "greater_than_or_equal", "greater_than"]);
        self.beyond(&format!("{how} %{}, {limit}, signed : tile<{element}> -> tile<i1>", one.name));
    }

    /// A condition that holds in the launch, or lets an argument differ, and an access beyond an array otherwise. A verifier that loses the
    /// condition loses the access.
    fn where_else_it_may_be(&mut self, known: &[Known]) {
        let one = known[self.choices.below(known.len())].clone();
        let other = self.choices.one(&[1i128, 1, -1]);
        let elsewhere = (one.value + other).clamp(-one.most, one.most - 1);
        let holds = if self.choices.flip() {
            self.condition_that_holds(known)
        } else {
            let right = self.term(known, 0);
            let divisor = self.divisor();
            let product = product(&self.term(known, 0), &right);
            let Term { text, value, .. } = self.over(&product, divisor);
            format!("{text} <= {}", number(value + self.choices.one(&[0i128, 1, 1 << 40])))
        };
        self.require(format!("{holds} || {} == {}", one.name, number(elsewhere)));
        let element = if one.most > 1 << 40 { "i64" } else { "i32" };
        let (how, limit) = self.choices.one(&[("not_equal", elsewhere), ("equal", one.value)]);
        let limit = self.op("c", &format!("constant <{element}: {limit}> : tile<{element}>"));
        self.beyond(&format!("{how} %{}, {limit}, signed : tile<{element}> -> tile<i1>", one.name));
    }

    /// A read that may be beyond an array, under a comparison.
    fn beyond(&mut self, comparison: &str) {
        let is = self.op("is", &format!("cmpi {comparison}"));
        let len = self.choices.one(&[8, 1]);
        self.region(&format!("if {is} {{"), |draft| {
            let at = draft.choices.one(&[len, 100, len - 1]);
            let at = draft.number(at, "tile<i32>");
            let values = draft.array("i8", &len.to_string(), false);
            let pointer = draft.pointers_at(&values, &at, &[]);
            draft.load(&values, &pointer, &[], &Masking::default());
        });
        self.line("}");
    }

    /// An argument as 64 bits.
    fn as_wide(&mut self, one: &Known) -> String {
        if one.most > 1 << 40 {
            return format!("%{}", one.name);
        }
        self.op("w", &format!("exti %{} signed : tile<i32> -> tile<i64>", one.name))
    }

    /// Reads an array at an index of 64 bits, so many elements after one that a term says, or more.
    fn read_far(&mut self, index: &str, len: &str) {
        let values = self.array("i8", len, false);
        let pointer = self.op(
            "p",
            &format!("offset {}, {index} : tile<ptr<i8>>, tile<i64> -> tile<ptr<i8>>", values.value()),
        );
        self.load(&values, &pointer, &[], &Masking::default());
    }

    /// An index that is the high half of a product, from some number on.
    fn high_half(&mut self, known: &[Known]) {
        let (a, b) = (known[0].clone(), known[known.len() - 1].clone());
        let high = |a: i128, b: i128| {
            ((a.cast_unsigned() & u128::from(u64::MAX))
                .saturating_mul(b.cast_unsigned() & u128::from(u64::MAX))
                >> 64) as i128
        };
        let value = high(a.value, b.value);
        let (wide, other) = (self.as_wide(&a), self.as_wide(&b));
        let made = self.op("h", &format!("mulhii {wide}, {other} : tile<i64>"));
        let text = format!("{} * {} / 18446744073709551616", a.name, b.name);
        self.read_from(&made, &text, value);
    }

    /// Reads behind a term's value in the launch: the array's length is the contract's bound on the excess of the
    /// term.
    fn read_from(&mut self, made: &str, text: &str, value: i128) {
        let before = self.choices.one(&[2i128, 0, 5]);
        let start = (value - before).clamp(i64::MIN.into(), i64::MAX.into());
        if self.choices.flip() {
            self.require(format!("{text} >= {}", number(start)));
        }
        let most = before + self.choices.one(&[1i128, 0, 30]);
        if self.choices.flip() {
            self.require(format!("{text} <= {}", number(start + most)));
        }
        let low = self.op("c", &format!("constant <i64: {start}> : tile<i64>"));
        let index = self.op("d", &format!("subi {made}, {low} : tile<i64>"));
        let len = self.near(most as i64 + 1);
        self.read_far(&index, &len.max(1).to_string());
    }

    /// An array with a term as the length, read at the end.
    fn length_of_a_term(&mut self, known: &[Known]) {
        let term = self.term(known, DEPTH);
        let len = self.choices.one(&[4i128, 1, 9]);
        let start = term.value - len;
        let at = self.near(len as i64 - 1);
        let at = self.op("c", &format!("constant <i64: {at}> : tile<i64>"));
        let sign = if start < 0 { format!("+ {}", -start) } else { format!("- {start}") };
        if self.choices.flip() {
            self.require(format!("{} >= {}", term.text, number(term.value)));
        }
        self.read_far(&at, &format!("max({} {sign}, 0)", term.text));
    }

    /// An index that the kernel computes as the contract does, in 64 bits.
    fn computed_term(&mut self, known: &[Known]) {
        let (a, b) = (known[0].clone(), known[known.len() - 1].clone());
        let (x, y) = (self.as_wide(&a), self.as_wide(&b));
        let limit = i128::from(i64::MAX);
        let (made, text, value) = match self.choices.below(4) {
            0 => {
                let divisor =
                    (1i128 << self.choices.one(&[60u32, 32, 62, 3])) + self.choices.one(&[0i128, 1]);
                let by = self.op("c", &format!("constant <i64: {divisor}> : tile<i64>"));
                let made = self.op("q", &format!("divi {x}, {by} signed rounding<negative_inf> : tile<i64>"));
                (made, format!("{} / {divisor}", a.name), a.value.div_euclid(divisor))
            }
            1 => {
                let made = self.op("m", &format!("muli {x}, {y} : tile<i64>"));
                (made, format!("{} * {}", a.name, b.name), (a.value * b.value).clamp(-limit, limit))
            }
            2 => {
                let made = self.op("s", &format!("addi {x}, {y} : tile<i64>"));
                (made, format!("({} + {})", a.name, b.name), (a.value + b.value).clamp(-limit, limit))
            }
            _ => {
                let divisor =
                    (1i128 << self.choices.one(&[40u32, 32, 62, 3])) + self.choices.one(&[0i128, 1]);
                let by = self.op("c", &format!("constant <i64: {divisor}> : tile<i64>"));
                let made = self.op("q", &format!("remi {x}, {by} signed : tile<i64>"));
                (made, format!("{} % {divisor}", a.name), a.value.rem_euclid(divisor))
            }
        };
        self.read_from(&made, &text, value);
    }
}

/// A product; too large a maximum is not a number.
fn product(left: &Term, right: &Term) -> Term {
    let most = left.most.checked_mul(right.most).filter(|most| *most <= MOST);
    let value = left.value.saturating_mul(right.value);
    Term { text: format!("{} * {}", left.text, right.text), value, most: most.unwrap_or(i128::MAX) }
}

/// A constant term.
fn constant(value: i128) -> Term {
    Term { text: value.to_string(), value, most: value.saturating_abs() }
}

/// A number as a contract writes it.
fn number(value: i128) -> String {
    if value < 0 { format!("-{}", value.unsigned_abs()) } else { value.to_string() }
}
