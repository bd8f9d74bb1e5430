//! Arithmetic on elements: integers, floats, conversions, bits.

pub(crate) mod bitcast;
pub(crate) mod convert;
pub(crate) mod float;
pub(crate) mod float_builder;
pub(crate) mod float_types;
pub(crate) mod integer;
pub(crate) mod remainder;
pub(crate) mod small_floats;
