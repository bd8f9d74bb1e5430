//! Measurements in README agree with a page of `bench/`: a sentence with a measured number names its page, and the page
//! has every decimal number, equally rounded.

use std::collections::BTreeMap;

use crate::{File, files, none};

/// Words by which a sentence speaks of something measured.
const MEASURED: [&str; 6] = [" speed", "faster", "slower", "TFLOP", "GB/s", " ms"];

/// The sentences of a Markdown text outside of code blocks, each on one line as it is written here.
fn sentences(text: &str) -> Vec<&str> {
    let mut in_code = false;
    let mut found = Vec::new();
    for line in text.lines() {
        in_code ^= line.starts_with("```");
        if !in_code {
            found.extend(line.split(". "));
        }
    }
    found
}

/// The decimal numbers of a text, each with how many digits stand behind the point; no versions such as 1.2.3.
fn decimals(text: &str) -> Vec<(f64, usize)> {
    let is_part = |c: char| c.is_ascii_digit() || c == '.';
    let words = text.split(|c: char| !is_part(c)).map(|word| word.trim_matches('.'));
    let decimal = |word: &str| {
        let (_, digits) = word.split_once('.')?;
        if digits.contains('.') { None } else { Some((word.parse().ok()?, digits.len())) }
    };
    words.filter_map(decimal).collect()
}

/// The pages that a sentence links to.
fn pages(sentence: &str) -> Vec<&str> {
    let targets = sentence.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| target.starts_with("bench/") && target.ends_with(".md")).collect()
}

/// Whether a page has a number that rounds to a given number.
fn has(page: &str, number: f64, digits: usize) -> bool {
    let half = 0.5 * 0.1_f64.powi(i32::try_from(digits).unwrap_or(i32::MAX)) * (1.0 + 1e-9);
    decimals(page).iter().any(|(other, precision)| *precision >= digits && (other - number).abs() <= half)
}

/// The errors of a text with these pages.
fn stale(text: &str, page: &BTreeMap<&str, &str>) -> Vec<String> {
    let mut wrong = Vec::new();
    for sentence in sentences(text) {
        let (named, numbers) = (pages(sentence), decimals(sentence));
        let is_measured = MEASURED.iter().any(|word| sentence.contains(word));
        if named.is_empty() && is_measured && !numbers.is_empty() {
            wrong.push(format!("names no page of bench/: {sentence}"));
        }
        for (number, digits) in numbers.into_iter().filter(|_| !named.is_empty()) {
            let found = named.iter().any(|name| page.get(name).is_some_and(|page| has(page, number, digits)));
            if !found {
                wrong.push(format!("{number:.digits$} is not in {}: {sentence}", named.join(", ")));
            }
        }
    }
    wrong
}

#[test]
fn what_readme_says_was_measured_is_on_its_page() {
    let files = files();
    let page: BTreeMap<&str, &str> =
        files.iter().map(|file| (file.path.as_str(), file.text.as_str())).collect();
    let readme = files.iter().find(|file: &&File| file.path == "README.md");
    none("a stale number", &stale(readme.map_or("", |file| &file.text), &page));
}

/// The factors of the table of speeds: one per row, compared with another compiler and, if present, with PyTorch.
fn speeds(page: &str) -> Vec<(f64, Option<f64>)> {
    let rows =
        page.lines().skip_while(|line| !line.starts_with("| kernel | problem | ours | theirs | speed |"));
    let rows = rows.take_while(|line| line.starts_with('|')).skip(2);
    let number = |cells: &[&str], at: usize| cells.get(at)?.trim().parse::<f64>().ok();
    rows.filter_map(|line| {
        let cells: Vec<&str> = line.split('|').collect();
        let beside = number(&cells, 7).and_then(|torch| Some(number(&cells, 3)? / torch));
        Some((number(&cells, 5)?, beside))
    })
    .collect()
}

/// README's sentence about speed covers every row of the page: the smallest, largest and median factor, and both counts.
#[test]
fn readme_leaves_no_row_of_the_speeds_out() {
    let files = files();
    let text = |path: &str| files.iter().find(|file| file.path == path).map_or("", |file| &file.text);
    let rows = speeds(text("bench/H200.md"));
    let mut factors: Vec<f64> = rows.iter().map(|(factor, _)| *factor).collect();
    factors.sort_by(f64::total_cmp);
    let beside: Vec<f64> = rows.iter().filter_map(|(_, beside)| *beside).collect();
    let faster = beside.iter().filter(|factor| **factor >= 1.0).count();
    let (first, last) = (factors[0], factors[factors.len() - 1]);
    for part in [
        format!("at {first:.2} to {last:.0} times the speed"),
        format!("a median of {:.2}", factors[factors.len() / 2] + 1e-9),
        format!("in the {} rows of [bench/H200.md]", factors.len()),
        format!("In {faster} of {} rows it is at least as fast as PyTorch", beside.len()),
    ] {
        assert!(text("README.md").contains(&part), "README.md does not say `{part}`");
    }
}

#[test]
fn a_stale_number_is_found() {
    let page = BTreeMap::from([("bench/A.md", "| 0.913 | 1.035 | 12.5 |")]);
    let good = "Runs at 0.91 to 1.04 times its speed ([a](bench/A.md)). Needs 1.95.\n```\n9.9 faster\n```";
    assert_eq!(stale(good, &page), [""; 0]);
    assert_eq!(stale("At 0.16 of the speed: [a](bench/A.md).", &page).len(), 1);
    assert_eq!(stale("It is 2.5 times faster.", &page).len(), 1);
    assert_eq!(stale("In 12.50 s: [a](bench/A.md).", &page).len(), 1);
}
