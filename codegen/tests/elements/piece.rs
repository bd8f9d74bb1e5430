//! The code of an element-wise operation, with operands.

use std::collections::HashMap;

use spec::ops::accuracy::{self, Accuracy};
use spec::syntax::attributes::Rounding;
use spec::syntax::format;
use spec::syntax::kernel::Operation;
use spec::syntax::types::{Element, Scalar};
use spec::valid::Valid;

use super::thread::Machine;
use crate::analysis::parameters::ParameterFacts;
use crate::ir::builder::Builder;
use crate::ir::ptx::{Class, Inst, Line, Mode, Reg, Round};
use crate::ir::value::class;
use crate::layout::linear::Layout;
use crate::lower::operation::lower_operation;
use crate::tests::one_of;
use crate::{Options, Target};

/// The code of one operation, with the places of operands and result.
pub(crate) struct Piece {
    pub(crate) lines: Vec<Line>,
    constants: HashMap<String, Vec<u64>>,
    inputs: Vec<Reg>,
    result: Reg,
    /// The operation.
    pub(crate) op: Operation,
    /// The types of operands and of the result.
    pub(crate) from: Vec<Scalar>,
    pub(crate) to: Scalar,
    /// How near the result has to be.
    pub(crate) accuracy: Option<Accuracy>,
}

/// The bits of an integer or a float as registers hold them.
fn held(bits: u64, scalar: Scalar) -> u64 {
    let shift = 64 - scalar.bits();
    if scalar.is_integer() && scalar != Scalar::I1 {
        ((bits << shift).cast_signed() >> shift).cast_unsigned()
    } else {
        bits
    }
}

impl Piece {
    /// The code of the last operation with a result; `None` for an illegal operation.
    pub(crate) fn new(operands: &[Scalar], text: &str, sm: u32) -> Option<Result<Piece, String>> {
        let params: Vec<String> = operands
            .iter()
            .zip(["x", "y", "z"])
            .map(|(scalar, name)| format!("%{name}: tile<{scalar}>"))
            .collect();
        let kernel = format!("entry @k({}) {{\n{text}\nreturn\n}}\n", params.join(", "));
        let module = spec::parse::module(&kernel).unwrap_or_else(|why| panic!("{kernel}: {why:?}"));
        let kernel = Valid::new(module.kernels.into_iter().next()?).ok()?;
        let op = kernel.operations().filter(|op| !op.results.is_empty()).last()?.clone();
        let scalar = |value| match kernel.tile(value).element {
            Element::Scalar(scalar) => scalar,
            Element::Pointer(_) => Scalar::I64,
        };
        let from: Vec<Scalar> = op.operands.iter().map(|value| scalar(*value)).collect();
        let to = scalar(op.results[0]);
        let mut code = Builder::new(
            &kernel,
            &ParameterFacts::default(),
            Target { sm },
            Options::default(),
            5,
            lower_operation,
        );
        let mut inputs = Vec::new();
        for value in &op.operands {
            let reg = code.reg(class(kernel.tile(*value).element));
            code.set_tile(*value, Layout::splat(&[]), vec![reg]);
            inputs.push(reg);
        }
        if let Err(problem) = lower_operation(&mut code, &op) {
            return Some(Err(problem.message));
        }
        let result = code.scalar(op.results[0]);
        let accuracy = accuracy::of(&kernel, &op).map(|row| row.accuracy);
        let (code, _) = code.finish();
        let constants = code.globals.iter().map(|line| array(line)).collect();
        Some(Ok(Piece { lines: code.lines, constants, inputs, result, op, from, to, accuracy }))
    }

    /// The bits of the result.
    pub(crate) fn run(&self, operands: &[u64], skew: i64) -> u64 {
        let mut machine = Machine::new(&self.constants, skew);
        for ((reg, bits), scalar) in self.inputs.iter().zip(operands).zip(&self.from) {
            let bits = held(*bits, *scalar);
            machine.set(*reg, bits);
        }
        machine.run(&self.lines);
        let bits = machine.get(self.result);
        let width = self.to.bits();
        let canonical = held(bits & if width == 64 { u64::MAX } else { (1 << width) - 1 }, self.to);
        let kept = if self.result.class == Class::B32 { canonical & 0xffff_ffff } else { canonical };
        assert_eq!(bits, kept, "{:?}: not as registers hold a {}", self.op.op, self.to);
        bits & if width == 64 { u64::MAX } else { (1 << width) - 1 }
    }

    /// Whether some instruction is only near.
    pub(crate) fn approximates(&self) -> bool {
        let near = |line: &Line| {
            matches!(
                &line.inst,
                Inst::Compute { mode: Mode { round: Some(Round::Approx | Round::Full), .. }, .. }
            )
        };
        self.lines.iter().any(near)
    }

    /// The number of instructions.
    pub(crate) fn len(&self) -> usize {
        self.lines.len()
    }
}

