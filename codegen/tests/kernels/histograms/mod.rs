//! Histograms of few bins, which blocks of threads collect in copies of their own, on the simulated machine: what they leave, beside the interpreter.

mod conditions;
mod mistakes;

use super::agreement::{contents, interpreted, ran_all, ran_by, valid};
use crate::analysis::parameters::ParameterFacts;
use crate::compile::{CompiledKernel, compile_under};
use crate::{Options, Target};

/// A kernel that updates bins by values, each the bin of an index.
#[derive(Debug, Clone, Copy)]
struct Histogram {
    /// The type of values and bins, and the update.
    ty: &'static str,
    mode: &'static str,
    scope: &'static str,
    /// Elements of a tile, and bins.
    tile: u32,
    bins: u32,
    /// Whether a block goes through many tiles.
    has_loop: bool,
    /// Of a block.
    threads: u32,
    /// Elements, and blocks of the launch.
    len: u32,
    blocks: u32,
    /// Whether each block of threads runs one tile block, however few updates that makes.
    alone: bool,
}

fn plain() -> Histogram {
    Histogram {
        ty: "i32",
        mode: "add",
        scope: "device",
        tile: 256,
        bins: 20,
        has_loop: true,
        threads: 64,
        len: 1000,
        blocks: 2,
        alone: false,
    }
}

