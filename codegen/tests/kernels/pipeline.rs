//! Loops of products on the simulated machine, for Hopper. Factors are small whole numbers, so every order of additions gives
//! the same.

use super::agreement::{arguments, contents, interpreted, maps_of, ran, valid};
use super::factors::{Rows, view};
use crate::compile::{CompiledKernel, compile_valid};
use crate::ir::ptx::{Inst, Line, Mbarrier, Space};
use crate::{Options, Target};

/// A kernel with one loop for one tile of sums.
#[derive(Debug, Clone)]
pub(super) struct Case {
    pub(super) factors: &'static str,
    /// What is in memory, if factors are computed from another type.
    pub(super) memory: Option<&'static str>,
    /// Rows, columns, terms of a tile.
    pub(super) tile: [u32; 3],
    /// The extents of the matrices.
    pub(super) extents: [u32; 3],
    /// The position of the tile of sums.
    pub(super) at: [u32; 2],
    /// Of each factor, whether the matrix in memory is transposed.
    pub(super) transposed: [bool; 2],
    /// Whether a transposed matrix is transposed by the view, or by an operation.
    pub(super) by_view: bool,
    /// First round, and from round to round.
    pub(super) from: u32,
    pub(super) step: u32,
    /// Products a round.
    pub(super) products: usize,
    /// How rows lie in memory.
    pub(super) rows: Rows,
    /// Whether factors are the second matrix of two consecutive matrices.
    pub(super) batch: bool,
    /// Whether all tiles of sums are made, each by a tile block.
    pub(super) blocks: bool,
    pub(super) options: Options,
}

