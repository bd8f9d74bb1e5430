//! Operations on values: constants, arithmetic, conversions, functions of mathematics, shapes, reductions and scans.

mod arithmetic;
mod cast;
mod combine;
mod constant;
mod math;
mod shape;
