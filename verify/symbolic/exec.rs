//! Symbolic execution of operations: dispatch by what an operation means, and `if`.

use std::rc::Rc;

use spec::domain::{Bool as _, Int as _};
use spec::ops::shape;
use spec::syntax::kernel::{Block, Operation, ValueId};
use spec::syntax::op::{Control, Core, Meaning, Memory};
use spec::syntax::types::Scalar;

use crate::budget::policy::Purpose;
use crate::fault_injection::Flaw;
use crate::memory::local::join::join;
use crate::memory::local::write::make_array;
use crate::symbolic::control::{run_for, run_loop};
use crate::symbolic::eval::{run_elementwise, run_offset};
use crate::symbolic::exit::{Exit, ExitKind, merge};
use crate::symbolic::machine::Machine;
use crate::symbolic::ops::access::bind_array;
use crate::symbolic::ops::assume::{assume_view, run_assume};
use crate::symbolic::ops::bits::convert_pointer;
use crate::symbolic::ops::loads::{run_compare_exchange, run_load, run_store, run_update, run_update_view};
use crate::symbolic::ops::mma::run_mma;
use crate::symbolic::ops::records::record_fork;
use crate::symbolic::ops::reduce::run_reduce;
use crate::symbolic::ops::spans::require_printed;
use crate::symbolic::ops::views::{make_tensor_view, run_index_space_shape, run_tensor_shape};
use crate::symbolic::require::{require, require_branch, require_source};
use crate::symbolic::state::{Mode, Val};
use crate::terms::{Num, Truth};
use crate::values::access::{Choice, Round};
use crate::values::domain::SymbolicInt;
use crate::values::element::Element;
use crate::values::tile::{IndexMap, Node, Tile, TileKind};

/// Runs a block; returns every exit of control.
pub(crate) fn run_block<'k>(machine: &mut Machine<'k>, block: &'k Block) -> Vec<Exit<'k>> {
    let mut exits = Vec::new();
    for op in &block.ops {
        if crate::smt::lower::is_false(&machine.state.path) || machine.is_done() {
            break;
        }
        machine.visit(op);
        let position = op.id.index();
        let _span = tracing::trace_span!("operation", name = op.op.mnemonic(), position).entered();
        match op.op.meaning() {
            Meaning::Control(control) => exits.extend(run_control(machine, op, control)),
            Meaning::Elementwise => {
                let tile = run_elementwise(machine, op);
                machine.bind(op.results[0], Val::Tile(tile));
            }
            Meaning::Core(core) => run_core(machine, op, core),
            Meaning::Memory(memory) => run_memory(machine, op, memory),
            // A valid kernel has no operation without a meaning.
            Meaning::Unsupported => {}
        }
    }
    exits
}

fn run_control<'k>(machine: &mut Machine<'k>, op: &'k Operation, control: Control) -> Vec<Exit<'k>> {
    match control {
        Control::Yield => vec![leave_block(machine, ExitKind::Yield, op)],
        Control::Continue => vec![leave_block(machine, ExitKind::Continue, op)],
        Control::Break => vec![leave_block(machine, ExitKind::Break, op)],
        Control::Return => vec![leave_block(machine, ExitKind::Return, op)],
        Control::If => run_if(machine, op),
        Control::For => run_for(machine, op),
        Control::Loop => run_loop(machine, op),
    }
}

fn leave_block<'k>(machine: &mut Machine<'k>, kind: ExitKind, op: &'k Operation) -> Exit<'k> {
    if kind == ExitKind::Continue && machine.state.mode == Mode::Record {
        let (path, iterations) = (machine.state.path, machine.state.iteration_numbers());
        machine.recorder.rounds.push(Round { path, iterations });
    }
    let values = op
        .operands
        .iter()
        .map(|operand| machine.state.env.get(operand).cloned().unwrap_or(Val::Token))
        .collect();
    Exit { kind, path: machine.state.path, values, memory: machine.state.memory.clone() }
}

