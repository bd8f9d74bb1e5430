//! Attention of the corpus for Triton, whose keys and values a producer copies by maps that it makes.

use std::sync::Arc;

use spec::syntax::kernel::Kernel;
use spec::valid::Valid;

use super::super::agreement::{contents, interpreted, ran_grid};
use super::{accesses, all_facts, compiled};
use crate::Options;
use crate::ir::ptx::Inst;
use crate::tests::simulator::arithmetic::float;

const ATTENTION: &str = include_str!("../../../../corpus/triton/attention.right.ttir");

/// Elements of a row, and heads.
const ROW: u32 = 64;
const HEADS: u32 = 2;

#[test]
fn attention_by_pointers_is_that_of_the_interpreter() {
    let module = frontends::triton::module(ATTENTION).unwrap_or_else(|refused| panic!("{refused}"));
    let mut kernel = Kernel::clone(&module.kernels[0]);
    kernel.name = "k".to_owned();
    let kernel = Valid::new(Arc::new(kernel)).unwrap_or_else(|problem| panic!("{problem:?}"));
    let mut facts = all_facts(&kernel);
    facts.divisors = kernel.params.iter().map(|param| (*param, 16)).collect();
    assert_eq!(accesses(&kernel, &facts), (5, 0));
    let code = compiled(&kernel, &facts, Options::default());
    assert!(code.lines.iter().any(|line| matches!(line.inst, Inst::Wgmma(_))));
    assert!(code.program.scratch_bytes > 0 && code.program.maps.is_empty());
    for length in [128, 100, 200, 1] {
        let head = (length + 5) * ROW;
        let matrices = [1, 2, 3, 4].map(|seed| contents(("f16", &[HEADS * head]), seed));
        let buffers: Vec<Vec<u8>> =
            matrices.into_iter().chain([contents(("f32", &[HEADS * length]), 5)]).collect();
        let scalars = [0.0625f32.to_bits(), head, ROW, length].map(u32::cast_signed);
        let grid = [length.div_ceil(128), HEADS, 1];
        let expected = interpreted(&kernel, &buffers, &scalars, grid);
        let left = ran_grid(&code, &buffers, &scalars, &[], grid);
        for (ty, size, at, bound) in [("f16", 2, 3, 0.02), ("f32", 4, 4, 0.001)] {
            let number = |bytes: &[u8]| {
                let mut word = [0; 8];
                word[..size].copy_from_slice(bytes);
                float(crate::tests::simulator::arithmetic::named(ty), u64::from_le_bytes(word))
            };
            let pairs = left[at].chunks_exact(size).zip(expected[at].chunks_exact(size)).enumerate();
            for (element, (left, expected)) in pairs {
                let (left, expected) = (number(left), number(expected));
                assert!(
                    (left - expected).abs() <= bound,
                    "{length}: element {element} of {at} is {left}, not {expected}"
                );
            }
        }
        assert_eq!(left[..3], expected[..3]);
    }
}
