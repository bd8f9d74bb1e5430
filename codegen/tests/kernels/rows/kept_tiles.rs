//! Rows that several loops read, whose first tiles stay in shared memory: the code leaves what the interpreter leaves, and nothing is kept that
//! may change.

use crate::analysis::parameters::ParameterFacts;
use crate::compile::{CompiledKernel, compile_under};
use crate::ir::ptx::{Inst, Opcode, Operand, Space};
use crate::tests::kernels::agreement::{contents, interpreted, mistake_of, ran, ran_all, valid};
use crate::{Options, Target};

/// A row of so many numbers in tiles.
#[derive(Debug, Clone, Copy)]
struct Row {
    ty: &'static str,
    tile: u32,
    len: u32,
    threads: u32,
    few_blocks: bool,
}

fn plain() -> Row {
    Row { ty: "f32", tile: 1024, len: 5000, threads: 32, few_blocks: false }
}

impl Row {
    /// Every tile plus the sum of all tiles, to `%y`. Each loop makes its own view, as nvcc writes it.
    fn text(&self) -> String {
        let Row { ty, tile, .. } = self;
        let (add, zero) = if ty.contains('f') { ("addf", "0.0") } else { ("addi", "0") };
        let values = format!("tile<{tile}x{ty}>");
        let view =
            format!("partition_view<tile=({tile}), padding_value = zero, tensor_view<?x{ty}, strides=[1]>>");
        let make = |name: &str, from: &str| {
            format!(
                "    %{name}t = make_tensor_view {from}, shape = [%len], strides = [1] : tile<i32> -> tensor_view<?x{ty}, strides=[1]>
    %{name} = make_partition_view %{name}t : {view}\n"
            )
        };
        format!(
            "entry @k(%x: tile<ptr<{ty}>>, %y: tile<ptr<{ty}>>, %len: tile<i32>, %n: tile<i32>) {{
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %none = constant <{ty}: {zero}> : {values}
  //before
  %sum = for %k in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %none) -> ({values}) {{
{}    %first, %r1 = load_view_tko weak %a[%k] : {view}, tile<i32> -> {values}, token
    %more = {add} %acc, %first : {values}
    //inside
    continue %more : {values}
  }}
  for %k in (%zero to %n, step %one) : tile<i32> {{
{}{}    %again, %r2 = load_view_tko weak %b[%k] : {view}, tile<i32> -> {values}, token
    %out = {add} %again, %sum : {values}
    %done = store_view_tko weak %out, %c[%k] : {values}, {view}, tile<i32> -> token
  }}
  return
}}\n",
            make("a", "%x"),
            make("b", "%x"),
            make("c", "%y"),
        )
    }

    fn made(&self, text: &str, apart: bool) -> CompiledKernel {
        let disjoint = if apart { [(0, 1), (1, 0)].into() } else { [].into() };
        let facts = ParameterFacts { disjoint, may_keep_copies: true, ..ParameterFacts::default() };
        let Row { threads, few_blocks, .. } = *self;
        let options = Options { threads: Some(threads), few_blocks, ..Options::default() };
        compile_under(&valid(text), &facts, Target { sm: 90 }, options)
            .unwrap_or_else(|problem| panic!("{}\n{text}", problem.message))
    }

    fn buffers(&self) -> Vec<Vec<u8>> {
        let row = contents((self.ty, &[self.len]), 7);
        vec![row.clone(), vec![0; row.len()]]
    }

    fn scalars(&self) -> [i32; 2] {
        [self.len, self.len.div_ceil(self.tile)].map(u32::cast_signed)
    }

    fn agrees_as(&self, text: &str, apart: bool) -> String {
        let made = self.made(text, apart);
        let left = ran_all(&made, &self.buffers(), &self.scalars(), &[], 1);
        let expected = interpreted(&valid(text), &self.buffers(), &self.scalars(), [1; 3]);
        assert!(left == expected, "{self:?}\n{}", made.program.ptx);
        made.program.ptx
    }
}

/// Whether code keeps tiles: it reads shared memory only for this.
fn keeps(ptx: &str) -> bool {
    ptx.contains("ld.shared")
}

/// Rows that fit, rows that do not, and rows of no tile.
#[test]
fn any_length_of_a_row() {
    for len in [1, 1000, 1024, 4095, 4096, 4097, 10_000] {
        for few_blocks in [false, true] {
            let row = Row { len, few_blocks, ..plain() };
            assert!(keeps(&row.agrees_as(&row.text(), true)), "{len}");
        }
    }
    let (made, buffers) = (plain().made(&plain().text(), true), plain().buffers());
    for n in [-1, 0] {
        assert!(ran(&made, &buffers, &[5000, n], (Vec::new(), [1; 3]), 1) == buffers, "{n}");
    }
}

/// Vectors of elements of every size, of which narrow ones are not kept, and threads that share one element.
#[test]
fn elements_and_threads() {
    for (ty, is_wide) in
        [("i8", false), ("f16", false), ("bf16", false), ("i32", true), ("i64", true), ("f64", true)]
    {
        let row = Row { ty, ..plain() };
        assert!(keeps(&row.agrees_as(&row.text(), true)) == is_wide, "{ty}");
    }
    for (tile, threads) in [(16, 32), (64, 128), (256, 64), (2048, 512)] {
        let row = Row { tile, threads, len: 5 * tile - 3, ..plain() };
        assert!(keeps(&row.agrees_as(&row.text(), true)), "{tile} by {threads}");
    }
    // A tile that does not fit.
    let row = Row { ty: "f64", tile: 8192, threads: 128, ..plain() };
    assert!(!keeps(&row.agrees_as(&row.text(), true)));
}

