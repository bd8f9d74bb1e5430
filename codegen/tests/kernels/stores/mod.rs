//! Stores of products by bulk copies, on the simulated machine for Hopper: what they leave, beside the interpreter, and which are made so.

mod kept;
mod larger;
pub(super) mod merged;
mod mistakes;

use super::agreement::{arguments, contents, interpreted, maps_of, ran, valid};
use super::factors::{Rows, view};
use crate::analysis::parameters::ParameterFacts;
use crate::compile::{CompiledKernel, compile_under};
use crate::ir::ptx::{Inst, Space};
use crate::tests::simulator::bulk::SimulatedMap;
use crate::{Options, Target};

/// A product of which every tile block stores a tile.
#[derive(Debug, Clone, Copy)]
struct Stored {
    factors: &'static str,
    /// The stored value.
    out: &'static str,
    /// Rows, columns, terms of a tile, and of the matrices.
    tile: [u32; 3],
    extents: [u32; 3],
    transposed: [bool; 2],
    /// Whether there are two products in a row.
    batch: bool,
    /// Whether a number for every column is added, and what is less than zero becomes zero.
    epilogue: bool,
    /// Threads per block; chosen if `None`.
    threads: Option<u32>,
}

fn plain() -> Stored {
    Stored {
        factors: "bf16",
        out: "f32",
        tile: [64, 64, 32],
        extents: [128, 192, 64],
        transposed: [false; 2],
        batch: false,
        epilogue: false,
        threads: Some(128),
    }
}

/// What is known of the parameters of kernels here: all arrays are apart.
fn apart() -> ParameterFacts {
    let pairs = (0..4).flat_map(|one| (0..4).map(move |other| (one, other)));
    ParameterFacts {
        disjoint: pairs.filter(|(one, other)| one != other).collect(),
        ..ParameterFacts::default()
    }
}

