//! Views, pointers and memory as formulas.

use crate::domain::{self, Number};
use crate::ops::{memory, view};
use crate::syntax::attributes::Attributes;

use super::domain::Prose;
use super::phrase::Phrase;
use super::reading::Reading;
use super::symbols::{BYTES, OPERAND_BITS, STEPS, TILE};
use super::tiles::names;

/// `make_tensor_view`: the address of the element at P, of a tile whose first element is at O.
pub(super) fn tensor(at: &Attributes) -> Reading {
    let mut prose = Prose::default();
    let (place, strides) = (names::<2>('P'), names::<2>('s'));
    view::stride(&mut prose, &Phrase::new_name("e"), &Phrase::new_name("s"));
    if at.packed.is_some() {
        view::packed(&mut prose, 1, &mut names::<2>('e'), &mut names::<2>('s'));
    }
    let (offset, _) = view::byte_offset(&mut prose, &names::<2>('O'), &place, &strides, BYTES);
    Reading { formula: format!("address[P] = base + {offset}"), ..Reading::new(&offset, prose) }
}

/// A view of tiles: the place in the tensor of an element of a tile.
pub(super) fn tiles(steps: &[u32; 2], sparse: Option<usize>) -> Reading {
    let (tile, steps) = (domain::extents(&TILE), domain::extents(steps));
    let tiling = view::Tiling { tile: &tile, steps: &steps, dim_map: &[0, 1], sparse };
    let place = view::element(&tiling, &index(sparse), &names::<2>('j'));
    Reading::free(format!("P = ({})", list(&place)))
}

/// An index of a tile; along a sparse axis that of a row.
fn index(sparse: Option<usize>) -> [Phrase; 2] {
    let mut index = names::<2>('i');
    if let Some(axis) = sparse {
        index[axis] = Phrase::new_name("G[j₀]");
    }
    index
}

fn list(phrases: &[Phrase]) -> String {
    phrases.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// `get_index_space_shape`, along one axis.
pub(super) fn index_space() -> Reading {
    let mut prose = Prose::default();
    let tiles = view::index_space_extent(
        &mut prose,
        OPERAND_BITS,
        &Phrase::new_name("e"),
        &Phrase::constant(STEPS[0].into()),
    );
    Reading::new(&tiles.phrase, prose)
}

/// `get_tensor_shape`, along one axis.
pub(super) fn tensor_shape() -> Reading {
    let mut prose = Prose::default();
    let extent = view::shape(&mut prose, OPERAND_BITS, &Phrase::new_name("e"));
    Reading::new(&extent.phrase, prose)
}

/// The requirements of an access through a view of rank 2 on its index.
fn view_access(prose: &mut Prose, inbounds: &[bool], sparse: Option<usize>) {
    let (extents, strides) = (names::<2>('e'), names::<2>('s'));
    let tile = domain::extents(&TILE);
    let steps = match sparse {
        None => domain::extents(&STEPS),
        Some(_) => vec![Phrase::constant(1); TILE.len()],
    };
    let tiling = view::Tiling { tile: &tile, steps: &steps, dim_map: &[0, 1], sparse };
    let geometry = view::Geometry { tiling, extents: &extents, strides: &strides };
    if sparse.is_some() {
        let inside = view::axis_in_index_space(&Phrase::new_name("G[j]"), &steps[0], &extents[0]);
        view::some_row(prose, Phrase::new_name(format!("for some j: {inside}")));
    }
    view::access(prose, &geometry, &index(sparse), inbounds);
}

/// The requirements of an access to one element. A view has no mask.
fn element_access(prose: &mut Prose, through: &str) {
    let view = through == "index";
    let never = |name: &str| if view { Phrase::truth(false) } else { Phrase::new_name(name) };
    let access = memory::Access {
        active: Phrase::new_name("active"),
        mask_undetermined: never("undetermined(mask)"),
        undetermined: Phrase::call("undetermined", vec![Phrase::new_name(through)]),
        overflowed: Phrase::call(
            "overflowed",
            vec![Phrase::new_name(if view { "address" } else { "pointer" })],
        ),
        offset: Phrase::new_name("offset"),
        base: Phrase::new_name("base"),
        size: Phrase::new_name("size"),
        bytes: BYTES,
    };
    memory::access(prose, &access);
}

fn require_stored(prose: &mut Prose) {
    memory::write(
        prose,
        &Phrase::new_name("active"),
        &Phrase::call("constant", vec![Phrase::new_name("memory")]),
    );
    memory::store(prose, &Phrase::new_name("active"), &Phrase::new_name("undetermined(value)"));
}

/// The effect of `load_view_tko`.
pub(super) const LOADED: &str = "memory[address[P]] else padding";
/// The effect of `store_view_tko`.
pub(super) const STORED: &str = "memory[address[P]] := value[j₀, j₁]";
/// The effect of `atomic_red_view_tko`.
pub(super) const UPDATED: &str = "memory[address[P]] := f(memory[address[P]], value[j₀, j₁])";

/// `load_view_tko`, `store_view_tko`, `atomic_red_view_tko`; through a view with a sparse axis, or another.
pub(super) fn through_view(at: &Attributes, what: &str, sparse: Option<usize>) -> Reading {
    let mut prose = Prose::default();
    if at.packed.as_ref().is_some_and(|packed| packed.odd) {
        let _ = view::packed_index(&mut prose, &index(sparse)[1]);
    }
    view_access(&mut prose, &at.inbounds, sparse);
    element_access(&mut prose, "index");
    if what != LOADED {
        require_stored(&mut prose);
    }
    let inside = view::in_bounds(&names::<2>('P'), &names::<2>('e'));
    let formula = format!("if {inside} then {what}");
    Reading { formula, ..Reading::new(&inside, prose) }
}

/// `load_ptr_tko`, `store_ptr_tko`, `atomic_rmw_tko`, `atomic_cas_tko`.
pub(super) fn through_pointers(formula: &str, store: bool) -> Reading {
    let mut prose = Prose::default();
    element_access(&mut prose, "pointer");
    if store {
        require_stored(&mut prose);
    }
    Reading { formula: formula.to_owned(), ..Reading::new(&Phrase::new_name("memory"), prose) }
}

/// `offset`: the result of a move, and the rule of an access behind an overflow.
pub(super) fn offset() -> Reading {
    let mut prose = Prose::default();
    let (start, index) = (Phrase::new_name("pointer"), Phrase::new_name("index").marked("ₛ"));
    let (moved, overflows) = memory::offset(&mut prose, &start, &index, BYTES);
    Reading { formula: format!("{moved}, overflowed if {overflows}"), ..Reading::new(&moved, prose) }
}
