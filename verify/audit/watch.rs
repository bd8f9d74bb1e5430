//! Watching: at each obligation, what the verifier believes is kept with the equations of the moments in front of the operation.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};

use spec::proof::{Obligation, obligations};
use spec::rules::Rule;
use spec::syntax::kernel::{Block, Kernel, Operation};
use spec::syntax::op::Op;

use super::judge::{Judge, Verdict};
use super::moments::{CHOICES, Moment, Run};
use super::pins::{Pin, pin_launch, pin_moment};
use super::{Audited, Excluded, Missed};
use crate::budget::effort;
use crate::symbolic::checkpoint::{begin_pass, discard_pass};
use crate::symbolic::machine::Machine;
use crate::symbolic::observer::Observer;
use crate::symbolic::state::Mode;
use crate::terms::{Num, Truth};

/// A moment, by the number of its run and its own.
type MomentId = (usize, usize);

/// What the verifier believed at an obligation, beside the moments that were there.
struct Snapshot {
    operation: usize,
    rule: Rule,
    path: Truth,
    facts: Rc<[Truth]>,
    /// Of a moment and a choice of lanes, the equations.
    cases: Vec<(MomentId, Vec<Pin>)>,
}

/// The observer.
pub(super) struct Watch {
    runs: Arc<Vec<Run>>,
    audited: Arc<Mutex<Audited>>,
    /// The moments in front of an operation, by its position.
    at: HashMap<usize, Vec<MomentId>>,
    /// The moments in which an iteration of a `for` ends and goes on to the next, by the position of the loop.
    ends: HashMap<usize, Vec<MomentId>>,
    snapshots: Vec<Snapshot>,
    /// The moments that break a rule and of which an obligation was seen.
    begun: BTreeSet<MomentId>,
    /// What was decided of a moment.
    decided: BTreeSet<(MomentId, Rule)>,
    /// What is known of the whole block.
    whole: Rc<[Truth]>,
}

impl Watch {
    pub(super) fn new(kernel: &Kernel, runs: Arc<Vec<Run>>, audited: Arc<Mutex<Audited>>) -> Self {
        let mut loops = HashMap::new();
        find_continued(&kernel.body, None, &positions(kernel), &mut loops);
        let (mut at, mut ends) = (HashMap::<_, Vec<_>>::new(), HashMap::<_, Vec<_>>::new());
        for (run, one) in runs.iter().enumerate() {
            for (number, moment) in one.moments.iter().enumerate() {
                at.entry(moment.operation).or_default().push((run, number));
                if let Some(owner) = loops.get(&moment.operation) {
                    ends.entry(*owner).or_default().push((run, number));
                }
            }
        }
        let (snapshots, begun, decided, whole) = (Vec::new(), BTreeSet::new(), BTreeSet::new(), Rc::from([]));
        Watch { runs, audited, at, ends, snapshots, begun, decided, whole }
    }

    fn moment(&self, (run, number): MomentId) -> &Moment {
        &self.runs[run].moments[number]
    }

    /// The moments in which control is where the machine is now.
    fn here(&self, machine: &Machine<'_>, operation: &Operation) -> Vec<MomentId> {
        let iterations = &machine.state.iterations;
        // The step from one iteration to the next is asked for within the iteration.
        let inside = iterations.last().is_some_and(|last| std::ptr::eq(last.owner, operation));
        let moments = if inside { &self.ends } else { &self.at };
        let is_here = |id: &&MomentId| {
            let rounds = &self.moment(**id).rounds;
            let fits =
                |(number, round): (Num, &u64)| number.value().is_none_or(|value| value == i128::from(*round));
            rounds.len() == iterations.len()
                && iterations.iter().map(|iteration| iteration.number).zip(rounds).all(fits)
        };
        let found = moments.get(&machine.recorder.position(operation)).into_iter().flatten();
        found.filter(is_here).copied().collect()
    }
}

impl<'k> Observer<'k> for Watch {
    fn reach(&mut self, machine: &mut Machine<'k>, operation: &Operation, rule: Rule) {
        let mut moments = self.here(machine, operation);
        // What follows the first obligation of an operation is asked where that holds, which it may not do here.
        moments.retain(|id| !self.moment(*id).broken || self.begun.insert(*id));
        if moments.is_empty() {
            return;
        }
        let before = begin_pass(machine, Mode::Check);
        let mut cases = Vec::new();
        for id in moments {
            let launch = pin_launch(machine, &self.runs[id.0].launch);
            for choice in 0..CHOICES {
                let mut pins = launch.clone();
                pins.extend(pin_moment(machine, self.moment(id), choice));
                cases.push((id, pins));
            }
        }
        let (path, facts) = (machine.state.path, machine.solver.facts().into());
        discard_pass(machine, before);
        let operation = machine.recorder.position(operation);
        self.snapshots.push(Snapshot { operation, rule, path, facts, cases });
    }

