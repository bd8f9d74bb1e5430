//! Kernels that reach arrays through a table of addresses, and other arrays through arguments. A number in an array of a list is an
//! index: whether it still fits depends on stores to further arrays, with possibly common memory.

use crate::generate::draft::Draft;

/// A mistake is made once in so many places, beside the numbers that are stored.
const ODDS: usize = 40;

/// How deep branches and loops stand in one another.
const DEPTH: usize = 2;

/// Elements of every array.
const LEN: i64 = 4;

/// Words per array of one axis in a table.
const WORDS: i64 = 3;

/// Arrays of numbers, and where control is.
struct Listed {
    /// Pointers to arrays, the first of them an argument.
    pointers: Vec<String>,
    /// Addresses of arrays as numbers, out of the table.
    words: Vec<String>,
    /// The argument that conditions speak of and loops run to.
    argument: String,
    /// The indexed array.
    indexed: String,
    /// The token for the next access.
    token: String,
}

impl Draft {
    /// A kernel about arrays out of a table.
    pub(in crate::generate) fn listed_arrays(&mut self) {
        self.odds = ODDS;
        self.grid.push("1".to_owned());
        let [list, array, indexed] = [("xs", "i64"), ("a", "i32"), ("o", "i32")]
            .map(|(hint, element)| self.param(hint, &format!("tile<ptr<{element}>>")));
        let argument = self.param("n", "tile<i32>");
        self.clause(format!("requires = {argument} >= 0, {argument} <= 2"));
        let count = self.choices.one(&[1, 2]);
        self.clause(format!("list {list}[{count}] : array i32[{LEN}]"));
        self.clause(format!("buffer {array} : i32[{LEN}]"));
        self.clause(format!("contents {array} : 0 <= value && value < {LEN}"));
        self.clause(format!("buffer {indexed} : i32[{LEN}]"));
        if !self.choices.rarely(4) {
            self.clause(format!("alias {list} {array}"));
        }
        if count > 1 && self.choices.flip() {
            self.clause(format!("alias {list} {list}"));
        }
        let token = self.op("t", "make_token : token");
        let pointers = vec![format!("%{array}")];
        let (words, argument) = (Vec::new(), format!("%{argument}"));
        let mut listed = Listed { pointers, words, argument, indexed, token };
        for at in 0..count {
            let pointer = self.listed_pointer(&mut listed, &list, at);
            listed.pointers.push(pointer);
        }
        if self.choices.rarely(3) {
            self.choose_pointer(&mut listed);
        }
        for _ in 0..1 + self.choices.below(3) {
            self.listed_statement(&mut listed, DEPTH);
        }
        self.index_by_element(&mut listed);
    }

    /// The pointer to an array of the table.
    fn listed_pointer(&mut self, listed: &mut Listed, list: &str, at: i64) -> String {
        let place = self.number(at * WORDS, "tile<i32>");
        let types = "tile<ptr<i64>>, tile<i32> -> tile<ptr<i64>>";
        let place = self.op("p", &format!("offset %{list}, {place} : {types}"));
        let (word, token) = (format!("%{}", self.fresh("w")), format!("%{}", self.fresh("t")));
        let wait = &listed.token;
        self.line(&format!(
            "{word}, {token} = load_ptr_tko weak {place} token={wait} : tile<ptr<i64>> -> tile<i64>, token"
        ));
        listed.words.push(word.clone());
        self.op("q", &format!("int_to_ptr {word} : tile<i64> -> tile<ptr<i32>>"))
    }

    /// One of two pointers, by the argument: or of two addresses as numbers, a word of the table and that of an argument.
    fn choose_pointer(&mut self, listed: &mut Listed) {
        if self.choices.flip() {
            let word = listed.words[self.choices.below(listed.words.len())].clone();
            let types = "tile<ptr<i32>> -> tile<i64>";
            let address = self.op("w", &format!("ptr_to_int {} : {types}", listed.pointers[0]));
            let chosen = self.choose_by_argument(listed, [&word, &address], "i64");
            let types = "tile<i64> -> tile<ptr<i32>>";
            let pointer = self.op("q", &format!("int_to_ptr {chosen} : {types}"));
            return listed.pointers.push(pointer);
        }
        let [first, second] =
            [(); 2].map(|()| listed.pointers[self.choices.below(listed.pointers.len())].clone());
        let chosen = self.choose_by_argument(listed, [&first, &second], "ptr<i32>");
        listed.pointers.push(chosen);
    }

    fn choose_by_argument(&mut self, listed: &Listed, [first, second]: [&str; 2], element: &str) -> String {
        let zero = self.number(0, "tile<i32>");
        let is = format!("cmpi equal {}, {zero}, signed : tile<i32> -> tile<i1>", listed.argument);
        let is = self.op("is", &is);
        self.op("q", &format!("select {is}, {first}, {second} : tile<i1>, tile<{element}>"))
    }