/// `if`
fn run_if<'k>(machine: &mut Machine<'k>, op: &'k Operation) -> Vec<Exit<'k>> {
    let condition = machine.scalar(op.operands[0]);
    require_branch(machine, op, &condition.undetermined);
    let (truth, before) = (condition.as_truth(), machine.state.path);
    let memory = machine.state.memory.clone();
    record_fork(machine, op, Choice::Holds(truth));
    let mut leaving = Vec::new();
    let mut yields: Vec<Option<Exit<'k>>> = Vec::new();
    for (position, holds) in [truth, truth.not()].into_iter().enumerate() {
        machine.state.path = before.and(&holds);
        machine.state.memory = memory.clone();
        let exits = match op.regions.get(position) {
            Some(region) if !crate::smt::lower::is_false(&machine.state.path) => machine.run_block(region),
            Some(_) => Vec::new(),
            None => {
                let (path, memory) = (machine.state.path, memory.clone());
                vec![Exit { kind: ExitKind::Yield, path, values: Vec::new(), memory }]
            }
        };
        let (here, out): (Vec<_>, Vec<_>) = exits.into_iter().partition(|exit| exit.kind == ExitKind::Yield);
        leaving.extend(out);
        yields.push(here.into_iter().next());
    }
    machine.state.path = match (&yields[0], &yields[1]) {
        // Both come back with nothing lost: what held before holds again.
        (Some(a), Some(b)) if a.path == before.and(&truth) && b.path == before.and(&truth.not()) => before,
        (Some(a), Some(b)) => a.path.or(&b.path),
        (Some(one), None) | (None, Some(one)) => one.path,
        (None, None) => Truth::constant(false),
    };
    machine.state.memory = match (&yields[0], &yields[1]) {
        (Some(_), Some(other)) if machine.setup.has(Flaw::BranchForgotten) => other.memory.clone(),
        (Some(a), Some(b)) => join(machine, &truth, &a.memory, &b.memory),
        (Some(one), None) | (None, Some(one)) => one.memory.clone(),
        (None, None) => memory,
    };
    for (position, result) in op.results.iter().enumerate() {
        let of = |exit: &Option<Exit<'k>>| exit.as_ref().and_then(|exit| exit.values.get(position).cloned());
        let merged = match (of(&yields[0]), of(&yields[1])) {
            (Some(a), Some(b)) => merge(&truth, a, b),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => Val::Token,
        };
        machine.bind(*result, merged);
    }
    leaving
}

fn run_core<'k>(machine: &mut Machine<'k>, op: &'k Operation, core: Core) {
    let ty = || machine.kernel.tile(op.results[0]);
    let tile = match core {
        Core::Constant => match &op.attributes.constant {
            Some(constant) => Node::tile(ty(), TileKind::Constant(constant)),
            None => return,
        },
        Core::Iota => Node::tile(ty(), TileKind::Iota),
        Core::Reshape | Core::PtrToPtr => {
            Node::tile(ty(), TileKind::Mapped(machine.tile(op.operands[0]), IndexMap::Reshape))
        }
        Core::Broadcast => {
            Node::tile(ty(), TileKind::Mapped(machine.tile(op.operands[0]), IndexMap::Broadcast))
        }
        Core::Permute => {
            let how = IndexMap::Permute(&op.attributes.permutation);
            Node::tile(ty(), TileKind::Mapped(machine.tile(op.operands[0]), how))
        }
        Core::Select => {
            let [condition, then, otherwise] = [0, 1, 2].map(|position| machine.tile(op.operands[position]));
            let condition = select_condition(machine, condition, &ty().shape);
            Node::tile(ty(), TileKind::Select(condition, then, otherwise))
        }
        Core::Assume => match machine.state.env.get(&op.operands[0]) {
            Some(Val::Tensor(tensor)) => {
                let tensor = tensor.clone();
                return assume_view(machine, op, tensor);
            }
            Some(Val::Tile(_) | Val::Token | Val::View(_)) | None => {
                run_assume(machine, op);
                machine.tile(op.operands[0])
            }
        },
        Core::Offset => run_offset(machine, op),
        Core::Bitcast => Node::tile(ty(), TileKind::Bitcast(machine.tile(op.operands[0]))),
        Core::Pack | Core::Unpack => Node::tile(ty(), TileKind::Repacked(machine.tile(op.operands[0]))),
        Core::IntToPtr | Core::PtrToInt => convert_pointer(machine, op),
        Core::Cat => {
            let axis = op.attributes.axis();
            Node::tile(ty(), TileKind::Cat(machine.tile(op.operands[0]), machine.tile(op.operands[1]), axis))
        }
        Core::Extract => {
            let whole = machine.tile(op.operands[0]);
            let number = run_slice(machine, op, &op.operands[1..], &ty().shape, &whole.ty.shape);
            Node::tile(ty(), TileKind::Slice(whole, number))
        }
        Core::Insert => {
            let (part, whole) = (machine.tile(op.operands[0]), machine.tile(op.operands[1]));
            let number = run_slice(machine, op, &op.operands[2..], &part.ty.shape, &whole.ty.shape);
            Node::tile(ty(), TileKind::Inserted { whole, number, part })
        }
        Core::Reduce | Core::Scan => return run_reduce(machine, op),
        Core::Mmaf | Core::Mmai | Core::MmafScaled => return run_mma(machine, op, core),
        Core::GetTileBlockId => return bind_grid(machine, op, machine.setup.block),
        Core::GetNumTileBlocks => return bind_grid(machine, op, machine.setup.grid),
    };
    machine.bind(op.results[0], Val::Tile(tile));
}

