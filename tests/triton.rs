//! Kernels of Triton: each source of corpus/triton has a right and a wrong kernel, with the truth in its comments. `FILTER=text`
//! selects by name.

#[allow(dead_code, reason = "each test takes what it needs")]
mod harness;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use codegen::Target;
use driver::load::Source;
use harness::directive::{self, Task};
use harness::{File, all, check, every, report};

/// The kernels of a source.
const KERNELS: [&str; 2] = ["right", "wrong"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/triton")
}

/// The names of the sources.
fn names() -> Vec<String> {
    let filter = env::var("FILTER").unwrap_or_default();
    let entries = fs::read_dir(folder()).expect("the corpus is readable");
    let paths = entries.map(|entry| entry.expect("an entry is readable").path());
    let sources = paths.filter(|path| path.extension().is_some_and(|kind| kind == "py"));
    let mut names: Vec<String> =
        sources.filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned())).collect();
    names.retain(|name| name.contains(&filter));
    names.sort();
    names
}

/// The kernel of a source, with its truth as a directive: `# contract: CLAUSE` and `# right => VERDICT` become
/// `//@ check @right { CLAUSE } => VERDICT`. Clauses of `# contract wrong:` replace the others for that kernel.
fn read(name: &str, kernel: &str) -> File {
    let source = fs::read_to_string(folder().join(format!("{name}.py"))).expect("a source is readable");
    let behind =
        |start: String| source.lines().filter_map(|line| line.strip_prefix(&start)).collect::<Vec<_>>();
    let own = behind(format!("# contract {kernel}: "));
    let clauses = if own.is_empty() { behind("# contract: ".to_owned()) } else { own };
    let verdict = behind(format!("# {kernel} => "));
    let [verdict] = verdict.as_slice() else { panic!("{name}.py says one thing about {kernel}") };
    let directive = format!("//@ check @{kernel} {{ {} }} => {verdict}", clauses.join(" ; "));
    let path = format!("triton/{name}.{kernel}.ttir");
    let text = fs::read_to_string(folder().join(format!("{name}.{kernel}.ttir"))).expect("TTIR is readable");
    let module = frontends::triton::module(&text).unwrap_or_else(|refused| panic!("{path}: {refused}"));
    File {
        path,
        text,
        module: Ok(module),
        cases: vec![directive::parse(1, &directive).expect("a directive")],
    }
}

#[test]
fn every_kernel_has_the_verdict_of_its_source() {
    let names = names();
    let files: Vec<File> =
        names.iter().flat_map(|name| KERNELS.iter().map(move |kernel| read(name, kernel))).collect();
    let items = all(&files);
    assert_eq!(items.len(), files.len(), "every truth can be read");
    let failures = every(&items, |item| {
        let Task::Check { clauses, verdict, but } = &item.case.task else { return Ok(()) };
        let seen = check::check(item.file, item.case.kernel.as_deref(), clauses, None);
        let wrong = match seen {
            Ok(seen) if but.is_none() && seen.is(verdict) => return Ok(()),
            Ok(seen) if but.is_some() && seen.is(&directive::ExpectedVerdict::Unknown) => return Ok(()),
            Ok(seen) => seen.describe(item.file),
            Err(why) => why,
        };
        Err(format!("{}\n    seen: {wrong}", item.label()))
    });
    report("kernels have another verdict", items.len(), &failures);
    assert!(items.len() >= 80 || env::var_os("FILTER").is_some(), "only {} kernels", items.len());
}

/// Clauses of a source for its right kernel, as a contract.
fn contract(name: &str) -> String {
    let source = fs::read_to_string(folder().join(format!("{name}.py"))).expect("a source is readable");
    let behind = |start| source.lines().filter_map(|line| line.strip_prefix(start)).collect::<Vec<_>>();
    let own = behind("# contract right: ");
    let clauses = if own.is_empty() { behind("# contract: ") } else { own };
    format!("contract @right {{\n{}\n}}\n", clauses.join("\n"))
}

/// Kernels of Triton's tutorials and of libraries of layers, which `bench/triton/contest.py` measures.
const MEASURED: [&str; 10] = [
    "vector_sum",
    "softmax_rows",
    "matmul_grouped",
    "matmul_masked",
    "dropout",
    "layer_norm",
    "rms_norm",
    "swiglu",
    "cross_entropy",
    "attention",
];

#[test]
fn measured_kernels_have_code_and_products_have_tensor_maps() {
    for name in MEASURED {
        let path = folder().join(format!("{name}.right.ttir"));
        let text = fs::read_to_string(&path).expect("TTIR is readable");
        let mut module =
            frontends::triton::module(&text).unwrap_or_else(|refused| panic!("{name}: {refused}"));
        spec::parse::contracts(&contract(name), 0, &mut module).expect("a contract");
        let source = Source::new(&path.display().to_string(), &text);
        let proved = driver::proof::prove(&source, &module, &module.kernels[0], None);
        let proved = proved.unwrap_or_else(|failure| panic!("{name}: {failure}"));
        let aligned = vec![16; proved.kernel().params.len()];
        let code = codegen::compile_for(&proved, Target { sm: 90 }, codegen::Options::default(), &aligned);
        let code = code.unwrap_or_else(|problem| panic!("{name}: {}", problem.message));
        // Products read and write by maps of the launch, attention by maps that the code makes.
        let maps = if name.starts_with("matmul") { 3 } else { 0 };
        assert_eq!(code.maps.len(), maps, "{name}");
        assert_eq!(code.scratch_bytes > 0, name == "attention", "{name}");
        let by_warpgroups = code.ptx.contains("wgmma.mma_async");
        assert_eq!(by_warpgroups, maps > 0 || name == "attention", "{name}");
    }
}

