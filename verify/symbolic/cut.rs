//! Cuts: facts about operands, quotients and tile indices, proved at their definition. A number with a proved fact gets
//! a name: an equal variable with the proved range. Later terms then fold, and later queries need no second search (the
//! cut rule: G.
//! Gentzen, "Untersuchungen über das logische Schließen", 1935; naming: definitional extension). This decides grouped block orders,
//! `pid / (group · n)`, `pid % …`.

use spec::domain::{Bool as _, Int as _, Number};
use spec::syntax::kernel::Operation;
use spec::syntax::op::Op;

use crate::budget::policy::{Effort, Purpose};
use crate::fault_injection::Flaw;
use crate::smt::facts::Role;
use crate::smt::lower::conjuncts;
use crate::smt::reason::Under;
use crate::symbolic::machine::Machine;
use crate::symbolic::state::Mode;
use crate::terms::{Num, Substitution, Truth, UNBOUNDED_ABOVE, Var, VarKind, Variables, var_info};
use crate::values::domain::SymbolicInt;
use crate::values::element::{Element, Value};
use crate::values::tile::Tile;

/// How names are called that are no cuts: of what rounds of a loop hand over.
pub(crate) const CARRIED: &str = "carried";

/// Names the operands of a division by an unknown for all later uses: a positive divisor, and a nonnegative dividend.
pub(crate) fn name_operands<'k>(
    machine: &mut Machine<'k>,
    op: &Operation,
    operands: &[Tile<'k>],
    elements: &mut [Element],
) {
    if !divides_by_unknown(machine, op, elements) {
        return;
    }
    for (position, least) in [(1, 1), (0, 0)] {
        name_integer(machine, &mut elements[position], least);
        // A name that is defined on a part of the paths only must not be met on others.
        if machine.state.is_bound_here(&operands[position]) || machine.setup.has(Flaw::NameLeavesPath) {
            machine.state.memoize(&operands[position], &[], &elements[position]);
        }
    }
}

/// Names the result of a division whose operands have been named: no quotient is negative, and a remainder is between zero and the
/// divisor. Returns whether a name was made.
pub(crate) fn name_result(
    machine: &mut Machine<'_>,
    op: &Operation,
    elements: &[Element],
    result: &mut Element,
) -> bool {
    if !divides_by_unknown(machine, op, elements) {
        return false;
    }
    let sign = |element: &Element| element.as_int().map(|int| int.signed());
    let (Some(dividend), Some(divisor)) = (sign(&elements[0]), sign(&elements[1])) else { return false };
    let Value::Int(SymbolicInt::Number { bits, signed }) = result.value else { return false };
    if dividend.lo() < 0 || divisor.lo() < 1 || signed.value().is_some() {
        return false;
    }
    let most = if op.op == Op::Remi { divisor.sub(&Num::constant(1)).hi() } else { signed.hi() };
    // A name must have values, also where control never is; and what is less than no bound has none.
    if most < 0 || divisor.hi() == UNBOUNDED_ABOVE {
        return false;
    }
    // The solver's own quotient and remainder work best.
    let (own, inside) = match op.op == Op::Remi {
        true => (dividend.rem_floor(&divisor), signed.less(&divisor)),
        false => (dividend.div_floor(&divisor), signed.at_most(&dividend)),
    };
    let inside = Num::constant(0).at_most(&signed).and(&inside);
    if !proves(machine, &inside) {
        return false;
    }
    let plain = proves(machine, &own.equals(&signed));
    let floor = plain || machine.setup.has(Flaw::CeilingIsFloor);
    let named = name(machine, if plain { &own } else { &signed }, 0, most);
    if op.op == Op::Remi {
        machine.assume_here(&named.less(&divisor), Under::Cut, Role::Cut);
    } else if let Some(whole) =
        machine.solver.definition(&divisor).filter(|whole| whole.has_product() && floor)
    {
        // ⌊a / (x·y)⌋·x·y ≤ a, for a name of x·y that hides its factors.
        machine.assume_here(&named.mul(&whole).at_most(&dividend), Under::Cut, Role::Cut);
    }
    result.value = Value::Int(SymbolicInt::Number { bits, signed: named });
    true
}

