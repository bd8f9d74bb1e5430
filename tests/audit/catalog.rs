//! Written launches: those of the corpus's directives, and launch files next to its kernels.

use std::path::Path;
use std::{env, fs};

use driver::files::launch_file::LaunchFile;
use driver::signature::Signature;
use spec::syntax::launch::Launch;

use crate::harness::directive::Task;
use crate::harness::files;
use crate::subject::Subject;

/// The maximum launches of a kernel.
const MOST: usize = 6;

/// The launches that the corpus runs a kernel in; none of a kernel that is not in the corpus.
pub(crate) fn written(subject: &Subject) -> Vec<Launch> {
    let own = |path: &str| subject.name.strip_prefix("corpus/").is_some_and(|name| name.starts_with(path));
    let Some(file) = files().iter().find(|file| own(&file.path)) else { return Vec::new() };
    let Ok(module) = &file.module else { return Vec::new() };
    let name = subject.kernel.name.as_str();
    let runs = file.cases.iter().flatten().filter(|case| case.kernel.as_deref() == Some(name));
    let launches = runs.filter_map(|case| match &case.task {
        Task::Run { grid, arguments, .. } | Task::Explore { grid, arguments, .. } => {
            conform::corpus::prepare::prepare(module, Some(name), *grid, arguments).ok()
        }
        Task::Check { .. } | Task::Ensure { .. } | Task::Equiv { .. } | Task::Infer { .. } => None,
    });
    launches.map(|prepared| prepared.launch).take(MOST).chain(beside(subject, &file.path)).collect()
}

/// The launch of a file beside the kernel's.
fn beside(subject: &Subject, path: &str) -> Option<Launch> {
    let root =
        env::var("CORPUS").unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/corpus").to_owned());
    let text = fs::read_to_string(Path::new(&root).join(path).with_extension("json")).ok()?;
    let file: serde_json::Value = serde_json::from_str(&text).ok()?;
    let file: LaunchFile = serde_json::from_value(file.get("launch")?.clone()).ok()?;
    file.to_launch(&Signature::new(&subject.kernel, &subject.contract)).ok()
}
