//! The description of launches as a C header: it checks the contract, encodes tensor maps, picks the version of the code, and launches.
//! Its common part is `prelude.h`.

use spec::syntax::contract::{Binary, Expr, Unary};
use spec::syntax::types::Element;

use super::maps::Map;
use super::model::{Launcher, MULTIPROCESSORS, Passed, Variant};
use super::types::c_type;
use crate::certify::guard::conditions::Condition;
use crate::certify::guard::guarded::quoted;
use crate::certify::guard::names::GRID;

/// Bytes that the driver needs the address of a map to be a multiple of when it encodes the map; 64 before CUDA 13.
const C_ALIGNMENT: u64 = 128;

/// Types and arithmetic that all launchers share.
const PRELUDE: &str = include_str!("prelude.h");

/// The most bytes of a string literal that every compiler takes is 4095 (C11, 5.2.4.1); PTX goes in as an array of characters.
const CHARACTERS_PER_LINE: usize = 32;

pub(super) fn text(launcher: &Launcher<'_>) -> String {
    let symbol = launcher.symbol();
    let mut text = head(launcher, &symbol);
    text.push_str(PRELUDE);
    text.push_str(&format!("\n#ifndef TILEPROOF_LAUNCH_{symbol}\n#define TILEPROOF_LAUNCH_{symbol}\n\n"));
    text.push_str(&acceptance(launcher, &symbol));
    for (at, variant) in launcher.variants.iter().enumerate() {
        text.push_str(&code(&symbol, at, variant));
    }
    text.push_str(&broken_clause(launcher, &symbol));
    for (at, variant) in launcher.variants.iter().enumerate() {
        text.push_str(&launch_variant(launcher, &symbol, at, variant));
    }
    text.push_str(&load(launcher, &symbol));
    text.push_str(&launch(launcher, &symbol));
    text.push_str(&format!("#endif /* TILEPROOF_LAUNCH_{symbol} */\n"));
    text
}

/// A comment that says how the header is used.
fn head(launcher: &Launcher<'_>, symbol: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let target = launcher.target.name();
    let mut text = format!(
        "/* Launches @{name}, proved by tileproof {version}, on {target}.\n\n   tileproof_status launch_{symbol}(CUstream stream{list});\n\n   \
         An array is passed as its address and its number of bytes. `load_{symbol}()` loads the code ahead of the first launch.\n   \
         Needs CUDA 12 or newer, and a current context. */\n",
        name = launcher.kernel().name,
        list = declared(launcher),
    );
    for clause in launcher.unseen() {
        text.push_str(&format!("/* Not checked: {} */\n", quoted(&clause).replace("*/", "* /")));
    }
    text
}

/// Clauses that no launcher checks have to be accepted by name before the header is included.
fn acceptance(launcher: &Launcher<'_>, symbol: &str) -> String {
    let unseen = launcher.unseen();
    if unseen.is_empty() {
        return String::new();
    }
    let clauses = unseen.join("; ").replace(['\n', '\r'], " ");
    format!(
        "#ifndef TILEPROOF_ACCEPT_{symbol}\n#error \"@{symbol} is proved for launches with clauses that the launcher cannot check. \
         Define TILEPROOF_ACCEPT_{symbol} if every launch keeps: {}\"\n#endif\n\n",
        clauses.replace('"', "'").replace('\\', "")
    )
}

/// Parameters of the kernel in C, each with its type.
fn parameters(launcher: &Launcher<'_>) -> Vec<(String, String)> {
    let kernel = launcher.kernel();
    let mut all = Vec::new();
    if launcher.stated_grid().is_none() {
        all.extend(GRID.map(|axis| ("unsigned".to_owned(), axis.to_owned())));
    }
    for position in 0..kernel.params.len() {
        let element = kernel.tile(kernel.params[position]).element;
        let ty = c_type(element, launcher.bound.is_unsigned(position)).to_owned();
        let names = &launcher.names;
        match element {
            Element::Pointer(_) => {
                all.push((ty, names.address(position)));
                all.push(("size_t".to_owned(), names.bytes(position)));
            }
            Element::Scalar(_) => all.push((ty, names.argument(position))),
        }
    }
    all
}

