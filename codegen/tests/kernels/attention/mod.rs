//! Loops that multiply and do more, on the simulated machine for Hopper: attention, whose keys and values a producer copies, and of which
//! every product is made by warpgroups.

pub(super) mod persistent;

use super::agreement::{arguments, contents, interpreted, maps_of, ran, valid};
use crate::compile::{CompiledKernel, compile_valid};
use crate::ir::ptx::{Inst, Line, Wgmma};
use crate::{Options, Target};

/// Attention for one tile of queries.
#[derive(Debug, Clone, Copy)]
pub(super) struct Attention {
    pub(super) factors: &'static str,
    /// Queries of a tile, keys of a tile, the extent of a head.
    pub(super) rows: u32,
    pub(super) keys: u32,
    pub(super) head: u32,
    /// How many queries and keys there are.
    pub(super) length: u32,
    /// Which tile of queries, and whether keys behind a query are masked.
    pub(super) at: u32,
    pub(super) causal: bool,
    pub(super) options: Options,
}

impl Attention {
    /// The number of iterations of its loop.
    fn rounds(&self) -> u32 {
        let all = self.length.div_ceil(self.keys);
        let seen = ((self.at + 1) * self.rows).div_ceil(self.keys);
        if self.causal { all.min(seen) } else { all }
    }

    fn views(&self) -> String {
        let (ty, head) = (self.factors, self.head);
        let view = |(at, name, tile, ty): (usize, &str, u32, &str)| {
            let tensor = format!("tensor_view<?x{head}x{ty}, strides=[{head},1]>");
            format!(
                "  %{name}p = assume div_by<16>, %p{at} : tile<ptr<{ty}>>
  %{name}t = make_tensor_view %{name}p, shape = [%s, {head}], strides = [{head}, 1] : tile<i32> -> {tensor}
  %{name}v = make_partition_view %{name}t : {}\n",
                self.tiles(tile, ty)
            )
        };
        let (rows, keys) = (self.rows, self.keys);
        [(0, "q", rows, ty), (1, "k", keys, ty), (2, "v", keys, ty), (3, "o", rows, "f32")].map(view).concat()
    }

    fn tiles(&self, tile: u32, ty: &str) -> String {
        let head = self.head;
        format!(
            "partition_view<tile=({tile}x{head}), padding_value = zero, tensor_view<?x{head}x{ty}, strides=[{head},1]>>"
        )
    }

    /// The mask of scores: existing keys, no later than the query.
    fn mask(&self) -> String {
        let (m, n) = (self.rows, self.keys);
        let (square, truth) = (format!("tile<{m}x{n}xi32>"), format!("tile<{m}x{n}xi1>"));
        let all = format!(
            "    %jn = muli %j, %keys : tile<i32>
    %jr = reshape %jn : tile<i32> -> tile<1x1xi32>
    %jb = broadcast %jr : tile<1x1xi32> -> tile<1x{n}xi32>
    %col = addi %jb, %col0 : tile<1x{n}xi32>
    %colb = broadcast %col : tile<1x{n}xi32> -> {square}
    %there = cmpi less_than %colb, %sb, signed : {square} -> {truth}\n"
        );
        let causal = format!(
            "    %rowb = broadcast %row : tile<{m}x1xi32> -> {square}
    %before = cmpi greater_than_or_equal %rowb, %colb, signed : {square} -> {truth}
    %counts = andi %there, %before : {truth}\n"
        );
        all + &if self.causal { causal } else { format!("    %counts = andi %there, %there : {truth}\n") }
    }

