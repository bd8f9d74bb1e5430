//! Every operation of TTIR that is read, by dialect, as rows of data: Triton 3.2 to 3.9.
//!
//! A row is a name and its translation. A translation is either one operation of ours with the same operands, written as the
//! mnemonic with its attributes, or a function of `lower`.

use spec::syntax::attributes::{Attributes, Comparison, Ordering, Rounding, Signedness};
use spec::syntax::op::Op;

/// The translation of an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning {
    /// One operation with the same operands.
    Same(Op, Box<Attributes>),
    /// A function of `lower`.
    Function(Function),
    /// No meaning here, for this reason.
    Unsupported(&'static str),
}

/// The functions of `lower`, named after the operations that they translate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is named after the operation that it translates")]
pub enum Function {
    Constant,
    Poison,
    ProgramId,
    NumPrograms,
    MakeRange,
    Splat,
    Broadcast,
    Reshape,
    Transpose,
    Join,
    Split,
    Cat,
    Gather,
    Histogram,
    AddPointer,
    Cast,
    Conjunction,
    CompareIntegers,
    CompareFloats,
    Select,
    HighProduct,
    ExtendedProduct,
    Clamp,
    Round,
    Composed,
    External,
    Assembly,
    Load,
    Store,
    AtomicUpdate,
    AtomicExchange,
    Barrier,
    GridDependency,
    Dot,
    ScaledDot,
    Combine,
    Assume,
    Assert,
    Print,
    MakeBlockPointer,
    Advance,
    MakeDescriptor,
    DescriptorLoad,
    DescriptorStore,
    DescriptorUpdate,
    For,
    While,
    If,
    ExecuteRegion,
    Call,
}

