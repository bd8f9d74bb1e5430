//! A model of the schedule of warp-specialized loops with barriers in shared memory. Each role takes the steps of its code, in
//! every order of roles and copies. No stage is copied to while it is read, none is read before its tiles are there, and somebody
//! goes on until all have ended (explicit-state model checking: E. M. Clarke, E. A. Emerson, A. P. Sistla, TOPLAS 8(2), 1986).

mod orders;

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use crate::tests::simulator::bulk::{Event, Phase};

/// Barriers that PTX numbers.
const BARRIERS: usize = 16;

/// What a role does, with stages by their number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Wait {
        barrier: usize,
        parity: u64,
    },
    Arrive {
        barrier: usize,
        bytes: i64,
    },
    Copy {
        stage: usize,
        barrier: usize,
        bytes: i64,
    },
    Read {
        stage: usize,
    },
    /// Arrives at a barrier of turns for so many warps, in a round of its own.
    Turn {
        barrier: usize,
        warps: u32,
        round: u32,
    },
    /// Waits for so many arrivals in all rounds.
    OwnTurn {
        barrier: usize,
        arrivals: u32,
    },
    /// Reads have ended but those since the last so many batches.
    Ended {
        left: usize,
    },
    Commit,
}

/// The roles of a block: the producer first, then the warps.
#[derive(Debug, Clone)]
struct Model {
    roles: Vec<Vec<Step>>,
    /// By barrier, how many arrivals it waits for.
    counts: Vec<u32>,
    /// The barrier *full* of each stage.
    full: Vec<usize>,
    /// How many barriers of turns there are.
    turns: usize,
}

/// The positions of all roles. Copies that have not arrived are told by their places in the producer's steps.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct State {
    at: Vec<usize>,
    barriers: Vec<Phase>,
    flying: Vec<usize>,
    /// By barrier of turns, the arrivals.
    turns: Vec<u32>,
}

/// The steps of a warp that arrives at a barrier of turns for so many warps, and may wait there.
fn turn(role: &[Step], barrier: usize, warps: u32, waits: bool) -> Vec<Step> {
    let is_same = |step: &&Step| matches!(step, Step::Turn { barrier: at, .. } if *at == barrier);
    let round = role.iter().filter(is_same).count() as u32;
    let own = Step::OwnTurn { barrier, arrivals: (round + 1) * warps };
    std::iter::once(Step::Turn { barrier, warps, round }).chain(waits.then_some(own)).collect()
}

impl Model {
    /// Of what a block of threads did: the last thread that did anything is the producer.
    fn of(trace: &[(usize, Event)]) -> Model {
        let mut counts = BTreeMap::new();
        let mut stages: BTreeMap<u64, (u64, u64)> = BTreeMap::new();
        for (_, event) in trace {
            match event {
                Event::Init { at, count } => drop(counts.insert(*at, *count)),
                Event::Copy { to, bytes, barrier } => {
                    let place = stages.entry(*barrier).or_insert((*to, *to));
                    *place = (place.0.min(*to), place.1.max(to + bytes));
                }
                Event::Wait { .. }
                | Event::Arrive { .. }
                | Event::Read { .. }
                | Event::Turn { .. }
                | Event::Ended { .. }
                | Event::Commit => {}
            }
        }
        let barriers: Vec<u64> = counts.keys().copied().collect();
        let barrier = |at: &u64| barriers.binary_search(at).expect("a barrier that was made");
        let stage = |at: u64| stages.values().position(|(from, to)| (*from..*to).contains(&at));
        let mut roles: BTreeMap<usize, Vec<Step>> = BTreeMap::new();
        for (thread, event) in trace {
            let step = match event {
                Event::Init { .. } => continue,
                Event::Wait { at, parity } => Step::Wait { barrier: barrier(at), parity: *parity },
                Event::Arrive { at, bytes } => Step::Arrive { barrier: barrier(at), bytes: *bytes },
                Event::Copy { to, bytes, barrier: at } => {
                    let stage = stage(*to).expect("a stage");
                    Step::Copy { stage, barrier: barrier(at), bytes: bytes.cast_signed() }
                }
                // A factor that is kept for all iterations is in no stage.
                Event::Read { at } => match stage(*at) {
                    Some(stage) => Step::Read { stage },
                    None => continue,
                },
                Event::Ended { left } => Step::Ended { left: *left },
                Event::Commit => Step::Commit,
                Event::Turn { barrier, threads, waits } => {
                    let role = roles.entry(*thread).or_default();
                    role.extend(turn(role, *barrier as usize, threads / 32, *waits));
                    continue;
                }
            };
            let role = roles.entry(*thread).or_default();
            if !matches!(step, Step::Read { .. }) || role.last() != Some(&step) {
                role.push(step);
            }
        }
        let producer = roles.pop_last().expect("a producer").1;
        let roles = std::iter::once(producer).chain(roles.into_values()).collect();
        Model {
            roles,
            counts: counts.into_values().collect(),
            full: stages.keys().map(barrier).collect(),
            turns: BARRIERS,
        }
    }

    /// The same with every second warp: warps of a group behave equally.
    fn with_half_of_the_warps(mut self) -> Model {
        let warps = self.roles.len() as u32 - 1;
        let mut at = 0;
        self.roles.retain(|_| {
            at += 1;
            at == 1 || at % 2 == 0
        });
        self.counts.iter_mut().filter(|count| **count == warps).for_each(|count| *count /= 2);
        for step in self.roles.iter_mut().flatten() {
            match step {
                Step::Turn { warps: count, .. } | Step::OwnTurn { arrivals: count, .. } => *count /= 2,
                Step::Wait { .. }
                | Step::Arrive { .. }
                | Step::Copy { .. }
                | Step::Read { .. }
                | Step::Ended { .. }
                | Step::Commit => {}
            }
        }
        self
    }

