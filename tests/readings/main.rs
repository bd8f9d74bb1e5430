//! The readings of the specification agree: every element-wise operation on integers gives equal results over bits and over terms, breaks
//! equal rules, and is unchanged by folding.

mod bits;
mod forms;
mod numbers;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use spec::rules::Rule;
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;
use verify::reading::{Operand, integers};

use crate::forms::Form;

/// The rules of element-wise operations, and the rule of an undetermined result.
const RULES: [Rule; 7] = [
    Rule::SignedOverflow,
    Rule::UnsignedOverflow,
    Rule::TruncationSigned,
    Rule::TruncationUnsigned,
    Rule::DivisionByZero,
    Rule::DivisionOverflow,
    Rule::UndeterminedStored,
];

/// The interpreter's result for one row of operands: every broken rule, or the result.
struct Seen {
    broken: Vec<Rule>,
    result: Option<i128>,
}

fn run(kernel: &spec::valid::Valid, form: &Form, row: &[i128]) -> Seen {
    let rows = [row.to_vec()];
    let first = match bits::run(kernel, form, &rows, None) {
        Ok(results) => return Seen { broken: Vec::new(), result: Some(results[0]) },
        Err((rule, _)) => rule,
    };
    match bits::run(kernel, form, &rows, Some(first)) {
        Ok(_) => Seen { broken: vec![first], result: None },
        Err((second, _)) => Seen { broken: vec![first, second], result: None },
    }
}

/// How one row reads over bits and over terms, if differently.
fn difference(form: &Form, seen: &Seen, operands: &[Operand]) -> Option<String> {
    let widths = (form.from.bits(), form.to.bits());
    let read = integers(form.op, &form.attributes, widths, operands, seen.result.unwrap_or(0));
    // Bits of what is not known are any bits: then the result need only be possible.
    let is_bitwise = matches!(form.op, Op::Andi | Op::Ori | Op::Xori);
    let constant = operands.iter().all(|operand| operand.least == operand.greatest);
    let exact = !is_bitwise || constant || form.from == Scalar::I1;
    let same = seen.result.is_none() || read.possible && (read.certain || !exact);
    let what = || {
        format!(
            "{} of {operands:?} from {} to {}, {:?}: over bits {:?} breaking {:?}, over terms {read:?}",
            form.op.mnemonic(),
            form.from,
            form.to,
            form.attributes,
            seen.result,
            seen.broken
        )
    };
    (!same || read.broken != seen.broken).then(what)
}

/// The folded result of one row, if different from the kernel's.
fn folded_difference(form: &Form, seen: &Seen, row: &[i128]) -> Option<String> {
    let kernel = bits::of_constants(form, row);
    let folded = spec::fold::kernel(&kernel);
    let rows = [row.to_vec()];
    let (plain, folded) = (bits::run(&kernel, form, &rows, None), bits::run(&folded, form, &rows, None));
    let expected = match seen.broken.first() {
        Some(rule) => Err(*rule),
        None => Ok(vec![seen.result.expect("nothing is broken")]),
    };
    let rule = |ran: &bits::Ran| ran.clone().map_err(|(rule, _)| rule);
    let same = rule(&plain) == expected && rule(&folded) == expected;
    (!same).then(|| format!("{form:?} of {row:?}: {expected:?}, of constants {plain:?}, folded {folded:?}"))
}

/// The rows of extreme operands of a form: of two operands every day every fourth row, with `SLOW=1` all.
fn extreme_rows(form: &Form) -> Vec<Vec<i128>> {
    let numbers = numbers::extremes(form.from);
    if form.arity == 1 {
        return numbers.into_iter().map(|number| vec![number]).collect();
    }
    // The last amount with a result of a shift, and the first without.
    let bits = i128::from(form.from.bits());
    let shifts = matches!(form.op, Op::Shli | Op::Shri) && form.from != Scalar::I1;
    let amounts = if shifts { vec![bits - 1, bits] } else { Vec::new() };
    let seconds = || numbers.iter().chain(&amounts);
    let pairs = numbers.iter().flat_map(|a| seconds().map(|b| vec![*a, *b]));
    // Every fourth diagonal: every operand stands on both sides, and beside itself.
    let count = seconds().count();
    let is_wanted = |at: usize| (at / count + 3 * (at % count)).is_multiple_of(4);
    let is_slow = std::env::var_os("SLOW").is_some();
    pairs.enumerate().filter(|(at, _)| is_slow || is_wanted(*at)).map(|(_, row)| row).collect()
}

