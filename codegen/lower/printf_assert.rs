//! `print_tko` and `assert`: text for the host. The driver's `vprintf` takes a format and a block of arguments, as C passes them:
//! words of four bytes, or of eight at multiples of eight.

use spec::problem::Unsupported;
use spec::syntax::kernel::Operation;
use spec::syntax::printf::{self, Conversion, Piece};
use spec::syntax::types::{Element, Scalar};

use crate::ir::builder::Builder;
use crate::ir::numbers::to_index;
use crate::ir::ptx::{Address, Base, Class, Compare, Inst, Mode, Opcode, Operand, Order, Reg, Space, Ty};
use crate::ir::thread_bits::is_first_holder;
use crate::ir::value::{Token, Value};
use crate::layout::conversion::convert_layout;
use crate::layout::linear::{BitSource, Layout, MAX_TILE_REGISTERS};
use crate::lower::block_order;
use crate::lower::memory::arrays::{declare_bytes, to_generic_address};

/// The declaration of the driver's function.
const VPRINTF: &str =
    ".extern .func (.param .b32 result) vprintf (.param .b64 format, .param .b64 arguments);";

/// The maximum number of values per call.
const MOST_VALUES: usize = 32;

/// Text for the host: a format and its arguments.
#[derive(Debug, Default)]
struct Printed {
    format: String,
    values: Vec<Reg>,
}

impl Printed {
    /// Literal text.
    fn text(&mut self, text: &str) {
        self.format.push_str(&text.replace('%', "%%"));
    }

    /// Sends the collected values to the host.
    fn flush(&mut self, code: &mut Builder<'_>) {
        let printed = std::mem::take(self);
        if printed.format.is_empty() {
            return;
        }
        code.declare(VPRINTF.to_owned());
        let mut bytes = printed.format.into_bytes();
        bytes.push(0);
        let name = code.constant_text(|name| declare_bytes("global", 1, name, &bytes));
        let mut end = 0u64;
        for value in printed.values {
            let (ty, size) = if value.class == Class::B64 { (Ty::B64, 8) } else { (Ty::B32, 4) };
            // Each argument is aligned to its size, as in C.
            end = end.next_multiple_of(size);
            let to = Address { base: Base::Name("tile_arguments".to_owned()), offset: end.cast_signed() };
            let from = vec![value.into()];
            code.push(Inst::Store { space: Space::Local, order: Order::Weak, ty, to, from });
            end += size;
        }
        code.reserve_arguments(end);
        let [format, arguments] = [code.reg(Class::B64), code.reg(Class::B64)];
        code.push(Inst::AddressOf { to: format, name });
        code.push(Inst::AddressOf { to: arguments, name: "tile_arguments".to_owned() });
        let format = to_generic_address(code, Space::Global, format);
        let arguments = to_generic_address(code, Space::Local, arguments);
        let to = code.reg(Class::B32);
        code.push(Inst::Print { to, format, arguments });
    }
}

/// `assert`: the first false element that a thread has is told to the host, and the launch fails.
pub(crate) fn assert(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    let tile = code.tile(op.operands[0]);
    let holder = is_first_holder(code, &tile.layout);
    let mut holds = tile.regs.clone();
    holds.dedup();
    let fine = holds.into_iter().reduce(|all, one| code.and(all, one)).unwrap_or(tile.regs[0]);
    let end = code.label();
    code.branch_if(fine, true, end);
    if let Some(holder) = holder {
        code.branch_if(holder.pred, !holder.when, end);
    }
    let mut printed = Printed::default();
    printed.text("tile block: [");
    for (at, number) in block_order::block_id(code).into_iter().enumerate() {
        printed.format.push_str(if at == 0 { "%u" } else { ", %u" });
        printed.values.push(number);
    }
    let message = op.attributes.text.as_deref().unwrap_or_default().trim_end_matches('\0');
    printed.text(&format!("]: assertion failed: {message}\n"));
    printed.flush(code);
    code.push(Inst::Trap);
    code.place_label(end);
    Ok(())
}

