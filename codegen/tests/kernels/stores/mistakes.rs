//! Mistakes in code that stores in bulk, made on purpose: each is found when the code runs.

use super::{Stored, apart, plain};
use crate::compile::CompiledKernel;
use crate::ir::ptx::{Address, AsyncCopy, Base, BulkStore, Inst, Line, Opcode, Operand, Reg};
use crate::tests::kernels::agreement::{interpreted, mistake_of, ran, valid};
use crate::tests::simulator::bulk::SimulatedMap;

/// Changes code or its maps.
type Change<'c> = &'c dyn Fn(&mut Vec<Line>, &mut Vec<SimulatedMap>);

/// Two tiles of four boxes a warp, the last of which has fewer rows and columns.
fn case() -> Stored {
    Stored { tile: [64, 128, 32], extents: [64, 250, 64], ..plain() }
}

/// The error of changed code: the machine's message, or different results.
fn found(change: Change<'_>) -> Option<String> {
    let case = case();
    let (made, buffers) = (case.made_under(&apart()), case.buffers(1));
    let mut maps = case.maps(&made, &buffers);
    let CompiledKernel { program, mut lines, registers } = made;
    change(&mut lines, &mut maps);
    let changed = CompiledKernel { program, lines, registers };
    let run = || ran(&changed, &buffers, &[], (maps, case.grid()), 1);
    mistake_of(run, || interpreted(&valid(&case.text()), &buffers, &[], case.grid()))
}

/// Checks that a mistake is found, with one of these messages.
fn is_found(words: &[&str], change: Change<'_>) {
    let said = found(change).unwrap_or_else(|| panic!("not found: {words:?}"));
    assert!(words.iter().any(|word| said.contains(word)), "{said}");
}

fn is_store(line: &Line, is: fn(&BulkStore) -> bool) -> bool {
    matches!(&line.inst, Inst::BulkStore(store) if is(store))
}

/// The places of the copies that are started.
fn starts(lines: &[Line]) -> Vec<usize> {
    let is_start = |line: &Line| is_store(line, |store| matches!(store, BulkStore::Start { .. }));
    (0..lines.len()).filter(|at| is_start(&lines[*at])).collect()
}

/// The buffer that a copy is made from.
fn buffer(line: &Line) -> Reg {
    let Inst::BulkStore(BulkStore::Start { from: Address { base: Base::Reg(reg), .. }, .. }) = &line.inst
    else {
        panic!("`{line}` starts no copy");
    };
    *reg
}

#[test]
fn right_code_has_no_mistakes() {
    assert_eq!(found(&|_, _| ()), None);
}

#[test]
fn buffers_that_are_written_too_early() {
    let early = ["while it is copied", "by another thread"];
    is_found(&early, &|lines, _| {
        lines.retain(|line| !is_store(line, |store| matches!(store, BulkStore::WaitRead(_))));
    });
    is_found(&early, &|lines, _| {
        for line in lines {
            if let Inst::BulkStore(BulkStore::WaitRead(left)) = &mut line.inst {
                *left = 2;
            }
        }
    });
    // Before the barrier, only the waiting lane knows that the buffer is free.
    is_found(&early, &|lines, _| {
        let waits = |at: &usize| is_store(&lines[*at], |store| matches!(store, BulkStore::WaitRead(_)));
        let places: Vec<usize> = (0..lines.len()).filter(waits).map(|at| at + 1).collect();
        for at in places.into_iter().rev() {
            assert!(matches!(lines.remove(at).inst, Inst::WarpBarrier));
        }
    });
    // All boxes share a buffer.
    is_found(&early, &|lines, _| {
        let [first, second] = [0, 1].map(|at| buffer(&lines[starts(lines)[at]]));
        for line in lines {
            if let Inst::Compute { op: Opcode::Add, to, from, .. } = &mut line.inst
                && *to == second
            {
                assert_eq!(from[0], Operand::Reg(first));
                from[1] = Operand::Int(0);
            }
        }
    });
}

#[test]
fn boxes_that_are_copied_too_early() {
    is_found(&["no fence"], &|lines, _| {
        lines.retain(|line| !matches!(line.inst, Inst::AsyncCopy(AsyncCopy::Fence)));
    });
    // Lanes have not met when a lane starts the copy.
    is_found(&["no fence", "by another thread"], &|lines, _| {
        for at in starts(lines).into_iter().rev() {
            assert!(matches!(lines.remove(at - 1).inst, Inst::WarpBarrier));
        }
    });
    // The fence stands behind the meeting of the lanes.
    is_found(&["no fence", "by another thread"], &|lines, _| {
        for at in starts(lines) {
            lines.swap(at - 2, at - 1);
        }
    });
}

#[test]
fn roles_that_end_too_early() {
    let unfinished = ["before its results arrive"];
    is_found(&unfinished, &|lines, _| {
        lines.retain(|line| !is_store(line, |store| matches!(store, BulkStore::Wait(_))));
    });
    is_found(&unfinished, &|lines, _| {
        for line in lines {
            if let Inst::BulkStore(BulkStore::Wait(left)) = &mut line.inst {
                *left = 1;
            }
        }
    });
    is_found(&unfinished, &|lines, _| {
        for line in lines {
            // To have read is not to have written.
            if let Inst::BulkStore(BulkStore::Wait(left)) = line.inst {
                line.inst = Inst::BulkStore(BulkStore::WaitRead(left));
            }
        }
    });
    is_found(&["before its results arrive", "while it is copied"], &|lines, _| {
        lines.retain(|line| !is_store(line, |store| matches!(store, BulkStore::Commit)));
    });
}

#[test]
fn boxes_of_other_places_and_shapes() {
    let wrong = ["results differ", "nowhere", "has not arrived", "no fence", "by another thread"];
    // A box at a wrong place.
    is_found(&wrong, &|lines, _| {
        let at = starts(lines)[1];
        if let Inst::BulkStore(BulkStore::Start { coordinates, .. }) = &mut lines[at].inst {
            coordinates.swap(0, 1);
        }
    });
    // All lanes copy instead of one.
    is_found(&wrong, &|lines, _| {
        for line in lines {
            if matches!(line.inst, Inst::BulkStore(_)) {
                line.guard = None;
            }
        }
    });
    let changed = |change: fn(&mut SimulatedMap)| {
        is_found(&wrong, &|_, maps| change(maps.last_mut().expect("the map of the stores")));
    };
    changed(|map| map.line_bytes = 64);
    changed(|map| map.box_extents[1] /= 2);
    changed(|map| map.box_extents.swap(0, 1));
    // The neighbours of partial tiles are overwritten.
    changed(|map| map.extents[0] += 2);
    changed(|map| map.strides[0] += 16);
}
