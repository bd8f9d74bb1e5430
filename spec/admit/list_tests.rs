//! Footprints of accesses through addresses out of tables, and launches whose arrays of lists lie over other buffers.

use std::collections::BTreeMap;

use super::*;
use crate::origins::Region;
use crate::valid::Valid;

/// A store through a word of the table, through one of a word and the address of `a`, and a load from an array of the list.
const KERNEL: &str = "
    contract @k { names = (xs, a, c) grid = (1) list xs[1] : array i32[4] buffer a : i32[4] uninit alias xs a }
    entry @k(%xs: tile<ptr<i64>>, %a: tile<ptr<i32>>, %c: tile<i1>) {
      %w, %t = load_ptr_tko weak %xs : tile<ptr<i64>> -> tile<i64>, token
      %p = int_to_ptr %w : tile<i64> -> tile<ptr<i32>>
      %v, %u = load_ptr_tko weak %p token=%t : tile<ptr<i32>> -> tile<i32>, token
      %s = store_ptr_tko weak %p, %v token=%u : tile<ptr<i32>>, tile<i32> -> token
      %d = ptr_to_int %a : tile<ptr<i32>> -> tile<i64>
      %e = select %c, %w, %d : tile<i1>, tile<i64>
      %q = int_to_ptr %e : tile<i64> -> tile<ptr<i32>>
      %r = store_ptr_tko weak %q, %v token=%s : tile<ptr<i32>>, tile<i32> -> token
      return
    }";

#[test]
fn a_footprint_has_all_that_a_number_is_made_of() {
    let module = crate::parse::module(KERNEL).expect("it parses");
    let kernel = Valid::new(module.kernels[0].clone()).expect("it is valid");
    let bound = Bound::new(&module.contracts[0], &kernel).expect("it fits");
    let origins = bound.origins();
    let stores = kernel.operations().filter(|op| op.op == crate::syntax::op::Op::StorePtrTko);
    let footprints: Vec<_> = stores.map(|op| origins.footprint(op)).collect();
    let regions = |at: usize| footprints[at].regions.iter().copied().collect::<Vec<_>>();
    assert_eq!(regions(0), [Region::Listed(0)]);
    assert_eq!(regions(1), [Region::At(1), Region::Listed(0)]);
    // The first may write to `a` too, since arrays of the list may overlap it; the table overlaps nothing.
    assert!(bound.touches(&footprints[0], Region::At(1)) && !bound.touches(&footprints[0], Region::At(0)));
    assert!(!footprints[1].anywhere);
    // Without the list any address may be meant.
    let unknown = crate::origins::Origins::new(&kernel).written;
    assert!(unknown.anywhere && unknown.has(0) && unknown.has(1));
}

#[test]
fn arrays_of_a_list_lie_where_elements_are_determined() {
    let module = crate::parse::module(KERNEL).expect("it parses");
    let kernel = Valid::new(module.kernels[0].clone()).expect("it is valid");
    let bound = Bound::new(&module.contracts[0], &kernel).expect("it fits");
    let buffer = |bytes, uninit| Buffer { bytes, alignment: 256, uninit, contents: BTreeMap::new() };
    let over = |uninit: bool| {
        let mut buffers = vec![buffer(24, false), buffer(16, uninit)];
        let address = crate::memory::address_space::addresses(&buffers)[1];
        let words = [address, 4, 1].into_iter().flat_map(u64::to_le_bytes);
        buffers[0].contents.insert(0, words.collect());
        let pointer = |buffer| Argument::Pointer { buffer, offset: 0 };
        let arguments = vec![pointer(0), pointer(1), Argument::Scalar(1)];
        let launch = Launch { grid: [1, 1, 1], arguments, buffers, blocks: None };
        admit(&bound, &launch).and_then(|()| trusted(&bound, &kernel, &launch))
    };
    assert_eq!(over(false), Ok(()));
    let refused = over(true).expect_err("the list is not `uninit`");
    assert!(refused.contains("whose elements are read and not `uninit`"), "{refused}");
}
