//! From a proved kernel to a program: the passes in their order.

use spec::problem::Unsupported;
use spec::proof::{Proved, Status};
use spec::syntax::kernel::Kernel;
use spec::syntax::types::Element;
use spec::valid::Valid;

use crate::analysis::narrow_loads::narrow_loads;
use crate::analysis::parameters::{IntegerSets, ParameterFacts};
use crate::analysis::pointer_views::with_views;
use crate::analysis::truth_values::narrow_truth_values;
use crate::analysis::{layout_order, schedule, unroll};
use crate::ir::builder::Builder;
use crate::ir::code_buffer::FinishedCode;
use crate::ir::ptx;
use crate::ir::ptx::{
    Address, Base, Class, Compare, Entry, Inst, Line, Opcode, Operand, Order, Reg, Space, Ty,
};
use crate::ir::value::{bytes, class};
use crate::ir::vector_access::memory_ty;
use crate::layout::linear::{Layout, log2};
use crate::lower::arith::integer;
use crate::lower::block_size::{blocks_to_fit, choose_threads};
use crate::lower::control::lower_tile_blocks;
use crate::lower::memory::arrays;
use crate::lower::memory::private_bins;
use crate::lower::mma::pipeline::roles::{GROUP_THREADS, MERGED, WarpRoles};
use crate::lower::mma::strategy::{self, PRODUCER_THREADS};
use crate::lower::operation::lower_operation;
use crate::lower::warp_specialization::{lower_roles, made_bytes};
use crate::target::{Options, Target};
use crate::tensor_map::{MapConditions, TensorMap};

/// A parameter of the entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    /// The byte offset from the first parameter.
    pub offset: u64,
    /// The size in bytes.
    pub bytes: u64,
}

/// Code with its launch configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// The text.
    pub ptx: String,
    /// The entry's name.
    pub entry: String,
    /// Threads of a block, along x.
    pub threads: u32,
    /// Dynamic shared memory of a block, in bytes.
    pub shared_bytes: u64,
    /// Shared memory that the code itself declares, in bytes: arrays of the kernel.
    pub static_shared_bytes: u64,
    /// The parameters: the kernel's own, and behind them, if blocks are persistent, the three extents of the grid of tile blocks.
    pub parameters: Vec<Parameter>,
    /// The number of persistent blocks per multiprocessor, if each block of threads runs several tile blocks in turn. The launch
    /// has so many for each multiprocessor along x, or as many as there are tile blocks if those are fewer.
    pub persistent: Option<u32>,
    /// Bytes of global memory per block of threads, a multiple of 64, for tensor maps made by the code. If not zero, the address is the
    /// last parameter.
    pub scratch_bytes: u64,
    /// Launch conditions of the maps.
    pub map_conditions: MapConditions,
    /// How many tile blocks of the launch along each axis are one tile block of the code. The grid of the code is the launch's, divided by these;
    /// other launches need other code.
    pub tiles: [u32; 3],
    /// What the tensor maps behind them are to be made of: each has 128 bytes, at an address that is a multiple of 64.
    pub maps: Vec<TensorMap>,
}

impl Program {
    /// Whether some launches need other code: launches without maps for their tensors, or without memory for maps that blocks make.
    pub fn needs_maps(&self) -> bool {
        !self.maps.is_empty() || self.scratch_bytes > 0
    }

    /// Whether some launches need other code: those without maps, or with too many tile blocks for persistent blocks of threads.
    pub fn needs_launches(&self) -> bool {
        self.needs_maps() || self.persistent.is_some()
    }
}

/// Compiles a proved kernel.
///
/// # Errors
/// The first operation without code, with its location; or a tile too large for a block of threads.
pub fn compile(proved: &Proved, target: Target, options: Options) -> Result<Program, Unsupported> {
    compile_for(proved, target, options, &[])
}