/// What extreme operands show of one form: differences, and how many rows break and keep each rule.
fn of_form(form: &Form) -> (Vec<String>, BTreeMap<Rule, usize>, usize) {
    let kernel = bits::kernel(form, 1);
    let (mut wrong, mut broken) = (Vec::new(), BTreeMap::new());
    let rows = extreme_rows(form);
    let mut whole: Vec<(Vec<i128>, i128)> = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        let seen = run(&kernel, form, row);
        let how = |at: usize| (number + at * (1 + number / 4)) as u8;
        let operands: Vec<Operand> =
            row.iter().enumerate().map(|(at, value)| numbers::known(form.from, *value, how(at))).collect();
        wrong.extend(difference(form, &seen, &operands));
        wrong.extend(folded_difference(form, &seen, row));
        seen.broken.iter().for_each(|rule| *broken.entry(*rule).or_insert(0) += 1);
        if let Some(result) = seen.result {
            whole.push((row.clone(), result));
        }
    }
    wrong.extend(of_tiles(form, &rows, &whole));
    (wrong, broken, rows.len())
}

/// Whole tiles of valid rows, with an invalid row in between.
fn of_tiles(form: &Form, rows: &[Vec<i128>], whole: &[(Vec<i128>, i128)]) -> Vec<String> {
    const LANES: usize = 32;
    let kernel = bits::kernel(form, LANES);
    let mut wrong = Vec::new();
    for chunk in whole.chunks(LANES) {
        let tile: Vec<_> = (0..LANES).map(|lane| &chunk[lane % chunk.len()]).collect();
        let operands: Vec<_> = tile.iter().map(|(row, _)| row.clone()).collect();
        let expected: Vec<_> = tile.iter().map(|(_, result)| *result).collect();
        let ran = bits::run(&kernel, form, &operands, None);
        if ran != Ok(expected) {
            wrong.push(format!("{form:?}: a tile of {operands:?} gives {ran:?}"));
        }
    }
    let bad = rows.iter().filter(|row| !whole.iter().any(|(good, _)| good == *row));
    for (number, row) in bad.enumerate().filter(|_| !whole.is_empty()) {
        let lane = number % LANES;
        let of = |at: usize| if at == lane { row.clone() } else { whole[at % whole.len()].0.clone() };
        let ran = bits::run(&kernel, form, &(0..LANES).map(of).collect::<Vec<_>>(), None);
        if !matches!(ran, Err((_, at)) if at == lane) {
            wrong.push(format!("{form:?}: {row:?} in lane {lane} of a tile gives {ran:?}"));
        }
    }
    wrong
}

#[test]
fn no_operation_is_forgotten() {
    assert_eq!(forms::forgotten(), []);
}

#[test]
#[expect(clippy::print_stdout, reason = "how much was compared")]
fn extreme_operands_read_alike() {
    let forms = forms::all();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = Vec::new();
        while let Some(form) = forms.get(next.fetch_add(1, Ordering::Relaxed)) {
            found.push(of_form(form));
        }
        found
    };
    let found = std::thread::scope(|scope| {
        let other = scope.spawn(work);
        let mut found = work();
        found.extend(other.join().expect("the other half is read"));
        found
    });
    let wrong: Vec<&String> = found.iter().flat_map(|(wrong, _, _)| wrong).collect();
    assert!(wrong.is_empty(), "{} differences, such as\n{:#?}", wrong.len(), &wrong[..wrong.len().min(10)]);
    let rows: usize = found.iter().map(|(_, _, rows)| rows).sum();
    println!("{} forms, {rows} rows of operands", forms.len());
    let broken = found.iter().flat_map(|(_, broken, _)| broken.keys());
    let unlisted: Vec<&Rule> = broken.filter(|rule| !RULES.contains(rule)).collect();
    assert!(unlisted.is_empty(), "add {unlisted:?} to the rules of element-wise operations");
    for rule in RULES {
        // A form that breaks a rule for some operands requires the rule of all.
        let forms =
            found.iter().filter_map(|(_, broken, rows)| broken.get(&rule).map(|broken| (*broken, *rows)));
        let (broken, of) = forms.fold((0, 0), |sum, (broken, rows)| (sum.0 + broken, sum.1 + rows));
        println!("{rule}: broken by {broken} rows, kept by {}", of - broken);
        assert!(broken > 0 && of > broken, "{rule} is never broken, or never kept");
    }
}

#[test]
fn random_operands_read_alike() {
    let forms = forms::all();
    let config = ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() };
    let strategy = (0..forms.len(), [any::<u64>(), any::<u64>()], [any::<u8>(), any::<u8>()]);
    let tried = TestRunner::new(config).run(&strategy, |(form, random, how)| {
        let form = &forms[form];
        let row: Vec<i128> =
            random[..form.arity].iter().map(|bits| numbers::from_bits(form.from, *bits)).collect();
        let operands: Vec<Operand> =
            row.iter().zip(how).map(|(value, how)| numbers::known(form.from, *value, how)).collect();
        let seen = run(&bits::kernel(form, 1), form, &row);
        let wrong = difference(form, &seen, &operands).or_else(|| folded_difference(form, &seen, &row));
        prop_assert!(wrong.is_none(), "{}", wrong.unwrap_or_default());
        Ok(())
    });
    if let Err(problem) = tried {
        panic!("{problem}");
    }
}
