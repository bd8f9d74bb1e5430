//! The chapters as text, for whoever shows them: prose beside the definitions, with a section for every operation
//! (`### mnemonic`) and every rule (`#### code`).

use std::sync::LazyLock;

/// Every chapter in reading order: its path in this folder, and its text.
pub const ALL: &[(&str, &str)] = &[
    ("ops/elementwise/integer.md", include_str!("ops/elementwise/integer.md")),
    ("ops/elementwise/bitwise.md", include_str!("ops/elementwise/bitwise.md")),
    ("ops/elementwise/convert.md", include_str!("ops/elementwise/convert.md")),
    ("ops/tile/bits.md", include_str!("ops/tile/bits.md")),
    ("ops/elementwise/float.md", include_str!("ops/elementwise/float.md")),
    ("ops/elementwise/math.md", include_str!("ops/elementwise/math.md")),
    ("ops/tile/shape.md", include_str!("ops/tile/shape.md")),
    ("ops/tile/reduce.md", include_str!("ops/tile/reduce.md")),
    ("ops/tile/mma.md", include_str!("ops/tile/mma.md")),
    ("ops/tolerance/accuracy.md", include_str!("ops/tolerance/accuracy.md")),
    ("ops/assume.md", include_str!("ops/assume.md")),
    ("ops/control.md", include_str!("ops/control.md")),
    ("ops/source.md", include_str!("ops/source.md")),
    ("ops/access/view.md", include_str!("ops/access/view.md")),
    ("ops/access/memory.md", include_str!("ops/access/memory.md")),
    ("ops/access/atomic.md", include_str!("ops/access/atomic.md")),
    ("memory/model.md", include_str!("memory/model.md")),
    ("memory/races.md", include_str!("memory/races.md")),
    ("properties/writes.md", include_str!("properties/writes.md")),
    ("properties/progress.md", include_str!("properties/progress.md")),
    ("properties/finite.md", include_str!("properties/finite.md")),
    ("properties/independent.md", include_str!("properties/independent.md")),
    ("triton.md", include_str!("triton.md")),
    ("ops/unsupported.md", include_str!("ops/unsupported.md")),
];

/// A heading with the text below, up to the next heading of equal or higher rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Section {
    /// The path of the chapter in this folder.
    pub chapter: &'static str,
    /// How many `#` the heading has.
    pub rank: usize,
    /// The heading without marks.
    pub heading: &'static str,
    /// The text below, sections of lower rank included.
    pub text: &'static str,
}

/// Every section of every chapter, in reading order.
pub fn sections() -> &'static [Section] {
    static SECTIONS: LazyLock<Vec<Section>> =
        LazyLock::new(|| ALL.iter().flat_map(|(chapter, text)| of(chapter, text)).collect());
    &SECTIONS
}

/// The section of that heading: a rule's code or an operation's mnemonic.
pub fn section(heading: &str) -> Option<Section> {
    sections().iter().copied().find(|section| section.heading == heading && section.rank >= 3)
}

fn of(chapter: &'static str, text: &'static str) -> Vec<Section> {
    let headings = headings(text);
    let section = |(position, (rank, heading, _, body)): (usize, &(usize, &'static str, usize, usize))| {
        let after = headings[position + 1..].iter().find(|(other, ..)| other <= rank);
        let end = after.map_or(text.len(), |(_, _, start, _)| *start);
        Section { chapter, rank: *rank, heading, text: text[*body..end].trim() }
    };
    headings.iter().enumerate().map(section).collect()
}

/// Rank, heading, start of the heading's line and start of the text below; lines in fences are not headings.
fn headings(text: &'static str) -> Vec<(usize, &'static str, usize, usize)> {
    let mut found = Vec::new();
    let (mut fenced, mut start) = (false, 0);
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        fenced ^= line.starts_with("```");
        let rank = line.bytes().take_while(|byte| *byte == b'#').count();
        if !fenced && rank > 0 && line[rank..].starts_with(' ') {
            found.push((rank, line[rank..].trim(), start, end));
        }
        start = end;
    }
    found
}

/// A kernel of a chapter, with its expected result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example {
    /// The path of the chapter in this folder.
    pub chapter: &'static str,
    /// The heading of the innermost section.
    pub heading: &'static str,
    /// The line of the chapter on which the kernel starts, counted from 1.
    pub line: usize,
    /// The kernel with its contract.
    pub text: &'static str,
    /// The broken rule and the line, counted from 1; `None` for a proved example.
    pub breaks: Option<(&'static str, usize)>,
}

/// Every kernel of every chapter, in reading order.
pub fn examples() -> Vec<Example> {
    let mut found = Vec::new();
    for (chapter, text) in ALL {
        let (mut heading, mut opened) = ("", None);
        let mut start = 0;
        for (number, line) in (1..).zip(text.split_inclusive('\n')) {
            let end = start + line.len();
            match opened {
                None if line.trim_end() == "```tile" => opened = Some((number + 1, end)),
                Some((first, from)) if line.trim_end() == "```" => {
                    let text = &text[from..start];
                    found.push(Example { chapter, heading, line: first, text, breaks: breaks(text) });
                    opened = None;
                }
                None if line.starts_with('#') => heading = line.trim_start_matches('#').trim(),
                None | Some(_) => {}
            }
            start = end;
        }
    }
    found
}

/// The rule that a kernel says it breaks: `//~ code` at the end of the line.
fn breaks(text: &'static str) -> Option<(&'static str, usize)> {
    let marked =
        |(number, line): (usize, &'static str)| line.split_once("//~").map(|(_, code)| (code.trim(), number));
    (1..).zip(text.lines()).find_map(marked)
}
