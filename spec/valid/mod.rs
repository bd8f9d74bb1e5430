//! Validation: the conditions on a kernel before it has a meaning. Returns [`Valid`], the only input of other crates.
//!
//! In order: values are defined before their use (`scope`); types are well-formed (`types`); every operation has the operands, results,
//! regions and attributes of its form (`form`). Every family of operations is typed (`operations`), hints have their form (`hints`), layouts
//! fit their accesses (`codes`), and blocks end correctly (`control`). Only then are operations without a meaning refused (`support`).

mod codes;
mod control;
mod expect;
mod form;
mod hints;
pub(crate) mod operations;
mod scope;
mod support;
mod types;

pub use hints::ignored as ignored_hints;

use std::ops::Deref;
use std::sync::Arc;

use crate::packing;
use crate::problem::{IllFormed, Refused};
use crate::syntax::kernel::{Block, Kernel};

/// A kernel whose form has been checked, and all of whose operations have a meaning: with views of bytes in place of
/// those of elements that share bytes (`packing.rs`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Valid {
    kernel: Arc<Kernel>,
    written: Arc<Kernel>,
}

impl Valid {
    /// Checks a kernel.
    ///
    /// # Errors
    /// The first rule of form that it breaks, or the first operation or type without a meaning.
    pub fn new(kernel: Arc<Kernel>) -> Result<Self, Refused> {
        scope::check_kernel(&kernel)?;
        types::check_kernel(&kernel)?;
        hints::check_list(&kernel.hints, &kernel.at)?;
        validate_operations(&kernel, &kernel.body)?;
        codes::check_kernel(&kernel)?;
        control::check_kernel(&kernel)?;
        support::check_kernel(&kernel)?;
        let kernel = numbered(kernel);
        let in_bytes =
            packing::in_bytes(&kernel).map_or_else(|| Arc::clone(&kernel), |made| numbered(Arc::new(made)));
        Ok(Valid { kernel: in_bytes, written: kernel })
    }

    /// The kernel after folding, which keeps every value's definition, type and scope.
    pub(crate) fn with_folded(&self, kernel: Arc<Kernel>) -> Self {
        Valid { kernel: numbered(kernel), written: Arc::clone(&self.written) }
    }

    /// The kernel that has the meaning, to be shared.
    pub fn kernel(&self) -> &Arc<Kernel> {
        &self.kernel
    }

    /// The kernel as written. If elements share bytes, the written kernel differs, and represents [`Valid::kernel`] in
    /// texts and files.
    pub fn written(&self) -> &Arc<Kernel> {
        &self.written
    }
}

/// The kernel with the identities of its operations.
fn numbered(mut kernel: Arc<Kernel>) -> Arc<Kernel> {
    if !kernel.is_numbered() {
        Arc::make_mut(&mut kernel).number_operations();
    }
    kernel
}

impl Deref for Valid {
    type Target = Kernel;

    fn deref(&self) -> &Kernel {
        &self.kernel
    }
}

/// Validates every operation of a block alone, regions first: checks of an operation rely on its regions.
fn validate_operations(kernel: &Kernel, block: &Block) -> Result<(), IllFormed> {
    for op in &block.ops {
        form::check_operation(kernel, op)?;
        op.regions.iter().try_for_each(|region| validate_operations(kernel, region))?;
        operations::validate(kernel, op)?;
        hints::check_list(&op.attributes.hints, &op.at)?;
    }
    Ok(())
}
