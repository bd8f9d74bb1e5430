//! The code of small kernels, run by a simulated machine, leaves what the interpreter leaves.

use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};

use spec::fold::AtLaunch;
use spec::syntax::attributes::Literal;
use spec::syntax::launch::{Argument, Buffer, Launch};
use spec::valid::Valid;

use crate::compile::{CompiledKernel, compile_valid};
use crate::tests::simulator::bulk::{Event, SimulatedMap};
use crate::tests::simulator::machine::{Array, Machine};
use crate::{Options, Target, TensorMap};

/// A tile in memory: element type, shape.
pub(crate) type Of<'t> = (&'t str, &'t [u32]);

pub(crate) fn text_of(ty: &str, shape: &[u32]) -> String {
    let extents: String = shape.iter().map(|extent| format!("{extent}x")).collect();
    format!("tile<{extents}{ty}>")
}

fn list(items: &[u32]) -> String {
    items.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}

/// The view of a tile in memory, and the type of its tiles: `%viewN`.
fn view(at: usize, (ty, shape): Of<'_>) -> (String, String) {
    let mut strides = vec![1; shape.len()];
    for axis in (0..shape.len().saturating_sub(1)).rev() {
        strides[axis] = strides[axis + 1] * shape[axis + 1];
    }
    let extents: Vec<String> = shape.iter().map(u32::to_string).collect();
    let strides = list(&strides);
    let (shape, extents) = (list(shape), extents.join("x"));
    let tensor = format!("tensor_view<{extents}x{ty}, strides=[{}]>", strides.replace(' ', ""));
    let tiles = format!("partition_view<tile=({extents}), {tensor}>");
    let text = format!(
        "  %tensor{at} = make_tensor_view %p{at}, shape = [{shape}], strides = [{strides}] : {tensor}\n  %view{at} = make_partition_view %tensor{at} : {tiles}\n"
    );
    (text, tiles)
}

/// A kernel of some lines that make `%out0` and so on of `%in0` and so on; `%s0` and so on are scalars.
pub(crate) fn kernel(ins: &[Of<'_>], outs: &[Of<'_>], scalars: usize, lines: &str) -> String {
    let mut text = String::new();
    let params = ins.iter().chain(outs).enumerate().map(|(at, (ty, _))| format!("%p{at}: tile<ptr<{ty}>>"));
    let scalars = (0..scalars).map(|at| format!("%s{at}: tile<i32>"));
    let params: Vec<String> = params.chain(scalars).collect();
    text += &format!("entry @k({}) {{\n  %zero = constant <i32: 0> : tile<i32>\n", params.join(", "));
    let access = |shape: &[u32]| {
        let each = |what: &str| vec![what; shape.len()].join(", ");
        format!("[{}] inbounds = [{}]", each("%zero"), each("true"))
    };
    for (at, of) in ins.iter().enumerate() {
        let (made, tiles) = view(at, *of);
        let (access, ty) = (access(of.1), text_of(of.0, of.1));
        text += &made;
        text += &format!(
            "  %in{at}, %read{at} = load_view_tko weak %view{at}{access} : {tiles}, tile<i32> -> {ty}, token\n"
        );
    }
    text += lines;
    for (at, of) in outs.iter().enumerate() {
        let number = ins.len() + at;
        let (made, tiles) = view(number, *of);
        let (access, ty) = (access(of.1), text_of(of.0, of.1));
        text += &made;
        text += &format!(
            "  %done{at} = store_view_tko weak %out{at}, %view{number}{access} : {ty}, {tiles}, tile<i32> -> token\n"
        );
    }
    text + "  return\n}\n"
}

fn bytes_of((ty, shape): Of<'_>) -> usize {
    let each = match ty {
        "i1" | "i8" | "f8E4M3FN" | "f8E5M2" | "f8E8M0FNU" => 1,
        "i16" | "f16" | "bf16" => 2,
        "i32" | "f32" | "tf32" => 4,
        _ => 8,
    };
    shape.iter().product::<u32>() as usize * each
}

/// The address of the memory for maps made by the code.
const SCRATCH: u64 = 1 << 58;

/// What the simulated machine leaves of the buffers, for code of so many threads.
fn simulated(valid: &Valid, threads: u32, buffers: &[Vec<u8>], scalars: &[i32]) -> Vec<Vec<u8>> {
    let options = Options { threads: Some(threads), ..Options::default() };
    let code = compile_valid(valid, Target { sm: 80 }, options);
    ran(
        &code.unwrap_or_else(|problem| panic!("{}", problem.message)),
        buffers,
        scalars,
        (Vec::new(), [1; 3]),
        1,
    )
}

/// The arguments of a launch over buffers: where each is, and numbers.
pub(crate) fn arguments(buffers: &[Vec<u8>], scalars: &[i32]) -> Vec<u64> {
    let pointers = (1..=buffers.len() as u64).map(|at| at << 32);
    pointers.chain(scalars.iter().map(|scalar| u64::from(scalar.cast_unsigned()))).collect()
}