/// Compiles it for launches in which the parameters are multiples of these powers of two: integers by their value, pointers by the address in bytes.
///
/// # Errors
/// As of [`compile`].
pub fn compile_for(
    proved: &Proved,
    target: Target,
    options: Options,
    divisors: &[u64],
) -> Result<Program, Unsupported> {
    let mut facts = ParameterFacts::of(&proved.bound());
    // An accepted obligation was not proved. A copy is right because updates stay inside arrays and nobody races with a load, so copies need
    // a proof.
    facts.may_keep_copies = !proved.discharged().iter().any(|one| matches!(one.status, Status::Accepted(_)));
    // Nor are facts about integers certain that follow from such an obligation.
    if facts.may_keep_copies {
        facts.integers = IntegerSets::of(proved);
    }
    let kernel = proved.with_promises();
    for (param, divisor) in kernel.params.iter().zip(divisors) {
        let known = facts.divisors.entry(*param).or_insert(1);
        *known = (*known).max(*divisor);
    }
    let compile = |facts, options| compile_with(&kernel, facts, target, options).map(|made| made.program);
    // What does not fit into shared memory beside a ring of stages, or copies, may fit without.
    let without_copies = ParameterFacts { may_keep_copies: false, ..facts.clone() };
    let without = Options { without_tensor_maps: true, larger_tiles: false, ..options };
    compile(&facts, options).or_else(|problem| {
        if options.larger_tiles { Err(problem) } else { compile(&without_copies, without) }
    })
}

/// A program with the instructions of its text.
pub(crate) struct CompiledKernel {
    /// The program.
    pub(crate) program: Program,
    /// The instructions, run by tests.
    #[cfg_attr(not(test), expect(dead_code, reason = "tests run them"))]
    pub(crate) lines: Vec<Line>,
    /// How many registers of each class there are.
    #[cfg_attr(not(test), expect(dead_code, reason = "tests run them"))]
    pub(crate) registers: [u32; 4],
}

/// Compiles a kernel without a proof, for tests.
#[cfg(test)]
pub(crate) fn compile_valid(
    kernel: &Valid,
    target: Target,
    options: Options,
) -> Result<CompiledKernel, Unsupported> {
    compile_under(kernel, &ParameterFacts::default(), target, options)
}

/// Compiles with known facts about parameters.
#[cfg(test)]
pub(crate) fn compile_under(
    kernel: &Valid,
    parameters: &ParameterFacts,
    target: Target,
    options: Options,
) -> Result<CompiledKernel, Unsupported> {
    compile_with(kernel, parameters, target, options)
}

/// Compiles a kernel from facts about its parameters.
fn compile_with(
    kernel: &Valid,
    parameters: &ParameterFacts,
    target: Target,
    options: Options,
) -> Result<CompiledKernel, Unsupported> {
    let folded = narrow_loads(&narrow_truth_values(&spec::fold::proved_kernel(kernel)));
    layout_order::check_order(&folded, parameters)?;
    let folded = with_views(folded, parameters).numbered();
    if options.larger_tiles {
        let message = "tile blocks that do more than share out tiles of products".to_owned();
        let problem = || Unsupported { message, at: kernel.at.clone() };
        let (larger, tiles) = strategy::enlarged(&folded).ok_or_else(problem)?;
        let mut made = compile_folded(larger, parameters, target, options)?;
        made.program.tiles = tiles;
        return Ok(made);
    }
    compile_folded(folded, parameters, target, options)
}

/// The code of a kernel with constants folded.
fn compile_folded(
    folded: Kernel,
    parameters: &ParameterFacts,
    target: Target,
    options: Options,
) -> Result<CompiledKernel, Unsupported> {
    if options.threads.is_none()
        && let Some(made) = compile_merged(&folded, parameters, target, options)
    {
        return Ok(made);
    }
    let threads = options.threads.unwrap_or_else(|| choose_threads(&folded, parameters, target, options));
    let folded = schedule_loads(&folded, threads, options);
    // Analyses run on the scheduled kernel: unrolling adds values, scheduling keeps them.
    let mut code = Builder::new(&folded, parameters, target, options, log2(threads), lower_operation);
    let mut parameters = load_parameters(&mut code);
    match WarpRoles::of(&folded, code.facts(), target, options, (log2(threads), 1)) {
        // A copy of bins is one tile block's, and filled by all threads.
        Some(roles) if code.facts().private_bins().arrays.is_empty() => {
            compile_roles(code, parameters, roles, threads)
        }
        Some(_) | None => {
            let persistent = private_bins::blocks_in_turn(&code);
            let grid = persistent.map(|_| load_grid(&mut code, &mut parameters));
            lower_tile_blocks(&mut code, grid)?;
            let how = Launched {
                parameters,
                threads,
                registers_at_launch: None,
                persistent,
                scratch: (0, MapConditions::default()),
                maps: Vec::new(),
            };
            finish(code, how)
        }
    }
}

