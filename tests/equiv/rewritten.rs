//! Generated pairs of sums: terms in another order, products fused or rounded separately, sums of lines at once or by rows, or a slip.
//! Terms are large beside their sum, so that rounding alone moves most digits. Answers are compared with the formulas, evaluated in higher
//! precision.

use std::fmt::Write;

use driver::check::equiv::{Answer, Asked, Difference};
use interp::{Options, Outcome};
use spec::syntax::array;
use spec::syntax::launch::Launch;
use spec::syntax::types::Scalar;
use spec::valid::Valid;
use verify::Rewrites;

use crate::generate::Choices;
use crate::harness::directive::ExpectedAnswer;
use crate::pair::Pair;

/// How many pairs are made every day and with `SLOW=1`, without `KERNELS=n`.
const PAIRS: [usize; 2] = [16, 32];

/// How many elements a tile has, and the rows of it.
const TILE: usize = 64;

/// A term of a sum.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Term {
    Input(usize),
    Negated(usize),
    Product(usize, usize),
    Literal(f32),
    /// The sum of all elements of an input.
    Sum(usize),
    /// The sum without the sign.
    NegatedSum(usize),
}

const LITERALS: [f32; 5] = [1.0e9, -1.0e9, 4.0e4, -4.0e4, 0.125];

impl Term {
    fn drawn(choices: &mut Choices) -> Self {
        match choices.below(8) {
            0 => Term::Input(choices.below(2)),
            1 => Term::Negated(choices.below(2)),
            2 | 3 => Term::Product(choices.below(2), choices.below(2)),
            4 => Term::Sum(choices.below(2)),
            5 => Term::NegatedSum(choices.below(2)),
            _ => Term::Literal(LITERALS[choices.below(LITERALS.len())]),
        }
    }

    /// A changed term.
    fn slipped(self, choices: &mut Choices) -> Self {
        match self {
            Term::Input(which) => Term::Negated(which),
            Term::Negated(which) => Term::Negated(1 - which),
            Term::Product(a, b) => Term::Product(a, if a == b { 1 - b } else { a }),
            Term::Literal(value) if choices.below(2) == 0 => Term::Literal(value + value.abs() / 1024.0),
            Term::Literal(value) => Term::Literal(-value),
            Term::Sum(which) => Term::Sum(1 - which),
            Term::NegatedSum(which) => Term::Sum(which),
        }
    }

    /// The number of an element, and the greatest magnitude of what it is summed up of.
    fn value(self, inputs: &[Vec<f64>; 2], at: usize) -> (f64, f64) {
        let sum = |which: usize| {
            let all = || inputs[which].iter();
            (all().sum::<f64>(), all().map(|value| value.abs()).sum::<f64>())
        };
        let plain = |value: f64| (value, value.abs());
        match self {
            Term::Input(which) => plain(inputs[which][at]),
            Term::Negated(which) => plain(-inputs[which][at]),
            Term::Product(a, b) => plain(inputs[a][at] * inputs[b][at]),
            Term::Literal(value) => plain(value.into()),
            Term::Sum(which) => sum(which),
            Term::NegatedSum(which) => (-sum(which).0, sum(which).1),
        }
    }
}

/// A sum in a written form.
#[derive(Debug, Clone)]
struct Written {
    terms: Vec<Term>,
    /// How the sum of a line is made: at once, or by rows.
    by_rows: bool,
    /// Whether products are rounded together with the sum.
    together: bool,
    /// Whether the second half of the terms is summed by itself.
    apart: bool,
}

const TILED: &str = "tile<64xf32>";
const VIEW: &str = "partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>";

fn reduction(from: &str, to: &str, shapes: (&str, &str)) -> String {
    format!(
        "%{to} = reduce %{from} dim=0 identities=[0.0 : f32] : tile<{}xf32> -> tile<{}f32> (%{to}e: tile<f32>, %{to}c: tile<f32>) {{
           %{to}s = addf %{to}e, %{to}c : tile<f32>
           yield %{to}s : tile<f32>
         }}\n",
        shapes.0, shapes.1
    )
}

