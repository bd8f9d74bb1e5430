//! Element-wise operations over tiles of 1024 elements, every rule checked: elements a second.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use interp::{Options, run};
use spec::parse::module;
use spec::syntax::launch::Launch;
use spec::valid::Valid;

const TILE: u64 = 1024;
const TIMES: u64 = 1000;

/// The operations of an iteration.
const OPERATIONS: &[(&str, &str)] = &[
    ("addi", "%r = addi %x, %x : tile<1024xi32>"),
    ("muli no_signed_wrap", "%r = muli %x, %x overflow<no_signed_wrap> : tile<1024xi32>"),
    ("exti", "%r = exti %x signed : tile<1024xi32> -> tile<1024xi64>"),
    ("cmpi", "%r = cmpi less_than %x, %y, signed : tile<1024xi32> -> tile<1024xi1>"),
    ("divi", "%r = divi %x, %z signed : tile<1024xi32>"),
    ("addi i64", "%r = addi %w, %w : tile<1024xi64>"),
    ("addf", "%r = addf %f, %f : tile<1024xf32>"),
    ("addf bf16", "%r = addf %b, %b : tile<1024xbf16>"),
    ("fma", "%r = fma %f, %f, %f : tile<1024xf32>"),
    ("addf rounding<zero>", "%r = addf %f, %f rounding<zero> : tile<1024xf32>"),
    ("maxf", "%r = maxf %f, %f : tile<1024xf32>"),
    ("select", "%r = select %c, %x, %y : tile<1024xi1>, tile<1024xi32>"),
];

fn main() {
    divan::main();
}

fn names() -> impl Iterator<Item = &'static str> {
    OPERATIONS.iter().map(|(name, _)| *name)
}

#[divan::bench(args = names())]
fn elements(bencher: Bencher<'_, '_>, name: &str) {
    let (_, operation) = OPERATIONS.iter().find(|(known, _)| *known == name).expect("the name is listed");
    let text = format!(
        "entry @k() {{
           %x = iota : tile<1024xi32>
           %one = constant <i32: 1> : tile<1024xi32>
           %y = addi %x, %one : tile<1024xi32>
           %z = addi %y, %one : tile<1024xi32>
           %w = exti %x signed : tile<1024xi32> -> tile<1024xi64>
           %f = itof %x signed : tile<1024xi32> -> tile<1024xf32>
           %b = itof %x signed : tile<1024xi32> -> tile<1024xbf16>
           %c = cmpi less_than %x, %y, signed : tile<1024xi32> -> tile<1024xi1>
           %lower = constant <i32: 0> : tile<i32>
           %upper = constant <i32: {TIMES}> : tile<i32>
           %step = constant <i32: 1> : tile<i32>
           for %i in (%lower to %upper, step %step) : tile<i32> {{
             {operation}
             continue
           }}
           return
         }}"
    );
    let module = module(&text).expect("the kernel parses");
    let kernel = Valid::new(module.kernels[0].clone()).expect("the kernel is valid");
    let launch = Launch { grid: [1; 3], arguments: Vec::new(), buffers: Vec::new(), blocks: None };
    bencher
        .counter(ItemsCount::new(TILE * TIMES))
        .bench(|| run(black_box(&kernel), black_box(&launch), &Options::default()).expect("it is defined"));
}
