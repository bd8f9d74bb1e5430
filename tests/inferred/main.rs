//! Expected contracts of the corpus against the verifier: every launch under the clauses is defined, and each clause is needed to its last
//! number. The tool's own results are compared, too. `FILTER=text` picks directives. Each day an eighth of the weaker contracts is tried,
//! with `SLOW=1` all; the tool's own search tries all relaxations of its clauses.

#[allow(dead_code, reason = "each test takes what it needs")]
#[path = "../harness/mod.rs"]
mod harness;
mod tool;

use std::sync::Mutex;

use driver::check::add_signature;
use harness::directive::{ExpectedContract, Task};
use harness::{Item, claim, every, picked, report};
use spec::contract::Bound;
use spec::syntax::contract::{Binary, Contract, Expr};
use spec::syntax::kernel::Module;
use spec::valid::Valid;
use verify::Status;

/// What the verifier says of all obligations together.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Said {
    /// All hold, and some launch comes to each.
    Proved,
    /// A launch breaks a rule.
    Refuted,
    /// Neither, or an operation is out of reach; why.
    Open(String),
}

/// Checks the only kernel of a module under its contract, with a possibly free grid.
fn said(module: &Module) -> Result<Said, String> {
    let kernel = Valid::new(module.kernels[0].clone()).map_err(|problem| format!("{problem:?}"))?;
    let kernel = spec::fold::kernel(&kernel);
    let contract = add_signature(&kernel, &module.contracts[0]).map_err(|problem| problem.message)?;
    let bound = Bound::new(&contract, &kernel).map_err(|problem| problem.message)?;
    let found = verify::check(&kernel, &bound, &verify::Options::default());
    if found.empty {
        return Ok(Said::Open("no launch keeps the clauses".to_owned()));
    }
    if found.obligations.iter().any(|one| matches!(one.status, Status::Refuted(_))) {
        return Ok(Said::Refuted);
    }
    let open = found.obligations.iter().find_map(|one| match &one.status {
        Status::Unknown(why) | Status::Doubtful(_, why) => Some(format!("{}: {why}", one.rule)),
        Status::Proved if one.reached == Some(false) => Some(format!("{}: no launch comes there", one.rule)),
        Status::Proved | Status::Refuted(_) => None,
    });
    Ok(open.map_or(Said::Proved, Said::Open))
}

/// The kernel of a directive under the clauses to infer, as far as inference can find them.
fn expected(item: &Item<'_>) -> Option<Result<Module, String>> {
    let Task::Infer { result: ExpectedContract::Clauses(clauses), but: None } = &item.case.task else {
        return None;
    };
    let kernel = item.case.kernel.as_deref()?;
    let module = item.file.module.as_ref().map_err(|problem| problem.message.clone());
    Some(module.and_then(|module| claim::inferred(module, kernel, clauses)))
}

/// The contract with one clause less, or with one number relaxed; with a description.
fn weaker(contract: &Contract, by: i128) -> Vec<(String, Contract)> {
    let mut all = Vec::new();
    for (at, clause) in contract.requires.iter().enumerate() {
        let mut less = contract.clone();
        less.requires.remove(at);
        all.push((format!("without `{clause}`"), less));
        for wider in wider(clause, by) {
            let mut relaxed = contract.clone();
            relaxed.requires[at] = wider.clone();
            all.push((format!("with `{wider}`"), relaxed));
        }
    }
    for (at, buffer) in contract.buffers.iter().enumerate() {
        let mut relaxed = contract.clone();
        let len = Box::new(buffer.len.clone());
        // Less than a byte is nothing.
        let by = by * i128::from(buffer.element.in_a_byte());
        relaxed.buffers[at].len = Expr::Binary(Binary::Sub, len, Box::new(Expr::Number(by)));
        all.push((format!("with {by} elements less in {}", buffer.name), relaxed));
    }
    for (at, (name, bytes)) in contract.aligns.iter().enumerate() {
        let mut relaxed = contract.clone();
        relaxed.aligns[at].1 = bytes / 2;
        all.push((format!("with half of the alignment of {name}"), relaxed));
    }
    for (at, (name, clause)) in contract.contents.iter().enumerate() {
        for wider in wider(clause, by) {
            let mut relaxed = contract.clone();
            relaxed.contents[at].1 = wider.clone();
            all.push((format!("with `contents {name} : {wider}`"), relaxed));
        }
    }
    all
}