    /// The maximum or the sum of the rows of a tile.
    fn reduce(&self, to: &str, from: &str, how: &str, identity: &str) -> String {
        let (m, n) = (self.rows, self.keys);
        format!(
            "    %{to}1 = reduce %{from} dim=1 identities=[{identity} : f32] : tile<{m}x{n}xf32> -> tile<{m}xf32>
    (%{to}a: tile<f32>, %{to}b: tile<f32>) {{
      %{to}c = {how} %{to}a, %{to}b : tile<f32>
      yield %{to}c : tile<f32>
    }}
    %{to} = reshape %{to}1 : tile<{m}xf32> -> tile<{m}x1xf32>\n"
        )
    }

    pub(super) fn text(&self) -> String {
        let Attention { factors: ty, rows: m, keys: n, head: d, .. } = *self;
        let [score, sum, row] = [n, d, 1].map(|columns| format!("tile<{m}x{columns}xf32>"));
        let (of_k, of_q, of_o) = (self.tiles(n, ty), self.tiles(m, ty), self.tiles(m, "f32"));
        let (views, mask) = (self.views(), self.mask());
        let greatest = self.reduce("most", "masked", "maxf", "0xFF800000");
        let total = self.reduce("total", "p", "addf", "0.000000e+00");
        format!(
            "entry @k(%p0: tile<ptr<{ty}>>, %p1: tile<ptr<{ty}>>, %p2: tile<ptr<{ty}>>, %p3: tile<ptr<f32>>, %s: tile<i32>) {{
{views}  %i = constant <i32: {at}> : tile<i32>
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %keys = constant <i32: {n}> : tile<i32>
  %rounds = constant <i32: {rounds}> : tile<i32>
  %q, %qr = load_view_tko weak %qv[%i, %zero] : {of_q}, tile<i32> -> tile<{m}x{d}x{ty}>, token
  %first = constant <i32: {first}> : tile<{m}x1xi32>
  %rows0 = iota : tile<{m}xi32>
  %rows1 = reshape %rows0 : tile<{m}xi32> -> tile<{m}x1xi32>
  %row = addi %rows1, %first : tile<{m}x1xi32>
  %cols0 = iota : tile<{n}xi32>
  %col0 = reshape %cols0 : tile<{n}xi32> -> tile<1x{n}xi32>
  %sr = reshape %s : tile<i32> -> tile<1x1xi32>
  %sb = broadcast %sr : tile<1x1xi32> -> tile<{m}x{n}xi32>
  %least = constant <f32: -1.0e30> : {row}
  %none = constant <f32: 0.0> : {row}
  %nothing = constant <f32: 0.0> : {sum}
  %unscored = constant <f32: 0.0> : {score}
  %scale = constant <f32: 0.125> : {score}
  %hidden = constant <f32: -1.0e30> : {score}
  %ml, %ll, %accl = for %j in (%zero to %rounds, step %one) : tile<i32> iter_values(%mo = %least, %l = %none, %acc = %nothing) -> ({row}, {row}, {sum}) {{
    %k, %kr = load_view_tko weak %kv[%j, %zero] : {of_k}, tile<i32> -> tile<{n}x{d}x{ty}>, token
    %turned = permute %k [1, 0] : tile<{n}x{d}x{ty}> -> tile<{d}x{n}x{ty}>
    %raw = mmaf %q, %turned, %unscored : tile<{m}x{d}x{ty}>, tile<{d}x{n}x{ty}>, {score}
    %scaled = mulf %raw, %scale : {score}
{mask}    %masked = select %counts, %scaled, %hidden : tile<{m}x{n}xi1>, {score}
{greatest}    %mn = maxf %mo, %most : {row}
    %mnb = broadcast %mn : {row} -> {score}
    %less = subf %masked, %mnb : {score}
    %p = exp2 %less : {score}
    %drop = subf %mo, %mn : {row}
    %alpha = exp2 %drop : {row}
{total}    %lo = mulf %l, %alpha : {row}
    %ln = addf %lo, %total : {row}
    %ph = ftof %p : {score} -> tile<{m}x{n}x{ty}>
    %v, %vr = load_view_tko weak %vv[%j, %zero] : {of_k}, tile<i32> -> tile<{n}x{d}x{ty}>, token
    %ab = broadcast %alpha : {row} -> {sum}
    %kept = mulf %acc, %ab : {sum}
    %next = mmaf %ph, %v, %kept : tile<{m}x{n}x{ty}>, tile<{n}x{d}x{ty}>, {sum}
    continue %mn, %ln, %next : {row}, {row}, {sum}
  }}
  %lb = broadcast %ll : {row} -> {sum}
  %out = divf %accl, %lb : {sum}
  %done = store_view_tko weak %out, %ov[%i, %zero] : {sum}, {of_o}, tile<i32> -> token
  return
}}\n",
            at = self.at,
            first = self.at * m,
            rounds = self.rounds(),
        )
    }

    /// The text of a kernel of which each tile block has its own tile of queries, and as many iterations as one more than its number.
    pub(super) fn text_of_grid(&self) -> String {
        let m = self.rows;
        let changes = [
            ("%i = constant <i32: 0> : tile<i32>", "%i, %iy, %iz = get_tile_block_id : tile<i32>".to_owned()),
            ("%rounds = constant <i32: 1> : tile<i32>", "%rounds = addi %i, %one : tile<i32>".to_owned()),
            (
                &format!("%first = constant <i32: 0> : tile<{m}x1xi32>"),
                format!(
                    "%fn = muli %i, %keys : tile<i32>
  %fr = reshape %fn : tile<i32> -> tile<1x1xi32>
  %first = broadcast %fr : tile<1x1xi32> -> tile<{m}x1xi32>"
                ),
            ),
        ];
        changes.iter().fold(self.text(), |text, (from, to)| {
            assert!(text.contains(from), "{from}");
            text.replacen(from, to, 1)
        })
    }

    pub(super) fn made(&self) -> CompiledKernel {
        made_of(&self.text(), self.options)
    }

    /// Queries, keys, values, and the output.
    pub(super) fn buffers(&self, seed: u64) -> Vec<Vec<u8>> {
        let shape = [self.length, self.head];
        let ins = (0..3).map(|at| contents((self.factors, &shape), seed + at));
        ins.chain([vec![0; 4 * (self.length * self.head) as usize]]).collect()
    }

    /// The code and the interpreter leave the same but for the last bits of exponentials, and every product is a warpgroup's.
    fn agrees(&self, seed: u64) {
        self.agrees_as(&self.text(), seed);
    }

    /// Compares another text of the kernel.
    pub(super) fn agrees_as(&self, text: &str, seed: u64) {
        let (kernel, made, buffers) = (valid(text), made_of(text, self.options), self.buffers(seed));
        let has = |what: fn(&Inst) -> bool| made.lines.iter().any(|line: &Line| what(&line.inst));
        assert!(
            has(|inst| matches!(inst, Inst::Wgmma(_))) && !has(|inst| matches!(inst, Inst::Mma { .. })),
            "{self:?}"
        );
        let scalars = [self.length as i32];
        let expected = interpreted(&kernel, &buffers, &scalars, [1; 3]);
        let maps = maps_of(&made, &kernel, &arguments(&buffers, &scalars), buffers.len())
            .expect("tensors have maps");
        let left = ran(&made, &buffers, &scalars, (maps, [1; 3]), seed);
        let floats = |bytes: &[u8]| -> Vec<f32> {
            bytes.chunks(4).map(|word| f32::from_le_bytes(word.try_into().expect("four bytes"))).collect()
        };
        let [left, expected] = [&left[3], &expected[3]].map(|bytes| floats(bytes));
        assert!(expected.iter().any(|value| *value != 0.0), "{self:?}");
        for (at, (left, expected)) in left.iter().zip(&expected).enumerate() {
            // Weights of the values, which are up to 4, are rounded to eight bits.
            assert!(
                (left - expected).abs() <= 0.05,
                "{self:?}: element {at} is {left}, not {expected}\n{text}"
            );
        }
    }
}

