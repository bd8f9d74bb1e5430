//! A second, independent instance of all variables that differ between two blocks, or between two executions of an operation. Terms and
//! facts are copied with unshared variables renamed: self-composition (Barthe, D'Argenio and Rezk, "Secure Information Flow by
//! Self-Composition", CSFW 2004).

use spec::domain::{Bool as _, Number};

use crate::fault_injection::Flaw;
use crate::memory::relations::relate_instances;
use crate::smt::fact::{Fact, Guard};
use crate::smt::facts::Role;
use crate::smt::reason::Under;
use crate::symbolic::machine::Machine;
use crate::terms::{
    BoolVar, Num, Substitution, Truth, Var, VarKind, Variables, bool_watermark, fresh_bool, var_info,
    watermark,
};
use crate::values::access::{LoadRecord, SymbolicAccess};

/// A second copy of everything that is not shared, with the facts about it. Where races are looked for, what came of an earlier
/// copy is copied no more.
pub(crate) fn fresh_instance(machine: &mut Machine<'_>, kept: &[Var]) -> Substitution {
    let mut other = Substitution::default();
    let (variables, bools) = machine.recorder.uncopied.unwrap_or((watermark(), bool_watermark()));
    for number in 0..variables {
        let var = Var::numbered(number);
        let info = var_info(var);
        let same = info.kind == VarKind::Lane && machine.setup.has(Flaw::OneLaneOfRace);
        if info.kind != VarKind::Shared && !same && !kept.contains(&var) {
            other.nums.insert(var, Num::renamed(var));
        }
    }
    for number in 1..=bools {
        other.bools.insert(BoolVar::numbered(number), Truth::var(fresh_bool()));
    }
    for fact in machine.solver.known().iter().filter(|fact| is_of_first(&fact.holds, (variables, bools))) {
        let copy = other.truth(&fact.holds);
        let mut moved = |var: Var| other.num(&Num::var(var)).as_var();
        let role = match fact.role {
            Role::Definition(var) => moved(var).map_or(Role::Axiom, Role::Definition),
            Role::Of(var) => moved(var).map_or(Role::Axiom, Role::Of),
            role @ (Role::Axiom | Role::Cut | Role::Implied) => role,
        };
        if copy != fact.holds {
            machine.solver.assume(&fact.copied(copy, role));
        }
    }
    relate_instances(machine, &mut other);
    other
}

/// For instances of the same block: two loads of one place of an unwritten array give equal numbers.
pub(super) fn equate_loads(machine: &mut Machine<'_>, other: &mut Substitution) {
    let allocations = &machine.setup.allocations;
    let is_read_only = |load: &&LoadRecord| {
        let which = load.which.value().and_then(|which| usize::try_from(which).ok());
        load.of_launch && which.and_then(|which| allocations.get(which)).is_some_and(|from| !from.written)
    };
    let loads: Vec<LoadRecord> = machine.recorder.loads.iter().filter(is_read_only).cloned().collect();
    for load in &loads {
        let (offset, value) = (other.num(&load.offset), other.num(&load.value));
        if offset == load.offset && other.num(&load.which) == load.which && value != load.value {
            let both = load.when.and(&other.truth(&load.when));
            let same = value.equals(&load.value);
            machine.solver.assume(&Fact::under(Guard::control(&both), &same, Under::SameLoad));
        }
    }
}

/// Whether a fact is of the block that was run, and not of a copy.
fn is_of_first(fact: &Truth, (variables, bools): (u32, u32)) -> bool {
    let mut found = Variables::default();
    found.truth(fact);
    let is_first = |var: &Var| *var < Var::numbered(variables) || var_info(*var).kind == VarKind::Shared;
    found.nums.iter().all(is_first) && found.bools.iter().all(|bit| *bit <= BoolVar::numbered(bools))
}

/// The access of the second copy.
pub(crate) fn instantiate<'k>(access: &SymbolicAccess<'k>, other: &mut Substitution) -> SymbolicAccess<'k> {
    let mut copy = access.clone();
    copy.path = other.truth(&access.path);
    copy.when = other.truth(&access.when);
    copy.pointer.which = other.num(&access.pointer.which);
    copy.value = access.value.as_ref().map(|value| other.num(value));
    copy.exchange = access.exchange.as_ref().map(|exchange| exchange.instantiate(other));
    copy.pointer.offset = other.num(&access.pointer.offset);
    for (_, number) in &mut copy.iterations {
        *number = other.num(number);
    }
    if let Some(place) = &mut copy.place {
        let mut view = (*place.tile.view).clone();
        let mut tensor = (*view.tensor).clone();
        tensor.pointer.which = other.num(&tensor.pointer.which);
        tensor.pointer.offset = other.num(&tensor.pointer.offset);
        tensor.extents.iter_mut().chain(&mut tensor.strides).for_each(|num| *num = other.num(num));
        view.tensor = tensor.into();
        place.tile.view = view.into();
        place.tile.index.iter_mut().chain(&mut place.at).for_each(|num| *num = other.num(num));
    }
    copy
}

/// Whether `a` runs before `b`: in an earlier iteration of a loop around both, or earlier in the text of the same one.
pub(crate) fn precedes(a: &SymbolicAccess<'_>, b: &SymbolicAccess<'_>) -> Truth {
    let common = a.iterations.iter().zip(&b.iterations).take_while(|(x, y)| x.0 == y.0);
    let mut equal = Truth::constant(true);
    let mut before = Truth::constant(false);
    for ((_, x), (_, y)) in common {
        before = before.or(&equal.and(&x.less(y)));
        equal = equal.and(&x.equals(y));
    }
    if a.position < b.position { before.or(&equal) } else { before }
}

/// Whether the operation of `a` runs once more between `a` and `b`.
pub(super) fn runs_between<'k>(
    accesses: &[SymbolicAccess<'k>],
    a: &SymbolicAccess<'k>,
    b: &SymbolicAccess<'k>,
    third: &mut Substitution,
) -> Truth {
    let same = accesses.iter().filter(|access| access.op.id == a.op.id);
    same.fold(Truth::constant(false), |any, access| {
        let again = instantiate(access, third);
        any.or(&again.path.and(&precedes(a, &again)).and(&precedes(&again, b)))
    })
}

/// One side of a pair of accesses of two blocks: an access with its block, and how an access of the same run reads.
pub(crate) struct Side<'a, 'k> {
    pub(crate) access: &'a SymbolicAccess<'k>,
    pub(crate) block: &'a [Num; 3],
    /// The copy of the instance; `None` for the first.
    pub(crate) copy: Option<&'a mut Substitution>,
}
