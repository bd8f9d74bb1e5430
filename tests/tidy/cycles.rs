//! Import cycles inside a crate: strongly connected components of the graph of files, by Tarjan's algorithm (R. Tarjan,
//! "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1, 1972). Two files may need each other;
//! three or more in a circle have no order in which they can be read.
//!
//! An edge is an import or a path. Methods need neither, so a type whose methods are spread over many files hides its
//! cycles; what a file needs is then the type.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use crate::modules::Crate;
use crate::{File, none, rust_files};

/// The most files of an import cycle.
const MOST: usize = 2;

type Graph = BTreeMap<String, BTreeSet<String>>;

/// The state of Tarjan's search.
#[derive(Default)]
struct Search<'g> {
    /// The order of a node's visit, and the first node of the stack that it leads back to.
    met: BTreeMap<&'g str, (usize, usize)>,
    stack: Vec<&'g str>,
    components: Vec<Vec<&'g str>>,
}

/// The strongly connected components of a graph, each sorted.
fn components(graph: &Graph) -> Vec<Vec<&str>> {
    let mut search = Search::default();
    for node in graph.keys() {
        if !search.met.contains_key(node.as_str()) {
            visit(graph, node, &mut search);
        }
    }
    search.components
}

/// Visits a new node, and returns the first node of the stack that it leads back to.
fn visit<'g>(graph: &'g Graph, node: &'g str, search: &mut Search<'g>) -> usize {
    let index = search.met.len();
    search.met.insert(node, (index, index));
    search.stack.push(node);
    let mut low = index;
    for next in graph.get(node).into_iter().flatten() {
        low = match search.met.get(next.as_str()) {
            None => low.min(visit(graph, next, search)),
            Some((met, _)) if search.stack.contains(&next.as_str()) => low.min(*met),
            Some(_) => low,
        };
    }
    search.met.insert(node, (index, low));
    if low == index {
        let from = search.stack.iter().position(|other| *other == node).unwrap_or(0);
        let mut component = search.stack.split_off(from);
        component.sort_unstable();
        search.components.push(component);
    }
    low
}

/// The errors of a graph: every component that is too large, with the needs of each of its files.
fn too_large(graph: &Graph) -> Vec<String> {
    let large = components(graph).into_iter().filter(|component| component.len() > MOST);
    let show = |component: Vec<&str>| {
        let needs = |file: &&str| {
            let others = graph[*file].iter().map(String::as_str).filter(|other| component.contains(other));
            format!("\n    {file} needs {}", others.collect::<Vec<_>>().join(", "))
        };
        format!("{} files{}", component.len(), component.iter().map(needs).collect::<String>())
    };
    large.map(show).collect()
}

/// Whether a file is the root of a crate: a library, a program, a test, an example or a benchmark.
fn is_root(path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    match &parts[..] {
        [.., "lib.rs" | "main.rs"] => true,
        // Of a package, and not the tests of a module, which lie deeper.
        ["tests" | "examples" | "bench", _] | [_, "tests" | "examples" | "benches", _] => true,
        _ => false,
    }
}

/// The graphs of the crates of the tree, by their root files.
fn graphs() -> &'static [(String, Graph)] {
    static GRAPHS: OnceLock<Vec<(String, Graph)>> = OnceLock::new();
    GRAPHS.get_or_init(|| read_graphs(&rust_files()))
}

fn read_graphs(files: &[File]) -> Vec<(String, Graph)> {
    let texts: BTreeMap<&str, &str> =
        files.iter().map(|file| (file.path.as_str(), file.text.as_str())).collect();
    let read = |path: &str| texts.get(path).copied();
    let roots = texts.keys().filter(|path| is_root(path));
    roots.map(|root| ((*root).to_owned(), Crate::read(root, &read).needs())).collect()
}

#[test]
fn no_three_files_need_each_other() {
    let mut offenders = Vec::new();
    for (root, graph) in graphs() {
        offenders.extend(too_large(graph).into_iter().map(|cycle| format!("{root}: {cycle}")));
    }
    none("an import cycle of more than two files", &offenders);
}

#[test]
fn every_file_of_a_crate_is_in_its_graph() {
    let files = rust_files();
    let met: BTreeSet<String> = graphs().iter().flat_map(|(_, graph)| graph.keys().cloned()).collect();
    let missing = files.iter().filter(|file| file.name() != "build.rs" && !met.contains(&file.path));
    none("no `mod` leads to it", &missing.map(|file| file.path.clone()).collect::<Vec<_>>());
}

/// The cycles of a crate with these files.
fn circles_of(files: &[(&str, &str)]) -> Vec<String> {
    let read = |path: &str| files.iter().find(|(name, _)| *name == path).map(|(_, text)| *text);
    too_large(&Crate::read("lib.rs", &read).needs())
}

#[test]
fn a_circle_of_three_is_found() {
    let files = [
        ("lib.rs", "mod a; mod b; mod c; mod d;"),
        ("a.rs", "use crate::b::f;"),
        ("b.rs", "pub fn f() { super::c::g() }"),
        ("c.rs", "use super::{d, a::{self, X as _}}; pub fn g() {}"),
        ("d.rs", "// use crate::c;\nconst TEXT: &str = \"crate::c\";"),
    ];
    let found = circles_of(&files);
    assert_eq!(found.len(), 1, "{found:?}");
    let lines: Vec<&str> = found[0].lines().map(str::trim).collect();
    assert_eq!(lines, ["3 files", "a.rs needs b.rs", "b.rs needs c.rs", "c.rs needs a.rs"]);
}

#[test]
fn a_circle_through_a_module_with_code_is_found() {
    let files = [
        ("lib.rs", "mod m;"),
        ("m/mod.rs", "mod x; mod y; pub struct State; fn run() { x::step(); y::step(); }"),
        ("m/x.rs", "use super::State; pub fn step() {}"),
        ("m/y.rs", "use crate::m::State; pub fn step() {}"),
    ];
    assert_eq!(circles_of(&files).len(), 1);
}

#[test]
fn two_files_and_re_exports_are_no_circle() {
    let files = [
        ("lib.rs", "mod m;"),
        ("m/mod.rs", "mod x; mod y; mod z; pub use x::X; pub use y::Y; pub use z::*;"),
        ("m/x.rs", "use super::Y; pub struct X;"),
        ("m/y.rs", "use super::X; use super::Z; pub struct Y;"),
        ("m/z.rs", "pub struct Z; #[cfg(test)] mod tests { use crate::m::X; }"),
    ];
    assert_eq!(circles_of(&files), [""; 0]);
}
