//! The layout of every operation in every version, as rows of data (cuda-tile 1.7.0, `_bytecode/encodings.py`).
//!
//! A row is a list of words, in the order of the file. `R` is a result's type, and `R*` a count and so many types. `flags` is a
//! number with a bit for each of the names, from the lowest. `$name` is an attribute. `%0` is an operand, by its place in the text;
//! `%1[]` is a count and so many operands, and `%*` a count and all operands. `token` is the token to wait for. `result_token@2` is
//! a result token without a number before 13.2. `regions1` is a count and so many regions. `?name` after a word makes the field
//! depend on the flag. `@3` means that Tile IR 13.3 introduced the field. `/zero` is the rounding that the text leaves out, and
//! that versions without the word use.

use std::sync::LazyLock;

use spec::syntax::attributes::Rounding;
use spec::syntax::op::Op;

/// An operation in the file.
#[derive(Debug)]
pub struct OpEncoding {
    /// The number.
    pub opcode: u64,
    /// The operation.
    pub op: Op,
    /// The fields after the number.
    pub fields: Vec<EncodedField>,
}

/// A part of an operation in the file.
#[derive(Debug)]
pub struct EncodedField {
    /// The kind of the field.
    pub kind: FieldKind,
    /// The flag of an optional field.
    pub flag: Option<Flag>,
    /// The minor version of 13 that introduced the field.
    pub since: u8,
}

/// The meaning of a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldKind {
    /// A result's type.
    Result,
    /// A count, and so many results' types.
    Results,
    /// Bits, from the lowest.
    Flags(Vec<Flag>),
    /// An attribute.
    Attribute(Attribute),
    /// An operand, by its place in the text.
    Operand(usize),
    /// A count and so many operands, from that place on.
    Operands(usize),
    /// A count and so many operands, which are all.
    AllOperands,
    /// The token to wait for.
    Token,
    /// A token result; earlier versions create an unnamed one.
    ResultToken,
    /// So many regions, after their count.
    Regions(usize),
}

