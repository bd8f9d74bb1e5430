//! Divisions in the clauses of a guard.

use std::process::Command;

use super::folder::Folder;

/// A quotient by zero is no number, and neither is what is computed with it: here -1, as which it would divide.
#[test]
fn a_division_by_zero_breaks_a_guard_through_other_divisions() {
    let kernel = "\
contract @k {
  names = (n, m, d)
  grid = (1)
  requires = n / (m / d - 1) <= 0
}
entry @k(%n: tile<i32>, %m: tile<i32>, %d: tile<i32>) {
  return
}
";
    let program = r#"
#include <cstdio>
#include "k.h"
int main() {
  for (int d = 0; d <= 1; ++d) {
    const char* broken = tileproof_guard_k::broken_clause_of_k(1, 1, 1, 5, 0, d);
    std::puts(broken ? broken : "kept");
  }
}
"#;
    let module = spec::parse::module(kernel).expect("it is a kernel");
    let bytes = frontends::bytecode::write::module(&module.kernels).expect("it can be written");
    let contract = module.contracts[0].to_string();
    let folder = Folder::new("quotients").with("k.tilebc", bytes).with("k.contract", contract);
    let folder = folder.with("p.cpp", program);
    folder.ends(0, &["certify", "k.tilebc", "-o", "out.tilebc", "--guard", "k.h"]);
    let mut compiler = Command::new("c++");
    let compiled = compiler.args(["-std=c++11", "p.cpp", "-o", "p"]).current_dir(&folder.0).output();
    let compiled = compiled.expect("there is a compiler of C++");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let said = Command::new(folder.0.join("p")).output().expect("it was compiled");
    assert_eq!(String::from_utf8_lossy(&said.stdout), "n / (m / d - 1) <= 0\nkept\n");
}
