//! Inferred contracts: inside them no launch breaks a rule, and just outside each of their clauses some launch does.

use driver::check::report::Counterexample;
use spec::contract::Bound;
use spec::parse::contract_clauses;
use spec::rules::Rule;
use spec::syntax::contract::{Binary, BufferClause, Contract, Expr, Unary};
use spec::valid::Valid;

use crate::claim::{Conditions, Found};
use crate::launches::{Draw, FAR, all, drawn};
use crate::subject::Subject;
use crate::trial::{Disagreement, Ran, Trial, broken, inside, ran, trusting};

/// The number of drawn launches outside a clause, if too many to run all.
const OUTSIDE: usize = 1000;

/// So many launches outside a clause may run for too long.
const PATIENCE: usize = 3;

/// Tries a proof under a base contract and the clauses that were inferred to it.
pub(crate) fn proved(subject: &Subject, base: &Contract, conditions: &Conditions, most: usize) -> Trial {
    let base = trusting(base, &conditions.trusted);
    let clauses: Vec<Contract> = conditions.inferred.iter().map(|found| clause(&found.words)).collect();
    let whole = clauses.iter().fold(base.clone(), with);
    let mut trial = inside(subject, &whole, conditions, most);
    for (position, clause) in conditions.inferred.iter().enumerate() {
        if trial.disagreement.is_some() {
            break;
        }
        let others = clauses.iter().enumerate().filter(|(other, _)| *other != position);
        let others = others.fold(base.clone(), |others, (_, clause)| with(others, clause));
        let accepted = &conditions.accepted;
        let shows = |example: &Counterexample| is_outside(subject, (&others, &whole), accepted, example);
        if clause.because.as_deref().is_some_and(shows) {
            trial.shown += 1;
            continue;
        }
        let contracts = outside(&clauses[position]).into_iter().map(|broken| with(others.clone(), &broken));
        match contracts.map(|contract| beyond(subject, &contract, accepted, &mut trial)).max() {
            Some(Beyond::Breach) => trial.drawn += 1,
            _ if conditions.cut => {
                trial
                    .unreached
                    .push(format!("{}: {}, perhaps stronger than need be", subject.name, clause.words));
            }
            Some(Beyond::Nothing) | None => {
                trial.unreached.push(format!("{}: {}", subject.name, clause.words))
            }
            Some(Beyond::Defined) => trial.needless.push(format!("{}: {}", subject.name, clause.words)),
        }
    }
    trial
}

/// What launches of a contract come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Beyond {
    /// All are defined.
    Defined,
    /// No launch exists, or one runs for too long.
    Nothing,
    /// A launch breaks a rule.
    Breach,
}

/// Whether a launch keeps a contract without a clause, does not keep it with the clause, and breaks a rule.
fn is_outside(
    subject: &Subject,
    (others, whole): (&Contract, &Contract),
    accepted: &[Rule],
    example: &Counterexample,
) -> bool {
    let kernel = Valid::new(subject.kernel.clone()).expect("it was checked");
    let admits = |contract| {
        let bound = Bound::new(contract, &kernel).expect("it was checked");
        spec::admit::admit(&bound, &example.launch).is_ok()
    };
    let breach = || broken(&kernel, &example.launch).filter(|found| !accepted.contains(&found.rule));
    admits(others) && !admits(whole) && breach().is_some()
}

/// A clause in the words of a contract; a bare condition is one that is required.
fn clause(words: &str) -> Contract {
    let found = contract_clauses(words).or_else(|_| contract_clauses(&format!("requires = {words}")));
    found.unwrap_or_else(|problem| panic!("`{words}` is no clause: {}", problem.message))
}

/// A contract with one more clause; of sizes, alignments and grids the new one counts.
fn with(mut contract: Contract, clause: &Contract) -> Contract {
    let clause = clause.clone();
    contract.grid = clause.grid.or(contract.grid);
    contract.requires.extend(clause.requires);
    for buffer in clause.buffers {
        contract.buffers.retain(|other| other.name != buffer.name);
        contract.buffers.push(buffer);
    }
    for (name, bytes) in clause.aligns {
        contract.aligns.retain(|(other, _)| *other != name);
        contract.aligns.push((name, bytes));
    }
    contract.disjoint.extend(clause.disjoint);
    contract.aliases.extend(clause.aliases);
    contract.same_arrays.extend(clause.same_arrays);
    contract.contents.extend(clause.contents);
    contract.relations.extend(clause.relations);
    contract
}