/// Unrolled loops go through the tiles in the same order.
#[test]
fn unrolled_loops() {
    for len in [63, 64 * 7, 64 * 23 - 1, 64 * 100] {
        let row = Row { tile: 64, len, ..plain() };
        assert!(keeps(&row.agrees_as(&row.text(), true)), "{len}");
    }
}

/// A later loop may begin elsewhere, take other steps, or go further than the first one.
#[test]
fn loops_with_other_bounds() {
    let bounds = [("%one", "%n", "%one"), ("%zero", "%n", "%two"), ("%zero", "%n", "%one")];
    for first in bounds {
        for second in bounds {
            let of = |(from, to, step): (&str, &str, &str)| format!("({from} to {to}, step {step})");
            let text = plain().text().replace("  //before", "  %two = constant <i32: 2> : tile<i32>");
            let text = text.replacen("(%zero to %n, step %one)", &of(first), 1);
            let (head, tail) = text.split_once("  for %k in ").expect("there are two loops");
            let tail = tail.replacen("(%zero to %n, step %one)", &of(second), 1);
            plain().agrees_as(&format!("{head}  for %k in {tail}"), true);
        }
    }
}

/// Conversions of layouts use other parts of shared memory.
#[test]
fn conversions_leave_kept_tiles_alone() {
    let turn = "    %m = reshape %again : tile<1024xf32> -> tile<32x32xf32>
    %mt = permute %m [1, 0] : tile<32x32xf32> -> tile<32x32xf32>
    %flat = reshape %mt : tile<32x32xf32> -> tile<1024xf32>
    %out = addf %flat, %sum";
    for threads in [32, 128] {
        let row = Row { threads, ..plain() };
        let text = row.text().replace("    %out = addf %again, %sum", turn);
        assert!(keeps(&row.agrees_as(&text, true)));
    }
}

/// Nothing is kept of an array that may be written, by this kernel or in an order that it learns of; or that is read once.
#[test]
fn conditions() {
    let text = plain().text();
    assert!(!keeps(&plain().agrees_as(&text, false)));
    let disjoint = [(0, 1), (1, 0)].into();
    let without_proof = ParameterFacts { disjoint, ..ParameterFacts::default() };
    let options = Options { threads: Some(32), ..Options::default() };
    let made = compile_under(&valid(&text), &without_proof, Target { sm: 90 }, options);
    assert!(made.is_ok_and(|made| !keeps(&made.program.ptx)));
    let in_place = text.replace("make_tensor_view %y", "make_tensor_view %x");
    assert!(!keeps(&plain().made(&in_place, true).program.ptx));
    let ordered = text.replace(
        "  //before",
        "  %seen, %when = load_ptr_tko acquire device %y : tile<ptr<f32>> -> tile<f32>, token",
    );
    assert!(!keeps(&plain().made(&ordered, true).program.ptx));
    let once = text.replace(
        "make_tensor_view %x, shape = [%len], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %b =",
        "make_tensor_view %y, shape = [%len], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
    %b =",
    );
    assert!(!keeps(&plain().made(&once, true).program.ptx));
}

/// Another place of the array is another group.
#[test]
fn other_views_and_indices_are_told_apart() {
    let shorter = plain()
        .text()
        .replace("  //before", "  %half = constant <i32: 4500> : tile<i32>")
        .replacen("shape = [%len]", "shape = [%half]", 1);
    assert!(!keeps(&plain().agrees_as(&shorter, true)));
    let moved = plain().text().replace("  //before", "  %off = constant <i32: 3> : tile<i32>\n  %xo = offset %x, %off : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>\n  %less = subi %len, %off : tile<i32>");
    let moved =
        moved.replacen("make_tensor_view %x, shape = [%len]", "make_tensor_view %xo, shape = [%less]", 1);
    assert!(!keeps(&plain().agrees_as(&moved, true)));
    // The same tiles in another order are not in front of the count, and are loaded.
    let backwards = plain().text().replace(
        "%again, %r2 = load_view_tko weak %b[%k]",
        "%last = subi %n, %one : tile<i32>
    %back = subi %last, %k : tile<i32>
    %again, %r2 = load_view_tko weak %b[%back]",
    );
    assert!(keeps(&plain().agrees_as(&backwards, true)));
}

/// What is wrong with code that is changed on purpose.
fn found(change: impl Fn(&mut Inst)) -> Option<String> {
    let text = plain().text();
    let CompiledKernel { program, mut lines, registers } = plain().made(&text, true);
    lines.iter_mut().for_each(|line| change(&mut line.inst));
    let changed = CompiledKernel { program, lines, registers };
    let run = || ran_all(&changed, &plain().buffers(), &plain().scalars(), &[], 1);
    mistake_of(run, || interpreted(&valid(&text), &plain().buffers(), &plain().scalars(), [1; 3]))
}

#[test]
fn mistakes_are_found() {
    assert_eq!(found(|_| ()), None);
    // A tile that was not kept is read: nothing was written there, or another tile.
    let stores = found(|inst| {
        if let Inst::Store { space: Space::Shared, from, .. } = inst {
            from.iter_mut().for_each(|word| *word = Operand::Int(0));
        }
    });
    assert!(stores.is_some_and(|said| said.contains("results differ")));
    let everywhere = found(|inst| {
        if let Inst::Compute { op: Opcode::MadLo, from, .. } = inst {
            // All tiles in one place.
            if from[1] == Operand::Int(4096) {
                from[1] = Operand::Int(0);
            }
        }
    });
    assert!(everywhere.is_some_and(|said| said.contains("results differ")));
}
