//! Kernels that store at places in a mixed radix: remainders and quotients of the block's number by constants, and a
//! lane. Each has a weight, and from some digit on an unknown stride. The weights keep places apart, or are too small
//! by mistake.

use crate::generate::draft::Draft;

/// A mistake is made once in so many places.
const ODDS: usize = 10;

/// A part of a place.
struct Digit {
    /// As a tile of lanes.
    value: String,
    /// The exclusive upper bound.
    radix: i64,
}

impl Draft {
    /// A kernel about places in a mixed radix.
    pub(in crate::generate) fn digits(&mut self) {
        self.odds = ODDS;
        let names = ["bx", "by", "bz"].map(|hint| format!("%{}", self.fresh(hint)));
        self.line(&format!("{} = get_tile_block_id : tile<i32>", names.join(", ")));
        let lanes = self.choices.one(&[2, 4, 1, 8]);
        let (low, middle, high) =
            (self.choices.one(&[4, 2, 3, 8]), self.choices.one(&[2, 3, 4]), self.choices.one(&[2, 3, 1]));
        let blocks = low * middle * high;
        let blocks = self.near(blocks);
        self.grid.push(blocks.to_string());
        let mut digits = self.block_digits(&names[0], [low, middle], high, lanes);
        let lane = self.op("l", &format!("iota : tile<{lanes}xi32>"));
        digits.push(Digit { value: lane, radix: lanes });
        for at in (1..digits.len()).rev() {
            let other = self.choices.below(at + 1);
            digits.swap(at, other);
        }
        let (place, length) = self.place(digits, lanes);
        let array = self.param("o", "tile<ptr<f32>>");
        self.clause(format!("buffer {array} : f32[{length}]"));
        let to = self.spread(&format!("%{array}"), "ptr<f32>", &[lanes]);
        let to = self.op(
            "p",
            &format!(
                "offset {to}, {place} : tile<{lanes}xptr<f32>>, tile<{lanes}xi32> -> tile<{lanes}xptr<f32>>"
            ),
        );
        let one = self.number(1, &format!("tile<{lanes}xf32>"));
        let types = format!("tile<{lanes}xptr<f32>>, tile<{lanes}xf32>");
        self.op("t", &format!("store_ptr_tko weak {to}, {one} : {types} -> token"));
    }

    /// The digits of a block's number, the lowest first, each as people write it.
    fn block_digits(&mut self, block: &str, [low, middle]: [i64; 2], high: i64, lanes: i64) -> Vec<Digit> {
        let by_low = self.number(low, "tile<i32>");
        let both = self.number(low * middle, "tile<i32>");
        let sign = self.choices.one(&[" signed", " unsigned"]);
        let first = self.binary("remi", block, &by_low, sign);
        let second = if self.choices.flip() {
            let inside = self.binary("remi", block, &both, sign);
            self.binary("divi", &inside, &by_low, sign)
        } else {
            let above = self.binary("divi", block, &by_low, sign);
            let radix = self.number(middle, "tile<i32>");
            self.binary("remi", &above, &radix, sign)
        };
        let third = self.binary("divi", block, &both, sign);
        [(first, low), (second, middle), (third, high)]
            .into_iter()
            .map(|(value, radix)| Digit { value: self.spread(&value, "i32", &[lanes]), radix })
            .collect()
    }

    /// The sum of digits with weights, and how many places there are; from some digit on in rows of an unknown length.
    fn place(&mut self, digits: Vec<Digit>, lanes: i64) -> (String, String) {
        let ty = format!("tile<{lanes}xi32>");
        let row = self.choices.below(2 * digits.len());
        let mut sum = self.number(0, &ty);
        let (mut weight, mut columns) = (1, None);
        for (at, digit) in digits.into_iter().enumerate() {
            if at == row && at > 0 {
                columns = Some((sum, weight));
                (sum, weight) = (self.number(0, &ty), 1);
            }
            let by = self.number(weight, &ty);
            let part = self.op("x", &format!("muli {}, {by} : {ty}", digit.value));
            sum = self.op("x", &format!("addi {sum}, {part} : {ty}"));
            weight *= digit.radix;
            if self.slip() {
                weight -= self.choices.one(&[1, 2]).min(weight - 1);
            } else if self.choices.rarely(4) {
                weight += self.choices.one(&[1, 3]);
            }
        }
        let Some((column, width)) = columns else { return (sum, weight.to_string()) };
        let stride = self.param("s", "tile<i32>");
        let least = self.near(width);
        self.require(format!("{stride} >= {least}"));
        self.require(format!("{stride} <= {}", width + 9));
        let all = self.spread(&format!("%{stride}"), "i32", &[lanes]);
        let start = self.op("x", &format!("muli {sum}, {all} : {ty}"));
        let place = self.op("x", &format!("addi {start}, {column} : {ty}"));
        (place, format!("{weight} * {stride}"))
    }
}
