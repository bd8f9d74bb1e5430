//! Programs that nobody wrote: a few accesses of all kinds by two or three blocks, in whatever order tokens put them.

use std::fmt::Write;

use crate::draw::Draw;
use crate::harness::File;

/// A program of a number, as a file of one kernel `@k` over two buffers of one element, `x` and `y`.
pub(crate) fn program(number: u64) -> File {
    let mut text = Draft {
        draw: Draw::new(number),
        message: number % 2 == 1,
        body: String::new(),
        names: 0,
        tokens: Vec::new(),
        reads: Vec::new(),
    };
    let blocks = 2 + text.draw.below(2);
    text.block(0, blocks);
    let buffers =
        "buffer x : i32[1]\n  buffer y : i32[1]\n  contents x : value == 0\n  contents y : value == 0";
    let contract = format!("contract @k {{\n  grid = ({blocks})\n  {buffers}\n}}\n");
    let head = "entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {\n  \
                %b, %b1, %b2 = get_tile_block_id : tile<i32>\n  \
                %c0 = constant <i32: 0> : tile<i32>\n  %c1 = constant <i32: 1> : tile<i32>\n  \
                %c2 = constant <i32: 2> : tile<i32>\n";
    let text = format!("{contract}{head}{}  return\n}}\n", text.body);
    let module = spec::parse::module(&text);
    File { path: format!("program {number}"), text, module, cases: Vec::new() }
}

/// How many blocks a program has.
pub(crate) fn blocks(file: &File) -> u32 {
    if file.text.contains("grid = (3)") { 3 } else { 2 }
}

/// An access: to `x` or `y`, with an order and a scope; the stored value, or the update and its operands.
enum Access {
    Load(&'static str, &'static str),
    Store(&'static str, &'static str, String),
    Update(&'static str, &'static str, &'static str, String),
}

struct Draft {
    draw: Draw,
    /// Whether the blocks play parts in a message, or do anything.
    message: bool,
    body: String,
    names: u32,
    /// The visible tokens.
    tokens: Vec<String>,
    /// The values read by the block.
    reads: Vec<String>,
}

impl Draft {
    fn line(&mut self, line: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.body, "  {line}");
    }

    fn name(&mut self, kind: &str) -> String {
        self.names += 1;
        format!("{kind}{}", self.names)
    }

    /// The accesses of a block and of later blocks, each in its own branch.
    fn block(&mut self, number: usize, blocks: usize) {
        if number + 1 == blocks {
            return self.one_block(number);
        }
        let here = self.name("here");
        self.line(&format!("%{here} = cmpi equal %b, %c{number}, unsigned : tile<i32> -> tile<i1>"));
        self.line(&format!("if %{here} {{"));
        self.one_block(number);
        self.line("} else {");
        self.block(number + 1, blocks);
        self.line("}");
    }

    fn one_block(&mut self, number: usize) {
        self.tokens.clear();
        self.reads.clear();
        if self.message { self.part(number) } else { self.accesses() }
    }

    fn accesses(&mut self) {
        let mut open = 0;
        for left in (0..2 + self.draw.below(2)).rev() {
            let access = self.any();
            let read = self.access(access);
            if left > 0 && read.is_some() && self.draw.below(3) == 0 {
                self.only_if(read, "c1");
                open += 1;
            }
        }
        (0..open).for_each(|_| self.line("}"));
    }

    /// A role in a message: the sender, the receiver, or an intruder; each occasionally a little wrong.
    fn part(&mut self, number: usize) {
        match (number, self.draw.below(6)) {
            (0, also) => {
                self.access(Access::Store("x", "weak", "%c1".to_owned()));
                self.access(Access::Store("y", "release device", "%c1".to_owned()));
                match also {
                    0 => _ = self.access(Access::Store("y", "relaxed device", "%c2".to_owned())),
                    1 => _ = self.access(Access::Store("y", "release device", "%c2".to_owned())),
                    _ => {}
                }
            }
            (2, 0) => _ = self.access(Access::Store("y", "release device", "%c2".to_owned())),
            (2, 1) => _ = self.access(Access::Update("y", "relaxed device", "rmw", "add, %c1".to_owned())),
            (2, 2) => _ = self.access(Access::Store("y", "relaxed device", "%c1".to_owned())),
            (_, how) => {
                let read = match how {
                    3 => self.access(Access::Update("y", "acquire device", "rmw", "add, %c0".to_owned())),
                    4 => self.access(Access::Update("y", "acq_rel device", "cas", "%c1, %c2".to_owned())),
                    _ => self.access(Access::Load("y", "acquire device")),
                };
                let wanted = *self.draw.one(&["c1", "c1", "c1", "c1", "c2"]);
                self.only_if(read, wanted);
                match self.draw.below(3) {
                    0 => _ = self.access(Access::Store("x", "weak", "%c2".to_owned())),
                    _ => _ = self.access(Access::Load("x", "weak")),
                }
                self.line("}");
            }
        }
    }

