//! What is written is read back as the same kernel, for every kernel of the corpus.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use frontends::bytecode::schema::{self, EncodedField, FieldKind};
use frontends::bytecode::write;
use spec::syntax::attributes::Constant;
use spec::syntax::kernel::language::Language;
use spec::syntax::kernel::{Block, Kernel};
use spec::valid::Valid;

use crate::files;
use crate::same::unnamed;

/// Every `.tile` file below a folder.
fn texts(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the corpus is readable") {
        let path = entry.expect("an entry is readable").path();
        if path.is_dir() {
            texts(&path, into);
        } else if path.extension().is_some_and(|kind| kind == "tile") {
            into.push(path);
        }
    }
}

/// Normalizes as in bytecode: constants of a single value are written once, and a default rounding is omitted.
fn settle(block: &mut Block) {
    for op in &mut block.ops {
        if let Some(Constant::Dense(all)) = &op.attributes.constant
            && all.iter().all(|one| *one == all[0])
        {
            op.attributes.constant = Some(Constant::Splat(all[0]));
        }
        let fields = schema::encodings().iter().filter(|row| row.op == op.op).flat_map(|row| &row.fields);
        let of = |field: &EncodedField| {
            if let FieldKind::Attribute(name) = field.kind { name.rounding() } else { None }
        };
        let default = fields.into_iter().find_map(of);
        op.attributes.rounding = op.attributes.rounding.filter(|rounding| Some(*rounding) != default);
        op.regions.iter_mut().for_each(settle);
    }
}

fn normal(kernel: &Kernel) -> Kernel {
    let mut kernel = unnamed(kernel);
    settle(&mut kernel.body);
    kernel
}

/// Writes a kernel and reads it back; returns whether it can be written.
fn there_and_back(name: &str, kernel: &Arc<Kernel>) -> bool {
    if Valid::new(Arc::clone(kernel)).is_err() {
        return false;
    }
    if kernel.language != Language::TileIr {
        let refused = write::module(&[Arc::clone(kernel)]).expect_err("bytecode is of Tile IR");
        assert!(refused.contains("the order of Triton's accesses"), "{refused}");
        return false;
    }
    let bytes = write::module(&[Arc::clone(kernel)]).unwrap_or_else(|why| panic!("{name}: {why}"));
    let again = files::read(name, &bytes);
    let (found, wanted) = (normal(&again.kernels[0]), normal(kernel));
    let (printed, expected) = (spec::print::kernel(&found), spec::print::kernel(&wanted));
    for (printed, expected) in printed.lines().zip(expected.lines()) {
        assert_eq!(printed, expected, "{name} @{}", kernel.name);
    }
    assert!(found == wanted, "{name} @{} prints as the same, and is not", kernel.name);
    true
}

#[test]
fn every_kernel_is_read_back_as_it_was() {
    let (mut paths, mut count) = (Vec::new(), 0);
    texts(&files::corpus(), &mut paths);
    for path in paths {
        let text = fs::read_to_string(&path).expect("a corpus file is readable");
        let Ok(module) = spec::parse::module(&text) else { continue };
        let name = path.display().to_string();
        count += module.kernels.iter().filter(|kernel| there_and_back(&name, kernel)).count();
    }
    for file in files::all() {
        let Some(module) = file.module() else { continue };
        count += module.kernels.iter().filter(|kernel| there_and_back(&file.name, kernel)).count();
    }
    assert!(count > 2000, "only {count} kernels");
}

#[test]
fn several_kernels_share_one_file() {
    let module = files::read("perf/perf", &files::one("perf/perf"));
    let bytes = write::module(&module.kernels).expect("valid kernels can be written");
    let again = files::read("perf/perf, written", &bytes);
    assert_eq!(again.kernels.len(), module.kernels.len());
    assert!(again.globals == module.globals);
    for (one, other) in again.kernels.iter().zip(&module.kernels) {
        assert!(normal(one) == normal(other), "@{}", other.name);
    }
}
