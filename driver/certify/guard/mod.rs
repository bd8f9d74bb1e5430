//! What a launch must keep to be one of those that are proved, as a function in the host's language: it gives the first
//! clause that is broken, or nothing.

mod negation;
mod views;

use std::fmt::Write;
use std::path::Path;

use spec::contract::Bound;
use spec::origins::Origins;
use spec::proof::Proved;
use spec::syntax::contract::{Binary, Expr, MAX_ALLOCATION, MAX_GRID, Unary};
use spec::syntax::kernel::Kernel;

use self::negation::negated;
use self::views::{LaidView, Length, Lengths, Number};
use crate::failure::Failure;

/// In which language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// C++.
    Cpp,
    /// Python.
    Python,
}

impl Language {
    /// That of a file, by its name.
    ///
    /// # Errors
    /// A name that ends in none of `.h`, `.hpp`, `.cuh` and `.py`.
    pub fn of(path: &Path) -> Result<Self, Failure> {
        match path.extension().and_then(|kind| kind.to_str()) {
            Some("h" | "hpp" | "cuh") => Ok(Language::Cpp),
            Some("py") => Ok(Language::Python),
            Some(_) | None => {
                Err(Failure::usage(format!("a guard is C++ or Python, and {} is neither", path.display()))
                    .help("name it FILE.h, FILE.hpp or FILE.cuh, or FILE.py"))
            }
        }
    }
}

/// A condition, and the clause that it is.
type Condition = (String, String);

/// The guard of a proved kernel: a function that gives the first clause that a launch breaks, or nothing.
pub fn guard(proved: &Proved, language: Language) -> String {
    let bound = proved.bound();
    let folded = spec::fold::kernel(proved.kernel());
    let writer = Writer { bound: &bound, folded: &folded, language };
    let name: String =
        proved.kernel().name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let mut parameters: Vec<String> = ["grid_x", "grid_y", "grid_z"].map(|axis| writer.number(axis)).to_vec();
    for position in 0..proved.kernel().params.len() {
        let called = writer.name(position);
        if bound.pointee(position).is_some() {
            parameters.push(writer.number(&format!("{called}_address")));
            parameters.push(writer.number(&format!("{called}_bytes")));
        } else if bound.scalar(position).is_some() {
            parameters.push(writer.number(&called));
        }
    }
    let (comment, head, prelude) = match language {
        Language::Cpp => (
            "//",
            format!("inline const char* broken_clause_of_{name}({})\n{{\n", parameters.join(", ")),
            CPP,
        ),
        Language::Python => {
            ("#", format!("def broken_clause_of_{name}({}):\n", parameters.join(", ")), PYTHON)
        }
    };
    let mut text = format!(
        "{comment} Whether a launch of @{} is one of those that tileproof {} has proved: the first clause that it breaks.\n",
        proved.kernel().name,
        env!("CARGO_PKG_VERSION")
    );
    for clause in unseen(proved) {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{comment} Not looked at: {}", clause.replace(['\n', '\r'], " "));
    }
    for property in &bound.contract.ensures {
        let _ = writeln!(text, "{comment} Ensured, and not enforced: {property}");
    }
    text.push_str(prelude);
    text.push_str(&head);
    for (condition, clause) in writer.conditions(&Origins::new(proved.kernel())) {
        let clause = clause.replace('\\', "").replace('"', "'");
        match language {
            Language::Cpp => text.push_str(&format!("  if (!({condition})) return \"{clause}\";\n")),
            Language::Python => {
                text.push_str(&format!("    if not ({condition}):\n        return \"{clause}\"\n"))
            }
        }
    }
    text.push_str(match language {
        Language::Cpp => "  return nullptr;\n}\n",
        Language::Python => "    return None\n",
    });
    text
}

