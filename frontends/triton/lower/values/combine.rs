//! Reductions and scans. Triton's have no identity: a single operation gets its neutral element. For any other
//! combiner, a truth value next to every element marks present elements, so an absent element is neutral.

use spec::ops::reduce::accumulates_first;
use spec::syntax::attributes::{Attributes, Literal, Signedness};
use spec::syntax::count::usize_from_u32;
use spec::syntax::kernel::{Block, ValueId};
use spec::syntax::literal;
use spec::syntax::op::Op;
use spec::syntax::types::{Element, Scalar, TileType, Type};

use crate::triton::lower::builder::{Builder, Lowered};
use crate::triton::lower::scope::Bound;
use crate::triton::read::syntax::{Block as Region, Operation};
use crate::triton::read::types::TritonType;
use crate::triton::schema::{Meaning, meaning};

impl<'f, 't> Builder<'f, 't> {
    /// `"tt.reduce"(%x) <{axis = 0 : i32}> ({ … })`, `tt.scan` with `reverse`
    pub(in crate::triton::lower) fn combine(&mut self, op: &'f Operation<'t>) -> Lowered<()> {
        let kind = if op.name == "tt.scan" { Op::Scan } else { Op::Reduce };
        let mut operands = self.combined(op, kind)?;
        let [[region]] = op.regions().as_slice() else {
            return Err(self.unsupported("a combiner with control flow"));
        };
        let first = operands.first().map(|id| self.ty(*id));
        let first = first.ok_or_else(|| self.wrong("a combination has operands"))?;
        let axis = op.atom("axis").and_then(|text| text.parse::<u32>().ok());
        let axis = axis.filter(|axis| usize::try_from(*axis).is_ok_and(|axis| axis < first.shape.len()));
        let axis = axis.ok_or_else(|| self.wrong("a combination goes along an axis of its operands"))?;
        let elements = operands.iter().map(|id| self.scalar(*id)).collect::<Lowered<Vec<_>>>()?;
        let neutral = if let [element] = elements.as_slice() { neutral(region, *element) } else { None };
        let mut identities = vec![neutral.unwrap_or(Literal(0)); elements.len()];
        let mut scalars = elements.clone();
        if neutral.is_none() {
            let truth = TileType { element: Element::Scalar(Scalar::I1), ..first.clone() };
            operands.push(self.constant(truth, Literal(1))?);
            identities.push(Literal(0));
            scalars.push(Scalar::I1);
        }
        let place = self.place.clone();
        let combiner = self.combiner(kind, region, &scalars, neutral.is_none())?;
        self.place = place;
        let mut shape = first.shape;
        if kind == Op::Reduce {
            shape.remove(usize_from_u32(axis));
        }
        let result = |scalar: &Scalar| {
            Type::Tile(TileType { shape: shape.clone(), element: Element::Scalar(*scalar) })
        };
        let reverse = (kind == Op::Scan).then(|| op.atom("reverse") == Some("true"));
        let attributes = Attributes { dim: Some(axis), reverse, identities, ..Attributes::default() };
        let types = scalars.iter().map(result).collect();
        let made = self.emit(kind, &operands, None, types, attributes, vec![combiner])?;
        self.bind_tiles(op, &made[..elements.len()])
    }

    /// The operands of a combination. A reduction of all elements of one tile takes them in any order.
    fn combined(&self, op: &Operation<'t>, kind: Op) -> Lowered<Vec<ValueId>> {
        if let ([name], Op::Reduce) = (op.operands().as_slice(), kind) {
            let Bound { ids, ty } = self.bound(name)?;
            if matches!(ty, TritonType::Unordered(tile) if tile.shape.len() == 1) {
                return Ok(ids);
            }
        }
        op.operands().iter().map(|name| self.tile(name)).collect()
    }

