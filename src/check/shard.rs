//! `--shard` and `--merge`: one part of a check on several machines, and the merged report.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use conform::run::Shard as Part;
use driver::cache::digest_of;
use driver::compile::Asked;
use driver::config::Config;
use driver::exit::Exit;
use driver::failure::Failure;
use driver::files::write_file;
use report::shard::{Shard, merge as merge_reports};
use spec::syntax::count::u64_from_usize;

use super::Arguments;
use crate::output::{eprint, print, style_of_stderr};
use crate::sources::{self, Found};

/// Leaves of what is asked the files of one part: neighbours, so that the reports of all parts stand in the order of the whole.
pub(super) fn cut(
    arguments: &Arguments,
    part: Part,
    config: &Config,
    found: &mut Found,
    asked: &mut Vec<Asked>,
) -> Shard {
    let Part { index, count } = part;
    let inputs = inputs(arguments, config, asked);
    let from = |index: usize| share(asked.len(), index, count);
    let range = from(index - 1)..from(index);
    *asked = asked.drain(range).collect();
    if index > 1 {
        found.forget_unread();
    }
    Shard::new(index, count, inputs)
}

/// The inputs of the whole check by name: the program, the flags, the configuration, and every file that a compiler may read for it.
fn inputs(arguments: &Arguments, config: &Config, asked: &[Asked]) -> BTreeMap<String, Vec<u8>> {
    let mut inputs: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let program = format!("{:?} z3 {}", driver::cache::program(), verify::solver_version());
    inputs.insert("the program".to_owned(), program.into_bytes());
    inputs.insert("the configuration".to_owned(), format!("{config:?}").into_bytes());
    let flags = arguments.of_verdicts().into_iter();
    inputs.extend(flags.map(|(name, value)| (format!("the flag {name}"), value.into_bytes())));
    let contracts = |one: &Asked| [one.contract.clone(), Some(one.file.with_extension("contract"))];
    let contracts = asked.iter().flat_map(contracts).flatten().filter(|path| path.exists());
    let files = asked.iter().map(|one| one.file.clone()).chain(contracts).chain(sources::beside(asked));
    for path in files.chain(arguments.baseline.clone()) {
        // The later open reports why a file cannot be read. Here an unreadable file only differs from an
        // empty file.
        let held = fs::read(&path).map_or_else(|error| error.to_string(), |bytes| digest_of(&bytes));
        inputs.insert(path.display().to_string(), held.into_bytes());
    }
    inputs.insert("the list of files, with their words".to_owned(), format!("{asked:?}").into_bytes());
    inputs
}

/// How many of so many stand before a part ends.
fn share(len: usize, index: usize, count: usize) -> usize {
    // Files are counted in memory, and parts by whoever calls: a product of both may be large.
    let [len, index, count] = [len, index, count].map(|n| u128::from(u64_from_usize(n)));
    usize::try_from(len * index / count).expect("a part of a list is no longer than the list")
}

/// Merges the reports that are named as files.
///
/// # Errors
/// A file cannot be read or is not a shard's report, or the shards are not exactly those of one check.
pub(super) fn merge(arguments: &Arguments) -> Result<Exit, Failure> {
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).map_err(|error| Failure::file(path, "read", &error))?;
        Ok((path.clone(), text))
    };
    let files: Vec<_> = arguments.files.iter().map(read).collect::<Result<_, Failure>>()?;
    let merged = merge_reports(&files)?;
    match &arguments.output {
        Some(path) => write_file(path, merged.text.as_bytes())?,
        None => print(&merged.text)?,
    }
    for problem in &merged.problems {
        eprint(&style_of_stderr().render(problem));
    }
    Ok(merged.exit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_neighbours_and_as_large_as_each_other() {
        for (len, count) in [(0, 3), (2, 5), (10, 1), (10, 3), (1000, 7)] {
            let ends: Vec<_> = (0..=count).map(|index| share(len, index, count)).collect();
            assert_eq!((ends[0], ends[count]), (0, len));
            let sizes = ends.windows(2).map(|pair| pair[1] - pair[0]);
            assert!(sizes.clone().max() <= sizes.min().map(|least| least + 1), "{ends:?}");
        }
        assert_eq!(share(usize::MAX, usize::MAX, usize::MAX), usize::MAX);
    }
}
