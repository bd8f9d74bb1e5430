//! Rows whose tiles are copied ahead: the code leaves what the interpreter leaves, and no copy passes a write that its load waits for.

use std::collections::HashMap;

use crate::analysis::parameters::ParameterFacts;
use crate::compile::{CompiledKernel, compile_under};
use crate::ir::ptx::{AsyncCopy, Inst};
use crate::tests::kernels::agreement::{contents, interpreted, mistake_of, ran, valid};
use crate::{Options, Target};

/// A kernel that writes the sum of two rows, tile by tile, and adds up the tiles.
#[derive(Debug, Clone, Copy)]
struct Rows {
    ty: &'static str,
    tile: u32,
    threads: u32,
    padding: &'static str,
}

fn plain() -> Rows {
    Rows { ty: "f32", tile: 1024, threads: 32, padding: "zero" }
}

impl Rows {
    fn text(&self) -> String {
        let Rows { ty, tile, padding, .. } = self;
        let add = if ty.contains('f') { "addf" } else { "addi" };
        let (values, tensor) = (format!("tile<{tile}x{ty}>"), format!("tensor_view<?x{ty}, strides=[1]>"));
        let view = format!("partition_view<tile=({tile}), padding_value = {padding}, {tensor}>");
        let views: String = ["x", "w", "y"]
            .iter()
            .map(|name| {
                format!(
                    "  %{name}o = offset %{name}, %own : tile<ptr<{ty}>>, tile<i32> -> tile<ptr<{ty}>>
  %{name}t = make_tensor_view %{name}o, shape = [%len], strides = [1] : tile<i32> -> {tensor}
  %{name}v = make_partition_view %{name}t : {view}\n"
                )
            })
            .collect();
        format!(
            "entry @k(%x: tile<ptr<{ty}>>, %w: tile<ptr<{ty}>>, %y: tile<ptr<{ty}>>, %len: tile<i32>, %n: tile<i32>) {{
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %size = constant <i32: {tile}> : tile<i32>
  %none = constant <{ty}: 0> : {values}
  %bx, %by, %bz = get_tile_block_id : tile<i32>
  %own = muli %bx, %size : tile<i32>
  %first = make_token : token
{views}  //before
  %sum, %last = for %k in (%zero to %n, step %one) : tile<i32> iter_values(%acc = %none, %before = %first) -> ({values}, token) {{
    //inside
    %a, %t0 = load_view_tko weak %xv[%k] token=%first : {view}, tile<i32> -> {values}, token
    %b, %t1 = load_view_tko weak %wv[%k] token=%first : {view}, tile<i32> -> {values}, token
    %c = {add} %a, %b : {values}
    %more = {add} %acc, %c : {values}
    %t2 = store_view_tko weak %more, %yv[%k] : {values}, {view}, tile<i32> -> token
    continue %more, %t2 : {values}, token
  }}
  return
}}
"
        )
    }

    fn made(&self, text: &str) -> CompiledKernel {
        let kernel = valid(text);
        let divisors: HashMap<_, _> = kernel.params[..3].iter().map(|param| (*param, 16)).collect();
        let facts = ParameterFacts { divisors, may_keep_copies: true, ..ParameterFacts::default() };
        let options = Options { threads: Some(self.threads), ..Options::default() };
        compile_under(&kernel, &facts, Target { sm: 90 }, options)
            .unwrap_or_else(|problem| panic!("{}\n{text}", problem.message))
    }

    fn buffers(&self) -> Vec<Vec<u8>> {
        [1, 2, 3].map(|seed| contents((self.ty, &[8 * self.tile]), seed)).to_vec()
    }

    /// Runs some tiles of rows of all kinds of length; returns how many loads are copied ahead.
    fn agree(&self, text: &str) -> usize {
        let code = self.made(text);
        for len in [1, 7, self.tile - 1, self.tile, 3 * self.tile + 5, 8 * self.tile] {
            let tiles = len.div_ceil(self.tile);
            for count in [0, 1, tiles - 1, tiles] {
                let scalars = [len, count].map(u32::cast_signed);
                let left = ran(&code, &self.buffers(), &scalars, (Vec::new(), [1; 3]), 1);
                let expected = interpreted(&valid(text), &self.buffers(), &scalars, [1; 3]);
                assert!(left == expected, "{self:?}, {count} tiles of {len}\n{}", code.program.ptx);
            }
        }
        waits(&code)
    }
}

