//! Tests every legal element-wise operation of every type and mode against its definition. [`Machine`] runs special and arbitrary
//! operands, all 8-bit operands, and with `SLOW=1` all 16-bit operands. `FILTER=text` picks operations.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use spec::ops::accuracy::Accuracy;
use spec::syntax::format;
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

use super::piece::{Piece, operands};
use super::reference::{Wanted, distance, wanted};
use crate::ir::ptx::Line;
use crate::tests::sample;

#[expect(clippy::print_stdout, reason = "lengths are what people want to see")]
/// Runs one operation over its operands; returns error texts.
fn check(operands_of: &[Scalar], text: &str, count: usize) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut before: Vec<Line> = Vec::new();
    for sm in [80, 90] {
        let piece = match Piece::new(operands_of, text, sm) {
            None => return wrong,
            Some(Err(why)) => return vec![format!("{text}: {why}")],
            Some(Ok(piece)) => piece,
        };
        if piece.lines == before {
            break;
        }
        before.clone_from(&piece.lines);
        LEGAL.fetch_add(1, Relaxed);
        let skews: &[i64] = if piece.approximates() { &[0, 1, -1] } else { &[0] };
        let accuracy = |inputs: &[u64]| wanted(&piece, inputs);
        for inputs in operands(&piece.from, count) {
            let want = accuracy(&inputs);
            if want == Wanted::Any {
                continue;
            }
            for skew in skews {
                let got = piece.run(&inputs, *skew);
                if !want.holds(got, piece.to) {
                    let show = |bits: u64, scalar: Scalar| {
                        format::value(bits, scalar)
                            .map_or_else(|| format!("{bits:#x}"), |value| format!("{value:e} ({bits:#x})"))
                    };
                    let inputs: Vec<String> =
                        inputs.iter().zip(&piece.from).map(|(bits, scalar)| show(*bits, *scalar)).collect();
                    wrong.push(format!(
                        "{text} on {operands_of:?} for sm_{sm}: of {inputs:?} {}, not {want:?}",
                        show(got, piece.to)
                    ));
                    break;
                }
            }
        }
        if sm == 80 && std::env::var_os("SHOW").is_some() {
            println!("{:4} instructions: {text} of {:?}", piece.len(), piece.from);
        }
    }
    wrong.truncate(3);
    wrong
}

const INTEGERS: [Scalar; 5] = [Scalar::I1, Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64];
const FLOATS: [Scalar; 4] = [Scalar::F16, Scalar::Bf16, Scalar::F32, Scalar::F64];
const ALL_FLOATS: [Scalar; 9] = [
    Scalar::F16,
    Scalar::Bf16,
    Scalar::F32,
    Scalar::F64,
    Scalar::Tf32,
    Scalar::F8E4m3fn,
    Scalar::F8E5m2,
    Scalar::F8E8m0fnu,
    Scalar::F4E2m1fn,
];
const MODES: [&str; 8] = [
    "",
    " rounding<nearest_even>",
    " rounding<zero>",
    " rounding<negative_inf>",
    " rounding<positive_inf>",
    " rounding<nearest_away>",
    " rounding<approx>",
    " rounding<full>",
];

/// How many pieces of code were run.
static LEGAL: AtomicUsize = AtomicUsize::new(0);

