//! Operations and blocks: items of a region, read by the form of each operation.

use pest::iterators::Pair;

use super::draft::{Binder, Draft};
use super::reader::Reader;
use super::{call, carried, generic, operands, regions, settle};
use crate::parse::cursor::Cursor;
use crate::parse::grammar::{Rule, wrong};
use crate::parse::{attribute, predicate, types};
use crate::problem::IllFormed;
use crate::syntax::attributes::{Comparison, MemoryOrder, Ordering, Rmw, Scope, Signedness};
use crate::syntax::form::{Field, FormPart, form};
use crate::syntax::kernel::{Block, OpId, Operation};
use crate::syntax::op::Op;
use crate::syntax::span::Place;
use crate::syntax::types::Type;

/// The maximum number of results under one name.
const MAX_RESULTS: usize = 4096;

/// A region: its parameters, its operations, and the terminator, which the text may omit.
pub(in crate::parse) fn read_block<'i>(
    reader: &mut Reader<'_, 'i>,
    region: Pair<'i, Rule>,
    params: Vec<(Pair<'i, Rule>, Type)>,
    elided: Op,
) -> Result<Block, IllFormed> {
    let mut cursor = Cursor::new(region);
    let mut block = Block::default();
    reader.scope.open();
    for (pair, ty) in params {
        let id = reader.scope.value(pair.as_str().trim_start_matches('%').to_owned(), ty);
        reader.scope.show(id, &pair)?;
        block.params.push(id);
    }
    while cursor.peek().is_some() {
        block.ops.push(read_operation(reader, &mut cursor)?);
    }
    reader.scope.close();
    if !block.ops.last().is_some_and(|last| last.op.terminates()) {
        block.ops.push(empty_terminator(elided, cursor.place()));
    }
    Ok(block)
}

/// Reads an operation with its location.
fn read_operation<'i>(reader: &mut Reader<'_, 'i>, cursor: &mut Cursor<'i>) -> Result<Operation, IllFormed> {
    cursor.context = "this region";
    let first = cursor.peek().cloned();
    let start = cursor.place();
    let binders = binders(cursor)?;
    let quoted = cursor.take(Rule::string);
    let is_generic = quoted.is_some();
    let mnemonic = quoted.map_or_else(|| cursor.need(Rule::word, "the name of an operation"), Ok)?;
    let bare = mnemonic.as_str().trim_matches('"');
    let bare = bare.strip_prefix("cuda_tile.").unwrap_or(bare);
    let op = Op::from_mnemonic(bare).ok_or_else(|| unknown(&mnemonic))?;
    cursor.context = op.mnemonic();
    let mut draft = Draft::new(op, first.unwrap_or(mnemonic), binders);
    let mut end = cursor.reached();
    if is_generic {
        generic::read_generic(reader, cursor, &mut draft)?;
        end = cursor.reached();
    }
    for part in form(op).iter().filter(|_| !is_generic) {
        read_part(reader, part, cursor, &mut draft)?;
        // A report underlines the operation's own line, not its regions.
        if draft.regions.is_empty() {
            end = cursor.reached();
        }
    }
    settle::settle(reader, &mut draft)?;
    draft.show_results(&mut reader.scope)?;
    skip_discardable(cursor);
    let location = cursor.take(Rule::location);
    location.as_ref().map_or(Ok(()), |location| reader.locations.check_operation(location))?;
    let source = location.and_then(|location| reader.locations.resolve(&location));
    Ok(Operation {
        id: OpId::default(),
        op,
        operands: draft.operands,
        token: draft.token,
        results: draft.results.unwrap_or_default(),
        attributes: draft.attributes,
        regions: draft.regions,
        at: Place { offset: start.offset, len: end.saturating_sub(start.offset), source },
    })
}

/// Skips attributes behind an operation, left by passes of MLIR without a meaning.
fn skip_discardable(cursor: &mut Cursor<'_>) {
    let is_dictionary = |region: &Pair<'_, Rule>| {
        let mut items = region.clone().into_inner();
        let is_named = items.next().is_some_and(|item| item.as_rule() == Rule::word);
        region.as_rule() == Rule::region && is_named && items.next().is_some_and(|item| item.as_str() == "=")
    };
    if cursor.peek().is_some_and(is_dictionary) {
        cursor.skip();
    }
}

