//! Generated loops with a carried maximum and sum, as in an online softmax, correct or with slips. A slip is in the
//! subtracted value, the scaling of sum and mean, masks, initial values, or the number of iterations.

use crate::case::Case;
use crate::generate::Choices;

const WIDE: &str = "tile<4x8xf32>";
const LINE: &str = "tile<4x1xf32>";

const BOUNDS: [&str; 4] = [
    "-10 <= value && value <= 10",
    "-1 <= value && value <= 1",
    "0 <= value",
    "-1000 <= value && value <= 1000",
];
const ROUNDS: [&str; 6] = ["n", "n", "1", "2", "3", "200"];
const CLAUSES: [&str; 4] = ["n >= 1, n <= 50", "n >= 0, n <= 50", "n >= 2, n <= 3", "n >= 1, n <= 1000000"];
const FAR: [&str; 4] = ["0xFF800000", "0xFF800000", "-1.0e30", "-8.0"];
const FIRST: [&str; 5] = ["0xFF800000", "0xFF800000", "-1.0e30", "0.0", "50.0"];
const SEEN: [&str; 6] = [
    "greater_than_or_equal %rows, %columns",
    "greater_than_or_equal %rows, %columns",
    "less_than %columns, %rows",
    "greater_than_or_equal %columns, %three",
    "less_than %columns, %three",
    "less_than %columns, %rows",
];
const GREATER: [&str; 6] =
    ["maxf %m, %r", "maxf %m, %r", "maxf %r, %m", "maxf %m, %r", "minf %m, %r", "maxf %r, %l"];
const ALPHA: [&str; 7] = ["%m, %mn", "%m, %mn", "%m, %mn", "%m, %mn", "%mn, %m", "%r, %mn", "%m, %r"];
const SUM: [&str; 7] = [
    "%ln = fma %l, %alpha, %t",
    "%ln = fma %l, %alpha, %t",
    "%la = mulf %l, %alpha : tile<4x1xf32>\n%ln = addf %la, %t",
    "%la = mulf %alpha, %l : tile<4x1xf32>\n%ln = addf %t, %la",
    "%ln = addf %l, %t",
    "%ln = mulf %l, %alpha",
    "%la = mulf %l, %alpha : tile<4x1xf32>\n%ln = subf %la, %t",
];
const SLIP: [&str; 8] = ["", "", "", "", "", "0.5", "1.0e-20", "-1.0"];

