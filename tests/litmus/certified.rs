//! Programs with the facts of their proofs: whatever tokens are taken away, a program comes to the same.

use std::collections::BTreeSet;
use std::fmt::Write;

use driver::certify::{Certified, Fact, certify};
use driver::load::Source;
use driver::proof;
use spec::memory::events::{Content, Location};
use spec::memory::outcomes::Answer;

use crate::draw::Draw;
use crate::harness::{self, File};
use crate::{MOST, random};

/// The result of a program.
pub(crate) enum Tried {
    /// Nothing is proved.
    Unproved,
    /// The number of accesses that wait for less, with equal outcomes.
    Same(usize),
}

/// A program with the facts of its proof beside the program as it was.
pub(crate) fn try_program(file: &File, grid: [u32; 3], arrays: &[&str]) -> Result<Tried, String> {
    let module = file.module.as_ref().map_err(|problem| problem.message.clone())?;
    let source = Source::new(&file.path, &file.text);
    let Ok(proved) = proof::prove(&source, module, &module.kernels[0], None) else {
        return Ok(Tried::Unproved);
    };
    let bytes = frontends::bytecode::write::module(&module.kernels)?;
    let facts = Fact::ALL.into_iter().collect();
    let Certified { bytecode, tokens, .. } =
        certify(&bytes, &proved, &file.path, &facts).map_err(|failure| failure.to_string())?;
    let mut after = frontends::bytecode::module(&bytecode).map_err(|_| "it does not read back")?;
    after.contracts = vec![proved.contract().clone()];
    let text = spec::print::module_in_place(&mut after);
    let with = File { path: file.path.clone(), text, module: Ok(after), cases: Vec::new() };
    let [before, after] = [file, &with].map(|file| explored(file, grid, arrays));
    let (before, after) = (before?, after?);
    if before == after {
        Ok(Tried::Same(tokens))
    } else {
        Err(format!("{before:?}\n{after:?}\n{}", with.text))
    }
}

/// What the reads of an execution give in their order, and what is left in memory.
type Comes = (Vec<Content>, Vec<(Location, Content)>);

/// All outcomes of a program, without operation numbers, and the number of possible violations.
fn explored(file: &File, grid: [u32; 3], arrays: &[&str]) -> Result<(BTreeSet<Comes>, usize), String> {
    let zeros: Vec<_> = arrays.iter().map(|name| ((*name).to_owned(), "i32[1]:zeros".to_owned())).collect();
    let module = file.module.as_ref().map_err(|problem| problem.message.clone())?;
    let prepared = harness::run::prepare(file, Some(&module.kernels[0].name), grid, &zeros)?;
    let options = interp::Options::default();
    let explored = interp::explore(&prepared.kernel, &prepared.launch, &options, MOST);
    let Answer { outcomes, breaches } = explored.map_err(|why| why.to_string())?.answer;
    let comes = |outcome: spec::memory::outcomes::Outcome| {
        (outcome.reads.into_values().collect(), outcome.memory.into_iter().collect())
    };
    Ok((outcomes.into_iter().map(comes).collect(), breaches.len()))
}

/// A program of one or two blocks with weak accesses in chains of tokens, of which most are needless, and a message now and then.
pub(crate) fn chain(number: u64) -> (File, [u32; 3]) {
    let mut draw = Draw::new(number);
    let mut body = String::new();
    let mut tokens: Vec<String> = Vec::new();
    for at in 0..4 + draw.below(3) {
        let array = *draw.one(&["x", "y", "z"]);
        let mut waits = tokens.clone();
        waits.retain(|_| draw.below(9) > 0);
        let token = match &waits[..] {
            [] => String::new(),
            [one] => format!(" token={one}"),
            several => {
                let _ = writeln!(body, "  %j{at} = join_tokens {} : token", several.join(", "));
                format!(" token=%j{at}")
            }
        };
        let how = if draw.below(6) == 0 { "relaxed device" } else { "weak" };
        let pointer = "tile<ptr<i32>>";
        let _ = match draw.below(2) {
            0 => writeln!(
                body,
                "  %r{at}, %t{at} = load_ptr_tko {how} %{array}{token} : {pointer} -> tile<i32>, token"
            ),
            _ => writeln!(
                body,
                "  %t{at} = store_ptr_tko {how} %{array}, %c{at}{token} : {pointer}, tile<i32> -> token"
            ),
        };
        // Only the last token, or all.
        if draw.below(2) == 0 {
            tokens = vec![format!("%t{at}")];
        } else {
            tokens.push(format!("%t{at}"));
        }
    }
    let constants: String =
        (0..8).map(|at| format!("  %c{at} = constant <i32: {}> : tile<i32>\n", at + 1)).collect();
    let buffers: String = ["x", "y", "z"].map(|name| format!("  buffer {name} : i32[1]\n")).concat();
    let text = format!(
        "contract @k {{\n  grid = (1)\n{buffers}}}\nentry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>, %z: tile<ptr<i32>>) {{\n{constants}{body}  return\n}}\n"
    );
    let module = spec::parse::module(&text);
    (File { path: format!("chain {number}"), text, module, cases: Vec::new() }, [1, 1, 1])
}

/// One program in so many is selected.
const DRAWN: u64 = 60;

#[test]
fn programs_come_to_the_same_without_needless_tokens() {
    let (mut proved, mut relaxed, mut failures) = (0, 0, Vec::new());
    for number in 0..DRAWN {
        let (file, grid) = chain(number);
        let message = random::program(2 * number + 1);
        let blocks = [random::blocks(&message), 1, 1];
        for tried in [(&file, grid, &["x", "y", "z"][..]), (&message, blocks, &["x", "y"][..])] {
            match try_program(tried.0, tried.1, tried.2) {
                Ok(Tried::Unproved) => {}
                Ok(Tried::Same(tokens)) => {
                    proved += 1;
                    relaxed += usize::from(tokens > 0);
                }
                Err(why) => failures.push(format!("{why}\n{}", tried.0.text)),
            }
        }
    }
    harness::report("programs come to something else", 2 * DRAWN as usize, &failures);
    assert!(proved > 30 && relaxed > 20, "{proved} proved, {relaxed} of them wait for less");
}
