//! What is known while the body of a kernel is read.

use super::scope::Scope;
use crate::parse::location::Locations;

/// The state of reading the body of one kernel.
pub(in crate::parse) struct Reader<'r, 'i> {
    /// Names and values.
    pub(in crate::parse) scope: Scope,
    /// Location aliases of the module.
    pub(in crate::parse) locations: &'r mut Locations<'i>,
}
