//! Effects of a kernel outside the comparison: updates, exchanges, prints, loops without a bound, and reads of the kernel's own writes.

use std::collections::BTreeSet;

use spec::memory::strength::Manner;
use spec::syntax::kernel::Kernel;
use spec::syntax::op::{Control, Meaning, Memory};

use crate::fault_injection::Flaw;
use crate::symbolic::machine::Machine;
use crate::values::access::SymbolicAccess;

/// What of a kernel is not followed, if anything is not.
pub(super) fn refuse(kernel: &Kernel) -> Result<(), String> {
    for op in kernel.operations() {
        let what = match op.op.meaning() {
            Meaning::Control(Control::Loop) => "`loop` is not followed",
            Meaning::Memory(Memory::Assert) => "failures of asserts are not followed",
            Meaning::Memory(Memory::PrintTko) => "prints are not followed",
            Meaning::Memory(Memory::AtomicRmwTko | Memory::AtomicCasTko | Memory::AtomicRedViewTko) => {
                "atomic updates are not followed"
            }
            Meaning::Memory(Memory::GdcWaitTko | Memory::GdcLaunchDependentsTko) => {
                "results of earlier launches are not followed"
            }
            Meaning::Memory(
                Memory::GetGlobal
                | Memory::Alloca
                | Memory::MakeToken
                | Memory::JoinTokens
                | Memory::MemoryFenceAliasTko
                | Memory::MakeTensorView
                | Memory::MakePartitionView
                | Memory::MakeStridedView
                | Memory::MakeGatherScatterView
                | Memory::GetTensorShape
                | Memory::GetIndexSpaceShape
                | Memory::LoadViewTko
                | Memory::StoreViewTko
                | Memory::LoadPtrTko
                | Memory::StorePtrTko,
            )
            | Meaning::Control(
                Control::Yield
                | Control::Continue
                | Control::Break
                | Control::Return
                | Control::If
                | Control::For,
            )
            | Meaning::Elementwise
            | Meaning::Core(_)
            | Meaning::Unsupported => {
                if Manner::of(op).is_some_and(|manner| manner.is_strong()) {
                    "accesses with a memory order are not followed"
                } else {
                    continue;
                }
            }
        };
        return Err(format!("@{}: {what}", kernel.name));
    }
    Ok(())
}

/// The written arrays.
pub(super) fn written_arrays(accesses: &[SymbolicAccess<'_>]) -> BTreeSet<usize> {
    accesses
        .iter()
        .filter(|access| access.manner.writes)
        .flat_map(|access| access.pointer.may.to_vec())
        .collect()
}

/// Checks that every load returns the launch contents. A store of another block there would be a race, and the block's own
/// stores to the array come after the load, without a loop around both.
pub(super) fn refuse_reads(machine: &Machine<'_>, accesses: &[SymbolicAccess<'_>]) -> Result<(), String> {
    if machine.setup.has(Flaw::ReadsOfWritten) {
        return Ok(());
    }
    let contract = machine.setup.bound.contract;
    if !contract.aliases.is_empty() {
        return Err("buffers that may overlap are not followed".to_owned());
    }
    let parameters = machine.kernel.params.len();
    for load in accesses.iter().filter(|access| access.manner.reads) {
        for store in accesses.iter().filter(|access| access.manner.writes) {
            let mut common = load.pointer.may.iter().filter(|which| store.pointer.may.contains(which));
            let Some(which) = common.find(|which| {
                machine.setup.allocations.get(**which).is_some_and(|array| array.parameter < parameters)
            }) else {
                continue;
            };
            let around = load.iterations.iter().zip(&store.iterations).any(|(one, other)| one.0 == other.0);
            if around || load.position >= store.position {
                let name = &machine.setup.allocations[*which].name;
                return Err(format!(
                    "@{} may read elements of `{name}` after its own stores to `{name}`; such loads are not followed",
                    machine.kernel.name
                ));
            }
        }
    }
    Ok(())
}