/// The operations of a kernel of one parameter `%n` that are exact, and those that are natural, by the names of their results.
fn integer_facts(requires: &str, lines: &str) -> [Vec<String>; 2] {
    let text = format!(
        "contract @k {{\n  requires = {requires}\n}}\nentry @k(%n: tile<i32>) language=triton(32) {{\n{lines}  return\n}}\n"
    );
    let source = Source::new("k.tile", &text);
    let module = source.module().unwrap_or_else(|refused| panic!("{refused}"));
    let proved = driver::proof::prove(&source, &module, &module.kernels[0], None);
    let proved = proved.unwrap_or_else(|failure| panic!("{failure}"));
    let (kernel, facts) = (proved.kernel(), proved.integers());
    let operations: Vec<_> = kernel.operations().collect();
    [&facts.exact, &facts.natural].map(|set| {
        let name = |at: &usize| kernel.values[operations[*at].results[0].index()].name.clone();
        set.iter().map(name).filter(|name| !name.starts_with('c')).collect()
    })
}

#[test]
fn only_integers_that_no_launch_wraps_are_exact() {
    let lines = "  %c = constant <i32: 1024> : tile<i32>
  %x, %y, %z = get_tile_block_id : tile<i32>
  %product = muli %x, %c : tile<i32>
  %rest = subi %n, %product : tile<i32>
  %sum = addi %product, %c : tile<i32>\n";
    let all = |names: [&[&str]; 2]| {
        names.map(|names| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
    };
    let small = integer_facts("grid.x <= 1000 && n >= 0", lines);
    assert_eq!(small, all([&["product", "rest", "sum"], &["product", "sum"]]));
    // 2^21 blocks: the sum of the last one is 2^31.
    let most = integer_facts("grid.x <= 2097152 && n >= 0", lines);
    assert_eq!(most, all([&["product", "rest"], &["product"]]));
    let open = integer_facts("n >= 0", lines);
    assert_eq!(open, all([&[], &[]]));
    let negative = integer_facts("grid.x <= 1000", lines);
    assert_eq!(negative, all([&["product", "sum"], &["product", "sum"]]));
}

#[test]
fn sums_that_loops_carry_are_exact_as_far_as_iterations_are_bounded() {
    let lines = "  %c0 = constant <i32: 0> : tile<i32>
  %c1 = constant <i32: 1> : tile<i32>
  %c9 = constant <i32: 1000000> : tile<i32>
  %last = for %i in (%c0 to %n, step %c1) : tile<i32> iter_values(%all = %c0) -> (tile<i32>) {
    %more = addi %all, %c9 : tile<i32>
    %place = muli %i, %c9 : tile<i32>
    continue %more : tile<i32>
  }\n";
    let has = |facts: &[Vec<String>; 2], name: &str| facts[0].iter().any(|one| one == name);
    let few = integer_facts("n <= 2000", lines);
    assert!(has(&few, "place"), "{few:?}");
    let many = integer_facts("n <= 3000", lines);
    assert!(!has(&many, "place") && !has(&many, "more"), "{many:?}");
}

#[test]
fn names_and_places_are_those_of_the_source() {
    let file = read("matmul_k", "right");
    let module = file.module.expect("it is a kernel");
    let kernel = &module.kernels[0];
    let names: Vec<&str> = kernel.params.iter().map(|id| kernel.values[id.index()].name.as_str()).collect();
    assert_eq!(names, ["a", "b", "c", "k"]);
    let source = fs::read_to_string(folder().join("matmul_k.py")).expect("the source is readable");
    let lines: Vec<&str> = source.lines().collect();
    for op in kernel.operations().filter(|op| op.op.mnemonic() == "load_ptr_tko") {
        let place = op.at.source.as_ref().expect("a load has a place");
        let (line, column) = (place.position.line, place.position.column);
        let line = lines[usize::try_from(line).expect("a line") - 1];
        let rest = &line[usize::try_from(column).expect("a column")..];
        assert!(rest.starts_with("tl.load("), "{line}");
    }
}

/// Near zero, and far from it, functions of libdevice have the precision of f32 but for few units: their formulas from textbooks give 0 here.
#[test]
fn functions_of_libdevice_are_accurate_where_their_formulas_are_not() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/equiv/triton");
    for (kernel, x, expected) in
        [(0, "1e-8", 1e-8), (2, "5", 1.537_459_8e-12), (6, "1e-8", 1e-8), (7, "1e-8", 1.128_379_2e-8)]
    {
        let output = Command::new(env!("CARGO_BIN_EXE_tileproof"))
            .arg("run")
            .arg(folder.join(format!("composed.{kernel}.ttir")))
            .args(["--grid", "1", "--arg", "n=1", "--arg", "y=zeros:f32[1]", "--arg"])
            .arg(format!("x=full({x}):f32[1]"))
            .output()
            .expect("the program runs");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let value = said.lines().find_map(|line| line.strip_prefix("y: f32[1] = "));
        let value: f64 = value.unwrap_or_else(|| panic!("{said}")).trim().parse().expect("it is a number");
        assert!((value / expected - 1.0).abs() < 1e-5, "{kernel} of {x} is {value}");
    }
}