/// The tensor maps for a launch of one block; the first arguments are pointers. `None` if a tensor has no map.
pub(crate) fn maps_of(
    code: &CompiledKernel,
    kernel: &Valid,
    words: &[u64],
    pointers: usize,
) -> Option<Vec<SimulatedMap>> {
    let known = words.iter().enumerate().map(|(at, word)| (at >= pointers).then_some(Literal(*word)));
    let launch = AtLaunch::new(kernel, &known.collect::<Vec<_>>(), [1; 3]);
    let map = |map: &TensorMap| {
        let numbers = map.at_launch(&launch, words[map.pointer])?;
        Some(SimulatedMap {
            address: words[map.pointer],
            element_bytes: map.element_bytes,
            extents: numbers.extents,
            strides: numbers.strides,
            box_extents: map.box_extents.clone(),
            line_bytes: map.line_bytes,
            rounds: map.rounds,
        })
    };
    code.program.maps.iter().map(map).collect()
}

/// The buffers after a run on the simulated machine.
pub(crate) fn ran(
    code: &CompiledKernel,
    buffers: &[Vec<u8>],
    scalars: &[i32],
    given: (Vec<SimulatedMap>, [u32; 3]),
    seed: u64,
) -> Vec<Vec<u8>> {
    simulate(code, buffers, scalars, given, seed, [[0; 3], [1; 3]]).0
}

/// The buffers after a run of one block, by its position in the grid.
pub(crate) fn ran_block(
    code: &CompiledKernel,
    buffers: &[Vec<u8>],
    scalars: &[i32],
    given: (Vec<SimulatedMap>, [u32; 3]),
    block: [u32; 3],
) -> Vec<Vec<u8>> {
    let grid = given.1;
    simulate(code, buffers, scalars, given, 1, [block, grid]).0
}

/// What is left when so many blocks of threads run one after the other, along the first axis of the grid.
pub(crate) fn ran_all(
    code: &CompiledKernel,
    buffers: &[Vec<u8>],
    scalars: &[i32],
    maps: &[SimulatedMap],
    blocks: u32,
) -> Vec<Vec<u8>> {
    (0..blocks).fold(buffers.to_vec(), |left, block| {
        let given = (maps.to_vec(), [blocks, 1, 1]);
        simulate(code, &left, scalars, given, block.into(), [[block, 0, 0], [blocks, 1, 1]]).0
    })
}

/// The buffers after all blocks of a grid with two axes, one after the other.
pub(crate) fn ran_grid(
    code: &CompiledKernel,
    buffers: &[Vec<u8>],
    scalars: &[i32],
    maps: &[SimulatedMap],
    grid: [u32; 3],
) -> Vec<Vec<u8>> {
    let blocks = (0..grid[0]).flat_map(|x| (0..grid[1]).map(move |y| [x, y, 0]));
    blocks.fold(buffers.to_vec(), |left, block| {
        simulate(code, &left, scalars, (maps.to_vec(), grid), 1, [block, grid]).0
    })
}

/// The buffers after persistent blocks of threads run the tile blocks of a grid in turn.
pub(crate) fn ran_by(
    code: &CompiledKernel,
    buffers: &[Vec<u8>],
    scalars: &[i32],
    (maps, grid): (&[SimulatedMap], [u32; 3]),
    blocks: u32,
) -> Vec<Vec<u8>> {
    (0..blocks).fold(buffers.to_vec(), |left, block| {
        simulate(code, &left, scalars, (maps.to_vec(), grid), block.into(), [[block, 0, 0], [blocks, 1, 1]]).0
    })
}

/// What threads did at barriers of shared memory when the simulated machine ran that code.
pub(crate) fn traced(
    code: &CompiledKernel,
    buffers: &[Vec<u8>],
    scalars: &[i32],
    given: (Vec<SimulatedMap>, [u32; 3]),
) -> Vec<(usize, Event)> {
    simulate(code, buffers, scalars, given, 1, [[0; 3], [1; 3]]).1
}

/// Runs code of a block, by its position and how many there are; gives the buffers, and what threads did at barriers.
fn simulate(
    code: &CompiledKernel,
    buffers: &[Vec<u8>],
    scalars: &[i32],
    (maps, grid): (Vec<SimulatedMap>, [u32; 3]),
    seed: u64,
    block: [[u32; 3]; 2],
) -> (Vec<Vec<u8>>, Vec<(usize, Event)>) {
    let words = arguments(buffers, scalars);
    let array = |(base, bytes): (&u64, &Vec<u8>)| Array { base: *base, bytes: bytes.clone() };
    let mut memory: Vec<Array> = words.iter().zip(buffers).map(array).collect();
    // The grid's extents stand behind the kernel's arguments where blocks are persistent, then the memory of maps that the code makes.
    let program = &code.program;
    let extents = grid.iter().filter(|_| program.persistent.is_some()).map(|extent| u64::from(*extent));
    let scratch = (program.scratch_bytes > 0).then_some(SCRATCH);
    let words: Vec<u64> = words.into_iter().chain(extents).chain(scratch).collect();
    let blocks = block[1].iter().map(|extent| *extent as usize).product::<usize>();
    memory.push(Array { base: SCRATCH, bytes: vec![0xa5; blocks * program.scratch_bytes as usize] });
    let words = words.iter().enumerate();
    let params: HashMap<String, u64> = words.map(|(at, bits)| (format!("k_param_{at}"), *bits)).collect();
    let mut machine = Machine::new(
        code.program.threads as usize,
        block,
        &params,
        &mut memory,
        code.program.shared_bytes as usize,
        code.registers,
    )
    .with_maps(maps, program.needs_maps(), seed);
    machine.run(&code.lines);
    let trace = machine.trace().to_vec();
    (memory.into_iter().take(buffers.len()).map(|array| array.bytes).collect(), trace)
}

