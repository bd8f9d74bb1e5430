//! Views: how tiles of any size, any distance apart, lie on a tensor of any extents.

use spec::domain::{Bool, Int, Number, all, between};
use spec::ops::view::{self, Geometry, Tiling, element, in_bounds, offset};
use spec::rules::Rule;
use verify::lemmas::{Lemma, Statement, nested};

use crate::layouts::apart;
use crate::proof::{Proof, needs_every_premise, possible};
use crate::reading::{Integer, Theory, Truth, integers, same};

/// Bytes of an element: any number would do, but each product is one more for z3 to find.
const BYTES: u64 = 4;
/// The width of a shape query's result.
const BITS: u32 = 32;

/// A tile of a view on a tensor, all of any size.
#[derive(Clone)]
struct Tile {
    tile: Vec<Integer>,
    steps: Vec<Integer>,
    dim_map: Vec<usize>,
    extents: Vec<Integer>,
    strides: Vec<Integer>,
    index: Vec<Integer>,
    lane: Vec<Integer>,
}

impl Tile {
    /// Tiles of partition views: the steps equal the tile extents.
    fn partitions() -> Vec<Self> {
        Self::all().into_iter().map(|any| Tile { steps: any.tile.clone(), ..any }).collect()
    }

    /// Along tensor axes in each order, for ranks 1 to 3.
    fn all() -> Vec<Self> {
        let orders: [&[usize]; 9] =
            [&[0], &[0, 1], &[1, 0], &[0, 1, 2], &[0, 2, 1], &[1, 0, 2], &[1, 2, 0], &[2, 0, 1], &[2, 1, 0]];
        orders.map(Self::along).to_vec()
    }

    fn along(order: &[usize]) -> Self {
        let any = |name: &str| integers(name, order.len());
        let (tile, steps, extents, strides) = (any("S"), any("T"), any("e"), any("s"));
        Tile { tile, steps, dim_map: order.to_vec(), extents, strides, index: any("i"), lane: any("j") }
    }

    /// Another tile of the view.
    fn other(&self) -> Self {
        let [index, lane] = ["k", "l"].map(|name| integers(name, self.rank()));
        Tile { index, lane, ..self.clone() }
    }

    fn name(&self, of: &str) -> String {
        format!("{of}, along {:?}", self.dim_map)
    }

    fn rank(&self) -> usize {
        self.dim_map.len()
    }

    fn tiling(&self) -> Tiling<'_, Integer> {
        Tiling { tile: &self.tile, steps: &self.steps, dim_map: &self.dim_map, sparse: None }
    }

    fn place(&self) -> Vec<Integer> {
        element(&self.tiling(), &self.index, &self.lane)
    }

    fn origin(&self) -> Vec<Integer> {
        let first = vec![Integer::constant(0); self.rank()];
        element(&self.tiling(), &self.index, &first)
    }

    /// The lane is one of the tile.
    fn has_lane(&self) -> Truth {
        in_bounds(&self.lane, &self.tile)
    }

    /// A tile has elements.
    fn has_size(&self) -> Truth {
        all(self.tile.iter().map(|size| Integer::constant(0).less(size)))
    }

    /// Neighbouring tiles are apart.
    fn has_steps(&self) -> Truth {
        all(self.steps.iter().map(|step| Integer::constant(0).less(step)))
    }

    /// What a rule requires of an access that promises to be in bounds along all axes.
    fn requires(&self, rule: Rule) -> Truth {
        let mut theory = Theory::default();
        let Tile { extents, strides, index, .. } = self;
        let geometry = Geometry { tiling: self.tiling(), extents, strides };
        view::access(&mut theory, &geometry, index, &vec![true; self.rank()]);
        theory.of(rule)
    }

    /// How far the element is from the base, in bytes, and that it does not overflow.
    fn bytes(&self) -> (Integer, Truth) {
        let mut theory = Theory::default();
        let (distance, overflows) =
            view::byte_offset(&mut theory, &self.origin(), &self.place(), &self.strides, BYTES);
        (distance, overflows.not())
    }

    fn integers(&self) -> Vec<Integer> {
        [&self.tile, &self.steps, &self.extents, &self.index, &self.lane].map(Vec::as_slice).concat()
    }
}

/// Two elements at one place are the same element of the same tile.
fn disjoint(one: &Tile, other: &Tile) -> Statement<Truth> {
    Statement {
        premises: vec![one.has_lane(), other.has_lane(), same(&one.place(), &other.place())],
        conclusion: same(&one.index, &other.index).and(&same(&one.lane, &other.lane)),
    }
}

/// Along every axis, the tiles begin less than a tile apart.
fn near(one: &Tile, other: &Tile) -> Truth {
    all((0..one.rank()).map(|axis| {
        let apart = one.index[axis].sub(&other.index[axis]).mul(&one.steps[axis]);
        let size = &one.tile[axis];
        Integer::constant(0).sub(size).less(&apart).and(&apart.less(size))
    }))
}