/// The same as a list of declarations, behind other parameters.
fn declared(launcher: &Launcher<'_>) -> String {
    parameters(launcher).iter().map(|(ty, name)| format!(", {ty} {name}")).collect()
}

/// Parameters of functions inside: the grid, then the parameters of the kernel.
fn inner(launcher: &Launcher<'_>, with_types: bool) -> String {
    let grid = GRID.map(|axis| ("unsigned".to_owned(), axis.to_owned()));
    let own = parameters(launcher).into_iter().filter(|(_, name)| !GRID.contains(&name.as_str()));
    let all = grid.into_iter().chain(own);
    let all: Vec<_> = all.map(|(ty, name)| if with_types { format!("{ty} {name}") } else { name }).collect();
    all.join(", ")
}

/// Silences warnings about numbers that no formula names.
fn unused(launcher: &Launcher<'_>) -> String {
    let all = parameters(launcher).into_iter().map(|(_, name)| name);
    let all = all.filter(|name| !GRID.contains(&name.as_str())).chain(GRID.map(str::to_owned));
    all.map(|name| format!("(void){name}; ")).collect()
}

/// The PTX of a version, and what is loaded of it.
fn code(symbol: &str, at: usize, variant: &Variant) -> String {
    let ptx = variant.program.ptx.as_bytes();
    let mut text =
        format!("/* {} */\nstatic const unsigned char tileproof_ptx_{symbol}_{at}[] = {{\n", variant.name);
    for line in ptx.chunks(CHARACTERS_PER_LINE) {
        line.iter().for_each(|byte| text.push_str(&format!("{byte},")));
        text.push('\n');
    }
    text.push_str("0};\n");
    text.push_str(&format!(
        "static tileproof_code tileproof_code_{symbol}_{at} = {{(const char*)tileproof_ptx_{symbol}_{at}, {}, {}, {}, NULL, NULL, 0, 0}};\n\n",
        quoted(&variant.program.entry),
        variant.program.threads,
        variant.program.shared_bytes,
    ));
    text
}

fn broken_clause(launcher: &Launcher<'_>, symbol: &str) -> String {
    let mut text = format!(
        "/* The first clause of the contract that a launch breaks, or NULL. */\nstatic inline const char* tileproof_broken_clause_{symbol}({}) {{\n  {}\n",
        inner(launcher, true),
        unused(launcher)
    );
    // A grid from the contract is wrong only if the sizes are: they are checked first.
    let is_late = |one: &&Condition| launcher.stated_grid().is_some() && one.clause.contains("grid.");
    let mut conditions: Vec<&Condition> = launcher.conditions.iter().collect();
    conditions.sort_by_key(is_late);
    for one in conditions {
        text.push_str(&format!("  if (!{}) return {};\n", truth(&one.holds), quoted(&one.clause)));
    }
    text.push_str("  return NULL;\n}\n\n");
    text
}

/// The function of one version. It returns 1 if the version is for the launch, and then writes the result.
fn launch_variant(launcher: &Launcher<'_>, symbol: &str, at: usize, variant: &Variant) -> String {
    let mut text = format!(
        "static inline int tileproof_launch_{symbol}_{at}(CUdevice device, int {MULTIPROCESSORS}, CUstream stream, {}, CUresult* result) {{\n",
        inner(launcher, true)
    );
    text.push_str(&format!("  {}(void){MULTIPROCESSORS};\n", unused(launcher)));
    for Condition { holds, clause } in &variant.when {
        text.push_str(&format!("  if (!{}) return 0; /* {} */\n", truth(holds), clause.replace("*/", "* /")));
    }
    variant.maps.iter().enumerate().for_each(|(number, one)| text.push_str(&map(launcher, number, one)));
    text.push_str("  {\n");
    if let Some(bytes) = &variant.scratch {
        text.push_str(&format!(
            "    CUdeviceptr scratch = 0;\n    *result = cuMemAllocAsync(&scratch, (size_t){}.value, stream);\n    if (*result != CUDA_SUCCESS) return 1;\n",
            number(bytes)
        ));
    }
    let mut list = Vec::new();
    for (place, passed) in variant.passed.iter().enumerate() {
        list.push(match passed {
            Passed::Parameter(position) => format!("(void*)&{}", parameter_name(launcher, *position)),
            Passed::Number(of) => {
                text.push_str(&format!("    uint32_t number_{place} = (uint32_t){}.value;\n", number(of)));
                format!("&number_{place}")
            }
            Passed::Scratch => "&scratch".to_owned(),
            Passed::Map(number) => format!("&map_{number}"),
        });
    }
    // A list without elements is no C.
    list.push("NULL".to_owned());
    text.push_str(&format!("    void* arguments[] = {{{}}};\n", list.join(", ")));
    let grid: Vec<String> =
        variant.grid.iter().map(|one| format!("(unsigned){}.value", number(one))).collect();
    text.push_str(&format!(
        "    tileproof_code* code = &tileproof_code_{symbol}_{at};\n    *result = tileproof_load(code, device);\n    if (*result == CUDA_SUCCESS)\n      \
         *result = cuLaunchKernel((CUfunction)code->kernel, {}, code->threads, 1, 1, code->shared, stream, arguments, NULL);\n",
        grid.join(", ")
    ));
    if variant.scratch.is_some() {
        text.push_str(
            "    {\n      CUresult freed = cuMemFreeAsync(scratch, stream);\n      if (*result == CUDA_SUCCESS) *result = freed;\n    }\n",
        );
    }
    text.push_str("  }\n  return 1;\n}\n\n");
    text
}

