//! Contracts: every clause, precedence, and the errors of invalid clauses.

use spec::parse::contract_clauses;
use spec::syntax::contract::{Binary, Contract, Expr, Unary};

use crate::random::Random;

const MODULE: &str = "
// Every clause.
contract @k {
  names    = (in, out, N : u64)   // positional
  grid     = (cdiv(N, 128), 1)
  requires = N >= 1, N <= 2000000000
  requires = N % 4 == 0 || !(N < 8) && in2 != -3
  buffer in  : f32[N]
  buffer out : f32[max(N, 1) + 1] uninit
  align in   : 16
  disjoint   = (in, out)
  alias in out
  contents in : 0 <= value && value < a.shape[0]
  contents in : in[i] + 1 <= in[i + 1] && in[N - 1] < in2[0]
  contents out : distinct
  contents out : distinct where value < N
}
// tileproof: allow race.block, because the caller runs one block
entry @k(%arg0: tile<ptr<f32>>, %arg1: tile<ptr<f32>>, %arg2: tile<i64>) {
  // tileproof: allow view.index.space, because the launcher pads
  return
}
";

#[test]
fn every_clause_reads_and_prints() {
    let module = spec::parse::module(MODULE).expect("well-formed");
    let contract = &module.contracts[0];
    assert_eq!(contract.kernel, "k");
    assert_eq!(contract.names.iter().map(|n| n.unsigned).collect::<Vec<_>>(), [false, false, true]);
    assert_eq!(contract.requires.len(), 3);
    assert_eq!(contract.buffers.iter().map(|b| b.uninit).collect::<Vec<_>>(), [false, true]);
    assert_eq!(contract.aligns, [("in".to_owned(), 16)]);
    assert_eq!(contract.aliases, [("in".to_owned(), "out".to_owned())]);
    assert_eq!(contract.contents.len(), 1);
    let related: Vec<String> = contract.relations.iter().map(|(_, relation)| relation.to_string()).collect();
    let said = ["in[i] + 1 <= in[i + 1] && in[N - 1] < in2[0]", "distinct", "distinct where value < N"];
    assert_eq!(related, said);
    let printed = spec::print::module(&module);
    assert!(printed.contains("  names = (in, out, N : u64)\n"), "{printed}");
    assert!(printed.contains("  requires = N >= 1, N <= 2000000000, N % 4 == 0 || !(N < 8) && in2 != -3\n"));
    assert!(printed.contains("  // tileproof: allow view.index.space, because the launcher pads\n"));
    assert_eq!(spec::parse::module(&printed).expect("well-formed"), module);
}

#[test]
fn a_comment_accepts_a_finding_of_the_kernel_around_it_or_after_it() {
    let module = spec::parse::module(MODULE).expect("well-formed");
    let found: Vec<(&str, &str, &str)> = module
        .allowances
        .iter()
        .map(|(kernel, a)| (kernel.as_str(), a.rule.as_str(), a.because.as_str()))
        .collect();
    let expected =
        [("k", "race.block", "the caller runs one block"), ("k", "view.index.space", "the launcher pads")];
    assert_eq!(found, expected);
}

#[test]
fn flags_are_clauses() {
    let contract = contract_clauses("grid = (cdiv(N,128))\nrequires = N >= 1").expect("well-formed");
    assert_eq!(contract.grid.as_ref().map(Vec::len), Some(1));
    assert_eq!(contract.requires[0].to_string(), "N >= 1");
    assert_eq!(contract_clauses("grid = 4, 1, 1").expect("well-formed").grid.map(|grid| grid.len()), Some(3));
    assert_eq!(contract_clauses("").expect("well-formed"), Contract::default());
}

#[test]
fn operators_bind_as_they_should() {
    let cases = [
        ("a + b * c == d", "a + b * c == d"),
        ("(a + b) * c == d", "(a + b) * c == d"),
        ("a - b - c == 0", "a - b - c == 0"),
        ("a - (b - c) == 0", "a - (b - c) == 0"),
        ("a == 1 || b == 2 && c == 3", "a == 1 || b == 2 && c == 3"),
        ("(a == 1 || b == 2) && c == 3", "(a == 1 || b == 2) && c == 3"),
        ("!(a == 1)", "!(a == 1)"),
        ("-(a + 1) < -2", "-(a + 1) < -2"),
        ("-(2) < - - 2", "-2 < 2"),
        ("a / b % c == min(a, max(b, cdiv(c, 2)))", "a / b % c == min(a, max(b, cdiv(c, 2)))"),
    ];
    for (text, printed) in cases {
        let contract = contract_clauses(&format!("requires = {text}")).expect("well-formed");
        assert_eq!(contract.requires[0].to_string(), printed);
    }
}

