//! Cases on a GPU, in our own code: of kernels that are proved, for launches that the proof is of. Everything else is skipped, and
//! why is said.

use std::path::{Path, PathBuf};

use driver::exit::Exit;
use driver::failure::Failure;
use driver::gpu::{self, Stop};
use driver::load::Source;
use driver::proof;
use launch::placement::Manner;
use launch::{Device, Error, watch};
use spec::proof::Proved;

use super::parallel::Watcher;
use super::target::{Ending, of_bytes};
use crate::case::{Case, Expected};

/// What became of some cases on a GPU.
pub(crate) struct Done {
    /// How each ended, in order.
    pub(crate) endings: Vec<Ending>,
    /// Whether the device does not answer any more, so that the process can only be left.
    pub(crate) hangs: bool,
}

/// A loaded kernel with its proof, or the reason for failure.
type Loaded<'d> = Result<(Proved, gpu::Loaded<'d>), String>;

/// Runs cases one after the other; `proofs` is a folder with the proof of kernel K of F.tile as F/K.proof, without which kernels
/// are checked here. Cases of one kernel stand together, so each is compiled once.
///
/// # Errors
/// No GPU is available.
pub(crate) fn run(cases: &[&Case], proofs: Option<&Path>, watcher: &dyn Watcher) -> Result<Done, Failure> {
    let mut done = Done { endings: Vec::new(), hangs: false };
    while done.endings.len() < cases.len() {
        let device = Device::open(0, watch::LIMIT).map_err(|error| Failure::gpu(&error))?;
        let mut loaded: Option<((&str, &str), Loaded<'_>)> = None;
        // What a kernel has broken is not used any more.
        let mut usable = true;
        while usable && let Some(case) = cases.get(done.endings.len()) {
            let key = (case.forms.tile.as_str(), case.prepared.kernel.name.as_str());
            if loaded.as_ref().is_none_or(|(known, _)| *known != key) {
                loaded = Some((key, load(&device, case, proofs)));
            }
            let (ending, error) = match &loaded {
                Some((_, Ok((proved, kernel)))) => run_case(&device, case, proved, kernel, watcher),
                Some((_, Err(why))) => (Ending::Skipped(why.clone()), None),
                None => (Ending::Skipped("nothing is loaded".to_owned()), None),
            };
            done.endings.push(ending);
            done.hangs = matches!(error, Some(Error::Hangs { .. }));
            usable = error.is_none();
            watcher.advances();
        }
        if done.hangs {
            std::mem::forget(loaded);
            std::mem::forget(device);
            done.endings.resize(cases.len(), Ending::Skipped("the GPU hangs since another case".to_owned()));
        }
    }
    Ok(done)
}

/// Proves, compiles and loads the kernel of a case.
fn load<'d>(device: &'d Device, case: &Case, proofs: Option<&Path>) -> Loaded<'d> {
    let short = |failure: &Failure| failure.to_string().lines().next().unwrap_or_default().to_owned();
    let source = Source::new(&case.forms.tile, &case.forms.text);
    let module = source.module().map_err(|problem| problem.to_string())?;
    let kernel = case.prepared.kernel.written();
    let proof = proofs.map(|folder| proof_path(folder, case));
    if proof.as_ref().is_some_and(|path| !path.exists()) {
        return Err("it is not proved".to_owned());
    }
    let proved = proof::prove(&source, &module, kernel, proof.as_deref());
    let proved = proved.map_err(|failure| match failure.exit {
        Exit::Unknown | Exit::Undefined | Exit::Conditional => "it is not proved".to_owned(),
        Exit::Success
        | Exit::Violated
        | Exit::Usage
        | Exit::IllFormed
        | Exit::NoGpu
        | Exit::Fault
        | Exit::Harness
        | Exit::Refused => short(&failure),
    })?;
    let program =
        gpu::compile(&proved, device).map_err(|problem| format!("it has no code: {}", problem.message))?;
    let kernel = gpu::load(device, program).map_err(|error| format!("its code is not loaded: {error}"))?;
    Ok((proved, kernel))
}

/// Where the proof of a case's kernel is.
fn proof_path(folder: &Path, case: &Case) -> PathBuf {
    let tile = case.forms.tile.strip_prefix("kernels/").unwrap_or(&case.forms.tile);
    folder.join(tile.trim_end_matches(".tile")).join(format!("{}.proof", case.prepared.kernel.name))
}

/// Runs one case, if its launch is proved; returns additional messages of the device.
fn run_case(
    device: &Device,
    case: &Case,
    proved: &Proved,
    kernel: &gpu::Loaded<'_>,
    watcher: &dyn Watcher,
) -> (Ending, Option<Error>) {
    if case.in_order {
        return (Ending::Skipped("a device runs its blocks in any order".to_owned()), None);
    }
    if !case.asserts.is_empty() {
        // The launch ends with an error after which a driver takes no more work from this process.
        return (Ending::Skipped("an assertion that fails ends all work on a device".to_owned()), None);
    }
    let trusted = match (&case.expected, proof::validate_launch(proved, &case.prepared.launch)) {
        (Expected::Breaks(_), _) | (Expected::Leaves(_), Err(_)) => return (outside(), None),
        (Expected::Leaves(_), Ok(trusted)) => trusted,
    };
    watcher.trusts(&trusted);
    match gpu::run(device, kernel, proved, &case.prepared.launch, Manner::Guarded) {
        Ok(left) => {
            watcher.trusts(&left.trusted);
            (of_bytes(case, &left.buffers), None)
        }
        Err(Stop::Contract(_)) => (outside(), None),
        Err(Stop::Device(error)) => (Ending::Failed(error.to_string()), Some(error)),
    }
}

fn outside() -> Ending {
    Ending::Skipped("no proof covers the launch".to_owned())
}