/// The kernel with its loads where a block of so many threads has most of them on their way: the block bounds how much is in registers.
fn schedule_loads(kernel: &Kernel, threads: u32, options: Options) -> Kernel {
    let in_flight = unroll::bytes_in_flight(options);
    schedule::hoist_loads(&unroll::unroll_loads(kernel, threads, in_flight), threads, in_flight).numbered()
}

/// The code of a kernel with two tile blocks side by side; `None` if the blocks would disturb each other or share nothing.
fn compile_merged(
    kernel: &Kernel,
    parameters: &ParameterFacts,
    target: Target,
    options: Options,
) -> Option<CompiledKernel> {
    let kernel = schedule_loads(kernel, GROUP_THREADS, options);
    let mut code = Builder::new(&kernel, parameters, target, options, log2(GROUP_THREADS), lower_operation);
    let roles = WarpRoles::of(&kernel, code.facts(), target, options, (log2(GROUP_THREADS), MERGED))?;
    if !code.facts().private_bins().arrays.is_empty() {
        return None;
    }
    let parameters = load_parameters(&mut code);
    compile_roles(code, parameters, roles, MERGED * GROUP_THREADS).ok()
}

/// The code of a kernel whose threads have roles, of which so many compute.
fn compile_roles(
    mut code: Builder<'_>,
    mut parameters: Vec<Parameter>,
    roles: WarpRoles,
    consumers: u32,
) -> Result<CompiledKernel, Unsupported> {
    let (shares, persistent) = (roles.registers, roles.persistent);
    let grid = persistent.map(|_| load_grid(&mut code, &mut parameters));
    let scratch_bytes = made_bytes(roles.made.len());
    let scratch = (scratch_bytes > 0).then(|| load_scratch(&mut code, &mut parameters));
    let conditions = roles.map_conditions(code.kernel(), code.facts());
    let maps = lower_roles(&mut code, roles, (grid, scratch))?;
    let threads = consumers + PRODUCER_THREADS;
    let registers_at_launch = Some(shares.at_launch);
    let scratch = (scratch_bytes, conditions);
    finish(code, Launched { parameters, threads, registers_at_launch, persistent, scratch, maps })
}

/// How code is launched.
struct Launched {
    parameters: Vec<Parameter>,
    threads: u32,
    registers_at_launch: Option<u32>,
    persistent: Option<u32>,
    /// As [`Program::scratch_bytes`] and [`Program::map_conditions`].
    scratch: (u64, MapConditions),
    maps: Vec<TensorMap>,
}

/// The program of code that is made.
fn finish(code: Builder<'_>, how: Launched) -> Result<CompiledKernel, Unsupported> {
    let Launched { parameters, threads, registers_at_launch, persistent, scratch, maps } = how;
    let (kernel, target, options) = (code.kernel(), code.target(), code.options());
    let (FinishedCode { lines, registers, globals, argument_bytes }, shared_bytes) = code.finish();
    // Arrays of the kernel are declared with their sizes; conversions use dynamic shared memory.
    let static_shared_bytes = arrays::scratch_bytes(kernel);
    let all_bytes = shared_bytes + static_shared_bytes;
    if all_bytes > target.shared_bytes() {
        let message =
            format!("{all_bytes} bytes of shared memory, and a block has {}", target.shared_bytes());
        return Err(Unsupported { message, at: kernel.at.clone() });
    }
    let entry = Entry {
        name: kernel.name.clone(),
        target: target.name(),
        version: isa_version(&lines),
        params: parameters.iter().map(|parameter| parameter_ty(parameter.bytes)).collect(),
        maps: maps.len(),
        threads,
        registers_at_launch,
        blocks_to_fit: blocks_to_fit(kernel, threads, target, options),
        globals,
        argument_bytes,
        registers,
    };
    let ptx = ptx::print(&entry, &lines);
    let (scratch_bytes, map_conditions) = scratch;
    let program = Program {
        ptx,
        entry: kernel.name.clone(),
        threads,
        shared_bytes,
        static_shared_bytes,
        parameters,
        persistent,
        scratch_bytes,
        map_conditions,
        tiles: [1; 3],
        maps,
    };
    Ok(CompiledKernel { program, lines, registers })
}

