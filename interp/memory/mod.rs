//! Memory: sparse allocations, what is undetermined in them, and who touched what.

pub(crate) mod allocation;
pub(crate) mod bitmap;
pub(crate) mod location;
pub(crate) mod page;
pub(crate) mod released;
pub(crate) mod run;
pub(crate) mod shadow;
pub(crate) mod token;
