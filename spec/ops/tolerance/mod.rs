//! How far a device's result may be from the one defined here: error bounds, and the rewritings that are permitted.

pub mod accuracy;
pub mod contraction;
pub mod flushing;
pub mod powers;
