//! Generated float kernels, some of them proved finite: with flushed subnormals, all roundings, ignored NaN, reduced lines, accumulating
//! loops, and an argument that the contract may bound.

use std::fmt::Write;

use crate::case::Case;
use crate::generate::Choices;

const CONSTANTS: [&str; 14] = [
    "0.0", "-0.0", "1.0", "-1.0", "0.5", "1.0e-5", "-15.0", "17.0", "100.0", "-65504.0", "60000.0", "TINY",
    "GREAT", "0.001",
];
const BOUNDS: [&str; 9] = [
    "0 <= value && value <= 1",
    "-1 <= value && value <= 1",
    "1 <= value",
    "0 < value",
    "-1000 <= value && value <= 1000",
    "value < 0",
    "-60000 <= value && value <= 60000",
    "0 <= value",
    "2 < value && value < 3",
];

const NAN: [&str; 2] = ["", " propagate_nan"];
const ROUNDINGS: [&str; 6] =
    ["", "", "", " rounding<positive_inf>", " rounding<negative_inf>", " rounding<zero>"];

/// A kernel under construction.
struct Text {
    text: String,
    values: usize,
    single: bool,
}

/// The kernel of a number, with the question whether what it stores is finite.
pub(super) fn case(number: usize) -> Case {
    let mut choices = Choices::of_number(number.wrapping_add(1 << 20));
    let single = choices.below(3) > 0;
    let element = if single { "f32" } else { "f16" };
    let mut text = Text { text: String::new(), values: 3, single };
    for _ in 0..2 + choices.below(6) {
        text.add(&mut choices);
    }
    let last = text.values - 1;
    let mut contents = String::new();
    for array in ["x", "y", "c"] {
        if choices.below(3) > 0 {
            let _ = writeln!(contents, "  contents {array} : {}", choices.of(&BOUNDS));
        }
    }
    let view = format!("partition_view<tile=(16), tensor_view<16x{element}, strides=[1]>>");
    let open = |array: &str| {
        format!(
            "%t{array} = make_tensor_view %{array}, shape = [16], strides = [1] : tensor_view<16x{element}, strides=[1]>
             %p{array} = make_partition_view %t{array} : {view}\n"
        )
    };
    let load = |array: &str, value: usize| {
        format!(
            "%v{value}, %r{array} = load_view_tko weak %p{array}[%zero] inbounds = [true] : {view}, tile<i32> -> tile<16x{element}>, token\n"
        )
    };
    let pointer = format!("tile<ptr<{element}>>");
    let kernel = format!(
        "contract @k {{ closed\n names = (x, y, o, c)\n grid = (1)\n buffer x : {element}[16]\n buffer y : {element}[16]\n buffer o : {element}[16] uninit\n{contents}}}\n\
         entry @k(%x: {pointer}, %y: {pointer}, %o: {pointer}, %c: tile<{element}>) {{
           %zero = constant <i32: 0> : tile<i32>
           %one = constant <i32: 1> : tile<i32>
           %c1 = reshape %c : tile<{element}> -> tile<1x{element}>
           %v2 = broadcast %c1 : tile<1x{element}> -> tile<16x{element}>
           {}{}{}{}{}{}
           %s = store_view_tko weak %v{last}, %po[%zero] inbounds = [true] : tile<16x{element}>, {view}, tile<i32> -> token
           return
         }}",
        open("x"), open("y"), open("o"), load("x", 0), load("y", 1), text.text
    );
    let module =
        spec::parse::module(&kernel).unwrap_or_else(|problem| panic!("{}:\n{kernel}", problem.message));
    let property = spec::parse::property("finite(o)").expect("it is a property");
    Case { name: format!("floats {number}\n{kernel}"), module, property }
}

