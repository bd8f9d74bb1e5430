//! From a kernel that was proved to PTX.
//!
//! In reading order: [`layout`] says which thread holds which elements of a tile; [`value`] what a value of the kernel is in
//! registers; [`ptx`] has the instructions; `gen` collects them; `exchange` moves a tile from one layout to another;
//! `select` has a selector for every operation, a chapter a file.
//!
//! What was proved is used and not checked again: a view access that promises to be inside has no bounds test, integers
//! are not looked at for overflow, addresses are computed in 64 bits without a second thought. What the code does is tested against the
//! interpreter and on hardware; it is not proved.

mod exchange;
mod r#gen;
mod layout;
mod multiples;
mod order;
#[allow(dead_code, reason = "the instructions that there are; selectors take what they need")]
mod ptx;
mod runs;
mod select;
mod slots;
#[cfg(test)]
mod tests;
mod tokens;
mod value;

use spec::ops::accuracy::FUNCTIONS;
use spec::problem::Unsupported;
use spec::proof::Proved;
use spec::syntax::kernel::Kernel;
use spec::syntax::op::{Core, Meaning, Memory, Op};
use spec::syntax::types::{Element, Type};
use spec::valid::Valid;

use crate::r#gen::Gen;
use crate::ptx::{Address, Base, Class, Entry, Inst, Line, Opcode, Operand, Order, Reg, Space, Ty};
use crate::value::{bytes, class};

/// What code is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// The compute capability, as in 80 or 90.
    pub sm: u32,
}

impl Target {
    /// The architecture's name in PTX: Hopper's own instructions need its `a`.
    pub fn name(self) -> String {
        if self.sm == 90 { "sm_90a".to_owned() } else { format!("sm_{}", self.sm) }
    }

    /// The most bytes of shared memory that a block can have.
    pub const fn shared_bytes(self) -> u64 {
        match self.sm {
            80 | 87 => 163 << 10,
            86 | 89 => 99 << 10,
            90 | 100 | 103 => 227 << 10,
            _ => 48 << 10,
        }
    }
}

/// How code is made, where there is a choice.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
    /// Threads of a block, a power of two from 32 to 1024; chosen by the sizes of the kernel's tiles without it.
    pub threads: Option<u32>,
    /// The most bytes that a thread moves at once, a power of two up to 16; 16 without it.
    pub wide: Option<u32>,
    /// Rounds of a loop of products whose tiles are in shared memory at once, two or more; chosen by their sizes without it.
    pub stages: Option<u32>,
}

/// One parameter of the entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    /// Where it begins, in bytes from the first.
    pub offset: u64,
    /// Its size.
    pub bytes: u64,
}

/// Code, and how it is launched.
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
    /// The parameters.
    pub parameters: Vec<Parameter>,
}

/// The most registers of one tile in one thread: beyond that the assembler spills.
const MOST_REGISTERS: usize = 512;

/// Compiles a kernel that was proved, and no other.
///
/// # Errors
/// The first operation that has no code, with its place; or a tile that no block of threads can hold.
pub fn compile(proved: &Proved, target: Target, options: Options) -> Result<Program, Unsupported> {
    program(proved.kernel(), target, options)
}

fn program(kernel: &Valid, target: Target, options: Options) -> Result<Program, Unsupported> {
    made(kernel, target, options).map(|made| made.program)
}

/// A program, and the instructions that its text is of.
struct Made {
    program: Program,
    #[allow(dead_code, reason = "tests run them")]
    lines: Vec<Line>,
    #[allow(dead_code, reason = "tests run them")]
    registers: [u32; 4],
}

fn made(kernel: &Valid, target: Target, options: Options) -> Result<Made, Unsupported> {
    let folded = spec::fold::kernel(kernel);
    let threads = options.threads.unwrap_or_else(|| choose_threads(&folded, target));
    let folded = order::loads_together(&folded, threads);
    let mut code = Gen::new(&folded, target, options, threads.trailing_zeros() as usize);
    let parameters = parameters(&mut code);
    select::control::body(&mut code)?;
    let entry = Entry {
        name: folded.name.clone(),
        target: target.name(),
        version: "8.0",
        params: folded.params.iter().map(|param| parameter_ty(folded.tile(*param).element)).collect(),
        threads,
        globals: std::mem::take(&mut code.globals),
        argument_bytes: code.argument_bytes,
        registers: code.registers,
    };
    let shared_bytes = code.exchange_bytes;
    let all_bytes = shared_bytes + select::arrays::scratch_bytes(&folded);
    if all_bytes > target.shared_bytes() {
        let message =
            format!("{all_bytes} bytes of shared memory, and a block has {}", target.shared_bytes());
        return Err(Unsupported { message, at: folded.at.clone() });
    }
    let ptx = ptx::print(&entry, &code.lines);
    let program = Program { ptx, entry: folded.name.clone(), threads, shared_bytes, parameters };
    Ok(Made { program, lines: code.lines, registers: entry.registers })
}

