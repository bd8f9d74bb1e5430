//! A guard as expression trees, for programs that do not parse clauses. docs/certify.md describes the format.

use serde_json::{Value, json};
use spec::syntax::contract::{Expr, Unary, measured_array};

use super::conditions::{Condition, over};
use super::guarded::{Guarded, unseen};

/// The name of the format.
const SCHEMA: &str = "tileproof.guard/1";

pub(super) fn text(guarded: &Guarded<'_>) -> String {
    format!("{:#}\n", value(guarded))
}

/// The conditions of a launch and of its arrays.
pub(crate) fn value(guarded: &Guarded<'_>) -> Value {
    let condition = |one: &Condition| json!({"clause": one.clause, "holds": tree(&one.holds)});
    let contract = guarded.bound.contract;
    let of_each = contract.contents.iter().map(|(name, expr)| {
        // A guard sees numbers and elements, and no lengths.
        let measures = expr.names().into_iter().any(|name| measured_array(name).is_some());
        let holds =
            if measures { Value::Null } else { tree(&over(guarded.bound, guarded.names, &expr.strict())) };
        (name, format!("contents {name} : {expr}"), holds)
    });
    // A relation of several elements has no tree.
    let of_several = contract.relations.iter();
    let of_several =
        of_several.map(|(name, relation)| (name, format!("contents {name} : {relation}"), Value::Null));
    let contents: Vec<_> = of_each.chain(of_several).collect();
    let is_told = |clause: &String| !contents.iter().any(|(_, told, _)| told == clause);
    let unseen: Vec<String> = unseen(guarded.proved).into_iter().filter(is_told).collect();
    let content = |(name, clause, holds): &(&String, String, Value)| json!({"array": name, "clause": clause, "holds": holds});
    json!({
        "schema": SCHEMA,
        "kernel": guarded.proved.kernel().name,
        "parameters": guarded.names.parameters,
        "conditions": guarded.conditions.iter().map(condition).collect::<Vec<_>>(),
        "contents": contents.iter().map(content).collect::<Vec<_>>(),
        "unseen": unseen,
    })
}

/// `["<=", ["name", "arg_n"], ["number", "16"]]`: numbers are texts, since they may have more bits than numbers of JSON.
pub(crate) fn tree(expr: &Expr) -> Value {
    match expr {
        Expr::Number(number) => json!(["number", number.to_string()]),
        Expr::Name(name) => json!(["name", name]),
        Expr::Element(array, index) => json!(["element", array, tree(index)]),
        Expr::Unary(Unary::Neg, operand) => json!(["negative", tree(operand)]),
        Expr::Unary(Unary::Not, operand) => json!(["not", tree(operand)]),
        Expr::Binary(op, lhs, rhs) => json!([op.symbol(), tree(lhs), tree(rhs)]),
    }
}
