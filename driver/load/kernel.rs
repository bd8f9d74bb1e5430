//! Which kernel of a file is meant.

use std::sync::Arc;

use spec::syntax::kernel::{Kernel, Module};

use crate::failure::Failure;

/// The kernel of that name, or the only one.
///
/// # Errors
/// There is no such kernel, or several and none is named.
pub fn find_kernel<'a>(module: &'a Module, wanted: Option<&str>) -> Result<&'a Arc<Kernel>, Failure> {
    let names: Vec<_> = module.kernels.iter().map(|kernel| kernel.name.as_str()).collect();
    match (wanted, module.kernels.as_slice()) {
        (None, [kernel]) => Ok(kernel),
        (None, []) => Err(Failure::ill_formed("the file has no kernel")),
        (None, _) => Err(Failure::usage("the file has several kernels, and --kernel names none")
            .help(format!("there are @{}", names.join(", @")))),
        (Some(wanted), kernels) => {
            let wanted = wanted.trim_start_matches('@');
            require_kernel(wanted, &names)?;
            let named = kernels.iter().find(|kernel| kernel.name == wanted);
            named.ok_or_else(|| Failure::usage(format!("there is no kernel @{wanted}")))
        }
    }
}

/// Checks that a kernel of that name exists.
///
/// # Errors
/// None has it.
pub fn require_kernel(wanted: &str, names: &[&str]) -> Result<(), Failure> {
    if names.contains(&wanted) {
        return Ok(());
    }
    let names: Vec<_> = names.iter().map(|name| format!("@{name}")).collect();
    let help = if names.is_empty() {
        "there are none".to_owned()
    } else {
        format!("there are {}", names.join(", "))
    };
    Err(Failure::usage(format!("there is no kernel @{wanted}")).help(help))
}