/// Elements at one place belong to nearby tiles.
fn overlap(one: &Tile, other: &Tile) -> Statement<Truth> {
    Statement {
        premises: vec![one.has_lane(), other.has_lane(), same(&one.place(), &other.place())],
        conclusion: near(one, other),
    }
}

#[test]
fn tiles_overlap_where_they_are_near() {
    for one in Tile::all() {
        let other = one.other();
        let claim = overlap(&one, &other);
        Proof::new(one.name("overlap"), &claim.premises).step(&claim.conclusion);
        needs_every_premise("overlap", &claim, &[one.integers(), other.integers()].concat());
    }
}

/// And tiles of the index space that are near have an element in common that is inside: the later one's first along
/// each axis.
#[test]
fn near_tiles_overlap_inside() {
    for any in Tile::all() {
        let other = any.other();
        let later = |axis: usize, tile: &Tile, than: &Tile| {
            let distance = than.index[axis].sub(&tile.index[axis]).mul(&tile.steps[axis]);
            let zero = Integer::constant(0);
            Integer::choose(&zero.less(&distance), &distance, &zero)
        };
        let lanes = |tile: &Tile, than: &Tile| (0..any.rank()).map(|axis| later(axis, tile, than)).collect();
        let one = Tile { lane: lanes(&any, &other), ..any.clone() };
        let other = Tile { lane: lanes(&other, &any), ..other };
        let claim = Statement {
            premises: vec![
                any.has_size(),
                any.has_steps(),
                one.requires(Rule::IndexSpace),
                other.requires(Rule::IndexSpace),
                near(&one, &other),
            ],
            conclusion: all([
                one.has_lane(),
                other.has_lane(),
                same(&one.place(), &other.place()),
                in_bounds(&one.place(), &one.extents),
            ]),
        };
        let mut proof = Proof::new(any.name("overlap inside"), &claim.premises);
        for axis in 0..any.rank() {
            for tile in [&one, &other] {
                proof.lemma(Lemma::Sign, &[tile.index[axis].clone(), tile.steps[axis].clone()]);
            }
        }
        proof.step(&claim.conclusion);
        possible("overlap inside", &claim.premises, &[any.integers(), other.index.clone()].concat());
    }
}

#[test]
fn partitions_are_disjoint() {
    for one in Tile::partitions() {
        let other = one.other();
        let claim = disjoint(&one, &other);
        let mut proof = Proof::new(one.name("disjoint"), &claim.premises);
        for axis in 0..one.rank() {
            let apart = one.index[axis].sub(&other.index[axis]);
            proof.lemma(Lemma::Multiple, &[apart, one.tile[axis].clone()]);
            proof.step(&one.index[axis].equals(&other.index[axis]));
        }
        proof.step(&claim.conclusion);
        needs_every_premise("disjoint", &claim, &[one.integers(), other.integers()].concat());
    }
}

/// The element at P is in tile ⌊P / S⌋, which the index space has.
#[test]
fn partitions_cover_the_span() {
    for any in Tile::partitions() {
        let place = integers("P", any.rank());
        let along = |axis: usize| (&place[any.dim_map[axis]], &any.tile[axis]);
        let index = (0..any.rank()).map(|axis| along(axis).0.div_floor(along(axis).1)).collect();
        let lane = (0..any.rank()).map(|axis| along(axis).0.rem_floor(along(axis).1)).collect();
        let witness = Tile { index, lane, ..any.clone() };
        let claim = Statement {
            premises: vec![any.has_size(), in_bounds(&place, &any.extents)],
            conclusion: all([
                witness.requires(Rule::IndexSpace),
                witness.has_lane(),
                same(&witness.place(), &place),
            ]),
        };
        let mut proof = Proof::new(any.name("cover"), &claim.premises);
        for axis in 0..any.rank() {
            let (place, size) = along(axis);
            proof.lemma(Lemma::Quotient, &[place.clone(), size.clone()]);
            proof.lemma(Lemma::Multiple, &[witness.index[axis].clone(), size.clone()]);
            proof.step(&Integer::constant(0).at_most(&witness.index[axis]));
        }
        proof.step(&claim.conclusion);
        needs_every_premise("cover", &claim, &[any.integers(), place.clone()].concat());
    }
}

/// What is promised to lie inside has no lane that a mask would take out.
#[test]
fn a_masked_load_of_a_full_tile_is_the_unmasked_one() {
    for tile in Tile::all() {
        let premises = vec![
            tile.requires(Rule::IndexSpace),
            tile.requires(Rule::TileInside),
            tile.has_lane(),
            tile.has_steps(),
        ];
        let claim = Statement { premises, conclusion: in_bounds(&tile.place(), &tile.extents) };
        let mut proof = Proof::new(tile.name("full"), &claim.premises);
        for (index, step) in tile.index.iter().zip(&tile.steps) {
            proof.lemma(Lemma::Sign, &[index.clone(), step.clone()]);
        }
        proof.step(&claim.conclusion);
        needs_every_premise("full", &claim, &tile.integers());
    }
}

