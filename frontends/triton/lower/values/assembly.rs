//! Inline assembly of PTX that computes an element of f32 from elements of f32: each instruction is an operation on whole tiles. A guarded
//! instruction is a choice, as in if-conversion (Allen, Kennedy, Porterfield and Warren, POPL 1983).

use std::collections::HashMap;

use spec::syntax::attributes::{Comparison, Ordering};
use spec::syntax::kernel::ValueId;
use spec::syntax::op::Op;
use spec::syntax::types::{Element, Scalar, TileType};

use crate::triton::lower::builder::{Builder, Lowered};
use crate::triton::read::syntax::{Kind, Operation};
use crate::triton::schema::{FLOAT_COMPARISONS, Meaning, parse};

/// Instructions with registers or numbers as operands, as rows like those of the schema.
const INSTRUCTIONS: &[(&str, &str)] = &[
    ("abs.f32", "absf"),
    ("add.f32", "addf"),
    ("ex2.approx.ftz.f32", "exp2 flush_to_zero"),
    ("fma.rn.f32", "fma"),
    ("max.f32", "maxf"),
    ("min.f32", "minf"),
    ("mul.f32", "mulf"),
    ("neg.f32", "negf"),
    ("rsqrt.approx.ftz.f32", "rsqrt flush_to_zero"),
    ("sqrt.approx.ftz.f32", "sqrt flush_to_zero"),
    ("sub.f32", "subf"),
    ("tanh.approx.f32", "tanh approx"),
];

/// A predicate, and the truth value under which an instruction counts.
type Guard = (ValueId, bool);

/// The registers: each with its value, and the guard under which it has one.
#[derive(Default)]
struct Registers<'t>(HashMap<&'t str, (ValueId, Option<Guard>)>);

impl<'t> Builder<'_, 't> {
    /// `tt.elementwise_inline_asm "ex2.approx.ftz.f32 $0, $1;" {constraints = "=f,f", …} %x`
    pub(in crate::triton::lower) fn assembly(&mut self, op: &Operation<'t>) -> Lowered<()> {
        let operands = op.operands().iter().map(|name| self.tile(name)).collect::<Lowered<Vec<_>>>()?;
        let ty = self.result_type(op)?;
        let is_single = ty.element == Element::Scalar(Scalar::F32)
            && operands.iter().all(|id| self.ty(*id) == ty)
            && op.atom("packed_element") == Some("1")
            && op.atom("pure") == Some("true");
        let text =
            op.words.iter().find_map(|word| if let Kind::Text(text) = word.kind { Some(text) } else { None });
        let Some(text) = text.filter(|_| is_single) else {
            return Err(self.no_assembly("other operands than elements of f32"));
        };
        let mut registers = Registers::default();
        let inputs = ["$1", "$2", "$3", "$4"].into_iter().zip(&operands);
        registers.0.extend(inputs.map(|(name, id)| (name, (*id, None))));
        for line in text.split(['{', '}', ';']).map(|line| line.trim_start_matches("\\0A").trim()) {
            let line = line.trim_start_matches(|c: char| c.is_whitespace());
            if !line.is_empty() && !line.starts_with(".reg") {
                self.instruction(line, &ty, &mut registers)?;
            }
        }
        let id = self.register(&registers, "$0", None)?;
        self.bind_tiles(op, &[id])
    }

    /// `@!p mul.f32 $0, $1, 2.0`
    fn instruction(&mut self, line: &'t str, ty: &TileType, registers: &mut Registers<'t>) -> Lowered<()> {
        let (guard, line) = match line.strip_prefix('@').and_then(|line| line.split_once(char::is_whitespace))
        {
            Some((name, line)) => {
                let bare = name.trim_start_matches('!');
                (Some((self.register(registers, bare, None)?, bare == name)), line.trim())
            }
            None => (None, line),
        };
        let (name, operands) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let mut operands = operands.split(',').map(str::trim);
        let target = operands.next().unwrap_or_default();
        let sources = operands
            .map(|text| self.source_operand(text, ty, registers, guard))
            .collect::<Lowered<Vec<_>>>()?;
        let value = self.result(name, ty, &sources)?;
        let kept = match (guard, registers.0.get(target)) {
            (None, _) => (value, None),
            (Some(own), None) => (value, Some(own)),
            (Some(own), Some((_, Some(before)))) if *before == own => (value, Some(own)),
            (Some((predicate, truth)), Some((old, before))) => {
                if before.is_some_and(|before| before != (predicate, !truth)) {
                    return Err(self.no_assembly("a register under two predicates"));
                }
                let (then, other) = if truth { (value, *old) } else { (*old, value) };
                (self.choose(predicate, then, other)?, None)
            }
        };
        registers.0.insert(target, kept);
        Ok(())
    }

    /// What an instruction computes from its sources.
    fn result(&mut self, name: &str, ty: &TileType, sources: &[ValueId]) -> Lowered<ValueId> {
        let row = INSTRUCTIONS.iter().find(|(own, _)| *own == name).and_then(|(_, row)| parse(row));
        let comparison = || {
            let word = name.strip_prefix("setp.")?.strip_suffix(".f32")?;
            let row = FLOAT_COMPARISONS.iter().find(|row| row.0.strip_prefix('o') == Some(word))?;
            Some::<(Comparison, Ordering)>((row.1, row.2))
        };
        match (row, sources) {
            (Some(Meaning::Same(kind, attributes)), [_, ..]) => {
                self.tile_op(kind, sources, ty.clone(), *attributes)
            }
            (None, [x]) if name == "mov.f32" => Ok(*x),
            // Near 1 it is off by a fixed amount.
            (None, [x]) if name == "lg2.approx.ftz.f32" => {
                let value = self.same(Op::Log2, &[*x])?;
                self.through_bits(value)
            }
            (None, [x]) if name == "rcp.approx.ftz.f32" => self.reciprocal(*x),
            (None, [a, b]) if let Some((comparison, ordering)) = comparison() => {
                self.compare(comparison, ordering, *a, *b)
            }
            (Some(_) | None, _) => Err(self.no_assembly(&format!("`{name}`"))),
        }
    }

    /// A register, or a number.
    fn source_operand(
        &mut self,
        text: &'t str,
        ty: &TileType,
        registers: &Registers<'t>,
        guard: Option<Guard>,
    ) -> Lowered<ValueId> {
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => self.number(ty.clone(), &format!("{number:?}")),
            Ok(_) | Err(_) => self.register(registers, text, guard),
        }
    }

    /// The value of a register, where a guard holds.
    fn register(&self, registers: &Registers<'t>, name: &str, guard: Option<Guard>) -> Lowered<ValueId> {
        let found = registers.0.get(name).filter(|(_, under)| under.is_none() || *under == guard);
        found
            .map(|(id, _)| *id)
            .ok_or_else(|| self.no_assembly(&format!("`{name}`, which has no value here")))
    }

    fn no_assembly(&self, why: &str) -> spec::problem::Refused {
        self.unsupported(format!("`tt.elementwise_inline_asm`: inline assembly with {why}"))
    }
}
