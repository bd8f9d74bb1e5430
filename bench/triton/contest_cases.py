"""The timed launches of kernels of corpus/triton: arguments, grid, expected results, and PyTorch's own operation."""
import dataclasses
import math
from typing import Any, Callable


@dataclasses.dataclass
class Config:
    """A configuration of Triton's compiler, with constants other than the corpus has."""

    label: str
    warps: int
    stages: int = 3
    constants: dict = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class Case:
    """A launch. Arrays are named with their type, their length, and `uninit` if only written; everything is by the name of its parameter."""

    kernel: str
    label: str
    arrays: dict
    numbers: dict
    grid_of: Callable
    peer: Callable
    expected: Callable
    configs: list
    bytes: int = 0
    operations: int = 0
    floats: dict = dataclasses.field(default_factory=dict)
    # Arrays that the kernel reads and writes.
    updated: tuple = ()
    # Threads of blocks of which our code is timed, too. Products have blocks of their own.
    blocks: tuple = (32, 64, 128, 256, 512, 1024)

    @property
    def results(self):
        return [name for name, (_, _, fill) in self.arrays.items() if fill == "uninit" or name in self.updated]

    @property
    def grid(self):
        return self.grid_of(None)

    def bytes_of(self, name):
        kind, count, _ = self.arrays[name]
        return count * SIZES[kind]

    def arguments(self):
        import torch
        made: dict[str, Any] = {}
        for name, (kind, count, fill) in self.arrays.items():
            dtype = getattr(torch, kind)
            if fill == "uninit":
                made[name] = torch.full((count,), float("nan"), dtype=dtype, device="cuda")
            elif isinstance(fill, int):
                made[name] = torch.randint(0, fill, (count,), dtype=dtype, device="cuda")
            else:
                made[name] = torch.randn(count, dtype=torch.float32, device="cuda").to(dtype)
        self.kept = {name: made[name].clone() for name in self.updated}
        return {**made, **self.numbers, **self.floats}

    def reset(self, arguments):
        """Restores arrays that kernels write."""
        for name in self.results:
            if name in self.updated:
                arguments[name].copy_(self.kept[name])
            else:
                arguments[name].fill_(float("nan"))

    def check(self, arguments, results):
        """Differences to the expected results beyond the bounds, in words."""
        self.reset(arguments)
        wrong = []
        others = results.get(next((name for name in results if name.startswith("triton")), None))
        for name, (exact, bound) in self.expected(arguments, others).items():
            for who, found in results.items():
                error = (found[name].reshape(exact.shape).double() - exact.double()).abs()
                outside = ~(error <= bound)
                if bool(outside.any()):
                    place = int(outside.reshape(-1).nonzero()[0])
                    values = found[name].reshape(-1)[place].item(), exact.reshape(-1)[place].item()
                    wrong.append(f"{who}: {int(outside.sum())} elements of {name} are wrong: element {place} is {values[0]}, and should be {values[1]}")
        return wrong


SIZES = {"float32": 4, "float16": 2, "bfloat16": 2, "int64": 8}


def near(exact, relative, absolute=1e-6):
    return exact, relative * exact.double().abs() + absolute