/// And only such a tile: in any other, the last lane is outside.
#[test]
fn a_tile_that_is_not_full_has_a_lane_outside() {
    for any in Tile::all() {
        let last = any.tile.iter().map(|size| size.sub(&Integer::constant(1))).collect();
        let tile = Tile { lane: last, ..any };
        let claim = Statement {
            premises: vec![in_bounds(&tile.place(), &tile.extents)],
            conclusion: tile.requires(Rule::TileInside),
        };
        Proof::new(tile.name("last lane"), &claim.premises).step(&claim.conclusion);
        needs_every_premise("last lane", &claim, &tile.integers());
    }
}

/// { i : 0 ≤ i < ⌈e / T⌉ }, along every axis.
#[test]
fn the_index_space_is_what_a_shape_query_counts() {
    for tile in Tile::all() {
        let mut theory = Theory::default();
        let mut counted = Vec::new();
        for (step, along) in tile.steps.iter().zip(&tile.dim_map) {
            let extent = view::index_space_extent(&mut theory, BITS, &tile.extents[*along], step);
            counted.push(extent.unsigned());
        }
        let fits = theory.of(Rule::ShapeRange);
        let (space, inside) = (tile.requires(Rule::IndexSpace), in_bounds(&tile.index, &counted));
        let claim = Statement {
            premises: vec![tile.has_steps(), fits],
            conclusion: space.implies(&inside).and(&inside.implies(&space)),
        };
        let mut proof = Proof::new(tile.name("index space"), &claim.premises);
        for (axis, step) in tile.steps.iter().enumerate() {
            let extent = &tile.extents[tile.dim_map[axis]];
            let last = extent.add(step).sub(&Integer::constant(1));
            let tiles = last.div_floor(step);
            proof.lemma(Lemma::Quotient, &[last, step.clone()]);
            proof.lemma(Lemma::Multiple, &[tile.index[axis].sub(&tiles), step.clone()]);
            proof.step(&counted[axis].equals(&tiles));
            let named = view::axis_in_index_space(&tile.index[axis], step, extent);
            let below = in_bounds(&tile.index[axis..=axis], &counted[axis..=axis]);
            proof.step(&named.implies(&below).and(&below.implies(&named)));
        }
        proof.step(&claim.conclusion);
        possible("index space", &[claim.premises.clone(), vec![space]].concat(), &tile.integers());
        possible("index space", &[claim.premises, vec![inside.not()]].concat(), &tile.integers());
    }
}

/// Where an access keeps the rules, no offset wraps.
fn exact(tile: &Tile) -> Statement<Truth> {
    let (distance, fits) = tile.bytes();
    let bytes = Integer::constant(BYTES.into());
    Statement {
        premises: vec![tile.requires(Rule::ViewOffset), fits],
        conclusion: distance.equals(&bytes.mul(&offset(&tile.place(), &tile.strides))),
    }
}

#[test]
fn the_offset_of_an_access_that_keeps_the_rules_is_exact() {
    for tile in Tile::all() {
        let claim = exact(&tile);
        let mut proof = Proof::new(tile.name("exact"), &claim.premises);
        let start = offset(&tile.origin(), &tile.strides);
        proof.step(&between(&start, 0, i64::MAX.into()));
        proof.step(&claim.conclusion);
        possible("exact", &claim.premises, &[tile.integers(), tile.strides.clone()].concat());
    }
}

/// Accesses through one view with separating strides touch a common byte only if their tiles are near, or equal for a partition
/// view. The race check uses this theorem.
#[test]
fn tiles_of_one_view_that_are_not_near_share_no_byte() {
    let any = Tile::all().into_iter().map(|one| (one, false));
    let partitions = Tile::partitions().into_iter().map(|one| (one, true));
    for (one, partition) in any.chain(partitions) {
        let other = one.other();
        let tiles = [&one, &other];
        let inside = |tile: &&Tile| [tile.has_lane(), in_bounds(&tile.place(), &tile.extents)];
        let mut premises: Vec<Truth> = tiles.iter().flat_map(inside).collect();
        premises.extend(tiles.iter().flat_map(|tile| exact(tile).premises));
        premises.push(nested(&one.extents, &one.strides));
        let [(this, _), (that, _)] = tiles.map(Tile::bytes);
        let bytes = Integer::constant(BYTES.into());
        premises.push(this.less(&that.add(&bytes)).and(&that.less(&this.add(&bytes))));

        let all = [one.integers(), one.strides.clone(), other.integers()].concat();
        possible("common byte", &premises, &all);

        let mut proof = Proof::new(one.name("common byte"), &premises);
        tiles.iter().for_each(|tile| proof.claim(&exact(tile)));
        let [here, there] = tiles.map(|tile| offset(&tile.place(), &tile.strides));
        proof.step(&this.equals(&bytes.mul(&here)));
        proof.step(&that.equals(&bytes.mul(&there)));
        proof.step(&here.equals(&there));
        proof.claim(&apart(&one.extents, &one.strides, &one.place(), &other.place()));
        proof.claim(&overlap(&one, &other));
        proof.step(&near(&one, &other));
        if partition {
            proof.claim(&disjoint(&one, &other));
            proof.step(&same(&one.index, &other.index));
        }
    }
}
