//! Tests claimed contiguity against tiles with known values.

use proptest::prelude::*;

use super::*;

const LEN: usize = 16;

/// Sixteen integers of so many bits, as signed numbers.
#[derive(Debug, Clone)]
struct Values {
    bits: u32,
    all: Vec<i64>,
}

fn wrapped(value: i64, bits: u32) -> i64 {
    value << (64 - bits) >> (64 - bits)
}

fn natural(value: i64, bits: u32) -> i64 {
    value & ((1 << bits) - 1)
}

impl Values {
    fn map(&self, bits: u32, f: impl Fn(usize, i64) -> i64) -> Values {
        Values { bits, all: self.all.iter().enumerate().map(|(at, v)| wrapped(f(at, *v), bits)).collect() }
    }

    /// Whether neighbours in runs of 2^`run` are by so much apart, in a reading.
    fn apart(&self, run: usize, by: i64, read: impl Fn(i64) -> i64) -> bool {
        self.all.chunks(1 << run).all(|run| run.windows(2).all(|pair| read(pair[1]) == read(pair[0]) + by))
    }

    fn rises(&self, run: usize, unit: i64) -> bool {
        let chunks = &mut self.all.chunks(1 << run);
        chunks.all(|run| run.windows(2).all(|pair| pair[1] == wrapped(pair[0] + unit, self.bits)))
    }

    /// The true contiguity of rising or constant runs.
    fn known(&self) -> Contiguity {
        let contiguity = (0..=4).rev().find(|run| self.rises(*run, 1)).unwrap_or(0);
        let constancy = (0..=4).rev().find(|run| self.apart(*run, 0, |v| v)).unwrap_or(0);
        let heads = self.all.iter().step_by(1 << contiguity.max(constancy));
        let divisibility = heads.map(|head| divisibility::power_of_two_dividing(*head)).min().unwrap_or(1);
        let no_wrap =
            [self.apart(contiguity, 1, |v| v), self.apart(contiguity, 1, |v| natural(v, self.bits))];
        Contiguity { contiguity, constancy, divisibility, no_wrap }
    }

    /// Whether a claim is true.
    fn are(&self, runs: Contiguity, unit: i64) -> bool {
        let heads = &mut self.all.iter().step_by(1 << runs.contiguity.max(runs.constancy));
        let multiples = heads.all(|head| i128::from(*head) % i128::from(runs.divisibility) == 0);
        let no_wrap = [
            self.apart(runs.contiguity, unit, |v| v),
            self.apart(runs.contiguity, unit, |v| natural(v, self.bits)),
        ];
        self.rises(runs.contiguity, unit)
            && self.apart(runs.constancy, 0, |v| v)
            && multiples
            && (0..2).all(|way| !runs.no_wrap[way] || unit != 1 || no_wrap[way])
    }
}

/// Tiles with runs in them: of some length, rising or constant, the heads multiples of something.
fn values() -> impl Strategy<Value = Values> {
    (0..=4usize, any::<bool>(), 0..=7u32, prop::collection::vec(any::<i8>(), LEN)).prop_map(
        |(run, rises, power, heads)| {
            let all = (0..LEN).map(|at| {
                let head = i64::from(heads[at >> run]) << power;
                wrapped(head + if rises { (at & ((1 << run) - 1)) as i64 } else { 0 }, 8)
            });
            Values { bits: 8, all: all.collect() }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    #[test]
    fn what_is_known_is_true(a in values(), bits in 0..=4usize) {
        prop_assert!(a.are(a.known(), 1));
        prop_assert!(a.are(a.known().limit_runs(bits, 1), 1));
    }

    #[test]
    fn what_holds_of_both_holds_of_each(a in values(), b in values()) {
        let met = a.known().meet(b.known(), 1);
        prop_assert!(a.are(met, 1) && b.are(met, 1), "{met:?}");
    }

    #[test]
    fn sums_go_on_rising(a in values(), b in values()) {
        let sum = a.map(8, |at, v| v + b.all[at]);
        // Nothing was promised of overflow.
        let runs = Contiguity { no_wrap: [false; 2], ..a.known().sum(b.known(), 1) };
        prop_assert!(sum.are(runs, 1), "{sum:?} {runs:?}");
        if (0..LEN).all(|at| sum.all[at] == a.all[at] + b.all[at]) {
            let runs = a.known().sum(b.known(), 1);
            prop_assert!(sum.are(Contiguity { no_wrap: [runs.no_wrap[0], false], ..runs }, 1), "{sum:?} {runs:?}");
        }
    }

    #[test]
    fn extended_runs_do_not_wrap(a in values()) {
        let signed = a.map(32, |_, v| v);
        prop_assert!(signed.are(a.known().extend(Signedness::Signed), 1));
        let unsigned = a.map(32, |_, v| natural(v, 8));
        prop_assert!(unsigned.are(a.known().extend(Signedness::Unsigned), 1));
    }

    #[test]
    fn pointers_rise_by_elements(base in values(), index in values(), power in 0..4u32) {
        // A tile of pointers that are constant in runs, in bytes, and indices of eight bits.
        let size = 1i64 << power;
        let pointers = base.map(48, |_, v| v + 4096);
        // Pointers that go up byte by byte are not what is claimed of pointers.
        let runs = if pointers.known().contiguity > 0 { pointers.known().limit_runs(0, 1) } else { pointers.known() };
        let moved = pointers.map(48, |at, v| v + index.all[at] * size);
        let found = runs.sum(index.known().extend(Signedness::Signed).scale_to_bytes(size as u64), size as u64);
        prop_assert!(moved.are(found, size), "{moved:?} {found:?}");
    }
}

/// The runs of `iota + c`, with and without promises, through the whole analysis.
#[test]
fn pointers_of_a_block_are_found() {
    let text = "entry @k(%p: tile<ptr<f32>>, %n: tile<i32>) {
  %size = constant <i32: 1024> : tile<i32>
  %x, %y, %z = get_tile_block_id : tile<i32>
  %first = muli %size, %x : tile<i32>
  %one = reshape %first : tile<i32> -> tile<1xi32>
  %all = broadcast %one : tile<1xi32> -> tile<1024xi32>
  %lane = iota : tile<1024xi32>
  %at = addi %all, %lane : tile<1024xi32>
  %base = reshape %p : tile<ptr<f32>> -> tile<1xptr<f32>>
  %bases = broadcast %base : tile<1xptr<f32>> -> tile<1024xptr<f32>>
  %there = offset %bases, %at : tile<1024xptr<f32>>, tile<1024xi32> -> tile<1024xptr<f32>>
  %n1 = reshape %n : tile<i32> -> tile<1xi32>
  %ns = broadcast %n1 : tile<1xi32> -> tile<1024xi32>
  %odd = addi %lane, %ns : tile<1024xi32>
  %elsewhere = offset %bases, %odd : tile<1024xptr<f32>>, tile<1024xi32> -> tile<1024xptr<f32>>
  return
}";
    let module = spec::parse::module(text).expect("it is a kernel");
    let kernel = &module.kernels[0];
    let known = analyze(kernel, &divisibility::analyze(kernel, &HashMap::new()));
    let named = |name: &str| {
        let at = kernel.values.iter().position(|value| value.name == name).expect("it is named");
        known[&ValueId(at as u32)]
    };
    assert_eq!(named("there").contiguity, 10, "the block begins at a divisibility of its size");
    assert_eq!(named("there").divisibility_of_runs(2, 4), 1, "nothing is known of the parameter's address");
    assert_eq!(named("elsewhere").contiguity, 0, "the sum may wrap anywhere");
}
