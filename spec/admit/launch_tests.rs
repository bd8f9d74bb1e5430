//! Launches that just keep a contract, and launches that break one clause each.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::*;
use crate::proof::{Discharged, Grounds, Proved, Status, obligations};
use crate::syntax::types::Element;
use crate::valid::Valid;

/// Copies `n` elements of each row; `table` is looked up, `low` is unsigned; `plane` has only the size that its view says.
const KERNEL: &str = "
    contract @k {
      names    = (in, out, table, n, low : u32, plane)
      grid     = (cdiv(n, 4), 2)
      requires = n >= 4, n <= 64, n % 4 == 0, low <= 3000000000, n * 2 <= low
      buffer in    : f32[n]
      buffer out   : f32[n] uninit
      buffer table : i32[8]
      align in  : 16
      disjoint = (in, out)
      alias in table
      contents table : 0 <= value && value < n
    }
    entry @k(%in: tile<ptr<f32>>, %out: tile<ptr<f32>>, %table: tile<ptr<i32>>, %n: tile<i32>, %low: tile<i32>, %plane: tile<ptr<f32>>) {
      %aligned = assume div_by<32>, %plane : tile<ptr<f32>>
      %i = constant <i32: 0> : tile<i32>
      %two = constant <i32: 2> : tile<i32>
      %wide = muli %n, %two : tile<i32>
      %view = make_tensor_view %aligned, shape = [2, %wide], strides = [%wide, 1] : tile<i32> -> tensor_view<2x?xf32, strides=[?,1]>
      %tiles = make_partition_view %view : partition_view<tile=(1x4), tensor_view<2x?xf32, strides=[?,1]>>
      %a, %t = load_view_tko weak %tiles[%i, %i] : partition_view<tile=(1x4), tensor_view<2x?xf32, strides=[?,1]>>, tile<i32> -> tile<1x4xf32>, token
      %b, %u = load_ptr_tko weak %in : tile<ptr<f32>> -> tile<f32>, token
      %c, %v = load_ptr_tko weak %table : tile<ptr<i32>> -> tile<i32>, token
      %w = store_ptr_tko weak %out, %b : tile<ptr<f32>>, tile<f32> -> token
      return
    }";

/// The kernel, proved; under the condition `inferred` if given.
fn proved(inferred: Option<&str>) -> Proved {
    let module = crate::parse::module(KERNEL).expect("it parses");
    let kernel = Valid::new(Arc::clone(&module.kernels[0])).unwrap_or_else(|problem| panic!("{problem}"));
    let mut contract = module.contracts[0].clone();
    let mut grounds = Grounds::default();
    if let Some(clause) = inferred {
        let found = crate::parse::contract_clauses(&format!("requires = {clause}")).expect("it parses");
        contract.requires.extend(found.requires);
        grounds.inferred.push(clause.to_owned());
    }
    let met = |obligation| Discharged { obligation, status: Status::Proved };
    let discharged = obligations(&kernel).into_iter().map(met).collect();
    Proved::trusting(&kernel, contract, grounds, discharged).expect("everything is there")
}

/// A launch on a device.
#[derive(Clone)]
struct Trial {
    launch: Launch,
    types: Vec<Element>,
    addresses: Vec<u64>,
    seen: Vec<bool>,
    device: Capability,
}

const IN: usize = 0;
const OUT: usize = 1;
const TABLE: usize = 2;
const N: usize = 3;
const LOW: usize = 4;
const PLANE: usize = 5;

