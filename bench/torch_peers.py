#!/usr/bin/env python3
"""PyTorch on the problems of `tileproof bench`: what its own operations (cuBLAS, cuDNN and its kernels) take for the same sizes.

    python3 bench/torch_peers.py [--seconds 2] [--filter TEXT]

Medians by device events, work behind work, of the second half of so many seconds: the clock has fallen by then as far as it falls. Rates count the
bytes and operations that `tileproof bench` counts: GB/s, of products and attention TFLOP/s. `scripts/gpu.sh` runs it behind the benchmark.
"""

import argparse
import statistics
import sys
import time

try:
    import torch
    import torch.nn.functional as F
    from torch.nn.attention import SDPBackend, sdpa_kernel
except ImportError as missing:
    sys.exit(f"no PyTorch: {missing}")

F16, BF16, F32 = torch.float16, torch.bfloat16, torch.float32


def floats(*shape, dtype=F32):
    return torch.randn(*shape, device="cuda", dtype=F32).to(dtype)


def product(size, dtype, then=lambda c: c, transposed=False, batch=None):
    shape = (size, size) if batch is None else (batch, size, size)
    a, b = floats(*shape, dtype=dtype), floats(*shape, dtype=dtype)
    b = b.mT if transposed else b
    return lambda: then(torch.matmul(a, b))


def wide_sums(size, dtype):
    a, b = floats(size, size, dtype=dtype), floats(size, size, dtype=dtype)
    return lambda: torch.mm(a, b, out_dtype=F32)


def integers(size):
    a = torch.randint(-128, 128, (size, size), device="cuda", dtype=torch.int8)
    return lambda: torch._int_mm(a, a.t())


def eight_bits(size):
    a = floats(size, size).to(torch.float8_e4m3fn)
    one = torch.ones((), device="cuda")
    return lambda: torch._scaled_mm(a, a.t(), one, one, out_dtype=BF16)


def attention(heads, length, backend, head=128):
    q, k, v = (floats(1, heads, length, head, dtype=BF16) for _ in range(3))

    def run():
        with sdpa_kernel(backend):
            return F.scaled_dot_product_attention(q, k, v, is_causal=True)

    return run


def gathered(count, table):
    values = floats(table)
    places = torch.randint(0, table, (count,), device="cuda")
    return lambda: torch.take(values, places)


def unary(work, *shape, dtype=F32):
    x = floats(*shape, dtype=dtype)
    return lambda: work(x)


def sums(n):
    a, b, o = floats(n), floats(n), floats(n)
    return lambda: torch.add(a, b, out=o)


def rows_normed(rows, columns):
    weights = floats(columns)
    return unary(lambda x: F.rms_norm(x, (columns,), weights), rows, columns)


def layers_normed(rows, columns):
    weights, bias = floats(columns, dtype=F16), floats(columns, dtype=F16)
    return unary(lambda x: F.layer_norm(x, (columns,), weights, bias), rows, columns, dtype=F16)


def convolved(side):
    weights = floats(1, 1, 3, 3)
    return unary(lambda x: F.conv2d(x, weights, padding=1), 1, 1, side, side)


def row_products(rows, columns):
    vector = floats(columns, dtype=BF16)
    return unary(lambda w: torch.mv(w, vector), rows, columns, dtype=BF16)


def biased(size):
    bias = floats(size, dtype=BF16)
    return product(size, BF16, lambda c: F.gelu(c + bias, approximate="tanh"))


def counted(n, dtype, below=256):
    numbers = torch.randint(0, below, (n,), device="cuda", dtype=dtype)
    return lambda: torch.bincount(numbers, minlength=256)


