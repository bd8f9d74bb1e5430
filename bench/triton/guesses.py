"""The arguments that a Triton kernel is compiled for where no launch says them: guessed from its source and from names.

Which parameters are pointers is read from the source. Names choose the types of elements and the values of constants, as the
wrappers of Liger-Kernel, flash-linear-attention, FlagGems, Unsloth and vLLM pass them.
"""

import ast
import math
import re
import textwrap

import launchers

POINTER_TAKERS = {"load", "store", "make_block_ptr", "make_tensor_descriptor", "advance"}
COUNTS = re.compile(r"indices|seqlens|offsets|idx|index|indx|target|label|token|^(draft_|last_|flat_)?sampled|bitmask|(^|_)ids|positions|slot|lengths|_lens?(_ptr)?$|order|count|perm|expert|table|loc$"
                    r"|_loc_ptr$|query_start|indptr|(^|_)cu_|^num_|prev_num_|prev_query_len|pages$|owners$|(^|_)pos(_ptr)?$|_rows(_ptr)?$", re.I)
WIDE = re.compile(r"target|label|token|ids|index|seqlens", re.I)
# Numbers of tokens, targets and slots.
FRACTIONS = re.compile(r"(probs?|logits|scores?)(_ptr)?$", re.I)
# Ends of sequences in a row.
OFFSETS = re.compile(r"(^|_)cu_")
TRUTHS = re.compile(r"mask|bool|keep|^is_", re.I)
FLOATS = re.compile(r"lse|mean|rstd|^g$|^gk$|^g_|gate|gamma|loss|h0|ht|stat|logsum|_max|_sum|scale|delta|amax", re.I)
NUMBERS = re.compile(r"eps|scale$|^sm_|alpha|^beta$|^lr$|smooth|temperature|softcap|momentum|decay|^p$|drop|z_loss|lse_square|gamma$|ratio"
                     r"|norm_factor|inv_|scalar|threshold|limit|coef|factor|clip|^delta$|weight_sum|^value$|^rate$|prob|min_val|max_val|fp8_m"
                     r"|^lower_bound$|^scaling$|divisor$|multiplier|negative_slope|^lambd$|^logx$|gain_center|reciprocal_scale|^scale_[dhwl]$", re.I)
FLAGS = re.compile(r"^(is|has|use|do|store|return|save|load|output|compute|reverse|allow|add|apply|casting|even|with|norm|elementwise|transpose|causal"
                   r"|final|init|gated|mask|safe|disable|enable|fuse|need|same|keep|to|pre|inplace|descending|invert|skip)(_|$)", re.I)
SMALL = re.compile(r"^(H|HQ|HV|HKV|G|NG|NT|N|S|B|GROUP|R|W|NC|HC|SPLIT_K|TOPK|top_k|num_heads|NUM_SPLITS|NUM_KV_HEADS|NUM_Q_HEADS|num_experts|UNROLL)$", re.I)
# Parameters of convolutions and pooling along one axis.
WINDOW = re.compile(r"^(kernel|stride|padding|pad|dilation)_(size_)?[dhwl]$")
WINDOWS = {"kernel": 3, "stride": 2, "padding": 1, "pad": 1, "dilation": 1}
# Marks of no place, which wrappers pass as -1.
MARKS = re.compile(r"^(PAD|NULL|INVALID).*(ID|IDX|SLOT|INDEX)$", re.I)
# The elements of a row whose stride is the only one of its array: such a row may have several heads, each with a square of 128 elements.
ROW = 1 << 17
# How often a loop is unrolled whose number of rounds is a constant, and the same where it is the extent of a tile too.
ROUNDS, WIDE_ROUNDS = 4, 16
# A constant whose name tells nothing.
OTHER = 128
# The extent of an axis that is cut into blocks.
CUT = 256
ROWS = {"BLOCK_SIZE": 256, "BLOCK": 256, "BC": 16, "GROUP_M": 8, "GROUP_SIZE_M": 8, "NUM_WARPS": 4, "NUM_STAGES": 2}