impl Written {
    /// The operations of a term; gives its name.
    fn term(&self, term: Term, number: usize, text: &mut String) -> String {
        let name = format!("%t{number}");
        let input = |which: usize| ["%va", "%vb"][which];
        let line = match term {
            Term::Input(which) => return input(which).to_owned(),
            Term::Negated(which) => format!("{name} = negf {} : {TILED}\n", input(which)),
            Term::Product(a, b) => format!("{name} = mulf {}, {} : {TILED}\n", input(a), input(b)),
            Term::Literal(value) => format!("{name} = constant <f32: {value:?}> : {TILED}\n"),
            Term::Sum(which) | Term::NegatedSum(which) => {
                let from = &input(which)[1..];
                let own = |what: &str| format!("{what}{number}");
                let sum = if self.by_rows {
                    let rows = format!("%{} = reshape %{from} : {TILED} -> tile<8x8xf32>\n", own("w"));
                    rows + &reduction(&own("w"), &own("r"), ("8x8", "8x"))
                        + &reduction(&own("r"), &own("u"), ("8", ""))
                } else {
                    reduction(from, &own("u"), ("64", ""))
                };
                let sign = if term == Term::Sum(which) { "" } else { "n" };
                let negated = format!("%{} = negf %{} : tile<f32>\n", own("un"), own("u"));
                let negated = if sign.is_empty() { String::new() } else { negated };
                format!(
                    "{sum}{negated}%{0} = reshape %u{sign}{number} : tile<f32> -> tile<1xf32>\n{name} = broadcast %{0} : tile<1xf32> -> {TILED}\n",
                    own("o")
                )
            }
        };
        text.push_str(&line);
        name
    }

    /// The sum of some terms, from the first to the last; gives its name.
    fn sum(&self, from: usize, to: usize, text: &mut String) -> String {
        let mut sum = self.term(self.terms[from], from, text);
        for number in from + 1..to {
            let new = format!("%s{number}");
            if let (Term::Product(a, b), true) = (self.terms[number], self.together) {
                let input = |which: usize| ["%va", "%vb"][which];
                let _ = writeln!(text, "{new} = fma {}, {}, {sum} : {TILED}", input(a), input(b));
            } else {
                let term = self.term(self.terms[number], number, text);
                let _ = writeln!(text, "{new} = addf {sum}, {term} : {TILED}");
            }
            sum = new;
        }
        sum
    }

    fn kernel(&self, name: &str) -> String {
        let load = |array: &str| {
            format!(
                "%t{array} = make_tensor_view %{array}, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
                 %p{array} = make_partition_view %t{array} : {VIEW}
                 %v{array}, %r{array} = load_view_tko weak %p{array}[%zero] : {VIEW}, tile<i32> -> {TILED}, token\n"
            )
        };
        let mut text = String::new();
        let count = self.terms.len();
        let result = if self.apart && count > 3 {
            let (left, right) = (self.sum(0, 2, &mut text), self.sum(2, count, &mut text));
            let _ = writeln!(text, "%all = addf {left}, {right} : {TILED}");
            "%all".to_owned()
        } else {
            self.sum(0, count, &mut text)
        };
        format!(
            "contract @{name} {{ closed
               names = (a, b, o)
               grid = (1)
               buffer a : f32[64]
               buffer b : f32[64]
               buffer o : f32[64] uninit
             }}
             entry @{name}(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %o: tile<ptr<f32>>) {{
               %zero = constant <i32: 0> : tile<i32>
               {}{}{text}%to = make_tensor_view %o, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
               %po = make_partition_view %to : {VIEW}
               %stored = store_view_tko weak {result}, %po[%zero] : {TILED}, {VIEW}, tile<i32> -> token
               return
             }}\n",
            load("a"),
            load("b")
        )
    }

    /// The number of an element, and the sum of the magnitudes of all terms.
    fn value(&self, inputs: &[Vec<f64>; 2], at: usize) -> (f64, f64) {
        let values = self.terms.iter().map(|term| term.value(inputs, at));
        values.fold((0.0, 0.0), |(sum, all), (value, magnitude)| (sum + value, all + magnitude))
    }
}

/// The pair of a number, with how each is written.
fn pair(number: usize) -> (Pair, [Written; 2]) {
    let mut choices = Choices::of_number(number + 1000);
    let mut terms: Vec<Term> = (0..2 + choices.below(3)).map(|_| Term::drawn(&mut choices)).collect();
    // Most digits cancel.
    let first = terms[0];
    terms.extend(match first {
        Term::Input(which) => Some(Term::Negated(which)),
        Term::Sum(which) => Some(Term::NegatedSum(which)),
        Term::Literal(value) => Some(Term::Literal(-value)),
        Term::Negated(_) | Term::Product(..) | Term::NegatedSum(_) => None,
    });
    let written = |terms: Vec<Term>, choices: &mut Choices| Written {
        terms,
        by_rows: choices.below(2) == 0,
        together: choices.below(2) == 0,
        apart: choices.below(2) == 0,
    };
    let one = written(terms.clone(), &mut choices);
    for at in 1..terms.len() {
        terms.swap(at, choices.below(at + 1));
    }
    if choices.below(3) == 0 {
        let at = choices.below(terms.len());
        terms[at] = terms[at].slipped(&mut choices);
    }
    let other = written(terms, &mut choices);
    let text = one.kernel("one") + &other.kernel("other");
    let module = spec::parse::module(&text).unwrap_or_else(|problem| panic!("{}:\n{text}", problem.message));
    let pair = Pair {
        name: format!("generated sums {number}\n{text}"),
        modules: [module.clone(), module],
        kernels: ["one".to_owned(), "other".to_owned()],
        asked: Asked { rewrites: Rewrites { contraction: true, reassociation: true }, ..Asked::default() },
        answer: ExpectedAnswer::Unknown,
        but: None,
    };
    (pair, [one, other])
}

