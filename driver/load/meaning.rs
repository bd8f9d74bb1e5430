//! The kernel for runs on the interpreter: with the rules of its source, if known. So a run stops at everything that a check calls
//! undefined.

use std::sync::Arc;

use spec::problem::Refused;
use spec::syntax::kernel::{Kernel, Module};
use spec::valid::Valid;

use super::Source;
use crate::failure::Failure;

/// A kernel with its meaning.
#[derive(Debug, Clone)]
pub struct Meaning {
    /// The compiled kernel, which a GPU runs.
    pub compiled: Valid,
    /// The kernel with the rules of its source.
    pub kernel: Valid,
    /// Why the rules of the source are left out, if they are.
    pub note: Option<String>,
}

impl Meaning {
    /// The meaning of a kernel of a module.
    ///
    /// # Errors
    /// The kernel has none.
    pub fn new(source: &Source, module: &Module, kernel: &Arc<Kernel>) -> Result<Self, Failure> {
        let compiled =
            Valid::new(Arc::clone(kernel)).map_err(|problem| Failure::refused(&problem, source))?;
        let checked = module.with_rules(&kernel.name);
        let checked = checked.map(|checked| checked.and_then(|kernel| valid(Arc::clone(kernel))));
        Ok(match checked {
            None => Meaning { kernel: compiled.clone(), compiled, note: None },
            Some(Ok(kernel)) => Meaning { compiled, kernel, note: None },
            Some(Err(why)) => {
                let note = Some(format!("rules of the source are not checked: {why}"));
                Meaning { kernel: compiled.clone(), compiled, note }
            }
        })
    }
}

fn valid(kernel: Arc<Kernel>) -> Result<Valid, String> {
    Valid::new(kernel).map_err(|refused| match refused {
        Refused::IllFormed(problem) => problem.message,
        Refused::Unsupported(problem) => problem.message,
    })
}
