//! Proved kernels on a GPU: their code, and launches of it.

mod compare;

mod loaded;

pub(crate) mod versions;

use launch::placement::Manner;
use launch::{Device, Error};
use spec::admit::{Capability, Placed as Here};
use spec::proof::Proved;
use spec::syntax::launch::Launch;

pub use self::compare::{Compared, Difference, compare};
pub use self::loaded::{Loaded, Started, compile, compile_with, load};
pub use self::versions::Programs;
use crate::failure::Failure;
use crate::proof;

/// What a launch left on a GPU.
#[derive(Debug, Clone, PartialEq)]
pub struct Left {
    /// The buffers of the launch, in its order.
    pub buffers: Vec<Vec<u8>>,
    /// How long it took, by the GPU's own clock.
    pub milliseconds: f32,
    /// What the launch must keep and nobody has looked at, in the words of a contract.
    pub trusted: Vec<String>,
}

/// Why a launch left nothing.
#[derive(Debug)]
pub enum Stop {
    /// The addresses of the buffers break this clause, so the launch is not proved.
    Contract(Failure),
    /// The device: too little memory, a failing kernel, or a time limit.
    Device(Error),
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Contract(failure) => failure,
            Stop::Device(error) => Failure::gpu(&error),
        }
    }
}

/// Runs a launch to its end if a proof covers it: no other way leads to a device.
///
/// # Errors
/// [`Stop`].
pub fn run(
    device: &Device,
    kernel: &Loaded<'_>,
    proved: &Proved,
    launch: &Launch,
    manner: Manner,
) -> Result<Left, Stop> {
    let placed = device.place(launch, manner).map_err(Stop::Device)?;
    let (addresses, seen) = (placed.addresses(), vec![true; launch.buffers.len()]);
    let capability = device.facts().capability;
    let here = Here { addresses: &addresses, seen: &seen, device: Capability(capability.0, capability.1) };
    let trusted = proof::validate_placed_launch(proved, launch, &here).map_err(Stop::Contract)?;
    let values = placed.values(launch).map_err(Stop::Device)?;
    let (kernel, started) = kernel.choose(launch.grid, &values).map_err(Stop::Device)?;
    let milliseconds = kernel.run(started.grid, &values, &started.beside).map_err(Stop::Device)?;
    Ok(Left { buffers: placed.read().map_err(Stop::Device)?, milliseconds, trusted })
}