    /// The region as a combiner of ours, whose parameters are a pair for each operand.
    fn combiner(
        &mut self,
        kind: Op,
        region: &'f Region<'t>,
        scalars: &[Scalar],
        accompanied: bool,
    ) -> Lowered<Block> {
        let count = scalars.len() - usize::from(accompanied);
        if region.params.len() != 2 * count {
            return Err(self.wrong("a combiner has two parameters for each operand"));
        }
        let scalar = |scalar: &Scalar| Type::Tile(TileType::scalar(*scalar));
        // Triton's parameters are all of what was before, then all of the elements.
        let pairs: Vec<[ValueId; 2]> = scalars
            .iter()
            .map(|of| [self.value("before", scalar(of)), self.value("element", scalar(of))])
            .collect();
        self.scope.open();
        self.open_block();
        for (position, pair) in pairs.iter().take(count).enumerate() {
            for (side, id) in pair.iter().enumerate() {
                let name = region.params[position + side * count].name;
                let ty = TritonType::Tile(self.ty(*id));
                self.scope.bind(name, 0, Bound { ids: vec![*id], ty });
            }
        }
        let Some((last, inner)) = region.operations.split_last() else {
            return Err(self.wrong("a combiner is not empty"));
        };
        inner.iter().try_for_each(|inner| self.operation(inner))?;
        let mut yielded = last.operands().iter().map(|name| self.tile(name)).collect::<Lowered<Vec<_>>>()?;
        if accompanied {
            yielded = self.skip_absent(&pairs, &yielded)?;
        }
        self.emit(Op::Yield, &yielded, None, Vec::new(), Attributes::default(), Vec::new())?;
        self.scope.close();
        let ordered = pairs.iter().flat_map(|[before, element]| {
            if accumulates_first(kind) { [*before, *element] } else { [*element, *before] }
        });
        let params = ordered.collect();
        Ok(self.close_block(params))
    }

    /// The combination where both sides are elements, else the side that is one.
    fn skip_absent(&mut self, pairs: &[[ValueId; 2]], combined: &[ValueId]) -> Lowered<Vec<ValueId>> {
        let Some(([before, element], rest)) = pairs.split_last() else { return Ok(combined.to_vec()) };
        let mut results = Vec::new();
        for ([own_before, own_element], both) in rest.iter().zip(combined) {
            let ty = self.ty(*both);
            let with =
                self.tile_op(Op::Select, &[*before, *both, *own_element], ty.clone(), Attributes::default())?;
            results.push(self.tile_op(
                Op::Select,
                &[*element, with, *own_before],
                ty,
                Attributes::default(),
            )?);
        }
        results.push(self.same(Op::Ori, &[*before, *element])?);
        Ok(results)
    }
}

/// The neutral element of a combiner that is one operation on its two parameters.
fn neutral(region: &Region<'_>, scalar: Scalar) -> Option<Literal> {
    let ([inner, last], [a, b]) = (region.operations.as_slice(), region.params.as_slice()) else {
        return None;
    };
    let both = [[a.name, b.name], [b.name, a.name]].iter().any(|pair| inner.operands() == *pair);
    if !both || last.operands() != inner.results.iter().map(|(name, _)| *name).collect::<Vec<_>>() {
        return None;
    }
    let Some(Meaning::Same(op, attributes)) = meaning(inner.name) else { return None };
    let unsigned = attributes.signedness == Some(Signedness::Unsigned);
    let ones = u64::MAX >> (64 - scalar.bits());
    let float = |text: &str| literal::parse(text, scalar).ok();
    // Of floats a number wins against NaN unless NaN propagates, so NaN is neutral.
    let (low, high) = if attributes.propagate_nan { ("-inf", "inf") } else { ("nan", "nan") };
    let (least, greatest) = if unsigned { (0, ones) } else { (1 << (scalar.bits() - 1), ones >> 1) };
    let floats = [(Op::Addf, "-0.0"), (Op::Mulf, "1.0"), (Op::Maxf, low), (Op::Minf, high)];
    let integers = [
        (Op::Addi, 0),
        (Op::Ori, 0),
        (Op::Xori, 0),
        (Op::Muli, 1),
        (Op::Andi, ones),
        (Op::Maxi, least),
        (Op::Mini, greatest),
    ];
    let number = integers.iter().find(|(of, _)| *of == op).map(|(_, bits)| Literal(*bits));
    number.or_else(|| float(floats.iter().find(|(of, _)| *of == op)?.1))
}
