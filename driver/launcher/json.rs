//! The description of launches as JSON: `docs/launch.schema.json`.

use serde_json::{Value, json};
use spec::syntax::contract::Expr;
use spec::syntax::types::Element;

use super::maps::Map;
use super::model::{ENCODED_ALIGNMENT, Launcher, MAP_BYTES, MULTIPROCESSORS, Passed, Variant};
use crate::certify::guard::conditions::Condition;
use crate::certify::guard::json::{tree, value};

/// The name of the format.
const SCHEMA: &str = "tileproof.ptx/1";

/// Bytes that the address of the memory for maps made by the code is a multiple of.
const SCRATCH_ALIGNMENT: u64 = 128;

pub(super) fn text(launcher: &Launcher<'_>) -> String {
    let sm = launcher.target.sm;
    let description = json!({
        "schema": SCHEMA,
        "tileproof": env!("CARGO_PKG_VERSION"),
        "kernel": launcher.kernel().name,
        "target": {
            "name": launcher.target.name(),
            "capability": [sm / 10, sm % 10],
            "exact": launcher.target.name().ends_with('a'),
        },
        "parameters": parameters(launcher),
        "numbers": numbers(launcher),
        "contract": value(&launcher.guarded()),
        "grid": launcher.stated_grid().map(|grid| trees(&grid)),
        "variants": launcher.variants.iter().map(|one| variant(launcher, one)).collect::<Vec<_>>(),
    });
    format!("{description:#}\n")
}

/// The names of numbers in formulas.
fn numbers(launcher: &Launcher<'_>) -> Vec<String> {
    let own = launcher.names.parameters.iter().cloned();
    own.chain([MULTIPROCESSORS.to_owned()]).collect()
}

fn trees(all: &[Expr]) -> Vec<Value> {
    all.iter().map(tree).collect()
}

/// The kernel's parameters, with their names in formulas.
fn parameters(launcher: &Launcher<'_>) -> Vec<Value> {
    let kernel = launcher.kernel();
    let parameter = |position: usize| {
        let element = kernel.tile(kernel.params[position]).element;
        let (kind, of) = match element {
            Element::Pointer(scalar) => ("pointer", scalar),
            Element::Scalar(scalar) if scalar.is_integer() => ("integer", scalar),
            Element::Scalar(scalar) => ("float", scalar),
        };
        let names = &launcher.names;
        let (number, address, bytes) = match kind {
            "pointer" => (None, Some(names.address(position)), Some(names.bytes(position))),
            "integer" => (Some(names.argument(position)), None, None),
            _ => (None, None, None),
        };
        json!({
            "index": position,
            "name": launcher.bound.argument_name(position),
            "kind": kind,
            "type": of.to_string(),
            "unsigned": kind == "integer" && launcher.bound.is_unsigned(position),
            "number": number,
            "address": address,
            "bytes": bytes,
        })
    };
    (0..kernel.params.len()).map(parameter).collect()
}

fn condition(one: &Condition) -> Value {
    json!({"clause": one.clause, "holds": tree(&one.holds)})
}

fn variant(launcher: &Launcher<'_>, variant: &Variant) -> Value {
    let program = &variant.program;
    json!({
        "name": variant.name,
        "when": variant.when.iter().map(condition).collect::<Vec<_>>(),
        "entry": program.entry,
        "grid": trees(&variant.grid),
        "block": [program.threads, 1, 1],
        "shared": {"static": program.static_shared_bytes, "dynamic": program.shared_bytes},
        "arguments": arguments(launcher, variant),
        "tensor_maps": variant.maps.iter().map(map).collect::<Vec<_>>(),
        "scratch": variant.scratch.as_ref().map(tree),
        "ptx": program.ptx,
    })
}

/// Arguments in order, with their offsets from the first one.
fn arguments(launcher: &Launcher<'_>, variant: &Variant) -> Vec<Value> {
    let placed = variant.program.parameters.iter().map(|one| (one.offset, one.bytes));
    let mut end = variant.program.parameters.last().map_or(0, |last| last.offset + last.bytes);
    let maps = variant.maps.iter().map(|_| {
        let offset = end.next_multiple_of(ENCODED_ALIGNMENT);
        end = offset + MAP_BYTES;
        (offset, MAP_BYTES)
    });
    let placed: Vec<(u64, u64)> = placed.chain(maps).collect();
    let argument = |(passed, (offset, bytes)): (&Passed, (u64, u64))| {
        let own = match passed {
            Passed::Parameter(position) => ("parameter", json!(position)),
            Passed::Number(number) => ("number", tree(number)),
            Passed::Scratch => ("scratch", json!({"alignment": SCRATCH_ALIGNMENT})),
            Passed::Map(at) => ("tensor_map", json!(at)),
        };
        json!({"offset": offset, "bytes": bytes, own.0: own.1, "type": passed_type(launcher, passed)})
    };
    variant.passed.iter().zip(placed).map(argument).collect()
}

/// The type of an argument, in the words of Tile IR.
fn passed_type(launcher: &Launcher<'_>, passed: &Passed) -> String {
    let kernel = launcher.kernel();
    match passed {
        Passed::Parameter(position) => kernel.tile(kernel.params[*position]).element.to_string(),
        Passed::Number(_) => "i32".to_owned(),
        Passed::Scratch => "ptr<i8>".to_owned(),
        Passed::Map(_) => "tensor_map".to_owned(),
    }
}

/// A map, with the constants of the driver's interface without their prefixes.
fn map(map: &Map) -> Value {
    json!({
        "parameter": map.parameter,
        "data_type": map.element,
        "rank": map.extents.len(),
        "extents": trees(&map.extents),
        "strides": trees(&map.strides),
        "box": map.box_extents,
        "element_strides": vec![1; map.extents.len()],
        "interleave": "NONE",
        "swizzle": format!("{}B", map.line_bytes),
        "l2_promotion": "L2_256B",
        "fill": "NONE",
        "access": if map.stored { "store" } else { "load" },
    })
}
