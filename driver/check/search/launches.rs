//! Launches of a contract, from the values of its scalar arguments and a pattern for what buffers hold.

use std::collections::BTreeMap;

use spec::admit::{Filling, Placing, lay_lists};
use spec::contract::{Bound, Symbol};
use spec::syntax::attributes::Rounding;
use spec::syntax::contract::{BufferClause, Expr, MAX_ALLOCATION};
use spec::syntax::launch::{Argument, Buffer, Launch};
use spec::syntax::types::{Element, Scalar};
use spec::syntax::{array, format};

use super::floats::{FILLED, floats, mixed};
use super::patterns::Pattern;
use super::shared::with_same_arrays;
use super::values::{literals, numbers};
use crate::convert::{count, index};
use crate::scalar;

/// How many of the smallest values are mixed most of the time.
const SMALL: usize = 4;

/// Numbers of arrays in lists, beside the numbers of the launch.
const LISTED: [i128; 6] = [16, 1, 33, 0, 128, 300];

/// The most blocks to run completely.
const BLOCKS: u64 = 64;

/// The launch with those bits for the scalar arguments, if the contract has it.
pub(super) fn build_launch(contract: &Bound<'_>, bits: &[u64], pattern: Pattern) -> Option<Launch> {
    let mut sketch = Sketch::new(contract, bits);
    for (axis, extent) in contract.contract.grid.iter().flatten().enumerate() {
        let extent = sketch.number(extent);
        *sketch.grid.get_mut(axis)? = extent;
    }
    let language = contract.kernel.language;
    let mut extents = sketch.grid.iter().enumerate();
    let is_grid = extents.all(|(axis, extent)| (1..=language.max_grid(axis)).contains(extent));
    if !is_grid || !contract.contract.requires.iter().all(|clause| sketch.holds(clause, 0)) {
        return None;
    }
    let mut grid = [1; 3];
    for (axis, extent) in grid.iter_mut().zip(sketch.grid) {
        *axis = u32::try_from(extent).ok()?;
    }

    let mut arguments = Vec::new();
    let mut buffers = Vec::new();
    for (position, value) in contract.kernel.params.iter().enumerate() {
        arguments.push(match contract.kernel.tile(*value).element {
            Element::Scalar(_) => Argument::Scalar(*bits.get(position)?),
            Element::Pointer(element) => {
                buffers.push(sketch.buffer(position, element, pattern)?);
                Argument::Pointer { buffer: buffers.len() - 1, offset: 0 }
            }
        });
    }
    let numbers = (0..bits.len()).filter(|at| contract.scalar(*at).is_some()).map(|at| sketch.argument(at));
    let numbers: Vec<i128> = LISTED.into_iter().chain(numbers).collect();
    let launch = Launch { grid, arguments, buffers, blocks: blocks(grid) };
    let launch = lay_lists(contract, launch, &numbers, (Placing::Apart, bits.len()))?;
    Some(with_same_arrays(contract, launch))
}

/// All blocks of a small grid, the corners of a large one.
pub(in crate::check) fn blocks(grid: [u32; 3]) -> Option<Vec<[u32; 3]>> {
    let all: u64 = grid.iter().map(|extent| u64::from(*extent)).product();
    if all <= BLOCKS {
        return None;
    }
    let ends = |extent: u32| {
        let mut ends = vec![0, 1, extent.saturating_sub(2), extent - 1];
        ends.retain(|at| *at < extent);
        ends.sort_unstable();
        ends.dedup();
        ends
    };
    let [x, y, z] = grid.map(ends);
    let planes = z.iter().flat_map(|z| y.iter().map(move |y| (*y, *z)));
    Some(planes.flat_map(|(y, z)| x.iter().map(move |x| [*x, y, z])).collect())
}

