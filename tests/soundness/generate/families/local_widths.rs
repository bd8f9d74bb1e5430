//! Kernels that store bytes of the block at one width on one path and at another width on the other path, and read them at a third.
//! The number that is read is an index: whether it fits depends on both stores.

use crate::generate::draft::Draft;

/// A mistake is made once in so many places, beside the length of the array that is indexed.
const ODDS: usize = 40;

/// Stored elements, each with its bytes and constants.
const STORED: &[(&str, i64, &[&str])] = &[
    ("i1", 1, &["true", "false"]),
    ("i8", 1, &["5", "1", "0", "-1", "2"]),
    ("i1", 1, &["true", "true", "false"]),
    ("i16", 2, &["5", "256", "1", "257"]),
    ("i32", 4, &["5", "1", "0", "65536"]),
    ("f32", 4, &["1.0", "0.0"]),
];

/// Read elements.
const READ: &[(&str, i64)] = &[("i8", 1), ("i1", 1), ("i8", 1), ("i16", 2), ("i32", 4)];

/// Bytes of the array of the block.
const BYTES: i64 = 8;

/// The array of the block, and where control is.
struct Bytes {
    array: String,
    /// The argument of conditions.
    argument: String,
    /// The token for the next access.
    token: String,
}

impl Draft {
    /// A kernel about bytes of the block at several widths.
    pub(in crate::generate) fn local_widths(&mut self) {
        self.odds = ODDS;
        self.grid.push("1".to_owned());
        let token = self.op("t", "make_token : token");
        let name = self.param("n", "tile<i32>");
        let most = self.choices.one(&[1, 3]);
        self.clause(format!("requires = {name} >= 0, {name} <= {most}"));
        let array = self.op("m", &format!("alloca num_elem = {BYTES}, alignment = 8 : tile<ptr<i8>>"));
        let mut bytes = Bytes { array, argument: format!("%{name}"), token };
        for at in [0, 4] {
            if self.choices.rarely(6) {
                continue;
            }
            let (pointer, zero) = (self.byte_pointer(&bytes, at, "i32"), self.number(0, "tile<i32>"));
            self.store_bytes(&mut bytes, &pointer, &zero, "i32");
        }
        for _ in 0..1 + self.choices.below(2) {
            match self.choices.below(4) {
                0 | 1 => self.store_on_both_sides(&mut bytes),
                2 => self.store_in_rounds(&mut bytes),
                _ => self.store_constant(&mut bytes),
            }
        }
        self.index_by_bytes(&bytes);
    }

    fn byte_pointer(&mut self, bytes: &Bytes, at: i64, element: &str) -> String {
        let at = self.number(at, "tile<i32>");
        let array = &bytes.array;
        let place =
            self.op("p", &format!("offset {array}, {at} : tile<ptr<i8>>, tile<i32> -> tile<ptr<i8>>"));
        if element == "i8" {
            return place;
        }
        self.op("q", &format!("ptr_to_ptr {place} : tile<ptr<i8>> -> tile<ptr<{element}>>"))
    }

    fn store_bytes(&mut self, bytes: &mut Bytes, pointer: &str, value: &str, element: &str) {
        let wait = &bytes.token;
        let types = format!("tile<ptr<{element}>>, tile<{element}> -> token");
        bytes.token = self.op("t", &format!("store_ptr_tko weak {pointer}, {value} token={wait} : {types}"));
    }

    /// A constant at the start of the array, or near it.
    fn store_constant(&mut self, bytes: &mut Bytes) {
        let (element, width, constants) = self.choices.one(STORED);
        let constant = self.choices.one(constants);
        let at = if self.choices.rarely(3) { width } else { 0 };
        let pointer = self.byte_pointer(bytes, at, element);
        let value = self.op("c", &format!("constant <{element}: {constant}> : tile<{element}>"));
        self.store_bytes(bytes, &pointer, &value, element);
    }

    /// Runs a store and returns the token behind it; earlier waits repeat.
    fn store_inside(&mut self, bytes: &mut Bytes) -> String {
        let before = bytes.token.clone();
        self.store_constant(bytes);
        if self.choices.rarely(4) {
            self.store_constant(bytes);
        }
        std::mem::replace(&mut bytes.token, before)
    }

    /// A store on one path, and another on the other path, of another width most of the time.
    fn store_on_both_sides(&mut self, bytes: &mut Bytes) {
        let argument = bytes.argument.clone();
        self.store_where(bytes, &argument);
    }

    fn store_where(&mut self, bytes: &mut Bytes, argument: &str) {
        let limit = self.choices.one(&[0, 1]);
        let limit = self.number(limit, "tile<i32>");
        let is = self.op("is", &format!("cmpi equal {argument}, {limit}, signed : tile<i32> -> tile<i1>"));
        let (result, one_sided) = (format!("%{}", self.fresh("t")), self.choices.rarely(4));
        self.region(&format!("{result} = if {is} -> (token) {{"), |draft| {
            let token = draft.store_inside(bytes);
            draft.line(&format!("yield {token} : token"));
        });
        self.region("} else {", |draft| {
            let token = if one_sided { bytes.token.clone() } else { draft.store_inside(bytes) };
            draft.line(&format!("yield {token} : token"));
        });
        self.line("}");
        bytes.token = result;
    }

    /// Stores, one chosen per iteration of a loop.
    fn store_in_rounds(&mut self, bytes: &mut Bytes) {
        let (zero, one) = (self.number(0, "tile<i32>"), self.number(1, "tile<i32>"));
        let [result, round, carried] = ["t", "k", "t"].map(|hint| format!("%{}", self.fresh(hint)));
        let (upper, wait) = (bytes.argument.clone(), bytes.token.clone());
        let head = format!(
            "{result} = for {round} in ({zero} to {upper}, step {one}) : tile<i32> iter_values({carried} = {wait}) -> (token) {{"
        );
        let branches = self.choices.flip();
        self.region(&head, |draft| {
            bytes.token = carried;
            if branches {
                draft.store_where(bytes, &round);
            } else {
                draft.store_constant(bytes);
            }
            draft.line(&format!("continue {} : token", bytes.token));
        });
        self.line("}");
        bytes.token = result;
    }

    /// Reads a number and stores at the place in an array that it says.
    fn index_by_bytes(&mut self, bytes: &Bytes) {
        let (element, width) = self.choices.one(READ);
        let at = if self.choices.rarely(4) { width } else { 0 };
        let pointer = self.byte_pointer(bytes, at, element);
        let (value, token) = (format!("%{}", self.fresh("v")), format!("%{}", self.fresh("t")));
        let wait = &bytes.token;
        let types = format!("tile<ptr<{element}>> -> tile<{element}>");
        self.line(&format!("{value}, {token} = load_ptr_tko weak {pointer} token={wait} : {types}, token"));
        let index = if element == "i32" {
            value
        } else {
            let sign = if self.choices.rarely(3) { "signed" } else { "unsigned" };
            self.op("w", &format!("exti {value} {sign} : tile<{element}> -> tile<i32>"))
        };
        let array = self.param("o", "tile<ptr<i32>>");
        let len = self.choices.one(&[2, 6, 3, 258, 256, 1]);
        self.clause(format!("buffer {array} : i32[{len}]"));
        let place =
            self.op("p", &format!("offset %{array}, {index} : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>"));
        let types = "tile<ptr<i32>>, tile<i32> -> token";
        self.op("t", &format!("store_ptr_tko weak {place}, {} token={token} : {types}", bytes.argument));
    }
}
