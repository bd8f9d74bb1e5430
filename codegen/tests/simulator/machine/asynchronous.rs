//! Asynchronous copies, and matrix products of four warps that read shared memory directly.
//!
//! A copy spoils its destination at the start and completes at the wait. A product reads its factors at the start and again at the
//! wait, unchanged, and then adds. What a thread wrote without a fence behind no product may read.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use spec::syntax::format;
use spec::syntax::types::Scalar;

use super::{Access, Machine};
use crate::ir::ptx::{Address, AsyncCopy, FactorModifiers, LeftFactor, Reg, Space, Ty, Wgmma};
use crate::tests::simulator::arithmetic::{float, rounded};

/// Bytes on their way to shared memory.
#[derive(Debug, Clone)]
struct Copy {
    to: u64,
    bytes: [u8; 16],
}

/// A factor of a descriptor: element bits by row or column, and term.
type Factor = Vec<Vec<u64>>;

/// A product started by a group.
#[derive(Debug, Clone)]
struct Product {
    op: String,
    to: Vec<Reg>,
    /// The left factor, and the descriptors with their contents.
    left: LeftFactor,
    factors: [(u64, Factor); 2],
    /// Whether sums are added to.
    accumulates: bool,
    kind: Kind,
}

/// The types and shape of a product.
#[derive(Debug, Clone, Copy)]
struct Kind {
    columns: usize,
    terms: u64,
    transposed: [bool; 2],
}

impl Kind {
    fn new(op: &str, modifiers: FactorModifiers) -> Self {
        let shape = op.split('.').next().and_then(|shape| shape.strip_prefix("m64n")?.split_once('k'));
        let (columns, terms) = shape.unwrap_or_else(|| panic!("`{op}`"));
        let terms = terms.parse().unwrap();
        let transposed = match modifiers {
            FactorModifiers::Transposed(sides) => sides,
            FactorModifiers::Integers | FactorModifiers::Floats => [false; 2],
        };
        // Elements of two bytes have transposed factors, and integers cannot be negated.
        assert_eq!(matches!(modifiers, FactorModifiers::Transposed(_)), terms == 16, "`{op}`");
        assert_eq!(matches!(modifiers, FactorModifiers::Integers), op.contains(".s32."), "`{op}`");
        Kind { columns: columns.parse().unwrap(), terms, transposed }
    }

    /// Bytes of an element: the terms of an instruction are 32 bytes.
    const fn size(self) -> u64 {
        32 / self.terms
    }
}

/// What was started; the last batch is not closed.
#[derive(Debug)]
struct Batches<T>(VecDeque<Vec<T>>);

impl<T> Default for Batches<T> {
    fn default() -> Self {
        Batches(VecDeque::from([Vec::new()]))
    }
}

impl<T> Batches<T> {
    fn start(&mut self, one: T) {
        self.0.back_mut().unwrap().push(one);
    }

    fn close(&mut self) {
        self.0.push_back(Vec::new());
    }

    /// What is in all closed batches but the last so many.
    fn wait(&mut self, left: u32) -> Vec<T> {
        let done = (self.0.len() - 1).saturating_sub(left as usize);
        self.0.drain(..done).flatten().collect()
    }
}

/// Pending copies and products.
#[derive(Debug, Default)]
pub(crate) struct Later {
    copies: FxHashMap<usize, Batches<Copy>>,
    /// By the first thread of a group.
    products: FxHashMap<usize, Batches<Product>>,
    /// Bytes of shared memory written without a later fence, by thread.
    bare: FxHashMap<u64, usize>,
}

impl Later {
    /// Whether a byte of shared memory was written with no fence behind.
    pub(crate) fn is_bare(&self, byte: u64) -> bool {
        self.bare.contains_key(&byte)
    }

    /// A thread writes shared memory.
    pub(crate) fn written(&mut self, start: u64, width: usize, thread: usize) {
        self.bare.extend((start..start + width as u64).map(|byte| (byte, thread)));
    }
}

