//! Merges the reports of all shards into the report of the whole check, byte for byte: kernels' reports are copied
//! unchanged.

use std::path::{Path, PathBuf};

use driver::exit::Exit;
use driver::failure::Failure;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::file::{ProblemFile, ShardFile};
use crate::checked::{joined, worst};
use crate::json::{SCHEMA, text};

/// The most shards that are told to be missing.
const NAMED: usize = 10;

/// The whole check.
#[derive(Debug)]
pub struct Merged {
    /// The report, as JSON.
    pub text: String,
    /// The unreadable files.
    pub problems: Vec<Failure>,
    /// How the check would have ended.
    pub exit: Exit,
}

/// A report whose kernels keep their text.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ReportFile<'a> {
    schema: String,
    #[serde(borrow)]
    kernels: Vec<&'a RawValue>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shard: Option<ShardFile>,
}

/// The relevant fields of a kernel.
#[derive(Deserialize)]
struct KernelFile {
    #[serde(rename = "file")]
    _file: String,
    #[serde(rename = "verdict")]
    _verdict: String,
}

/// A report with its file.
struct Read<'a> {
    path: &'a Path,
    shard: ShardFile,
    kernels: Vec<&'a RawValue>,
}

/// Merges the reports of shards, in any order.
///
/// # Errors
/// A file is not a complete shard report, or the shards are not exactly those of one check.
pub fn merge(files: &[(PathBuf, String)]) -> Result<Merged, Failure> {
    let read = files.iter().map(|(path, text)| Read::new(path, text));
    let mut all = read.collect::<Result<Vec<_>, Failure>>()?;
    all.sort_by_key(|one| one.shard.index);
    require_all(&all)?;
    let exits = all.iter().filter_map(|one| one.shard.exit.and_then(Exit::from_code));
    let problems = all.iter().flat_map(|one| &one.shard.problems);
    let problems: Vec<_> = problems.map(failure).collect();
    let exit = joined(worst(exits), problems.first().map(|problem| problem.exit));
    let kernels = all.into_iter().flat_map(|one| one.kernels).collect();
    let report = ReportFile { schema: SCHEMA.to_owned(), shard: None, kernels };
    Ok(Merged { text: text(&report), problems, exit })
}

impl<'a> Read<'a> {
    fn new(path: &'a Path, written: &'a str) -> Result<Self, Failure> {
        let refused = |why: &str| {
            Failure::usage(format!("{} is no whole report of a shard: {why}", path.display()))
                .help("write it anew: tileproof check … --shard I/N --json -o FILE")
        };
        let file: ReportFile<'a> =
            serde_json::from_str(written).map_err(|error| refused(&error.to_string()))?;
        if file.schema != SCHEMA {
            return Err(refused(&format!("its schema is `{}`, not `{SCHEMA}`", file.schema)));
        }
        if text(&file) != written {
            return Err(refused("somebody has changed how it is written"));
        }
        for kernel in &file.kernels {
            serde_json::from_str::<KernelFile>(kernel.get()).map_err(|error| refused(&error.to_string()))?;
        }
        let shard = file.shard.ok_or_else(|| refused("it is of a whole check"))?;
        let codes = shard.problems.iter().map(|problem| problem.exit).chain(shard.exit);
        if let Some(code) = codes.into_iter().find(|code| Exit::from_code(*code).is_none()) {
            return Err(refused(&format!("{code} is no exit code")));
        }
        if !(1..=shard.count).contains(&shard.index) {
            return Err(refused(&format!("there is no shard {} of {}", shard.index, shard.count)));
        }
        Ok(Read { path, shard, kernels: file.kernels })
    }
}