    fn decide(&mut self, machine: &Machine<'k>, operation: &Operation, rule: Rule) {
        self.decided.extend(self.here(machine, operation).into_iter().map(|id| (id, rule)));
    }

    fn end(&mut self, machine: &Machine<'k>) {
        self.whole = machine.solver.facts().into();
    }

    fn conclude(&mut self, machine: &mut Machine<'k>) {
        effort::set_no_end();
        let mut audited = Audited::default();
        self.judge(machine, &mut audited);
        self.find_missed(machine.kernel, &mut audited);
        *self.audited.lock().unwrap_or_else(PoisonError::into_inner) = audited;
    }
}

impl Watch {
    /// Asks of each obligation and each moment. Where several ways lead to an obligation, a moment came on one of them.
    fn judge(&self, machine: &Machine<'_>, audited: &mut Audited) {
        let mut judge = Judge::default();
        let mut groups: HashMap<(usize, Rule, MomentId), Vec<(Truth, Option<Excluded>)>> = HashMap::new();
        for snapshot in &self.snapshots {
            for (id, pins) in &snapshot.cases {
                let moment = self.moment(*id);
                let whole: &[Truth] = if moment.ended { &self.whole } else { &[] };
                let facts = snapshot.facts.iter().chain(whole).copied();
                let excluded = match judge.decide(snapshot.path, facts, pins) {
                    Verdict::Possible => {
                        audited.possible += 1;
                        None
                    }
                    Verdict::Unknown => {
                        audited.unknown += 1;
                        None
                    }
                    Verdict::Impossible => {
                        let core = judge.core(machine.kernel, snapshot.path, &snapshot.facts, whole, pins);
                        Some(Excluded {
                            run: id.0,
                            operation: snapshot.operation,
                            rule: snapshot.rule,
                            block: moment.block,
                            rounds: moment.rounds.clone(),
                            core,
                        })
                    }
                };
                let key = (snapshot.operation, snapshot.rule, *id);
                groups.entry(key).or_default().push((snapshot.path, excluded));
            }
        }
        let mut groups: Vec<_> = groups.into_iter().collect();
        groups.sort_unstable_by_key(|((operation, rule, id), _)| (*id, *operation, *rule));
        audited.excluded.extend(groups.into_iter().filter_map(|(_, ways)| {
            let is_way =
                |path: &Truth| ways.iter().all(|(other, excluded)| other != path || excluded.is_none());
            let taken = ways.iter().any(|(path, _)| is_way(path));
            ways.into_iter().find_map(|(_, excluded)| excluded.filter(|_| !taken))
        }));
    }

    /// Finds what the interpreter checks and nobody decided. Races are decided for all accesses at once, and that an iteration has a next
    /// where it ends.
    fn find_missed(&self, kernel: &Kernel, audited: &mut Audited) {
        let Ok(valid) = spec::valid::Valid::new(Arc::new(kernel.clone())) else { return };
        let is_later = |rule: Rule| matches!(rule, Rule::RaceBlock | Rule::RaceToken | Rule::LoopOverflow);
        for Obligation { operation, rule } in
            obligations(&valid).into_iter().filter(|one| !is_later(one.rule))
        {
            for id in self.at.get(&operation).into_iter().flatten() {
                if !self.decided.contains(&(*id, rule)) {
                    let moment = self.moment(*id);
                    let (block, rounds) = (moment.block, moment.rounds.clone());
                    audited.missed.push(Missed { run: id.0, operation, rule, block, rounds });
                }
            }
        }
    }
}

/// The positions of operations, by their addresses.
fn positions(kernel: &Kernel) -> HashMap<usize, usize> {
    kernel.operations().enumerate().map(|(at, op)| (std::ptr::from_ref(op).addr(), at)).collect()
}

/// Finds of each `continue` the loop that it continues.
fn find_continued(
    block: &Block,
    owner: Option<usize>,
    positions: &HashMap<usize, usize>,
    found: &mut HashMap<usize, usize>,
) {
    for op in &block.ops {
        let at = positions.get(&std::ptr::from_ref(op).addr()).copied();
        if let (Op::Continue, Some(at), Some(owner)) = (op.op, at, owner) {
            found.insert(at, owner);
        }
        let owner = if matches!(op.op, Op::For | Op::Loop) { at } else { owner };
        op.regions.iter().for_each(|region| find_continued(region, owner, positions, found));
    }
}