/// What a guard does not look at, of all that a proof rests on: what arrays hold, and what only people know.
pub(super) fn unseen(proved: &Proved) -> Vec<String> {
    let bound = proved.bound();
    let folded = spec::fold::kernel(proved.kernel());
    let writer = Writer { bound: &bound, folded: &folded, language: Language::Python };
    let contents = bound.contract.contents.iter().map(|(name, clause)| format!("contents {name} : {clause}"));
    let relations = bound.contract.relations.iter();
    let relations = relations.map(|(name, relation)| format!("contents {name} : {relation}"));
    let sized: Vec<String> = (0..bound.kernel.params.len())
        .filter(|position| writer.views_on(*position).is_some())
        .map(|position| views_clause(bound.argument_name(position)))
        .collect();
    let open = |trusted: &&String| {
        !trusted.starts_with("disjoint ") && !trusted.starts_with("align ") && !sized.contains(trusted)
    };
    let trusted = proved.grounds().trusted.iter().filter(open).cloned();
    let lists = bound.contract.lists.iter().map(ToString::to_string);
    trusted.chain(contents).chain(relations).chain(lists).collect()
}

/// What is trusted of a buffer whose size no clause states.
fn views_clause(name: &str) -> String {
    format!("buffer {name} : as large as the views on it")
}

/// Division is by the floor. Numbers of a launch are below 2^64, so products of up to three of them and a constant are
/// exact only where the host has wider ones: what does not fit is refused.
const CPP: &str = "\
#pragma once
namespace tileproof_guard {
using Z = __int128;
struct N {
  Z value; bool exact;
  N(Z v, bool e = true) : value(v), exact(e) {}
};
inline N operator+(N a, N b) { Z r; bool o = __builtin_add_overflow(a.value, b.value, &r); return N(r, a.exact && b.exact && !o); }
inline N operator-(N a, N b) { Z r; bool o = __builtin_sub_overflow(a.value, b.value, &r); return N(r, a.exact && b.exact && !o); }
inline N operator*(N a, N b) { Z r; bool o = __builtin_mul_overflow(a.value, b.value, &r); return N(r, a.exact && b.exact && !o); }
inline N div(N a, N b) {
  if (b.value == 0 || b.value == -1) return b.value == 0 ? N(0, false) : N(0) - a;
  Z q = a.value / b.value;
  if (a.value % b.value != 0 && (a.value < 0) != (b.value < 0)) --q;
  return N(q, a.exact && b.exact);
}
inline N mod(N a, N b) { return a - div(a, b) * b; }
inline N cdiv(N a, N b) { return N(0) - div(N(0) - a, b); }
inline N least(N a, N b) { return N(a.value < b.value ? a.value : b.value, a.exact && b.exact); }
inline N greatest(N a, N b) { return N(a.value < b.value ? b.value : a.value, a.exact && b.exact); }
inline bool operator==(N a, N b) { return a.exact && b.exact && a.value == b.value; }
inline bool operator!=(N a, N b) { return a.exact && b.exact && a.value != b.value; }
inline bool operator<(N a, N b) { return a.exact && b.exact && a.value < b.value; }
inline bool operator<=(N a, N b) { return a.exact && b.exact && a.value <= b.value; }
inline bool operator>(N a, N b) { return b < a; }
inline bool operator>=(N a, N b) { return b <= a; }
}  // namespace tileproof_guard
using tileproof_guard::N;

";

const PYTHON: &str = "\
def div(a, b):
    return a // b


def mod(a, b):
    return a % b


def cdiv(a, b):
    return -(-a // b)


least, greatest, N = min, max, int


";

struct Writer<'a> {
    bound: &'a Bound<'a>,
    /// The kernel without what is known before it runs.
    folded: &'a Kernel,
    language: Language,
}

