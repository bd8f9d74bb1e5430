//! Benchmarks: a matrix product of 1000³ multiplications in tiles of 64, and the softmax of rows of 1024, with every rule checked, beside
//! plain loops. Prints nanoseconds per multiplication or element, and peak memory.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

use interp::{Options, run};
use peak_alloc::PeakAlloc;
use spec::parse::module;
use spec::syntax::launch::{Argument, Buffer, Launch};
use spec::valid::Valid;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Rows, terms and columns; not a multiple of the tile, so that the last tiles are partial.
const SIDE: usize = 1000;
/// Rows of the softmax.
const ROWS: usize = 1024;
/// Elements of each.
const COLUMNS: usize = 1024;
const TIMES: usize = 5;

const MATMUL: &str = r"
entry @matmul(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %c: tile<ptr<f32>>, %n: tile<i32>) {
  %x, %y, %z = get_tile_block_id : tile<i32>
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %none = constant <f32: 0.0> : tile<64x64xf32>
  %ta = make_tensor_view %a, shape = [%n, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %va = make_partition_view %ta : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
  %tb = make_tensor_view %b, shape = [%n, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %vb = make_partition_view %tb : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
  %rows, %steps = get_index_space_shape %va : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>> -> tile<i32>
  %sum = for %k in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %none) -> (tile<64x64xf32>) {
    %l, %k1 = load_view_tko weak %va[%x, %k] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<64x64xf32>, token
    %r, %k2 = load_view_tko weak %vb[%k, %y] : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<64x64xf32>, token
    %next = mmaf %l, %r, %acc : tile<64x64xf32>, tile<64x64xf32>, tile<64x64xf32>
    continue %next : tile<64x64xf32>
  }
  %tc = make_tensor_view %c, shape = [%n, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %vc = make_partition_view %tc : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>
  %k3 = store_view_tko weak %sum, %vc[%x, %y] : tile<64x64xf32>, partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  return
}";

const SOFTMAX: &str = r"
entry @softmax(%a: tile<ptr<f32>>, %o: tile<ptr<f32>>, %n: tile<i32>) {
  %x, %y, %z = get_tile_block_id : tile<i32>
  %zero = constant <i32: 0> : tile<i32>
  %ta = make_tensor_view %a, shape = [%n, 1024], strides = [1024, 1] : tile<i32> -> tensor_view<?x1024xf32, strides=[1024,1]>
  %va = make_partition_view %ta : partition_view<tile=(1x1024), tensor_view<?x1024xf32, strides=[1024,1]>>
  %row, %k1 = load_view_tko weak %va[%x, %zero] inbounds = [true, true] : partition_view<tile=(1x1024), tensor_view<?x1024xf32, strides=[1024,1]>>, tile<i32> -> tile<1x1024xf32>, token
  %most = reduce %row dim=1 identities=[0xFF800000 : f32] : tile<1x1024xf32> -> tile<1xf32>
  (%e: tile<f32>, %s: tile<f32>) {
    %n0 = maxf %e, %s : tile<f32>
    yield %n0 : tile<f32>
  }
  %m1 = reshape %most : tile<1xf32> -> tile<1x1xf32>
  %ms = broadcast %m1 : tile<1x1xf32> -> tile<1x1024xf32>
  %less = subf %row, %ms : tile<1x1024xf32>
  %powers = exp %less : tile<1x1024xf32>
  %sum = reduce %powers dim=1 identities=[0.0 : f32] : tile<1x1024xf32> -> tile<1xf32>
  (%f: tile<f32>, %t: tile<f32>) {
    %n1 = addf %f, %t : tile<f32>
    yield %n1 : tile<f32>
  }
  %s1 = reshape %sum : tile<1xf32> -> tile<1x1xf32>
  %ss = broadcast %s1 : tile<1x1xf32> -> tile<1x1024xf32>
  %parts = divf %powers, %ss : tile<1x1024xf32>
  %to = make_tensor_view %o, shape = [%n, 1024], strides = [1024, 1] : tile<i32> -> tensor_view<?x1024xf32, strides=[1024,1]>
  %vo = make_partition_view %to : partition_view<tile=(1x1024), tensor_view<?x1024xf32, strides=[1024,1]>>
  %k2 = store_view_tko weak %parts, %vo[%x, %zero] inbounds = [true, true] : tile<1x1024xf32>, partition_view<tile=(1x1024), tensor_view<?x1024xf32, strides=[1024,1]>>, tile<i32> -> token
  return
}";

fn main() {
    // An argument selects one benchmark by name.
    let asked = std::env::args().nth(1).filter(|name| !name.starts_with('-'));
    let wanted = |name: &str| asked.as_deref().is_none_or(|asked| asked == name);
    if wanted("matmul") {
        matmul_beside_plain();
    }
    if wanted("softmax") {
        softmax_beside_plain();
    }
}

fn matmul_beside_plain() {
    let a: Vec<f32> = (0..SIDE * SIDE).map(|k| (k % 17) as f32 - 8.0).collect();
    let b: Vec<f32> = (0..SIDE * SIDE).map(|k| (k % 13) as f32 - 6.0).collect();
    let plain = shortest(|| drop(black_box(product(black_box(&a), black_box(&b)))));
    let grid = u32::try_from(SIDE.div_ceil(64)).expect("a small grid");
    let arrays = 3 * SIDE * SIDE;
    let launch = launch([grid, grid, 1], &[&a, &b], SIDE * SIDE, SIDE as u64);
    let kernel = kernel(MATMUL);
    report("matmul", SIDE.pow(3), plain, arrays, || shortest(|| run_once(&kernel, &launch)));
}

fn softmax_beside_plain() {
    let rows: Vec<f32> = (0..ROWS * COLUMNS).map(|k| (k * 2654435761 % 1000) as f32 / 100.0).collect();
    // Enough repetitions for the coarse ticks of the system's clock.
    let often = 20;
    let plain = shortest(|| (0..often).for_each(|_| drop(black_box(softmax(black_box(&rows))))));
    let plain = plain / often as f64;
    let launch = launch([ROWS as u32, 1, 1], &[&rows], ROWS * COLUMNS, ROWS as u64);
    let kernel = kernel(SOFTMAX);
    let run = || (0..often).for_each(|_| run_once(&kernel, &launch));
    report("softmax", ROWS * COLUMNS, plain, 2 * ROWS * COLUMNS, || shortest(run) / often as f64);
}

/// Prints one line: nanoseconds per step of a plain loop and of the interpreter (from their seconds), and memory as a multiple of the f32
/// arrays.
#[expect(clippy::print_stdout, reason = "a benchmark reports on standard output")]
fn report(name: &str, steps: usize, plain: f64, arrays: usize, run: impl FnOnce() -> f64) {
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let seconds = run();
    let memory = (MEMORY.peak_usage() - before) as f64 / (4 * arrays) as f64;
    let ns = |seconds: f64| seconds * 1e9 / steps as f64;
    println!(
        "{name:8} {:8.4} ns, plain {:8.4} ns, memory {memory:.2} times the arrays",
        ns(seconds),
        ns(plain)
    );
}

fn kernel(text: &str) -> Valid {
    let module = module(text).expect("the kernel parses");
    Valid::new(module.kernels[0].clone()).expect("the kernel is valid")
}

/// Inputs, one output of so many elements, and a number.
fn launch(grid: [u32; 3], inputs: &[&[f32]], output: usize, number: u64) -> Launch {
    let bytes =
        |elements: &[f32]| elements.iter().flat_map(|element| element.to_le_bytes()).collect::<Vec<u8>>();
    let mut buffers: Vec<Buffer> = inputs
        .iter()
        .map(|input| Buffer {
            bytes: 4 * input.len() as u64,
            alignment: 256,
            uninit: false,
            contents: BTreeMap::from([(0, bytes(input))]),
        })
        .collect();
    buffers.push(Buffer {
        bytes: 4 * output as u64,
        alignment: 256,
        uninit: true,
        contents: BTreeMap::new(),
    });
    let pointers = (0..buffers.len()).map(|buffer| Argument::Pointer { buffer, offset: 0 });
    let arguments = pointers.chain([Argument::Scalar(number)]).collect();
    Launch { grid, arguments, buffers, blocks: None }
}

fn run_once(kernel: &Valid, launch: &Launch) {
    let options = Options { fuel: 1 << 40, ..Options::default() };
    black_box(run(black_box(kernel), black_box(launch), &options).expect("it is defined"));
}

/// Processor seconds of this thread, unaffected by other load; wall-clock seconds if the system does not report
/// processor time.
fn now(began: Instant) -> f64 {
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = spent.and_then(|text| text.split(' ').next()?.parse::<u64>().ok());
    nanoseconds.map_or_else(|| began.elapsed().as_secs_f64(), |nanoseconds| nanoseconds as f64 * 1e-9)
}

fn shortest(mut once: impl FnMut()) -> f64 {
    let began = Instant::now();
    let mut time = || {
        let start = now(began);
        once();
        now(began) - start
    };
    std::iter::repeat_with(&mut time).take(TIMES).fold(f64::INFINITY, f64::min)
}

/// The product in the order that reads memory along.
fn product(a: &[f32], b: &[f32]) -> Vec<f32> {
    let mut c = vec![0.0; SIDE * SIDE];
    for (row, sums) in c.chunks_exact_mut(SIDE).enumerate() {
        for (k, line) in b.chunks_exact(SIDE).enumerate() {
            let factor = a[row * SIDE + k];
            sums.iter_mut().zip(line).for_each(|(sum, other)| *sum += factor * other);
        }
    }
    c
}

/// Row by row.
fn softmax(rows: &[f32]) -> Vec<f32> {
    let mut out = Vec::with_capacity(rows.len());
    for row in rows.chunks_exact(COLUMNS) {
        let most = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let start = out.len();
        out.extend(row.iter().map(|x| (x - most).exp()));
        let sum: f32 = out[start..].iter().sum();
        out[start..].iter_mut().for_each(|x| *x /= sum);
    }
    out
}
