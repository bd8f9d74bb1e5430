//! Kernels that store to arrays of the block and read them again, in parts and as wholes, under conditions and in loops. A read
//! value is an index; whether it fits depends on the places and the order of stores.

use crate::generate::array::{Array, Masking};
use crate::generate::draft::{Draft, ty};

/// A mistake is made once in so many places.
const ODDS: usize = 24;

/// How deep branches and loops stand in one another.
const DEPTH: usize = 2;

/// The types of accessed elements.
const ELEMENTS: &[&str] = &["i32", "i32", "i32", "i8", "i16", "i64"];

/// Elements of the array that is indexed.
const LEN: i64 = 8;

/// Arrays of the block, and where control is.
struct Locals {
    /// Pointers to bytes, with how many there are.
    arrays: Vec<(String, i64)>,
    /// Indices that arguments give, with the greatest.
    indices: Vec<(String, i64)>,
    /// Stored or read numbers.
    values: Vec<String>,
    /// The token for the next access.
    token: String,
    /// The indexed array.
    from: Array,
}

impl Draft {
    /// A kernel about arrays of the block.
    pub(in crate::generate) fn local_memory(&mut self) {
        self.odds = ODDS;
        self.grid.push("1".to_owned());
        let token = self.op("t", "make_token : token");
        let from = self.array("i32", &LEN.to_string(), false);
        let mut locals = Locals { arrays: Vec::new(), indices: Vec::new(), values: Vec::new(), token, from };
        for _ in 0..1 + self.choices.below(2) {
            let most = self.choices.one(&[1, 3, 7]);
            let name = self.param("i", "tile<i32>");
            let most_said = self.near(most);
            self.clause(format!("requires = {name} >= 0, {name} <= {most_said}"));
            locals.indices.push((format!("%{name}"), most));
            locals.values.push(format!("%{name}"));
        }
        for _ in 0..1 + self.choices.below(2) {
            self.make_local(&mut locals);
        }
        for _ in 0..2 + self.choices.below(4) {
            self.local_statement(&mut locals, DEPTH);
        }
        self.use_local(&mut locals);
    }

    /// An array of the block, most often with zeros in it.
    fn make_local(&mut self, locals: &mut Locals) {
        let (size, alignment) = (self.choices.one(&[16, 8, 32]), self.choices.one(&[8, 4, 8, 16]));
        let array =
            self.op("m", &format!("alloca num_elem = {size}, alignment = {alignment} : tile<ptr<i8>>"));
        locals.arrays.push((array.clone(), size));
        if self.choices.below(4) == 3 {
            return;
        }
        for place in (0..size).step_by(4) {
            let (at, zero) = (self.number(place, "tile<i32>"), self.number(0, "tile<i32>"));
            let pointer = self.local_pointer(&array, &at, "i32");
            self.store_local(locals, &pointer, &zero, "i32");
        }
    }

    fn local_statement(&mut self, locals: &mut Locals, depth: usize) {
        match self.choices.below(if depth == 0 { 7 } else { 12 }) {
            0..=2 => self.store_somewhere(locals),
            3 | 4 => self.use_local(locals),
            5 => self.copy_local(locals),
            6 => self.store_address(locals),
            7 | 8 => self.branch_of_locals(locals, depth - 1),
            9 | 10 => self.loop_of_locals(locals, depth - 1),
            _ => self.remake_local(locals),
        }
    }

    /// A pointer to elements of a type, so many bytes from the start of an array.
    fn local_pointer(&mut self, array: &str, at: &str, element: &str) -> String {
        let bytes =
            self.op("p", &format!("offset {array}, {at} : tile<ptr<i8>>, tile<i32> -> tile<ptr<i8>>"));
        self.op("q", &format!("ptr_to_ptr {bytes} : tile<ptr<i8>> -> tile<ptr<{element}>>"))
    }

