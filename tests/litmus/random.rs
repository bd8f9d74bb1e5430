//! Programs that nobody wrote: a few accesses of all kinds by two or three blocks, in whatever order tokens put them.

use std::fmt::Write;

use crate::draw::Draw;
use crate::harness::File;

/// A program of a number, as a file of one kernel `@k` over two buffers of one element, `x` and `y`.
pub(crate) fn program(number: u64) -> File {
    let mut text = Draft {
        draw: Draw::new(number),
        body: String::new(),
        names: 0,
        tokens: Vec::new(),
        reads: Vec::new(),
    };
    let blocks = 2 + text.draw.below(2);
    text.block(0, blocks);
    let contract =
        format!("contract @k {{\n  grid = ({blocks})\n  buffer x : i32[1]\n  buffer y : i32[1]\n}}\n");
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

struct Draft {
    draw: Draw,
    body: String,
    names: u32,
    /// The tokens that are in sight.
    tokens: Vec<String>,
    /// What the block has read.
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

    /// The accesses of a block and of those after it, each in a branch of its own.
    fn block(&mut self, number: usize, blocks: usize) {
        if number + 1 == blocks {
            return self.accesses();
        }
        let here = self.name("here");
        self.line(&format!("%{here} = cmpi equal %b, %c{number}, unsigned : tile<i32> -> tile<i1>"));
        self.line(&format!("if %{here} {{"));
        self.accesses();
        self.line("} else {");
        self.block(number + 1, blocks);
        self.line("}");
    }

    fn accesses(&mut self) {
        self.tokens.clear();
        self.reads.clear();
        let mut open = 0;
        for left in (0..2 + self.draw.below(2)).rev() {
            let read = self.access();
            if let Some(read) = read
                && left > 0
                && self.draw.below(3) == 0
            {
                let seen = self.name("seen");
                self.line(&format!("%{seen} = cmpi equal %{read}, %c1, unsigned : tile<i32> -> tile<i1>"));
                self.line(&format!("if %{seen} {{"));
                open += 1;
            }
        }
        (0..open).for_each(|_| self.line("}"));
    }

    /// One access; gives what it reads.
    fn access(&mut self) -> Option<String> {
        let token = self.waits();
        let (place, done) = (*self.draw.one(&["x", "y"]), self.name("t"));
        let value = self.value();
        let scope = *self.draw.one(&["device", "device", "device", "device", "sys", "tl_blk"]);
        let pointer = "tile<ptr<i32>>";
        let read = match self.draw.below(7) {
            0..3 => {
                let read = self.name("r");
                let how = self.order(&["relaxed", "acquire", "acquire"], scope);
                let types = format!("{pointer} -> tile<i32>, token");
                self.line(&format!("%{read}, %{done} = load_ptr_tko {how} %{place}{token} : {types}"));
                Some(read)
            }
            3..6 => {
                let how = self.order(&["relaxed", "release", "release"], scope);
                let types = format!("{pointer}, tile<i32> -> token");
                self.line(&format!("%{done} = store_ptr_tko {how} %{place}, {value}{token} : {types}"));
                None
            }
            _ => {
                let (read, order) =
                    (self.name("r"), *self.draw.one(&["relaxed", "acquire", "release", "acq_rel"]));
                let (what, values) = *self.draw.one(&[("rmw", "add, "), ("rmw", "xchg, "), ("cas", "%c0, ")]);
                let types = format!("{pointer}, tile<i32> -> tile<i32>, token");
                let operands = format!("{order} {scope} %{place}, {values}{value}{token}");
                self.line(&format!("%{read}, %{done} = atomic_{what}_tko {operands} : {types}"));
                Some(read)
            }
        };
        self.tokens.push(done);
        self.reads.extend(read.clone());
        read
    }

    /// What is written: a number, or what was read.
    fn value(&mut self) -> String {
        match self.reads.last() {
            Some(read) if self.draw.below(3) == 0 => format!("%{read}"),
            Some(_) | None => format!("%c{}", 1 + self.draw.below(2)),
        }
    }

    fn order(&mut self, strong: &[&str], scope: &str) -> String {
        if self.draw.below(4) == 0 { "weak".to_owned() } else { format!("{} {scope}", self.draw.one(strong)) }
    }

    /// Some of the tokens in sight, mostly all.
    fn waits(&mut self) -> String {
        let mut chosen = self.tokens.clone();
        chosen.retain(|_| self.draw.below(5) > 0);
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
