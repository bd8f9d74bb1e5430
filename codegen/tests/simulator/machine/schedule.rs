//! Who goes on: each thread to where it must meet the others or wait for a barrier of shared memory, in an order that is drawn.

use std::collections::HashMap;

use super::Machine;
use crate::ir::ptx::{Inst, LeftFactor, Line, Mbarrier, Wgmma};
use crate::tests::simulator::bulk::Event;

/// Whether all threads of a block run an instruction at once.
fn together(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Barrier
            | Inst::BarrierOf(_)
            | Inst::WarpBarrier
            | Inst::Shuffle { .. }
            | Inst::Mma { .. }
            | Inst::Wgmma(_)
    )
}

impl Machine<'_> {
    pub(crate) fn run(&mut self, lines: &[Line]) {
        let labels: HashMap<u32, usize> = lines
            .iter()
            .enumerate()
            .filter_map(|(at, line)| match line.inst {
                Inst::Label(label) => Some((label.0, at)),
                _ => None,
            })
            .collect();
        let mut at = vec![0; self.threads];
        while at.iter().any(|place| *place < lines.len()) {
            let mut moved = false;
            for (thread, place) in at.iter_mut().enumerate() {
                // Threads that start copies may be late, or ahead.
                if thread >= self.computing && self.draw().is_multiple_of(3) {
                    continue;
                }
                let next = self.alone(lines, &labels, *place, thread);
                moved |= next != *place;
                *place = next;
            }
            moved |= self.draw().is_multiple_of(2) && {
                let which = self.draw();
                self.land(which)
            };
            if let Some(met) = self.meeting(lines, &at) {
                let (line, all) = (&lines[met], matches!(lines[met].inst, Inst::Barrier));
                assert!(line.guard.is_none(), "`{line}` is for all threads");
                self.meet(&line.inst);
                let count = if all { self.threads } else { self.computing };
                at[..count].fill(met + 1);
                moved = true;
            }
            let late = at[self.computing..].iter().any(|place| self.can_go_on(lines, *place));
            let which = self.draw();
            assert!(moved || late || self.land(which), "threads wait for each other at different places");
        }
        assert!(!self.is_in_flight(), "the block ends before its copies arrive");
        assert!(self.bulk.storing.is_done(), "the block ends before its results arrive");
    }

    /// A number that looks random (G. Marsaglia, "Xorshift RNGs", 2003).
    fn draw(&mut self) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 33) as usize
    }

    /// Whether the thread, which is not one that computes, has something to do.
    fn can_go_on(&self, lines: &[Line], place: usize) -> bool {
        lines.get(place).is_some_and(|line| match &line.inst {
            Inst::Mbarrier(wait @ Mbarrier::Wait { .. }) => self.has_ended(wait, self.computing),
            inst => !together(inst),
        })
    }

    /// Where all threads that compute wait for each other, with the others if the instruction is for all.
    fn meeting(&self, lines: &[Line], at: &[usize]) -> Option<usize> {
        let first = at[0];
        let line = lines.get(first).filter(|line| together(&line.inst))?;
        let count = if matches!(line.inst, Inst::Barrier) { self.threads } else { self.computing };
        at[..count].iter().all(|place| *place == first).then_some(first)
    }

    /// Runs an instruction that threads run at once.
    fn meet(&mut self, inst: &Inst) {
        match inst {
            Inst::Shuffle { how, to, from, lane } => self.shuffle(*how, *to, *from, *lane),
            Inst::Mma { op, to, a, b, c } => self.mma(op, to, [a, b, c]),
            Inst::Wgmma(group) => {
                self.record_products(group);
                self.group(group);
            }
            Inst::WarpBarrier => self.of_warps += 1,
            _ => self.epoch += 1,
        }
    }

    /// Writes down what every warp does in stages.
    fn record_products(&mut self, group: &Wgmma) {
        for thread in (0..self.computing).step_by(32) {
            match group {
                Wgmma::Fence => {}
                Wgmma::Start { a, b, .. } => {
                    // The start of a factor is in a descriptor's lowest bits, in units of sixteen bytes.
                    let left = match a {
                        LeftFactor::Descriptor(reg) => Some(reg),
                        LeftFactor::Fragment(_) => None,
                    };
                    let regs = left.into_iter().chain([b]);
                    let starts: Vec<u64> = regs.map(|reg| (self.reg(*reg, thread) & 0x3fff) << 4).collect();
                    starts.into_iter().for_each(|at| self.record(thread, Event::Read { at }));
                }
                Wgmma::Commit => self.record(thread, Event::Commit),
                Wgmma::Wait(left) => self.record(thread, Event::Ended { left: *left as usize }),
            }
        }
    }

    /// Runs one thread from a place to where it must meet the others, or to the end.
    fn alone(&mut self, lines: &[Line], labels: &HashMap<u32, usize>, from: usize, thread: usize) -> usize {
        let mut at = from;
        while let Some(line) = lines.get(at) {
            if together(&line.inst) {
                return at;
            }
            if let Inst::Mbarrier(wait @ Mbarrier::Wait { .. }) = &line.inst
                && !self.has_ended(wait, thread)
            {
                return at;
            }
            at += 1;
            if line.guard.is_some_and(|guard| (self.reg(guard.pred, thread) & 1 == 1) != guard.when) {
                continue;
            }
            match &line.inst {
                Inst::Branch(label) => at = labels[&label.0],
                Inst::Return => return lines.len(),
                Inst::Label(_) => {}
                inst => self.step(inst, thread),
            }
        }
        at
    }
}