/// A clause, each of its bounds relaxed by as much: an equation and a divisibility can only be left out.
fn wider(clause: &Expr, by: i128) -> Vec<Expr> {
    let Expr::Binary(op, lhs, rhs) = clause else { return Vec::new() };
    let moved = |op, side: &Expr| Expr::Binary(op, Box::new(side.clone()), Box::new(Expr::Number(by)));
    let with = |rhs| Expr::Binary(*op, lhs.clone(), Box::new(rhs));
    match op {
        Binary::Le | Binary::Lt => vec![with(moved(Binary::Add, rhs))],
        Binary::Ge | Binary::Gt => vec![with(moved(Binary::Sub, rhs))],
        Binary::And => {
            let left = wider(lhs, by).into_iter().map(|lhs| Expr::Binary(*op, Box::new(lhs), rhs.clone()));
            left.chain(wider(rhs, by).into_iter().map(with)).collect()
        }
        Binary::Eq
        | Binary::Ne
        | Binary::Or
        | Binary::Add
        | Binary::Sub
        | Binary::Mul
        | Binary::Div
        | Binary::Rem
        | Binary::Cdiv
        | Binary::Min
        | Binary::Max => Vec::new(),
    }
}

/// The greatest divisor in a contract; 1 without one.
fn divisor(contract: &Contract) -> i128 {
    let of = |clause: &Expr| match clause {
        Expr::Binary(Binary::Eq, lhs, _) => match &**lhs {
            Expr::Binary(Binary::Rem, _, by) => match **by {
                Expr::Number(by) => Some(by),
                Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => None,
            },
            Expr::Number(_) | Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => None,
        },
        Expr::Number(_) | Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => None,
    };
    contract.requires.iter().filter_map(of).max().unwrap_or(1)
}

#[test]
fn under_what_must_be_inferred_every_launch_is_defined() {
    let mut items = picked();
    items.retain(|item| expected(item).is_some());
    let failures = every(&items, |item| {
        let Some(module) = expected(item) else { return Ok(()) };
        match module.and_then(|module| said(&module)) {
            Ok(Said::Proved) => Ok(()),
            seen => Err(format!("{}\n    seen: {seen:?}", item.label())),
        }
    });
    report("contracts are not enough", items.len(), &failures);
}

#[test]
fn no_weaker_contract_than_what_must_be_inferred_is_enough() {
    let mut items = picked();
    items.retain(|item| expected(item).is_some());
    let counts = Mutex::new((0, Vec::new()));
    let failures = every(&items, |item| {
        let Some(module) = expected(item) else { return Ok(()) };
        let mut module = module?;
        let contract = module.contracts[0].clone();
        // For an argument with a divisor, a step of one may not change the contract.
        let with = add_signature(&module.kernels[0], &contract).map_err(|problem| problem.message)?;
        let more = weaker(&contract, divisor(&with));
        // One of eight per day, selected by line.
        let step = if std::env::var_os("SLOW").is_some() { 1 } else { 8 };
        let pairs = weaker(&contract, 1).into_iter().zip(more).skip(item.case.line % step).step_by(step);
        for ((what, by_one), (_, by_divisor)) in pairs {
            let mut say = |contract| {
                module.contracts[0] = contract;
                said(&module).map_err(|why| format!("{}\n    {what}: {why}", item.label()))
            };
            let mut seen = say(by_one)?;
            if seen == Said::Proved {
                seen = say(by_divisor)?;
            }
            let mut counts = counts.lock().expect("no worker panics");
            counts.0 += 1;
            match seen {
                Said::Refuted => {}
                Said::Open(why) => counts.1.push(format!("{} {what}: {why}", item.label())),
                Said::Proved => return Err(format!("{}\n    is enough {what}", item.label())),
            }
        }
        Ok(())
    });
    report("contracts are stronger than they need be", items.len(), &failures);
    // The solver may fail to find the launch that a relaxed bound of a product lets in, but hardly ever.
    let (weaker, open) = counts.into_inner().expect("no worker panics");
    assert!(open.len() * 50 <= weaker, "of {weaker}, not known:\n{}", open.join("\n"));
}