/// The rows: names, and translations as [`parse`] reads them. An upper-case word names a [`Function`].
const ROWS: &[(&str, &str)] = &[
    ("arith.addf", "addf"),
    ("arith.addi", "addi"),
    ("arith.andi", "Conjunction"),
    ("arith.bitcast", "Cast"),
    ("arith.ceildivsi", "divi signed positive_inf"),
    ("arith.ceildivui", "divi unsigned positive_inf"),
    ("arith.cmpf", "CompareFloats"),
    ("arith.cmpi", "CompareIntegers"),
    ("arith.constant", "Constant"),
    ("arith.divf", "divf full"),
    ("arith.divsi", "divi signed"),
    ("arith.divui", "divi unsigned"),
    ("arith.extf", "Cast"),
    ("arith.extsi", "Cast"),
    ("arith.extui", "Cast"),
    ("arith.floordivsi", "divi signed negative_inf"),
    ("arith.fptosi", "Cast"),
    ("arith.fptoui", "Cast"),
    ("arith.index_cast", "Cast"),
    ("arith.maximumf", "maxf propagate_nan"),
    ("arith.maxnumf", "maxf"),
    ("arith.maxsi", "maxi signed"),
    ("arith.maxui", "maxi unsigned"),
    ("arith.minimumf", "minf propagate_nan"),
    ("arith.minnumf", "minf"),
    ("arith.minsi", "mini signed"),
    ("arith.minui", "mini unsigned"),
    ("arith.mulf", "mulf"),
    ("arith.muli", "muli"),
    ("arith.mulsi_extended", "ExtendedProduct"),
    ("arith.mului_extended", "ExtendedProduct"),
    ("arith.negf", "negf"),
    ("arith.ori", "ori"),
    ("arith.remf", "remf"),
    ("arith.remsi", "remi signed"),
    ("arith.remui", "remi unsigned"),
    ("arith.select", "Select"),
    ("arith.shli", "shli"),
    ("arith.shrsi", "shri signed"),
    ("arith.shrui", "shri unsigned"),
    ("arith.sitofp", "Cast"),
    ("arith.subf", "subf"),
    ("arith.subi", "subi"),
    ("arith.truncf", "Cast"),
    ("arith.trunci", "Cast"),
    ("arith.uitofp", "Cast"),
    ("arith.xori", "xori"),
    ("gpu.barrier", "Barrier"),
    ("llvm.intr.assume", "Assume"),
    ("math.absf", "absf"),
    ("math.absi", "absi"),
    ("math.atan2", "atan2"),
    ("math.ceil", "Round"),
    ("math.cos", "cos"),
    ("math.cosh", "cosh"),
    ("math.erf", "Composed"),
    ("math.exp", "exp approx"),
    ("math.exp2", "exp2 flush_to_zero"),
    ("math.expm1", "Composed"),
    ("math.floor", "Round"),
    ("math.fma", "fma"),
    ("math.log", "log"),
    ("math.log10", "Composed"),
    ("math.log1p", "Composed"),
    ("math.log2", "log2"),
    ("math.powf", "fpowf"),
    ("math.round", "Round"),
    ("math.roundeven", "Round"),
    ("math.rsqrt", "rsqrt flush_to_zero"),
    ("math.sin", "sin"),
    ("math.sinh", "sinh"),
    ("math.sqrt", "sqrt flush_to_zero"),
    ("math.tan", "tan"),
    ("math.tanh", "tanh"),
    ("math.trunc", "Round"),
    ("scf.execute_region", "ExecuteRegion"),
    ("scf.for", "For"),
    ("scf.if", "If"),
    ("scf.while", "While"),
    ("tt.addptr", "AddPointer"),
    ("tt.advance", "Advance"),
    ("tt.assert", "Assert"),
    ("tt.atomic_cas", "AtomicExchange"),
    ("tt.atomic_rmw", "AtomicUpdate"),
    ("tt.bitcast", "Cast"),
    ("tt.broadcast", "Broadcast"),
    ("tt.call", "Call"),
    ("tt.cat", "Cat"),
    ("tt.clampf", "Clamp"),
    ("tt.descriptor_load", "DescriptorLoad"),
    ("tt.descriptor_reduce", "DescriptorUpdate"),
    ("tt.descriptor_store", "DescriptorStore"),
    ("tt.dot", "Dot"),
    ("tt.dot_scaled", "ScaledDot"),
    ("tt.elementwise_inline_asm", "Assembly"),
    ("tt.expand_dims", "Reshape"),
    ("tt.experimental_descriptor_load", "DescriptorLoad"),
    ("tt.experimental_descriptor_store", "DescriptorStore"),
    ("tt.extern_elementwise", "External"),
    ("tt.fp_to_fp", "Cast"),
    ("tt.gather", "Gather"),
    ("tt.get_num_programs", "NumPrograms"),
    ("tt.get_program_id", "ProgramId"),
    ("tt.grid_dependency_launch_dependents", "GridDependency"),
    ("tt.grid_dependency_wait", "GridDependency"),
    ("tt.histogram", "Histogram"),
    ("tt.int_to_ptr", "Cast"),
    ("tt.join", "Join"),
    ("tt.load", "Load"),
    ("tt.make_range", "MakeRange"),
    ("tt.make_tensor_descriptor", "MakeDescriptor"),
    ("tt.make_tensor_ptr", "MakeBlockPointer"),
    ("tt.mulhiui", "HighProduct"),
    ("tt.precise_divf", "divf"),
    ("tt.precise_sqrt", "sqrt"),
    ("tt.print", "Print"),
    ("tt.ptr_to_int", "Cast"),
    ("tt.reduce", "Combine"),
    ("tt.reshape", "Reshape"),
    ("tt.scan", "Combine"),
    ("tt.splat", "Splat"),
    ("tt.split", "Split"),
    ("tt.store", "Store"),
    ("tt.trans", "Transpose"),
    ("tt.unsplat", "Reshape"),
    ("ttg.barrier", "Barrier"),
    ("ttg.local_barrier", "Barrier"),
    ("ub.poison", "Poison"),
];