impl Case {
    /// The type of the sums.
    fn sum(&self) -> &'static str {
        if self.factors == "i8" { "i32" } else { "f32" }
    }

    /// The multiplication, and the signedness of its factors: left bytes are signed, right bytes unsigned.
    fn operation(&self) -> (&'static str, &'static str) {
        if self.factors == "i8" { ("mmai", " signed unsigned") } else { ("mmaf", "") }
    }

    /// The tile of sums, and the rounds.
    fn numbers(&self, values: [u32; 5]) -> String {
        // Constants that are not used are no harm.
        let [row, column] = if self.blocks { ["ci", "cj"] } else { ["i", "j"] };
        let named = [row, column, "lower", "upper", "step"].into_iter().zip(values);
        let mut lines: String =
            named.map(|(name, value)| format!("  %{name} = constant <i32: {value}> : tile<i32>\n")).collect();
        if self.blocks {
            lines += "  %i, %j, %bz = get_tile_block_id : tile<i32>\n";
        }
        lines
    }

    pub(super) fn text(&self) -> String {
        let [m, n, k] = self.tile;
        let [rows, columns, terms] = self.extents;
        let ty = self.memory.unwrap_or(self.factors);
        let lie = (self.by_view, self.rows, self.batch);
        let (a, of_a) = view("a", 0, ty, [m, k], [rows, terms], self.transposed[0], lie);
        let (b, of_b) = view("b", 1, ty, [k, n], [terms, columns], self.transposed[1], lie);
        let (c, of_c) = view("c", 2, self.sum(), [m, n], [rows, columns], false, (false, self.rows, false));
        let strides = match self.rows {
            Rows::Known => "",
            Rows::Launched(_) => ", %s0: tile<i32>, %s1: tile<i32>, %s2: tile<i32>",
        };
        let ends = [self.at[0], self.at[1], self.from, terms.div_ceil(k), self.step];
        let numbers = self.numbers(ends);
        let sums = format!("tile<{m}x{n}x{}>", self.sum());
        let turns = self.transposed.map(|transposed| transposed && !self.by_view);
        let mut body = String::new();
        let mut sum = "acc".to_owned();
        for product in 0..self.products {
            // A second product has the rounds in another order.
            let round = if product == 0 { "k" } else { "end" };
            body += if product == 0 { "" } else { "    %end = subi %last, %k : tile<i32>\n" };
            for (name, tiles, shape, turns, index) in
                [("a", &of_a, [m, k], turns[0], ["i", round]), ("b", &of_b, [k, n], turns[1], [round, "j"])]
            {
                let shape = if turns { [shape[1], shape[0]] } else { shape };
                let index = if turns { [index[1], index[0]] } else { index };
                let (one, batch) = if self.batch { ("1x", "%one, ") } else { ("", "") };
                let [loaded, ty] = [one, ""].map(|one| format!("tile<{one}{}x{}x{ty}>", shape[0], shape[1]));
                body += &format!(
                    "    %{name}b{product}, %{name}r{product} = load_view_tko weak %{name}v[{batch}%{}, %{}] token = %tok : {tiles}, tile<i32> -> {loaded}, token
    %{name}l{product} = reshape %{name}b{product} : {loaded} -> {ty}\n",
                    index[0], index[1]
                );
                let (order, to) = if turns { ([1, 0], [shape[1], shape[0]]) } else { ([0, 1], shape) };
                body += &self.turned((name, product), (order, to));
            }
            let (name, signs) = self.operation();
            let ty = self.factors;
            body += &format!(
                "    %sum{product} = {name} %ax{product}, %bx{product}, %{sum}{signs} : tile<{m}x{k}x{ty}>, tile<{k}x{n}x{ty}>, {sums}\n"
            );
            sum = format!("sum{product}");
        }
        let (last, of_sums) = ((ends[3] + self.from).saturating_sub(1), self.sum());
        format!(
            "entry @k(%p0: tile<ptr<{ty}>>, %p1: tile<ptr<{ty}>>, %p2: tile<ptr<{of_sums}>>{strides}) {{\n{a}{b}{c}{numbers}  %one = constant <i32: 1> : tile<i32>\n  %last = constant <i32: {last}> : tile<i32>
  %t0 = make_token : token
  %init, %read = load_view_tko weak %cv[%i, %j] token = %t0 : {of_c}, tile<i32> -> {sums}, token
  %all, %tall = for %k in (%lower to %upper, step %step) : tile<i32> iter_values(%acc = %init, %tok = %read) -> ({sums}, token) {{
{body}    %tn = join_tokens %tok, %ar0, %br0 : token
    continue %{sum}, %tn : {sums}, token
  }}
  %done = store_view_tko weak %all, %cv[%i, %j] token = %tall : {sums}, {of_c}, tile<i32> -> token
  return
}}\n"
        )
    }

    /// The lines that permute the load and compute the factor.
    fn turned(&self, (name, product): (&str, usize), (order, to): ([u32; 2], [u32; 2])) -> String {
        let ty = |ty: &str, [rows, columns]: [u32; 2]| format!("tile<{rows}x{columns}x{ty}>");
        let memory = self.memory.unwrap_or(self.factors);
        let (loaded, turned) = (ty(memory, order.map(|axis| to[axis as usize])), ty(memory, to));
        let (from, computed) = match self.memory {
            None => ("x", String::new()),
            Some(memory) => {
                let (by, sign) = if memory.starts_with('i') { ("itof", " signed") } else { ("ftof", "") };
                let factor = ty(self.factors, to);
                (
                    "y",
                    format!("    %{name}x{product} = {by} %{name}y{product}{sign} : {turned} -> {factor}\n"),
                )
            }
        };
        format!(
            "    %{name}{from}{product} = permute %{name}l{product} {order:?} : {loaded} -> {turned}\n{computed}"
        )
    }

    /// Bytes of a matrix.
    fn matrix(&self, ty: &str, extents: [u32; 2], seed: u64) -> Vec<u8> {
        let count = 1 + u32::from(self.batch);
        contents((ty, &[count * extents[0].max(1), self.rows.stride(extents[1], ty).max(8)]), seed)
    }

    /// The grid of tile blocks.
    pub(super) fn grid(&self) -> [u32; 3] {
        let tiles = |axis: usize| self.extents[axis].div_ceil(self.tile[axis]);
        if self.blocks { [tiles(0), tiles(1), 1] } else { [1; 3] }
    }

    pub(super) fn made(&self) -> CompiledKernel {
        let kernel = valid(&self.text());
        compile_valid(&kernel, Target { sm: 90 }, self.options)
            .unwrap_or_else(|problem| panic!("{}", problem.message))
    }

    /// The types and extents of the matrices in memory.
    pub(super) fn matrices(&self) -> [(&'static str, [u32; 2]); 3] {
        let [rows, columns, terms] = self.extents;
        let turn = |transposed: bool, [rows, columns]: [u32; 2]| {
            if transposed { [columns, rows] } else { [rows, columns] }
        };
        [
            (self.memory.unwrap_or(self.factors), turn(self.transposed[0], [rows, terms])),
            (self.memory.unwrap_or(self.factors), turn(self.transposed[1], [terms, columns])),
            (self.sum(), [rows, columns]),
        ]
    }

    /// The contents of the matrices.
    pub(super) fn buffers(&self, seed: u64) -> Vec<Vec<u8>> {
        let matrices = self.matrices();
        matrices.iter().zip(seed..).map(|((ty, extents), seed)| self.matrix(ty, *extents, seed)).collect()
    }

    /// Whether factors go through registers between memory and the instructions, for which a tile needs more registers.
    pub(super) fn computes_factors(&self) -> bool {
        let lie = self.transposed != [false, true];
        self.memory.is_some() || lie && !["f16", "bf16"].contains(&self.factors)
    }

    /// The code and the interpreter leave the same, and the code is of the kind that is meant.
    pub(super) fn agrees(&self, seed: u64) {
        let (matrices, buffers) = (self.matrices(), self.buffers(seed));
        let strides: Vec<i32> = match self.rows {
            Rows::Known => Vec::new(),
            Rows::Launched(_) => {
                matrices.iter().map(|(ty, extents)| self.rows.stride(extents[1], ty) as i32).collect()
            }
        };
        let kernel = valid(&self.text());
        let expected = interpreted(&kernel, &buffers, &strides, self.grid());
        let words = arguments(&buffers, &strides);
        for without_tensor_maps in [false, true] {
            let options = Options { without_tensor_maps, ..self.options };
            let made = Case { options, ..self.clone() }.made();
            let group = made.lines.iter().any(|line| matches!(line.inst, Inst::Wgmma(_)));
            assert!(group != without_tensor_maps, "{self:?}");
            // A launch without maps runs the plain version.
            let Some(maps) = maps_of(&made, &kernel, &words, buffers.len()) else { continue };
            // Without maps, the simulated machine runs one block of threads with one tile block.
            if made.program.persistent.is_none() && self.blocks {
                continue;
            }
            let left = ran(&made, &buffers, &strides, (maps, self.grid()), seed);
            for (at, (left, expected)) in left.iter().zip(&expected).enumerate() {
                let first = left.iter().zip(expected).position(|(a, b)| a != b);
                assert!(
                    first.is_none(),
                    "buffer {at} differs from byte {first:?} on: {self:?}\n{}",
                    self.text()
                );
            }
        }
    }
}

