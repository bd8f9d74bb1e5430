"""All edges of a product are masked, and programs go over tiles of C in groups of rows."""
# signature: a: *fp16, b: *fp16, c: *fp16, M: i32, N: i32, K: i32, stride_am: i32, stride_bk: i32, stride_cm: i32; stride_ak = 1, stride_bn = 1, stride_cn = 1, BM = 128, BN = 128, BK = 64, GROUP = 8
# warps: 8
# contract: grid = (cdiv(M, 128) * cdiv(N, 128))
# contract: requires = M >= 1 and N >= 1 and K >= 1 and M <= 30000 and N <= 30000 and K <= 30000
# contract: requires = stride_am >= K and stride_bk >= N and stride_cm >= N
# contract: requires = stride_am <= 32768 and stride_bk <= 32768 and stride_cm <= 32768
# contract: buffer a : f16[M * stride_am]
# contract: buffer b : f16[K * stride_bk]
# contract: buffer c : f16[M * stride_cm] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(a, b, c, M, N, K, stride_am, stride_ak, stride_bk, stride_bn, stride_cm, stride_cn,
          BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    tile = tl.program_id(axis=0)
    tiles_m, tiles_n = tl.cdiv(M, BM), tl.cdiv(N, BN)
    first = tile // (GROUP * tiles_n) * GROUP
    height = min(tiles_m - first, GROUP)
    row = first + tile % (GROUP * tiles_n) % height
    column = tile % (GROUP * tiles_n) // height
    rows = row * BM + tl.arange(0, BM)
    columns = column * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    left = a + (rows[:, None] * stride_am + inner[None, :] * stride_ak)
    right = b + (inner[:, None] * stride_bk + columns[None, :] * stride_bn)
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        one = tl.load(left, mask=(rows[:, None] < M) & (inner[None, :] < K - k * BK), other=0.0)
        other = tl.load(right, mask=(inner[:, None] < K - k * BK) & (columns[None, :] < N), other=0.0)
        total = tl.dot(one, other, total)
        left += BK * stride_ak
        right += BK * stride_bk
    at_m, at_n = row * BM + tl.arange(0, BM), column * BN + tl.arange(0, BN)
    places = c + stride_cm * at_m[:, None] + stride_cn * at_n[None, :]
    tl.store(places, total.to(tl.float16), mask=(at_m[:, None] < M) & (at_n[None, :] < N))


@triton.jit
def wrong(a, b, c, M, N, K, stride_am, stride_ak, stride_bk, stride_bn, stride_cm, stride_cn,
          BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    tile = tl.program_id(axis=0)
    tiles_m, tiles_n = tl.cdiv(M, BM), tl.cdiv(N, BN)
    first = tile // (GROUP * tiles_n) * GROUP
    height = min(tiles_m - first, GROUP)
    row = first + tile % (GROUP * tiles_n) % height
    column = tile % (GROUP * tiles_n) // height
    rows = row * BM + tl.arange(0, BM)
    columns = column * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    left = a + (rows[:, None] * stride_am + inner[None, :] * stride_ak)
    right = b + (inner[:, None] * stride_bk + columns[None, :] * stride_bn)
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        one = tl.load(left, mask=inner[None, :] < K - k * BK, other=0.0)
        other = tl.load(right, mask=(inner[:, None] < K - k * BK) & (columns[None, :] < N), other=0.0)
        total = tl.dot(one, other, total)
        left += BK * stride_ak
        right += BK * stride_bk
    at_m, at_n = row * BM + tl.arange(0, BM), column * BN + tl.arange(0, BN)
    places = c + stride_cm * at_m[:, None] + stride_cn * at_n[None, :]
    tl.store(places, total.to(tl.float16), mask=(at_m[:, None] < M) & (at_n[None, :] < N))
