//! The printer.

use std::fmt::{self, Display, Write};

use super::comma_list::join_commas;
use super::{
    Address, Base, Class, Compare, Inst, Level, Line, Mbarrier, Mode, Opcode, Operand, Order, Reg, Round,
    Shuffle, Space, Ty,
};

/// A kernel's frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The name of the entry.
    pub(crate) name: String,
    /// The architecture, as in `sm_90a`.
    pub(crate) target: String,
    /// The version of PTX.
    pub(crate) version: &'static str,
    /// The types of the parameters; `name_param_0` and so on are their names.
    pub(crate) params: Vec<Ty>,
    /// How many tensor maps follow them; `name_map_0` and so on are their names.
    pub(crate) maps: usize,
    /// Threads of a block.
    pub(crate) threads: u32,
    /// Registers of a thread at launch, where the code changes how many it has.
    pub(crate) registers_at_launch: Option<u32>,
    /// How many blocks of threads are to fit into a multiprocessor, if that limits registers.
    pub(crate) blocks_to_fit: Option<u32>,
    /// Declarations of the module, each a line.
    pub(crate) globals: Vec<String>,
    /// Bytes of the thread's own memory for arguments.
    pub(crate) argument_bytes: u64,
    /// How many registers of each class there are, in the order of [`Class::ALL`].
    pub(crate) registers: [u32; 4],
}

/// Prints the module of one kernel.
pub(crate) fn print(entry: &Entry, lines: &[Line]) -> String {
    let mut text = format!(".version {}\n.target {}\n.address_size 64\n\n", entry.version, entry.target);
    for global in &entry.globals {
        let _ = writeln!(text, "{global}");
    }
    text.push_str(".extern .shared .align 1024 .b8 tile_shared[];\n\n");
    let _ = writeln!(text, ".visible .entry {}(", entry.name);
    let params = entry.params.iter().enumerate();
    let params = params.map(|(at, ty)| format!("\t.param .{ty} {}_param_{at}", entry.name));
    let maps = (0..entry.maps).map(|at| format!("\t.param .align 64 .b8 {}_map_{at}[128]", entry.name));
    let all: Vec<String> = params.chain(maps).collect();
    let _ = writeln!(text, "{}", all.join(",\n"));
    let _ = writeln!(text, ")\n.reqntid {}, 1, 1", entry.threads);
    if let Some(count) = entry.registers_at_launch {
        let _ = writeln!(text, ".maxnreg {count}");
    }
    if let Some(blocks) = entry.blocks_to_fit {
        let _ = writeln!(text, ".minnctapersm {blocks}");
    }
    text.push_str("{\n");
    for (class, count) in Class::ALL.iter().zip(entry.registers) {
        if count > 0 {
            let _ = writeln!(text, "\t.reg .{} {}<{count}>;", class.ty(), prefix(*class));
        }
    }
    if entry.argument_bytes > 0 {
        let _ = writeln!(text, "\t.local .align 8 .b8 tile_arguments[{}];", entry.argument_bytes);
    }
    for line in lines {
        let _ = writeln!(text, "{line}");
    }
    text.push_str("}\n");
    text
}

const fn prefix(class: Class) -> &'static str {
    match class {
        Class::Pred => "%p",
        Class::B16 => "%h",
        Class::B32 => "%r",
        Class::B64 => "%rd",
    }
}

impl Display for Reg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", prefix(self.class), self.number)
    }
}

impl Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Reg(reg) => reg.fmt(f),
            Operand::Int(value) => write!(f, "{value}"),
            Operand::F32(bits) => write!(f, "0f{bits:08X}"),
            Operand::F64(bits) => write!(f, "0d{bits:016X}"),
        }
    }
}

impl Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ty::Pred => "pred",
            Ty::B8 => "b8",
            Ty::B16 => "b16",
            Ty::B32 => "b32",
            Ty::B64 => "b64",
            Ty::U8 => "u8",
            Ty::U16 => "u16",
            Ty::U32 => "u32",
            Ty::U64 => "u64",
            Ty::S8 => "s8",
            Ty::S16 => "s16",
            Ty::S32 => "s32",
            Ty::S64 => "s64",
            Ty::F16 => "f16",
            Ty::F16x2 => "f16x2",
            Ty::Bf16 => "bf16",
            Ty::Bf16x2 => "bf16x2",
            Ty::F32 => "f32",
            Ty::F64 => "f64",
            Ty::Tf32 => "tf32",
            Ty::E4m3x2 => "e4m3x2",
            Ty::E5m2x2 => "e5m2x2",
        })
    }
}

