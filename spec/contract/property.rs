//! What is wrong with a property, if something is.

use super::{Bound, Scope};
use crate::syntax::contract::Property;

impl Bound<'_> {
    /// That a property speaks of what there is.
    pub(super) fn check_property(&self, property: &Property) -> Result<(), String> {
        if let Some(array) = property.array() {
            let position = self.pointer(array)?;
            let is_float = self.pointee(position).is_some_and(|element| !element.is_integer());
            match property {
                Property::Finite { .. } if !is_float => {
                    return Err(format!("`{property}` is about floats, and `{array}` has integers"));
                }
                Property::Independent { of, index, .. } => {
                    self.pointer(of)?;
                    self.check(index, false, Scope::Launch)?;
                }
                Property::Finite { .. } | Property::Writes { .. } | Property::Progress => {}
            }
        }
        property.among().map_or(Ok(()), |among| self.check(among, true, Scope::Index))
    }
}