/// The PTX version of the code (PTX ISA, release notes). Hopper's instructions need 8.0, updates of vectors 8.1, products of bytes
/// with mixed signs 8.4, and map strides in bytes 8.5.
fn isa_version(lines: &[Line]) -> &'static str {
    let has = |is: fn(&Inst) -> bool| lines.iter().any(|line| is(&line.inst));
    let versions = [
        ("8.5", has(|inst| matches!(inst, Inst::MapEdit(_)))),
        ("8.4", has(|inst| matches!(inst, Inst::Wgmma(wgmma) if wgmma.mixes_signs()))),
        ("8.1", has(|inst| matches!(inst, Inst::Reduce { from, .. } if from.len() > 1))),
    ];
    versions.iter().find(|(_, is_needed)| *is_needed).map_or("8.0", |(version, _)| *version)
}

/// The type of a parameter: as large as its element in memory.
fn parameter_ty(bytes: u64) -> Ty {
    match bytes {
        1 => Ty::U8,
        2 => Ty::B16,
        4 => Ty::B32,
        _ => Ty::B64,
    }
}

/// Loads the parameters; each stands at a multiple of its own size, as NVIDIA's compiler has them.
fn load_parameters(code: &mut Builder<'_>) -> Vec<Parameter> {
    let kernel = code.kernel();
    let mut end = 0u64;
    let mut all = Vec::new();
    for (at, param) in kernel.params.iter().enumerate() {
        let element = kernel.tile(*param).element;
        // Natural alignment, in the order of the parameters.
        let offset = end.next_multiple_of(bytes(element));
        end = offset + bytes(element);
        all.push(Parameter { offset, bytes: bytes(element) });
        let from = Address { base: Base::Name(format!("{}_param_{at}", kernel.name)), offset: 0 };
        let reg = load_parameter(code, element, from);
        code.set_tile(*param, Layout::splat(&[]), vec![reg]);
    }
    all
}

/// Loads the extents of the grid of tile blocks, which are parameters where blocks are persistent.
fn load_grid(code: &mut Builder<'_>, parameters: &mut Vec<Parameter>) -> [Reg; 3] {
    [(); 3].map(|()| load_beside(code, parameters, 4))
}

/// Loads the address of the memory in which blocks make tensor maps.
fn load_scratch(code: &mut Builder<'_>, parameters: &mut Vec<Parameter>) -> Reg {
    load_beside(code, parameters, 8)
}

/// Loads an extra parameter of the given number of bytes, behind the kernel's own.
fn load_beside(code: &mut Builder<'_>, parameters: &mut Vec<Parameter>, bytes: u64) -> Reg {
    let end = parameters.last().map_or(0, |last| last.offset + last.bytes);
    let name = format!("{}_param_{}", code.kernel().name, parameters.len());
    parameters.push(Parameter { offset: end.next_multiple_of(bytes), bytes });
    let to = code.reg(if bytes == 8 { Class::B64 } else { Class::B32 });
    let from = Address { base: Base::Name(name), offset: 0 };
    let ty = parameter_ty(bytes);
    code.push(Inst::Load { space: Space::Param, order: Order::Weak, ty, to: vec![to], from });
    to
}

fn load_parameter(code: &mut Builder<'_>, element: Element, from: Address) -> Reg {
    let boolean = class(element) == Class::Pred;
    let reg = code.reg(if boolean { Class::B32 } else { class(element) });
    let ty = if boolean { Ty::U8 } else { memory_ty(element) };
    code.push(Inst::Load { space: Space::Param, order: Order::Weak, ty, to: vec![reg], from });
    match element {
        Element::Pointer(_) if code.pointer_space() == Space::Generic => reg,
        Element::Pointer(_) => {
            let to = code.reg(Class::B64);
            code.push(Inst::Cvta { space: Space::Global, to_generic: false, to, from: reg });
            to
        }
        Element::Scalar(_) if boolean => {
            let low = code.op(Opcode::And, Ty::B32, Class::B32, &[reg.into(), Operand::Int(1)]);
            code.compare(Compare::Ne, Ty::U32, low, 0)
        }
        Element::Scalar(scalar) if scalar.is_integer() && scalar.bits() < 8 => {
            integer::canonical(code, scalar, reg)
        }
        Element::Scalar(_) => reg,
    }
}
