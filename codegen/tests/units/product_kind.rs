//! Orders of rows: each is a permutation, and lanes read without bank conflicts.

use std::collections::HashSet;

use super::*;

fn kind(rows: usize, order: RowOrder) -> ProductKind {
    let types = "f32.tf32.tf32".to_owned();
    let (factors, bits) = (Scalar::Tf32, [rows, 7, 5]);
    ProductKind { types, factors, bits, terms: 3, is_transposed: false, rows: order }
}

#[test]
fn every_order_of_rows_is_a_permutation() {
    for rows in ROWS..=9 {
        for down in 0..=rows - ROWS {
            for order in [RowOrder::Plain, RowOrder::InLines] {
                let mut places = kind(rows, order).row_bits(down);
                places.sort_unstable();
                assert_eq!(places, (0..rows).collect::<Vec<_>>());
            }
        }
    }
}

/// The banks of the lanes that one pass of a read serves: sixteen lanes of two elements, or eight of four. Lanes have four terms, whose lines of
/// 128 bytes exchange pieces by the term's number.
fn banks(places: &[usize], together: usize) -> Vec<usize> {
    let lanes = 32 >> together;
    let bank = |lane: usize| {
        let row: usize = (0..LANES).map(|bit| (lane >> (2 + bit) & 1) << places[bit]).sum();
        row ^ (lane & 3) << PIECE
    };
    (0..lanes)
        .flat_map(|lane| (0..1 << together).map(move |at| bank(lane) + at))
        .map(|bank| bank % 32)
        .collect()
}

#[test]
fn no_two_lanes_meet_in_a_bank() {
    for (rows, down, together) in [(6, 0, 1), (7, 1, 1), (7, 0, 2), (8, 1, 2), (8, 0, 2)] {
        let places = kind(rows, RowOrder::InLines).row_bits(down);
        let banks = banks(&places, together);
        let different: HashSet<usize> = banks.iter().copied().collect();
        assert_eq!(different.len(), banks.len(), "{rows} {down}: {places:?}");
    }
    let plain = banks(&kind(7, RowOrder::Plain).row_bits(1), 0);
    let different: HashSet<usize> = plain.iter().copied().collect();
    assert!(different.len() < plain.len(), "the instructions' own order has conflicts");
}

#[test]
fn a_transposed_product_exchanges_factors_and_shape() {
    let kind = ProductKind { types: "s32.s8.u8".to_owned(), ..kind(8, RowOrder::Plain) };
    let transposed = kind.transposed().expect("it is large enough");
    assert_eq!((transposed.types.as_str(), transposed.bits), ("s32.u8.s8", [7, 8, 5]));
    let narrow = ProductKind { bits: [8, 5, 5], ..kind };
    assert!(narrow.transposed().is_none(), "an instruction has 64 rows");
}
