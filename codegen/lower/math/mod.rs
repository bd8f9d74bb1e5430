//! Functions of floats, within what `spec::ops::accuracy` permits.

pub(crate) mod atan2;
pub(crate) mod exponential;
pub(crate) mod f32_approx;
pub(crate) mod functions;
pub(crate) mod logarithm;
pub(crate) mod power;
pub(crate) mod trig;
