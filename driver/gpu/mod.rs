//! Proved kernels on a GPU: their code, and launches of it.

mod compare;

use codegen::{Options, Program, Target};
use launch::placement::Manner;
use launch::{Code, Device, Error, Image, Kernel, Parameter};
use spec::admit::{Capability, Placed as Here};
use spec::problem::Unsupported;
use spec::proof::Proved;
use spec::syntax::launch::Launch;

pub use self::compare::{Compared, Difference, compare};
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

/// Code of a proved kernel for a device.
///
/// # Errors
/// The first operation that has no code.
pub fn compile(proved: &Proved, device: &Device) -> Result<Program, Unsupported> {
    let capability = device.facts().capability;
    let target = Target { sm: capability.0 * 10 + capability.1 };
    codegen::compile(proved, target, Options::default())
}

/// Loads a program.
///
/// # Errors
/// Code that the driver does not take, or that needs more than a block can have.
pub fn load<'d>(device: &'d Device, program: &Program) -> Result<Kernel<'d>, Error> {
    let word = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    let parameter = |parameter: &codegen::Parameter| Parameter {
        offset: word(parameter.offset),
        bytes: word(parameter.bytes),
    };
    device.load(&Code {
        image: Image::Ptx(&program.ptx),
        entry: &program.entry,
        threads: program.threads,
        shared_bytes: word(program.shared_bytes),
        parameters: program.parameters.iter().map(parameter).collect(),
    })
}

/// Why a launch left nothing.
#[derive(Debug)]
pub enum Stop {
    /// It is none of those that are proved, where its buffers have come to lie: the clause that it breaks.
    Contract(Failure),
    /// The device: too little memory, a kernel that fails, or one that does not end in time.
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

/// Runs a launch to its end, if it is one of those that are proved: there is no other way to a device.
///
/// # Errors
/// [`Stop`].
pub fn run(
    device: &Device,
    kernel: &Kernel<'_>,
    proved: &Proved,
    launch: &Launch,
    manner: Manner,
) -> Result<Left, Stop> {
    let placed = device.place(launch, manner).map_err(Stop::Device)?;
    let (addresses, seen) = (placed.addresses(), vec![true; launch.buffers.len()]);
    let capability = device.facts().capability;
    let device = Capability(capability.0, capability.1);
    let here = Here { addresses: &addresses, seen: &seen, device };
    let trusted = proof::validate_placed_launch(proved, launch, &here).map_err(Stop::Contract)?;
    let milliseconds = kernel.run(launch, &placed).map_err(Stop::Device)?;
    Ok(Left { buffers: placed.read().map_err(Stop::Device)?, milliseconds, trusted })
}
