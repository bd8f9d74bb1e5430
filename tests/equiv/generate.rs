//! Generated pairs of kernels, element-wise or with sums along rows: an expression beside itself with swapped operands, with another tile
//! size, or with a slip. Launches test proofs, and shown differences are run again.

use std::collections::BTreeMap;
use std::fmt::Write;

use driver::check::equiv::{Answer, Difference};
use interp::{Options, Outcome};
use spec::syntax::launch::{Argument, Buffer, Launch};
use spec::valid::Valid;

use crate::each;
use crate::harness::directive::ExpectedAnswer;
use crate::pair::Pair;

/// How many pairs are made every day and with `SLOW=1`, without `KERNELS=n`.
const PAIRS: [usize; 2] = [24, 48];

/// A source of choices (xorshift, Marsaglia, "Xorshift RNGs", JSS 2003).
pub(crate) struct Choices(u64);

impl Choices {
    pub(crate) fn of_number(number: usize) -> Self {
        let seed = (number as u64).wrapping_add(77).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut choices = Choices(seed);
        (0..8).for_each(|_| _ = choices.below(2));
        choices
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % count
    }
}

/// The tree behind an element.
#[derive(Debug, Clone, PartialEq)]
enum Tree {
    Input(usize),
    Literal(usize),
    Of(usize, Box<[Tree; 2]>),
    Chosen(Box<[Tree; 4]>),
    Product(Box<[Tree; 3]>),
}

const LITERALS: [&str; 5] = ["1.0", "0.0", "-0.5", "3.0", "-0.0"];
const OPERATIONS: [&str; 6] = ["addf", "mulf", "subf", "maxf", "minf", "divf"];

impl Tree {
    fn drawn(choices: &mut Choices, depth: usize) -> Self {
        let part = |choices: &mut Choices| Tree::drawn(choices, depth - 1);
        match choices.below(if depth == 0 { 3 } else { 9 }) {
            0 | 1 => Tree::Input(choices.below(2)),
            2 => Tree::Literal(choices.below(LITERALS.len())),
            3 => Tree::Chosen(Box::new([part(choices), part(choices), part(choices), part(choices)])),
            4 => Tree::Product(Box::new([part(choices), part(choices), part(choices)])),
            _ => Tree::Of(choices.below(OPERATIONS.len()), Box::new([part(choices), part(choices)])),
        }
    }

    fn parts(&mut self) -> Vec<&mut Tree> {
        match self {
            Tree::Input(_) | Tree::Literal(_) => Vec::new(),
            Tree::Of(_, parts) => parts.iter_mut().collect(),
            Tree::Chosen(parts) => parts.iter_mut().collect(),
            Tree::Product(parts) => parts.iter_mut().collect(),
        }
    }

    /// Something in it is changed: places are, or a slip is made.
    fn change(&mut self, choices: &mut Choices, slips: bool) {
        let parts = self.parts().len();
        if parts > 0 && choices.below(2) == 0 {
            let at = choices.below(parts);
            return self.parts().remove(at).change(choices, slips);
        }
        match self {
            Tree::Input(which) if slips => *which = 1 - *which,
            Tree::Literal(which) if slips => *which = (*which + 1) % LITERALS.len(),
            Tree::Input(_) | Tree::Literal(_) => {}
            Tree::Of(op, _) if slips && choices.below(2) == 0 => *op = choices.below(OPERATIONS.len()),
            Tree::Of(op, parts) if slips || ["addf", "mulf", "maxf", "minf"].contains(&OPERATIONS[*op]) => {
                parts.swap(0, 1);
            }
            Tree::Of(..) => {}
            Tree::Chosen(parts) if slips => parts.swap(2, 3),
            Tree::Chosen(_) => {}
            Tree::Product(parts) => parts.swap(0, if slips { 2 } else { 1 }),
        }
    }

    /// Its operations; gives the name of the result.
    fn write(&self, ty: &str, text: &mut String, count: &mut usize) -> String {
        let names: Vec<String> = match self {
            Tree::Input(which) => return format!("%v{}", ["a", "b"][*which]),
            Tree::Literal(_) => Vec::new(),
            Tree::Of(_, parts) => parts.iter().map(|part| part.write(ty, text, count)).collect(),
            Tree::Chosen(parts) => parts.iter().map(|part| part.write(ty, text, count)).collect(),
            Tree::Product(parts) => parts.iter().map(|part| part.write(ty, text, count)).collect(),
        };
        *count += 1;
        let new = format!("%x{count}");
        let truth = ty.replace("f32", "i1");
        let line = match self {
            Tree::Input(_) => String::new(),
            Tree::Literal(which) => format!("{new} = constant <f32: {}> : {ty}", LITERALS[*which]),
            Tree::Of(op, _) => format!("{new} = {} {}, {} : {ty}", OPERATIONS[*op], names[0], names[1]),
            Tree::Product(_) => format!("{new} = fma {}, {}, {} : {ty}", names[0], names[1], names[2]),
            Tree::Chosen(_) => format!(
                "{new}c = cmpf less_than ordered {}, {} : {ty} -> {truth}\n{new} = select {new}c, {}, {} : {truth}, {ty}",
                names[0], names[1], names[2], names[3]
            ),
        };
        let _ = writeln!(text, "{line}");
        new
    }
}