/// Operations without a meaning here, each with the reason.
const UNSUPPORTED: &[(&str, &str)] = &[
    ("tt.map_elementwise", "a function that is applied to each element with control flow"),
    ("tt.descriptor_gather", "a gather through a tensor descriptor"),
    ("tt.descriptor_scatter", "a scatter through a tensor descriptor"),
];

/// The attributes by name: those that a function of `lower` reads, and hints that change no value, such as stages of a pipeline.
/// Any other attribute may change the meaning, so its operation is not read.
const ATTRIBUTES: &[&str] = &[
    "allow_reorder",
    "axis",
    "boundaryCheck",
    "cache",
    "cacheModifier",
    "cachePolicy",
    "constraints",
    "efficient_layout",
    "end",
    "evict",
    "evictionPolicy",
    "fastMath",
    "hex",
    "inputPrecision",
    "isSigned",
    "isVolatile",
    "libname",
    "libpath",
    "llvm.loop_annotation",
    "maxNumImpreciseAcc",
    "operandSegmentSizes",
    "order",
    "packed_element",
    "padding",
    "propagateNan",
    "pure",
    "reverse",
    "rounding",
    "rounding_mode",
    "start",
    "symbol",
    "tt.constancy",
    "tt.contiguity",
    "tt.disallow_acc_multi_buffer",
    "tt.divisibility",
    "tt.flatten",
    "tt.loop_unroll_factor",
    "tt.num_stages",
    "tt.warp_specialize",
];

/// Whether an attribute has a meaning here, or none.
pub(crate) fn is_attribute(name: &str) -> bool {
    ATTRIBUTES.contains(&name)
}

/// The prefixes of dialects that Gluon and later stages of Triton's compiler write.
const LATER_STAGES: &[&str] = &["ttg.", "ttng.", "amdg.", "nvgpu.", "llvm.", "nvvm.", "gpu."];

/// The names of the rows, in order.
pub fn names() -> impl Iterator<Item = &'static str> {
    ROWS.iter().map(|(name, _)| *name)
}

/// The translation of an operation; nothing for a name that no row has.
pub fn meaning(name: &str) -> Option<Meaning> {
    if let Ok(at) = ROWS.binary_search_by_key(&name, |row| row.0) {
        return parse(ROWS[at].1);
    }
    if let Some((_, why)) = UNSUPPORTED.iter().find(|(own, _)| *own == name) {
        return Some(Meaning::Unsupported(why));
    }
    let later = LATER_STAGES.iter().any(|prefix| name.starts_with(prefix));
    later.then_some(Meaning::Unsupported("an operation of Gluon or of a later stage of Triton's compiler"))
}

/// Reads the translation of a row.
pub(crate) fn parse(text: &str) -> Option<Meaning> {
    if let Some((_, function)) = FUNCTIONS.iter().find(|(name, _)| *name == text) {
        return Some(Meaning::Function(*function));
    }
    let mut words = text.split(' ');
    let op = Op::from_mnemonic(words.next()?)?;
    let mut attributes = Attributes::default();
    for word in words {
        if let Some((signedness, _)) = Signedness::NAMES.iter().find(|(_, name)| *name == word) {
            attributes.signedness = Some(*signedness);
        } else if let Some((rounding, _)) = Rounding::NAMES.iter().find(|(_, name)| *name == word) {
            attributes.rounding = Some(*rounding);
        } else if word == "propagate_nan" {
            attributes.propagate_nan = true;
        } else if word == "flush_to_zero" {
            attributes.flush_to_zero = true;
        } else {
            return None;
        }
    }
    Some(Meaning::Same(op, Box::new(attributes)))
}

