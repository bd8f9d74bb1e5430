//! The scheduler: each thread runs until it must meet the others or wait for a barrier in shared memory, in a random order.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::{GROUP, Machine};
use crate::ir::ptx::{Inst, LeftFactor, Line, Mbarrier, Turn, Wgmma};
use crate::tests::simulator::bulk::Event;

/// Whether all threads of a block run an instruction at once.
fn together(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Barrier
            | Inst::BarrierOf(_)
            | Inst::WarpBarrier
            | Inst::Shuffle { .. }
            | Inst::Vote { .. }
            | Inst::Mma { .. }
            | Inst::Wgmma(_)
    )
}

impl Machine<'_> {
    pub(crate) fn run(&mut self, lines: &[Line]) {
        let labels: FxHashMap<u32, usize> = lines
            .iter()
            .enumerate()
            .filter_map(|(at, line)| match line.inst {
                Inst::Label(label) => Some((label.0, at)),
                _ => None,
            })
            .collect();
        let mut at = vec![0; self.threads];
        while at.iter().any(|place| *place < lines.len()) {
            let arrivals = self.bulk.turns.arrivals;
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
            moved |= self.bulk.turns.arrivals != arrivals;
            moved |= self.draw().is_multiple_of(2) && {
                let which = self.draw();
                self.land(which)
            };
            if let Some((met, threads)) = self.meeting(lines, &at) {
                let line = &lines[met];
                assert!(line.guard.is_none(), "`{line}` is for all threads");
                self.meet(&line.inst, threads.clone());
                at[threads].fill(met + 1);
                moved = true;
            }
            let late = at[self.computing..].iter().any(|place| self.can_go_on(lines, *place));
            let which = self.draw();
            assert!(moved || late || self.land(which), "threads wait for each other at different places");
        }
        assert!(!self.is_in_flight(), "the block ends before its copies arrive");
        assert!(self.bulk.storing.is_done(), "the block ends before its results arrive");
    }

    /// A pseudorandom number (G. Marsaglia, "Xorshift RNGs", 2003).
    fn draw(&mut self) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random >> 33) as usize
    }

    /// Whether a non-computing thread can continue.
    fn can_go_on(&self, lines: &[Line], place: usize) -> bool {
        lines.get(place).is_some_and(|line| match &line.inst {
            Inst::Mbarrier(wait @ Mbarrier::Wait { .. }) => self.has_ended(wait, self.computing),
            inst => !together(inst),
        })
    }

    /// The meeting place of threads that wait for each other: of the block, of the consumers, or of a randomly drawn warpgroup where
    /// warpgroups need not meet.
    fn meeting(&mut self, lines: &[Line], at: &[usize]) -> Option<(usize, Range<usize>)> {
        let met = |threads: Range<usize>| {
            let first = at[threads.start];
            let line = lines.get(first).filter(|line| together(&line.inst))?;
            let all = match line.inst {
                Inst::Barrier => 0..self.threads,
                Inst::BarrierOf(_) => 0..self.computing,
                _ => threads,
            };
            at[all.clone()].iter().all(|place| *place == first).then_some((first, all))
        };
        if !self.has_producer() || !self.computing.is_multiple_of(GROUP) {
            return met(0..self.computing);
        }
        let groups: Vec<_> =
            (0..self.computing).step_by(GROUP).filter_map(|first| met(first..first + GROUP)).collect();
        let which = self.draw();
        // Usually the threads at one place run together, which is equivalent and faster.
        let first = groups.first().filter(|(_, threads)| threads.len() == GROUP).map(|(place, _)| *place);
        let same = groups.iter().all(|(place, _)| Some(*place) == first);
        if groups.len() * GROUP == self.computing && same && !which.is_multiple_of(8) {
            return Some((first?, 0..self.computing));
        }
        if which.is_multiple_of(4) {
            let which = which / 4 % groups.len().max(1);
            return groups.into_iter().nth(which);
        }
        // Otherwise the last group runs, so that groups tend to meet again.
        groups.into_iter().min_by_key(|(place, _)| *place)
    }

    /// Whether threads start copies that do not compute.
    fn has_producer(&self) -> bool {
        self.computing < self.threads
    }

    /// Runs an instruction that threads run at once.
    fn meet(&mut self, inst: &Inst, threads: Range<usize>) {
        match inst {
            Inst::Vote { to, from } => self.vote(*to, *from, threads),
            Inst::Shuffle { how, to, from, lane } => self.shuffle((*how, *to, *from, *lane), threads),
            Inst::Mma { op, to, a, b, c } => self.mma(op, to, [a, b, c], threads),
            Inst::Wgmma(what) => {
                self.record_products(what, threads.clone());
                threads.step_by(GROUP).for_each(|group| self.group(what, group));
            }
            Inst::WarpBarrier => {
                threads.step_by(GROUP).for_each(|group| self.of_warps[group / GROUP] += 1);
            }
            _ => self.epoch += 1,
        }
    }

    /// Writes down what every warp does in stages.
    fn record_products(&mut self, what: &Wgmma, threads: Range<usize>) {
        for thread in threads.step_by(32) {
            match what {
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

    /// Runs one thread from a place until it must meet the others, or to the end.
    fn alone(&mut self, lines: &[Line], labels: &FxHashMap<u32, usize>, from: usize, thread: usize) -> usize {
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
            let is_skipped =
                line.guard.is_some_and(|guard| (self.reg(guard.pred, thread) & 1 == 1) != guard.when);
            if let Inst::Turn(turn @ Turn { waits: true, .. }) = line.inst
                && !is_skipped
                && !self.has_turn(turn, thread)
            {
                return at;
            }
            at += 1;
            if is_skipped {
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
