//! Operations, each by its row of the schema.

use std::rc::Rc;

use spec::syntax::attributes::Attributes;
use spec::syntax::kernel::{Block, OpId, Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::span::Place;
use spec::syntax::types::Type;

use crate::bytecode::error::{Read, wrong};
use crate::bytecode::read::attribute::{self, Identity};
use crate::bytecode::read::encoding_reader::EncodingReader;
use crate::bytecode::read::file::Promise;
use crate::bytecode::read::operand::{self, Operands};
use crate::bytecode::read::scope::Scope;
use crate::bytecode::read::{constant, region};
use crate::bytecode::schema::{Attribute, FieldKind, Flag, OpEncoding, encoding_by_opcode};
use crate::bytecode::version::NEWEST;

/// An operation under construction.
struct OpBuilder<'b> {
    place: Place,
    op: Op,
    flags: Vec<Flag>,
    result_types: Vec<Rc<Type>>,
    results: Option<Vec<ValueId>>,
    /// Whether the last result is a token that has no number.
    unnamed: bool,
    operands: Operands,
    token: Option<ValueId>,
    attributes: Attributes,
    /// The bytes of a constant, whose type is the result's.
    constant: Option<EncodingReader<'b>>,
    /// Identities, whose types are the operands'.
    identities: Vec<Identity>,
    regions: Vec<Block>,
}

/// Reads the next operation.
pub(super) fn read_op<'b>(body: &mut Scope<'_, 'b>, cursor: &mut EncodingReader<'b>) -> Read<Operation> {
    let file = body.file;
    let offset = cursor.offset();
    let source = file.debug.next_place(&mut body.indices, &file.strings, &file.budget)?;
    let opcode = cursor.read_varint()?;
    let place = Place { offset, len: cursor.offset() - offset, source };
    let row = find_encoding(opcode, file.version, &place)?;
    if row.op == Op::PreviewCall && !file.has_previews {
        let message = format!("`{}` is a preview, and the header declares none", row.op.mnemonic());
        return Err(wrong(place.offset, place.len, message));
    }
    let mut builder = OpBuilder::new(row.op, place);
    for field in &row.fields {
        // A field that the version does not have yet is not in the file; a token result exists none the less.
        if field.since > file.version {
            builder.unnamed |= field.kind == FieldKind::ResultToken;
        } else if field.flag.is_none_or(|flag| builder.flags.contains(&flag)) {
            builder.read_field(&field.kind, body, cursor)?;
        }
        if builder.regions.is_empty() {
            // The place ends before the first region: what is wrong inside has a place of its own.
            builder.place.len = cursor.offset() - offset;
        }
    }
    builder.resolve(body)?;
    builder.finish(body)
}

/// The row of an opcode in a version.
fn find_encoding(opcode: u64, version: u8, place: &Place) -> Read<&'static OpEncoding> {
    let wrong = |message| wrong(place.offset, place.len, message);
    let row = encoding_by_opcode(opcode).ok_or_else(|| {
        wrong(format!(
            "{opcode} is no operation of Tile IR 13.{version}, nor of any version up to 13.{NEWEST}"
        ))
    })?;
    if row.op.since() > version {
        let (mnemonic, since) = (row.op.mnemonic(), row.op.since());
        return Err(wrong(format!("`{mnemonic}` is of Tile IR 13.{since}, and the file of 13.{version}")));
    }
    Ok(row)
}

impl<'b> OpBuilder<'b> {
    fn new(op: Op, place: Place) -> Self {
        OpBuilder {
            place,
            op,
            flags: Vec::new(),
            result_types: Vec::new(),
            results: None,
            unnamed: false,
            operands: Operands::default(),
            token: None,
            attributes: Attributes::default(),
            constant: None,
            identities: Vec::new(),
            regions: Vec::new(),
        }
    }

