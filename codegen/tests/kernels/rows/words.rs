//! Tiles of small elements: every case of a load fills the same words, and elements leave the words once, behind all cases.

use crate::compile::{CompiledKernel, compile_valid};
use crate::ir::ptx::{Inst, Opcode, Ty};
use crate::tests::kernels::agreement::{contents, interpreted, ran, valid};
use crate::{Options, Target};

/// Elements of a tile.
const TILE: u32 = 512;

/// A kernel that adds two rows of a length, from an element on, tile by tile.
pub(super) fn text(ty: &str, add: &str, length: &str) -> String {
    let (tile, tensor) = (format!("tile<{TILE}x{ty}>"), format!("tensor_view<?x{ty}, strides=[1]>"));
    let view = format!("partition_view<tile=({TILE}), padding_value = zero, {tensor}>");
    let views: String = ["x", "w", "y"]
        .iter()
        .map(|name| {
            format!(
                "  %{name}s = offset %{name}, %start : tile<ptr<{ty}>>, tile<i32> -> tile<ptr<{ty}>>
  %{name}t = make_tensor_view %{name}s, shape = [%len], strides = [1] : tile<{length}> -> {tensor}
  %{name}v = make_partition_view %{name}t : {view}\n"
            )
        })
        .collect();
    let widened =
        if length == "i64" { "  %len = exti %length signed : tile<i32> -> tile<i64>\n" } else { "" };
    let parameter = if length == "i64" { "length" } else { "len" };
    format!(
        "entry @k(%x: tile<ptr<{ty}>>, %w: tile<ptr<{ty}>>, %y: tile<ptr<{ty}>>, %{parameter}: tile<i32>, %n: tile<i32>, %start: tile<i32>) {{
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
{widened}{views}  for %k in (%zero to %n, step %one) : tile<i32> {{
    %a, %t0 = load_view_tko weak %xv[%k] : {view}, tile<i32> -> {tile}, token
    %b, %t1 = load_view_tko weak %wv[%k] : {view}, tile<i32> -> {tile}, token
    %c = {add} %a, %b : {tile}
    %t2 = store_view_tko weak %c, %yv[%k] : {tile}, {view}, tile<i32> -> token
    continue
  }}
  return
}}
"
    )
}

pub(super) fn compiled(text: &str, threads: u32) -> CompiledKernel {
    let options = Options { threads: Some(threads), ..Options::default() };
    let made = compile_valid(&valid(text), Target { sm: 90 }, options);
    made.unwrap_or_else(|problem| panic!("{}\n{text}", problem.message))
}

/// Runs rows of every kind of length, from aligned and other elements on, by the machine and by the interpreter.
fn rows_agree(ty: &str, add: &str, length: &str) {
    let text = text(ty, add, length);
    for threads in [32, 128] {
        let code = compiled(&text, threads);
        for (len, start) in
            [(1u32, 0u32), (8, 8), (504, 0), (511, 0), (512, 1), (513, 4), (1000, 8), (1024, 0), (1500, 3)]
        {
            let buffers = [1, 2, 3].map(|seed| contents((ty, &[2048]), seed)).to_vec();
            let scalars = [len, u32::div_ceil(len, TILE), start].map(u32::cast_signed);
            let left = ran(&code, &buffers, &scalars, (Vec::new(), [1; 3]), 1);
            let expected = interpreted(&valid(&text), &buffers, &scalars, [1; 3]);
            assert!(left == expected, "{len} from {start}, {threads} threads\n{}", code.program.ptx);
        }
    }
}

#[test]
fn rows_of_small_elements_are_those_of_the_interpreter() {
    for (ty, add) in [("bf16", "addf"), ("i8", "addi"), ("i16", "addi"), ("i32", "addi")] {
        rows_agree(ty, add, "i32");
    }
    rows_agree("f16", "addf", "i64");
}

#[test]
fn elements_leave_their_words_once() {
    let code = compiled(&text("bf16", "addf", "i32"), 32);
    let unpacked = code.lines.iter().filter(|line| matches!(line.inst, Inst::Unpack { .. })).count();
    // Two loads of sixteen elements a thread, in the loop of whole tiles and in the loop of the rest.
    assert_eq!(unpacked, 2 * 2 * 16 / 2, "{}", code.program.ptx);
}

/// With lengths of 32 bits, what is left of a row behind a tile needs no minimum of 64 bits.
#[test]
fn the_rest_of_a_row_is_counted_in_32_bits() {
    let minima = |length: &str| {
        let code = compiled(&text("bf16", "addf", length), 32);
        let is_minimum =
            |inst: &Inst| matches!(inst, Inst::Compute { op: Opcode::Min, ty: Ty::S64 | Ty::U64, .. });
        code.lines.iter().filter(|line| is_minimum(&line.inst)).count()
    };
    assert_eq!(minima("i32"), 0);
    assert!(minima("i64") > 0);
}