impl Writer<'_> {
    /// A parameter of the function.
    fn number(&self, name: &str) -> String {
        match self.language {
            Language::Cpp => format!("tileproof_guard::Z {name}"),
            Language::Python => name.to_owned(),
        }
    }

    /// What an argument is called: its own name could be a word of the language.
    fn name(&self, position: usize) -> String {
        let spell = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let name: String = self.bound.argument_name(position).chars().map(spell).collect();
        format!("arg_{name}")
    }

    fn conditions(&self, origins: &Origins) -> Vec<Condition> {
        let mut all = Vec::new();
        let axes = [("grid_x", "grid.x"), ("grid_y", "grid.y"), ("grid_z", "grid.z")];
        for (axis, (name, shown)) in axes.into_iter().enumerate() {
            let range = format!("1 <= {shown} && {shown} <= {MAX_GRID}");
            all.push((format!("N(1) <= {name} {} N({name}) <= {MAX_GRID}", self.and()), range));
            if let Some(grid) = &self.bound.contract.grid {
                let stated = grid.get(axis).cloned().unwrap_or(Expr::Number(1));
                all.push((format!("N({name}) == {}", self.expr(&stated)), format!("{shown} == {stated}")));
            }
        }
        let requires = self.bound.contract.requires.iter();
        all.extend(requires.map(|clause| (self.expr(clause), clause.to_string())));
        let pointers: Vec<_> =
            (0..self.bound.kernel.params.len()).filter(|at| self.bound.pointee(*at).is_some()).collect();
        pointers.iter().for_each(|position| self.memory(*position, origins, &mut all));
        for (number, a) in pointers.iter().enumerate() {
            for b in &pointers[number + 1..] {
                if !self.bound.may_overlap(*a, *b) {
                    let clause = format!(
                        "disjoint = ({}, {})",
                        self.bound.argument_name(*a),
                        self.bound.argument_name(*b)
                    );
                    all.push((self.apart(&self.name(*a), &self.name(*b)), clause));
                }
            }
        }
        all
    }

    /// Where two buffers have no common byte: one ends before the other, or is empty.
    fn apart(&self, a: &str, b: &str) -> String {
        let or = if self.language == Language::Cpp { "||" } else { "or" };
        format!(
            "N({a}_bytes) == 0 {or} N({b}_bytes) == 0 {or} N({a}_address) + N({a}_bytes) <= {b}_address {or} \
             N({b}_address) + N({b}_bytes) <= {a}_address"
        )
    }

    /// What is promised of one buffer.
    fn memory(&self, position: usize, origins: &Origins, all: &mut Vec<Condition>) {
        let Some(element) = self.bound.pointee(position) else { return };
        let (called, shown) = (self.name(position), self.bound.argument_name(position));
        let is_it = |other: &str| self.bound.position(other) == Some(position);
        let contract = self.bound.contract;
        let nowhere = format!("buffer {shown} : not at address 0");
        all.push((format!("N({called}_address) > 0"), nowhere));
        let large = format!("buffer {shown} : at most 2^48 bytes");
        all.push((format!("N({called}_bytes) <= {MAX_ALLOCATION}"), large));
        for clause in contract.buffers.iter().filter(|clause| is_it(&clause.name)) {
            let len = self.expr(&clause.len);
            let (and, size) = (self.and(), element.bytes());
            let condition = match element.in_a_byte() {
                1 => format!("N(0) <= {len} {and} {len} * N({size}) <= {called}_bytes"),
                share => format!("N(0) <= {len} {and} cdiv({len}, N({share})) <= {called}_bytes"),
            };
            all.push((condition, format!("buffer {shown} : {element}[{}]", clause.len)));
        }
        for condition in self.views_on(position).into_iter().flatten() {
            all.push((condition, views_clause(shown)));
        }
        let stated = contract.aligns.iter().filter(|(name, _)| is_it(name)).map(|(_, bytes)| *bytes);
        let mut aligns: Vec<u64> = stated.collect();
        if aligns.is_empty() {
            aligns.extend(origins.alignment.get(&position));
        }
        for bytes in aligns.into_iter().chain([element.bytes()]) {
            all.push((
                format!("mod(N({called}_address), N({bytes})) == 0"),
                format!("align {shown} : {bytes}"),
            ));
        }
    }

    /// That a buffer whose size no clause states holds the views on it, each; `None` where that of one does not follow from the launch.
    fn views_on(&self, position: usize) -> Option<Vec<String>> {
        let stated = |name: &str| self.bound.position(name) == Some(position);
        if self.bound.contract.buffers.iter().any(|clause| stated(&clause.name)) {
            return Some(Vec::new());
        }
        let views = views::laid(self.folded).into_iter().filter(|view| view.position == position);
        views.map(|view| self.holds_view(&view)).collect()
    }

    /// Whether a view is empty, or ends inside its buffer.
    fn holds_view(&self, view: &LaidView) -> Option<String> {
        let (extents, strides) = view.geometry.as_ref()?;
        let lengths = Lengths::new(self.bound, self.folded);
        let spell = |length: &Length| match length {
            Length::Known(known) => Some(format!("N({known})")),
            Length::Value(value) => lengths.of(*value).map(|number| self.spell(&number)),
        };
        let extents: Vec<String> = extents.iter().map(spell).collect::<Option<_>>()?;
        let strides: Vec<String> = strides.iter().map(spell).collect::<Option<_>>()?;
        let or = if self.language == Language::Cpp { "||" } else { "or" };
        let empty: String = extents.iter().map(|extent| format!("{extent} == N(0) {or} ")).collect();
        let last =
            extents.iter().zip(&strides).map(|(extent, stride)| format!(" + ({extent} - N(1)) * {stride}"));
        let (last, called) = (last.collect::<String>(), self.name(view.position));
        Some(format!("{empty}(N(1){last}) * N({}) <= {called}_bytes", view.bytes))
    }

    /// A number of the kernel.
    fn spell(&self, number: &Number) -> String {
        match number {
            Number::Known(known) => format!("N({known})"),
            Number::Parameter(position) => format!("N({})", self.name(*position)),
            Number::Of(sign, a, b) => format!("({} {sign} {})", self.spell(a), self.spell(b)),
        }
    }

    const fn and(&self) -> &'static str {
        match self.language {
            Language::Cpp => "&&",
            Language::Python => "and",
        }
    }

    /// An expression, every part of it in parentheses.
    fn expr(&self, expr: &Expr) -> String {
        let python = self.language == Language::Python;
        match expr {
            // A literal of C++ has at most 64 bits.
            Expr::Number(number) if python || i64::try_from(*number).is_ok_and(|n| n > i64::MIN) => {
                format!("N({number})")
            }
            Expr::Number(number) => {
                let (high, low) = (number.div_euclid(1 << 62), number.rem_euclid(1 << 62));
                format!("(N({high}) * N(1ll << 62) + N({low}))")
            }
            Expr::Name(name) => match ["grid.x", "grid.y", "grid.z"].iter().position(|axis| axis == name) {
                Some(axis) => format!("N({})", ["grid_x", "grid_y", "grid_z"][axis]),
                None => format!("N({})", self.bound.position(name).map_or(String::new(), |at| self.name(at))),
            },
            Expr::Element(..) => unreachable!("a bound contract has elements in `contents` alone"),
            Expr::Unary(Unary::Neg, operand) => format!("(N(0) - {})", self.expr(operand)),
            Expr::Unary(Unary::Not, operand) => self.expr(&negated(operand)),
            Expr::Binary(op, lhs, rhs) => self.binary(*op, &self.expr(lhs), &self.expr(rhs)),
        }
    }

    fn binary(&self, op: Binary, lhs: &str, rhs: &str) -> String {
        let python = self.language == Language::Python;
        match op {
            Binary::Div => format!("div({lhs}, {rhs})"),
            Binary::Rem => format!("mod({lhs}, {rhs})"),
            Binary::Cdiv => format!("cdiv({lhs}, {rhs})"),
            Binary::Min => format!("least({lhs}, {rhs})"),
            Binary::Max => format!("greatest({lhs}, {rhs})"),
            Binary::And => format!("({lhs} {} {rhs})", self.and()),
            Binary::Or => format!("({lhs} {} {rhs})", if python { "or" } else { "||" }),
            Binary::Add
            | Binary::Sub
            | Binary::Mul
            | Binary::Eq
            | Binary::Ne
            | Binary::Lt
            | Binary::Le
            | Binary::Gt
            | Binary::Ge => format!("({lhs} {} {rhs})", op.symbol()),
        }
    }
}