impl Text {
    fn ty(&self) -> &'static str {
        if self.single { "tile<16xf32>" } else { "tile<16xf16>" }
    }

    fn scalar(&self) -> &'static str {
        if self.single { "f32" } else { "f16" }
    }

    /// Adds an operation.
    fn add(&mut self, choices: &mut Choices) {
        let (ty, scalar, new) = (self.ty(), self.scalar(), self.values);
        let any = |choices: &mut Choices| {
            format!("%v{}", if choices.below(2) == 0 { new - 1 } else { choices.below(new) })
        };
        let operands = [any(choices), any(choices), any(choices)];
        let flush = if self.single && choices.below(3) == 0 { " flush_to_zero" } else { "" };
        let rounding = choices.of(&ROUNDINGS);
        let line = match choices.below(14) {
            0..=4 => self.elementwise(choices, &operands, (flush, rounding)),
            5 | 6 => {
                let (tiny, great) = if self.single { ("1.0e-40", "3.0e38") } else { ("6.0e-8", "65000.0") };
                let number = choices.of(&CONSTANTS).replace("TINY", tiny).replace("GREAT", great);
                format!("%v{new} = constant <{scalar}: {number}> : {ty}")
            }
            7..=9 => self.reduced(choices, &operands, flush),
            10 => {
                let (how, [a, b, c]) = (choices.of(&["ordered", "unordered"]), &operands);
                format!(
                    "%b{new} = cmpf less_than {how} {a}, {b} : {ty} -> tile<16xi1>
                     %v{new} = select %b{new}, {b}, {c} : tile<16xi1>, {ty}"
                )
            }
            11 => {
                let other = if self.single { "tile<16xf16>" } else { "tile<16xf32>" };
                let a = &operands[0];
                format!("%w{new} = ftof {a} : {ty} -> {other}\n%v{new} = ftof %w{new} : {other} -> {ty}")
            }
            _ => self.looped(choices, &operands, rounding),
        };
        self.text.push_str(&line);
        self.text.push('\n');
        self.values += 1;
    }

    /// An operation element by element.
    fn elementwise(
        &self,
        choices: &mut Choices,
        [a, b, c]: &[String; 3],
        (flush, rounding): (&str, &str),
    ) -> String {
        let (ty, new) = (self.ty(), self.values);
        match choices.below(4) {
            0 => {
                let op = choices.of(&["addf", "subf", "subf", "mulf", "divf"]);
                format!("%v{new} = {op} {a}, {b}{rounding}{flush} : {ty}")
            }
            1 => {
                let (op, nan) = (choices.of(&["maxf", "minf"]), choices.of(&NAN));
                format!("%v{new} = {op} {a}, {b}{flush}{nan} : {ty}")
            }
            2 => {
                let op = choices
                    .of(&["exp", "exp2", "tanh", "absf", "negf", "sqrt", "rsqrt", "log", "floor", "sin"]);
                let flush = if ["exp2", "sqrt", "rsqrt"].contains(&op) { flush } else { "" };
                format!("%v{new} = {op} {a}{flush} : {ty}")
            }
            _ => format!("%v{new} = fma {a}, {b}, {c}{rounding}{flush} : {ty}"),
        }
    }

    /// A line that is reduced, and laid under every element again.
    fn reduced(&self, choices: &mut Choices, [a, ..]: &[String; 3], flush: &str) -> String {
        let (ty, scalar, new) = (self.ty(), self.scalar(), self.values);
        let (op, identity) = match (choices.below(4), self.single) {
            (0, true) => ("maxf", "0xFF800000"),
            (0, false) => ("maxf", "0xFC00"),
            (1, true) => ("minf", "0x7F800000"),
            (1, false) => ("minf", "0x7C00"),
            (2, _) => ("maxf", "0.0"),
            _ => ("addf", "0.0"),
        };
        let nan = if op == "addf" { "" } else { choices.of(&NAN) };
        format!(
            "%m{new} = reduce {a} dim=0 identities=[{identity} : {scalar}] : {ty} -> tile<{scalar}> (%left: tile<{scalar}>, %right: tile<{scalar}>) {{
               %more = {op} %left, %right{flush}{nan} : tile<{scalar}>
               yield %more : tile<{scalar}>
             }}
             %n{new} = reshape %m{new} : tile<{scalar}> -> tile<1x{scalar}>
             %v{new} = broadcast %n{new} : tile<1x{scalar}> -> {ty}"
        )
    }

    /// A loop with additions to the carried value.
    fn looped(&self, choices: &mut Choices, [a, b, c]: &[String; 3], rounding: &str) -> String {
        let (ty, new) = (self.ty(), self.values);
        let turns = choices.of(&["3", "40", "200"]);
        let (op, other) = (choices.of(&["addf", "addf", "fma"]), choices.of(&["addf", "subf", "maxf"]));
        let second = if op == "fma" { format!("{b}, %acc") } else { "%acc".to_owned() };
        let rounding = if choices.below(2) == 0 { rounding } else { "" };
        // A nested loop, which adds to the carried value, or scales the value.
        let (inner, end) = match choices.below(3) {
            0 => {
                let inside = choices.of(&["addf %in, %p", "addf %p, %in", "subf %in, %p", "mulf %in, %p"]);
                let text = format!(
                    "%k{new} = constant <i32: 5> : tile<i32>
                     %w = for %j{new} in (%zero to %k{new}, step %one) : tile<i32> iter_values(%in = %q) -> ({ty}) {{
                       %x2 = {inside} : {ty}
                       continue %x2 : {ty}
                     }}"
                );
                (text, "%w")
            }
            _ => (String::new(), "%q"),
        };
        format!(
            "%u{new} = constant <i32: {turns}> : tile<i32>
             %v{new} = for %i{new} in (%zero to %u{new}, step %one) : tile<i32> iter_values(%acc = {c}) -> ({ty}) {{
               %p = {op} {a}, {second}{rounding} : {ty}
               %q = {other} %p, {b} : {ty}
               {inner}
               continue {end} : {ty}
             }}"
        )
    }
}