pub(super) fn plain() -> Case {
    Case {
        factors: "bf16",
        memory: None,
        tile: [64, 64, 64],
        extents: [64, 64, 256],
        at: [0, 0],
        transposed: [false; 2],
        by_view: false,
        from: 0,
        step: 1,
        products: 1,
        rows: Rows::Known,
        batch: false,
        blocks: false,
        options: Options { threads: Some(128), ..Options::default() },
    }
}

#[test]
fn whole_tiles() {
    plain().agrees(1);
}

/// Tiles of more than 128 bytes of terms come to stages in parts.
#[test]
fn tiles_of_many_terms() {
    let long = Case { tile: [64, 32, 128], extents: [64, 32, 384], ..plain() };
    long.agrees(27);
    let made = long.made();
    let bytes: Vec<u32> = made.lines.iter().filter_map(announced).collect();
    // Of a left tile and of a right one half each, twice.
    assert_eq!(bytes, [(64 + 32) * 64 * 2; 2]);
    for transposed in [[false, true], [true, false], [true, true]] {
        Case { transposed, extents: [60, 30, 200], ..long }.agrees(28);
        Case { transposed, by_view: true, extents: [60, 30, 136], batch: true, ..long }.agrees(29);
    }
    Case { tile: [64, 16, 256], products: 2, extents: [64, 16, 300], ..long }.agrees(30);
    Case { blocks: true, extents: [180, 70, 260], ..long }.agrees(31);
    let tf32 = Case {
        factors: "tf32",
        transposed: [false, true],
        tile: [64, 16, 64],
        extents: [64, 16, 200],
        ..plain()
    };
    tf32.agrees(32);
}

/// The bytes announced by a line.
fn announced(line: &Line) -> Option<u32> {
    if let Inst::Mbarrier(Mbarrier::ArriveExpect { bytes, .. }) = &line.inst { Some(*bytes) } else { None }
}

/// One block of threads runs all tile blocks, of which the last ones have fewer columns than a group.
#[test]
fn persistent_blocks() {
    let tiles = Case { blocks: true, extents: [180, 150, 130], ..plain() };
    tiles.agrees(10);
    Case { extents: [64, 64 * 17, 64], ..tiles }.agrees(11);
    Case { factors: "i8", transposed: [false, true], tile: [128, 32, 64], ..tiles }.agrees(12);
}

/// Floats of one byte and of four are multiplied where their terms are neighbours.
#[test]
fn products_of_small_floats_and_tf32() {
    for factors in ["f8E4M3FN", "f8E5M2"] {
        let small = Case { factors, transposed: [false, true], ..plain() };
        small.agrees(13);
        Case { tile: [64, 64, 32], extents: [60, 50, 77], by_view: true, batch: true, ..small }.agrees(14);
    }
    let tf32 = Case { factors: "tf32", transposed: [false, true], tile: [64, 64, 32], ..plain() };
    tf32.agrees(15);
    Case { tile: [128, 64, 16], extents: [130, 140, 90], at: [1, 1], ..tf32 }.agrees(16);
    Case { blocks: true, extents: [180, 150, 70], ..tf32 }.agrees(17);
}

