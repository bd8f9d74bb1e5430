//! Quotients by shared divisors, which have a version for usual operands.

use super::agreement::{interpreted, ran, valid};
use crate::compile::{CompiledKernel, compile_valid};
use crate::ir::ptx::{Class, Inst, Mode, Opcode, Operand};
use crate::{Options, Target};

/// Rows and columns of a tile in one warp: each thread has rows' elements in pairs of columns.
const ROWS: usize = 16;
const COLUMNS: usize = 64;

/// `operation` of a tile `%x` and of a column `%y` of divisors, one for each row.
fn text(operation: &str) -> String {
    let view = |at: usize, columns: usize| {
        let tensor = format!("tensor_view<{ROWS}x{columns}xf32, strides=[{columns},1]>");
        let tiles = format!("partition_view<tile=({ROWS}x{columns}), {tensor}>");
        let made = format!(
            "  %t{at} = make_tensor_view %p{at}, shape = [{ROWS}, {columns}], strides = [{columns}, 1] : {tensor}
  %v{at} = make_partition_view %t{at} : {tiles}\n"
        );
        (made, tiles)
    };
    let [(of_x, x), (of_y, y), (of_z, z)] = [view(0, COLUMNS), view(1, 1), view(2, COLUMNS)];
    let (tile, column) = (format!("tile<{ROWS}x{COLUMNS}xf32>"), format!("tile<{ROWS}x1xf32>"));
    format!(
        "entry @k(%p0: tile<ptr<f32>>, %p1: tile<ptr<f32>>, %p2: tile<ptr<f32>>) {{
  %zero = constant <i32: 0> : tile<i32>
{of_x}{of_y}{of_z}  %x, %r0 = load_view_tko weak %v0[%zero, %zero] : {x}, tile<i32> -> {tile}, token
  %c, %r1 = load_view_tko weak %v1[%zero, %zero] : {y}, tile<i32> -> {column}, token
  %y = broadcast %c : {column} -> {tile}
  %z = {operation} : {tile}
  %done = store_view_tko weak %z, %v2[%zero, %zero] : {tile}, {z}, tile<i32> -> token
  return
}}\n"
    )
}

/// The code, and what it and the interpreter leave.
fn results(operation: &str, x: &[f32], y: &[f32], change: impl Fn(&mut CompiledKernel)) -> [Vec<f32>; 2] {
    let kernel = valid(&text(operation));
    let options = Options { threads: Some(64), ..Options::default() };
    let mut made = compile_valid(&kernel, Target { sm: 90 }, options)
        .unwrap_or_else(|problem| panic!("{}", problem.message));
    assert!(
        made.lines.iter().any(|line| matches!(line.inst, Inst::Vote { .. })),
        "two versions of {operation}"
    );
    change(&mut made);
    let bytes = |numbers: &[f32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    let buffers = [bytes(x), bytes(y), vec![0; 4 * x.len()]];
    let numbers = |left: Vec<Vec<u8>>| -> Vec<f32> {
        left[2].chunks(4).map(|word| f32::from_le_bytes(word.try_into().expect("four bytes"))).collect()
    };
    let left = ran(&made, &buffers, &[], (Vec::new(), [1; 3]), 1);
    [numbers(left), numbers(interpreted(&kernel, &buffers, &[], [1; 3]))]
}

/// Pseudorandom bits (G. Marsaglia, "Xorshift RNGs", 2003).
fn bits(state: &mut u64) -> u32 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 16) as u32
}

/// A number with a binary exponent below another.
fn number(state: &mut u64, [from, below]: [i32; 2]) -> f32 {
    let exponent = from + (bits(state) % (below - from) as u32) as i32;
    f32::from_bits(bits(state) & 0x807f_ffff | ((exponent + 127) as u32) << 23)
}

fn numbers(count: usize, range: [i32; 2], state: &mut u64) -> Vec<f32> {
    (0..count).map(|_| number(state, range)).collect()
}

/// Numbers that are equal, or none.
fn agree(a: f32, b: f32) -> bool {
    a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
}

/// Lets every warp take the version for usual operands.
fn take_usual(made: &mut CompiledKernel) {
    for line in &mut made.lines {
        if let Inst::Vote { to, .. } = line.inst {
            assert_eq!(to.class, Class::Pred);
            let from = vec![Operand::Int(1)];
            line.inst =
                Inst::Compute { op: Opcode::Mov, ty: Class::Pred.ty(), mode: Mode::default(), to, from };
        }
    }
}

#[test]
fn quotients_are_rounded_once() {
    let mut state = 7;
    for (seed, range) in [[-100, 100], [-3, 3], [-127, 128]].into_iter().enumerate() {
        let (x, mut y) = (numbers(ROWS * COLUMNS, range, &mut state), numbers(ROWS, [-20, 20], &mut state));
        // Fractions of all ones, and of none.
        (y[0], y[1]) = (f32::from_bits(0x3fff_ffff), 1.0);
        let [left, expected] = results("divf %x, %y", &x, &y, |_| ());
        let first = left.iter().zip(&expected).position(|(a, b)| !agree(*a, *b));
        assert_eq!(first, None, "range {seed}");
    }
}

/// A zero, a subnormal or infinite number, none, and a divisor at each end: the general version divides.
#[test]
fn unusual_numbers_are_divided_too() {
    let mut state = 9;
    let (x, y) = (numbers(ROWS * COLUMNS, [-3, 3], &mut state), numbers(ROWS, [-3, 3], &mut state));
    let unusual = [0.0, -0.0, f32::from_bits(1), f32::INFINITY, f32::NAN, 1e-35, 1e35];
    for (at, one) in unusual.into_iter().enumerate() {
        for in_divisors in [false, true] {
            let (mut x, mut y) = (x.clone(), y.clone());
            if in_divisors {
                y[at] = one;
            } else {
                x[77 * (at + 1)] = one;
            }
            let [left, expected] = results("divf %x, %y", &x, &y, |_| ());
            let first = left.iter().zip(&expected).position(|(a, b)| !agree(*a, *b));
            assert_eq!(first, None, "{one} {in_divisors}");
            // Without the test these would be divided wrongly.
            if one == f32::INFINITY || in_divisors && one.abs() < f32::MIN_POSITIVE {
                let [left, _] = results("divf %x, %y", &x, &y, take_usual);
                assert!(!left.iter().zip(&expected).all(|(a, b)| agree(*a, *b)), "{one} {in_divisors}");
            }
        }
    }
}

/// Markstein's theorem on many quotients: the sequence of instructions gives the rounded quotient.
#[test]
fn shared_reciprocals_give_rounded_quotients() {
    let mut state = 11;
    for round in 0..4_000_000 {
        let a = number(&mut state, [-100, 100]);
        let b = number(&mut state, [-20, 20]);
        // Every fourth divisor has a fraction near a power of two.
        let b = if round % 4 == 0 { f32::from_bits(b.to_bits() | 0x007f_fff0) } else { b };
        let y = b.recip();
        let first = a * y;
        let second = (-b).mul_add(first, a).mul_add(y, first);
        let third = (-b).mul_add(second, a).mul_add(y, second);
        assert_eq!(third.to_bits(), (a / b).to_bits(), "{a:e} / {b:e}");
    }
}