/// The launch with floats of a pattern, in arrays without `contents` clauses.
pub(super) fn with_floats(contract: &Bound<'_>, launch: &Launch, pattern: Pattern) -> Launch {
    let mut launch = launch.clone();
    for (position, argument) in launch.arguments.iter().enumerate() {
        let Argument::Pointer { buffer, .. } = argument else { continue };
        let is_said = contract.states_elements(position);
        let element = contract.pointee(position).filter(|element| !element.is_integer() && !is_said);
        let Some((element, buffer)) = element.zip(launch.buffers.get_mut(*buffer)) else { continue };
        if !buffer.uninit {
            let len = element.count_in(buffer.bytes);
            buffer.contents = floats(contract.kernel, (position, element), len.into(), pattern);
        }
    }
    launch
}

/// A launch in the making.
pub(super) struct Sketch<'a> {
    contract: &'a Bound<'a>,
    bits: &'a [u64],
    grid: [i128; 3],
}

impl<'a> Sketch<'a> {
    /// Arguments of these bits, and one block.
    pub(super) fn new(contract: &'a Bound<'a>, bits: &'a [u64]) -> Self {
        Sketch { contract, bits, grid: [1; 3] }
    }

    fn symbol(&self, symbol: Symbol, element: i128) -> i128 {
        match symbol {
            Symbol::Argument(position) => self.argument(position),
            Symbol::Grid(axis) => self.grid[axis],
            Symbol::Length(position) => {
                self.buffer_clause(position).map_or(FILLED, |clause| self.number(&clause.len))
            }
            Symbol::Element | Symbol::Index | Symbol::Place(_) => element,
        }
    }

    fn argument(&self, position: usize) -> i128 {
        let scalar = self.contract.scalar(position).unwrap_or(Scalar::I64);
        let bits = self.bits.get(position).copied().unwrap_or(0);
        scalar::integer(scalar, bits, self.contract.is_unsigned(position))
    }

    /// A number of the contract.
    pub(super) fn number(&self, expr: &Expr) -> i128 {
        self.contract.number(expr, &mut |symbol| self.symbol(symbol, 0))
    }

    /// Whether a clause holds, for a given element if it mentions one.
    pub(super) fn holds(&self, expr: &Expr, element: i128) -> bool {
        self.contract.truth(expr, &mut |symbol| self.symbol(symbol, element))
    }

    fn buffer_clause(&self, position: usize) -> Option<&BufferClause> {
        let is_this = |name: &str| self.contract.position(name) == Some(position);
        self.contract.contract.buffers.iter().find(|clause| is_this(&clause.name))
    }

    fn buffer(&self, position: usize, element: Scalar, pattern: Pattern) -> Option<Buffer> {
        let is_this = |name: &str| self.contract.position(name) == Some(position);
        let clause = self.buffer_clause(position);
        let (len, bytes) = match clause {
            Some(clause) => {
                let len = self.number(&clause.len);
                let bytes = element.bytes_of(u64::try_from(len).ok()?)?;
                (len, Some(bytes).filter(|bytes| i128::from(*bytes) <= MAX_ALLOCATION)?)
            }
            // As large as the kernel wants it, once the launch is completed.
            None => (FILLED, element.bytes_of(u64::try_from(FILLED).ok()?)?),
        };
        let aligned = self.contract.contract.aligns.iter().find(|(name, _)| is_this(name));
        let uninit = clause.is_some_and(|clause| clause.uninit);
        let contents = if uninit { BTreeMap::new() } else { self.contents(position, element, len, pattern)? };
        Some(Buffer {
            bytes,
            alignment: aligned.map_or(element.bytes(), |(_, bytes)| *bytes),
            uninit,
            contents,
        })
    }

    /// The `contents` clauses about an array, under any of its names.
    fn clauses_about(&self, position: usize) -> Vec<&(String, Expr)> {
        let contents = self.contract.contract.contents.iter();
        contents.filter(|(name, _)| self.contract.is_about(name, position)).collect()
    }

