//! Watching: at each obligation, what the verifier believes is kept with the equations of the moments in front of the operation.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use spec::proof::{Obligation, obligations};
use spec::rules::Rule;
use spec::syntax::kernel::{Block, Kernel, Operation};
use spec::syntax::op::Op;
use spec::valid::Valid;

use super::findings::{Audited, Excluded, Missed};
use super::judge::{Claim, Judge, Reasons};
use super::moments::{CHOICES, Moment, Run};
use super::pairs::{Pair, find_pairs};
use super::pins::{Pin, pin_launch, pin_moment, pin_values};
use super::snapshot::{Case, MomentId, Snapshot};
use crate::budget::effort;
use crate::report::Status;
use crate::symbolic::checkpoint::{begin_pass, discard_pass};
use crate::symbolic::machine::Machine;
use crate::symbolic::observer::Observer;
use crate::symbolic::state::Mode;
use crate::terms::{Num, Substitution, Truth};

/// The facts about the whole block.
#[derive(Default)]
struct Whole {
    facts: Vec<Truth>,
    /// Facts about the values of a terminating block: about its last iterations.
    landings: Vec<Truth>,
    /// The equations of the values where a block returns, by the run, the block and the choice of lanes.
    pins: BTreeMap<(usize, [u32; 3], usize), Vec<Pin>>,
}

/// The ways to an obligation, by their path conditions, with what is excluded on each.
type Ways = Vec<(Truth, Option<Excluded>)>;

/// The observer.
pub(super) struct Watch {
    runs: Arc<Vec<Run>>,
    audited: Arc<Mutex<Audited>>,
    /// The moments in front of an operation, by its position.
    at: HashMap<usize, Vec<MomentId>>,
    /// The moments in which an iteration of a `for` ends and goes on to the next, by the position of the loop.
    ends: HashMap<usize, Vec<MomentId>>,
    snapshots: Vec<Snapshot>,
    /// The moments that break a rule, with a seen obligation.
    begun: BTreeSet<MomentId>,
    /// The decided rules of moments.
    decided: BTreeSet<(MomentId, Rule)>,
    /// The reasons of facts.
    reasons: Reasons,
    whole: Whole,
    /// Moments of two instances of the block, with the facts about both.
    pairs: Vec<Pair>,
}

impl Watch {
    pub(super) fn new(kernel: &Kernel, runs: Arc<Vec<Run>>, audited: Arc<Mutex<Audited>>) -> Self {
        let mut loops = HashMap::new();
        find_continued(&kernel.body, None, &mut loops);
        let (mut at, mut ends) = (HashMap::<_, Vec<_>>::new(), HashMap::<_, Vec<_>>::new());
        for (run, one) in runs.iter().enumerate() {
            for (number, moment) in one.moments.iter().enumerate() {
                at.entry(moment.operation).or_default().push((run, number));
                if let Some(owner) = loops.get(&moment.operation) {
                    ends.entry(*owner).or_default().push((run, number));
                }
            }
        }
        let (begun, decided, reasons) = (BTreeSet::new(), BTreeSet::new(), Reasons::default());
        let (snapshots, pairs, whole) = (Vec::new(), Vec::new(), Whole::default());
        Watch { runs, audited, at, ends, snapshots, begun, decided, reasons, whole, pairs }
    }

    fn moment(&self, (run, number): MomentId) -> &Moment {
        &self.runs[run].moments[number]
    }

    /// The moments whose control flow matches the machine's.
    fn here(&self, machine: &Machine<'_>, operation: &Operation) -> Vec<MomentId> {
        let iterations = &machine.state.iterations;
        // The step from one iteration to the next is asked for within the iteration.
        let inside = iterations.last().is_some_and(|last| last.owner.id == operation.id);
        let moments = if inside { &self.ends } else { &self.at };
        let is_here = |id: &&MomentId| {
            let rounds = &self.moment(**id).rounds;
            let fits =
                |(number, round): (Num, &u64)| number.value().is_none_or(|value| value == i128::from(*round));
            rounds.len() == iterations.len()
                && iterations.iter().map(|iteration| iteration.number).zip(rounds).all(fits)
        };
        let found = moments.get(&operation.id.index()).into_iter().flatten();
        found.filter(is_here).copied().collect()
    }
}

