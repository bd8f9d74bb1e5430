//! Formulas of tensor maps against the numbers of the code generator.

use std::sync::Arc;

use codegen::{MapAtLaunch, Options, Program, Target};
use serde_json::Value;
use spec::fold::AtLaunch;
use spec::proof::Proved;
use spec::syntax::attributes::Literal;
use spec::syntax::kernel::{Kernel, ValueId};
use spec::syntax::types::Element;
use spec::valid::Valid;

use crate::folder::Folder;
use crate::{described, perf};

/// The value of a formula; truth values are 0 and 1.
fn evaluate(tree: &Value, numbers: &dyn Fn(&str) -> i128) -> i128 {
    let word = tree[0].as_str().expect("a word");
    if word == "number" {
        return tree[1].as_str().and_then(|text| text.parse().ok()).expect("a number");
    }
    if word == "name" {
        return numbers(tree[1].as_str().expect("a name"));
    }
    let [a, b] = [1, 2].map(|at| evaluate(&tree[at], numbers));
    match word {
        "+" => a + b,
        "-" => a - b,
        "*" => a * b,
        "/" => a.div_euclid(b),
        "%" => a.rem_euclid(b),
        "cdiv" => -(-a).div_euclid(b),
        "min" => a.min(b),
        "max" => a.max(b),
        "==" => (a == b).into(),
        "<" => (a < b).into(),
        "<=" => (a <= b).into(),
        "&&" => (a != 0 && b != 0).into(),
        "||" => (a != 0 || b != 0).into(),
        other => panic!("{other}"),
    }
}

/// The proof of a kernel of the corpus.
fn prove(file: &str, kernel: &str) -> Proved {
    let text = std::fs::read_to_string(file).expect("it can be read");
    let source = driver::load::Source::new(file, &text);
    let module = source.module().expect("it is a module");
    let found = module.kernels.iter().find(|one| one.name == kernel).expect("it is there");
    driver::proof::prove(&source, &module, &Arc::clone(found), None).expect("it is proved")
}

/// A sequence of numbers that is equal in every run.
struct Draws(u64);

impl Draws {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        usize::try_from(self.0 >> 33).expect("31 bits") % limit
    }
}

/// A launch: the word of each parameter, and the grid.
struct Launched {
    words: Vec<u64>,
    grid: [u32; 3],
}

impl Launched {
    /// A launch with sizes around the limits of maps.
    fn drawn(kernel: &Kernel, draws: &mut Draws) -> Self {
        let sizes = [1, 2, 3, 8, 16, 24, 64, 72, 128, 4096, 65535, 1 << 20, (1 << 31) - 1, (1 << 32) - 2];
        let word = |param: &ValueId| match kernel.tile(*param).element {
            Element::Pointer(_) => (draws.below(1 << 20) as u64 + 1) * [16, 16, 16, 8][draws.below(4)],
            Element::Scalar(_) => sizes[draws.below(sizes.len())],
        };
        let words = kernel.params.iter().map(word).collect();
        Launched { words, grid: [(); 3].map(|()| draws.below(9) as u32 + 1) }
    }

    /// The number of a name in formulas.
    fn number(&self, parameters: &[Value], name: &str) -> i128 {
        if let Some(axis) = ["grid_x", "grid_y", "grid_z"].iter().position(|one| *one == name) {
            return self.grid[axis].into();
        }
        let is_it = |one: &Value| one["number"] == name || one["address"] == name;
        let Some(at) = parameters.iter().position(is_it) else { return 132 };
        let (word, is_short) =
            (self.words[at], parameters[at]["type"] == "i32" && parameters[at]["kind"] == "integer");
        if is_short { (word as u32 as i32).into() } else { (word as i64).into() }
    }

    /// The numbers of maps by the code generator.
    fn made(&self, kernel: &Valid, program: &Program) -> Option<Vec<MapAtLaunch>> {
        let literal = |(param, word): (&ValueId, &u64)| match kernel.tile(*param).element {
            Element::Pointer(_) => None,
            Element::Scalar(_) => Some(Literal(*word)),
        };
        let literals: Vec<_> = kernel.params.iter().zip(&self.words).map(literal).collect();
        let launch = AtLaunch::new(kernel, &literals, self.grid);
        program.maps.iter().map(|map| map.at_launch(&launch, self.words[map.pointer])).collect()
    }
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().expect("a list")
}

/// Compares a described map with its numbers. Along an axis of one element any stride does.
#[track_caller]
fn compare(own: &Value, made: &MapAtLaunch, numbers: &dyn Fn(&str) -> i128) {
    let all = |key: &str| -> Vec<u64> {
        list(own, key).iter().map(|one| u64::try_from(evaluate(one, numbers)).expect("natural")).collect()
    };
    let (extents, strides) = (all("extents"), all("strides"));
    let used = |all: &[u64]| -> Vec<u64> {
        let pairs = extents.iter().skip(1).zip(all).filter(|(extent, _)| **extent > 1);
        pairs.map(|(_, stride)| *stride).collect()
    };
    assert!(strides.iter().all(|stride| stride % 16 == 0 && (16..1 << 40).contains(stride)));
    assert_eq!((&extents, used(&strides)), (&made.extents, used(&made.strides)));
}

#[test]
fn formulas_give_the_numbers_of_the_code_generator() {
    let kernels = [
        ("hopper", "matmul_nt_bf16"),
        ("products", "bmm_f16"),
        ("products", "matmul_relu_any_f16"),
        ("attention", "causal_attention_128"),
    ];
    let (mut draws, mut taken, mut refused) = (Draws(7), 0, 0);
    for (file, kernel) in kernels {
        let folder = Folder::new(&format!("launcher-formulas-{kernel}"));
        let described = described(&folder, &perf(file), kernel);
        let proved = prove(&perf(file), kernel);
        let program = codegen::compile(&proved, Target { sm: 90 }, Options::default()).expect("it has code");
        assert!(!program.maps.is_empty(), "{kernel}");
        let variant = list(&described, "variants").iter().find(|one| one["ptx"] == program.ptx);
        let variant = variant.expect("one has the same code");
        for _ in 0..200 {
            let launch = Launched::drawn(proved.kernel(), &mut draws);
            let numbers = |name: &str| launch.number(list(&described, "parameters"), name);
            let kept = list(variant, "when").iter().all(|one| evaluate(&one["holds"], &numbers) != 0);
            let made = launch.made(proved.kernel(), &program);
            assert!(!kept || made.is_some(), "{kernel}: a map that nobody makes: {:?}", launch.words);
            match made.filter(|_| kept) {
                Some(made) => {
                    taken += 1;
                    list(variant, "tensor_maps")
                        .iter()
                        .zip(&made)
                        .for_each(|(own, made)| compare(own, made, &numbers));
                }
                None => refused += 1,
            }
        }
    }
    assert!(taken > 50 && refused > 50, "{taken} launches with maps, {refused} without");
}