/// How the kernel goes over its elements.
#[derive(Debug, Clone, Copy)]
struct Shape {
    tile: usize,
    /// How often the expression is added to a sum, by a loop; not at all.
    turns: usize,
    /// The operand of the sum.
    second: bool,
    /// Persistent blocks.
    persistent: bool,
}

/// The grid of a kernel, and the body of a block.
fn body(tree: &Tree, Shape { tile, turns, second, persistent }: Shape) -> (String, String) {
    let (ty, view) = (format!("tile<{tile}xf32>"), view(tile));
    let load = |array: &str| {
        format!(
            "%v{array}, %r{array} = load_view_tko weak %p{array}[%i] : {view}, tile<i32> -> {ty}, token\n"
        )
    };
    let (mut made, mut count) = (String::new(), 0);
    let result = tree.write(&ty, &mut made, &mut count);
    let operands = if second { format!("{result}, %acc") } else { format!("%acc, {result}") };
    let stored = if turns == 0 {
        format!("{made}%r = addf {result}, {result} : {ty}\n")
    } else {
        format!(
            "%turns = constant <i32: {turns}> : tile<i32>
             %none = constant <f32: 0.0> : {ty}
             %r = for %k in (%zero to %turns, step %one) : tile<i32> iter_values(%acc = %none) -> ({ty}) {{
               {made}%more = addf {operands} : {ty}
               continue %more : {ty}
             }}\n"
        )
    };
    let loads = load("a") + &load("b");
    let body =
        format!("{loads}{stored}%s = store_view_tko weak %r, %po[%i] : {ty}, {view}, tile<i32> -> token\n");
    if persistent {
        let around = format!("for %i in (%x to %tiles, step %gx) : tile<i32> {{ {body} continue }}");
        return ("4".to_owned(), around);
    }
    (format!("cdiv(n, {tile})"), body.replace("%i]", "%x]"))
}

fn view(tile: usize) -> String {
    format!("partition_view<tile=({tile}), tensor_view<?xf32, strides=[1]>>")
}

fn kernel(name: &str, tree: &Tree, shape: Shape) -> String {
    let ((grid, body), view) = (body(tree, shape), view(shape.tile));
    let open = |array: &str| {
        format!(
            "%t{array} = make_tensor_view %{array}, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
             %p{array} = make_partition_view %t{array} : {view}\n"
        )
    };
    format!(
        "contract @{name} {{ closed
           names = (a, b, o, n)
           grid = ({grid})
           requires = n >= 1, n <= 4096
           buffer a : f32[n]
           buffer b : f32[n]
           buffer o : f32[n] uninit
         }}
         entry @{name}(%a: tile<ptr<f32>>, %b: tile<ptr<f32>>, %o: tile<ptr<f32>>, %n: tile<i32>) {{
           %x, %y, %z = get_tile_block_id : tile<i32>
           %gx, %gy, %gz = get_num_tile_blocks : tile<i32>
           %zero = constant <i32: 0> : tile<i32>
           %one = constant <i32: 1> : tile<i32>
           {}{}{}%tiles = get_index_space_shape %po : {view} -> tile<i32>
           {body}
           return
         }}\n",
        open("a"),
        open("b"),
        open("o")
    )
}

/// The pair of a number.
fn pair(number: usize) -> Pair {
    let mut choices = Choices::of_number(number);
    let tree = Tree::drawn(&mut choices, 3);
    let mut other = tree.clone();
    let slips = choices.below(3) == 0;
    for _ in 0..=choices.below(2) {
        other.change(&mut choices, slips);
    }
    let turns = [0, 0, 1, 3][choices.below(4)];
    let shape = Shape {
        tile: [16, 32, 64][choices.below(3)],
        turns,
        second: choices.below(2) == 0,
        persistent: choices.below(4) == 0,
    };
    let mut second = Shape { tile: [16, 32, 64][choices.below(3)], second: choices.below(2) == 0, ..shape };
    if choices.below(8) == 0 {
        second.turns = [0, 1, 3, 2][choices.below(4)];
    }
    let text = kernel("one", &tree, shape) + &kernel("other", &other, second);
    let module = spec::parse::module(&text).unwrap_or_else(|problem| panic!("{}:\n{text}", problem.message));
    Pair {
        name: format!("generated {number}\n{text}"),
        modules: [module.clone(), module],
        kernels: ["one".to_owned(), "other".to_owned()],
        asked: driver::check::equiv::Asked::default(),
        answer: ExpectedAnswer::Unknown,
        but: None,
    }
}

