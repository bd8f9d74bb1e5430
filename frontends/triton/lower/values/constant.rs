//! Constants, program ids and ranges.

use spec::syntax::attributes::{Attributes, Constant};
use spec::syntax::literal;
use spec::syntax::op::Op;
use spec::syntax::types::{Scalar, TileType, Type};

use crate::triton::lower::builder::{Builder, Lowered};
use crate::triton::read::syntax::{Operation, Word};

impl<'t> Builder<'_, 't> {
    /// `arith.constant true`, `5 : i32`, `dense<0.0> : tensor<128xf32>`, `dense<[1, 2]> : tensor<2xi32>`
    pub(in crate::triton::lower) fn literal(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let text = op.front().first().and_then(Word::atom);
        let text = text.ok_or_else(|| self.wrong("a constant has a value"))?;
        let ty = match op.types().last() {
            Some(ty) => self.tile_type(ty)?,
            None if ["true", "false"].contains(&text) => TileType::scalar(Scalar::I1),
            None => return Err(self.wrong("a constant has a type")),
        };
        let scalar = ty.element.scalar().ok_or_else(|| self.wrong("a constant has no pointers"))?;
        let inner = text.strip_prefix("dense<").and_then(|rest| rest.strip_suffix('>')).unwrap_or(text);
        let constant = if inner.contains(['[', '"']) {
            dense(inner, scalar, ty.len())
        } else {
            element(inner, scalar).map(Constant::Splat)
        };
        let constant = constant.map_err(|message| self.wrong(message))?;
        let attributes = Attributes { constant: Some(constant), ..Attributes::default() };
        let id = self.tile_op(Op::Constant, &[], ty, attributes)?;
        self.bind_tiles(op, &[id])
    }

    /// `ub.poison`: a value that nothing determines, as an element of a masked load without a value.
    pub(in crate::triton::lower) fn poison(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let ty = op.types().last().copied().ok_or_else(|| self.wrong("a value has a type"))?;
        let ty = self.tile_type(ty)?;
        // A conversion of NaN to an integer leaves its lane undetermined.
        let scalar = ty.element.scalar().filter(|scalar| scalar.is_integer() && *scalar != Scalar::I1);
        let Some(scalar) = scalar else {
            return Err(self.unsupported(format!("an undetermined value of type {ty}")));
        };
        let nan =
            self.number(TileType { element: TileType::scalar(Scalar::F32).element, ..ty.clone() }, "nan")?;
        let signed = Some(spec::syntax::attributes::Signedness::Signed);
        let attributes = Attributes { signedness: signed, ..Attributes::default() };
        let ty = TileType { element: TileType::scalar(scalar).element, ..ty };
        let id = self.tile_op(Op::Ftoi, &[nan], ty, attributes)?;
        self.bind_tiles(op, &[id])
    }

    /// `tt.get_program_id x`, `tt.get_num_programs x`; up to 3.3 also `{axis = 0 : i32}`.
    pub(in crate::triton::lower) fn grid(&mut self, op: &Operation<'t>, extents: bool) -> Lowered<()> {
        let named = op.keywords().find_map(|word| ["x", "y", "z"].iter().position(|axis| *axis == word));
        let axis = named.or_else(|| op.atom("axis")?.parse().ok()).filter(|axis| *axis < 3);
        let axis = axis.ok_or_else(|| self.wrong("a grid has the axes x, y and z"))?;
        let kind = if extents { Op::GetNumTileBlocks } else { Op::GetTileBlockId };
        let types = vec![Type::Tile(TileType::scalar(Scalar::I32)); 3];
        let ids = self.emit(kind, &[], None, types, Attributes::default(), Vec::new())?;
        self.bind_tiles(op, &[ids[axis]])
    }

    /// `tt.make_range {end = 128 : i32, start = 0 : i32}`: start, start + 1, … end − 1.
    pub(in crate::triton::lower) fn make_range(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let ty = op.types().last().copied().ok_or_else(|| self.wrong("a range has a type"))?;
        let ty = self.tile_type(ty)?;
        let number = |key: &str| op.atom(key).and_then(|text| text.parse::<i64>().ok());
        let (start, end) = (number("start"), number("end"));
        let (Some(start), Some(end)) = (start, end) else {
            return Err(self.wrong("a range has a start and an end"));
        };
        if usize::try_from(end - start) != Ok(ty.len()) {
            return Err(self.wrong(format!("{start} to {end} is not a range of {} elements", ty.len())));
        }
        let mut id = self.tile_op(Op::Iota, &[], ty.clone(), Attributes::default())?;
        if start != 0 {
            let first = self.number(ty, &start.to_string())?;
            id = self.same(Op::Addi, &[id, first])?;
        }
        self.bind_tiles(op, &[id])
    }
}

/// One element: `1.0`, `0xFF800000`, `-5`, `true`.
fn element(text: &str, scalar: Scalar) -> Result<spec::syntax::attributes::Literal, String> {
    literal::parse(text.trim(), scalar)
}

/// `[1, 2, 3]`, nested for more axes, or `"0x0102…"`: the bytes of all elements.
fn dense(text: &str, scalar: Scalar, len: usize) -> Result<Constant, String> {
    if let Some(digits) = text.strip_prefix("\"0x").and_then(|rest| rest.strip_suffix('"')) {
        let pair = |at: usize| digits.get(at..at + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
        let bytes: Option<Vec<u8>> = (0..digits.len()).step_by(2).map(pair).collect();
        let bytes = bytes.ok_or("a constant has two hexadecimal digits a byte")?;
        let elements = spec::syntax::array::elements(scalar, &bytes);
        let literals: Option<Vec<_>> =
            elements.iter().map(|bits| literal::of_pattern(*bits, scalar)).collect();
        let literals =
            literals.filter(|all| all.len() == len).ok_or("a constant has one literal an element")?;
        return Ok(Constant::Dense(literals));
    }
    let parts = text.split([',', '[', ']']).map(str::trim).filter(|part| !part.is_empty());
    let literals = parts.map(|part| element(part, scalar)).collect::<Result<Vec<_>, _>>()?;
    if literals.len() != len {
        return Err(format!("there are {} literals for {len} elements", literals.len()));
    }
    Ok(Constant::Dense(literals))
}