/// The number of a slice along each axis, which has to lie inside: then it is the same read as signed.
fn run_slice<'k>(
    machine: &mut Machine<'k>,
    op: &'k Operation,
    number: &[ValueId],
    part: &[u32],
    whole: &[u32],
) -> Rc<[Num]> {
    let elements: Vec<Element> = number.iter().map(|id| machine.scalar(*id)).collect();
    let undetermined =
        elements.iter().fold(Truth::constant(false), |any, element| any.or(&element.undetermined));
    let number = |read: fn(&SymbolicInt) -> Num| {
        elements.iter().filter_map(|element| element.as_int().map(read)).collect::<Vec<_>>()
    };
    let mut domain = machine.domain(&Truth::constant(true));
    shape::slice(&mut domain, &undetermined, &number(|int| int.unsigned()), part, whole);
    let required = std::mem::take(&mut domain.required);
    require(machine, op, required, None);
    number(|int| int.signed()).into()
}

fn bind_grid<'k>(machine: &mut Machine<'k>, op: &'k Operation, numbers: [Num; 3]) {
    for (result, number) in op.results.iter().zip(numbers) {
        let ty = machine.kernel.tile(*result);
        let bits = ty.element.scalar().map_or(32, Scalar::bits);
        machine.bind(*result, Val::Tile(Node::tile(ty, TileKind::Splat(Element::int(bits, number)))));
    }
}

fn run_memory<'k>(machine: &mut Machine<'k>, op: &'k Operation, memory: Memory) {
    match memory {
        Memory::GetGlobal => {
            let global = machine.kernel.global(op).unwrap_or_default();
            bind_array(machine, op, machine.kernel.params.len() + global);
        }
        Memory::Alloca => {
            let is_this = |other: &Operation| other.id == op.id;
            let number = machine.kernel.scratch().position(is_this).unwrap_or_default();
            let array = machine.kernel.params.len() + machine.kernel.globals.len() + number;
            bind_array(machine, op, array);
            make_array(machine, array);
        }
        Memory::MakeTensorView => {
            let view = make_tensor_view(machine, op);
            machine.bind(op.results[0], view);
        }
        Memory::MakePartitionView | Memory::MakeStridedView | Memory::MakeGatherScatterView => {
            let Some(Val::Tensor(tensor)) = machine.state.env.get(&op.operands[0]).cloned() else { return };
            let Some(ty) = machine.kernel.ty(op.results[0]).tiled() else { return };
            machine.bind(op.results[0], Val::View(crate::values::view::View::new(tensor, ty).into()));
        }
        Memory::GetTensorShape => run_tensor_shape(machine, op),
        Memory::GetIndexSpaceShape => run_index_space_shape(machine, op),
        Memory::LoadViewTko | Memory::LoadPtrTko => run_load(machine, op),
        Memory::StoreViewTko | Memory::StorePtrTko => run_store(machine, op),
        Memory::AtomicRmwTko => run_update(machine, op),
        Memory::AtomicCasTko => run_compare_exchange(machine, op),
        Memory::AtomicRedViewTko => run_update_view(machine, op),
        Memory::Assert => {
            let tile = machine.tile(op.operands[0]);
            let lane = machine.lane(&tile.ty.shape, 0);
            let element = machine.at(&tile, &lane);
            require_branch(machine, op, &element.undetermined);
            let holds = element.as_truth();
            if let Some(rule) = spec::ops::source::rule(Memory::Assert, op.attributes.text.as_deref()) {
                require_source(machine, op, rule, &holds);
                return;
            }
            let path = machine.state.path;
            if machine.state.mode == Mode::Record
                && !machine.solver.proves(&holds, &path, Purpose::Requirement)
            {
                machine.recorder.asserts.push(op.at.clone());
            }
        }
        Memory::PrintTko => require_printed(machine, op),
        // Tokens have no values, and other launches are trusted.
        Memory::MakeToken
        | Memory::JoinTokens
        | Memory::MemoryFenceAliasTko
        | Memory::GdcWaitTko
        | Memory::GdcLaunchDependentsTko => {}
    }
}

/// The condition of a `select` between tiles of a shape: a scalar one chooses whole tiles.
fn select_condition<'k>(machine: &mut Machine<'k>, condition: Tile<'k>, shape: &[u32]) -> Tile<'k> {
    if condition.ty.shape == shape {
        return condition;
    }
    Node::tile(&spread(&condition, shape), TileKind::Splat(machine.at(&condition, &[])))
}

/// The type of a scalar spread over a shape.
fn spread(tile: &Tile<'_>, shape: &[u32]) -> spec::syntax::types::TileType {
    spec::syntax::types::TileType { shape: shape.to_vec(), element: tile.element() }
}
