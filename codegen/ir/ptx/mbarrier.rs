//! Instructions of warp-specialized code (PTX ISA). Barriers in shared memory count arrivals and bytes (`mbarrier`), and bulk
//! tensor copies arrive at them (`cp.async.bulk.tensor`, the Tensor Memory Accelerator). Bulk stores and register transfer between
//! warpgroups (`setmaxnreg`) follow.

use std::fmt::{self, Display};

use super::comma_list::join_commas;
use super::{Address, Operand, Reg};

/// What is about a barrier of shared memory.
///
/// A barrier is in a phase until all that it waits for has come: as many arrivals as it was made for, and as many bytes as were
/// announced. Then the next phase begins, which waits for as many arrivals again. Phases are told apart by their parity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Mbarrier {
    /// Makes a barrier for so many arrivals a phase, in phase 0.
    Init { at: Address, count: u32 },
    /// What was made is seen by asynchronous copies.
    FenceInit,
    /// Arrives. PTX gives a state, which nobody needs.
    Arrive { at: Address, state: Reg },
    /// Arrives, and announces so many bytes, for which the phase waits too.
    ArriveExpect { at: Address, bytes: u32, state: Reg },
    /// Waits until the phase of that parity has ended. The phase before a barrier's first one has parity 1 and has ended.
    Wait { at: Address, parity: Reg },
}

/// A bulk copy of a box of a tensor to shared memory; what is outside the tensor arrives as zeros.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TensorCopy {
    /// The destination.
    pub(crate) to: Address,
    /// The generic address of the tensor map.
    pub(crate) map: Reg,
    /// Where the box begins along each axis of the tensor, in elements, the axis of neighbours first.
    pub(crate) coordinates: Vec<Operand>,
    /// The barrier for arriving bytes.
    pub(crate) barrier: Address,
}

/// Bulk copies of boxes from shared memory to a tensor; what is outside the tensor is not written. Groups of copies belong to the
/// thread that starts the copies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum BulkStore {
    /// Starts a copy to a box of the tensor whose map is at a generic address, by where it begins as for [`TensorCopy`].
    Start { map: Reg, coordinates: Vec<Operand>, from: Address },
    /// Closes a group of the copies started since the previous commit.
    Commit,
    /// Waits until the groups but the last so many have read shared memory.
    WaitRead(u32),
    /// Waits until the groups but the last so many have written.
    Wait(u32),
}

/// A barrier by which two warpgroups take turns: the threads of one wait, those of the other only arrive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Turn {
    /// The number of the barrier.
    pub(crate) barrier: u32,
    /// The threads of both.
    pub(crate) threads: u32,
    /// Whether this thread waits.
    pub(crate) waits: bool,
}

/// How many registers each thread of a warpgroup has from here on: more than before, or fewer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SetRegisters {
    pub(crate) count: u32,
    pub(crate) more: bool,
}

impl Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bar.{} {}, {}", if self.waits { "sync" } else { "arrive" }, self.barrier, self.threads)
    }
}

impl Display for SetRegisters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "setmaxnreg.{}.sync.aligned.u32 {}", if self.more { "inc" } else { "dec" }, self.count)
    }
}

impl Display for Mbarrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mbarrier::Init { at, count } => write!(f, "mbarrier.init.shared::cta.b64 {at}, {count}"),
            Mbarrier::FenceInit => f.write_str("fence.mbarrier_init.release.cluster"),
            Mbarrier::Arrive { at, state } => write!(f, "mbarrier.arrive.shared::cta.b64 {state}, {at}"),
            Mbarrier::ArriveExpect { at, bytes, state } => {
                write!(f, "mbarrier.arrive.expect_tx.shared::cta.b64 {state}, {at}, {bytes}")
            }
            // The instruction waits for some time only; labels of a block in braces are its own.
            Mbarrier::Wait { at, parity } => write!(
                f,
                "{{ .reg .pred ended; again: mbarrier.try_wait.parity.shared::cta.b64 ended, {at}, {parity}; @!ended bra again; }}"
            ),
        }
    }
}

impl Display for TensorCopy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TensorCopy { to, map, coordinates, barrier } = self;
        let rank = coordinates.len();
        let name = "shared::cluster.global.tile.mbarrier::complete_tx::bytes";
        write!(
            f,
            "cp.async.bulk.tensor.{rank}d.{name} {to}, [{map}, {{{}}}], {barrier}",
            join_commas(coordinates)
        )
    }
}

impl Display for BulkStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BulkStore::Start { map, coordinates, from } => {
                let (rank, name) = (coordinates.len(), "global.shared::cta.tile.bulk_group");
                write!(
                    f,
                    "cp.async.bulk.tensor.{rank}d.{name} [{map}, {{{}}}], {from}",
                    join_commas(coordinates)
                )
            }
            BulkStore::Commit => f.write_str("cp.async.bulk.commit_group"),
            BulkStore::WaitRead(left) => write!(f, "cp.async.bulk.wait_group.read {left}"),
            BulkStore::Wait(left) => write!(f, "cp.async.bulk.wait_group {left}"),
        }
    }
}
