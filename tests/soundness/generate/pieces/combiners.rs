//! Pieces in which many elements come together, and what comes of them is an index: reductions and scans with combiners
//! of one or two operands, and small products.

use super::views::TILES;
use crate::generate::array::Masking;
use crate::generate::draft::{Draft, ty};

/// How many elements the array has that such an index goes into, about: what combiners really give is not worked out.
const LENGTHS: &[i64] = &[17, 1, 2, 3, 5, 9, 33, 65, 129];

impl Draft {
    /// Elements of a combiner's operand: the same number in each, or their own.
    fn operand(&mut self, extent: i64) -> String {
        let shape = ty(&[extent], "i32");
        match self.choices.below(3) {
            0 => self.number(1, &shape),
            1 => self.op("i", &format!("iota : {shape}")),
            _ => {
                let least = self.choices.one(&[0, -1, 2]);
                self.number(least, &shape)
            }
        }
    }

    /// A step of a combiner; returns the result.
    fn step(&mut self, known: &[String]) -> String {
        let one_of = |draft: &mut Self| known[draft.choices.below(known.len())].clone();
        let (a, b) = (one_of(self), one_of(self));
        let op = self.choices.one(&["addi", "maxi", "mini", "subi", "andi", "xori", "muli"]);
        let sign = if op.starts_with('m') && op != "muli" { " signed" } else { "" };
        match self.choices.below(4) {
            0 => {
                let one = self.choices.one(&[1, -1, 2]);
                let one = self.number(one, "tile<i32>");
                self.binary("addi", &a, &one, "")
            }
            1 => {
                let many = self.choices.one(&[3, 1, 7, 20]);
                let many = self.number(many, "tile<i32>");
                let large = self
                    .op("large", &format!("cmpi greater_than {a}, {many}, signed : tile<i32> -> tile<i1>"));
                let other = one_of(self);
                self.op("n", &format!("select {large}, {b}, {other} : tile<i1>, tile<i32>"))
            }
            _ => self.binary(op, &a, &b, sign),
        }
    }

    /// A reduction or a scan, and an access at a result.
    pub(in crate::generate) fn combined(&mut self) {
        let extent = self.choices.one(TILES);
        let (scans, operands) = (self.choices.flip(), 1 + self.choices.below(2));
        let given: Vec<String> = (0..operands).map(|_| self.operand(extent)).collect();
        let (from, to) =
            (ty(&[extent], "i32"), if scans { ty(&[extent], "i32") } else { "tile<i32>".to_owned() });
        let same = |word: &str| vec![word; operands].join(", ");
        let result = format!("%{}", self.fresh("r"));
        let number = if operands == 1 { String::new() } else { format!(":{operands}") };
        let identity = self.choices.one(&["0 : i32", "1 : i32"]);
        let kind = if scans {
            format!("scan {} dim=0 reverse={}", given.join(", "), self.choices.flip())
        } else {
            format!("reduce {} dim=0", given.join(", "))
        };
        self.line(&format!(
            "{result}{number} = {kind} identities=[{}] : {} -> {}",
            same(identity),
            same(&from),
            same(&to)
        ));
        let params: Vec<String> = (0..2 * operands).map(|_| format!("%{}", self.fresh("e"))).collect();
        let typed: Vec<String> = params.iter().map(|name| format!("{name}: tile<i32>")).collect();
        self.region(&format!("({}) {{", typed.join(", ")), |draft| {
            let mut known = params.clone();
            for _ in 0..operands + draft.choices.below(4) {
                let made = draft.step(&known);
                known.push(made);
            }
            let made = known[known.len() - operands..].join(", ");
            draft.line(&format!("yield {made} : {}", vec!["tile<i32>"; operands].join(", ")));
        });
        self.line("}");
        let chosen = self.choices.below(operands);
        let index = if operands == 1 { result } else { format!("{result}#{chosen}") };
        let shape: &[i64] = if scans { &[extent] } else { &[] };
        self.read_where(&index, shape);
    }

    /// A product of small matrices of bytes, and accesses at its results.
    pub(in crate::generate) fn product(&mut self) {
        let most = self.choices.one(&[2, 1, 3]);
        let bytes = self.array("i8", "4", false);
        let (least, below) = (self.near(0), self.near(most + 1).max(2));
        if !self.slip() {
            self.clause(format!("contents {} : {least} <= value && value < {below}", bytes.name));
        }
        let start = self.number(0, "tile<i32>");
        let pointers = self.pointers(&bytes, &start, 4);
        let (loaded, _) = self.load(&bytes, &pointers, &[4], &Masking::default());
        let factor = self.op("m", &format!("reshape {loaded} : tile<4xi8> -> tile<2x2xi8>"));
        let other = if self.choices.flip() { factor.clone() } else { self.number(most, "tile<2x2xi8>") };
        let added = self.choices.one(&[0, 1]);
        let sum = self.number(added, "tile<2x2xi32>");
        let signs = self.choices.one(&["signed signed", "unsigned signed", "signed unsigned"]);
        let product = self.op(
            "p",
            &format!("mmai {factor}, {other}, {sum} {signs} : tile<2x2xi8>, tile<2x2xi8>, tile<2x2xi32>"),
        );
        let index = self.op("at", &format!("reshape {product} : tile<2x2xi32> -> tile<4xi32>"));
        let len = self.near(2 * most * most + added + 1);
        let values = self.input(&len.to_string());
        let pointers = self.pointers_at(&values, &index, &[4]);
        self.load(&values, &pointers, &[4], &Masking::default());
    }

    /// Reads an array of some length at indices.
    fn read_where(&mut self, index: &str, shape: &[i64]) {
        let len = self.choices.one(LENGTHS);
        let values = self.input(&len.to_string());
        let pointers = self.pointers_at(&values, index, shape);
        self.load(&values, &pointers, shape, &Masking::default());
    }
}
