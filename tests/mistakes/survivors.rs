//! Mutants that do no harm: why each of them is free of undefined behaviour.

/// Kernel, operation and change.
type Site = (&'static str, &'static str);

/// Every reason, with the mutants that it holds for.
pub(crate) const HARMLESS: &[(&str, &[Site])] = &[
    (
        "nothing but whole tiles is named: the contract promises sizes that are multiples of the tile, or the loop stops before the partial one",
        &[
            ("py/seed_assert_print @assert_print", "11 load_view_tko: every axis in bounds"),
            ("py/seed_assert_print @assert_print", "22 store_view_tko: every axis in bounds"),
            ("py/seed_tile_sum @tile_sum", "14 load_view_tko: every axis in bounds"),
            ("py/seed_tile_sum_all @tile_sum_all", "15 load_view_tko: every axis in bounds"),
            ("py/seed_vec_add_div16 @vec_add_div16", "21 load_view_tko: every axis in bounds"),
            ("py/seed_vec_add_div16 @vec_add_div16", "23 load_view_tko: every axis in bounds"),
            ("py/seed_vec_add_div16 @vec_add_div16", "26 store_view_tko: every axis in bounds"),
            ("py/seed_vec_add_static_shape @vec_add_static_shape", "15 load_view_tko: every axis in bounds"),
            ("py/seed_vec_add_static_shape @vec_add_static_shape", "17 load_view_tko: every axis in bounds"),
            ("py/seed_vec_add_static_shape @vec_add_static_shape", "20 store_view_tko: every axis in bounds"),
            ("py/seed_while_break @while_break", "15 load_view_tko: every axis in bounds"),
            ("cpp/c08_loops @loop_step", "16 load_view_tko: every axis in bounds"),
            ("cpp/c08_loops @loop_nested", "45 load_view_tko: every axis in bounds"),
        ],
    ),
    (
        "the last block, whose tile alone can be partial, does not load",
        &[("py/seed_conditional_load @conditional_load", "17 load_view_tko: every axis in bounds")],
    ),
    (
        "a lane without an index has the padding 0 for one, and the buffer has a first element",
        &[
            ("perf/perf @gather_rows", "32 load_ptr_tko: no mask"),
            ("cpp/c06_gather_scatter @gather_idx", "29 load_ptr_tko: no mask"),
        ],
    ),
    (
        "the length is a multiple of the tile, so the mask is true in every lane",
        &[
            ("cpp/c06_gather_scatter @scatter_idx", "25 load_ptr_tko: no mask"),
            ("cpp/c06_gather_scatter @scatter_idx", "33 load_ptr_tko: no mask"),
            ("cpp/c06_gather_scatter @scatter_idx", "13 cmpi: <= for <"),
        ],
    ),
    (
        "every index is -1, which masks every lane of the store: where it would go does not matter",
        &[
            ("cpp/c06_gather_scatter @scatter_idx", "4 get_tile_block_id: x and y swapped"),
            ("cpp/c06_gather_scatter @scatter_idx", "4 get_tile_block_id: x and z swapped"),
            ("cpp/c06_gather_scatter @scatter_idx", "29 offset: one tile further"),
            ("cpp/c06_gather_scatter @scatter_idx", "29 offset: scaled far out"),
            ("cpp/c06_gather_scatter @scatter_idx", "29 offset: shifted far out"),
        ],
    ),
    (
        "the last block loads too; what its partial tile leaves undetermined is outside what the store writes",
        &[("py/seed_conditional_load @conditional_load", "14 cmpi: <= for <")],
    ),
    (
        "the comparison decides a value that is stored, and no address",
        &[
            ("py/seed_while_break @while_break", "17 cmpf: <= for <"),
            ("cpp/c09_ifelse @if_any", "12 cmpf: >= for >"),
            ("cpp/c08_loops @loop_break_continue", "17 cmpi: <= for <"),
            ("cpp/c09_ifelse @if_chain", "8 cmpi: <= for <"),
            ("cpp/c09_ifelse @if_chain", "13 cmpi: <= for <"),
            ("cpp/c09_ifelse @if_chain", "17 cmpi: >= for >"),
        ],
    ),
    (
        "the grid has n blocks, so none has the number n",
        &[("cpp/c09_ifelse @if_only_store", "3 cmpi: <= for <")],
    ),
    (
        "there are as many tiles along one axis as along the other: the tiles change places",
        &[
            ("cpp/c02_view_2d @view2d_static", "0 get_tile_block_id: x and y swapped"),
            ("cpp/c02_view_2d @view2d_static", "3 load_view_tko: indices 0 and 1 swapped"),
            ("cpp/c02_view_2d @view2d_static", "6 store_view_tko: indices 0 and 1 swapped"),
            ("cpp/c03_view_3d @view3d_static", "0 get_tile_block_id: x and y swapped"),
            ("cpp/c03_view_3d @view3d_static", "3 load_view_tko: indices 1 and 2 swapped"),
            ("cpp/c03_view_3d @view3d_static", "6 store_view_tko: indices 1 and 2 swapped"),
        ],
    ),
    (
        "the grid is one block, whose place is 0 along every axis",
        &[
            ("cpp/c08_loops @loop_step", "5 get_tile_block_id: x and y swapped"),
            ("cpp/c08_loops @loop_step", "5 get_tile_block_id: x and z swapped"),
            ("cpp/c08_loops @loop_step", "5 get_tile_block_id: x assumed zero"),
        ],
    ),
    (
        "the view is loaded from only, and a smaller stride stays inside the buffer",
        &[
            ("cpp/c02_view_2d @view2d_static", "1 make_tensor_view: stride 0 taken from an extent"),
            ("cpp/c03_view_3d @view3d_static", "1 make_tensor_view: stride 0 taken from an extent"),
            ("cpp/c03_view_3d @view3d_static", "1 make_tensor_view: stride 1 taken from an extent"),
            ("cpp/c03_view_3d @view3d_dynamic", "92 make_tensor_view: stride 0 taken from %23"),
            ("cpp/c03_view_3d @view3d_dynamic", "92 make_tensor_view: stride 0 taken from %35"),
        ],
    ),
    (
        "that extent is the stride: rows follow one another without gaps",
        &[
            ("cpp/c02_view_2d @view2d_dynamic", "37 make_tensor_view: stride 0 taken from %15"),
            ("cpp/c02_view_2d @view2d_dynamic", "40 make_tensor_view: stride 0 taken from %15"),
            ("cpp/c03_view_3d @view3d_dynamic", "92 make_tensor_view: stride 1 taken from %35"),
            ("cpp/c03_view_3d @view3d_dynamic", "95 make_tensor_view: stride 1 taken from %35"),
            ("cpp/c08_loops @loop_nested", "43 make_tensor_view: stride 0 taken from %20"),
            ("perf/perf @row_sum", "47 make_tensor_view: stride 0 taken from %24"),
            ("perf/perf @transpose_64", "37 make_tensor_view: stride 0 taken from %15"),
            ("perf/perf @transpose_64", "51 make_tensor_view: stride 0 taken from %36"),
            ("py/seed_load_order @load_order", "5 make_tensor_view: stride 0 taken from %assume_0"),
            ("py/seed_load_order @load_order", "10 make_tensor_view: stride 0 taken from %assume_4"),
            ("py/seed_load_order_F @load_order_F", "8 make_tensor_view: stride 0 taken from %assume_3"),
            ("py/seed_load_order_F @load_order_F", "12 make_tensor_view: stride 0 taken from %assume_6"),
        ],
    ),
    (
        "the axis has one element, so its stride is multiplied by 0 only",
        &[
            ("cpp/c08_loops @loop_nested", "50 make_tensor_view: stride 0 doubled"),
            ("cpp/c08_loops @loop_nested", "50 make_tensor_view: stride 0 one greater"),
            ("cpp/c08_loops @loop_nested", "50 make_tensor_view: stride 0 of 2^62"),
        ],
    ),
    (
        "the index is the constant 0, and so is every multiple of it",
        &[
            ("py/seed_tile_sum_all @tile_sum_all", "25 muli: row stride doubled"),
            ("py/seed_tile_sum_all @tile_sum_all", "25 muli: row stride one greater"),
            ("py/seed_tile_sum_all @tile_sum_all", "26 offset: scaled far out"),
        ],
    ),
    (
        "the mask is made of the same index, so what would be outside is masked: a tile is forgotten, none is outside",
        &[
            ("py/seed_gather_k @gather_k", "13 muli: the next block"),
            ("py/seed_gather_pad @gather_pad", "9 muli: the next block"),
            ("cpp/c00_seeds @gather_safe", "6 muli: the next block"),
            ("cpp/c06_gather_scatter @gather_idx", "5 muli: the next block"),
            ("cpp/c06_gather_scatter @gather2d", "15 muli: the next block"),
        ],
    ),
    (
        "the sum is made once, of 0; it is no index below the length, and the loop ends",
        &[("cpp/c08_loops @loop_break_continue", "8 addi: operand 1 is 2147483647")],
    ),
    (
        "the contract promises that the stride is 1",
        &[
            ("py/seed_load_order @load_order", "4 assume: a smaller upper bound"),
            ("py/seed_load_order @load_order", "9 assume: a smaller upper bound"),
            ("py/seed_load_order @load_order", "0 make_token: %arg4 assumed at most 7"),
            ("py/seed_load_order @load_order", "0 make_token: %arg9 assumed at most 7"),
        ],
    ),
];

/// Why a mutant does no harm.
pub(crate) fn reason(subject: &str, what: &str) -> Option<&'static str> {
    HARMLESS.iter().find(|(_, sites)| sites.contains(&(subject, what))).map(|(reason, _)| *reason)
}