/// A launch with numbers in its arrays, including infinities, zeros of both signs and NaN.
fn launch(grid: u32, n: usize, seed: usize) -> Launch {
    let mut choices = Choices::of_number(seed);
    let mut array = || {
        let number = |choices: &mut Choices| match choices.below(12) {
            0 => [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.0, -0.0, 1e30, 1e-40][choices.below(7)],
            _ => choices.below(1 << 24) as f32 / (1 << 22) as f32 - 2.0,
        };
        let bytes: Vec<u8> = (0..n).flat_map(|_| number(&mut choices).to_le_bytes()).collect();
        Buffer { bytes: 4 * n as u64, alignment: 256, uninit: false, contents: BTreeMap::from([(0, bytes)]) }
    };
    let (a, b) = (array(), array());
    let o = Buffer { bytes: a.bytes, alignment: a.alignment, uninit: true, contents: BTreeMap::new() };
    let pointer = |buffer| Argument::Pointer { buffer, offset: 0 };
    let arguments = vec![pointer(0), pointer(1), pointer(2), Argument::Scalar(n as u64)];
    Launch { grid: [grid, 1, 1], arguments, buffers: vec![a, b, o], blocks: None }
}

fn run(pair: &Pair, at: usize, launch: &Launch) -> Result<Outcome, String> {
    let kernel = pair.modules[at].kernels.iter().find(|kernel| kernel.name == pair.kernels[at]);
    let kernel = Valid::new(kernel.expect("there is the kernel").clone()).map_err(|_| "not valid")?;
    interp::run(&kernel, launch, &Options::default()).map_err(|stop| stop.to_string())
}

/// The elements of the stored array: all NaNs are equal.
fn left(outcome: &Outcome, n: usize) -> Vec<Option<u32>> {
    let memory = &outcome.buffers[2];
    let element = |at: u64| {
        let range = 4 * at..4 * at + 4;
        let bytes = memory.bytes(range.clone());
        let bits = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        let bits = if f32::from_bits(bits).is_nan() { f32::NAN.to_bits() } else { bits };
        (!memory.undetermined(range).contains(&true)).then_some(bits)
    };
    (0..n as u64).map(element).collect()
}

fn grid(pair: &Pair, at: usize, n: usize) -> u32 {
    let contract = pair.modules[at].contracts.iter().find(|contract| contract.kernel == pair.kernels[at]);
    let text = contract.expect("there is the contract").to_string();
    let tile = [16, 32, 64].into_iter().find(|tile| text.contains(&format!("cdiv(n, {tile})")));
    tile.map_or(4, |tile| u32::try_from(n.div_ceil(tile)).expect("it is small"))
}

/// Checks that launches give equal results.
fn agrees(pair: &Pair) -> Result<(), String> {
    for (seed, n) in [1, 15, 16, 33, 64, 65, 130].into_iter().enumerate() {
        let both = [0, 1].map(|at| run(pair, at, &launch(grid(pair, at, n), n, seed)));
        let [one, other] = both;
        let (one, other) = (left(&one?, n), left(&other?, n));
        if let Some(at) = (0..n).find(|at| one[*at] != other[*at]) {
            return Err(format!("proved, and of {n} elements o[{at}] is {:?} and {:?}", one[at], other[at]));
        }
    }
    Ok(())
}

/// Checks that the shown launches differ at the stated place.
fn replays(pair: &Pair, difference: &Difference) -> Result<(), String> {
    let both = [0, 1].map(|at| run(pair, at, &difference.launches[at]));
    let [one, other] = both;
    let n = (difference.launches[0].buffers[2].bytes / 4) as usize;
    let (one, other) = (left(&one?, n), left(&other?, n));
    let at = difference.element.place as usize;
    if one[at] == other[at] {
        return Err(format!("shown to be different in o[{at}], which is {:?} in both", one[at]));
    }
    Ok(())
}

#[test]
fn no_generated_pair_is_told_wrongly() {
    let count = std::env::var("KERNELS")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(PAIRS[usize::from(std::env::var_os("SLOW").is_some())]);
    let pairs: Vec<Pair> = (0..count).map(pair).collect();
    let told = std::sync::Mutex::new([0; 3]);
    let wrong = each(&pairs, |pair| {
        let answer = pair.comparison()?.answer;
        let which = match &answer {
            Answer::Equivalent => 0,
            Answer::Different(_) => 1,
            Answer::Unknown(_) => 2,
        };
        told.lock().expect("no worker panics")[which] += 1;
        match answer {
            Answer::Equivalent => agrees(pair),
            Answer::Different(found) => {
                if pair.is_proved(None) {
                    return Err("proved, and shown to be different".to_owned());
                }
                replays(pair, &found)
            }
            Answer::Unknown(_) => Ok(()),
        }
    });
    assert!(wrong.is_empty(), "{} wrong answers:\n{}", wrong.len(), wrong.join("\n"));
    let [equivalent, different, unknown] = told.into_inner().expect("no worker panics");
    assert!(
        4 * equivalent >= count && 8 * different >= count,
        "{equivalent} equivalent, {different} different, {unknown} unknown"
    );
}