/// Declares an enumeration with named values.
macro_rules! named {
    ($(#[doc = $text:literal])+ $kind:ident { $( $(#[doc = $of:literal])+ $name:ident = $word:literal, )* }) => {
        $(#[doc = $text])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $kind { $( $(#[doc = $of])+ $name, )* }

        impl $kind {
            /// All of them, with their names in rows.
            pub const NAMES: &[($kind, &str)] = &[$( ($kind::$name, $word), )*];

            fn from_name(name: &str) -> Option<Self> {
                Self::NAMES.iter().find(|(_, known)| *known == name).map(|(value, _)| *value)
            }
        }
    };
}

named! {
    /// A bit: the presence of a field, or an attribute of its own.
    Flag {
        /// A memory scope is present.
        Scope = "scope",
        /// Hints are present.
        Hints = "hints",
        /// A mask is present.
        Mask = "mask",
        /// A padding is present.
        Padding = "padding",
        /// A token is present.
        Token = "token",
        /// An attribute.
        FlushToZero = "flush_to_zero",
        /// An attribute.
        PropagateNan = "propagate_nan",
        /// An attribute.
        Saturating = "saturating",
        /// An attribute.
        FastAcc = "fast_acc",
        /// An attribute.
        UnsignedCompare = "unsigned_compare",
        /// An `alloca` for all blocks.
        Global = "global",
    }
}

named! {
    /// An attribute, named as in the forms of `spec`.
    Attribute {
        /// A byte.
        Signedness = "$signedness",
        /// A byte.
        SecondSignedness = "$second_signedness",
        /// A byte.
        Overflow = "$overflow",
        /// The byte of a mode; the text leaves out nearest, ties to even.
        RoundingEven = "$rounding/nearest_even",
        /// A rounding mode that is towards zero by default.
        RoundingZero = "$rounding/zero",
        /// A rounding mode that is on the full range by default.
        RoundingFull = "$rounding/full",
        /// A rounding mode that is to the integer towards zero by default.
        RoundingInteger = "$rounding/nearest_int_to_zero",
        /// A byte.
        Comparison = "$comparison",
        /// A byte.
        Ordering = "$ordering",
        /// A byte.
        Order = "$order",
        /// A byte.
        Scope = "$scope",
        /// A byte.
        Rmw = "$rmw",
        /// A byte: an [`Attribute::Rmw`] in another order.
        Reduction = "$reduction",
        /// Flags of attributes of a call's operands and results, which are not read.
        NoCallAttributes = "$no_call_attributes",
        /// A count, and so many constant arguments with their tags.
        CallArguments = "$call_arguments",
        /// A count and so many bytes.
        Inbounds = "$inbounds",
        /// A dictionary.
        Hints = "$hints",
        /// A number.
        Dim = "$dim",
        /// A byte.
        Reverse = "$reverse",
        /// A count and so many literals with their types.
        Identities = "$identities",
        /// A count and so many numbers of four bytes.
        Permutation = "$permutation",
        /// The number of a string.
        Text = "$text",
        /// A number.
        Elements = "$elements",
        /// A number.
        Alignment = "$alignment",
        /// The number of a constant.
        Constant = "$constant",
        /// A tag with its contents.
        Assumption = "$assumption",
    }
}

impl Attribute {
    /// The default rounding in the text.
    pub fn rounding(self) -> Option<Rounding> {
        let (_, word) = Self::NAMES.iter().find(|(known, _)| *known == self)?;
        let name = word.strip_prefix("$rounding/")?;
        Rounding::NAMES.iter().find(|(_, known)| *known == name).map(|(rounding, _)| *rounding)
    }
}

const ROWS: &[(u64, Op, &str)] = &[
    (0, Op::Absf, "R %0"),
    (1, Op::Absi, "R %0"),
    (2, Op::Addf, "R flags:flush_to_zero $rounding/nearest_even %0 %1"),
    (3, Op::Addi, "R $overflow %0 %1"),
    (4, Op::Andi, "R %0 %1"),
    (5, Op::Assert, "$text %0"),
    (6, Op::Assume, "R $assumption %0"),
    (7, Op::AtomicCasTko, "R R flags:mask,token $order $scope %0 %1 %2 %3?mask token?token"),
    (8, Op::AtomicRmwTko, "R R flags:mask,token $order $scope $rmw %0 %1 %2?mask token?token"),
    (9, Op::Bitcast, "R %0"),
    (10, Op::Break, "R* %*"),
    (11, Op::Broadcast, "R %0"),
    (12, Op::Cat, "R $dim %0 %1"),
    (13, Op::Ceil, "R %0"),
    (14, Op::Cmpf, "R $comparison $ordering %0 %1"),
    (15, Op::Cmpi, "R $comparison $signedness %0 %1"),
    (16, Op::Constant, "R $constant"),
    (17, Op::Continue, "R* %*"),
    (18, Op::Cos, "R %0"),
    (19, Op::Cosh, "R %0"),
    (20, Op::Divf, "R flags:flush_to_zero $rounding/nearest_even %0 %1"),
    (21, Op::Divi, "R $signedness $rounding/zero %0 %1"),
    (23, Op::Exp, "R $rounding/full@3 %0"),
    (24, Op::Exp2, "R flags:flush_to_zero %0"),
    (37, Op::Exti, "R $signedness %0"),
    (38, Op::Extract, "R* %*"),
    (39, Op::Floor, "R %0"),
    (40, Op::Fma, "R flags:flush_to_zero $rounding/nearest_even %0 %1 %2"),
    (41, Op::For, "R* flags:unsigned_compare@2 %* regions1"),
    (42, Op::Ftof, "R $rounding/nearest_even %0"),
    (43, Op::Ftoi, "R flags:saturating@4 $signedness $rounding/nearest_int_to_zero %0"),
    (44, Op::GetGlobal, "R $text"),
    (45, Op::GetIndexSpaceShape, "R* %0"),
    (46, Op::GetNumTileBlocks, "R R R"),
    (47, Op::GetTensorShape, "R* %0"),
    (48, Op::GetTileBlockId, "R R R"),
    (50, Op::If, "R* %0 regions2"),
    (51, Op::IntToPtr, "R %0"),
    (58, Op::Iota, "R"),
    (59, Op::Itof, "R $signedness $rounding/nearest_even %0"),
    (60, Op::JoinTokens, "R* %*"),
    (
        61,
        Op::LoadPtrTko,
        "R R flags:scope,hints,mask,padding,token $order $scope?scope $hints?hints %0 %1?mask %2?padding token?token",
    ),
    (
        62,
        Op::LoadViewTko,
        "R* flags:scope,hints,token $order $scope?scope $hints?hints $inbounds@4 %0 %1[] token?token",
    ),
    (63, Op::Log, "R %0"),
    (64, Op::Log2, "R %0"),
    (65, Op::Loop, "R* %* regions1"),
    (66, Op::MakePartitionView, "R %0"),
    (67, Op::MakeTensorView, "R* %0 %1[] %2[]"),
    (68, Op::MakeToken, "R"),
    (69, Op::Maxf, "R flags:propagate_nan,flush_to_zero %0 %1"),
    (70, Op::Maxi, "R $signedness %0 %1"),
    (71, Op::Minf, "R flags:propagate_nan,flush_to_zero %0 %1"),
    (72, Op::Mini, "R $signedness %0 %1"),
    (73, Op::Mmaf, "R flags:fast_acc@3 %0 %1 %2"),
    (74, Op::Mmai, "R $signedness $second_signedness %0 %1 %2"),
    (76, Op::Mulf, "R flags:flush_to_zero $rounding/nearest_even %0 %1"),
    (77, Op::Mulhii, "R %0 %1"),
    (78, Op::Muli, "R $overflow %0 %1"),
    (79, Op::Negf, "R %0"),
    (80, Op::Negi, "R $overflow@2 %0"),
    (81, Op::Offset, "R %0 %1"),
    (82, Op::Ori, "R %0 %1"),
    (83, Op::Permute, "R $permutation %0"),
    (84, Op::Fpowf, "R %0 %1"),
    (85, Op::PrintTko, "R* result_token@2 flags:token@2 $text %0[] token?token"),
    (86, Op::PtrToInt, "R %0"),
    (87, Op::PtrToPtr, "R %0"),
    (88, Op::Reduce, "R* $dim $identities %* regions1"),
    (89, Op::Remf, "R %0 %1"),
    (90, Op::Remi, "R $signedness %0 %1"),
    (91, Op::Reshape, "R %0"),
    (92, Op::Return, "R* %*"),
    (93, Op::Rsqrt, "R flags:flush_to_zero %0"),
    (94, Op::Scan, "R* $dim $reverse $identities %* regions1"),
    (95, Op::Select, "R %0 %1 %2"),
    (96, Op::Shli, "R $overflow %0 %1"),
    (97, Op::Shri, "R $signedness %0 %1"),
    (98, Op::Sin, "R %0"),
    (99, Op::Sinh, "R %0"),
    (100, Op::Sqrt, "R flags:flush_to_zero $rounding/nearest_even %0"),
    (
        101,
        Op::StorePtrTko,
        "R flags:scope,hints,mask,token $order $scope?scope $hints?hints %0 %1 %2?mask token?token",
    ),
    (
        102,
        Op::StoreViewTko,
        "R* flags:scope,hints,token $order $scope?scope $hints?hints $inbounds@4 %0 %1 %2[] token?token",
    ),
    (103, Op::Subf, "R flags:flush_to_zero $rounding/nearest_even %0 %1"),
    (104, Op::Subi, "R $overflow %0 %1"),
    (105, Op::Tan, "R %0"),
    (106, Op::Tanh, "R $rounding/full@2 %0"),
    (107, Op::Trunci, "R $overflow %0"),
    (108, Op::Xori, "R %0 %1"),
    (109, Op::Yield, "R* %*"),
    (110, Op::Atan2, "R %0 %1"),
    (111, Op::Pack, "R %0"),
    (112, Op::Unpack, "R %0"),
    (113, Op::Alloca, "R flags:global $elements $alignment"),
    (114, Op::MmafScaled, "R %0 %1 %2 %3 %4"),
    (115, Op::MakeGatherScatterView, "R %0"),
    (116, Op::MakeStridedView, "R %0"),
    (117, Op::AtomicRedViewTko, "R* flags:token $order $scope $rmw $inbounds@5 %0 %1[] %2 token?token"),
    (118, Op::Insert, "R* %*"),
    (119, Op::GdcLaunchDependentsTko, "R flags:token token?token"),
    (120, Op::GdcWaitTko, "R flags:token token?token"),
    (121, Op::Fpowi, "R %0 %1"),
    (122, Op::MemoryFenceAliasTko, "R %0"),
    (
        123,
        Op::MultimemLoadReduceViewTko,
        "R* flags:scope,token $order $scope?scope $reduction $inbounds %0 %1[] token?token",
    ),
    (
        124,
        Op::MultimemReduceViewTko,
        "R* flags:token $order $scope $reduction $inbounds %0 %1 %2[] token?token",
    ),
    (
        125,
        Op::MultimemStoreViewTko,
        "R* flags:scope,token $order $scope?scope $inbounds %0 %1 %2[] token?token",
    ),
    (16386, Op::PreviewCall, "R* $no_call_attributes $text $call_arguments %*"),
];

/// The layout of every operation, by opcode.
pub fn encodings() -> &'static [OpEncoding] {
    static ALL: LazyLock<Vec<OpEncoding>> = LazyLock::new(|| {
        let row = |(opcode, op, text): &(u64, Op, &str)| OpEncoding {
            opcode: *opcode,
            op: *op,
            fields: parse_fields(text),
        };
        ROWS.iter().map(row).collect()
    });
    &ALL
}

/// The layout of an operation.
pub(crate) fn encoding_by_opcode(opcode: u64) -> Option<&'static OpEncoding> {
    let at = encodings().binary_search_by_key(&opcode, |row| row.opcode).ok()?;
    encodings().get(at)
}

