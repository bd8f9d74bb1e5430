// Products of matrices whose sources promise nothing of sizes and addresses: what there is to know the contract says, or the launch.
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
using f16 = __half;

// c = relu(a·b); the contract says what sizes and addresses are multiples of
// tileproof: grid = (M / 128, N / 128)
// tileproof: requires = M >= 128, N >= 128, K >= 64, M % 128 == 0, N % 128 == 0, K % 64 == 0
// tileproof: align a : 16
// tileproof: align b : 16
// tileproof: align c : 16
extern "C" __tile_global__ void matmul_relu_f16(f16* __restrict__ a, f16* __restrict__ b, f16* __restrict__ c, int M, int N, int K) {
  auto A = ct::partition_view{ct::tensor_span{a, ct::extents{M, K}}, ct::shape{128_ic, 64_ic}};
  auto B = ct::partition_view{ct::tensor_span{b, ct::extents{K, N}}, ct::shape{64_ic, 128_ic}};
  auto C = ct::partition_view{ct::tensor_span{c, ct::extents{M, N}}, ct::shape{128_ic, 128_ic}};
  int i = ct::bid().x, j = ct::bid().y;
  auto acc = ct::full<ct::tile<float, ct::shape<128, 128>>>(0.0f);
  for (auto k : ct::irange(0, K / 64)) acc = ct::mma(A.load(i, k), B.load(k, j), acc);
  C.store(ct::element_cast<f16>(ct::max(acc, 0.0f)), i, j);
}

// the same of any sizes, anywhere in memory
// tileproof: grid = (cdiv(M, 128), cdiv(N, 128))
// tileproof: requires = M >= 1, N >= 1, K >= 1, K <= 2147483584
extern "C" __tile_global__ void matmul_relu_any_f16(f16* __restrict__ a, f16* __restrict__ b, f16* __restrict__ c, int M, int N, int K) {
  auto A = ct::partition_view{ct::tensor_span{a, ct::extents{M, K}}, ct::shape{128_ic, 64_ic}};
  auto B = ct::partition_view{ct::tensor_span{b, ct::extents{K, N}}, ct::shape{64_ic, 128_ic}};
  auto C = ct::partition_view{ct::tensor_span{c, ct::extents{M, N}}, ct::shape{128_ic, 128_ic}};
  int i = ct::bid().x, j = ct::bid().y;
  auto acc = ct::full<ct::tile<float, ct::shape<128, 128>>>(0.0f);
  for (auto k : ct::irange(0, (K + 63) / 64)) acc = ct::mma(A.load_masked(i, k), B.load_masked(k, j), acc);
  C.store_masked(ct::element_cast<f16>(ct::max(acc, 0.0f)), i, j);
}

// a product of each of a batch
// tileproof: grid = (M / 128, N / 128, batch)
// tileproof: requires = batch >= 1, M >= 128, N >= 128, K >= 64, M % 128 == 0, N % 128 == 0, K % 64 == 0, M * K <= 2147483647, K * N <= 2147483647, M * N <= 2147483647
// tileproof: align a : 16
// tileproof: align b : 16
// tileproof: align c : 16
extern "C" __tile_global__ void bmm_f16(f16* __restrict__ a, f16* __restrict__ b, f16* __restrict__ c, int batch, int M, int N, int K) {
  auto A = ct::partition_view{ct::tensor_span{a, ct::extents{batch, M, K}}, ct::shape{1_ic, 128_ic, 64_ic}};
  auto B = ct::partition_view{ct::tensor_span{b, ct::extents{batch, K, N}}, ct::shape{1_ic, 64_ic, 128_ic}};
  auto C = ct::partition_view{ct::tensor_span{c, ct::extents{batch, M, N}}, ct::shape{1_ic, 128_ic, 128_ic}};
  int i = ct::bid().x, j = ct::bid().y, h = ct::bid().z;
  auto acc = ct::full<ct::tile<float, ct::shape<128, 128>>>(0.0f);
  for (auto k : ct::irange(0, K / 64)) {
    auto at = ct::reshape(A.load(h, i, k), ct::shape<128, 64>{});
    acc = ct::mma(at, ct::reshape(B.load(h, k, j), ct::shape<64, 128>{}), acc);
  }
  C.store(ct::reshape(ct::element_cast<f16>(acc), ct::shape<1, 128, 128>{}), h, i, j);
}

// c = a·bᵀ of bytes, as weights lie
// tileproof: grid = (M / 128, N / 128)
// tileproof: requires = M >= 128, N >= 128, K >= 128, M % 128 == 0, N % 128 == 0, K % 128 == 0
// tileproof: align a : 16
// tileproof: align b : 16
// tileproof: align c : 16
extern "C" __tile_global__ void matmul_nt_i8(signed char* __restrict__ a, signed char* __restrict__ b, int* __restrict__ c, int M, int N, int K) {
  auto A = ct::partition_view{ct::tensor_span{a, ct::extents{M, K}}, ct::shape{128_ic, 128_ic}};
  auto B = ct::partition_view{ct::tensor_span{b, ct::extents{N, K}}, ct::shape{128_ic, 128_ic}};
  auto C = ct::partition_view{ct::tensor_span{c, ct::extents{M, N}}, ct::shape{128_ic, 128_ic}};
  int i = ct::bid().x, j = ct::bid().y;
  auto acc = ct::full<ct::tile<int, ct::shape<128, 128>>>(0);
  for (auto k : ct::irange(0, K / 128)) acc = ct::mma(A.load(i, k), ct::transpose(B.load(j, k)), acc);
  C.store(acc, i, j);
}