#[test]
fn mistakes_are_named() {
    let cases = [
        ("requires = 0 < a < b", "comparisons do not chain"),
        ("grid = (1", "this `(` is never closed"),
        ("requires = N >", "expected an expression, found the end of the text"),
        ("requires = N >= 1, ", "expected an expression, found the end of the text"),
        ("buffer x : f33[N]", "`f33` is no element type"),
        (
            "gird = (1)",
            "expected one of names, grid, requires, array, buffer, align, disjoint, alias, same_array, contents, ensures, closed, found `gird`",
        ),
        ("names = (a, a)", "the contract says this twice"),
        ("names = (a : f32)", "`f32` is no integer type"),
        ("grid = (1) grid = (2)", "the contract says this twice"),
        ("grid = (1, 2, 3, 4)", "a grid has at most three axes"),
        ("align a : 3", "an alignment is a power of two"),
        ("array a : f32[n, m] strides = (1)", "an array has as many strides as extents"),
        ("array a : f32[n] buffer a : f32[n]", "the contract says this twice"),
        ("array a, a : f32[n]", "the contract says this twice"),
        ("contents a : a[i", "this `[` is never closed"),
        ("contents a : a[]", "expected an expression, found `]`"),
        ("contents a : distinct where", "expected an expression, found the end of the text"),
        ("requires = 999999999999999999999999999999999999999999 == 1", "the number is too large"),
    ];
    for (text, message) in cases {
        let problem = contract_clauses(text).expect_err("ill-formed");
        assert_eq!(problem.message, message, "{text}");
    }
}

/// An expression as the reader makes them: no minus before a number.
fn expr(random: &mut Random, depth: usize) -> Expr {
    match random.below(if depth == 0 { 2 } else { 6 }) {
        0 => Expr::Number(i128::from(random.bits() as i64)),
        1 => Expr::Name(random.of(&["a", "grid.x", "a.strides[1]", "value", "min"]).to_owned()),
        3 => Expr::Element("a".to_owned(), Box::new(expr(random, depth - 1))),
        2 => {
            let operand = expr(random, depth - 1);
            let number = matches!(operand, Expr::Number(_));
            Expr::Unary(
                if number { Unary::Not } else { random.of(&[Unary::Neg, Unary::Not]) },
                Box::new(operand),
            )
        }
        _ => {
            let (lhs, rhs) = (expr(random, depth - 1), expr(random, depth - 1));
            Expr::Binary(random.of(Binary::ALL), Box::new(lhs), Box::new(rhs))
        }
    }
}

#[test]
fn expressions_read_back() {
    let mut random = Random::new(3);
    for _ in 0..2000 {
        let expr = expr(&mut random, 4);
        let text = format!("requires = {expr}");
        let contract = contract_clauses(&text).unwrap_or_else(|problem| panic!("{text}: {problem:?}"));
        assert_eq!(contract.requires, [expr], "{text}");
    }
}

#[test]
fn contracts_may_stand_beside_their_kernels() {
    let kernels = "entry @a(%n: tile<i32>) {}\nentry @b(%n: tile<i32>) {}\ncontract @a { grid = (1) }\n";
    let read = |text: &str| {
        let mut module = spec::parse::module(kernels).expect("well-formed");
        spec::parse::contracts(text, 100, &mut module).map(|()| module)
    };
    let text = "// tileproof: allow race.lane, because x\n\ncontract @b {\n  grid = (n)\n  names = (n)\n}\n";
    let module = read(text).expect("well-formed");
    let names: Vec<_> = module.contracts.iter().map(|contract| contract.kernel.as_str()).collect();
    assert_eq!(names, ["a", "b"]);
    assert_eq!(module.contracts[1].at.offset, 100 + text.find("@b").expect("it is there"));
    assert_eq!((module.allowances[0].0.as_str(), module.allowances[0].1.at.offset), ("b", 102));

    let cases = [
        ("contract @c {}", "there is no kernel @c", 109),
        ("contract @a {}", "@a has two contracts", 109),
        ("contract @b {}\ncontract @b {}", "@b has two contracts", 124),
        ("contract @b { gird = (1) }", "", 114),
        ("entry @c() {}", "expected `contract`, found `entry`", 100),
        ("contract @b {}\n// tileproof: allow race.lane, because x", "", 117),
    ];
    for (text, message, offset) in cases {
        let problem = read(text).expect_err("ill-formed");
        assert!(problem.message.starts_with(message), "{text}: {}", problem.message);
        assert_eq!(problem.at.offset, offset, "{text}");
    }
}

#[test]
fn words_stand_for_connectives() {
    let read = |text: &str| contract_clauses(&format!("requires = {text}")).expect("well-formed").requires;
    for (words, symbols) in [
        ("a >= 1 and b >= 1", "a >= 1 && b >= 1"),
        ("a >= 1 or b >= 1 and c >= 1", "a >= 1 || b >= 1 && c >= 1"),
        ("not a == 1", "!(a == 1)"),
        ("not a == 1 and b == 2", "!(a == 1) && b == 2"),
        ("not not a == 1", "!(!(a == 1))"),
        ("not (a == 1 or b == 2)", "!(a == 1 || b == 2)"),
        // Names that begin with a word, or are one, are names.
        ("android >= order and notes >= nothing", "android >= order && notes >= nothing"),
        ("not >= 1", "not >= 1"),
    ] {
        assert_eq!(read(words), read(symbols), "{words}");
    }
    assert!(contract_clauses("requires = a >= 1 andb >= 1").is_err());
}

#[test]
fn a_contract_may_be_closed() {
    let closed = |text: &str| contract_clauses(text).map(|contract| contract.closed);
    assert_eq!(closed("requires = a >= 1 closed grid = (1)").ok(), Some(true));
    assert_eq!(closed("requires = closed >= 1").ok(), Some(false));
    assert!(closed("closed closed").is_err());
    let module = spec::parse::module("contract @k { closed }\nentry @k() { return }").expect("well-formed");
    let printed = spec::print::module(&module);
    assert!(printed.contains("  closed\n"), "{printed}");
    assert!(spec::parse::module(&printed).expect("well-formed").contracts[0].closed);
}