/// The functions by name.
const FUNCTIONS: &[(&str, Function)] = &[
    ("Constant", Function::Constant),
    ("Poison", Function::Poison),
    ("ProgramId", Function::ProgramId),
    ("NumPrograms", Function::NumPrograms),
    ("MakeRange", Function::MakeRange),
    ("Splat", Function::Splat),
    ("Broadcast", Function::Broadcast),
    ("Reshape", Function::Reshape),
    ("Transpose", Function::Transpose),
    ("Join", Function::Join),
    ("Split", Function::Split),
    ("Cat", Function::Cat),
    ("Gather", Function::Gather),
    ("Histogram", Function::Histogram),
    ("AddPointer", Function::AddPointer),
    ("Cast", Function::Cast),
    ("Conjunction", Function::Conjunction),
    ("CompareIntegers", Function::CompareIntegers),
    ("CompareFloats", Function::CompareFloats),
    ("Select", Function::Select),
    ("HighProduct", Function::HighProduct),
    ("ExtendedProduct", Function::ExtendedProduct),
    ("Clamp", Function::Clamp),
    ("Round", Function::Round),
    ("Composed", Function::Composed),
    ("External", Function::External),
    ("Assembly", Function::Assembly),
    ("Load", Function::Load),
    ("Store", Function::Store),
    ("AtomicUpdate", Function::AtomicUpdate),
    ("AtomicExchange", Function::AtomicExchange),
    ("Barrier", Function::Barrier),
    ("GridDependency", Function::GridDependency),
    ("Dot", Function::Dot),
    ("ScaledDot", Function::ScaledDot),
    ("Combine", Function::Combine),
    ("Assume", Function::Assume),
    ("Assert", Function::Assert),
    ("Print", Function::Print),
    ("MakeBlockPointer", Function::MakeBlockPointer),
    ("Advance", Function::Advance),
    ("MakeDescriptor", Function::MakeDescriptor),
    ("DescriptorLoad", Function::DescriptorLoad),
    ("DescriptorStore", Function::DescriptorStore),
    ("DescriptorUpdate", Function::DescriptorUpdate),
    ("For", Function::For),
    ("While", Function::While),
    ("If", Function::If),
    ("ExecuteRegion", Function::ExecuteRegion),
    ("Call", Function::Call),
];

/// How an integer comparison is named.
pub(crate) const INTEGER_COMPARISONS: &[(&str, Comparison, Signedness)] = &[
    ("eq", Comparison::Equal, Signedness::Signed),
    ("ne", Comparison::NotEqual, Signedness::Signed),
    ("slt", Comparison::LessThan, Signedness::Signed),
    ("sle", Comparison::LessThanOrEqual, Signedness::Signed),
    ("sgt", Comparison::GreaterThan, Signedness::Signed),
    ("sge", Comparison::GreaterThanOrEqual, Signedness::Signed),
    ("ult", Comparison::LessThan, Signedness::Unsigned),
    ("ule", Comparison::LessThanOrEqual, Signedness::Unsigned),
    ("ugt", Comparison::GreaterThan, Signedness::Unsigned),
    ("uge", Comparison::GreaterThanOrEqual, Signedness::Unsigned),
];

/// How a float comparison is named.
pub(crate) const FLOAT_COMPARISONS: &[(&str, Comparison, Ordering)] = &[
    ("oeq", Comparison::Equal, Ordering::Ordered),
    ("one", Comparison::NotEqual, Ordering::Ordered),
    ("olt", Comparison::LessThan, Ordering::Ordered),
    ("ole", Comparison::LessThanOrEqual, Ordering::Ordered),
    ("ogt", Comparison::GreaterThan, Ordering::Ordered),
    ("oge", Comparison::GreaterThanOrEqual, Ordering::Ordered),
    ("ueq", Comparison::Equal, Ordering::Unordered),
    ("une", Comparison::NotEqual, Ordering::Unordered),
    ("ult", Comparison::LessThan, Ordering::Unordered),
    ("ule", Comparison::LessThanOrEqual, Ordering::Unordered),
    ("ugt", Comparison::GreaterThan, Ordering::Unordered),
    ("uge", Comparison::GreaterThanOrEqual, Ordering::Unordered),
];
