//! Generated kernels with blocks that wait for flags of others, correct or with slips. A slip is in the awaited block,
//! the awaited value, the setter, the time, or the condition of setting.

use std::fmt::Write;

use crate::case::Case;
use crate::generate::Choices;

const WHO: [&str; 8] = [
    "%before = subi %x, %one",
    "%before = subi %x, %one",
    "%before = subi %x, %one",
    "%before = divi %x, %two signed",
    "%before = subi %x, %x",
    "%before = addi %x, %one",
    "%before = subi %last, %x",
    "%before = remi %next, %n signed",
];
const WAITS: [&str; 6] = [
    "greater_than %x, %zero",
    "greater_than %x, %zero",
    "greater_than %x, %zero",
    "greater_than %x, %one",
    "less_than %x, %last",
    "greater_than_or_equal %x, %zero",
];
const UNTIL: [&str; 7] = [
    "not_equal %v, %zero",
    "not_equal %v, %zero",
    "greater_than %v, %zero",
    "equal %v, %one",
    "equal %v, %two",
    "greater_than %v, %x",
    "less_than %v, %zero",
];
const WHAT: [&str; 6] = ["%one", "%one", "%one", "%next", "%two", "%zero"];
const OWN: [&str; 5] = ["%x", "%x", "%x", "%x", "%last"];
const SETS: [&str; 8] = [
    "",
    "",
    "",
    "",
    "equal %k, %one",
    "equal %odd, %zero",
    "less_than %x, %last",
    "less_than_or_equal %x, %last",
];
const CONTENTS: [&str; 3] = ["value == 0", "value == 0", "0 <= value && value <= 1"];
const CLAUSES: [&str; 4] = [
    "n >= 1, n <= 40, k >= 0, k <= 1",
    "n >= 1, n <= 40, k == 1",
    "n >= 1, n <= 2, k == 1",
    "n == 3, k == 0",
];

/// One of several ways, the first of which is right; `is_right` takes the first.
fn choose<'t>(choices: &mut Choices, all: &[&'t str], is_right: bool) -> &'t str {
    if is_right { all[0] } else { choices.of(all) }
}

/// The kernel of a number, with the question whether its blocks end.
pub(super) fn case(number: usize) -> Case {
    let mut choices = Choices::of_number(number.wrapping_add(1 << 28));
    let (clauses, contents) = (choices.of(&CLAUSES), choices.of(&CONTENTS));
    // Half of them have at most one slip.
    let right = choices.below(8);
    let is_right = |part: usize| right < 4 && right != part;
    let wait = wait(&mut choices, &is_right);
    let is_first = choices.below(4) == 0;
    let mut sets = sets(&mut choices, "s", is_right(3), if is_first { "%t0" } else { "%t1" });
    if choices.below(5) == 0 {
        sets += &self::sets(&mut choices, "r", is_right(3), if is_first { "%t0" } else { "%t1" });
    }
    let leaves = match choices.below(8) {
        0 => "%out = cmpi equal %k, %zero, signed : tile<i32> -> tile<i1>\nif %out {\nreturn\n}\n",
        _ => "",
    };
    let body = if is_first { format!("{sets}{wait}{leaves}") } else { format!("{wait}{leaves}{sets}") };
    let kernel = format!(
        "contract @k {{ closed\n names = (flags, n, k)\n grid = (n)\n requires = {clauses}\n buffer flags : i32[n + 8]\n contents flags : {contents}\n}}
         entry @k(%flags: tile<ptr<i32>>, %n: tile<i32>, %k: tile<i32>) {{
           %x, %y, %z = get_tile_block_id : tile<i32>
           %zero = constant <i32: 0> : tile<i32>
           %one = constant <i32: 1> : tile<i32>
           %two = constant <i32: 2> : tile<i32>
           %last = subi %n, %one : tile<i32>
           %next = addi %x, %one : tile<i32>
           %odd = remi %x, %two signed : tile<i32>
           %t0 = make_token : token
           {body}
           return
         }}"
    );
    let module =
        spec::parse::module(&kernel).unwrap_or_else(|problem| panic!("{}:\n{kernel}", problem.message));
    let property = spec::parse::property("progress").expect("it is a property");
    Case { name: format!("chain {number}\n{kernel}"), module, property }
}

/// A wait, for some blocks, in a loop of its own or in one of several rounds.
fn wait(choices: &mut Choices, is_right: &dyn Fn(usize) -> bool) -> String {
    let who = choose(choices, &WHO, is_right(0));
    let waits = choose(choices, &WAITS, is_right(1));
    let until = choose(choices, &UNTIL, is_right(2));
    let poll = "%end = loop iter_values(%at = %from) : token -> token {
           %v, %l = load_ptr_tko acquire device %theirs token=%at : tile<ptr<i32>> -> tile<i32>, token
           %done = cmpi UNTIL, signed : tile<i32> -> tile<i1>
           if %done {
             break %l : token
           }
           continue %l : token
         }\n"
    .replace("UNTIL", until);
    let theirs = "%theirs = offset %flags, %before : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>\n";
    let inner = if choices.below(4) == 0 {
        // Blocks in turn, from the first on.
        let poll = poll.replace("%from", "%tk");
        format!(
            "%all = for %before in (%zero to %x, step %one) : tile<i32> iter_values(%tk = %t0) -> (token) {{
               {theirs}{poll}continue %end : token
             }}
             yield %all : token\n"
        )
    } else {
        format!("{who} : tile<i32>\n{theirs}{}yield %end : token\n", poll.replace("%from", "%t0"))
    };
    format!(
        "%has = cmpi {waits}, signed : tile<i32> -> tile<i1>
         %t1 = if %has -> (token) {{
           {inner}
         }} else {{
           yield %t0 : token
         }}\n"
    )
}

/// A store to a flag, under a condition or none.
fn sets(choices: &mut Choices, name: &str, is_right: bool, token: &str) -> String {
    let (what, own) = (choose(choices, &WHAT, is_right), choose(choices, &OWN, is_right));
    let condition = choose(choices, &SETS, is_right);
    let mut text = format!("%p{name} = offset %flags, {own} : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>\n");
    let store = format!(
        "%{name} = store_ptr_tko release device %p{name}, {what} token={token} : tile<ptr<i32>>, tile<i32> -> token\n"
    );
    let written = if condition.is_empty() {
        write!(text, "{store}")
    } else {
        write!(
            text,
            "%c{name} = cmpi {condition}, signed : tile<i32> -> tile<i1>\nif %c{name} {{\n{store}}}\n"
        )
    };
    written.expect("text can be written");
    text
}