/// Checks that sorted shards are all of one check, each once.
fn require_all(all: &[Read<'_>]) -> Result<(), Failure> {
    let Some(first) = all.first() else { return Err(Failure::usage("no report is named")) };
    let count = first.shard.count;
    for pair in all.windows(2) {
        let [one, other] = pair else { continue };
        let (path, other_path) = (one.path.display(), other.path.display());
        if let Some(what) = difference(&one.shard, &other.shard) {
            return Err(Failure::usage(format!("{path} and {other_path} are not of one check: {what}"))
                .help("check all shards again, with the same program, flags and files"));
        }
        if one.shard.index == other.shard.index {
            let index = one.shard.index;
            return Err(Failure::usage(format!("{path} and {other_path} are both shard {index} of {count}")));
        }
    }
    if all.len() == count {
        return Ok(());
    }
    // The numbers are of a file: nothing is made of them that the files do not pay for.
    let has = |index: &usize| all.binary_search_by_key(index, |one| one.shard.index).is_ok();
    let named: Vec<_> =
        (1..=count).filter(|index| !has(index)).take(NAMED).map(|index| index.to_string()).collect();
    let missing = count - all.len();
    let more = if missing > named.len() { ", …" } else { "" };
    let verb = if missing == 1 { "is" } else { "are" };
    Err(Failure::usage(format!("of {count} shards {missing} {verb} missing: {}{more}", named.join(", "))))
}

/// What differs between the checks that two shards are parts of: the first input by name, or the number of shards.
fn difference(one: &ShardFile, other: &ShardFile) -> Option<String> {
    if one.count != other.count {
        return Some(format!("one is of {} shards and the other of {}", one.count, other.count));
    }
    let names = one.inputs.keys().chain(other.inputs.keys());
    let name = names.filter(|name| one.inputs.get(*name) != other.inputs.get(*name)).min()?;
    Some(match (one.inputs.get(name), other.inputs.get(name)) {
        (Some(_), Some(_)) => format!("{name} differs"),
        (Some(_), None) | (None, Some(_)) => format!("only one has {name}"),
        (None, None) => return None,
    })
}

fn failure(problem: &ProblemFile) -> Failure {
    let mut failure = Failure::usage(problem.message.clone());
    if let Some(help) = &problem.help {
        failure = failure.help(help.clone());
    }
    failure.exit = Exit::from_code(problem.exit).unwrap_or(Exit::Usage);
    failure
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shard::Shard;

    /// A report of a shard with kernels of these names.
    fn part(shard: &Shard, exit: Option<u8>, kernels: &[&str]) -> String {
        let kernel =
            |name: &&str| RawValue::from_string(format!("{{\"file\": \"{name}\", \"verdict\": \"proved\"}}"));
        let kernels: Vec<_> = kernels.iter().map(|name| kernel(name).expect("it is JSON")).collect();
        let Shard { inputs, index, count } = shard.clone();
        let shard = ShardFile { inputs, index, count, exit, problems: Vec::new() };
        let kernels = kernels.iter().map(AsRef::as_ref).collect();
        text(&ReportFile { schema: SCHEMA.to_owned(), shard: Some(shard), kernels })
    }

    fn merged(parts: &[String]) -> Result<Merged, String> {
        let files: Vec<_> =
            parts.iter().enumerate().map(|(at, text)| (format!("{at}.json").into(), text.clone())).collect();
        merge(&files).map_err(|failure| failure.to_string())
    }

    #[test]
    fn shards_are_merged_in_their_order_and_all_of_them_are_needed() {
        let input = |name: &str, value: &'static str| (name.to_owned(), value);
        let shard = |index| Shard::new(index, 3, [input("a.cu", "one"), input("b.cu", "two")]);
        let parts = [
            part(&shard(3), Some(1), &["c"]),
            part(&shard(1), Some(7), &["a", "b"]),
            part(&shard(2), None, &[]),
        ];
        let whole = merged(&parts).expect("they are all there");
        let at = |name: &str| whole.text.find(&format!("\"file\": \"{name}\"")).expect("it is there");
        assert!(at("a") < at("b") && at("b") < at("c") && !whole.text.contains("shard"), "{}", whole.text);
        assert_eq!((whole.exit, whole.problems.len()), (Exit::Undefined, 0));

        let wrong = |parts: &[String]| merged(parts).expect_err("it is wrong");
        assert_eq!(wrong(&parts[1..]), "of 3 shards 1 is missing: 3");
        assert_eq!(wrong(&[]), "no report is named");
        let twice = [parts[0].clone(), parts[0].clone(), parts[1].clone()];
        assert_eq!(wrong(&twice), "0.json and 1.json are both shard 3 of 3");
        for (count, inputs, what) in [
            (3, vec![input("a.cu", "one"), input("b.cu", "three")], "b.cu differs"),
            (3, vec![input("a.cu", "one")], "only one has b.cu"),
            (3, vec![input("a.cu", "one"), input("b.cu", "two"), input("c.cu", "")], "only one has c.cu"),
            (2, vec![input("a.cu", "one"), input("b.cu", "two")], "one is of 3 shards and the other of 2"),
        ] {
            let other = [parts[1].clone(), part(&Shard::new(2, count, inputs), None, &[])];
            assert_eq!(wrong(&other), format!("0.json and 1.json are not of one check: {what}"));
        }
    }

    #[test]
    fn what_is_no_shard_is_refused() {
        let good = part(&Shard::new(1, 1, [("a".to_owned(), "a")]), Some(0), &["a"]);
        assert!(merged(std::slice::from_ref(&good)).is_ok());
        let huge = part(&Shard::new(7, usize::MAX, [("a".to_owned(), "a")]), None, &[]);
        assert!(
            merged(&[huge])
                .expect_err("most are missing")
                .ends_with("missing: 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, …")
        );
        for (from, to, why) in [
            ("check/3", "check/1", "its schema is"),
            ("\"index\": 1", "\"index\": 2", "no shard 2 of 1"),
            ("\"exit\": 0", "\"exit\": 99", "99 is no exit code"),
            ("\"exit\": 0", "\"exit\":  0", "has changed how it is written"),
            ("\"verdict\"", "\"verdicts\"", "missing field `verdict`"),
            ("\n}\n", "", "EOF"),
            ("\"kernels\"", "\"cores\"", "unknown field"),
        ] {
            let said = merged(&[good.replacen(from, to, 1)]).expect_err("it is spoiled");
            assert!(
                said.starts_with("0.json is no whole report of a shard: ") && said.contains(why),
                "{said}"
            );
        }
        let whole = merged(&[good]).expect("it is one").text;
        assert!(merged(&[whole]).expect_err("it is no shard").ends_with("it is of a whole check"));
    }
}