/// Reads a part of a form.
fn read_part<'i>(
    reader: &mut Reader<'_, 'i>,
    part: &FormPart,
    cursor: &mut Cursor<'i>,
    draft: &mut Draft<'i>,
) -> Result<(), IllFormed> {
    match part {
        FormPart::Text(text) => cursor.expect(text),
        FormPart::Operand => operands::one_operand(reader, cursor, draft),
        FormPart::Operands => {
            operands::one_operand(reader, cursor, draft)?;
            operands::more_operands(reader, cursor, draft)
        }
        FormPart::MoreOperands => operands::more_operands(reader, cursor, draft),
        FormPart::Indices { .. } => operands::indices(reader, cursor, draft),
        FormPart::Type(slots) => operands::one_type(reader, slots, cursor, draft),
        FormPart::OperandTypes => {
            let operands = draft.operands.clone();
            operands::operand_types(reader, &operands, cursor)
        }
        FormPart::MoreOperandTypes(first) => operands::more_operand_types(reader, *first, cursor, draft),
        FormPart::IndexTypes => operands::index_types(reader, cursor, draft),
        FormPart::ResultTypes => {
            draft.result_types = operands::type_list(cursor)?.into_iter().map(|(ty, _)| ty).collect();
            Ok(())
        }
        FormPart::EveryResult => {
            let (ty, _) = operands::a_type(cursor)?;
            draft.result_types = vec![ty; draft.named_count().min(types::MAX_RANK)];
            Ok(())
        }
        FormPart::TokenResult => {
            draft.result_types.push(Type::Token);
            Ok(())
        }
        FormPart::Field(field) => read_field(reader, *field, cursor, draft),
    }
}

/// Reads an attribute of a form.
fn read_field<'i>(
    reader: &mut Reader<'_, 'i>,
    field: Field,
    cursor: &mut Cursor<'i>,
    draft: &mut Draft<'i>,
) -> Result<(), IllFormed> {
    let to = &mut draft.attributes;
    match field {
        Field::Signedness => to.signedness = Some(attribute::named(cursor, Signedness::NAMES)?),
        Field::SecondSignedness => to.second_signedness = Some(attribute::named(cursor, Signedness::NAMES)?),
        Field::Overflow => to.overflow = attribute::overflow(cursor)?,
        Field::Rounding => to.rounding = attribute::rounding(cursor)?,
        Field::FlushToZero => to.flush_to_zero = cursor.eat("flush_to_zero"),
        Field::PropagateNan => to.propagate_nan = cursor.eat("propagate_nan"),
        Field::Saturating => to.saturating = cursor.eat("saturating"),
        Field::FastAcc => to.fast_acc = cursor.eat("fast_acc"),
        Field::Global => to.global = cursor.eat("global"),
        Field::UnsignedCompare => to.unsigned_compare = cursor.eat("unsigned"),
        Field::InOrder => to.in_order = cursor.eat("in_order"),
        Field::Comparison => to.comparison = Some(attribute::named(cursor, Comparison::NAMES)?),
        Field::Ordering => to.ordering = Some(attribute::named(cursor, Ordering::NAMES)?),
        Field::Rmw => to.rmw = Some(attribute::named(cursor, Rmw::NAMES)?),
        Field::Reduction => to.rmw = Some(attribute::reduction(cursor)?),
        Field::TokenType => carried::token_type(cursor, draft)?,
        Field::Call => call::read_call(reader, cursor, draft)?,
        Field::Order => {
            to.memory_order = Some(attribute::named(cursor, MemoryOrder::NAMES)?);
            to.scope = attribute::named(cursor, Scope::NAMES).ok();
        }
        Field::Assumption => to.assumption = Some(predicate::assumption(cursor)?),
        Field::Constant => draft.constant = Some(cursor.need(Rule::dense, "`<type: value>`")?),
        Field::Layouts => to.layouts = attribute::layouts(cursor)?,
        Field::Hints => {
            to.hints = cursor.take(Rule::hints).map(types::hints).transpose()?.unwrap_or_default()
        }
        Field::Inbounds => to.inbounds = attribute::inbounds(cursor)?,
        Field::Dim => to.dim = Some(attribute::labelled(cursor, "dim")?),
        Field::Axis => to.dim = Some(attribute::number(cursor)?),
        Field::Reverse => to.reverse = Some(attribute::reverse(cursor)?),
        Field::Permutation => to.permutation = predicate::numbers(cursor)?,
        Field::Elements => to.elements = Some(attribute::number(cursor)?),
        Field::Alignment => to.alignment = Some(attribute::number(cursor)?),
        Field::Text => to.text = Some(attribute::unescape(cursor.need(Rule::string, "a string")?.as_str())),
        Field::Symbol => to.text = Some(attribute::symbol(&cursor.need(Rule::symbol, "a name after `@`")?)),
        Field::Identities => carried::identities(cursor, draft)?,
        Field::Token | Field::TightToken => carried::token(reader, cursor, draft)?,
        Field::Extents => carried::extents(reader, cursor, draft)?,
        Field::ExtentTypes => carried::extent_types(reader, cursor, draft)?,
        Field::Induction => draft.params.push((cursor.need(Rule::value, "the induction variable")?, None)),
        Field::Carried => carried::carried(reader, cursor, draft)?,
        Field::CarriedTypes => carried::carried_types(reader, cursor, draft)?,
        Field::Results => carried::results(cursor, draft)?,
        Field::TypesIfAny => carried::types_if_any(reader, cursor, draft)?,
        Field::Values => carried::values(reader, cursor, draft)?,
        Field::Region => regions::region(reader, cursor, draft)?,
        Field::Else => regions::otherwise(reader, cursor, draft)?,
        Field::Combiner => regions::combiner(reader, cursor, draft)?,
    }
    Ok(())
}