/// A launch that keeps everything with no margin: 8 elements, in the view's layout.
fn kept() -> Trial {
    let buffer = |bytes: u64| Buffer { bytes, alignment: 256, uninit: false, contents: BTreeMap::new() };
    let mut buffers: Vec<Buffer> = [32, 32, 32, 128].map(buffer).to_vec();
    buffers[OUT].uninit = true;
    buffers[TABLE].contents.insert(0, [0, 1, 2, 3, 4, 5, 6, 7].map(i32::to_le_bytes).concat());
    let pointer = |buffer| Argument::Pointer { buffer, offset: 0 };
    let scalars = [Argument::Scalar(8), Argument::Scalar(16)];
    let arguments = [pointer(0), pointer(1), pointer(2)].into_iter().chain(scalars).chain([pointer(3)]);
    let floats = Element::Pointer(Scalar::F32);
    let number = Element::Scalar(Scalar::I32);
    Trial {
        launch: Launch { grid: [2, 2, 1], arguments: arguments.collect(), buffers, blocks: None },
        types: vec![floats, floats, Element::Pointer(Scalar::I32), number, number, floats],
        addresses: vec![0x1010, 0x2004, 0x3004, 0x4020],
        seen: vec![true; 4],
        device: Capability(8, 0),
    }
}

impl Trial {
    fn with(mut self, change: impl FnOnce(&mut Trial)) -> Self {
        change(&mut self);
        self
    }

    fn scalar(self, position: usize, bits: u64) -> Self {
        self.with(|trial| trial.launch.arguments[position] = Argument::Scalar(bits))
    }

    fn table(self, at: u64, value: i32) -> Self {
        self.with(|trial| drop(trial.launch.buffers[TABLE].contents.insert(at, value.to_le_bytes().to_vec())))
    }

    fn grid(self, grid: [u32; 3]) -> Self {
        self.with(|trial| trial.launch.grid = grid)
    }

    fn bytes(self, buffer: usize, bytes: u64) -> Self {
        self.with(|trial| trial.launch.buffers[buffer].bytes = bytes)
    }

    fn at(self, buffer: usize, address: u64) -> Self {
        self.with(|trial| trial.addresses[buffer] = address)
    }

    fn held(&self, proved: &Proved) -> Result<Vec<String>, String> {
        let (addresses, seen) = (self.addresses.as_slice(), self.seen.as_slice());
        let placed = Placed { addresses, seen, device: self.device };
        actual(proved, &self.launch, &self.types, Some(&placed))
    }
}

/// Pointers so many bytes into their buffers.
fn offset(trial: Trial, position: usize, by: u64) -> Trial {
    trial.with(|trial| {
        if let Argument::Pointer { offset, .. } = &mut trial.launch.arguments[position] {
            *offset = by;
        }
    })
}

fn one_buffer(a: usize, b: usize) -> Trial {
    kept().with(|trial| trial.launch.arguments[b] = trial.launch.arguments[a].clone())
}

/// Launches, each with its error.
type Table<const ROWS: usize> = [(&'static str, Trial, &'static str); ROWS];

#[track_caller]
fn refused<const ROWS: usize>(table: Table<ROWS>) {
    let proved = proved(None);
    for (kind, trial, clause) in table {
        assert_eq!(trial.held(&proved), Err(clause.to_owned()), "{kind}");
    }
}

#[test]
fn every_kind_of_clause_about_memory_is_held_against_a_launch() {
    refused([
        ("buffer size", kept().bytes(IN, 31), "buffer in : f32[n]"),
        ("no bytes", kept().bytes(IN, 0), "buffer in : f32[n]"),
        ("buffer offset", offset(kept(), IN, 16), "buffer in : f32[n]"),
        ("buffer offset past the end", offset(kept(), OUT, 64), "buffer out : f32[n]"),
        ("more than 2^48 bytes", kept().bytes(IN, (1 << 48) + 1), "buffer in : at most 2^48 bytes"),
        ("past 2^63", kept().at(IN, (1 << 63) - 16), "buffer in : not past address 2^63"),
        ("null pointer", kept().at(OUT, 0), "buffer out : not at address 0"),
        ("null pointer, no bytes", kept().at(3, 0).bytes(3, 0), "buffer plane : not at address 0"),
        ("align", kept().at(IN, 0x1008), "align in : 16"),
        ("align by offset", offset(kept().bytes(IN, 64), IN, 8), "align in : 16"),
        ("natural alignment", kept().at(OUT, 0x2002), "align out : 4"),
        ("what the kernel assumes of alignment", kept().at(3, 0x4010), "align plane : 32"),
        ("disjoint, one buffer", one_buffer(IN, OUT), "disjoint = (in, out)"),
        ("disjoint, addresses", kept().at(OUT, 0x1010 + 28), "disjoint = (in, out)"),
        ("disjoint by default", kept().at(3, 0x3000), "disjoint = (table, plane)"),
        ("contents", kept().table(0, 8), "contents table : 0 <= value && value < n"),
        ("contents of the last element", kept().table(28, -1), "contents table : 0 <= value && value < n"),
        (
            "undetermined",
            kept().with(|t| t.launch.buffers[IN].uninit = true),
            "buffer in : f32[], whose elements are read and not `uninit`",
        ),
        ("trusted size", kept().bytes(3, 127), "buffer plane : f32[32]"),
    ]);
}