    /// Opens a branch for a value of a read.
    fn only_if(&mut self, read: Option<String>, wanted: &str) {
        let (seen, read) = (self.name("seen"), read.unwrap_or_else(|| wanted.to_owned()));
        self.line(&format!("%{seen} = cmpi equal %{read}, %{wanted}, unsigned : tile<i32> -> tile<i1>"));
        self.line(&format!("if %{seen} {{"));
    }

    /// Any access.
    fn any(&mut self) -> Access {
        let (place, value) = (*self.draw.one(&["x", "y"]), self.value());
        let weak = self.draw.below(4) == 0;
        match self.draw.below(7) {
            0..3 if weak => Access::Load(place, "weak"),
            3..6 if weak => Access::Store(place, "weak", value),
            0..3 => {
                let how = *self.draw.one(&["relaxed device", "acquire device", "acquire sys"]);
                Access::Load(place, how)
            }
            3..6 => {
                let how = *self.draw.one(&["relaxed device", "release device", "release sys"]);
                Access::Store(place, how, value)
            }
            _ => {
                let orders = ["relaxed device", "acquire device", "release device", "acq_rel sys"];
                let how = *self.draw.one(&orders);
                let (what, before) = *self.draw.one(&[("rmw", "add, "), ("rmw", "xchg, "), ("cas", "%c0, ")]);
                Access::Update(place, how, what, format!("{before}{value}"))
            }
        }
    }

    /// One access, sometimes in another manner; returns the read value.
    fn access(&mut self, access: Access) -> Option<String> {
        let (token, done) = (self.waits(), self.name("t"));
        let other = self.draw.below(10);
        let update = matches!(access, Access::Update(..));
        let how = |how: &'static str| match other {
            0 if !update => "weak",
            1 => "relaxed device",
            2 => "relaxed tl_blk",
            _ => how,
        };
        let (to, pointer) = ("tile<i32>, token", "tile<ptr<i32>>");
        let read = match access {
            Access::Load(place, order) => {
                let (read, order) = (self.name("r"), how(order));
                self.line(&format!(
                    "%{read}, %{done} = load_ptr_tko {order} %{place}{token} : {pointer} -> {to}"
                ));
                Some(read)
            }
            Access::Store(place, order, value) => {
                let (order, types) = (how(order), format!("{pointer}, tile<i32> -> token"));
                self.line(&format!("%{done} = store_ptr_tko {order} %{place}, {value}{token} : {types}"));
                None
            }
            Access::Update(place, order, what, values) => {
                let (read, operands) = (self.name("r"), format!("{} %{place}, {values}{token}", how(order)));
                let types = format!("{pointer}, tile<i32> -> {to}");
                self.line(&format!("%{read}, %{done} = atomic_{what}_tko {operands} : {types}"));
                Some(read)
            }
        };
        self.tokens.push(done);
        self.reads.extend(read.clone());
        read
    }

    /// The written value: a number, or a read value.
    fn value(&mut self) -> String {
        match self.reads.last() {
            Some(read) if self.draw.below(3) == 0 => format!("%{read}"),
            Some(_) | None => format!("%c{}", 1 + self.draw.below(2)),
        }
    }

    /// Some of the tokens in sight, mostly all.
    fn waits(&mut self) -> String {
        let mut chosen = self.tokens.clone();
        let seldom = if self.message { 12 } else { 5 };
        chosen.retain(|_| self.draw.below(seldom) > 0);
        match &chosen[..] {
            [] => String::new(),
            [one] => format!(" token=%{one}"),
            several => {
                let all = several.iter().map(|token| format!("%{token}")).collect::<Vec<_>>().join(", ");
                let joined = self.name("j");
                self.line(&format!("%{joined} = join_tokens {all} : token"));
                format!(" token=%{joined}")
            }
        }
    }
}
