//! What a report on an unknown kernel offers to be added: with it the kernel is proved.

use crate::folder::{Folder, UNKNOWN, has};

/// A kernel with two arguments of which nobody knows the ranges.
const SUM: &str = "\
contract @sum {
  names = (x, y)
  grid = (1)
  requires = x >= -4, x <= 3, y >= -2, y <= 3
}
entry @sum(%x: tile<i32>, %y: tile<i32>) {
  %one = constant <i32: 1> : tile<i32>
  %large = constant <i32: 300000000> : tile<i32>
  %a = xori %x, %one : tile<i32>
  %b = ori %y, %one : tile<i32>
  %sum = addi %a, %b overflow<no_signed_wrap> : tile<i32>
  %product = muli %sum, %large overflow<no_signed_wrap> : tile<i32>
  return
}
";

#[test]
fn what_is_offered_proves() {
    let smaller = UNKNOWN.replace("500000000", "300000000").replace("x <= 3", "x <= 6");
    // The last one stays unknown for any bound of `x` alone.
    let hopeless = UNKNOWN.replace("x >= -4, x <= 3", "x >= -4, x <= 3, x * x >= 16");
    let mut offered = 0;
    for (at, kernel) in [UNKNOWN, SUM, &smaller, &hopeless].into_iter().enumerate() {
        let folder = Folder::new(&format!("asked-offered-{at}")).with("a.tile", kernel);
        let output = folder.command(&["check", "a.tile"]).output().expect("the program starts");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        // Each clause is a line that can be pasted into a contract.
        let clauses: Vec<&str> =
            text.lines().filter_map(|line| line.trim().strip_prefix("= add: ")).collect();
        if clauses.is_empty() {
            has(&text, "no tried precondition gives a proof");
            continue;
        }
        has(&text, "= tried: with this it is proved\n");
        let clauses = clauses.join("\n  ");
        let added = kernel.replacen("  grid = (1)\n", &format!("  grid = (1)\n  {clauses}\n"), 1);
        assert_ne!(added, kernel);
        let folder = folder.with("a.tile", added);
        has(&folder.ends(0, &["check", "a.tile"]), ": proved");
        offered += 1;
    }
    assert!(offered >= 3, "{offered} reports offer something");
}