/// The words of an array's declaration.
fn array(line: &str) -> (String, Vec<u64>) {
    let name = line.split(['[', ' ']).find(|word| word.starts_with("tile_")).expect("a name");
    let words = line
        .split(['{', '}', ','])
        .filter_map(|word| u64::from_str_radix(word.trim().strip_prefix("0x")?, 16).ok());
    (name.to_owned(), words.collect())
}

/// A sequence of arbitrary numbers.
struct Arbitrary(u64);

impl Arbitrary {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
}

/// Operands of a type that are worth a look: ends of ranges, their neighbours, and what lies between two floats of another format.
#[expect(clippy::too_many_lines, reason = "a list of numbers")]
fn special(scalar: Scalar) -> Vec<u64> {
    let bits = scalar.bits();
    let mask = if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
    if bits <= 8 {
        return (0..=mask).collect();
    }
    let mut all: Vec<u64> = if scalar.is_integer() {
        let powers =
            (0..bits).flat_map(|bit| [-1i64, 0, 1, 3].map(|by| (1u64 << bit).wrapping_add_signed(by)));
        powers.flat_map(|value| [value, value.wrapping_neg()]).collect()
    } else {
        let numbers = [
            0.0,
            0.1,
            0.25,
            0.3,
            0.5,
            0.75,
            1.0,
            1.5,
            2.0,
            2.5,
            3.0,
            6.0,
            7.0,
            10.0,
            100.0,
            127.5,
            255.5,
            448.0,
            464.0,
            480.0,
            57344.0,
            61440.0,
            65504.0,
            65520.0,
            2147483647.0,
            2147483648.0,
            4294967295.0,
            4294967296.0,
            9.2e18,
            1.9e19,
            3.4e38,
            1e300,
            f64::INFINITY,
            f64::NAN,
            std::f64::consts::PI,
            std::f64::consts::E,
            88.7,
            88.8,
            103.9,
            104.0,
            709.8,
            745.2,
            150.0,
        ];
        let powers = [
            -1074, -1022, -150, -149, -127, -126, -134, -133, -30, -25, -24, -16, -14, -15, -10, -9, -7, -6,
            15, 16, 31, 52, 126, 127, 128, 1023,
        ]
        .map(|power| 2f64.powi(power / 2) * 2f64.powi(power - power / 2));
        let near = numbers
            .iter()
            .chain(&powers)
            .filter_map(|number| format::convert(*number, scalar, Rounding::NearestEven));
        near.flat_map(|at| [at.wrapping_sub(1), at, at + 1])
            .flat_map(|at| [at, at ^ 1 << (bits - 1)])
            .collect()
    };
    all.iter_mut().for_each(|value| *value &= mask);
    all.sort_unstable();
    all.dedup();
    all
}

/// An arbitrary operand: bits, or of a float a number of moderate size.
fn arbitrary(scalar: Scalar, source: &mut Arbitrary) -> u64 {
    let bits = source.next();
    let mask = if scalar.bits() == 64 { u64::MAX } else { (1 << scalar.bits()) - 1 };
    let moderate = if scalar.is_integer() { None } else { Some(source.next()).filter(|kind| kind % 2 == 0) };
    match moderate {
        Some(_) => {
            let number = (bits as u32 as f64 / 2f64.powi(31) - 1.0) * 2f64.powi((bits >> 60) as i32 - 6);
            format::convert(number, scalar, Rounding::NearestEven).unwrap_or(0)
        }
        None => bits & mask,
    }
}

/// Operands that an operation is tried on.
pub(crate) fn operands(from: &[Scalar], count: usize) -> Vec<Vec<u64>> {
    let mut source = Arbitrary(1);
    let mut all: Vec<Vec<u64>> =
        (0..count).map(|_| from.iter().map(|scalar| arbitrary(*scalar, &mut source)).collect()).collect();
    match from {
        [one] if one.bits() <= 16 => {
            let all_bits =
                (0..1u64 << one.bits()).step_by(if one.bits() > 8 { one_of() as usize } else { 1 });
            all = all_bits.chain(special(*one)).map(|bits| vec![bits]).collect();
        }
        [one] => all.extend(special(*one).into_iter().map(|bits| vec![bits])),
        [one, two] => {
            let (ones, twos) = (special(*one), special(*two));
            // Not more pairs than anyone waits for.
            let step = (ones.len() * twos.len() / (count * 2)).max(1);
            let pairs = ones.iter().flat_map(|a| twos.iter().map(|b| vec![*a, *b]));
            all.extend(pairs.step_by(step));
        }
        more => {
            let specials: Vec<Vec<u64>> = more.iter().map(|scalar| special(*scalar)).collect();
            for _ in 0..count * 2 {
                all.push(
                    specials.iter().map(|values| values[source.next() as usize % values.len()]).collect(),
                );
            }
        }
    }
    all
}
