//! Literal drawings.

use spec::problem::Scene;

use super::{Access, draw_scene};

#[track_caller]
fn draws(scene: &Scene, expected: &str) {
    draws_of(scene, false, None, expected);
}

#[track_caller]
fn draws_of(scene: &Scene, shared: bool, lane: Option<&[u32]>, expected: &str) {
    let access = Access { shared, lane, masked: false };
    let drawn = draw_scene(scene, "`in`", access, super::legend::PAGE).text();
    let expected = expected.strip_prefix('\n').unwrap_or(expected);
    assert!(drawn == expected, "\n{drawn}\n\nis not\n\n{expected}");
    assert!(drawn.lines().count() <= super::legend::PAGE.lines);
    assert!(drawn.lines().all(|line| line.chars().count() <= super::legend::PAGE.columns));
}

fn tile(extents: &[u64], tile: &[u32], index: &[u64]) -> Scene {
    Scene::Tile {
        extents: extents.to_vec(),
        tile: tile.to_vec(),
        steps: tile.iter().map(|extent| u64::from(*extent)).collect(),
        index: index.to_vec(),
        dim_map: (0..extents.len()).collect(),
    }
}

#[test]
fn a_tile_outside() {
    draws(
        &tile(&[4, 11], &[2, 4], &[0, 3]),
        r"
`in` has 4 × 11 elements, cut into tiles of 2 × 4
tile (0, 3) covers (0, 12) to (1, 15)
      0         4         8         12
    +---------+---------+---------+---------+
  0 | . . . . | . . . . | . . .   | X X X X |
  1 | . . . . | . . . . | . . .   | X X X X |
    +---------+---------+---------+---------+
  2 | . . . . | . . . . | . . .   |
  3 | . . . . | . . . . | . . .   |
    +---------+---------+---------+
    X accessed, outside   . not accessed",
    );
}

#[test]
fn a_partial_tile() {
    draws(
        &tile(&[4, 11], &[2, 4], &[1, 2]),
        r"
`in` has 4 × 11 elements, cut into tiles of 2 × 4
tile (1, 2) covers (2, 8) to (3, 11)
      0         4         8     11
    +---------+---------+---------+
  0 | . . . . | . . . . | . . .   |
  1 | . . . . | . . . . | . . .   |
    +---------+---------+---------+
  2 | . . . . | . . . . | # # # X |
  3 | . . . . | . . . . | # # # X |
    +---------+---------+---------+
    # accessed   X accessed, outside   . not accessed",
    );
}

#[test]
fn a_partial_tile_of_a_row() {
    draws(
        &tile(&[500], &[128], &[3]),
        r"
`in` has 500 elements, cut into tiles of 128
tile (3) covers (384) to (511)
      0     376               384                 491               500
    +-----------------------+---------------------------------------------------------------+
    | . . … . . . . . . . . | # # # # # # # # # … # # # # # # # # # X X X X X X X X X X X X |
    +-----------------------+---------------------------------------------------------------+
    # accessed   X accessed, outside   . not accessed",
    );
}

#[test]
fn a_far_corner_is_cropped() {
    draws(
        &tile(&[1000, 1000], &[64, 64], &[15, 15]),
        r"
`in` has 1000 × 1000 elements, cut into tiles of 64 × 64
tile (15, 15) covers (960, 960) to (1023, 1023)
         0     954           960             993           1000            1017
       +-------------------+-------------------------------------------------------------+
     0 | . . … . . . . . . | . . . . . . . … . . . . . . .                               |
     … | … … … … … … … … … | … … … … … … … … … … … … … … …                               |
       +-------------------+-------------------------------------------------------------+
   960 | . . … . . . . . . | # # # # # # # … # # # # # # # X X X X X X X … X X X X X X X |
     … | … … … … … … … … … | … … … … … … … … … … … … … … … … … … … … … … … … … … … … … … |
   999 | . . … . . . . . . | # # # # # # # … # # # # # # # X X X X X X X … X X X X X X X |
  1000 |                   | X X X X X X X … X X X X X X X X X X X X X X … X X X X X X X |
     … |                   | … … … … … … … … … … … … … … … … … … … … … … … … … … … … … … |
  1023 |                   | X X X X X X X … X X X X X X X X X X X X X X … X X X X X X X |
       +-------------------+-------------------------------------------------------------+
    # accessed   X accessed, outside   . not accessed",
    );
}

#[test]
fn a_negative_index() {
    draws(
        &tile(&[100000, 1000], &[64, 64], &[15, u64::MAX]),
        r"
`in` has 100000 × 1000 elements, cut into tiles of 64 × 64
tile (15, -1) covers (960, -64) to (1023, -1)
          -64               -8                0               992
                                            +------------------------------------------------
      0                                     | . . . . . . . … . . . . . . . .
      …                                     | … … … … … … … … … … … … … … … …
        +-----------------------------------+------------------------------------------------
    960 | X X X X X X X X … X X X X X X X X | . . . . . . . … . . . . . . . .
      … | … … … … … … … … … … … … … … … … … | … … … … … … … … … … … … … … … …
   1023 | X X X X X X X X … X X X X X X X X | . . . . . . . … . . . . . . . .
        +-----------------------------------+------------------------------------------------
      …                                     | … … … … … … … … … … … … … … … …
  99999                                     | . . . . . . . … . . . . . . . .
      …                                     |
    X accessed, outside   . not accessed",
    );
}

