//! Decides which stores become bulk copies, and in which launches: stores stay plain if somebody may read or overwrite the tensor.

use super::super::agreement::{arguments, contents, interpreted, maps_of, ran_all, valid};
use super::super::tile_order;
use super::{Stored, apart, plain, stores_in_bulk};
use crate::analysis::parameters::ParameterFacts;
use crate::compile::{CompiledKernel, compile_under};
use crate::{Options, Target};

fn made(text: &str, facts: &ParameterFacts) -> CompiledKernel {
    let options = Options { threads: Some(128), ..Options::default() };
    compile_under(&valid(text), facts, Target { sm: 90 }, options)
        .unwrap_or_else(|problem| panic!("{}", problem.message))
}

/// Persistent loops store in bulk if their tiles are known to be disjoint.
#[test]
fn persistent_loops() {
    let text = tile_order::text([3, 4, 10]);
    let made = made(&text, &apart());
    assert!(stores_in_bulk(&made));
    let sums = contents(("f32", &[3 * 64, 4 * 64]), 3);
    let buffers = vec![contents(("bf16", &[3 * 64, 64]), 1), contents(("bf16", &[64, 4 * 64]), 2), sums];
    let kernel = valid(&text);
    let maps = maps_of(&made, &kernel, &arguments(&buffers, &[]), buffers.len()).expect("there are maps");
    let expected = interpreted(&kernel, &buffers, &[], [2, 1, 1]);
    assert!(ran_all(&made, &buffers, &[], &maps, 2) == expected);
    // Every iteration stores behind the previous iteration, possibly to an equal place.
    let back = text.replace("%sum, %cv[%i, %j]", "%sum, %cv[%zero, %zero]");
    assert_ne!(back, text);
    assert!(!stores_in_bulk(&self::made(&back, &apart())));
}

/// Iterations that no token orders meet nowhere, or the kernel was not proved.
#[test]
fn loops_whose_stores_wait_for_nothing() {
    let text = tile_order::text([2, 3, 6]).replace("step %nx)", "step %ny)");
    assert!(
        !stores_in_bulk(&made(&text, &apart())),
        "stores wait for each other, and tiles are not known to be apart"
    );
    let text = text.replace("%cv[%i, %j] token = %read", "%cv[%i, %j]");
    let made = made(&text, &apart());
    assert!(stores_in_bulk(&made));
    let sums = contents(("f32", &[2 * 64, 3 * 64]), 3);
    let buffers = vec![contents(("bf16", &[2 * 64, 64]), 1), contents(("bf16", &[64, 3 * 64]), 2), sums];
    let kernel = valid(&text);
    let maps = maps_of(&made, &kernel, &arguments(&buffers, &[]), buffers.len()).expect("there are maps");
    let expected = interpreted(&kernel, &buffers, &[], [1; 3]);
    assert!(ran_all(&made, &buffers, &[], &maps, 1) == expected);
}

#[test]
fn stores_that_somebody_may_look_at() {
    let text = plain().text();
    assert!(stores_in_bulk(&made(&text, &apart())));
    // The load may read the stored tile.
    assert!(!stores_in_bulk(&made(&text, &ParameterFacts::default())));
    for other in [(0, 2), (1, 2)] {
        let mut facts = apart();
        facts.disjoint.retain(|pair| *pair != other && *pair != (other.1, other.0));
        assert!(!stores_in_bulk(&made(&text, &facts)), "{other:?}");
    }
    let store = "  %done = store_view_tko weak";
    let (ty, tile) = (
        "partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>, dim_map=[0, 1]>",
        "tile<64x64xf32>",
    );
    for (what, from, to) in [
        ("a release", store, "  %done = store_view_tko release device".to_owned()),
        ("something that is printed", "  return", "  %told = print_tko \"x\" -> token\n  return".to_owned()),
        (
            "a load of what was stored",
            "  return",
            format!(
                "  %seen, %seent = load_view_tko weak %cv[%i, %j] token = %done : {ty}, tile<i32> -> {tile}, token\n  return"
            ),
        ),
        (
            "a second store",
            "  return",
            format!(
                "  %again = store_view_tko weak %out, %cv[%i, %j] token = %done : {tile}, {ty}, tile<i32> -> token\n  return"
            ),
        ),
    ] {
        assert!(text.contains(from), "{what}");
        let other = text.replace(from, &to);
        assert!(!stores_in_bulk(&made(&other, &apart())), "{what}");
    }
}

/// An address or a stride of which nothing is known is no reason to refuse a launch that loads could be made for.
#[test]
fn stores_to_places_of_which_nothing_is_known() {
    let text = plain().text();
    for (what, from, to) in [
        ("the address", "%cp = assume div_by<16>, %p2", "%cp = assume div_by<8>, %p2"),
        ("rows", "%c2 = constant <i32: 192>", "%c2 = constant <i32: 194>"),
    ] {
        assert!(text.contains(from), "{what}");
        let other =
            text.replace(from, to).replace("%cs = assume div_by<4>, %c2", "%cs = assume div_by<2>, %c2");
        assert!(!stores_in_bulk(&made(&other, &apart())), "{what}");
    }
}

/// Rows that overlap are stored to in their order, so such a launch has no maps.
#[test]
fn launches_whose_rows_overlap() {
    let case = Stored { extents: [64, 64, 64], ..plain() };
    let text = case.text().replace("%c2 = constant <i32: 64>", "%c2 = constant <i32: 60>");
    assert_ne!(text, case.text());
    let made = made(&text, &apart());
    assert!(stores_in_bulk(&made));
    let buffers = case.buffers(1);
    assert!(maps_of(&made, &valid(&text), &arguments(&buffers, &[]), buffers.len()).is_none());
}