def grouped(groups, rows, size):
    """Rows in groups, each of which has about as many more than the one before as the first one has."""
    x, w = floats(rows, size, dtype=BF16), floats(groups, size, size, dtype=BF16)
    ends = [rows * at * (at + 1) // (groups * (groups + 1)) for at in range(1, groups + 1)]
    ends = torch.tensor(ends, device="cuda", dtype=torch.int32)
    multiply = getattr(F, "grouped_mm", None) or torch._grouped_mm
    return lambda: multiply(x, w, offs=ends)


def problems():
    """Name, size, what is made (an operation of PyTorch), bytes or operations, whether these are operations."""
    cube = lambda n: 2 * n**3
    yield "vector_add", "2^27", lambda: sums(1 << 27), 12 << 27, False
    yield "gelu_bf16", "2^28", lambda: unary(lambda x: F.gelu(x, approximate="tanh"), 1 << 28, dtype=BF16), 4 << 28, False
    yield "softmax_1024", "131072 rows", lambda: unary(lambda x: torch.softmax(x, 1), 1 << 17, 1024), 8 << 27, False
    for rows, columns in (16384, 8192), (26843, 5000):
        yield "rms_norm", f"{rows} x {columns}", lambda r=rows, c=columns: rows_normed(r, c), 8 * rows * columns, False
    yield "transpose_64", "16384 x 16384", lambda: unary(lambda x: x.t().contiguous(), 16384, 16384), 8 << 28, False
    yield "row_sum", "32768 x 8192", lambda: unary(lambda x: x.sum(1), 32768, 8192), 4 << 28, False
    yield "column_sum", "32768 x 8192", lambda: unary(lambda x: x.sum(0), 32768, 8192), 4 << 28, False
    yield "gather_rows", "2^24 of 2^26", lambda: gathered(1 << 24, 1 << 26), 40 << 24, False
    yield "layer_norm_loop (f16 weights)", "32768 x 8192", lambda: layers_normed(32768, 8192), 4 << 28, False
    yield "conv3x3", "16384 x 16384", lambda: convolved(16384), 8 << 28, False
    yield "gemv", "65536 x 8192", lambda: row_products(65536, 8192), 2 << 29, False
    for n in 4080, 4096, 8192:
        yield "matmul_bf16, f32 results", f"{n}^3", lambda n=n: wide_sums(n, BF16), cube(n), True
        yield "matmul_bf16, bf16 results", f"{n}^3", lambda n=n: product(n, BF16), cube(n), True
    for n in 4095, 4096, 8192:
        yield "matmul_relu_f16", f"{n}^3", lambda n=n: product(n, F16, torch.relu_), cube(n), True
        yield "matmul_f16, no relu", f"{n}^3", lambda n=n: product(n, F16), cube(n), True
    yield "bmm_f16", "8 x 4096^3", lambda: product(4096, F16, batch=8), 8 * cube(4096), True
    yield "matmul_nt_i8", "8192^3", lambda: integers(8192), cube(8192), True
    for n in 4080, 4096, 8192:
        yield "matmul_nt_bf16", f"{n}^3", lambda n=n: product(n, BF16, transposed=True), cube(n), True
    yield "matmul_nt_fp8", "8192^3", lambda: eight_bits(8192), cube(8192), True
    for n in 4096, 8192:
        yield "matmul_bias_gelu", f"{n}^3", lambda n=n: biased(n), cube(n), True
    yield "matmul_ragged_bf16", "8 of 16384 rows", lambda: grouped(8, 16384, 4096), 2 * 16384 * 4096**2, True
    yield "histogram_bytes", "2^30", lambda: counted(1 << 30, torch.uint8), 1 << 30, False
    yield "histogram_tile", "2^28", lambda: counted(1 << 28, torch.int32), 4 << 28, False
    yield "histogram_tile", "2^28, one bin", lambda: counted(1 << 28, torch.int32, below=1), 4 << 28, False
    yield "matmul_nt_tf32", "4096^3", lambda: product(4096, F32, transposed=True), cube(4096), True
    for kernel, head in ("causal_attention_128", 128), ("flushed_attention_64", 64):
        for heads, length in (16, 16384), (64, 4096):
            operations = 2 * heads * length**2 * head
            for backend in SDPBackend.CUDNN_ATTENTION, SDPBackend.FLASH_ATTENTION:
                name = f"{kernel}, {backend.name.split('_')[0].lower()}"
                make = lambda h=heads, l=length, b=backend, d=head: attention(h, l, b, d)
                yield name, f"{heads} x {length}", make, operations, True


def measure(run, seconds):
    run()
    torch.cuda.synchronize()
    times, begin = [], time.monotonic()
    while time.monotonic() - begin < seconds or len(times) < 2:
        batch = []
        for _ in range(10):
            start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            start.record()
            run()
            end.record()
            batch.append((start, end))
        batch[-1][1].synchronize()
        times.extend(start.elapsed_time(end) for start, end in batch)
    return statistics.median(times[len(times) // 2 :]) / 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2, help="of each problem")
    parser.add_argument("--filter", default="")
    told = parser.parse_args()
    if not torch.cuda.is_available():
        sys.exit("no GPU")
    torch.backends.cuda.matmul.allow_tf32 = True
    print(f"PyTorch {torch.__version__}, {torch.cuda.get_device_name()}")
    for name, size, make, amount, counts_operations in problems():
        if told.filter not in name:
            continue
        try:
            seconds = measure(make(), told.seconds)
        except (RuntimeError, AttributeError, TypeError) as why:
            print(f"{name:34} {size:16} none: {str(why).splitlines()[0]}")
            continue
        finally:
            torch.cuda.empty_cache()
        rate = amount / seconds / (1e12 if counts_operations else 1e9)
        print(f"{name:34} {size:16} {rate:6.0f}", flush=True)
    print("rates in GB/s, of products and attention in TFLOP/s")


if __name__ == "__main__":
    main()
