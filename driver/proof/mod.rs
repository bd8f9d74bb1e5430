//! Proved kernels: from a proof file, or from a check in this process. Users of a proved kernel get it from [`prove`], the
//! only way.

pub(crate) mod digest;
mod file;
mod read;

use std::path::Path;
use std::sync::Arc;

use spec::admit::{Placed, actual};
use spec::proof::Proved;
use spec::syntax::kernel::{Kernel, Module};
use spec::syntax::launch::Launch;

pub use self::file::write;
use crate::failure::Failure;
use crate::load::{Source, function_name};

/// The proved kernel: as the proof file says, or where none is given, as a check finds out.
///
/// # Errors
/// The kernel is not proved, the file is not a proof of it, or this build cannot check anything.
pub fn prove(
    source: &Source,
    module: &Module,
    kernel: &Arc<Kernel>,
    proof: Option<&Path>,
) -> Result<Proved, Failure> {
    match proof {
        Some(path) => read::read_proof(path, source, module, kernel),
        None => check(source, module, kernel),
    }
}

#[cfg(feature = "solver")]
fn check(source: &Source, module: &Module, kernel: &Arc<Kernel>) -> Result<Proved, Failure> {
    crate::check::prove_kernel(source, module, kernel)
}

#[cfg(not(feature = "solver"))]
fn check(_: &Source, _: &Module, kernel: &Arc<Kernel>) -> Result<Proved, Failure> {
    Err(Failure::unproved(format!(
        "nothing shows that @{} is proved, and this build has no solver",
        kernel.name
    ))
    .help("write a proof with `tileproof check FILE --proof PROOF` in a build with the solver, and pass --proof PROOF"))
}

/// Checks that a proof covers a launch; returns the trusted parts.
///
/// # Errors
/// The proof does not cover the launch, with the broken clause.
pub fn validate_launch(proved: &Proved, launch: &Launch) -> Result<Vec<String>, Failure> {
    validate(proved, launch, None)
}

/// Checks a launch whose buffers lie at addresses of a device.
///
/// # Errors
/// The proof does not cover the launch, with the broken clause.
pub fn validate_placed_launch(
    proved: &Proved,
    launch: &Launch,
    placed: &Placed<'_>,
) -> Result<Vec<String>, Failure> {
    validate(proved, launch, Some(placed))
}

fn validate(proved: &Proved, launch: &Launch, placed: Option<&Placed<'_>>) -> Result<Vec<String>, Failure> {
    let kernel = proved.kernel();
    let types: Vec<_> = kernel.params.iter().map(|param| kernel.tile(*param).element).collect();
    actual(proved, launch, &types, placed).map_err(|clause| {
        Failure::usage(format!(
            "@{} is not proved for this launch: it breaks `{clause}`",
            function_name(&kernel.name)
        ))
        .help("a proof holds for the launches of its contract, and says nothing of others")
    })
}