#[test]
fn every_kind_of_clause_about_numbers_is_held_against_a_launch() {
    refused([
        ("grid exact", kept().grid([3, 2, 1]), "grid.x == cdiv(n, 4)"),
        ("grid exact, second axis", kept().grid([2, 1, 1]), "grid.y == 2"),
        ("an axis that is not named", kept().grid([2, 2, 2]), "grid.z == 1"),
        ("grid 0", kept().grid([0, 2, 1]), "1 <= grid.x && grid.x <= 16777215"),
        ("too large a grid", kept().grid([2, 2, 1 << 24]), "1 <= grid.z && grid.z <= 16777215"),
        ("least size", kept().scalar(N, 3).grid([1, 2, 1]), "n >= 4"),
        ("greatest size", kept().scalar(N, 68).grid([17, 2, 1]), "n <= 64"),
        ("negative size", kept().scalar(N, u64::from(u32::MAX)).grid([1, 2, 1]), "grid.x == cdiv(n, 4)"),
        ("divisibility", kept().scalar(N, 7), "n % 4 == 0"),
        ("unsigned argument", kept().scalar(LOW, 3_000_000_001), "low <= 3000000000"),
        ("several scalars", kept().scalar(LOW, 15), "n * 2 <= low"),
        ("too few arguments", kept().with(|t| t.types.truncate(5)), "@k takes 6 arguments, not 5"),
        (
            "too many arguments",
            kept().with(|t| t.launch.arguments.push(Argument::Scalar(0))),
            "@k takes 6 arguments, not 7",
        ),
        (
            "type of a scalar",
            kept().with(|t| t.types[N] = Element::Scalar(Scalar::I64)),
            "`n` is i32, not i64",
        ),
        (
            "type of a pointer",
            kept().with(|t| t.types[IN] = Element::Pointer(Scalar::F16)),
            "`in` is ptr<f32>, not ptr<f16>",
        ),
        ("a number for a pointer", kept().scalar(PLANE, 0x4020), "`plane` is ptr<f32>, not a number"),
        (
            "compute capability",
            kept().with(|t| t.device = Capability(7, 5)),
            "a device has compute capability 8.0 or more, not 7.5",
        ),
    ]);
}

#[test]
fn launches_that_just_keep_every_clause_are_taken() {
    let fewest = kept().scalar(N, 4).grid([1, 2, 1]).table(16, 0).table(20, 0).table(24, 0).table(28, 3);
    let taken = [
        kept(),
        fewest.scalar(LOW, 8),
        kept().scalar(LOW, 3_000_000_000),
        offset(kept().bytes(IN, 48), IN, 16),
        kept().at(OUT, 0x1010 + 32),
        kept().at(TABLE, 0x1010 + 4),
        kept().at(IN, (1 << 63) - 32),
        kept().table(0, 7),
        kept().with(|t| t.launch.buffers[OUT].uninit = false),
        kept().with(|t| t.device = Capability(12, 1)),
    ];
    let proved = proved(None);
    for (number, trial) in taken.iter().enumerate() {
        assert_eq!(trial.held(&proved), Ok(Vec::new()), "launch {number}");
    }
    // The launches are also the interpreter's, with separate buffers.
    let trial = kept();
    assert_eq!(actual(&proved, &trial.launch, &trial.types, None), Ok(Vec::new()));
}