impl Stored {
    /// The type of the sums.
    fn sum(&self) -> &'static str {
        if self.factors == "i8" { "i32" } else { "f32" }
    }

    /// The lines that make `%out` of `%sum`.
    fn epilogue(&self) -> String {
        let ([m, n, _], out) = (self.tile, self.out);
        let (sums, stored) = (format!("tile<{m}x{n}x{}>", self.sum()), format!("tile<{m}x{n}x{out}>"));
        let mut lines = String::new();
        let mut last = "sum";
        if self.epilogue {
            let tensor = format!("tensor_view<{}xf32, strides=[1]>", self.extents[1]);
            let tiles = format!("partition_view<tile=({n}), padding_value = zero, {tensor}>");
            lines += &format!(
                "  %dt = make_tensor_view %p3, shape = [{}], strides = [1] : {tensor}
  %dv = make_partition_view %dt : {tiles}
  %d, %dr = load_view_tko weak %dv[%j] : {tiles}, tile<i32> -> tile<{n}xf32>, token
  %d1 = reshape %d : tile<{n}xf32> -> tile<1x{n}xf32>
  %d2 = broadcast %d1 : tile<1x{n}xf32> -> {sums}
  %added = addf %sum, %d2 : {sums}
  %least = maxf %added, %none : {sums}\n",
                self.extents[1]
            );
            last = "least";
        }
        lines += &match out {
            "i32" => format!("  %narrow = absi %{last} : {sums}\n"),
            "f32" => format!("  %narrow = absf %{last} : {sums}\n"),
            _ => format!("  %narrow = ftof %{last} : {sums} -> {stored}\n"),
        };
        let one = if self.batch { "1x" } else { "" };
        lines + &format!("  %out = reshape %narrow : {stored} -> tile<{one}{m}x{n}x{out}>\n")
    }

    fn text(&self) -> String {
        let ([m, n, k], [rows, columns, terms]) = (self.tile, self.extents);
        let (ty, out) = (self.factors, self.out);
        let lie = (true, Rows::Known, self.batch);
        let (a, of_a) = view("a", 0, ty, [m, k], [rows, terms], self.transposed[0], lie);
        let (b, of_b) = view("b", 1, ty, [k, n], [terms, columns], self.transposed[1], lie);
        let (c, of_c) = view("c", 2, out, [m, n], [rows, columns], false, lie);
        let (one, batch) = if self.batch { ("1x", "%z, ") } else { ("", "") };
        let of_sums = self.sum();
        let sums = format!("tile<{m}x{n}x{of_sums}>");
        let (zero, multiply, signs) =
            if of_sums == "i32" { ("0", "mmai", " signed unsigned") } else { ("0.0", "mmaf", "") };
        let rounds = terms.div_ceil(k);
        format!(
            "entry @k(%p0: tile<ptr<{ty}>>, %p1: tile<ptr<{ty}>>, %p2: tile<ptr<{out}>>, %p3: tile<ptr<f32>>) {{
{a}{b}{c}  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %rounds = constant <i32: {rounds}> : tile<i32>
  %none = constant <{of_sums}: {zero}> : {sums}
  %i, %j, %z = get_tile_block_id : tile<i32>
  %sum = for %k in (%zero to %rounds, step %one) : tile<i32> iter_values(%acc = %none) -> ({sums}) {{
    %ab, %ar = load_view_tko weak %av[{batch}%i, %k] : {of_a}, tile<i32> -> tile<{one}{m}x{k}x{ty}>, token
    %al = reshape %ab : tile<{one}{m}x{k}x{ty}> -> tile<{m}x{k}x{ty}>
    %bb, %br = load_view_tko weak %bv[{batch}%k, %j] : {of_b}, tile<i32> -> tile<{one}{k}x{n}x{ty}>, token
    %bl = reshape %bb : tile<{one}{k}x{n}x{ty}> -> tile<{k}x{n}x{ty}>
    %more = {multiply} %al, %bl, %acc{signs} : tile<{m}x{k}x{ty}>, tile<{k}x{n}x{ty}>, {sums}
    continue %more : {sums}
  }}
{}  %done = store_view_tko weak %out, %cv[{batch}%i, %j] : tile<{one}{m}x{n}x{out}>, {of_c}, tile<i32> -> token
  return
}}\n",
            self.epilogue()
        )
    }

    fn grid(&self) -> [u32; 3] {
        let tiles = |axis: usize| self.extents[axis].div_ceil(self.tile[axis]);
        [tiles(0), tiles(1), 1 + u32::from(self.batch)]
    }

    /// The code under facts.
    fn made_under(&self, facts: &ParameterFacts) -> CompiledKernel {
        let options = Options { threads: self.threads, ..Options::default() };
        compile_under(&valid(&self.text()), facts, Target { sm: 90 }, options)
            .unwrap_or_else(|problem| panic!("{}", problem.message))
    }

    fn buffers(&self, seed: u64) -> Vec<Vec<u8>> {
        let [rows, columns, terms] = self.extents;
        let matrix = |ty: &'static str, [rows, columns]: [u32; 2], turned: bool, seed| {
            let [rows, columns] = if turned { [columns, rows] } else { [rows, columns] };
            let count = 1 + u32::from(self.batch);
            contents((ty, &[count * rows, Rows::Known.stride(columns, ty)]), seed)
        };
        vec![
            matrix(self.factors, [rows, terms], self.transposed[0], seed),
            matrix(self.factors, [terms, columns], self.transposed[1], seed + 1),
            matrix(self.out, [rows, columns], false, seed + 2),
            contents(("f32", &[columns]), seed + 3),
        ]
    }

    /// The maps of a launch with these buffers.
    fn maps(&self, made: &CompiledKernel, buffers: &[Vec<u8>]) -> Vec<SimulatedMap> {
        let kernel = valid(&self.text());
        maps_of(made, &kernel, &arguments(buffers, &[]), buffers.len()).expect("tensors have maps")
    }

    /// The code stores in bulk and gives the interpreter's results, between and behind rows, too.
    fn agrees(&self, seed: u64) {
        let (made, buffers) = (self.made_under(&apart()), self.buffers(seed));
        assert!(stores_in_bulk(&made), "{self:?}");
        let maps = self.maps(&made, &buffers);
        let expected = interpreted(&valid(&self.text()), &buffers, &[], self.grid());
        let left = ran(&made, &buffers, &[], (maps, self.grid()), seed);
        for (at, (left, expected)) in left.iter().zip(&expected).enumerate() {
            let first = left.iter().zip(expected).position(|(a, b)| a != b);
            assert!(first.is_none(), "buffer {at} differs from byte {first:?} on: {self:?}\n{}", self.text());
        }
    }
}