pub(super) fn made_of(text: &str, options: Options) -> CompiledKernel {
    compile_valid(&valid(text), Target { sm: 90 }, options)
        .unwrap_or_else(|problem| panic!("{}", problem.message))
}

/// The benchmark's kernel, in its second tile block, which is longer and runs first.
#[test]
fn the_kernel_of_the_benchmark_is_that_of_the_interpreter() {
    let text =
        include_str!("../../../../corpus/kernels/perf/attention.tile").replace("causal_attention_128", "k");
    let module = spec::parse::module(&text).expect("a module");
    let kernel = spec::valid::Valid::new(module.kernels[0].clone()).expect("a kernel");
    let made = compile_valid(&kernel, Target { sm: 90 }, Options::default())
        .unwrap_or_else(|problem| panic!("{}", problem.message));
    let shape = [256, 128];
    let ins = (0..3).map(|at| contents(("bf16", &shape), 7 + at));
    let buffers: Vec<Vec<u8>> = ins.chain([vec![0; 2 * 256 * 128]]).collect();
    let scalars = [1, 256, 0.125f32.to_bits().cast_signed()];
    let expected = interpreted(&kernel, &buffers, &scalars, [2, 1, 1]);
    let maps =
        maps_of(&made, &kernel, &arguments(&buffers, &scalars), buffers.len()).expect("tensors have maps");
    let left =
        crate::tests::kernels::agreement::ran_block(&made, &buffers, &scalars, (maps, [2, 1, 1]), [0, 0, 0]);
    let floats = |bytes: &[u8]| -> Vec<f32> {
        bytes
            .chunks(2)
            .map(|word| f32::from_bits(u32::from(word[0]) << 16 | u32::from(word[1]) << 24))
            .collect()
    };
    let [left, expected] = [&left[3], &expected[3]].map(|bytes| floats(bytes));
    for at in 128 * 128..256 * 128 {
        let (left, expected) = (left[at], expected[at]);
        assert!((left - expected).abs() <= 0.05, "element {at} is {left}, not {expected}");
    }
}

