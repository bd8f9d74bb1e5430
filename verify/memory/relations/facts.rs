//! What relations say of one element and of two, and of the way from one to the other.

use spec::contract::{Reach, Symbol, count_along};
use spec::domain::{Bool as _, Number};
use spec::syntax::contract::{Expr, Relation};

use super::{FixedElement, LaunchElement, Step, relations};
use crate::smt::lower::conjuncts;
use crate::symbolic::machine::Machine;
use crate::terms::{Num, Truth, TruthNode};

/// What relations say of one element.
pub(super) fn facts_of_one(machine: &Machine<'_>, one: &LaunchElement) -> Vec<Truth> {
    let all = relations(machine, one.which);
    let along = all.iter().filter_map(|relation| match relation {
        Relation::Along(holds) => Some(holds),
        Relation::Distinct(_) => None,
    });
    along.map(|holds| relate_along(machine, one.which, holds, &[one, one])).collect()
}

/// What relations say of two elements, and that a place has one element.
pub(super) fn facts_of_two(machine: &Machine<'_>, a: &LaunchElement, b: &LaunchElement) -> Vec<Truth> {
    let both = a.exists.and(&b.exists);
    let (here, equal) = (a.index.equals(&b.index), a.value.equals(&b.value));
    let mut facts = vec![both.and(&here).implies(&equal)];
    for relation in relations(machine, a.which) {
        match &relation {
            // What names one element was said of each.
            Relation::Along(holds) if count_along(holds) < 2 => {}
            Relation::Along(holds) => {
                facts.extend([[a, b], [b, a]].map(|pair| relate_along(machine, a.which, holds, &pair)));
            }
            Relation::Distinct(among) => {
                let is_among = |value: &Num| match among {
                    Some(among) => machine.setup.of_element(among, value),
                    None => Truth::constant(true),
                };
                let two = both.and(&here.not()).and(&is_among(&a.value)).and(&is_among(&b.value));
                facts.push(two.implies(&equal.not()));
            }
        }
    }
    for step in machine.relations.steps.iter().filter(|step| step.which == a.which) {
        for (from, to) in [(a, b), (b, a)] {
            let way = to.value.sub(&from.value).mul(&Num::constant(step.sign));
            let least = to.index.sub(&from.index).mul(&Num::constant(step.least));
            let bounded = from.index.at_most(&to.index).implies(&least.at_most(&way));
            facts.push(both.and(&step.when).implies(&bounded));
        }
    }
    facts
}

/// A relation, of elements that go along with `i` in the order in which it names them: where they are as far apart as it
/// says. Without elements it is one between fixed places.
pub(super) fn relate_along(
    machine: &Machine<'_>,
    which: usize,
    holds: &Expr,
    given: &[&LaunchElement],
) -> Truth {
    let setup = &machine.setup;
    let (mut given, mut index) = (given.iter(), None);
    let (mut when, mut values) = (Truth::constant(true), Vec::new());
    for (_, place) in holds.elements() {
        let element = if Reach::of(place) == Some(Reach::Along) {
            let Some(element) = given.next() else { return Truth::constant(true) };
            let i = element.index.sub(&setup.bound.distance(place, &mut |symbol| setup.symbol(symbol)));
            when = when.and(&index.map_or(Truth::constant(true), |first: Num| first.equals(&i)));
            index = Some(i);
            **element
        } else {
            let known = |fixed: &&FixedElement| fixed.element.which == which && fixed.place == *place;
            let Some(fixed) = machine.relations.fixed.iter().find(known) else {
                return Truth::constant(true);
            };
            fixed.element
        };
        when = when.and(&element.exists);
        values.push(element.value);
    }
    if index.is_none() && given.next().is_some() {
        return Truth::constant(true);
    }
    let holds = setup.bound.truth(holds, &mut |symbol| match symbol {
        Symbol::Index => index.unwrap_or(Num::constant(0)),
        Symbol::Place(number) => values[number],
        Symbol::Argument(_) | Symbol::Grid(_) | Symbol::Element => setup.symbol(symbol),
    });
    when.implies(&holds)
}

/// The bounds of the way from an element to the next that a relation between two neighbours states.
pub(super) fn find_steps(machine: &Machine<'_>, which: usize, holds: &Expr) -> Vec<Step> {
    let setup = &machine.setup;
    let elements = holds.elements();
    let is_along = |place: &&Expr| Reach::of(place) == Some(Reach::Along);
    let along: Vec<&Expr> = elements.iter().map(|(_, place)| *place).filter(is_along).collect();
    let [first, second] = along[..] else { return Vec::new() };
    let far = |place| setup.bound.distance(place, &mut |symbol| setup.symbol(symbol));
    let ends = [setup.allocations[which].any_element(), setup.allocations[which].any_element()];
    let (low, high) = match far(second).sub(&far(first)).value() {
        Some(1) => (ends[0], ends[1]),
        Some(-1) => (ends[1], ends[0]),
        Some(_) | None => return Vec::new(),
    };
    let (mut when, mut values, mut open) = (Truth::constant(true), Vec::new(), ends.iter());
    for (_, place) in &elements {
        let known = |fixed: &&FixedElement| fixed.element.which == which && fixed.place == **place;
        match machine.relations.fixed.iter().find(known).filter(|_| !is_along(place)) {
            Some(fixed) => {
                when = when.and(&fixed.element.exists);
                values.push(fixed.element.value);
            }
            None => values.extend(open.next()),
        }
    }
    let index = Num::fresh("i", -(1 << 64), 1 << 64);
    let holds = setup.bound.truth(holds, &mut |symbol| match symbol {
        Symbol::Index => index,
        Symbol::Place(number) => values[number],
        Symbol::Argument(_) | Symbol::Grid(_) | Symbol::Element => setup.symbol(symbol),
    });
    let mut steps = Vec::new();
    let way = high.sub(&low);
    for part in conjuncts(&holds) {
        let (num, exact) = match part.node() {
            TruthNode::AtMostZero(num) => (num, false),
            TruthNode::Zero(num) => (num, true),
            TruthNode::Constant(_)
            | TruthNode::Var(_)
            | TruthNode::Not(_)
            | TruthNode::And(_)
            | TruthNode::Or(_) => continue,
        };
        for sign in [1, -1] {
            // num = least − sign·way
            let Some(least) = num.add(&way.mul(&Num::constant(sign))).value() else { continue };
            steps.push(Step { which, sign, least, when });
            if exact {
                steps.push(Step { which, sign: -sign, least: -least, when });
            }
        }
    }
    steps
}