/// Whether code stores by bulk copies, and nothing else to memory.
fn stores_in_bulk(made: &CompiledKernel) -> bool {
    let is_bulk = made.lines.iter().any(|line| matches!(line.inst, Inst::BulkStore(_)));
    let plain = |inst: &Inst| matches!(inst, Inst::Store { space: Space::Global, .. });
    assert!(!is_bulk || !made.lines.iter().any(|line| plain(&line.inst)), "some stores are plain");
    assert_eq!(is_bulk, made.program.maps.iter().any(|map| map.stored));
    is_bulk
}

#[test]
fn whole_tiles_of_all_types() {
    for (factors, out) in [("bf16", "f32"), ("f16", "f16"), ("bf16", "bf16"), ("f16", "f32")] {
        Stored { factors, out, ..plain() }.agrees(1);
    }
}

/// Factors of one byte and of four, as instructions read them, or through registers.
#[test]
fn factors_of_all_types() {
    for (factors, out) in [("tf32", "f32"), ("f8E4M3FN", "bf16"), ("i8", "i32")] {
        for transposed in [[false, true], [false, false]] {
            Stored { factors, out, transposed, extents: [100, 80, 70], ..plain() }.agrees(16);
        }
    }
}

/// The last tiles have fewer rows and columns, and what lies between the ends of rows is somebody's.
#[test]
fn ragged_edges() {
    for out in ["f32", "f16", "bf16"] {
        let case = Stored { factors: "f16", out, extents: [100, 150, 70], ..plain() };
        case.agrees(2);
        Stored { extents: [1, 1, 40], ..case }.agrees(3);
        Stored { extents: [65, 129, 1], ..case }.agrees(4);
    }
}

#[test]
fn large_tiles() {
    for out in ["f32", "bf16"] {
        let tile = [128, 256, 32];
        let case = Stored { out, tile, extents: [200, 300, 64], threads: Some(256), ..plain() };
        case.agrees(5);
        // Groups share out columns, or have rows below each other.
        Stored { tile: [64, 128, 32], ..case }.agrees(6);
        Stored { tile: [128, 128, 32], threads: Some(128), ..case }.agrees(7);
        Stored { tile: [256, 64, 32], threads: Some(512), ..case }.agrees(8);
    }
}

#[test]
fn narrow_tiles() {
    Stored { out: "f32", tile: [64, 16, 32], ..plain() }.agrees(9);
    Stored { out: "bf16", tile: [64, 32, 32], ..plain() }.agrees(10);
    // A line of sixteen bytes is none that is swizzled.
    let short = Stored { out: "f16", factors: "f16", tile: [64, 16, 32], threads: Some(256), ..plain() };
    assert!(!stores_in_bulk(&short.made_under(&apart())));
}

#[test]
fn transposed_factors() {
    for transposed in [[true, false], [false, true], [true, true]] {
        Stored { transposed, out: "bf16", extents: [100, 72, 70], ..plain() }.agrees(11);
    }
}

#[test]
fn matrices_of_a_batch() {
    Stored { batch: true, ..plain() }.agrees(12);
    Stored { batch: true, out: "bf16", extents: [100, 150, 70], ..plain() }.agrees(13);
}

#[test]
fn results_of_epilogues() {
    for out in ["f32", "bf16"] {
        Stored { epilogue: true, out, extents: [128, 160, 70], ..plain() }.agrees(14);
        Stored { epilogue: true, out, tile: [128, 128, 32], threads: Some(256), ..plain() }.agrees(15);
    }
}