/// Computed factors, and factors that no instruction reads, go through registers; a right factor goes through a buffer.
#[test]
fn computed_factors() {
    let tile = [64, 64, 32];
    let rounded = Case { factors: "tf32", memory: Some("f32"), tile, extents: [64, 64, 160], ..plain() };
    rounded.agrees(18);
    assert!(rounded.made().lines.iter().any(|line| matches!(line.inst, Inst::Wgmma(_))));
    Case { transposed: [true, false], ..rounded }.agrees(19);
    Case { transposed: [true, true], by_view: true, extents: [60, 50, 77], batch: true, ..rounded }
        .agrees(20);
    Case { blocks: true, extents: [180, 150, 100], ..rounded }.agrees(21);
    let wide = Options { threads: Some(256), ..Options::default() };
    Case { tile: [128, 128, 32], extents: [130, 140, 90], at: [1, 1], options: wide, ..rounded }.agrees(22);
    for memory in ["i8", "f32", "f8E4M3FN"] {
        Case { factors: "f16", memory: Some(memory), ..rounded }.agrees(23);
    }
    let bytes = Case { factors: "i8", memory: None, tile: [64, 64, 64], ..rounded };
    bytes.agrees(24);
    Case { transposed: [true, true], ..bytes }.agrees(25);
    Case { factors: "f8E5M2", memory: None, tile: [64, 32, 64], products: 2, ..rounded }.agrees(26);
}

#[test]
fn one_product_of_a_batch() {
    Case { batch: true, extents: [60, 64, 200], ..plain() }.agrees(4);
    Case { batch: true, extents: [60, 64, 200], transposed: [true; 2], ..plain() }.agrees(5);
}

/// Bytes are multiplied where their terms are neighbours: the right factor lies transposed.
#[test]
fn products_of_bytes() {
    let bytes = Case { factors: "i8", transposed: [false, true], ..plain() };
    bytes.agrees(6);
    Case { tile: [128, 128, 128], extents: [130, 140, 300], at: [1, 1], ..bytes }.agrees(7);
    Case { tile: [64, 64, 32], extents: [60, 50, 77], by_view: true, batch: true, ..bytes }.agrees(8);
    Case { rows: Rows::Launched(4), extents: [64, 64, 200], ..bytes }.agrees(9);
}

/// Where only the launch says whether rows begin at multiples of sixteen bytes, the code without tensor maps multiplies by
/// instructions of a warp.
#[test]
fn rows_of_any_launch() {
    for more in [0, 1, 4] {
        let case = Case { rows: Rows::Launched(more), extents: [64, 64, 200], ..plain() };
        case.agrees(3);
        let in_warps = |line: &Line| matches!(line.inst, Inst::Mma { .. });
        let plain = Options { without_tensor_maps: true, ..case.options };
        assert!(Case { options: plain, ..case }.made().lines.iter().any(in_warps));
    }
}

/// Sums go to memory in pieces of rows, through shared memory in two parts. The first part is stored before the second is
/// converted, and no warp waits for another.
#[test]
fn warps_store_their_own_rows() {
    let case = Case { tile: [128, 128, 64], extents: [128, 128, 256], ..plain() };
    case.agrees(2);
    let made = case.made();
    let pieces =
        |line: &Line| matches!(&line.inst, Inst::Store { space: Space::Global, from, .. } if from.len() == 4);
    assert!(made.lines.iter().any(pieces));
    let last = made.lines.iter().rposition(|line| matches!(line.inst, Inst::Barrier | Inst::BarrierOf(_)));
    let last = last.unwrap_or_default();
    let written = made.lines[last..].iter().filter(|line| matches!(line.inst, Inst::WarpBarrier)).count();
    assert_eq!(written, 3);
    let first = made.lines.iter().position(pieces);
    let to_shared = |line: &Line| matches!(&line.inst, Inst::Store { space: Space::Shared, .. });
    assert!(first < made.lines.iter().rposition(to_shared));
}

#[test]
fn products_of_bytes_with_and_without_a_sign_say_the_version_that_has_them() {
    let bytes = Case { factors: "i8", transposed: [false, true], ..plain() }.made();
    assert!(bytes.program.ptx.starts_with(".version 8.4"), "{}", &bytes.program.ptx[..40]);
    assert!(plain().made().program.ptx.starts_with(".version 8.0"));
}