impl Histogram {
    /// The kernel: of indices `%x`, values `%v`, bins `%b`, and how many elements there are; `%other` is an array of nothing.
    fn text(&self) -> String {
        let Histogram { ty, mode, scope, tile, .. } = self;
        let of = |element: &str| format!("tile<{tile}x{element}>");
        let (numbers, truths) = (of("i32"), of("i1"));
        let spread = |name: &str, from: &str, element: &str| {
            format!(
                "  %{name}1 = reshape {from} : tile<{element}> -> tile<1x{element}>
  %{name} = broadcast %{name}1 : tile<1x{element}> -> {}\n",
                of(element)
            )
        };
        let pointers = of(&format!("ptr<{ty}>"));
        let body = format!(
            "  %first = muli %t, %size : tile<i32>
{}  %at = addi %firsts, %lane : {numbers}
  %live = cmpi less_than %at, %ns, signed : {numbers} -> {truths}
  %xp = offset %xs, %at : {}, {numbers} -> {}
  %i, %read = load_ptr_tko weak %xp, %live, %none : {}, {truths}, {numbers} -> {numbers}, token
  %vp = offset %vs, %at : {pointers}, {numbers} -> {pointers}
  %val, %also = load_ptr_tko weak %vp, %live, %nothing : {pointers}, {truths}, {} -> {}, token
  %bp = offset %bs, %i : {pointers}, {numbers} -> {pointers}
  %old, %done = atomic_rmw_tko relaxed {scope} %bp, {mode}, %val, %live token=%also : {pointers}, {}, {truths} -> {}, token
  //after\n",
            spread("firsts", "%first", "i32"),
            of("ptr<i32>"),
            of("ptr<i32>"),
            of("ptr<i32>"),
            of(ty),
            of(ty),
            of(ty),
            of(ty),
        );
        let body = if self.has_loop {
            format!("  for %t in (%bx to %tiles, step %gx) : tile<i32> {{\n{body}  }}\n")
        } else {
            body.replace("%t,", "%bx,")
        };
        let spreads = [spread("xs", "%x", "ptr<i32>"), spread("vs", "%v", &format!("ptr<{ty}>"))];
        let bins = spread("bs", "%b", &format!("ptr<{ty}>"));
        format!(
            "entry @k(%x: tile<ptr<i32>>, %v: tile<ptr<{ty}>>, %b: tile<ptr<{ty}>>, %other: tile<ptr<{ty}>>, %n: tile<i32>, %tiles: tile<i32>) {{
  %one = constant <i32: 1> : tile<i32>
  %size = constant <i32: {tile}> : tile<i32>
  %none = constant <i32: 0> : {numbers}
  %nothing = constant <{ty}: 0> : {}
  %bx, %by, %bz = get_tile_block_id : tile<i32>
  %gx, %gy, %gz = get_num_tile_blocks : tile<i32>
  %lane = iota : {numbers}
  //before
{}{bins}{}{body}  return
}}\n",
            of(ty),
            spreads.concat(),
            spread("ns", "%n", "i32"),
        )
    }

    /// Facts with disjoint arrays and a maximum number of bins.
    fn facts(&self, text: &str, bins: u32) -> ParameterFacts {
        let pairs = (0..4).flat_map(|a| (0..4).map(move |b| (a, b)));
        let lengths = [(valid(text).params[2], u64::from(bins))].into();
        ParameterFacts {
            disjoint: pairs.filter(|(a, b)| a != b).collect(),
            lengths,
            may_keep_copies: true,
            ..ParameterFacts::default()
        }
    }

    fn made_under(&self, text: &str, facts: &ParameterFacts) -> CompiledKernel {
        let options =
            Options { threads: Some(self.threads), without_tensor_maps: self.alone, ..Options::default() };
        compile_under(&valid(text), facts, Target { sm: 90 }, options)
            .unwrap_or_else(|problem| panic!("{}\n{text}", problem.message))
    }

    fn made(&self, text: &str) -> CompiledKernel {
        self.made_under(text, &self.facts(text, self.bins))
    }

    /// Indices, values, and bins that hold something.
    fn buffers(&self, seed: u64) -> Vec<Vec<u8>> {
        let numbers = contents(("i32", &[self.len]), seed);
        let index = |word: &[u8]| u32::from_le_bytes(word.try_into().expect("four bytes")) % self.bins;
        let indices = numbers.chunks_exact(4).flat_map(|word| index(word).to_le_bytes()).collect();
        let of = |len, seed| contents((self.ty, &[len]), seed);
        vec![indices, of(self.len, seed + 1), of(self.bins, seed + 2), of(self.bins, seed + 3)]
    }

    fn scalars(&self) -> [i32; 2] {
        [self.len, self.len.div_ceil(self.tile)].map(u32::cast_signed)
    }

    /// What the code of a text leaves is what the interpreter leaves; gives the code's text.
    fn agrees_as(&self, text: &str, seed: u64) -> String {
        let (made, buffers) = (self.made(text), self.buffers(seed));
        let left = ran_all(&made, &buffers, &self.scalars(), &[], self.blocks);
        let expected = interpreted(&valid(text), &buffers, &self.scalars(), [self.blocks, 1, 1]);
        assert!(left == expected, "results differ for seed {seed}:\n{text}\n{}", made.program.ptx);
        made.program.ptx
    }

    fn agrees(&self, seed: u64) {
        let ptx = self.agrees_as(&self.text(), seed);
        assert!(is_private(&ptx), "{ptx}");
    }
}

/// Whether code updates copies of bins.
fn is_private(ptx: &str) -> bool {
    ptx.contains("red.relaxed.cta.shared.")
}

/// Whether code updates copies of whole arrays: before the last barrier no update goes to an array.
fn is_whole(ptx: &str) -> bool {
    let before = ptx.rsplit_once("bar.sync").map_or("", |(before, _)| before);
    is_private(ptx) && updates(before) == 0
}

/// The number of direct updates of the arrays.
fn updates(ptx: &str) -> usize {
    let updates = ptx.lines().filter(|line| line.contains("red.") || line.contains("atom."));
    updates.filter(|line| !line.contains(".shared.")).count()
}

const MODES: [&str; 8] = ["add", "max", "min", "umax", "umin", "and", "or", "xor"];

#[test]
fn every_mode_of_both_types() {
    for (seed, mode) in (1..).zip(MODES) {
        for ty in ["i32", "i64"] {
            Histogram { ty, mode, ..plain() }.agrees(seed);
        }
    }
}

