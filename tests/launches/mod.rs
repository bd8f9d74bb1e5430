//! Small launches inside a contract, drawn at random: what a proof says of all launches is tried on these.

mod buffers;
mod every;
mod plain;
mod scalars;

use spec::contract::{Bound, Symbol};
use spec::syntax::contract::{Contract, Expr};
use spec::syntax::kernel::Kernel;
use spec::syntax::launch::{Argument, Launch};
use spec::syntax::types::{Element, Scalar};

#[allow(unused_imports, reason = "each test takes what it needs")]
pub(crate) use self::every::every;
pub(crate) use self::plain::Draw;
use self::plain::Plain;

/// The most blocks along an axis.
const GRID: i128 = 6;

/// The most blocks of a launch.
const BLOCKS: i128 = 36;

/// How often a launch is drawn for every one that is wanted.
const TRIES: usize = 400;

/// So many launches of a contract, or as many as are found.
pub(crate) fn draw(kernel: &Kernel, contract: &Contract, wanted: usize) -> Vec<Launch> {
    let bound = Bound::new(contract, kernel).expect("the contract fits its kernel");
    let mut draw = Draw::new(
        kernel.name.bytes().fold(7u64, |seed, byte| seed.wrapping_mul(31).wrapping_add(byte.into())),
    );
    let pools = scalars::pools(&bound);
    let mut found: Vec<Launch> = Vec::new();
    for _ in 0..wanted * TRIES {
        let Some(launch) = Sketch::new(&bound, &pools, &mut draw).and_then(|s| s.launch(&mut draw)) else {
            continue;
        };
        found.push(launch);
        if found.len() == wanted {
            break;
        }
    }
    found
}

/// A launch in the making: its scalar arguments and its grid.
struct Sketch<'a> {
    bound: &'a Bound<'a>,
    scalars: Vec<i128>,
    grid: [i128; 3],
}

impl<'a> Sketch<'a> {
    /// Values that the contract allows, if these do.
    fn new(bound: &'a Bound<'a>, pools: &[Vec<i128>], draw: &mut Draw) -> Option<Self> {
        let scalars = pools.iter().map(|pool| if pool.is_empty() { 0 } else { *draw.one(pool) });
        Sketch::of(bound, scalars.collect())
    }

    /// The same with these values, but for those that equations settle.
    fn of(bound: &'a Bound<'a>, scalars: Vec<i128>) -> Option<Self> {
        let mut sketch = Sketch { bound, scalars, grid: [1; 3] };
        sketch.settle();
        for (axis, extent) in bound.contract.grid.iter().flatten().enumerate() {
            sketch.grid[axis] = sketch.number(extent, 0);
        }
        let (widest, most) = sketch.fixed();
        let is_small = sketch.grid.iter().all(|extent| (1..=widest.max(GRID)).contains(extent));
        let allowed = is_small
            && sketch.grid.iter().product::<i128>() <= most.max(BLOCKS)
            && sketch.fits()
            && bound.contract.requires.iter().all(|clause| sketch.truth(clause, 0));
        allowed.then_some(sketch)
    }

    /// The greatest and the product of the grid's extents that are numbers: those are what they are, however large.
    fn fixed(&self) -> (i128, i128) {
        let mut fixed = (1, 1);
        for extent in self.bound.contract.grid.iter().flatten() {
            if let Expr::Number(number) = extent {
                fixed = (fixed.0.max(*number), fixed.1 * number);
            }
        }
        fixed
    }

    fn number(&self, expr: &Expr, element: i128) -> i128 {
        self.bound.number(expr, &mut |symbol| self.symbol(symbol, element)).0
    }

    fn truth(&self, expr: &Expr, element: i128) -> bool {
        self.bound.truth(expr, &mut |symbol| self.symbol(symbol, element)).0
    }

    fn symbol(&self, symbol: Symbol, element: i128) -> Plain {
        Plain(match symbol {
            Symbol::Argument(position) => self.scalars[position],
            Symbol::Grid(axis) => self.grid[axis],
            Symbol::Element => element,
        })
    }

    fn launch(&self, draw: &mut Draw) -> Option<Launch> {
        let mut arguments = Vec::new();
        let mut buffers = Vec::new();
        for (position, param) in self.bound.kernel.params.iter().enumerate() {
            arguments.push(match self.bound.kernel.tile(*param).element {
                Element::Pointer(element) => {
                    buffers.push(self.buffer(position, element, draw)?);
                    Argument::Pointer { buffer: buffers.len() - 1, offset: 0 }
                }
                Element::Scalar(scalar) if scalar.is_integer() => {
                    Argument::Scalar(bits(self.scalars[position], scalar))
                }
                Element::Scalar(scalar) => Argument::Scalar(draw.next() & mask(scalar)),
            });
        }
        let grid = self.grid.map(|extent| u32::try_from(extent).expect("grids are small"));
        Some(Launch { grid, arguments, buffers, blocks: None })
    }
}

/// The bits of an integer of a type.
fn bits(value: i128, scalar: Scalar) -> u64 {
    (value as u64) & mask(scalar)
}

fn mask(scalar: Scalar) -> u64 {
    u64::MAX >> (64 - scalar.bits())
}
