//! The effect of a warp's matrix instruction, by the PTX ISA's tables of fragments.

use super::arithmetic::{float, rounded};
use crate::ir::ptx::Ty;

/// An element of a fragment: its row and column, by lane and position among the lane's elements.
type Where = fn(usize, usize) -> (usize, usize);

/// The fragments of an instruction.
struct Shape {
    extents: (usize, usize, usize),
    /// Bits of a factor, and of a sum.
    bits: (usize, usize),
    a: Where,
    b: Where,
    c: Where,
}

fn sums(lane: usize, i: usize) -> (usize, usize) {
    (lane / 4 + 8 * (i / 2), lane % 4 * 2 + i % 2)
}

fn shape(name: &str) -> Shape {
    match name {
        "m16n8k16" => Shape {
            extents: (16, 8, 16),
            bits: (16, 32),
            a: |lane, i| {
                let row = if i < 2 || (4..6).contains(&i) { lane / 4 } else { lane / 4 + 8 };
                (row, lane % 4 * 2 + (i & 1) + if i >= 4 { 8 } else { 0 })
            },
            b: |lane, i| (lane % 4 * 2 + (i & 1) + if i >= 2 { 8 } else { 0 }, lane / 4),
            c: sums,
        },
        "m16n8k8" => Shape {
            extents: (16, 8, 8),
            bits: (32, 32),
            a: |lane, i| (lane / 4 + if i % 2 == 1 { 8 } else { 0 }, lane % 4 + if i >= 2 { 4 } else { 0 }),
            b: |lane, i| (lane % 4 + 4 * i, lane / 4),
            c: sums,
        },
        "m16n8k32" => Shape {
            extents: (16, 8, 32),
            bits: (8, 32),
            a: |lane, i| {
                let row = if i < 4 || (8..12).contains(&i) { lane / 4 } else { lane / 4 + 8 };
                (row, lane % 4 * 4 + (i & 3) + if i >= 8 { 16 } else { 0 })
            },
            b: |lane, i| (lane % 4 * 4 + (i & 3) + if i >= 4 { 16 } else { 0 }, lane / 4),
            c: sums,
        },
        "m8n8k4" => Shape {
            extents: (8, 8, 4),
            bits: (64, 64),
            a: |lane, _| (lane / 4, lane % 4),
            b: |lane, _| (lane % 4, lane / 4),
            c: |lane, i| (lane / 4, lane % 4 * 2 + i),
        },
        other => panic!("there is no {other} here"),
    }
}

/// The elements of a lane's registers, so many bits each.
fn elements(regs: &[u64], bits: usize) -> Vec<u64> {
    let each = if bits == 64 { 64 } else { 32 };
    let mask = u64::MAX >> (64 - bits);
    regs.iter().flat_map(|reg| (0..each / bits).map(move |at| reg >> (at * bits) & mask)).collect()
}

fn value(name: &str, bits: u64) -> f64 {
    match name {
        "f16" => float(Ty::F16, bits),
        "bf16" => float(Ty::Bf16, bits),
        "f32" => float(Ty::F32, bits),
        // The low digits are not looked at.
        "tf32" => float(Ty::F32, bits & !0x1fff),
        "f64" => float(Ty::F64, bits),
        "s8" => f64::from(bits as u8 as i8),
        "u8" => f64::from(bits as u8),
        "s32" => f64::from(bits as u32 as i32),
        other => panic!("{other}"),
    }
}

fn matrix(lanes: &[Vec<u64>], bits: usize, at: Where, name: &str) -> Vec<Vec<f64>> {
    let mut matrix = vec![vec![0.0; 32]; 32];
    for (lane, regs) in lanes.iter().enumerate() {
        for (i, element) in elements(regs, bits).into_iter().enumerate() {
            let (row, column) = at(lane, i);
            matrix[row][column] = value(name, element);
        }
    }
    matrix
}

/// By lane, the registers of the result.
pub(crate) fn product(op: &str, a: &[Vec<u64>], b: &[Vec<u64>], c: &[Vec<u64>]) -> Vec<Vec<u64>> {
    let words: Vec<&str> = op.split('.').filter(|word| *word != "satfinite").collect();
    let [name, "row", "col", d_ty, a_ty, b_ty, c_ty] = words[..] else { panic!("`{op}`") };
    assert_eq!(d_ty, c_ty);
    let shape = shape(name);
    let bits = if c_ty == "f16" { 16 } else { shape.bits.1 };
    let (left, right) = (matrix(a, shape.bits.0, shape.a, a_ty), matrix(b, shape.bits.0, shape.b, b_ty));
    let begin = matrix(c, bits, shape.c, c_ty);
    let one = |lane: usize, i: usize| {
        let (row, column) = (shape.c)(lane, i);
        let sum: f64 = (0..shape.extents.2).map(|k| left[row][k] * right[k][column]).sum();
        let sum = sum + begin[row][column];
        match c_ty {
            "f16" => rounded(Ty::F16, sum),
            "f32" => rounded(Ty::F32, sum),
            "f64" => sum.to_bits(),
            "s32" => u64::from(sum as i64 as u32),
            other => panic!("{other}"),
        }
    };
    let each = if bits == 64 { 64 } else { 32 };
    let count = shape.extents.0 * shape.extents.1 / 32;
    let lane = |lane: usize| {
        let elements: Vec<u64> = (0..count).map(|i| one(lane, i)).collect();
        elements
            .chunks(each / bits)
            .map(|parts| parts.iter().enumerate().map(|(at, part)| part << (at * bits)).sum())
            .collect()
    };
    (0..32).map(lane).collect()
}