/// The C name of a parameter of the kernel.
fn parameter_name(launcher: &Launcher<'_>, position: usize) -> String {
    match launcher.bound.pointee(position) {
        Some(_) => launcher.names.address(position),
        None => launcher.names.argument(position),
    }
}

/// Encodes a tensor map; a map that the driver does not take ends the version.
fn map(launcher: &Launcher<'_>, at: usize, map: &Map) -> String {
    let rank = map.extents.len();
    let list = |all: &[Expr]| {
        let all: Vec<String> = all.iter().map(|one| format!("(cuuint64_t){}.value", number(one))).collect();
        if all.is_empty() { "0".to_owned() } else { all.join(", ") }
    };
    let boxes: Vec<String> = map.box_extents.iter().map(u32::to_string).collect();
    let steps = vec!["1"; rank].join(", ");
    format!(
        "  CUtensorMap map_{at} __attribute__((aligned({C_ALIGNMENT})));\n  {{\n    cuuint64_t extents[] = {{{}}};\n    cuuint64_t strides[] = {{{}}};\n    \
         cuuint32_t box[] = {{{}}};\n    cuuint32_t steps[] = {{{steps}}};\n    *result = cuTensorMapEncodeTiled(&map_{at}, CU_TENSOR_MAP_DATA_TYPE_{}, {rank}, \
         (void*)(uintptr_t){}, extents, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_{}B, \
         CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);\n    if (*result == CUDA_ERROR_INVALID_VALUE || *result == CUDA_ERROR_NOT_SUPPORTED) return 0;\n    \
         if (*result != CUDA_SUCCESS) return 1;\n  }}\n",
        list(&map.extents),
        list(&map.strides),
        boxes.join(", "),
        map.element,
        launcher.names.address(map.parameter),
        map.line_bytes,
    )
}

/// Finds the device and its facts, for both functions that are called from outside.
fn device(launcher: &Launcher<'_>) -> String {
    let sm = launcher.target.sm;
    let (sign, clause) = match launcher.target.name().ends_with('a') {
        true => ("!=", format!("a device of compute capability {}.{}", sm / 10, sm % 10)),
        false => ("<", format!("a device of compute capability {}.{} or newer", sm / 10, sm % 10)),
    };
    format!(
        "  CUdevice device;\n  int capability = 0, {MULTIPROCESSORS} = 0;\n  CUresult result = cuCtxGetDevice(&device);\n  \
         if (result == CUDA_SUCCESS) result = tileproof_device(device, &capability, &{MULTIPROCESSORS});\n  \
         if (result != CUDA_SUCCESS) return tileproof_done(result, NULL, NULL);\n  if (capability {sign} {sm}) return tileproof_done(CUDA_SUCCESS, {}, NULL);\n",
        quoted(&clause)
    )
}

