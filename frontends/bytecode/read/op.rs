//! Operations, by their rows.

use std::rc::Rc;

use spec::syntax::attributes::Attributes;
use spec::syntax::kernel::{Block, Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::span::Place;
use spec::syntax::types::Type;

use super::attribute::{self, Identity};
use super::body::Body;
use super::cursor::Cursor;
use super::function::Promise;
use super::operand::{self, Operands};
use super::problem::{Read, unsupported, wrong};
use super::schema::{Attribute, FOREIGN, Flag, Part, Row, row};
use super::{NEWEST, constant};

/// An operation while it is being read.
struct Draft<'b> {
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
    constant: Option<Cursor<'b>>,
    /// Identities, whose types are the operands'.
    identities: Vec<Identity>,
    regions: Vec<Block>,
}

/// The operation that stands next.
pub(super) fn read<'b>(body: &mut Body<'_, 'b>, cursor: &mut Cursor<'b>) -> Read<Operation> {
    let file = body.file;
    let offset = cursor.at();
    let source = file.debug.next(&mut body.indices, &file.strings, &file.budget)?;
    let opcode = cursor.number()?;
    let place = Place { offset, len: cursor.at() - offset, source };
    let row = known(opcode, file.version, &place)?;
    let mut draft = Draft::new(row.op, place);
    for word in &row.words {
        if word.since > file.version {
            draft.unnamed |= word.part == Part::ResultToken;
        } else if word.flag.is_none_or(|flag| draft.flags.contains(&flag)) {
            draft.part(&word.part, body, cursor)?;
        }
        if draft.regions.is_empty() {
            draft.place.len = cursor.at() - offset;
        }
    }
    draft.settle(body)?;
    draft.finish(body)
}

/// The row of an opcode in a version.
fn known(opcode: u64, version: u8, place: &Place) -> Read<&'static Row> {
    if let Some((_, name)) = FOREIGN.iter().find(|(foreign, _)| *foreign == opcode) {
        return Err(unsupported(place.clone(), format!("the operation `{name}`")));
    }
    let wrong = |message| wrong(place.offset, place.len, message);
    let row = row(opcode).ok_or_else(|| {
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

impl<'b> Draft<'b> {
    fn new(op: Op, place: Place) -> Self {
        Draft {
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

    fn part(&mut self, part: &Part, body: &mut Body<'_, 'b>, cursor: &mut Cursor<'b>) -> Read<()> {
        let at = cursor.at();
        match part {
            Part::Result => self.result_types.push(body.file.types.ty(cursor)?),
            Part::Results => {
                let count = cursor.count(1, "results")?;
                body.file.budget.spend(size_of::<Rc<Type>>() * count, at)?;
                for _ in 0..count {
                    self.result_types.push(body.file.types.ty(cursor)?);
                }
            }
            Part::Flags(flags) => self.flags(flags, cursor)?,
            Part::Attribute(Attribute::Constant) => {
                self.constant = Some(constant::bytes(&body.file.constants, cursor)?);
            }
            Part::Attribute(Attribute::Identities) => {
                self.identities = attribute::identities(body.file, cursor)?
            }
            Part::Attribute(attribute) => {
                attribute::read(body.file, *attribute, cursor, &mut self.attributes)?;
                if *attribute == Attribute::Inbounds {
                    // A byte for their count, and one for each axis.
                    let axes = cursor.at().saturating_sub(at + 1);
                    let promise = Promise { operation: self.place.offset, at: at + 1, axes };
                    body.file.promises.borrow_mut().push(promise);
                }
            }
            Part::Operand(place) => self.operands.push(*place, vec![body.operand(cursor)?]),
            Part::Operands(place) => self.operands.push(*place, operand::list(body, cursor)?),
            Part::AllOperands => self.operands.push(0, operand::list(body, cursor)?),
            Part::Token => self.token = Some(body.operand(cursor)?),
            Part::ResultToken => {}
            Part::Regions(count) => {
                // Results come before the values of the regions, as in the text.
                self.settle(body)?;
                self.regions = body.regions(*count, cursor)?;
            }
        }
        Ok(())
    }

    /// One number with a bit for each.
    fn flags(&mut self, flags: &[Flag], cursor: &mut Cursor<'_>) -> Read<()> {
        let at = cursor.at();
        let bits = cursor.number()?;
        if bits >> flags.len() != 0 {
            return Err(wrong(
                at,
                cursor.at() - at,
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
    fn settle(&mut self, body: &mut Body<'_, 'b>) -> Read<()> {
        if self.results.is_some() {
            return Ok(());
        }
        let at = self.place.offset;
        body.file.budget.operation(self.operands.len(), at)?;
        if let Some(bytes) = self.constant.take() {
            let tile = self.result_types.first().and_then(|ty| ty.tile());
            let typed = tile.and_then(|tile| Some((tile, tile.element.scalar()?)));
            let (tile, scalar) = typed.ok_or_else(|| self.wrong("a constant is a tile of numbers"))?;
            self.attributes.constant = Some(constant::dense(bytes, tile, scalar, &body.file.budget)?);
        }
        self.identities(body)?;
        operand::agree(body, self.op, &self.operands, &self.flags, &self.result_types)
            .map_err(|message| self.wrong(&message))?;
        if self.unnamed {
            self.result_types.push(Rc::new(Type::Token));
        }
        self.results = Some(body.results(&self.result_types, at)?);
        Ok(())
    }

    /// Identities are of their operands' types.
    fn identities(&mut self, body: &Body<'_, '_>) -> Read<()> {
        if self.identities.is_empty() {
            return Ok(());
        }
        let operands = self.operands.in_order();
        if self.identities.len() != operands.len() {
            let (identities, operands) = (self.identities.len(), operands.len());
            return Err(self.wrong(&format!("there are {identities} identities for {operands} operands")));
        }
        for ((scalar, literal), operand) in self.identities.iter().zip(&operands) {
            let ty = body.ty(*operand);
            if ty.tile().and_then(|tile| tile.element.scalar()) != Some(*scalar) {
                return Err(self.wrong(&format!("an identity is {scalar}, its operand {ty}")));
            }
            self.attributes.identities.push(*literal);
        }
        Ok(())
    }

    fn wrong(&self, message: &str) -> spec::problem::Refused {
        wrong(self.place.offset, self.place.len, format!("`{}`: {message}", self.op.mnemonic()))
    }

    fn finish(self, body: &mut Body<'_, '_>) -> Read<Operation> {
        let results = self.results.unwrap_or_default();
        body.show(&results[..results.len() - usize::from(self.unnamed)]);
        Ok(Operation {
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
