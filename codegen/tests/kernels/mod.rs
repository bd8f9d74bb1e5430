//! The code of small kernels: results are compared with the interpreter's, and some code is required.

mod accesses;
mod agreement;
mod attention;
mod divisors;
mod factors;
mod found;
mod generated_loops;
mod grid_stride;
mod histograms;
mod made_maps;
mod masks;
mod matrices;
mod ordering;
mod pipeline;
mod pointer_views;
mod proofs;
mod ring_model;
mod rows;
mod stores;
mod tile_order;
mod tiles;
mod unrolled;
mod usual;
