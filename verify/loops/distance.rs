//! How far carried elements move.

use spec::domain::{Bool as _, Number};

use crate::budget::policy::Purpose;
use crate::symbolic::machine::Machine;
use crate::terms::{Num, Truth, VarKind, Variables, var_info};
use crate::values::domain::SymbolicInt;
use crate::values::element::{Element, Value};
use crate::values::tile::Tile;

/// The uniform distance between the elements of two tiles, if it is equal in every lane.
pub(crate) fn find_uniform_distance<'k>(
    machine: &mut Machine<'k>,
    from: &Tile<'k>,
    to: &Tile<'k>,
) -> Option<Num> {
    let shape = from.ty.shape.clone();
    let of = |machine: &mut Machine<'k>, copy: usize| {
        let lane = machine.lane(&shape, copy);
        distance(&machine.at(from, &lane), &machine.at(to, &lane))
    };
    let one = of(machine, 0)?;
    // A variable that differs between lanes is no constant, although it mentions no lane.
    let same = shape.iter().all(|extent| *extent == 1) || of(machine, 1).as_ref() == Some(&one);
    let mut variables = Variables::default();
    variables.num(&one);
    let names_lane = variables.nums.iter().any(|var| var_info(*var).kind == VarKind::Lane);
    (same && !names_lane).then_some(one)
}

/// Whether the pointer overflowed.
pub(crate) fn overflowed(element: &Element) -> Truth {
    element.as_pointer().map_or(Truth::constant(false), |pointer| pointer.overflowed)
}

/// The distance of two integers or pointers; `None` if not applicable.
pub(crate) fn distance(from: &Element, to: &Element) -> Option<Num> {
    match (&from.value, &to.value) {
        (Value::Int(a @ SymbolicInt::Number { .. }), Value::Int(b)) => {
            Some(spec::domain::Int::signed(b).minus(&spec::domain::Int::signed(a)))
        }
        (Value::Pointer(a), Value::Pointer(b)) => (a.which == b.which).then(|| b.offset.minus(&a.offset)),
        (Value::Int(_) | Value::Pointer(_) | Value::Float(_), _) => None,
    }
}

/// The distance between the elements of two tiles in units, equal in every lane.
pub(crate) fn find_multiple<'k>(
    machine: &mut Machine<'k>,
    from: &Tile<'k>,
    to: &Tile<'k>,
    unit: &Num,
) -> Option<Num> {
    let distance = find_uniform_distance(machine, from, to)?;
    distance.quotient(unit).or_else(|| {
        let path = machine.state.path;
        let divides = distance.rem_floor(unit).equals(&Num::constant(0));
        let exact = unit.lo() > 0 && machine.solver.proves(&divides, &path, Purpose::Requirement);
        exact.then(|| distance.div_floor(unit))
    })
}
