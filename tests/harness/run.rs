//! Runs: the interpreter's final memory, against the corpus.

use driver::accuracy::{ElementRef, Pointee, Reference, read};
use driver::scalar;
use interp::{Contents, Options, Stop};
use spec::rules::Rule;
use spec::syntax::launch::Launch;
use spec::syntax::types::Scalar;
use spec::valid::Valid;

use super::File;
use super::directive::{ExpectedBuffer, ExpectedOutcome};

/// A kernel with a launch of it.
pub(crate) struct Prepared<'a> {
    file: &'a File,
    pub(crate) kernel: Valid,
    pub(crate) launch: Launch,
    /// Name, buffer and element type of every pointer.
    pub(crate) pointers: Vec<(String, usize, Scalar)>,
}

/// Makes the launch that a directive describes.
pub(crate) fn prepare<'a>(
    file: &'a File,
    name: Option<&str>,
    grid: [u32; 3],
    arguments: &[(String, String)],
) -> Result<Prepared<'a>, String> {
    let module = file.module.as_ref().map_err(|problem| problem.message.clone())?;
    let made = conform::corpus::prepare::prepare(module, name, grid, arguments)?;
    let pointers = made.pointers.into_iter().map(|one| (one.name, one.buffer, one.element));
    Ok(Prepared { file, kernel: made.kernel, launch: made.launch, pointers: pointers.collect() })
}

impl Prepared<'_> {
    /// Runs with a rule left out: the broken rule, or the difference from the directive. A run without races and
    /// without strong accesses leaves the same in every order of its blocks.
    pub(crate) fn compare(
        &self,
        expected: &ExpectedOutcome,
        ignore: Option<Rule>,
        in_order: bool,
    ) -> Result<(), String> {
        let seeds = [None, Some(1), Some(2)];
        for seed in seeds.into_iter().take(if in_order { 1 } else { seeds.len() }) {
            let options = Options { ignore, seed, ..Options::default() };
            let seen = interp::run(&self.kernel, &self.launch, &options);
            let measured = interp::measure(&self.kernel, &self.launch, &options);
            if measured.and_then(|measured| measured.ended).err() != seen.as_ref().err().cloned() {
                return Err("a run without the numbers that decide nothing ends otherwise".to_owned());
            }
            match (expected, seen) {
                (ExpectedOutcome::Leaves(lists), Ok(outcome)) => self.leaves(lists, &outcome.buffers)?,
                (ExpectedOutcome::Breaks(rule), Err(Stop::Violation(violation)))
                    if violation.rule == *rule => {}
                (_, Ok(_)) => return Err("the run ends well".to_owned()),
                (_, Err(Stop::Violation(violation))) => {
                    let line = self.file.line(&violation.party.at);
                    return Err(format!("undefined {} at line {line}", violation.rule));
                }
                (_, Err(stop)) => return Err(stop.to_string()),
            }
        }
        Ok(())
    }

    fn leaves(&self, lists: &[ExpectedBuffer], buffers: &[Contents]) -> Result<(), String> {
        for ExpectedBuffer { name, near, elements } in lists {
            let pointer = self.pointers.iter().find(|(other, _, _)| other == name);
            let (_, at, element) = pointer.ok_or_else(|| format!("`{name}` is no pointer"))?;
            let buffer = &buffers[*at];
            let whole = elements.last().is_none_or(|last| last != "...");
            let given = if whole { elements.len() } else { elements.len() - 1 } as u64;
            let count = element.count_in(buffer.len());
            if given > count || whole && given != count {
                return Err(format!("`{name}` has {count} elements"));
            }
            let spot = |i| ElementRef::new(*at, *element, i);
            let spots: Vec<_> = (0..given).map(spot).collect();
            let seen: Vec<_> = spots.iter().map(|spot| read(buffer, *spot)).collect();
            let same = elements.iter().zip(&seen).all(|(expected, seen)| is(*element, expected, *seen));
            let admitted = || self.admits(&spots, &elements[..seen.len()], buffers);
            if !(same || *near && admitted()?) {
                let show = |bits: &Option<u64>| {
                    bits.map_or("?".to_owned(), |bits| scalar::show(*element, bits, false))
                };
                return Err(format!("{name}=[{}]", seen.iter().map(show).collect::<Vec<_>>().join(", ")));
            }
        }
        Ok(())
    }

    /// Whether a device may leave these elements in place of the interpreter's.
    fn admits(&self, spots: &[ElementRef], device: &[String], buffers: &[Contents]) -> Result<bool, String> {
        let pointees: Vec<_> = self
            .pointers
            .iter()
            .map(|(_, buffer, element)| Pointee { buffer: *buffer, element: *element })
            .collect();
        let reference = Reference::new(&self.kernel, &self.launch, &pointees, buffers.to_vec())?;
        reference.room()?;
        let admitted = |spot: ElementRef, text: &str, own: Option<u64>| match (text, own) {
            ("?", own) => Ok(own.is_none()),
            (_, None) => Ok(false),
            ("nan", Some(bits)) => Ok(scalar::float(spot.element, bits).is_some_and(f64::is_nan)),
            (text, Some(bits)) => match scalar::parse(spot.element, text) {
                Ok(device) => reference.admits(spot, device, bits),
                Err(_) => Ok(false),
            },
        };
        for (spot, text) in spots.iter().zip(device) {
            let readings = reference.own(*spot).map(|own| admitted(*spot, text, own));
            if !readings.collect::<Result<Vec<_>, _>>()?.contains(&true) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Whether an element is what the directive says: bit by bit, but any NaN is NaN.
fn is(element: Scalar, expected: &str, seen: Option<u64>) -> bool {
    match (expected, seen) {
        ("?", seen) => seen.is_none(),
        (_, None) => false,
        ("nan", Some(bits)) => scalar::float(element, bits).is_some_and(f64::is_nan),
        (expected, Some(bits)) => scalar::parse(element, expected) == Ok(bits),
    }
}

/// A kernel that stores the result of some operations on the tile `%tile`.
#[cfg(test)]
fn storing(operations: &str) -> File {
    let text = format!(
        "entry @k(%a: tile<ptr<f32>>, %r: tile<ptr<f32>>) {{
          %zero = constant <i32: 0> : tile<i32>
          %view = make_tensor_view %a, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
          %tiles = make_partition_view %view : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
          %tile, %read = load_view_tko weak %tiles[%zero] inbounds = [true] : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
          {operations}
          %done = store_ptr_tko weak %r, %result : tile<ptr<f32>>, tile<f32> -> token
          return
        }}"
    );
    File { path: String::new(), module: spec::parse::module(&text), text, cases: Vec::new() }
}