pub(super) fn plain() -> Attention {
    let options = Options::default();
    Attention { factors: "bf16", rows: 64, keys: 64, head: 64, length: 128, at: 1, causal: true, options }
}

#[test]
fn attention_is_that_of_the_interpreter() {
    let threads = |threads| Options { threads: Some(threads), ..Options::default() };
    let cases = [
        plain(),
        Attention { causal: false, length: 192, ..plain() },
        Attention { factors: "f16", length: 100, ..plain() },
        Attention { rows: 128, length: 200, options: threads(256), ..plain() },
        Attention { rows: 128, keys: 64, head: 128, length: 256, options: threads(256), ..plain() },
        Attention { rows: 64, keys: 128, head: 32, length: 130, ..plain() },
        Attention { rows: 128, length: 256, options: threads(128), ..plain() },
        // Two warpgroups share out the columns of 64 rows: weights are exchanged on their way to the second product.
        Attention { causal: false, options: threads(256), ..plain() },
    ];
    for (seed, case) in (1..).zip(cases) {
        case.agrees(seed);
    }
}

/// Queries that the loop's body scales are the same in all iterations: an assembler may compute them in front of the loop, where a
/// warpgroup's registers are not kept. Warps multiply such factors.
#[test]
fn a_left_factor_that_the_body_computes_of_what_does_not_change_is_not_staged() {
    let scaled = "%qs = mulf %q, %q : tile<64x64xbf16>\n    %raw = mmaf %qs, ";
    let of_body = plain().text().replace("%raw = mmaf %q, ", scaled);
    let fragments = |text: &str| {
        let made = compile_valid(&valid(text), Target { sm: 90 }, Options::default())
            .unwrap_or_else(|problem| panic!("{}", problem.message));
        let has = |what: fn(&Inst) -> bool| made.lines.iter().any(|line: &Line| what(&line.inst));
        (has(|inst| matches!(inst, Inst::Wgmma(_))), has(|inst| matches!(inst, Inst::Mma { .. })))
    };
    assert_eq!(fragments(&plain().text()), (true, false), "all are warpgroups'");
    assert_eq!(fragments(&of_body), (true, true), "weights change, queries do not");
}

