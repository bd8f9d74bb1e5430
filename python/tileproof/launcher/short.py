"""The short way of a call: one generated function for a kernel of a file and tensors of torch, of the types of an earlier launch.

The function does what `Compiled` does in steps: it looks at types, checks the contract, writes the arguments and launches. Where anything is
unusual, it launches nothing and says so, and the long way finds out what to do or to say.
"""
from __future__ import annotations

from typing import Any, Callable, Sequence

from ..conditions import SCOPE, expression
from .cuda import Code, checked
from .description import Description
from .tensor_maps import WORDS

# How many launches are remembered: what the contract and the maps say depends on addresses, bytes and integers alone.
MOST = 4096

# The driver's error where no context is current, as in a new thread.
_NO_CONTEXT = 201

# Takes the arguments, the grid (or none, where the contract states it) and the stream (or none, for torch's); whether the kernel is launched.
Short = Callable[[Any, Any, Any], bool]


def short(description: Description, code: Code, args: Sequence[Any], earlier: Sequence[str], torch: Any) -> Short | None:
    """The function for tensors and numbers of these types; none where the long way is needed each time. `earlier` has the conditions under
    which other versions of the code come first."""
    variant, stated = code.variant, description.grid_formulas
    device = getattr(torch._C, "_cuda_getDevice", None)
    stream = getattr(torch._C, "_cuda_getCurrentRawStream", None)
    if variant.scratch is not None or stated is None or device is None or stream is None:
        return None
    numbers = list(description.names.values())
    # Behind the grid's extents come the numbers of the arguments, then one of the device.
    own = iter(numbers[3:])
    scope = dict(SCOPE, type=type, int=int, len=len, device=device, raw=stream, memory=code.memory,
                 pack=variant.pack_into, call=code.gpu.driver.cuLaunchKernel, function=code.function, lock=code.lock, maps=code.maps,
                 checked=checked, seen={})
    tests, reads = [f"len(args) == {len(args)}"], []
    for at, value in enumerate(args):
        kind = scope[f"kind{at}"] = type(value)
        tests.append(f"type(a{at}) is kind{at}")
        if kind is int:
            reads.append(f"{next(own)} = a{at}")
        elif kind is not float:
            scope[f"dtype{at}"] = value.dtype
            tests.append(f"a{at}.dtype is dtype{at} and a{at}.get_device() == {code.gpu.number} and a{at}.is_contiguous()")
            reads += [f"{next(own)} = a{at}.data_ptr()", f"{next(own)} = a{at}.nbytes"]
    reads.append(f"{next(own)} = {code.gpu.multiprocessors}")
    inputs = numbers[3:len(numbers) - 1]
    grid = [f"{numbers[axis]} = {expression(tree, description.names)}" for axis, tree in enumerate(stated)]
    holds = [expression(one["holds"], description.names) for one in description.ordered]
    holds += [variant.when, *(f"not ({condition})" for condition in earlier)]
    checks = "".join(f"            if not ({one}): return False\n" for one in holds)
    maps = "".join(f"        m{at} = maps.get(({at}, {one}))\n        if m{at} is None: return False\n"
                   for at, one in enumerate(variant.map_formulas))
    launched = [f"({expression(tree, description.names)})" for tree in variant.said["grid"]]
    kept = ", ".join(["n0, n1, n2, x, y, z", *(f"m{at}" for at in range(len(variant.map_formulas)))])
    fields = [f"a{field[len('floats['):-1]}" if field.startswith("floats[") else field for field in variant.field_formulas]
    writes = "; ".join([f"pack(memory, {code.skipped}, {', '.join(fields)})",
                        *(f"memory[{word}:{word + WORDS}] = m{at}" for at, word in enumerate(code.map_words))])
    source = f"""def short(args, grid, stream):
    if {tests[0]}: {''.join(f'a{at}, ' for at in range(len(args)))}= args
    else: return False
    if grid is not None or device() != {code.gpu.number} or not ({' and '.join(tests[1:])}): return False
    {'; '.join(reads)}
    key = ({''.join(f'{one}, ' for one in inputs)})
    found = seen.get(key)
    if found is None:
        try:
            {'; '.join(grid)}
{checks}        except ZeroDivisionError:
            return False
        x, y, z = {', '.join(launched)}
{maps}        if len(seen) >= {MOST}: seen.clear()
        seen[key] = ({kept})
    else:
        {kept} = found
    if stream is None: stream = raw({code.gpu.number})
    elif type(stream) is not int: return False
    with lock:
        {writes}
        result, = call(function, x, y, z, {', '.join(map(str, variant.block))}, {variant.shared}, stream, {code.addresses}, 0)
    if result == 0: return True
    if result == {_NO_CONTEXT}: return False
    checked((result,))
"""
    exec(source, scope)
    found: Short = scope["short"]
    return found