    /// A place in an array, at which an element of a type fits unless a mistake is made.
    fn local_place(&mut self, locals: &Locals, element: &str) -> String {
        let (array, size) = locals.arrays[self.choices.below(locals.arrays.len())].clone();
        let width: i64 = element[1..].parse::<i64>().expect("it is an integer") / 8;
        let (index, most) = locals.indices[self.choices.below(locals.indices.len())].clone();
        let at = if self.choices.rarely(3) && (most + 1) * width <= size {
            let width = self.number(width, "tile<i32>");
            self.binary("muli", &index, &width, "")
        } else {
            let count = usize::try_from(size / width).expect("it is not negative");
            let place = i64::try_from(self.choices.below(count)).expect("there are few") * width;
            let place = if self.slip() { place + self.choices.one(&[1, size, -1, 2]) } else { place };
            self.number(place, "tile<i32>")
        };
        self.local_pointer(&array, &at, element)
    }

    fn store_local(&mut self, locals: &mut Locals, pointer: &str, value: &str, element: &str) {
        let wait = if self.slip() { String::new() } else { format!(" token={}", locals.token) };
        let types = format!("tile<ptr<{element}>>, tile<{element}>");
        locals.token =
            self.op("t", &format!("store_ptr_tko weak {pointer}, {value}{wait} : {types} -> token"));
    }

    /// A number that fits as an index, stored as an element of some type.
    fn store_somewhere(&mut self, locals: &mut Locals) {
        let element = self.choices.one(ELEMENTS);
        let known = locals.values.len();
        let value = if self.choices.flip() {
            locals.values[self.choices.below(known)].clone()
        } else {
            let value =
                if self.slip() { self.choices.one(&[LEN, -1, 300]) } else { self.choices.one(&[1, 0, 7]) };
            self.number(value, "tile<i32>")
        };
        let value = self.resized(&value, "i32", element);
        let pointer = self.local_place(locals, element);
        self.store_local(locals, &pointer, &value, element);
    }

    /// A number as one of another width.
    fn resized(&mut self, value: &str, from: &str, to: &str) -> String {
        let width = |element: &str| element[1..].parse::<i64>().expect("it is an integer");
        let types = format!("{} -> {}", ty(&[], from), ty(&[], to));
        match width(from).cmp(&width(to)) {
            std::cmp::Ordering::Equal => value.to_owned(),
            std::cmp::Ordering::Less => self.op("w", &format!("exti {value} unsigned : {types}")),
            std::cmp::Ordering::Greater => self.op("w", &format!("trunci {value} : {types}")),
        }
    }

    /// Reads an element, and an array at that index.
    fn use_local(&mut self, locals: &mut Locals) {
        let element = self.choices.one(ELEMENTS);
        let pointer = self.local_place(locals, element);
        let (value, token) = (format!("%{}", self.fresh("v")), format!("%{}", self.fresh("t")));
        let types = format!("tile<ptr<{element}>> -> tile<{element}>");
        let wait = &locals.token;
        self.line(&format!("{value}, {token} = load_ptr_tko weak {pointer} token={wait} : {types}, token"));
        if !self.slip() {
            locals.token = self.op("t", &format!("join_tokens {}, {token} : token", locals.token));
        }
        let index = self.resized(&value, element, "i32");
        let from = locals.from.clone();
        let pointer = self.pointers_at(&from, &index, &[]);
        self.load(&from, &pointer, &[], &Masking::default());
        locals.values.push(index);
    }

    /// Eight bytes of an array, copied as a tile.
    fn copy_local(&mut self, locals: &mut Locals) {
        let lane = self.op("lane", "iota : tile<8xi32>");
        let ends = [(); 2].map(|()| {
            let (array, size) = locals.arrays[self.choices.below(locals.arrays.len())].clone();
            let most = usize::try_from(size / 4 - 1).expect("it is not negative");
            let place = 4 * i64::try_from(self.choices.below(most)).expect("there are few");
            let place = self.number(place, "tile<i32>");
            let bytes =
                self.op("p", &format!("offset {array}, {place} : tile<ptr<i8>>, tile<i32> -> tile<ptr<i8>>"));
            let all = self.spread(&bytes, "ptr<i8>", &[8]);
            self.op("p", &format!("offset {all}, {lane} : tile<8xptr<i8>>, tile<8xi32> -> tile<8xptr<i8>>"))
        });
        let (value, token) = (format!("%{}", self.fresh("v")), format!("%{}", self.fresh("t")));
        let wait = &locals.token;
        self.line(&format!(
            "{value}, {token} = load_ptr_tko weak {} token={wait} : tile<8xptr<i8>> -> tile<8xi8>, token",
            ends[0]
        ));
        locals.token = self.op("t", &format!("join_tokens {}, {token} : token", locals.token));
        let types = "tile<8xptr<i8>>, tile<8xi8>";
        locals.token = self.op(
            "t",
            &format!("store_ptr_tko weak {}, {value} token={} : {types} -> token", ends[1], locals.token),
        );
    }