fn waits(code: &CompiledKernel) -> usize {
    code.lines.iter().filter(|line| matches!(line.inst, Inst::AsyncCopy(AsyncCopy::Wait(_)))).count()
}

#[test]
fn rows_of_all_lengths_and_types() {
    for (ty, tile) in [("f32", 512), ("f16", 1024), ("bf16", 512), ("i8", 2048), ("i64", 256), ("f32", 256)] {
        for threads in [32, 64] {
            let row = Rows { ty, tile, threads, ..plain() };
            let is_wide = row.buffers()[0].len() / 8 >= 32 * threads as usize;
            assert_eq!(row.agree(&row.text()) > 0, is_wide, "{row:?}");
        }
    }
    let row = Rows { ty: "f16", padding: "neg_inf", ..plain() };
    assert_eq!(row.agree(&row.text()), 2);
}

#[test]
fn loads_that_do_not_follow_from_the_iteration_stay_where_they_are() {
    let ahead = |from: &str, to: &str| {
        let text = plain().text();
        assert!(text.contains(from));
        waits(&plain().made(&text.replacen(from, to, 1)))
    };
    assert_eq!(ahead("//inside", ""), 2);
    // An order between iterations.
    assert_eq!(ahead("%xv[%k] token=%first", "%xv[%k] token=%before"), 1);
    // A tile whose number is loaded.
    let loaded = "%at, %t3 = load_ptr_tko weak %z token=%first : tile<ptr<i32>> -> tile<i32>, token";
    let gathered = plain().text().replace("%len: tile<i32>, ", "%len: tile<i32>, %z: tile<ptr<i32>>, ");
    let gathered = gathered.replace("//inside", loaded).replace("%xv[%k]", "%xv[%at]");
    assert_eq!(waits(&plain().made(&gathered)), 1);
    // A tile whose number another thread holds: an exchange has a barrier.
    let held =
        "%e = extract %table[%k] : tile<16xi32> -> tile<1xi32>\n%at = reshape %e : tile<1xi32> -> tile<i32>";
    let exchanged = plain().text().replace("//before", "%table = iota : tile<16xi32>");
    let exchanged = exchanged.replace("//inside", held).replace("%xv[%k]", "%xv[%at]");
    assert_eq!(waits(&plain().made(&exchanged)), 1);
    // An array that all blocks of threads read at the same place.
    assert_eq!(ahead("%wo = offset %w, %own", "%wo = offset %w, %zero"), 1);
    // Control, which may end the iteration.
    assert_eq!(
        ahead(
            "//inside",
            "%some = cmpi less_than %k, %one, signed : tile<i32> -> tile<i1>\nif %some { return }"
        ),
        0
    );
}

/// What is wrong with code that is changed on purpose.
fn found(change: impl Fn(&mut Inst)) -> Option<String> {
    let text = plain().text();
    let CompiledKernel { program, mut lines, registers } = plain().made(&text);
    lines.iter_mut().for_each(|line| change(&mut line.inst));
    let changed = CompiledKernel { program, lines, registers };
    let scalars = [8192, 8];
    let run = || ran(&changed, &plain().buffers(), &scalars, (Vec::new(), [1; 3]), 1);
    mistake_of(run, || interpreted(&valid(&text), &plain().buffers(), &scalars, [1; 3]))
}

#[test]
fn mistakes_are_found() {
    assert_eq!(found(|_| ()), None);
    let waits_for_less = found(|inst| {
        if let Inst::AsyncCopy(AsyncCopy::Wait(later)) = inst {
            *later += 1;
        }
    });
    assert!(waits_for_less.is_some());
    let other_slot = found(|inst| {
        if let Inst::AsyncCopy(AsyncCopy::Start { to, .. }) = inst {
            to.offset += 16;
        }
    });
    assert!(other_slot.is_some());
}