/// The mistake of a run: the machine's message, or unexpected buffers.
pub(crate) fn mistake_of(
    run: impl FnOnce() -> Vec<Vec<u8>>,
    expected: impl FnOnce() -> Vec<Vec<u8>>,
) -> Option<String> {
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(left) => (left != expected()).then(|| "results differ".to_owned()),
        Err(said) => {
            let literal = said.downcast_ref::<&str>().map(|said| (*said).to_owned());
            said.downcast_ref::<String>().cloned().or(literal)
        }
    }
}

/// The buffers after a run of the interpreter.
pub(crate) fn interpreted(
    valid: &Valid,
    buffers: &[Vec<u8>],
    scalars: &[i32],
    grid: [u32; 3],
) -> Vec<Vec<u8>> {
    let buffer = |bytes: &Vec<u8>| Buffer {
        bytes: bytes.len() as u64,
        alignment: 16,
        uninit: false,
        contents: BTreeMap::from([(0, bytes.clone())]),
    };
    let pointers = (0..buffers.len()).map(|buffer| Argument::Pointer { buffer, offset: 0 });
    let words = scalars.iter().map(|scalar| Argument::Scalar(scalar.cast_unsigned().into()));
    let launch = Launch {
        grid,
        arguments: pointers.chain(words).collect(),
        buffers: buffers.iter().map(buffer).collect(),
        blocks: None,
    };
    let outcome =
        interp::run(valid, &launch, &interp::Options::default()).unwrap_or_else(|stop| panic!("{stop}"));
    outcome.buffers.iter().map(|contents| contents.bytes(0..contents.len())).collect()
}

/// Some bytes of a tile: integers of any kind, floats that are small whole numbers, so that sums are exact.
pub(crate) fn contents(of: Of<'_>, seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let count = of.1.iter().product::<u32>();
    let mut bytes = Vec::new();
    for _ in 0..count {
        let (bits, whole) = (next(), (next() % 9) as f64 - 4.0);
        match of.0 {
            "i1" => bytes.push(bits as u8 & 1),
            "i8" => bytes.push(bits as u8),
            "i16" => bytes.extend((bits as u16).to_le_bytes()),
            "i32" => bytes.extend((bits as u32).to_le_bytes()),
            "i64" => bytes.extend(bits.to_le_bytes()),
            "f64" => bytes.extend(whole.to_le_bytes()),
            "f32" | "tf32" => bytes.extend((whole as f32).to_le_bytes()),
            "bf16" => bytes.extend(&(whole as f32).to_le_bytes()[2..]),
            "f16" => bytes.extend(
                (crate::tests::simulator::arithmetic::rounded(crate::ir::ptx::Ty::F16, whole) as u16)
                    .to_le_bytes(),
            ),
            // 0, ±0.5 … ±1.75, and the like.
            "f8E4M3FN" => bytes.push((bits as u8 & 0x87) | 0x30),
            "f8E5M2" => bytes.push((bits as u8 & 0x83) | 0x38),
            "f8E8M0FNU" => bytes.push(126 + (bits % 3) as u8),
            other => panic!("{other}"),
        }
    }
    bytes
}

/// The kernel of a text.
pub(crate) fn valid(text: &str) -> Valid {
    let module = spec::parse::module(text).unwrap_or_else(|problem| panic!("{problem:?}\n{text}"));
    let kernel = module.kernels.into_iter().next().expect("a kernel");
    Valid::new(kernel).unwrap_or_else(|problem| panic!("{problem:?}\n{text}"))
}

/// The code and the interpreter leave the same.
pub(crate) fn agree(ins: &[Of<'_>], outs: &[Of<'_>], scalars: &[i32], lines: &str, threads: u32, seed: u64) {
    let text = kernel(ins, outs, scalars.len(), lines);
    let valid = valid(&text);
    let mut buffers: Vec<Vec<u8>> =
        ins.iter().enumerate().map(|(at, of)| contents(*of, seed + at as u64)).collect();
    buffers.extend(outs.iter().map(|of| vec![0; bytes_of(*of)]));
    let (left, expected) =
        (simulated(&valid, threads, &buffers, scalars), interpreted(&valid, &buffers, scalars, [1; 3]));
    for (at, (left, expected)) in left.iter().zip(&expected).enumerate() {
        let first = left.iter().zip(expected).position(|(a, b)| a != b);
        assert!(first.is_none(), "buffer {at} differs from byte {first:?} on, {threads} threads:\n{text}");
    }
}