    /// The address of an array, stored in another; afterwards the array is the target of the address.
    fn store_address(&mut self, locals: &mut Locals) {
        let which = self.choices.below(locals.arrays.len());
        let (array, size) = locals.arrays[which].clone();
        let address = self.op("n", &format!("ptr_to_int {array} : tile<ptr<i8>> -> tile<i64>"));
        let holder = self.op("m", "alloca num_elem = 1, alignment = 8 : tile<ptr<i64>>");
        self.store_local(locals, &holder, &address, "i64");
        let (value, token) = (format!("%{}", self.fresh("v")), format!("%{}", self.fresh("t")));
        let wait = &locals.token;
        self.line(&format!(
            "{value}, {token} = load_ptr_tko weak {holder} token={wait} : tile<ptr<i64>> -> tile<i64>, token"
        ));
        let again = self.op("m", &format!("int_to_ptr {value} : tile<i64> -> tile<ptr<i8>>"));
        locals.arrays[which] = (again, size);
    }

    /// Statements in a region, with only the token visible behind; returns the token.
    fn inner_statements(&mut self, locals: &mut Locals, depth: usize) -> String {
        let before = (locals.arrays.clone(), locals.values.clone(), locals.token.clone());
        for _ in 0..1 + self.choices.below(2) {
            self.local_statement(locals, depth);
        }
        let token = std::mem::replace(&mut locals.token, before.2);
        (locals.arrays, locals.values) = (before.0, before.1);
        token
    }

    /// Statements on two sides of a branch.
    fn branch_of_locals(&mut self, locals: &mut Locals, depth: usize) {
        let (index, most) = locals.indices[self.choices.below(locals.indices.len())].clone();
        let limit = self.number((most + 1) / 2, "tile<i32>");
        let less = self.op("is", &format!("cmpi less_than {index}, {limit}, signed : tile<i32> -> tile<i1>"));
        let (both, result) = (self.choices.flip(), format!("%{}", self.fresh("t")));
        self.region(&format!("{result} = if {less} -> (token) {{"), |draft| {
            let token = draft.inner_statements(locals, depth);
            draft.line(&format!("yield {token} : token"));
        });
        self.region("} else {", |draft| {
            let token = if both { draft.inner_statements(locals, depth) } else { locals.token.clone() };
            draft.line(&format!("yield {token} : token"));
        });
        self.line("}");
        locals.token = result;
    }

    /// Statements that a loop repeats, a fixed number of times or as often as an argument says.
    fn loop_of_locals(&mut self, locals: &mut Locals, depth: usize) {
        let (zero, one) = (self.number(0, "tile<i32>"), self.number(1, "tile<i32>"));
        let upper = if self.choices.flip() {
            locals.indices[0].0.clone()
        } else {
            let turns = self.choices.one(&[2, 1, 3, 20]);
            self.number(turns, "tile<i32>")
        };
        let (turn, carried) = (format!("%{}", self.fresh("k")), format!("%{}", self.fresh("t")));
        let result = format!("%{}", self.fresh("t"));
        let before = format!(
            "{result} = for {turn} in ({zero} to {upper}, step {one}) : tile<i32> iter_values({carried} = {}) -> (token) {{",
            locals.token
        );
        self.region(&before, |draft| {
            let outer = std::mem::replace(&mut locals.token, carried);
            let values = locals.values.len();
            locals.values.push(turn);
            let token = draft.inner_statements(locals, depth);
            locals.values.truncate(values);
            locals.token = outer;
            draft.line(&format!("continue {token} : token"));
        });
        self.line("}");
        locals.token = result;
    }

    /// An array more, which in a loop is made anew in every round.
    fn remake_local(&mut self, locals: &mut Locals) {
        self.make_local(locals);
        self.store_somewhere(locals);
        self.use_local(locals);
    }
}