impl Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Round::Rn => "rn",
            Round::Rz => "rz",
            Round::Rm => "rm",
            Round::Rp => "rp",
            Round::Rna => "rna",
            Round::Rni => "rni",
            Round::Rzi => "rzi",
            Round::Rmi => "rmi",
            Round::Rpi => "rpi",
            Round::Approx => "approx",
            Round::Full => "full",
        })
    }
}

/// Each modifier with its dot, in PTX's order.
impl Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(round) = self.round {
            write!(f, ".{round}")?;
        }
        let flags = [(self.ftz, ".ftz"), (self.sat, ".sat"), (self.nan, ".NaN")];
        flags.iter().filter(|(on, _)| *on).try_for_each(|(_, name)| f.write_str(name))
    }
}

impl Display for Opcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Opcode::Mov => "mov",
            Opcode::Add => "add",
            Opcode::Sub => "sub",
            Opcode::Mul => "mul",
            Opcode::MulLo => "mul.lo",
            Opcode::MulHi => "mul.hi",
            Opcode::MulWide => "mul.wide",
            Opcode::MadLo => "mad.lo",
            Opcode::MadWide => "mad.wide",
            Opcode::Fma => "fma",
            Opcode::Div => "div",
            Opcode::Rem => "rem",
            Opcode::Neg => "neg",
            Opcode::Abs => "abs",
            Opcode::Min => "min",
            Opcode::Max => "max",
            Opcode::And => "and",
            Opcode::Or => "or",
            Opcode::Xor => "xor",
            Opcode::Not => "not",
            Opcode::Shl => "shl",
            Opcode::Shr => "shr",
            Opcode::Bfe => "bfe",
            Opcode::Bfi => "bfi",
            Opcode::Prmt => "prmt",
            Opcode::Clz => "clz",
            Opcode::Popc => "popc",
            Opcode::Selp => "selp",
            Opcode::Rcp => "rcp",
            Opcode::Sqrt => "sqrt",
            Opcode::Rsqrt => "rsqrt",
            Opcode::Ex2 => "ex2",
            Opcode::Lg2 => "lg2",
            Opcode::Sin => "sin",
            Opcode::Cos => "cos",
            Opcode::Tanh => "tanh",
            Opcode::Copysign => "copysign",
        })
    }
}

impl Display for Compare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Compare::Eq => "eq",
            Compare::Ne => "ne",
            Compare::Lt => "lt",
            Compare::Le => "le",
            Compare::Gt => "gt",
            Compare::Ge => "ge",
            Compare::Equ => "equ",
            Compare::Neu => "neu",
            Compare::Ltu => "ltu",
            Compare::Leu => "leu",
            Compare::Gtu => "gtu",
            Compare::Geu => "geu",
            Compare::Num => "num",
            Compare::Nan => "nan",
        })
    }
}

/// With its dot; a generic address has none.
impl Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Space::Generic => "",
            Space::Global => ".global",
            Space::Shared => ".shared",
            Space::Param => ".param",
            Space::Const => ".const",
            Space::Local => ".local",
        })
    }
}

impl Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Level::Cta => "cta",
            Level::Gpu => "gpu",
            Level::Sys => "sys",
        })
    }
}

/// With its dots; a weak access has none.
impl Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Weak | Order::ReadOnly => Ok(()),
            Order::Relaxed(level) => write!(f, ".relaxed.{level}"),
            Order::Acquire(level) => write!(f, ".acquire.{level}"),
            Order::Release(level) => write!(f, ".release.{level}"),
            Order::AcqRel(level) => write!(f, ".acq_rel.{level}"),
        }
    }
}

impl Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.base {
            Base::Reg(reg) => write!(f, "[{reg}")?,
            Base::Name(name) => write!(f, "[{name}")?,
        }
        if self.offset == 0 { f.write_str("]") } else { write!(f, "{:+}]", self.offset) }
    }
}

/// A register, or several in braces; and the vector suffix of the instruction's name.
fn vector<T: Display>(items: &[T]) -> (String, String) {
    match items {
        [one] => (String::new(), one.to_string()),
        many => (format!(".v{}", many.len()), format!("{{{}}}", join_commas(many))),
    }
}

impl Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Inst::Label(label) = &self.inst {
            return write!(f, "L{}:", label.0);
        }
        f.write_char('\t')?;
        if let Some(guard) = self.guard {
            write!(f, "@{}{} ", if guard.when { "" } else { "!" }, guard.pred)?;
        }
        // A call and a loop are blocks of their own.
        let block = matches!(self.inst, Inst::Print { .. } | Inst::Mbarrier(Mbarrier::Wait { .. }));
        let end = if block { "" } else { ";" };
        write!(f, "{}{end}", self.inst)
    }
}

