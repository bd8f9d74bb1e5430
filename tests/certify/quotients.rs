//! Divisions in the clauses of a guard.

use std::process::Command;

use super::folder::Folder;

/// What the guard of C++ says of launches with one block, by their `n`, `m` and `d`.
fn said_of(name: &str, clause: &str, launches: &[[i32; 3]]) -> String {
    let kernel = format!(
        "contract @k {{
  names = (n, m, d)
  grid = (1)
  requires = {clause}
}}
entry @k(%n: tile<i32>, %m: tile<i32>, %d: tile<i32>) {{
  return
}}
"
    );
    let launches = launches.iter().map(|[n, m, d]| format!("{{{n}, {m}, {d}}}")).collect::<Vec<_>>();
    let program = format!(
        r#"
#include <cstdio>
#include "k.h"
int main() {{
  const int launches[][3] = {{{}}};
  for (auto& l : launches) {{
    const char* broken = tileproof_guard_k::broken_clause_of_k(1, 1, 1, l[0], l[1], l[2]);
    std::puts(broken ? broken : "kept");
  }}
}}
"#,
        launches.join(", ")
    );
    let module = spec::parse::module(&kernel).expect("it is a kernel");
    let bytes = frontends::bytecode::write::module(&module.kernels).expect("it can be written");
    let contract = module.contracts[0].to_string();
    let folder = Folder::new(name).with("k.tilebc", bytes).with("k.contract", contract);
    let folder = folder.with("p.cpp", program);
    folder.ends(0, &["certify", "k.tilebc", "-o", "out.tilebc", "--guard", "k.h"]);
    let mut compiler = Command::new("c++");
    let compiled = compiler.args(["-std=c++11", "p.cpp", "-o", "p"]).current_dir(&folder.0).output();
    let compiled = compiled.expect("there is a compiler of C++");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let said = Command::new(folder.0.join("p")).output().expect("it was compiled");
    String::from_utf8_lossy(&said.stdout).into_owned()
}

/// A quotient by zero is no number, and neither is what is computed with it: here -1, as which it would divide.
#[test]
fn a_division_by_zero_breaks_a_guard_through_other_divisions() {
    let clause = "n / (m / d - 1) <= 0";
    assert_eq!(said_of("quotients", clause, &[[5, 0, 0], [5, 0, 1]]), format!("{clause}\nkept\n"));
}

/// Clauses are read from left to right: a division by zero counts unless `&&` or `||` stop before it.
#[test]
fn a_division_by_zero_counts_beside_an_alternative_that_holds() {
    let clause = "n / d >= 0 || n == 5";
    assert_eq!(said_of("alternatives", clause, &[[5, 0, 0], [5, 0, 1]]), format!("{clause}\nkept\n"));
    assert_eq!(said_of("stopped", "n == 5 || n / d >= 0", &[[5, 0, 0], [5, 0, 1]]), "kept\nkept\n");
}