    /// Elements that the contract's `contents` clauses allow.
    fn contents(
        &self,
        position: usize,
        element: Scalar,
        len: i128,
        pattern: Pattern,
    ) -> Option<BTreeMap<u64, Vec<u8>>> {
        let clauses = self.clauses_about(position);
        let related = self.contract.relations(position).next().is_some();
        if len == 0 || pattern == Pattern::Zeros && clauses.is_empty() && !related {
            return Some(BTreeMap::new());
        }
        if !element.is_integer() && clauses.is_empty() {
            return Some(floats(self.contract.kernel, (position, element), len, pattern));
        }
        if !element.is_integer() {
            let zero_is_allowed = clauses.iter().all(|(_, expr)| self.holds(expr, 0));
            let near = || self.nearest_floats(position, element, len);
            return if zero_is_allowed { Some(BTreeMap::new()) } else { near() };
        }
        let clauses: Vec<_> = clauses.iter().map(|(_, expr)| self.contract.resolve(expr)).collect();
        let allowed = |value: i128| {
            let mut value_of = |symbol| self.symbol(symbol, value);
            scalar::from_integer(element, value).is_some()
                && clauses.iter().all(|clause| clause.truth(&mut value_of))
        };
        let mut values: Vec<_> =
            self.worth_trying(element).into_iter().filter(|value| allowed(*value)).collect();
        values.sort_unstable();
        let nearest = *values.iter().min_by_key(|value| value.abs())?;
        if (!allowed(0) || related) && len > FILLED {
            return None;
        }
        let mut small = values.clone();
        small.sort_by_key(|value| value.abs());
        small.truncate(SMALL);
        let literal = |number: usize| {
            let bits = literals(self.contract.kernel).get(number)?.of(element)?;
            Some(scalar::integer(element, bits, false)).filter(|value| allowed(*value))
        };
        let each = if let Pattern::Each(number) = pattern { literal(number) } else { None };
        let value = |at: i128| match pattern {
            Pattern::Zeros | Pattern::Noise => nearest,
            Pattern::Each(_) => each.unwrap_or(nearest),
            Pattern::Mixed(number) => {
                // The same place has something else in every buffer.
                let bits = mixed(number, at + (i128::from(count(position)) << 20));
                let from = if bits.is_multiple_of(8) { &values } else { &small };
                from[index(bits >> 8) % from.len()]
            }
            Pattern::Iota if allowed(at) => at,
            Pattern::Iota => nearest,
            Pattern::Least => values.first().copied().unwrap_or(nearest),
            Pattern::Greatest => values.last().copied().unwrap_or(nearest),
        };
        let elements = (0..len.min(FILLED)).map(value).collect();
        self.related(position, element, elements)
    }

    /// Floats as near to zero as their clauses allow.
    fn nearest_floats(&self, position: usize, element: Scalar, len: i128) -> Option<BTreeMap<u64, Vec<u8>>> {
        let (least, greatest) = verify::float_bounds(self.contract, position).filter(|_| len <= FILLED)?;
        let bits = format::convert(0f64.clamp(least, greatest), element, Rounding::Zero)?;
        let all: Vec<u64> = (0..len).map(|_| bits).collect();
        Some(BTreeMap::from([(0, array::bytes(element, all))]))
    }

    /// Elements as bytes, changed to satisfy the contract's relations.
    fn related(
        &self,
        position: usize,
        element: Scalar,
        mut elements: Vec<i128>,
    ) -> Option<BTreeMap<u64, Vec<u8>>> {
        let width = usize::try_from(element.bytes()).ok()?;
        let kept = vec![false; elements.len()];
        let known = |symbol| self.symbol(symbol, 0);
        let filling = Filling::new(self.contract, position, &known);
        let related = self.contract.relations(position).next().is_some();
        if related && !filling.settle(&mut elements, &kept) {
            return None;
        }
        let mut bytes = Vec::new();
        for value in elements {
            bytes.extend_from_slice(&scalar::from_integer(element, value)?.to_le_bytes()[..width]);
        }
        Some(BTreeMap::from([(0, bytes)]))
    }