#[test]
fn a_conditional_proof_asks_for_its_conditions() {
    let proved = proved(Some("n <= 8"));
    assert_eq!(kept().held(&proved), Ok(Vec::new()));
    let larger =
        kept().scalar(N, 12).grid([3, 2, 1]).bytes(IN, 48).bytes(OUT, 48).bytes(3, 192).scalar(LOW, 24);
    assert_eq!(larger.held(&proved), Err("n <= 8".to_owned()));
    assert_eq!(larger.held(&self::proved(None)), Ok(Vec::new()));
    let bounded = self::proved(Some("grid.x <= n / 8"));
    assert_eq!(kept().held(&bounded), Err("grid.x <= n / 8".to_owned()));
}

#[test]
fn what_nobody_has_seen_is_said_to_be_trusted() {
    let unseen = kept().table(0, 99).with(|trial| trial.seen[TABLE] = false);
    let trusted = vec!["contents table : 0 <= value && value < n".to_owned()];
    assert_eq!(unseen.held(&proved(None)), Ok(trusted));
}

/// Views in unreachable code, and a view whose size is computed in the kernel.
const BRANCHES: &str = "
    contract @k { names = (a, n, b) grid = (1) }
    entry @k(%a: tile<ptr<f32>>, %n: tile<i32>, %b: tile<ptr<i32>>) {
      %zero = constant <i32: 0> : tile<i32>
      %more = cmpi greater_than %n, %zero, signed : tile<i32> -> tile<i1>
      if %more {
        %v = make_tensor_view %a, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
      } else {
        %w = make_tensor_view %a, shape = [4], strides = [2] : tensor_view<4xf32, strides=[2]>
      }
      %l, %t = load_ptr_tko weak %b : tile<ptr<i32>> -> tile<i32>, token
      %u = make_tensor_view %b, shape = [%l], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
      return
    }";

#[test]
fn a_buffer_is_as_large_as_the_views_that_the_launch_makes() {
    let module = crate::parse::module(BRANCHES).expect("it parses");
    let kernel = Valid::new(Arc::clone(&module.kernels[0])).unwrap_or_else(|problem| panic!("{problem}"));
    let met = |obligation| Discharged { obligation, status: Status::Proved };
    let discharged = obligations(&kernel).into_iter().map(met).collect();
    let proved = Proved::trusting(&kernel, module.contracts[0].clone(), Grounds::default(), discharged);
    let proved = proved.expect("everything is there");
    let types = [Element::Pointer(Scalar::F32), Element::Scalar(Scalar::I32), Element::Pointer(Scalar::I32)];
    let held = |n: u64, elements: u64| {
        let buffer = |bytes| Buffer { bytes, alignment: 256, uninit: false, contents: BTreeMap::new() };
        let pointer = |buffer| Argument::Pointer { buffer, offset: 0 };
        let launch = Launch {
            grid: [1; 3],
            arguments: vec![pointer(0), Argument::Scalar(n), pointer(1)],
            buffers: vec![buffer(4 * elements), buffer(4)],
            blocks: None,
        };
        actual(&proved, &launch, &types, None)
    };
    // What is loaded is known to nobody before the launch.
    let trusted = Ok(vec!["buffer b : as large as the views on it".to_owned()]);
    assert_eq!(held(1, 8), trusted);
    assert_eq!(held(1, 7), Err("buffer a : f32[8]".to_owned()));
    assert_eq!(held(0, 7), trusted);
    assert_eq!(held(0, 6), Err("buffer a : f32[7]".to_owned()));
}
