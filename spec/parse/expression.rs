//! Expressions of contracts, by precedence climbing.

use pest::iterators::Pair;

use super::grammar::{Rule, wrong};
use crate::problem::IllFormed;
use crate::syntax::contract::{Binary, Expr, Unary, length_of};

/// The most operators of an expression, a bound on the depth.
const MAX_OPERATORS: usize = 256;

/// An expression of bounded size.
pub(super) fn expression(pair: Pair<'_, Rule>) -> Result<Expr, IllFormed> {
    let operators = pair.clone().into_inner().flatten().filter(|inner| {
        let rule = inner.as_rule();
        [Rule::infix, Rule::prefix, Rule::call, Rule::element].contains(&rule)
    });
    if operators.count() > MAX_OPERATORS {
        return Err(wrong(&pair, format!("an expression has at most {MAX_OPERATORS} operators")));
    }
    let mut items = pair.into_inner().collect::<Vec<_>>().into_iter().peekable();
    climb(&mut items, 0)
}

type Items<'i> = std::iter::Peekable<std::vec::IntoIter<Pair<'i, Rule>>>;

/// Operands and operators that bind at least as tightly as `least`, by precedence climbing.
fn climb(items: &mut Items<'_>, least: u8) -> Result<Expr, IllFormed> {
    let mut lhs = operand(items)?;
    while let Some((symbol, op)) = items.peek().and_then(|item| infix(item).map(|op| (item.clone(), op))) {
        if op.binding() < least {
            break;
        }
        items.next();
        // The binding is one higher: operators of one rank associate to the left.
        let rhs = climb(items, op.binding() + 1)?;
        let chained = items.peek().and_then(infix).filter(|next| op.compares() && next.compares());
        if chained.is_some() {
            let mut problem = wrong(&symbol, "comparisons do not chain");
            problem.help = Some("write `a <= b && b <= c`".to_owned());
            return Err(problem);
        }
        lhs = Expr::Binary(op, Box::new(lhs), Box::new(rhs));
    }
    Ok(lhs)
}

/// The infix operator of a pair.
fn infix(pair: &Pair<'_, Rule>) -> Option<Binary> {
    let infix = pair.as_rule() == Rule::infix;
    let is_it = |op: &Binary| op.symbol() == pair.as_str() || op.word() == Some(pair.as_str());
    Binary::ALL.iter().copied().find(|op| infix && is_it(op))
}

/// Prefixes and an atom. A minus before a number is part of it; `not` takes a whole comparison, as in Python.
fn operand(items: &mut Items<'_>) -> Result<Expr, IllFormed> {
    let mut prefixes = Vec::new();
    while let Some(prefix) = items.next_if(|item| item.as_rule() == Rule::prefix) {
        let is_word = prefix.as_str() == "not";
        prefixes.push(prefix);
        if is_word {
            let compared = climb(items, Binary::Eq.binding())?;
            return Ok(with_prefixes(&prefixes, compared));
        }
    }
    // The grammar has an atom after every operator.
    let Some(atom) = items.next() else { return Ok(Expr::Number(0)) };
    let rule = atom.as_rule();
    let expr = if rule == Rule::natural {
        Expr::Number(atom.as_str().parse().map_err(|_| wrong(&atom, "the number is too large"))?)
    } else if rule == Rule::name {
        Expr::Name(atom.as_str().to_owned())
    } else if rule == Rule::call {
        call(atom)?
    } else if rule == Rule::length {
        // The grammar has a name between the parentheses.
        let name = atom.into_inner().next().map_or("", |name| name.as_str());
        Expr::Name(length_of(name))
    } else if rule == Rule::element {
        element(atom)?
    } else {
        climb(&mut atom.into_inner().collect::<Vec<_>>().into_iter().peekable(), 0)?
    };
    Ok(with_prefixes(&prefixes, expr))
}

/// What prefixes make of an expression, the last first.
fn with_prefixes(prefixes: &[Pair<'_, Rule>], mut expr: Expr) -> Expr {
    for prefix in prefixes.iter().rev() {
        let negative = prefix.as_str() == "-";
        let op = if negative { Unary::Neg } else { Unary::Not };
        expr = if let (Expr::Number(number), true) = (&expr, negative) {
            Expr::Number(-number)
        } else {
            Expr::Unary(op, Box::new(expr))
        };
    }
    expr
}

/// `a[i + 1]`
fn element(pair: Pair<'_, Rule>) -> Result<Expr, IllFormed> {
    let at = pair.clone();
    let mut inner = pair.into_inner();
    let (Some(name), Some(place)) = (inner.next(), inner.next()) else {
        return Err(wrong(&at, "expected `name[place]`"));
    };
    let place = climb(&mut place.into_inner().collect::<Vec<_>>().into_iter().peekable(), 0)?;
    Ok(Expr::Element(name.as_str().to_owned(), Box::new(place)))
}

/// `cdiv(a, b)`
fn call(pair: Pair<'_, Rule>) -> Result<Expr, IllFormed> {
    let at = pair.clone();
    let mut inner = pair.into_inner();
    let (Some(name), Some(lhs), Some(rhs)) = (inner.next(), inner.next(), inner.next()) else {
        return Err(wrong(&at, "expected two arguments"));
    };
    let op = Binary::ALL.iter().copied().find(|op| op.symbol() == name.as_str());
    let op = op.ok_or_else(|| wrong(&name, "no such function"))?;
    let side =
        |pair: Pair<'_, Rule>| climb(&mut pair.into_inner().collect::<Vec<_>>().into_iter().peekable(), 0);
    Ok(Expr::Binary(op, Box::new(side(lhs)?), Box::new(side(rhs)?)))
}
