//! Masked vector addition over 2²² f32 elements in tiles of 1024, every rule checked, beside a plain loop.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

use interp::{Options, run};
use spec::parse::module;
use spec::syntax::launch::{Argument, Buffer, Launch};
use spec::valid::Valid;

/// Not a multiple of the tile, so that the last tile is partial.
const ELEMENTS: usize = (1 << 22) - 5;
const TILE: usize = 1024;
const TIMES: usize = 5;
/// Runs between two looks at the clock, which may go on in steps of 4 ms.
const OFTEN: usize = 20;

/// The program's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const THROUGH_VIEWS: &str = r"
entry @add(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %o: tile<ptr<f32>>, %n: tile<i32>) {
  %pa = assume div_by<16>, %a : tile<ptr<f32>>
  %pb = assume div_by<16>, %b : tile<ptr<f32>>
  %po = assume div_by<16>, %o : tile<ptr<f32>>
  %x, %y, %z = get_tile_block_id : tile<i32>
  %ta = make_tensor_view %pa, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %va = make_partition_view %ta : partition_view<tile=(1024), padding_value = zero, tensor_view<?xf32, strides=[1]>>
  %ea, %k1 = load_view_tko weak %va[%x] : partition_view<tile=(1024), padding_value = zero, tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<1024xf32>, token
  %tb = make_tensor_view %pb, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %vb = make_partition_view %tb : partition_view<tile=(1024), padding_value = zero, tensor_view<?xf32, strides=[1]>>
  %eb, %k2 = load_view_tko weak %vb[%x] : partition_view<tile=(1024), padding_value = zero, tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<1024xf32>, token
  %sum = addf %ea, %eb : tile<1024xf32>
  %to = make_tensor_view %po, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %vo = make_partition_view %to : partition_view<tile=(1024), padding_value = zero, tensor_view<?xf32, strides=[1]>>
  %k3 = store_view_tko weak %sum, %vo[%x] : tile<1024xf32>, partition_view<tile=(1024), padding_value = zero, tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  return
}";

const THROUGH_POINTERS: &str = r"
entry @add(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %o: tile<ptr<f32>>, %n: tile<i32>) {
  %x, %y, %z = get_tile_block_id : tile<i32>
  %size = constant <i32: 1024> : tile<i32>
  %first = muli %x, %size overflow<no_signed_wrap> : tile<i32>
  %f1 = reshape %first : tile<i32> -> tile<1xi32>
  %firsts = broadcast %f1 : tile<1xi32> -> tile<1024xi32>
  %lane = iota : tile<1024xi32>
  %index = addi %firsts, %lane overflow<no_signed_wrap> : tile<1024xi32>
  %n1 = reshape %n : tile<i32> -> tile<1xi32>
  %ns = broadcast %n1 : tile<1xi32> -> tile<1024xi32>
  %mask = cmpi less_than %index, %ns, signed : tile<1024xi32> -> tile<1024xi1>
  %wide = exti %index signed : tile<1024xi32> -> tile<1024xi64>
  %a1 = reshape %a : tile<ptr<f32>> -> tile<1xptr<f32>>
  %as = broadcast %a1 : tile<1xptr<f32>> -> tile<1024xptr<f32>>
  %pa = offset %as, %wide : tile<1024xptr<f32>>, tile<1024xi64> -> tile<1024xptr<f32>>
  %zero = constant <f32: 0.0> : tile<1024xf32>
  %ea, %k1 = load_ptr_tko weak %pa, %mask, %zero : tile<1024xptr<f32>>, tile<1024xi1>, tile<1024xf32> -> tile<1024xf32>, token
  %b1 = reshape %b : tile<ptr<f32>> -> tile<1xptr<f32>>
  %bs = broadcast %b1 : tile<1xptr<f32>> -> tile<1024xptr<f32>>
  %pb = offset %bs, %wide : tile<1024xptr<f32>>, tile<1024xi64> -> tile<1024xptr<f32>>
  %eb, %k2 = load_ptr_tko weak %pb, %mask, %zero : tile<1024xptr<f32>>, tile<1024xi1>, tile<1024xf32> -> tile<1024xf32>, token
  %sum = addf %ea, %eb : tile<1024xf32>
  %o1 = reshape %o : tile<ptr<f32>> -> tile<1xptr<f32>>
  %os = broadcast %o1 : tile<1xptr<f32>> -> tile<1024xptr<f32>>
  %po = offset %os, %wide : tile<1024xptr<f32>>, tile<1024xi64> -> tile<1024xptr<f32>>
  %k3 = store_ptr_tko weak %po, %sum, %mask : tile<1024xptr<f32>>, tile<1024xf32>, tile<1024xi1> -> token
  return
}";

