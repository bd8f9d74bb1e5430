//! Loads and stores of runs of neighbouring elements, up to sixteen bytes at once.

use spec::syntax::types::Element;

use crate::ir::builder::Builder;
use crate::ir::numbers::{bytes_to_index, immediate, index_to_bytes};
use crate::ir::ptx::{Address, Class, Compare, Guard, Inst, Mode, Opcode, Operand, Order, Reg, Space, Ty};
use crate::ir::value::bytes;

/// Loads a run of up to sixteen bytes into registers. Where the guard is false, registers get the padding, or stay
/// unchanged without a padding.
pub(crate) fn load_vector(
    code: &mut Builder<'_>,
    run: &VectorAccess,
    to: &[Reg],
    from: Address,
    padding: Option<u64>,
) {
    let size = bytes(run.element);
    let padding = run.guard.and(padding);
    // Elements of a word and more have registers of their own; so has a single one.
    let whole = size >= 4 || (to.len() == 1 && to[0].class != Class::Pred);
    if whole {
        for reg in to {
            if let Some(bits) = padding {
                let value = match run.element {
                    Element::Scalar(scalar) if scalar.is_integer() => {
                        let shift = 64 - scalar.bits();
                        (bits << shift).cast_signed() >> shift
                    }
                    Element::Scalar(_) | Element::Pointer(_) => bits.cast_signed(),
                };
                code.assign(*reg, value);
            }
        }
        let inst = Inst::Load {
            space: run.space,
            order: run.order,
            ty: memory_ty(run.element),
            to: to.to_vec(),
            from,
        };
        code.push_guarded(run.guard, inst);
        return;
    }
    let words = words_for(code, run.element, to.len());
    if let (Some(_), None, [one]) = (run.guard, padding, to) {
        let [yes, no] = [Operand::Int(1), Operand::Int(0)];
        let stays = code.op(Opcode::Selp, Ty::B32, Class::B32, &[yes, no, (*one).into()]);
        code.assign(words[0], stays);
    }
    load_words(code, run, (&words, to.len()), from, padding);
    unpack_words(code, run.element, &words, to);
}

/// Whether a run of so many elements travels as words.
pub(crate) const fn travels_as_words(element: Element, count: usize) -> bool {
    bytes(element) < 4 && bytes(element) * index_to_bytes(count) >= 4
}

/// New registers for the words of a run of so many elements smaller than a word.
pub(crate) fn words_for(code: &mut Builder<'_>, element: Element, count: usize) -> Vec<Reg> {
    let words = (bytes(element) * index_to_bytes(count)).div_ceil(4);
    (0..words).map(|_| code.reg(Class::B32)).collect()
}

/// Loads the words of a run of so many elements. PTX has no vectors of bytes, and of halves none wide enough.
pub(crate) fn load_words(
    code: &mut Builder<'_>,
    run: &VectorAccess,
    (words, count): (&[Reg], usize),
    from: Address,
    padding: Option<u64>,
) {
    let size = bytes(run.element);
    if let Some(bits) = run.guard.and(padding) {
        let word = repeat_in_word(bits, size);
        words.iter().for_each(|reg| code.assign(*reg, word));
    }
    let ty = match size * index_to_bytes(count) {
        1 => Ty::U8,
        2 => Ty::U16,
        _ => Ty::B32,
    };
    let load = Inst::Load { space: run.space, order: run.order, ty, to: words.to_vec(), from };
    code.push_guarded(run.guard, load);
}

/// The elements of the words of a run.
pub(crate) fn unpack_words(code: &mut Builder<'_>, element: Element, words: &[Reg], to: &[Reg]) {
    let in_word = bytes_to_index(4 / bytes(element)).min(to.len());
    for (word, regs) in words.iter().zip(to.chunks(in_word)) {
        unpack_word(code, element, *word, regs);
    }
}

/// The words of a run of elements smaller than a word.
pub(crate) fn pack_words(code: &mut Builder<'_>, element: Element, from: &[Reg]) -> Vec<Reg> {
    let size = bytes(element);
    let from = numbers_of(code, from);
    let in_word = bytes_to_index(4 / size).min(from.len());
    from.chunks(in_word).map(|parts| pack_word(code, parts, 8 * size.cast_signed())).collect()
}

