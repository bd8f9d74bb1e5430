//! The reading over terms, over whole tiles of 1024: milliseconds per obligation of an operation, and per operation
//! without obligations. A second benchmark measures the reading as prose.
#![allow(clippy::print_stdout, reason = "a benchmark prints its measurements")]

use std::fmt::Write as _;
use std::time::Instant;

use spec::contract::Bound;
use spec::syntax::attributes::{Attributes, Comparison, Overflow, Signedness};
use spec::syntax::op::Op;
use spec::valid::Valid;

/// Operations in one kernel.
const COUNT: usize = 200;
const RUNS: usize = 5;

fn main() {
    let rows = [
        (Op::Addi, "addi %i, %x{n} : tile<1024xi32>"),
        (Op::Muli, "muli %i, %x{n} overflow<no_signed_wrap> : tile<1024xi32>"),
        // Only a clause about two arguments together bounds the second operand: the solver has to be asked.
        (Op::Muli, "muli %i, %w{n} overflow<no_signed_wrap> : tile<1024xi32>"),
        (Op::Addi, "addi %i, %w{n} overflow<no_signed_wrap> : tile<1024xi32>"),
        (Op::Exti, "exti %x{n} signed : tile<1024xi32> -> tile<1024xi64>"),
        (Op::Cmpi, "cmpi less_than %i, %x{n}, signed : tile<1024xi32> -> tile<1024xi1>"),
    ];
    // The fixed cost of a kernel of this shape.
    check("");
    let empty = (0..RUNS).map(|_| check("").0).fold(f64::INFINITY, f64::min);
    for (op, line) in rows {
        let runs: Vec<(f64, usize)> = (0..RUNS).map(|_| check(line)).collect();
        let least = runs.iter().map(|(time, _)| *time).fold(f64::INFINITY, f64::min) - empty;
        let obligations = runs.first().map_or(0, |(_, obligations)| *obligations);
        let each = least / COUNT as f64;
        println!(
            "{:6} {each:.4} ms an operation, {obligations} obligations of {COUNT} operations",
            op.mnemonic()
        );
        let start = Instant::now();
        for _ in 0..1000 {
            let reading = spec::prose::operation(op, &attributes());
            assert!(reading.is_some());
        }
        println!("{:6} {:.4} ms as prose", "", start.elapsed().as_secs_f64());
    }
}

fn attributes() -> Attributes {
    Attributes {
        signedness: Some(Signedness::Signed),
        comparison: Some(Comparison::LessThan),
        overflow: Overflow { no_signed_wrap: true, no_unsigned_wrap: false },
        ..Attributes::default()
    }
}

/// Milliseconds to check a kernel with so many of one operation, each on an argument of its own bounds, and how many
/// obligations came of it.
fn check(line: &str) -> (f64, usize) {
    let mut body = String::from("  %i = iota : tile<1024xi32>\n  %d = subi %n, %m : tile<i32>\n");
    for n in 0..COUNT {
        let bound = 1_000_000 + n;
        let _ = writeln!(body, "  %b{n} = constant <i32: {bound}> : tile<i32>");
        let _ = writeln!(body, "  %s{n} = mini %n, %b{n} signed : tile<i32>");
        let _ = writeln!(body, "  %r{n} = reshape %s{n} : tile<i32> -> tile<1xi32>");
        let _ = writeln!(body, "  %x{n} = broadcast %r{n} : tile<1xi32> -> tile<1024xi32>");
        let _ = writeln!(body, "  %c{n} = constant <i32: {n}> : tile<i32>");
        let _ = writeln!(body, "  %u{n} = addi %d, %c{n} : tile<i32>");
        let _ = writeln!(body, "  %v{n} = reshape %u{n} : tile<i32> -> tile<1xi32>");
        let _ = writeln!(body, "  %w{n} = broadcast %v{n} : tile<1xi32> -> tile<1024xi32>");
        if !line.is_empty() {
            let _ = writeln!(body, "  %y{n} = {}", line.replace("{n}", &n.to_string()));
        }
    }
    let text = format!(
        "contract @k {{ names = (n, m) grid = (1) requires = n >= 0, n >= m, m >= 0, n - m <= 1000000 }}\n\
         entry @k(%n: tile<i32>, %m: tile<i32>) {{\n{body}  return\n}}\n"
    );
    let module = spec::parse::module(&text).unwrap_or_else(|problem| unreachable!("{}", problem.message));
    let kernel = module.kernels[0].clone();
    let valid = Valid::new(kernel.clone()).unwrap_or_else(|refused| unreachable!("{refused}"));
    let bound = Bound::new(&module.contracts[0], &kernel).unwrap_or_else(|p| unreachable!("{}", p.message));
    let start = Instant::now();
    let report = verify::check(&valid, &bound, &verify::Options::default());
    let time = start.elapsed().as_secs_f64() * 1e3;
    assert!(report.obligations.iter().all(|o| o.status == verify::Status::Proved));
    (time, report.obligations.len())
}