#[expect(clippy::print_stdout, reason = "a benchmark reports on standard output")]
fn main() {
    let numbers = |scale: f32| (0..ELEMENTS).map(|k| k as f32 * scale).collect::<Vec<f32>>();
    let (a, b) = (numbers(0.5), numbers(0.25));
    let plain = shortest(|| {
        let (a, b) = (black_box(&a), black_box(&b));
        let sum: Vec<f32> = a.iter().zip(b).map(|(a, b)| a + b).collect();
        black_box(sum);
    });
    println!("plain loop               {plain:6.2} ns an element");
    let only = std::env::args().nth(1).filter(|argument| !argument.starts_with("--"));
    let kernels = [("through views", THROUGH_VIEWS), ("through masked pointers", THROUGH_POINTERS)];
    for (name, text) in
        kernels.into_iter().filter(|(name, _)| only.as_ref().is_none_or(|only| name.contains(only)))
    {
        let module = module(text).expect("the kernel parses");
        let kernel = Valid::new(module.kernels[0].clone()).expect("the kernel is valid");
        let launch = launch(&a, &b);
        let none = Launch { blocks: Some(Vec::new()), ..launch.clone() };
        let start = shortest(|| drop(black_box(run(&kernel, &none, &Options::default()))));
        let all = shortest(|| {
            let outcome = run(&kernel, &launch, &Options::default()).expect("it is defined");
            let last = ELEMENTS - 1;
            let bytes = outcome.buffers[2].bytes(last as u64 * 4..ELEMENTS as u64 * 4);
            assert_eq!(bytes, (a[last] + b[last]).to_le_bytes(), "the last element");
        });
        let ratio = (all - start) / plain;
        println!(
            "{name:24} {:6.2} ns an element, {ratio:.1} plain loops; {start:.2} more to lay out memory",
            all - start
        );
    }
}

/// The shortest of some times, in nanoseconds an element.
fn shortest(mut work: impl FnMut()) -> f64 {
    let once = |work: &mut dyn FnMut()| {
        let (start, clock) = (on_processor(), Instant::now());
        (0..OFTEN).for_each(|_| work());
        let busy = on_processor().zip(start).map(|(end, start)| end - start);
        busy.unwrap_or(clock.elapsed().as_nanos() as f64) / (OFTEN * ELEMENTS) as f64
    };
    (0..TIMES).map(|_| once(&mut work)).fold(f64::INFINITY, f64::min)
}

/// Processor time of the thread in nanoseconds, if the system reports it, because other threads may be running too.
fn on_processor() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok()
}

fn launch(a: &[f32], b: &[f32]) -> Launch {
    let bytes = |numbers: &[f32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    let buffer = |contents: BTreeMap<u64, Vec<u8>>, uninit| Buffer {
        bytes: ELEMENTS as u64 * 4,
        alignment: 256,
        uninit,
        contents,
    };
    let pointer = |buffer| Argument::Pointer { buffer, offset: 0 };
    Launch {
        grid: [ELEMENTS.div_ceil(TILE) as u32, 1, 1],
        arguments: vec![pointer(0), pointer(1), pointer(2), Argument::Scalar(ELEMENTS as u64)],
        buffers: vec![
            buffer(BTreeMap::from([(0, bytes(a))]), false),
            buffer(BTreeMap::from([(0, bytes(b))]), false),
            buffer(BTreeMap::new(), true),
        ],
        blocks: None,
    }
}
