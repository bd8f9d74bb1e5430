//! Mistakes in code that collects updates, made on purpose: each is found when the code runs.

use super::{Histogram, plain};
use crate::compile::CompiledKernel;
use crate::ir::ptx::{Inst, Line, Operand, Order, Space, Ty};
use crate::tests::kernels::agreement::{interpreted, mistake_of, ran_all, valid};

/// Changes code.
type Change<'c> = &'c dyn Fn(&mut Vec<Line>);

/// A histogram whose bins may be fewer than a copy has.
fn case() -> Histogram {
    Histogram { mode: "min", ..plain() }
}

/// The mistake found in changed code: the machine's message, or different results.
fn found(change: Change<'_>) -> Option<String> {
    let (text, buffers) = (case().text(), case().buffers(1));
    let made = case().made_under(&text, &case().facts(&text, 30));
    let CompiledKernel { program, mut lines, registers } = made;
    change(&mut lines);
    let changed = CompiledKernel { program, lines, registers };
    let run = || ran_all(&changed, &buffers, &case().scalars(), &[], case().blocks);
    mistake_of(run, || interpreted(&valid(&text), &buffers, &case().scalars(), [case().blocks, 1, 1]))
}

/// Checks that a mistake is found, by one of these messages.
fn is_found(words: &[&str], change: Change<'_>) {
    let said = found(change).unwrap_or_else(|| panic!("not found: {words:?}"));
    assert!(words.iter().any(|word| said.contains(word)), "{said}");
}

/// The positions of matching lines.
fn places(lines: &[Line], is: fn(&Inst) -> bool) -> Vec<usize> {
    (0..lines.len()).filter(|at| is(&lines[*at].inst)).collect()
}

fn is_barrier(inst: &Inst) -> bool {
    matches!(inst, Inst::Barrier)
}

fn is_fill(inst: &Inst) -> bool {
    matches!(inst, Inst::Store { space: Space::Shared, .. })
}

fn is_brought(inst: &Inst) -> bool {
    matches!(inst, Inst::Reduce { space: Space::Global, .. })
}

#[test]
fn right_code_has_no_mistakes() {
    assert_eq!(found(&|_| ()), None);
    let lines = case().made(&case().text()).lines;
    let (barriers, fills, brought) =
        (places(&lines, is_barrier), places(&lines, is_fill), places(&lines, is_brought));
    assert_eq!([barriers.len(), fills.len(), brought.len()], [2, 1, 1]);
    assert!(fills[0] < barriers[0] && barriers[0] < barriers[1] && barriers[1] < brought[0]);
}

#[test]
fn no_barrier_behind_what_fills() {
    is_found(&["was written by another thread"], &|lines| {
        let barriers = places(lines, is_barrier);
        lines.remove(barriers[0]);
    });
}

#[test]
fn no_barrier_in_front_of_what_is_brought() {
    is_found(&["by another thread"], &|lines| {
        let barriers = places(lines, is_barrier);
        lines.remove(barriers[1]);
    });
}

#[test]
fn copies_that_are_not_filled_or_with_another_value() {
    is_found(&["results differ", "is nowhere"], &|lines| lines.retain(|line| !is_fill(&line.inst)));
    is_found(&["results differ", "is nowhere"], &|lines| {
        for line in lines {
            if let Inst::Store { space: Space::Shared, from, .. } = &mut line.inst {
                from[0] = Operand::Int(0);
            }
        }
    });
}

#[test]
fn nothing_is_brought_or_too_much() {
    is_found(&["results differ"], &|lines| lines.retain(|line| !is_brought(&line.inst)));
    // The array has fewer elements than the copy.
    is_found(&["is nowhere"], &|lines| {
        let brought = places(lines, is_brought);
        for at in brought {
            lines[at].guard = None;
        }
    });
}

/// Updates as plain stores: one thread overwrites another thread's update.
#[test]
fn updates_that_are_not_made_as_one() {
    is_found(&["by another thread"], &|lines| {
        for line in lines {
            if let Inst::Reduce { space: Space::Shared, at, from, .. } = line.inst.clone() {
                let (space, order, ty) = (Space::Shared, Order::Weak, Ty::B32);
                line.inst = Inst::Store { space, order, ty, to: at, from };
            }
        }
    });
}
