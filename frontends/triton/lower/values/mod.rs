//! Operations on values: constants, arithmetic, conversions, functions of mathematics, matrix products, shapes, reductions and scans.

mod approximate;
mod arithmetic;
mod assembly;
mod cast;
mod combine;
mod constant;
mod math;
mod product;
mod shape;
