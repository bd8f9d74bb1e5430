//! Generated loops that end by their carried bytes, so that a run decides termination. Two numbers go up, down, by
//! halves or by an argument; the end is met or passed, and the measure is stated.

use std::sync::Mutex;

use driver::check::report::Outcome;
use interp::{Options, Stop};
use spec::syntax::launch::{Argument, Launch};
use spec::valid::Valid;

use crate::case::Case;
use crate::generate::{Choices, count};
use crate::harness;

/// Steps that suffice for any terminating loop with two carried bytes.
const FUEL: u64 = 4_000_000;

/// The possible next values of the first and the second number, and their conditions.
const NEXT: [(&str, &str); 12] = [
    ("%a", ""),
    ("%b", ""),
    ("%up_a", "%up_a = addi %a, %one : tile<i8>"),
    ("%less_a", "%less_a = subi %a, %one : tile<i8>"),
    ("%less_b", "%less_b = subi %b, %one : tile<i8>"),
    ("%half_a", "%half_a = divi %a, %two signed : tile<i8>"),
    ("%half_b", "%half_b = divi %b, %two signed : tile<i8>"),
    ("%by_a", "%by_a = addi %a, %k : tile<i8>"),
    ("%twice_b", "%twice_b = addi %b, %b : tile<i8>"),
    ("%apart", "%apart = subi %a, %b : tile<i8>"),
    ("%k", ""),
    ("%mid", "%both = addi %a, %b : tile<i8>\n%mid = divi %both, %two signed : tile<i8>"),
];

const ENDS: [&str; 8] = [
    "cmpi greater_than_or_equal %a, %n",
    "cmpi equal %a, %n",
    "cmpi less_than %a, %one",
    "cmpi equal %a, %zero",
    "cmpi less_than %b, %one",
    "cmpi greater_than_or_equal %a, %b",
    "cmpi less_than %b, %a",
    "cmpi less_than %n, %a",
];

const CHOICES: [&str; 4] =
    ["cmpi less_than %a, %k", "cmpi less_than %b, %one", "cmpi less_than %a, %b", "cmpi equal %a, %k"];

const PROPERTIES: [&str; 7] = [
    "progress",
    "progress",
    "progress(decreases b - a)",
    "progress(decreases a)",
    "progress(decreases (a, b))",
    "progress(decreases a + b)",
    "progress(decreases (b, n - a))",
];

const REQUIRES: [&str; 4] = [
    "n >= 0, n <= 50, k >= 1, k <= 5",
    "n >= -20, n <= 100, k >= 0, k <= 3",
    "n >= 1, n <= 100, k == 1",
    "n >= 2, n <= 60, n % 2 == 0, k == 2",
];

/// The loop of a number.
fn case(number: usize) -> Case {
    let mut choices = Choices::of_number(number.wrapping_add(3 << 20));
    let mut made: Vec<&str> = Vec::new();
    let mut next = |choices: &mut Choices| {
        let (name, makes) = NEXT[choices.below(NEXT.len())];
        if !makes.is_empty() && !made.contains(&makes) {
            made.push(makes);
        }
        name
    };
    let names = [next(&mut choices), next(&mut choices), next(&mut choices), next(&mut choices)];
    let made = made.join("\n");
    let (end, chooses) = (choices.of(&ENDS), choices.of(&CHOICES));
    let begins = [choices.of(&["%zero", "%n", "%n", "%k"]), choices.of(&["%n", "%k", "%zero", "%n"])];
    // Either number may be the same on both sides.
    let other = if choices.below(2) == 0 { [names[0], names[1]] } else { [names[2], names[3]] };
    let requires = choices.of(&REQUIRES);
    let text = format!(
        "contract @k {{ closed
           names = (n, k)
           grid = (1)
           requires = {requires}
         }}
         entry @k(%n: tile<i8>, %k: tile<i8>) {{
           %zero = constant <i8: 0> : tile<i8>
           %one = constant <i8: 1> : tile<i8>
           %two = constant <i8: 2> : tile<i8>
           %end:2 = loop iter_values(%a = {}, %b = {}) : tile<i8>, tile<i8> -> tile<i8>, tile<i8> {{
             %done = {end}, signed : tile<i8> -> tile<i1>
             if %done {{
               break %a, %b : tile<i8>, tile<i8>
             }}
             {made}
             %which = {chooses}, signed : tile<i8> -> tile<i1>
             %next_a = select %which, {}, {} : tile<i1>, tile<i8>
             %next_b = select %which, {}, {} : tile<i1>, tile<i8>
             continue %next_a, %next_b : tile<i8>, tile<i8>
           }}
           return
         }}",
        begins[0], begins[1], names[0], other[0], names[1], other[1]
    );
    let module = spec::parse::module(&text).unwrap_or_else(|problem| panic!("{}:\n{text}", problem.message));
    let property = spec::parse::property(choices.of(&PROPERTIES)).expect("it is a property");
    Case { name: format!("loop {number}: {property}\n{text}"), module, property }
}