/// Bits of a size side by side in a word.
fn repeat_in_word(bits: u64, size: u64) -> i64 {
    let mask = (1u64 << (8 * size)) - 1;
    let word = (0..4 / size).fold(0, |word, at| word | (bits & mask) << (8 * size * at));
    i64::from(low_word(word).cast_signed())
}

/// The lower half of a word of 64 bits.
fn low_word(word: u64) -> u32 {
    let [a, b, c, d, ..] = word.to_le_bytes();
    u32::from_le_bytes([a, b, c, d])
}

/// The elements of a word, lowest first.
fn unpack_word(code: &mut Builder<'_>, element: Element, word: Reg, to: &[Reg]) {
    if to.len() == 2 && to[0].class == Class::B16 {
        code.push(Inst::Unpack { to: to.to_vec(), from: word });
        return;
    }
    let bits = 8 * bytes(element).cast_signed();
    let signed = matches!(element, Element::Scalar(scalar) if scalar.is_integer());
    let ty = if signed { Ty::S32 } else { Ty::U32 };
    for (at, reg) in to.iter().enumerate() {
        let from = vec![word.into(), Operand::Int(bits * immediate(at)), Operand::Int(bits)];
        match reg.class {
            Class::Pred => {
                let byte = code.op(Opcode::Bfe, Ty::U32, Class::B32, &from);
                let from = [byte.into(), Operand::Int(0)];
                code.push(Inst::Compare { compare: Compare::Ne, ty: Ty::U32, ftz: false, to: *reg, from });
            }
            Class::B32 => {
                code.push(Inst::Compute { op: Opcode::Bfe, ty, mode: Mode::default(), to: *reg, from });
            }
            Class::B16 | Class::B64 => unreachable!("elements of less than a word are in words or halves"),
        }
    }
}

/// Stores a run of up to sixteen bytes.
pub(crate) fn store_vector(code: &mut Builder<'_>, run: &VectorAccess, from: &[Reg], to: Address) {
    let size = bytes(run.element);
    let (ty, words) = if size >= 4 || from.len() == 1 {
        (memory_ty(run.element), numbers_of(code, from))
    } else {
        let ty = if size * index_to_bytes(from.len()) == 2 { Ty::U16 } else { Ty::B32 };
        (ty, pack_words(code, run.element, from))
    };
    let from = words.into_iter().map(Operand::Reg).collect();
    code.push_guarded(run.guard, Inst::Store { space: run.space, order: run.order, ty, to, from });
}

/// Registers of elements, with truth values as numbers.
fn numbers_of(code: &mut Builder<'_>, from: &[Reg]) -> Vec<Reg> {
    let [yes, no] = [Operand::Int(1), Operand::Int(0)];
    let number = |reg: &Reg| match reg.class {
        Class::Pred => code.op(Opcode::Selp, Ty::B32, Class::B32, &[yes, no, (*reg).into()]),
        Class::B16 | Class::B32 | Class::B64 => *reg,
    };
    from.iter().map(number).collect()
}

/// Elements of so many bits as one word.
fn pack_word(code: &mut Builder<'_>, parts: &[Reg], bits: i64) -> Reg {
    if parts.len() == 2 && parts[0].class == Class::B16 {
        let to = code.reg(Class::B32);
        code.push(Inst::Pack { to, from: parts.to_vec() });
        return to;
    }
    let mut word = parts[0];
    for (at, part) in parts.iter().enumerate().skip(1) {
        let place = [Operand::Int(bits * immediate(at)), Operand::Int(bits)];
        word = code.op(Opcode::Bfi, Ty::B32, Class::B32, &[(*part).into(), word.into(), place[0], place[1]]);
    }
    word
}

/// How a run of neighbouring elements is accessed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct VectorAccess {
    /// The element type.
    pub(crate) element: Element,
    /// The address space.
    pub(crate) space: Space,
    /// How strongly.
    pub(crate) order: Order,
    /// Whether at all.
    pub(crate) guard: Option<Guard>,
}

/// How an element of a type is moved.
pub(crate) const fn memory_ty(element: Element) -> Ty {
    match bytes(element) {
        1 => match element {
            Element::Scalar(scalar) if scalar.is_integer() => Ty::S8,
            Element::Scalar(_) | Element::Pointer(_) => Ty::U8,
        },
        2 => match element {
            Element::Scalar(scalar) if scalar.is_integer() => Ty::S16,
            Element::Scalar(_) | Element::Pointer(_) => Ty::B16,
        },
        4 => Ty::B32,
        _ => Ty::B64,
    }
}