    /// Values of elements: the ends of the type, and what lies around constants and arguments.
    fn worth_trying(&self, element: Scalar) -> Vec<i128> {
        let width = element.bits();
        let arguments = (0..self.bits.len()).filter(|at| self.contract.scalar(*at).is_some());
        let around = arguments.map(|at| self.argument(at)).flat_map(|value| [value - 1, value, value + 1]);
        let ends = if width > 1 { [-(1 << (width - 1)), (1 << (width - 1)) - 1] } else { [0, 1] };
        numbers(self.contract).into_iter().chain(around).chain(ends).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use spec::rules::Rule;
    use spec::valid::Valid;

    use crate::check::search::search;
    use spec::contract::Bound;

    /// The rule that a launch breaks, of a kernel that loads `%x` and branches on `%c`.
    fn found(element: &str, condition: &str) -> Option<Rule> {
        let text = format!(
            "contract @k {{ names = (a) grid = (1) buffer a : {element}[8] }}
            entry @k(%a: tile<ptr<{element}>>) {{
              %x, %loaded = load_ptr_tko weak %a : tile<ptr<{element}>> -> tile<{element}>, token
              {condition}
              if %c {{
                %minus = constant <i32: -1> : tile<i32>
                %p = offset %a, %minus : tile<ptr<{element}>>, tile<i32> -> tile<ptr<{element}>>
                %y, %again = load_ptr_tko weak %p : tile<ptr<{element}>> -> tile<{element}>, token
              }}
              return
            }}"
        );
        let module = spec::parse::module(&text).unwrap_or_else(|problem| panic!("{}", problem.message));
        let kernel = Valid::new(Arc::clone(&module.kernels[0])).expect("it is valid");
        let bound = Bound::new(&module.contracts[0], &kernel).expect("it binds");
        search(&kernel, &bound, None).map(|found| found.violation.rule)
    }

    #[test]
    fn memory_may_hold_what_it_is_compared_with() {
        let equal = "%f = constant <f32: 17.25> : tile<f32>
                     %c = cmpf equal ordered %x, %f : tile<f32> -> tile<i1>";
        assert_eq!(found("f32", equal), Some(Rule::MemoryBounds));
        let between = "%f = constant <f32: 17.25> : tile<f32>
                       %g = constant <f32: 17.250004> : tile<f32>
                       %above = cmpf greater_than ordered %x, %f : tile<f32> -> tile<i1>
                       %below = cmpf less_than ordered %x, %g : tile<f32> -> tile<i1>
                       %c = andi %above, %below : tile<i1>";
        assert_eq!(found("f32", between), Some(Rule::MemoryBounds));
        let bits = "%i = bitcast %x : tile<f32> -> tile<i32>
                    %n = constant <i32: 1234567> : tile<i32>
                    %c = cmpi equal %i, %n, signed : tile<i32> -> tile<i1>";
        assert_eq!(found("f32", bits), Some(Rule::MemoryBounds));
        let converted = "%w = ftof %x : tile<f16> -> tile<f32>
                         %f = constant <f32: 1.0009765625> : tile<f32>
                         %c = cmpf equal ordered %w, %f : tile<f32> -> tile<i1>";
        assert_eq!(found("f16", converted), Some(Rule::MemoryBounds));
        let nan = "%c = cmpf less_than unordered %x, %x : tile<f16> -> tile<i1>";
        assert_eq!(found("f16", nan), Some(Rule::MemoryBounds));
        let never = "%f = constant <f32: 17.25> : tile<f32>
                     %above = cmpf greater_than ordered %x, %f : tile<f32> -> tile<i1>
                     %below = cmpf less_than ordered %x, %f : tile<f32> -> tile<i1>
                     %c = andi %above, %below : tile<i1>";
        assert_eq!(found("f32", never), None);
    }
}