/// Names an index that is not negative.
pub(crate) fn name_index(machine: &mut Machine<'_>, element: &mut Element) {
    let of_cut = element.as_int().is_some_and(|int| is_of_cut(&int.signed()));
    if of_cut && !machine.policy.searches() {
        if let Some(index) = element.as_int() {
            keep_digit(machine, &index.signed());
        }
        name_integer(machine, element, 0);
    }
}

/// Keeps of an index that is a number of the block, or the iteration, times an unknown radix that the rest is a digit: less than the radix. Two such indices are equal only
/// where both digits are (mixed radix: Knuth, "The Art of Computer Programming" 2, 4.1).
fn keep_digit(machine: &mut Machine<'_>, index: &Num) {
    let products = index.products();
    let [product] = &products[..] else { return };
    let [a, b] = product[..] else { return };
    let [a, b] = [a, b].map(|atom| Num::product(&[atom]));
    let is_number_of = |block: &Num, radix: &Num| is_of_instance(block) && is_shared(radix);
    let Some((_, radix)) = [(a, b), (b, a)].into_iter().find(|(block, radix)| is_number_of(block, radix))
    else {
        return;
    };
    let digit = index.sub(&a.mul(&b));
    let is_digit = Num::constant(0).at_most(&digit).and(&digit.less(&radix));
    if !digit.has_product() && is_digit.value().is_none() && proves(machine, &is_digit) {
        machine.assume_here(&is_digit, Under::Cut, Role::Cut);
    }
}

/// Keeps that a tile index is within an axis, in the form i < ⌈e / s⌉, from which the solver finds i·s < e by itself.
pub(crate) fn keep_tile_bound(machine: &mut Machine<'_>, index: &Num, step: &Num, extent: &Num) {
    if machine.policy.searches() || !is_of_cut(index) || step.lo() < 1 {
        return;
    }
    let one = Num::constant(1);
    let tiles = extent.add(step).sub(&one).div_floor(step);
    let bound = index.less(&tiles);
    if proves(machine, &bound) {
        machine.assume_here(&bound, Under::Cut, Role::Cut);
    }
}

/// Whether an operation divides one scalar by another of which the value is not known.
fn divides_by_unknown(machine: &Machine<'_>, op: &Operation, elements: &[Element]) -> bool {
    let divides = matches!(op.op, Op::Divi | Op::Remi);
    divides
        && !machine.policy.searches()
        && machine.state.mode != Mode::Propose
        && machine.kernel.tile(op.results[0]).shape.is_empty()
        && elements.get(1).and_then(Element::as_int).is_some_and(|int| int.signed().value().is_none())
}

/// Names an integer with a proved lower bound, unless its range already has the bound.
fn name_integer(machine: &mut Machine<'_>, element: &mut Element, least: i128) {
    let Value::Int(SymbolicInt::Number { bits, signed }) = element.value else { return };
    if element.undetermined.value() != Some(false) || signed.value().is_some() {
        return;
    }
    let known = signed.lo() >= least;
    if known || signed.hi() >= least && proves(machine, &Num::constant(least).at_most(&signed)) {
        let named = match signed.as_var() {
            Some(_) if known => signed,
            Some(_) | None => name(machine, &signed, least.max(signed.lo()), signed.hi()),
        };
        element.value = Value::Int(SymbolicInt::Number { bits, signed: named });
    }
}

/// A variable that is equal to a number here.
fn name(machine: &mut Machine<'_>, num: &Num, lo: i128, hi: i128) -> Num {
    if let Some(named) = machine.solver.name_of(num, &machine.state.path, (lo, hi)) {
        return named;
    }
    let named = if is_shared(num) { Num::shared("cut", lo, hi) } else { Num::fresh("cut", lo, hi) };
    let role = named.as_var().map_or(Role::Axiom, Role::Definition);
    machine.assume_here(&named.equals(num), Under::Cut, role);
    named
}

