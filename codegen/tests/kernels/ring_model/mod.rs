//! A model of the schedule of warp-specialized loops with barriers in shared memory. Each role takes the steps of its code, in
//! every order of roles and copies. No stage is copied to while it is read, none is read before its tiles are there, and somebody
//! goes on until all have ended (explicit-state model checking: E. M. Clarke, E. A. Emerson, A. P. Sistla, TOPLAS 8(2), 1986).

mod orders;

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use crate::tests::simulator::bulk::{Event, Phase};

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

/// A role with what is known of it after any number of its steps.
struct Role {
    /// The steps that other roles observe.
    steps: Vec<Step>,
    /// The stages with unfinished reads, a bit each.
    reading: Vec<u64>,
    /// By stage, the waits for its tiles, or the announcements of tiles where the role copies.
    rounds: Vec<Vec<u32>>,
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

/// How many barriers of turns the roles use, by the greatest number of one.
fn barriers_of_turns(roles: &[Vec<Step>]) -> usize {
    let after = |step: &Step| match step {
        Step::Turn { barrier, .. } | Step::OwnTurn { barrier, .. } => barrier + 1,
        Step::Wait { .. }
        | Step::Arrive { .. }
        | Step::Copy { .. }
        | Step::Read { .. }
        | Step::Ended { .. }
        | Step::Commit => 0,
    };
    roles.iter().flatten().map(after).max().unwrap_or_default()
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
        let roles: Vec<Vec<Step>> = std::iter::once(producer).chain(roles.into_values()).collect();
        let turns = barriers_of_turns(&roles);
        Model {
            roles,
            counts: counts.into_values().collect(),
            full: stages.keys().map(barrier).collect(),
            turns,
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

    /// A role's steps but commits, and ends of reads that end none: both are invisible to others.
    fn role(&self, number: usize) -> Role {
        let mut role = Role { steps: Vec::new(), reading: vec![0], rounds: vec![vec![0; self.full.len()]] };
        let mut batches = vec![0_u64];
        for step in &self.roles[number] {
            let before = batches.iter().fold(0, |all, batch| all | batch);
            let mut rounds = role.rounds.last().expect("the first position").clone();
            match step {
                Step::Read { stage } => *batches.last_mut().expect("a batch") |= 1 << stage,
                Step::Commit => batches.push(0),
                Step::Ended { left } => drop(batches.drain(..(batches.len() - 1).saturating_sub(*left))),
                Step::Wait { barrier, .. } | Step::Arrive { barrier, .. } => {
                    let counts = matches!(step, Step::Wait { .. }) == (number > 0);
                    let of = self.full.iter().zip(&mut rounds).filter(|(full, _)| counts && *full == barrier);
                    of.for_each(|(_, rounds)| *rounds += 1);
                }
                Step::Copy { .. } | Step::Turn { .. } | Step::OwnTurn { .. } => {}
            }
            let reading = batches.iter().fold(0, |all, batch| all | batch);
            if matches!(step, Step::Commit) || (matches!(step, Step::Ended { .. }) && reading == before) {
                continue;
            }
            role.steps.push(*step);
            role.reading.push(reading);
            role.rounds.push(rounds);
        }
        role
    }

    /// The first mistake in any order, in words; without one, the number of states.
    fn explore(&self) -> Result<usize, String> {
        let phase = |count: &u32| Phase { count: *count, arrivals: *count, bytes: 0, parity: 0 };
        let roles: Vec<Role> = (0..self.roles.len()).map(|number| self.role(number)).collect();
        let first = State {
            at: vec![0; roles.len()],
            barriers: self.counts.iter().map(phase).collect(),
            flying: Vec::new(),
            turns: vec![0; self.turns],
        };
        let mut alike: Vec<Range<usize>> = Vec::new();
        for warp in 1..roles.len() {
            match alike.last_mut() {
                Some(warps) if self.roles[warps.start] == self.roles[warp] => warps.end = warp + 1,
                Some(_) | None => alike.push(warp..warp + 1),
            }
        }
        let (mut seen, mut rest) = (HashSet::from([first.key()]), vec![first]);
        while let Some(state) = rest.pop() {
            let next = Model::next(&roles, &state)?;
            let ended = state.at.iter().zip(&roles).all(|(at, role)| *at == role.steps.len());
            if next.is_empty() && !ended {
                return Err(format!("nobody goes on at {:?}", state.at));
            }
            for mut one in next {
                // Warps of a tile behave equally, so their order does not matter.
                alike.iter().for_each(|warps| one.at[warps.clone()].sort_unstable());
                if seen.insert(one.key()) {
                    rest.push(one);
                }
            }
        }
        Ok(seen.len())
    }

    /// The states after one step of anybody.
    fn next(roles: &[Role], state: &State) -> Result<Vec<State>, String> {
        let mut all = Vec::new();
        for (at, flying) in state.flying.iter().enumerate() {
            let Step::Copy { barrier, bytes, .. } = roles[0].steps[*flying] else { unreachable!("a copy") };
            let mut next = state.clone();
            next.flying.remove(at);
            next.barriers[barrier].bytes -= bytes;
            next.barriers[barrier].settle();
            all.push(next);
        }
        for (number, role) in roles.iter().enumerate() {
            let Some(step) = role.steps.get(state.at[number]) else { continue };
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
                }
                Step::Arrive { barrier, .. } => {
                    if state.barriers[barrier].arrivals == 0 {
                        return Err(format!("too many arrivals at {barrier}"));
                    }
                }
                Step::Copy { stage, .. } => {
                    if (1..roles.len()).any(|warp| roles[warp].reading[state.at[warp]] & 1 << stage != 0) {
                        return Err(format!("stage {stage} is copied to while it is read"));
                    }
                }
                Step::Read { stage } => check_read(roles, state, number, stage)?,
            }
            all.push(state.after(number, *step));
        }
        Ok(all)
    }
}

