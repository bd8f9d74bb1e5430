//! From what the solver says to a verdict: every refutation is replayed before it counts.

mod asked;
pub(super) mod refused;
#[cfg(test)]
mod tests;
mod trim;

use std::cell::RefCell;

use spec::contract::Bound;
use spec::rules::Rule;
use spec::syntax::kernel::{Allowance, OpId};
use spec::syntax::launch::Launch;
use spec::valid::Valid;

use self::asked::{Asked, Nearness, Owners, races};
use super::completion::Completion;
use super::replay::{Replay, fuel};
use super::report::{Clauses, Counterexample, Finding, Inferred, KernelReport, Status, Verdict};
use super::search::search_for;
use super::signature::describe_signature;

/// What is said where a check has ended soon after a launch was found.
const CURTAILED: &str =
    "the check ended soon after it had found a launch that breaks a rule: there may be others";

/// The missing promises behind a violation.
pub(super) enum Missing {
    /// No promise would help.
    None,
    /// An unknown promise; at least these clauses.
    Unknown(Vec<Inferred>),
}

/// The verdict on a kernel.
pub(super) fn resolve(
    kernel: &Valid,
    contract: &Bound<'_>,
    proof: verify::Report,
    allowances: &[&Allowance],
    limits: &verify::Options,
    missing: &Missing,
) -> KernelReport {
    let ignore = limits.policy.ignored();
    let owners = Owners::new(kernel);
    let asked: Vec<_> = proof.obligations.iter().map(|one| Asked::of(one, &owners)).collect();
    let completion = Completion::new(kernel, contract, ignore, &limits.budget);
    let resolver = Resolver {
        completion,
        allowances,
        ignore,
        missing,
        asked,
        owners,
        stopped: proof.stopped || proof.curtailed,
        runs: RefCell::default(),
    };
    let empty = |(name, words): &(String, String)| {
        format!("{words}: whatever is said here is said of launches in which `{name}` has no elements")
    };
    let mut notes: Vec<String> = proof.vacuous.iter().map(empty).collect();
    if proof.curtailed {
        notes.push(CURTAILED.to_owned());
    }
    let mut strays = Vec::new();
    let mut obligations = Vec::new();
    for obligation in proof.obligations {
        obligations.push(resolver.resolve_obligation(obligation, obligations.len(), &mut strays));
    }
    for stray in strays {
        resolver.record(stray, &mut obligations, &mut notes);
    }
    resolver.search_where_unsure(&mut obligations, &mut notes);

    let mut trusted = proof.trusted;
    trusted.extend(allowances.iter().map(|a| format!("{} is accepted, because {}", a.rule, a.because)));
    let verdict = resolver.verdict(&obligations, &mut notes);
    KernelReport {
        verdict,
        // What was proved by then need not be so of all iterations of a loop.
        ended_early: proof.curtailed && verdict == Verdict::Unknown,
        contract: Clauses {
            given: proof.given,
            signature: describe_signature(contract.contract),
            trusted,
            ..Clauses::default()
        },
        axioms: proof.axioms,
        obligations,
        asserts: proof.asserts,
        notes,
        scripts: proof.scripts,
        ..KernelReport::unknown()
    }
}

struct Resolver<'a> {
    completion: Completion<'a>,
    allowances: &'a [&'a Allowance],
    ignore: Option<Rule>,
    missing: &'a Missing,
    /// The subjects, by obligation.
    asked: Vec<Asked>,
    owners: Owners,
    /// Whether the check was ended before it had asked everything.
    stopped: bool,
    /// The launches run so far; for a check of a single launch, every candidate is that launch.
    runs: RefCell<Vec<Run>>,
}

/// A launch that was run.
struct Run {
    launch: Launch,
    /// The `for` that had to end for the run to be of use.
    ends: Option<OpId>,
    came: Replay,
}

/// A launch that breaks a different obligation than expected.
struct Stray {
    /// The obligation.
    meant: usize,
    /// Whether the replay of that launch is reported already.
    told: bool,
    found: Box<Counterexample>,
}