def vector_sum(n):
    def peer(a):
        import torch
        return lambda: torch.add(a["x"], a["y"], out=a["z"])

    return Case("vector_sum", f"n = {n}", {"x": ("float32", n, None), "y": ("float32", n, None), "z": ("float32", n, "uninit")}, {"n": n},
                lambda constants: (-(-n // 1024), 1, 1), peer, expected=lambda a, _: {"z": near(a["x"] + a["y"], 0, 0)}, configs=[Config("4 warps", 4)], bytes=12 * n)


def softmax_rows(rows, n):
    shape = lambda x: x.view(rows, n)
    return Case("softmax_rows", f"{rows} x {n}", {"y": ("float32", rows * n, "uninit"), "x": ("float32", rows * n, None)},
                {"x_stride": n, "y_stride": n, "rows": rows, "n": n}, lambda constants: (min(rows, 132 * 8), 1, 1),
                peer=lambda a: lambda: shape(a["x"]).softmax(1), expected=lambda a, _: {"y": near(shape(a["x"]).double().softmax(1), 1e-5)},
                configs=[Config("4 warps, 4 stages", 4, 4), Config("8 warps, 4 stages", 8, 4)], bytes=8 * rows * n)


def dropout(n):
    def expected(a, others):
        # Both compilers compute the same generator, so Triton's choice of kept elements is the expected one.
        import torch
        values = a["x"] / (1 - a["p"])
        kept = others["y"] != 0 if others else torch.rand(n, device="cuda") > 0
        return {"y": near(torch.where(kept, values, 0.0), 1e-6)}

    def peer(a):
        import torch.nn.functional as F
        return lambda: F.dropout(a["x"], 0.5)

    return Case("dropout", f"n = {n}", {"x": ("float32", n, None), "y": ("float32", n, "uninit")}, {"n": n, "seed": 123},
                lambda constants: (-(-n // 1024), 1, 1), peer, expected, [Config("4 warps", 4)], bytes=8 * n, floats={"p": 0.5})


def layer_norm(rows, n):
    half = lambda count, fill=None: ("float16", count, fill)

    def peer(a):
        import torch.nn.functional as F
        return lambda: F.layer_norm(a["x"].view(rows, n), (n,), a["w"], a["b"])

    def expected(a, _):
        import torch
        x = a["x"].view(rows, n).float()
        mean, rstd = x.mean(1), torch.rsqrt(x.var(1, unbiased=False) + a["eps"])
        y = (x - mean[:, None]) * rstd[:, None] * a["w"].float() + a["b"].float()
        return {"y": near(y, 2e-3, 2e-3), "mean": near(mean, 1e-4, 1e-5), "rstd": near(rstd, 1e-4)}

    arrays = {"x": half(rows * n), "y": half(rows * n, "uninit"), "w": half(n), "b": half(n), "mean": ("float32", rows, "uninit"),
              "rstd": ("float32", rows, "uninit")}
    return Case("layer_norm", f"{rows} x {n}", arrays, {"stride": n, "n": n}, lambda constants: (rows, 1, 1), peer, expected,
                [Config("4 warps", 4), Config("8 warps, B = 4096", 8, 3, {"B": 4096})], bytes=4 * rows * n, floats={"eps": 1e-5})


def rms_norm(rows, n):
    half = lambda count, fill=None: ("bfloat16", count, fill)

    def peer(a):
        import torch.nn.functional as F
        return lambda: F.rms_norm(a["x"].view(rows, n), (n,), a["w"], a["eps"])

    def expected(a, _):
        import torch
        x = a["x"].view(rows, n).float()
        rstd = torch.rsqrt(x.square().mean(1) + a["eps"])
        return {"y": near(x * rstd[:, None] * a["w"].float(), 8e-3, 1e-3), "rstd": near(rstd, 1e-4)}

    arrays = {"y": half(rows * n, "uninit"), "x": half(rows * n), "w": half(n), "rstd": ("float32", rows, "uninit")}
    return Case("rms_norm", f"{rows} x {n}", arrays, {"y_stride": n, "x_stride": n, "n": n}, lambda constants: (rows, 1, 1), peer, expected,
                [Config("8 warps", 8), Config("4 warps", 4)], bytes=4 * rows * n, floats={"eps": 1e-6, "offset": 0.0})


def swiglu(rows, n):
    half = lambda count, fill=None: ("bfloat16", count, fill)

    def peer(a):
        import torch.nn.functional as F
        return lambda: F.silu(a["a"]) * a["b"]

    def expected(a, _):
        gate = a["a"].float()
        return {"c": near(gate * gate.sigmoid() * a["b"].float(), 1.6e-2, 1e-3)}

    arrays = {"a": half(rows * n), "b": half(rows * n), "c": half(rows * n, "uninit")}
    return Case("swiglu", f"{rows} x {n}", arrays, {"stride": n, "n": n}, lambda constants: (rows, 1, 1), peer, expected,
                [Config("16 warps", 16), Config("32 warps", 32)], bytes=6 * rows * n)


def cross_entropy(rows, n):
    def expected(a, _):
        import torch
        x = a["x"].view(rows, n).float()
        label = a["y"][:, None]
        loss = torch.logsumexp(x, 1) - x.gather(1, label)[:, 0]
        gradient = x.softmax(1).scatter_add_(1, label, torch.full((rows, 1), -1.0, device="cuda"))
        return {"loss": near(loss, 1e-4, 1e-4), "x": near(gradient * a["scale"], 8e-3, 1e-6)}

    def peer(a):
        import torch.nn.functional as F
        x = a["x"].view(rows, n).detach().requires_grad_()

        def work():
            x.grad = None
            F.cross_entropy(x, a["y"]).backward()

        return work

    arrays = {"x": ("bfloat16", rows * n, None), "y": ("int64", rows, n), "loss": ("float32", rows, "uninit")}
    return Case("cross_entropy", f"{rows} x {n}", arrays, {"x_stride": n, "n": n, "ignored": -100}, lambda constants: (rows, 1, 1), peer, expected,
                [Config("32 warps", 32)], bytes=6 * rows * n, floats={"scale": 1.0}, updated=("x",))


def matmul(kernel, size):
    half = lambda fill=None: ("float16", size * size, fill)
    square = lambda x: x.view(size, size)

    def grid(constants):
        constants = constants or {"BM": 128, "BN": 128}
        return (-(-size // constants["BM"]) * -(-size // constants["BN"]), 1, 1)

    def expected(a, _):
        left, right = square(a["a"]).float(), square(a["b"]).float()
        exact = left.double() @ right.double()
        return {"c": (exact, exact.abs() * 2**-10 + 1e-5 * (left.abs() @ right.abs()).double())}

    configs = [Config("128 x 128, 8 warps", 8), Config("128 x 128, 4 warps, 4 stages", 4, 4), Config("128 x 256, 8 warps", 8, 3, {"BN": 256}),
               Config("128 x 256, 8 warps, 4 stages", 8, 4, {"BN": 256})]
    numbers = {name: size for name in ("M", "N", "K", "stride_am", "stride_bk", "stride_cm")}
    return Case(kernel, f"{size}^3", {"a": half(), "b": half(), "c": half("uninit")}, numbers, grid,
                lambda a: lambda: square(a["a"]) @ square(a["b"]), expected, configs, operations=2 * size**3, blocks=())


def attention(heads, length, size=64):
    half = lambda fill=None: ("float16", heads * length * size, fill)

    def peer(a):
        import torch.nn.functional as F
        q, k, v = (a[name].view(1, heads, length, size) for name in "qkv")
        return lambda: F.scaled_dot_product_attention(q, k, v, is_causal=True)

    def expected(a, _):
        import torch
        q, k, v = (a[name].view(heads, length, size) for name in "qkv")
        o, m = [], []
        mask = torch.ones(length, length, dtype=torch.bool, device="cuda").tril()
        for head in range(heads):
            scores = (q[head].float() @ k[head].float().T * a["scale"]).masked_fill(~mask, float("-inf"))
            o.append(scores.softmax(1) @ v[head].float())
            m.append(scores.logsumexp(1) / math.log(2))
        return {"o": near(torch.stack(o), 5e-3, 3e-3), "m": near(torch.stack(m), 1e-3, 2e-3)}

    arrays = {name: half() for name in "qkv"} | {"o": half("uninit"), "m": ("float32", heads * length, "uninit")}
    numbers = {"stride_h": length * size, "stride_m": size, "L": length}
    configs = [Config("128 x 64, 8 warps", 8), Config("128 x 64, 4 warps", 4), Config("128 x 128, 8 warps", 8, 3, {"BN": 128})]
    return Case("attention", f"{heads} x {length}", arrays, numbers, lambda constants: (-(-length // 128), heads, 1), peer, expected, configs,
                operations=2 * heads * length * length * size, floats={"scale": 1 / math.sqrt(size)}, blocks=())


def all_cases():
    yield vector_sum(1 << 27)
    yield softmax_rows(1 << 17, 1024)
    yield softmax_rows(1 << 17, 1000)
    yield dropout(1 << 27)
    yield layer_norm(32768, 8192)
    yield rms_norm(65536, 4096)
    yield swiglu(16384, 14336)
    yield cross_entropy(4096, 128256)
    for kernel in ("matmul_grouped", "matmul_masked"):
        for size in (4096, 8192):
            yield matmul(kernel, size)
    yield attention(64, 4096)