fn load(launcher: &Launcher<'_>, symbol: &str) -> String {
    let mut text = format!(
        "/* Loads all versions of the code for the device of the current context, so that no launch has to. */\nstatic inline tileproof_status load_{symbol}(void) {{\n{}",
        device(launcher)
    );
    for at in 0..launcher.variants.len() {
        text.push_str(&format!(
            "  if (result == CUDA_SUCCESS) result = tileproof_load(&tileproof_code_{symbol}_{at}, device);\n"
        ));
    }
    text.push_str("  return tileproof_done(result, NULL, NULL);\n}\n\n");
    text
}

fn launch(launcher: &Launcher<'_>, symbol: &str) -> String {
    let mut text = format!(
        "/* Checks the contract, picks the version of the code, and launches. */\nstatic inline tileproof_status launch_{symbol}(CUstream stream{}) {{\n",
        declared(launcher)
    );
    // An extent of the grid may name earlier ones, but never itself or later ones.
    for (axis, extent) in GRID.into_iter().zip(launcher.stated_grid().into_iter().flatten()) {
        let of = number(&extent);
        text.push_str(&format!(
            "  tileproof_number stated_{axis} = {of};\n  unsigned {axis} = stated_{axis}.exact && stated_{axis}.value > 0 && stated_{axis}.value <= 4294967295u ? (unsigned)stated_{axis}.value : 0;\n"
        ));
    }
    let names = inner(launcher, false);
    text.push_str(&format!("  const char* clause = tileproof_broken_clause_{symbol}({names});\n"));
    text.push_str(&device(launcher));
    text.push_str("  if (clause != NULL) return tileproof_done(CUDA_SUCCESS, clause, NULL);\n");
    for (at, variant) in launcher.variants.iter().enumerate() {
        text.push_str(&format!(
            "  if (tileproof_launch_{symbol}_{at}(device, {MULTIPROCESSORS}, stream, {names}, &result)) return tileproof_done(result, NULL, {});\n",
            quoted(&variant.name)
        ));
    }
    text.push_str("  return tileproof_done(CUDA_ERROR_NOT_SUPPORTED, NULL, NULL);\n}\n\n");
    text
}

/// A number as an expression of C.
fn number(expr: &Expr) -> String {
    match expr {
        Expr::Number(number) => constant(*number),
        Expr::Name(name) => format!("tileproof_n({name})"),
        Expr::Unary(Unary::Neg, operand) => format!("tileproof_neg({})", number(operand)),
        Expr::Binary(op, a, b) => format!("tileproof_{}({}, {})", function(*op), number(a), number(b)),
        Expr::Unary(Unary::Not, _) | Expr::Element(..) => {
            unreachable!("conditions of a launch have neither negations nor elements")
        }
    }
}

/// A truth value as an expression of C.
fn truth(expr: &Expr) -> String {
    match expr {
        Expr::Binary(op @ (Binary::And | Binary::Or), a, b) => {
            format!("({} {} {})", truth(a), op.symbol(), truth(b))
        }
        // The greater side stands on the right.
        Expr::Binary(Binary::Gt, a, b) => truth(&Expr::Binary(Binary::Lt, b.clone(), a.clone())),
        Expr::Binary(Binary::Ge, a, b) => truth(&Expr::Binary(Binary::Le, b.clone(), a.clone())),
        Expr::Number(_) | Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => {
            number(expr)
        }
    }
}

/// A literal has at most 64 bits.
fn constant(of: i128) -> String {
    match i64::try_from(of) {
        Ok(small) if small > i64::MIN => format!("tileproof_n({small}ll)"),
        Ok(_) | Err(_) => {
            let (high, low) = (of.div_euclid(1 << 62), of.rem_euclid(1 << 62));
            format!(
                "tileproof_add(tileproof_mul({}, tileproof_n(1ll << 62)), tileproof_n({low}ll))",
                constant(high)
            )
        }
    }
}

/// The function of the prelude for an operator.
fn function(op: Binary) -> &'static str {
    match op {
        Binary::Add => "add",
        Binary::Sub => "sub",
        Binary::Mul => "mul",
        Binary::Div => "div",
        Binary::Rem => "mod",
        Binary::Cdiv => "cdiv",
        Binary::Min => "min",
        Binary::Max => "max",
        Binary::Eq => "eq",
        Binary::Ne => "ne",
        Binary::Lt => "lt",
        Binary::Le => "le",
        Binary::Gt | Binary::Ge | Binary::And | Binary::Or => {
            unreachable!("truth values have operators of their own")
        }
    }
}
