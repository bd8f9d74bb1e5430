//! Proved kernels: from a proof file, or from a check in this process. Whatever needs a kernel that is proved gets it from
//! [`proved`], and there is no other way.

mod digest;
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
use crate::output::{complain, wrapped};
use crate::source::Source;

/// The proved kernel: as the proof file says, or where none is given, as a check finds out.
///
/// # Errors
/// The kernel is not proved, the file is not a proof of it, or this build cannot check anything.
pub fn proved(
    source: &Source,
    module: &Module,
    kernel: &Arc<Kernel>,
    proof: Option<&Path>,
) -> Result<Proved, Failure> {
    match proof {
        Some(path) => read::proof(path, source, module, kernel),
        None => checked(source, module, kernel),
    }
}

#[cfg(feature = "solver")]
fn checked(source: &Source, module: &Module, kernel: &Arc<Kernel>) -> Result<Proved, Failure> {
    crate::check::proved(source, module, kernel)
}

#[cfg(not(feature = "solver"))]
fn checked(_: &Source, _: &Module, kernel: &Arc<Kernel>) -> Result<Proved, Failure> {
    Err(Failure::unproved(format!(
        "nothing shows that @{} is proved, and this build has no solver",
        kernel.name
    ))
    .help("--proof takes the file that `tileproof check FILE --proof PROOF` writes where there is one"))
}

/// That a launch is one of those that are proved; says what of it is taken on trust.
///
/// # Errors
/// It is not, with the clause that it breaks.
pub fn admits(proved: &Proved, launch: &Launch) -> Result<(), Failure> {
    held(proved, launch, None)
}

/// The same for a launch whose buffers lie at addresses of a device.
///
/// # Errors
/// It is not, with the clause that it breaks.
pub fn admits_placed(proved: &Proved, launch: &Launch, placed: &Placed<'_>) -> Result<(), Failure> {
    held(proved, launch, Some(placed))
}

fn held(proved: &Proved, launch: &Launch, placed: Option<&Placed<'_>>) -> Result<(), Failure> {
    let kernel = proved.kernel();
    let types: Vec<_> = kernel.params.iter().map(|param| kernel.tile(*param).element).collect();
    let trusted = actual(proved, launch, &types, placed).map_err(|clause| {
        Failure::usage(format!("@{} is not proved for this launch: it breaks `{clause}`", kernel.name))
            .help("a proof holds for the launches of its contract, and says nothing of others")
    })?;
    if !trusted.is_empty() {
        complain(&wrapped("  not looked at: ", &trusted.join("; ")));
    }
    Ok(())
}

/// What a proof says and rests on, for a person.
pub fn describe(proved: &Proved) -> String {
    let grounds = proved.grounds();
    let condition = match proved.is_conditional() {
        true => format!(" if {}", grounds.inferred.join(" and ")),
        false => String::new(),
    };
    let mut text = wrapped("", &format!("@{}: proved{condition}", proved.kernel().name));
    for (label, clauses) in
        [("given", &grounds.given), ("trusted", &grounds.trusted), ("axioms", &grounds.axioms)]
    {
        if !clauses.is_empty() {
            text.push_str(&wrapped(&format!("  {label}: "), &clauses.join("; ")));
        }
    }
    text
}
