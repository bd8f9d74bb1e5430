//! The relations of one element and of two, and of the steps between two.

use spec::contract::{Reach, Symbol, count_along, names_index};
use spec::domain::{Bool as _, Number};
use spec::syntax::contract::{Binary, Expr, Relation};

use super::known::{FixedElement, LaunchElement, Step};
use crate::smt::lower::conjuncts;
use crate::symbolic::machine::Machine;
use crate::terms::{Num, Truth};

/// The relations about a single element.
pub(super) fn facts_of_one(machine: &Machine<'_>, one: &LaunchElement) -> Vec<Truth> {
    let mut facts = Vec::new();
    for relation in machine.setup.relations(one.which) {
        let Relation::Along(holds) = &relation else { continue };
        let named = holds.operands(Binary::And).into_iter().filter(|part| count_along(part) > 0);
        facts.extend(named.map(|part| relate(machine, one.which, (holds, part), &[one, one])));
    }
    facts
}

/// The relations of two elements, and that a place has one element.
pub(super) fn facts_of_two(machine: &Machine<'_>, a: &LaunchElement, b: &LaunchElement) -> Vec<Truth> {
    let both = a.exists.and(&b.exists);
    let (here, equal) = (a.index.equals(&b.index), a.value.equals(&b.value));
    let mut facts = vec![both.and(&here).implies(&equal)];
    for relation in machine.setup.relations(a.which) {
        match &relation {
            Relation::Along(holds) => {
                // Only parts with several elements remain; parts with one element are stated for each element.
                for part in holds.operands(Binary::And).into_iter().filter(|part| count_along(part) > 1) {
                    facts.extend([[a, b], [b, a]].map(|pair| relate(machine, a.which, (holds, part), &pair)));
                }
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

/// The relation's statements without `i`: about elements at fixed places.
pub(super) fn facts_of_none(machine: &Machine<'_>, which: usize, holds: &Expr) -> Vec<Truth> {
    let alone = holds.operands(Binary::And).into_iter().filter(|part| count_along(part) == 0);
    alone.map(|part| relate(machine, which, (holds, part), &[])).collect()
}

/// Instantiates one part of a relation for elements that follow `i` in the given order. The guard requires matching distances, and the
/// existence of all elements that the whole relation names.
fn relate(
    machine: &Machine<'_>,
    which: usize,
    (whole, part): (&Expr, &Expr),
    given: &[&LaunchElement],
) -> Truth {
    let setup = &machine.setup;
    let far = |place| setup.bound.distance(place, &mut |symbol| setup.symbol(symbol));
    let nothing = Truth::constant(true);
    let (mut given, mut index) = (given.iter(), None);
    let (mut when, mut values) = (Truth::constant(true), Vec::new());
    for (_, place) in part.elements() {
        let element = if Reach::of(place) == Some(Reach::Along) {
            let Some(element) = given.next() else { return nothing };
            let i = element.index.sub(&far(place));
            when = when.and(&index.map_or(nothing, |first: Num| first.equals(&i)));
            index = Some(i);
            **element
        } else {
            let Some(element) = find_fixed(machine, which, place) else { return nothing };
            element
        };
        when = when.and(&element.exists);
        values.push(element.value);
    }
    // Of places alone nothing is asked.
    if index.is_none() && names_index(part) {
        return nothing;
    }
    let when = when.and(&all_exist(machine, which, whole, index));
    let holds = setup.bound.truth(part, &mut |symbol| match symbol {
        Symbol::Index => index.unwrap_or(Num::constant(0)),
        Symbol::Place(number) => values[number],
        Symbol::Argument(_) | Symbol::Grid(_) | Symbol::Length(_) | Symbol::Element => setup.symbol(symbol),
    });
    when.implies(&holds)
}

/// The existence of all elements named by a relation, for a given `i` or for some `i`.
fn all_exist(machine: &Machine<'_>, which: usize, whole: &Expr, index: Option<Num>) -> Truth {
    let setup = &machine.setup;
    let far = |place| setup.bound.distance(place, &mut |symbol| setup.symbol(symbol));
    let (mut all, mut along): (Truth, Vec<Num>) = (Truth::constant(true), Vec::new());
    for (_, place) in whole.elements() {
        if Reach::of(place) == Some(Reach::Fixed) {
            all = all.and(&machine.setup.exists(which, &far(place)));
        } else {
            along.push(far(place));
        }
    }
    match index {
        Some(i) => along.iter().fold(all, |all, far| all.and(&machine.setup.exists(which, &i.add(far)))),
        // Such an `i` exists if the buffer is as long as the distance of the places.
        None => along.iter().fold(all, |all, a| {
            along.iter().fold(all, |all, b| {
                let apart = Num::choose(&a.less(b), &b.sub(a), &a.sub(b));
                all.and(&machine.setup.exists(which, &apart))
            })
        }),
    }
}

/// The element at a place without `i`.
fn find_fixed(machine: &Machine<'_>, which: usize, place: &Expr) -> Option<LaunchElement> {
    let known = |fixed: &&FixedElement| fixed.element.which == which && fixed.place == *place;
    machine.relations.fixed.iter().find(known).map(|fixed| fixed.element)
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
        if is_along(place) {
            values.extend(open.next());
        } else {
            let Some(fixed) = find_fixed(machine, which, place) else { return Vec::new() };
            when = when.and(&fixed.exists);
            values.push(fixed.value);
        }
    }
    let index = Num::fresh("i", -(1 << 64), 1 << 64);
    let holds = setup.bound.truth(holds, &mut |symbol| match symbol {
        Symbol::Index => index,
        Symbol::Place(number) => values[number],
        Symbol::Argument(_) | Symbol::Grid(_) | Symbol::Length(_) | Symbol::Element => setup.symbol(symbol),
    });
    let mut steps = Vec::new();
    let way = high.sub(&low);
    for part in conjuncts(&holds) {
        let Some((num, exact)) = part.as_comparison() else { continue };
        for sign in [1, -1] {
            // num = least − sign·way
            let Some(least) = num.add(&way.mul(&Num::constant(sign))).value() else { continue };
            steps.push(Step { which, sign, least, when });
            if let Some(least) = least.checked_neg().filter(|_| exact) {
                steps.push(Step { which, sign: -sign, least, when });
            }
        }
    }
    steps
}