impl Resolver<'_> {
    /// The status of one obligation after the replay of its candidate.
    fn resolve_obligation(
        &self,
        obligation: verify::Obligation,
        meant: usize,
        strays: &mut Vec<Stray>,
    ) -> Finding {
        let rule = obligation.rule;
        // The variable of a `for` overflows after all other rounds.
        let kernel = self.completion.kernel;
        let ends = kernel.operations().nth(obligation.operation).map(|op| op.id);
        let ends = ends.filter(|_| rule == Rule::LoopOverflow);
        let mut replay = |candidate: &Launch, doubt: Option<String>| match self.replay(candidate, ends) {
            Replay::Broken(found) if self.confirms(meant, &found) => {
                Status::Refuted(trim::trim(&self.completion, found))
            }
            Replay::Broken(found) => {
                strays.push(Stray { meant, told: doubt.is_none(), found });
                Status::Unknown(doubt.unwrap_or_default())
            }
            Replay::Clean => Status::Unknown(doubt.unwrap_or_else(|| {
                "the solver's launch does not break this when it is run: a loop, a float or what another \
                 block writes is described more loosely than it is"
                    .to_owned()
            })),
            Replay::Unfinished(reason) => Status::Unknown(doubt.unwrap_or(reason)),
        };
        obligation.map_status(|status| match (status, self.accepted(rule)) {
            (verify::Status::Proved, _) => Status::Proved,
            (_, Some(because)) => Status::Accepted(because),
            (verify::Status::Unknown(reason), None) => Status::Unknown(reason),
            (verify::Status::Refuted(candidate), None) => replay(&candidate, None),
            (verify::Status::Doubtful(candidate, reason), None) => replay(&candidate, Some(reason)),
        })
    }

    fn accepted(&self, rule: Rule) -> Option<String> {
        let allowance = self.allowances.iter().find(|allowance| allowance.rule == rule.code());
        allowance.map(|allowance| allowance.because.clone())
    }

    /// Runs a candidate; a violation that the author accepts does not hide another one.
    fn replay(&self, candidate: &Launch, ends: Option<OpId>) -> Replay {
        if let Err(clause) = spec::admit::admit(self.completion.contract, candidate) {
            let why = if self.completion.contract.contract.relations.is_empty() {
                "it is no launch of the contract, which is a bug of ours"
            } else {
                "relations are known of the elements that are loaded, and no others were found that keep them"
            };
            return Replay::Unfinished(format!("the solver's launch does not keep `{clause}`: {why}"));
        }
        let is_it = |run: &&Run| run.launch == *candidate && (run.ends.is_none() || run.ends == ends);
        let before = self.runs.borrow().iter().find(is_it).map(|run| run.came.clone());
        if let Some(came) = before {
            return came;
        }
        let completion = self.completion.ending(ends);
        let came = match completion.run(candidate, fuel::REPLAY) {
            Replay::Broken(found)
                if self.accepted(found.violation.rule).is_some() && self.ignore.is_none() =>
            {
                completion.ignoring(found.violation.rule).run(candidate, fuel::REPLAY)
            }
            other @ (Replay::Broken(_) | Replay::Clean | Replay::Unfinished(_)) => other,
        };
        self.runs.borrow_mut().push(Run { launch: candidate.clone(), ends, came: came.clone() });
        came
    }

    /// Whether a violation confirms the obligation: its rule, at its operation. Either operation of a race counts, if
    /// the meeting pair is no obligation of its own.
    fn confirms(&self, meant: usize, found: &Counterexample) -> bool {
        self.about(found).contains(&meant)
    }

    /// The obligations that a launch breaks.
    fn about(&self, found: &Counterexample) -> Vec<usize> {
        let of = |wanted: Nearness| {
            let all = self.asked.iter().enumerate();
            all.filter(|(_, asked)| asked.nearness(found, &self.owners) == Some(wanted))
                .map(|(at, _)| at)
                .collect::<Vec<_>>()
        };
        let exact = of(Nearness::Same);
        if exact.is_empty() { of(Nearness::OneParty) } else { exact }
    }

    /// Records a launch that breaks another obligation, unless proved.
    fn record(&self, stray: Stray, obligations: &mut [Finding], notes: &mut Vec<String>) {
        let Stray { meant, told, found } = stray;
        let breaks = self.words(&found);
        let said = match self.standing(&found, obligations) {
            Standing::Known => format!("skipped: the same launch already breaks {breaks} earlier"),
            Standing::Open(at) => {
                obligations[at].status = Status::Refuted(found);
                format!("skipped: the same launch already breaks {breaks} earlier")
            }
            Standing::Contradiction(proved) => {
                contradict(&breaks, &proved, obligations, notes);
                format!("the solver's launch breaks {breaks} instead, which is a bug of ours")
            }
        };
        if told && matches!(obligations[meant].status, Status::Unknown(_)) {
            obligations[meant].status = Status::Unknown(said);
        }
    }

    /// The meaning of a violation for the results so far.
    fn standing(&self, found: &Counterexample, obligations: &[Finding]) -> Standing {
        let about = self.about(found);
        let status = |at: &usize| &obligations[*at].status;
        let is_known = |at: &usize| matches!(status(at), Status::Refuted(_) | Status::Accepted(_));
        if about.iter().any(is_known) {
            return Standing::Known;
        }
        let is_open = |at: &&usize| matches!(status(at), Status::Unknown(reason) if reason != CONTRADICTED);
        if let Some(open) = about.iter().find(is_open) {
            return Standing::Open(*open);
        }
        // Proved obligations hold as long as the accepted ones do. The absence of races was shown for executions in which
        // every block keeps all other rules to its end.
        let is_accepted = |finding: &Finding| matches!(finding.status, Status::Accepted(_));
        let is_short = |finding: &Finding| !races(finding.rule) && !matches!(finding.status, Status::Proved);
        let leans = obligations.iter().any(is_accepted)
            || races(found.violation.rule) && obligations.iter().any(is_short);
        match about.first() {
            Some(at) if leans => Standing::Open(*at),
            // A check that was ended early has not asked everything.
            None if self.stopped => Standing::Known,
            Some(_) | None => Standing::Contradiction(about),
        }
    }

    /// The violation of a launch, in words.
    fn words(&self, found: &Counterexample) -> String {
        let party = &found.violation.party;
        let mut operations = self.completion.kernel.operations();
        let op = operations.find(|op| op.at.offset == party.at.offset);
        let place = op.map_or(String::new(), |op| match op.results.first() {
            Some(result) => {
                format!(" at `{} = {}`", self.completion.kernel.name(*result), op.op.mnemonic())
            }
            None => format!(" at `{}`", op.op.mnemonic()),
        });
        format!("{}{place}", found.violation.rule.code())
    }

    /// Where something is open and nothing is refuted, small launches are tried.
    fn search_where_unsure(&self, obligations: &mut [Finding], notes: &mut Vec<String>) {
        let is_open = |finding: &Finding| matches!(finding.status, Status::Unknown(_));
        let is_refuted = |finding: &Finding| matches!(finding.status, Status::Refuted(_));
        if obligations.iter().any(is_refuted) || !obligations.iter().any(is_open) {
            return;
        }
        let mut contradiction = None;
        let mut counts = |found: &Counterexample| match self.standing(found, obligations) {
            Standing::Known => false,
            Standing::Open(_) => self.accepted(found.violation.rule).is_none(),
            Standing::Contradiction(proved) => {
                contradiction.get_or_insert((self.words(found), proved));
                false
            }
        };
        let found = search_for(&self.completion, &mut counts);
        if let Some((breaks, proved)) = contradiction {
            contradict(&breaks, &proved, obligations, notes);
        }
        if let Some(found) = found
            && let Standing::Open(at) = self.standing(&found, obligations)
        {
            obligations[at].status = Status::Refuted(trim::trim(&self.completion, Box::new(found)));
        }
    }

    fn verdict(&self, obligations: &[Finding], notes: &mut Vec<String>) -> Verdict {
        let any = |is: fn(&Status) -> bool| obligations.iter().any(|finding| is(&finding.status));
        if any(|status| matches!(status, Status::Refuted(_))) {
            let Missing::Unknown(clauses) = self.missing else { return Verdict::Undefined };
            let at_least: Vec<_> = clauses.iter().map(|one| one.clause.to_string()).collect();
            let but = if at_least.is_empty() {
                String::new()
            } else {
                format!(" beside {}", at_least.join(" and "))
            };
            notes.push(format!(
                "the contract allows the launch shown, and no precondition of @{} was found{but} that excludes every \
                 such launch. State the preconditions (`requires`, `grid`, or --requires and --grid)",
                self.completion.kernel.name
            ));
            return Verdict::Unknown;
        }
        let unknown = any(|status| matches!(status, Status::Unknown(_)));
        if unknown { Verdict::Unknown } else { Verdict::Proved }
    }
}

/// The standing of a launch that breaks a rule.
enum Standing {
    /// Nothing new.
    Known,
    /// The launch refutes this obligation.
    Open(usize),
    /// These were proved, or nobody has asked.
    Contradiction(Vec<usize>),
}

/// The note on a proved obligation that a launch breaks: neither result counts any more.
const CONTRADICTED: &str = "it was proved, and a launch breaks it: that is a bug of ours";

/// Takes back what was proved and a launch breaks.
fn contradict(breaks: &str, proved: &[usize], obligations: &mut [Finding], notes: &mut Vec<String>) {
    for at in proved {
        obligations[*at].status = Status::Unknown(CONTRADICTED.to_owned());
    }
    let was = if proved.is_empty() { "which nobody had asked for" } else { "which was proved" };
    let note = format!("a launch of the contract breaks {breaks}, {was}: that is a bug of ours");
    if !notes.contains(&note) {
        notes.push(note);
    }
}
