//! Which facts hold: at the first head, and wherever an iteration ends.

use spec::domain::{Bool as _, Number};

use super::Known;
use super::invariant::Shape;
use super::loop_header::{bit, numbers};
use super::relational::Fact;
use crate::symbolic::machine::{Machine, Val};
use crate::terms::{Num, Substitution, Truth};

impl<'k> Machine<'k> {
    /// What stands in for carried values in facts, where the values are these, after so many iterations.
    pub(super) fn bindings(&mut self, known: &Known<'k>, values: &[Val<'k>], count: &Num) -> Substitution {
        let mut bound = Substitution::default();
        bound.nums.insert(known.count, count.clone());
        for (position, plan) in known.plans.iter().enumerate() {
            let (Val::Tile(init), Val::Tile(value)) = (&known.around.inits[position], &values[position])
            else {
                continue;
            };
            match &plan.shape {
                Shape::Moved { unit, times } => {
                    // Where it is no multiple, nothing is bound, and nothing about it can be shown.
                    let turns = self.multiple(init, value, unit);
                    bound.nums.extend(turns.map(|turns| (*times, turns)));
                }
                Shape::Any { slot, .. } => {
                    let lane = self.lane(&init.ty.shape, 0);
                    let element = self.at(value, &lane);
                    bound.nums.extend(numbers(*slot, &element));
                    bound.bools.extend(bit(*slot, &element));
                }
                Shape::Token | Shape::Same | Shape::Advance(_) | Shape::Before(_) | Shape::Turned(_) => {}
            }
        }
        bound
    }

    /// The same at the first head.
    pub(super) fn first_bindings(&mut self, known: &Known<'k>) -> Substitution {
        self.bindings(known, &known.around.inits, &Num::constant(0))
    }

    /// Takes back the facts that do not hold here.
    pub(super) fn drop_unproved(&mut self, facts: &[Fact], kept: &mut [bool], mut bound: Substitution) {
        let mut goals: Vec<(usize, Truth)> = Vec::new();
        for (number, fact) in facts.iter().enumerate().filter(|(number, _)| kept[*number]) {
            goals.push((number, bound.truth(&fact.holds)));
        }
        let path = self.path.clone();
        self.halve(&goals, kept, &path);
    }

    /// All at once if possible, else each half for itself.
    fn halve(&mut self, goals: &[(usize, Truth)], kept: &mut [bool], path: &Truth) {
        let all = goals.iter().fold(Truth::constant(true), |all, (_, goal)| all.and(goal));
        if self.solver.proves(&all, path) {
            return;
        }
        match goals {
            [] => {}
            [(number, _)] => kept[*number] = false,
            [_, _, ..] => {
                let (left, right) = goals.split_at(goals.len() / 2);
                self.halve(left, kept, path);
                self.halve(right, kept, path);
            }
        }
    }
}