class Roots(ast.NodeVisitor):
    """The names from which the addresses of a function's accesses come."""

    def __init__(self, scope, seen):
        self.scope, self.seen = scope, seen
        self.found, self.from_names, self.added = set(), {}, {}
        # Expressions whose value is an integer: addresses of accesses, and bounds of loops.
        self.counted = []
        # The names of the extents of ranges, and of how often loops are unrolled.
        self.ranges, self.unrolled = set(), set()

    def visit_Assign(self, node):
        for target in node.targets:
            if isinstance(target, ast.Name):
                self.from_names.setdefault(target.id, []).append(node.value)
        self.generic_visit(node)

    def visit_AugAssign(self, node):
        # An index that a loop adds to comes from what is added. An address still comes from the same array.
        if isinstance(node.target, ast.Name):
            self.added.setdefault(node.target.id, []).append(node.value)
        self.generic_visit(node)

    def visit_Call(self, node):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        first = node.args[0] if node.args else next((one.value for one in node.keywords if one.arg in ("base", "pointer")), None)
        if (name in POINTER_TAKERS or name.startswith("atomic_")) and first is not None:
            self.found.update(leaves(first))
            self.counted.append(first)
        if name == "range":
            self.counted.extend(node.args)
        if name == "arange":
            self.ranges.update(arg.id for arg in node.args if isinstance(arg, ast.Name))
        if name == "static_range" and len(node.args) < 3:
            self.unrolled.update(one.id for arg in node.args for one in ast.walk(arg) if isinstance(one, ast.Name))
        callee = self.scope.get(name)
        # A stand-in has every attribute.
        is_kernel = isinstance(getattr(callee, "src", None), str) and hasattr(callee, "arg_names")
        if is_kernel and callee.fn not in self.seen:
            inner = roots_of(callee, self.seen | {callee.fn})
            passed = dict(zip(callee.arg_names, node.args)) | {one.arg: one.value for one in node.keywords}
            for parameter in parameters(inner, callee) & passed.keys():
                self.found.update(leaves(passed[parameter]))
            self.unrolled.update(passed[parameter].id for parameter in inner.unrolled & passed.keys() if isinstance(passed[parameter], ast.Name))
        self.generic_visit(node)


def leaves(node):
    """The names that may be the address in an expression: the first operand of each sum."""
    if isinstance(node, ast.Name):
        return {node.id}
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        return leaves(node.left) or leaves(node.right)
    if isinstance(node, ast.IfExp):
        return leaves(node.body) | leaves(node.orelse)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        # `x.to(tl.pointer_type(…))` and `tl.multiple_of(x, 16)`.
        inner = leaves(node.func.value) if node.func.attr == "to" else set()
        return inner or (leaves(node.args[0]) if node.args and node.func.attr in ("multiple_of", "advance", "cast") else set())
    return set()


def roots_of(kernel, seen=frozenset()):
    """What the accesses and loops of a kernel come from."""
    roots = Roots(kernel.fn.__globals__, seen)
    roots.visit(ast.parse(textwrap.dedent(kernel.src)))
    return roots


def parameters(roots, kernel):
    """The parameters of a kernel that are pointers."""
    names = {name for root in roots.found for name in chased(root, roots.from_names)}
    return names & set(kernel.arg_names)


def integers(roots):
    """The pointers to integers: elements that addresses of other accesses, or bounds of loops, are computed from."""
    found, seen, waiting = set(), set(), list(roots.counted)
    while waiting:
        node = waiting.pop()
        # The address itself is visited as the first argument of an access, so a load here is one inside of another's address.
        called = node.func.attr if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else ""
        is_load = called == "load"
        # What is rounded is a float.
        if called in ("floor", "ceil"):
            continue
        if is_load and node.args:
            for name in leaves(node.args[0]):
                found.update(chased(name, roots.from_names))
        elif isinstance(node, ast.Name):
            if node.id not in seen:
                seen.add(node.id)
                # `x = tl.load(x)` reuses the name of an address for its elements.
                values = roots.from_names.get(node.id, []) + roots.added.get(node.id, [])
                waiting.extend(value for value in values if not is_loaded_from(value, node.id))
        else:
            waiting.extend(ast.iter_child_nodes(node))
    return found


def is_loaded_from(value, name):
    """Whether an expression loads through a name."""
    is_load = isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "load"
    return is_load and bool(value.args) and name in leaves(value.args[0])