#[test]
fn three_axes_are_sliced_where_the_tile_leaves() {
    draws(
        &tile(&[3, 5, 6], &[2, 2, 4], &[1, 0, 0]),
        r"
`in` has 3 × 5 × 6 elements, cut into tiles of 2 × 2 × 4
tile (1, 0, 0) covers (2, 0, 0) to (3, 1, 3)
drawn: axis 0 down, axis 2 across, at position 0 along axis 1
      0         4
    +---------+---------+
  0 | . . . . | . .     |
  1 | . . . . | . .     |
    +---------+---------+
  2 | # # # # | . .     |
  3 | X X X X |         |
    +---------+---------+
    # accessed   X accessed, outside   . not accessed",
    );
}

#[test]
fn a_single_element() {
    draws(
        &tile(&[], &[], &[]),
        r"
`in` is a single element
      0
    +---+
    | # |
    +---+
    # accessed",
    );
}

#[test]
fn a_strip_past_the_end() {
    draws(
        &Scene::Elements { len: 12, touched: (8..16).collect(), blamed: None },
        r"
`in` has 12 elements; the access touches elements 8 to 15
      0               8         12
    +-------------------------+
    | . . . . . . . . # # # # | X X X X
    +-------------------------+
    # accessed   X accessed, outside   . not accessed",
    );
}

#[test]
fn a_long_strip_with_an_element_hit_twice() {
    draws_of(
        &Scene::Elements { len: 12000, touched: (-2..1000).chain([5]).collect(), blamed: None },
        true,
        None,
        r"
`in` has 12000 elements; the access touches elements -2 to 999
    -2    0                             991               1000              11991
        +-------------------------------------------------------------------------------------+
    X X | # # # # # 2 # # # # # # # # … # # # # # # # # # . . . . . . . . … . . . . . . . . . |
        +-------------------------------------------------------------------------------------+
    # accessed   X accessed, outside   2 accessed twice   . not accessed",
    );
}

#[test]
fn the_element_of_a_race_is_marked() {
    draws_of(
        &Scene::Elements { len: 6, touched: vec![2, 3], blamed: Some(3) },
        true,
        None,
        r"
`in` has 6 elements; the access touches elements 2 to 3
      0   2   4
    +-------------+
    | . . # ! . . |
    +-------------+
    # accessed   ! the offending element   . not accessed",
    );
}

#[test]
fn an_empty_allocation() {
    draws(
        &Scene::Elements { len: 0, touched: vec![0, 100, 200], blamed: None },
        r"
`in` has 0 elements; the access touches 3 elements from 0 to 200
      0 1                                           179                                       200
    | X                                           …                                           X
    X accessed, outside",
    );
}

#[test]
fn tile_axes_may_be_swapped() {
    draws(
        &Scene::Tile {
            extents: vec![6, 9],
            tile: vec![4, 2],
            steps: vec![4, 2],
            index: vec![2, 1],
            dim_map: vec![1, 0],
        },
        r"
`in` has 6 × 9 elements, cut into tiles of 4 × 2
tile (2, 1) covers (2, 8) to (3, 11); its axes run along array axes (1, 0)
      0         4         8 9
    +---------+---------+---------+
  0 | . . . . | . . . . | .       |
  1 | . . . . | . . . . | .       |
    +---------+---------+---------+
  2 | . . . . | . . . . | # X X X |
  3 | . . . . | . . . . | # X X X |
    +---------+---------+---------+
  4 | . . . . | . . . . | .       |
  5 | . . . . | . . . . | .       |
    +---------+---------+---------+
    # accessed   X accessed, outside   . not accessed",
    );
}

#[test]
fn a_masked_access_leaves_out_what_is_not_there() {
    let access = Access { masked: true, ..Access::default() };
    let drawn = draw_scene(&tile(&[2, 6], &[2, 4], &[0, 1]), "`in`", access, super::legend::PAGE).text();
    assert!(drawn.contains("0 | . . . . | # #     |") && !drawn.contains('X'), "{drawn}");
}

#[test]
fn the_element_to_blame_is_marked() {
    draws_of(
        &tile(&[2, 6], &[2, 4], &[0, 1]),
        false,
        Some(&[1, 0]),
        r"
`in` has 2 × 6 elements, cut into tiles of 2 × 4
tile (0, 1) covers (0, 4) to (1, 7)
      0         4   6
    +---------+---------+
  0 | . . . . | # # X X |
  1 | . . . . | ! # X X |
    +---------+---------+
    # accessed   ! the offending element   X accessed, outside   . not accessed",
    );
}

#[test]
fn an_index_that_was_negative_is_drawn_so() {
    draws(
        &tile(&[3], &[4], &[u64::from(u32::MAX)]),
        r"
`in` has 3 elements, cut into tiles of 4
tile (-1) covers (-4) to (-1)
      -4        0
    +---------+---------+
    | X X X X | . . .   |
    +---------+---------+
    X accessed, outside   . not accessed",
    );
}

#[test]
fn of_tiles_that_overlap_only_one_is_drawn() {
    draws(
        &Scene::Tile { extents: vec![16], tile: vec![4], steps: vec![3], index: vec![5], dim_map: vec![0] },
        r"
`in` has 16 elements, cut into tiles of 4 that begin every 3
tile (5) covers (15) to (18)
                                    15
    ------------------------------+---------+
    . . . . . . . . . . . . . . . | # X X X |
    ------------------------------+---------+
    # accessed   X accessed, outside   . not accessed",
    );
}
