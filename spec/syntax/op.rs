//! The operation registry: every operation of Tile IR 13.5, once; long because it is a table.

use crate::domain::Domain;
use crate::ops::{bitwise, convert, float, integer, math};
use crate::syntax::attributes::Attributes;

/// The kind of an operation's meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// Element by element, by one function of its chapter: [`elementwise`] passes the function to a reading.
    Elementwise,
    /// Moves, makes or combines elements.
    Core(Core),
    /// Touches memory, tokens or the host.
    Memory(Memory),
    /// Decides the next operation.
    Control(Control),
    /// None yet: a kernel with it is `unsupported`, with the place.
    Unsupported,
}

/// The operations that move, make or combine elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is documented as the operation of its name")]
pub enum Core {
    Constant,
    Iota,
    GetTileBlockId,
    GetNumTileBlocks,
    Reshape,
    Broadcast,
    Permute,
    Select,
    Assume,
    Offset,
    Bitcast,
    Pack,
    Unpack,
    IntToPtr,
    PtrToInt,
    PtrToPtr,
    Cat,
    Extract,
    Insert,
    Reduce,
    Scan,
    Mmaf,
    Mmai,
    MmafScaled,
}

/// The operations that touch memory, tokens or the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is documented as the operation of its name")]
pub enum Memory {
    Assert,
    GetGlobal,
    Alloca,
    MakeToken,
    JoinTokens,
    MemoryFenceAliasTko,
    MakeTensorView,
    MakePartitionView,
    MakeStridedView,
    MakeGatherScatterView,
    GetTensorShape,
    GetIndexSpaceShape,
    LoadViewTko,
    StoreViewTko,
    LoadPtrTko,
    StorePtrTko,
    AtomicRmwTko,
    AtomicCasTko,
    AtomicRedViewTko,
    PrintTko,
    GdcWaitTko,
    GdcLaunchDependentsTko,
}

/// Control operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is documented as the operation of its name")]
pub enum Control {
    Return,
    Yield,
    If,
    For,
    Loop,
    Continue,
    Break,
}