impl Shuffle {
    /// The instruction's name behind `shfl.sync.`.
    const fn name(self) -> &'static str {
        match self {
            Shuffle::Bfly => "bfly.b32",
            Shuffle::Up => "up.b32",
            Shuffle::Down => "down.b32",
            Shuffle::Idx => "idx.b32",
        }
    }

    /// The lane beyond which none is read: shuffles are of whole warps.
    const fn clamp(self) -> u32 {
        match self {
            Shuffle::Up => 0,
            Shuffle::Bfly | Shuffle::Down | Shuffle::Idx => 31,
        }
    }
}

impl Display for Inst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Inst::Compute { op, ty, mode, to, from } => {
                write!(f, "{op}{mode}.{ty} {to}, {}", join_commas(from))
            }
            Inst::Special { to, name } => write!(f, "mov.{} {to}, {name}", to.class.ty()),
            Inst::AddressOf { to, name } => write!(f, "mov.{} {to}, {name}", to.class.ty()),
            Inst::Cvta { space, to_generic, to, from } => {
                write!(f, "cvta{}{space}.u64 {to}, {from}", if *to_generic { "" } else { ".to" })
            }
            Inst::Convert { to_ty, from_ty, mode, to, from } => {
                write!(f, "cvt{mode}.{to_ty}.{from_ty} {to}, {}", join_commas(from))
            }
            Inst::Compare { compare, ty, ftz, to, from } => {
                write!(f, "setp.{compare}{}.{ty} {to}, {}", if *ftz { ".ftz" } else { "" }, join_commas(from))
            }
            Inst::Pack { to, from } => write!(f, "mov.{} {to}, {{{}}}", to.class.ty(), join_commas(from)),
            Inst::Unpack { to, from } => write!(f, "mov.{} {{{}}}, {from}", from.class.ty(), join_commas(to)),
            Inst::Load { space, order, ty, to, from } => {
                let (width, to) = vector(to);
                let cache = if *order == Order::ReadOnly { ".nc" } else { "" };
                write!(f, "ld{order}{space}{cache}{width}.{ty} {to}, {from}")
            }
            Inst::Store { space, order, ty, to, from } => {
                let (width, from) = vector(from);
                write!(f, "st{order}{space}{width}.{ty} {to}, {from}")
            }
            Inst::Atomic { order, space, op, ty, to, at, from } => {
                write!(f, "atom{order}{space}.{op}.{ty} {to}, {at}, {}", join_commas(from))
            }
            Inst::Reduce { order, space, op, ty, at, from } => {
                let (width, from) = vector(from);
                write!(f, "red{order}{space}.{op}{width}.{ty} {at}, {from}")
            }
            Inst::Barrier => f.write_str("bar.sync 0"),
            Inst::BarrierOf(threads) => write!(f, "bar.sync 1, {threads}"),
            Inst::Turn(turn) => Display::fmt(turn, f),
            Inst::SetRegisters(registers) => Display::fmt(registers, f),
            Inst::WarpBarrier => f.write_str("bar.warp.sync 0xffffffff"),
            Inst::Fence(level) => write!(f, "fence.acq_rel.{level}"),
            Inst::Vote { to, from } => write!(f, "vote.sync.all.pred {to}, {from}, 0xffffffff"),
            Inst::Shuffle { how, to, from, lane } => {
                write!(f, "shfl.sync.{} {to}, {from}, {lane}, {}, 0xffffffff", how.name(), how.clamp())
            }
            Inst::Mma { op, to, a, b, c } => {
                let [to, a, b, c] = [to, a, b, c].map(|registers| join_commas(registers));
                write!(f, "mma.sync.aligned.{op} {{{to}}}, {{{a}}}, {{{b}}}, {{{c}}}")
            }
            Inst::AsyncCopy(copying) => Display::fmt(copying, f),
            Inst::MapEdit(edit) => edit.fmt(f),
            Inst::TensorCopy(copying) => Display::fmt(copying, f),
            Inst::BulkStore(copying) => Display::fmt(copying, f),
            Inst::Mbarrier(barrier) => Display::fmt(barrier, f),
            Inst::Wgmma(group) => Display::fmt(group, f),
            Inst::Label(label) | Inst::Branch(label) => write!(f, "bra L{}", label.0),
            Inst::Return => f.write_str("ret"),
            Inst::Trap => f.write_str("trap"),
            Inst::Print { to, format, arguments } => f.write_str(&call_vprintf(*to, *format, *arguments)),
        }
    }
}

/// A call of the device's `vprintf`.
fn call_vprintf(to: Reg, format: Reg, arguments: Reg) -> String {
    format!(
        "{{ .param .b64 format; .param .b64 arguments; .param .b32 result; st.param.b64 [format], {format}; \
         st.param.b64 [arguments], {arguments}; call (result), vprintf, (format, arguments); \
         ld.param.b32 {to}, [result]; }}"
    )
}
