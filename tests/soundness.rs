//! Inside the contract of a proved kernel no small launch breaks a rule: drawn launches, run by the interpreter.

#[path = "launches/mod.rs"]
mod launches;

use std::path::{Path, PathBuf};

use spec::valid::Valid;
use tileproof::check::report::Verdict;
use tileproof::check::{Options, check_under};

/// Launches for each kernel.
const LAUNCHES: usize = 12;

#[test]
fn no_launch_of_a_proved_contract_breaks_a_rule() {
    let (mut kernels, mut launches_run, mut wrong) = (0, 0, Vec::new());
    for folder in ["kernels", "control", "seeds", "rules", "broken", "demo", "found"] {
        for file in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(folder)) {
            let text = std::fs::read_to_string(&file).expect("a corpus file");
            let Ok(module) = spec::parse::module(&text) else { continue };
            for contract in &module.contracts {
                let Some(kernel) = module.kernels.iter().find(|kernel| kernel.name == contract.kernel) else {
                    continue;
                };
                let report = check_under(&module, kernel, contract, &Options::default());
                let Ok(valid) = Valid::new(kernel.clone()) else { continue };
                if report.verdict != Verdict::Proved {
                    continue;
                }
                kernels += 1;
                for launch in launches::draw(kernel, contract, LAUNCHES) {
                    launches_run += 1;
                    let options = interp::Options { fuel: 1 << 22, ..interp::Options::default() };
                    if let Err(interp::Stop::Violation(violation)) = interp::run(&valid, &launch, &options) {
                        wrong.push(format!("{} @{}: {violation} in {launch:?}", file.display(), kernel.name));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "proved, and yet:\n{}", wrong.join("\n"));
    assert!(kernels > 100 && launches_run > 500, "only {kernels} kernels and {launches_run} launches");
}

/// The `.tile` files below a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "tile") {
            found.push(path);
        }
    }
    found.sort();
    found
}
