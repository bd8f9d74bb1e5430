//! Choices of code that were measured: the few candidates of a kernel on a GPU in turns, and the file or the cache that keeps the
//! fastest. `run` and `ptx` read the choice, by kernel and kind of device.

mod file;
mod kept;

use codegen::{Candidate, Options, Target};
use launch::Device;
use launch::placement::Manner;
use spec::proof::Proved;
use spec::syntax::launch::Launch;

pub use self::file::{Choice, Timed, Tuned};
pub use self::kept::Settings;
use crate::failure::Failure;
use crate::gpu;
use crate::statistics::{Estimate, estimate, ratio};

/// Runs of each candidate before the timed ones.
const WARM: u32 = 2;

/// Times the candidates of a kernel in one launch, in turns, each run with memory as the launch brings it.
///
/// # Errors
/// The kernel has no code, or a launch is outside of the contract or fails.
pub fn tune(
    device: &Device,
    proved: &Proved,
    launch: &Launch,
    runs: u32,
    tell: &mut dyn FnMut(&str),
) -> Result<Tuned, Failure> {
    let (major, minor) = (device.facts().capability.0, device.facts().capability.1);
    let candidates = codegen::candidates(proved, Target { sm: major * 10 + minor });
    let candidates = candidates.map_err(|unsupported| Failure::unsupported(unsupported.message))?;
    let mut loaded = Vec::new();
    for Candidate { options, .. } in candidates {
        let programs = gpu::compile_with(proved, device, options);
        let programs = programs.map_err(|unsupported| Failure::unsupported(unsupported.message))?;
        match gpu::load(device, programs) {
            Ok(kernel) => loaded.push((options, kernel, Vec::new())),
            // A candidate without room on the device is dropped, except for the first, the reference.
            Err(error) if loaded.is_empty() || error.is_of_the_run() => return Err(Failure::gpu(&error)),
            Err(_) => {}
        }
    }
    tell(&format!("{} candidates, {runs} runs each", loaded.len()));
    for round in 0..WARM + runs {
        for (_, kernel, times) in &mut loaded {
            let left = gpu::run(device, kernel, proved, launch, Manner::Bare)?;
            if round >= WARM {
                times.push(f64::from(left.milliseconds));
            }
        }
    }
    let times: Vec<(Options, Vec<f64>)> =
        loaded.into_iter().map(|(options, _, times)| (options, times)).collect();
    Ok(Tuned::new(proved, device.facts(), launch.grid, &timed(&times)))
}

/// Every candidate with its time, and how many times as fast as the first it is; the first first.
fn timed(times: &[(Options, Vec<f64>)]) -> Vec<(Options, Estimate, Estimate)> {
    let first = times.first().map_or(&[][..], |(_, times)| times.as_slice());
    times.iter().map(|(options, times)| (*options, estimate(times), ratio(first, times))).collect()
}
