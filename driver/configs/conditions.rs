//! The launch conditions of a proof, as Python expressions over its sizes.

use spec::parse::contract_clauses;
use spec::syntax::contract::{Binary, Expr, Unary};

use crate::check::report::KernelReport;

/// A condition of a proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// The clause of a contract.
    pub clause: String,
    /// The condition in Python; `None` if sizes do not decide it.
    pub python: Option<String>,
    /// Whether the clause is inferred.
    pub inferred: bool,
}

/// The conditions of a kernel's proof: the contract's clauses, and the inferred ones.
pub fn conditions(report: &KernelReport) -> Vec<Condition> {
    let given = &report.contract.given;
    let assumed = report.contract.signature.iter().flat_map(|clause| of_each(clause));
    let given = given.iter().cloned().chain(other_axes(given)).chain(assumed).map(|clause| (clause, false));
    // Launches suggest it beside the inferred clauses.
    let same = report.contract.assumed.lines.iter().filter(|line| line.starts_with("same_array ")).cloned();
    let inferred = report.inferred().into_iter().chain(same).map(|clause| (clause, true));
    let condition =
        |(clause, inferred): (String, bool)| Condition { python: python(&clause), clause, inferred };
    // An `alias` lets launches do more, and asks nothing of them.
    given.chain(inferred).filter(|(clause, _)| !clause.starts_with("alias ")).map(condition).collect()
}

/// Pairs of arrays that are trusted to lie apart, though no clause says so.
pub fn trusted_apart(report: &KernelReport) -> Vec<(String, String)> {
    let clauses = report.contract.trusted.iter().filter_map(|clause| contract_clauses(clause).ok());
    clauses.flat_map(|contract| contract.disjoint).flat_map(|names| pairs(&names)).collect()
}

/// A grid with some axes has one block along the others.
fn other_axes(given: &[String]) -> Vec<String> {
    let has = |axis: &str| given.iter().any(|clause| clause.starts_with(&format!("grid.{axis} == ")));
    let rest = ["y", "z"].into_iter().filter(|axis| has("x") && !has(axis));
    rest.map(|axis| format!("grid.{axis} == 1")).collect()
}

fn pairs(names: &[String]) -> Vec<(String, String)> {
    let with_others = |(at, name): (usize, &String)| {
        let name = name.clone();
        names[at + 1..].iter().map(move |other| (name.clone(), other.clone())).collect::<Vec<_>>()
    };
    names.iter().enumerate().flat_map(with_others).collect()
}

/// `a, b >= 0`: a clause about several arguments, split by argument.
fn of_each(clause: &str) -> Vec<String> {
    let (before, last) = clause.rsplit_once(", ").unwrap_or(("", clause));
    let (name, rest) = last.split_once(' ').unwrap_or((last, ""));
    let names = before.split(", ").filter(|name| !name.is_empty()).chain([name]);
    names.map(|name| format!("{name} {rest}")).collect()
}

/// A clause as Python; `None` if sizes and addresses do not decide it.
fn python(clause: &str) -> Option<String> {
    let contract =
        contract_clauses(clause).or_else(|_| contract_clauses(&format!("requires = {clause}"))).ok()?;
    // A number is no condition.
    let is_condition = |expr: &Expr| matches!(expr, Expr::Binary(..) | Expr::Unary(Unary::Not, _));
    let undecided = !contract.contents.is_empty() || !contract.relations.is_empty();
    if undecided || !contract.lists.is_empty() || !contract.requires.iter().all(is_condition) {
        return None;
    }
    let mut all: Vec<String> = contract.requires.iter().map(expression).collect();
    for buffer in &contract.buffers {
        all.push(format!("0 <= {} <= room({:?})", expression(&buffer.len), buffer.name));
    }
    for (name, bytes) in &contract.aligns {
        all.push(format!("address({name:?}) % {bytes} == 0"));
    }
    for (one, other) in contract.disjoint.iter().flat_map(|names| pairs(names)) {
        all.push(format!("apart({one:?}, {other:?})"));
    }
    for (first, other) in contract.same_arrays.iter().flat_map(|names| pairs(names)) {
        all.push(format!("address({first:?}) == address({other:?})"));
        all.push(format!("room({first:?}) == room({other:?})"));
    }
    (!all.is_empty()).then(|| all.join(" and "))
}

/// An expression in Python, in parentheses if compound.
fn expression(expr: &Expr) -> String {
    let of = expression;
    match expr {
        Expr::Number(number) if *number < 0 => format!("({number})"),
        Expr::Number(number) => number.to_string(),
        Expr::Name(name) => format!("size({name:?})"),
        Expr::Element(array, index) => {
            format!("size({array:?} + f\"[{{{}}}]\")", of(index).replace('"', "'"))
        }
        Expr::Unary(Unary::Neg, operand) => format!("(-{})", of(operand)),
        Expr::Unary(Unary::Not, operand) => format!("(not {})", of(operand)),
        Expr::Binary(op, a, b) => {
            let (a, b) = (of(a), of(b));
            let between = match op {
                Binary::Cdiv => return format!("(-(-{a} // {b}))"),
                Binary::Min => return format!("min({a}, {b})"),
                Binary::Max => return format!("max({a}, {b})"),
                Binary::Add => "+",
                Binary::Sub => "-",
                Binary::Mul => "*",
                // Python's own round down, too.
                Binary::Div => "//",
                Binary::Rem => "%",
                Binary::Eq => "==",
                Binary::Ne => "!=",
                Binary::Lt => "<",
                Binary::Le => "<=",
                Binary::Gt => ">",
                Binary::Ge => ">=",
                Binary::And => "and",
                Binary::Or => "or",
            };
            format!("({a} {between} {b})")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_expressions_of_python() {
        let said = |clause| python(clause).unwrap_or_default();
        assert_eq!(said("grid.x <= cdiv(n, 16)"), "(size(\"grid.x\") <= (-(-size(\"n\") // 16)))");
        assert_eq!(
            said("a.shape[0] == 3 || n % 2 != 0"),
            "((size(\"a.shape[0]\") == 3) or ((size(\"n\") % 2) != 0))"
        );
        assert_eq!(said("align a : 16"), "address(\"a\") % 16 == 0");
        assert_eq!(of_each("a.shape[0], n >= 0"), ["a.shape[0] >= 0", "n >= 0"]);
        assert_eq!(of_each("n % 16 == 0"), ["n % 16 == 0"]);
        assert_eq!(python("contents a : value >= 0"), None);
        assert_eq!(python("contents a : distinct"), None);
        assert_eq!(said("disjoint = (a, b)"), "apart(\"a\", \"b\")");
        assert_eq!(
            said("same_array a, b"),
            "address(\"a\") == address(\"b\") and room(\"a\") == room(\"b\")"
        );
        assert_eq!(
            said("array o : f32[n] strides = (s)"),
            "(size(\"n\") >= 0) and (size(\"s\") >= 0) and 0 <= ((1 + ((size(\"n\") - 1) * size(\"s\"))) * min(size(\"n\"), 1)) <= room(\"o\")"
        );
        assert_eq!(said("buffer o : f32[n]"), "0 <= size(\"n\") <= room(\"o\")");
        let given = ["grid.x == n".to_owned()];
        assert_eq!(other_axes(&given), ["grid.y == 1", "grid.z == 1"]);
    }
}