def extents(roots):
    """The extents of tiles whose names say another size: a kernel with a single range has rows of 256 elements. Loops that are unrolled
    have a few rounds."""
    rows = 256 if len(roots.ranges) == 1 else 64
    unrolled = {name: WIDE_ROUNDS if name in roots.ranges else ROUNDS for name in roots.unrolled}
    return unrolled | {name: rows for name in roots.ranges - roots.unrolled if SMALL.match(name)}


def chased(name, from_names):
    """The names that a name's address comes from."""
    found, waiting = set(), [name]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            for value in from_names.get(one, []):
                waiting.extend(leaves(value))
    return found


def element(name, low, is_count):
    """The type of a pointer to elements; with `low`, numbers have 16 bits."""
    if is_count or COUNTS.search(name) and not (FRACTIONS.search(name) and not OFFSETS.search(name)):
        return "*i64" if WIDE.search(name) else "*i32"
    if TRUTHS.search(name):
        return "*i1"
    return "*fp32" if FLOATS.search(name) or not low else "*bf16"


def strides(kernel, base=128):
    """The constant strides of each array, as of a contiguous one whose axes have `base` elements: names that differ in their last letter
    belong together. A constant stride behind one that a launch passes is of the last axis, where elements are next to each other."""
    names = [param.name if re.search("strid", param.name, re.I) else None for param in kernel.params]
    constants = [name if param.is_constexpr else None for name, param in zip(names, kernel.params)]
    found = {}
    for at, name in enumerate(constants):
        if name:
            behind = 0
            while at + behind + 1 < len(names) and (constants[at + behind + 1] or "")[:-1] == name[:-1]:
                behind += 1
            before = names[at - 1] if at else None
            is_alone = behind == 0 and (not before or before[:-1] != name[:-1])
            is_last = behind == 0 and before and not constants[at - 1] and array_of(before) == array_of(name)
            # A block of a cache has many rows.
            alone = ROW * 128 if re.search("cache|block|page", name, re.I) else ROW
            found[name] = alone if is_alone and not is_last else base ** behind
    return found


def array_of(name):
    """The array that a stride's name tells: `stride_x` of `stride_x_dim`, and `stride_a` of `stride_am`."""
    return name.rsplit("_", 1)[0] if name.count("_") > 1 else name[:-1]


def constant(name, flags, width, small=True):
    """The value of a constant; flags are as given, and sizes at most `width`. With `small`, there are a few heads, groups and batches."""
    import triton.language as tl
    upper = name.upper()
    if "DTYPE" in upper or upper.endswith("_TYPE"):
        return tl.float32
    if upper.endswith(("VARLEN", "PDL", "TMA")) or upper.startswith("EVEN"):
        return False
    if FLAGS.match(name) and not upper.endswith(("SIZE", "LEN", "_N", "_M", "_BLOCKS")):
        return flags
    if upper in ("EPS", "SCALE"):
        return 0.5
    if MARKS.match(name):
        return -1
    if upper.split("_")[-1] == "RANK":
        return 1
    if small and SMALL.match(name):
        return min(4, width)
    return min(ROWS.get(upper, 64 if launchers.BLOCK.match(upper) else OTHER), width)


def cases(kernel):
    """The first number that a kernel compares each constant with: `1` for `if REDUCTION == 1`."""
    found = {}
    for node in ast.walk(ast.parse(textwrap.dedent(kernel.src))):
        if isinstance(node, ast.Compare) and isinstance(node.left, ast.Name) and isinstance(node.ops[0], ast.Eq):
            number = getattr(node.comparators[0], "value", None)
            if type(number) is int:
                found.setdefault(node.left.id, number)
    return found


def rounded(text):
    """The pointers to integers of a TTIR that get floats, converted for the store: a guess of their type was wrong."""
    made = dict(re.findall(r"^\s*(%[\w#]+) = (.*)$", text, re.M))
    found = set()
    for pointer, value in re.findall(r"tt\.store (%[\w#]+), (%[\w#]+)", text):
        if made.get(value, "").startswith(("arith.fptosi", "arith.fptoui")):
            while pointer in made:
                pointer = re.search(r"%[\w#]+", made[pointer]).group()
            found.add(pointer[1:])
    return found