/// Declares every operation once: mnemonic, the minor version of Tile IR 13 that introduced it, form, and
/// meaning.
macro_rules! ops {
    (($dollar:tt) $( $(#[doc = $text:literal])+ $name:ident = $mnemonic:literal, $since:literal, $form:literal, $kind:ident $(($($meaning:tt)+))?; )*) => {
        /// An operation of Tile IR.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Op { $( $(#[doc = $text])+ $name, )* }

        impl Op {
            /// Every operation.
            pub const ALL: &[Op] = &[$( Op::$name, )*];

            /// The mnemonic in the text.
            pub const fn mnemonic(self) -> &'static str { match self { $( Op::$name => $mnemonic, )* } }

            /// How its line reads after the mnemonic: a form, in the words of [`crate::syntax::form`].
            pub const fn form(self) -> &'static str { match self { $( Op::$name => $form, )* } }

            /// The description in one sentence.
            pub const fn text(self) -> &'static str { match self { $( Op::$name => concat!($($text),+), )* } }

            /// The minor version of Tile IR 13 that introduced the operation.
            pub const fn since(self) -> u8 { match self { $( Op::$name => $since, )* } }

            /// Why the operation has no meaning; empty for all others.
            pub const fn lack(self) -> &'static str {
                match self { $( Op::$name => ops!(@lack $kind $(($($meaning)+))?), )* }
            }

            /// The kind of meaning.
            pub const fn meaning(self) -> Meaning {
                match self { $( Op::$name => ops!(@kind $kind $(($($meaning)+))?), )* }
            }
        }

        impl Op {
            /// The element-wise operations that neither take nor give a float.
            pub const INTEGERS: &[Op] = {
                const ARE: &[bool] = &[$( ops!(@integer $kind), )*];
                const COUNT: usize = {
                    let (mut count, mut at) = (0, 0);
                    while at < ARE.len() {
                        if ARE[at] { count += 1; }
                        at += 1;
                    }
                    count
                };
                const SOME: [Op; COUNT] = {
                    let (mut some, mut count, mut at) = ([Op::ALL[0]; COUNT], 0, 0);
                    while at < ARE.len() {
                        if ARE[at] { some[count] = Op::ALL[at]; count += 1; }
                        at += 1;
                    }
                    some
                };
                &SOME
            };
        }

        /// Hands every operation to a macro, as `Name kind(meaning);` in the words of the registry, so that a reading can
        /// have a function of its own for each element-wise one.
        #[macro_export]
        macro_rules! for_each_operation {
            ($dollar callback:ident) => { $dollar callback! { $( $name $kind $(($($meaning)+))?; )* } };
        }

        /// Hands the function of an element-wise operation to a reading; `None` for any other operation.
        pub fn elementwise<E: Elementwise>(op: Op, reading: E) -> Option<E::Output> {
            match op { $( Op::$name => ops!(@call reading, $kind $(($($meaning)+))?), )* }
        }
    };
    (@integer int1) => { true };
    (@integer int2) => { true };
    (@integer int_compare) => { true };
    (@integer extend) => { true };
    (@integer truncate) => { true };
    (@integer $kind:ident) => { false };
    (@kind core($op:ident)) => { Meaning::Core(Core::$op) };
    (@kind memory($op:ident)) => { Meaning::Memory(Memory::$op) };
    (@kind control($op:ident)) => { Meaning::Control(Control::$op) };
    (@kind unsupported ($lack:literal)) => { Meaning::Unsupported };
    (@kind $class:ident ($($meaning:tt)+)) => { Meaning::Elementwise };
    (@lack unsupported ($lack:literal)) => { $lack };
    (@lack $kind:ident $(($($meaning:tt)+))?) => { "" };
    (@call $reading:ident, core($op:ident)) => { None };
    (@call $reading:ident, memory($op:ident)) => { None };
    (@call $reading:ident, control($op:ident)) => { None };
    (@call $reading:ident, unsupported($lack:literal)) => { None };
    (@call $reading:ident, $class:ident ($($meaning:tt)+)) => { Some($reading.$class($($meaning)+)) };
    (@call $reading:ident, $kind:ident) => { None };
}

/// How a reading applies an element function: once a tile over bits, once a lane over terms. An element function that
/// is generic over [`Domain`] is passed as a plain function item of the reading's own domain.
pub trait Elementwise: Sized {
    /// The reading's domain.
    type Domain: Domain;
    /// The result of an application.
    type Output;

    /// One integer operand.
    fn int1(self, f: impl Fn(&mut Self::Domain, &Attributes, &Int<Self>) -> Int<Self>) -> Self::Output;
    /// Two integer operands.
    fn int2(
        self,
        f: impl Fn(&mut Self::Domain, &Attributes, &Int<Self>, &Int<Self>) -> Int<Self>,
    ) -> Self::Output;
    /// Two integer operands, a truth value.
    fn int_compare(
        self,
        f: impl Fn(&mut Self::Domain, &Attributes, &Int<Self>, &Int<Self>) -> Truth<Self>,
    ) -> Self::Output;
    /// An integer to a wider one of so many bits; the operand is given as (signed, unsigned).
    fn extend(
        self,
        f: impl Fn(&mut Self::Domain, &Attributes, u32, &Number<Self>, &Number<Self>) -> Int<Self>,
    ) -> Self::Output;
    /// An integer to a narrower one of so many bits.
    fn truncate(
        self,
        f: impl Fn(&mut Self::Domain, &Attributes, u32, &Int<Self>) -> Int<Self>,
    ) -> Self::Output;
    /// One float operand.
    fn float1(self, f: impl Fn(&mut Self::Domain, &Attributes, &Float<Self>) -> Float<Self>) -> Self::Output;
    /// Two float operands.
    fn float2(
        self,
        f: impl Fn(&mut Self::Domain, &Attributes, &Float<Self>, &Float<Self>) -> Float<Self>,
    ) -> Self::Output;
    /// A float operand, and an integer, read as signed; of one bit it is 0 or 1.
    fn float_power(
        self,
        f: impl Fn(&mut Self::Domain, &Attributes, &Float<Self>, &Number<Self>) -> Float<Self>,
    ) -> Self::Output;
    /// Three float operands.
    fn float3(
        self,
        f: impl Fn(&mut Self::Domain, &Attributes, &Float<Self>, &Float<Self>, &Float<Self>) -> Float<Self>,
    ) -> Self::Output;
    /// Two float operands, a truth value.
    fn float_compare(
        self,
        f: impl Fn(&mut Self::Domain, &Attributes, &Float<Self>, &Float<Self>) -> Truth<Self>,
    ) -> Self::Output;
    /// An integer, given as (signed, unsigned), to a float.
    fn int_to_float(
        self,
        f: impl Fn(&mut Self::Domain, &Attributes, &Number<Self>, &Number<Self>) -> Float<Self>,
    ) -> Self::Output;
    /// A float to an integer of so many bits.
    fn float_to_int(
        self,
        f: impl Fn(&mut Self::Domain, &Attributes, u32, &Wide<Self>) -> Int<Self>,
    ) -> Self::Output;
    /// A float to another format.
    fn float_to_float(
        self,
        f: impl Fn(&mut Self::Domain, &Attributes, &Wide<Self>) -> Float<Self>,
    ) -> Self::Output;
}

/// The integers of a reading.
pub type Int<E> = <<E as Elementwise>::Domain as Domain>::Int;
/// The mathematical integers of a reading.
pub type Number<E> = <<E as Elementwise>::Domain as Domain>::Number;
/// The floats of a reading.
pub type Float<E> = <<E as Elementwise>::Domain as Domain>::Float;
/// The exact floats of a reading.
pub type Wide<E> = <<E as Elementwise>::Domain as Domain>::Wide;
/// The truth values of a reading.
pub type Truth<E> = <<E as Elementwise>::Domain as Domain>::Bool;

ops! {
    ($)
    /// Ends the block's run.
    Return = "return", 1, "$values", control(Return);
    /// Ends a region of `if`, `reduce` or `scan`, with its results.
    Yield = "yield", 1, "$values", control(Yield);
    /// Runs one of two regions.
    If = "if", 1, "%0 $results $region $else", control(If);
    /// A counted loop.
    For = "for", 1, "$unsigned_compare $in_order $induction in ( %0 to %1 , step %2 ) : T0=T1=T2 $carried $results $region", control(For);
    /// A loop that ends by `break`.
    Loop = "loop", 1, "$carried $carried_types $region", control(Loop);
    /// Begins the next iteration of the innermost loop.
    Continue = "continue", 1, "$values", control(Continue);
    /// Ends the innermost `loop`, with its results.
    Break = "break", 1, "$values", control(Break);
    /// Reports every false element to the host; the block may run on.
    Assert = "assert", 1, "%0 , $text : T0", memory(Assert);
    /// A literal tile.
    Constant = "constant", 1, "$constant : R", core(Constant);
    /// 0, 1, 2, … along the only axis.
    Iota = "iota", 1, ": R", core(Iota);
    /// The block's place in the grid: x, y, z.
    GetTileBlockId = "get_tile_block_id", 1, ": R..", core(GetTileBlockId);
    /// The grid's extents: x, y, z.
    GetNumTileBlocks = "get_num_tile_blocks", 1, ": R..", core(GetNumTileBlocks);
    /// The same elements in row-major order in another shape.
    Reshape = "reshape", 1, "%0 : T0 -> R", core(Reshape);
    /// Axes of extent 1 replicated.
    Broadcast = "broadcast", 1, "%0 : T0 -> R", core(Broadcast);
    /// Axes in another order.
    Permute = "permute", 1, "%0 $permutation : T0 -> R", core(Permute);
    /// An element-wise choice between two tiles.
    Select = "select", 1, "%0 , %1 , %2 : T0 , T1=T2=R", core(Select);
    /// Its operand, with a promised predicate.
    Assume = "assume", 1, "$assumption , %0 : T0=R", core(Assume);
    /// A pointer moved by a number of elements.
    Offset = "offset", 1, "%0 , %1 : T0 , T1 -> R", core(Offset);
    /// One axis combined away, in an unspecified order.
    Reduce = "reduce", 1, "%* $dim $identities : T* -> R* $combiner", core(Reduce);
    /// A token that waits for nothing.
    MakeToken = "make_token", 1, ": R", memory(MakeToken);
    /// A token that waits for all of its operands.
    JoinTokens = "join_tokens", 1, "%* : R", memory(JoinTokens);
    /// A tensor view: a base pointer with extents and strides.
    MakeTensorView = "make_tensor_view", 1, "%0 , $extents : $extent_types R", memory(MakeTensorView);
    /// A tensor view cut into tiles.
    MakePartitionView = "make_partition_view", 1, "%0 : R", memory(MakePartitionView);
    /// How many tiles a view has along each axis.
    GetIndexSpaceShape = "get_index_space_shape", 1, "%0 : T0 -> R..", memory(GetIndexSpaceShape);
    /// Loads a tile through a view.
    LoadViewTko = "load_view_tko", 1, "$order %0 [%*] $token $hints $inbounds : T0 , I -> R0 , R1", memory(LoadViewTko);
    /// Stores a tile through a view.
    StoreViewTko = "store_view_tko", 1, "$order %0 , %1 [%*] $token $hints $inbounds : T0 , T1 , I -> R", memory(StoreViewTko);
    /// Loads an element through every pointer of a tile.
    LoadPtrTko = "load_ptr_tko", 1, "$order %* $token= $layouts $hints : T* -> R0 , R1", memory(LoadPtrTko);
    /// Stores an element through every pointer of a tile.
    StorePtrTko = "store_ptr_tko", 1, "$order %* $token= $layouts $hints : T* -> R", memory(StorePtrTko);
    /// Atomically reads, combines and writes through every pointer of a tile.
    AtomicRmwTko = "atomic_rmw_tko", 1, "$order %0 , $rmw , %* $token= : T* -> R0 , R1", memory(AtomicRmwTko);
    /// Atomically compares, and exchanges where the bits are the same, through every pointer of a tile.
    AtomicCasTko = "atomic_cas_tko", 1, "$order %0 , %1 , %2 ,%* $token= : T0 , T1=T2 T3* -> R0 , R1", memory(AtomicCasTko);
    /// Prints values on the host's standard output.
    PrintTko = "print_tko", 1, "$text ,%* $token= $types_if_any -> R", memory(PrintTko);
    /// The sum.
    Addi = "addi", 1, "%0 , %1 $overflow : T0=T1=R", int2(integer::addi);
    /// The difference.
    Subi = "subi", 1, "%0 , %1 $overflow : T0=T1=R", int2(integer::subi);
    /// The product.
    Muli = "muli", 1, "%0 , %1 $overflow : T0=T1=R", int2(integer::muli);
    /// The negation.
    Negi = "negi", 1, "%0 $overflow : T0=R", int1(integer::negi);
    /// The magnitude.
    Absi = "absi", 1, "%0 : T0=R", int1(integer::absi);
    /// The quotient, rounded as the operation says.
    Divi = "divi", 1, "%0 , %1 $signedness $rounding : T0=T1=R", int2(integer::divi);
    /// The remainder of the quotient rounded toward zero.
    Remi = "remi", 1, "%0 , %1 $signedness : T0=T1=R", int2(integer::remi);
    /// The lesser.
    Mini = "mini", 1, "%0 , %1 $signedness : T0=T1=R", int2(integer::mini);
    /// The greater.
    Maxi = "maxi", 1, "%0 , %1 $signedness : T0=T1=R", int2(integer::maxi);
    /// A comparison.
    Cmpi = "cmpi", 1, "$comparison %0 , %1 , $signedness : T0=T1 -> R", int_compare(integer::cmpi);
    /// And, bit by bit.
    Andi = "andi", 1, "%0 , %1 : T0=T1=R", int2(bitwise::andi);
    /// Or, bit by bit.
    Ori = "ori", 1, "%0 , %1 : T0=T1=R", int2(bitwise::ori);
    /// Exclusive or, bit by bit.
    Xori = "xori", 1, "%0 , %1 : T0=T1=R", int2(bitwise::xori);
    /// The same number in a wider type.
    Exti = "exti", 1, "%0 $signedness : T0 -> R", extend(convert::exti);
    /// The low bits.
    Trunci = "trunci", 1, "%0 $overflow : T0 -> R", truncate(convert::trunci);
    /// The sum.
    Addf = "addf", 1, "%0 , %1 $rounding $flush_to_zero : T0=T1=R", float2(float::addf);
    /// The difference.
    Subf = "subf", 1, "%0 , %1 $rounding $flush_to_zero : T0=T1=R", float2(float::subf);
    /// The product.
    Mulf = "mulf", 1, "%0 , %1 $rounding $flush_to_zero : T0=T1=R", float2(float::mulf);
    /// The quotient.
    Divf = "divf", 1, "%0 , %1 $rounding $flush_to_zero : T0=T1=R", float2(float::divf);
    /// Product and sum, rounded once.
    Fma = "fma", 1, "%0 , %1 , %2 $rounding $flush_to_zero : T0=T1=T2=R", float3(float::fma);
    /// The sign flipped.
    Negf = "negf", 1, "%0 : T0=R", float1(float::negf);
    /// The greater.
    Maxf = "maxf", 1, "%0 , %1 $flush_to_zero $propagate_nan : T0=T1=R", float2(float::maxf);
    /// The lesser.
    Minf = "minf", 1, "%0 , %1 $flush_to_zero $propagate_nan : T0=T1=R", float2(float::minf);
    /// A comparison.
    Cmpf = "cmpf", 1, "$comparison $ordering %0 , %1 : T0=T1 -> R", float_compare(float::cmpf);
    /// The nearest float.
    Itof = "itof", 1, "%0 $signedness $rounding : T0 -> R", int_to_float(convert::itof);
    /// The nearest float of another format.
    Ftof = "ftof", 1, "%0 $rounding : T0 -> R", float_to_float(convert::ftof);
    /// The integer towards zero.
    Ftoi = "ftoi", 1, "%0 $signedness $rounding $saturating : T0 -> R", float_to_int(convert::ftoi);
    /// The magnitude.
    Absf = "absf", 1, "%0 : T0=R", float1(math::absf);
    /// The integer above.
    Ceil = "ceil", 1, "%0 : T0=R", float1(math::ceil);
    /// The integer below.
    Floor = "floor", 1, "%0 : T0=R", float1(math::floor);
    /// The remainder of the truncated quotient.
    Remf = "remf", 1, "%0 , %1 : T0=T1=R", float2(math::remf);
    /// The exponential.
    Exp = "exp", 1, "%0 $rounding $flush_to_zero : T0=R", float1(math::exp);
    /// The power of two.
    Exp2 = "exp2", 1, "%0 $rounding $flush_to_zero : T0=R", float1(math::exp2);
    /// The natural logarithm.
    Log = "log", 1, "%0 $rounding $flush_to_zero : T0=R", float1(math::log);
    /// The logarithm to base two.
    Log2 = "log2", 1, "%0 $rounding $flush_to_zero : T0=R", float1(math::log2);
    /// The square root.
    Sqrt = "sqrt", 1, "%0 $rounding $flush_to_zero : T0=R", float1(math::sqrt);
    /// The reciprocal square root.
    Rsqrt = "rsqrt", 1, "%0 $rounding $flush_to_zero : T0=R", float1(math::rsqrt);
    /// The sine.
    Sin = "sin", 1, "%0 $rounding $flush_to_zero : T0=R", float1(math::sin);
    /// The cosine.
    Cos = "cos", 1, "%0 $rounding $flush_to_zero : T0=R", float1(math::cos);
    /// The tangent.
    Tan = "tan", 1, "%0 $rounding $flush_to_zero : T0=R", float1(math::tan);
    /// The hyperbolic sine.
    Sinh = "sinh", 1, "%0 $rounding $flush_to_zero : T0=R", float1(math::sinh);
    /// The hyperbolic cosine.
    Cosh = "cosh", 1, "%0 $rounding $flush_to_zero : T0=R", float1(math::cosh);
    /// The hyperbolic tangent.
    Tanh = "tanh", 1, "%0 $rounding $flush_to_zero : T0=R", float1(math::tanh);
    /// The angle of a point.
    Atan2 = "atan2", 2, "%0 , %1 : T0=T1=R", float2(math::atan2);
    /// The power.
    Fpowf = "fpowf", 1, "%0 , %1 : T0=T1=R", float2(math::fpowf);
    /// The integer power.
    Fpowi = "fpowi", 4, "%0 , %1 : T0=R , T1", float_power(math::fpowi);
    /// Shifted left.
    Shli = "shli", 1, "%0 , %1 $overflow : T0=T1=R", int2(integer::shli);
    /// Shifted right.
    Shri = "shri", 1, "%0 , %1 $signedness : T0=T1=R", int2(integer::shri);
    /// The high half of the unsigned product.
    Mulhii = "mulhii", 1, "%0 , %1 : T0=T1=R", int2(integer::mulhii);
    /// The bits of the operand as another type.
    Bitcast = "bitcast", 1, "%0 : T0 -> R", core(Bitcast);
    /// An address from an integer.
    IntToPtr = "int_to_ptr", 1, "%0 : T0 -> R", core(IntToPtr);
    /// An address as an integer.
    PtrToInt = "ptr_to_int", 1, "%0 : T0 -> R", core(PtrToInt);
    /// A pointer to another element type.
    PtrToPtr = "ptr_to_ptr", 1, "%0 : T0 -> R", core(PtrToPtr);
    /// Elements as bytes.
    Pack = "pack", 3, "%0 : T0 -> R", core(Pack);
    /// Bytes as elements.
    Unpack = "unpack", 3, "%0 : T0 -> R", core(Unpack);
    /// Two tiles side by side.
    Cat = "cat", 1, "%* dim = $axis : T* -> R", core(Cat);
    /// A slice of a tile.
    Extract = "extract", 1, "%0 [%*] : T0 -> R", core(Extract);
    /// A tile with one slice replaced.
    Insert = "insert", 4, "%0 , %1 [%*] : T0 , T1=R", core(Insert);
    /// Inclusive prefixes along one axis.
    Scan = "scan", 1, "%* $dim $reverse $identities : T* -> R* $combiner", core(Scan);
    /// A float matrix product, accumulated.
    Mmaf = "mmaf", 1, "%0 , %1 , %2 $fast_acc : T0 , T1 , T2=R", core(Mmaf);
    /// An integer matrix product, accumulated.
    Mmai = "mmai", 1, "%0 , %1 , %2 $signedness $second_signedness : T0 , T1 , T2=R", core(Mmai);
    /// A block-scaled float matrix product, accumulated.
    MmafScaled = "mmaf_scaled", 3, "%0 , %1 , %2 , %3 , %4 : T0 , T1 , T2=R , T3 , T4", core(MmafScaled);
    /// The address of a global.
    GetGlobal = "get_global", 1, "$symbol : R", memory(GetGlobal);
    /// Scratch memory of the block.
    Alloca = "alloca", 3, "num_elem = $elements , alignment = $alignment $global : R", memory(Alloca);
    /// The extents of a tensor view.
    GetTensorShape = "get_tensor_shape", 1, "%0 : T0 -> R..", memory(GetTensorShape);
    /// A tensor view cut into tiles that may overlap.
    MakeStridedView = "make_strided_view", 3, "%0 : R", memory(MakeStridedView);
    /// A tensor view indexed by a tile along one axis.
    MakeGatherScatterView = "make_gather_scatter_view", 3, "%0 : R", memory(MakeGatherScatterView);
    /// Atomic update through a view.
    AtomicRedViewTko = "atomic_red_view_tko", 3, "$order %0 [%*] , $rmw , %1 $token $inbounds : T-1 , T0 , I -> R", memory(AtomicRedViewTko);
    /// Orders accesses through two names of one memory.
    MemoryFenceAliasTko = "memory_fence_alias_tko", 4, "%0 R:token", memory(MemoryFenceAliasTko);
    /// Waits for the grids that this grid depends on.
    GdcWaitTko = "gdc_wait_tko", 4, "$token -> R", memory(GdcWaitTko);
    /// Lets dependent grids start.
    GdcLaunchDependentsTko = "gdc_launch_dependents_tko", 4, "$token -> R", memory(GdcLaunchDependentsTko);
    /// Loads and reduces multicast memory.
    MultimemLoadReduceViewTko = "multimem_load_reduce_view_tko", 5, "$order %0 [%*] $token $inbounds $reduction : T0 , I $token_type -> R0 , R1", unsupported("a multicast address stands for a copy on each device, and a contract describes one device");
    /// Updates multicast memory.
    MultimemReduceViewTko = "multimem_reduce_view_tko", 5, "$order %0 , %1 [%*] $token $inbounds $reduction : T0 , T1 , I $token_type -> R", unsupported("a multicast address stands for a copy on each device, and a contract describes one device");
    /// Stores to multicast memory.
    MultimemStoreViewTko = "multimem_store_view_tko", 5, "$order %0 , %1 [%*] $token $inbounds : T0 , T1 , I $token_type -> R", unsupported("a multicast address stands for a copy on each device, and a contract describes one device");
    /// Calls a function of a library.
    PreviewCall = "preview$call", 5, "$call", unsupported("the code of the function is in a library, and no document bounds its accesses");
}

/// Mnemonics of the dialect's text up to 13.3, with the operations that have another one since.
const EARLIER: &[(&str, Op)] = &[("pow", Op::Fpowf)];

impl Op {
    /// Whether the operation ends a block.
    pub const fn terminates(self) -> bool {
        matches!(self, Op::Return | Op::Yield | Op::Continue | Op::Break)
    }

    /// The operation with a mnemonic, in the current or an earlier version's spelling.
    pub fn from_mnemonic(mnemonic: &str) -> Option<Self> {
        let earlier = EARLIER.iter().find(|(name, _)| *name == mnemonic).map(|(_, op)| *op);
        earlier.or_else(|| Self::ALL.iter().copied().find(|op| op.mnemonic() == mnemonic))
    }
}
