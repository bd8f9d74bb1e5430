//! Hostile text: the reader answers on any text, and accepted text is checked without a panic.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use spec::valid::Valid;

use crate::mutate::{mutate_bytes, mutate_words};
use crate::random::Random;

/// How far a text came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reached {
    Reader,
    Validation,
    Meaning,
}

/// Reads a text, and checks, folds and prints what can be read.
fn feed(text: &str) -> Reached {
    let module = match spec::parse::module(text) {
        Ok(module) => module,
        Err(problem) => {
            assert!(problem.at.offset <= text.len(), "{problem:?} lies outside the text");
            assert!(!problem.message.is_empty());
            return Reached::Reader;
        }
    };
    let printed = spec::print::module(&module);
    assert!(spec::parse::module(&printed).is_ok_and(|again| again == module), "{printed}");
    let mut reached = Reached::Validation;
    for kernel in &module.kernels {
        if let Ok(valid) = Valid::new(Arc::clone(kernel)) {
            let folded = spec::fold::kernel(&valid);
            Valid::new(Arc::clone(folded.kernel())).expect("folding keeps a kernel valid");
            reached = Reached::Meaning;
        }
    }
    reached
}

/// Small kernels of the corpus, one a text, with a contract.
fn seeds() -> Vec<String> {
    let mut seeds = Vec::new();
    for (_, text) in crate::corpus::files("kernels") {
        let module = spec::parse::module(&text).expect("well-formed");
        let texts = module.kernels.iter().map(|kernel| {
            let contract =
                format!("contract @{} {{\n  grid = (cdiv(4, 2))\n  requires = 1 <= 2\n}}\n", kernel.name);
            let named = kernel.name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            format!("{}{}", if named { contract } else { String::new() }, spec::print::kernel(kernel))
        });
        seeds.extend(texts.filter(|text| text.len() < 1200));
    }
    assert!(seeds.len() > 20, "only {} seeds", seeds.len());
    seeds
}

#[test]
fn mutated_kernels_do_no_harm() {
    let (seeds, mut random) = (seeds(), Random::new(7));
    let mut counts: BTreeMap<(&str, Reached), usize> = BTreeMap::new();
    for round in 0..10_000 {
        let seed = random.of(&seeds);
        let (kind, text) = if round % 2 == 0 {
            ("bytes", mutate_bytes(&seed, &mut random))
        } else {
            ("words", mutate_words(&seed, &mut random))
        };
        *counts.entry((kind, feed(&text))).or_default() += 1;
    }
    let of = |kind, reached| counts.get(&(kind, reached)).copied().unwrap_or(0);
    let words = of("words", Reached::Validation) + of("words", Reached::Meaning);
    let bytes = of("bytes", Reached::Validation) + of("bytes", Reached::Meaning);
    let report =
        format!("{words} of 5000 by words and {bytes} of 5000 by bytes reach validation: {counts:?}");
    assert!(words >= 1000 && bytes >= 50, "{report}");
    // Mutations produce both rejected and accepted kernels.
    assert!(of("words", Reached::Validation) >= 500 && of("words", Reached::Meaning) >= 300, "{report}");
    std::fs::write(concat!(env!("CARGO_TARGET_TMPDIR"), "/mutations.txt"), report).expect("writable");
}

/// A text that must get a quick answer of any kind.
fn soon(what: &str, text: &str) {
    let start = Instant::now();
    feed(text);
    assert!(start.elapsed() < Duration::from_secs(10), "{what} takes {:?}", start.elapsed());
}

#[test]
fn deep_texts_do_no_harm() {
    for bracket in ["{", "[", "(", "entry @k() {", "loc(", "loc(callsite(", "fused[", "if %c {", "{(["] {
        for count in [10, 63, 64, 65, 1000, 20_000] {
            soon(bracket, &bracket.repeat(count));
            soon(bracket, &format!("entry @k(%c: tile<i1>) {{ {} }}", bracket.repeat(count)));
        }
    }
    let deep = |n: usize| format!("entry @k(%c: tile<i1>) {{ {} {} }}", "if %c {".repeat(n), "}".repeat(n));
    assert_eq!(feed(&deep(60)), Reached::Meaning);
    assert_eq!(feed(&deep(64)), Reached::Reader);
    let expr = |open: &str, n: usize, close: &str| {
        let clause = format!("requires = {}1{} == 1", open.repeat(n), close.repeat(n));
        spec::parse::contract_clauses(&clause).is_ok()
    };
    assert!(expr("(", 60, ")") && !expr("(", 100, ")"));
    assert!(expr("1 + ", 200, "") && !expr("1 + ", 100_000, ""));
    assert!(expr("-", 4, "") && !expr("-", 100_000, ""));
    assert!(expr("min(2, ", 60, ")") && !expr("min(2, ", 100_000, ")"));
    assert!(expr("1 == 1 || ", 50, "") && !expr("1 == 1 || ", 50_000, ""));
}

#[test]
fn large_texts_do_no_harm() {
    let large = 60_000;
    let many = |piece: &str| piece.repeat(large / piece.len());
    for piece in [
        "entry @k() {} ",
        "% ",
        "\"",
        "\\",
        "//",
        "// tileproof: allow race.lane, because x\n",
        "#a = loc(unknown)\n",
        "contract @k {} ",
        "0",
        "-",
        "1.",
        "9e9",
        "0x",
        "tile<",
        "tile<i1>",
        "é",
        "\0",
        "@",
        "loc(#a) ",
        ", ",
        "<i8: ",
    ] {
        soon(piece, &many(piece));
        soon(piece, &format!("entry @k(%c: tile<i1>) {{ {} }}", many(piece)));
        soon(piece, &format!("entry @k() {{}} contract @k {{ requires = {} }}", many(piece)));
    }
    let chain: String =
        (1..3000).map(|i| format!("#l{i} = loc(callsite(#l{} at #l{}))\n", i - 1, i - 1)).collect();
    soon(
        "a chain of locations",
        &format!("entry @k() {{ return loc(#l2999) }}\n#l0 = loc(\"a\":1:1)\n{chain}"),
    );
    let names: String =
        (0..5000).map(|i| format!("entry @k{i}() {{}} // tileproof: allow race.lane, because x\n")).collect();
    soon("many kernels", &names);
    soon("many results", &many("%a:4096 = get_tile_block_id : tile<i32>\n"));
    soon(
        "many operands",
        &format!("entry @k(%c: tile<i1>) {{ %t = join_tokens %c{} : token }}", many(", %c")),
    );
    soon(
        "a long list",
        &format!("entry @k() {{ %t = constant <i8: [{}0]> : tile<32768xi8> }}", "0, ".repeat(32767)),
    );
    assert!(spec::parse::module(&" ".repeat(1 << 23)).is_err(), "a text too long is refused");
    assert!(spec::parse::module("").is_ok_and(|module| module.kernels.is_empty()));
}

#[test]
fn torn_files_do_no_harm() {
    for (_, text) in crate::corpus::files("kernels").into_iter().filter(|(_, text)| text.len() < 4000) {
        for end in (0..text.len()).step_by(211).filter(|end| text.is_char_boundary(*end)) {
            feed(&text[..end]);
            feed(&text[end..]);
        }
    }
}