/// Whether products of one iteration are in flight while the next is computed, and whether warpgroups take turns.
fn overlap(text: &str, options: Options) -> (bool, bool) {
    let made = made_of(text, options);
    let has = |what: fn(&Inst) -> bool| made.lines.iter().any(|line: &Line| what(&line.inst));
    assert!(has(|inst| matches!(inst, Inst::Wgmma(_))), "{options:?} {text}");
    (has(|inst| matches!(inst, Inst::Wgmma(Wgmma::Wait(1)))), has(|inst| matches!(inst, Inst::Turn(_))))
}

#[test]
fn scores_of_the_next_keys_run_under_the_products_of_the_last() {
    let threads = |threads| Options { threads: Some(threads), ..Options::default() };
    let of = |case: Attention| overlap(&case.text(), case.options);
    assert_eq!(of(Attention { options: threads(128), ..plain() }), (true, false), "a warpgroup");
    assert_eq!(of(Attention { rows: 128, options: threads(256), ..plain() }), (true, true), "two");
    // Weights are exchanged between warpgroups, which meet for that.
    assert_eq!(of(Attention { options: threads(256), ..plain() }), (true, false), "shared rows");
    // Four warpgroups have 104 registers a thread: for 32 of sums and 8 of weights, but not for twice as many.
    let four = |extent| Attention { rows: 256, keys: extent, head: extent, options: threads(512), ..plain() };
    assert_eq!([32, 64].map(|extent| of(four(extent))), [(true, false), (false, false)], "four");
}

/// A loop is rotated only if its first product needs nothing of the iteration, and nothing but the next iteration reads the sums.
#[test]
fn other_loops_are_not_rotated() {
    let (text, options) = (plain().text(), plain().options);
    assert!(overlap(&text, options).0);
    let biased = text.replace("%unscored = constant <f32: 0.0>", "%unscored = constant <f32: 1.0>");
    let read = text
        .replace("    continue %mn", "    %twice = addf %next, %next : tile<64x64xf32>\n    continue %mn");
    let fresh = text.replace("%v, %kept :", "%v, %nothing :");
    for (at, other) in [biased, read, fresh].iter().enumerate() {
        assert_ne!(*other, text);
        assert!(!overlap(other, options).0, "change {at}");
        plain().agrees_as(other, 3);
    }
}

/// No iteration, one, two and three.
#[test]
fn rotated_loops_of_any_length_are_those_of_the_interpreter() {
    for rounds in 0..4u32 {
        for threads in [128, 256] {
            let options = Options { threads: Some(threads), ..Options::default() };
            let rows = threads / 2;
            let case =
                Attention { rows, causal: false, at: 0, length: 64 * rounds.max(1), options, ..plain() };
            let none = [
                ("%rounds = constant <i32: 1>", "%rounds = constant <i32: 0>"),
                ("%nothing = constant <f32: 0.0>", "%nothing = constant <f32: 1.0>"),
            ];
            let mut text = case.text();
            if rounds == 0 {
                text = none.into_iter().fold(text, |text, (from, to)| text.replace(from, to));
            }
            // One more than the total, which may be zero.
            let total = "  %ones = constant <f32: 1.0> : ROW\n  %more = addf %ll, %ones : ROW\n  %lb = broadcast %more";
            let text = text.replace("  %lb = broadcast %ll", total);
            case.agrees_as(&text.replace("ROW", &format!("tile<{rows}x1xf32>")), u64::from(rounds));
        }
    }
}
