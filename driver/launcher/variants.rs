//! The versions of a kernel's code, the special ones first, each with the launches that it is for.

use codegen::{Options, Program, Target};
use spec::problem::Unsupported;
use spec::proof::Proved;
use spec::syntax::contract::{Binary, Expr, binary};

use super::maps::{self, Map};
use super::model::{MULTIPROCESSORS, Passed, Variant};
use crate::certify::guard::conditions::{Condition, Writer};
use crate::certify::guard::names::GRID;
use crate::gpu::versions::{Compiled, MOST_SCRATCH, Programs, SPECIAL};

/// Every version; the last one is for all launches.
pub(super) fn all(
    proved: &Proved,
    (target, options): (Target, Options),
    writer: &Writer<'_>,
) -> Result<Vec<Variant>, Unsupported> {
    let source = Compiled { proved: proved.clone(), target, options };
    let general = source.clone().compile_for(&[])?;
    let mut all = Vec::new();
    if let Some((divisors, special)) = source.specialize(&general) {
        let when = multiples(writer, &divisors);
        all.extend(versions(special, writer).into_iter().map(|mut variant| {
            variant.name = format!("{}, multiples of {SPECIAL}", variant.name);
            variant.when.splice(0..0, when.iter().cloned());
            variant
        }));
    }
    all.extend(versions(general, writer));
    Ok(all)
}

fn name(name: &str) -> Expr {
    Expr::Name(name.to_owned())
}

fn number(number: impl Into<i128>) -> Expr {
    Expr::Number(number.into())
}

/// The tile blocks of a launch.
fn blocks() -> Expr {
    product(GRID.map(name))
}

fn product([x, y, z]: [Expr; 3]) -> Expr {
    binary(Binary::Mul, binary(Binary::Mul, x, y), z)
}

/// The grid of code whose tile blocks each do the work of several of the launch, with the conditions on the launch.
fn divided(tiles: [u32; 3]) -> ([Expr; 3], Vec<Condition>) {
    let axes = GRID.into_iter().zip(tiles);
    let whole = axes.filter(|(_, tiles)| *tiles > 1).map(|(axis, tiles)| Condition {
        holds: binary(Binary::Eq, binary(Binary::Rem, name(axis), number(tiles)), number(0)),
        clause: format!("{} % {tiles} == 0", axis.replace('_', ".")),
    });
    let grid = [0, 1, 2].map(|axis: usize| match tiles[axis] {
        1 => name(GRID[axis]),
        tiles => binary(Binary::Div, name(GRID[axis]), number(tiles)),
    });
    let mut when: Vec<Condition> = whole.collect();
    if !when.is_empty() {
        let holds = binary(Binary::Le, name(MULTIPROCESSORS), product(grid.clone()));
        when.push(Condition { holds, clause: "enough blocks for all multiprocessors".to_owned() });
    }
    (grid, when)
}

/// Some parameters are multiples of a number.
fn multiples(writer: &Writer<'_>, divisors: &[u64]) -> Vec<Condition> {
    let special = divisors.iter().enumerate().filter(|(_, divisor)| **divisor > 1);
    let condition = |(position, divisor): (usize, &u64)| {
        let (of, shown) = match writer.bound.pointee(position) {
            Some(_) => (writer.names.address(position), "the address of "),
            None => (writer.names.argument(position), ""),
        };
        let left = binary(Binary::Rem, name(&of), number(*divisor));
        Condition {
            holds: binary(Binary::Eq, left, number(0)),
            clause: format!("{shown}{} % {divisor} == 0", writer.bound.argument_name(position)),
        }
    };
    special.map(condition).collect()
}

/// The versions for launches with equal divisors.
fn versions(programs: Programs, writer: &Writer<'_>) -> Vec<Variant> {
    let Programs { main, plain, larger, few, source: _ } = programs;
    if let Some(plain) = plain {
        let otherwise = if main.needs_maps() { "without tensor maps" } else { "tile blocks at once" };
        let larger = larger.and_then(|larger| mapped(larger, writer));
        let with_maps = larger.into_iter().chain(mapped(main, writer));
        return with_maps.chain([simple(otherwise, plain, writer)]).collect();
    }
    let few = few.map(|program| {
        let few = binary(Binary::Le, blocks(), name(MULTIPROCESSORS));
        let clause = "no more blocks than multiprocessors".to_owned();
        Variant { when: vec![Condition { holds: few, clause }], ..simple("few blocks", program, writer) }
    });
    few.into_iter().chain([simple("general", main, writer)]).collect()
}

/// A version with the arguments of the kernel alone.
fn simple(called: &str, program: Program, writer: &Writer<'_>) -> Variant {
    let passed = (0..writer.bound.kernel.params.len()).map(Passed::Parameter).collect();
    let grid = GRID.map(name);
    Variant {
        name: called.to_owned(),
        when: Vec::new(),
        program,
        grid,
        passed,
        maps: Vec::new(),
        scratch: None,
    }
}

/// The version with tensor maps or with tile blocks in turn; `None` if a number of a map has no formula.
fn mapped(program: Program, writer: &Writer<'_>) -> Option<Variant> {
    let called = match (program.needs_maps(), program.tiles) {
        (false, _) => "tile blocks in turn",
        (true, [1, 1, 1]) => "tensor maps",
        (true, _) => "tensor maps, larger tiles",
    };
    let mut variant = simple(called, program, writer);
    let Variant { program, when, passed, grid, maps: made, scratch, .. } = &mut variant;
    let (tiles, conditions) = divided(program.tiles);
    when.extend(conditions);
    *grid = tiles.clone();
    if let Some(per_multiprocessor) = program.persistent {
        let most = binary(Binary::Mul, number(per_multiprocessor), name(MULTIPROCESSORS));
        // The next tile block of the last one is counted too.
        let last = binary(Binary::Add, product(tiles.clone()), most.clone());
        let holds = binary(Binary::Lt, last, number(1i128 << 32));
        when.push(Condition { holds, clause: "fewer than 2^32 tile blocks".to_owned() });
        *grid = [binary(Binary::Min, product(tiles.clone()), most), number(1), number(1)];
        passed.extend(tiles.map(Passed::Number));
    }
    if program.scratch_bytes > 0 {
        let [x, y, z] = grid.clone();
        let all = binary(Binary::Mul, binary(Binary::Mul, x, y), z);
        let bytes = binary(Binary::Mul, number(program.scratch_bytes), all);
        let holds = binary(Binary::Le, bytes.clone(), number(MOST_SCRATCH));
        when.push(Condition { holds, clause: "little memory for tensor maps".to_owned() });
        when.extend(maps::made_by_code(&program.map_conditions, writer)?);
        *scratch = Some(bytes);
        passed.push(Passed::Scratch);
    }
    for (at, map) in program.maps.iter().enumerate() {
        let (map, conditions) = Map::of(map, writer)?;
        when.extend(conditions);
        made.push(map);
        passed.push(Passed::Map(at));
    }
    Some(variant)
}