/// One bin and more, fewer and more than there are threads, in a warp and in several.
#[test]
fn any_number_of_bins_and_threads() {
    for (seed, bins) in (20..).zip([1, 20, 63, 64, 65, 200]) {
        for threads in [32, 128] {
            Histogram { bins, threads, mode: "xor", ..plain() }.agrees(seed);
        }
    }
}

#[test]
fn a_tile_a_block() {
    let all = Histogram { has_loop: false, blocks: 4, ..plain() };
    for (seed, len) in (40..).zip([1024, 1000, 513]) {
        Histogram { len, ..all }.agrees(seed);
        Histogram { len, ty: "i64", mode: "min", ..all }.agrees(seed);
    }
    // One bin for every four elements.
    Histogram { bins: 64, ..all }.agrees(44);
    // Threads with copies of one element.
    Histogram { tile: 32, bins: 8, threads: 128, blocks: 32, ..all }.agrees(45);
}

/// More bins than a tile block alone is worth: a block of threads runs several tile blocks before it empties its copy.
#[test]
fn tile_blocks_in_turn() {
    for (seed, bins) in (70..).zip([65, 200, 3000, 9000]) {
        for (ty, mode, threads) in [("i32", "add", 64), ("i64", "max", 128), ("i32", "xor", 32)] {
            let case =
                Histogram { ty, mode, bins, threads, has_loop: false, len: 1500, blocks: 6, ..plain() };
            let (text, buffers) = (case.text(), case.buffers(seed));
            let mut facts = case.facts(&text, bins);
            if seed % 2 == 0 {
                facts.lengths.clear();
            }
            let made = case.made_under(&text, &facts);
            assert!(is_private(&made.program.ptx) && made.program.persistent.is_some(), "{case:?}");
            let expected = interpreted(&valid(&text), &buffers, &case.scalars(), [6, 1, 1]);
            for blocks in [1, 4, 7] {
                let left = ran_by(&made, &buffers, &case.scalars(), (&[], [6, 1, 1]), blocks);
                assert!(left == expected, "{blocks} blocks of threads: {case:?}\n{}", made.program.ptx);
            }
        }
    }
}

/// What threads exchange through shared memory is read by all before the next tile block writes there.
#[test]
fn tile_blocks_in_turn_that_exchange_elements() {
    let sum = "  %sums = scan %i dim=0 reverse=false identities=[0 : i32] : tile<256xi32> -> tile<256xi32>
  (%one1: tile<i32>, %two2: tile<i32>) {
    %both = addi %one1, %two2 : tile<i32>
    yield %both : tile<i32>
  }\n  %bp = offset %bs, %i";
    let case = Histogram { bins: 700, has_loop: false, len: 1500, blocks: 6, threads: 128, ..plain() };
    let text = case.text().replace("  %bp = offset %bs, %i", sum).replace("add, %val,", "add, %sums,");
    let (made, buffers) = (case.made(&text), case.buffers(7));
    assert!(made.program.persistent.is_some());
    let expected = interpreted(&valid(&text), &buffers, &case.scalars(), [6, 1, 1]);
    for blocks in [1, 2, 5] {
        let left = ran_by(&made, &buffers, &case.scalars(), (&[], [6, 1, 1]), blocks);
        assert!(left == expected, "{blocks} blocks of threads\n{}", made.program.ptx);
    }
}

/// Code for launches with few or very many tile blocks runs one a block of threads.
#[test]
fn other_launches_have_code_for_one_tile_block() {
    let case = Histogram { bins: 1000, has_loop: false, ..plain() };
    let text = case.text();
    let facts = case.facts(&text, case.bins);
    for options in [
        Options { without_tensor_maps: true, ..Options::default() },
        Options { few_blocks: true, ..Options::default() },
    ] {
        let made = compile_under(&valid(&text), &facts, Target { sm: 90 }, options).expect("it has code");
        assert_eq!(made.program.persistent, None);
        assert!(!is_private(&made.program.ptx), "a tile block of 256 elements alone");
    }
}

