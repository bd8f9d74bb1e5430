//! Views: the partition mapping, its index space, and what every view access requires (semantics C.1 to C.3).

use crate::domain::{Bool, Domain, Int, Number, all, fits_signed, fits_unsigned, sum};
use crate::rules::Rule;

/// `make_tensor_view` with this stride, read as unsigned.
pub fn stride<D: Domain>(d: &mut D, stride: &D::Number) {
    d.require(Rule::ViewStride, D::Number::constant(0).less(stride));
}

/// The partition mapping p(I, J): along tensor axis `dim_map[d]`, `i_d·S_d + j_d`.
pub fn element<N: Number>(index: &[N], lane: &[N], tile: &[N], dim_map: &[usize]) -> Vec<N> {
    let mut place = vec![N::constant(0); tile.len()];
    for (axis, along) in dim_map.iter().enumerate() {
        place[*along] = index[axis].mul(&tile[axis]).add(&lane[axis]);
    }
    place
}

/// Along one axis, the index lies in the view's index space: `0 ≤ i` and `i·S < e`.
pub fn axis_in_index_space<N: Number>(index: &N, tile: &N, extent: &N) -> N::Bool {
    N::constant(0).at_most(index).and(&index.mul(tile).less(extent))
}

/// Along one axis, the whole tile lies inside the tensor: `i·S + S ≤ e`.
pub fn axis_inside<N: Number>(index: &N, tile: &N, extent: &N) -> N::Bool {
    index.mul(tile).add(tile).at_most(extent)
}

/// What a view access requires. `extents` and `strides` are the tensor's; `inbounds` are the access's promises, by
/// tile axis, and may be empty.
pub fn access<D: Domain>(d: &mut D, view: &Geometry<'_, D::Number>, index: &[D::Number], inbounds: &[bool]) {
    let axes = || index.iter().zip(view.tile).zip(view.dim_map);
    let in_space = axes().map(|((i, tile), along)| axis_in_index_space(i, tile, &view.extents[*along]));
    d.require(Rule::IndexSpace, all(in_space));

    let promised = axes().zip(inbounds).filter(|(_, promise)| **promise);
    let inside = promised.map(|(((i, tile), along), _)| axis_inside(i, tile, &view.extents[*along]));
    d.require(Rule::TileInside, all(inside));

    let starts = axes().map(|((i, tile), along)| i.mul(tile).mul(&view.strides[*along]));
    let offset = sum(starts);
    let representable = D::Number::constant(0).at_most(&offset);
    let greatest = D::Number::constant(i64::MAX.into());
    d.require(Rule::ViewOffset, representable.and(&offset.at_most(&greatest)));
}

/// The element at `place` is inside the tensor; outside, a load pads and a store does nothing.
pub fn in_bounds<N: Number>(place: &[N], extents: &[N]) -> N::Bool {
    let inside = |(p, e): (&N, &N)| N::constant(0).at_most(p).and(&p.less(e));
    all(place.iter().zip(extents).map(inside))
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
    let start = sum(origin.iter().zip(strides).map(|(p, stride)| p.mul(stride)));
    let start = d.wrap(64, &start).signed();
    let inside = sum(origin.iter().zip(place).zip(strides).map(|((o, p), stride)| p.sub(o).mul(stride)));
    let offset = start.add(&inside).mul(&D::Number::constant(bytes.into()));
    let overflows = fits_signed(&offset, 64).not();
    (d.wrap(64, &offset).signed(), overflows)
}

/// `get_index_space_shape` along tile axis `d`: `⌈e / S⌉`, which must fit the result's unsigned type.
pub fn index_space_extent<D: Domain>(d: &mut D, bits: u32, extent: &D::Number, tile: &D::Number) -> D::Int {
    let tiles = extent.add(tile).sub(&D::Number::constant(1)).div_floor(tile);
    d.require(Rule::ShapeRange, fits_unsigned(&tiles, bits));
    d.wrap(bits, &tiles)
}

/// The geometry of a partition view.
#[derive(Debug, Clone)]
pub struct Geometry<'a, N> {
    /// Extents of the tile.
    pub tile: &'a [N],
    /// Tile axis `d` runs along tensor axis `dim_map[d]`.
    pub dim_map: &'a [usize],
    /// Extents of the tensor.
    pub extents: &'a [N],
    /// Strides of the tensor, in elements.
    pub strides: &'a [N],
}