def truncated(text):
    """The pointers to floats of a TTIR whose elements become integers as they are loaded, each with the type of the integers: a guess of
    their type was wrong."""
    made = dict(re.findall(r"^\s*(%[\w#]+) = (.*)$", text, re.M))
    found = {}
    for value, whole in re.findall(r"arith\.fpto[su]i (%[\w#]+) : \S+ to (\S+)", text):
        while re.match(r"arith\.extf|tt\.(broadcast|expand_dims|reshape|splat|unsplat)", made.get(value, "")):
            value = re.search(r"%[\w#]+", made[value]).group()
        if not made.get(value, "").startswith("tt.load"):
            continue
        pointer = re.search(r"%[\w#]+", made[value]).group()
        while re.match(r"tt\.(addptr|broadcast|expand_dims|reshape|splat)", made.get(pointer, "")):
            pointer = re.search(r"%[\w#]+", made[pointer]).group()
        width = re.search(r"i(\d+)>?$", whole)
        if width:
            found[pointer[1:]] = f"*i{width.group(1)}"
    return found


def divides_by_zero(text):
    """Whether a TTIR divides by the constant 0: constants that were guessed contradict each other, as 4 heads in 128 groups."""
    zeros = set(re.findall(r"(%[\w#]+) = arith\.constant (?:dense<)?0>? :", text))
    return any(by in zeros for by in re.findall(r"arith\.(?:div|rem)[su]i %[\w#]+, (%[\w#]+)", text))


def lanes(text):
    """The lanes of the smallest tile that a TTIR stores, if it stores tiles."""
    shapes = re.findall(r"tt\.store .*: tensor<((?:\d+x)+)!tt\.ptr", text)
    return min((math.prod(map(int, shape.rstrip("x").split("x"))) for shape in shapes), default=None)


def arguments(kernel, chosen, low=True, flags=True, width=1024, launched=True, small=True):
    """Types and constants of a kernel's parameters, where a tuner's configuration has chosen some, and heuristics tell others. With `launched`, constants that the
    kernel's launcher computes from others are computed too. `small` is as for [`constant`]."""
    roots = roots_of(kernel)
    heuristics = {name: one for name, one in chosen.items() if callable(one)}
    chosen = {name: one for name, one in chosen.items() if name not in heuristics}
    addresses, counts = parameters(roots, kernel), integers(roots)
    tiles = extents(roots)
    base = max([128, *tiles.values()])
    constant_strides = strides(kernel, base)
    types, constants = {}, {}

    # Where sequences are cut into pieces of `S`, these are no shorter than tiles.
    if re.search(r"cdiv\(T, S\)|% S\b", kernel.src):
        tiles["S"] = 128

    # An axis that a launch cuts into blocks is longer than a block.
    cut = re.findall(r"cdiv\((\w+), *BLOCK", kernel.src)
    tiles.update({name: CUT for name in cut if SMALL.match(name) and name not in tiles})

    compared, slides = cases(kernel), any(param.name.startswith("kernel_") for param in kernel.params)

    def guess(name):
        window = WINDOW.match(name) if slides else None
        if window:
            return WINDOWS[window.group(1)]
        guessed = constant_strides.get(name) or (min(tiles[name], width) if name in tiles else constant(name, flags, width, small))
        return compared.get(name, guessed) if guessed == OTHER else guessed

    stated = launchers.elements(kernel) if launched else {}
    numbers = launchers.scalars(kernel) if launched else {}
    computed = launchers.derived(kernel, lambda name: chosen.get(name, guess(name)), flags, base, ROW, tiles) if launched else {}
    for param in kernel.params:
        name = param.name
        if param.is_constexpr or name in chosen:
            types[name] = "constexpr"
            default = param.default if param.has_default else guess(name)
            constants[name] = chosen[name] if name in chosen else computed.get(name, default)
        elif name in addresses or re.search(r"ptr|pointer", name, re.I):
            types[name] = stated.get(name) or element(name, low, name in counts)
        elif name in numbers and not getattr(param, "annotation_type", ""):
            types[name] = numbers[name]
        elif NUMBERS.search(name) and not re.search(r"strid", name, re.I):
            types[name] = "fp32"
        else:
            types[name] = str(getattr(param, "annotation_type", "") or "i32")
    for name, heuristic in heuristics.items():
        told = of_constants(heuristic, constants)
        if name in constants and type(told) in (int, bool):
            constants[name] = told
    return types, constants


def of_constants(heuristic, constants):
    """What a heuristic says, if it asks for nothing but constants."""
    try:
        return heuristic(constants)
    except Exception:
        return None