#[test]
fn blocks_without_a_tile_and_of_a_scope() {
    Histogram { len: 100, blocks: 3, ..plain() }.agrees(50);
    Histogram { scope: "sys", ..plain() }.agrees(51);
    // Of a block alone: others have no bin in common.
    let alone = Histogram { scope: "tl_blk", blocks: 1, ..plain() };
    alone.agrees(52);
    let ptx = alone.made(&alone.text()).program.ptx;
    assert!(ptx.contains("red.relaxed.cta.global"), "{ptx}");
}

/// Empty bins are not touched: the array may end before them.
#[test]
fn an_array_may_be_shorter_than_it_may_be() {
    let text = plain().text();
    for bins in [21, 64, 200] {
        let facts = plain().facts(&text, bins);
        let (made, buffers) = (plain().made_under(&text, &facts), plain().buffers(60));
        assert!(is_private(&made.program.ptx));
        let left = ran_all(&made, &buffers, &plain().scalars(), &[], 2);
        assert!(left == interpreted(&valid(&text), &buffers, &plain().scalars(), [2, 1, 1]), "{bins} bins");
    }
}

/// The first bins of an array of any length are collected, and the others are updated where they are.
#[test]
fn a_window_of_an_array_of_unknown_length() {
    for (seed, bins) in (100..).zip([1, 20, 1000, 2047, 2048, 2049, 5000]) {
        for (ty, mode) in [("i32", "add"), ("i64", "umin"), ("i32", "xor")] {
            let case = Histogram { ty, mode, bins, ..plain() };
            let text = case.text();
            let mut facts = case.facts(&text, bins);
            facts.lengths.clear();
            let (made, buffers) = (case.made_under(&text, &facts), case.buffers(seed));
            let ptx = &made.program.ptx;
            assert!(is_private(ptx) && !is_whole(ptx), "{ptx}");
            let left = ran_all(&made, &buffers, &case.scalars(), &[], 2);
            assert!(
                left == interpreted(&valid(&text), &buffers, &case.scalars(), [2, 1, 1]),
                "{bins} bins\n{ptx}"
            );
        }
    }
}

/// Every way out of the kernel brings what was collected to the array.
#[test]
fn what_is_collected_is_brought_where_the_kernel_ends_early() {
    let case = Histogram { has_loop: false, blocks: 4, ..plain() };
    let early = "  %first_blocks = cmpi less_than %bx, %one, signed : tile<i32> -> tile<i1>
  if %first_blocks {
    return
  }
  %more, %twice = atomic_rmw_tko relaxed device %bp, add, %val, %live token=%done : tile<256xptr<i32>>, tile<256xi32>, tile<256xi1> -> tile<256xi32>, token\n";
    let ptx = case.agrees_as(&case.text().replace("  //after\n", early), 70);
    assert!(is_private(&ptx) && updates(&ptx) == 2, "{ptx}");
    // No tile before the way out.
    let before = "  %some = cmpi less_than %bx, %one, signed : tile<i32> -> tile<i1>
  if %some {
    return
  }\n";
    let ptx = case.agrees_as(&case.text().replace("  //before\n", before), 71);
    assert!(is_private(&ptx) && updates(&ptx) == 2, "{ptx}");
}

