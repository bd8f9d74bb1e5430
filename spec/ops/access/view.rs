//! Views: the one mapping of partition, strided and gather/scatter views, its index space, and what every view access
//! requires (semantics C.1 to C.5).

use crate::domain::{Bool, Domain, Int, Number, all, fits_signed, fits_unsigned, sum};
use crate::rules::Rule;

/// `make_tensor_view` with an extent and a stride along one axis, both read as unsigned. No step is taken along an axis of one
/// element.
pub fn stride<D: Domain>(d: &mut D, extent: &D::Number, stride: &D::Number) {
    let one = extent.equals(&D::Number::constant(1));
    d.require(Rule::ViewStride, D::Number::constant(0).less(stride).or(&one));
}

/// How many bytes so many elements of four bits are.
fn halve<N: Number>(count: &N) -> N {
    count.div_floor(&N::constant(2))
}

fn is_even<N: Number>(count: &N) -> N::Bool {
    count.rem_floor(&N::constant(2)).equals(&N::constant(0))
}

/// `make_tensor_view` of elements of which two share a byte along an axis: its extents and strides in bytes.
pub fn packed<D: Domain>(d: &mut D, axis: usize, extents: &mut [D::Number], strides: &mut [D::Number]) {
    let others = strides.iter_mut().enumerate().filter(|(other, _)| *other != axis);
    let mut counts: Vec<_> =
        extents.get_mut(axis).into_iter().chain(others.map(|(_, stride)| stride)).collect();
    d.require(Rule::ViewPacked, all(counts.iter().map(|count| is_even(&**count))));
    counts.iter_mut().for_each(|count| **count = halve(&**count));
}

/// An index along that axis where tiles begin an odd number of elements apart: of a view of bytes on which as many tiles
/// begin twice as far apart.
pub fn packed_index<D: Domain>(d: &mut D, index: &D::Number) -> D::Number {
    d.require(Rule::ViewPacked, is_even(index));
    halve(index)
}

/// The extent along an axis, in elements.
pub fn unpacked<N: Number>(bytes: &N) -> N {
    bytes.mul(&N::constant(2))
}

/// The mapping p(I, J) of every view: along tensor axis `dim_map[d]`, `i_d·T_d + j_d`. Of a gather/scatter view the
/// index along the sparse axis is that of the lane's row, to which the lane adds nothing.
pub fn element<N: Number>(tiling: &Tiling<'_, N>, index: &[N], lane: &[N]) -> Vec<N> {
    let mut place = vec![N::constant(0); tiling.tile.len()];
    for (axis, along) in tiling.dim_map.iter().enumerate() {
        let start = index[axis].mul(&tiling.steps[axis]);
        place[*along] = if tiling.sparse == Some(axis) { start } else { start.add(&lane[axis]) };
    }
    place
}

/// Along one axis, the index lies in the view's index space: `0 ≤ i` and `i·T < e`.
pub fn axis_in_index_space<N: Number>(index: &N, step: &N, extent: &N) -> N::Bool {
    N::constant(0).at_most(index).and(&index.mul(step).less(extent))
}

/// Along one axis, the whole tile lies inside the tensor: `i·T + S ≤ e`.
pub fn axis_inside<N: Number>(index: &N, step: &N, tile: &N, extent: &N) -> N::Bool {
    index.mul(step).add(tile).at_most(extent)
}

/// The requirements of a view access on its index; for a gather/scatter view, on the index of one row. `inbounds`
/// are the access's promises, by tile axis, and may be empty.
///
/// A row that is outside is padded and dropped like an element, so the index space bounds the other axes only; that
/// some row is inside is [`some_row`]'s.
pub fn access<D: Domain>(d: &mut D, view: &Geometry<'_, D::Number>, index: &[D::Number], inbounds: &[bool]) {
    let tiling = &view.tiling;
    let extent = |axis: usize| &view.extents[tiling.dim_map[axis]];
    let in_space = |axis: usize| axis_in_index_space(&index[axis], &tiling.steps[axis], extent(axis));
    let axes = 0..index.len();
    d.require(Rule::IndexSpace, all(axes.clone().filter(|axis| tiling.sparse != Some(*axis)).map(in_space)));

    let promised = axes.clone().filter(|axis| inbounds.get(*axis) == Some(&true));
    let inside = promised.map(|axis| match tiling.sparse {
        Some(sparse) if sparse == axis => in_space(axis),
        Some(_) | None => axis_inside(&index[axis], &tiling.steps[axis], &tiling.tile[axis], extent(axis)),
    });
    d.require(Rule::TileInside, all(inside));

    let starts =
        axes.map(|axis| index[axis].mul(&tiling.steps[axis]).mul(&view.strides[tiling.dim_map[axis]]));
    let offset = sum(starts);
    let greatest = D::Number::constant(i64::MAX.into());
    let representable = D::Number::constant(0).at_most(&offset).and(&offset.at_most(&greatest));
    let dropped = tiling.sparse.map(|axis| in_space(axis).not());
    d.require(Rule::ViewOffset, dropped.map_or(representable.clone(), |dropped| dropped.or(&representable)));
}