/// Reads a row.
fn parse_fields(text: &str) -> Vec<EncodedField> {
    text.split(' ').map(|text| parse_field(text).expect("rows have known words only")).collect()
}

/// Reads a word of a row.
fn parse_field(text: &str) -> Option<EncodedField> {
    let (text, since) = match text.split_once('@') {
        Some((text, since)) => (text, since.parse().ok()?),
        None => (text, 1),
    };
    let (text, flag) = match text.split_once('?') {
        Some((text, flag)) => (text, Some(Flag::from_name(flag)?)),
        None => (text, None),
    };
    Some(EncodedField { kind: parse_kind(text)?, flag, since })
}

fn parse_kind(text: &str) -> Option<FieldKind> {
    if let Some(names) = text.strip_prefix("flags:") {
        return names.split(',').map(Flag::from_name).collect::<Option<_>>().map(FieldKind::Flags);
    }
    if let Some(count) = text.strip_prefix("regions") {
        return count.parse().ok().map(FieldKind::Regions);
    }
    if let Some(attribute) = Attribute::from_name(text) {
        return Some(FieldKind::Attribute(attribute));
    }
    match (text, text.strip_prefix('%')) {
        ("R", _) => Some(FieldKind::Result),
        ("R*", _) => Some(FieldKind::Results),
        ("result_token", _) => Some(FieldKind::ResultToken),
        ("token", _) => Some(FieldKind::Token),
        ("%*", _) => Some(FieldKind::AllOperands),
        (_, Some(place)) => match place.strip_suffix("[]") {
            Some(place) => place.parse().ok().map(FieldKind::Operands),
            None => place.parse().ok().map(FieldKind::Operand),
        },
        (_, None) => None,
    }
}