/// The type of a parameter: as large as its element in memory.
fn parameter_ty(element: Element) -> Ty {
    match bytes(element) {
        1 => Ty::U8,
        2 => Ty::B16,
        4 => Ty::B32,
        _ => Ty::B64,
    }
}

/// Loads the parameters; each stands at a multiple of its own size, as NVIDIA's compiler has them.
fn parameters(code: &mut Gen<'_>) -> Vec<Parameter> {
    let kernel = code.kernel;
    let mut end = 0u64;
    let mut all = Vec::new();
    for (at, param) in kernel.params.iter().enumerate() {
        let element = kernel.tile(*param).element;
        let offset = end.next_multiple_of(bytes(element));
        end = offset + bytes(element);
        all.push(Parameter { offset, bytes: bytes(element) });
        let from = Address { base: Base::Name(format!("{}_param_{at}", kernel.name)), offset: 0 };
        let reg = parameter(code, element, from);
        code.set_tile(*param, layout::Layout::splat(&[]), vec![reg]);
    }
    all
}

fn parameter(code: &mut Gen<'_>, element: Element, from: Address) -> Reg {
    let boolean = class(element) == Class::Pred;
    let reg = code.reg(if boolean { Class::B32 } else { class(element) });
    let ty = if boolean { Ty::U8 } else { exchange::memory_ty(element) };
    code.push(Inst::Load { space: Space::Param, order: Order::Weak, ty, to: vec![reg], from });
    match element {
        Element::Pointer(_) if code.space == Space::Generic => reg,
        Element::Pointer(_) => {
            let to = code.reg(Class::B64);
            code.push(Inst::Cvta { space: Space::Global, to_generic: false, to, from: reg });
            to
        }
        Element::Scalar(_) if boolean => {
            let low = code.op(Opcode::And, Ty::B32, Class::B32, &[reg.into(), Operand::Int(1)]);
            code.compare(ptx::Compare::Ne, Ty::U32, low, 0)
        }
        Element::Scalar(scalar) if scalar.is_integer() && scalar.bits() < 8 => {
            select::integer::canonical(code, scalar, reg)
        }
        Element::Scalar(_) => reg,
    }
}

/// Threads of a block, by the largest tile that is more than one value. Where threads work for themselves, so many that each has
/// sixteen bytes of it; where they work together, so many that each has sixteen elements, since fewer warps
/// have less to wait for; where they compute functions, thirty-two, since what one waits for another can do. (Measured on an
/// H200: bench/H200.md.)
fn choose_threads(kernel: &Kernel, target: Target) -> u32 {
    if let Some(threads) = select::pipeline::threads(kernel, target) {
        return threads;
    }
    let makes = |meaning| {
        matches!(
            meaning,
            Meaning::Memory(
                Memory::LoadViewTko | Memory::LoadPtrTko | Memory::AtomicRmwTko | Memory::AtomicCasTko
            ) | Meaning::Core(Core::Iota | Core::Mmaf | Core::Mmai | Core::MmafScaled)
        )
    };
    let together = |meaning| matches!(meaning, Meaning::Core(Core::Reduce | Core::Scan));
    let is_shared = kernel.operations().any(|op| together(op.op.meaning()));
    let computes =
        kernel.operations().any(|op| FUNCTIONS.contains(&op.op) || op.op == Op::Fpowi || op.op == Op::Remf);
    let made = kernel.operations().filter(|op| makes(op.op.meaning())).flat_map(|op| &op.results);
    let threads = made.filter_map(|value| match kernel.ty(*value) {
        Type::Tile(tile) if is_shared => Some(tile.len() as u64 / 16),
        Type::Tile(tile) if computes => Some(tile.len() as u64 / 32),
        Type::Tile(tile) => Some(tile.len() as u64 * bytes(tile.element) / 16),
        Type::Token
        | Type::TensorView(_)
        | Type::PartitionView(_)
        | Type::StridedView(_)
        | Type::GatherScatterView(_) => None,
    });
    threads.max().unwrap_or(1).next_power_of_two().clamp(32, 512) as u32
}
