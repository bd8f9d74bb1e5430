//! Asynchronous instructions: copies to shared memory (`cp.async`), and the matrix products of warpgroups (`wgmma`).

use std::fmt::{self, Display};

use super::comma_list::join_commas;
use super::{Address, Reg};

/// Asynchronous copies of single threads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum AsyncCopy {
    /// Starts to copy sixteen bytes from global memory to shared memory.
    Start { to: Address, from: Address },
    /// Closes a batch of the copies started since the previous commit.
    Commit,
    /// Waits for the batches, but for the last so many.
    Wait(u32),
    /// Makes the thread's writes to shared memory visible to matrix instructions (async proxy).
    Fence,
}

/// Products, of a group of four warps together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Wgmma {
    /// Makes register writes of the threads visible to products.
    Fence,
    /// Starts a product, whose right factor is in shared memory, told by a descriptor: `to = a · b`, and where `accumulates` holds `to += a · b`.
    /// `op` is everything behind `wgmma.mma_async.sync.aligned.`.
    Start { op: String, to: Vec<Reg>, a: LeftFactor, b: Reg, accumulates: Reg, modifiers: FactorModifiers },
    /// Closes a batch of the products started since the previous commit.
    Commit,
    /// Waits for the batches, but for the last so many.
    Wait(u32),
}

impl Wgmma {
    /// Whether it multiplies bytes with a sign by bytes without.
    pub(crate) fn mixes_signs(&self) -> bool {
        match self {
            Wgmma::Start { op, .. } => op.ends_with(".s8.u8") || op.ends_with(".u8.s8"),
            Wgmma::Fence | Wgmma::Commit | Wgmma::Wait(_) => false,
        }
    }
}

/// The left factor of a product of four warps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LeftFactor {
    /// In shared memory, told by a descriptor.
    Descriptor(Reg),
    /// In registers, two elements of two bytes in each.
    Fragment(Vec<Reg>),
}

/// How the factors of such a product are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FactorModifiers {
    /// Integers, never negated.
    Integers,
    /// Floats of one or four bytes, with optional negation.
    Floats,
    /// Floats of two bytes: of the left and the right factor, whether its rows or columns are neighbours, not its terms.
    Transposed([bool; 2]),
}

impl Display for LeftFactor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LeftFactor::Descriptor(reg) => Display::fmt(reg, f),
            LeftFactor::Fragment(regs) => write!(f, "{{{}}}", join_commas(regs)),
        }
    }
}

impl Display for AsyncCopy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AsyncCopy::Start { to, from } => write!(f, "cp.async.cg.shared.global {to}, {from}, 16"),
            AsyncCopy::Commit => f.write_str("cp.async.commit_group"),
            AsyncCopy::Wait(left) => write!(f, "cp.async.wait_group {left}"),
            AsyncCopy::Fence => f.write_str("fence.proxy.async.shared::cta"),
        }
    }
}

impl Display for Wgmma {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wgmma::Fence => f.write_str("wgmma.fence.sync.aligned"),
            Wgmma::Start { op, to, a, b, accumulates, modifiers } => {
                let name = "wgmma.mma_async.sync.aligned";
                write!(f, "{name}.{op} {{{}}}, {a}, {b}, {accumulates}", join_commas(to))?;
                // Factors of floats could be negated.
                match (modifiers, a) {
                    (FactorModifiers::Integers, _) => Ok(()),
                    (FactorModifiers::Floats, _) => f.write_str(", 1, 1"),
                    (FactorModifiers::Transposed([left, right]), LeftFactor::Descriptor(_)) => {
                        write!(f, ", 1, 1, {}, {}", u8::from(*left), u8::from(*right))
                    }
                    (FactorModifiers::Transposed([_, right]), LeftFactor::Fragment(_)) => {
                        write!(f, ", 1, 1, {}", u8::from(*right))
                    }
                }
            }
            Wgmma::Commit => f.write_str("wgmma.commit_group.sync.aligned"),
            Wgmma::Wait(left) => write!(f, "wgmma.wait_group.sync.aligned {left}"),
        }
    }
}
