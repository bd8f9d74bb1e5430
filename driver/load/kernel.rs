//! Which kernel of a file is meant.

use std::sync::Arc;

use spec::syntax::kernel::{Kernel, Module};

use super::names::function_name;
use crate::failure::Failure;

/// The kernels selected by a name: the kernel with this symbol, else the kernels of functions with this name.
pub fn select_kernels<'a>(kernels: &'a [Arc<Kernel>], wanted: &str) -> Vec<&'a Arc<Kernel>> {
    let wanted = wanted.trim_start_matches('@');
    let exact: Vec<_> = kernels.iter().filter(|kernel| kernel.name == wanted).collect();
    if exact.is_empty() {
        return kernels.iter().filter(|kernel| function_name(&kernel.name) == wanted).collect();
    }
    exact
}

/// The kernel with a name, or the only kernel.
///
/// # Errors
/// The kernel is missing, or the file has several and no name is given.
pub fn find_kernel<'a>(module: &'a Module, wanted: Option<&str>) -> Result<&'a Arc<Kernel>, Failure> {
    let names: Vec<_> = module.kernels.iter().map(|kernel| kernel.name.as_str()).collect();
    match (wanted, module.kernels.as_slice()) {
        (None, [kernel]) => Ok(kernel),
        (None, []) => Err(Failure::ill_formed("the file has no kernel")),
        (None, _) => Err(Failure::usage("the file has several kernels, and --kernel names none")
            .help(format!("there are {}", listed(&names)))),
        (Some(wanted), kernels) => {
            let wanted = wanted.trim_start_matches('@');
            require_kernel(wanted, &names)?;
            match select_kernels(kernels, wanted).as_slice() {
                [kernel] => Ok(kernel),
                several => {
                    let names: Vec<_> = several.iter().map(|kernel| format!("@{}", kernel.name)).collect();
                    Err(Failure::usage(format!("several kernels are of the function {wanted}"))
                        .help(format!("name one of {}", names.join(", "))))
                }
            }
        }
    }
}

/// Checks that a kernel with the name exists.
///
/// # Errors
/// No kernel has the name.
pub fn require_kernel(wanted: &str, names: &[&str]) -> Result<(), Failure> {
    if names.iter().any(|name| [*name, function_name(name)].contains(&wanted.trim_start_matches('@'))) {
        return Ok(());
    }
    let help =
        if names.is_empty() { "there are none".to_owned() } else { format!("there are {}", listed(names)) };
    Err(Failure::usage(format!("there is no kernel @{wanted}")).help(help))
}

/// Kernels by the names of their functions.
fn listed(names: &[&str]) -> String {
    names.iter().map(|name| format!("@{}", function_name(name))).collect::<Vec<_>>().join(", ")
}