/// The requirement of a gather/scatter access on all its rows: some row is inside.
pub fn some_row<D: Domain>(d: &mut D, inside: D::Bool) {
    d.require(Rule::IndexSpace, inside);
}

/// The element at `place` is inside the tensor; outside, a load pads and a store does nothing.
pub fn in_bounds<N: Number>(place: &[N], extents: &[N]) -> N::Bool {
    let inside = |(p, e): (&N, &N)| N::constant(0).at_most(p).and(&p.less(e));
    all(place.iter().zip(extents).map(inside))
}

/// How far the element at a place is from the first, in elements: Σ pₖ·sₖ.
pub fn offset<N: Number>(place: &[N], strides: &[N]) -> N {
    sum(place.iter().zip(strides).map(|(p, stride)| p.mul(stride)))
}

/// How far the element at `place` is from the base, in bytes and modulo 2⁶⁴, and whether that overflows: then accessing
/// it breaks [`Rule::OffsetOverflow`]. `origin` is the place of the tile's first element, of which
/// [`Rule::ViewOffset`] speaks; from there on the offset is exact.
pub fn byte_offset<D: Domain>(
    d: &mut D,
    origin: &[D::Number],
    place: &[D::Number],
    strides: &[D::Number],
    bytes: u64,
) -> (D::Number, D::Bool) {
    let start = d.wrap(64, &offset(origin, strides)).signed();
    let inside = sum(origin.iter().zip(place).zip(strides).map(|((o, p), stride)| p.sub(o).mul(stride)));
    let offset = start.add(&inside).mul(&D::Number::constant(bytes.into()));
    let overflows = fits_signed(&offset, 64).not();
    (d.wrap(64, &offset).signed(), overflows)
}

/// The number of elements from a tensor's first element to behind its last, over plain integers; zero for an
/// empty tensor.
pub fn span(extents: &[i128], strides: &[i128]) -> i128 {
    if extents.contains(&0) {
        return 0;
    }
    let steps = extents.iter().zip(strides).map(|(extent, stride)| (extent - 1).saturating_mul(*stride));
    steps.fold(1, i128::saturating_add)
}

/// `get_index_space_shape` along tile axis `d`: `⌈e / T⌉`, which must fit the result's unsigned type.
pub fn index_space_extent<D: Domain>(d: &mut D, bits: u32, extent: &D::Number, step: &D::Number) -> D::Int {
    let tiles = extent.add(step).sub(&D::Number::constant(1)).div_floor(step);
    shape(d, bits, &tiles)
}

/// `get_tensor_shape` along one axis, and any other count: the count must fit the result's unsigned type.
pub fn shape<D: Domain>(d: &mut D, bits: u32, extent: &D::Number) -> D::Int {
    d.require(Rule::ShapeRange, fits_unsigned(extent, bits));
    d.wrap(bits, extent)
}

/// How a view lays its tiles: each is `tile` large, and neighbours begin `steps` apart.
#[derive(Debug, Clone)]
pub struct Tiling<'a, N> {
    /// Extents of the tile.
    pub tile: &'a [N],
    /// Distance of neighbouring tiles, in elements: `tile` for a partition view, traversal strides for a strided one,
    /// 1 for a gather/scatter view, which is indexed by elements.
    pub steps: &'a [N],
    /// Tile axis `d` runs along tensor axis `dim_map[d]`.
    pub dim_map: &'a [usize],
    /// The axis of a gather/scatter view along which every row has an index of its own.
    pub sparse: Option<usize>,
}

/// A tiling of a tensor.
#[derive(Debug, Clone)]
pub struct Geometry<'a, N> {
    /// How tiles are laid.
    pub tiling: Tiling<'a, N>,
    /// Extents of the tensor.
    pub extents: &'a [N],
    /// Strides of the tensor, in elements.
    pub strides: &'a [N],
}
