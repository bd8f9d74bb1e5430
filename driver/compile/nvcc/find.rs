//! Where nvcc is: where the author says, on the path, in a toolkit, or among the packages of a Python environment.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::Failure;

/// The command that installs nvcc.
pub(super) const HOW: &str = "pip install 'nvidia-cuda-nvcc>=13.3' nvidia-cuda-crt nvidia-nvvm nvidia-cuda-runtime \
                              nvidia-cuda-cccl nvidia-cuda-tileiras";

/// The path of nvcc.
///
/// # Errors
/// nvcc is missing, or is not at the author's path.
pub(super) fn nvcc() -> Result<PathBuf, Failure> {
    if let Some(said) = env::var_os("NVCC").filter(|said| !said.is_empty()) {
        let said = PathBuf::from(said);
        let found = if said.components().count() > 1 { Some(said.clone()) } else { on_path(&said) };
        return found.filter(|path| path.is_file()).ok_or_else(|| {
            Failure::usage(format!("$NVCC is {}, and there is no such program", said.display()))
        });
    }
    let toolkits = ["CUDA_HOME", "CUDA_PATH"].iter().filter_map(env::var_os).map(PathBuf::from);
    let in_toolkit = |folder: PathBuf| Some(folder.join("bin/nvcc")).filter(|path| path.is_file());
    on_path(Path::new("nvcc"))
        .or_else(|| toolkits.chain([PathBuf::from("/usr/local/cuda")]).find_map(in_toolkit))
        .or_else(|| site_packages().find_map(|folder| in_packages(&folder)))
        .ok_or_else(|| Failure::usage("there is no nvcc, which compiles Tile C++").help(HOW))
}

fn on_path(name: &Path) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// The package folders of Python, cheapest first: folders of the active environment and of this program's environment, then the answers of
/// that environment's Python and `python3`.
fn site_packages() -> impl Iterator<Item = PathBuf> {
    let active = env::var_os("VIRTUAL_ENV").map(PathBuf::from);
    let of_active =
        active.iter().flat_map(|environment| environment_packages(environment)).collect::<Vec<_>>();
    let pythons =
        active.map(|folder| folder.join("bin/python")).into_iter().chain([PathBuf::from("python3")]);
    of_active
        .into_iter()
        .chain(env::current_exe().ok().and_then(own_packages))
        .chain(pythons.flat_map(ask_python))
}

/// The packages of a virtual environment.
fn environment_packages(environment: &Path) -> Vec<PathBuf> {
    let folders = fs::read_dir(environment.join("lib")).into_iter().flatten().flatten();
    folders.map(|entry| entry.path().join("site-packages")).filter(|path| path.is_dir()).collect()
}

/// The packages among which a program is that came by a wheel, as `tileproof/bin/tileproof`.
fn own_packages(program: PathBuf) -> Option<PathBuf> {
    let package = program.parent()?.parent()?;
    let is_wheel = package.file_name()? == "tileproof" && package.join("__init__.py").is_file();
    is_wheel.then(|| package.parent().map(Path::to_owned)).flatten()
}

fn ask_python(python: PathBuf) -> Vec<PathBuf> {
    let script = "import sys; print(*sys.path, sep='\\n')";
    let ran = Command::new(python).args(["-c", script]).output();
    ran.map(|ran| String::from_utf8_lossy(&ran.stdout).lines().map(PathBuf::from).collect())
        .unwrap_or_default()
}

/// NVIDIA's wheels put a toolkit of version 13 into `nvidia/cu13`.
fn in_packages(folder: &Path) -> Option<PathBuf> {
    let mut toolkits: Vec<_> =
        fs::read_dir(folder.join("nvidia")).ok()?.flatten().map(|entry| entry.path()).collect();
    toolkits.sort();
    toolkits.into_iter().rev().map(|toolkit| toolkit.join("bin/nvcc")).find(|path| path.is_file())
}