/// Two arrays of bins have a copy each, and other arrays are written as ever.
#[test]
fn several_arrays() {
    for (ty, other) in [("i32", "umax"), ("i64", "add")] {
        let case = Histogram { ty, ..plain() };
        let second = format!(
            "  %o1 = reshape %other : tile<ptr<{ty}>> -> tile<1xptr<{ty}>>
  %os = broadcast %o1 : tile<1xptr<{ty}>> -> tile<256xptr<{ty}>>
  %op = offset %os, %i : tile<256xptr<{ty}>>, tile<256xi32> -> tile<256xptr<{ty}>>
  %was, %and = atomic_rmw_tko relaxed device %op, {other}, %val, %live token=%done : tile<256xptr<{ty}>>, tile<256x{ty}>, tile<256xi1> -> tile<256x{ty}>, token\n"
        );
        let text = case.text().replace("  //after\n", &second);
        let mut facts = case.facts(&text, 20);
        facts.lengths.insert(valid(&text).params[3], 25);
        let (made, buffers) = (case.made_under(&text, &facts), case.buffers(80));
        let ptx = &made.program.ptx;
        assert_eq!(ptx.matches("red.relaxed.cta.shared.").count(), 8, "{ptx}");
        let left = ran_all(&made, &buffers, &case.scalars(), &[], 2);
        assert!(left == interpreted(&valid(&text), &buffers, &case.scalars(), [2, 1, 1]), "{ptx}");
        // Without a length, the second array has a window.
        let ptx = case.agrees_as(&text, 81);
        assert_eq!(ptx.matches("red.relaxed.cta.shared.").count(), 8, "{ptx}");
        assert!(!is_whole(&ptx), "{ptx}");
    }
    let store = "  %vq = offset %vs, %at : tile<256xptr<i32>>, tile<256xi32> -> tile<256xptr<i32>>
  %stored = store_ptr_tko weak %vq, %at, %live token=%done : tile<256xptr<i32>>, tile<256xi32>, tile<256xi1> -> token\n";
    let ptx = plain().agrees_as(&plain().text().replace("  //after\n", store), 82);
    assert!(is_private(&ptx), "{ptx}");
}

/// One thread in a loop: bins that all elements go to, and conversions of layouts in shared memory behind the copy.
#[test]
fn conversions_leave_the_copies_alone() {
    let turned = "  %m = reshape %at : tile<256xi32> -> tile<16x16xi32>
  %mt = permute %m [1, 0] : tile<16x16xi32> -> tile<16x16xi32>
  %flat = reshape %mt : tile<16x16xi32> -> tile<256xi32>
  %sum, %stays = load_ptr_tko weak %xp, %live, %flat token=%done : tile<256xptr<i32>>, tile<256xi1>, tile<256xi32> -> tile<256xi32>, token
  %xm = reshape %sum : tile<256xi32> -> tile<16x16xi32>
  %xt = permute %xm [1, 0] : tile<16x16xi32> -> tile<16x16xi32>
  %xf = reshape %xt : tile<16x16xi32> -> tile<256xi32>
  %q = offset %bs, %i : tile<256xptr<i32>>, tile<256xi32> -> tile<256xptr<i32>>
  %w, %wt = atomic_rmw_tko relaxed device %q, add, %xf, %live : tile<256xptr<i32>>, tile<256xi32>, tile<256xi1> -> tile<256xi32>, token\n";
    let text = plain().text().replace("  //after\n", turned);
    let ptx = plain().agrees_as(&text, 90);
    assert!(is_private(&ptx), "{ptx}");
}

/// Nothing in the loop waits: neither updates for loads, nor loads for updates.
#[test]
fn updates_of_a_copy_are_waited_for_at_the_end_alone() {
    let waits = |ptx: &str| ptx.lines().filter(|line| line.contains("bar.sync")).count();
    let text = plain()
        .text()
        .replace("  //before\n", "  %start = make_token : token\n")
        .replace(": tile<i32> {", ": tile<i32> iter_values(%tok = %start) -> (token) {")
        .replace("  for %t", "  %end = for %t")
        .replace("%none : tile", "%none token=%tok : tile")
        .replace("  //after\n", "  continue %done : token\n");
    let ptx = plain().agrees_as(&text, 95);
    assert_eq!(waits(&ptx), 2, "{ptx}");
    assert!(is_private(&ptx), "{ptx}");
}