    fn read_field(
        &mut self,
        part: &FieldKind,
        body: &mut Scope<'_, 'b>,
        cursor: &mut EncodingReader<'b>,
    ) -> Read<()> {
        let at = cursor.offset();
        match part {
            FieldKind::Result => self.result_types.push(body.file.types.read_type(cursor)?),
            FieldKind::Results => {
                let count = cursor.read_count(1, "results")?;
                body.file.budget.spend(size_of::<Rc<Type>>() * count, at)?;
                for _ in 0..count {
                    self.result_types.push(body.file.types.read_type(cursor)?);
                }
            }
            FieldKind::Flags(flags) => self.read_flags(flags, cursor)?,
            FieldKind::Attribute(Attribute::Constant) => {
                self.constant = Some(constant::read_data(&body.file.constants, cursor)?);
            }
            FieldKind::Attribute(Attribute::Identities) => {
                self.identities = attribute::read_identities(body.file, cursor)?
            }
            FieldKind::Attribute(attribute) => {
                attribute::read_attribute(body.file, *attribute, cursor, &mut self.attributes)?;
                if *attribute == Attribute::Inbounds {
                    // A byte for their count, and one for each axis.
                    let axes = cursor.offset().saturating_sub(at + 1);
                    let promise = Promise { operation: self.place.offset, at: at + 1, axes };
                    body.file.promises.borrow_mut().push(promise);
                }
            }
            FieldKind::Operand(place) => self.operands.push(*place, vec![body.read_operand(cursor)?]),
            FieldKind::Operands(place) => self.operands.push(*place, operand::read_operands(body, cursor)?),
            FieldKind::AllOperands => self.operands.push(0, operand::read_operands(body, cursor)?),
            FieldKind::Token => self.token = Some(body.read_operand(cursor)?),
            FieldKind::ResultToken => {}
            FieldKind::Regions(count) => {
                // Results come before the values of the regions, as in the text.
                self.resolve(body)?;
                self.regions = region::read_regions(body, *count, cursor)?;
            }
        }
        Ok(())
    }

    /// A number with a bit per flag.
    fn read_flags(&mut self, flags: &[Flag], cursor: &mut EncodingReader<'_>) -> Read<()> {
        let at = cursor.offset();
        let bits = cursor.read_varint()?;
        if bits >> flags.len() != 0 {
            return Err(wrong(
                at,
                cursor.offset() - at,
                format!("the flags {bits:#b} of `{}` are not known", self.op.mnemonic()),
            ));
        }
        let set = flags.iter().enumerate().filter(|(bit, _)| bits >> bit & 1 == 1);
        for (_, flag) in set {
            self.flags.push(*flag);
            let to = &mut self.attributes;
            match flag {
                Flag::Scope | Flag::Hints | Flag::Mask | Flag::Padding | Flag::Token => {}
                Flag::FlushToZero => to.flush_to_zero = true,
                Flag::PropagateNan => to.propagate_nan = true,
                Flag::Saturating => to.saturating = true,
                Flag::FastAcc => to.fast_acc = true,
                Flag::UnsignedCompare => to.unsigned_compare = true,
                Flag::Global => to.global = true,
            }
        }
        Ok(())
    }

    /// What can only be told once operands and types are known; makes the results.
    fn resolve(&mut self, body: &mut Scope<'_, 'b>) -> Read<()> {
        if self.results.is_some() {
            return Ok(());
        }
        let at = self.place.offset;
        body.file.budget.spend_op(self.operands.len(), at)?;
        if let Some(bytes) = self.constant.take() {
            let tile = self.result_types.first().and_then(|ty| ty.tile());
            let typed = tile.and_then(|tile| Some((tile, tile.element.scalar()?)));
            let (tile, scalar) = typed.ok_or_else(|| self.ill_formed("a constant is a tile of numbers"))?;
            self.attributes.constant = Some(constant::decode(bytes, tile, scalar, &body.file.budget)?);
        }
        self.resolve_identities(body)?;
        operand::check_agreement(body, self.op, &self.operands, &self.flags, &self.result_types)
            .map_err(|message| self.ill_formed(&message))?;
        if self.unnamed {
            self.result_types.push(Rc::new(Type::Token));
        }
        self.results = Some(body.define_results(&self.result_types, at)?);
        Ok(())
    }

    /// Identities are of their operands' types.
    fn resolve_identities(&mut self, body: &Scope<'_, '_>) -> Read<()> {
        if self.identities.is_empty() {
            return Ok(());
        }
        let operands = self.operands.in_order();
        if self.identities.len() != operands.len() {
            let (identities, operands) = (self.identities.len(), operands.len());
            return Err(
                self.ill_formed(&format!("there are {identities} identities for {operands} operands"))
            );
        }
        for ((scalar, literal), operand) in self.identities.iter().zip(&operands) {
            let ty = body.ty(*operand);
            if ty.tile().and_then(|tile| tile.element.scalar()) != Some(*scalar) {
                return Err(self.ill_formed(&format!("an identity is {scalar}, its operand {ty}")));
            }
            self.attributes.identities.push(*literal);
        }
        Ok(())
    }

    fn ill_formed(&self, message: &str) -> spec::problem::Refused {
        wrong(self.place.offset, self.place.len, format!("`{}`: {message}", self.op.mnemonic()))
    }

    fn finish(self, body: &mut Scope<'_, '_>) -> Read<Operation> {
        let results = self.results.unwrap_or_default();
        body.make_visible(&results[..results.len() - usize::from(self.unnamed)]);
        Ok(Operation {
            id: OpId::default(),
            op: self.op,
            operands: self.operands.in_order(),
            token: self.token,
            results,
            attributes: self.attributes,
            regions: self.regions,
            at: self.place,
        })
    }
}
