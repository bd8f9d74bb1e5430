//! Generated kernels that store to an array: from blocks, loops and lanes in some order, with conditions around, most of them right
//! and many just wrong.

use crate::case::Case;

/// How many kernels are made every day and with `SLOW=1`, without `KERNELS=n`.
const KERNELS: [usize; 2] = [12, 24];

pub(super) fn count() -> usize {
    std::env::var("KERNELS")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(KERNELS[usize::from(std::env::var_os("SLOW").is_some())])
}

/// A source of choices (xorshift, Marsaglia, "Xorshift RNGs", JSS 2003).
pub(super) struct Choices(u64);

impl Choices {
    /// The choices of a number.
    pub(super) fn of_number(number: usize) -> Self {
        let seed = u64::try_from(number).unwrap_or(0).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut choices = Choices(seed);
        (0..8).for_each(|_| _ = choices.below(2));
        choices
    }

    pub(super) fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or(0) % count
    }

    pub(super) fn of<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.below(all.len())]
    }
}

/// The kernel of a number, with a property.
pub(super) fn case(number: usize) -> Case {
    let mut choices = Choices::of_number(number);
    let grid = choices.of(&["cdiv(n, 16)", "cdiv(n, 16)", "n / 16 + 1", "4", "n / 16", "1", "cdiv(n, 32)"]);
    let index = choices.of(&["x", "x", "rev", "twice", "next"]);
    let bound = choices.of(&["n", "n", "less"]);
    let shape = choices.below(5);
    let body = body(shape, (index, bound), &mut choices);
    let property =
        choices.of(&["writes(o)", "writes(o)", "writes_once(o)", "writes(o, i : 0 <= i && i < n - 1)"]);
    let text = kernel(grid, &body);
    let module = spec::parse::module(&text).unwrap_or_else(|problem| panic!("{}:\n{text}", problem.message));
    let property = spec::parse::property(property).expect("it is a property");
    Case {
        name: format!("generated {number} (shape {shape}, grid {grid}, {index}, {bound})"),
        module,
        property,
    }
}

/// A block stores a tile of 16 elements at its own place, in one of five shapes.
fn body(shape: usize, (index, bound): (&str, &str), choices: &mut Choices) -> String {
    let store = format!(
        "%i1 = reshape %INDEX : tile<i32> -> tile<1xi32>
         %i16 = broadcast %i1 : tile<1xi32> -> tile<16xi32>
         %scaled = muli %i16, %c16s : tile<16xi32>
         %at = addi %scaled, %lane : tile<16xi32>
         %b1 = reshape %{bound} : tile<i32> -> tile<1xi32>
         %b16 = broadcast %b1 : tile<1xi32> -> tile<16xi32>
         %low = cmpi less_than %at, %b16, signed : tile<16xi32> -> tile<16xi1>
         %high = cmpi greater_than_or_equal %at, %zeros, signed : tile<16xi32> -> tile<16xi1>
         %mask = andi %low, %high : tile<16xi1>
         %p = offset %o16, %at : tile<16xptr<i32>>, tile<16xi32> -> tile<16xptr<i32>>
         %s = store_ptr_tko weak %p, %lane, %mask : tile<16xptr<i32>>, tile<16xi32>, tile<16xi1> -> token"
    );
    match shape {
        0 => store.replace("%INDEX", &format!("%{index}")),
        1 => format!(
            "for %t in (%x to %tiles, step %gx) : tile<i32> {{ {} continue }}",
            store.replace("%INDEX", "%t")
        ),
        2 => format!(
            "%some = cmpi less_than %x, %{bound}, signed : tile<i32> -> tile<i1>
             if %some {{ {} }}",
            store.replace("%INDEX", &format!("%{index}"))
        ),
        3 => format!(
            "%behind = cmpi greater_than_or_equal %x, %tiles, signed : tile<i32> -> tile<i1>
             if %behind {{ return }}
             {}",
            store.replace("%INDEX", &format!("%{index}"))
        ),
        _ => {
            let from = choices.of(&["zero", "x", "one"]);
            let step = choices.of(&["one", "gx", "gx", "two"]);
            format!(
                "for %t in (%{from} to %tiles, step %{step}) : tile<i32> {{
                 %mine = remi %t, %gx signed : tile<i32>
                 %is = cmpi equal %mine, %x, signed : tile<i32> -> tile<i1>
                 if %is {{ {} }}
                 continue }}",
                store.replace("%INDEX", "%t")
            )
        }
    }
}

/// The kernel with a body.
fn kernel(grid: &str, body: &str) -> String {
    format!(
        "contract @k {{ closed
           names = (o, n)
           grid = ({grid})
           requires = n >= 16, n <= 4096
           buffer o : i32[n] uninit
         }}
         entry @k(%o: tile<ptr<i32>>, %n: tile<i32>) {{
           %x, %y, %z = get_tile_block_id : tile<i32>
           %gx, %gy, %gz = get_num_tile_blocks : tile<i32>
           %zero = constant <i32: 0> : tile<i32>
           %one = constant <i32: 1> : tile<i32>
           %two = constant <i32: 2> : tile<i32>
           %c15 = constant <i32: 15> : tile<i32>
           %c16 = constant <i32: 16> : tile<i32>
           %c16s = constant <i32: 16> : tile<16xi32>
           %zeros = constant <i32: 0> : tile<16xi32>
           %lane = iota : tile<16xi32>
           %o1 = reshape %o : tile<ptr<i32>> -> tile<1xptr<i32>>
           %o16 = broadcast %o1 : tile<1xptr<i32>> -> tile<16xptr<i32>>
           %less = subi %n, %one : tile<i32>
           %up = addi %n, %c15 : tile<i32>
           %tiles = divi %up, %c16 signed : tile<i32>
           %last = subi %tiles, %one : tile<i32>
           %rev = subi %last, %x : tile<i32>
           %twice = muli %x, %two : tile<i32>
           %next = addi %x, %one : tile<i32>
           {body}
           return
         }}"
    )
}
