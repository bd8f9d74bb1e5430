//! The accelerator's conditions on tensors: each condition refuses a launch that all others accept, so none is redundant.

use std::sync::Arc;

use spec::syntax::attributes::Literal;
use spec::valid::Valid;

use super::*;

/// A map of halves with two axes, whose lines lie `%s` elements apart.
fn map(kernel: &Valid, stored: bool) -> TensorMap {
    let [n, m, s] = [1, 2, 3].map(|at: usize| Number::Value(kernel.params[at]));
    TensorMap {
        pointer: 0,
        element_bytes: 2,
        extents: vec![m, n],
        strides: vec![s],
        box_extents: vec![64, 64],
        line_bytes: 128,
        rounds: false,
        stored,
    }
}

/// A tensor of a launch: its address, lines, their length, and elements from one to the next.
type Tensor = (u64, [u64; 3]);

/// The numbers of a launch under these conditions, for loads or for stores.
fn numbers(conditions: &[Condition], (address, numbers): Tensor, stored: bool) -> Option<MapAtLaunch> {
    let text = "entry @k(%p: tile<ptr<f16>>, %n: tile<i64>, %m: tile<i64>, %s: tile<i64>) {\n  return\n}\n";
    let module = spec::parse::module(text).expect("it is a kernel");
    let kernel = Valid::new(Arc::clone(&module.kernels[0])).expect("it is valid");
    let words = [None].into_iter().chain(numbers.map(|number| Some(Literal(number))));
    let launch = AtLaunch::new(&kernel, &words.collect::<Vec<_>>(), [1; 3]);
    map(&kernel, stored).under(conditions, &launch, address)
}

#[test]
fn every_condition_refuses_what_the_others_take() {
    let refused: [(Condition, &[Tensor]); 6] = [
        (Condition::Address, &[(4104, [64, 64, 64]), (4097, [64, 64, 64])]),
        (Condition::SomeElements, &[(4096, [0, 64, 64]), (4096, [64, 0, 64])]),
        (
            Condition::Extents,
            &[(4096, [1 << 31, 64, 64]), (4096, [64, 1 << 32, 64]), (4096, [(1 << 32) + 8, 8, 8])],
        ),
        (Condition::Strides, &[(4096, [64, 64, 65]), (4096, [64, 60, 60]), (4096, [2, 64, 4])]),
        (Condition::ShortStrides, &[(4096, [2, 64, 1 << 39])]),
        (
            Condition::Apart,
            &[(4096, [64, 64, 56]), (4096, [2, 64, 8]), (4096, [64, 64, 0]), (4096, [2, 9, 8])],
        ),
    ];
    assert_eq!(refused.map(|(condition, _)| condition), Condition::ALL);
    for (condition, tensors) in refused {
        let others: Vec<Condition> = Condition::ALL.into_iter().filter(|other| *other != condition).collect();
        let stored = condition == Condition::Apart;
        for tensor in tensors {
            assert_eq!(numbers(&Condition::ALL, *tensor, stored), None, "{condition:?} {tensor:?}");
            assert!(numbers(&others, *tensor, stored).is_some(), "{condition:?} {tensor:?}");
        }
    }
}

#[test]
fn lines_may_overlap_and_one_line_has_no_stride() {
    let made = |tensor| numbers(&Condition::ALL, tensor, false);
    let overlapping = MapAtLaunch { extents: vec![64, 64], strides: vec![16] };
    assert_eq!(made((4096, [64, 64, 8])), Some(overlapping));
    let flat = MapAtLaunch { extents: vec![64, 64], strides: vec![0] };
    assert_eq!(made((4096, [64, 64, 0])), Some(flat));
    let one = MapAtLaunch { extents: vec![64, 1], strides: vec![MAP_ALIGNMENT] };
    assert_eq!(made((4096, [1, 64, 7])), Some(one));
    // A stride whose bytes have more than 64 bits is none.
    assert_eq!(made((4096, [2, 64, 1 << 63])), None);
}

#[test]
fn elements_that_are_stored_to_are_apart() {
    let made = |tensor| numbers(&Condition::ALL, tensor, true);
    for tensor in [(4096, [64, 64, 64]), (4096, [64, 60, 64]), (4096, [1, 64, 8]), (4096, [2, 8, 8])] {
        assert_eq!(made(tensor), numbers(&Condition::ALL, tensor, false), "{tensor:?}");
    }
    // Axes may lie in any order: planes of which each row is between rows of the others.
    let apart = |extents: [u64; 3], strides: [u64; 2]| {
        MapAtLaunch { extents: extents.to_vec(), strides: strides.to_vec() }.is_apart(2)
    };
    assert!(apart([8, 4, 2], [32, 16]));
    assert!(!apart([8, 4, 3], [32, 16]));
    assert!(apart([8, 4, 2], [16, 64]));
    assert!(!apart([8, 4, 2], [16, 48]));
}