    /// The first mistake in any order, in words.
    fn explore(&self) -> Result<usize, String> {
        let phase = |count: &u32| Phase { count: *count, arrivals: *count, bytes: 0, parity: 0 };
        let first = State {
            at: vec![0; self.roles.len()],
            barriers: self.counts.iter().map(phase).collect(),
            flying: Vec::new(),
            turns: vec![0; self.turns],
        };
        let mut alike: Vec<Range<usize>> = Vec::new();
        for warp in 1..self.roles.len() {
            match alike.last_mut() {
                Some(warps) if self.roles[warps.start] == self.roles[warp] => warps.end = warp + 1,
                Some(_) | None => alike.push(warp..warp + 1),
            }
        }
        let (mut seen, mut rest) = (HashSet::from([first.clone()]), vec![first]);
        while let Some(state) = rest.pop() {
            let next = self.next(&state)?;
            let ended = state.at.iter().zip(&self.roles).all(|(at, role)| *at == role.len());
            if next.is_empty() && !ended {
                return Err(format!("nobody goes on at {:?}", state.at));
            }
            for mut one in next {
                // Warps of a tile behave equally, so their order does not matter.
                alike.iter().for_each(|warps| one.at[warps.clone()].sort_unstable());
                if seen.insert(one.clone()) {
                    rest.push(one);
                }
            }
        }
        Ok(seen.len())
    }

    /// The states after one step of anybody.
    fn next(&self, state: &State) -> Result<Vec<State>, String> {
        let mut all = Vec::new();
        for (at, flying) in state.flying.iter().enumerate() {
            let Step::Copy { barrier, bytes, .. } = self.roles[0][*flying] else { unreachable!("a copy") };
            let mut next = state.clone();
            next.flying.remove(at);
            next.barriers[barrier].bytes -= bytes;
            next.barriers[barrier].settle();
            all.push(next);
        }
        for (role, steps) in self.roles.iter().enumerate() {
            let Some(step) = steps.get(state.at[role]) else { continue };
            let mut next = state.clone();
            next.at[role] += 1;
            match *step {
                Step::Wait { barrier, parity } if state.barriers[barrier].parity == parity => continue,
                Step::OwnTurn { barrier, arrivals } if state.turns[barrier] < arrivals => continue,
                Step::Wait { .. } | Step::OwnTurn { .. } | Step::Ended { .. } | Step::Commit => {}
                Step::Turn { barrier, warps, round } => {
                    if state.turns[barrier] / warps != round {
                        return Err(format!(
                            "a warp arrives at turn {barrier} in another round than {round}"
                        ));
                    }
                    next.turns[barrier] += 1;
                }
                Step::Arrive { barrier, bytes } => {
                    let phase = &mut next.barriers[barrier];
                    if phase.arrivals == 0 {
                        return Err(format!("too many arrivals at {barrier}"));
                    }
                    (phase.bytes, phase.arrivals) = (phase.bytes + bytes, phase.arrivals - 1);
                    phase.settle();
                }
                Step::Copy { stage, .. } => {
                    if (1..self.roles.len()).any(|warp| self.is_reading(warp, state.at[warp], stage)) {
                        return Err(format!("stage {stage} is copied to while it is read"));
                    }
                    next.flying.push(state.at[0]);
                }
                Step::Read { stage } => self.check_read(state, role, stage)?,
            }
            all.push(next);
        }
        Ok(all)
    }

    /// Whether a present warp has unfinished reads of a stage.
    fn is_reading(&self, warp: usize, at: usize, stage: usize) -> bool {
        let mut batches: Vec<Vec<usize>> = vec![Vec::new()];
        for step in &self.roles[warp][..at] {
            match step {
                Step::Read { stage } => batches.last_mut().expect("a batch").push(*stage),
                Step::Commit => batches.push(Vec::new()),
                Step::Ended { left } => drop(batches.drain(..(batches.len() - 1).saturating_sub(*left))),
                Step::Wait { .. }
                | Step::Arrive { .. }
                | Step::Copy { .. }
                | Step::Turn { .. }
                | Step::OwnTurn { .. } => {}
            }
        }
        batches.concat().contains(&stage)
    }

    /// Checks that a warp reads exactly the tiles of its latest wait.
    fn check_read(&self, state: &State, warp: usize, stage: usize) -> Result<(), String> {
        let full = self.full[stage];
        let waited = |step: &&Step| matches!(step, Step::Wait { barrier, .. } if *barrier == full);
        let announced = |step: &&Step| matches!(step, Step::Arrive { barrier, .. } if *barrier == full);
        let rounds = self.roles[warp][..state.at[warp]].iter().filter(waited).count();
        let filled = self.roles[0][..state.at[0]].iter().filter(announced).count();
        let is_of =
            |flying: &usize| matches!(self.roles[0][*flying], Step::Copy { stage: of, .. } if of == stage);
        if rounds == 0 || rounds != filled || state.flying.iter().any(is_of) {
            return Err(format!("stage {stage} is read in round {rounds} and was filled {filled} times"));
        }
        Ok(())
    }
}