    fn listed_statement(&mut self, listed: &mut Listed, depth: usize) {
        match self.choices.below(if depth == 0 { 4 } else { 7 }) {
            0 | 1 => self.store_number(listed),
            2 => self.copy_number(listed),
            3 => self.index_by_element(listed),
            4 | 5 => self.listed_branch(listed, depth - 1),
            _ => self.listed_loop(listed, depth - 1),
        }
    }

    /// A pointer to an element of one of the arrays.
    fn element_pointer(&mut self, listed: &Listed) -> String {
        let pointer = listed.pointers[self.choices.below(listed.pointers.len())].clone();
        let place = self.choices.one(&[0, 0, 1, LEN - 1]);
        let place = if self.slip() { LEN } else { place };
        if place == 0 {
            return pointer;
        }
        let place = self.number(place, "tile<i32>");
        self.op("p", &format!("offset {pointer}, {place} : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>"))
    }

    fn store_value(&mut self, listed: &mut Listed, pointer: &str, value: &str) {
        let wait = if self.slip() { String::new() } else { format!(" token={}", listed.token) };
        let types = "tile<ptr<i32>>, tile<i32> -> token";
        listed.token = self.op("t", &format!("store_ptr_tko weak {pointer}, {value}{wait} : {types}"));
    }

    fn load_value(&mut self, listed: &mut Listed) -> String {
        let pointer = self.element_pointer(listed);
        let (value, token) = (format!("%{}", self.fresh("v")), format!("%{}", self.fresh("t")));
        let wait = &listed.token;
        self.line(&format!(
            "{value}, {token} = load_ptr_tko weak {pointer} token={wait} : tile<ptr<i32>> -> tile<i32>, token"
        ));
        listed.token = self.op("t", &format!("join_tokens {}, {token} : token", listed.token));
        value
    }

    /// A number that is an index, or none.
    fn store_number(&mut self, listed: &mut Listed) {
        let value = self.choices.one(&[1, 100, LEN - 1, -1, LEN]);
        let value = self.number(value, "tile<i32>");
        let pointer = self.element_pointer(listed);
        self.store_value(listed, &pointer, &value);
    }

    /// Stores a number of one array, possibly incremented, to another.
    fn copy_number(&mut self, listed: &mut Listed) {
        let value = self.load_value(listed);
        let step = self.choices.one(&[0, 0, 1]);
        let step = self.number(step, "tile<i32>");
        let value = self.binary("addi", &value, &step, "");
        let pointer = self.element_pointer(listed);
        self.store_value(listed, &pointer, &value);
    }

    /// Reads a number and uses it as an index.
    fn index_by_element(&mut self, listed: &mut Listed) {
        let value = self.load_value(listed);
        let indexed = &listed.indexed;
        let types = "tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>";
        let place = self.op("p", &format!("offset %{indexed}, {value} : {types}"));
        let (argument, wait) = (&listed.argument, &listed.token);
        let types = "tile<ptr<i32>>, tile<i32> -> token";
        listed.token =
            self.op("t", &format!("store_ptr_tko weak {place}, {argument} token={wait} : {types}"));
    }

    fn inner_listed(&mut self, listed: &mut Listed, depth: usize) -> String {
        let before = listed.token.clone();
        self.listed_statement(listed, depth);
        std::mem::replace(&mut listed.token, before)
    }

    fn listed_branch(&mut self, listed: &mut Listed, depth: usize) {
        let one = self.number(1, "tile<i32>");
        let is = format!("cmpi less_than {}, {one}, signed : tile<i32> -> tile<i1>", listed.argument);
        let is = self.op("is", &is);
        let result = format!("%{}", self.fresh("t"));
        self.region(&format!("{result} = if {is} -> (token) {{"), |draft| {
            let token = draft.inner_listed(listed, depth);
            draft.line(&format!("yield {token} : token"));
        });
        self.region("} else {", |draft| draft.line(&format!("yield {} : token", listed.token)));
        self.line("}");
        listed.token = result;
    }

    fn listed_loop(&mut self, listed: &mut Listed, depth: usize) {
        let (zero, one) = (self.number(0, "tile<i32>"), self.number(1, "tile<i32>"));
        let [result, round, carried] = ["t", "k", "t"].map(|hint| format!("%{}", self.fresh(hint)));
        let (upper, wait) = (listed.argument.clone(), listed.token.clone());
        let head = format!(
            "{result} = for {round} in ({zero} to {upper}, step {one}) : tile<i32> iter_values({carried} = {wait}) -> (token) {{"
        );
        self.region(&head, |draft| {
            listed.token = carried;
            let token = draft.inner_listed(listed, depth);
            draft.line(&format!("continue {token} : token"));
        });
        self.line("}");
        listed.token = result;
    }
}