/// The kernel of a number, with the question whether what it stores is finite.
pub(super) fn case(number: usize) -> Case {
    let mut choices = Choices::of_number(number.wrapping_add(1 << 24));
    let loop_text = round(&mut choices);
    let clauses = choices.of(&CLAUSES);
    let rounds = choices.of(&ROUNDS);
    let end = if rounds == "n" {
        "%e = addi %n, %zero : tile<i32>".to_owned()
    } else {
        format!("%e = constant <i32: {rounds}> : tile<i32>")
    };
    let contents: String =
        ["x", "y"].iter().map(|array| format!("  contents {array} : {}\n", choices.of(&BOUNDS))).collect();
    let begin = choices.of(&["0.0", "0.0", "0.0", "1.0"]);
    let last = choices.of(&["%z#2, %lw", "%z#2, %lw", "%z#2, %lw", "%ones, %lw", "%lw, %lw"]);
    let (first, far) = (choices.of(&FIRST), choices.of(&FAR));
    let view = "partition_view<tile=(4x8), padding_value = zero, tensor_view<?x8xf32, strides=[8,1]>>";
    let open = |array: &str, rows: &str| {
        format!(
            "%t{array} = make_tensor_view %{array}, shape = [%{rows}, 8], strides = [8, 1] : tile<i32> -> tensor_view<?x8xf32, strides=[8,1]>
             %p{array} = make_partition_view %t{array} : {view}\n"
        )
    };
    let kernel = format!(
        "contract @k {{ closed\n names = (x, y, o, n)\n grid = (1)\n requires = {clauses}\n buffer x : f32[n * 32]\n buffer y : f32[n * 32]\n buffer o : f32[32] uninit\n{contents}}}
         entry @k(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %o: tile<ptr<f32>>, %n: tile<i32>) {{
           %zero = constant <i32: 0> : tile<i32>
           %one = constant <i32: 1> : tile<i32>
           %four = constant <i32: 4> : tile<i32>
           %all = muli %n, %four : tile<i32>
           %i4 = iota : tile<4xi32>
           %i4r = reshape %i4 : tile<4xi32> -> tile<4x1xi32>
           %rows = broadcast %i4r : tile<4x1xi32> -> tile<4x8xi32>
           %i8 = iota : tile<8xi32>
           %i8r = reshape %i8 : tile<8xi32> -> tile<1x8xi32>
           %three = constant <i32: 3> : tile<4x8xi32>
           %m0 = constant <f32: {first}> : {LINE}
           %l0 = constant <f32: {begin}> : {LINE}
           %a0 = constant <f32: 0.0> : {WIDE}
           %far = constant <f32: {far}> : {WIDE}
           %ones = constant <f32: 1.0> : {WIDE}
           {end}
           {}{}{}
           {loop_text}
           %lw = broadcast %z#1 : {LINE} -> {WIDE}
           %v = divf {last} : {WIDE}
           %s = store_view_tko weak %v, %po[%zero, %zero] : {WIDE}, {view}, tile<i32> -> token
           return
         }}",
        open("x", "all"), open("y", "all"), open("o", "four")
    );
    let module =
        spec::parse::module(&kernel).unwrap_or_else(|problem| panic!("{}:\n{kernel}", problem.message));
    let property = spec::parse::property("finite(o)").expect("it is a property");
    Case { name: format!("online {number}\n{kernel}"), module, property }
}

/// The loop.
fn round(choices: &mut Choices) -> String {
    let view = "partition_view<tile=(4x8), padding_value = zero, tensor_view<?x8xf32, strides=[8,1]>>";
    let load = |array: &str| {
        format!(
            "%v{array}, %r{array} = load_view_tko weak %p{array}[%at, %zero] : {view}, tile<i32> -> {WIDE}, token\n"
        )
    };
    let from = choices.of(&["%at8", "%at8", "%zero"]);
    let seen = choices.of(&SEEN);
    let (scores, r, xs) = scores(choices);
    let weights = weights(choices, r, xs);
    format!(
        "%z:3 = for %at in (%zero to %e, step %one) : tile<i32> iter_values(%m = %m0, %l = %l0, %acc = %a0) -> ({LINE}, {LINE}, {WIDE}) {{
           %eight = constant <i32: 8> : tile<i32>
           %at8 = muli %at, %eight : tile<i32>
           %at1 = reshape {from} : tile<i32> -> tile<1x1xi32>
           %at_w = broadcast %at1 : tile<1x1xi32> -> tile<1x8xi32>
           %col = addi %at_w, %i8r : tile<1x8xi32>
           %columns = broadcast %col : tile<1x8xi32> -> tile<4x8xi32>
           %seen = cmpi {seen}, signed : tile<4x8xi32> -> tile<4x8xi1>
           {}{}{scores}{weights}{}
           continue %mn, %ln, %an : {LINE}, {LINE}, {WIDE}
         }}",
        load("x"),
        load("y"),
        sums(choices)
    )
}