/// Contracts just outside the clause: one for each part.
fn outside(clause: &Contract) -> Vec<Contract> {
    let not = |expr: &Expr| Expr::Unary(Unary::Not, Box::new(expr.clone()));
    let binary = |op, lhs: &Expr, rhs: Expr| Expr::Binary(op, Box::new(lhs.clone()), Box::new(rhs));
    let mut broken = Vec::new();
    for expr in &clause.requires {
        let outside = next_to(expr).unwrap_or_else(|| not(expr));
        broken.push(Contract { requires: vec![outside], ..Contract::default() });
    }
    for (axis, extent) in ["grid.x", "grid.y", "grid.z"].iter().zip(clause.grid.iter().flatten()) {
        let differs = binary(Binary::Ne, &Expr::Name((*axis).to_owned()), extent.clone());
        broken.push(Contract { requires: vec![differs], ..Contract::default() });
    }
    for buffer in &clause.buffers {
        let shorter = binary(Binary::Sub, &buffer.len, Expr::Number(1));
        let requires = vec![binary(Binary::Ge, &shorter, Expr::Number(0))];
        let buffers = vec![BufferClause { len: shorter, ..buffer.clone() }];
        broken.push(Contract { requires, buffers, ..Contract::default() });
    }
    for (name, bytes) in clause.aligns.iter().filter(|(_, bytes)| *bytes > 1) {
        broken.push(Contract { aligns: vec![(name.clone(), bytes / 2)], ..Contract::default() });
    }
    for (name, expr) in &clause.contents {
        broken.push(Contract { contents: vec![(name.clone(), not(expr))], ..Contract::default() });
    }
    for set in &clause.disjoint {
        let pairs = set.windows(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect();
        broken.push(Contract { aliases: pairs, ..Contract::default() });
    }
    broken
}

/// For a bound of one name, the value next to the bound: a bound that is not the weakest does no harm there.
fn next_to(clause: &Expr) -> Option<Expr> {
    let Expr::Binary(op, lhs, rhs) = clause else { return None };
    let is_name = |side: &Expr| matches!(side, Expr::Name(_));
    if !is_name(lhs) && !is_name(rhs) {
        return None;
    }
    let step = match op {
        Binary::Le => 1,
        Binary::Ge => -1,
        Binary::Lt | Binary::Gt | Binary::Ne => 0,
        Binary::Eq | Binary::And | Binary::Or => return None,
        Binary::Add | Binary::Sub | Binary::Mul | Binary::Div | Binary::Rem => return None,
        Binary::Cdiv | Binary::Min | Binary::Max => return None,
    };
    let bound = Expr::Binary(Binary::Add, rhs.clone(), Box::new(Expr::Number(step)));
    Some(Expr::Binary(Binary::Eq, lhs.clone(), Box::new(bound)))
}

/// Runs launches of a contract until one breaks a rule that the author does not accept: small ones, and those around
/// the contract's numbers.
fn beyond(subject: &Subject, contract: &Contract, accepted: &[Rule], trial: &mut Trial) -> Beyond {
    let kernel = Valid::new(subject.kernel.clone()).expect("it was checked");
    let bound = Bound::new(contract, &kernel).expect("it was checked");
    let mut draw = Draw::named(&subject.name);
    let points = all(&bound).unwrap_or_default();
    let large = drawn(&bound, OUTSIDE, FAR, &mut draw);
    let (mut some, mut too_long) = (false, 0);
    for launch in points.iter().chain(&large).filter_map(|point| point.launch(&bound, &mut draw)) {
        trial.launches += 1;
        match ran(&kernel, &launch) {
            Ran::Broken(found) if !accepted.contains(&found.rule) => return Beyond::Breach,
            Ran::Broken(_) | Ran::Well => some = true,
            Ran::TooLong => too_long += 1,
        }
        if too_long == PATIENCE {
            break;
        }
    }
    if some && too_long == 0 { Beyond::Defined } else { Beyond::Nothing }
}

#[test]
fn a_contract_is_tried_inside_and_just_outside_each_of_its_clauses() {
    let text = "
        contract @k { names = (a, n, i) }
        entry @k(%a: tile<ptr<i32>>, %n: tile<i32>, %i: tile<i32>) {
          %b, %by, %bz = get_tile_block_id : tile<i32>
          %at = addi %b, %i : tile<i32>
          %p = offset %a, %at : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
          %x, %t = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
          return
        }";
    let subject = Subject::of_text("inferred", text);
    let tried = |clauses: &[&str]| {
        let found = |clause: &&str| Found { words: (*clause).to_owned(), because: None };
        let inferred = clauses.iter().map(found).collect();
        let conditions = Conditions { inferred, ..Conditions::default() };
        proved(&subject, &subject.contract, &conditions, 200)
    };
    let exact = ["i >= 0", "i < 4", "grid.x <= n", "buffer a : i32[n + 3]"];
    assert!(tried(&exact).disagreement.is_none() && tried(&exact).needless.is_empty());
    let loose = ["i >= 0", "i <= 4", "grid.x <= n", "buffer a : i32[n + 3]"];
    assert!(matches!(tried(&loose).disagreement, Some(Disagreement::Breaks(_))));
    for tight in [
        ["i >= 0", "i < 3", "grid.x <= n", "buffer a : i32[n + 3]"],
        ["i >= 1", "i < 4", "grid.x <= n", "buffer a : i32[n + 3]"],
        ["i >= 0", "i < 4", "grid.x <= n - 1", "buffer a : i32[n + 3]"],
        ["i >= 0", "i < 4", "grid.x <= n", "buffer a : i32[n + 4]"],
    ] {
        assert!(!tried(&tight).needless.is_empty(), "{tight:?}");
    }
}