fn all(cases: impl IntoIterator<Item = (Vec<Scalar>, String)>, count: usize) {
    let filter = std::env::var("FILTER").unwrap_or_default();
    let cases: Vec<_> = cases.into_iter().filter(|(_, text)| text.contains(&filter)).collect();
    let before = LEGAL.load(Relaxed);
    let count = sample(count) as usize;
    let wrong: Vec<String> = cases.iter().flat_map(|(from, text)| check(from, text, count)).collect();
    assert!(LEGAL.load(Relaxed) > before || !filter.is_empty(), "none was legal");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// An operation of operands, in text.
type Case = (Vec<Scalar>, String);

/// Of the operations on integers alone, those in no text.
#[test]
fn no_operation_on_integers_is_forgotten() {
    let texts: Vec<String> = integers().into_iter().chain(conversions()).map(|(_, text)| text).collect();
    for op in Op::INTEGERS {
        let name = format!(" {} ", op.mnemonic());
        assert!(
            texts.iter().any(|text| text.contains(&name)),
            "add `{}` to a list of this file",
            op.mnemonic()
        );
    }
}

#[test]
fn integers_are_computed() {
    all(integers(), 3000);
}

fn integers() -> Vec<Case> {
    let mut cases = Vec::new();
    for scalar in INTEGERS {
        for op in ["addi", "subi", "muli", "andi", "ori", "xori", "shli", "mulhii"] {
            cases.push((vec![scalar; 2], format!("%r = {op} %x, %y : tile<{scalar}>")));
        }
        for op in ["negi", "absi"] {
            cases.push((vec![scalar], format!("%r = {op} %x : tile<{scalar}>")));
        }
        for (op, signs) in ["mini", "maxi", "remi", "shri", "divi"]
            .into_iter()
            .flat_map(|op| ["signed", "unsigned"].map(|signs| (op, signs)))
        {
            let modes: &[&str] = if op == "divi" {
                &["", " rounding<zero>", " rounding<negative_inf>", " rounding<positive_inf>"]
            } else {
                &[""]
            };
            for mode in modes {
                cases.push((vec![scalar; 2], format!("%r = {op} %x, %y {signs}{mode} : tile<{scalar}>")));
            }
        }
        for comparison in
            ["equal", "not_equal", "less_than", "less_than_or_equal", "greater_than", "greater_than_or_equal"]
        {
            for signs in ["signed", "unsigned"] {
                cases.push((
                    vec![scalar; 2],
                    format!("%r = cmpi {comparison} %x, %y, {signs} : tile<{scalar}> -> tile<i1>"),
                ));
            }
        }
    }
    cases
}

#[test]
fn integers_are_converted() {
    all(conversions(), 20000);
}

fn conversions() -> Vec<Case> {
    let mut cases = Vec::new();
    for from in INTEGERS.into_iter().chain([Scalar::I4]) {
        for to in INTEGERS.into_iter().chain([Scalar::I4]) {
            cases.push((vec![from], format!("%r = trunci %x : tile<{from}> -> tile<{to}>")));
            for signs in ["signed", "unsigned"] {
                cases.push((vec![from], format!("%r = exti %x {signs} : tile<{from}> -> tile<{to}>")));
            }
        }
        for (to, signs) in
            ALL_FLOATS.into_iter().flat_map(|to| ["signed", "unsigned"].map(|signs| (to, signs)))
        {
            cases.push((vec![from], format!("%r = itof %x {signs} : tile<{from}> -> tile<{to}>")));
        }
    }
    cases
}

#[test]
fn floats_are_converted() {
    let mut cases = Vec::new();
    for from in ALL_FLOATS {
        for to in ALL_FLOATS {
            cases.extend(
                MODES.map(|mode| (vec![from], format!("%r = ftof %x{mode} : tile<{from}> -> tile<{to}>"))),
            );
        }
        for (to, signs) in INTEGERS.into_iter().flat_map(|to| ["signed", "unsigned"].map(|signs| (to, signs)))
        {
            for saturating in ["", " saturating"] {
                cases.push((
                    vec![from],
                    format!("%r = ftoi %x {signs}{saturating} : tile<{from}> -> tile<{to}>"),
                ));
            }
        }
    }
    all(cases, 20000);
}

#[test]
fn floats_are_computed() {
    let mut cases = Vec::new();
    for scalar in FLOATS {
        for (mode, flush) in
            MODES.into_iter().flat_map(|mode| ["", " flush_to_zero"].map(|flush| (mode, flush)))
        {
            for op in ["addf", "subf", "mulf", "divf"] {
                cases.push((vec![scalar; 2], format!("%r = {op} %x, %y{mode}{flush} : tile<{scalar}>")));
            }
            cases.push((vec![scalar; 3], format!("%r = fma %x, %y, %z{mode}{flush} : tile<{scalar}>")));
            cases.push((vec![scalar], format!("%r = sqrt %x{mode}{flush} : tile<{scalar}>")));
        }
        for op in ["negf", "absf", "ceil", "floor"] {
            cases.push((vec![scalar], format!("%r = {op} %x : tile<{scalar}>")));
        }
        cases.push((vec![scalar; 2], format!("%r = remf %x, %y : tile<{scalar}>")));
        for (op, mode) in ["maxf", "minf"].into_iter().flat_map(|op| {
            ["", " propagate_nan", " flush_to_zero", " flush_to_zero propagate_nan"].map(|mode| (op, mode))
        }) {
            cases.push((vec![scalar; 2], format!("%r = {op} %x, %y{mode} : tile<{scalar}>")));
        }
        for comparison in
            ["equal", "not_equal", "less_than", "less_than_or_equal", "greater_than", "greater_than_or_equal"]
        {
            for ordering in ["ordered", "unordered"] {
                cases.push((
                    vec![scalar; 2],
                    format!("%r = cmpf {comparison} {ordering} %x, %y : tile<{scalar}> -> tile<i1>"),
                ));
            }
        }
    }
    all(cases, 4000);
}

#[test]
fn functions_are_near() {
    let mut cases = Vec::new();
    for scalar in FLOATS {
        for (mode, flush) in ["", " rounding<approx>", " rounding<full>"]
            .into_iter()
            .flat_map(|mode| ["", " flush_to_zero"].map(|flush| (mode, flush)))
        {
            for op in ["exp", "exp2", "log", "log2", "rsqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh"] {
                cases.push((vec![scalar], format!("%r = {op} %x{mode}{flush} : tile<{scalar}>")));
            }
        }
        for op in ["atan2", "fpowf"] {
            cases.push((vec![scalar; 2], format!("%r = {op} %x, %y : tile<{scalar}>")));
        }
        for exponent in INTEGERS {
            cases.push((
                vec![scalar, exponent],
                format!("%r = fpowi %x, %y : tile<{scalar}>, tile<{exponent}>"),
            ));
        }
    }
    all(cases, 10000);
}

/// The functions of binary64, against values that were computed with more digits than that.
#[test]
#[expect(clippy::print_stdout, reason = "errors are what people want to see")]
fn functions_are_near_exact_values() {
    let mut worst: BTreeMap<&str, (f64, u32)> = BTreeMap::new();
    let mut pieces: BTreeMap<&str, Piece> = BTreeMap::new();
    for line in include_str!("functions.txt").lines().filter(|line| !line.starts_with('#')) {
        let (name, numbers) = line.split_once(' ').expect("a name");
        let bits: Vec<u64> =
            numbers.split(' ').map(|word| u64::from_str_radix(word, 16).expect("bits")).collect();
        let (inputs, exact) = bits.split_at(bits.len() - 2);
        let piece = pieces.entry(name).or_insert_with(|| {
            let operands = if inputs.len() == 2 { "%x, %y" } else { "%x" };
            let text = format!("%r = {name} {operands} : tile<f64>");
            Piece::new(&vec![Scalar::F64; inputs.len()], &text, 80)
                .expect("it is legal")
                .expect("it has code")
        });
        let Some(Accuracy::Ulps(ulps)) = piece.accuracy else { panic!("{name} is near") };
        let [exact, rest] = [0, 1].map(|at| f64::from_bits(exact[at]));
        let worst = worst.entry(name).or_insert((0.0, ulps));
        for skew in [0, 1, -1] {
            let off = distance(f64::from_bits(piece.run(inputs, skew)), exact, rest, Scalar::F64);
            assert!(off <= f64::from(ulps), "{line}: {off} units in the last place");
            worst.0 = worst.0.max(off);
        }
    }
    for (name, (off, ulps)) in &worst {
        println!("{name:6} {off:.3} of {ulps}");
    }
    assert_eq!(worst.len(), 13, "every function is there");
}