/// `%a, %b:2 =`, if the operation has results.
fn binders<'i>(cursor: &mut Cursor<'i>) -> Result<Vec<Binder<'i>>, IllFormed> {
    let mut binders = Vec::new();
    while let Some(pair) = cursor.take(Rule::value) {
        if pair.as_str().contains('#') {
            return Err(wrong(&pair, "a definition has no `#`"));
        }
        let count = cursor.eat(":").then(|| cursor.need(Rule::number, "how many results")).transpose()?;
        let count = count.map(|number| result_count(&number)).transpose()?;
        binders.push(Binder { pair, count });
        if cursor.eat("=") {
            return Ok(binders);
        }
        cursor.expect(",")?;
    }
    if binders.is_empty() { Ok(binders) } else { Err(cursor.expected("the name of a result")) }
}

/// The `2` of `%for:2`.
fn result_count(number: &Pair<'_, Rule>) -> Result<usize, IllFormed> {
    let count: usize = types::index(number)?;
    let message = || wrong(number, format!("an operation has at most {MAX_RESULTS} results"));
    if count <= MAX_RESULTS { Ok(count) } else { Err(message()) }
}

/// The operation is unknown; suggests a similar name.
fn unknown(word: &Pair<'_, Rule>) -> IllFormed {
    let mut problem = wrong(word, format!("`{}` is no operation of Tile IR", word.as_str()));
    let bare = word.as_str().trim_start_matches("cuda_tile.");
    let near =
        Op::ALL.iter().find(|op| op.mnemonic() == bare || op.mnemonic().trim_end_matches("_tko") == bare);
    problem.help = near.map(|op| format!("write `{}`", op.mnemonic()));
    problem
}

/// A terminator that the text leaves out, at the closing brace.
fn empty_terminator(op: Op, at: Place) -> Operation {
    Operation {
        id: OpId::default(),
        op,
        operands: Vec::new(),
        token: None,
        results: Vec::new(),
        attributes: Default::default(),
        regions: Vec::new(),
        at,
    }
}