impl State {
    /// All of it in one piece, since most of a search is looking for states.
    fn key(&self) -> Box<[i64]> {
        let places = |all: &[usize]| all.iter().map(|at| *at as i64).collect::<Vec<_>>();
        let phases = self
            .barriers
            .iter()
            .flat_map(|phase| [i64::from(phase.arrivals) << 1 | phase.parity.cast_signed(), phase.bytes]);
        let turns = self.turns.iter().map(|arrivals| i64::from(*arrivals));
        places(&self.at).into_iter().chain(phases).chain(turns).chain(places(&self.flying)).collect()
    }

    /// The state after a role's possible step.
    fn after(&self, role: usize, step: Step) -> State {
        let mut next = self.clone();
        next.at[role] += 1;
        match step {
            Step::Turn { barrier, .. } => next.turns[barrier] += 1,
            Step::Arrive { barrier, bytes } => {
                let phase = &mut next.barriers[barrier];
                (phase.bytes, phase.arrivals) = (phase.bytes + bytes, phase.arrivals - 1);
                phase.settle();
            }
            Step::Copy { .. } => next.flying.push(self.at[0]),
            Step::Wait { .. }
            | Step::Read { .. }
            | Step::OwnTurn { .. }
            | Step::Ended { .. }
            | Step::Commit => {}
        }
        next
    }
}

/// Checks that a warp reads exactly the tiles of its latest wait.
fn check_read(roles: &[Role], state: &State, warp: usize, stage: usize) -> Result<(), String> {
    let [rounds, filled] = [warp, 0].map(|role| roles[role].rounds[state.at[role]][stage]);
    let is_of =
        |flying: &usize| matches!(roles[0].steps[*flying], Step::Copy { stage: of, .. } if of == stage);
    if rounds == 0 || rounds != filled || state.flying.iter().any(is_of) {
        return Err(format!("stage {stage} is read in round {rounds} and was filled {filled} times"));
    }
    Ok(())
}
