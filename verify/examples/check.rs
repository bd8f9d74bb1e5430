//! Prints what the verifier says of every kernel of a file.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a tool for developers")]

use spec::contract::Bound;
use spec::valid::Valid;

fn main() {
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file).unwrap();
        let module = match spec::parse::module(&text) {
            Ok(module) => module,
            Err(problem) => {
                println!("{file}: {} at {}", problem.message, problem.at.offset);
                continue;
            }
        };
        for kernel in &module.kernels {
            let valid = match Valid::new(kernel.clone()) {
                Ok(valid) => valid,
                Err(refused) => {
                    println!("{file} @{}: {refused}", kernel.name);
                    continue;
                }
            };
            let Some(contract) = module.contracts.iter().find(|c| c.kernel == kernel.name) else {
                println!("{file} @{}: no contract", kernel.name);
                continue;
            };
            let bound = match Bound::new(contract, kernel) {
                Ok(bound) => bound,
                Err(problem) => {
                    println!("{file} @{}: {}", kernel.name, problem.message);
                    continue;
                }
            };
            if kernel.body.ops.iter().any(|op| op.op.meaning() == spec::syntax::op::Meaning::Unsupported) {
                println!("{file} @{}: unsupported", kernel.name);
                continue;
            }
            let start = std::time::Instant::now();
            let report = verify::check(&valid, &bound, &verify::Options::default());
            let count =
                |f: fn(&verify::Status) -> bool| report.obligations.iter().filter(|o| f(&o.status)).count();
            println!(
                "{file} @{}: {} proved, {} refuted, {} unknown; {} queries, {:.1} ms{}",
                kernel.name,
                count(|s| matches!(s, verify::Status::Proved)),
                count(|s| matches!(s, verify::Status::Refuted(_))),
                count(|s| matches!(s, verify::Status::Unknown(_))),
                report.queries,
                start.elapsed().as_secs_f64() * 1e3,
                if report.empty { " EMPTY" } else { "" },
            );
            for o in &report.obligations {
                match &o.status {
                    verify::Status::Proved => {}
                    verify::Status::Refuted(launch) => {
                        println!(
                            "   refuted {} {:?} grid {:?} {:?} blocks {:?} {:?}",
                            o.rule,
                            o.at.source.as_ref().map(|s| s.position.line),
                            launch.grid,
                            launch.arguments,
                            launch.blocks,
                            launch.buffers
                        );
                    }
                    verify::Status::Unknown(why) => println!(
                        "   unknown {} {:?} {why}",
                        o.rule,
                        o.at.source.as_ref().map(|s| s.position.line)
                    ),
                }
            }
        }
    }
}
