//! A launch on a GPU, and beside the interpreter's.

use std::path::PathBuf;
use std::time::Duration;

use codegen::Options;
use interp::Outcome;
use launch::Device;
use launch::placement::Manner;
use spec::proof::Proved;

use super::prepare::{Memory, Prepared};
use super::results::{self, Buffers};
use crate::output::{eprint, print};
use crate::proved::eprint_trusted;
use driver::accuracy::{Pointee, Reference};
use driver::exit::Exit;
use driver::failure::Failure;
use driver::gpu::{self, Compared, Left, compare};
use driver::load::Source;
use driver::signature::Signature;
use driver::tune::Settings;

/// What is asked of a run on a GPU.
pub(super) struct Asked {
    /// Whether something is wanted that the interpreter alone has: a trace, or an order of blocks.
    pub(super) interpreter_only: bool,
    /// The most time that the kernel may take.
    pub(super) watchdog: Duration,
    /// Whether undetermined memory stays as it is, and buffers have no guards.
    pub(super) bare: bool,
    /// How the code is to be.
    pub(super) options: Options,
    /// The measured settings.
    pub(super) tuned: Option<Settings>,
}

/// A proved kernel with a covered launch, and the GPU's results.
pub(super) struct OnGpu<'a> {
    proved: &'a Proved,
    prepared: &'a Prepared,
    left: Left,
    /// The name of the device.
    name: String,
}

impl<'a> OnGpu<'a> {
    /// Opens the first GPU and runs the launch there.
    pub(super) fn open(
        asked: &Asked,
        proved: &'a Proved,
        prepared: &'a Prepared,
        source: &Source,
    ) -> Result<Self, Failure> {
        if asked.interpreter_only || prepared.launch.blocks.is_some() {
            return Err(Failure::usage(
                "a GPU runs all blocks, in an order of its own, and tells nothing of its way",
            )
            .help("--trace, --seed and launch files with `blocks` are for --device interp"));
        }
        let failed = |error| Failure::gpu(&error);
        let device = Device::open(0, asked.watchdog).map_err(failed)?;
        let capability = device.facts().capability.to_string();
        let options = match &asked.tuned {
            Some(tuned) => tuned.options(proved, &capability)?,
            None => asked.options,
        };
        let program = gpu::compile_with(proved, &device, options)
            .map_err(|unsupported| Failure::refused(&unsupported.into(), source))?;
        let kernel = gpu::load(&device, program).map_err(failed)?;
        let manner = if asked.bare { Manner::Bare } else { Manner::Guarded };
        let left = gpu::run(&device, &kernel, proved, &prepared.launch, manner)?;
        eprint_trusted(&left.trusted);
        let name = device.facts().name.clone();
        Ok(OnGpu { proved, prepared, left, name })
    }

    /// Prints and writes the results of the launch.
    pub(super) fn run(&self, signature: &Signature, outs: &[(usize, PathBuf)]) -> Result<Exit, Failure> {
        let buffers = Buffers::Gpu(&self.left.buffers);
        print(&results::arrays(buffers, self.prepared, signature))?;
        eprint(&format!("{}: {} ms\n", self.name, self.left.milliseconds));
        results::write(buffers, self.prepared, outs)?;
        Ok(Exit::Success)
    }

    /// Compares the GPU's results with the interpreter's; prints and writes the GPU's.
    pub(super) fn compare(
        &self,
        outcome: &Outcome,
        signature: &Signature,
        outs: &[(usize, PathBuf)],
    ) -> Result<Exit, Failure> {
        let pointee = |memory: &Memory| Pointee { buffer: memory.buffer, element: memory.element };
        let pointees: Vec<_> = self.prepared.memories.iter().flatten().map(pointee).collect();
        let own = &outcome.buffers;
        let reference = Reference::new(self.proved.kernel(), &self.prepared.launch, &pointees, own.clone());
        let reference = reference.map_err(|reason| {
            Failure::unsupported(format!("the interpreter does not say how far results may differ: {reason}"))
        })?;
        let compared = compare(&reference, &pointees, own, &self.left.buffers);
        self.run(signature, outs)?;
        let name = |buffer: usize| {
            let is_it =
                |memory: &Option<Memory>| memory.as_ref().is_some_and(|memory| memory.buffer == buffer);
            signature.name(self.prepared.memories.iter().position(is_it).unwrap_or(0))
        };
        match compared {
            Compared::Permitted { elements, rounded } => {
                let rounded = match rounded {
                    0 => String::new(),
                    count => format!(", {count} of them rounded otherwise, as the rules permit"),
                };
                eprint(&format!("the GPU and the interpreter agree in {elements} elements{rounded}\n"));
                Ok(Exit::Success)
            }
            Compared::Differs(difference) => {
                eprint(&format!("{}\n", difference.describe(name(difference.buffer))));
                Ok(Exit::Fault)
            }
            Compared::Open(difference, _) => {
                eprint(&format!("undecided: {}\n", difference.describe(name(difference.buffer))));
                Ok(Exit::Unknown)
            }
        }
    }
}