#[test]
fn what_is_too_far_or_not_followed_is_refused() {
    let sum = |of: &str, to: &str| {
        format!(
            "{to} = reduce {of} dim=0 identities=[0.000000e+00 : f32] : tile<4xf32> -> tile<f32>
            (%e: tile<f32>, %s: tile<f32>) {{ %n = addf %e, %s : tile<f32> yield %n : tile<f32> }}\n"
        )
    };
    let compare = |operations: &str, expected: &str| {
        let file = storing(operations);
        let arguments = [("a", "f32[4]:[1, 1, 1, 1]"), ("r", "f32[1]:uninit")];
        let arguments = arguments.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let prepared = prepare(&file, Some("k"), [1, 1, 1], &arguments)?;
        let elements = vec![expected.to_owned()];
        let left = ExpectedBuffer { name: "r".to_owned(), near: true, elements };
        prepared.compare(&ExpectedOutcome::Leaves(vec![left]), None, false)
    };
    let plain = sum("%tile", "%result");
    assert_eq!(compare(&plain, "4"), Ok(()));
    // Five terms of magnitude 1, off by at most 2⁻²⁴ each, and that twice: 2.4e-6.
    assert_eq!(compare(&plain, "4.000002"), Ok(()));
    assert_eq!(compare(&plain, "4.000003"), Err("r=[4]".to_owned()));
    assert_eq!(compare(&plain, "?"), Err("r=[4]".to_owned()));
    let twice = sum("%tile", "%one") + &sum("%tile", "%two") + "%result = addf %one, %two : tile<f32>";
    let refused = compare(&twice, "8.5").expect_err("two errors");
    assert_eq!(refused, "no rule says how the errors of reduce and reduce combine");
    let divided = sum("%tile", "%one") + "%result = divf %one, %one : tile<f32>";
    assert_eq!(
        compare(&divided, "1.5"),
        Err("no rule says what divf makes of the error of reduce".to_owned())
    );
    let shifted = "%less = subf %tile, %tile : tile<4xf32>\n".to_owned() + &sum("%less", "%result");
    assert_eq!(compare(&shifted, "1"), Err("no rule says what subf makes of the error of reduce".to_owned()));
}
