//! Properties: the contents of `ensures = …`.

use pest::iterators::Pair;

use super::expression::expression;
use super::grammar::{Rule, parse, place, wrong};
use super::guard;
use crate::contract::INDEX;
use crate::problem::IllFormed;
use crate::syntax::contract::{Expr, Property};

/// Parses a text that is a single property.
pub(super) fn alone(text: &str) -> Result<Property, IllFormed> {
    guard::scan(text)?;
    let pair = parse(Rule::properties, text)?.flat_map(|all| all.into_inner()).next();
    pair.map_or_else(|| Err(IllFormed::new("expected a property".to_owned(), &Default::default())), property)
}

/// `writes(out, i : i < n)`
pub(super) fn property(pair: Pair<'_, Rule>) -> Result<Property, IllFormed> {
    let at = pair.clone();
    let mut inner = pair.into_inner();
    let Some(name) = inner.next() else { return Err(wrong(&at, "expected a property")) };
    if inner.peek().is_some_and(|first| first.as_rule() == Rule::ranking) {
        let rankings = inner.map(ranking).collect::<Result<Vec<_>, _>>()?;
        return match name.as_str() {
            "progress" => Ok(Property::Progress { rankings }),
            other => Err(wrong(&at, format!("nothing decreases in `{other}`"))),
        };
    }
    let array = inner.next().map(|array| array.as_str().to_owned());
    let (mut among, mut outside) = (None, None);
    match inner.next() {
        Some(part) if part.as_rule() == Rule::outside => outside = Some(part_outside(part)?),
        part => among = part.map(condition).transpose()?,
    }
    if let (Some(_), false) = (&outside, name.as_str() == "independent") {
        return Err(wrong(&at, format!("`{}` is of no other array", name.as_str())));
    }
    let takes_none = || match (&array, &among) {
        (None, None) => Ok(()),
        (Some(_), _) | (None, Some(_)) => Err(wrong(&at, format!("`{}` is of no array", name.as_str()))),
    };
    let takes_no_condition = || match &among {
        None => Ok(()),
        Some(_) => Err(wrong(&at, format!("`{}` is of a whole array", name.as_str()))),
    };
    match name.as_str() {
        "writes" => Ok(Property::Writes { array, among, once: false }),
        "writes_once" => Ok(Property::Writes { array, among, once: true }),
        "independent" => match (array, outside) {
            (Some(array), Some((of, index))) => Ok(Property::Independent { array, of, index }),
            (_, _) => Err(wrong(&at, "`independent` is of two arrays: `independent(out, a outside n)`")),
        },
        "progress" => takes_none().map(|()| Property::Progress { rankings: Vec::new() }),
        "finite" => takes_no_condition().map(|()| Property::Finite { array }),
        other => Err(IllFormed {
            message: format!("there is no property `{other}`"),
            at: place(&name),
            help: Some(format!("one of {}", Property::NAMES.join(", "))),
        }),
    }
}

/// `decreases hi - lo`, or `decreases (a, b)`
fn ranking(pair: Pair<'_, Rule>) -> Result<Vec<Expr>, IllFormed> {
    pair.into_inner().filter(|part| part.as_rule() == Rule::expr).map(expression).collect()
}

/// `a outside n`
fn part_outside(pair: Pair<'_, Rule>) -> Result<(String, Expr), IllFormed> {
    let at = pair.clone();
    let mut inner = pair.into_inner();
    let (Some(name), Some(index)) = (inner.next(), inner.next()) else {
        return Err(wrong(&at, "expected `a outside n`"));
    };
    Ok((name.as_str().to_owned(), expression(index)?))
}

/// `i : i < n`
fn condition(pair: Pair<'_, Rule>) -> Result<Expr, IllFormed> {
    let at = pair.clone();
    let mut inner = pair.into_inner();
    let (Some(name), Some(holds)) = (inner.next(), inner.next()) else {
        return Err(wrong(&at, "expected `i : condition`"));
    };
    if name.as_str() != INDEX {
        return Err(wrong(&name, format!("the place of an element is called `{INDEX}`")));
    }
    expression(holds)
}