/// Whether a launch with these arguments ends; `None` if outside the contract.
fn ends(case: &Case, kernel: &Valid, launch: &Launch) -> Result<Option<bool>, String> {
    let contract = &case.module.contracts[0];
    let bound = spec::contract::Bound::new(contract, kernel).map_err(|problem| problem.message)?;
    if spec::admit::admit(&bound, launch).is_err() {
        return Ok(None);
    }
    match interp::run(kernel, launch, &Options { fuel: FUEL, ..Options::default() }) {
        Ok(_) => Ok(Some(true)),
        Err(Stop::Exhausted(_)) => Ok(Some(false)),
        Err(stop) => Err(stop.to_string()),
    }
}

fn launch(n: i8, k: i8) -> Launch {
    let bits = |number: i8| Argument::Scalar(u64::from(number.cast_unsigned()));
    Launch { grid: [1, 1, 1], arguments: vec![bits(n), bits(k)], buffers: Vec::new(), blocks: None }
}

/// What is said of a loop, against launches; whether it is proved, or shown not to end.
fn hold(case: &Case) -> Result<[bool; 2], String> {
    let wrong = |what: String| format!("{}\n{what}", case.name);
    let kernel =
        Valid::new(case.module.kernels[0].clone()).map_err(|_| wrong("it is not valid".to_owned()))?;
    match case.outcome() {
        Some(Outcome::Proved) => {
            for (n, k) in (-20..=100).step_by(7).flat_map(|n| (0..=5).map(move |k| (n, k))) {
                if ends(case, &kernel, &launch(n, k)).map_err(wrong)? == Some(false) {
                    return Err(wrong(format!("it is proved, and goes on with n = {n} and k = {k}")));
                }
            }
            Ok([true, false])
        }
        Some(Outcome::Violated(lacking)) => {
            let found = ends(case, &kernel, &lacking.launch).map_err(wrong)?;
            let shown = || format!("{:?} is shown, and comes to {found:?}", lacking.launch.arguments);
            if found == Some(false) { Ok([false, true]) } else { Err(wrong(shown())) }
        }
        Some(Outcome::Unknown(_)) | None => Ok([false, false]),
    }
}

#[test]
fn no_generated_loop_is_told_wrongly() {
    let cases: Vec<Case> = (0..2 * count()).map(case).collect();
    let (wrong, told) = (Mutex::new(Vec::new()), Mutex::new([0; 2]));
    harness::workers::each(cases.len(), |number| match hold(&cases[number]) {
        Ok(all) => {
            let mut told = told.lock().expect("no worker panics");
            told.iter_mut().zip(all).for_each(|(count, is_so)| *count += usize::from(is_so));
        }
        Err(why) => wrong.lock().expect("no worker panics").push(why),
    });
    let wrong = wrong.into_inner().expect("no worker panics");
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    let [proved, violated] = told.into_inner().expect("no worker panics");
    assert!(
        8 * proved >= cases.len() && 8 * violated >= cases.len(),
        "only {proved} and {violated} of {} are proved and violated",
        cases.len()
    );
}
