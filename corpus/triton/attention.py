"""Flash attention: a tile of queries goes over all keys, with online softmax."""
# signature: q: *fp16, k: *fp16, v: *fp16, o: *fp16, m: *fp32, scale: fp32, stride_h: i32, stride_m: i32, L: i32; BM = 128, BN = 64, D = 64, CAUSAL = 1
# warps: 8
# contract: requires = grid.x == cdiv(L, 128) and grid.z == 1
# contract: requires = L >= 1 and L <= 65536 and stride_m >= 64 and stride_m <= 16384 and stride_h >= L * stride_m
# contract: buffer q : f16[grid.y * stride_h]
# contract: buffer k : f16[grid.y * stride_h]
# contract: buffer v : f16[grid.y * stride_h]
# contract: buffer o : f16[grid.y * stride_h] uninit
# contract: buffer m : f32[grid.y * L] uninit
# contract wrong: requires = grid.x == 1 and grid.y == 1 and grid.z == 1 and L == 100 and stride_m == 64 and stride_h == 6400
# contract wrong: buffer q : f16[6400]
# contract wrong: buffer k : f16[6400]
# contract wrong: buffer v : f16[6400]
# contract wrong: buffer o : f16[6400] uninit
# contract wrong: buffer m : f32[100] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(q, k, v, o, m, scale, stride_h, stride_m, L, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr, CAUSAL: tl.constexpr):
    head = tl.program_id(1).to(tl.int64)
    start_m = tl.program_id(0) * BM
    q += head * stride_h
    k += head * stride_h
    v += head * stride_h
    o += head * stride_h
    at_m, at_n, at_d = start_m + tl.arange(0, BM), tl.arange(0, BN), tl.arange(0, D)
    queries = tl.load(q + at_m[:, None] * stride_m + at_d[None, :], mask=at_m[:, None] < L, other=0.0)
    greatest = tl.full([BM], float("-inf"), dtype=tl.float32)
    total = tl.zeros([BM], dtype=tl.float32)
    result = tl.zeros([BM, D], dtype=tl.float32)
    scale *= 1.44269504
    end = min(L, start_m + BM) if CAUSAL else L
    for start in range(0, end, BN):
        places = start + at_n
        keys = tl.load(k + places[None, :] * stride_m + at_d[:, None], mask=places[None, :] < L, other=0.0)
        scores = tl.dot(queries, keys) * scale
        seen = places[None, :] < L
        if CAUSAL:
            seen = seen & (at_m[:, None] >= places[None, :])
        scores = tl.where(seen, scores, -1.0e6)
        most = tl.maximum(greatest, tl.max(scores, 1))
        powers = tl.math.exp2(scores - most[:, None])
        factor = tl.math.exp2(greatest - most)
        total = total * factor + tl.sum(powers, 1)
        values = tl.load(v + places[:, None] * stride_m + at_d[None, :], mask=places[:, None] < L, other=0.0)
        result = tl.dot(powers.to(tl.float16), values, result * factor[:, None])
        greatest = most
    result = result / total[:, None]
    tl.store(m + head * L + at_m, greatest + tl.math.log2(total), mask=at_m < L)
    tl.store(o + at_m[:, None] * stride_m + at_d[None, :], result.to(tl.float16), mask=at_m[:, None] < L)


@triton.jit
def wrong(q, k, v, o, m, scale, stride_h, stride_m, L, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr, CAUSAL: tl.constexpr):
    head = tl.program_id(1).to(tl.int64)
    start_m = tl.program_id(0) * BM
    q += head * stride_h
    k += head * stride_h
    v += head * stride_h
    o += head * stride_h
    at_m, at_n, at_d = start_m + tl.arange(0, BM), tl.arange(0, BN), tl.arange(0, D)
    queries = tl.load(q + at_m[:, None] * stride_m + at_d[None, :])
    result = tl.zeros([BM, D], dtype=tl.float32)
    for start in range(0, L, BN):
        places = start + at_n
        keys = tl.load(k + places[None, :] * stride_m + at_d[:, None], mask=places[None, :] < L, other=0.0)
        scores = tl.dot(queries, keys) * scale
        values = tl.load(v + places[:, None] * stride_m + at_d[None, :], mask=places[:, None] < L, other=0.0)
        result = tl.dot(scores.to(tl.float16), values, result)
    tl.store(m + head * L + at_m, tl.zeros([BM], dtype=tl.float32), mask=at_m < L)
    tl.store(o + at_m[:, None] * stride_m + at_d[None, :], result.to(tl.float16), mask=at_m[:, None] < L)