/// The inputs of a launch.
fn inputs(launch: &Launch) -> [Vec<f64>; 2] {
    [0, 1].map(|buffer: usize| {
        let bytes = launch.buffers[buffer].contents.get(&0).cloned().unwrap_or(vec![0; 4 * TILE]);
        let bits = array::elements(Scalar::F32, &bytes);
        bits.into_iter()
            .map(|bits| f64::from(f32::from_bits(u32::try_from(bits).expect("32 bits"))))
            .collect()
    })
}

fn run(pair: &Pair, at: usize, launch: &Launch) -> Result<Outcome, String> {
    let kernel = pair.modules[at].kernels.iter().find(|kernel| kernel.name == pair.kernels[at]);
    let kernel = Valid::new(kernel.expect("there is the kernel").clone()).map_err(|_| "not valid")?;
    interp::run(&kernel, launch, &Options::default()).map_err(|stop| stop.to_string())
}

/// Checks that the two formulas differ as declared, and both runs do.
fn is_real(pair: &Pair, written: &[Written; 2], found: &Difference) -> Result<(), String> {
    let at = usize::try_from(found.element.place).expect("it is small");
    let numbers = inputs(&found.launches[0]);
    let [(a, all), (b, _)] = [0, 1].map(|side: usize| written[side].value(&numbers, at));
    // Both are off by a few units of 2⁻⁵³ of the magnitudes.
    if (a - b).abs() <= all * 1e-13 {
        return Err(format!("shown to be different in o[{at}], where both formulas are {a}"));
    }
    let bytes = |side: usize| {
        let memory =
            run(pair, side, &found.launches[side])?.buffers[2].bytes(4 * at as u64..4 * at as u64 + 4);
        Ok::<_, String>(memory)
    };
    if bytes(0)? == bytes(1)? { Err(format!("both runs leave the same in o[{at}]")) } else { Ok(()) }
}

/// Checks that the two formulas are equal.
fn is_equal(written: &[Written; 2]) -> Result<(), String> {
    let mut choices = Choices::of_number(7);
    let mut array =
        || (0..TILE).map(|_| choices.below(1 << 20) as f64 / 1024.0 - 512.0).collect::<Vec<f64>>();
    let numbers = [array(), array()];
    let wrong = (0..TILE).find_map(|at| {
        let [(a, all), (b, _)] = [0, 1].map(|side: usize| written[side].value(&numbers, at));
        ((a - b).abs() > all * 1e-13).then(|| format!("told to be equivalent, and o[{at}] is {a} and {b}"))
    });
    wrong.map_or(Ok(()), Err)
}

#[test]
fn rounding_alone_is_never_told_to_be_a_difference() {
    let count = std::env::var("KERNELS")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(PAIRS[usize::from(std::env::var_os("SLOW").is_some())]);
    let pairs: Vec<(Pair, [Written; 2])> = (0..count).map(pair).collect();
    let told = std::sync::Mutex::new([0; 3]);
    let judge = |(pair, written): &(Pair, [Written; 2])| {
        let answer = pair.comparison()?.answer;
        let which = match &answer {
            Answer::Equivalent => 0,
            Answer::Different(_) => 1,
            Answer::Unknown(_) => 2,
        };
        told.lock().expect("no worker panics")[which] += 1;
        match answer {
            Answer::Equivalent => is_equal(written),
            Answer::Different(found) => is_real(pair, written, &found),
            Answer::Unknown(_) => Ok(()),
        }
    };
    let wrong = std::sync::Mutex::new(Vec::new());
    crate::harness::workers::each(pairs.len(), |number| {
        if let Err(why) = judge(&pairs[number]) {
            wrong.lock().expect("no worker panics").push(format!("{}\n{why}", pairs[number].0.name));
        }
    });
    let wrong: Vec<String> = wrong.into_inner().expect("no worker panics");
    assert!(wrong.is_empty(), "{} wrong answers:\n{}", wrong.len(), wrong.join("\n"));
    let [equivalent, different, unknown] = told.into_inner().expect("no worker panics");
    let said = format!("{equivalent} equivalent, {different} different, {unknown} unknown");
    assert!(4 * equivalent >= count && 12 * different >= count, "{said}");
}
