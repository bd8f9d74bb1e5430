//! Cases, admitted cases, and the comparison with an implementation's results.

pub(crate) mod admitted;
pub(crate) mod chapter;
mod compare;
mod definition;
pub(crate) mod digest;

pub use self::compare::{Compared, Difference};
pub use self::definition::{Case, Expected, Forms, Left, Origin, State};
