//! A paused run ends like an uninterrupted one, also from a copy.

use std::fs;
use std::path::{Path, PathBuf};

use conform::corpus::directive::{self, Task};
use conform::corpus::prepare::{Prepared, prepare};
use interp::{Contents, Options, Stepper, Stop, run};

/// The most operations of a launch that is tried.
const MOST: u64 = 20_000;

/// Element operations of a launch that is tried.
const FUEL: u64 = 4_000_000;

/// The `.tile` files below a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is readable") {
        let path = entry.expect("an entry is readable").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|kind| kind == "tile") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The launches of a file.
fn launches(file: &Path) -> Vec<Prepared> {
    let text = fs::read_to_string(file).expect("it is readable");
    let Ok(module) = spec::parse::module(&text) else { return Vec::new() };
    let directives = text.lines().enumerate().filter_map(|(at, line)| directive::parse(at + 1, line)?.ok());
    let launch = |directive: directive::Directive| {
        let Task::Run { grid, arguments, .. } = &directive.task else { return None };
        prepare(&module, directive.kernel.as_deref(), *grid, arguments).ok()
    };
    directives.filter_map(launch).collect()
}

/// All touched bytes, and the undetermined ones.
fn left(contents: &Contents) -> Vec<(u64, Vec<u8>, Vec<bool>)> {
    let touched = contents.touched();
    touched.map(|range| (range.start, contents.bytes(range.clone()), contents.undetermined(range))).collect()
}

/// Steps to the end; returns the stop, if the end comes soon enough.
fn finish(stepper: &mut Stepper<'_>) -> Option<Result<(), Stop>> {
    while stepper.operation().is_some() {
        if stepper.position() > MOST {
            return None;
        }
        if let Err(stop) = stepper.step() {
            return Some(Err(stop));
        }
    }
    Some(Ok(()))
}

#[test]
fn stepping_ends_as_running_does() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let folders = ["control", "found", "kernels", "locals", "rules", "tiles", "views"];
    let options = Options { fuel: FUEL, ..Options::default() };
    let (mut finished, mut stopped) = (0, 0);
    for file in folders.iter().flat_map(|folder| files(&root.join(folder))) {
        for prepared in launches(&file) {
            let name = format!("{} @{}", file.display(), prepared.kernel.name);
            let ran = run(&prepared.kernel, &prepared.launch, &options);
            let mut stepper = match Stepper::new(&prepared.kernel, &prepared.launch, &options) {
                Ok(stepper) => stepper,
                Err(stop) => {
                    assert_eq!(ran.err(), Some(stop), "{name}");
                    continue;
                }
            };
            let mut half = stepper.clone();
            let Some(ended) = finish(&mut stepper) else { continue };
            while half.position() < stepper.position() / 2 && half.step().is_ok() {}
            let mut copy = half.clone();
            assert_eq!(finish(&mut copy), Some(ended.clone()), "{name}: a copy");
            match ran {
                Ok(outcome) => {
                    assert_eq!(ended, Ok(()), "{name}");
                    finished += 1;
                    for (at, buffer) in outcome.buffers.iter().enumerate() {
                        for run in [&stepper, &copy] {
                            let own = run.contents(at).expect("it has the buffers of the launch");
                            assert_eq!(left(&own), left(buffer), "{name}: buffer {at}");
                        }
                    }
                    assert_eq!(stepper.prints(), outcome.prints, "{name}");
                    assert_eq!(stepper.failed_asserts(), outcome.failed_asserts, "{name}");
                }
                Err(stop) => {
                    assert_eq!(ended, Err(stop), "{name}");
                    stopped += 1;
                }
            }
        }
    }
    assert!(finished > 300 && stopped > 60, "{finished} launches end, {stopped} break a rule");
}