/// Whether a number is the same for all blocks, iterations and lanes.
fn is_shared(num: &Num) -> bool {
    let mut variables = Variables::default();
    variables.num(num);
    variables.bools.is_empty() && variables.nums.iter().all(|var| var_info(*var).kind == VarKind::Shared)
}

/// Whether a number depends only on the block or the iteration.
fn is_of_instance(num: &Num) -> bool {
    let mut variables = Variables::default();
    variables.num(num);
    variables.nums.len() == 1 && variables.nums.iter().all(|var| var_info(*var).kind == VarKind::Instance)
}

/// Whether a number contains a named number.
fn is_of_cut(num: &Num) -> bool {
    let mut variables = Variables::default();
    variables.num(num);
    variables.nums.iter().any(|var| var_info(*var).name == "cut")
}

fn proves(machine: &mut Machine<'_>, holds: &Truth) -> bool {
    let broken = machine.state.path.and(&holds.not());
    machine.setup.has(Flaw::CutUnproved) || machine.solver.excludes(&broken, Purpose::Definition)
}

/// Equates the cuts of two instances that meet. Named numbers that decide the meeting place are tried in the order of their creation, with
/// the iterations behind them; proved equalities become facts. Each proof has the limits of its effort.
pub(crate) fn equate_cuts(
    machine: &mut Machine<'_>,
    meet: &Truth,
    other: &mut Substitution,
    effort: Effort,
) -> Truth {
    let mut meet = *meet;
    let mut named = machine.solver.defined_in(&meet);
    named.retain(|var| var_info(*var).name != CARRIED);
    let mut made_of = Variables::default();
    for definition in named.iter().filter_map(|var| machine.solver.definition_of(*var)) {
        made_of.truth(&definition);
    }
    let blocks: Vec<Var> = machine.setup.block.iter().filter_map(Num::as_var).collect();
    let of_blocks = blocks.iter().any(|block| made_of.nums.contains(block));
    let is_iteration = |var: &Var| var_info(*var).kind == VarKind::Instance && !blocks.contains(var);
    let iterations: Vec<Var> = made_of.nums.iter().copied().filter(is_iteration).collect();
    let of_other: Vec<Var> =
        blocks.iter().filter_map(|block| other.num(&Num::var(*block)).as_var()).collect();
    for block in &blocks {
        let same = Num::var(*block).equals(&other.num(&Num::var(*block)));
        let index = named.iter().find(|name| multiplies(machine, **name, *block));
        let Some(definition) = index.and_then(|name| machine.solver.definition_of(*name)) else { continue };
        // Both are facts: what the index stands for, here and in the other instance.
        let both = definition.and(&other.truth(&definition));
        if same.value().is_none()
            && machine.solver.excludes(&meet.and(&both).and(&same.not()), Purpose::SameBlock(effort))
        {
            meet = meet.and(&same);
        }
    }
    for var in named.into_iter().chain(iterations) {
        let (one, two) = (Num::var(var), other.num(&Num::var(var)));
        let same = one.equals(&two);
        // Which block an iteration is of does not matter yet, where all are numbered together.
        let bearing = if of_blocks { meet } else { without(&meet, &[blocks.as_slice(), &of_other].concat()) };
        if same.value().is_none()
            && machine.solver.excludes(&bearing.and(&same.not()), Purpose::SameNumber(effort))
        {
            meet = meet.and(&same);
        }
    }
    meet
}

/// Whether a name stands for a number in which a variable is multiplied by an unknown.
fn multiplies(machine: &Machine<'_>, name: Var, var: Var) -> bool {
    let products = machine.solver.meaning(name).map(|meaning| meaning.products()).unwrap_or_default();
    products.iter().flatten().any(|atom| Num::product(&[*atom]).as_var() == Some(var))
}

/// The parts of a conjunction that do not speak of some variables.
fn without(formula: &Truth, variables: &[Var]) -> Truth {
    let speaks = |part: &Truth| {
        let mut seen = Variables::default();
        seen.truth(part);
        variables.iter().any(|var| seen.nums.contains(var))
    };
    let parts = conjuncts(formula).into_iter().filter(|part| !speaks(part));
    parts.fold(Truth::constant(true), |all, part| all.and(&part))
}