impl<'k> Observer<'k> for Watch {
    fn reach(&mut self, machine: &mut Machine<'k>, operation: &Operation, rule: Rule) {
        let mut moments = self.here(machine, operation);
        // The later obligations of an operation are decided under the first, which may fail here.
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
                cases.push(Case { id, choice, pins });
            }
        }
        let (path, facts) = (machine.state.path, self.reasons.facts(machine).into());
        discard_pass(machine, before);
        let operation = operation.id.index();
        self.snapshots.push(Snapshot { operation, rule, path, facts, cases });
    }

    fn decide(&mut self, machine: &Machine<'k>, operation: &Operation, rule: Rule) {
        self.decided.extend(self.here(machine, operation).into_iter().map(|id| (id, rule)));
    }

    fn end(&mut self, machine: &mut Machine<'k>) {
        let before = begin_pass(machine, Mode::Check);
        let runs = Arc::clone(&self.runs);
        for (number, run) in runs.iter().enumerate() {
            let launch = pin_launch(machine, &run.launch);
            let is_met = |block: &[u32; 3]| run.moments.iter().any(|moment| moment.block == *block);
            for (block, values) in run.ends.iter().filter(|(block, _)| is_met(block)) {
                for choice in 0..CHOICES {
                    let mut pins = launch.clone();
                    pins.extend(pin_values(machine, *block, values, choice));
                    self.whole.pins.insert((number, *block, choice), pins);
                }
            }
        }
        self.whole.facts = self.reasons.facts(machine);
        discard_pass(machine, before);
    }

    fn copy(&mut self, machine: &Machine<'k>, other: &mut Substitution, same_block: bool) {
        let runs = Arc::clone(&self.runs);
        let moment = |id: MomentId| &runs[id.0].moments[id.1];
        let facts = self.reasons.facts(machine);
        self.pairs.extend(find_pairs(&self.snapshots, &moment, facts, other, same_block));
    }

    fn conclude(&mut self, machine: &mut Machine<'k>) {
        effort::set_no_end();
        if machine.recorder.obligations.iter().any(|obligation| obligation.status != Status::Proved) {
            self.reasons.open();
        }
        // A check that ends early has not seen all ways to the end of the block.
        if let Some(endings) = machine.recorder.endings.as_ref().filter(|_| !machine.is_done()) {
            self.whole.landings = endings.landings.clone();
        }
        let mut audited = Audited::default();
        self.judge(machine.kernel, &mut audited);
        self.judge_ends(machine.kernel, &mut audited);
        self.judge_pairs(machine.kernel, &mut audited);
        self.find_missed(machine.kernel, &mut audited);
        // A single excluded obligation suffices.
        let mut seen = BTreeSet::new();
        audited.excluded.retain(|one| seen.insert((one.operation, one.core.clone())));
        *self.audited.lock().unwrap_or_else(PoisonError::into_inner) = audited;
    }
}

impl Watch {
    /// Asks of each obligation and each moment. If several paths lead to an obligation, a moment came on one of them.
    fn judge(&self, kernel: &Kernel, audited: &mut Audited) {
        let mut judge = Judge::new(&self.reasons);
        let mut groups: HashMap<(usize, Rule, MomentId), Ways> = HashMap::new();
        for snapshot in &self.snapshots {
            for case in &snapshot.cases {
                let moment = self.moment(case.id);
                // Behind a loop, its variables have the values of the last iteration.
                let outside = moment.ended && moment.rounds.is_empty();
                let ended = self.whole.pins.get(&(case.id.0, moment.block, case.choice));
                let whole = if moment.ended { self.whole.facts.as_slice() } else { &[] };
                let claim = Claim {
                    path: vec![snapshot.path],
                    facts: snapshot.facts.iter().chain(whole).copied().collect(),
                    pins: case
                        .pins
                        .iter()
                        .chain(ended.into_iter().flatten().filter(|_| outside))
                        .copied()
                        .collect(),
                };
                let core = audited.count(judge.decide(&claim)).then(|| judge.core(kernel, &claim));
                let excluded = core.map(|core| self.excluded(snapshot, case.id, core));
                let key = (snapshot.operation, snapshot.rule, case.id);
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

    fn excluded(&self, snapshot: &Snapshot, id: MomentId, core: Vec<String>) -> Excluded {
        let moment = self.moment(id);
        let (block, rounds) = (moment.block, moment.rounds.clone());
        Excluded { run: id.0, operation: snapshot.operation, rule: Some(snapshot.rule), block, rounds, core }
    }

    /// Judges each terminating block with the facts about its last iterations.
    fn judge_ends(&self, kernel: &Kernel, audited: &mut Audited) {
        let mut judge = Judge::new(&self.reasons);
        for ((run, block, _), pins) in &self.whole.pins {
            let is_end = |moment: &&Moment| moment.block == *block && moment.ended;
            let Some(moment) = self.runs[*run].moments.iter().find(is_end) else { continue };
            let facts = self.whole.facts.iter().chain(&self.whole.landings).copied().collect();
            let claim = Claim { path: Vec::new(), facts, pins: pins.clone() };
            if audited.count(judge.decide(&claim)) {
                let (operation, rule) = (moment.operation, None);
                let core = judge.core(kernel, &claim);
                audited.excluded.push(Excluded {
                    run: *run,
                    operation,
                    rule,
                    block: *block,
                    rounds: Vec::new(),
                    core,
                });
            }
        }
    }

    /// Asks of moments of two instances.
    fn judge_pairs(&self, kernel: &Kernel, audited: &mut Audited) {
        let mut judge = Judge::new(&self.reasons);
        for pair in &self.pairs {
            if audited.count(judge.decide(&pair.claim)) {
                let core = judge.core(kernel, &pair.claim);
                let Moment { block, rounds, operation, .. } = self.moment(pair.ids[0]).clone();
                audited.excluded.push(Excluded {
                    run: pair.ids[0].0,
                    operation,
                    rule: Some(pair.rule),
                    block,
                    rounds,
                    core,
                });
            }
        }
    }

    /// Finds checks of the interpreter that nobody decided. Races are decided for all accesses at once, and so is the successor of
    /// an iteration at its end.
    fn find_missed(&self, kernel: &Kernel, audited: &mut Audited) {
        let Ok(valid) = Valid::new(Arc::new(kernel.clone())) else { return };
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

/// Finds the loop of each `continue`.
fn find_continued(block: &Block, owner: Option<usize>, found: &mut HashMap<usize, usize>) {
    for op in &block.ops {
        let at = op.id.index();
        if let (Op::Continue, Some(owner)) = (op.op, owner) {
            found.insert(at, owner);
        }
        let owner = if matches!(op.op, Op::For | Op::Loop) { Some(at) } else { owner };
        op.regions.iter().for_each(|region| find_continued(region, owner, found));
    }
}