impl Machine<'_> {
    /// A thread does what is about copies.
    pub(crate) fn copying(&mut self, copying: &AsyncCopy, thread: usize) {
        match copying {
            AsyncCopy::Start { to, from } => self.copy_async([to, from], thread),
            AsyncCopy::Commit => self.later.copies.entry(thread).or_default().close(),
            AsyncCopy::Wait(left) => self.wait_copies(*left, thread),
            AsyncCopy::Fence => self.later.bare.retain(|_, by| *by != thread),
        }
    }

    /// Runs a product instruction for the threads of a group, given by the first thread.
    pub(crate) fn group(&mut self, what: &Wgmma, group: usize) {
        match what {
            Wgmma::Start { op, to, a, b, accumulates, modifiers } => {
                self.start_product(op, to, (a, *b, *accumulates), Kind::new(op, *modifiers), group);
            }
            Wgmma::Commit => self.later.products.entry(group).or_default().close(),
            Wgmma::Wait(left) => self.wait_products(*left, group),
            Wgmma::Fence => {}
        }
    }

    /// Starts a copy of sixteen bytes.
    fn copy_async(&mut self, [to, from]: [&Address; 2], thread: usize) {
        let [to, start] = [to, from].map(|at| {
            let reg = match at.base {
                crate::ir::ptx::Base::Reg(reg) => reg,
                crate::ir::ptx::Base::Name(_) => panic!("{at}"),
            };
            self.reg(reg, thread).wrapping_add_signed(at.offset)
        });
        assert_eq!((to % 16, start % 16), (0, 0), "{from} is not aligned");
        let mut data = [0; 16];
        for (byte, place) in data.iter_mut().zip(0_i64..) {
            let at = Address::at(self.base_of(from), from.offset + place);
            *byte = self.bytes(Space::Global, &at, thread, 0, (1, 1), Access::Read) as u8;
        }
        self.write_shared(to, [0xa5; 16], thread);
        self.later.copies.entry(thread).or_default().start(Copy { to, bytes: data });
    }

    fn base_of(&self, at: &Address) -> Reg {
        match at.base {
            crate::ir::ptx::Base::Reg(reg) => reg,
            crate::ir::ptx::Base::Name(_) => panic!("{at}"),
        }
    }

    fn write_shared(&mut self, to: u64, bytes: [u8; 16], thread: usize) {
        self.touch(to, 16, thread, Access::Write(0));
        self.shared[to as usize..][..16].copy_from_slice(&bytes);
        self.later.written(to, 16, thread);
    }

    /// A thread's batches but the last so many arrive.
    fn wait_copies(&mut self, left: u32, thread: usize) {
        for copy in self.later.copies.entry(thread).or_default().wait(left) {
            self.write_shared(copy.to, copy.bytes, thread);
        }
    }

    /// Starts a product of a group.
    fn start_product(
        &mut self,
        op: &str,
        to: &[Reg],
        (a, b, adds): (&LeftFactor, Reg, Reg),
        kind: Kind,
        group: usize,
    ) {
        let accumulates = self.reg(adds, group) & 1 == 1;
        assert!((group..group + 128).all(|thread| (self.reg(adds, thread) & 1 == 1) == accumulates));
        let left = match a {
            LeftFactor::Descriptor(reg) => self.descriptor(*reg, group),
            LeftFactor::Fragment(_) => 0,
        };
        let right = self.descriptor(b, group);
        let read = self.left_factor(a, left, kind, group);
        let factors = [(left, read), (right, self.factor(right, kind.columns, (kind, 1), group))];
        let (op, to, left) = (op.to_owned(), to.to_vec(), a.clone());
        let product = Product { op, to, left, factors, accumulates, kind };
        self.later.products.entry(group).or_default().start(product);
    }

    /// What all threads of a group have in a register.
    fn descriptor(&self, reg: Reg, group: usize) -> u64 {
        let own = self.reg(reg, group);
        let same = (group..group + 128).all(|thread| self.reg(reg, thread) == own);
        assert!(same, "a group has several descriptors");
        own
    }

    /// The left factor of a group, as it is now.
    fn left_factor(&mut self, left: &LeftFactor, descriptor: u64, kind: Kind, group: usize) -> Factor {
        let LeftFactor::Fragment(regs) = left else { return self.factor(descriptor, 64, (kind, 0), group) };
        assert_eq!(regs.len(), 4, "a fragment has four registers");
        // A register has four bytes of terms; lanes have them side by side, and registers are of two halves of the terms.
        let (terms, size) = (kind.terms as usize, kind.size() as usize);
        let (half, own) = (terms / 2, 4 / size);
        let of = |row: usize, term: usize| {
            let thread = group + row / 16 * 32 + row % 8 * 4 + term % half / own;
            let word = self.reg(regs[row % 16 / 8 + 2 * (term / half)], thread);
            word >> (8 * size * (term % own)) & (u64::MAX >> (64 - 8 * size))
        };
        (0..64).map(|row| (0..terms).map(|term| of(row, term)).collect()).collect()
    }

    /// The batches of a group but the last so many are added.
    fn wait_products(&mut self, left: u32, group: usize) {
        for product in self.later.products.entry(group).or_default().wait(left) {
            let [(left, first), (right, second)] = &product.factors;
            let again = self.left_factor(&product.left, *left, product.kind, group);
            let other = self.factor(*right, second.len(), (product.kind, 1), group);
            let same = again == *first && other == *second;
            assert!(same, "a factor was written over before it was multiplied");
            self.add(&product, group, [first, second]);
        }
    }

    /// Adds a product to the sums of a group.
    fn add(&mut self, product: &Product, group: usize, [a, b]: [&Factor; 2]) {
        let words: Vec<&str> = product.op.split('.').collect();
        let floats = ["f16", "bf16", "tf32", "e4m3", "e5m2"].map(|float| ["f32", float]);
        let kinds = [&floats[..], &[["s32", "s8"], ["s32", "u8"]]].concat();
        assert!(words[2..].iter().all(|factor| kinds.contains(&[words[1], factor])), "`{}`", product.op);
        assert!(words[1] == "s32" || words[2] == words[3], "`{}`", product.op);
        let value = |factor: &Factor, ty: &str| -> Vec<Vec<f64>> {
            let one = |bits: &u64| match ty {
                "s8" => f64::from(*bits as u8 as i8),
                "u8" => f64::from(*bits as u8),
                "bf16" => float(Ty::Bf16, *bits),
                // The lowest thirteen bits are not looked at.
                "tf32" => float(Ty::F32, *bits & !0x1fff),
                "e4m3" => format::value(*bits, Scalar::F8E4m3fn).unwrap(),
                "e5m2" => format::value(*bits, Scalar::F8E5m2).unwrap(),
                _ => float(Ty::F16, *bits),
            };
            factor.iter().map(|terms| terms.iter().map(one).collect()).collect()
        };
        let (a, b) = (value(a, words[2]), value(b, words[3]));
        assert_eq!(product.to.len(), product.kind.columns / 2);
        for thread in 0..128 {
            let (warp, lane) = (thread / 32, thread % 32);
            for (at, reg) in product.to.iter().enumerate() {
                let row = 16 * warp + lane / 4 + 8 * (at / 2 % 2);
                let column = lane % 4 * 2 + at % 2 + 8 * (at / 4);
                let sum: f64 = a[row].iter().zip(&b[column]).map(|(a, b)| a * b).sum();
                let old = if product.accumulates { self.reg(*reg, group + thread) } else { 0 };
                let new = match words[1] {
                    "s32" => u64::from((old as u32).wrapping_add_signed(sum as i32)),
                    _ => rounded(Ty::F32, float(Ty::F32, old) + sum),
                };
                self.set(*reg, group + thread, new);
            }
        }
    }

    /// What a descriptor tells: so many rows or columns of an instruction's terms.
    fn factor(
        &mut self,
        descriptor: u64,
        extent: usize,
        (kind, side): (Kind, usize),
        reader: usize,
    ) -> Factor {
        let field = |low: u32| (descriptor >> low & 0x3fff) << 4;
        let (start, leading, stride) = (field(0), field(16), field(32));
        let wide = match descriptor >> 62 {
            1 => 128u64,
            2 => 64,
            3 => 32,
            _ => panic!("lines that are not swizzled"),
        };
        let mut factor = Vec::new();
        for other in 0..extent as u64 {
            let mut terms = Vec::new();
            for term in 0..kind.terms {
                let plain = if kind.transposed[side] {
                    let (atom, inside) = (other / (wide / 2), other % (wide / 2));
                    start + atom * leading + term / 8 * stride + term % 8 * wide + 2 * inside
                } else {
                    start + other / 8 * stride + other % 8 * wide + kind.size() * term
                };
                let at = plain ^ (plain >> 7 & (wide / 16 - 1)) << 4;
                terms.push(self.read_factor(at, kind.size(), reader));
            }
            factor.push(terms);
        }
        factor
    }

    fn read_factor(&mut self, at: u64, size: u64, reader: usize) -> u64 {
        for byte in at..at + size {
            assert!(!self.later.bare.contains_key(&byte), "{byte:#x} was written with no fence behind");
        }
        self.touch(at, size as usize, reader, Access::Read);
        let bytes = &self.shared[at as usize..][..size as usize];
        bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
    }
}