/// What is weighed, scaled and masked, and the greatest of each line: under which names.
fn scores(choices: &mut Choices) -> (String, &'static str, &'static str) {
    let scale = choices.of(&["", "", "0.5", "3.0", "-1.0"]);
    let is_late = choices.below(2) == 0;
    let scaled = |name: &str, of: &str, ty: &str| {
        let number = if scale.is_empty() { "1.0" } else { scale };
        format!("%c{name} = constant <f32: {number}> : {ty}\n%{name} = mulf {of}, %c{name} : {ty}\n")
    };
    let early = if is_late { format!("%sx = addf %vx, %a0 : {WIDE}\n") } else { scaled("sx", "%vx", WIDE) };
    let late = if is_late {
        scaled("r", "%r1", LINE) + &scaled("xs", "%sm", WIDE)
    } else {
        format!(
            "%zl = constant <f32: 0.0> : {LINE}\n%r = addf %r1, %zl : {LINE}\n%xs = addf %sm, %a0 : {WIDE}\n"
        )
    };
    // Sums with zero are not another tile: half of the time the greatest is the tile's own.
    let is_other = is_late || choices.below(3) == 0;
    let (late, r, xs) = if is_other { (late, "%r", "%xs") } else { (String::new(), "%r1", "%sm") };
    let masked = match choices.below(4) {
        0 => format!("%sm = addf %sx, %a0 : {WIDE}"),
        1 => format!("%add = select %seen, %a0, %far : tile<4x8xi1>, {WIDE}\n%sm = addf %sx, %add : {WIDE}"),
        _ => format!("%sm = select %seen, %sx, %far : tile<4x8xi1>, {WIDE}"),
    };
    let text = format!(
        "{early}{masked}
         %r0 = reduce %sm dim=1 identities=[0xFF800000 : f32] : {WIDE} -> tile<4xf32> (%ga: tile<f32>, %gb: tile<f32>) {{
           %gc = maxf %ga, %gb : tile<f32>
           yield %gc : tile<f32>
         }}
         %r1 = reshape %r0 : tile<4xf32> -> {LINE}
         {late}"
    );
    (text, r, xs)
}

/// The greatest so far, the weights, and by what is scaled.
fn weights(choices: &mut Choices, r: &str, xs: &str) -> String {
    let power = choices.of(&["exp", "exp2"]);
    let slip = choices.of(&SLIP);
    let (alpha_name, slipped) = if slip.is_empty() {
        ("alpha", String::new())
    } else {
        ("al", format!("%cs = constant <f32: {slip}> : {LINE}\n%alpha = mulf %al, %cs : {LINE}\n"))
    };
    let of = |text: &str| text.replace("%r,", &format!("{r},")).replace(", %r", &format!(", {r}"));
    let greater = of(&format!("{} : {LINE}", choices.of(&GREATER)));
    let alpha = of(&format!("{} : {LINE}", choices.of(&ALPHA)));
    let minus = choices
        .of(&["%xs, %mw", "%xs, %mw", "%xs, %mw", "%xs, %mw", "%mw, %xs", "%vx, %mw"])
        .replace("%xs", xs);
    format!(
        "%mn = {greater}
         %mw = broadcast %mn : {LINE} -> {WIDE}
         %d = subf {minus} : {WIDE}
         %p = {power} %d : {WIDE}
         %e1 = subf {alpha}
         %{alpha_name} = {power} %e1 : {LINE}
         {slipped}"
    )
}

/// The sum of weights, and the weighted sum.
fn sums(choices: &mut Choices) -> String {
    let mean = match choices.below(4) {
        0 | 1 => format!(
            "%vt = reshape %vy : {WIDE} -> tile<8x4xf32>
             %w0 = constant <f32: 0.0> : tile<4x4xf32>
             %w4 = mmaf %p, %vt, %w0 : {WIDE}, tile<8x4xf32>, tile<4x4xf32>
             %w8 = cat %w4, %w4 dim = 1 : tile<4x4xf32>, tile<4x4xf32> -> {WIDE}
             %an = fma %acc, %aw, %w8"
        ),
        2 => format!("%as = mulf %acc, %aw : {WIDE}\n%an = fma %p, %vy, %as"),
        _ => format!("%pv = mulf %p, %vy : {WIDE}\n%an = addf %acc, %pv"),
    };
    format!(
        "%t0 = reduce %p dim=1 identities=[0.0 : f32] : {WIDE} -> tile<4xf32> (%ta: tile<f32>, %tb: tile<f32>) {{
           %tc = addf %ta, %tb : tile<f32>
           yield %tc : tile<f32>
         }}
         %t = reshape %t0 : tile<4xf32> -> {LINE}
         {} : {LINE}
         %aw = broadcast %alpha : {LINE} -> {WIDE}
         {mean} : {WIDE}",
        choices.of(&SUM)
    )
}