/// `print_tko`: by the first thread of the block.
pub(crate) fn print(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    let mut values = Vec::new();
    for operand in &op.operands {
        let (tile, element) = (code.tile(*operand), code.kernel().tile(*operand).element);
        let places = tile.layout.bits.iter().map(|place| match place {
            BitSource::Broadcast => BitSource::Broadcast,
            BitSource::Register | BitSource::Thread(_) => BitSource::Register,
        });
        let layout = Layout { bits: places.collect() };
        if layout.registers() > MAX_TILE_REGISTERS {
            return code.refuse(op, format!("a printed tile of {} elements", layout.registers()));
        }
        values.push((
            convert_layout(code, &tile, element, &layout),
            element,
            &code.kernel().tile(*operand).shape,
        ));
    }
    let end = code.label();
    // Every thread has the whole tile, so one thread prints.
    let first = code.compare(Compare::Eq, Ty::U32, code.thread(), 0);
    code.branch_if(first, false, end);
    let mut printed = Printed::default();
    let mut values = values.into_iter();
    for piece in printf::pieces(op.attributes.text.as_deref().unwrap_or_default()) {
        match piece {
            Piece::Text(text) => printed.text(text),
            Piece::Percent => printed.text("%"),
            Piece::Conversion(conversion) => {
                let Some((tile, element, shape)) = values.next() else { continue };
                let mut list = List { layout: &tile.layout, regs: &tile.regs, element, conversion };
                list.print(code, op, &mut printed, shape, 0)?;
            }
        }
    }
    printed.flush(code);
    code.place_label(end);
    let token = op.token.map_or(Token::default(), |token| code.token(token));
    if let Some(result) = op.results.last() {
        code.set(*result, Value::Token(token));
    }
    Ok(())
}

/// A tile that is printed as nested lists.
struct List<'t> {
    layout: &'t Layout,
    regs: &'t [Reg],
    element: Element,
    conversion: Conversion<'t>,
}

impl List<'_> {
    fn print(
        &mut self,
        code: &mut Builder<'_>,
        op: &Operation,
        printed: &mut Printed,
        shape: &[u32],
        first: usize,
    ) -> Result<(), Unsupported> {
        let Some((extent, inner)) = shape.split_first() else {
            let reg = self.regs[self.layout.register_of(first)];
            // A call prints so many values; a longer list is several calls.
            if printed.values.len() == MOST_VALUES {
                printed.flush(code);
            }
            return self.value(code, op, printed, reg);
        };
        let step: usize = inner.iter().map(|extent| to_index(*extent)).product();
        printed.text("[");
        for k in 0..to_index(*extent) {
            if k > 0 {
                printed.text(", ");
            }
            self.print(code, op, printed, inner, first + k * step)?;
        }
        printed.text("]");
        Ok(())
    }

    /// One element: integers as C's `int` or `long long`, floats as `double`.
    fn value(
        &self,
        code: &mut Builder<'_>,
        op: &Operation,
        printed: &mut Printed,
        reg: Reg,
    ) -> Result<(), Unsupported> {
        let (how, letter) = (self.conversion.how, self.conversion.letter);
        let scalar = match self.element {
            Element::Pointer(_) => {
                printed.format.push_str("0x%llx");
                printed.values.push(reg);
                return Ok(());
            }
            Element::Scalar(scalar) => scalar,
        };
        if scalar.is_integer() {
            // A letter that does not fit the type is replaced.
            let letter = if "uoxXc".contains(letter) { letter } else { 'd' };
            let signed = letter == 'd' && scalar != Scalar::I1;
            let size = if reg.class == Class::B64 { "ll" } else { "" };
            printed.format.push_str(&format!("%{how}{size}{letter}"));
            let value = if signed || scalar.bits() >= 32 {
                reg
            } else {
                let wide = code.natural_of(reg, self.element);
                code.convert(Ty::U32, Ty::U64, Mode::default(), Class::B32, wide)
            };
            printed.values.push(value);
            return Ok(());
        }
        let from = match scalar {
            Scalar::F64 => reg,
            Scalar::F32 | Scalar::Tf32 => code.convert(Ty::F64, Ty::F32, Mode::default(), Class::B64, reg),
            Scalar::F16 => code.convert(Ty::F64, Ty::F16, Mode::default(), Class::B64, reg),
            Scalar::Bf16 => {
                let bits = code.convert(Ty::U32, Ty::U16, Mode::default(), Class::B32, reg);
                let bits = code.op(Opcode::Shl, Ty::B32, Class::B32, &[bits.into(), Operand::Int(16)]);
                code.convert(Ty::F64, Ty::F32, Mode::default(), Class::B64, bits)
            }
            Scalar::I1 | Scalar::I4 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => reg,
            Scalar::F8E4m3fn | Scalar::F8E5m2 | Scalar::F8E8m0fnu | Scalar::F4E2m1fn => {
                return code.refuse(op, format!("a printed {scalar}"));
            }
        };
        let letter = if "eEgGfF".contains(letter) { letter } else { 'g' };
        printed.format.push_str(&format!("%{how}{letter}"));
        printed.values.push(from);
        Ok(())
    }
}
