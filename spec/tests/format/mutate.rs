//! Mutated texts.

use crate::random::Random;

/// Bytes replaced, inserted, removed, or the text torn off.
pub(crate) fn mutate_bytes(text: &str, random: &mut Random) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + random.below(2) {
        let at = random.below(bytes.len());
        let byte = random.of(b"{}[]()<>,:=%@#\"\\/-?!x0 \n\0\xff");
        match random.below(5) {
            0 => bytes[at] = byte,
            1 => bytes.insert(at, byte),
            2 => drop(bytes.remove(at)),
            3 => bytes.truncate(at + 1),
            _ => {
                let end = (at + random.below(60)).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                let to = random.below(bytes.len());
                bytes.splice(to..to, piece);
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Groups of interchangeable words.
const KINDS: &[&[&str]] = &[
    &["i1", "i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64", "tf32", "ptr<f32>"],
    &["addi", "subi", "muli", "andi", "ori", "xori", "shli", "mulhii"],
    &["addf", "subf", "mulf", "divf", "maxf", "minf", "remf"],
    &["mini", "maxi", "remi", "divi"],
    &["reshape", "broadcast", "permute", "exti", "trunci", "itof", "ftof", "bitcast", "offset"],
    &["signed", "unsigned"],
    &["equal", "not_equal", "less_than", "greater_than_or_equal"],
    &["weak", "relaxed device", "acquire sys", "release tl_blk"],
    &["zero", "neg_zero", "nan", "pos_inf"],
    &["yield", "continue", "break", "return"],
    &[
        "0",
        "1",
        "2",
        "3",
        "4",
        "8",
        "16",
        "128",
        "-1",
        "16777216",
        "33554432",
        "4294967296",
        "99999999999999999999",
    ],
    &["true", "false"],
];

/// One word exchanged, at one place or everywhere; or one line removed, doubled, or moved.
pub(crate) fn mutate_words(text: &str, random: &mut Random) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let (at, to) = (random.below(lines.len()), random.below(lines.len()));
    let mut moved = lines.clone();
    match random.below(8) {
        0 => drop(moved.remove(at)),
        1 => moved.insert(to, lines[at]),
        2 => moved.swap(at, to),
        _ => return exchange(text, random),
    }
    moved.join("\n")
}

fn exchange(text: &str, random: &mut Random) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    // Extents are words of their own: 8x16xf32.
    let words: Vec<&str> = text.split(|c: char| !is_word(c)).flat_map(|w| w.split('x')).collect();
    for _ in 0..50 {
        let word = random.of(&words);
        let Some(kind) = KINDS.iter().find(|kind| kind.contains(&word)) else { continue };
        let other = random.of(kind);
        let ends = |at: usize| {
            let before = text[..at].chars().next_back().is_none_or(|c| !is_word(c) || c == 'x');
            let after = text[at + word.len()..].chars().next().is_none_or(|c| !is_word(c) || c == 'x');
            before && after
        };
        let places: Vec<usize> = text.match_indices(word).map(|(at, _)| at).filter(|at| ends(*at)).collect();
        if places.is_empty() {
            continue;
        }
        let chosen = if random.flip() { places.clone() } else { vec![random.of(&places)] };
        let mut result = text.to_owned();
        for at in chosen.iter().rev() {
            result.replace_range(*at..at + word.len(), other);
        }
        return result;
    }
    text.to_owned()
}
